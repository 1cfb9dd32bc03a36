"""What a bare reply says of a detail of the complaint, in the light of the question just put."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from models.embedded.replies import answers
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details.grades import degree_named, grade
from models.embedded.understanding.details.sizes import size_told, value_told
from models.embedded.understanding.replies.answers import answer_in
from models.embedded.understanding.replies.asked import HISTORY_TOPICS
from models.embedded.understanding.replies.course_replies import EASED, course_guessed, course_told
from models.embedded.understanding.replies.denials import LACKS_A_SYMPTOM
from models.embedded.understanding.replies.own_words import HELPS, in_their_words, triggers_told
from models.embedded.understanding.replies.person_replies import ONLY_A_SEX
from models.embedded.understanding.replies.side_replies import only_a_side, side_told
from models.embedded.understanding.replies.since_replies import begins_with_a_time, since_told
from models.embedded.understanding.words.clauses import PAUSES
from models.embedded.understanding.words.writing import Writing
from models.facts import Answer, Details, Fact, Side, Status

_CUES = cues("answers")
_Fields = dict[str, object]  # of models.facts.Details
_EDGES = " .。,，!！~"


class _Bare(NamedTuple):
    asked: str
    writing: Writing
    found: Details
    told: Sequence[Fact]

    @property
    def lower(self) -> str:
        return self.writing.lower.strip(_EDGES)

    @property
    def answer(self) -> Answer | None:
        return answer_in(self.writing)


def details_for(asked: str, writing: Writing, *, found: Details, told: Sequence[Fact] = ()) -> Details:
    """The detail a bare reply gives: a number for severity, a place for site, one word for side or course.

    What has `told` of something by its name is more than a place.
    """
    bare = _Bare(asked, writing, found, told)
    if asked in HISTORY_TOPICS:
        return _beside_an_illness(bare) if asked == "past_history" and not told else Details()
    if asked == "pregnancy":  # "yes, ten weeks": no complaint has lasted so long
        return found.model_copy(update={"duration": None})
    if bare.answer in (Answer.UNSURE, Answer.REFUSED):
        return found.model_copy(update=_guessed(bare))
    if asked in Details.model_fields and any(_told_now(fact, asked) for fact in told):
        return found  # told of it by its name
    if not _is_of_the_complaint(bare):
        found = found.model_copy(update={"duration": None})
    given = _given(bare._replace(found=found))
    return found.model_copy(update={name: value for name, value in given.items() if value is not None})


def _beside_an_illness(bare: _Bare) -> Details:
    """What is told of the complaint to whom asks for illnesses; "now and then" tells how often a tablet is taken."""
    lasts = begins_with_a_time(bare.lower, bare.found)
    return Details(worse_with=bare.found.worse_with, duration=bare.found.duration if lasts else None)


def _guessed(bare: _Bare) -> _Fields:
    """What is guessed by who does not know: "same, maybe a touch worse", "hard to say, so maybe a three"."""
    if bare.asked == "course" and bare.found.course is None:
        return {"course": course_guessed(bare.lower)}
    given = grade(bare.lower) if bare.asked == "severity" else None
    return {"severity": given} if given else {}


def _told_now(fact: Fact, asked: str) -> bool:
    return fact.status is Status.PRESENT and not fact.past and getattr(fact.details, asked) is not None


def _is_of_the_complaint(bare: _Bare) -> bool:
    """Whether a time that is told can be the complaint's: "ibuprofen, for an hour" tells how long it helps."""
    if bare.asked in ("better_with", "worse_with"):
        return _TILL_NOW.search(bare.lower) is not None
    return bare.asked != "value" or _MEASURED_AT.search(bare.lower) is None


_TILL_NOW = re.compile(
    r"一直|到现在|这[几两]|[年月周天期拜](?:多)?了$|\b(?:since|for the (?:last|past)|(?:it's|it has|has) been)\b"
)
_MEASURED_AT = re.compile(
    r"\b(?:this (?:morning|afternoon|evening)|last (?:night|week|time|month)|yesterday|today)\b"
    r"|[今昨前][天晚早]|早上|上[次周]"
)


