"""Whether what is named is so: only thought or feared, there of late, gone by now, or of the speaker after all."""

import re

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.persons.whose import is_own
from models.facts import Fact, Status, Topic

_CUES = cues("statements")

_UNTIL = pattern(_CUES["until_lately"])


def until_lately(hearing: Hearing, start: int, end: int) -> bool:
    """ "Never had headaches until last month" tells of headaches."""
    never = hearing.cue(start, end, ScopeKind.NEGATED).startswith(("never", "从"))
    return never and _UNTIL.match(hearing.writing.lower, end) is not None


def own_after_relative(hearing: Hearing, place: int) -> bool:
    """Whether the speaker is named again after the relative: "my dad died, so when I saw blood"."""
    scopes = [scope for scope in hearing.covering(place, place + 1) if scope.kind is ScopeKind.OTHER_PERSON]
    of_kin = any(
        s <= scope.start and scope.start - len(scope.cue) < e
        for scope in scopes
        for s, e, *_ in hearing.passing.mentioned
    )
    return of_kin and is_own(hearing, place) is True


def is_guessed(hearing: Hearing, mention: Mention) -> bool:
    """ "I thought it was wind", "she thinks I've had a stroke", 我以为是上火 tell of neither."""
    guessed = _GUESSED_ILLNESS if mention.topic is Topic.CONDITION else _THOUGHT
    return bool(guessed.search(hearing.writing.lower, max(0, mention.start - 40), mention.start))


def is_asked(hearing: Hearing, mention: Mention) -> bool:
    """ "Is it gout?" and "is my heart weak?" tell of neither; "is it from my gout?" does."""
    if mention.topic is Topic.REQUEST or mention.code.endswith("_worry"):
        return False  # the question is what they come for
    lower = hearing.writing.lower
    stop = _SENTENCE_END.search(lower, mention.end)
    if stop is None or stop[0] != "?":
        return False
    last = stop.start() - mention.end <= 1 and not _SEEN_NOW.match(lower, mention.start)
    if last and _IS_THEIRS.search(lower, 0, mention.start):
        return True
    start = max(lower.rfind(mark, 0, mention.start) for mark in ".!?;。") + 1
    cue = next((cue for cue in _ASKED_WHETHER.finditer(lower, start, stop.end()) if cue.start() <= mention.start), None)
    return cue is not None and not _GRANTED.search(lower, cue.end(), max(cue.end(), mention.start))


_SENTENCE_END = re.compile(r"[.!?;。！？；](?!\d)")
_SEEN_NOW = re.compile(r"\w+ing\b")  # "is my son having a fit?"
_IS_THEIRS = re.compile(
    r"\b(?:is|are) (?:my|his|her|our|the) (?:(?!for\b|of\b|with\b|from\b|after\b|\w+ing\b|in\b|an?\b)[\w']+ ){0,2}$"
)
_ASKED_WHETHER = pattern(_CUES["asked_whether"])
_GRANTED = pattern(_CUES["asked_whether_end"])


def is_feared(hearing: Hearing, mention: Mention) -> bool:
    """Whether a cancer is only feared: "I'm scared it's lung cancer" tells of none."""
    if mention.code != "cancer_known" and not mention.code.endswith("_cancer"):
        return False
    return bool(_FEARED.search(hearing.writing.lower, max(0, mention.start - 40), mention.start))


def is_asked_in_chinese(hearing: Hearing, mention: Mention) -> bool:
    """是痔疮吗, 癫痫和抽动症有什么区别, 吃了会头晕吗: what is asked about, and told of nobody."""
    lower, start, end = hearing.writing.lower, max(0, mention.start - 16), mention.end
    if _TOLD_APART.match(lower, end):
        return True
    if _MIGHT_FOLLOW.search(lower, start, mention.start) and _DOUBT_FOLLOWS.match(lower, end):
        return True
    illness = mention.topic is Topic.CONDITION
    return illness and bool(_ASKED_BEFORE.search(lower, start, mention.start) and _ASKED_BEHIND.match(lower, end))


_TOLD_APART = pattern(_CUES["told_apart"])
_MIGHT_FOLLOW, _DOUBT_FOLLOWS = pattern(_CUES["might_follow"]), pattern(_CUES["followed_by_doubt"])
_ASKED_BEFORE, _ASKED_BEHIND = pattern(_CUES["asked_before"]), pattern(_CUES["asked_behind"])
_FEARED = pattern(_CUES["feared"])
_THOUGHT = pattern(_CUES["thought"])
_GUESSED_ILLNESS = pattern([*_CUES["thought"], *_CUES["guessed_illness"]])


