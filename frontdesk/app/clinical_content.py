"""The clinical content that ships, in the pieces a clinician signs off; each has a version that changes with it."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from frontdesk.app.settings import PACKAGE
from frontdesk.models.facts import Value

MODELS = PACKAGE / "models"
KINDS = (".yaml", ".csv", ".py")
PIECES: dict[str, tuple[str, ...]] = {  # what of `models` each is made of
    "red_flags": ("red_flags/rules/*.py", "red_flags/thresholds.py", "red_flags/levels.yaml"),
    "complaints": (
        *("knowledge/findings/*.yaml", "knowledge/conditions/*.yaml", "knowledge/signs.yaml"),
        *("knowledge/qualifiers.yaml", "knowledge/histories.yaml", "knowledge/sites.yaml", "knowledge/illnesses.yaml"),
    ),
    "departments": ("knowledge/specialties.csv", "knowledge/specialty_names.yaml"),
    "medicines": (
        *("knowledge/medicines/*.yaml", "knowledge/interactions.yaml", "knowledge/contraindications.yaml"),
        *("knowledge/daily_maxima.yaml", "knowledge/high_risk.yaml", "knowledge/mechanisms.yaml"),
        *("knowledge/label_rhythms.yaml", "knowledge/pregnancy.yaml", "knowledge/medicine_symptoms.yaml"),
    ),
    "values": ("knowledge/labs/*.yaml",),
    "nutrition": ("knowledge/nutrition/*",),
    "phrases": ("speaking/phrases.*.yaml",),
}


class Piece(Value):
    content: str
    files: tuple[str, ...]  # paths below `models`
    version: str  # SHA-256 of paths and bytes
    size: int  # bytes


@cache
def pieces() -> tuple[Piece, ...]:
    """As they are installed; they change with a new version of Frontdesk only."""
    return tuple(_piece(content) for content in PIECES)


def text_of(content: str, number: int) -> tuple[str, str] | None:
    """Path and text of a file of a piece, counted from 0; None where there is none."""
    files = list(_files(content)) if content in PIECES else []
    if not 0 <= number < len(files):
        return None
    return files[number].relative_to(MODELS).as_posix(), files[number].read_text("utf-8")


def _piece(content: str) -> Piece:
    whole, size, names = sha256(), 0, []
    for path in _files(content):
        name, body = path.relative_to(MODELS).as_posix(), path.read_bytes()
        whole.update(f"{name}\0{len(body)}\0".encode() + body)
        names.append(name)
        size += len(body)
    return Piece(content=content, files=tuple(names), version=whole.hexdigest(), size=size)


def _files(content: str) -> Iterator[Path]:
    for pattern in PIECES[content]:
        yield from sorted(path for path in MODELS.glob(pattern) if path.suffix in KINDS)
