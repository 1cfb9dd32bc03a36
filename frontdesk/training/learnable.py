"""What a nurse is fine-tuned on: rows as the reception sends them, or plain conversations; checked line by line."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from string import Template
from typing import Any, NamedTuple

from pydantic import ValidationError

from frontdesk.models.capability import Message
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.notes import NOTES
from frontdesk.models.nurse import NURSE, Undecided, decided
from frontdesk.training.data import BadLines, Conversation, Row, read_lines, rows_beside

ROLES = {"system": "system", "human": "user", "user": "user", "gpt": "assistant", "assistant": "assistant"}
SPEAKERS = {"patient": "user", "nurse": "assistant"}
SEPARATORS = {Language.ZH: "、", Language.EN: ", "}


class Example(NamedTuple):
    """A talk whose assistant messages from the index `learnt` on carry loss.

    `of`: the conversation it comes from, so that none is both learnt and held out; `shortens`: its oldest messages may
    be left out where it is too long.
    """

    messages: tuple[Message, ...]
    learnt: int
    of: str
    shortens: bool


class Data(NamedTuple):
    """`kinds`: how many examples of which kind and language; `prompts`: versions that are not today's."""

    examples: tuple[Example, ...]
    kinds: Counter[str]
    prompts: frozenset[str] = frozenset()


def rows(conversations: Path) -> Data:
    """The rows beside a file of conversations. Raises BadLines with every fault, OSError where a file is missing."""
    known = {one.id for one in read_lines(conversations, Conversation)}
    path = rows_beside(conversations)
    found = read_lines(path, Row)
    seen: dict[tuple[str, int, str], int] = {}
    faults = []
    for number, row in _numbered(path, found):
        first = seen.setdefault((row.conversation, row.turn, row.kind), number)
        if first != number:
            faults.append(f"line {number}: turn {row.turn} of {row.conversation} was given before, in line {first}")
        if row.conversation not in known:
            faults.append(f"line {number}: conversation {row.conversation} is not in {conversations.name}")
        faults += [f"line {number}: {reason}" for reason in _wrong_row(row)]
    _refuse(path, faults, found)
    return Data(
        tuple(_of_row(row) for row in found),
        Counter(f"{row.kind}, {row.language}" for row in found),
        frozenset(row.prompt for row in found) - _todays(),
    )


def plain(conversations: Path) -> Data:
    """The conversations themselves, as PIORS learns from them. Raises BadLines with every fault, OSError."""
    found = read_lines(conversations, Conversation)
    seen: dict[str, int] = {}
    faults = []
    for number, one in _numbered(conversations, found):
        if seen.setdefault(one.id, number) != number:
            faults.append(f"line {number}: {one.id} was given before, in line {seen[one.id]}")
        faults += [
            f"line {number}: turn {place} is empty" for place, t in enumerate(one.turns, 1) if not t.text.strip()
        ]
        if not _talk((SPEAKERS[turn.speaker], turn.text) for turn in one.turns):
            faults.append(f"line {number}: no patient is answered in it")
    _refuse(conversations, faults, found)
    return Data(
        tuple(_of_conversation(one) for one in found), Counter(f"{one.visit} visit, {one.language}" for one in found)
    )


def general(path: Path) -> tuple[Example, ...]:
    """Talk of other fields: a line has `messages`, ShareGPT's `conversations` or Alpaca's `instruction` and `output`.

    Raises BadLines with every fault, OSError.
    """
    found: list[Example] = []
    faults: list[str] = []
    for number, line in _lines(path):
        try:
            system, talk = _chat(json.loads(line))
            found.append(Example((*system, *talk), learnt=0, of=f"general:{number}", shortens=True))
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            said = (
                "is not JSON" if isinstance(error, json.JSONDecodeError) else "is no chat in which somebody is answered"
            )
            faults.append(f"line {number}: {said}")
    _refuse(path, faults, found)
    return tuple(found)


def drawn(others: Sequence[Example], *, beside: int, share: float, seed: int) -> list[Example]:
    """As many of `others` as make the part `share` of all with `beside` of our own, or as many as there are."""
    return Random(f"{seed}:mix").sample(others, min(round(beside * share / (1 - share)), len(others)))


