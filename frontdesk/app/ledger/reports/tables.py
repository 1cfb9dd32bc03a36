"""The tables of a report, counted from its attendances."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from statistics import median
from typing import TypeVar

from frontdesk.app.ledger.quality import QualityReport, Reason
from frontdesk.app.ledger.reports.attendances import Alarm, Attendance, Outcome, Reached
from frontdesk.app.ledger.reports.periods import Period
from frontdesk.app.ledger.reports.table import Cell, Table, made, share, spread, word
from frontdesk.his_adapter.records import Level, Text
from frontdesk.models.facts import Language
from frontdesk.models.red_flags import RULES, of_rule

BINS = (30, 60, 120, 300)  # seconds
FOUND = ("danger", "no_danger", "unseen")
CALL = "call"
BY_OUTCOME = ("all:count", *(f"{one}:count" for one in Outcome))
TO_EMERGENCY, FROM_EMERGENCY, BETWEEN = "under", "over", "between"

Rows = list[tuple[Cell, ...]]
Names = Mapping[str, Text]  # of departments by their ids
Of = TypeVar("Of")
Key = TypeVar("Key", bound=Hashable)


def outcomes(those: Sequence[Attendance]) -> Table:
    counted, damaged = Counter(one.outcome for one in those), sum(one.damaged for one in those)
    rows: Rows = [(word("rows", "receptions"), len(those), None)]
    rows += [(word("columns", one), counted[one], share(counted[one], len(those))) for one in Outcome]
    if damaged:
        rows.append((word("rows", "damaged"), damaged, share(damaged, len(those))))
    return made("outcomes", ("what:words", "number:count", "share:share"), rows)


def hours(those: Sequence[Attendance], period: Period) -> Table:
    """Every hour from the first to the last with a reception; all of a shift's."""
    groups = _grouped(those, lambda one: one.started.hour)
    if period.ends - period.begins < timedelta(days=1):
        span = int((period.ends - period.begins).total_seconds() // 3600)
        shown = [(period.begins.hour + ahead) % 24 for ahead in range(max(1, span))]
        shown += sorted(groups.keys() - set(shown))
    else:
        shown = list(range(min(groups), max(groups) + 1)) if groups else []
    rows: Rows = [(f"{hour:02}:00", *_by_outcome(groups.get(hour, ()))) for hour in shown]
    return made("hours", ("hour:words", *BY_OUTCOME), rows)


def days(those: Sequence[Attendance], period: Period) -> Table:
    groups = _grouped(those, lambda one: one.started.date())
    every = (period.begins.date() + timedelta(days=ahead) for ahead in range(period.days))
    rows: Rows = [(day.isoformat(), *_by_outcome(groups.get(day, ()))) for day in every]
    return made("days", ("day:words", *BY_OUTCOME), rows)


def departments(those: Sequence[Attendance], names: Names) -> Table:
    groups = _grouped(those, lambda one: one.department[0] if one.department else "")
    ordered = sorted(groups, key=lambda one: (one == "", -len(groups[one]), one))
    rows: Rows = [(_named(one, names), *_by_outcome(groups[one])) for one in ordered]
    return made("departments", ("department:words", *BY_OUTCOME), rows)


def languages(those: Sequence[Attendance]) -> Table:
    groups = _grouped(those, lambda one: one.language)
    rows: Rows = [(word("rows", one), *_by_outcome(groups.get(one, ()))) for one in Language]
    return made("languages", ("language:words", *BY_OUTCOME), rows)


def waits(those: Sequence[Attendance], signed: Sequence[float]) -> Table:
    """`signed`: seconds from hand-over to signature. The way into the doctor's room is not measured here."""
    recorded = [(one, one.recorded) for one in those if one.recorded]
    measured: dict[str, list[float]] = {
        "wait_kiosk": [(at - one.started).total_seconds() for one, at in recorded],
        "wait_nurse": [waited for one in those for waited in _waited(one.alarms.values())],
        "wait_booked": [max(0.0, (one.booked - at).total_seconds()) for one, at in recorded if one.booked],
        "wait_signed": list(signed),
    }
    rows: Rows = [(word("rows", key), len(seconds), *spread(seconds)) for key, seconds in measured.items()]
    rows.append((word("rows", "wait_room"), None, None, None, None))
    columns = ("what:words", "number:count", "median:seconds", "tail:seconds", "longest:seconds")
    return made("waits", columns, rows)


def abandoned(those: Sequence[Attendance]) -> Table:
    left = [one for one in those if one.outcome is Outcome.ABANDONED]
    groups = _grouped(left, lambda one: one.reached)
    rows: Rows = [
        (
            word("rows", f"at_{reached}"),
            len(group := groups.get(reached, [])),
            share(len(group), len(left)),
            sum(one.recorded is not None for one in group),
            _median_stay(group),
        )
        for reached in Reached
    ]
    return made("abandoned", ("what:words", "number:count", "share:share", "record:count", "stay:seconds"), rows)


def answers(those: Sequence[Attendance]) -> Table:
    rows = [(name, len(alarms), *_in_bins(alarms), *spread(list(_waited(alarms)))) for name, alarms in _by_level(those)]
    bins = (*(f"within_{seconds}" for seconds in BINS), "later", "unanswered")
    spreads = ("median:seconds", "tail:seconds", "longest:seconds")
    return made("answers", ("level:words", "raised:count", *bins, *spreads), rows)


def alarms(those: Sequence[Attendance]) -> Table:
    rows: Rows = [(name, len(alarms), *_became(alarms)) for name, alarms in _by_level(those)]
    return made("alarms", ("level:words", "raised", *FOUND, "unanswered", "lowered", "disputed", "again"), rows)


def rules(those: Sequence[Attendance]) -> Table:
    raised = [alarm for one in those for alarm in one.alarms.values() if alarm.rule]
    groups = _grouped(raised, lambda alarm: alarm.rule)
    ordered = sorted(groups, key=lambda rule: (-len(groups[rule]), rule))
    rows = [(_rule(rule), groups[rule][0].level, len(groups[rule]), *_became(groups[rule])[:4]) for rule in ordered]
    return made("rules", ("rule:words", "level:words", "raised", *FOUND, "unanswered"), rows)


def triage(those: Sequence[Attendance]) -> Table:
    named = [one for one in those if one.by_machine]
    kinds = Counter(kind for one in named if (kind := changed(one)))
    flags = [alarm for one in those for alarm in one.alarms.values() if alarm.rule]
    false = sum(alarm.found == "no_danger" for alarm in flags)
    rows: Rows = [(word("rows", "named"), len(named), None)]
    rows.append((word("rows", "kept"), kept := len(named) - kinds.total(), share(kept, len(named))))
    rows += [
        (word("rows", kind), kinds[kind], share(kinds[kind], len(named)))
        for kind in (TO_EMERGENCY, FROM_EMERGENCY, BETWEEN)
    ]
    rows.append((word("rows", "false_alarm"), false, share(false, len(flags))))
    return made("triage", ("what:words", "number:count", "share:share"), rows)


def reroutes(those: Sequence[Attendance], names: Names) -> Table:
    pairs = Counter(
        (one.by_machine[0], one.department[0], kind)
        for one in those
        if one.by_machine and one.department and (kind := changed(one))
    )
    rows = [
        (_named(first, names), _named(last, names), word("rows", kind), often)
        for (first, last, kind), often in sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0]))
    ]
    return made("reroutes", ("from:words", "to:words", "kind:words", "number:count"), rows)


