"""What a model may decide: everything it may not is answered the embedded way, in the same turn."""

from types import SimpleNamespace
from typing import cast

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import Action, Voiced
from frontdesk.app.reception.session.state import Phase
from frontdesk.app.reception.turn.anonymity import anonymous
from frontdesk.app.reception.turn.notices import notices
from frontdesk.app.reception.turn.prompting import names_kept
from frontdesk.app.reception.turn.speaking import specialties
from frontdesk.app.reception.turn.spoken import Spoken
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.evaluation.model_server import Mode, ModelServer
from frontdesk.models.facts import Language
from tests.app.reception.model.scripted import plays
from tests.app.reception.talk import Talk

KNEE = "My right knee hurts since last week, it is worse on the stairs"
HEAD = "my head hurts"  # told in a word: danger has to be asked about


@pytest.fixture
def talk(reception: Reception) -> Talk:
    return Talk(reception, Language.EN).as_guest()


def voiced(talk: Talk) -> Voiced:
    assert talk.state.reply is not None and talk.state.reply.voiced is not None
    return talk.state.reply.voiced


def nurse_asked(server: ModelServer) -> list[str]:
    return [r["messages"][-1]["content"] for r in server.requests if not r.get("response_format")]


def until_danger_was_asked(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("ASK danger\nIs any of this so now?")
    while "danger" not in talk.state.asked:
        talk.answers_page()


def test_an_open_item_is_asked_in_the_models_words(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("ASK who\nThat sounds sore. Are you a man or a woman?")
    talk.says(KNEE)
    assert talk.reply == "That sounds sore. Are you a man or a woman?"
    assert talk.page == "who" and talk.tiles and voiced(talk).kept


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("ASK shoe_size\nWhat is your shoe size?", "refused"),  # not open
        ("SEND phrenology\nPlease go to Phrenology.", "refused"),  # no specialty
        ("SEND neurology\nPlease go to Neurology.", "refused"),  # danger has not been asked
        ("CLOSE\nGood-bye, and thank you.", "refused"),  # no department has been named
        ("I think you should see the bone doctor.", "undecided"),
        ('{"decision": "ASK who"}', "undecided"),
        ("ASK", "undecided"),
    ],
)
def test_what_may_not_be_decided_is_answered_the_embedded_way(
    talk: Talk, server: ModelServer, reply: str, outcome: str
) -> None:
    server.reply = plays(reply)
    talk.says(HEAD)
    assert voiced(talk).outcome == outcome and not voiced(talk).kept
    assert talk.state.recommended is None
    assert talk.state.question is not None and talk.reply.endswith(talk.state.question.text[Language.EN])
    assert reply.rpartition("\n")[2] not in talk.reply


