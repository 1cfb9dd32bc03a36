"""Turns what was found in an utterance into facts: there or not, now or then, the patient's or the family's."""

import re

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.held import (
    found_then,
    gone_after,
    had_then,
    is_asked,
    is_asked_in_chinese,
    is_feared,
    is_guessed,
    own_after_relative,
    passed_then,
    until_lately,
)
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.persons.of_family import finding_of_kin, is_of_family
from models.embedded.understanding.persons.whose import is_of_no_kin, is_of_patients_kin
from models.embedded.understanding.requested import request_of
from models.facts import Details, Fact, Status, Topic

_CUES = cues("statements")


def fact_of(hearing: Hearing, mention: Mention) -> Fact | None:
    """The fact a mention states; None when it is supposed, somebody else's, or only the subject of a question.

    Its details are those its own words hold.
    """
    if is_feared(hearing, mention):
        return Fact(topic=Topic.FINDING, code="cancer_worry", quote=hearing.quote(mention.start, mention.end))
    if any(held(hearing, mention) for held in (is_guessed, is_asked, is_asked_in_chinese, _is_pregnancy_not_known)):
        return None
    under = hearing.under(*mention.said_at) | hearing.under(mention.start, mention.end)
    if mention.topic is Topic.REQUEST:
        return request_of(hearing, mention, under)
    if ScopeKind.HYPOTHETICAL in under and not _answers_itself(hearing, mention):
        return None
    topic = Topic.FAMILY if is_of_family(hearing, mention) else mention.topic
    if topic is Topic.FINDING and hearing.asked != "past_history" and is_of_patients_kin(hearing, mention.start):
        return finding_of_kin(hearing, mention, under)
    status = None if _is_anothers(hearing, mention, topic, under) else _status(hearing, mention, topic, under)
    return None if status is None else _stated(hearing, mention, topic, status, under)


def _is_pregnancy_not_known(hearing: Hearing, mention: Mention) -> bool:
    """ "When will I get pregnant?" names a pregnancy and states none."""
    if mention.topic is not Topic.PREGNANCY:
        return False
    person = hearing.passing.person
    known = person is not None and person.pregnant is True
    return not known and _PREGNANCY.search(hearing.writing.lower, mention.start, mention.end) is not None


_PREGNANCY = re.compile(r"怀|孕|pregnan")


def _answers_itself(hearing: Hearing, mention: Mention) -> bool:
    """Whether an illness is only asked back, and told of: "diabetes? oh, about fifteen years"."""
    return hearing.asked == "past_history" and _ASKED_BACK.match(hearing.writing.lower, mention.end) is not None


_ASKED_BACK = pattern(_CUES["asked_back"])


def _is_anothers(hearing: Hearing, mention: Mention, topic: Topic, under: set[ScopeKind]) -> bool:
    """Whether it is told of somebody who is neither the one who is ill nor of their blood."""
    if topic is Topic.FAMILY and is_of_no_kin(hearing, mention.start):
        return True
    of_others = ScopeKind.OTHER_PERSON in under and not hearing.speaks_for_another
    return topic is mention.topic and of_others and not own_after_relative(hearing, mention.start)


def _status(hearing: Hearing, mention: Mention, topic: Topic, under: set[ScopeKind]) -> Status | None:
    """Whether it is said to be there; None where that is asked: 补了牙就不疼了？"""
    lower, place = hearing.writing.lower, mention.said_at
    if _WHETHER_BEFORE.search(lower[max(0, mention.start - 14) : place[0]]):
        return Status.UNKNOWN
    if _is_of_late(hearing, mention, under):
        return Status.PRESENT
    if topic is Topic.FAMILY and hearing.cue(*place, ScopeKind.NEGATED) in _NOT_OF_THEM:
        return Status.PRESENT
    if ScopeKind.NEGATED in under or _said_to_be_well(hearing, mention) or _asked_back(hearing, mention):
        return None if _ASKED_WHETHER.match(lower, mention.end) else Status.ABSENT
    if ScopeKind.UNCERTAIN in under and _UNSURE_WHETHER.search(hearing.cue(*place, ScopeKind.UNCERTAIN)):
        return Status.UNKNOWN
    return Status.PRESENT


_WHETHER_BEFORE = pattern(_CUES["whether_before"])
_NOT_OF_THEM = ("没的", "没了", "not me")  # 我哥是心梗没的, "my dad has gout, not me"
_ASKED_WHETHER = re.compile(r"了?(?:吗|么|嘛)?[？?]")
_UNSURE_WHETHER = re.compile(
    r"不知道|不知晓|不清楚|不确定|说不准|不晓得"
    r"|\bnot sure\b|\bdon't know\b|\bno idea\b|\bcan't tell\b|\bcan't remember\b"
)


def _is_of_late(hearing: Hearing, mention: Mention, under: set[ScopeKind]) -> bool:
    return ScopeKind.NEGATED in under and until_lately(hearing, *mention.said_at)


def _said_to_be_well(hearing: Hearing, mention: Mention) -> bool:
    """ "My temperature is fine" denies a fever; "my diabetes is under control" denies no diabetes."""
    return mention.topic is not Topic.CONDITION and _NOT_SO.match(hearing.writing.lower, mention.said_at[1]) is not None


_NOT_SO = pattern(_CUES["not_so_after"])


