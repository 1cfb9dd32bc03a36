"""The clauses of an utterance that are about the taking of a medicine: only their figures are doses.

"7 out of 10 at night" rates a pain, and "20 a day" may be cigarettes: neither is a dose of what was told turns ago.
"""

import re
from collections.abc import Iterator

from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.medication.dose_words import MG, ML
from frontdesk.models.specialists.medication.mentions import mentions
from frontdesk.models.specialists.medication.own_words import SURELY, Piece, likeness_to_taking, pieces_of, tells
from frontdesk.models.specialists.medication.rhythm import letters_of
from frontdesk.models.specialists.medication.unnamed import SOMETHING_ELSE, TAKES_IT, THE_MEDICINE

_RATED = re.compile(r"\b\w+ ?(?:out of|/) ?(?:ten|10)\b|[\d一二三四五六七八九十两]分(?![钟之次开])")
_STRENGTH = re.compile(rf"\d ?(?:{'|'.join((*MG, *ML))})(?![a-z])")
_SWALLOWED = re.compile(r"\b(?:swallow\w*|overdos\w*|inject\w*)\b|[吃服吞](?![饭早晚中])")
_BENT = re.compile(r"\b(?:doubled?|doubling) (?:up|over) (?:with|in|from)\b")  # with pain
_SENTENCE = re.compile(r"[.。!！?？;；\n](?!\d)")


def of_a_medicine(words: str) -> str:
    """`words` without what counts something else.

    A clause counts that holds a name, the form or the strength of a medicine, or says that one is swallowed; and behind
    such a clause what is nothing but how much and how often, or in its sentence is no surer of anything else.
    """
    writing = read(words)
    text = writing.lower
    for name in mentions(writing):
        text = f"{text[: name.start]}{'@'.ljust(name.end - name.start)}{text[name.end :]}"
    runs: list[tuple[int, int]] = []
    for one in _kept(text):
        start = runs.pop()[0] if runs and runs[-1][1] == one.start else one.start
        runs.append((start, min(one.end + 1, len(text))))
    return " ".join(writing.words(*run).strip() for run in runs)


def _kept(text: str) -> Iterator[Piece]:
    before, end = False, 0
    for piece in pieces_of(text, SURELY):
        in_sentence = before and not _SENTENCE.search(text, end, piece.start + 1)
        before = piece.own and (
            speaks_of_a_medicine(piece.words)
            or (before and _only_counts(piece.words))
            or (in_sentence and not (_RATED.search(piece.words) and tells(piece.words)))
        )
        end = piece.end
        if before:
            yield piece


def speaks_of_a_medicine(clause: str) -> bool:
    """Whether it names a medicine (@), its form or strength, or says that one is taken."""
    if "@" in clause:
        return True
    if _BENT.search(clause) or _RATED.search(clause):
        return False
    if THE_MEDICINE.search(clause) or TAKES_IT.search(clause) or _STRENGTH.search(clause):
        return True
    if SOMETHING_ELSE.search(clause):
        return False
    counted = "U" in letters_of(clause) and likeness_to_taking(clause) > 0  # "eight of them a day"
    return counted or _SWALLOWED.search(clause) is not None


def _only_counts(clause: str) -> bool:
    letters = letters_of(clause).strip(",")
    return letters != "" and "_" not in letters
