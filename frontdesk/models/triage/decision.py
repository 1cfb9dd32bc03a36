"""Which specialty a patient belongs to, how sure that is, and the patient's words that say so."""

import re
from enum import StrEnum

import numpy as np

from frontdesk.models.facts import Person, Record, Status, Topic, Value
from frontdesk.models.mentions import asserted
from frontdesk.models.triage.differential import MAKE_SURE, OF_THE_WORDS, updated
from frontdesk.models.triage.evidence import Evidence, as_spoken_of, evidence, place_apart, pooled
from frontdesk.models.triage.persons import Chances, moved, specialties
from frontdesk.models.triage.statistics import Weights, is_chinese, logits, size

_BY_KNOWLEDGE = 0.3  # how much the knowledge counts against the statistical model
_ALL_SAID = {Topic.REQUEST: 1.0}  # and where one thing is all that was said: a wish says itself who grants it
_TAPPED = 0.55  # and where the patient has tapped what it is: that says more than the story around it
_ALL_TOLD = 0.5  # a complaint; more, or for longer texts, and frontdesk/evaluation/triage.py falls
_BESIDE = 4  # words beside it that still say nothing else
_SHARPEST, _BLUNTEST = (
    2.0,
    1.2,
)  # for one short sentence, for a letter without end; measured with frontdesk/evaluation/triage.py
_SENTENCE = {True: 25, False: 90}  # characters in Chinese, in another language
_VAGUE = 0.3  # weight of all evidence under which nothing but "unwell" was said
_UNBACKED = 1.55  # sharpest where the knowledge finds nothing in the words
_LEAST = 1e-4  # no chance is smaller in either half
_NAMED = 4  # alternatives at most
_WORTH_NAMING = 0.02
_REASON = 0.08  # share of a finding's weight that must speak for the specialty
_NOTHING_SAID = {"general_practice": 6.0}


class Urgency(StrEnum):
    EMERGENCY = "emergency"
    URGENT = "urgent"
    ROUTINE = "routine"


class Triage(Value):
    """An answer in standard specialties; `confidence` is the chance that `specialty` is right."""

    specialty: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...] = ()  # most likely first, without `specialty`
    reasons: tuple[tuple[str, str], ...] = ()  # (the patient's words, code of what they were taken for)
    urgency: Urgency = Urgency.ROUTINE  # a hint from where it points; red flags decide on their own


_WHO = re.compile(
    r"(?:(?<=[，,。；;\s])|^)(?:我|本人)?(?:今年)?(?:\d{1,3}岁了?|男性?|女性?)(?:[，,。；;\s]+|$)"
    r"|\bI(?:'m| am) (?:an? )?\d{1,3}(?=[- ]years?[- ]old| (?:male|female|man|woman)\b|[,.;]|\s*$)"
    r"(?:[- ]years?[- ]old)?(?: (?:male|female|man|woman))?\b[,.;]?\s*",
    re.IGNORECASE,
)


def triage(record: Record, *, person: Person, text: str = "", weights: Weights | None = None) -> Triage:
    """The specialty for what is known. With an empty record and no text: general practice, hardly sure.

    `weights` are a hospital's own of the statistical model; without them it goes by those in use in this process
    (`statistics.use`).
    """
    person = as_spoken_of(record, person)
    text = "" if _only_a_place(record, text) else text
    apart = place_apart(record)
    record = tuple(fact for fact in record if fact.topic is not Topic.DETAIL or fact.code == f"site:{apart}")
    answers = tuple(fact for fact in record if text.strip() and fact.asked in MAKE_SURE)
    found = evidence(tuple(fact for fact in record if fact not in answers), person)
    text = asserted(text) if text.strip() else text
    text = _WHO.sub("", text).strip(" ，,") or text  # who it is counts by `person`, and makes no complaint less sure
    if _only_wishes_plainly(found, text):
        chances = moved(found[0].chances, person)
    else:
        chances = combined(found, text, person, weights)
    if answers:
        chances = updated(chances, answers, _told(found), person)
        found = (*found, *evidence(answers, person))
    ranked = np.argsort(chances)[::-1]
    codes = specialties()
    best = codes[ranked[0]]
    others = ((codes[i], float(chances[i])) for i in ranked[1 : _NAMED + 1])
    return Triage(
        specialty=best,
        confidence=float(chances[ranked[0]]),
        alternatives=tuple((code, chance) for code, chance in others if chance >= _WORTH_NAMING),
        reasons=_reasons(found, best, person),
        urgency=_urgency(chances),
    )


