"""What every hospital back end has to keep; a back end's tests subclass this and give a `hospital` of one's own.

The hospital is that of `small_hospital`, seeded on MONDAY, with its clock at nine that morning.
"""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, time, timedelta

import pytest

from his_adapter.errors import NotFound, SlotTaken, VersionConflict
from his_adapter.hospital import Hospital
from his_adapter.records import (
    Appointment,
    AppointmentState,
    Evidence,
    Level,
    OutpatientRecord,
    PreVisitSummary,
    Section,
    Statement,
    SummaryState,
    Utterance,
    Visit,
)
from models.facts import Language, Sex

MONDAY = date(2026, 11, 23)
SUNDAY = date(2026, 11, 22)
NINE = datetime.combine(MONDAY, time(9))
SUMMARY = PreVisitSummary(
    language=Language.ZH,
    level=Level.C,
    statements=(
        Statement(
            statement_id="s1",
            section=Section.COMPLAINT,
            text="胸闷3天",
            evidence=(Evidence(turn=1, quote="心口闷三天了"),),
        ),
        Statement(statement_id="s2", section=Section.NOT_ASKED, text="吸烟", machine=True),
    ),
    conversation=(Utterance(turn=1, speaker="patient", text="心口闷三天了"),),
)


def visit(
    appointment: Appointment | None = None, *, at: datetime = NINE, summary: PreVisitSummary | None = SUMMARY
) -> Visit:
    record = OutpatientRecord(
        patient_id="P1", name="白样本", department="心内科", visit_date=at, chief_complaint="胸闷3天"
    )
    return Visit(record=record, summary=summary, department_id="cardiology", appointment=appointment)


