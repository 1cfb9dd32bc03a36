"""What is counted in a simulated reception: the department, the questions, the words and the truth of the record."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from evaluation.simulation.play import Conversation, Exchange
from evaluation.simulation.told import distorted, holds, invented
from models.facts import Language, Value

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
    mistaken: tuple[str, ...]


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
        invented=tuple(invented(state, conversation.told | conversation.may, OF_THE_TEMPER)),
        mistaken=tuple(_mistaken(conversation)),
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
    calm = persona.outcome in ("department", "person") and "emergency" not in persona.specialties
    return calm and bool(grave - set(persona.rules))


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


def _mistaken(conversation: Conversation) -> Iterator[str]:
    """Details nobody told, and an age or sex that is not the patient's."""
    state, persona = conversation.state, conversation.persona
    yield from distorted(state, conversation.told | conversation.may)
    if state.person.sex not in (None, persona.sex):
        yield f"person.sex={state.person.sex}"
    if state.person.age is not None and abs(state.person.age - persona.age) >= 1:
        yield f"person.age={state.person.age:g} years"