def changed(one: Attendance) -> str | None:
    """How a nurse changed the department that the machine had named; None where it stands."""
    first, last = one.by_machine, one.department
    if not (one.changed and first and last) or first[0] == last[0]:
        return None
    if first[1] == last[1]:
        return BETWEEN
    return TO_EMERGENCY if last[1] else FROM_EMERGENCY


def questions(asked: Counter[str], *, measured: bool) -> Table:
    """`asked`: the questions without anything that says who asked."""
    rows = sorted(asked.items(), key=lambda pair: (-pair[1], pair[0]))
    return made("questions", ("question:words", "number:count"), rows, measured=measured)


def summaries(told: QualityReport) -> Table:
    of_all = {"signed": told.signed, "disliked": told.disliked, "edited": told.edited}
    rows: Rows = [(word("rows", "summaries"), told.summaries, None)]
    rows += [(word("rows", key), number, share(number, told.summaries)) for key, number in of_all.items()]
    rows += [(word("rows", key), told.edits.get(key, 0), None) for key in ("changed", "struck", "added")]
    rows.append((word("rows", "corrections"), told.corrections, None))
    return made("summaries", ("what:words", "number:count", "share:share"), rows)


def dislikes(told: QualityReport) -> Table:
    whole = sum(told.reasons.values())
    rows = [(word("rows", reason), often := told.reasons.get(reason, 0), share(often, whole)) for reason in Reason]
    return made("dislikes", ("reason:words", "number:count", "share:share"), rows)


def _grouped(those: Iterable[Of], key: Callable[[Of], Key]) -> dict[Key, list[Of]]:
    groups: dict[Key, list[Of]] = defaultdict(list)
    for one in those:
        groups[key(one)].append(one)
    return dict(groups)


def _by_outcome(those: Sequence[Attendance]) -> tuple[int, ...]:
    counted = Counter(one.outcome for one in those)
    return len(those), *(counted[one] for one in Outcome)


def _named(department_id: str, names: Names) -> Cell:
    """A department that is no longer there keeps its id."""
    return names.get(department_id, department_id) if department_id else word("rows", "no_department")


def _by_level(those: Sequence[Attendance]) -> Iterator[tuple[Text, list[Alarm]]]:
    """Each level, worst first, and the calls for a person."""
    groups = _grouped(
        (alarm for one in those for alarm in one.alarms.values()), lambda alarm: alarm.level if alarm.rule else CALL
    )
    for level in (*Level, CALL):
        yield word("rows", f"level_{level}"), groups.get(level, [])


def _waited(alarms: Iterable[Alarm]) -> Iterator[float]:
    yield from (waited.total_seconds() for alarm in alarms if (waited := alarm.waited) is not None)


def _in_bins(alarms: Sequence[Alarm]) -> Iterator[int]:
    """How many were acknowledged within each bin and not before, later, and not at all."""
    waited, before = list(_waited(alarms)), -1
    for seconds in BINS:
        yield sum(before < one <= seconds for one in waited)
        before = seconds
    yield sum(one > BINS[-1] for one in waited)
    yield len(alarms) - len(waited)


def _became(alarms: Sequence[Alarm]) -> tuple[int, ...]:
    found = Counter(alarm.found for alarm in alarms)
    marked = (sum(getattr(alarm, mark) for alarm in alarms) for mark in ("lowered", "disputed", "again"))
    return *(found[one] for one in FOUND), found[None], *marked


def _rule(slug: str) -> Cell:
    return dict(of_rule(slug, "").reason) if slug in RULES else slug


def _median_stay(group: Sequence[Attendance]) -> int | None:
    stays = [(one.closed - one.started).total_seconds() for one in group if one.closed]
    return round(median(stays)) if stays else None
