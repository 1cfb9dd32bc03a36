"""Laboratory results and vital signs, read out of the examinations that records hold."""

from collections.abc import Iterator, Sequence
from datetime import date

from app.clinician.measures import CLAUSE, measures, places
from app.clinician.task import Chart, Outcome, Spanned, Task, Unavailable, source_of
from his_adapter.records import OutpatientRecord
from models.facts import Language, Value
from models.specialists.labs_vitals.catalogue import find
from models.specialists.labs_vitals.judgement import Judged, judge
from models.specialists.labs_vitals.readings import hear
from models.specialists.labs_vitals.told import PRESSURE, PRESSURE_WORDS


class Measured(Value):
    """One value of a record. `second` is the diastolic pressure; `verdict`: None where there is no range.

    `places`: decimals, as the record writes it: 2.0 says more than 2.
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
    record: int
    last: bool = False
    told_later: str = ""

    @property
    def written(self) -> str:
        first = f"{self.value:.{self.places}f}"
        both = f"{first}/{self.second:.{self.places}f}" if self.second is not None else first
        return f"{both} {self.unit}".strip()


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
    found: dict[str, list[Measured]] = {}
    sources = []
    for record in chart.spanned(inputs.model_copy(update={"latest": None})):
        mine = _of(record, inputs.tests, chart)
        kept = [one for one in mine if inputs.latest is None or len(found.get(one.test, ())) < inputs.latest]
        for value in kept:
            found.setdefault(value.test, []).append(value)
        sources += [source_of(record)] if kept else []
    if not found:
        names = [_named(one, chart.language) for one in (*sorted(wanted), *words)]
        raise Unavailable(
            f"no value of {', '.join(names) or 'any test'} is on record",
            f"病历里没有{'、'.join(names) or '检查'}的数值",
        )
    for test, values in found.items():
        later = {"last": _is_last(test, values[0], chart), "told_later": _told_later(test, values[0], chart)}
        values[0] = values[0].model_copy(update=later)
    missing = [*sorted(wanted - found.keys()), *(word for word in words if word not in found)]
    return Outcome(
        data={test: tuple(reversed(values)) for test, values in found.items()} | dict.fromkeys(missing, ()),
        sources=tuple(sources),
    )


def _is_last(test: str, value: Measured, chart: Chart) -> bool:
    later = [one for one in chart.records if one.visit_date.date() > value.date]
    again = (other for record in later for other in _of(record, (test,), chart))
    return value.date < chart.now.date() and next(again, None) is None


def _told_later(test: str, value: Measured, chart: Chart) -> str:
    later = (one for one in chart.records if one.visit_date.date() > value.date)
    told = (
        f"{one.visit_date:%Y-%m-%d} {clause.strip()}"
        for one in later
        for clause in CLAUSE.split(one.present_illness_history)
        if any(reading.test == test for reading in hear(clause).readings)
    )
    return next(told, "")


def _of(record: OutpatientRecord, tests: Sequence[str], chart: Chart) -> Iterator[Measured]:
    """The values of a record; of all tests that the catalogue knows where none is named."""
    wanted = {known for name in tests if (known := standard(name))}
    words = tuple(name for name in tests if not standard(name) and len(name) >= SHORTEST)
    if wanted or not words:
        yield from _known(record, wanted, chart)
    yield from _written(record, words)


def _known(record: OutpatientRecord, wanted: set[str], chart: Chart) -> Iterator[Measured]:
    """Values of tests that the catalogue knows."""
    heard = hear(f"{record.physical_examination} {record.auxiliary_examination}")
    for one in judge(heard, chart.patient):
        if one.parts and one.plausible and (not wanted or one.subject in wanted):
            yield _measured(one, record.visit_date.date(), record.outpatient_number or 0, chart)


def _written(record: OutpatientRecord, words: Sequence[str]) -> Iterator[Measured]:
    """Values of what only the record names."""
    for text in (record.physical_examination, record.auxiliary_examination):
        for one in measures(text):
            for word in [word for word in words if word in one.named_in(word)]:
                yield Measured(
                    test=word,
                    called=one.name,
                    date=record.visit_date.date(),
                    value=one.value,
                    second=None,
                    places=one.places,
                    unit=one.unit,
                    verdict=None,
                    usual="",
                    record=record.outpatient_number or 0,
                )


def _measured(one: Judged, day: date, record: int, chart: Chart) -> Measured:
    first, *second = one.parts
    return Measured(
        test=one.subject,
        called=_named(one.subject, chart.language),
        date=day,
        value=first.told,
        second=second[0].told if second else None,
        places=places(first.told, one.reading.quote),
        unit=first.unit,
        verdict=one.verdict,
        usual=_usual(one),
        record=record,
    )


def standard(name: str) -> str | None:
    """The name under which the catalogue, or a pair of pressures, keeps its values."""
    test = find(name)
    return PRESSURE if name.lower() in PRESSURE_WORDS else test.name if test else None


def _named(name: str, language: Language) -> str:
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
        yield (
            listed(values, chart) if values else WORDS[chart.language]["none"].format(test=_named(test, chart.language))
        )


def listed(values: Sequence[Measured], chart: Chart) -> str:
    """The values of one test, the last FEW of them, each with its day."""
    words = WORDS[chart.language]
    told = [
        f"{one.date}{words['of']}{one.written}{words.get((one.verdict or '').removeprefix('critical_'), '')}"
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
    outputs="test -> list of {date, value, unit, verdict, usual, record}",
    piped=True,
    run=_run,
    told=_told,
)