# "今天不烧了，礼拜一烧到三十八度五", "no fever today but I did on Monday": it was there, and is over.
_OVER_BY_NOW = re.compile(r"(?:今天|今早|今儿|现在|目前|已经|这会儿?)[^，。]{0,3}$")
_TODAY_AFTER = re.compile(r"[^,.;]{0,12}\b(?:today|now|any ?more|any longer|at the moment)\b")


def is_over(hearing: Hearing, fact: Fact, place: int) -> bool:
    """Whether what was told at `place` says that it is gone by now."""
    lower = hearing.writing.lower
    gone = fact.past or fact.status is Status.ABSENT
    return gone and bool(_OVER_BY_NOW.search(lower, max(0, place - 8), place) or _TODAY_AFTER.match(lower, place))


def passed_then(hearing: Hearing, mention: Mention) -> bool:
    """Whether it came once and some weeks ago, and is not said to have gone on: "was sick twice a fortnight ago"."""
    if mention.code not in _PASSING:
        return False
    lower = hearing.writing.lower
    start = max(lower.rfind(stop, 0, mention.start) for stop in ".!?;。！？；\n") + 1
    end = _SENTENCE_END.search(lower, mention.end)
    sentence = lower[start : end.start() if end else len(lower)]
    return _SOME_WEEKS_AGO.search(sentence) is not None and _GOES_ON.search(sentence) is None


_PASSING = frozenset({"vomiting", "nausea", "diarrhea", "nosebleed", "fever", "low_fever", "chills"})
_SOME_WEEKS_AGO, _GOES_ON = pattern(_CUES["some_weeks_ago"]), pattern(_CUES["goes_on"])


def had_then(hearing: Hearing, mention: Mention) -> tuple[int, int] | None:
    """Where is told when an illness was had that is over: "had a clot with my second", 小时候得过哮喘，后来好了."""
    lower = hearing.writing.lower
    clause = max(lower.rfind(stop, 0, mention.start) for stop in "，。；！？.!?;,") + 1
    before = lower[clause : mention.start]
    if _HAD_STILL.search(before):
        return None
    if mention.topic is Topic.FINDING and (_CAUGHT_ONCE.search(before) or _SAID_AS_DONE.match(lower, mention.end)):
        return mention.start, mention.start
    if _NAMED_THEN.search(lower, 0, mention.start):
        return mention.start, mention.start
    if inside := _THEN_INSIDE.search(lower, mention.start, mention.end):
        return inside.span()
    then = _AS_IT_WAS_THEN.match(lower, mention.end) or _OVER_BEHIND.match(lower, mention.end)
    if mention.code not in _STAYS:
        then = then or _OVER_UNLESS_IT_STAYS.match(lower, mention.end)
    if _HAD_BEFORE.search(before):
        then = then or _OVER_SINCE.match(lower, mention.end) or _CURED_AFTER.match(lower, mention.end)
        then = then or _THEN_BEFORE.search(lower, clause, mention.start)
    return then.span(then.lastgroup or 0) if then else None


_HAD_STILL, _HAD_BEFORE = pattern(_CUES["had_still"]), pattern(_CUES["had_before"])
_OVER_UNLESS_IT_STAYS = pattern(_CUES["over_unless_it_stays"])
# Had from when it is told of, and "all fine" under treatment.
_STAYS = frozenset(
    [
        "diabetes",
        "hypertension",
        "hypothyroidism",
        "epilepsy",
        "asthma",
        "adhd",
        "autism",
        "migraine",
        "psoriasis",
        "glaucoma",
        "hiv",
    ]
)
_AS_IT_WAS_THEN, _OVER_SINCE = pattern(_CUES["as_it_was_then"]), pattern(_CUES["over_since"])
_THEN_BEFORE = pattern(_CUES["then_before"])
_THEN_INSIDE = pattern(_CUES["then_inside"])
_NAMED_THEN = pattern(_CUES["named_then"])
_OVER_BEHIND = pattern(_CUES["over_behind"])
_CURED_AFTER, _CAUGHT_ONCE = pattern(_CUES["cured_after"]), pattern(_CUES["caught_once"])
_SAID_AS_DONE = re.compile("过(?![敏来去度于])")  # 骨折过
_FOUND_THEN = pattern(_CUES["found_then"])
_GONE_AFTER = pattern(_CUES["gone_after"])


def found_then(hearing: Hearing, mention: Mention) -> bool:
    """Whether it was found long ago, and so is there since: 前几年查出甲状腺结节."""
    lower = hearing.writing.lower
    clause = max(lower.rfind(stop, 0, mention.start) for stop in "，。；！？.!?;,") + 1
    return _FOUND_THEN.search(lower, clause, mention.start) is not None


def gone_after(hearing: Hearing, end: int) -> bool:
    """ "The rash has gone", told right behind its name."""
    return _GONE_AFTER.match(hearing.writing.lower, end) is not None
