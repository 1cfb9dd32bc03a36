"""Laboratory results and vital signs, read out of the examinations that records and the hospital's system hold."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache

from frontdesk.app.clinician.observed import SYSTEM, by, nothing_of, untold, with_number, written
from frontdesk.app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable, source_of
from frontdesk.his_adapter.chart.measures import CLAUSE, Measure, measures, places
from frontdesk.his_adapter.history import HistoryEntry
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language, Value
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.labs_vitals.catalogue import find, tests
from frontdesk.models.specialists.labs_vitals.judgement import Judged, judge
from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.told import PRESSURE, PRESSURE_WORDS, Reading
from frontdesk.models.specialists.labs_vitals.units import believable


class Measured(Value):
    """One value of a record, or of the hospital's system.

    `second` is the diastolic pressure; `verdict`: None where there is no range.
    `places`: decimals, as the record writes it: 2.0 says more than 2.
    `by`: who says so, of one of the system.
    `last`: it is not of today, and no later one is on record.
    `told_later`: what the patient told of it at a later visit, with its day; told is not measured.
    """

    test: str
    called: str  # in the language of the question
    date: date
    value: float
    second: float | None
    places: int
    unit: str
    verdict: str | None
    usual: str  # the range, in `unit`; empty where there is none
    record: int | None
    by: str = ""
    last: bool = False
    told_later: str = ""

    @property
    def written(self) -> str:
        first = f"{self.value:.{self.places}f}"
        both = f"{first}/{self.second:.{self.places}f}" if self.second is not None else first
        return f"{both} × {self.unit}" if self.unit.startswith("10^") else f"{both} {self.unit}".strip()


YEAR = 365
OF_LENGTH = frozenset({"cm", "mm"})
LESION = re.compile(r"低回声|高回声|结节|包块|占位|肿块|磨玻璃|\b(?:lesion|mass|nodule|lump|area)\b", re.IGNORECASE)
# What stands in brackets to hold a value against is none of that day: "420 L/min (best 540)".
COMPARED = re.compile(
    r"[（(](?:(?:personal |previous(?:ly)? |prior |last |was |usual |his |her )*(?:best|was"
    r"|previously|predicted|before)"
    r"|上次|此前|既往|原来?|个人?最[佳好]值?|最[佳好]值?|预计值?)[^)）]*[)）]",
    re.IGNORECASE,
)
SHORTEST = 2  # characters of a word that names a value
FEW = 8  # values of one test that are named in an answer
WORDS = {
    Language.EN: {
        "usual": " (usual {usual})",
        "high": " high",
        "low": " low",
        "gap": "; ",
        "of": ": ",
        "none": "{test}: no value on record",
        "not_then": "{test}: no measured value of that time; the newest: {newest}",
        "more": "({count} earlier) ",
        "told_later": "; not measured later, but told: {told}",
        "none_later": "; no later value on record",
    },
    Language.ZH: {
        "usual": "（参考{usual}）",
        "high": "偏高",
        "low": "偏低",
        "gap": "；",
        "of": "：",
        "none": "{test}：病历里没有数值",
        "not_then": "{test}：那段时间没有测得的数值；最近一次：{newest}",
        "more": "（更早的还有{count}次）",
        "told_later": "；之后没有再测，患者自述：{told}",
        "none_later": "；之后没有再查的记录",
    },
}


class ValuesInputs(Spanned):
    """`tests` by any name of the catalogue, or by a word that records write before a number; all when empty.

    `latest`: so many values of each test.
    """

    tests: tuple[str, ...] = ()


def _run(inputs: ValuesInputs, chart: Chart) -> Outcome:
    wanted = {known for name in inputs.tests if (known := standard(name))}
    words = tuple(name for name in inputs.tests if not standard(name))
    every = _newest_first(inputs.tests, chart)
    found: dict[str, list[Measured]] = {}
    kept: list[Measured] = []
    for value in (one for one in every if inputs.holds(one.date)):
        mine = found.setdefault(value.test, [])
        if inputs.latest is None or len(mine) < inputs.latest:
            mine.append(value)
            kept.append(value)
    if not found:
        raise _nothing(inputs, chart, [called_in(one, chart.language) for one in (*sorted(wanted), *words)])
    for test, values in found.items():
        newest = values[0]
        again = any(one.test == test and one.date > newest.date for one in every)
        last = newest.date < chart.now.date() and not again
        values[0] = newest.model_copy(update={"last": last, "told_later": _told_later(test, newest, chart)})
    missing = [*sorted(wanted - found.keys()), *(word for word in words if word not in found)]
    return Outcome(
        data={test: tuple(reversed(values)) for test, values in found.items()} | dict.fromkeys(missing, ()),
        sources=tuple(_sources(kept, chart)),
    )


def _newest_first(tests: Sequence[str], chart: Chart) -> list[Measured]:
    """What stands in a record and in the system is told as the record's."""
    ours = [one for record in chart.records for one in _of(_examined(record), tests, chart)]
    known = {(one.test, one.date, one.value, one.second) for one in ours}
    there = (one for entry in with_number(chart) for one in _of(_observed(entry, chart.language), tests, chart))
    theirs = [one for one in there if (one.test, one.date, one.value, one.second) not in known]
    return sorted((*ours, *theirs), key=lambda one: one.date, reverse=True)


