"""A scripted patient: answers the question really asked, in the wording of their temper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

import yaml

from app.reception.events import Question
from evaluation.simulation.personas import FOLDER, Line, Persona
from evaluation.simulation.told import Told
from models.facts import Details, Language, Sex, Value

DENIED = {"past_history": "condition", "medicines": "medicine", "allergies": "allergy"}


class Said(Value):
    """One utterance or tap, with what it tells and what may be read from it."""

    text: str = ""
    option: str | None = None
    tells: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    takes_back: tuple[str, ...] = ()
    answers: str | None = None  # the key of the question it answers; None for an aside


@cache
def tempers(language: Language) -> dict[str, Any]:
    """Wordings by temper, laid over those everybody uses."""
    written = yaml.load((FOLDER / f"tempers.{language}.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return {name: written["everybody"] | (own or {}) for name, own in written.items()}


@dataclass
class Patient:
    """Reproducible from the random generator."""

    persona: Persona
    random: Random
    turns: int = 0
    told: set[str] = field(default_factory=set)
    may: set[str] = field(default_factory=set)
    asides: list[int] = field(default_factory=list)

    def answer(self, question: Question | None) -> Said:
        """What they say next; `question` is the one on the screen."""
        self.turns += 1
        said = self._says(question)
        self.told = (self.told - set(said.takes_back)) | set(said.tells)
        self.may |= {*said.may, *said.tells, *said.takes_back}
        return said

    def _says(self, question: Question | None) -> Said:
        if self.turns == 1 and self.persona.opening is not None:
            return self._line(self.persona.opening, "open")
        for number, aside in enumerate(self.persona.asides):
            if aside.at <= self.turns and number not in self.asides:
                self.asides.append(number)
                said = self._line(aside, None)
                return said.model_copy(update={"takes_back": aside.takes_back})
        if question is None:
            return Said(text=self._word("done"))
        return self._reply(question)

    def _reply(self, question: Question) -> Said:
        key = question.key
        answer = self.persona.answers.get(key)
        match answer:
            case Line():
                return self._line(answer, key)
            case "unsure" | "refuse":
                return Said(text=self._word(answer), answers=key)
            case bool() if key not in DENIED:
                return self._yes_or_no(question, answer)
        return self._unwritten(question)

    def _unwritten(self, question: Question) -> Said:
        key, person = question.key, self.persona
        if key.startswith("finding:") or key == "pregnancy":
            return self._yes_or_no(question, False)
        if key in DENIED:
            return self._tapped(
                question, "no", Said(text=self._word(f"no_{key}"), tells=(f"-{DENIED[key]}:none",), answers=key)
            )
        if key == "age":
            return Said(text=self._word("age", age=_age(person.age)), tells=("person.age",), answers=key)
        if key == "sex":
            return Said(
                text=self._word("man" if person.sex is Sex.MALE else "woman"), tells=("person.sex",), answers=key
            )
        if key in ("open", "site", "how") and person.opening is not None:
            return self._line(person.opening, key)
        if key in ("choose", "offer"):
            return Said(option=question.options[-1 if key == "offer" else 0].key, answers=key)
        if key == "anything_else":
            return Said(text=self._word("done"), answers=key)
        if key in self._temper:
            return Said(text=self._word(key), tells=(key,), answers=key)
        return Said(text=self._word("unsure"), answers=key)

    def _yes_or_no(self, question: Question, there: bool) -> Said:
        key = question.key
        if key == "pregnancy":
            told: tuple[str, ...] = ("person.pregnant",) if there else ()
            may: tuple[str, ...] = ("pregnancy:pregnancy_known", "pregnancy:pregnancy", "finding:pregnancy_known")
        else:
            told, may = (key if there else f"-{key}",), ()
        said = Said(text=self._word("it_is" if there else "it_is_not"), tells=told, may=may, answers=key)
        return self._tapped(question, "yes" if there else "no", said)

    def _tapped(self, question: Question, option: str, said: Said) -> Said:
        """Some tap where they can."""
        taps = float(self._temper.get("taps", 0.3))
        there = any(o.key == option for o in question.options)
        return said.model_copy(update={"text": "", "option": option}) if there and self.random.random() < taps else said

    def _line(self, line: Line, key: str | None) -> Said:
        words = self.random.choice(line.say)
        told = (*line.tells, *_implied(line, key))
        return Said(text=self._dressed(words, key), tells=told, may=line.may, answers=key)

    def _dressed(self, words: str, key: str | None) -> str:
        """With what this temper says before and after, now and then."""
        if key is None or key == "open":
            return words
        often = float(self._temper.get("often", 0.0))
        before = self._choice(self._temper.get("before", [])) if self.random.random() < often else ""
        after = self._choice(self._temper.get("after", [])) if self.random.random() < often else ""
        if self.persona.language is Language.ZH:
            return f"{before}{words}{after}"
        return " ".join(
            part for part in (before, f"{words}." if after and words[-1] not in ".!?" else words, after) if part
        )

    def _word(self, name: str, **values: str) -> str:
        return self._dressed(self._choice(self._temper[name]).format(**values), name)

    def _choice(self, words: Sequence[str]) -> str:
        return self.random.choice(words) if words else ""

    @property
    def _temper(self) -> Mapping[str, Any]:
        every: dict[str, Any] = tempers(self.persona.language)
        return every.get(self.persona.temper, every["everybody"])  # type: ignore[no-any-return]


def _implied(line: Line, key: str | None) -> tuple[str, ...]:
    """An answer in words tells what was asked, unless it says otherwise or may be heard either way."""
    said = [one for name in line.tells for one in Told.read(name)]
    if key is None or f"-{key}" in (*line.tells, *line.may) or any(key in (one.topic, one.detail) for one in said):
        return ()
    detail = key in Details.model_fields and key != "site"
    return (key,) if key.startswith("finding:") or detail else ()


def _age(years: float) -> str:
    return f"{years:g}" if years >= 1 else f"{round(years * 12)}/12"
