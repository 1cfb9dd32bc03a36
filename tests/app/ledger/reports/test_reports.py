"""What a report counts of receptions, on both databases."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from itertools import count

import pytest
from sqlalchemy import Engine, update

from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.ledger.reports.periods import Of, Period, period_of
from frontdesk.app.ledger.reports.reports import Reports
from frontdesk.app.ledger.reports.table import Table
from frontdesk.app.ledger.tables import EVENTS
from frontdesk.app.reception.record.summary import visit_of
from frontdesk.app.reception.session import events as e
from frontdesk.database.engine import connect, transaction
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.records import Level
from frontdesk.models.facts import Fact, Language, Topic
from tests.app.ledger.reports.month import judged, simulated, through_the_log

DAY = date(2026, 11, 24)
NINE = datetime.combine(DAY, time(9))
LATER = NINE + timedelta(days=30)


@pytest.fixture
def engine(demo_database_url: str) -> Iterator[Engine]:
    engine = connect(demo_database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def hospital(engine: Engine) -> Hospital:
    return hospital_behind(engine, lambda: LATER, url="built-in", folder=None, write="")


Begin = Callable[..., str]


@pytest.fixture
def log(engine: Engine, hospital: Hospital) -> SqlEventLog:
    return SqlEventLog(engine, hospital)


@pytest.fixture
def begin(log: SqlEventLog) -> Begin:
    """A reception whose events follow each other by so many seconds; its id."""
    numbers = count(1)

    def events(*those: e.Event | int, at: datetime = NINE, language: Language = Language.ZH) -> str:
        session_id = f"reception-{next(numbers)}"
        first = e.Started(kiosk="Kiosk 1", language=language, entry=e.Entry.UNWELL)
        state = log.append(session_id, [first], after=0, at=at)
        for one in those:
            if isinstance(one, int):
                at += timedelta(seconds=one)
            else:
                state = log.append(session_id, [one], after=state.sequence, at=at)
        return session_id

    return events


@pytest.fixture
def tables(engine: Engine, hospital: Hospital) -> Callable[..., dict[str, Table]]:
    def read(of: Of = Of.DAY, day: date = DAY, **more: object) -> dict[str, Table]:
        period: Period = period_of(of, day, now=LATER, shifts=(time(0), time(8), time(16)), **more)  # type: ignore[arg-type]
        report = Reports(engine, lambda: LATER).report(period, hospital.directory.departments())
        return {table.key: table for table in report.tables}

    return read


Tables = Callable[..., dict[str, Table]]


def rows(table: Table) -> dict[str, tuple[object, ...]]:
    """By their English names, all rows but those of nothing."""
    named = {(row[0]["en"] if isinstance(row[0], dict) else str(row[0])): row[1:] for row in table.rows}
    return {name: cells for name, cells in named.items() if any(cells)}


def alarm(alert_id: str = "a1", rule: str = "tearing_pain", level: Level = Level.A) -> e.AlertRaised:
    reason = {Language.ZH: "胸痛", Language.EN: "Chest pain"}
    return e.AlertRaised(alert_id=alert_id, rule=rule, level=level, route="emergency", reason=reason, quote="疼")


def answer(found: e.Found, alert_id: str = "a1") -> e.AlertAcknowledged:
    return e.AlertAcknowledged(alert_id=alert_id, by="lin", name="Lin", reason="seen", found=found)


def named(department_id: str, specialty: str, by: str | None = None) -> e.DepartmentRecommended:
    return e.DepartmentRecommended(department_id=department_id, specialty=specialty, confidence=1, reasons=(), by=by)


def closed(reason: str) -> e.Closed:
    return e.Closed.model_validate({"reason": reason})


def test_a_reception_counts_once_in_the_hour_it_began_with_what_became_of_it(begin: Begin, tables: Tables) -> None:
    begin(e.ConsentGiven(), closed("question_only"))
    begin(closed("abandoned"), at=NINE + timedelta(hours=2))
    begin(e.ConsentDeclined(), closed("by_staff"), language=Language.EN)
    begin(e.ConsentGiven())
    begin(e.ConsentGiven(), alarm(), closed("emergency"))
    begin(closed("abandoned"), at=NINE - timedelta(days=1))
    told = tables()
    assert rows(told["outcomes"]) == {
        "Receptions": (5, None),
        "Emergency": (1, 0.2),
        "Question only": (1, 0.2),
        "Declined": (1, 0.2),
        "Abandoned": (1, 0.2),
        "Not ended": (1, 0.2),
    }
    assert {hour: cells[0] for hour, cells in rows(told["hours"]).items()} == {"09:00": 4, "11:00": 1}
    assert {language: cells[0] for language, cells in rows(told["languages"]).items()} == {"Chinese": 4, "English": 1}
    assert "days" not in told, "a day has no table of days"
    week = tables(Of.WEEK)
    assert {day: cells[0] for day, cells in rows(week["days"]).items()} == {"2026-11-23": 1, "2026-11-24": 5}


def test_a_shift_holds_what_began_from_its_first_minute_until_the_next_one(begin: Begin, tables: Tables) -> None:
    for hour, minute in ((7, 59), (8, 0), (15, 59), (16, 0)):
        begin(at=datetime.combine(DAY, time(hour, minute)))
    told = tables(Of.SHIFT, shift=time(8))
    assert rows(told["outcomes"])["Receptions"] == (2, None)
    assert [row[0] for row in told["hours"].rows] == [f"{hour:02}:00" for hour in range(8, 16)]
    assert rows(tables(Of.SHIFT, shift=time(16))["outcomes"])["Receptions"] == (1, None)


def test_alarms_tell_how_long_nobody_came_and_what_was_found(begin: Begin, tables: Tables) -> None:
    begin(alarm(), 20, answer("danger"))
    begin(alarm(), 45, answer("no_danger"), e.AlertsLowered(alert_ids=("a1",), by="lin", name="Lin", reason="seen"))
    begin(alarm(), 400, e.CalledAgain(alert_ids=("a1",)), e.AlertDisputed(alert_id="a1", quote="没有"))
    begin(alarm(rule="", level=Level.B), 30, answer("unseen"))
    told = tables()
    assert rows(told["answers"]) == {
        "A emergency": (3, 1, 1, 0, 0, 0, 1, 32, 45, 45),
        "Asks for a person": (1, 1, 0, 0, 0, 0, 0, 30, 30, 30),
    }
    assert rows(told["alarms"]) == {
        "A emergency": (3, 1, 1, 0, 1, 1, 1, 1),
        "Asks for a person": (1, 0, 0, 1, 0, 0, 0, 0),
    }
    assert [row[1:] for row in told["rules"].rows] == [("A", 3, 1, 1, 0, 1)]
    assert rows(told["triage"])["Alarms found to be no danger"] == (1, 1 / 3)
    assert rows(told["waits"])["From a call to a nurse"][:2] == (3, 30)


def test_a_department_that_a_nurse_changed_is_under_or_over_triage_by_emergency(begin: Begin, tables: Tables) -> None:
    heart, emergency = ("cardiology", "cardiology"), ("emergency", "emergency")
    skin = ("dermatology", "dermatology")
    begin(named(*heart))
    begin(named(*heart), named(*emergency, by="Lin"))
    begin(named(*emergency), named(*heart, by="Lin"))
    begin(named(*heart), named(*skin), named(*heart, by="Lin"))
    begin(named(*heart), named(*skin, by="Lin"), named(*heart, by="Lin"))
    begin(named(*heart, by="Lin"))
    told = tables()
    assert rows(told["triage"]) == {
        "The machine named a department": (5, None),
        "Kept by the nurses": (2, 0.4),
        "To emergency (under-triage)": (1, 0.2),
        "Away from emergency (over-triage)": (1, 0.2),
        "Between other departments": (1, 0.2),
    }
    pairs = [[cell["en"] if isinstance(cell, dict) else cell for cell in row] for row in told["reroutes"].rows]
    assert ["Cardiology", "Emergency", "To emergency (under-triage)", 1] in pairs
    assert len(pairs) == 3
    assert {name: cells[0] for name, cells in rows(told["departments"]).items()} == {"Cardiology": 5, "Emergency": 1}


def test_those_who_left_are_told_by_how_far_they_had_come(begin: Begin, tables: Tables) -> None:
    begin(60, closed("abandoned"))
    begin(e.ConsentGiven(), e.GuestChosen(), 100, closed("abandoned"))
    begin(e.ConsentGiven(), e.GuestChosen(), 300, closed("abandoned"))
    begin(e.ConsentGiven(), e.GuestChosen(), named("cardiology", "cardiology"), closed("by_staff"))
    assert rows(tables()["abandoned"]) == {
        "Before agreeing": (1, 1 / 3, 0, 60),
        "During the interview": (2, 2 / 3, 0, 200),
    }


def asked(*questions: str) -> e.ActionChosen:
    return e.ActionChosen(action=e.Action.ADMINISTRATIVE_ANSWER, why="question", unanswered=questions)


def test_questions_nobody_could_answer_say_nothing_of_who_asked(begin: Begin, tables: Tables) -> None:
    begin(asked("我叫王小明，电话13812345678，能开发票吗？"))
    begin(asked("我叫李四方，电话13912345678，能开发票吗？"), asked("停车怎么收费？"))
    told = tables()["questions"]
    assert told.measured
    assert sorted(row[1] for row in told.rows) == [1, 2]
    for row in told.rows:
        assert not any(one in str(row[0]) for one in ("王小明", "李四方", "1381234", "1391234"))


def test_nothing_asked_is_not_the_same_as_nothing_kept(begin: Begin, tables: Tables) -> None:
    old = e.ActionChosen(action=e.Action.ADMINISTRATIVE_ANSWER, why="question")
    begin(old)
    assert not tables()["questions"].measured
    begin(asked())
    assert tables()["questions"].measured
    assert tables()["questions"].rows == ()


def test_records_are_told_with_what_doctors_did_to_them(
    begin: Begin, log: SqlEventLog, tables: Tables, hospital: Hospital, engine: Engine
) -> None:
    departments = {one.department_id: one for one in hospital.directory.departments()}
    fact = Fact(topic=Topic.FINDING, code="cough", quote="咳嗽", turn=1)
    said = e.PatientSaid(turn_id="turn-00000001", number=1, text="咳嗽", language=Language.ZH)
    for _ in range(2):
        session_id = begin(e.ConsentGiven(), e.GuestChosen(), said, e.RecordExtended(turn=1, facts=(fact,)))
        state, at = log.state(session_id), NINE + timedelta(minutes=4)
        visit = visit_of(state, departments["cardiology"], now=at)
        done = log.hand_over(session_id, [closed("finished")], visit, after=state.sequence, at=at)
    judged(engine, hospital, departments, _Always(), done.handed_over or 0, at)  # type: ignore[arg-type]
    told = tables()
    assert rows(told["waits"]) == {
        "From the start to the hand-over": (2, 240, 240, 240),
        "From the hand-over to the signature": (1, 3600, 3600, 3600),
    }
    assert rows(told["summaries"]) == {
        "Summaries handed over": (2, None),
        "Signed by a doctor": (1, 0.5),
        "With a thumbs-down": (1, 0.5),
    }
    assert rows(told["dislikes"]) == {"The patient did not say so": (1, 1.0)}
    assert rows(told["outcomes"])["Record handed over"] == (2, 1.0)


class _Always:
    """A doctor who dislikes, for the first reason, and signs an hour later."""

    def random(self) -> float:
        return 0.0

    def randint(self, _first: int, _last: int) -> int:
        return 60

    def choice(self, those: Sequence[object]) -> object:
        return those[0]


def test_an_event_that_cannot_be_read_spoils_only_its_own_reception(
    begin: Begin, tables: Tables, engine: Engine
) -> None:
    damaged = begin(e.ConsentGiven())
    begin(closed("abandoned"))
    with transaction(engine) as connection:
        those = EVENTS.c.session_id == damaged, EVENTS.c.kind == "consent_given"
        connection.execute(update(EVENTS).where(*those), {"body": {"kind": "consent_given", "version": 99}})
    assert rows(tables()["outcomes"])["Cannot be read"] == (1, 0.5)


def test_the_figures_of_a_simulated_month_add_up(engine: Engine, hospital: Hospital, tables: Tables) -> None:
    whole = simulated(40, DAY, 5, hospital.directory.departments())
    through_the_log(engine, hospital, whole)
    told = tables(Of.DAYS, until=DAY + timedelta(days=4))
    for key in ("hours", "days", "departments", "languages"):
        assert sum(int(str(row[1])) for row in told[key].rows) == 40, key
        assert all(row[1] == sum(map(int, map(str, row[2:]))) for row in told[key].rows), key
    outcomes = [row[1] for row in told["outcomes"].rows]
    assert outcomes[0] == 40 == sum(map(int, map(str, outcomes[1:])))


def test_a_report_of_nothing_has_its_tables_all_the_same(tables: Tables) -> None:
    told = tables(day=date(2020, 1, 1))
    assert rows(told["outcomes"]) == {}
    assert told["hours"].rows == ()
    assert told["questions"].measured
    assert len(told["answers"].rows) == 6
