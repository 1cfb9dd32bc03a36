"""Talks in which the patient says where they want to go, what they really came for, or what they have said already."""

import pytest

from app.reception.reception import Reception
from models.facts import Language
from tests.app.reception.talk import Clock, Talk


@pytest.mark.parametrize(
    ("language", "lines", "department"),
    [
        (Language.ZH, ("膝盖疼", "没有", "我要挂中医科"), "chinese-medicine"),
        (Language.ZH, ("头晕", "没有", "没有", "没有", "不，还是看耳鼻喉科"), "ent"),
        (Language.EN, ("I've a sore toe", "no", "not orthopaedics, I want the skin doctor"), "dermatology"),
        (Language.EN, ("my knee aches", "no", "I'd rather see rehab"), "rehabilitation"),
    ],
)
def test_who_insists_on_another_department_goes_there(
    reception: Reception, language: Language, lines: tuple[str, ...], department: str
) -> None:
    talk = Talk(reception, language).as_guest()
    for line in lines:
        talk.says(line)
    assert talk.state.recommended is not None and talk.state.recommended.department_id == department


@pytest.mark.parametrize("line", ["cardiology?", "not the skin doctor please", "where is the skin clinic?"])
def test_a_department_asked_about_or_refused_is_not_wished_for(reception: Reception, line: str) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    for said in ("I've a sore toe", "no", line):
        talk.says(said)
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "orthopedics"


@pytest.mark.parametrize(
    ("language", "lines", "first"),
    [
        (Language.EN, ("sore throat for a week", "forget that, what I really came about is a mole on my back"), "mole"),
        (Language.EN, ("I get headaches", "no", "the main problem is my knee, it hurts"), "knee_pain"),
        (Language.ZH, ("嗓子疼", "没有", "我今天主要是来看脚气的"), "athletes_foot"),
        (Language.ZH, ("失眠是老毛病了，今天主要是肚子疼",), "abdominal_pain"),
    ],
)
def test_what_they_really_came_for_comes_first(
    reception: Reception, language: Language, lines: tuple[str, ...], first: str
) -> None:
    talk = Talk(reception, language).as_guest()
    for line in lines:
        talk.says(line)
    told = [fact.code for fact in talk.state.record if fact.status.value == "present"]
    assert told[0] == first and len(told) > 1


def test_what_they_did_not_come_for_decides_no_department(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    for line in ("I've got a sore throat", "no", "no no, it's the mole on my arm I'm really here about", "no", "no"):
        talk.says(line)
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "dermatology"


@pytest.mark.parametrize("line", ["叫什么护士，直接给我安排科室", "不要叫护士", "我不要护士，快点安排"])
def test_who_refuses_a_nurse_gets_the_shortest_way(reception: Reception, line: str) -> None:
    talk = Talk(reception).as_guest()
    for said in ("你们这个破机器，我膝盖疼", line):
        talk.says(said)
    assert not talk.state.person_called
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "orthopedics"


@pytest.mark.parametrize(
    ("language", "first", "line"),
    [
        (Language.EN, "my knee hurts, it's been a year", "I just told you, a year. I'm 61"),
        (Language.ZH, "膝盖疼一年了", "刚才说过了嘛，一年了。六十一"),
    ],
)
def test_what_is_told_again_is_met_with_an_apology_and_the_record_goes_on(
    reception: Reception, language: Language, first: str, line: str
) -> None:
    talk = Talk(reception, language).as_guest()
    for said in (first, "没有" if language is Language.ZH else "no", line):
        talk.says(said)
    assert talk.state.person.age == 61 and talk.state.question is not None
    assert talk.reply.startswith(("I am sorry you have to say", "让您一遍一遍"))


@pytest.mark.parametrize("line", ["啊？大声点，听不见", "听不清，你再说一遍"])
def test_who_cannot_hear_the_question_is_asked_again(reception: Reception, line: str) -> None:
    talk = Talk(reception).as_guest()
    talk.says("胸口闷")
    asked = talk.state.question
    talk.says(line)
    assert talk.state.question == asked and "hearing_loss" not in talk.codes()


@pytest.mark.parametrize(
    ("language", "line"),
    [(Language.ZH, "两边都疼。你们停车场收不收费"), (Language.EN, "both. Is Dr Patel in today?")],
)
def test_a_question_beside_an_answer_is_not_passed_over(reception: Reception, language: Language, line: str) -> None:
    talk = Talk(reception, language).as_guest()
    for said in ("膝盖疼" if language is Language.ZH else "my knee hurts", "没有" if language is Language.ZH else "no"):
        talk.says(said)
    talk.says(line)
    assert talk.state.findings[-1].what == "question"


def test_who_names_trouble_and_department_in_anger_is_sent_there(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("少废话，给我挂骨科，手腕子疼")
    assert talk.state.whys[-1] != "impatient"
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "orthopedics"


@pytest.mark.parametrize("line", ["这不会是癌吧，我怕", "手不麻"])
def test_a_worry_or_another_denial_answers_no_question_about_danger(reception: Reception, line: str) -> None:
    talk = Talk(reception).as_guest()
    for said in ("胃疼，反酸", "没有", line, "四十六", "没有"):
        talk.says(said)
    assert talk.state.asked.count("finding:black_stool") == 2


def test_tablets_of_several_kinds_are_renewed_in_general_practice(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I'm in a rush. I need a repeat of my ramipril and omeprazole, that's all")
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "general-practice"


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (Language.EN, ("I've got hay fever", "no", "I'm 38, and it's every bloody June")),
        (Language.ZH, ("尿尿费劲，六十八了", "能尿出来，就是慢，等半天")),
    ],
)
def test_strong_words_in_an_answer_are_not_anger_at_us(
    reception: Reception, language: Language, lines: tuple[str, ...]
) -> None:
    talk = Talk(reception, language).as_guest()
    for line in lines:
        talk.says(line)
    assert talk.state.question is not None and "impatient" not in talk.state.whys


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (Language.EN, ("this is ridiculous, my back hurts", "neither, just ask me the rest", "no", "no", "no")),
        (Language.ZH, ("什么破机器，我腰疼", "都不用，你继续问吧", "没有", "没有", "没有")),
    ],
)
def test_who_says_to_go_on_is_asked_for_the_record_after_all(
    reception: Reception, language: Language, lines: tuple[str, ...]
) -> None:
    talk = Talk(reception, language).as_guest()
    for line in lines:
        talk.says(line)
    assert not talk.state.person_called and talk.state.question is not None


def test_a_department_wished_for_is_named_with_its_opening_when_it_is_closed(
    reception: Reception, clock: Clock
) -> None:
    clock.tick(hours=9)  # 19:00
    talk = Talk(reception).as_guest()
    for line in ("我要挂骨科，膝盖疼", "没有"):
        talk.says(line)
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "orthopedics"
    assert "08:00" in talk.reply
