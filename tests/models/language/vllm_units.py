"""The units of docs/vllm as systemd would run them."""

import shlex
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "docs" / "vllm"
UNITS = ("vllm.service", "vllm-cluster.service", "ray-head.service", "ray-worker.service")


def settings(**changed: str) -> dict[str, str]:
    """Of vllm.env, as it is shipped."""
    lines = (line for line in (FOLDER / "vllm.env").read_text("utf-8").splitlines() if line and line[0] != "#")
    return dict(line.split("=", 1) for line in lines) | changed


def lines(unit: str) -> list[tuple[str, str]]:
    """Each setting of a unit; a line that ends in a backslash goes on."""
    text = (FOLDER / unit).read_text("utf-8").replace("\\\n", " ")
    return [(name, value) for name, equals, value in (line.partition("=") for line in text.splitlines()) if equals]


def command(unit: str, **changed: str) -> list[str]:
    """What is run, without `env` and its settings."""
    (told,) = (value for name, value in lines(unit) if name == "ExecStart")
    for name, value in settings(**changed).items():
        told = told.replace(f"${{{name}}}", value)
    assert "${" not in told, f"{unit}: a setting that vllm.env does not have: {told}"
    words = shlex.split(told)
    return [word for word in words[words[0] == "/usr/bin/env" :] if not word.split("=")[0].isupper()]
