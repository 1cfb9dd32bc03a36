"""Simulated patients: who they are, what they came with, and what they will tell when it is asked."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import Field, ValidationError, field_validator

from frontdesk.evaluation.simulation.told import Case, read
from frontdesk.models.facts import Details, Language, Sex, Value
from frontdesk.models.knowledge.load import knowledge

FOLDER = Path(__file__).parent
GROWN = 14  # years


class BadPersona(ValueError):
    """A file of personas that cannot be used; says where and why."""


class Line(Value):
    """Something said: its wordings, what each of them tells, and what may be read from it besides.

    What is told is named as in `Told`.
    """

    say: tuple[str, ...]
    tells: tuple[str, ...] = ()
    may: tuple[str, ...] = ()

    @field_validator("say", mode="before")
    @classmethod
    def _one_or_many(cls, said: object) -> object:
        return (said,) if isinstance(said, str) else said

    @field_validator("tells", "may")
    @classmethod
    def _readable(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            read(name)
        return names


class Aside(Line):
    """Said of their own accord instead of an answer, at the patient's `at`-th turn; the first is the opening."""

    at: int = Field(ge=2)
    takes_back: tuple[str, ...] = ()  # of what was told before


class Persona(Value):
    """`answers` is by what is told ("duration", "medicines", "finding:sweating"); what is not there is not so."""

    id: str
    language: Language
    temper: str
    age: float
    sex: Sex
    opening: Line | None  # None: they answer what is asked
    answers: dict[str, Line | bool | Literal["unsure", "refuse"]] = {}
    signs: tuple[str, ...] = ()  # danger signs that are so now
    asides: tuple[Aside, ...] = ()
    outcome: Literal["department", "emergency", "private", "person"] = "department"
    specialties: tuple[str, ...] = ()
    returning: str | None = None  # the patient number of one who comes again

    @field_validator("answers", mode="before")
    @classmethod
    def _short(cls, answers: dict[str, Any]) -> dict[str, Any]:
        return {_key(key): _line(answer) for key, answer in answers.items()}

    @field_validator("opening", mode="before")
    @classmethod
    def _words(cls, opening: object) -> object:
        return _line(opening)

    @field_validator("signs")
    @classmethod
    def _known(cls, signs: tuple[str, ...]) -> tuple[str, ...]:
        for sign in signs:
            if sign not in knowledge().signs:
                raise ValueError(f"no danger sign is called {sign}")
        return signs

    @property
    def tells(self) -> tuple[str, ...]:
        """Everything they would tell."""
        said = [tells(self.opening, "open")] if self.opening else []
        said += [tells(answer, key) for key, answer in self.answers.items() if isinstance(answer, Line)]
        plain = [(key, answer) for key, answer in self.answers.items() if isinstance(answer, bool)]
        said += [(key if so else f"-{key}",) for key, so in plain if key.startswith("finding:")]
        said += [aside.tells for aside in self.asides]
        taken_back = {name for aside in self.asides for name in aside.takes_back}
        return tuple(name for names in said for name in names if name not in taken_back)

    @property
    def relation(self) -> str:
        """The one who is ill, seen from the one who speaks; a child speaks for itself where its temper says so."""
        grown = self.age >= GROWN or self.temper == "child"
        return self.case.of_person("relation") or ("self" if grown else "child")

    @property
    def case(self) -> Case:
        lines = [self.opening, *self.answers.values(), *self.asides]
        may = (name for line in lines if isinstance(line, Line) for name in (*line.tells, *line.may))
        taken_back = {name for aside in self.asides for name in aside.takes_back}
        signs = (f"finding:{sign}" for sign in self.signs)
        return Case((*self.tells, *signs), (name for name in may if name not in taken_back))


def tells(line: Line, key: str | None) -> tuple[str, ...]:
    """An answer in words tells what was asked, unless it says otherwise or may be heard either way."""
    said = [one for name in line.tells for one in read(name)]
    if key is None or f"-{key}" in (*line.tells, *line.may) or any(key in (one.topic, one.detail) for one in said):
        return line.tells
    detail = key in Details.model_fields and key != "site"
    named = any(one.names(*key.split(":")) for one in said) if key.startswith("finding:") else False
    return (*line.tells, key) if (key.startswith("finding:") and not named) or detail else line.tells


def _key(key: str) -> str:
    return f"finding:{key}" if key in knowledge().findings else key


def _line(answer: object) -> object:
    """Bare words are a line; the two bare words that stand for a way of not answering stay."""
    if isinstance(answer, list) or (isinstance(answer, str) and answer not in ("unsure", "refuse")):
        return {"say": answer}
    return answer


@cache
def personas(kind: Literal["personas", "everyday"] = "personas") -> tuple[Persona, ...]:
    """All of them, in the order of their files; `everyday` ones tell stories, in half sentences. Raises BadPersona."""
    found = tuple(one for path in sorted(FOLDER.glob(f"{kind}.*.yaml")) for one in _read(path))
    ids = [one.id for one in found]
    twice = {name for name in ids if ids.count(name) > 1}
    if twice:
        raise BadPersona(f"more than one persona is called {', '.join(sorted(twice))}")
    return found


def _read(path: Path) -> Iterator[Persona]:
    language = path.name.split(".")[1]
    for row in yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader):
        try:
            yield Persona.model_validate({"language": language, **row})
        except ValidationError as error:
            raise BadPersona(f"{path.name}: {row.get('id')}: {error.errors()[0]}") from None
