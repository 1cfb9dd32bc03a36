"""A month of simulated receptions, written through the event log: to look at the reports, and to time them.

`python -m tests.app.ledger.reports.month DATABASE_URL --sessions 2000 --days 30` writes into the seeded database of an
installation that is not running. `--bulk` writes sessions and events alone, without their audit trail: for timing.
"""

from argparse import ArgumentParser
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random

from sqlalchemy import Engine, insert

from frontdesk.app.ledger.desk import Desk, Member
from frontdesk.app.ledger.event_log import SqlEventLog, _row
from frontdesk.app.ledger.quality import Quality, Reason
from frontdesk.app.ledger.records.store import RecordStore, hospital_behind
from frontdesk.app.ledger.tables import EVENTS, SESSIONS
from frontdesk.app.reception.record.summary import visit_of
from frontdesk.app.reception.session import events as e
from frontdesk.database.engine import connect, transaction
from frontdesk.his_adapter.access import Doctor
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.records import Department, Level
from frontdesk.models.facts import Fact, Language, Topic
from frontdesk.models.red_flags import RULES, of_rule

HOURS = (1, 1, 1, 1, 1, 2, 6, 28, 60, 64, 52, 30, 14, 44, 50, 40, 24, 12, 8, 6, 5, 4, 2, 1)  # how busy each is
QUESTIONS = ("停车场怎么收费？", "我叫王小明，电话13812345678，能开发票吗？", "有没有轮椅可以借？", "食堂几点关门？")
QUESTIONS_EN = (
    "Is there a cash machine?",
    "My name is John Smith, can I bring my dog?",
    "Where can I charge my phone?",
)
COMPLAINTS = ("cough", "headache", "rash", "abdominal_pain", "chest_pain", "dizziness")
AT_ONCE = 500  # sessions of a transaction


@dataclass(frozen=True)
class Step:
    """Events recorded together, so many seconds after the start; `hands_over` with a record to this department."""

    after: int
    events: tuple[e.Event, ...]
    hands_over: Department | None = None


def steps(random: Random, departments: Sequence[Department], number: int) -> Iterator[Step]:
    """One reception."""
    language = Language.EN if random.random() < 0.13 else Language.ZH
    entry = random.choices(list(e.Entry), (80, 8, 12))[0]
    yield Step(0, (e.Started(kiosk=f"Kiosk {number % 4 + 1}", language=language, entry=entry),))
    if random.random() < 0.03:
        yield Step(40, (e.Closed(reason="abandoned"),))
        return
    if random.random() < 0.02:
        yield Step(15, (e.ConsentDeclined(),))
        yield Step(random.randint(40, 400), (e.TakenOver(by="lin", name="Lin"), e.Closed(reason="by_staff", by="lin")))
        return
    yield Step(12, (e.ConsentGiven(),))
    if random.random() < 0.03:
        yield Step(80, (e.Closed(reason="abandoned"),))
        return
    yield Step(25, (e.GuestChosen(),))
    if entry is e.Entry.QUESTION:
        asked = random.choice(QUESTIONS_EN if language is Language.EN else QUESTIONS)
        missed = (asked,) if random.random() < 0.35 else ()
        yield Step(50, _turn(1, language, asked, missed))
        yield Step(80, (e.Closed(reason="question_only"),))
        return
    yield from _interview(random, departments, language)


def _turn(number: int, language: Language, text: str, missed: tuple[str, ...] = ()) -> tuple[e.Event, ...]:
    return (
        e.PatientSaid(turn_id=f"turn-{number:08}", number=number, text=text, language=language),
        e.ActionChosen(action=e.Action.SYMPTOM_INQUIRY, why="next:since", unanswered=missed),
        e.NurseSaid(turn_id=f"turn-{number:08}", text="请说。", language=language),
    )


def _interview(random: Random, departments: Sequence[Department], language: Language) -> Iterator[Step]:
    complaint, at = random.choice(COMPLAINTS), 60
    told = e.RecordExtended(turn=1, facts=(Fact(topic=Topic.FINDING, code=complaint, quote="不舒服", turn=1),))
    yield Step(at, (*_turn(1, language, "不舒服"), told))
    for number in range(2, random.randint(4, 12)):
        at += random.randint(8, 30)
        yield Step(at, _turn(number, language, "没有"))
    if random.random() < 0.10:
        yield Step(at + 60, (e.Closed(reason="abandoned"),))
        return
    named = random.choices(departments, [max(1, 40 - 2 * place) for place in range(len(departments))])[0]
    if random.random() < 0.09:
        at, emergency = yield from _alarm(random, at)
        if emergency:
            named = next(one for one in departments if one.department_id == "emergency")
            yield Step(at + 60, (_named(named), e.Closed(reason="emergency", by="lin")), hands_over=named)
            return
    yield Step(at + 10, (_named(named),))
    if random.random() < 0.05:
        other = random.choice(departments)
        at += 90
        changed = _named(other).model_copy(update={"by": "Lin"})
        yield Step(at, (e.TakenOver(by="lin", name="Lin"), changed, e.Released(by="lin")))
        named = other
    if random.random() < 0.03:
        yield Step(at + 200, (e.Closed(reason="abandoned"),))
        return
    yield Step(at + random.randint(20, 60), (e.Closed(reason="finished"),), hands_over=named)


