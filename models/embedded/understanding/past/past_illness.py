"""What answers the question for illnesses of long standing."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.past.of_old import ATTACKS, LONGEST_NAME, is_of_old, told_of_old
from models.embedded.understanding.past.when_told import end_of_clause
from models.facts import Details, Fact, Status, Topic
from models.knowledge.formulary import formulary

_CUES = cues("past_illness")
# Findings that name an illness when they are told as something had before.
_ILLNESSES = {"high_blood_pressure_reading": "hypertension", "high_sugar_reading": "diabetes"}
_TREATED_WITH = {"high_blood_pressure_reading": "antihypertensive", "high_sugar_reading": "diabetes_medicine"}
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
READINGS = _OWN_WORDS.union(_ILLNESSES)
LONG_STANDING = re.compile(r"\bhay ?fever\b|花粉症|\beczema\b|湿疹")  # comes back each year


def as_illnesses(facts: list[Fact], hearing: Hearing) -> list[Fact]:
    """What is told to whom asks for illnesses: a rash had as a child, a reading that is high, a fit with a fever."""
    treated = _treated(facts)
    told = [_as_illness(fact, hearing, treated) for fact in facts]
    for illness in told_of_old(hearing):
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


_OF_HISTORY = frozenset({"medicines", "allergies", "operations"})


def _is_lasting(fact: Fact, hearing: Hearing) -> bool:
    named = fact.quote.lower()
    return named in _BARELY_NAMED or (hearing.asked in _OF_HISTORY and LONG_STANDING.search(named) is not None)


_BARELY_NAMED = frozenset({"blood pressure", "bp"})  # "blood pressure, and he had a stroke"


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
    if fact.code in _ILLNESSES:
        return _illness_read(fact, hearing, treated)
    once = fact.code in ATTACKS and is_of_old(hearing.writing.lower)
    if fact.status is Status.ABSENT or not (once or fact.past or _is_an_illness(fact)):
        return fact
    return _in_own_words(fact.model_copy(update={"past": fact.past or once}), _LEAD.sub("", fact.quote) or fact.quote)


_WISHES = frozenset(
    {"blood_test_wish", "scan_wish", "check_up", "read_report", "repeat_prescription", "counselling", "vaccination"}
)
# 小时候有 before the name of what was had is not part of it.
_LEAD = re.compile(
    r"^(?:(?:小时候|以前|之前|曾经|从前|过去|年轻(?:的)?时候?|去年|前年)(?:也|就|还|都|老)*)+(?:有过?|得过|患过|长过|发过|起过)?(?:点儿?|些)?"
    r"|^(?:used to (?:have|get|suffer from)|previously had) (?:an? |bad |some )?",
    re.I,
)


def _is_an_illness(fact: Fact) -> bool:
    afraid = fact.code == "anxiety" and _AFRAID.search(fact.quote.lower())
    return (fact.code in _OWN_WORDS and not afraid) or LONG_STANDING.search(fact.quote.lower()) is not None


_AFRAID = re.compile(r"怕|担心|慌|\b(?:afraid|scared|frightened|worr\w+)\b")


def _illness_read(fact: Fact, hearing: Hearing, treated: set[str]) -> Fact:
    """The illness that a reading tells, or the reading in their words where it was slight or of a pregnancy."""
    if fact.past and _IN_PREGNANCY.search(hearing.writing.lower):
        return _in_own_words(fact, fact.quote)
    slight = fact.status is Status.PRESENT and fact.code not in treated and _slight(fact, hearing)
    if slight:
        return _in_own_words(fact, slight)
    return _lasting_only(fact.model_copy(update={"topic": Topic.CONDITION, "code": _ILLNESSES[fact.code]}))


_IN_PREGNANCY = re.compile(r"怀孕|怀着|孕期|\bpregnan")  # high only then, and over: no lasting illness


def _slight(fact: Fact, hearing: Hearing) -> str | None:
    """A reading that is only a little high and not treated, in their words: 血糖有点高, "sugar was a bit high"."""
    lower = hearing.writing.lower
    place = lower.find(fact.quote.lower())
    if place < 0 or _TREATED.search(lower):
        return None
    end = end_of_clause(lower, place)
    return hearing.writing.words(place, end).strip() if _A_LITTLE.search(lower, place, end) else None


_A_LITTLE = pattern(_CUES["a_little"])
_TREATED = pattern(_CUES["treated"])


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


_BORDERLINE = pattern(_CUES["borderline"])


def _in_own_words(fact: Fact, words: str) -> Fact:
    named = fact.model_copy(update={"topic": Topic.CONDITION, "code": words[:LONGEST_NAME], "quote": words})
    return _lasting_only(named)


def _lasting_only(fact: Fact) -> Fact:
    return fact.model_copy(update={"details": Details(duration=fact.details.duration, value=fact.details.value)})
