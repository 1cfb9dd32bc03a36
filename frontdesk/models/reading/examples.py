"""Training examples of the reader: pages, what was replied to them, and what the replies mean, in a readable markup.

    # Is any of this so now?
    > several: a Fever | b Cough | c None of these
    - nah just the [cough|S+], {how long is the wait|asks}
      = b+ a-
      @ self male 40y

A page may also be `> one: ...` or `> free` (no tiles). `= none` denies every tile, `= -` answers none.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

KINDS = {
    "S": "symptom",
    "I": "illness",
    "M": "medicine",
    "A": "allergy",
    "N": "intolerance",
    "V": "value",
    "D": "duration",
    "Q": "severity",
    "T": "trigger",
    "L": "site",
    "W": "wish",
}
STATUSES = {
    "+": "present",
    "-": "absent",
    "?": "unknown",
    "p": "past",
    "x": "stopped",
    "o": "other_person",
    "c": "conditional",
    "q": "asked",
}
ACTS = ("asks", "refuses", "prefers", "chooses", "corrects", "objects", "person")
RELATIONS = ("self", "child", "parent", "partner", "grandparent", "grandchild", "sibling", "friend", "other")
SEXES = ("male", "female")
NONE_LABELS = re.compile(r"都没有|没有别的了|none of these|nothing else", re.I)
MARK = re.compile(r"\[([^\[\]|{}]+)\|([A-Z])([-+?a-z])\]|\{([^{}|\[\]]+)\|([a-z]+)\}")
PAGE = re.compile(r"> *(several|one|free)\b:? *(.*)")
HINT = re.compile(r"^\[[^\]|]*\] *")


class Span(NamedTuple):
    start: int  # in characters
    end: int
    kind: str  # of KINDS, or of ACTS
    status: str  # of STATUSES; empty for an act


class Example(NamedTuple):
    text: str
    spans: tuple[Span, ...]
    asked: str
    asked_spans: tuple[Span, ...]
    tiles: tuple[str, ...]  # labels
    several: bool
    answers: tuple[str | None, ...] | None  # per tile "yes", "no" or None; None where nobody labelled them
    relation: str | None
    sex: str | None
    source: str  # file and line
    labelled: bool = True  # False: only the tiles are


class Malformed(ValueError):
    """A line that does not follow the markup, with its file and number."""


def read(paths: Iterable[Path]) -> Iterator[Example]:
    """All examples of the files, in order. Raises Malformed."""
    for path in paths:
        yield from _read(path.read_text(encoding="utf-8").splitlines(), path.name)


def plain(marked: str) -> tuple[str, tuple[Span, ...]]:
    """The words without their marks, and the spans that were marked. Raises ValueError for an unknown code."""
    text, last = "", 0
    spans: list[Span] = []
    for match in MARK.finditer(marked):
        words, kind, status, act_words, act = match.groups()
        if act is None and (kind not in KINDS or status not in STATUSES):
            raise ValueError(f"unknown code in {match.group()}")
        if act is not None and act not in ACTS:
            raise ValueError(f"unknown act in {match.group()}")
        text += marked[last : match.start()]
        inner = words or act_words
        spans.append(
            Span(len(text), len(text) + len(inner), KINDS.get(kind or "", act or ""), STATUSES.get(status or "", ""))
        )
        text, last = text + inner, match.end()
    text += marked[last:]
    if re.search(r"\|[A-Z][-+?a-z]\]|\|[a-z]+\}", text):
        raise ValueError("a mark inside another")
    return text, tuple(spans)


def _read(lines: list[str], name: str) -> Iterator[Example]:
    page = _Page("", (), {}, False)
    reply: _Reply | None = None
    for number, line in enumerate([*lines, "##"], 1):
        try:
            if reply is not None and line.startswith(("# ", "- ", "##")):
                yield reply.example(page, name)
                reply = None
            page, reply = _line(line, number, page, reply)
        except ValueError as fault:
            raise Malformed(f"{name}:{number}: {fault}") from fault


class _Page(NamedTuple):
    asked: str
    spans: tuple[Span, ...]
    tiles: dict[str, str]  # label by key
    several: bool


class _Reply(NamedTuple):
    marked: str
    line: int
    answers: str | None = None
    person: str = ""

    def example(self, page: _Page, name: str) -> Example:
        """Raises ValueError for marks and answers that do not fit."""
        text, spans = plain(self.marked)
        words = self.person.split()
        return Example(
            text=text,
            spans=spans,
            asked=page.asked,
            asked_spans=page.spans,
            tiles=tuple(page.tiles.values()),
            several=page.several,
            answers=_answers(self.answers, page.tiles) if page.tiles and self.answers is not None else None,
            relation=next((word for word in words if word in RELATIONS), None),
            sex=next((word for word in words if word in SEXES), None),
            source=f"{name}:{self.line}",
        )


def _line(line: str, number: int, page: _Page, reply: _Reply | None) -> tuple[_Page, _Reply | None]:
    """The page and the reply with what the line adds. Raises ValueError for a line that adds nothing."""
    told = line.strip()
    if line.startswith("# "):
        return _Page(*plain(HINT.sub("", told[2:])), {}, False), None
    if match := PAGE.match(line):
        tiles = dict(map(_tile, filter(None, match[2].split(" | "))))
        return page._replace(several=match[1] == "several", tiles=tiles), None
    if line.startswith("- "):
        return page, _Reply(told[2:], number)
    if told.startswith("=") and reply:
        return page, reply._replace(answers=told[1:].strip())
    if told.startswith("@") and reply:
        return page, reply._replace(person=told[1:])
    if told and not line.startswith("##"):
        raise ValueError(f"not understood: {line[:60]}")
    return page, reply


def _tile(told: str) -> tuple[str, str]:
    key, _, label = told.strip().partition(" ")
    return key, label


def _answers(told: str, tiles: dict[str, str]) -> tuple[str | None, ...]:
    if told == "-":
        return (None,) * len(tiles)
    if told == "none":
        return tuple("yes" if NONE_LABELS.search(label) else "no" for label in tiles.values())
    found: dict[str, str] = {}
    for one in told.split():
        if one[:-1] not in tiles or one[-1] not in "+-":
            raise ValueError(f"no such tile: {one}")
        found[one[:-1]] = "yes" if one[-1] == "+" else "no"
    return tuple(found.get(key) for key in tiles)
