"""What the medicines a patient takes do to a measured value."""

import re
from functools import cache
from typing import NamedTuple

import yaml
from pydantic import Field

from models.embedded.scope import ScopeKind, scopes
from models.embedded.specialists.case import Patient
from models.embedded.specialists.labs_vitals.catalogue import FOLDER, tests
from models.embedded.understanding.writing import language_of, read
from models.facts import Language, Value

NOT_TAKEN = frozenset({ScopeKind.NEGATED, ScopeKind.PAST, ScopeKind.HYPOTHETICAL, ScopeKind.OTHER_PERSON})
STOPPED = re.compile(r"stopped|quit|no longer|came off|停了|停用|不吃了|没吃|没再吃")


class Group(Value):
    """Medicines that move values alike; tests by their standard names."""

    group: dict[Language, str]
    members: tuple[str, ...] = Field(min_length=1)
    raises: tuple[str, ...] = ()
    lowers: tuple[str, ...] = ()
    source: str = Field(min_length=1)


class Effect(NamedTuple):
    medicine: str  # as the patient's list or the utterance names it
    raises: bool
    source: str


@cache
def groups() -> tuple[Group, ...]:
    """Raises ValueError when a group names a test there is not."""
    text = (FOLDER / "drug_effects.yaml").read_text("utf-8")
    found = tuple(Group.model_validate(entry) for entry in yaml.load(text, Loader=yaml.CSafeLoader))
    known = {*tests(), "blood pressure"}
    for group in found:
        for name in (*group.raises, *group.lowers):
            if name not in known:
                raise ValueError(f"drug_effects.yaml: {group.group[Language.EN]}: no test {name}")
    return found


@cache
def _members() -> tuple[re.Pattern[str], dict[str, tuple[Group, ...]]]:
    index: dict[str, tuple[Group, ...]] = {}
    for group in groups():
        for member in group.members:
            name = member.lower()
            if group not in index.get(name, ()):
                index[name] = (*index.get(name, ()), group)
    names = sorted(index, key=len, reverse=True)
    shapes = [rf"(?<![a-z]){re.escape(n)}(?![a-z])" if n.isascii() else re.escape(n) for n in names]
    return re.compile("|".join(shapes)), index


def effects(test: str, patient: Patient, utterance: str) -> tuple[Effect, ...]:
    """What moves `test` among the medicines on the list and those the utterance says are taken."""
    found: dict[str, Effect] = {}
    for medicine, group in [*_listed(patient), *_said(utterance, test)]:
        raises, lowers = test in group.raises, test in group.lowers
        if raises or lowers:
            found.setdefault(medicine.lower(), Effect(medicine, raises, group.source))
    return tuple(found.values())


def _listed(patient: Patient) -> list[tuple[str, Group]]:
    shape, index = _members()
    return [
        (one.name, group)
        for one in patient.medications
        for match in shape.finditer(one.name.lower())
        for group in index[match[0]]
    ]


def _said(utterance: str, test: str) -> list[tuple[str, Group]]:
    """Medicines in the utterance, but not the substance that was measured."""
    shape, index = _members()
    writing = read(utterance)
    language = language_of(utterance) or Language.EN
    over = [scope for scope in scopes(writing.text, language) if scope.kind in NOT_TAKEN]
    found = []
    for match in shape.finditer(writing.lower):
        measured = tests().get(test)
        own_name = measured is not None and match[0] in (measured.name, measured.zh, *measured.says)
        stopped = STOPPED.search(writing.lower, max(0, match.start() - 14), min(len(writing.lower), match.end() + 8))
        if not own_name and not stopped and not any(s.covers(match.start(), match.end()) for s in over):
            found += [(writing.words(match.start(), match.end()), group) for group in index[match[0]]]
    return found
