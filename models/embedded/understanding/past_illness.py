"""What answers the question for illnesses of long standing, and when an illness or an operation was."""

import re
from functools import lru_cache

from models.embedded.scope import ScopeKind
from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.history import family_spoken_of
from models.embedded.understanding.whose import is_anothers, is_of_kin_behind, is_of_no_kin
from models.facts import Details, Fact, Status, Topic
from models.knowledge.formulary import formulary

_CUES = cues("past_illness")
_NAMED = {code: Cue(words) for code, words in _CUES["named"].items()}
_ORGAN = Cue(_CUES["organ"])
_A_LITTLE, _BORDERLINE = pattern(_CUES["a_little"]), pattern(_CUES["borderline"])
_TREATED = pattern(_CUES["treated"])
_LONG_AGO, _LATELY = pattern(_CUES["long_ago"]), pattern(_CUES["lately"])
_WHEN = pattern(_CUES["when"])
_STOP = re.compile(r"[，。；！？,;!?\n]|\.(?!\d)|\b(?:and|but)\b")
_SENTENCE = re.compile(r"[。；！？;!?\n]|\.(?!\d)")
_SAID_BESIDE = (
    "，, 。.的了吧呢做切放装换拔取生是大概就体检医生大夫院查出来说讲在时候"  # beside a time, and tells nothing else
)
_LONGEST = 80  # characters of a clause on each side
_MOST = 80  # characters of a name

# Findings that name an illness when they are told as something had before.
_ILLNESSES = {"high_blood_pressure_reading": "hypertension", "high_sugar_reading": "diabetes"}
_TREATED_WITH = {"high_blood_pressure_reading": "antihypertensive", "high_sugar_reading": "diabetes_medicine"}
_BARELY_NAMED = frozenset({"blood pressure", "bp"})  # "blood pressure, and he had a stroke"
LONG_STANDING = re.compile(r"\bhay ?fever\b|花粉症|\beczema\b|湿疹")  # comes back each year
_OWN_WORDS = frozenset(
    [
        "high_lipids",
        "high_uric_acid",
        "thyroid_test_abnormal",
        "thyroid_nodule",
        "newborn_care",
        "hepatitis_b_carrier_result",
        "anaemia_result",
        "anxiety",
    ]
)
_WISHES = frozenset({"blood_test_wish", "scan_wish", "check_up", "read_report", "counselling", "vaccination"})
READINGS = _OWN_WORDS.union(_ILLNESSES)
_ATTACKS = frozenset({"seizure", "febrile_convulsion"})  # had once, unless it is told of today
_VOLUNTEERED = ("febrile_convulsion",)
_OF_HISTORY = frozenset({"medicines", "allergies", "operations"})


def as_illnesses(facts: list[Fact], hearing: Hearing) -> list[Fact]:
    """What is told to whom asks for illnesses: a rash had as a child, a reading that is high, a fit with a fever."""
    treated = _treated(facts)
    return _with_those_of_old([_as_illness(fact, hearing, treated) for fact in facts], hearing, _told_of_old(hearing))


@lru_cache(maxsize=8)
def told_unasked(lower: str) -> tuple[tuple[int, int], ...]:
    """The clauses that tell, unasked, of an attack long ago, with when it was: 发烧39度，去年也烧抽过一次."""
    found = [match for code in _VOLUNTEERED for match in _NAMED[code].finditer(lower)]
    clauses = [(_start_of_clause(lower, match.start()), _end_of_clause(lower, match.end())) for match in found]
    return tuple(one for one in dict.fromkeys(clauses) if _WHEN.search(lower, *one) and _is_of_old(lower[slice(*one)]))


def with_those_unasked(facts: list[Fact], hearing: Hearing) -> list[Fact]:
    lower = hearing.writing.lower
    told: dict[str, Fact] = {}
    for clause in told_unasked(lower):
        for code in _VOLUNTEERED:
            match = _NAMED[code].search(lower, *clause)
            fact = _of_old(hearing, code, match) if match and code not in told else None
            told |= {code: fact} if fact else {}
    return [*facts, *told.values()]


def _with_those_of_old(told: list[Fact], hearing: Hearing, illnesses: list[Fact]) -> list[Fact]:
    for illness in illnesses:
        parts = [fact for fact in told if fact.name == illness.name or _overlap(hearing, fact, illness)]
        if not any(fact.topic is Topic.CONDITION and fact.code not in fact.quote for fact in parts):
            told = [*(fact for fact in told if fact not in parts), illness]
    return told


def _overlap(hearing: Hearing, one: Fact, other: Fact) -> bool:
    lower = hearing.writing.lower
    starts = [lower.find(fact.quote.lower()) for fact in (one, other)]
    ends = [start + len(fact.quote) for start, fact in zip(starts, (one, other), strict=True)]
    return min(starts) >= 0 and max(starts) < min(ends)


