"""Which department or physician a question names, by their own names and by what people call them."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import yaml

from his_adapter.records import Department, Physician
from models.facts import Language, Value
from models.retrieval.terms import LATIN, stem

KNOWLEDGE = Path(__file__).parents[1] / "models" / "knowledge"
TITLES_ZH = "(?:医生|大夫|主任|教授|医师|老师)"
TITLES_EN = r"(?:dr\.?|doctor|prof\.?|professor)"


class Named(Value):
    """What was named, and the question without the name."""

    department: Department
    rest: str
    own_name: bool  # its very name, not what people call its specialty


@cache
def specialty_names() -> dict[str, tuple[str, ...]]:
    """What people call each standard specialty, in both languages."""
    called = yaml.safe_load((KNOWLEDGE / "specialty_names.yaml").read_text(encoding="utf-8"))
    with (KNOWLEDGE / "specialties.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["code"]: (
                row["zh"],
                row["en"],
                *called.get(row["code"], {}).get("zh", "").split(),
                *(name.strip() for name in called.get(row["code"], {}).get("en", "").split(",") if name.strip()),
            )
            for row in csv.DictReader(file)
        }


def department_in(question: str, departments: Sequence[Department], fallbacks: dict[str, str]) -> Named | None:
    """The department with the longest name that the question contains; its own name before a specialty's."""
    found = [
        (len(name), own, -place, department, rest)
        for place, department in enumerate(departments)
        for name, own in _names(department, departments, fallbacks)
        if (rest := without(question, name)) is not None
    ]
    if not found:
        return None
    _, own, _, department, rest = max(found, key=lambda those: those[:3])
    return Named(department=department, rest=rest, own_name=own)


def physician_in(question: str, physicians: Iterable[Physician]) -> tuple[Physician, str] | None:
    """The physician the question names in full, or by a family name nobody else here has; and the rest of it."""
    those = list(physicians)
    for physician in those:
        for name in _whole_names(physician):
            rest = without(question, name)
            if rest is not None:
                return physician, rest
    by_family = [(p, rest) for p in those if (rest := _by_family_name(question, p)) is not None]
    return by_family[0] if len(by_family) == 1 else None


def without(question: str, name: str) -> str | None:
    """The question with the name taken out; None when it does not contain it. English names match by their stems."""
    if not name.isascii():
        return question.replace(name, " ", 1) if name in question else None
    wanted = [stem(word) for word in LATIN.findall(name.lower())]
    words = list(LATIN.finditer(question.lower().replace("’", "'")))
    stems = [stem(word[0]) for word in words]
    for start in range(len(stems) - len(wanted) + 1):
        if wanted and stems[start : start + len(wanted)] == wanted:
            end = start + len(wanted) - 1
            return f"{question[: words[start].start()]} {question[words[end].end() :]}"
    return None


def _names(
    department: Department, departments: Sequence[Department], fallbacks: dict[str, str]
) -> Iterator[tuple[str, bool]]:
    for name in department.name.values():
        yield name, True
        for part in re.split(r"[（()）]", name):
            if len(part.strip()) > 1 and part != name:
                yield part.strip(), True
    for code, names in specialty_names().items():
        served = code if any(code in d.specialties for d in departments) else fallbacks.get(code, "")
        if served in department.specialties and _owns(department, served, departments):
            yield from ((name, False) for name in names)


def _owns(department: Department, code: str, departments: Sequence[Department]) -> bool:
    """It is the department's first specialty, or no department's first and this one is the most special."""
    serving = [d for d in departments if code in d.specialties]
    first = [d for d in serving if d.specialties[0] == code]
    if first:
        return department in first
    fewest = min(len(d.specialties) for d in serving)
    return len(department.specialties) == fewest


def _whole_names(physician: Physician) -> Iterator[str]:
    zh, en = physician.name[Language.ZH], physician.name[Language.EN]
    yield from (zh, en)
    words = en.split()
    if len(words) == 2:
        yield f"{words[1]} {words[0]}"


def _by_family_name(question: str, physician: Physician) -> str | None:
    zh, en = physician.name[Language.ZH], physician.name[Language.EN]
    family_en = en.split()[0 if not zh.isascii() else -1]
    zh_pattern = rf"(?<![一-鿿]){re.escape(zh[0])}{TITLES_ZH}|(?<=[找看约挂的和问是]){re.escape(zh[0])}{TITLES_ZH}"
    for pattern in (zh_pattern, rf"\b{TITLES_EN}\s+{re.escape(family_en)}\b"):
        found = re.search(pattern, question, re.I)
        if found:
            return f"{question[: found.start()]} {question[found.end() :]}"
    return None
