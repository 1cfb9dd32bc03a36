"""How a medicine spoken of stands to the patient: taken now, taken once, not taken, or only asked about."""

import re
from enum import StrEnum
from typing import NamedTuple

from models.embedded.understanding.cues import cues, pattern


class State(StrEnum):
    CURRENT = "current"
    PAST = "past"
    NOT_TAKEN = "not_taken"  # prescribed or proposed, and left alone
    NOT_BORNE = "not_borne"  # an allergy, or what it does cannot be borne: "codeine makes me sick"
    BORNE = "borne"  # had once without harm, told to whom asks for allergies: 青霉素打过没事
    ASKED = "asked"  # "can I take ibuprofen?"


class Medicine(NamedTuple):
    """A medicine spoken of from `start` to `end`; `dose` in the patient's words."""

    start: int
    end: int
    code: str
    dose: tuple[int, int] | None = None
    state: State = State.CURRENT
    reaction: tuple[int, int] | None = None  # where is told how it was borne
    stopped_for: tuple[int, int] | None = None


_CUES = cues("medicines")
_STILL_BEFORE, _STILL_AFTER = pattern(_CUES["still_before"]), pattern(_CUES["still_after"])
_ASKED_BEFORE, _ASKED_AFTER = pattern(_CUES["asked_before"]), pattern(_CUES["asked_after"])
_MAY_BEFORE, _QUESTION_AFTER = pattern(_CUES["may_before"]), pattern(_CUES["questions_after"])
_WISHED = pattern(_CUES["wished"])
_ONCE_BEFORE = pattern(_CUES["once_before"])
_PAST_BEFORE, _PAST_AFTER = pattern(_CUES["past_before"]), pattern(_CUES["past_after"])
_NOT_BEFORE, _NOT_AFTER = pattern(_CUES["not_taken_before"]), pattern(_CUES["not_taken_after"])
_BORNE_BEFORE, _BORNE_AFTER = pattern(_CUES["borne_before"]), pattern(_CUES["borne_after"])
_COURSE_BEFORE, _COURSE_AFTER = pattern(_CUES["course_before"]), pattern(_CUES["course_after"])
_EXCHANGED_BEFORE, _EXCHANGED_AFTER = pattern(_CUES["exchanged_before"]), pattern(_CUES["exchanged_after"])
_TRIED_BEFORE, _NO_USE_AFTER = pattern(_CUES["tried_before"]), pattern(_CUES["no_use_after"])
_WOULD_BEFORE, _HELPS_AFTER = pattern(_CUES["would_before"]), pattern(_CUES["helps_after"])
_REACTS_BEFORE, _REACTS_AFTER = pattern(_CUES["reacts_before"]), pattern(_CUES["reacts_after"])
_FORBIDDEN_BEFORE, _AT_TIMES = pattern(_CUES["forbidden_before"]), pattern(_CUES["at_times"])
_STOPPED_FOR = pattern(_CUES["stopped_for"])
_TAKEN_NOW = pattern(_CUES["taken_now"])
CLAUSE = re.compile(r"[，。；！？,.;!?]|\b(?:and|but)\b")
_SENTENCE = re.compile(r"[。！？]|[.!?](?!\d)")
_REACH = 60  # characters of a window


def with_states(lower: str, found: list[Medicine]) -> list[Medicine]:
    """The medicines of a text, in its order, with how each stands and what it did."""
    stated: list[Medicine] = []
    for place, one in enumerate(found):
        following = found[place + 1].start + 1 if place + 1 < len(found) else len(lower)
        stated.append(_with_state(lower, one, stated[-1] if stated else None, following))
    return _as_told_last(_as_told_behind(lower, stated))


def _with_state(lower: str, one: Medicine, earlier: Medicine | None, following: int) -> Medicine:
    """What is said before the first of a list holds for all of it: "I stopped metformin, lisinopril and aspirin"."""
    after, name = earlier.end if earlier else 0, (one.start, one.end)
    reaction = _reaction_to(lower, after, name, following)
    state = State.NOT_BORNE if reaction else _state_of(lower, after, name, following)
    if state is State.BORNE and (end := _borne_well(lower, one.end, following)):
        reaction = one.start, end
    if earlier and state is State.CURRENT and _LISTED.fullmatch(lower, earlier.end, one.start):
        state = earlier.state
    why = _reason_stopped(lower, one.end, following) if state is State.PAST else None
    return one._replace(state=state, reaction=reaction, stopped_for=why)


