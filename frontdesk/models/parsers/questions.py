"""The questions that are put: which clauses ask by their form, for the last line again, or to be treated."""

import re
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from frontdesk.models.parsers.patterns import Cue, compiled, entries, scripts
from frontdesk.models.parsers.writing import clauses, read

_QUESTIONS = entries("questions")
_ASKS_ZH, _ASKS_EN = compiled(_QUESTIONS["asks_zh"]), compiled(_QUESTIONS["asks_en"])
_ASKS_NOTHING, _TAG = Cue(_QUESTIONS["asks_nothing"]), compiled(_QUESTIONS["tags"])
_SENTENCE = re.compile(r"(?:[^。！？!?；;\n.]|\.(?=\d))+[。！？!?；;.]*")
_COMMA = re.compile(
    r"[，,](?!\d)|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])"
    r"|(?<=\w )(?:and|but) (?=(?:where|what|how|why|which|when|can|could|do|does|is|are|should|who)\b)"
)
_TO_BE_SEEN = Cue(_QUESTIONS["to_be_seen"])
_REFUSES = compiled(_QUESTIONS["refuses"])


class TalkQuestion(StrEnum):
    """What somebody asks about the talk itself."""

    WHY = "why"  # "why do you ask?"
    HOW_LONG = "how_long"  # "how many more questions?"
    REPEAT = "repeat"  # "say that again"
    MEANING = "meaning"  # "what do you mean?", "which one?"
    MACHINE = "machine"  # "are you a robot?"
    PRIVACY = "privacy"  # "who sees this?"
    NURSE = "nurse"  # "why is a nurse coming?", "what now?"
    NOT_ASKED = "not_asked"  # "why has nobody asked about the blood?"
    WRITTEN = "written"  # "why does it say asthma?"


_BY_FORM = (TalkQuestion.REPEAT, TalkQuestion.MEANING, TalkQuestion.MACHINE)
_ABOUT_TALK = {one: Cue(_QUESTIONS[one]) for one in _BY_FORM}


class Clause(NamedTuple):
    words: str
    asks: bool  # by its form, or its mark


def questions(text: str) -> tuple[str, ...]:
    """The clauses that ask something, in the patient's words."""
    return tuple(clause.words for clause in clauses_asking(text) if clause.asks)


def clauses_asking(text: str) -> tuple[Clause, ...]:
    """Every clause, and whether it asks something by its form."""
    writing = read(text)
    found: list[Clause] = []
    for sentence in _SENTENCE.finditer(writing.lower):
        pieces = _pieces(writing.lower, sentence)
        asking = _asking(writing.lower, sentence, pieces)
        for piece in pieces:
            words = writing.words(*piece).strip(" ,，")
            nothing = _ASKS_NOTHING.search(writing.lower[slice(*piece)].strip(" ,，"))
            if words:
                found.append(Clause(words, piece in asking and not nothing))
    return tuple(found)


_Piece = tuple[int, int]


def _pieces(lower: str, sentence: re.Match[str]) -> list[_Piece]:
    commas = _COMMA.finditer(lower, *sentence.span())
    inner = (cut.start() if cut[0].isascii() and cut[0][0].isalpha() else cut.end() for cut in commas)
    cuts = [sentence.start(), *inner, sentence.end()]
    return [(start, end) for start, end in pairwise(cuts) if lower[start:end].strip()]


def _asking(lower: str, sentence: re.Match[str], pieces: list[_Piece]) -> list[_Piece]:
    """By their form; else the last by the mark alone, "the pharmacy?", unless it is only said again to be refused."""
    asking = [piece for piece in pieces if _asks(lower[slice(*piece)])]
    if asking or not pieces or not sentence[0].rstrip().endswith(("?", "？")):
        return asking
    refused = _TAG.match(lower[slice(*pieces[-1])]) or _REFUSES.match(lower, sentence.end())
    return [] if refused else pieces[-1:]


def _asks(clause: str) -> bool:
    chinese, english = scripts(clause)
    clause = clause.strip(" ,，")
    if _TAG.match(clause):
        return False
    return bool((chinese and _ASKS_ZH.search(clause)) or (english and _ASKS_EN.search(clause)))


def asks_about_talk(text: str) -> TalkQuestion | None:
    """What is plainly asked of the talk, by its form; nothing where "speak up" stands beside what is told at length."""
    lower = read(text).lower
    asked = next((one for one, cue in _ABOUT_TALK.items() if cue.search(lower)), None)
    if asked in (TalkQuestion.REPEAT, TalkQuestion.MEANING):
        rest = [one for one in clauses(lower) if not _ABOUT_TALK[asked].search(one)]
        return None if len("".join(rest)) > (_TOLD_EN if lower.isascii() else _TOLD_ZH) else asked
    return asked


_TOLD_EN, _TOLD_ZH = 30, 10  # characters beside a question of the talk that tell something


def asks_to_be_seen(text: str) -> bool:
    """Whether it is a wish to be treated in the shape of a question: "can you see hair loss here?"."""
    return _TO_BE_SEEN.search(read(text).lower) is not None
