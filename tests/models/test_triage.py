"""Triage: where patients are sent, because of what they say and who they are."""

from pathlib import Path

import pytest

from frontdesk.evaluation.triage import accuracy, calibration_error, judge, read
from frontdesk.models.ages import is_child
from frontdesk.models.facts import Fact, Person, Relation, Sex, Status, Topic
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.parsers import person_of
from frontdesk.models.triage import Triage, Urgency, triage
from frontdesk.models.triage.evidence import purposes
from frontdesk.models.triage.generate import written
from frontdesk.models.triage.hints import hints
from frontdesk.models.triage.persons import moved, specialties
from frontdesk.models.triage.statistics import WEIGHTS

CASES = Path(__file__).parents[2] / "frontdesk" / "evaluation" / "cases"


def said(text: str, known: Person = Person()) -> Triage:  # noqa: B008 frozen
    return triage(hints(text), person=known.updated(person_of(text)), text=text)


def present(*codes: str, topic: Topic = Topic.FINDING) -> tuple[Fact, ...]:
    return tuple(Fact(topic=topic, code=code, quote=code) for code in codes)


@pytest.mark.parametrize(
    ("text", "specialty"),
    [
        ("走快一点胸口就发闷，停下来就好", "cardiology"),
        ("咳嗽两个礼拜了，痰是黄的", "respiratory"),
        ("胃里反酸，吃完饭更明显", "gastroenterology"),
        ("小便刺痛，一会儿就想去", "urology"),
        ("早上手指僵硬，关节肿", "rheumatology"),
        ("看东西越来越模糊", "ophthalmology"),
        ("智齿疼得睡不着", "dentistry"),
        ("高兴不起来，整天想哭", "psychiatry"),
        ("查出肺癌，想问化疗的事", "oncology"),
        ("my ears have been ringing since Monday", "ent"),
        ("heartburn every night after supper", "gastroenterology"),
        ("my knee is swollen after running", "orthopedics"),
        ("I'm thirsty all day and pee a lot", "endocrinology"),
        ("itchy red patches on both arms", "dermatology"),
        ("both feet puff up and I have to sit up at night to breathe", "cardiology"),
        ("双脚浮肿半个月，夜里平躺喘不上气", "cardiology"),
        ("I keep having panic attacks", "psychiatry"),
        ("we've been trying for a baby for three years without luck", "reproductive_medicine"),
    ],
)
def test_a_plain_complaint_finds_its_specialty(text: str, specialty: str) -> None:
    assert said(text).specialty == specialty


@pytest.mark.parametrize(
    ("text", "child", "grown"),
    [
        ("咳嗽发烧三天", "pediatrics", "fever_clinic"),
        ("肚子疼，拉肚子", "pediatrics", "gastroenterology"),
        ("大腿根鼓个包，一使劲就出来", "pediatric_surgery", "general_surgery"),
        ("headache and feeling tired", "pediatrics", "neurology"),
    ],
)
def test_a_child_goes_to_the_children_s_doctors(text: str, child: str, grown: str) -> None:
    assert said(text, Person(age_months=6 * 12)).specialty == child
    assert said(text, Person(age_months=40 * 12)).specialty == grown


@pytest.mark.parametrize(("text", "specialty"), [("牙疼", "dentistry"), ("看黑板看不清", "ophthalmology")])
def test_a_child_s_teeth_and_eyes_stay_with_their_own_specialists(text: str, specialty: str) -> None:
    assert said(text, Person(age_months=8 * 12)).specialty == specialty


@pytest.mark.parametrize(
    ("text", "specialty"),
    [
        ("I've run out of my amlodipine", "cardiology"),
        ("running out of my sertraline", "psychiatry"),
        ("I ran out of my blue inhaler", "respiratory"),
        ("降压药吃完了", "cardiology"),
    ],
)
def test_who_only_wants_more_of_a_medicine_goes_where_its_illness_is_looked_after(text: str, specialty: str) -> None:
    assert said(text).specialty == specialty


def test_a_medicine_told_beside_a_complaint_does_not_decide() -> None:
    assert said("I take sertraline, and I've had a sore throat since Monday").specialty != "psychiatry"