class HospitalContract:
    def test_a_patient_is_found_by_number(self, hospital: Hospital) -> None:
        patient = hospital.patient("P1")
        assert (patient.name, patient.sex, patient.birth_date) == ("白样本", Sex.MALE, date(1950, 2, 28))

    def test_an_unknown_patient_is_not_found(self, hospital: Hospital) -> None:
        with pytest.raises(NotFound):
            hospital.patient("P9")

    def test_patients_are_found_by_name_and_nobody_by_a_part_of_it(self, hospital: Hospital) -> None:
        assert [one.patient_id for one in hospital.named(["白样本", "nobody"])] == ["P1"]
        assert hospital.named(["白样", "样本"]) == []

    def test_earlier_records_come_newest_first(self, hospital: Hospital) -> None:
        assert [record.outpatient_number for record in hospital.records("P1")] == [7001, 7002]
        assert hospital.records("P9") == []

    def test_the_directory_comes_in_its_own_order(self, hospital: Hospital) -> None:
        assert [department.department_id for department in hospital.departments()] == ["cardiology", "general-practice"]
        assert hospital.info().name[Language.EN] == "Small Hospital"
        assert hospital.info().fallbacks["urology"] == "general_practice"
        assert [policy.policy_id for policy in hospital.policies()] == ["pay"]

    def test_a_department_keeps_its_hours_and_rules(self, hospital: Hospital) -> None:
        cardiology, general = hospital.departments()
        assert cardiology.is_open(NINE) and not cardiology.is_open(NINE.replace(hour=12))
        assert general.is_open(NINE.replace(hour=23, minute=59, second=59))
        assert cardiology.rules.age_from == 14 and general.rules.age_from is None

    def test_physicians_of_an_unknown_department_are_not_found(self, hospital: Hospital) -> None:
        with pytest.raises(NotFound):
            hospital.physicians("astrology")

    def test_only_physicians_on_duty_that_day_are_named(self, hospital: Hospital) -> None:
        assert [physician.physician_id for physician in hospital.on_duty("cardiology", MONDAY)] == ["D1"]
        assert hospital.on_duty("cardiology", SUNDAY) == []

    def test_free_slots_start_after_the_given_time_earliest_first(self, hospital: Hospital) -> None:
        slots = hospital.free_slots("cardiology", NINE.replace(hour=8, minute=35))
        assert [slot.starts for slot in slots] == [
            NINE.replace(hour=8, minute=40),
            NINE.replace(hour=8, minute=50),
            NINE.replace(day=24, hour=8),
        ]

    def test_a_held_slot_is_no_longer_free(self, hospital: Hospital) -> None:
        first = hospital.free_slots("cardiology", NINE)[0]
        held = hospital.hold(first.slot_id, "P1", key="a")
        assert held.state is AppointmentState.HELD and held.slot == first
        assert first not in hospital.free_slots("cardiology", NINE)
        with pytest.raises(SlotTaken):
            hospital.hold(first.slot_id, "G1", key="b")

    def test_the_same_key_gives_the_same_appointment(self, hospital: Hospital) -> None:
        first, second = hospital.free_slots("cardiology", NINE, limit=2)
        held = hospital.hold(first.slot_id, "P1", key="a")
        assert hospital.hold(first.slot_id, "P1", key="a") == held
        other = hospital.hold(second.slot_id, "G1", key="b")
        assert (held.queue_number, other.queue_number) == ("A01", "A02")

    def test_a_cancelled_slot_is_free_again_and_so_is_its_queue_number(self, hospital: Hospital) -> None:
        first = hospital.free_slots("cardiology", NINE)[0]
        held = hospital.hold(first.slot_id, "P1", key="a")
        assert hospital.cancel(held.appointment_id).state is AppointmentState.CANCELLED
        again = hospital.hold(first.slot_id, "P1", key="a")
        assert again.state is AppointmentState.HELD and again.queue_number == held.queue_number

    def test_queue_numbers_run_with_time_whoever_books_first(self, hospital: Hospital) -> None:
        slots = hospital.free_slots("cardiology", NINE, limit=12)
        booked = [hospital.hold(slot.slot_id, f"G{n}", key=str(n)) for n, slot in enumerate(reversed(slots))]
        by_time = sorted(booked, key=lambda one: (one.slot.starts, int(one.queue_number[1:])))
        numbers = [(one.slot.starts.date(), int(one.queue_number[1:])) for one in by_time]
        assert numbers == sorted(set(numbers))

    def test_a_time_that_is_over_is_not_given(self, hospital: Hospital) -> None:
        over = hospital.free_slots("cardiology", NINE - timedelta(hours=1))[0]
        assert over.starts < NINE
        with pytest.raises(SlotTaken):
            hospital.hold(over.slot_id, "P1", key="a")

    def test_confirming_twice_is_confirming_once(self, hospital: Hospital) -> None:
        held = hospital.hold(hospital.free_slots("cardiology", NINE)[0].slot_id, "P1", key="a")
        assert hospital.confirm(held.appointment_id) == hospital.confirm(held.appointment_id)
        assert hospital.hold(held.slot.slot_id, "P1", key="a").state is AppointmentState.CONFIRMED

    def test_what_was_cancelled_cannot_be_confirmed(self, hospital: Hospital) -> None:
        held = hospital.hold(hospital.free_slots("cardiology", NINE)[0].slot_id, "P1", key="a")
        hospital.cancel(held.appointment_id)
        with pytest.raises(SlotTaken):
            hospital.confirm(held.appointment_id)

    def test_booking_what_does_not_exist_is_not_found(self, hospital: Hospital) -> None:
        for attempt in (lambda: hospital.hold(10**9, "P1", key="a"), lambda: hospital.confirm(10**9)):
            with pytest.raises(NotFound):
                attempt()

    def test_fifty_kiosks_racing_for_one_slot_give_it_to_one(self, hospital: Hospital) -> None:
        slot = hospital.free_slots("cardiology", NINE)[0]

        def attempt(kiosk: int) -> str:
            try:
                return hospital.hold(slot.slot_id, f"G{kiosk}", key=f"kiosk-{kiosk}").patient_id
            except SlotTaken:
                return ""

        with ThreadPoolExecutor(50) as kiosks:
            winners = [winner for winner in kiosks.map(attempt, range(50)) if winner]
        assert len(winners) == 1

    def test_fifty_kiosks_booking_at_once_get_slots_and_queue_numbers_of_their_own(self, hospital: Hospital) -> None:
        slots = hospital.free_slots("cardiology", NINE, limit=50)

        def attempt(place: int) -> Appointment:
            held = hospital.hold(slots[place].slot_id, f"G{place}", key=f"kiosk-{place}")
            return hospital.confirm(held.appointment_id)

        with ThreadPoolExecutor(50) as kiosks:
            booked = list(kiosks.map(attempt, range(50)))
        assert len({appointment.slot.slot_id for appointment in booked}) == 50
        assert len({(appointment.slot.starts.date(), appointment.queue_number) for appointment in booked}) == 50

    def test_one_key_sent_twice_at_once_books_once(self, hospital: Hospital) -> None:
        slot = hospital.free_slots("cardiology", NINE)[0]
        with ThreadPoolExecutor(8) as pool:
            booked = list(pool.map(lambda _: hospital.hold(slot.slot_id, "P1", key="a"), range(8)))
        assert len({appointment.appointment_id for appointment in booked}) == 1

    def test_a_visit_is_read_back_as_it_was_written(self, hospital: Hospital) -> None:
        held = hospital.hold(hospital.free_slots("cardiology", NINE)[0].slot_id, "P1", key="a")
        written = visit(hospital.confirm(held.appointment_id))
        number = hospital.create_visit(written, key="session-1")
        read = hospital.visit(number)
        assert read.record == written.record.model_copy(update={"outpatient_number": number})
        assert read == written.model_copy(update={"record": read.record})
        assert hospital.records("P1")[0] == read.record

    def test_a_visit_is_created_once_per_key(self, hospital: Hospital) -> None:
        with ThreadPoolExecutor(8) as pool:
            numbers = set(pool.map(lambda _: hospital.create_visit(visit(), key="session-1"), range(8)))
        assert len(numbers) == 1
        assert hospital.create_visit(visit(), key="session-2") not in numbers
        assert len(hospital.visits("cardiology", MONDAY)) == 2

    def test_a_guest_and_a_visit_without_a_summary_are_welcome(self, hospital: Hospital) -> None:
        guest = visit(summary=None)
        guest = guest.model_copy(update={"record": guest.record.model_copy(update={"patient_id": "guest-7"})})
        assert hospital.visit(hospital.create_visit(guest, key="g")).summary is None

    def test_the_worklist_of_a_day_goes_by_appointment(self, hospital: Hospital) -> None:
        slots = hospital.free_slots("cardiology", NINE, limit=6)
        late = hospital.hold(slots[5].slot_id, "P1", key="late")
        early = hospital.hold(slots[1].slot_id, "P1", key="early")
        without = hospital.create_visit(visit(at=slots[3].starts), key="s3")
        second, first = (hospital.create_visit(visit(booked), key=booked.queue_number) for booked in (late, early))
        assert [those.record.outpatient_number for those in hospital.visits("cardiology", slots[0].starts.date())] == [
            first,
            without,
            second,
        ]
        assert hospital.visits("general-practice", slots[0].starts.date()) == []

    def test_a_visit_booked_for_another_day_is_on_that_days_worklist(self, hospital: Hospital) -> None:
        tomorrow = MONDAY + timedelta(days=1)
        slot = hospital.free_slots("cardiology", NINE)[0]
        assert slot.starts.date() == tomorrow
        number = hospital.create_visit(visit(hospital.hold(slot.slot_id, "P1", key="a")), key="s")
        assert [those.record.outpatient_number for those in hospital.visits("cardiology", tomorrow)] == [number]
        assert hospital.visits("cardiology", MONDAY) == []

    def test_an_edit_keeps_what_was_there_and_where_it_came_from(self, hospital: Hospital) -> None:
        number = hospital.create_visit(visit(), key="s")
        edited = hospital.edit(number, "s1", "胸闷4天", by="林和", at=NINE, version=1)
        assert edited.version == 2 and edited == hospital.visit(number)
        assert edited.summary and edited.summary.statements[0].text == "胸闷4天"
        assert edited.summary.statements[0].evidence == SUMMARY.statements[0].evidence
        (revision,) = edited.revisions
        assert (revision.before, revision.after, revision.by, revision.at) == ("胸闷3天", "胸闷4天", "林和", NINE)

    def test_an_edit_reaches_the_record_and_keeps_what_was_changed_there_apart(self, hospital: Hospital) -> None:
        number = hospital.create_visit(visit(), key="s")
        edited = hospital.edit(number, "s1", "胸闷4天", by="林和", at=NINE, version=1)
        assert edited.record.chief_complaint == "胸闷4天"
        apart = visit().record.model_copy(update={"chief_complaint": "气短"})
        number = hospital.create_visit(visit().model_copy(update={"record": apart}), key="t")
        edited = hospital.edit(number, "s1", "胸闷4天", by="林和", at=NINE, version=1)
        assert edited.record.chief_complaint == "气短；胸闷4天"

    def test_an_edit_of_an_older_version_changes_nothing(self, hospital: Hospital) -> None:
        number = hospital.create_visit(visit(), key="s")
        after = hospital.edit(number, "s1", "一", by="林和", at=NINE, version=1)
        with pytest.raises(VersionConflict):
            hospital.edit(number, "s2", "二", by="石静", at=NINE, version=1)
        with pytest.raises(VersionConflict):
            hospital.sign(number, by="石静", at=NINE, version=1)
        assert hospital.visit(number) == after

    def test_of_many_edits_on_one_version_one_is_written(self, hospital: Hospital) -> None:
        number = hospital.create_visit(visit(), key="s")

        def attempt(doctor: int) -> bool:
            try:
                hospital.edit(number, "s1", f"第{doctor}次", by=f"D{doctor}", at=NINE, version=1)
            except VersionConflict:
                return False
            return True

        with ThreadPoolExecutor(16) as doctors:
            assert sum(doctors.map(attempt, range(16))) == 1
        assert len(hospital.visit(number).revisions) == 1

    def test_editing_what_does_not_exist_is_not_found_and_changes_nothing(self, hospital: Hospital) -> None:
        number = hospital.create_visit(visit(), key="s")
        for outpatient_number, statement_id in ((number, "s9"), (10**9, "s1")):
            with pytest.raises(NotFound):
                hospital.edit(outpatient_number, statement_id, "x", by="林和", at=NINE, version=1)
        assert hospital.visit(number).version == 1

    def test_a_doctor_adds_a_statement(self, hospital: Hospital) -> None:
        number = hospital.create_visit(visit(), key="s")
        added = hospital.add(number, Section.NOTES, "复查心电图", by="林和", at=NINE, version=1)
        assert added.summary
        assert (added.summary.statements[-1].section, added.summary.statements[-1].text) == (
            Section.NOTES,
            "复查心电图",
        )
        twice = hospital.add(number, Section.NOTES, "三个月后复诊", by="林和", at=NINE, version=2)
        assert twice.summary and len({statement.statement_id for statement in twice.summary.statements}) == 4

    def test_signing_writes_the_signature(self, hospital: Hospital) -> None:
        number = hospital.create_visit(visit(), key="s")
        signed = hospital.sign(number, by="林和", at=NINE, version=1)
        assert (signed.state, signed.signed_by, signed.version) == (SummaryState.SIGNED, "林和", 2)
        assert signed.record.physician_signature == "林和"

    def test_a_change_after_signing_takes_the_signature_off_and_remembers_it(self, hospital: Hospital) -> None:
        number = hospital.create_visit(visit(), key="s")
        hospital.sign(number, by="林和", at=NINE, version=1)
        edited = hospital.edit(number, "s1", "胸闷5天", by="石静", at=NINE, version=2)
        assert (edited.state, edited.signed_by, edited.record.physician_signature) == (SummaryState.OPEN, None, "")
        assert [revision.after for revision in edited.revisions] == ["林和", "胸闷5天"]