def test_a_first_line_that_is_none_is_asked_for_once_more(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("Well, let me see.", "ASK who\nAre you a man or a woman?")
    talk.says(KNEE)
    assert talk.reply == "Are you a man or a woman?"
    assert voiced(talk).kept and voiced(talk).faults == ("undecided",)
    assert len(nurse_asked(server)) == 2


def test_what_is_looked_up_is_told_to_the_model_once(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("LOOK UP when is the pharmacy open", "ANSWER\nI have looked it up for you.")
    talk.says(KNEE)
    first, second = nurse_asked(server)
    assert "pharmacy" not in first.lower() and "pharmacy" in second.lower()
    assert talk.reply.startswith("I have looked it up for you.")


def test_looking_up_for_ever_ends_with_the_embedded_way(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("LOOK UP when is the pharmacy open")
    talk.says(KNEE)
    assert len(nurse_asked(server)) == 3
    assert not voiced(talk).kept and talk.state.question is not None


def test_calling_a_person_calls_one(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("CALL nurse\nOf course, somebody is on the way to you.")
    talk.says(KNEE)
    assert talk.state.person_called
    assert talk.reply.startswith("Of course, somebody is on the way to you.")


def test_a_department_is_named_with_its_place_and_the_words_of_the_model(talk: Talk, server: ModelServer) -> None:
    talk.says(KNEE)
    until_danger_was_asked(talk, server)
    server.reply = plays("SEND orthopedics\nOrthopaedics can see to that knee of yours.")
    talk.answers_page()
    assert talk.state.recommended is not None
    assert talk.reply.startswith("Orthopaedics can see to that knee of yours.")


def test_to_words_without_the_departments_name_it_is_added_with_the_way(talk: Talk, server: ModelServer) -> None:
    talk.says(KNEE)
    until_danger_was_asked(talk, server)
    server.reply = plays("SEND orthopedics\nThey can see to that knee of yours.")
    talk.answers_page()
    assert talk.state.recommended is not None
    named = talk.reception.services.department(talk.state.recommended.department_id)
    assert named is not None and talk.reply.startswith("They can see to that knee of yours.")
    assert named.name[Language.EN] in talk.reply and named.room in talk.reply


def test_her_reason_stands_with_the_place_that_the_prompt_gave(talk: Talk, server: ModelServer) -> None:
    talk.says(KNEE)
    until_danger_was_asked(talk, server)
    place = next(d for d in talk.reception.services.departments if d.department_id == "orthopedics")
    said = (
        f"A knee that is worse on the stairs is for {place.name[Language.EN]}, floor {place.floor}, room {place.room}."
    )
    server.reply = plays(f"SEND orthopedics\n{said} If it gives way while you wait, tell a nurse.")
    talk.answers_page()
    assert talk.reply.startswith(f"{said} If it gives way while you wait, tell a nurse.")
    assert voiced(talk).faults == ()
    server.reply = plays(f"CLOSE\nThank you, that is all. Please go to {place.name[Language.EN]}, room {place.room}.")
    while talk.page is not None:
        talk.says("nothing else")
    assert talk.reply == f"Thank you, that is all. Please go to {place.name[Language.EN]}, room {place.room}."


def test_a_refused_decision_is_asked_anew_once_with_the_reason(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("SEND neurology\nOff to Neurology.", "ASK danger\nDid it come all of a sudden?")
    talk.says(HEAD)
    assert talk.reply == "Did it come all of a sudden?" and talk.page == "danger"
    assert voiced(talk).faults == ("screening",)
    assert "ASK danger" in nurse_asked(server)[-1]


def test_what_was_cut_is_told_in_the_next_prompt(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("ASK who\nYou have arthritis. Are you a man or a woman?")
    talk.says(KNEE)
    talk.says("a man")
    before, *_, after = nurse_asked(server)
    assert "left out" not in before and "left out that said what illness it is" in after


def test_a_department_that_the_patient_chose_is_confirmed_in_her_words(talk: Talk, server: ModelServer) -> None:
    talk.says("It burns when I pee and I have to go all the time")
    until_danger_was_asked(talk, server)
    server.reply = plays("SEND dermatology\nDermatology is the place for that.")
    talk.answers_page()
    chosen = next(key for key in talk.tiles if key.startswith("department:"))
    name = talk.reception.services.department(chosen.partition(":")[2]).name[Language.EN]  # type: ignore[union-attr]
    server.reply = plays(f"SEND dermatology\nThen {name} it is, as you wish.")
    talk.taps(chosen)
    assert talk.reply.startswith(f"Then {name} it is, as you wish.")


def test_of_what_is_said_whole_she_is_told_the_words_and_no_nurse_is_called(talk: Talk, server: ModelServer) -> None:
    talk.says(KNEE)
    until_danger_was_asked(talk, server)
    server.reply = plays("SEND orthopedics\nOrthopaedics can see to that knee of yours.", "ANSWER\nThank you.")
    while talk.page != "doctor_reads":
        talk.answers_page()
    assert not talk.state.nurse_awaited
    decided = next(line for line in nurse_asked(server)[-1].splitlines() if line.startswith("Decided by the program"))
    assert "CALL nurse" not in decided and talk.reply.removeprefix("Thank you. ") in decided


def test_the_words_that_stand_behind_hers_name_nobody(talk: Talk) -> None:
    turn = cast(Turn, SimpleNamespace(language=Language.EN, before=talk.state))
    fixed = Spoken(action=Action.CONCLUSION, why="refused", text="You said: my name is Wendy Harcastle.")
    told = notices(talk.reception.services, turn, fixed)
    assert "You said" in told and "Harcastle" not in told


def test_where_model_and_triage_disagree_both_are_offered(talk: Talk, server: ModelServer) -> None:
    talk.says("It burns when I pee and I have to go all the time")
    until_danger_was_asked(talk, server)
    server.reply = plays("SEND dermatology\nDermatology is the place for that.")
    talk.answers_page()
    assert talk.page == "choose"
    assert len([key for key in talk.tiles if key.startswith("department:")]) == 2
    assert talk.state.recommended is None


def test_a_department_without_a_chance_is_put_to_the_patient_once_and_in_our_words(
    talk: Talk, server: ModelServer
) -> None:
    talk.says("It burns when I pee and I have to go all the time")
    until_danger_was_asked(talk, server)
    server.reply = plays("SEND dermatology\nPlease go to Dermatology at once.")
    talk.answers_page()
    assert "at once" not in talk.reply
    talk.says("What is the time?")
    assert talk.state.recommended is None or talk.state.recommended.specialty != "dermatology"


def test_half_a_line_is_not_said(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("ASK who\nAre you a man or")
    server.mode = Mode.HALF
    talk.says(KNEE)
    assert talk.state.answered and talk.state.question is not None
    assert talk.state.question.text[Language.EN] in talk.reply


@pytest.mark.parametrize(
    "line",
    [
        "Mrs Wang before you had the same knee.",
        "Your record number is 20124.",
        "You have a torn meniscus.",
        "Take two ibuprofen and rest.",
        "Go to the Vein Clinic on floor 9.",
        "It is nothing serious.",
        "You told me you have diabetes.",
    ],
)
def test_a_lie_never_reaches_the_screen(talk: Talk, server: ModelServer, line: str) -> None:
    server.reply = plays(f"ASK who\n{line} Are you a man or a woman?")
    talk.says(KNEE)
    assert line not in talk.reply
    assert talk.page == "who" and "?" in talk.reply


def test_an_emergency_does_not_wait_for_a_model(talk: Talk, server: ModelServer) -> None:
    server.first = server.whole = 30.0
    talk.says("My chest is crushing and my left arm is numb, I'm sweating.")
    assert talk.state.phase is Phase.EMERGENCY and talk.state.reply is not None
    assert server.requests == []


def test_only_specialties_of_the_hospital_are_put_to_the_model(talk: Talk, server: ModelServer) -> None:
    talk.says(KNEE)
    told = next(r["messages"][0]["content"] for r in server.requests if not r.get("response_format"))
    listed = {line.partition(" = ")[0] for line in told.splitlines() if " = " in line} - {"Departments (code"}
    assert "orthopedics" in listed and listed <= set(specialties(talk.reception.services))


def test_every_department_keeps_its_name_in_what_a_model_is_told(reception: Reception) -> None:
    kept = names_kept(reception.services)
    for department in reception.services.departments:
        for language in Language:
            name = department.name[language]
            said = {Language.EN: f"I was sent to {name} last week", Language.ZH: f"上次让我去{name}看"}[language]
            assert name in anonymous(said, kept), name


def test_a_model_may_ask_about_danger_that_the_story_does_not_make_possible(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("ASK danger\nThat sounds sore. Is the joint hot and red?")
    talk.says(KNEE)
    assert talk.page == "danger" and talk.signs
    server.reply = plays("SEND orthopedics\nOrthopaedics can see to that knee of yours.")
    talk.says("no, none of that")
    assert talk.state.recommended is not None or talk.state.question is not None
