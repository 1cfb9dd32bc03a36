"""The text that patients agree to at the kiosk, by version and language; one that was ever shown is never changed."""

from functools import cache
from pathlib import Path

from frontdesk.models.facts import Language

FOLDER = Path(__file__).with_name("consent")  # VERSION.LANGUAGE.txt, the version the day it was written


@cache
def versions() -> tuple[str, ...]:
    """Oldest first; each is there in every language."""
    return tuple(sorted({path.name.partition(".")[0] for path in FOLDER.glob("*.txt")}))


@cache
def lines(version: str, language: Language) -> tuple[str, ...]:
    """A title and the sentences under it; nothing for a version that is not known."""
    if version not in versions():
        return ()
    return tuple((FOLDER / f"{version}.{language}.txt").read_text("utf-8").splitlines())
