"""What a model notes of the patient's words is in the record before the next turn, and nothing that they do not say."""

import json
import time
from typing import Any

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.statements import complaints_of
from frontdesk.app.reception.session.state import Phase
from frontdesk.evaluation.model_server import ModelServer, well_behaved
from frontdesk.models.facts import Language, Person, Relation, Side, Status, Topic
from tests.app.reception.model.scripted import plays
from tests.app.reception.talk import Talk, kept

CRUSHING = "crushing_chest_pain"
KNEE = "It's my knees again, mostly the left, since I fell off the step at Easter. Not swollen."
ASKS = "ANSWER\nI see."


def notes(*operations: dict[str, Any], **more: Any) -> str:
    return json.dumps({"notes": operations, **more})


def symptom(op: str, name: str, quote: str, code: str | None = None, **more: Any) -> dict[str, Any]:
    return {"op": op, "kind": "symptom", "name": name, "quote": quote, "code": code, **more}


KNEE_NOTED = symptom("add", "knee pain", "It's my knees again, mostly the left", "knee_pain", side="left")


@pytest.fixture
def talk(reception: Reception) -> Talk:
    return Talk(reception, Language.EN).as_guest()


def settled(talk: Talk) -> Talk:
    """With the notes of the last turn in its record."""
    services = talk.reception.services
    services.notes.settle(talk.session_id, 8.0)
    talk.state = services.log.state(talk.session_id)
    return talk


def test_what_was_said_is_in_the_record_before_the_next_turn(talk: Talk, server: ModelServer) -> None:
    server.reply = plays(ASKS, notes=notes(KNEE_NOTED, symptom("deny", "swelling", "Not swollen", "joint_swelling")))
    talk.says(KNEE)
    settled(talk)
    assert talk.fact("knee_pain").details.side is Side.LEFT
    assert talk.fact("knee_pain").quote in KNEE
    extended = talk.state.extended[-1]
    assert extended.by is not None and extended.by.model == "scripted-nurse"
    talk.says("Yes that's it")
    last = [r["messages"][-1]["content"] for r in server.requests if not r.get("response_format")][-1]
    assert "knee" in last.split("Record:")[1].split("The team found:")[0].lower()


def test_a_model_that_lies_changes_nothing(talk: Talk, server: ModelServer) -> None:
    lies = (
        symptom("add", "chest pain", "my chest is crushed", "chest_pain"),
        symptom("add", "swelling", "Not swollen", "joint_swelling"),
        {"op": "add", "kind": "illness", "name": "diabetes", "quote": KNEE},
        {"op": "add", "kind": "medicine", "name": "warfarin", "quote": "It's my knees again"},
        {"op": "add", "kind": "allergy", "name": "penicillin", "quote": "at Easter"},
        {"op": "deny", "kind": "allergy", "name": "all", "quote": "at Easter", "code": "none"},
        {"op": "withdraw", "kind": "symptom", "name": "knee pain", "quote": "nothing wrong", "code": "knee_pain"},
    )
    server.reply = plays(ASKS, notes=notes(*lies, danger=[{"rule": CRUSHING, "quote": "I cannot breathe"}]))
    talk.says(KNEE)
    before = {fact.key for fact in talk.state.record}
    settled(talk)
    assert {fact.key for fact in talk.state.record} == before
    assert not talk.state.alerts


@pytest.mark.parametrize("reply", ["It is the knee, I think.", "{", "[]", '{"notes": "knee"', ""])
def test_where_the_model_reads_nothing_the_embedded_reading_stands(talk: Talk, server: ModelServer, reply: str) -> None:
    """And the event says so."""
    server.reply = plays(ASKS, notes=reply)
    talk.says("My left knee hurts, I'm 71")
    by = settled(talk).state.extended[-1].by
    assert by is not None and by.failed in ("invalid", "empty")
    assert talk.state.person.age_months == 71 * 12 and "side" in talk.codes(Status.PRESENT)


def test_where_a_model_reads_no_code_does(talk: Talk, server: ModelServer) -> None:
    """Nothing is recorded of the words but the words: neither the age, the side nor the allergy that parsers find."""
    said = "My left knee hurts, I'm 71 and penicillin gave me a rash once"
    server.reply = plays(ASKS)
    talk.says(said)
    record = settled(talk).state.record
    assert [(fact.topic, fact.quote) for fact in record] == [(Topic.SAID, said)]
    assert talk.state.person == Person()


