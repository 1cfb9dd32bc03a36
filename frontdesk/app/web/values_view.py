"""Vitals and results on the doctor's page: each test's values over time, with the range or target that holds for the
patient."""

from collections.abc import Iterable, Sequence
from datetime import date

from frontdesk.app.web.schemas import ValuePoint, ValueSeries
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary
from frontdesk.models.facts import Language
from frontdesk.models.specialists.case import Patient, Prescribed
from frontdesk.models.specialists.labs_vitals.catalogue import Limits, find
from frontdesk.models.specialists.labs_vitals.judgement import Judged, judge
from frontdesk.models.specialists.labs_vitals.ranges import range_for
from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.told import PRESSURE, PRESSURE_WORDS
from frontdesk.models.specialists.medication.listing import IN_THE_BODY, ListedMedicine

POINTS = 12  # of one test, the newest
VITALS = (
    PRESSURE,
    "heart rate",
    "body temperature",
    "respiratory rate",
    "oxygen saturation",
    "body weight",
    "body mass index",
)
ABBREVIATED = 4  # letters of an English name that is an abbreviation: INR, ALT
LONG = 5  # characters of a Chinese name that its abbreviation is read faster than
TODAY = ""  # the source of a value that was told at reception


def value_series(
    records: Iterable[OutpatientRecord],
    summary: PreVisitSummary | None,
    patient: Patient,
    medicines: Sequence[ListedMedicine],
    *,
    conditions: Iterable[str] = (),
    today: date,
) -> list[ValueSeries]:
    """Vitals first, then what is out of its range, then the rest; each test's points the oldest first.

    `records`: those whose examinations the reader may see. What was told today stands among them, marked.
    `conditions`: the patient's, by their English names.
    """
    taken = tuple(Prescribed(name=one.code) for one in medicines if one.standing in IN_THE_BODY)
    treated = patient.model_copy(update={"medications": taken, "conditions": tuple(conditions)})
    found: dict[str, list[tuple[Judged, ValuePoint]]] = {}
    for text, day, source in [*_examined(records), *_told(summary, today)]:
        for one in judge(hear(text), treated):
            if one.parts and one.plausible:
                found.setdefault(one.subject, []).append((one, _point(one, day, source)))
    series = [_series(test, values, patient, treated) for test, values in found.items()]
    return sorted(series, key=_order)


def _examined(records: Iterable[OutpatientRecord]) -> Iterable[tuple[str, date, str]]:
    for one in sorted(records, key=lambda one: one.visit_date):
        yield f"{one.physical_examination} {one.auxiliary_examination}", one.visit_date.date(), one.department


def _told(summary: PreVisitSummary | None, today: date) -> Iterable[tuple[str, date, str]]:
    told = dict.fromkeys(one.quote for one in summary.values if one.bound is None) if summary else ()
    return ((quote, today, TODAY) for quote in told)


def _point(one: Judged, day: date, source: str) -> ValuePoint:
    first, *second = one.parts
    return ValuePoint(
        day=day,
        value=first.told,
        second=second[0].told if second else None,
        unit=first.unit,
        verdict=one.verdict,
        source=source,
        told=source == TODAY,
    )


def _series(test: str, values: list[tuple[Judged, ValuePoint]], patient: Patient, treated: Patient) -> ValueSeries:
    newest, _ = values[-1]
    limits = [part.limits.normal for part in newest.parts]
    first = newest.parts[0]
    same = [point for _, point in values if point.unit == first.unit]
    return ValueSeries(
        test=test,
        name=_named(test),
        vital=test in VITALS,
        low=_edge(newest, 0),
        high=_edge(newest, 1),
        usual=" / ".join(_span(newest, place) for place, one in enumerate(limits) if one is not None),
        target=first.limits.normal != range_for(first.test, patient, language=Language.EN).normal
        and first.limits.normal == range_for(first.test, treated, language=Language.EN).normal,
        basis=first.limits.source,
        points=same[-POINTS:],
    )


def _limits(one: Judged, place: int) -> Limits:
    """In the unit the value is told in."""
    part = one.parts[place]
    low, high = part.limits.normal or (None, None)
    return (
        None if low is None else part.test.from_own_unit(low, part.unit),
        None if high is None else part.test.from_own_unit(high, part.unit),
    )


def _edge(one: Judged, side: int) -> float | None:
    return _limits(one, 0)[side]


def _span(one: Judged, place: int) -> str:
    low, high = _limits(one, place)
    if low is None:
        return f"<{high:.4g}"
    return f">{low:.4g}" if high is None else f"{low:.4g}-{high:.4g}"


def _named(test: str) -> dict[Language, str]:
    if test == PRESSURE:
        return {Language.EN: PRESSURE, Language.ZH: PRESSURE_WORDS[0]}
    known = find(test)
    if known is None:
        return dict.fromkeys(Language, test)
    english = known.name.upper() if len(known.name) <= ABBREVIATED else known.name
    chinese = known.called(Language.ZH)
    return {Language.EN: english, Language.ZH: english if len(chinese) > LONG and english.isupper() else chinese}


def _order(one: ValueSeries) -> tuple[int, int, str]:
    if one.vital:
        return 0, VITALS.index(one.test), ""
    out = one.points[-1].verdict not in (None, "normal")
    return (1 if out else 2), -one.points[-1].day.toordinal(), one.test