def _alarm(random: Random, at: int) -> Generator[Step, None, tuple[int, bool]]:
    """Returns when it was answered, and whether it was an emergency."""
    call, rule = random.random() < 0.3, random.choice(list(RULES)[:20])
    flag = of_rule(rule, "")
    level, reason = (Level.B, dict.fromkeys(Language, "要找人")) if call else (Level(flag.level), dict(flag.reason))
    raised = e.AlertRaised(
        alert_id="a1", rule="" if call else rule, level=level, route="emergency", reason=reason, quote="不舒服"
    )
    yield Step(at, (raised,))
    if random.random() < 0.04:
        return at + 300, False
    at += round(random.lognormvariate(3.4, 0.8))
    found = random.choices(("danger", "no_danger", "unseen"), (50, 35, 15))[0]
    answered = e.AlertAcknowledged(alert_id="a1", by="lin", name="Lin", reason="seen", found=found)  # type: ignore[arg-type]
    lowered = e.AlertsLowered(alert_ids=("a1",), by="lin", name="Lin", reason="seen")
    yield Step(at, (answered, *((lowered,) if found == "no_danger" else ())))
    return at, level is Level.A and found != "no_danger" and not call


def _named(department: Department) -> e.DepartmentRecommended:
    return e.DepartmentRecommended(
        department_id=department.department_id, specialty=department.specialties[0], confidence=0.8, reasons=()
    )


def starts(random: Random, sessions: int, first: date, days: int) -> list[datetime]:
    """When they begin, in order; fewer at weekends."""
    dates = [first + timedelta(days=ahead) for ahead in range(days)]
    weights = [1 if day.weekday() > 4 else 4 for day in dates]
    chosen = zip(random.choices(dates, weights, k=sessions), random.choices(range(24), HOURS, k=sessions), strict=True)
    return sorted(datetime.combine(day, time(hour, random.randrange(60), random.randrange(60))) for day, hour in chosen)


def through_the_log(engine: Engine, hospital: Hospital, whole: list[tuple[datetime, list[Step]]]) -> None:
    """As the kiosks would, with records that doctors judge and sign."""
    random, log = Random(2), SqlEventLog(engine, hospital)
    departments = {one.department_id: one for one in hospital.directory.departments()}
    for number, (begins, done) in enumerate(whole):
        session_id, state = f"simulated-{number:06}", None
        for step in done:
            at, after = begins + timedelta(seconds=step.after), state.sequence if state else 0
            if step.hands_over is None or state is None:
                state = log.append(session_id, step.events, after=after, at=at)
                continue
            state = log.hand_over(session_id, step.events, visit_of(state, step.hands_over, now=at), after=after, at=at)
            if state.handed_over and random.random() < 0.7:
                judged(engine, hospital, departments, random, state.handed_over, at)


def judged(
    engine: Engine, hospital: Hospital, departments: dict[str, Department], random: Random, number: int, at: datetime
) -> None:
    """By a doctor of the department who reads, may dislike, and signs."""
    later = at + timedelta(minutes=random.randint(10, 120))
    visit = RecordStore(engine, hospital.directory).visit(number)
    if random.random() < 0.12:
        Quality(engine, lambda: later).dislike(visit, "zhou", random.choice(list(Reason)))
    own = departments[visit.department_id]
    doctor = Doctor(username="zhou", department_id=own.department_id, departments=tuple(own.name.values()))
    desk = Desk(engine, hospital, lambda: later, lambda: "id")
    desk.sign(Member(principal=doctor, name="Zhou"), number, version=visit.version)


def in_bulk(engine: Engine, whole: list[tuple[datetime, list[Step]]]) -> None:
    for first in range(0, len(whole), AT_ONCE):
        sessions, rows = [], []
        for number, (begins, done) in enumerate(whole[first : first + AT_ONCE], first):
            session_id = f"simulated-{number:06}"
            closed = any(isinstance(one, e.Closed) for step in done for one in step.events)
            sessions.append(
                {
                    "session_id": session_id,
                    "kiosk": "Kiosk 1",
                    "started": begins,
                    "touched": begins + timedelta(seconds=done[-1].after),
                    "suspended": False,
                    "closed": closed,
                }
            )
            happened = [
                (step.after, one)
                for step in done
                for one in (*((e.RecordHandedOver(outpatient_number=number),) if step.hands_over else ()), *step.events)
            ]
            rows += [
                _row(session_id, place, begins + timedelta(seconds=after), one)
                for place, (after, one) in enumerate(happened, 1)
            ]
        with transaction(engine) as connection:
            connection.execute(insert(SESSIONS), sessions)
            connection.execute(insert(EVENTS), rows)


def simulated(
    sessions: int, first: date, days: int, departments: Sequence[Department]
) -> list[tuple[datetime, list[Step]]]:
    random = Random(1)
    return [
        (begins, list(steps(random, departments, number)))
        for number, begins in enumerate(starts(random, sessions, first, days))
    ]


def main() -> None:
    asked = ArgumentParser(description=__doc__)
    asked.add_argument("url")
    asked.add_argument("--sessions", type=int, default=2000)
    asked.add_argument("--days", type=int, default=30)
    asked.add_argument("--first", type=date.fromisoformat, default=date(2026, 11, 1))
    asked.add_argument("--bulk", action="store_true")
    told = asked.parse_args()
    engine = connect(told.url)
    hospital = hospital_behind(engine, datetime.now, url="built-in", folder=None, write="")
    whole = simulated(told.sessions, told.first, told.days, hospital.directory.departments())
    if told.bulk:
        in_bulk(engine, whole)
    else:
        through_the_log(engine, hospital, whole)
    engine.dispose()


if __name__ == "__main__":
    main()