NAMED_SIGNS = "ASK danger\nThat sounds sore. Is the joint hot and red, with a fever?"
ALL_NO = {"answers": [{"tile": "all", "answer": "no", "quote": "none of that"}]}


def test_who_is_ill_is_taken_from_the_notes(talk: Talk, server: ModelServer) -> None:
    who = {"quote": "my lad, he's nine", "relation": "child", "age": 9, "age_unit": "years", "sex": "male"}
    server.reply = plays(ASKS, notes=notes(who=who))
    talk.says("It's about my lad, he's nine, and the itch on his arm")
    person = settled(talk).state.person
    assert (person.relation, person.age_months) == (Relation.CHILD, 9 * 12)


def test_a_line_taken_back_is_gone_and_its_alarm_disputed(talk: Talk, server: ModelServer) -> None:
    server.reply = plays(ASKS, notes=notes(symptom("add", "cough", "I cough", "cough")))
    talk.says("I cough and my nose runs")
    settled(talk)
    assert "cough" in talk.present
    coded = [fact.code for fact in talk.state.record if fact.topic is not Topic.SAID]
    withdraw = symptom("withdraw", "cough", "I never cough", line=1 + coded.index("cough"))
    server.reply = plays(ASKS, notes=notes(withdraw))
    talk.says("No wait, I never cough, that was my wife")
    settled(talk)
    assert "cough" not in talk.present


def test_a_question_for_the_doctor_is_passed_on(talk: Talk, server: ModelServer) -> None:
    server.reply = plays(
        ASKS,
        notes=notes(
            asks=[
                {"to": "doctor", "quote": "is it that arthritis"},
                {"to": "hospital", "quote": "where do I park"},
            ]
        ),
    )
    talk.says("My knee hurts, is it that arthritis? And where do I park?")
    settled(talk)
    for_doctor = [finding.quote for finding in talk.state.findings if finding.what == "medical_question"]
    assert for_doctor == ["is it that arthritis"]


def test_danger_that_only_the_model_heard_is_asked_about(talk: Talk, server: ModelServer) -> None:
    """The classifier finds nothing of the kind: no alarm, but the rule is suspected."""
    said = "My knee has been grumbling a little since the garden work"
    server.reply = plays(ASKS, notes=notes(danger=[{"rule": CRUSHING, "quote": "grumbling a little"}]))
    talk.says(said)
    settled(talk)
    assert not talk.state.alerts
    assert CRUSHING in talk.state.suspected


def test_danger_that_both_find_alarms_at_once_and_is_told(talk: Talk, server: ModelServer) -> None:
    said = "There is such a weight on my chest, going down the arm, and I feel clammy with it"
    server.reply = plays(ASKS, notes=notes(danger=[{"rule": CRUSHING, "quote": "such a weight on my chest"}]))
    talk.says(said)
    settled(talk)
    assert talk.state.phase is Phase.EMERGENCY
    assert talk.state.reply is not None and "nurse" in talk.reply.lower()


@pytest.mark.parametrize("patience", [(0.4, 0.4)])
def test_notes_that_come_too_late_hold_nobody_up(
    patience: tuple[float, float], talk: Talk, server: ModelServer
) -> None:
    slow = time.sleep
    server.reply = lambda request: (slow(3) if request.get("response_format") else None) or plays(ASKS)(request)
    began = time.perf_counter()
    talk.says(KNEE)
    talk.says("On the stairs mostly")
    assert time.perf_counter() - began < 3
    assert talk.state.answered


def test_what_is_under_way_belongs_into_what_is_handed_over(talk: Talk, server: ModelServer) -> None:
    talk.says(KNEE)
    talk.to_department()
    said = "I had my gall bladder out in 2019"
    operation = {"op": "add", "kind": "operation", "name": "gall bladder out", "quote": said}
    server.reply = plays(ASKS, notes=notes(operation))
    server.whole = 0.5
    talk.says(said)
    talk.state = talk.reception.finish(talk.session_id)
    assert talk.state.handed_over is not None
    assert [fact.quote for fact in talk.state.record if fact.topic is Topic.OPERATION] == [said]
    assert "gall bladder" in kept(talk.reception).visit(talk.state.handed_over).record.past_history


