"""Pseudonymisation: who a patient is leaves no text that a model is told, and comes back in what it says."""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import count

from app.clinician.task import Chart
from app.clinician.tasks.clinic import Found
from app.clinician.trace import Done
from models.specialists.labs_vitals.catalogue import find

NUMBERS = re.compile(
    r"[\w.+-]+@[\w-]+\.[\w.]+"  # an address
    r"|(?<![A-Za-z0-9])[A-Za-z]{1,3}-?\d{4,}(?![A-Za-z0-9])"  # a number of a patient, a passport
    r"|\+\d[\d -]{7,}\d|(?<![\d.])0\d{2,3}[ -]\d{3,4} ?\d{3,4}(?!\d)"  # telephones in groups
    r"|(?<![\d.])\d{3}[ -]\d{3,4}[ -]\d{4}(?!\d)"
    r"|(?<![\d.])\d{7,}[Xx]?(?!\d)"  # a telephone, an identity card
)
RECORDS = re.compile(r"(?:\brecords? |病历|门诊号)\s*(\d+)", re.IGNORECASE)
LATIN = re.compile(r"[A-Za-z]")
SHORTEST = 2  # characters of a part of a name that is looked for by itself


class Pseudonyms:
    """Placeholders such as [NAME A], each for one text, over all calls of one question."""

    def __init__(self, chart: Chart) -> None:
        self._names = frozenset(_names(chart))
        self._numbers = frozenset(_numbers(chart))
        self._known = _one_of(self._names | self._numbers)
        self._of: dict[str, str] = {}  # placeholder of each text
        self._letters = {"NAME": map(_letters, count()), "NUMBER": map(_letters, count())}

    def learn(self, done: Sequence[Done]) -> None:
        """The other patients that a search found."""
        found = (patient for one in done if isinstance(one.result, Found) for patient, *_ in one.result.patients)
        persons = [patient.rpartition(" ") for patient in found]
        self._names |= {part for name, _, _ in persons for part in _parts(name)}
        self._numbers |= {number for _, _, number in persons}
        self._known = _one_of(self._names | self._numbers)

    def hide(self, text: str) -> str:
        text = self._known.sub(lambda found: self._placeholder(found[0]), text) if self._known else text
        text = RECORDS.sub(lambda found: found[0].replace(found[1], self._placeholder(found[1])), text)
        return NUMBERS.sub(lambda found: found[0] if _is_value(found[0]) else self._placeholder(found[0]), text)

    def restore(self, text: str) -> str:
        for hidden, placeholder in self._of.items():
            text = text.replace(placeholder, hidden)
        return text

    def _placeholder(self, hidden: str) -> str:
        if hidden not in self._of:
            kind = "NAME" if hidden in self._names or not re.search(r"\d|@", hidden) else "NUMBER"
            self._of[hidden] = f"[{kind} {next(self._letters[kind])}]"
        return self._of[hidden]


def _names(chart: Chart) -> Iterator[str]:
    """Of the patient and of those who signed the records."""
    for one in chart.records:
        yield from (*_parts(one.name), *_parts(one.physician_signature))


def _parts(name: str) -> Iterator[str]:
    """The whole and, in Latin letters, each part."""
    name = name.strip()
    yield from (name,) if name else ()
    parts = re.split(r"[\s,.·]+", name) if LATIN.search(name) else []
    yield from (part for part in parts if len(part) >= SHORTEST)


def _numbers(chart: Chart) -> Iterator[str]:
    yield chart.patient_id
    yield from (f"{one.outpatient_number}" for one in chart.records if (one.outpatient_number or 0) > 9999)


def _one_of(texts: Collection[str]) -> re.Pattern[str] | None:
    """The longest first; in Latin letters and figures a whole word."""
    ordered = sorted(filter(None, texts), key=len, reverse=True)
    patterns = (
        rf"(?<![A-Za-z0-9]){re.escape(text)}(?![A-Za-z0-9])" if text.isascii() else re.escape(text) for text in ordered
    )
    return re.compile("|".join(patterns), re.IGNORECASE) if ordered else None


def _is_value(text: str) -> bool:
    """A test with its result, BNP1250, and nobody's number."""
    letters = re.match(r"[A-Za-z]+", text)
    return letters is not None and "@" not in text and find(letters[0]) is not None


def _letters(place: int) -> str:
    """A to Z, then AA."""
    return (_letters(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)
