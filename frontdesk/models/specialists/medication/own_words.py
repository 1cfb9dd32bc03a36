"""The words that belong to one medicine: what an utterance tells of its dose, and of nothing else it counts."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from frontdesk.models.specialists.medication.dose import read_dose
from frontdesk.models.specialists.medication.likeness import likeness
from frontdesk.models.specialists.medication.rhythm import letters_of
from frontdesk.models.specialists.medication.rhythm_words import AN_AMOUNT, CLAUSE, TAKEN

EXAMPLES, STIFFNESS = Path(__file__).with_name("predicates.yaml"), 0.01
LIKELY, SURELY = 0.15, 0.4  # by how much a clause is more like another predicate than like the taking of a medicine
TAKING = 0.65  # by how much it has to be more like the taking, where it tells no amount
# "Now and again", "on and off": no second thing is told behind it.
_AND = re.compile(r" (?=and\b(?! (?:again|then|off|on)\b))")


class Piece(NamedTuple):
    """A clause of a text; `own` where it may be of the medicine at @."""

    start: int
    end: int
    words: str
    own: bool


@lru_cache(maxsize=256)  # the arithmetic and the record ask for the same words
def pieces_of(text: str, another: float = LIKELY) -> tuple[Piece, ...]:
    """The clauses of `text`, small letters with @ for the medicine.

    One that only goes on counting, "now two", is of what the one before it is of.
    """
    found: list[Piece] = []
    for start, end in _spans(text):
        words = text[start:end]
        counts_on = bool(found) and not found[-1].own and tells(words) and not _is_of_a_medicine(words)
        found.append(Piece(start, end, words, own=not (counts_on or is_of_another(words, another))))
    return tuple(found)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    for clause in CLAUSE.finditer(text):
        start = clause.start()
        for joint in _AND.finditer(text, clause.start(), clause.end()):
            yield start, joint.start()
            start = joint.end()
        yield start, clause.end()


def without_others(text: str) -> str:
    """`text` without the clauses that surely count something else: "and I smoke 15 a day".

    What is summed up may be an overdose, so what is in doubt stays.
    """
    for piece in reversed(pieces_of(text, SURELY)):
        if not piece.own:
            text = f"{text[: piece.start]} {text[piece.end :]}"
    return text


def is_of_another(clause: str, by: float) -> bool:
    """Whether an amount or a time is told of something else than the taking of a medicine."""
    if "@" in clause or "_" not in letters_of(clause) or not tells(clause):
        return False
    return likeness_to_taking(clause) < -by


def goes_on(clause: str) -> bool:
    """Whether it tells more of the taking: how much, how often, since or until when."""
    letters = letters_of(clause).strip(",")
    return (letters != "" and "_" not in letters) or tells(clause) or likeness_to_taking(clause) > TAKING


def begins_another(clause: str) -> bool:
    """Whether the talk surely goes on to something else, counted or not: "my head hurts"."""
    return "_" in letters_of(clause) and likeness_to_taking(clause) < -SURELY


def likeness_to_taking(clause: str) -> float:
    """By how much, from -1 to 1, it is more like the taking of a medicine than like anything else that is counted."""
    scores = likeness(EXAMPLES, clause.strip().removeprefix("and ").removeprefix("but "), stiffness=STIFFNESS)
    return scores["taking"] - scores["other"]


def _is_of_a_medicine(clause: str) -> bool:
    letters = letters_of(clause)
    return "@" in clause or "U" in letters or "m" in letters or TAKEN.search(clause) is not None


def tells(clause: str) -> bool:
    """Whether it tells how much or how often."""
    return read_dose(clause).tells or AN_AMOUNT.search(letters_of(clause).lstrip(",")) is not None
