"""Facts in words."""

import pytest

from frontdesk.app.reception.record.persons import of_person, who
from frontdesk.app.reception.record.tiles import PREGNANT, TABLES, TABLES_OF_CHILDREN
from frontdesk.app.reception.record.wording import age_words, line_of, name_of, sentence_of
from frontdesk.models.facts import Details, Duration, Fact, Language, Person, Relation, Side, Status, Topic
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.load import knowledge

ZH, EN = Language.ZH, Language.EN


def fact(topic: Topic, code: str, status: Status = Status.PRESENT, quote: str = "", **details: object) -> Fact:
    return Fact(topic=topic, code=code, status=status, quote=quote, details=Details.model_validate(details))


@pytest.mark.parametrize(
    ("language", "code", "said", "named"),
    [
        (ZH, "diabetes", "我有1型糖尿病", "1型糖尿病"),
        (EN, "diabetes", "I've had type 1 diabetes since I was nine", "type 1 diabetes"),
        (EN, "diabetes", "I am diabetic", "diabetes"),
    ],
)
def test_an_illness_keeps_the_kind_the_patient_named(language: Language, code: str, said: str, named: str) -> None:
    assert name_of(fact(Topic.CONDITION, code, quote=said), language) == named


@pytest.mark.parametrize(
    ("status", "zh", "en"),
    [
        (Status.PRESENT, "咳嗽", "cough"),
        (Status.ABSENT, "没有咳嗽", "no cough"),
        (Status.UNKNOWN, "咳嗽：不清楚", "cough: does not know"),
        (Status.REFUSED, "咳嗽：不愿意说", "cough: would not say"),
    ],
)
def test_yes_no_not_known_and_not_said_are_told_apart(status: Status, zh: str, en: str) -> None:
    cough = fact(Topic.FINDING, "cough", status, "…")
    assert sentence_of(cough, ZH) == zh and sentence_of(cough, EN) == en


def test_a_detail_is_told_as_it_was_said_and_one_not_known_by_its_name() -> None:
    since = fact(Topic.DETAIL, "since", quote="两个礼拜", duration=Duration(hours=336, words="两个礼拜"))
    assert line_of(since, ZH) == ("多久了", "两个礼拜")
    side = fact(Topic.DETAIL, "side", quote="the left one", side=Side.LEFT)
    assert line_of(side, EN) == ("Side", "left")
    unknown = fact(Topic.DETAIL, "side", Status.UNKNOWN, "Not sure")
    assert sentence_of(unknown, EN) == "Side: does not know"


def test_words_stand_in_quotation_marks() -> None:
    said = fact(Topic.SAID, "since:3", quote="ever since the funeral")
    assert sentence_of(said, EN) == "“ever since the funeral”"


def test_a_medicine_forgotten_keeps_the_words() -> None:
    assert "白片片" in sentence_of(fact(Topic.MEDICINE, "unknown", quote="白片片"), ZH)


@pytest.mark.parametrize(
    ("months", "between", "zh", "en"),
    [
        (2, None, "2个月", "2 months"),
        (54, None, "4岁", "4 years"),
        (600, (480, 720), "40到59岁", "40 to 59 years"),
        (924, (900, None), "75岁以上", "75 years or older"),
        (1, (0, 3), "不到3个月", "under 3 months"),
    ],
)
def test_an_age_is_told_as_closely_as_it_was_told(
    months: int, between: tuple[int, int | None] | None, zh: str, en: str
) -> None:
    person = Person(age_months=months, age_between=between)
    assert age_words(person, ZH) == zh and age_words(person, EN) == en


def test_whoever_speaks_for_another_is_asked_about_them() -> None:
    father = Person(relation=Relation.PARENT, words="my father")
    mother = Person(relation=Relation.PARENT, words="我妈")
    assert who(mother, ZH) == "您妈妈"
    assert of_person("Do you have a fever?", father, EN) == "Does your father have a fever?"
    assert of_person("Did you hit your head?", father, EN) == "Did your father hit their head?"
    assert of_person("Is your neck stiff?", father, EN) == "Is your father's neck stiff?"
    assert of_person("您喘气费劲吗？", mother, ZH) == "您妈妈喘气费劲吗？"
    assert of_person("Do you have a fever?", Person(), EN) == "Do you have a fever?"


def _recorded() -> dict[Topic, set[str]]:
    """Every code that a page, a parser or a list can put into the record, by topic."""
    known, tiles = knowledge(), (*TABLES.values(), *TABLES_OF_CHILDREN.values(), PREGNANT)
    told: dict[Topic, set[str]] = {
        Topic.FINDING: {*(code for code, one in known.findings.items() if one.topic is Topic.FINDING), *known.signs},
        Topic.REQUEST: {code for code, one in known.findings.items() if one.topic is Topic.REQUEST},
        Topic.CONDITION: {*known.conditions, "none", "any"},
        Topic.MEDICINE: {*formulary().medicines, "none", "any", "unknown"},
        Topic.ALLERGY: {*formulary().medicines, "none", "any", "medicines"},
        Topic.INTOLERANCE: {*formulary().medicines},
        Topic.PREGNANCY: {"pregnancy_known", "may_be_pregnant", "postpartum", "breastfeeding"},
        Topic.WISH: {"doctor_female", "doctor_male"},
        Topic.HABIT: {"smoking", "drinking"},
    }
    for topic, page in ((Topic.COURSE, "course"), (Topic.ADHERENCE, "adherence"), (Topic.RESULT, "result")):
        told[topic] = {page, *(key for key, _, _ in TABLES[page])}
    for key in (key for table in tiles for key, _, _ in table if key.startswith("fact:")):
        _, topic, code = key.split(":", 2)
        told[Topic(topic)].add(code)
    return told


IN_WORDS = (Topic.DETAIL, Topic.SAID, Topic.FAMILY, Topic.OPERATION)  # told in the patient's words alone


@pytest.mark.parametrize("topic", [topic for topic in Topic if topic not in IN_WORDS])
@pytest.mark.parametrize("status", [*Status])
def test_every_code_has_a_name_in_both_languages(topic: Topic, status: Status) -> None:
    for code in _recorded()[topic]:
        for asked in (None, "danger"):
            one = fact(topic, code, status).model_copy(update={"asked": asked})
            zh, en = sentence_of(one, ZH), sentence_of(one, EN)
            assert any("\u4e00" <= char <= "\u9fff" for char in zh), (topic, code, zh)
            assert "_" not in en and not any("\u4e00" <= char <= "\u9fff" for char in en), (topic, code, en)


@pytest.mark.parametrize(
    ("sign", "zh", "en"),
    [
        ("child_fit", "没有抽搐过", "no seizure"),
        ("no_wet_nappy", "十二小时内有尿", "has passed urine within 12 hours"),
        ("baby_floppy", "身子不发软", "not limp"),
        ("fast_breathing_child", "吸气时肋骨下面不凹陷", "no indrawing below the ribs"),
        ("cannot_lie_flat", "能平躺", "can lie flat"),
    ],
)
def test_a_danger_sign_that_is_not_so_reads_as_a_sentence(sign: str, zh: str, en: str) -> None:
    fact = Fact(topic=Topic.FINDING, code=sign, status=Status.ABSENT, quote="None of these", asked="danger")
    assert (sentence_of(fact, ZH), sentence_of(fact, EN)) == (zh, en)
