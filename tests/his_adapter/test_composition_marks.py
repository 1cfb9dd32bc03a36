"""Whose words a signed Composition holds: a machine's stay marked, a doctor's are not."""

from datetime import UTC, datetime

from frontdesk.his_adapter.fhir.composition import composition
from frontdesk.his_adapter.records import (
    OutpatientRecord,
    PreVisitSummary,
    Revision,
    Section,
    Statement,
    SummaryState,
    Visit,
)
from frontdesk.models.facts import Language

AT = datetime(2026, 11, 30, 9, tzinfo=UTC)
RECORD = OutpatientRecord(
    patient_id="P1",
    name="Ada Roe",
    gender="female",
    age="40 years",
    department="Dermatology",
    visit_date=AT,
    chief_complaint="rash",
    past_history="asthma",
    physical_examination="plaques on both elbows",
    preliminary_diagnosis="psoriasis",
)
STATEMENTS = (
    Statement(statement_id="s1", section=Section.COMPLAINT, text="rash"),
    Statement(statement_id="s2", section=Section.PAST_HISTORY, text="asthma"),
)


def sections(state: SummaryState, *revised: str) -> dict[str, bool]:
    """By what each says, whether it is labelled as a machine's."""
    revisions = tuple(Revision(statement_id=one, before="eczema", after="asthma", by="Dr Ma", at=AT) for one in revised)
    summary = PreVisitSummary(language=Language.EN, statements=STATEMENTS, conversation=())
    signed = "Dr Ma" if state is SummaryState.SIGNED else None
    visit = Visit(record=RECORD, summary=summary, department_id="d", state=state, signed_by=signed, revisions=revisions)
    whole = composition(visit, "c", subject={}, encounter="Encounter/1", at=AT, ours="urn:ours")
    told = {one["text"]["div"].split(">")[1].split("<")[0]: one for one in whole["section"]}
    codes = [one["code"] for one in whole["meta"]["security"]]
    marks = {text: [e["valueCoding"]["code"] for e in one.get("extension", ())] for text, one in told.items()}
    return {text: mark == ["AIAST"] for text, mark in marks.items()} | {"whole": codes == ["AIAST"]}


def test_after_the_signature_what_the_machine_wrote_stays_marked_and_what_the_doctor_wrote_is_not() -> None:
    assert sections(SummaryState.SIGNED) == {
        "rash": True,
        "asthma": True,
        "plaques on both elbows": False,
        "psoriasis": False,
        "whole": False,
    }


def test_what_a_person_has_changed_is_theirs() -> None:
    assert not sections(SummaryState.SIGNED, "s2")["asthma"]


def test_before_the_signature_the_whole_is_marked() -> None:
    assert sections(SummaryState.OPEN)["whole"]
