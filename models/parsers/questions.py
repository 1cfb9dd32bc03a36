"""The questions that are put: which clauses ask, whether of the talk itself, of the illness, or to be treated."""

import re
from enum import StrEnum
from itertools import pairwise

from models.parsers.patterns import Cue, compiled, entries, scripts
from models.parsers.writing import clauses, read

_QUESTIONS = entries("questions")
_ASKS_ZH, _ASKS_EN = compiled(_QUESTIONS["asks_zh"]), compiled(_QUESTIONS["asks_en"])
_ASKS_NOTHING, _TAG = Cue(_QUESTIONS["asks_nothing"]), compiled(_QUESTIONS["tags"])
_SENTENCE = re.compile(r"(?:[^。！？!?；;\n.]|\.(?=\d))+[。！？!?；;.]*")
_COMMA = re.compile(
    r"[，,](?!\d)|(?<=\w )(?:and|but) (?=(?:where|what|how|why|which|when|can|could|do|does|is|are|should|who)\b)"
)
_MEDICAL, _TO_BE_SEEN = Cue(_QUESTIONS["medical"]), Cue(_QUESTIONS["to_be_seen"])
_REFUSES = compiled(_QUESTIONS["refuses"])
_WHICH_DEPARTMENT = Cue(_QUESTIONS["which_department"])


class TalkQuestion(StrEnum):
    """What somebody asks about the talk itself."""

    WHY = "why"  # "why do you ask?"
    HOW_LONG = "how_long"  # "how many more questions?"
    REPEAT = "repeat"  # "say that again"
    MEANING = "meaning"  # "what do you mean?", "which one?"
    MACHINE = "machine"  # "are you a robot?"
    PRIVACY = "privacy"  # "who sees this?"


_ABOUT_TALK = {one: Cue(_QUESTIONS[one]) for one in TalkQuestion}


def questions(text: str) -> tuple[str, ...]:
    """The clauses that ask something, in the patient's words."""
    writing = read(text)
    asked: list[str] = []
    for sentence in _SENTENCE.finditer(writing.lower):
        cuts = [
            sentence.start(),
            *(
                cut.end() if cut[0][0] in "，," else cut.start()
                for cut in _COMMA.finditer(writing.lower, *sentence.span())
            ),
            sentence.end(),
        ]
        pieces = [(start, end) for start, end in pairwise(cuts) if writing.lower[start:end].strip()]
        asking = [piece for piece in pieces if _asks(writing.lower[slice(*piece)])]
        if (
            not asking
            and pieces
            and sentence[0].rstrip().endswith(("?", "？"))
            and not _TAG.match(writing.lower[slice(*pieces[-1])])
        ):
            # By the mark alone: "the pharmacy?"; not what is only said again to be refused.
            asking = [] if _REFUSES.match(writing.lower, sentence.end()) else pieces[-1:]
        for piece in asking:
            words = writing.words(*piece).strip(" ,，")
            if words and not _ASKS_NOTHING.search(writing.lower[slice(*piece)].strip(" ,，")):
                asked.append(words)
    return tuple(asked)


def _asks(clause: str) -> bool:
    chinese, english = scripts(clause)
    clause = clause.strip(" ,，")
    if _TAG.match(clause):
        return False
    return bool((chinese and _ASKS_ZH.search(clause)) or (english and _ASKS_EN.search(clause)))


def asks_about_talk(text: str) -> TalkQuestion | None:
    """What is asked of the talk; nothing where "speak up" stands beside what is told at length."""
    lower = read(text).lower
    asked = next((one for one, cue in _ABOUT_TALK.items() if cue.search(lower)), None)
    if asked in (TalkQuestion.REPEAT, TalkQuestion.MEANING):
        rest = [one for one in clauses(lower) if not _ABOUT_TALK[asked].search(one)]
        return None if len("".join(rest)) > (_TOLD_EN if lower.isascii() else _TOLD_ZH) else asked
    return asked


def without_talk(text: str) -> str:
    """The text without the clauses that ask of the talk itself."""
    return "".join(one for one in clauses(text) if asks_about_talk(one) is None).strip()


_TOLD_EN, _TOLD_ZH = 30, 10  # characters beside a question of the talk that tell something


def asks_medical(text: str) -> bool:
    """Whether it asks what only a doctor may answer: "is it cancer?", 严重吗."""
    lower = read(text).lower
    return any(not _is_refused(lower, *found.span()) for found in _MEDICAL.finditer(lower))


def _is_refused(lower: str, start: int, end: int) -> bool:
    """Whether it is no more than words said again to be refused: "surgery? I don't need an operation"."""
    if lower[:start].endswith(("不", "没", "别")):
        return True  # 我不需要手术
    sentence = next((one for one in _SENTENCE.finditer(lower) if one.start() <= start < one.end()), None)
    alone = sentence is not None and not _asks(sentence[0].rstrip("?？ "))
    return alone and sentence is not None and _REFUSES.match(lower, max(end, sentence.end())) is not None


def asks_which_department(text: str) -> bool:
    """Whether it asks which department or whom to see: 我该挂什么科; not where one is."""
    return _WHICH_DEPARTMENT.search(read(text).lower) is not None


def asks_to_be_seen(text: str) -> bool:
    """Whether it is a wish to be treated in the shape of a question: "can you see hair loss here?"."""
    return _TO_BE_SEEN.search(read(text).lower) is not None