def _asked_back(hearing: Hearing, mention: Mention) -> bool:
    """你听我说话像不利索吗, said to whom asks for just that: it is not so."""
    if hearing.asked != f"finding:{mention.code}" or "像" not in hearing.writing.lower:
        return False
    return any(
        mention.start < told.end() and told.start() < mention.end for told in _LIKE_IT.finditer(hearing.writing.lower)
    )


_LIKE_IT = re.compile("我[^，。！？像]{0,6}像[^，。！？]{1,10}吗")


def _stated(hearing: Hearing, mention: Mention, topic: Topic, status: Status, under: set[ScopeKind]) -> Fact:
    """The fact in its words, with its stage, its place and whether it is over."""
    present = status is Status.PRESENT
    of_history = topic is Topic.CONDITION or (topic is Topic.FINDING and hearing.asked == "past_history")
    then = had_then(hearing, mention) if of_history and present else None
    past = then is not None or (topic is Topic.FINDING and present and _is_past(hearing, mention, under))
    quote, stage = _with_stage(hearing, mention)
    value = (hearing.writing.words(*then) if then else "") or stage
    site = _site(hearing, mention) if present and topic is not Topic.FAMILY else None
    said = Details(value=value, site=site)
    return Fact(topic=topic, code=mention.code, status=status, past=past, quote=quote, details=said)


def _is_past(hearing: Hearing, mention: Mention, under: set[ScopeKind]) -> bool:
    if hearing.asked == "past_history" and found_then(hearing, mention):
        return False
    long_ago = ScopeKind.PAST in under and not _is_of_late(hearing, mention, under)
    return (
        gone_after(hearing, mention.said_at[1])
        or (long_ago and not _of_last_month(hearing, mention))
        or passed_then(hearing, mention)
        or (mention.code not in _HAPPENED and _is_mended(hearing, mention))
    )


# 切到手，现在不流血了: what happened stays to be seen to, whatever of it has stopped.
_HAPPENED = frozenset({"cut_wound", "animal_bite", "burn", "fracture", "head_injury", "injury_fall", "sprain"})


def _of_last_month(hearing: Hearing, mention: Mention) -> bool:
    """Whether it comes each month, and the last is told of: "super heavy and came twice last month"."""
    cue = hearing.cue(*mention.said_at, ScopeKind.PAST)
    return mention.code in _MONTHLY and _LAST_MONTH.match(cue) is not None


_MONTHLY = frozenset({"heavy_periods", "period_irregular", "period_pain", "missed_period"})
_LAST_MONTH = re.compile(r"last month|上个?月")


def _is_mended(hearing: Hearing, mention: Mention) -> bool:
    """Whether it is said to be over; 尿管不通了 and 红包，过一会儿就消了 are not, whose end is of their name."""
    cue = hearing.cue(*mention.said_at, ScopeKind.RECOVERED)
    named = hearing.writing.lower[mention.start : mention.end]
    _, lacks, what = named.partition("不")
    return cue not in _ONLY_BETTER and cue not in named and not (what and cue.startswith(lacks + what))


# "": under no such word at all.
_ONLY_BETTER = ("", "好多了", "好转了", "好转")


def _with_stage(hearing: Hearing, mention: Mention) -> tuple[str, str | None]:
    """The quote, and the stage of an illness that stands right behind it."""
    if mention.topic is Topic.CONDITION:
        stage = _STAGE.match(hearing.writing.lower, mention.end)
        if stage:
            return hearing.quote(mention.start, stage.end()), hearing.writing.words(*stage.span("stage"))
    start, end = mention.start, mention.end
    if mention.where and mention.where[1] < start and end - start <= _TOO_SHORT:
        start = mention.where[0]  # 嘴里长溃疡，吃饭都疼: the sensation alone says nothing to who reads it
    return hearing.quote(start, end), None


_TOO_SHORT = 2  # characters
_STAGE = re.compile(
    r"[，,]?\s*(?P<stage>(?:stage|grade|type) (?:\d|i{1,3}v?)\w?|(?:第)?[1-5一二三四五][期级]|晚期|早期)"
)


def _site(hearing: Hearing, mention: Mention) -> str | None:
    """Where it is felt, in their words; 尿的时候 and "pass water" are when."""
    if mention.where is None or _AN_ACT.match(hearing.writing.lower, mention.where[0]):
        return None
    return _POSSESSIVE.sub("", hearing.writing.words(*mention.where))


_AN_ACT = re.compile(r"(?:解|拉|排)?(?:大便|小便|尿(?!道)|屎)|(?:pee|pass\w* water|urinat\w+)\b")
_POSSESSIVE = re.compile(r"['’]s$")


def with_details(fact: Fact, given: Details) -> Fact:
    """The fact with what is told of it beside its name; of a relative's illness that is told of the patient's own."""
    if fact.topic in (Topic.FAMILY, Topic.REQUEST):
        return fact
    if fact.topic is Topic.CONDITION and fact.past:
        given = Details(side=given.side)  # how long ago it was is told with its name
    elif fact.past and given.duration and given.duration.hours >= _A_CHILDHOOD:
        given = given.model_copy(update={"duration": None, "value": given.value or given.duration.words})
    return fact.model_copy(update={"details": given.updated(fact.details)})


_A_CHILDHOOD = 15 * 8766.0  # hours: "as a child" tells no number of years
