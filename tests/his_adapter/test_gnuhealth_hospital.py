"""GNU Health, as it is installed: the contract on SQLite, which it offers for trying."""

import sqlite3
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from frontdesk.his_adapter.access import Doctor, Principal, RecordsOfficer, narrow
from frontdesk.his_adapter.checking import checked
from frontdesk.his_adapter.connecting import connect_outside, faults_beside
from frontdesk.his_adapter.errors import AlreadyBooked, HospitalAway, NotFound, NotSupported, SlotTaken, VersionConflict
from frontdesk.his_adapter.gnuhealth.client import Client, RefusedByServer
from frontdesk.his_adapter.gnuhealth.evaluations import EVALUATION
from frontdesk.his_adapter.gnuhealth.hospital import gnuhealth
from frontdesk.his_adapter.gnuhealth.values import utc
from frontdesk.his_adapter.history import COLUMNS, ClinicalHistory, HistoryKind
from frontdesk.his_adapter.hospital import Feature, Hospital
from frontdesk.his_adapter.operation import TEXTS, Column, HisOperation, Verb
from frontdesk.his_adapter.overlay import Overlay, overlay_of
from frontdesk.his_adapter.records import AppointmentState, Level, SummaryState
from frontdesk.models.facts import Sex
from tests.gnuhealth_server import ADMIN, FIRST, LICENSE, PASSWORD, USER, Server, gnuhealth_server, load
from tests.his_adapter.contract import (
    MONDAY,
    NINE,
    SUMMARY,
    DirectoryContract,
    PatientsContract,
    RecordsContract,
    SchedulingContract,
    found,
    told,
    visit,
)
from tests.his_adapter.small_hospital import write_hospital

pytestmark = pytest.mark.gnuhealth


@pytest.fixture(scope="module")
def overlay(tmp_path_factory: pytest.TempPathFactory) -> Overlay:
    return overlay_of(write_hospital(tmp_path_factory.mktemp("small") / "hospital"), MONDAY)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with gnuhealth_server(tmp_path_factory.mktemp("gnuhealth")) as server:
        yield server


@pytest.fixture(scope="module")
def loaded(server: Server, overlay: Overlay) -> Path:
    """The database that the copies are made of."""
    name = server.copied(FIRST)
    load(server, name, overlay, MONDAY)
    return server.folder / f"{name}.sqlite"


@pytest.fixture(scope="module")
def copy(server: Server, loaded: Path) -> str:
    return server.copied(loaded)


@pytest.fixture
def database(server: Server, loaded: Path, copy: str) -> str:
    """As it was loaded."""
    server.restore(copy, loaded)
    return copy


@pytest.fixture
def hospital(server: Server, database: str, overlay: Overlay) -> Hospital:
    return gnuhealth(server.address(database), overlay, lambda: NINE, read=True)


class TestDirectory(DirectoryContract):
    pass


class TestPatients(PatientsContract):
    pass


class TestScheduling(SchedulingContract):
    pass


class TestRecords(RecordsContract):
    pass


def test_what_gnu_health_cannot_do_it_says(hospital: Hospital) -> None:
    assert hospital.supports == set(Feature) - {
        Feature.QUEUE,
        Feature.REFERENCES,
        Feature.REGISTRATION,
        Feature.HISTORY,
    }


@pytest.fixture
def admin(server: Server, database: str) -> Client:
    """Whoever else works with the same database."""
    return Client(server.address(database, user=ADMIN))


def evaluation(admin: Client, record_id: str, *fields: str) -> dict[str, Any]:
    row = admin.one(EVALUATION, record_id, fields)
    assert row is not None
    return row


def url_of(server: Server, database: str, *, user: str = USER, professional: str = LICENSE) -> str:
    return f"gnuhealth+http://{user}@127.0.0.1:{server.port}/{database}?professional={professional}&timeout=60"


def test_a_check_reads_a_record_back_word_by_word(hospital: Hospital) -> None:
    lines = list(checked(hospital, writes_for="P1", now=NINE))
    assert [one.text for one in lines if one.fault] == []
    texts = [one.text for one in lines]
    assert "every word survived" in texts and "one key, one record" in texts
    assert "2 departments, 2 physicians" in texts and "free times in 2 of 2 departments" in texts


def test_it_is_connected_by_its_address_and_the_password_of_a_file(
    server: Server, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "password").write_text(f"{PASSWORD}\n")
    monkeypatch.setenv("FRONTDESK_HIS_PASSWORD_FILE", str(tmp_path / "password"))
    url = url_of(server, database)
    folder = write_hospital(tmp_path / "hospital")
    assert connect_outside(url, lambda: NINE, folder, read=True).patients.patient("P1").name == "白样本"
    (tmp_path / "password").write_text("another\n")
    with pytest.raises(RefusedByServer, match="password is not accepted"):
        connect_outside(url, lambda: NINE, folder, read=True)


