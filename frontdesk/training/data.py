"""What a simulation leaves: conversations, a line each, and the rows a nurse is fine-tuned on in a file beside them."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import ValidationError

from frontdesk.models.capability import Message
from frontdesk.models.facts import Language, Value
from frontdesk.training.profiles import Profile, Visit
from frontdesk.training.records import VisitRecord

V = TypeVar("V", bound=Value)


class Turn(Value):
    speaker: Literal["patient", "nurse"]
    action: str
    text: str


class Conversation(Value):
    """One line of `conversations.jsonl`. `department`: the specialty she named at last; `by`: who wrote it."""

    id: str
    language: Language
    visit: Visit
    profile: Profile
    record: VisitRecord
    turns: tuple[Turn, ...]
    department: str | None = None
    by: str
    seed: int


class Row(Value):
    """One prompt as the reception sends it and the answer that passed its checks.

    `nurse`: the answer is a decision line and words; `reading`: JSON of commands. `prompt` names the prompt's version.
    """

    conversation: str
    turn: int
    kind: Literal["nurse", "reading"]
    language: Language
    prompt: str
    messages: tuple[Message, ...]
    answer: str


class BadLines(ValueError):
    """Lines that are none of these; `faults` are "line N: why"."""

    def __init__(self, path: Path, faults: list[str]) -> None:
        super().__init__(f"{path}: {len(faults)} bad lines; {faults[0]}")
        self.path, self.faults = path, faults


def rows_beside(conversations: Path) -> Path:
    """The file of rows that belongs to a file of conversations."""
    return conversations.with_suffix(".rows.jsonl")


def read_lines(path: Path, kind: type[V]) -> tuple[V, ...]:
    """Raises BadLines naming every bad line, OSError."""
    found: list[V] = []
    faults: list[str] = []
    for number, line in _lines(path):
        try:
            found.append(kind.model_validate_json(line))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the line"
            faults.append(f"line {number}: {where}: {first['msg']}")
    if faults:
        raise BadLines(path, faults)
    return tuple(found)


def append(path: Path, values: Iterable[Value]) -> None:
    """Whole lines only: what was cut off by a kill is ended first."""
    text = "".join(json.dumps(one.model_dump(mode="json"), ensure_ascii=False) + "\n" for one in values)
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def mended(path: Path) -> int:
    """Takes away a last line that a kill cut off; how many characters that were."""
    if not path.exists():
        return 0
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return len(text) - len(whole)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line
