"""One typed question to a model, and its two ways of being answered: by a prompt, and by embedded code."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel

from frontdesk.models.facts import Language, Value

Q = TypeVar("Q")
A = TypeVar("A")

PART = re.compile(r"^=== (user|assistant) ===\n", re.MULTILINE)  # what stands before the first is the system's


class Unfounded(ValueError):
    """A reply that fits its schema and not its question: a quote of words nobody said."""


class Message(Value):
    role: Literal["system", "user", "assistant"]
    content: str


class Asked(Value):
    """What goes into a capability's prompt: the words for its blanks."""

    language: Language
    blanks: Mapping[str, str] = {}


class Prompt(Value):
    """One request to a model. Without a schema the reply is plain words."""

    version: str  # which prompt file, in which wording: "nurse.zh@1f3a9c02"
    messages: tuple[Message, ...]
    schema_: Mapping[str, object] | None = None  # JSON schema of the reply
    tokens: int  # the longest reply


@dataclass(frozen=True)
class Capability(Generic[Q, A]):
    """`embedded` answers in milliseconds, without a server, and never raises for a valid question.

    `answer` is the Pydantic type of a model's reply, None when its words are the answer. `accepted` turns a reply
    into the answer and raises Unfounded when it contradicts the question. Prompt files are `NAME.LANGUAGE.txt`
    in the folder `prompts`: rules, then examples as turns of a talk, then what changes. Servers keep what begins alike,
    so nothing that changes from turn to turn may stand before the last part.
    """

    name: str
    embedded: Callable[[Q], A]
    asked: Callable[[Q], Asked]
    prompts: Path
    answer: type[BaseModel] | None = None
    accepted: Callable[[Q, BaseModel], A] | None = None
    tokens: int = 300

    def prompt(self, question: Q) -> Prompt:
        asked = self.asked(question)
        written = _read(self.prompts / f"{self.name}.{asked.language}.txt")
        messages = tuple(
            message.model_copy(update={"content": Template(message.content).substitute(asked.blanks)})
            for message in written.messages
        )
        return Prompt(
            version=self.version(asked.language),
            messages=messages,
            schema_=_schema(self.answer) if self.answer else None,
            tokens=self.tokens,
        )

    def rules(self, language: Language) -> str:
        """What the model is told before anything of the question, its blanks as they stand."""
        return _read(self.prompts / f"{self.name}.{language}.txt").messages[0].content

    def version(self, language: Language) -> str:
        """Which prompt file, in which wording."""
        return f"{self.name}.{language}@{_read(self.prompts / f'{self.name}.{language}.txt').version}"

    def read(self, question: Q, reply: str) -> A:
        """The answer in a model's reply. Raises ValueError (Pydantic's, Unfounded) when it is none."""
        if self.answer is None or self.accepted is None:
            raise ValueError(f"{self.name} is answered in words")
        return self.accepted(question, self.answer.model_validate_json(reply))


@dataclass(frozen=True)
class Written:
    """A prompt file: its messages with their blanks, and a name for its wording."""

    messages: tuple[Message, ...]
    version: str


def tells_rules(text: str, rules: str, *, letters: int) -> bool:
    """So many letters running of a model's `rules` stand in what it says."""
    said, told = _letters(text), _letters(rules)
    return any(said[at : at + letters] in told for at in range(len(said) - letters + 1))


@lru_cache(maxsize=64)
def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


@cache
def _schema(answer: type[BaseModel]) -> Mapping[str, object]:
    return answer.model_json_schema()


@cache
def _read(path: Path) -> Written:
    text = path.read_text(encoding="utf-8")
    return Written(tuple(_messages(text)), sha256(text.encode()).hexdigest()[:8])


def _messages(text: str) -> Iterator[Message]:
    system, *parts = PART.split(text)
    yield Message(role="system", content=system.strip())
    for role, content in zip(parts[::2], parts[1::2], strict=True):
        yield Message(role="user" if role == "user" else "assistant", content=content.strip())