def as_illness_beside(facts: list[Fact], hearing: Hearing) -> list[Fact]:
    """Illnesses told to whom asks for something else: a pressure that is treated; "no allergies, just hay fever"."""
    treated = _treated(facts) | (set(_ILLNESSES) if hearing.asked in _OF_HISTORY else set())
    return [
        _as_illness(fact, hearing, treated) if fact.code in treated or _is_lasting(fact, hearing) else fact
        for fact in facts
    ]


def _is_lasting(fact: Fact, hearing: Hearing) -> bool:
    named = fact.quote.lower()
    return named in _BARELY_NAMED or (hearing.asked in _OF_HISTORY and LONG_STANDING.search(named) is not None)


def _treated(facts: list[Fact]) -> set[str]:
    """The readings that tell an illness when its medicine is named with them: 血压高，吃硝苯地平."""
    taken = [fact.code for fact in facts if fact.topic is Topic.MEDICINE and fact.status is Status.PRESENT]
    kinds = {kind for code in taken for kind in formulary().counts_as(code)}
    return {reading for reading, kind in _TREATED_WITH.items() if kind in kinds}


def _as_illness(fact: Fact, hearing: Hearing, treated: set[str]) -> Fact:
    if fact.topic is Topic.REQUEST:
        # "They said I need a blood test"; 近视, which is come for in itself.
        return fact if fact.code in _WISHES else _in_own_words(fact, fact.quote)
    if fact.code in _ILLNESSES.values() and (words := _borderline(fact, hearing)):
        return _in_own_words(fact, words)
    if fact.topic is not Topic.FINDING or fact.status not in (Status.PRESENT, Status.ABSENT):
        return fact
    if fact.code in _ILLNESSES and fact.past and _IN_PREGNANCY.search(hearing.writing.lower):
        return _in_own_words(fact, fact.quote)
    if fact.code in _ILLNESSES:
        slight = fact.status is Status.PRESENT and fact.code not in treated and _slight(fact, hearing)
        named = fact.model_copy(update={"topic": Topic.CONDITION, "code": _ILLNESSES[fact.code]})
        return _in_own_words(fact, slight) if slight else _lasting_only(named)
    once = fact.code in _ATTACKS and _is_of_old(hearing.writing.lower)
    afraid = fact.code == "anxiety" and _AFRAID.search(fact.quote.lower())
    own = once or fact.past or (fact.code in _OWN_WORDS and not afraid) or LONG_STANDING.search(fact.quote.lower())
    if fact.status is Status.ABSENT or not own:
        return fact
    return _in_own_words(fact.model_copy(update={"past": fact.past or once}), _LEAD.sub("", fact.quote) or fact.quote)


_IN_PREGNANCY = re.compile(r"怀孕|怀着|孕期|\bpregnan")  # high only then, and over: no lasting illness
_AFRAID = re.compile(r"怕|担心|慌|\b(?:afraid|scared|frightened|worr\w+)\b")
# 小时候有 before the name of what was had is not part of it.
_LEAD = re.compile(
    r"^(?:(?:小时候|以前|之前|曾经|从前|过去|年轻(?:的)?时候?|去年|前年)(?:也|就|还|都|老)*)+(?:有过?|得过|患过|长过|发过|起过)?(?:点儿?|些)?"
    r"|^(?:used to (?:have|get|suffer from)|previously had) (?:an? |bad |some )?",
    re.I,
)


def _is_of_old(lower: str) -> bool:
    """Whether an attack is told of the past in so many words; in doubt it is of today."""
    return _LONG_AGO.search(lower) is not None and not _LATELY.search(lower)


def _in_own_words(fact: Fact, words: str) -> Fact:
    named = fact.model_copy(update={"topic": Topic.CONDITION, "code": words[:_MOST], "quote": words})
    return _lasting_only(named)


def _lasting_only(fact: Fact) -> Fact:
    return fact.model_copy(update={"details": Details(duration=fact.details.duration, value=fact.details.value)})


def _borderline(fact: Fact, hearing: Hearing) -> str | None:
    """ "Borderline diabetes" in their words."""
    if fact.topic is not Topic.CONDITION or fact.status is not Status.PRESENT:
        return None
    place = hearing.writing.lower.find(fact.quote.lower())
    end = place + len(fact.quote)
    if place >= 0 and hearing.writing.lower.startswith("前期", end):
        return hearing.writing.words(place, end + 2)
    before = _BORDERLINE.search(hearing.writing.lower, 0, max(0, place))
    return hearing.writing.words(before.start(), place + len(fact.quote)) if before else None


def _slight(fact: Fact, hearing: Hearing) -> str | None:
    """A reading that is only a little high and not treated, in their words: 血糖有点高, "sugar was a bit high"."""
    lower = hearing.writing.lower
    place = lower.find(fact.quote.lower())
    if place < 0 or _TREATED.search(lower):
        return None
    end = _end_of_clause(lower, place)
    return hearing.writing.words(place, end).strip() if _A_LITTLE.search(lower, place, end) else None


