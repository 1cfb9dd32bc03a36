"""Other people come up beside an answer; what is answered of oneself is heard all the same."""

from datetime import datetime

import pytest

from app.reception.meaning import meaning
from app.reception.reception import Reception
from models.facts import Answer, Details, Language, Person, Relation, Sex, Status, Topic, Understanding
from tests.app.reception.talk import Talk

NOW = datetime(2026, 11, 18, 10, 0)
COMPLAINTS = {Language.ZH: "我后背疼", Language.EN: "My back is playing up again"}


def heard(reception: Reception, asked: str, text: str) -> Understanding:
    """What `text` means as an answer, once a patient has told of their own back."""
    language = Language.ZH if any("\u4e00" <= char <= "\u9fff" for char in text) else Language.EN
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINTS[language])
    return meaning(text, None, talk.state, asked, language, now=NOW)


@pytest.mark.parametrize(
    ("asked", "text", "hours"),
    [
        ("duration", "一个来月，我邻居老李也这样。", 949),
        ("duration", "一个月了，我妈也有这毛病", 730),
        ("duration", "about a week. My brother had it last year", 168),
        ("duration", "three days, but my wife had it for a month", 72),
    ],
)
def test_how_long_is_heard_beside_a_neighbours_story(asked: str, text: str, hours: int, reception: Reception) -> None:
    told = heard(reception, asked, text)
    assert told.details.duration is not None and round(told.details.duration.hours) == hours
    assert told.person is None or told.person.relation is None


@pytest.mark.parametrize("text", ["Male. My sister had just the same last year.", "男，我姐去年也这样"])
def test_the_sex_is_the_patients_beside_a_sister(text: str, reception: Reception) -> None:
    told = heard(reception, "sex", text)
    assert told.person is not None and told.person.sex is Sex.MALE and told.person.relation is None


@pytest.mark.parametrize("text", ["四十五，我媳妇四十三", "45, my wife is 43"])
def test_the_age_is_the_patients_beside_a_wifes(text: str, reception: Reception) -> None:
    told = heard(reception, "age", text)
    assert told.person is not None and told.person.age_months == 45 * 12 and told.person.relation is None


@pytest.mark.parametrize("text", ["没有，我儿子倒是发烧了", "No, but my son has one"])
def test_a_sons_fever_is_not_the_patients(text: str, reception: Reception) -> None:
    told = heard(reception, "finding:fever", text)
    assert told.answer is Answer.NO
    assert all(fact.status is Status.ABSENT for fact in told.facts if fact.code == "fever")


@pytest.mark.parametrize(
    "text", ["以前得过胃溃疡，我邻居老李也这样。", "A stomach ulcer, years ago. My neighbour had one too."]
)
def test_an_old_illness_is_the_patients_beside_a_neighbours(text: str, reception: Reception) -> None:
    told = heard(reception, "past_history", text)
    assert [fact.topic for fact in told.facts if fact.code == "peptic_ulcer"] == [Topic.CONDITION]


@pytest.mark.parametrize(
    "text",
    ["my sister is allergic to penicillin, not me", "no, and my brother is allergic to penicillin", "我姐对头孢过敏"],
)
def test_a_sisters_allergy_is_not_the_patients(text: str, reception: Reception) -> None:
    told = heard(reception, "allergies", text)
    assert not any(fact.topic is Topic.ALLERGY and fact.status is Status.PRESENT for fact in told.facts)


@pytest.mark.parametrize(
    ("comes_for", "asked", "text"),
    [
        ("我爸膝盖疼", "allergies", "没有，不过我妈对磺胺过敏"),
        ("我爸膝盖疼", "past_history", "没有，我妈做过心脏支架"),
        ("我奶奶手抖", "medicines", "没有，我爷爷在吃降糖药"),
        ("我女儿咳嗽", "past_history", "没有，我儿子对花生过敏"),
        ("My dad's knee hurts", "allergies", "no, but my mum's allergic to penicillin"),
        ("My husband has a cough", "medicines", "none, but my mum is on warfarin"),
    ],
)
def test_what_a_relative_of_another_sex_takes_or_cannot_bear_is_not_the_patients(
    comes_for: str, asked: str, text: str, reception: Reception
) -> None:
    language = Language.EN if comes_for.isascii() else Language.ZH
    talk = Talk(reception, language).as_guest()
    talk.says(comes_for)
    told = meaning(text, None, talk.state, asked, language, now=NOW)
    assert told.person is None or told.person.relation is None
    alone = (Topic.ALLERGY, Topic.MEDICINE, Topic.OPERATION)
    assert not any(fact.topic in alone and fact.status is Status.PRESENT for fact in told.facts)