def _only_a_place(record: Record, text: str) -> bool:
    """Whether nothing is said but where it is, and what it is there was tapped: a place alone makes no complaint."""
    places = {fact.quote for fact in record if fact.topic is Topic.DETAIL and fact.code.startswith("site:")}
    there = any(fact.asked in OF_THE_WORDS and fact.status is Status.PRESENT for fact in record)
    return there and text.strip() in places


def _told(found: tuple[Evidence, ...]) -> list[str]:
    return [one.fact.code for one in found if one.fact.topic is Topic.FINDING]


def _only_wishes_plainly(found: tuple[Evidence, ...], text: str) -> bool:
    """Whether nothing is said but a wish that goes to one place whatever it names: 查血脂 needs no haematologist."""
    if not found or any(one.fact.code not in _PLAIN_WISHES or _ORGAN.search(one.fact.quote) for one in found):
        return False
    for one in found:
        text = text.replace(one.fact.quote, " ")
    return len(_WISHING.sub("", text)) < _TELLS_MORE


_PLAIN_WISHES = frozenset({"blood_test_wish", "injection_due", "dressing_change", "endoscopy_report"})
_ORGAN = re.compile("[肝肾甲糖]|激素|thyroid|liver|kidney|sugar")
_WISHING = re.compile(
    r"[\W我你您来想要去给帮是就请问个下的了在哪里儿挂什么科号今天医生大夫让叫找看拿取做上周月礼拜星期昨前结果报告单出]+"
    r"|\b(?:i|to|for|a|an|my|of|me|it|want|need|like|here|the|had|did|last|week|month|have|get|see|doctor|explain\w*"
    r"|results?|report|and|about|somebody|someone|look|at)\b"
)
_TELLS_MORE = 4  # characters


def combined(found: tuple[Evidence, ...], text: str, person: Person, weights: Weights | None = None) -> Chances:
    """The chances of every specialty, in the order of `specialties()`."""
    scores = np.zeros(len(specialties()))
    if found:
        told = min(sum(one.weight for one in found), 1.0)
        scores = _share(found, text) * told * np.log(_normal(pooled(found)) + _LEAST)
    if text.strip():
        scores = scores + np.log(_normal(logits(text, weights)) + _LEAST)
    elif not found:
        scores = np.log([_NOTHING_SAID.get(code, 1.0) for code in specialties()])
    return moved(_normal(_sharpness(text, found) * scores), person)


def _share(found: tuple[Evidence, ...], text: str) -> float:
    """How much the knowledge counts: more of a text whose other words tell nothing and so point nowhere."""
    first = found[0].fact
    if any(one.fact.asked is not None for one in found):
        return _TAPPED
    if len(found) > 1 or size(text.replace(first.quote, " ")) > _BESIDE:
        return _BY_KNOWLEDGE
    return _ALL_SAID.get(first.topic, _ALL_TOLD)


def _sharpness(text: str, found: tuple[Evidence, ...]) -> float:
    """Makes the confidence mean the share of right answers: what a long letter is about is less sure than it looks."""
    if found and sum(one.weight for one in found) < _VAGUE:
        return _BLUNTEST
    sharpest = _SHARPEST if found else _UNBACKED
    sentences = max(1.0, len(text) / _SENTENCE[is_chinese(text)])
    return _BLUNTEST + (sharpest - _BLUNTEST) / sentences


def _normal(scores: Chances) -> Chances:
    chances = np.exp(scores - scores.max())
    whole: Chances = chances / chances.sum()
    return whole


def _reasons(found: tuple[Evidence, ...], specialty: str, person: Person) -> tuple[tuple[str, str], ...]:
    place = specialties().index(specialty)
    speaking = ((one.weight * float(moved(one.chances, person)[place]), one) for one in found)
    ranked = sorted((pair for pair in speaking if pair[0] >= _REASON), key=lambda pair: -pair[0])
    return tuple((one.fact.quote, one.fact.code) for _, one in ranked)


def _urgency(chances: Chances) -> Urgency:
    emergency = chances[specialties().index("emergency")]
    if emergency == chances.max():
        return Urgency.EMERGENCY
    return Urgency.URGENT if emergency > 0.1 else Urgency.ROUTINE