def test_a_patient_has_both_orders_of_the_name(hospital: Hospital) -> None:
    ann = hospital.patients.patient("P2")
    assert (ann.name, ann.names, ann.sex) == ("Ann Field", ("Field Ann",), Sex.FEMALE)
    assert [one.patient_id for one in hospital.patients.named(["FIELD ann"])] == ["P2"]
    assert hospital.patients.named(["Ann", "Field", "%", "A_n Field"]) == []


def test_a_record_is_an_evaluation_with_its_key_and_urgency(hospital: Hospital, admin: Client) -> None:
    slot = hospital.scheduling.free_slots("cardiology", NINE)[0]
    booked = hospital.scheduling.hold(slot.slot_id, "P1", key="a")
    for level, urgency in ((Level.A, "c"), (Level.B, "b"), (Level.C, "a"), (None, "a")):
        whole = visit(booked, summary=SUMMARY.model_copy(update={"level": level}))
        row = evaluation(
            admin,
            hospital.records.create(whole, key=f"key-{level}"),
            *("urgency", "information_source", "appointment", "healthprof.code", "specialty.code", "evaluation_start"),
        )
        assert (row["urgency"], row["information_source"]) == (urgency, f"frontdesk key-{level}")
        assert row["appointment"] == int(slot.slot_id) and row["evaluation_start"] == utc(NINE)
        assert row["healthprof."]["code"] == LICENSE and row["specialty."]["code"] == "cardiology"


def test_every_field_of_a_record_comes_back_as_it_was(hospital: Hospital) -> None:
    texts = {name: f"{name}\n第二行" for name in TEXTS}
    record = visit().record.model_copy(update=texts)
    hospital.records.create(visit().model_copy(update={"record": record}), key="whole")
    (read,) = found(hospital, {"patient_id": "P1"})
    assert {name: getattr(read, name) for name in TEXTS} == texts
    assert (read.gender, read.age, read.department) == ("male", "76 years", "心内科")


def test_an_evaluation_of_others_is_found_with_its_notes(hospital: Hospital, admin: Client) -> None:
    (person,) = admin.search("gnuhealth.patient", [("party.ref", "=", "P2")], ["party"])
    (doctor,) = admin.search("gnuhealth.healthprofessional", [("code", "=", "D1")], ["code"])
    before = {"patient": person["id"], "healthprof": doctor["id"], "evaluation_start": utc(NINE - timedelta(days=40))}
    admin.create(EVALUATION, {**before, "chief_complaint": "Cough", "notes": "seen before", "state": "done"})
    (read,) = found(hospital, {"patient_id": "P2"})
    assert (read.chief_complaint, read.notes, read.visit_date) == ("Cough", "seen before", NINE - timedelta(days=40))
    assert found(hospital, {"patient_id": "P2", "visit_date__gte": "2026-11-20 00:00"}) == []


def test_a_signature_ends_the_evaluation_under_who_signed(hospital: Hospital, admin: Client) -> None:
    number = hospital.records.create(visit(), key="signed")
    signed = visit().model_copy(update={"state": SummaryState.SIGNED, "signed_by": "林和", "version": 2})
    hospital.records.sign(number, signed)
    row = evaluation(admin, number, "state", "signed_by.code", "evaluation_endtime")
    assert (row["state"], row["signed_by."]["code"], row["evaluation_endtime"]) == ("done", "D1", utc(NINE))
    assert [one.physician_signature for one in found(hospital, {"patient_id": "P1"})] == ["林和"]
    hospital.records.amend(number, told("胸闷5天"))
    row = evaluation(admin, number, "state", "signed_by", "evaluation_endtime")
    assert (row["state"], row["signed_by"], row["evaluation_endtime"]) == ("in_progress", None, None)


def test_what_somebody_changed_there_is_not_written_over(hospital: Hospital, admin: Client) -> None:
    number = hospital.records.create(visit(), key="changed")
    admin.call(f"model.{EVALUATION}.write", [int(number)], {"chief_complaint": "别人写的"})
    for change in (hospital.records.amend, hospital.records.sign):
        with pytest.raises(VersionConflict):
            change(number, told("胸闷5天"))
    assert evaluation(admin, number, "chief_complaint")["chief_complaint"] == "别人写的"


