"""The specialists through a model: it points at the patient's words, plain code decides what they are worth."""

from datetime import date
from typing import Any

import pytest

from app.reception.events import Entry
from app.reception.reception import Reception
from app.reception.second_look.record_summary import fault
from evaluation.model_server import ModelServer
from his_adapter.records import Level
from models.facts import Language, Status
from tests.app.reception.model.scripted import answering, asked, soon
from tests.app.reception.talk import Talk

NOTHING_TAKEN = {"amount": "", "how_often": "", "whose": "patient", "state": "takes"}
NOTHING_SAID = {"unit": "", "when": "now", "whose": "patient"}


def kinds(talk: Talk) -> set[str]:
    return {finding.what for finding in talk.state.findings}


def medicine(quote: str, **said: str) -> dict[str, Any]:
    return {"medicines": [{"quote": quote, "medicine": quote} | NOTHING_TAKEN | said]}


def value(quote: str, test: str, number: str, **said: str) -> dict[str, Any]:
    return {"values": [{"quote": quote, "test": test, "number": number} | NOTHING_SAID | said]}


@pytest.mark.parametrize(
    ("language", "before", "words", "answer", "dose"),
    [
        (
            Language.EN,
            "I have kidney disease stage 3 and my back hurts",
            "Oh the usual stuff off the shelf, nuroffen I call it, eight of the 200 mg ones daily",
            medicine("nuroffen", medicine="nuroffen", amount="eight of the 200 mg ones", how_often="daily"),
            "1,600 mg",
        ),
        (
            Language.ZH,
            "我有慢性肾病，腰疼",
            "就药店随手买的那个，芬比得呗，一天六片，一片300毫克",
            medicine("芬比得", medicine="芬比得", amount="六片，一片300毫克", how_often="一天"),
            "1,800",
        ),
    ],
)
def test_what_a_model_points_at_is_named_counted_and_checked_by_code(
    reception: Reception,
    server: ModelServer,
    language: Language,
    before: str,
    words: str,
    answer: dict[str, Any],
    dose: str,
) -> None:
    server.reply = answering(medication=answer)
    talk = Talk(reception, language).as_guest()
    talk.says(before)
    talk.says(words)
    assert soon(talk, lambda: "caution" in kinds(talk))
    (note,) = [note.text[language] for note in talk.state.notes]
    assert dose in note
    assert talk.says("嗯" if language is Language.ZH else "ok").startswith(
        "先别再吃" if language is Language.ZH else "Please take no more"
    )


def test_a_medicine_nobody_named_is_none(reception: Reception, server: ModelServer) -> None:
    server.reply = answering(medication=medicine("warfarin"))
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My knee hurts, I take the pills my neighbour gave me")
    assert not soon(talk, lambda: "warfarin" in talk.codes(), seconds=1)


@pytest.mark.parametrize(
    "said", [{"whose": "other"}, {"state": "stopped"}, {"state": "only_asks"}, {"state": "allergic"}]
)
def test_a_medicine_that_the_patient_does_not_take_is_none(
    reception: Reception, server: ModelServer, said: dict[str, str]
) -> None:
    server.reply = answering(medication=medicine("metforman") | medicine("metforman", **said))
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My knee hurts and metforman is what it said on a box I saw")
    assert not soon(talk, lambda: any(fact.topic == "medicine" for fact in talk.state.record), seconds=1)


@pytest.mark.parametrize(
    ("language", "words", "answer"),
    [
        (
            Language.EN,
            "My head swims, and the clip on my finger at home only says eighty one",
            value("the clip on my finger at home only says eighty one", "oxygen saturation", "eighty one"),
        ),
        (
            Language.ZH,
            "最近没劲，手指头上夹的那个小东西，在家才八十一",
            value("手指头上夹的那个小东西，在家才八十一", "血氧", "81"),
        ),
    ],
)
def test_a_critical_value_that_a_model_points_at_brings_a_nurse_before_the_queue(
    reception: Reception, server: ModelServer, language: Language, words: str, answer: dict[str, Any]
) -> None:
    server.reply = answering(labs=answer)
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    assert soon(talk, lambda: "critical_value" in kinds(talk))
    alert = next(alert for alert in talk.state.open_alerts if alert.raised.level is Level.C)
    assert alert.raised.quote in words
    assert talk.says("三天了" if language is Language.ZH else "for three days").startswith(
        "请先别走" if language is Language.ZH else "Please do not leave yet"
    )


@pytest.mark.parametrize(
    "answer",
    [
        value("only says eighty one", "oxygen saturation", "61"),  # not the number that was said
        value("my neighbour says sixty", "oxygen saturation", "sixty"),  # nobody said so
        value("only says eighty one", "oxygen saturation", "eighty one", whose="other"),
        value("only says eighty one", "oxygen saturation", "eighty one", when="before"),
    ],
)
def test_a_number_that_is_not_the_patients_own_and_of_now_is_no_value(
    reception: Reception, server: ModelServer, answer: dict[str, Any]
) -> None:
    server.reply = answering(labs=answer)
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My head swims, and the clip on my finger at home only says eighty one")
    assert not soon(talk, lambda: bool(talk.state.findings), seconds=1)


