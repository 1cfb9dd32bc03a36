"""What every back end has to keep, part by part; its tests subclass this and give a `hospital` of their own.

The hospital is that of `small_hospital`, loaded on MONDAY, with its clock at nine that morning. A case that needs
what a back end says it cannot do ends as an expected failure that names it: none is skipped.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, time, timedelta

import pytest

from frontdesk.his_adapter.access import RecordsOfficer, VerifiedPatient, narrow
from frontdesk.his_adapter.errors import NotFound, NotSupported, SlotTaken
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.operation import Condition, HisOperation, Verb
from frontdesk.his_adapter.records import (
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
from frontdesk.models.facts import Language, Sex

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


def needs(feature: Feature) -> pytest.MarkDecorator:
    return pytest.mark.needs(feature)


class Contract:
    @pytest.fixture(autouse=True)
    def declared(self, request: pytest.FixtureRequest, hospital: Hospital) -> None:
        for marker in request.node.iter_markers("needs"):
            if marker.args[0] not in hospital.supports:
                pytest.xfail(f"declared: no {marker.args[0]}")


class DirectoryContract(Contract):
    @needs(Feature.DEPARTMENTS)
    def test_the_directory_comes_in_its_own_order(self, hospital: Hospital) -> None:
        assert [department.department_id for department in hospital.directory.departments()] == [
            "cardiology",
            "general-practice",
        ]
        assert hospital.directory.info().name[Language.EN] == "Small Hospital"
        assert hospital.directory.info().fallbacks["urology"] == "general_practice"
        assert [policy.policy_id for policy in hospital.directory.policies()] == ["pay"]

    @needs(Feature.OPENINGS)
    def test_a_department_keeps_its_hours_and_rules(self, hospital: Hospital) -> None:
        cardiology, general = hospital.directory.departments()
        assert cardiology.is_open(NINE) and not cardiology.is_open(NINE.replace(hour=12))
        assert general.is_open(NINE.replace(hour=23, minute=59, second=59))
        assert cardiology.rules.age_from == 14 and general.rules.age_from is None

    @needs(Feature.PHYSICIANS)
    def test_physicians_of_an_unknown_department_are_not_found(self, hospital: Hospital) -> None:
        with pytest.raises(NotFound):
            hospital.directory.physicians("astrology")

    @needs(Feature.DUTY)
    def test_only_physicians_on_duty_that_day_are_named(self, hospital: Hospital) -> None:
        assert [physician.physician_id for physician in hospital.directory.on_duty("cardiology", MONDAY)] == ["D1"]
        assert hospital.directory.on_duty("cardiology", SUNDAY) == []


class PatientsContract(Contract):
    @needs(Feature.PATIENTS)
    def test_a_patient_is_found_by_number(self, hospital: Hospital) -> None:
        patient = hospital.patients.patient("P1")
        assert (patient.name, patient.sex, patient.birth_date) == ("白样本", Sex.MALE, date(1950, 2, 28))

    @needs(Feature.PATIENTS)
    def test_an_unknown_patient_is_not_found(self, hospital: Hospital) -> None:
        with pytest.raises(NotFound):
            hospital.patients.patient("P9")

    @needs(Feature.NAMES)
    def test_patients_are_found_by_name_and_nobody_by_a_part_of_it(self, hospital: Hospital) -> None:
        assert [one.patient_id for one in hospital.patients.named(["白样本", "nobody"])] == ["P1"]
        assert hospital.patients.named(["白样", "样本"]) == []


class SchedulingContract(Contract):
    @needs(Feature.SLOTS)
    def test_free_slots_start_after_the_given_time_earliest_first(self, hospital: Hospital) -> None:
        slots = hospital.scheduling.free_slots("cardiology", NINE.replace(hour=8, minute=35))
        assert [slot.starts for slot in slots] == [
            NINE.replace(hour=8, minute=40),
            NINE.replace(hour=8, minute=50),
            NINE.replace(day=24, hour=8),
        ]

    @needs(Feature.SLOTS)
    def test_a_held_slot_is_no_longer_free(self, hospital: Hospital) -> None:
        first = hospital.scheduling.free_slots("cardiology", NINE)[0]
        held = hospital.scheduling.hold(first.slot_id, "P1", key="a")
        assert held.state is AppointmentState.HELD and held.slot == first
        assert first not in hospital.scheduling.free_slots("cardiology", NINE)
        with pytest.raises(SlotTaken):
            hospital.scheduling.hold(first.slot_id, "G1", key="b")

    @needs(Feature.SLOTS)
    def test_the_same_key_gives_the_same_appointment(self, hospital: Hospital) -> None:
        first, second = hospital.scheduling.free_slots("cardiology", NINE, limit=2)
        held = hospital.scheduling.hold(first.slot_id, "P1", key="a")
        assert hospital.scheduling.hold(first.slot_id, "P1", key="a") == held
        assert hospital.scheduling.hold(second.slot_id, "G1", key="b").appointment_id != held.appointment_id

    @needs(Feature.QUEUE)
    def test_queue_numbers_are_a_letter_of_the_department_and_the_place_in_its_day(self, hospital: Hospital) -> None:
        first, second = hospital.scheduling.free_slots("cardiology", NINE, limit=2)
        held = hospital.scheduling.hold(first.slot_id, "P1", key="a")
        other = hospital.scheduling.hold(second.slot_id, "G1", key="b")
        assert (held.queue_number, other.queue_number) == ("A01", "A02")

    @needs(Feature.SLOTS)
    def test_a_cancelled_slot_is_free_again_and_so_is_its_queue_number(self, hospital: Hospital) -> None:
        first = hospital.scheduling.free_slots("cardiology", NINE)[0]
        held = hospital.scheduling.hold(first.slot_id, "P1", key="a")
        assert hospital.scheduling.cancel(held.appointment_id).state is AppointmentState.CANCELLED
        again = hospital.scheduling.hold(first.slot_id, "P1", key="a")
        assert again.state is AppointmentState.HELD and again.queue_number == held.queue_number

    @needs(Feature.QUEUE)
    def test_queue_numbers_run_with_time_whoever_books_first(self, hospital: Hospital) -> None:
        slots = hospital.scheduling.free_slots("cardiology", NINE, limit=12)
        booked = [hospital.scheduling.hold(slot.slot_id, f"G{n}", key=str(n)) for n, slot in enumerate(reversed(slots))]
        by_time = sorted(booked, key=lambda one: (one.slot.starts, int(one.queue_number[1:])))
        numbers = [(one.slot.starts.date(), int(one.queue_number[1:])) for one in by_time]
        assert numbers == sorted(set(numbers))

    @needs(Feature.SLOTS)
    def test_a_time_that_is_over_is_not_given(self, hospital: Hospital) -> None:
        over = hospital.scheduling.free_slots("cardiology", NINE - timedelta(hours=1))[0]
        assert over.starts < NINE
        with pytest.raises(SlotTaken):
            hospital.scheduling.hold(over.slot_id, "P1", key="a")

    @needs(Feature.SLOTS)
    def test_confirming_twice_is_confirming_once(self, hospital: Hospital) -> None:
        held = hospital.scheduling.hold(hospital.scheduling.free_slots("cardiology", NINE)[0].slot_id, "P1", key="a")
        assert hospital.scheduling.confirm(held.appointment_id) == hospital.scheduling.confirm(held.appointment_id)
        assert hospital.scheduling.hold(held.slot.slot_id, "P1", key="a").state is AppointmentState.CONFIRMED

    @needs(Feature.SLOTS)
    def test_what_was_cancelled_cannot_be_confirmed(self, hospital: Hospital) -> None:
        held = hospital.scheduling.hold(hospital.scheduling.free_slots("cardiology", NINE)[0].slot_id, "P1", key="a")
        hospital.scheduling.cancel(held.appointment_id)
        with pytest.raises(SlotTaken):
            hospital.scheduling.confirm(held.appointment_id)

    @needs(Feature.SLOTS)
    def test_booking_what_does_not_exist_is_not_found(self, hospital: Hospital) -> None:
        for attempt in (
            lambda: hospital.scheduling.hold("999999999", "P1", key="a"),
            lambda: hospital.scheduling.confirm("999999999"),
        ):
            with pytest.raises(NotFound):
                attempt()

    @needs(Feature.SLOTS)
    def test_fifty_kiosks_racing_for_one_slot_give_it_to_one(self, hospital: Hospital) -> None:
        slot = hospital.scheduling.free_slots("cardiology", NINE)[0]

        def attempt(kiosk: int) -> str:
            try:
                return hospital.scheduling.hold(slot.slot_id, f"G{kiosk}", key=f"kiosk-{kiosk}").patient_id
            except SlotTaken:
                return ""

        with ThreadPoolExecutor(50) as kiosks:
            winners = [winner for winner in kiosks.map(attempt, range(50)) if winner]
        assert len(winners) == 1

    @needs(Feature.SLOTS)
    def test_fifty_kiosks_booking_at_once_get_slots_and_queue_numbers_of_their_own(self, hospital: Hospital) -> None:
        slots = hospital.scheduling.free_slots("cardiology", NINE, limit=50)

        def attempt(place: int) -> Appointment:
            held = hospital.scheduling.hold(slots[place].slot_id, f"G{place}", key=f"kiosk-{place}")
            return hospital.scheduling.confirm(held.appointment_id)

        with ThreadPoolExecutor(50) as kiosks:
            booked = list(kiosks.map(attempt, range(50)))
        assert len({appointment.slot.slot_id for appointment in booked}) == 50
        if Feature.QUEUE in hospital.supports:
            numbers = {(appointment.slot.starts.date(), appointment.queue_number) for appointment in booked}
            assert len(numbers) == 50

    @needs(Feature.SLOTS)
    def test_one_key_sent_twice_at_once_books_once(self, hospital: Hospital) -> None:
        slot = hospital.scheduling.free_slots("cardiology", NINE)[0]
        with ThreadPoolExecutor(8) as pool:
            booked = list(pool.map(lambda _: hospital.scheduling.hold(slot.slot_id, "P1", key="a"), range(8)))
        assert len({appointment.appointment_id for appointment in booked}) == 1

    @needs(Feature.SLOTS)
    def test_a_slot_of_another_department_is_not_found(self, hospital: Hospital) -> None:
        slot = hospital.scheduling.free_slots("cardiology", NINE)[0]
        with pytest.raises(NotFound):
            hospital.scheduling.hold(slot.slot_id, "P1", key="a", department_id="general-practice")

    @needs(Feature.APPOINTMENTS)
    @needs(Feature.SLOTS)
    def test_what_a_patient_has_booked_is_found_until_it_is_cancelled(self, hospital: Hospital) -> None:
        held = hospital.scheduling.hold(hospital.scheduling.free_slots("cardiology", NINE)[0].slot_id, "P1", key="a")
        confirmed = hospital.scheduling.confirm(held.appointment_id)
        assert list(hospital.scheduling.appointments("P1", NINE)) == [confirmed]
        hospital.scheduling.cancel(held.appointment_id)
        assert list(hospital.scheduling.appointments("P1", NINE)) == []

    def test_a_system_without_times_offers_none_and_says_so(self, hospital: Hospital) -> None:
        if Feature.SLOTS not in hospital.supports:
            assert list(hospital.scheduling.free_slots("cardiology", NINE)) == []
            with pytest.raises(NotSupported):
                hospital.scheduling.hold("1", "P1", key="a")


def found(hospital: Hospital, condition: Condition, *, limit: int = 10) -> list[OutpatientRecord]:
    narrowed = narrow(RecordsOfficer(username="office"), HisOperation(operation=Verb.SELECT, condition=condition))
    return list(hospital.records.find(narrowed, limit=limit))


class RecordsContract(Contract):
    """`records` is the part of the back end alone, without the application's ledger before it."""

    @needs(Feature.CREATE)
    def test_a_record_is_made_once_per_key(self, hospital: Hospital) -> None:
        with ThreadPoolExecutor(4) as pool:
            ids = set(pool.map(lambda _: hospital.records.create(visit(), key="session-1"), range(4)))
        assert len(ids) == 1
        assert hospital.records.create(visit(), key="session-2") not in ids

    @needs(Feature.FIND)
    def test_what_was_made_is_found_and_nothing_else_is(self, hospital: Hospital) -> None:
        hospital.records.create(visit(), key="session-1")
        (record,) = [one for one in found(hospital, {"patient_id": "P1"}) if one.visit_date == NINE]
        assert (record.patient_id, record.name, record.chief_complaint) == ("P1", "白样本", "胸闷3天")
        assert found(hospital, {"patient_id": "P9"}) == []
        assert found(hospital, {"patient_id": "P1", "chief_complaint": "骨折"}) == []

    @needs(Feature.FIND)
    def test_a_patient_finds_their_own_records_alone(self, hospital: Hospital) -> None:
        hospital.records.create(visit(), key="session-1")
        for patient_id, there in (("P1", True), ("P2", False)):
            narrowed = narrow(VerifiedPatient(patient_id=patient_id), HisOperation(operation=Verb.SELECT))
            records = hospital.records.find(narrowed, limit=10)
            assert bool(records) is there and {one.patient_id for one in records} <= {patient_id}

    @needs(Feature.AMEND)
    @needs(Feature.FIND)
    def test_an_amended_record_reads_as_it_was_amended(self, hospital: Hospital) -> None:
        record_id = hospital.records.create(visit(), key="session-1")
        hospital.records.amend(record_id, told("胸闷4天"))
        assert [one.chief_complaint for one in found(hospital, {"patient_id": "P1"}) if one.visit_date == NINE] == [
            "胸闷4天"
        ]
        with pytest.raises(NotFound):
            hospital.records.amend("999999999", told("胸闷4天"))

    @needs(Feature.SIGN)
    @needs(Feature.HISTORY)
    def test_a_signed_record_is_signed_and_an_amended_one_is_no_longer(self, hospital: Hospital) -> None:
        record_id = hospital.records.create(visit(), key="session-1")
        signed = visit().model_copy(update={"state": SummaryState.SIGNED, "signed_by": "林和", "version": 2})
        hospital.records.sign(record_id, signed)
        assert [one.signed for one in hospital.records.history(record_id)] == [False, True]
        hospital.records.amend(record_id, told("胸闷5天"))
        assert hospital.records.history(record_id)[-1].signed is False

    @needs(Feature.HISTORY)
    def test_history_names_every_version_oldest_first(self, hospital: Hospital) -> None:
        record_id = hospital.records.create(visit(), key="session-1")
        hospital.records.amend(record_id, told("胸闷4天"))
        versions = hospital.records.history(record_id)
        assert len(versions) == 2 and len({one.version for one in versions}) == 2
        assert versions[0].at <= versions[1].at
        with pytest.raises(NotFound):
            hospital.records.history("999999999")

    def test_a_system_without_records_refuses_to_write_them(self, hospital: Hospital) -> None:
        writes: dict[Feature, Callable[[], object]] = {
            Feature.CREATE: lambda: hospital.records.create(visit(), key="s"),
            Feature.AMEND: lambda: hospital.records.amend("1", visit()),
            Feature.SIGN: lambda: hospital.records.sign("1", visit()),
            Feature.HISTORY: lambda: hospital.records.history("1"),
        }
        for feature, write in writes.items():
            if feature not in hospital.supports:
                with pytest.raises(NotSupported):
                    write()


def told(complaint: str) -> Visit:
    """The visit as a doctor changed its first sentence."""
    first, *others = SUMMARY.statements
    changed = SUMMARY.model_copy(update={"statements": (first.model_copy(update={"text": complaint}), *others)})
    whole = visit(summary=changed)
    return whole.model_copy(
        update={"record": whole.record.model_copy(update={"chief_complaint": complaint}), "version": 2}
    )
