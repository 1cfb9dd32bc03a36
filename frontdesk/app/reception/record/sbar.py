"""What a nurse tells a doctor whom she calls: situation, background, assessment, recommendation, in 90 words.

The order is that of the SBAR tool of the Institute for Healthcare Improvement. Plain code over the dialogue state:
nothing is concluded, and what nobody asked is said to be not asked.
"""

from collections.abc import Iterator
from datetime import datetime

import rjieba

from frontdesk.app.reception.record.contradictions import contradicted
from frontdesk.app.reception.record.medicines import cautions_of, medicines_of
from frontdesk.app.reception.record.noted import notes_of
from frontdesk.app.reception.record.statements import complaints_of, words_of
from frontdesk.app.reception.record.wording import (
    age_words,
    details_of,
    is_none_listed,
    lowered_words,
    name_of,
    none_listed,
    pick,
    quoted,
    sentence_of,
    sex_words,
)
from frontdesk.app.reception.session.state import State
from frontdesk.his_adapter.records import Level
from frontdesk.models.facts import Fact, Language, Status, Topic, Value
from frontdesk.models.parsers.english import tokens
from frontdesk.models.specialists.medication.cautions import AVOID, URGENT, name_in_both
from frontdesk.models.specialists.medication.listing import IN_THE_BODY

WORDS = 90  # of the whole; of Chinese as jieba cuts them
QUOTE = {Language.ZH: 40, Language.EN: 90}  # characters of the patient's words
CAUTIONS = 2  # named, of the gravest
SIGNS = 6  # danger signs denied that are named
ASKS = {
    Level.A: ("请马上来看。", "Please come at once."),
    Level.B: ("请先看这位病人。", "Please see this patient first."),
    Level.P: ("请安排单独房间，由专人接待。", "Please see them alone, in a private room."),
    Level.I: ("请戴口罩，走单独通道后再看。", "Please see them by the separate way, with masks."),
    Level.C: ("请护士处理后再看。", "Please see them after the nurse."),
}
ADVICE = ("请告诉我怎么安排。", "Please advise.")
HISTORY = (
    (Topic.CONDITION, "病史", "history"),
    (Topic.MEDICINE, "用药", "medicines"),
    (Topic.ALLERGY, "过敏", "allergies"),
    (Topic.INTOLERANCE, "不耐受", "intolerances"),
)


class Sbar(Value):
    """Four parts, each a short paragraph in one language."""

    situation: str
    background: str
    assessment: str
    recommendation: str


def sbar(state: State, language: Language, *, now: datetime) -> Sbar:
    """At most 90 words: what matters least is left out first."""
    parts = [list(_situation(state, language, now)), list(_background(state, language))]
    parts += [list(_assessment(state, language)), [pick(_ask(state), language)]]
    while _words(parts) > WORDS and any(len(part) > 1 for part in parts):
        longest = max((part for part in parts if len(part) > 1), key=lambda part: _words([part]))
        longest.pop()
    situation, background, assessment, recommendation = (_joined(part, language) for part in parts)
    return Sbar(situation=situation, background=background, assessment=assessment, recommendation=recommendation)


def words_in(text: str) -> int:
    """English words, and Chinese ones as they are cut; punctuation is none."""
    if text.isascii():
        return len(tokens(text))
    return sum(any(sign.isalnum() for sign in word) for word in rjieba.cut(text))


def _words(parts: list[list[str]]) -> int:
    return sum(words_in(sentence) for part in parts for sentence in part)


def _joined(part: list[str], language: Language) -> str:
    return pick(("", " "), language).join(part)


def _sentence(text: str, language: Language) -> str:
    return f"{text}{pick(('。', '.'), language)}"