def test_every_medicine_with_a_purpose_is_known_and_points_somewhere() -> None:
    kinds = frozenset().union(*formulary().kinds.values())
    for kind, weighed in purposes().items():
        assert kind in kinds and set(weighed) <= set(specialties())


def test_a_child_said_in_passing_is_a_child() -> None:
    assert said("我家宝宝拉肚子好几天了").specialty == "pediatrics"
    assert said("my toddler has been throwing up").specialty == "pediatrics"


def test_fourteen_is_no_child_s_age() -> None:
    assert is_child(Person(age_months=14 * 12 - 1))
    assert not is_child(Person(age_months=14 * 12, relation=Relation.CHILD))


def test_lower_belly_pain_depends_on_sex_and_pregnancy() -> None:
    record = present("lower_abdominal_pain")
    woman = Person(age_months=30 * 12, sex=Sex.FEMALE)
    assert triage(record, person=woman).specialty == "gynecology"
    assert triage(record, person=woman.updated(Person(pregnant=True))).specialty == "obstetrics"
    assert triage(record, person=Person(age_months=30 * 12, sex=Sex.MALE)).specialty == "gastroenterology"


def test_no_man_is_sent_to_women_s_doctors() -> None:
    for code in ("genital_itch", "pain_with_sex", "lower_abdominal_pain", "urine_leak"):
        answer = triage(present(code), person=Person(sex=Sex.MALE, age_months=35 * 12))
        assert answer.specialty not in ("gynecology", "obstetrics")


def test_a_man_s_complaint_is_a_man_s_though_his_wife_is_named() -> None:
    assert said("前列腺炎好几年了，媳妇让我来看看").specialty in ("andrology", "urology")


def test_a_nursing_mother_is_not_her_baby() -> None:
    answer = triage(present("breastfeeding_trouble", "breast_pain"), person=Person(age_months=1))
    assert answer.specialty in ("breast_surgery", "obstetrics")


def test_a_cancer_outweighs_the_complaint_it_brings() -> None:
    record = (*present("stomach_cancer", topic=Topic.CONDITION), *present("poor_appetite", "fatigue"))
    assert triage(record, person=Person()).specialty == "oncology"


@pytest.mark.parametrize(
    ("text", "code", "quote", "topic", "specialty"),
    [
        ("hisses all night, louder in a silent room", "tinnitus", "", Topic.FINDING, "ent"),
        ("my jabs please", "vaccination", "jabs", Topic.REQUEST, "general_practice"),
    ],
)
def test_what_is_all_that_was_said_counts_more_than_how_its_words_sound(
    text: str, code: str, quote: str, topic: Topic, specialty: str
) -> None:
    told = Fact(topic=topic, code=code, quote=quote or text)
    answer = triage((told,), person=Person(), text=text)
    beside = triage((told,), person=Person(), text=f"{text}, I have told you that a good many times before")
    assert answer.specialty == specialty and answer.confidence > beside.confidence


def test_an_old_illness_does_not_outweigh_a_new_complaint() -> None:
    record = (*present("hypertension", topic=Topic.CONDITION), *present("knee_pain"))
    assert triage(record, person=Person()).specialty == "orthopedics"


def test_what_is_denied_or_over_does_not_decide() -> None:
    cough = Fact(topic=Topic.FINDING, code="cough", quote="咳嗽", status=Status.ABSENT)
    over = Fact(topic=Topic.FINDING, code="toothache", quote="牙疼", past=True)
    answer = triage((cough, over, *present("earache")), person=Person())
    assert answer.specialty == "ent"
    assert "cough" not in {code for _, code in answer.reasons}


def test_reasons_are_the_patient_s_own_words() -> None:
    text = "爬楼就胸口闷，还出冷汗"
    answer = said(text)
    assert answer.reasons
    assert all(quote in text for quote, _ in answer.reasons)
    assert "chest_tightness" in {code for _, code in answer.reasons}


def test_confidence_is_a_probability_and_alternatives_follow_it() -> None:
    answer = said("头晕，天旋地转")
    chances = [answer.confidence, *(chance for _, chance in answer.alternatives)]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) <= 1 + 1e-9
    assert answer.specialty not in dict(answer.alternatives)