def measured(test: str, chart: Chart) -> list[Measured]:
    """Every value of one test of the catalogue, the newest first."""
    return [one for one in _newest_first((test,), chart) if one.test == test]


def measured_on(record: OutpatientRecord, chart: Chart) -> list[Measured]:
    """Every value of one record that the catalogue knows."""
    return list(_of(_examined(record), (), chart))


def said_value(one: Measured) -> str:
    """With its day, as a list names it."""
    return f"{one.called} {one.written} ({one.date})"


def newest(chart: Chart) -> list[Measured]:
    """The newest value of each test of the last year's records, those of the newest record first."""
    found: dict[str, Measured] = {}
    for one in _newest_first((), chart):
        found.setdefault(one.test, one)
    return [one for one in found.values() if (chart.now.date() - one.date).days <= YEAR]


def _nothing(inputs: ValuesInputs, chart: Chart, names: Sequence[str]) -> Unavailable:
    if not any(inputs.holds(one.visit_date.date()) for one in chart.records):
        en, zh = "there is no record of that time", "这段时间没有病历"
    elif _newest_first(inputs.tests, chart):  # only not of that time
        en = f"{_of_time(inputs, Language.EN)}no value of {', '.join(names) or 'any test'} was measured"
        zh = f"{_of_time(inputs, Language.ZH)}没有测得{'、'.join(names) or '检查'}的数值"
    else:
        en = f"no value of {', '.join(names) or 'any test'} is on record"
        zh = f"病历里没有{'、'.join(names) or '检查'}的数值"
    nearest = list(_nearest(inputs, chart))
    en += f"; the nearest: {', '.join(nearest)}" if nearest else ""
    zh += f"；离那时最近的：{'、'.join(nearest)}" if nearest else ""
    return Unavailable(nothing_of(en, chart, Language.EN), nothing_of(zh, chart, Language.ZH))


def _nearest(inputs: ValuesInputs, chart: Chart) -> Iterator[str]:
    """Of tests that the time asked about holds no value of, the last value before it and the first after it."""
    for test in inputs.tests:
        every = measured(standard(test) or test, chart)
        earlier = [one for one in every if inputs.since and one.date < inputs.since][:1]
        later = [one for one in every if inputs.until and one.date > inputs.until][-1:]
        yield from map(said_value, (*earlier, *later))


def _of_time(inputs: ValuesInputs, language: Language) -> str:
    since, until = inputs.since, inputs.until
    if language is Language.ZH:
        return f"{since}至{until}" if since and until else f"{since}以后" if since else f"{until}以前"
    return f"from {since} to {until} " if since and until else f"since {since} " if since else f"until {until} "


def _sources(kept: Sequence[Measured], chart: Chart) -> Iterator[str]:
    numbers = {one.record for one in kept}
    yield from (source_of(one) for one in chart.records if (one.outpatient_number or 0) in numbers)
    if None in numbers:
        yield SYSTEM


