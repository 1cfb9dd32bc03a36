"""What the hospital's own system keeps on the patient of the doctor's page, over HTTP."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from frontdesk.app.ledger.audit import entries
from frontdesk.app.ledger.desk import Desk
from frontdesk.app.web.parts import Parts
from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.errors import HospitalAway, NotFound
from frontdesk.his_adapter.history import ClinicalHistory, HistoryEntry, HistoryKind
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.nothing import NoRecords
from frontdesk.his_adapter.operation import Column
from tests.web.conftest import Clock, Kiosk, handed_over

PATIENT = "P1005"
KEPT = ClinicalHistory(
    entries=(
        HistoryEntry(
            kind=HistoryKind.ALLERGY, words="布洛芬", value="皮疹", status="active", on="2019", source="Dr Wang"
        ),
        HistoryEntry(
            kind=HistoryKind.OBSERVATION,
            words="血红蛋白",
            value="98 g/L",
            status="final",
            on="2026-11-02",
            date=datetime(2026, 11, 2),
        ),
    ),
    asked=(HistoryKind.ALLERGY, HistoryKind.CONDITION, HistoryKind.OBSERVATION),
    not_asked=(HistoryKind.MEDICINE,),
)


class Keeps(NoRecords):
    """A system that keeps entries, or is away."""

    supports = frozenset({Feature.CLINICAL_HISTORY})

    def __init__(self, kept: ClinicalHistory | Exception) -> None:
        self.kept = kept
        self.asked: list[Narrowed] = []

    def clinical_history(self, narrowed: Narrowed) -> ClinicalHistory:
        self.asked.append(narrowed)
        if isinstance(self.kept, Exception):
            raise self.kept
        return self.kept


@pytest.fixture
def behind(app: APIFlask, parts: Parts, clock: Clock) -> Callable[[Any], Keeps]:
    """Puts such a system behind the application."""

    def put(kept: ClinicalHistory | Exception) -> Keeps:
        records = Keeps(kept)
        desk = Desk(parts.engine, replace(parts.hospital, records=records), clock, lambda: uuid4().hex)
        app.extensions["frontdesk"] = replace(parts, desk=desk)
        return records

    return put


@pytest.fixture
def department(kiosk: Kiosk, parts: Parts) -> str:
    return handed_over(kiosk, parts, PATIENT)


@pytest.fixture
def doctor(signed_in: Callable[..., FlaskClient], department: str) -> FlaskClient:
    return signed_in("doctor", department)


def page(doctor: FlaskClient) -> str:
    (entry,) = doctor.get("/api/worklist").json["entries"]
    return f"/api/worklist/{entry['outpatient_number']}"


def test_the_page_has_what_the_system_keeps_and_what_it_was_not_asked_of(
    doctor: FlaskClient, behind: Callable[[Any], Keeps], parts: Parts
) -> None:
    records = behind(KEPT)
    shown = doctor.get(f"{page(doctor)}/history").json
    assert shown["kept"] and shown["known"] and shown["not_asked"] == ["medicine"]
    assert "condition" in shown["asked"] and [one["words"] for one in shown["entries"]] == ["布洛芬", "血红蛋白"]
    (asked,) = records.asked
    assert asked.operation.condition == {Column.PATIENT_ID: PATIENT} and asked.rows.department_id
    *_, last = entries(parts.engine)
    assert (last.act, last.about["what"], last.about["patients"]) == ("read", ["history"], [PATIENT])


@pytest.mark.parametrize(("error", "known", "not_asked"), [(HospitalAway(), True, 4), (NotFound(), False, 0)])
def test_a_system_that_is_away_is_told_apart_from_one_that_does_not_know_the_patient(
    error: Exception, known: bool, not_asked: int, doctor: FlaskClient, behind: Callable[[Any], Keeps]
) -> None:
    behind(error)
    shown = doctor.get(f"{page(doctor)}/history").json
    assert (shown["known"], len(shown["not_asked"]), shown["asked"]) == (known, not_asked, [])


def test_where_the_system_keeps_no_entries_there_is_nothing_to_show(doctor: FlaskClient) -> None:
    assert doctor.get(f"{page(doctor)}/history").json["kept"] is False


def test_of_a_guest_nothing_is_asked(
    kiosk: Kiosk, signed_in: Callable[..., FlaskClient], behind: Callable[[Any], Keeps]
) -> None:
    department_id = str(kiosk.recommended()["recommendation"]["department"]["department_id"])
    kiosk.post("finish")
    records = behind(KEPT)
    doctor = signed_in("doctor", department_id)
    assert doctor.get(f"{page(doctor)}/history").json["kept"] is False and records.asked == []


def test_another_departments_doctor_is_not_told(
    doctor: FlaskClient, behind: Callable[[Any], Keeps], signed_in: Callable[..., FlaskClient]
) -> None:
    records = behind(KEPT)
    answer = signed_in("doctor", "cardiology").get(f"{page(doctor)}/history")
    assert answer.status_code == 403 and records.asked == []
    assert signed_in("admin").get(f"{page(doctor)}/history").status_code == 403


def test_a_medicine_told_is_held_against_an_allergy_that_only_the_system_keeps(
    doctor: FlaskClient, behind: Callable[[Any], Keeps]
) -> None:
    number = page(doctor)
    taken = HistoryEntry(kind=HistoryKind.MEDICINE, words="ibuprofen", value="200 mg", status="active", source="Dr Li")
    behind(KEPT.model_copy(update={"entries": (*KEPT.entries, taken)}))
    assert doctor.get(number).json["cautions"] == []
    (caution,) = doctor.get(f"{number}/history").json["cautions"]
    assert (caution["verdict"], caution["medicines"][0]["en"]) == ("avoid", "ibuprofen")


def test_a_medicine_that_was_stopped_there_is_held_against_nothing(
    doctor: FlaskClient, behind: Callable[[Any], Keeps]
) -> None:
    number = page(doctor)
    stopped = HistoryEntry(kind=HistoryKind.MEDICINE, words="ibuprofen", status="stopped")
    behind(KEPT.model_copy(update={"entries": (*KEPT.entries, stopped)}))
    assert doctor.get(f"{number}/history").json["cautions"] == []


def test_the_assistant_tells_what_the_system_keeps_and_of_what_it_did_not_answer(
    doctor: FlaskClient, behind: Callable[[Any], Keeps]
) -> None:
    number = page(doctor)
    behind(KEPT)
    allergies = doctor.post(f"{number}/questions", json={"question": "Is she allergic to any medicine?"}).json
    assert "布洛芬" in allergies["answer"] and "hospital system" in allergies["sources"]
    behind(HospitalAway("down"))
    unread = doctor.post(f"{number}/questions", json={"question": "Is she allergic to any medicine?"}).json
    assert "not checked" in unread["answer"]


def test_the_assistant_answers_from_the_systems_results_and_says_what_is_not_to_be_seen(
    doctor: FlaskClient, behind: Callable[[Any], Keeps], parts: Parts
) -> None:
    number = page(doctor)
    behind(KEPT.model_copy(update={"hidden": 2}))
    told = doctor.post(f"{number}/questions", json={"question": "血红蛋白最近一次是多少？"}).json
    assert "2026-11-02：98 g/L偏低（医院系统）" in told["answer"] and "另有2条属于其他科室" in told["answer"]
    assert ["history"] in [one.about.get("what") for one in entries(parts.engine)], "that it was seen is in the trail"
    behind(HospitalAway("down"))
    unread = doctor.post(f"{number}/questions", json={"question": "血红蛋白最近一次是多少？"}).json
    assert "医院系统没有应答" in unread["answer"] and "98" not in unread["answer"]
