"""What is counted in a simulated reception: the department, the questions, the words and the truth of the record."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.reception.state import State
from evaluation.simulation.play import Conversation, Exchange
from models.facts import Duration, Language, Status, Topic, Value

LONGEST = {Language.ZH: 60, Language.EN: 40}  # a turn: characters, words (house style 34)
LONGEST_SENTENCE = {Language.ZH: 25, Language.EN: 15}
SENTENCE = re.compile(r"[^。！？!?.]+[。！？!?.]*[”\"]?")
ANSWERED_BY = {  # what, once told, makes a question needless
    "past_history": ("condition:",),
    "medicines": ("medicine:",),
    "allergies": ("allergy:", "-allergy:"),
    "age": ("person.age",),
    "sex": ("person.sex",),
    "pregnancy": ("person.pregnant",),
}
ASIDE = frozenset({"choose", "offer", "anything_else", "open", "site", "how"})
OF_THE_TEMPER = frozenset({"unwell", "any", "none", "pain_somewhere", "anxiety", "poor_sleep"})  # no part of the case
JUDGED = frozenset(
    {Topic.FINDING, Topic.REQUEST, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY, Topic.OPERATION, Topic.FAMILY}
)


class Judged(Value):
    """One conversation, counted. `questions` are those before a department was named, the first one included."""

    conversation: Conversation
    right: bool
    false_alarm: bool  # somebody was fetched for danger that was not there
    questions: int | None  # None: none was named
    asked: int
    asked_again: tuple[str, ...]  # what had been said already
    too_long: tuple[str, ...]
    several: tuple[str, ...]  # more than one question in a turn
    repeated: tuple[str, ...]  # the nurse's same words twice running
    told: int
    missed: tuple[str, ...]
    invented: tuple[str, ...]


def judge(conversation: Conversation) -> Judged:
    language = conversation.persona.language
    state, exchanges = conversation.state, conversation.exchanges
    lines = [conversation.greeting, *(e.nurse for e in exchanges)]
    missed = tuple(sorted(told for told in conversation.told if not holds(state, told)))
    return Judged(
        conversation=conversation,
        right=_right(conversation),
        false_alarm=_false_alarm(conversation),
        questions=_before_named(exchanges),
        asked=len(set(state.asked)),
        asked_again=tuple(_asked_again(exchanges)),
        too_long=tuple(line for line in lines if _too_long(line, state.language if exchanges else language)),
        several=tuple(line for line in lines if len(re.findall(r"[?？]", _unquoted(line))) > 1),
        repeated=tuple(b for a, b in pairwise(lines) if a == b),
        told=len(conversation.told),
        missed=missed,
        invented=tuple(_invented(conversation)),
    )


def _right(conversation: Conversation) -> bool:
    persona, state = conversation.persona, conversation.state
    raised = {alert.raised.rule for alert in state.alerts}
    if not raised.issuperset(persona.rules):
        return False
    match persona.outcome:
        case "department":
            return state.recommended is not None and state.recommended.specialty in persona.specialties
        case "person":
            return state.person_called
        case _:
            return state.emergency is not None and (persona.outcome == "private") == any(
                alert.raised.private for alert in state.alerts
            )


def _false_alarm(conversation: Conversation) -> bool:
    persona = conversation.persona
    grave = {a.raised.rule for a in conversation.state.alerts if a.raised.rule and a.raised.level in ("A", "B")}
    return persona.outcome in ("department", "person") and bool(grave - set(persona.rules))


def _before_named(exchanges: Sequence[Exchange]) -> int | None:
    """Different questions put until a department was named."""
    named = next((n for n, e in enumerate(exchanges) if e.named), None)
    if named is None:
        return None
    return len({e.asked for e in exchanges[: named + 1] if e.asked not in ("choose", "offer", "anything_else", None)})


def _asked_again(exchanges: Sequence[Exchange]) -> Iterator[str]:
    for exchange in exchanges:
        key = exchange.asked
        if key is None or key in ASIDE:
            continue
        names = (key, f"-{key}", f"{key}=", *ANSWERED_BY.get(key, ()))
        if any(told == key or told.startswith(names[1:]) for told in exchange.known):
            yield key


def _unquoted(line: str) -> str:
    return re.sub(r"“[^”]*”|\"[^\"]*\"", "", line)


def length(line: str, language: Language) -> int:
    """Characters of a Chinese line, words of an English one."""
    return len(re.sub(r"\s", "", line)) if language is Language.ZH else len(line.split())


def _too_long(line: str, language: Language) -> bool:
    sentences = SENTENCE.findall(_unquoted(line))
    return length(line, language) > LONGEST[language] or any(
        length(re.sub(r"[。！？!?.，]+$", "", s.strip()), language) > LONGEST_SENTENCE[language] for s in sentences
    )


def holds(state: State, told: str) -> bool:
    """Whether what the patient told is in the record."""
    name, _, value = told.partition("=")
    if name.startswith("person."):
        known = getattr(state.person, {"age": "age_months"}.get(name[7:], name[7:]))
        return known is not None and (not value or str(known) == value)
    status = Status.PRESENT
    if name.startswith("-"):
        name, status = name[1:], Status.ABSENT
    topic, _, code = name.partition(":")
    if not code:
        details = (getattr(f.details, topic) for f in state.record if f.status is Status.PRESENT)
        return any(d is not None and _same(d, value) for d in details)
    wanted = code.split("|")
    return any(f.topic == topic and f.status is status and _is(f.code, wanted) for f in state.record)


def _is(code: str, wanted: Sequence[str]) -> bool:
    return any(code == one or (one.startswith("~") and one[1:].lower() in code.lower()) for one in wanted)


def _same(detail: object, value: str) -> bool:
    if isinstance(detail, Duration) and value:
        return float(value) / 1.5 <= detail.hours <= float(value) * 1.5
    return not value or str(detail) == value


def _invented(conversation: Conversation) -> Iterator[str]:
    """Facts in the record that nobody told, and what was told the other way round."""
    named: dict[str, list[str]] = {}
    for told in (*conversation.told, *conversation.may):
        name = told.lstrip("-?")
        topic, _, codes = name.partition(":")
        named.setdefault(topic, []).extend(codes.split("|"))
    for fact in conversation.state.record:
        if fact.topic not in JUDGED or fact.code in OF_THE_TEMPER:
            continue
        if not _is(fact.code, named.get(fact.topic, [])) and fact.status in (Status.PRESENT, Status.ABSENT):
            yield f"{'-' if fact.status is Status.ABSENT else ''}{fact.topic}:{fact.code} ({fact.quote})"