@pytest.mark.parametrize("text", ["我妈对磺胺过敏", "对，我妈对磺胺过敏"])
def test_the_allergy_of_the_mother_they_came_for_is_kept(text: str, reception: Reception) -> None:
    talk = Talk(reception, Language.ZH).as_guest()
    talk.says("我妈膝盖疼")
    told = meaning(text, None, talk.state, "allergies", Language.ZH, now=NOW)
    assert [fact.code for fact in told.facts if fact.topic is Topic.ALLERGY] == ["sulfonamide"]


@pytest.mark.parametrize("text", ["我妈有高血压", "my mum has high blood pressure"])
def test_a_mothers_illness_told_where_the_age_is_asked_changes_nobody(text: str, reception: Reception) -> None:
    told = heard(reception, "age", text)
    assert told.person is None
    assert {fact.topic for fact in told.facts} == {Topic.FAMILY}


def test_the_allergy_of_another_child_is_not_of_the_one_who_was_brought(reception: Reception) -> None:
    talk = Talk(reception, Language.ZH).as_guest()
    talk.says("我宝宝拉肚子")
    talk.says("我家老大对头孢过敏，这个还不知道")
    assert talk.state.person.words == "我宝宝"
    assert all(fact.topic is not Topic.ALLERGY for fact in talk.state.record)


@pytest.mark.parametrize("text", ["Did you see the football last night?", "你昨天晚上看球了吗？"])
def test_a_time_in_what_the_nurse_is_asked_is_no_duration(text: str, reception: Reception) -> None:
    assert heard(reception, "finding:weak_one_side", text).details.duration is None


@pytest.mark.parametrize(
    ("comes_for", "aside", "of_the_family"),
    [
        ("My mother keeps forgetting names", "my dad had dementia, it frightens her", False),
        ("My mother keeps forgetting names", "her sister had dementia, it frightens her", True),
        ("我妈老忘事", "我爸得过老年痴呆", False),
        ("我老婆头晕", "我爸得过脑梗", False),
    ],
)
def test_the_speakers_own_kin_are_no_family_of_the_one_they_came_for(
    comes_for: str, aside: str, of_the_family: bool, reception: Reception
) -> None:
    talk = Talk(reception, Language.EN if comes_for.isascii() else Language.ZH).as_guest()
    talk.says(comes_for)
    talk.says(aside)
    assert any(fact.topic is Topic.FAMILY for fact in talk.state.record) is of_the_family


