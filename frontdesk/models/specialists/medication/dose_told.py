"""The dose of a medicine in the patient's own words: from its name to the next one, or to what is of another thing."""

from functools import lru_cache
from typing import NamedTuple

from frontdesk.models.parsers.names import substances
from frontdesk.models.parsers.writing import Writing, read
from frontdesk.models.specialists.medication.dose import read_dose
from frontdesk.models.specialists.medication.dose_parts import tells_a_time
from frontdesk.models.specialists.medication.dose_words import NEEDED
from frontdesk.models.specialists.medication.intake import says, stretch
from frontdesk.models.specialists.medication.lexicon import Mention
from frontdesk.models.specialists.medication.own_words import Piece, begins_another, goes_on, pieces_of, tells
from frontdesk.models.specialists.medication.rhythm import dose_begins, letters_of
from frontdesk.models.specialists.medication.rhythm_words import DOES


class Span(NamedTuple):
    start: int
    end: int


@lru_cache(maxsize=512)  # what was said is looked at again in every later turn
def dose_of(name: str, words: str, at: int = 0) -> str:
    """The dose that `words` tell of the medicine they call `name`, from `at`; empty where they tell none.

    The words of the same predicate are kept as they stand, a time beside the amount and a stop too.
    """
    writing = read(words)
    lower = writing.lower
    found = [_without_strength(lower, *one) for one in substances(lower)]
    start = lower.find(read(name).lower, at) if name else -1
    named = next((one for one in found if one.start <= start < one.end), None)
    own = named or (Mention(start, start + len(name), name) if start >= 0 else next(iter(found), Mention(0, 0, name)))
    others = [one for one in found if one.end <= own.start or own.end <= one.start]
    first, last = stretch(lower, own, others)
    text = f"{lower[first : own.start]}@{lower[own.end : last]}"
    told = [Span(_place(one.start, first, own), _place(one.end, first, own)) for one in _told(text, own.start - first)]
    return _joined(writing, told)


def _without_strength(lower: str, start: int, end: int, code: str) -> Mention:
    """A name alone, where a list has it with its usual strength: "aspirin 75"."""
    name, _, last = lower[start:end].rpartition(" ")
    return Mention(start, start + len(name) if name and last.isdecimal() else end, code)


def _place(at: int, first: int, own: Mention) -> int:
    """Where a place of the stretch stands in the whole; the name is one character of it."""
    return first + at if first + at <= own.start else own.end + first + at - own.start - 1


def _told(text: str, name: int) -> list[Span]:
    """Where `text`, with the name as @ at `name`, tells of the dose."""
    found: list[Span] = []
    for piece in pieces_of(text):
        if piece.end <= name:
            continue
        if found and piece.start > name and tells_a_time(piece.words):
            found.append(Span(piece.start, piece.end))
            continue
        if piece.start > name and (not piece.own or begins_another(piece.words)):
            break
        if piece.start <= name:
            found += _beside_the_name(piece, name)
        elif goes_on(piece.words) or says("stopped", piece.words) or _is_of_the_row(text[: piece.end], piece):
            found.append(Span(piece.start, piece.end))
        else:
            break  # what comes behind is of something else
    return found


def _is_of_the_row(told: str, piece: Piece) -> bool:
    """ "Morning and night": whether it is a time of the day beside the one before it."""
    return piece.words.startswith("and ") and not letters_of(told).endswith("_")


def _beside_the_name(piece: Piece, name: int) -> list[Span]:
    """In the clause of the name: before it from the first word of a dose, and behind it to the end of the clause."""
    before, after = piece.words[: name - piece.start], piece.words[name + 1 - piece.start :]
    found: list[Span] = []
    begins = dose_begins(before)
    if begins is not None and before[begins:].strip() not in ARTICLES and read_dose(f"{before}@").tells:
        found.append(Span(piece.start + begins, name))
    begins = dose_begins(after)
    if DOES.search(after):
        return found  # "makes me sick twice a day"
    if begins is not None and (tells(f"@{after}") or letters_of(after).startswith("N")):
        found.append(Span(name + 1 + (begins if begins > PREFIX else 0), piece.end))
    elif NEEDED.search(after) or says("less", after) or says("stopped", after):
        found.append(Span(name + 1, piece.end))
    return found


def _joined(writing: Writing, told: list[Span]) -> str:
    """As they stand, those that stand together as one."""
    whole: list[Span] = []
    for one in told:
        if whole and not writing.lower[whole[-1].end : one.start].strip(_BETWEEN):
            one = Span(whole.pop().start, one.end)
        whole.append(one)
    parts = (writing.words(*one).strip(_BETWEEN) for one in whole)
    return ", ".join(part for part in parts if part)


ARTICLES = frozenset({"a", "an"})  # "a blood pressure tablet" tells no dose
PREFIX = 2  # characters before an amount that are of it: 单日三毫克
_BETWEEN = " ,，、;；.。:：()（）"
