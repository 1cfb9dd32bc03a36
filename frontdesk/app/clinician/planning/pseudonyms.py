"""Pseudonymisation: who a patient is leaves no text that a model is told, and comes back in what it says."""

import re
from collections.abc import Iterator, Sequence
from itertools import count

from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.tasks.clinic import Found
from frontdesk.app.clinician.trace import Done
from frontdesk.models.identity import places_of
from frontdesk.models.parsers.folding import Span, fold, merged
from frontdesk.models.specialists.labs_vitals.catalogue import find
from frontdesk.models.specialists.privacy.identifiers import Kind, identifiers

NUMBERS = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z]{1,3}-?\d{4,}(?![A-Za-z0-9])"  # a number of a patient, a passport
    r"|\+\d[\d -]{7,}\d|(?<![\d.])0\d{2,3}[ -]\d{3,4} ?\d{3,4}(?!\d)"  # telephones in groups
    r"|(?<![\d.])\d{3}[ -]\d{3,4}[ -]\d{4}(?!\d)"
    r"|(?<![\d.])\d{7,}[Xx]?(?!\d)"  # a telephone, an identity card
)
RECORDS = re.compile(r"(?:\brecords? |病历|门诊号)\s*(\d+)", re.IGNORECASE)
PERSONAL = frozenset({Kind.EMAIL, Kind.BIRTH_DATE, Kind.ADDRESS})  # numbers are told from values here


class Pseudonyms:
    """Placeholders such as [NAME A], each for one text, over all calls of one question."""

    def __init__(self, chart: Chart) -> None:
        self._names = frozenset(filter(None, map(str.strip, _names(chart))))
        self._numbers = frozenset(_numbers(chart))
        self._of: dict[str, str] = {}  # placeholder of each text
        self._letters = {"NAME": map(_letters, count()), "NUMBER": map(_letters, count())}

    def learn(self, done: Sequence[Done]) -> None:
        """The other patients that a search found."""
        found = (patient for one in done if isinstance(one.result, Found) for patient, *_ in one.result.patients)
        persons = [patient.rpartition(" ") for patient in found]
        self._names |= {name for name, _, _ in persons if name}
        self._numbers |= {number for _, _, number in persons}

    def hide(self, text: str) -> str:
        folded = fold(text)
        pieces, at = list[str](), 0
        for start, end in merged(self._spans(folded.text)):
            first, last = folded.original(start, end)
            pieces += [text[at:first], self._placeholder(text[first:last])]
            at = last
        return "".join([*pieces, text[at:]])

    def _spans(self, folded: str) -> Iterator[Span]:
        """Names in any script, order and case, and whatever else says who somebody is."""
        for name in self._names:
            yield from places_of(name, folded)
        known = "|".join(map(re.escape, sorted(filter(None, self._numbers), key=len, reverse=True)))
        if known:
            whole = re.compile(rf"(?<![A-Za-z0-9])(?:{known})(?![A-Za-z0-9])", re.IGNORECASE)
            yield from (found.span() for found in whole.finditer(folded))
        yield from (found.span(1) for found in RECORDS.finditer(folded))
        yield from (found.span() for found in NUMBERS.finditer(folded) if not _is_value(found[0]))
        yield from ((one.start, one.end) for one in identifiers(folded) if one.kind in PERSONAL)

    def restore(self, text: str) -> str:
        for hidden, placeholder in self._of.items():
            text = text.replace(placeholder, hidden)
        return text

    def _placeholder(self, hidden: str) -> str:
        if hidden not in self._of:
            kind = "NUMBER" if re.search(r"\d|[@＠]", hidden) else "NAME"
            self._of[hidden] = f"[{kind} {next(self._letters[kind])}]"
        return self._of[hidden]


def _names(chart: Chart) -> Iterator[str]:
    """Of the patient and of those who signed the records."""
    for one in chart.records:
        yield from (one.name, one.physician_signature)


def _numbers(chart: Chart) -> Iterator[str]:
    yield chart.patient_id
    yield from (f"{one.outpatient_number}" for one in chart.records if (one.outpatient_number or 0) > 9999)


def _is_value(text: str) -> bool:
    """A test with its result, BNP1250, and nobody's number."""
    letters = re.match(r"[A-Za-z]+", text)
    return letters is not None and "@" not in text and find(letters[0]) is not None


def _letters(place: int) -> str:
    """A to Z, then AA."""
    return (_letters(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)
