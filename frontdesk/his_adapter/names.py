"""Which department or physician a question names, by their own names and by what people call them."""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import yaml

from frontdesk.his_adapter.records import Department, Physician
from frontdesk.models.facts import Language
from frontdesk.models.retrieval.terms import LATIN, stem

KNOWLEDGE = Path(__file__).parents[1] / "models" / "knowledge"
DOCTOR_ZH = ("医生", "大夫", "主任", "教授", "医师")
DOCTOR_EN = ("dr", "doctor", "prof", "professor")
PLACES_EN = ("department", "doctors", "people", "unit", "place", "one")
FULL_NAME, OWN_NAME, CALLED = 2, 1, 0  # how surely a name means its bearer
VERBAL = re.compile(r"(?:ing|ed)$")
HAN = re.compile(r"[㐀-鿿]")

Bearer = TypeVar("Bearer", Department, Physician)


class Found(NamedTuple, Generic[Bearer]):
    """Who or what was named, and the question without the name."""

    bearer: Bearer
    before: str
    after: str

    @property
    def rest(self) -> str:
        return f"{self.before} {self.after}"


class Name(NamedTuple):
    bearer: int
    sure: int


class Names(Generic[Bearer]):
    """Every name of some departments or physicians; the longest that a question contains tells whom it means."""

    def __init__(self, bearers: Sequence[Bearer], names: Iterable[tuple[str, Name]]) -> None:
        self._bearers: Sequence[Bearer] = bearers
        self._zh: dict[str, Name] = {}
        self._en: dict[tuple[str, ...], Name] = {}
        self._verbal: set[tuple[str, ...]] = set()  # of them those that are written as a form of a verb themselves
        for text, name in names:
            if HAN.search(text):
                self._zh[text] = _surer(self._zh.get(text), name)
            elif stems := tuple(stem(word) for word in LATIN.findall(text.lower())):
                self._en[stems] = _surer(self._en.get(stems), name)
                self._verbal |= {stems} if VERBAL.search(text.lower()) else set()
        self._longest = max(map(len, self._en), default=0)

    def within(self, question: str) -> Found[Bearer] | None:
        """English names match by the stems of their words."""
        fits = [*self._chinese(question), *self._english(question)]
        if not fits:
            return None
        _, name, (start, end) = max(fits, key=lambda fit: (fit[0], fit[1].sure, -fit[1].bearer))
        return Found(self._bearers[name.bearer], question[:start], question[end:])

    def _chinese(self, question: str) -> Iterator[tuple[int, Name, tuple[int, int]]]:
        for text, name in self._zh.items():
            start = question.find(text)
            if start >= 0:
                yield 2 * len(text), name, (start, start + len(text))  # two characters weigh as much as a short word

    def _english(self, question: str) -> Iterator[tuple[int, Name, tuple[int, int]]]:
        words = list(LATIN.finditer(question.lower().replace("’", "'")))
        stems = [stem(word[0]) for word in words]
        for start in range(len(stems)):
            for end in range(start + 1, min(len(stems), start + self._longest) + 1):
                named = tuple(stems[start:end])
                name = self._en.get(named)
                verb = VERBAL.search(words[end - 1][0]) and named not in self._verbal  # "burning" names no burns unit
                if name is not None and not verb:
                    first, last = words[start].start(), words[end - 1].end()
                    yield last - first, name, (first, last)


class Kept(Generic[Bearer]):
    """The names of those last asked for: gathering them takes milliseconds, and every turn looks for some."""

    def __init__(self) -> None:
        self._last: tuple[Sequence[Bearer], Names[Bearer]] | None = None

    def of(self, bearers: Sequence[Bearer], gather: Callable[[Sequence[Bearer]], Names[Bearer]]) -> Names[Bearer]:
        """Gathered anew when these are others than the last time."""
        last = self._last
        if last is None or last[0] != bearers:  # the same objects compare at once
            last = self._last = (bearers, gather(bearers))
        return last[1]


def _surer(held: Name | None, name: Name) -> Name:
    return name if held is None or name.sure > held.sure else held


@cache
def specialty_names() -> dict[str, tuple[str, ...]]:
    """What people call each standard specialty, in both languages."""
    called = yaml.load((KNOWLEDGE / "specialty_names.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    with (KNOWLEDGE / "specialties.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["code"]: (
                row["zh"],
                row["en"],
                *called.get(row["code"], {}).get("zh", "").split(),
                *map(str.strip, called.get(row["code"], {}).get("en", "").split(",")),
            )
            for row in csv.DictReader(file)
        }


def of_departments(departments: Sequence[Department], fallbacks: Mapping[str, str]) -> Names[Department]:
    """Their own names, and what people call the specialties they serve or take over."""
    return Names(departments, _department_names(departments, fallbacks))


def of_physicians(physicians: Sequence[Physician]) -> Names[Physician]:
    """Full names either way round, and with a title the family names that only one of them has."""
    return Names(physicians, _physician_names(physicians))


def _department_names(departments: Sequence[Department], fallbacks: Mapping[str, str]) -> Iterator[tuple[str, Name]]:
    for place, department in enumerate(departments):
        for name in department.name.values():
            yield name, Name(place, FULL_NAME)
            for part in re.split(r"[（()）]", name):
                if len(part.strip()) > 1:
                    yield part.strip(), Name(place, OWN_NAME)
    for code, names in specialty_names().items():
        owner = _owner(code, departments, fallbacks)
        if owner is not None:
            yield from ((called, Name(owner, CALLED)) for name in names for called in (name, *_alike(name)))


def _alike(name: str) -> Iterator[str]:
    """The eye clinic is also the eye people, the eye department."""
    if name.endswith(" clinic"):
        yield from (name.removesuffix("clinic") + place for place in PLACES_EN)


def _owner(code: str, departments: Sequence[Department], fallbacks: Mapping[str, str]) -> int | None:
    """The first department whose own specialty it is, else the most special one that serves it."""
    served = code if any(code in d.specialties for d in departments) else fallbacks.get(code, "")
    serving = [place for place, d in enumerate(departments) if served in d.specialties]
    own = [place for place in serving if departments[place].specialties[0] == served]
    if own:
        return own[0]
    return min(serving, key=lambda place: len(departments[place].specialties), default=None)


def is_family_of(family: str, physician: Physician) -> bool:
    """Whether a physician's family name, as written in either language, is `family`."""
    return physician.name[Language.ZH].startswith(family) or _family_en(physician) == family.lower()


def _family_en(physician: Physician) -> str:
    return physician.name[Language.EN].split()[0 if HAN.search(physician.name[Language.ZH]) else -1].lower()


def _physician_names(physicians: Sequence[Physician]) -> Iterator[tuple[str, Name]]:
    families: dict[str, list[int]] = {}
    for place, physician in enumerate(physicians):
        zh, en = physician.name[Language.ZH], physician.name[Language.EN].split()
        yield zh, Name(place, FULL_NAME)
        for whole in (" ".join(en), " ".join(reversed(en))):
            yield whole, Name(place, FULL_NAME)
            yield from ((f"{title} {whole}", Name(place, FULL_NAME)) for title in DOCTOR_EN)
        chinese, family = bool(HAN.search(zh)), _family_en(physician)
        for called in (
            *(f"{title} {family}" for title in DOCTOR_EN),
            *(zh[0] + title for title in DOCTOR_ZH if chinese),
        ):
            families.setdefault(called, []).append(place)
    for called, places in families.items():
        if len(places) == 1:
            yield called, Name(places[0], CALLED)
