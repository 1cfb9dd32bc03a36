"""What the medicines a patient takes do to a measured value."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

import yaml
from pydantic import Field

from frontdesk.models.assertion import Assertion, scopes
from frontdesk.models.facts import Language, Value
from frontdesk.models.parsers.writing import language_of, read
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.labs_vitals.catalogue import FOLDER, tests
from frontdesk.models.specialists.labs_vitals.told import WORD_BEGINS, WORD_ENDS
from frontdesk.models.specialists.medication.mentions import mentions, named

NOT_TAKEN = frozenset({Assertion.ABSENT, Assertion.PAST, Assertion.CONDITIONAL, Assertion.SOMEBODY_ELSES})
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
    shapes = [rf"{WORD_BEGINS}{re.escape(n)}{WORD_ENDS}" if n.isascii() else re.escape(n) for n in names]
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
    return [(one.name, group) for one in patient.medications for group in _groups_of(one.name)]


@lru_cache(maxsize=4096)
def _groups_of(name: str) -> tuple[Group, ...]:
    """By the names of the table; else by what the formulary takes the name for, brands and misspellings too."""
    shape, index = _members()
    written = [group for match in shape.finditer(name.lower()) for group in index[match[0]]]
    meant = None if written else named(name)
    codes = meant.codes if meant else ()
    return tuple(written) or tuple(group for code in codes for group in index.get(code, ()))


def _said(utterance: str, test: str) -> list[tuple[str, Group]]:
    """Medicines in the utterance, but not the substance that was measured."""
    measured = tests().get(test)
    own = (measured.name, measured.zh, *measured.says) if measured else ()
    return [(words, group) for words, groups_ in _taken(utterance) if words.lower() not in own for group in groups_]


@lru_cache(maxsize=256)
def _taken(utterance: str) -> tuple[tuple[str, tuple[Group, ...]], ...]:
    """Every medicine the utterance says is taken now, as written, with its groups."""
    shape, index = _members()
    writing = read(utterance)
    language = language_of(utterance) or Language.EN
    over = [scope for scope in scopes(writing.text, language) if scope.kind in NOT_TAKEN]
    named_here = [(match.start(), match.end(), index[match[0]]) for match in shape.finditer(writing.lower)]
    for one in mentions(writing):
        if one.named and not any(start < one.end and one.start < end for start, end, _ in named_here):
            known = tuple(group for code in one.named.codes for group in index.get(code, ()))
            named_here.append((one.start, one.end, known))
    return tuple(
        (writing.words(start, end), known)
        for start, end, known in named_here
        if not STOPPED.search(writing.lower, max(0, start - 14), min(len(writing.lower), end + 8))
        and not any(scope.covers(start, end) for scope in over)
    )
