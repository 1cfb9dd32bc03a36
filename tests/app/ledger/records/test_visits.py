from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine

from frontdesk.app.ledger.records import visits
from frontdesk.app.ledger.records.loading import seed
from frontdesk.database.engine import writing
from frontdesk.his_adapter.connecting import BUILT_IN, connect
from frontdesk.his_adapter.errors import NotFound, VersionConflict
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.records import Section, SummaryState
from tests.app.ledger.records.ledger import Ledger
from tests.his_adapter.contract import MONDAY, NINE, SUMMARY, visit
from tests.his_adapter.small_hospital import write_hospital


@pytest.fixture(autouse=True)
def seeded(engine: Engine, tmp_path: Path) -> None:
    seed(engine, write_hospital(tmp_path / "hospital"), MONDAY)


@pytest.fixture
def hospital(engine: Engine) -> Hospital:
    return connect(BUILT_IN, engine, lambda: NINE)


@pytest.fixture
def ledger(engine: Engine) -> Ledger:
    return Ledger(engine)


def test_earlier_records_come_newest_first(ledger: Ledger) -> None:
    assert [record.outpatient_number for record in ledger.of_patient("P1")] == [7001, 7002]
    assert ledger.of_patient("P9") == []


def test_a_visit_is_read_back_as_it_was_written(hospital: Hospital, ledger: Ledger) -> None:
    held = hospital.scheduling.hold(hospital.scheduling.free_slots("cardiology", NINE)[0].slot_id, "P1", key="a")
    written = visit(hospital.scheduling.confirm(held.appointment_id))
    number = ledger.create_visit(written, key="session-1")
    read = ledger.visit(number)
    assert read.record == written.record.model_copy(update={"outpatient_number": number})
    assert read == written.model_copy(update={"record": read.record})
    assert ledger.of_patient("P1")[0] == read.record


def test_a_visit_is_created_once_per_key(ledger: Ledger) -> None:
    with ThreadPoolExecutor(8) as pool:
        numbers = set(pool.map(lambda _: ledger.create_visit(visit(), key="session-1"), range(8)))
    assert len(numbers) == 1
    assert ledger.create_visit(visit(), key="session-2") not in numbers
    assert len(ledger.visits("cardiology", MONDAY)) == 2


def test_a_guest_and_a_visit_without_a_summary_are_welcome(ledger: Ledger) -> None:
    guest = visit(summary=None)
    guest = guest.model_copy(update={"record": guest.record.model_copy(update={"patient_id": "guest-7"})})
    assert ledger.visit(ledger.create_visit(guest, key="g")).summary is None


def test_the_worklist_of_a_day_goes_by_appointment(hospital: Hospital, ledger: Ledger) -> None:
    slots = hospital.scheduling.free_slots("cardiology", NINE, limit=6)
    late = hospital.scheduling.hold(slots[5].slot_id, "P1", key="late")
    early = hospital.scheduling.hold(slots[1].slot_id, "P1", key="early")
    without = ledger.create_visit(visit(at=slots[3].starts), key="s3")
    second, first = (ledger.create_visit(visit(booked), key=booked.queue_number) for booked in (late, early))
    assert [those.record.outpatient_number for those in ledger.visits("cardiology", slots[0].starts.date())] == [
        first,
        without,
        second,
    ]
    assert ledger.visits("general-practice", slots[0].starts.date()) == []


def test_a_visit_booked_for_another_day_is_on_that_days_worklist(hospital: Hospital, ledger: Ledger) -> None:
    tomorrow = MONDAY + timedelta(days=1)
    slot = hospital.scheduling.free_slots("cardiology", NINE)[0]
    assert slot.starts.date() == tomorrow
    number = ledger.create_visit(visit(hospital.scheduling.hold(slot.slot_id, "P1", key="a")), key="s")
    assert [those.record.outpatient_number for those in ledger.visits("cardiology", tomorrow)] == [number]
    assert ledger.visits("cardiology", MONDAY) == []


