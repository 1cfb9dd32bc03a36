"""The notes of the specialists that still hold: none of a medicine or an allergy that was taken out again."""

from app.reception.session.state import Note, State
from models.facts import Topic
from models.specialists.medication.cautions import name_in_both

OF_MEDICINES = (Topic.MEDICINE, Topic.ALLERGY, Topic.INTOLERANCE)


def notes_of(state: State) -> tuple[Note, ...]:
    """For the doctor, in the order they were noted."""
    standing = {fact.key for fact in state.record}
    gone = [
        (turn.turn, key.partition(":")[2])
        for turn in state.extended
        for key in turn.withdrawn
        if key not in standing and key.partition(":")[0] in OF_MEDICINES and not key.endswith(":none")
    ]
    return tuple(
        note for note in state.notes if not any(note.turn < turn and _names(note, code) for turn, code in gone)
    )


def _names(note: Note, code: str) -> bool:
    names = name_in_both(code)
    return any(names[language].lower() in text.lower() for language, text in note.text.items())