def _told_later(test: str, value: Measured, chart: Chart) -> str:
    later = (one for one in chart.records if one.visit_date.date() > value.date)
    told = (
        f"{one.visit_date:%Y-%m-%d} {clause.strip()}"
        for one in later
        for clause in CLAUSE.split(one.present_illness_history)
        if any(reading.test == test for reading in hear(clause).readings)
    )
    return next(told, "")


def told_in_story(test: str, chart: Chart, span: Spanned) -> Measured | None:
    """The newest value of a test that the story of a visit of that time gives where its examination gives none."""
    for record in chart.records:
        if not span.holds(record.visit_date.date()) or any(one.test == test for one in measured_on(record, chart)):
            continue
        place = Place(
            texts=(record.present_illness_history,), date=record.visit_date.date(), record=record.outpatient_number or 0
        )
        if found := next(_known(place, {test}, chart), None):
            return found
    return None


class Place(Value):
    """Texts that hold values: of a record, or an entry of the hospital's system."""

    texts: tuple[str, ...]
    date: date
    record: int | None
    by: str = ""
    diagnosis: str = ""


def _examined(record: OutpatientRecord) -> Place:
    return Place(
        texts=(record.physical_examination, record.auxiliary_examination),
        date=record.visit_date.date(),
        record=record.outpatient_number or 0,
        diagnosis=record.preliminary_diagnosis,
    )


def _observed(entry: HistoryEntry, language: Language) -> Place:
    """Of one that is dated."""
    day = entry.date.date() if entry.date else date.min
    return Place(texts=(written(entry),), date=day, record=None, by=by(entry, language))


def _of(place: Place, tests: Sequence[str], chart: Chart) -> Iterator[Measured]:
    """The values there; of all tests that the catalogue knows where none is named."""
    wanted = {known for name in tests if (known := standard(name))}
    words = tuple(name for name in tests if not standard(name) and len(name) >= SHORTEST)
    if wanted or not words:
        yield from _known(place, wanted, chart)
    yield from _written(place, words)


def _known(place: Place, wanted: set[str], chart: Chart) -> Iterator[Measured]:
    """Values of tests that the catalogue knows."""
    for one in _judged(" ".join(place.texts), chart.patient, _units(chart)):
        if one.parts and one.plausible and (not wanted or one.subject in wanted):
            yield _measured(one, place, chart)


def _units(chart: Chart) -> tuple[tuple[str, str], ...]:
    return _units_in(tuple(" ".join(_examined(record).texts) for record in chart.records))