def test_a_row_that_was_read_before_somebodys_change_is_not_written(admin: Client) -> None:
    (row,) = admin.search("gnuhealth.appointment", [("state", "=", "free")], ["_timestamp"], limit=1)
    admin.write("gnuhealth.appointment", row, {"comments": "first"})
    with pytest.raises(VersionConflict):
        admin.write("gnuhealth.appointment", row, {"comments": "second"})


def test_a_guest_is_registered_once_and_as_unidentified(hospital: Hospital, admin: Client) -> None:
    guest = visit().record.model_copy(update={"patient_id": "GUEST-7", "name": "访客", "gender": "女"})
    for key in ("k1", "k2"):
        hospital.records.create(visit().model_copy(update={"record": guest}), key=key)
    fields = ["name", "ref", "gender", "unidentified"]
    (person,) = admin.search("party.party", [("ref", "like", "%GUEST-7")], fields)
    assert [person[name] for name in fields] == ["访客", "NN-frontdesk-GUEST-7", "f", True]
    assert {one.patient_id for one in found(hospital, {"patient_id": "GUEST-7"})} == {"GUEST-7"}
    with pytest.raises(NotFound):
        hospital.patients.patient("GUEST-7")


def test_a_time_that_was_given_up_and_taken_again_is_somebody_elses(hospital: Hospital, admin: Client) -> None:
    slot = hospital.scheduling.free_slots("cardiology", NINE)[0]
    admin.call("model.gnuhealth.appointment.write", [int(slot.slot_id)], {"comments": "bring the films"})
    first = hospital.scheduling.hold(slot.slot_id, "P1", key="a")
    hospital.scheduling.cancel(first.appointment_id)
    second = hospital.scheduling.hold(slot.slot_id, "P2", key="b")
    with pytest.raises(SlotTaken):
        hospital.scheduling.confirm(first.appointment_id)
    assert hospital.scheduling.cancel(first.appointment_id).state is AppointmentState.CANCELLED
    assert hospital.scheduling.confirm(second.appointment_id).patient_id == "P2"
    row = admin.one("gnuhealth.appointment", slot.slot_id, ["comments", "name"])
    assert row is not None and row["comments"].splitlines()[0] == "bring the films"


def test_what_the_desk_booked_is_seen_and_cancelled_as_the_patient_would(hospital: Hospital, admin: Client) -> None:
    (person,) = admin.search("gnuhealth.patient", [("party.ref", "=", "P1")], ["party"])
    starts = NINE + timedelta(days=1)
    number = admin.create(
        "gnuhealth.appointment", {"patient": person["id"], "state": "confirmed", "appointment_date": utc(starts)}
    )
    (booked,) = hospital.scheduling.appointments("P1", NINE)
    assert (booked.appointment_id, booked.slot.starts, booked.state) == (
        str(number),
        starts,
        AppointmentState.CONFIRMED,
    )
    assert hospital.scheduling.cancel(booked.appointment_id).state is AppointmentState.CANCELLED
    row = admin.one("gnuhealth.appointment", number, ["state"])
    assert row is not None and row["state"] == "user_cancelled"


def test_nobody_is_at_two_times_at_once(hospital: Hospital, admin: Client) -> None:
    slot = hospital.scheduling.free_slots("cardiology", NINE)[0]
    booked = hospital.scheduling.hold(slot.slot_id, "P1", key="a")
    overlapping = {"state": "free", "appointment_date": utc(slot.starts + timedelta(minutes=5))}
    other = str(admin.create("gnuhealth.appointment", overlapping))
    with pytest.raises(AlreadyBooked):
        hospital.scheduling.hold(other, "P1", key="b")
    assert hospital.scheduling.hold(other, "P2", key="c").state is AppointmentState.HELD
    hospital.scheduling.cancel(str(hospital.scheduling.hold(other, "P2", key="c").appointment_id))
    assert hospital.scheduling.hold(other, "P1", key="b", replacing=booked.appointment_id).patient_id == "P1"


# --- what is kept on a patient ----------------------------------------------------------------------------------------