def test_no_model_is_asked_for_values_where_no_number_was_said(reception: Reception, server: ModelServer) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My head swims")
    assert soon(talk, lambda: bool(asked(server, "extraction")))
    assert asked(server, "labs") == []


def test_food_over_the_days_limit_is_noted_for_the_doctor(reception: Reception, server: ModelServer) -> None:
    server.reply = answering(
        nutrition={
            "foods": [
                {
                    "quote": "four litres of squash",
                    "what": "water",
                    "how_much": "four litres",
                    "how_often": "",
                    "whose": "patient",
                    "state": "has",
                }
            ]
        }
    )
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I have heart failure and my ankles swell")
    talk.says("I get through four litres of squash a day, it's the thirst")
    assert soon(talk, lambda: "over_limit" in kinds(talk))
    assert any("4000 mL" in note.text[Language.EN] for note in talk.state.notes)


@pytest.mark.parametrize(
    ("language", "complaint", "words", "answer", "code"),
    [
        (
            Language.EN,
            "My tummy hurts",
            "Goodness me, like a washboard it is, mind your hand",
            {"answer": "yes", "quote": "like a washboard", "plain": ""},
            "rigid_belly",
        ),
        (
            Language.ZH,
            "肚子疼",
            "哎哟，跟搓衣板似的",
            {"answer": "yes", "quote": "跟搓衣板似的", "plain": ""},
            "rigid_belly",
        ),
    ],
)
def test_an_answer_that_only_the_model_understood_is_in_the_record_and_its_red_flag_is_raised_by_code(
    reception: Reception,
    server: ModelServer,
    language: Language,
    complaint: str,
    words: str,
    answer: dict[str, str],
    code: str,
) -> None:
    server.reply = answering(checklist=answer)
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    assert talk.state.question is not None and talk.state.question.key == f"finding:{code}"
    talk.says(words)
    assert soon(talk, lambda: code in talk.codes())
    assert talk.fact(code).status is Status.PRESENT and talk.fact(code).quote in words
    server.reply = answering()
    talk.says("两天了" if language is Language.ZH else "for two days")
    assert any(alert.raised.rule for alert in talk.state.alerts)


def test_a_model_never_closes_a_question_about_danger(reception: Reception, server: ModelServer) -> None:
    server.reply = answering(
        checklist={"answer": "no", "quote": "a washboard", "plain": ""},
        extraction={"told": [{"quote": "mind your hand", "plain": "hand pain"}]},
    )
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My tummy hurts")
    talk.says("Well now, a washboard, mind your hand")
    assert soon(talk, lambda: "hand_pain" in talk.codes() or len(talk.codes()) > 1)
    assert "rigid_belly" not in talk.codes()
    assert talk.state.question is not None and talk.state.question.key == "finding:rigid_belly"


SUMMARIES = [
    (Language.ZH, "P1004", "1951-02-17"),
    (Language.EN, "P1038", "1944-10-27"),
]


@pytest.mark.parametrize(("language", "number", "born"), SUMMARIES)
def test_the_last_visit_is_summed_up_for_who_sees_the_patient_next(
    reception: Reception, server: ModelServer, language: Language, number: str, born: str
) -> None:
    talk = Talk(reception, language, Entry.FOLLOW_UP)
    talk.identifies(number, birth_date=date.fromisoformat(born))
    assert talk.state.earlier is not None
    earlier = talk.state.earlier
    wording = (
        f"上次在{earlier.department}看的是{earlier.complaint}。"
        if language is Language.ZH
        else f"At the last visit to {earlier.department} it was: {earlier.complaint}."
    )
    server.reply = answering(record_summary={"summary": wording})
    talk.says("比上次好一点" if language is Language.ZH else "A bit better than last time")
    assert soon(talk, lambda: wording in [note.text[language] for note in talk.state.notes])
    assert sum(finding.what == "earlier_visit" for finding in talk.state.findings) == 2
    assert len(talk.state.notes) == 1


@pytest.mark.parametrize(
    ("wrong", "summary"),
    [
        ("a number that is not in the record", "上次3月2日看了肾结石，石头9毫米。"),
        ("a word that is neither plain nor in the record", "上次3月2日看了肾结石，怀疑肿瘤。"),
        ("a fact that is not in the record, or denied there", "上次3月2日看了肾结石，有发热。"),
        ("too long", "上次3月2日看了肾结石。石头6毫米。没有发热。"),
        (None, "上次3月2日看了肾结石，石头6毫米，没有发热。"),
    ],
)
def test_a_summary_that_says_more_than_the_record_is_refused(wrong: str | None, summary: str) -> None:
    record = "上次就诊2026年3月2日，泌尿外科。右侧肾结石6毫米，没有发热。处理：多饮水，复查。"
    assert fault(summary, record, Language.ZH) == wrong