def _told_of_old(hearing: Hearing) -> list[Fact]:
    lower = hearing.writing.lower
    codes = [code for code in _NAMED if code not in _ATTACKS or _is_of_old(lower)]
    found = [(code, match) for code in codes for match in _NAMED[code].finditer(lower)]
    told = [_of_old(hearing, code, match) for code, match in (*found, *(("", one) for one in _ORGAN.finditer(lower)))]
    facts: dict[str, Fact] = {}
    for fact in told:
        if fact and not any(fact.quote in other.quote for other in facts.values()):
            facts.setdefault(fact.code, fact)
    return list(facts.values())


def _of_old(hearing: Hearing, code: str, match: re.Match[str]) -> Fact | None:
    """The illness told at `match`, by its code or else its words; None where it is another's or supposed."""
    start, end = match.span(match.lastgroup or 0)
    under = hearing.under(start, end)
    of_kin = _is_of_kin(hearing, start, end)
    if of_kin and is_of_no_kin(hearing, start):
        return None
    if {ScopeKind.HYPOTHETICAL, ScopeKind.OTHER_PERSON} & under and not (of_kin or hearing.speaks_for_another):
        return None
    status = Status.ABSENT if ScopeKind.NEGATED in under else Status.PRESENT
    words = hearing.writing.words(start, end)
    past = code in _ATTACKS and status is Status.PRESENT
    topic = Topic.FAMILY if of_kin else Topic.CONDITION
    return Fact(topic=topic, code=code or words[:_MOST], status=status, past=past, quote=words)


def _is_of_kin(hearing: Hearing, start: int, end: int) -> bool:
    """ "Dad had crippling arthritis", "heart trouble runs in the family"."""
    if is_anothers(hearing, start) or is_of_kin_behind(hearing, start, end):
        return True
    told = family_spoken_of(hearing.writing.lower)
    return told is not None and told.end() <= start and not _STOP.search(hearing.writing.lower, told.end(), start)


def with_time(hearing: Hearing, fact: Fact) -> Fact:
    """The illness, operation or former habit with when it was: "gave up the fags eight years ago", 胆囊是前年切的."""
    dated = (
        fact.topic is Topic.OPERATION
        or (fact.topic is Topic.HABIT and fact.past)
        or (fact.topic is Topic.CONDITION and fact.details.duration is None)
    )
    lower = hearing.writing.lower
    start = lower.find(fact.quote.lower()) if dated and fact.status is Status.PRESENT else -1
    if start < 0 or fact.details.value:
        return fact
    when = time_told(lower, start, start + len(fact.quote))
    if when is None:
        return fact
    details = fact.details.model_copy(update={"value": hearing.writing.words(*when.span())})
    return fact.model_copy(update={"details": details})


def lasting_of_illness(hearing: Hearing, facts: list[Fact], loose: Details) -> tuple[list[Fact], Details]:
    """ "The blood pressure? She's had that twenty years", asked since when: the years are of what is named."""
    ill = [fact for fact in facts if fact.topic is Topic.CONDITION and fact.status is Status.PRESENT]
    complains = any(fact.topic is Topic.FINDING and fact.status is Status.PRESENT for fact in facts)
    if loose.duration is None or complains or len(ill) != 1 or ill[0].details.duration:
        return facts, loose
    place = hearing.writing.lower.find(ill[0].quote.lower())
    if place < 0 or not _HAD_THAT.match(hearing.writing.lower, place + len(ill[0].quote)):
        return facts, loose
    details = ill[0].details.model_copy(update={"duration": loose.duration})
    told = ill[0].model_copy(update={"details": details})
    return [told if fact is ill[0] else fact for fact in facts], loose.model_copy(update={"duration": None})


_HAD_THAT = pattern(_CUES["had_that"])


def time_told(lower: str, start: int, end: int) -> re.Match[str] | None:
    """Where is told when what stands from `start` to `end` was."""
    return _WHEN.search(lower, start, _end_of_clause(lower, end)) or _beside(lower, start, end)


def _beside(lower: str, start: int, end: int) -> re.Match[str] | None:
    """The time told before it in its clause, or alone in the clause behind it."""
    before = _WHEN.search(lower, _start_of_clause(lower, start), start)
    behind = _end_of_clause(lower, end)
    alone = _WHEN.search(lower, behind, _end_of_clause(lower, behind + 1))
    if before or alone is None or _SENTENCE.match(lower, behind):
        return before
    rest = lower[behind : alone.start()] + lower[alone.end() : _end_of_clause(lower, alone.end())]
    return alone if len(rest.strip(_SAID_BESIDE)) == 0 else None


def _start_of_clause(lower: str, place: int) -> int:
    begin = max(0, place - _LONGEST)
    return max((stop.end() for stop in _STOP.finditer(lower, begin, place)), default=begin)


def _end_of_clause(lower: str, place: int) -> int:
    end = min(len(lower), place + _LONGEST)
    stop = _STOP.search(lower, min(place, len(lower)), end)
    return stop.start() if stop else end
