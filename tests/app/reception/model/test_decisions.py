"""What a model may decide: everything it may not is answered the embedded way, in the same turn."""

import pytest

from app.reception.reception import Reception
from app.reception.session.events import Voiced
from app.reception.session.state import Phase
from app.reception.turn.anonymity import anonymous
from app.reception.turn.prompting import names_kept
from app.reception.turn.speaking import specialties
from evaluation.model_server import Mode, ModelServer
from models.facts import Language
from tests.app.reception.model.scripted import plays
from tests.app.reception.talk import Talk

KNEE = "My right knee hurts since last week, it is worse on the stairs"


@pytest.fixture
def talk(reception: Reception) -> Talk:
    return Talk(reception, Language.EN).as_guest()


def voiced(talk: Talk) -> Voiced:
    assert talk.state.reply is not None and talk.state.reply.voiced is not None
    return talk.state.reply.voiced


def nurse_asked(server: ModelServer) -> list[str]:
    return [r["messages"][-1]["content"] for r in server.requests if not r.get("response_format")]


def until_danger_was_asked(talk: Talk) -> None:
    while "danger" not in talk.state.asked:
        talk.answers_page()


def test_an_open_item_is_asked_in_the_models_words(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("ASK sex\nThat sounds sore. Are you a man or a woman?")
    talk.says(KNEE)
    assert talk.reply == "That sounds sore. Are you a man or a woman?"
    assert talk.page == "sex" and talk.tiles and voiced(talk).kept


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("ASK shoe_size\nWhat is your shoe size?", "refused"),  # not open
        ("SEND phrenology\nPlease go to Phrenology.", "refused"),  # no specialty
        ("SEND orthopedics\nPlease go to Orthopedics.", "refused"),  # danger has not been asked
        ("CLOSE\nGood-bye, and thank you.", "refused"),  # no department has been named
        ("I think you should see the bone doctor.", "undecided"),
        ('{"decision": "ASK sex"}', "undecided"),
        ("ASK", "undecided"),
    ],
)
def test_what_may_not_be_decided_is_answered_the_embedded_way(
    talk: Talk, server: ModelServer, reply: str, outcome: str
) -> None:
    server.reply = plays(reply)
    talk.says(KNEE)
    assert voiced(talk).outcome == outcome and not voiced(talk).kept
    assert talk.state.recommended is None
    assert talk.state.question is not None and talk.reply.endswith(talk.state.question.text[Language.EN])
    assert reply.rpartition("\n")[2] not in talk.reply


def test_a_first_line_that_is_none_is_asked_for_once_more(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("Well, let me see.", "ASK sex\nAre you a man or a woman?")
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
    assert len(nurse_asked(server)) == 2
    assert not voiced(talk).kept and talk.state.question is not None


def test_calling_a_person_calls_one(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("CALL nurse\nOf course, somebody is on the way to you.")
    talk.says(KNEE)
    assert talk.state.person_called
    assert talk.reply.startswith("Of course, somebody is on the way to you.")


def test_a_department_is_named_with_its_place_and_the_words_of_the_model(talk: Talk, server: ModelServer) -> None:
    talk.says(KNEE)
    until_danger_was_asked(talk)
    server.reply = plays("SEND orthopedics\nOrthopaedics can see to that knee of yours.")
    talk.answers_page()
    assert talk.state.recommended is not None
    assert talk.reply.startswith("Orthopaedics can see to that knee of yours.")


def test_words_without_the_departments_name_are_not_said(talk: Talk, server: ModelServer) -> None:
    talk.says(KNEE)
    until_danger_was_asked(talk)
    server.reply = plays("SEND orthopedics\nThey can see to that knee of yours.")
    talk.answers_page()
    assert talk.state.recommended is not None
    assert "They can see to" not in talk.reply and "Orthop" in talk.reply


def test_where_model_and_triage_disagree_both_are_offered(talk: Talk, server: ModelServer) -> None:
    talk.says("It burns when I pee and I have to go all the time")
    until_danger_was_asked(talk)
    server.reply = plays("SEND dermatology\nDermatology is the place for that.")
    talk.answers_page()
    assert talk.page == "choose"
    assert len([key for key in talk.tiles if key.startswith("department:")]) == 2
    assert talk.state.recommended is None


def test_half_a_line_is_not_said(talk: Talk, server: ModelServer) -> None:
    server.reply = plays("ASK sex\nAre you a man or")
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
    server.reply = plays(f"ASK sex\n{line} Are you a man or a woman?")
    talk.says(KNEE)
    assert line not in talk.reply
    assert talk.page == "sex" and "?" in talk.reply


def test_an_emergency_does_not_wait_for_a_model(talk: Talk, server: ModelServer) -> None:
    server.first = server.whole = 30.0
    talk.says("My chest is crushing and my left arm is numb, I'm sweating.")
    assert talk.state.phase is Phase.EMERGENCY and talk.state.reply is not None
    assert server.requests == []


def test_only_specialties_of_the_hospital_are_put_to_the_model(talk: Talk, server: ModelServer) -> None:
    talk.says(KNEE)
    told = nurse_asked(server)[0]
    listed = {line.partition(":")[0] for line in told.split("Talk:")[0].splitlines()[1:] if ":" in line}
    assert "orthopedics" in listed and listed <= set(specialties(talk.reception.house))


def test_every_department_keeps_its_name_in_what_a_model_is_told(reception: Reception) -> None:
    kept = names_kept(reception.house)
    for department in reception.house.departments:
        for language in Language:
            name = department.name[language]
            said = {Language.EN: f"I was sent to {name} last week", Language.ZH: f"上次让我去{name}看"}[language]
            assert name in anonymous(said, kept), name