def held_out(examples: Sequence[Example], *, share: float, seed: int) -> tuple[list[Example], list[Example]]:
    """To learn from, and to measure on: whole conversations, at least one where there is a share and two of them."""
    conversations = sorted({one.of for one in examples})
    apart = max(1, round(share * len(conversations))) if share and len(conversations) > 1 else 0
    kept = set(Random(f"{seed}:held out").sample(conversations, apart))
    return [one for one in examples if one.of not in kept], [one for one in examples if one.of in kept]


@cache
def plain_system(language: Language) -> str:
    """What stands before a plain conversation, for learning from it and for asking whoever learnt so."""
    written = (Path(__file__).parent / "prompts" / f"plain.{language}.txt").read_text("utf-8").strip()
    names = (getattr(one, language) for one in knowledge().specialties.values())
    return Template(written).substitute(departments=SEPARATORS[language].join(names))


def _wrong_row(row: Row) -> Iterator[str]:
    roles = [message.role for message in row.messages]
    if roles[:1] != ["system"] or not _alternate(roles[1:]) or roles[-1] != "user":
        yield f"the prompt's roles are {', '.join(roles) or 'none'}; a system's, then user and assistant in turns"
    if not row.answer.strip():
        yield "the answer is empty"
    elif row.kind == "reading":
        try:
            assert NOTES.answer is not None
            NOTES.answer.model_validate_json(row.answer)
        except ValidationError as error:
            yield f"the answer is none to a reading: {error.errors()[0]['msg']}"
    else:
        try:
            decided(iter([row.answer]))
        except Undecided:
            yield "the answer begins with no decision"


def _alternate(roles: Sequence[str]) -> bool:
    return bool(roles) and all(role == ("user", "assistant")[place % 2] for place, role in enumerate(roles))


def _of_row(row: Row) -> Example:
    answer = Message(role="assistant", content=row.answer.strip())
    return Example((*row.messages, answer), learnt=len(row.messages), of=row.conversation, shortens=False)


def _of_conversation(one: Conversation) -> Example:
    system = Message(role="system", content=plain_system(one.language))
    talk = _talk((SPEAKERS[turn.speaker], turn.text) for turn in one.turns)
    return Example((system, *talk), learnt=0, of=one.id, shortens=True)


def _talk(turns: Iterable[tuple[str, str]]) -> tuple[Message, ...]:
    """From the first words of a user to the last of an assistant, what one says in two turns joined."""
    talk: list[Message] = []
    for role, text in turns:
        if talk and talk[-1].role == role:
            talk[-1] = Message(role=talk[-1].role, content=f"{talk[-1].content}\n{text.strip()}")
        elif talk or role == "user":
            talk.append(Message.model_validate({"role": role, "content": text.strip()}))
    return tuple(talk[:-1] if talk and talk[-1].role == "user" else talk)


def _chat(line: Any) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """System message, if any, and talk. Raises ValueError, TypeError, LookupError or AttributeError when it is none."""
    if "instruction" in line:
        asked = f"{line['instruction']}\n{line.get('input') or ''}".strip()
        turns = [("user", asked), ("assistant", line["output"])]
    elif "messages" in line:
        turns = [(ROLES[one["role"]], one["content"]) for one in line["messages"]]
    else:
        turns = [(ROLES[one["from"]], one["value"]) for one in line["conversations"]]
    if any(not text.strip() for _, text in turns):
        raise ValueError("a turn is empty")
    system = tuple(Message(role="system", content=text) for role, text in turns[:1] if role == "system")
    talk = _talk(turns[len(system) :])
    if not talk:
        raise ValueError("nobody is answered")
    return system, talk


@cache
def _todays() -> frozenset[str]:
    return frozenset(part.version(language) for part in (NURSE, NOTES) for language in Language)


def _numbered(path: Path, values: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    return zip((number for number, _ in _lines(path)), values, strict=True)


def _lines(path: Path) -> list[tuple[int, str]]:
    """Those that are not blank, with their numbers."""
    with path.open(encoding="utf-8") as file:
        return [(number, line) for number, line in enumerate(file, 1) if line.strip()]


def _refuse(path: Path, faults: list[str], found: Sequence[object]) -> None:
    if not found and not faults:
        faults.append("the file: holds no line")
    if faults:
        raise BadLines(path, faults)
