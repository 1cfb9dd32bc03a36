"""The hospital's guidelines as text files: its own, which go first, and general ones."""

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from enum import StrEnum
from pathlib import Path

import yaml
from pydantic import ValidationError

from frontdesk.models.bad_setting import BadSetting
from frontdesk.models.facts import Language, Sex, Value


class Scope(StrEnum):
    """The folder a guideline lies in."""

    INSTITUTION = "institution"
    GENERAL = "general"


class Chapter(StrEnum):
    ASSESSMENT = "assessment"
    TREATMENT = "treatment"
    FOLLOW_UP = "follow_up"
    REFER = "refer"


HEADINGS = {
    "Initial assessment": Chapter.ASSESSMENT,
    "初步评估": Chapter.ASSESSMENT,
    "Initial treatment": Chapter.TREATMENT,
    "初步治疗": Chapter.TREATMENT,
    "Follow-up": Chapter.FOLLOW_UP,
    "随访": Chapter.FOLLOW_UP,
    "Refer or admit": Chapter.REFER,
    "转诊或住院": Chapter.REFER,
}
FILE = re.compile(r"\A---\n(?P<head>.*?)\n---\n(?P<body>.*)\Z", re.DOTALL)
LANGUAGE, HEADING, BULLET = re.compile(r"# (en|zh)\Z"), re.compile(r"## (.+)\Z"), re.compile(r"- (.+)\Z")

Chapters = dict[Chapter, tuple[str, ...]]


class GuidelineError(BadSetting):
    """A file cannot be read as a guideline; the message names file and line."""

    setting = "FRONTDESK_GUIDELINES"


class Guideline(Value):
    """`conditions` and `findings` are codes of the knowledge, `specialties` those of the standard list."""

    id: str
    scope: Scope
    conditions: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    specialties: tuple[str, ...] = ()
    sex: Sex | None = None  # of the patients it is for, where it is not for all
    title: dict[Language, str]
    sources: tuple[str, ...]
    reviewed: date
    chapters: dict[Language, Chapters]

    def fits(self, codes: Collection[str]) -> int:
        """How many of what it is about is among `codes`."""
        return len({*self.conditions, *self.findings}.intersection(codes))


class Written(Value):
    """A guideline, and the text that says so."""

    guideline: Guideline
    text: str


def read(folder: Path) -> tuple[Guideline, ...]:
    """Those of both scopes, the hospital's own first. Raises GuidelineError."""
    return tuple(one.guideline for one in written_in(folder))


def written_in(folder: Path) -> tuple[Written, ...]:
    """As `read`, with their texts. Raises GuidelineError."""
    if not folder.is_dir():
        raise GuidelineError(f"{folder}: there is no such folder")
    paths = ((path, scope) for scope in Scope for path in sorted((folder / scope.value).glob("*.md")))
    texts = ((path, scope, path.read_text(encoding="utf-8")) for path, scope in paths)
    return tuple(Written(guideline=parse(text, scope, str(path)), text=text) for path, scope, text in texts)


def fitting(guidelines: Sequence[Guideline], codes: Collection[str], sex: Sex | None = None) -> list[Guideline]:
    """Those about any of `codes`, the closest first; a general one stands back behind the hospital's own of its id.

    `sex` of the patient, where it is known.
    """
    found = [one for one in guidelines if one.fits(codes) and (None in (sex, one.sex) or sex is one.sex)]
    own = {one.id for one in found if one.scope is Scope.INSTITUTION}
    left = (one for one in found if one.scope is Scope.INSTITUTION or one.id not in own)
    return sorted(left, key=lambda one: (-one.fits(codes), one.scope is Scope.GENERAL, one.id))


def parse(text: str, scope: Scope, path: str) -> Guideline:
    """`path` names the text where it is at fault. Raises GuidelineError."""
    parts = FILE.match(text)
    if parts is None:
        raise GuidelineError(f"{path}: no head between two lines of ---")
    try:
        head = yaml.safe_load(parts["head"])
        chapters = _chapters(path, parts["body"], parts["head"].count("\n") + 4)
        return Guideline.model_validate({**head, "scope": scope, "chapters": chapters})
    except (yaml.YAMLError, ValidationError, TypeError) as error:
        raise GuidelineError(f"{path}: {error}") from error


def _chapters(path: str, body: str, before: int) -> dict[Language, Chapters]:
    """`before`: lines of the file in front of `body`."""
    found: dict[Language, dict[Chapter, list[str]]] = {}
    bullets: list[str] | None = None
    language: Language | None = None
    for number, line in _lines(body, before):
        if match := LANGUAGE.match(line):
            language, bullets = Language(match[1]), None
        elif (match := HEADING.match(line)) and language and match[1] in HEADINGS:
            bullets = found.setdefault(language, {}).setdefault(HEADINGS[match[1]], [])
        elif (match := BULLET.match(line)) and bullets is not None:
            bullets.append(match[1])
        else:
            raise GuidelineError(f"{path}:{number}: neither a language, a heading nor a bullet: {line}")
    return {language: {key: tuple(those) for key, those in chapters.items()} for language, chapters in found.items()}


def _lines(body: str, before: int) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(body.splitlines(), before):
        if line.strip():
            yield number, line.strip()