@pytest.mark.parametrize(
    ("language", "complaint", "answer", "now"),
    [
        (Language.ZH, "我后背疼", "头孢过敏，打了喘不上气，抢救过", "喘不上气了，救命"),
        (Language.EN, "my back hurts", "Penicillin, it made my throat swell and I couldn't breathe", "I can't breathe"),
    ],
)
def test_a_reaction_told_when_asked_for_allergies_raises_no_alarm(
    language: Language, complaint: str, answer: str, now: str, reception: Reception
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    while (asked := talk.state.question) and asked.key != "allergies":
        talk.says("40" if asked.key == "age" else {Language.ZH: "没有", Language.EN: "no"}[language])
    talk.says(answer)
    talk.says({Language.ZH: "没有了", Language.EN: "nothing else"}[language])
    assert not talk.state.open_alerts
    talk.says(now)
    assert [alert.raised.rule for alert in talk.state.open_alerts] == [5]


@pytest.mark.parametrize(
    ("language", "complaint", "answer", "now"),
    [
        (Language.ZH, "我脚后跟疼", "有个气雾剂，喘不上气的时候吸两口", "我喘不上气了，救命"),
        (Language.EN, "my heel hurts", "just an inhaler, for when I can't breathe", "I can't breathe"),
    ],
)
def test_what_a_medicine_is_kept_for_raises_no_alarm(
    language: Language, complaint: str, answer: str, now: str, reception: Reception
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    while (asked := talk.state.question) and asked.key != "medicines":
        talk.says("40" if asked.key == "age" else {Language.ZH: "没有", Language.EN: "no"}[language])
    talk.says(answer)
    assert talk.state.question is not None
    assert not talk.state.open_alerts
    talk.says(now)
    assert [alert.raised.rule for alert in talk.state.open_alerts] == [5]


def test_what_is_denied_is_not_heard_in_everyday_words(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I'm 26 weeks, just the routine visit")
    talk.says("no bleeding, and she's kicking lots")
    assert not talk.state.open_alerts
    assert "vaginal_bleeding" not in {fact.code for fact in talk.state.record if fact.status is Status.PRESENT}


@pytest.mark.parametrize(
    ("language", "others", "own"),
    [
        (Language.ZH, "我老伴膝盖疼", "我就是病人啊"),
        (Language.ZH, "男朋友嗓子疼", "什么病人，我自己看的"),
        (Language.EN, "my husband has a cough", "I'm the patient, not my husband"),
    ],
)
def test_who_says_that_they_are_the_patient_themselves_is(
    language: Language, others: str, own: str, reception: Reception
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(others)
    talk.says("没有" if language is Language.ZH else "no")
    talk.says(own)
    assert talk.state.person == Person(relation=Relation.SELF)
    assert any(fact.topic is Topic.FINDING for fact in talk.state.record)


def test_the_mother_named_by_a_grandmother_is_not_the_child(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My granddaughter has a rash on her legs. She's five.")
    talk.says("no")
    talk.says("No. My daughter puts aqueous cream on it.")
    assert talk.state.person.words == "My granddaughter"


def test_who_says_again_what_they_denied_was_not_misheard(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My stomach has hurt for a month")
    talk.says("No. No haematemesis, no melaena.")
    talk.says("No, I said no melaena.")
    status = {fact.code: fact.status for fact in talk.state.record}
    assert status["black_stool"] is Status.ABSENT


@pytest.mark.parametrize(
    ("answer", "family"),
    [
        ("no, but my father had a bad heart", {"bad heart"}),
        ("my sister has glaucoma so I do worry a bit", {"glaucoma"}),
        ("my husband has diabetes", set()),
    ],
)
def test_what_kin_have_is_kept_of_the_family_and_what_a_husband_has_is_not(
    answer: str, family: set[str], reception: Reception
) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I have a cough")
    while talk.state.question and talk.state.question.key != "past_history":
        talk.says({"age": "50", "sex": "male", "duration": "a week"}.get(talk.state.question.key, "no"))
    talk.says(answer)
    told = [fact for fact in talk.state.record if fact.topic is Topic.FAMILY]
    assert {fact.code for fact in told} == family
    assert all(fact.details == Details() for fact in told)
    assert not any(fact.topic is Topic.CONDITION and fact.status is Status.PRESENT for fact in talk.state.record)


@pytest.mark.parametrize(
    ("text", "never"),
    [("我老公讲是风湿，拿他的药酒给我擦", "joint_pain"), ("My wife had shingles and her ribs hurt", "rib_pain")],
)
def test_who_told_of_their_own_trouble_stays_the_patient(text: str, never: str, reception: Reception) -> None:
    told = heard(reception, "finding:fever", text)
    assert told.person is None or told.person.relation is None
    assert never not in {fact.code for fact in told.facts}


@pytest.mark.parametrize(
    ("text", "medicine"),
    [("昨晚我老婆给了我一粒布洛芬", "ibuprofen"), ("my husband gave me some ibuprofen last night", "ibuprofen")],
)
def test_what_kin_gave_is_taken_by_who_speaks(text: str, medicine: str, reception: Reception) -> None:
    told = heard(reception, "medicines", text)
    assert medicine in {fact.code for fact in told.facts if fact.topic is Topic.MEDICINE}
