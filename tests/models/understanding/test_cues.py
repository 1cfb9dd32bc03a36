"""The words this package listens for are read whole: no entry takes the place of one of the same name."""

from pathlib import Path

import pytest
import yaml

import models.embedded

FILES = sorted(Path(models.embedded.__file__).parent.rglob("*.yaml"))


def doubled(node: yaml.Node) -> list[str]:
    """Keys that stand twice in one mapping, at any depth."""
    if isinstance(node, yaml.SequenceNode):
        return [key for child in node.value for key in doubled(child)]
    if not isinstance(node, yaml.MappingNode):
        return []
    names = [key.value for key, _ in node.value]
    return [n for n in names if names.count(n) > 1] + [key for _, child in node.value for key in doubled(child)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_entry_is_written_twice(path: Path) -> None:
    root = yaml.compose(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    assert root is None or doubled(root) == []
