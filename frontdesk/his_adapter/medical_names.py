"""The names of findings, illnesses and medicines in both languages, and the field of a record each belongs to."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from frontdesk.his_adapter.operation import Column
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import Condition

CLAUSE = re.compile(r"[；;。，,、]|\.(?=\s|$)")
NO_ALLERGY = re.compile(
    r"否认|(?:^|[:：])\s*无(?!花果)|没有|不过敏|\b(?:none|nil|denies|denied|NKDA|NKA|NDA)\b|\bnot known\b|^\s*no\s*$"
    r"|\bno\b(?=[^,.;]{0,30}\b(?:allerg\w*|intoleranc\w*|adverse|sensitivit\w*|ADRs?|others?|known|drug)\b)",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"[（(][^（）()]*[）)]")
SHORTEST = {True: 4, False: 2}  # of a name to search by; True for Latin letters: "ED" stands in too many words


class Named(NamedTuple):
    """One thing: the names that records have for it, and all it is called."""

    column: Column
    written: tuple[str, ...]
    said: tuple[str, ...]


def field_of(words: str) -> Column | None:
    """Where a record keeps the finding or illness called `words`; None for any other words."""
    of_illness = (one.column for one in _called(words) if one.column is not Column.TREATMENT_OPINION)
    return next(of_illness, None)


def medicine_in(words: str) -> str | None:
    """The first word of `words` that is a medicine's name; None where none is."""
    return next((word for word in words.split() if _is_medicine(word)), None)


def same_in(words: str) -> tuple[str, ...]:
    """`words` and the names that records have, in either language, for what is called so."""
    others = (name for one in _called(words) for name in one.written)
    clear = (name for name in others if len(name) >= SHORTEST[name.isascii()] and len(_called(name)) == 1)
    return tuple(dict.fromkeys([words, *clear]))


def allergies_in(field: str) -> tuple[str, ...]:
    """The clauses of an allergy field that tell of one: 青霉素皮疹 of 青霉素皮疹，否认其他药物过敏."""
    clauses = (clause.strip() for clause in CLAUSE.split(field))
    return tuple(clause for clause in clauses if clause and not denies_allergies(clause))


def denies_allergies(clause: str) -> bool:
    """Whether it says that there is none; in brackets stands what is not known of one: "rash (no details)"."""
    return NO_ALLERGY.search(_BRACKETED.sub("", clause) or clause) is not None


def condition_column(condition: Condition) -> Column:
    """An illness that lasts is past history, any other a diagnosis."""
    return Column.PRELIMINARY_DIAGNOSIS if str(condition.chronic).lower() == "false" else Column.PAST_HISTORY


def _is_medicine(word: str) -> bool:
    return any(one.column is Column.TREATMENT_OPINION for one in _called(word))


def _called(words: str) -> list[Named]:
    return _named().get(_key(words), [])


@cache
def _named() -> dict[str, list[Named]]:
    found: dict[str, list[Named]] = defaultdict(list)
    for one in _every():
        for name in {_key(name) for name in one.said}:
            found[name].append(one)
    return dict(found)


def _every() -> Iterator[Named]:
    """Illnesses first: a name of both is one. A finding is said in more ways than records write it."""
    known = knowledge()
    for condition in known.conditions.values():
        names = (condition.zh, condition.en, *_flat(condition.says.values()))
        yield Named(condition_column(condition), names, names)
    for finding in known.findings.values():
        written = (finding.zh, finding.en, finding.record_zh or "", finding.record_en or "")
        names = tuple(filter(None, written))
        yield Named(Column.CHIEF_COMPLAINT, names, (*names, *_flat(finding.says.values())))
    for medicine in formulary().medicines.values():
        names = (medicine.zh, medicine.code, *_flat(medicine.says.values()))
        yield Named(Column.TREATMENT_OPINION, names, names)


def _flat(says: Iterable[Iterable[str]]) -> Iterator[str]:
    return (name for names in says for name in names)


def _key(words: str) -> str:
    return re.sub(r"\W", "", words.lower())