SIGNS = {"notes": [{"op": "deny", "kind": "symptom", "name": "these", "quote": "none of that", "code": "these"}]}


@pytest.mark.parametrize("read", [ALL_NO, SIGNS], ids=["tiles", "statements"])
def test_a_denial_in_words_is_of_the_signs_that_the_nurse_named(
    talk: Talk, server: ModelServer, read: dict[str, Any]
) -> None:
    """Not of those that merely stood on the screen beside her words."""
    server.reply = plays(NAMED_SIGNS, notes=notes(who={"quote": "My knee", "relation": "self"}))
    talk.says("My knee hurts and it is swollen")
    assert settled(talk).page == "danger" and len(talk.signs) > 2
    server.reply = plays(ASKS, notes=json.dumps(read))
    talk.says("no, none of that")
    assert settled(talk).codes(Status.ABSENT) == {"joint_hot_fever", "fever_chills"}  # without fever neither is so


def test_an_age_told_anew_takes_the_place_of_the_one_before(talk: Talk, server: ModelServer) -> None:
    server.reply = plays(ASKS, notes=notes(who={"quote": "I'm 76", "age": 76, "age_unit": "years"}))
    talk.says("My knee hurts, I'm 76")
    server.reply = plays(ASKS, notes=notes(who={"quote": "I'm 67", "age": 67, "age_unit": "years"}))
    settled(talk).says("Sorry, I'm 67, I mistyped")
    assert settled(talk).state.person.age_months == 67 * 12


def test_a_person_that_is_asked_for_is_called_whatever_the_nurse_says(talk: Talk, server: ModelServer) -> None:
    wants = [{"act": "wants_person", "quote": "can somebody come"}]
    server.reply = plays(ASKS, notes=notes(wants=wants))
    talk.says("My knee hurts, can somebody come and help me with this")
    assert settled(talk).state.person_called


def test_another_complaint_takes_the_place_of_the_one_that_is_put_right(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("ASK who\nIs it about yourself, a man or a woman?", notes=notes(KNEE_NOTED))
    talk.says(KNEE)
    said = "No, not the knee, that's old, I'm here for the cough"
    anew = symptom("correct", "cough", "not the knee, that's old, I'm here for the cough", "cough", line=1)
    server.reply = plays(ASKS, notes=notes(anew))
    settled(talk).says(said)
    assert [fact.code for fact in complaints_of(settled(talk).state.record)] == ["cough"]


def test_a_symptom_of_no_list_reaches_the_doctor_by_its_name(talk: Talk, server: ModelServer) -> None:
    said = "My knee hurts and my gums feel like chewing gum"
    named = symptom("add", "gums like chewing gum", "my gums feel like chewing gum")
    server.reply = plays(ASKS, notes=notes(named))
    talk.says(said)
    assert settled(talk).fact("gums like chewing gum").quote == "my gums feel like chewing gum"
    server.reply = well_behaved
    talk.to_end()
    talk.state = talk.reception.finish(talk.session_id)
    assert talk.state.handed_over is not None
    record = kept(talk.reception).visit(talk.state.handed_over).record
    assert "chewing gum" in f"{record.chief_complaint} {record.present_illness_history}"


@pytest.mark.parametrize(
    "said",
    [
        "That's all wrong, I never said that",
        "I'd rather go to the eye clinic",
        "Where is the nurse? I want to speak to somebody",
        "I've come to collect my blood test report",
        "no, nothing else",
    ],
)
def test_what_the_model_does_not_read_has_no_effect(talk: Talk, server: ModelServer, said: str) -> None:
    """Neither on the record nor on what is decided: an objection, a wish, a call, a question, an end."""
    server.reply = plays(ASKS)
    talk.says("It aches")
    before = settled(talk).state
    server.reply = plays("LOOK", "LOOK")  # no decision, so that the embedded answer is what is said
    talk.says(said)
    after = settled(talk).state
    assert [fact.topic for fact in after.record] == [Topic.SAID] * len(after.record)
    assert (after.alerts, after.refused, after.recommended, after.closed) == (before.alerts, (), None, None)
    assert {"objection", "which_line", "wants_person", "nurse_asked_for"}.isdisjoint(after.whys)
    assert not [finding for finding in after.findings if finding.turn == after.turns]