@pytest.fixture
def known(admin: Client) -> int:
    """P1 with an allergy, illnesses, medicines and measurements; the number of the row."""
    (person,) = admin.search("gnuhealth.patient", [("party.ref", "=", "P1")], ["party"])
    (doctor,) = admin.search("gnuhealth.healthprofessional", [("code", "=", "D1")], ["code"])
    of = {"patient": person["id"], "healthprof": doctor["id"]}
    illnesses = {
        name: admin.create("gnuhealth.pathology", {"name": name, "code": code})
        for name, code in (("Allergy to penicillin", "Z88.0"), ("Hypertension", "I10"), ("Pneumonia", "J18"))
    }
    allergy = {"is_allergy": True, "allergy_type": "da", "disease_severity": "3_sv", "short_comment": "rash"}
    for name, more in (
        ("Allergy to penicillin", {**allergy, "diagnosed_date": date(2019, 3, 1)}),
        ("Hypertension", {"status": "c", "diagnosed_date": date(2016, 1, 1)}),
        ("Pneumonia", {"status": "h", "diagnosed_date": date(2020, 2, 2), "healed_date": date(2020, 3, 3)}),
    ):
        admin.create("gnuhealth.patient.disease", {**of, "pathology": illnesses[name], **more})
    for name, more in (
        ("Norvasc", {"is_active": True, "dose": 5.0, "adverse_reaction": "swollen ankles"}),
        ("Aspirin", {"discontinued": True, "discontinued_reason": "bleeding", "is_active": False}),
    ):
        admin.create("gnuhealth.patient.medication", {**of, "medicament": medicament(admin, name), **more})
    admin.call("model.gnuhealth.patient.write", [person["id"]], {"crit_allergic": True, "critical_info": "pacemaker"})
    there = admin.search("gnuhealth.specialty", [("code", "in", ["cardiology", "general-practice"])], ["code"])
    there.sort(key=lambda one: str(one["code"]))
    for place, one in enumerate(there):
        seen = {"evaluation_start": utc(NINE - timedelta(days=9)), "specialty": one["id"], "temperature": 37.5 + place}
        more = {"info_diagnosis": f"seen in {one['code']}", "evaluation_summary": "pale"} if place == 0 else {}
        admin.create(EVALUATION, {**of, **seen, **more})
    return int(person["id"])


def medicament(admin: Client, name: str) -> int:
    (unit,) = admin.search("product.uom", [("symbol", "=", "u")], ["name"])
    template = {"name": name, "type": "goods", "default_uom": unit["id"]}
    product = admin.create("product.template", {**template, "products": [("create", [{"is_medicament": True}])]})
    (made,) = admin.search("product.product", [("template", "=", product)], ["template"])
    component = {"Norvasc": "amlodipine"}.get(name, name)
    return admin.create("gnuhealth.medicament", {"product": made["id"], "active_component": component})


def history(hospital: Hospital, principal: Principal, *columns: Column) -> ClinicalHistory:
    wanted = HisOperation(
        operation=Verb.SELECT, condition={"patient_id": "P1"}, column_output=columns or tuple(COLUMNS.values())
    )
    return hospital.records.clinical_history(narrow(principal, wanted))


OFFICE = RecordsOfficer(username="office")


@pytest.mark.usefixtures("known")
def test_what_is_kept_on_a_patient_is_read(hospital: Hospital) -> None:
    read = history(hospital, OFFICE)
    assert read.asked == tuple(HistoryKind) and read.not_asked == () and not read.cut
    assert [(one.kind, one.words, one.value, one.status, one.on) for one in read.entries] == [
        ("allergy", "Allergy to penicillin", "severe; rash", "active", "2019-03-01"),
        ("allergy", "known serious allergic reactions", "", "", ""),
        ("condition", "seen in cardiology", "", "", "2026-11-14"),
        ("condition", "Pneumonia", "healed", "resolved", "2020-02-02"),
        ("condition", "Hypertension", "chronic", "active", "2016-01-01"),
        ("condition", "pacemaker", "", "", ""),
        ("medicine", "Aspirin", "stopped because: bleeding", "stopped", ""),
        ("medicine", "Norvasc (amlodipine)", "5; adverse reactions: swollen ankles", "active", ""),
        ("observation", "temperature", "38.5 °C", "", "2026-11-14"),
        ("observation", "clinical and physical", "pale", "", "2026-11-14"),
        ("observation", "temperature", "37.5 °C", "", "2026-11-14"),
    ]
    assert {one.source for one in read.entries} == {"林和", ""}


@pytest.mark.usefixtures("known")
def test_a_doctor_sees_of_evaluations_those_of_the_own_department(hospital: Hospital) -> None:
    cardiologist, generalist = (
        Doctor(username="d", department_id=number, departments=(name,))
        for number, name in (("cardiology", "心内科"), ("general-practice", "全科"))
    )
    read = history(hospital, cardiologist, Column.AUXILIARY_EXAMINATION)
    assert (len(read.entries), read.hidden, read.asked) == (2, 1, (HistoryKind.OBSERVATION,))
    read = history(hospital, generalist, Column.PAST_HISTORY)
    assert "seen in cardiology" not in {one.words for one in read.entries} and read.hidden == 1


