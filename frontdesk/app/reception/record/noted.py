"""What specialists found that still holds: their notes, none of a medicine that was taken out again, and values."""

from frontdesk.app.reception.session.state import Note, State
from frontdesk.models.facts import Topic
from frontdesk.models.specialists.labs_vitals.told import Measured
from frontdesk.models.specialists.medication.cautions import name_in_both

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


def values_of(state: State) -> tuple[Measured, ...]:
    """The newest value of each test that was told in a turn that still counts."""
    told = [one for found in state.findings if found.turn not in state.undone for one in found.measured]
    return tuple({one.test: one for one in told}.values())


def _names(note: Note, code: str) -> bool:
    names = name_in_both(code)
    return any(names[language].lower() in text.lower() for language, text in note.text.items())
