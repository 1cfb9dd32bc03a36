"""Reads YAML files as checked values, and notes every fault with its line."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import ValidationError

from frontdesk.his_adapter.folder.files import NO_TEXT, Fault, read_text
from frontdesk.models.facts import Value

Entry = TypeVar("Entry", bound=Value)


def document(
    path: Path, faults: list[Fault], loader: type[yaml.SafeLoader | yaml.BaseLoader] = yaml.SafeLoader
) -> tuple[Any, yaml.Node] | None:
    """The content, and its nodes for the lines; with BaseLoader every scalar is the text that stands there."""
    text = read_text(path, faults)
    if text is None:
        return None
    try:
        node, content = yaml.compose(text, loader), yaml.load(text, loader)  # noqa: S506 one of the two safe ones
    except (yaml.YAMLError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        reason = getattr(error, "problem", None) or "cannot be read"
        faults.append(Fault(path.name, mark.line + 1 if mark else 1, f"not YAML: {reason}"))
        return None
    if node is None:
        faults.append(Fault(path.name, 1, "the file is empty"))
        return None
    bad = [Fault(path.name, line_of(one), NO_TEXT) for one in _scalars(node) if not _is_text(one.value)]
    faults += bad
    return None if bad else (content, node)


def _scalars(whole: yaml.Node) -> Iterator[yaml.ScalarNode]:
    """Each once, though an alias may stand in what it names."""
    waiting, seen = [whole], {id(whole)}
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.ScalarNode):
            yield node
            continue
        inside = (one for each in node.value for one in (each if isinstance(each, tuple) else (each,)))
        new = [one for one in inside if id(one) not in seen]
        seen.update(map(id, new))
        waiting += new


def _is_text(value: str) -> bool:
    """YAML may write any letter by its number: NUL, and halves of letters (lone surrogates) too."""
    return "\x00" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)


def checked(kind: type[Entry], raw: object, file: str, node: yaml.Node, faults: list[Fault]) -> Entry | None:
    try:
        return kind.model_validate(raw)
    except ValidationError as error:
        for problem in error.errors():
            place = ".".join(str(part) for part in problem["loc"] if part != "[key]")
            faults.append(Fault(file, line_of(node, problem["loc"]), f"{place}: {problem['msg']}"))
        return None


def line_of(node: yaml.Node, path: Iterable[int | str] = ()) -> int:
    """The line of a key in a mapping, as far down as the path can be followed."""
    line = int(node.start_mark.line)
    for part in path:
        if not isinstance(node, yaml.MappingNode):
            break
        below = next((pair for pair in node.value if pair[0].value == str(part)), None)
        if below is None:
            break
        line, node = int(below[0].start_mark.line), below[1]
    return line + 1