def test_what_a_reception_told_is_no_history(hospital: Hospital) -> None:
    diagnosed = visit().record.model_copy(update={"preliminary_diagnosis": "心绞痛", "physical_examination": "正常"})
    hospital.records.create(visit().model_copy(update={"record": diagnosed}), key="k")
    assert history(hospital, OFFICE).entries == ()


def test_a_patient_nobody_knows_has_no_history(hospital: Hospital) -> None:
    unknown = HisOperation(operation=Verb.SELECT, condition={"patient_id": "P9"})
    with pytest.raises(NotFound):
        hospital.records.clinical_history(narrow(OFFICE, unknown))


@pytest.mark.usefixtures("known")
def test_what_our_account_may_not_read_is_said_to_be_not_asked(
    server: Server, database: str, admin: Client, overlay: Overlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """GNU Health's own group for a front desk sees no conditions, medication or evaluations."""
    (group,) = admin.search("res.group", [("name", "=", "Health Front Desk")], ["name"])
    own = {"name": "Desk", "login": "desk", "password": PASSWORD, "groups": [("add", [group["id"]])]}
    admin.create("res.user", own)
    desk = gnuhealth(server.address(database, user="desk"), overlay, lambda: NINE, read=True)
    read = history(desk, OFFICE)
    assert (read.entries, read.asked, read.not_asked) == ((), (), tuple(HistoryKind))
    with pytest.raises(RefusedByServer):
        desk.records.create(visit(), key="k")
    monkeypatch.setenv("FRONTDESK_HIS_PASSWORD", PASSWORD)
    assert list(faults_beside(url_of(server, database), None)) == []
    assert list(faults_beside(url_of(server, database, user="desk", professional="NOBODY"), None)) == [
        "the account desk may not read gnuhealth.patient.evaluation: no records are found",
        "the account desk may not read gnuhealth.patient.disease: no conditions and allergies are read",
        "the account desk may not read gnuhealth.patient.medication: no medication is read",
        "the account desk may not create gnuhealth.patient.evaluation: no records are written",
        "the account desk may not write gnuhealth.patient.evaluation: no records are amended or signed",
        "there is no health professional with the license that the address names",
    ]


# --- when something goes wrong ----------------------------------------------------------------------------------------


class Losing(httpx.BaseTransport):
    """Loses the answer to a method once, after the server did what was asked."""

    def __init__(self, method: str) -> None:
        self._there = httpx.HTTPTransport()
        self._method = method.encode()
        self.lost = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._there.handle_request(request)
        if not self.lost and self._method in request.read():
            answer.read()
            self.lost += 1
            raise httpx.ReadError("lost")
        return answer


def test_a_record_whose_answer_was_lost_is_sent_once(
    server: Server, database: str, overlay: Overlay, admin: Client
) -> None:
    line = Losing("model.gnuhealth.patient.evaluation.create")
    losing = gnuhealth(server.address(database), overlay, lambda: NINE, line)
    number = losing.records.create(visit(), key="lost")
    assert line.lost == 1 and losing.records.create(visit(), key="lost") == number
    there = admin.search(EVALUATION, [("information_source", "=", "frontdesk lost")], ["code"])
    assert [str(one["id"]) for one in there] == [number]


def test_a_hold_whose_answer_was_lost_is_the_kiosks_own(server: Server, database: str, overlay: Overlay) -> None:
    line = Losing("model.gnuhealth.appointment.write")
    losing = gnuhealth(server.address(database), overlay, lambda: NINE, line)
    slot = losing.scheduling.free_slots("cardiology", NINE)[0]
    assert losing.scheduling.hold(slot.slot_id, "P1", key="a").state is AppointmentState.HELD and line.lost == 1


def test_a_session_that_ran_out_is_renewed(hospital: Hospital, server: Server, database: str) -> None:
    with sqlite3.connect(server.folder / f"{database}.sqlite") as there:
        there.execute("delete from ir_session")
    assert hospital.patients.patient("P1").name == "白样本"


def test_a_database_that_is_not_there_is_away_and_a_license_nobody_has_is_told(
    server: Server, database: str, overlay: Overlay
) -> None:
    with pytest.raises(HospitalAway, match="no such database"):
        gnuhealth(server.address("nowhere"), overlay, lambda: NINE, read=True)
    without = gnuhealth(server.address(database, professional=""), overlay, lambda: NINE)
    assert not {Feature.CREATE, Feature.AMEND, Feature.SIGN} & without.records.supports
    with pytest.raises(NotSupported):
        without.records.create(visit(), key="k")
    wrong = gnuhealth(server.address(database, professional="NOBODY"), overlay, lambda: NINE)
    with pytest.raises(RefusedByServer, match="license"):
        wrong.records.create(visit(), key="k")