def _as_told_behind(lower: str, stated: list[Medicine]) -> list[Medicine]:
    """ "Codeine and morphine make me sick", 头孢阿莫西林都吃过没事: told behind the last of a list, of all of it."""
    for place in range(len(stated) - 2, -1, -1):
        one, following = stated[place], stated[place + 1]
        if following.reaction and not one.reaction and _LISTED.fullmatch(lower, one.end, following.start):
            stated[place] = one._replace(state=following.state, reaction=(one.start, following.reaction[1]))
    return stated


_LISTED = re.compile(r"\s*(?:[、,和跟或]|\band\b|\bor\b)*\s*")


def _as_told_last(stated: list[Medicine]) -> list[Medicine]:
    """ "Bisoprolol, no, they stopped the bisoprolol": that it is over holds, told last."""
    last = {one.code: one.state for one in stated}
    return [
        one._replace(state=last[one.code]) if last[one.code] in (State.PAST, State.NOT_TAKEN) else one for one in stated
    ]


def _state_of(lower: str, after: int, name: tuple[int, int], following: int) -> State:
    """The state of the medicine at `name`, told between the medicine that ends at `after` and `following`.

    `following` is one past the first letter of the next medicine, or the end of the text.
    """
    start, end = name
    before = lower[max(after, start - _REACH) : start]
    clause = CLAUSE.split(before)[-1]
    rest = lower[end : min(following, end + _REACH)]
    sentence = _SENTENCE.split(rest)[0]
    in_vain = _TRIED_BEFORE.search(clause) and _NO_USE_AFTER.match(sentence)
    if not in_vain and (_NOT_BEFORE.search(before) or _NOT_AFTER.search(sentence)):
        return State.NOT_TAKEN
    told_after = _SENTENCE.split(lower[end : min(following, end + 2 * _REACH)])[0]
    exchanged = _EXCHANGED_BEFORE.search(clause) and _EXCHANGED_AFTER.match(sentence)
    course = _COURSE_BEFORE.search(clause) and _COURSE_AFTER.match(sentence)
    once = _ONCE_BEFORE.search(_SENTENCE.split(before)[-1])
    if exchanged or course or once or _PAST_BEFORE.search(clause) or _PAST_AFTER.search(told_after):
        return State.PAST
    if _BORNE_BEFORE.search(clause) or _BORNE_AFTER.match(sentence):
        return State.BORNE
    if _STILL_BEFORE.search(before) or _STILL_AFTER.search(rest):
        return State.CURRENT
    wished = _WISHED.search(before + lower[start:end])
    return State.ASKED if wished or _is_asked(before, rest) else State.CURRENT


def _reaction_to(lower: str, after: int, name: tuple[int, int], following: int) -> tuple[int, int] | None:
    """Where is told what the medicine at `name` does to somebody who cannot bear it; places as for `_state_of`."""
    start, end = name
    before = lower[max(after, start - _REACH) : start]
    if _REACTS_BEFORE.search(before) or (_FORBIDDEN_BEFORE.search(before) and not _AT_TIMES.match(lower, end)):
        return name
    told = _REACTS_AFTER.match(lower[end : min(following, end + _REACH)])
    refused = _NOT_BEFORE.search(before) is not None
    if told is None or (not refused and _TAKEN_NOW.search(before)):
        return None
    return start, end + told.end()


def _borne_well(lower: str, end: int, following: int) -> int | None:
    """Where is told to its end that the medicine ending at `end` did no harm: 吃过都没反应."""
    told = _BORNE_AFTER.match(lower[end : min(following, end + _REACH)])
    return end + told.end() if told else None


def _reason_stopped(lower: str, end: int, following: int) -> tuple[int, int] | None:
    """Where is told why the medicine that ends at `end` was stopped: "because they made me cough"."""
    told = _STOPPED_FOR.match(lower, end, min(following, end + 2 * _REACH))
    return told.span() if told else None


def _is_asked(before: str, rest: str) -> bool:
    if _WOULD_BEFORE.search(before):
        return _HELPS_AFTER.match(rest) is not None
    if _MAY_BEFORE.search(before) and _QUESTION_AFTER.match(rest):
        return True
    return bool(_ASKED_BEFORE.search(before) or _ASKED_AFTER.match(rest))


# What says that something taken, eaten or touched is not borne.
NOT_BORNE = re.compile(
    r"过敏|受不了|不行|皮试|起疹|反应|不[能敢][吃用打碰]|一[吃用打碰喝]就"
    r"|\b(?:allerg\w*|react\w*|rash\w*|hives|swell\w*|anaphyla\w*|itch\w*|come out in"
    r"|can'?t (?:have|take|touch|eat|wear)|(?:makes?|gives?|brings?) me|upsets?|disagrees?)\b"
)