def _given(bare: _Bare) -> _Fields:
    asked, found = bare.asked, bare.found
    reads = _READ.get(asked)
    given = reads(bare) if reads else {}
    if found.side is None and only_a_side(bare.lower):
        given = {"side": side_told(bare.lower)} | given
    if asked in ("severity", "course") and not bare.told and not given.get(asked) and getattr(found, asked) is None:
        given |= triggers_told(bare.writing.original, found)
    if asked in Details.model_fields and found.value is None and not given.get("value"):
        given["value"] = size_told(bare.writing)  # told a question late
    return given


def _severity(bare: _Bare) -> _Fields:
    if bare.found.severity is not None or only_a_side(bare.lower):
        return {}
    lasting = bare.found.duration
    lower = bare.lower.replace(lasting.words.lower(), " ") if lasting else bare.lower  # 七八天 is no 8 of 10
    first = PAUSES.split(lower)[0]
    said = degree_named(_of_what_was_asked("severity", lower)) or degree_named(first[:_A_WORD_OR_TWO])
    return {"severity": grade(lower) or said}


_A_WORD_OR_TWO = 12  # characters of 就一点点, which no model knows for a degree


def _of_what_was_asked(asked: str, lower: str) -> str:
    """The clauses that answer it: "worse only, clots also are coming", asked how it goes on."""
    return ", ".join(clause for clause in PAUSES.split(lower) if clause and answers(asked, clause))


def _duration(bare: _Bare) -> _Fields:
    return {} if bare.found.duration else {"duration": since_told(bare.lower, bare.writing)}


def _side(bare: _Bare) -> _Fields:
    return {"side": bare.found.side if bare.found.side is Side.BOTH else side_told(bare.lower) or bare.found.side}


def _course(bare: _Bare) -> _Fields:
    if bare.found.course is not None or bare.found.worse_with or _denies(bare):
        return {}
    told = course_told(_of_what_was_asked("course", bare.lower))
    eased = not bare.told and EASED.search(bare.lower) and HELPS.search(bare.lower)
    return {"course": told, "better_with": bare.writing.original.strip()[:_MOST] if eased else None}


def _denies(bare: _Bare) -> bool:
    only = bool(bare.told) and all(fact.status is Status.ABSENT for fact in bare.told)
    return only or LACKS_A_SYMPTOM.match(bare.lower) is not None


def _site(bare: _Bare) -> _Fields:
    if bare.found.site is not None or bare.told or bare.answer or not _may_be_a_place(bare.lower):
        return {}
    return {"site": bare.writing.original.strip(_EDGES) or None}


def _may_be_a_place(lower: str) -> bool:
    return 0 < len(lower) <= 30 and not ONLY_A_SEX.fullmatch(lower) and answers("site", lower)


def _own_words(bare: _Bare) -> _Fields:
    asked = bare.asked
    told = getattr(bare.found, asked) is not None and asked not in ("worse_with", "better_with")
    if told or bare.answer not in (None, Answer.YES):
        return {}
    return {asked: in_their_words(asked, bare.writing.original, bare.told, bare.found)[:_MOST] or None}


_MOST = 80  # characters of their words


def _value(bare: _Bare) -> _Fields:
    return {"value": value_told(bare.writing)} if bare.found.value is None else {}


def _sudden(bare: _Bare) -> _Fields:
    if bare.found.sudden is not None:
        return {}
    if _SLOW_WORD.search(bare.lower):
        return {"sudden": False}
    if _SUDDEN_WORD.search(bare.lower) or bare.answer is Answer.YES:
        return {"sudden": True}
    return {"sudden": False} if bare.answer is Answer.NO else {}


_SUDDEN_WORD, _SLOW_WORD = pattern(_CUES["sudden_word"]), pattern(_CUES["slow_word"])
_READ: dict[str, Callable[[_Bare], _Fields]] = {
    "severity": _severity,
    "duration": _duration,
    "side": _side,
    "course": _course,
    "site": _site,
    **dict.fromkeys(("frequency", "character", "worse_with", "better_with"), _own_words),
    "value": _value,
    **dict.fromkeys(("sudden", "onset"), _sudden),
}
