"""The doctor's worklist over HTTP."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlmodel import col

from frontdesk.app.guideline_shelf import Shelf
from frontdesk.app.ledger.outbox import OutboxRow
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import State
from frontdesk.app.settings import DEMONSTRATION
from frontdesk.app.web import background
from frontdesk.app.web.on_file import on_file
from frontdesk.app.web.parts import Parts
from frontdesk.evaluation.model_server import NAME, ModelServer, serving_model
from frontdesk.his_adapter.medical_names import allergies_in
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary, RecordField, Review, Section
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.model import Fault, ModelFailed
from frontdesk.models.language.openai_compatible import OpenAiCompatible
from frontdesk.models.runner import Runner
from tests.web.conftest import Kiosk


@pytest.fixture
def department(kiosk: Kiosk) -> str:
    """Where a patient was sent whose reception is finished."""
    department_id = str(kiosk.recommended()["recommendation"]["department"]["department_id"])
    kiosk.post("finish")
    return department_id


@pytest.fixture
def doctor(signed_in: Callable[..., FlaskClient], department: str) -> FlaskClient:
    return signed_in("doctor", department)


def page(doctor: FlaskClient) -> tuple[str, dict[str, object]]:
    (entry,) = doctor.get("/api/worklist").json["entries"]
    path = f"/api/worklist/{entry['outpatient_number']}"
    return path, doctor.get(path).json


def test_the_patient_is_on_the_worklist_with_the_words_behind_every_sentence(doctor: FlaskClient) -> None:
    _, summary = page(doctor)
    told = {line["turn"]: line["text"] for line in summary["summary"]["conversation"] if line["turn"]}
    statements = summary["summary"]["statements"]
    assert statements
    for statement in statements:
        assert statement["evidence"] or statement["machine"]
        for evidence in statement["evidence"]:
            assert evidence["quote"] in told[evidence["turn"]]


def test_an_edit_keeps_what_was_said_before(doctor: FlaskClient) -> None:
    path, summary = page(doctor)
    statement = summary["summary"]["statements"][0]
    change = {"statement_id": statement["statement_id"], "text": "手部皮疹3天", "version": summary["version"]}
    edited = doctor.post(f"{path}/edits", json=change).json
    assert edited["summary"]["statements"][0]["text"] == "手部皮疹3天"
    (revision,) = edited["revisions"]
    assert (revision["before"], revision["by"]) == (statement["text"], "Test doctor")


def test_an_edit_of_an_older_version_is_a_conflict(doctor: FlaskClient) -> None:
    path, summary = page(doctor)
    change = {"statement_id": "s1", "text": "first", "version": summary["version"]}
    assert doctor.post(f"{path}/edits", json=change).status_code == 200
    answer = doctor.post(f"{path}/edits", json=change | {"text": "second"})
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (409, "version_conflict")


def test_a_doctor_adds_and_signs(doctor: FlaskClient) -> None:
    path, summary = page(doctor)
    added = {"section": "notes", "text": "对牛奶过敏待查", "version": summary["version"]}
    after = doctor.post(f"{path}/additions", json=added).json
    assert after["summary"]["statements"][-1]["text"] == "对牛奶过敏待查"
    signed = doctor.post(f"{path}/signature", json={"version": after["version"]}).json
    assert (signed["signed_by"], signed["entry"]["state"]) == ("Test doctor", "signed")


def test_record_and_delivery_have_every_edit_and_addition_under_the_signature(
    doctor: FlaskClient, parts: Parts
) -> None:
    path, summary = page(doctor)
    version = summary["version"]
    for place, statement in enumerate(summary["summary"]["statements"]):
        change = {"statement_id": statement["statement_id"], "text": f"改过的第{place}句", "version": version + place}
        after = doctor.post(f"{path}/edits", json=change).json
    for section in Section:
        after = doctor.post(
            f"{path}/additions", json={"section": section, "text": f"加在{section}", "version": after["version"]}
        ).json
    signed = doctor.post(f"{path}/signature", json={"version": after["version"]}).json
    told = [statement["text"] for statement in signed["summary"]["statements"]]
    record = signed["record"]
    written = "；".join(record[field] for field in RecordField).split("；")
    assert sorted(written) == sorted(told) and record["physician_signature"] == "Test doctor"
    with parts.engine.connect() as connection:
        sent = connection.scalars(select(col(OutboxRow.payload)).where(col(OutboxRow.kind) == "visit"))
        versions = {one.get("version", version) for one in sent}
    assert versions == set(range(version, signed["version"] + 1))


def test_the_page_of_another_department_is_closed(signed_in: Callable[..., FlaskClient], doctor: FlaskClient) -> None:
    path, summary = page(doctor)
    other = signed_in("doctor", "cardiology")
    assert other.get(path).status_code == 403
    assert other.post(f"{path}/signature", json={"version": summary["version"]}).status_code == 403


def test_an_unknown_patient_is_not_found(doctor: FlaskClient) -> None:
    assert doctor.get("/api/worklist/999999999").status_code == 404


def test_another_day_is_another_list(doctor: FlaskClient) -> None:
    assert doctor.get("/api/worklist?day=2026-11-20").json["entries"] == []
    assert doctor.get("/api/worklist?day=yesterday").status_code == 422


def test_what_is_on_file_stands_beside_what_was_said_and_contradictions_are_marked(
    kiosk: Kiosk, signed_in: Callable[..., FlaskClient], parts: Parts
) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    born = parts.hospital.patients.patient("P1005").birth_date
    kiosk.post("identity", {"patient_number": "P1005", "birth_date": born.isoformat()})
    kiosk.tap("fact:finding:rash")
    while kiosk.page is not None:
        kiosk.answers()  # nothing before, no medicines, no allergies
    department_id = str(kiosk.session["recommendation"]["department"]["department_id"])
    kiosk.post("finish")
    doctor = signed_in("doctor", department_id)
    _, shown = page(doctor)
    on_file = {(one["kind"], one["words"]): one for one in shown["on_file"]}
    sulfa = next(one for (kind, words), one in on_file.items() if kind == "allergy" and "磺胺" in words)
    assert sulfa["contradicts"] and sulfa["times"] >= 3 and sulfa["department"] and sulfa["date"] < "2026-11-23"
    # the illnesses shown were denied, and no other: a lung disease on file is not contradicted by that
    lungs = [one["contradicts"] for (kind, words), one in on_file.items() if kind == "problem" and "慢" in words]
    assert lungs and not any(lungs)
    standing = {one["name"]["en"]: one["standing"] for one in shown["medicines"]}
    assert standing["tiotropium"] == "stopped" and standing["umeclidinium vilanterol"] == "running"


def test_an_illness_on_file_that_was_denied_by_its_name_is_marked(
    kiosk: Kiosk, signed_in: Callable[..., FlaskClient], parts: Parts
) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    born = parts.hospital.patients.patient("P1038").birth_date
    kiosk.post("identity", {"patient_number": "P1038", "birth_date": born.isoformat()})
    kiosk.say("我脚肿，走路喘，没有心衰")
    while kiosk.page is not None:
        kiosk.answers()
    department_id = str(kiosk.session["recommendation"]["department"]["department_id"])
    kiosk.post("finish")
    _, shown = page(signed_in("doctor", department_id))
    denied = {one["name"]["en"] for one in shown["on_file"] if one["kind"] == "problem" and one["contradicts"]}
    assert "heart failure" in denied and "heart attack" not in denied


def test_medicines_on_record_and_told_today_are_one_list_and_their_cautions_stand_on_page_and_board(
    kiosk: Kiosk, signed_in: Callable[..., FlaskClient], parts: Parts
) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    born = parts.hospital.patients.patient("P1012").birth_date
    kiosk.post("identity", {"patient_number": "P1012", "birth_date": born.isoformat()})
    kiosk.say("刷牙老出血两天了，在吃诺氟沙星")
    session_id = kiosk.session["session_id"]
    board = signed_in("nurse").get(f"/api/board/sessions/{session_id}").json
    assert board is not None
    warfarin = next(one for one in board["medicines"] if one["name"]["en"] == "warfarin")
    assert (warfarin["standing"], warfarin["dose"]) == ("running", "2.5mg 每晚一次")
    first = board["cautions"][0]
    assert [name["en"] for name in first["medicines"]] == ["warfarin"] and "出血" in first["because"]["zh"]
    assert {"norfloxacin", "warfarin"} in [{name["en"] for name in one["medicines"]} for one in board["cautions"]]
    while kiosk.page is not None:
        kiosk.answers()
    department_id = str(kiosk.session["recommendation"]["department"]["department_id"])
    kiosk.post("finish")
    _, shown = page(signed_in("doctor", department_id))
    assert {one["name"]["en"] for one in shown["medicines"]} >= {"warfarin", "norfloxacin", "metoprolol"}
    assert "华法林" in shown["cautions"][0]["medicines"][0]["zh"]
    assert {"norfloxacin", "warfarin"} in [{name["en"] for name in one["medicines"]} for one in shown["cautions"]]


def test_of_what_is_denied_on_file_nothing_is_shown() -> None:
    record = OutpatientRecord(
        patient_id="P1",
        visit_date=datetime(2026, 1, 1),
        drug_allergy_history="No known drug allergies",
        past_history="Never smoked. No diabetes.",
    )
    assert on_file([record], None) == []


def test_what_a_doctor_has_against_a_summary_is_in_the_quality_report(
    doctor: FlaskClient, signed_in: Callable[..., FlaskClient], parts: Parts
) -> None:
    path, summary = page(doctor)
    statement = summary["summary"]["statements"][0]
    given = {"reason": "untrue", "statement_id": statement["statement_id"], "words": "said otherwise"}
    assert doctor.post(f"{path}/dislikes", json=given).status_code == 200
    assert doctor.post(f"{path}/dislikes", json=given | {"reason": "unclear"}).status_code == 200, (
        "instead of the first"
    )
    assert doctor.post(f"{path}/dislikes", json={"reason": "missing"}).status_code == 200
    change = {"statement_id": statement["statement_id"], "text": "", "version": summary["version"]}
    doctor.post(f"{path}/edits", json=change)
    told = parts.quality.report(parts.clock() - timedelta(days=1))
    assert (told.summaries, told.disliked, told.edited) == (1, 1, 1)
    assert told.reasons == {"unclear": 1, "missing": 1}
    assert told.sections == {statement["section"]: 1, "whole": 1}
    assert told.edits == {"struck": 1}
    assert told.reviewed_by == {"embedded": 1}
    assert told.words == ("said otherwise",)


@pytest.mark.parametrize(
    ("given", "status"),
    [({"reason": "ugly"}, 422), ({"reason": "untrue", "statement_id": "s999"}, 404), ({}, 422)],
)
def test_a_dislike_names_a_reason_and_a_sentence_there_is(
    doctor: FlaskClient, given: dict[str, str], status: int
) -> None:
    path, _ = page(doctor)
    assert doctor.post(f"{path}/dislikes", json=given).status_code == status


def test_the_review_stands_behind_the_summary(doctor: FlaskClient) -> None:
    _, summary = page(doctor)
    review = summary["summary"]["review"]
    assert (review["by"], review["satisfied"]) == ("embedded", True)
    assert review["turns"][-1]["speaker"] == "researcher"


def test_every_sentence_is_there_in_the_other_language_where_it_differs(doctor: FlaskClient) -> None:
    _, summary = page(doctor)
    routing = next(one for one in summary["summary"]["statements"] if one["section"] == "routing")
    assert routing["translated"] and routing["translated"] != routing["text"]


def test_a_care_plan_is_for_a_doctor_and_off_by_default(
    doctor: FlaskClient, nurse: FlaskClient, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, summary = page(doctor)
    assert summary["care_plans"] is False
    assert doctor.get(f"{path}/care-plan").status_code == 404
    on = replace(
        parts,
        settings=parts.settings.model_copy(update={"care_plans": True}),
        shelf=Shelf(DEMONSTRATION / "guidelines", parts.house),
    )
    monkeypatch.setitem(doctor.application.extensions, "frontdesk", on)
    plan = doctor.get(f"{path}/care-plan").json
    assert plan["review"]["by"] == "embedded"
    assert nurse.get(f"{path}/care-plan").status_code == 403


def test_a_care_plan_is_talked_over_by_the_models_of_the_application(
    doctor: FlaskClient, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, _ = page(doctor)
    with serving_model(ModelServer(reply=lambda request: '{"remarks": [], "satisfied": true}')) as server:
        model = InThreads(OpenAiCompatible(server.url, NAME))
        models = Runner({"care_plan_researcher": model, "care_plan_decider": model}, budget=8.0)
        on = replace(
            parts,
            settings=parts.settings.model_copy(update={"care_plans": True}),
            reception=Reception(replace(parts.reception.services, models=models)),
        )
        monkeypatch.setitem(doctor.application.extensions, "frontdesk", on)
        assert doctor.get(f"{path}/care-plan").json["review"]["by"] == NAME
        models.close()


def test_a_doctor_asks_about_the_patient_of_the_page(doctor: FlaskClient, nurse: FlaskClient) -> None:
    path, _ = page(doctor)
    answer = doctor.post(f"{path}/questions", json={"question": "what was the complaint at the last visit?"}).json
    assert answer["answered"]
    assert [step["task"] for step in answer["steps"]] == ["symptoms"]
    assert answer["sources"]
    how = doctor.post(f"{path}/questions", json={"question": "how did you get this?"}).json
    assert "what was the complaint at the last visit?" in how["answer"], "from the stored trace"
    assert "1. symptoms" in how["answer"]
    assert not doctor.post(f"{path}/questions", json={"question": "what is the weather"}).json["answered"]
    assert doctor.post(f"{path}/questions", json={"question": ""}).status_code == 422
    assert nurse.post(f"{path}/questions", json={"question": "latest creatinine"}).status_code == 403


def test_models_talk_a_summary_over_once_and_a_fault_is_tried_twice(
    doctor: FlaskClient, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, before = page(doctor)
    tried = Counter[int]()

    def away(*_: object) -> PreVisitSummary:
        raise ModelFailed(Fault.TIMEOUT)

    monkeypatch.setattr(background, "talked_over", away)
    for _ in range(2):
        with pytest.raises(ModelFailed):
            background._talk_over_next(parts, tried)
    background._talk_over_next(parts, tried)  # given up: nothing is raised, nothing changed
    assert page(doctor)[1]["version"] == before["version"]

    def better(services: object, state: State, summary: PreVisitSummary) -> PreVisitSummary:
        first, *others = summary.statements
        review = Review(by="a model", turns=(), scratchpad=("reworded",), satisfied=True)
        changed = (first.model_copy(update={"text": "reworded"}), *others)
        return summary.model_copy(update={"statements": changed, "review": review})

    monkeypatch.setattr(background, "talked_over", better)
    background._talk_over_next(parts, Counter())
    _, after = page(doctor)
    assert after["summary"]["statements"][0]["text"] == "reworded"
    assert (after["summary"]["review"]["by"], after["version"]) == ("a model", before["version"] + 1)


@pytest.mark.parametrize(
    ("field", "told"),
    [
        ("青霉素皮疹，否认其他药物过敏", ("青霉素皮疹",)),
        ("Penicillin (rash), no other allergies", ("Penicillin (rash)",)),
        ("磺胺，无食物过敏", ("磺胺",)),
        ("否认药物过敏史", ()),
        ("No known drug allergies", ()),
        ("", ()),
    ],
)
def test_a_denial_beside_an_allergy_does_not_hide_it(field: str, told: tuple[str, ...]) -> None:
    assert allergies_in(field) == told
    record = OutpatientRecord(
        patient_id="P1", name="", department="", visit_date=datetime(2026, 1, 1), drug_allergy_history=field
    )
    assert [one.kind for one in on_file([record], None)] == ["allergy"] * len(told)


def test_a_model_answers_where_one_is_assigned(doctor: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = page(doctor)
    parts: Parts = doctor.application.extensions["frontdesk"]
    steps = [{"key": "said", "task": "symptoms", "inputs": {}}]
    replies = {
        "clinician_react": {"thought": "What was told.", "steps": steps, "finished": True},
        "clinician_answer": {"answer": "It is on record."},
    }
    scripted = ModelServer(reply=lambda asked: json.dumps(replies[asked["response_format"]["json_schema"]["name"]]))
    with serving_model(scripted) as server:
        model = InThreads(OpenAiCompatible(server.url, NAME))
        runner = Runner({name: model for name in replies}, budget=8.0)
        reception = replace(parts.reception, services=replace(parts.reception.services, models=runner))
        monkeypatch.setitem(doctor.application.extensions, "frontdesk", replace(parts, reception=reception))
        answer = doctor.post(f"{path}/questions", json={"question": "what was the complaint at the last visit?"}).json
        runner.close()
    assert (answer["answer"].splitlines()[1], answer["strategy"]) == ("It is on record.", ["What was told."])
    assert [step["task"] for step in answer["steps"]] == ["symptoms"]


def test_values_of_another_department_are_not_on_a_doctors_page(
    signed_in: Callable[..., FlaskClient],
) -> None:
    """P1012 was examined in cardiology and in geriatrics: weighed there, tested for vitamin D here."""

    def sources(client: FlaskClient, number: int) -> set[str]:
        values = client.get(f"/api/worklist/{number}").json["values"]
        return {point["source"] for one in values for point in one["points"]}

    everything = sources(signed_in("nurse"), 20124)
    assert len(everything) > 1
    assert sources(signed_in("doctor", "cardiology"), 20124) == {"心血管内科"}


def test_the_banner_has_the_birth_date_of_the_index_and_none_of_a_guest(
    signed_in: Callable[..., FlaskClient], doctor: FlaskClient
) -> None:
    path, _ = page(doctor)
    assert doctor.get(f"{path}/history").json["birth_date"] is None
    assert signed_in("nurse").get("/api/worklist/20124/history").json["birth_date"] == "1939-03-03"


def test_a_complaint_told_in_a_talk_is_in_the_list_in_both_languages(doctor: FlaskClient, department: str) -> None:
    entry = doctor.get(f"/api/worklist?department_id={department}").json["entries"][0]
    assert entry["complaint_in"]["zh"] == entry["complaint"]
    assert "rash" in entry["complaint_in"]["en"]
