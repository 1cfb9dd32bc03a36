"""How the nurse meets what was said: empathy once, reasons when asked, no question asked for nothing."""

import pytest

from app.reception.persons import of_person, who
from app.reception.questions import how
from app.reception.reception import Reception
from app.reception.state import Phase
from app.reception.typed import chosen
from models.embedded.speaking import LONGEST, led, length, phrases
from models.embedded.speaking.manner import Manner, manners
from models.facts import Language, Mood, Person, Relation, Sex, Status
from models.knowledge.load import knowledge
from tests.app.reception.talk import Talk


def asked(talk: Talk) -> str:
    assert talk.state.question is not None
    return talk.state.question.key


@pytest.mark.parametrize(
    ("text", "manner"),
    [
        ("这个有点难以启齿", Manner.SHY),
        ("It's rather awkward to say", Manner.SHY),
        ("刚才都说过了", Manner.TOLD_BEFORE),
        ("I already told the other nurse", Manner.TOLD_BEFORE),
        ("不是说了嘛，两个礼拜", Manner.TOLD_BEFORE),
        ("等了一上午了", Manner.WAITED),
        ("We've been waiting for ages", Manner.WAITED),
        ("问这个干嘛", Manner.ASKS_WHY),
        ("Why do you need to know that?", Manner.ASKS_WHY),
        ("不会是肿瘤吧", Manner.FEARS),
        ("Could it be a tumour?", Manner.FEARS),
        ("别问了，直接告诉我去哪", Manner.IN_A_HURRY),
        ("Just tell me where to go", Manner.IN_A_HURRY),
        ("straight to whoever does ears", Manner.IN_A_HURRY),
        ("can I just see Dr Patel please", Manner.WANTS_DOCTOR_NAMED),
        ("我要挂李主任的号", Manner.WANTS_DOCTOR_NAMED),
        ("it's right here", Manner.POINTS),
        ("What do you mean?", Manner.ASKS_MEANING),
        ("你这是什么意思", Manner.ASKS_MEANING),
        ("how many more questions", Manner.ASKS_HOW_LONG),
        ("还要问多久啊", Manner.ASKS_HOW_LONG),
        ("就这儿", Manner.POINTS),
    ],
)
def test_a_manner_is_heard_in_both_languages(text: str, manner: Manner) -> None:
    assert manner in manners(text)


@pytest.mark.parametrize(
    "text",
    [
        "我胸口闷，好几天了",
        "My knee has hurt since Monday",
        "我不知道",
        "no, nothing",
        "35岁",
        "I take aspirin",
        "I had to see the doctor last week",
        "here since Monday",
        "how long is the wait for a scan",
        "how long does this last",
        "我在这里等着",
    ],
)
def test_plain_answers_have_no_manner_to_meet(text: str) -> None:
    assert manners(text) == frozenset()


