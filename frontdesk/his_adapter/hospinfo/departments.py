"""Departments named in an instruction: those of the directory, those every hospital has, or whatever is called one."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial

from frontdesk.his_adapter.hospinfo.languages import has_chinese
from frontdesk.his_adapter.hospinfo.script import Kind, Script
from frontdesk.his_adapter.hospinfo.vocabulary import any_of, filled, grammar, patterns
from frontdesk.his_adapter.names import specialty_names

GENERIC = re.compile(r" (?:clinic|department|unit)$|门诊$")
IN_BRACKETS = re.compile(r"[()（）]")
FEVER = "发热"  # the one clinic whose name is nothing without "clinic"
OTHERS = frozenset(["internal medicine", "内科", "外科", "emergency", "mental health", "ent"])
NEVER = frozenset("which what the this that any every all our a each same outpatient other another".split())  # noqa: SIM905


def departments(script: Script, known: Sequence[str] = ()) -> Script:
    """With departments as letters; their meaning is the name as it was written, without "department"."""
    for language in ("english", "chinese")[: 1 + has_chinese(script.text)]:
        for expression in _patterns(language, tuple(known)):
            script = script.lettered(Kind.DEPARTMENT, expression, partial(_written, script=script))
    return script


def _written(match: re.Match[str], script: Script) -> str | None:
    return script.written(*match.span("name")) if match["name"] not in NEVER else None


@lru_cache(maxsize=8)
def _patterns(language: str, known: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """The patterns of a language with the names there are."""
    names = _names(known)
    (sure,) = patterns("departments", "sure")
    english = [name for name in names if name.isascii()]
    certain = [name for name in english if sure.search(name) and name != "surgery"]
    parts = {
        "english": f"(?:{any_of(tuple({*english, 'surgery'}))}|⟨suffixed⟩)",
        "certain": f"(?:{any_of(tuple(certain))}|⟨suffixed⟩)",
        "chinese": any_of(tuple(name for name in names if name[-1] in "科诊心室部")),
    }
    templates = grammar("departments").patterns[language]
    return tuple(re.compile(filled(template, "departments", parts)) for template in templates)


def _names(known: Iterable[str]) -> set[str]:
    """What departments are called; "clinic" belongs to a name only where there is none without."""
    (persons,) = patterns("departments", "persons")
    whole = {name.lower() for names in (known, *specialty_names().values()) for name in names}
    split = {part.strip() for name in whole for part in (name, *IN_BRACKETS.split(name))} | OTHERS
    names = {name for name in split if len(name) > 1 and not persons.search(name)}
    return {name for name in names if not _has_shorter(name, names)}


def _has_shorter(name: str, names: set[str]) -> bool:
    shorter = GENERIC.sub("", name)
    return shorter != name and (shorter in names or (shorter + "科" in names and not name.startswith(FEVER)))