def _situation(state: State, language: Language, now: datetime) -> Iterator[str]:
    who = [age_words(state.person, language), sex_words(state.person.sex, language).lower()]
    minutes = max(0, int((now - state.started).total_seconds() // 60))
    came = pick((f"到{minutes}分钟", f"here for {minutes} min"), language)
    yield _sentence(pick(("，", ", "), language).join([*filter(None, who), came]), language)
    for alert in state.in_danger:
        yield _sentence(f"{alert.raised.level}: {alert.raised.reason[language]}", language)
    for alert in state.alerts:
        if alert.lowered:
            yield _sentence(lowered_words(alert, language), language)
    complaint = _complaint(state, language)
    if complaint:
        yield _sentence(complaint, language)


def _complaint(state: State, language: Language) -> str:
    """What was tapped with its details, else the beginning of the words it was told in."""
    named = [
        pick(("，", ", "), language).join([name_of(fact, language), *details_of(fact.details, language)])
        for fact in complaints_of(state.record)
    ]
    if named:
        return pick(("；", "; "), language).join(named)
    said = next((fact.quote for fact in words_of(state.record)), "")
    return quoted(said if len(said) <= QUOTE[language] else f"{said[: QUOTE[language]]}…") if said else ""


def _background(state: State, language: Language) -> Iterator[str]:
    for topic, zh, en in HISTORY:
        facts = [fact for fact in state.record if fact.topic is topic and not contradicted(fact, state.record)]
        if topic is Topic.INTOLERANCE and not facts:
            continue  # nobody asks for it
        listed = [name_of(fact, language) for fact in facts if is_none_listed(fact)]
        told = [sentence_of(fact, language) for fact in facts if not (fact.only_asked or is_none_listed(fact))]
        told += [none_listed(listed, language)] if listed else []
        if topic is Topic.MEDICINE:
            told = _medicines(state, language) or told
        words = pick(("、", ", "), language).join(told) or pick(("还没有问", "not asked yet"), language)
        yield _sentence(f"{pick((zh, en), language)}{pick(('：', ': '), language)}{words}", language)


def _medicines(state: State, language: Language) -> list[str]:
    """What is in the body by the one list, each medicine once with its dose; what a doctor prescribed is told so."""
    lines: dict[tuple[str, ...], str] = {}
    for one in medicines_of(state):
        if one.standing in IN_THE_BODY:
            name = " ".join(part for part in (name_in_both(one.code)[language], one.dose) if part)
            of_record = pick(("（病历）", " (record)"), language) if one.source else ""
            lines.setdefault(one.holds, f"{name}{of_record}")
    return list(lines.values())


def _cautions(state: State, language: Language) -> Iterator[str]:
    for one in cautions_of(state):
        if one.verdict in (URGENT, AVOID):
            names = [*(name[language] for name in one.medicines), *filter(None, [one.because.get(language)])]
            yield _sentence(f"{' + '.join(names)}{pick(('：', ': '), language)}{one.why[language]}", language)


def _assessment(state: State, language: Language) -> Iterator[str]:
    yield from list(_cautions(state, language))[:CAUTIONS]
    findings = [fact for fact in state.record if fact.topic is Topic.FINDING]
    there = [fact for fact in findings if fact.status is Status.PRESENT and fact not in complaints_of(state.record)]
    denied = [fact for fact in findings if fact.status is Status.ABSENT][:SIGNS]
    notes = [note.text[language] for note in notes_of(state)]
    for zh, en, those in (("有", "also", _names(there, language)), ("没有", "not", _names(denied, language))):
        if those:
            yield _sentence(f"{pick((zh, en), language)}{pick(('：', ': '), language)}{those}", language)
    yield from (note if note.endswith(("。", ".")) else _sentence(note, language) for note in notes)
    if not (there or denied or notes):
        yield _sentence(pick(("危险情况还没有问", "danger signs not asked yet"), language), language)


def _names(facts: list[Fact], language: Language) -> str:
    return pick(("、", ", "), language).join(name_of(fact, language) for fact in facts)


def _ask(state: State) -> tuple[str, str]:
    levels = {alert.raised.level for alert in state.in_danger}
    return next((ASKS[level] for level in ASKS if level in levels), ADVICE)