def test_an_edit_keeps_what_was_there_and_where_it_came_from(ledger: Ledger) -> None:
    number = ledger.create_visit(visit(), key="s")
    edited = ledger.edit(number, "s1", "胸闷4天", by="林和", at=NINE, version=1)
    assert edited.version == 2 and edited == ledger.visit(number)
    assert edited.summary and edited.summary.statements[0].text == "胸闷4天"
    assert edited.summary.statements[0].evidence == SUMMARY.statements[0].evidence
    (revision,) = edited.revisions
    assert (revision.before, revision.after, revision.by, revision.at) == ("胸闷3天", "胸闷4天", "林和", NINE)


def test_an_edit_reaches_the_record_and_keeps_what_was_changed_there_apart(ledger: Ledger) -> None:
    number = ledger.create_visit(visit(), key="s")
    edited = ledger.edit(number, "s1", "胸闷4天", by="林和", at=NINE, version=1)
    assert edited.record.chief_complaint == "胸闷4天"
    apart = visit().record.model_copy(update={"chief_complaint": "气短"})
    number = ledger.create_visit(visit().model_copy(update={"record": apart}), key="t")
    edited = ledger.edit(number, "s1", "胸闷4天", by="林和", at=NINE, version=1)
    assert edited.record.chief_complaint == "气短；胸闷4天"


def test_an_edit_of_an_older_version_changes_nothing(ledger: Ledger) -> None:
    number = ledger.create_visit(visit(), key="s")
    after = ledger.edit(number, "s1", "一", by="林和", at=NINE, version=1)
    with pytest.raises(VersionConflict):
        ledger.edit(number, "s2", "二", by="石静", at=NINE, version=1)
    with pytest.raises(VersionConflict):
        ledger.sign(number, by="石静", at=NINE, version=1)
    assert ledger.visit(number) == after


def test_of_many_edits_on_one_version_one_is_written(ledger: Ledger) -> None:
    number = ledger.create_visit(visit(), key="s")

    def attempt(doctor: int) -> bool:
        try:
            ledger.edit(number, "s1", f"第{doctor}次", by=f"D{doctor}", at=NINE, version=1)
        except VersionConflict:
            return False
        return True

    with ThreadPoolExecutor(16) as doctors:
        assert sum(doctors.map(attempt, range(16))) == 1
    assert len(ledger.visit(number).revisions) == 1


def test_editing_what_does_not_exist_is_not_found_and_changes_nothing(ledger: Ledger) -> None:
    number = ledger.create_visit(visit(), key="s")
    for outpatient_number, statement_id in ((number, "s9"), (10**9, "s1")):
        with pytest.raises(NotFound):
            ledger.edit(outpatient_number, statement_id, "x", by="林和", at=NINE, version=1)
    assert ledger.visit(number).version == 1


def test_a_doctor_adds_a_statement(ledger: Ledger) -> None:
    number = ledger.create_visit(visit(), key="s")
    added = ledger.add(number, Section.NOTES, "复查心电图", by="林和", at=NINE, version=1)
    assert added.summary
    assert (added.summary.statements[-1].section, added.summary.statements[-1].text) == (
        Section.NOTES,
        "复查心电图",
    )
    twice = ledger.add(number, Section.NOTES, "三个月后复诊", by="林和", at=NINE, version=2)
    assert twice.summary and len({statement.statement_id for statement in twice.summary.statements}) == 4


def test_signing_writes_the_signature(ledger: Ledger) -> None:
    number = ledger.create_visit(visit(), key="s")
    signed = ledger.sign(number, by="林和", at=NINE, version=1)
    assert (signed.state, signed.signed_by, signed.version) == (SummaryState.SIGNED, "林和", 2)
    assert signed.record.physician_signature == "林和"


def test_a_change_after_signing_takes_the_signature_off_and_remembers_it(ledger: Ledger) -> None:
    number = ledger.create_visit(visit(), key="s")
    ledger.sign(number, by="林和", at=NINE, version=1)
    edited = ledger.edit(number, "s1", "胸闷5天", by="石静", at=NINE, version=2)
    assert (edited.state, edited.signed_by, edited.record.physician_signature) == (SummaryState.OPEN, None, "")
    assert [revision.after for revision in edited.revisions] == ["林和", "胸闷5天"]


def test_a_visit_written_within_a_transaction_that_fails_was_never_there(ledger: Ledger, engine: Engine) -> None:
    with pytest.raises(RuntimeError), writing(engine) as session:
        number = visits.create(session, visit(), key="s")
        raise RuntimeError
    with pytest.raises(NotFound):
        ledger.visit(number)