@lru_cache(maxsize=256)
def _units_in(texts: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The unit that the records write with each test, where it is one: a value without one is in it too."""
    units: dict[str, set[str]] = {}
    for text in texts:
        for one in hear(COMPARED.sub("", text)).readings:
            if one.unit not in (None, "?"):
                units.setdefault(one.test, set()).add(one.unit or "")
    return tuple((test, next(iter(those))) for test, those in units.items() if len(those) == 1)


def _in_unit(one: Reading, units: dict[str, str]) -> Reading:
    unit = units.get(one.test)
    if (
        one.unit is not None
        or unit is None
        or one.answer is not None
        or not believable(tests()[one.test], one.value, unit)
    ):
        return one
    return one.model_copy(update={"unit": unit})


@lru_cache(maxsize=8192)
def _judged(text: str, patient: Patient, units: tuple[tuple[str, str], ...] = ()) -> tuple[Judged, ...]:
    """What an examination holds, read once as long as it stands so."""
    heard = hear(COMPARED.sub("", text))
    heard = heard._replace(readings=tuple(_in_unit(one, dict(units)) for one in heard.readings))
    quotes = {(one.test, one.quote) for one in heard.readings}
    kept = [one for one in heard.readings if not _runs_on(one, quotes)]
    count = Counter(one.test for one in kept)
    now = tuple(one.model_copy(update={"before": one.before and count[one.test] > 1}) for one in kept)
    return tuple(judge(heard._replace(readings=now), patient))


def _runs_on(one: Reading, quotes: set[tuple[str, str]]) -> bool:
    """Whether it takes a number of later words for another value of the test: "HbA1c 7.9 %, sensor: 4 % low"."""
    return any(one.test == test and one.quote != quote and one.quote.startswith(quote) for test, quote in quotes)


def _written(place: Place, words: Sequence[str]) -> Iterator[Measured]:
    """Values of what only the record names."""
    found = list(_named_so(place, words))
    yield from found or _of_lesion(place, words)


def _of_lesion(place: Place, words: Sequence[str]) -> Iterator[Measured]:
    """Where the diagnosis names it, and the scan measures it under a plainer word: 低回声2.2cm, the fibroid."""
    for word in words:
        if word in place.diagnosis:
            for text in place.texts:
                for one in measures(text):
                    if one.unit in OF_LENGTH and LESION.search(one.name):
                        yield _as_measured(one, word, place)


def _named_so(place: Place, words: Sequence[str]) -> Iterator[Measured]:
    for text in place.texts:
        for one in measures(COMPARED.sub("", text)):
            for word in [word for word in words if {*word.split()} <= {*one.named_in(word)}]:
                yield _as_measured(one, word, place)


def _as_measured(one: Measure, word: str, place: Place) -> Measured:
    return Measured(
        test=word,
        called=one.name,
        date=place.date,
        value=one.value,
        second=None,
        places=one.places,
        unit=one.unit,
        verdict=None,
        usual="",
        record=place.record,
        by=place.by,
    )


def _measured(one: Judged, place: Place, chart: Chart) -> Measured:
    first, *second = one.parts
    return Measured(
        test=one.subject,
        called=called_in(one.subject, chart.language),
        date=place.date,
        value=first.told,
        second=second[0].told if second else None,
        places=places(first.told, one.reading.quote),
        unit=first.unit,
        verdict=one.verdict,
        usual=_usual(one),
        record=place.record,
        by=place.by,
    )


def standard(name: str) -> str | None:
    """The name under which the catalogue, or a pair of pressures, keeps its values."""
    test = find(name)
    return PRESSURE if name.lower() in PRESSURE_WORDS else test.name if test else None


def called_in(name: str, language: Language) -> str:
    """What a test is called, by its standard name; any other word stands for itself."""
    if name == PRESSURE:
        return PRESSURE_WORDS[0] if language is Language.ZH else PRESSURE
    test = find(name)
    return test.called(language) if test else name


def _usual(one: Judged) -> str:
    spans = []
    for part in one.parts:
        limits = part.limits.normal
        if limits is None:
            return ""
        low, high = (None if at is None else part.test.from_own_unit(at, part.unit) for at in limits)
        spans.append(f"<{high:.4g}" if low is None else f">{low:.4g}" if high is None else f"{low:.4g}-{high:.4g}")
    return " / ".join(spans)


def _told(found: dict[str, Sequence[Measured]], chart: Chart) -> Iterator[str]:
    for test, values in found.items():
        yield listed(values, chart) if values else _without(test, chart)
    yield from untold(chart)


def _without(test: str, chart: Chart) -> str:
    """That the time asked about holds no value of a test, or that no record does."""
    words, called = WORDS[chart.language], called_in(test, chart.language)
    every = measured(test, chart)
    if not every:
        return words["none"].format(test=called)
    return words["not_then"].format(test=called, newest=f"{every[0].written} ({every[0].date})")


def listed(values: Sequence[Measured], chart: Chart) -> str:
    """The values of one test, the last FEW of them, each with its day."""
    words = WORDS[chart.language]
    told = [
        f"{one.date}{words['of']}{one.written}{words.get((one.verdict or '').removeprefix('critical_'), '')}{one.by}"
        for one in values[-FEW:]
    ]
    last = values[-1]
    usual = words["usual"].format(usual=f"{last.usual} {last.unit}".strip()) if last.usual else ""
    more = words["more"].format(count=len(values) - FEW) if len(values) > FEW else ""
    told_later = words["told_later"].format(told=last.told_later) if last.told_later else ""
    none_later = told_later or (words["none_later"] if last.last else "")
    return f"{last.called}{words['of']}{more}{words['gap'].join(told)}{usual}{none_later}"


TASK = Task(
    name="values",
    description="Laboratory results and vital signs of the patient, oldest first, each with its range and record.",
    inputs=ValuesInputs,
    outputs="test -> list of {date, value, unit, verdict, usual, record, by}",
    piped=True,
    run=_run,
    told=_told,
)
