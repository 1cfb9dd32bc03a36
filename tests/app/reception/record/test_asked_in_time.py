"""What has to be known before a department: whether she could be pregnant, and what grew worse since the last visit."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.sbar import sbar
from frontdesk.app.reception.session.events import Entry
from frontdesk.his_adapter.records import Level
from frontdesk.models.facts import Language, Status, Topic
from frontdesk.models.red_flags import BY_SIGN
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
ECTOPIC = "ectopic_possible"
BOTH = pytest.mark.parametrize("language", [ZH, EN])
MATTERS = [
    (ZH, "小肚子疼"),
    (ZH, "头晕"),
    (ZH, "恶心想吐"),
    (ZH, "腰侧疼"),
    (ZH, "下面出血"),
    (EN, "lower belly pain"),
    (EN, "I keep fainting"),
    (EN, "vomiting"),
    (EN, "stomach pain"),
    (EN, "bleeding down below"),
]


def told(reception: Reception, language: Language, words: str) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    return talk


def first_offered(talk: Talk) -> str:
    return next((key for key in sorted(talk.tiles) if key.startswith("fact:finding:")), "none")


def to_pregnant(talk: Talk, age: str = "29") -> Talk:
    for _ in range(8):
        if talk.page == "pregnant" or talk.state.recommended:
            return talk
        talk.answers_page(
            {"offered": first_offered(talk), "who": "self_female", "sex": "female", "age": age}.get(talk.page or "")
        )
    return talk


@pytest.mark.parametrize(("language", "words"), MATTERS)
def test_a_woman_of_childbearing_age_is_asked_before_a_department_whether_she_could_be_pregnant(
    reception: Reception, language: Language, words: str
) -> None:
    talk = to_pregnant(told(reception, language, words))
    if {"fainted"} & talk.alarms:
        return  # fainting is an emergency already
    assert talk.page == "pregnant" and talk.state.recommended is None, talk.state.asked
    talk.taps("no")
    assert talk.state.person.pregnant is False
    talk.to_department(offered=first_offered(talk))


@BOTH
def test_of_somebody_pregnant_danger_is_asked_about_whatever_they_come_for(
    reception: Reception, language: Language
) -> None:
    talk = to_pregnant(told(reception, language, "恶心想吐" if language is ZH else "I feel a bit sick"))
    talk.taps("fact:pregnancy:pregnancy_known")
    talk.to_department(offered=first_offered(talk))
    assert "danger" in talk.state.asked


@pytest.mark.parametrize(("who", "age"), [("self_male", "29"), ("self_female", "67"), ("child_female", "5")])
def test_nobody_else_is_asked(reception: Reception, who: str, age: str) -> None:
    talk = told(reception, ZH, "小肚子疼").to_department(who=who, age=age, sex=who.partition("_")[2])
    assert "pregnant" not in talk.state.asked


def test_a_sore_knee_does_not_turn_on_it(reception: Reception) -> None:
    talk = told(reception, EN, "my knee hurts").to_department(who="self_female", age="29")
    assert "pregnant" not in talk.state.asked


@BOTH
@pytest.mark.parametrize("answer", ["fact:pregnancy:may_be_pregnant", "unsure", "words"])
def test_belly_pain_of_her_who_may_be_pregnant_is_urgent_and_goes_to_gynaecology(
    reception: Reception, language: Language, answer: str
) -> None:
    talk = to_pregnant(told(reception, language, {ZH: "小肚子疼", EN: "lower belly pain"}[language]))
    talk.answers_page(
        {ZH: "说不准，例假晚了十天", EN: "hard to say, I am ten days late"}[language] if answer == "words" else answer
    )
    assert ECTOPIC in talk.alarms and Level.B in {alert.raised.level for alert in talk.state.alerts}
    assert talk.state.recommended is not None and talk.state.recommended.specialty == "gynecology"
    assert talk.fact("may_be_pregnant").topic is Topic.PREGNANCY


@BOTH
def test_a_pregnancy_that_is_known_brings_its_own_danger_signs_and_department(
    reception: Reception, language: Language
) -> None:
    talk = to_pregnant(told(reception, language, {ZH: "小肚子疼", EN: "lower belly pain"}[language]))
    talk.taps("fact:pregnancy:pregnancy_known")
    talk.to_page("danger")
    assert "pregnant_bleeding" in talk.signs
    talk.to_department()
    assert talk.state.recommended is not None and talk.state.recommended.specialty == "obstetrics"


@BOTH
@pytest.mark.parametrize("page", ["past_history", "tell_doctor"])
def test_a_pregnancy_told_after_the_department_is_considered_all_the_same(
    reception: Reception, language: Language, page: str
) -> None:
    talk = to_pregnant(told(reception, language, {ZH: "头疼", EN: "headache"}[language]))
    talk.taps("no")
    talk.to_page(page)
    assert talk.state.recommended is not None
    talk.says({ZH: "我怀孕三个月了", EN: "I am three months pregnant"}[language])
    assert talk.state.person.pregnant is True and talk.fact("pregnancy_known").status is Status.PRESENT
    assert talk.page == "danger" and "pregnant_sight" in talk.signs
    talk.taps("none")
    talk.to_end()
    assert talk.state.recommended is not None


@BOTH
def test_pregnancy_tapped_among_the_illnesses_is_one_fact_and_reopens_danger(
    reception: Reception, language: Language
) -> None:
    talk = told(reception, language, {ZH: "身上起疹子", EN: "a rash"}[language])
    talk.to_page("past_history", offered=first_offered(talk), who="self_female", age="29")
    assert {"fact:pregnancy:pregnancy_known", "fact:pregnancy:may_be_pregnant"} <= talk.tiles
    talk.taps("fact:pregnancy:may_be_pregnant")
    assert talk.state.person.pregnant is None
    assert talk.fact("may_be_pregnant").status is Status.PRESENT


# --- a follow-up that grew worse -------------------------------------------------------------------------------------


def worse(reception: Reception, language: Language, course: str = "worse") -> Talk:
    patient = reception.hospital.patients.patient("P1012")  # 86, atrial fibrillation, on warfarin
    talk = Talk(reception, language, Entry.FOLLOW_UP)
    talk.identifies("P1012", birth_date=patient.birth_date)
    return talk.to_page("new", course=course, adherence="as_told", result="no_test")


@BOTH
def test_who_is_worse_has_more_to_tap_than_nothing_new(reception: Reception, language: Language) -> None:
    talk = worse(reception, language)
    assert len([key for key in talk.tiles if key.startswith("fact:finding:")]) >= 3
    chosen = first_offered(talk)
    talk.taps(chosen)
    assert chosen.rpartition(":")[2] in talk.present


@BOTH
def test_who_is_worse_is_asked_danger_signs_though_nothing_is_new(reception: Reception, language: Language) -> None:
    talk = worse(reception, language)
    talk.taps("no")
    assert talk.page == "danger" and len(talk.signs) >= 3
    assert talk.signs & {"vomiting_blood", "black_stool", "bleeding_wont_stop"}, "of a blood thinner"
    sign = min(talk.signs)
    talk.taps(f"sign:{sign}")
    assert BY_SIGN[sign].slug in talk.alarms
    assert (
        talk.state.alerts[0].raised.reason[language]
        in sbar(talk.state, language, now=reception.services.now()).situation
    )


@pytest.mark.parametrize("course", ["better", "same"])
def test_who_is_no_worse_is_not(reception: Reception, course: str) -> None:
    patient = reception.hospital.patients.patient("P1012")
    talk = Talk(reception, ZH, Entry.FOLLOW_UP).identifies("P1012", birth_date=patient.birth_date)
    talk.to_department(course=course)
    assert not {"new", "danger"} & set(talk.state.asked)


NO_ANSWER = {ZH: "疼得厉害", EN: "it really hurts"}


@BOTH
def test_words_that_do_not_answer_bring_the_question_once_more_in_other_words(
    reception: Reception, language: Language
) -> None:
    talk = to_pregnant(told(reception, language, {ZH: "小肚子疼", EN: "lower belly pain"}[language]))
    asked = talk.reply
    talk.says(NO_ANSWER[language])
    assert talk.page == "pregnant_again" and talk.reply != asked
    assert ECTOPIC not in talk.alarms and not any(fact.topic is Topic.PREGNANCY for fact in talk.state.record)
    talk.says({ZH: "没有", EN: "no"}[language])
    assert talk.state.person.pregnant is False and ECTOPIC not in talk.alarms


@BOTH
def test_who_does_not_answer_twice_may_be_pregnant(reception: Reception, language: Language) -> None:
    talk = to_pregnant(told(reception, language, {ZH: "小肚子疼", EN: "lower belly pain"}[language]))
    talk.says(NO_ANSWER[language])
    talk.says(NO_ANSWER[language])
    assert talk.fact("may_be_pregnant").status is Status.UNKNOWN and ECTOPIC in talk.alarms


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "so... maybe? I haven't done a test"),
        (EN, "could be, we've been trying since summer"),
        (ZH, "有可能，在备孕"),
        (ZH, "说不准，这个月没来"),
    ],
)
def test_who_says_that_it_may_be_is_not_asked_again(reception: Reception, language: Language, words: str) -> None:
    talk = to_pregnant(told(reception, language, {ZH: "小肚子疼", EN: "lower belly pain"}[language]))
    talk.says(words)
    assert talk.fact("may_be_pregnant").status is Status.UNKNOWN and ECTOPIC in talk.alarms


@pytest.mark.parametrize(("language", "words"), [(EN, "good lord no, I'm past that"), (ZH, "不可能，我都结扎了")])
def test_who_rules_it_out_in_words_may_not_be(reception: Reception, language: Language, words: str) -> None:
    talk = to_pregnant(told(reception, language, {ZH: "小肚子疼", EN: "lower belly pain"}[language]))
    talk.says(words)
    assert ECTOPIC not in talk.alarms