def test_what_was_answered_beside_a_worry_is_not_asked_again(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("乳房摸到一个硬块，36岁，女")
    first = asked(talk)
    reply = talk.says("左边，不会是什么大病吧")
    assert asked(talk) != first
    assert "担心" in reply or "别多想" in reply
    assert any("不会是什么大病" in note.text[Language.ZH] for note in talk.state.notes)


def test_who_asks_why_hears_a_reason_and_the_question_again(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I have chest pain, I am 40, male")
    question = asked(talk)
    reply = talk.says("Why are you asking me that?")
    assert asked(talk) == question and "urgent" in reply
    assert talk.state.notes == ()


def test_who_answers_and_asks_why_hears_the_reason_and_the_next_question(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I have chest pain, I am 40, male")
    first = asked(talk)
    reply = talk.says("No. Why do you want to know that?")
    assert asked(talk) != first and "Your answer helps" in reply


def test_who_points_is_given_the_body_map(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    reply = talk.says("it's here")
    assert talk.state.question is not None and talk.state.question.body_map
    assert "touch" in reply


def test_who_asks_for_a_doctor_by_name_is_asked_what_for(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    reply = talk.says("can I just see Dr Patel please, I always see him")
    assert asked(talk) == "open" and "choose a doctor" in reply
    assert talk.state.record == ()


def test_who_was_only_sent_is_asked_what_others_have_noticed(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    reply = talk.says("nothing much, my wife made me come")
    assert asked(talk) == "open" and "noticed" in reply
    talk.says("she says I'm going deaf")
    assert "hearing_loss" in talk.codes() and talk.state.person.relation in (None, Relation.SELF)


@pytest.mark.parametrize("sex", [None, Sex.MALE, Sex.FEMALE])
def test_the_answers_offered_for_a_place_fit_the_person(sex: Sex | None) -> None:
    keys = [option.key.rpartition(":")[2] for option in how("genitals", Person(sex=sex)).options]
    assert len(keys) == 6 and "painful_urination" in keys
    assert all(knowledge().findings[code].only in (None, sex or knowledge().findings[code].only) for code in keys)


def test_who_asks_what_is_meant_hears_other_words_for_it(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I've been getting headaches, I'm 33, female")
    first = asked(talk)
    reply = talk.says("What do you mean?")
    assert asked(talk) == first and "something like" in reply


def test_who_asks_how_long_it_takes_hears_how_much_is_left(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I've been getting headaches, I'm 33, female")
    first = asked(talk)
    reply = talk.says("how long will this take? I've got a taxi waiting")
    assert asked(talk) == first and "questions are left" in reply


def test_a_medicine_asked_for_is_not_taken_and_not_given(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I keep getting heartburn, I'm 47, male")
    reply = talk.says("can't you just give me some omeprazole?")
    assert "doctor decides on medicines" in reply
    assert talk.fact("omeprazole").status is Status.UNKNOWN


def test_fear_is_met_even_where_a_department_is_named(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    reply = talk.says("I've got a lump in my breast, I'm terrified")
    assert talk.state.recommended is not None
    assert any(words in reply for words in phrases(Language.EN)["soothe_afraid"])


def test_a_reason_given_before_any_complaint_is_not_followed_by_a_greeting(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    assert "Hello" not in talk.says("why do you need to know that")


def test_who_is_shy_is_put_at_ease_and_given_the_body_map(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("那个……有点不好意思说")
    assert talk.state.question is not None and talk.state.question.body_map
    assert talk.state.whys[-1] == "shy"


def test_fear_is_met_once_and_not_with_every_word(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    soothing = phrases(Language.ZH)["soothe_afraid"]
    first = talk.says("我心慌，好害怕啊，29岁，女")
    assert any(words in first for words in soothing)
    later = talk.says("没有，我好害怕")
    assert not any(words in later for words in soothing)


def test_a_neighbour_mentioned_in_passing_is_not_the_patient(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我胃疼两天了")
    reply = talk.says("没有，我邻居老李也这样")
    assert talk.state.person.relation in (None, Relation.SELF)
    assert "邻居" not in reply


def test_what_was_denied_and_is_there_after_all_is_taken_back_aloud(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("嗓子疼，没有发烧，41岁，女")
    reply = talk.says("其实我昨天晚上烧到38度2")
    assert talk.fact("fever").status is Status.PRESENT
    assert "改成" in reply


def test_a_choice_may_be_typed(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My foot hurts! I have been waiting for hours and nobody cares")
    assert talk.state.mood is Mood.ANGRY and asked(talk) == "offer"
    talk.says("Just send me to a department")
    assert talk.state.phase is Phase.RECOMMENDATION


@pytest.mark.parametrize(
    ("text", "key"),
    [("叫护士", "now"), ("直接给我安排科室吧", "shortest"), ("随便给我挂个号", "shortest"), ("嗯", None)],
)
def test_words_that_name_an_offer_are_that_offer(reception: Reception, text: str, key: str | None) -> None:
    talk = Talk(reception).as_guest()
    talk.says("我都说了三遍了，膝盖疼！")
    found = chosen(talk.state.question, text, Language.ZH)
    assert (found.key if found else None) == key


def test_whoever_speaks_for_another_is_asked_about_them() -> None:
    father = Person(relation=Relation.PARENT, words="my father")
    mother = Person(relation=Relation.PARENT, words="我妈")
    assert who(mother, Language.ZH) == "您妈妈"
    assert of_person("Do you have a fever?", father, Language.EN) == "Does your father have a fever?"
    assert of_person("Did you hit your head?", father, Language.EN) == "Did your father hit their head?"
    assert of_person("Is your neck stiff?", father, Language.EN) == "Is your father's neck stiff?"
    assert of_person("您喘气费劲吗？", mother, Language.ZH) == "您妈妈喘气费劲吗？"
    assert of_person("Do you have a fever?", Person(), Language.EN) == "Do you have a fever?"


@pytest.mark.parametrize("language", list(Language))
def test_what_leads_up_to_a_question_is_dropped_where_there_is_no_room(language: Language) -> None:
    body = "问" * (LONGEST[language] - 5) if language is Language.ZH else "word " * (LONGEST[language] - 2)
    assert length(led(language, ("先说一句话", "再说一句很长很长的话"), body.strip()), language) <= LONGEST[language]
    assert led(language, ("好的。",), "多大年纪？").startswith("好的。")


@pytest.mark.parametrize(
    ("language", "complaint", "reply"),
    [
        (Language.EN, "I feel dizzy", "Can I speak to a real person please"),
        (Language.ZH, "乳房摸到一个硬块，36岁", "左边，我心里特别害怕。"),
    ],
)
def test_a_short_answer_is_taken_for_no_emergency(
    reception: Reception, language: Language, complaint: str, reply: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    talk.says(reply)
    assert [a.raised.rule for a in talk.state.alerts if a.raised.rule] == []


def test_danger_told_in_answer_to_something_else_is_still_danger(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("胃疼两天了，50岁，男")
    talk.says("没有，可是刚才吐了一大口血")
    assert talk.state.phase is Phase.EMERGENCY


def test_what_is_said_once_more_has_a_turns_length(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("脚后跟每天早上起来一落地就疼得特别厉害，走几步路才好一点儿")
    once, lead = talk.reply, phrases(Language.ZH)["repeat_lead"][0]
    again = talk.says("啊？你说什么？")
    assert once in again
    assert (lead in again) is (length(lead + once, Language.ZH) <= LONGEST[Language.ZH])


def test_an_illness_told_after_the_complaint_does_not_decide_where_to(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    for said in ("前天搬东西腰闪了一下", "没有麻", "没有憋尿", "高血压，吃着氨氯地平"):
        talk.says(said)
    talk.answers_no()
    assert talk.state.recommended is not None
    assert talk.state.recommended.department_id == "orthopedics"