def test_more_said_makes_surer() -> None:
    vague = triage(present("fatigue"), person=Person())
    clear = triage(present("fatigue", "thirst", "frequent_urination", "weight_loss"), person=Person())
    assert clear.specialty == "endocrinology"
    assert clear.confidence > vague.confidence


@pytest.mark.parametrize("text", ["不舒服", "I don't feel well", ""])
def test_vague_or_no_words_lead_to_general_practice_and_little_confidence(text: str) -> None:
    answer = said(text)
    assert answer.specialty == "general_practice"
    assert answer.confidence < 0.9


def test_an_emergency_among_the_findings_is_hinted_at() -> None:
    assert triage(present("cannot_finish_sentence"), person=Person()).urgency is Urgency.EMERGENCY
    assert triage(present("dry_skin"), person=Person()).urgency is Urgency.ROUTINE


def test_moving_keeps_a_distribution() -> None:
    for place in range(len(specialties())):
        chances = moved([float(place == i) for i in range(len(specialties()))], Person(age_months=60, sex=Sex.MALE))
        assert chances.sum() == pytest.approx(1)
        assert chances.min() >= 0


def test_sentences_are_written_for_every_specialty() -> None:
    assert set(written()) == set(specialties())


def test_the_weights_that_ship_are_small() -> None:
    assert WEIGHTS.stat().st_size < 3_000_000


@pytest.mark.parametrize(
    ("name", "least"), [("triage_zh", 0.9), ("triage_en", 0.9), ("triage_apart_zh", 0.93), ("triage_apart_en", 0.8)]
)
def test_our_own_cases_are_mostly_right(name: str, least: float) -> None:
    """Those "apart" were written apart from the training texts, one half before and one after them."""
    judged = judge(read(CASES / f"{name}.jsonl"))
    assert accuracy(judged) >= least
    assert calibration_error(judged) <= 0.12


@pytest.mark.parametrize(
    ("who", "complaint"),
    [("，我31岁，男", "嗓子疼两天了"), (". I am a 30 year old male.", "my knee hurts when I climb stairs")],
)
def test_who_it_is_makes_a_complaint_hardly_less_sure(who: str, complaint: str) -> None:
    alone, told = (triage((), person=Person(), text=words).confidence for words in (complaint, complaint + who))
    assert told > alone - 0.1


def test_a_number_that_is_no_age_stays_in_the_complaint() -> None:
    assert triage((), person=Person(), text="I am 8 weeks pregnant").specialty == "obstetrics"


@pytest.mark.parametrize("text", ["想查查血脂", "我来打针的", "医生让我来抽个血"])
def test_a_plain_wish_needs_no_specialist(text: str) -> None:
    assert triage(hints(text), person=Person(), text=text).specialty == "general_practice"


@pytest.mark.parametrize(
    "text",
    [
        "肠镜报告出来了",
        "I had a gastroscopy, I want the results explained",
    ],
)
def test_an_endoscopy_that_was_done_is_explained_where_it_is_done(text: str) -> None:
    assert said(text).specialty == "gastroenterology"


@pytest.mark.parametrize("asked", ["place", "offered"])
@pytest.mark.parametrize(
    ("place", "words", "code", "specialty"),
    [
        ("chest", "Chest", "chest_pain", "cardiology"),
        ("chest", "胸口", "chest_pain", "cardiology"),
        ("chest", "Chest", "cough", "respiratory"),
        ("knee", "Knee", "knee_pain", "orthopedics"),
    ],
)
def test_a_place_that_was_tapped_is_no_complaint_beside_what_hurts_there(
    asked: str, place: str, words: str, code: str, specialty: str
) -> None:
    where = Fact(topic=Topic.DETAIL, code=f"site:{place}", status=Status.PRESENT, quote=words, asked="open")
    what = Fact(topic=Topic.FINDING, code=code, status=Status.PRESENT, quote=code, asked=asked)
    old = Person(relation=Relation.SELF, age_months=67 * 12, sex=Sex.MALE)
    assert triage((where, what), person=old, text=words).specialty == specialty
