"""Visitors' questions to the demonstration hospital, and to small ones that say little."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine

from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.settings import VECTORS
from frontdesk.commands.ask import answers
from frontdesk.database.engine import connect
from frontdesk.evaluation.ask import QUESTIONS, ask_all
from frontdesk.his_adapter.enquiries import Enquiries, split
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.sql.directory import FRESH_SECONDS
from frontdesk.models.facts import Language
from tests.conftest import MONDAY
from tests.databases import SqliteTemplate
from tests.his_adapter.small_hospital import write_hospital

ZH, EN = Language.ZH, Language.EN
NINE = datetime(2026, 11, 23, 9, 0)


@pytest.fixture(scope="module")
def demo(demo_sqlite_template: SqliteTemplate) -> Iterator[Hospital]:
    engine = connect(demo_sqlite_template.url)
    yield hospital_behind(engine, lambda: NINE)
    engine.dispose()


@pytest.fixture(scope="module")
def enquiries(demo: Hospital) -> Enquiries:
    return Enquiries(demo, folder=VECTORS)


def test_most_questions_are_answered_rightly_and_few_answers_are_invented(enquiries: Enquiries) -> None:
    done = ask_all(enquiries, QUESTIONS)
    answerable, unanswerable = [a for a in done if a.expected], [a for a in done if not a.expected]
    assert sum(bool(a.expected & set(a.nearest)) for a in answerable) >= 0.95 * len(answerable)
    assert sum(a.helped for a in answerable) >= 0.92 * len(answerable)
    assert sum(a.reply.answered for a in unanswerable) <= 0.05 * len(unanswerable)


def test_every_text_is_found_by_its_title(demo: Hospital, enquiries: Enquiries) -> None:
    for policy in demo.directory.policies():
        for language in Language:
            assert enquiries.answer(policy.title[language], language, now=NINE).sources == (policy.title[language],)


def test_an_answer_is_the_hospitals_own_sentences(demo: Hospital, enquiries: Enquiries) -> None:
    told = enquiries.answer("Where can I park?", EN, now=NINE)
    policy = next(p for p in demo.directory.policies() if p.policy_id == told.ids[0])
    assert told.sources == (policy.title[EN],)
    assert all(sentence in policy.text[EN] for sentence in split(told.text))


@pytest.mark.parametrize(
    ("language", "question", "told"),
    [
        (ZH, "前面还有多少人，啥时候轮到我", "waiting-time"),
        (EN, "My husband is hopeless with machines, where do I pay?", "pay-where"),
        (ZH, "右边疼得多些。姑娘停车场收不收钱呀", "parking"),
        (EN, "Is there a hotel near here? We drove six hours.", "room-family"),
        (ZH, "我坐地铁来的，你们院长是谁", None),
        (EN, "I parked outside, who is your director?", None),
    ],
)
def test_a_question_is_found_among_what_is_told_around_it_and_what_is_told_is_no_question(
    enquiries: Enquiries, language: Language, question: str, told: str | None
) -> None:
    assert enquiries.answer(question, language, now=NINE).ids[:1] == ((told,) if told else ())


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("停车一天多少钱", "24元"),
        ("电动车充电多少钱", "每小时1元"),
        ("会诊要多少钱", "200元"),
        ("When is the last metro?", "22:40"),
        ("How long are lost things kept?", "90 days"),
    ],
)
def test_of_a_text_the_sentence_is_told_that_answers(enquiries: Enquiries, question: str, told: str) -> None:
    language = ZH if question[-1] != "?" else EN
    assert told in enquiries.answer(question, language, now=NINE).text


@pytest.mark.parametrize(
    ("question", "department"),
    [
        ("我牙疼得厉害，看牙的早上几点开始", "dentistry"),
        ("骨头科今天是谁在看", "orthopedics"),
        ("What is the earliest appointment with the eye people?", "ophthalmology"),
        ("Which way do I go for physio?", "rehabilitation"),
    ],
)
def test_a_department_is_asked_for_in_everyday_words(enquiries: Enquiries, question: str, department: str) -> None:
    assert enquiries.answer(question, EN, now=NINE).ids[:1] == (department,)


@pytest.mark.parametrize(
    "question", ["眼科医生多大岁数", "How old is the heart clinic?", "Who painted the eye clinic?"]
)
def test_of_a_department_nothing_is_told_that_the_directory_does_not_hold(enquiries: Enquiries, question: str) -> None:
    assert not enquiries.answer(question, EN, now=NINE).answered


def test_on_the_command_line_what_may_be_meant_is_named_where_nothing_surely_answers(enquiries: Enquiries) -> None:
    lines = ['{"id": 1, "question": "Where can I park?"}', '{"id": 2, "question": "What colour is the moon?"}']
    parking, moon = answers(lines, enquiries, NINE)
    assert (parking["answered"], parking["sources"][0][:5]) == (True, "Where")
    assert (moon["answered"], moon["sources"]) == (False, [])


@pytest.mark.parametrize(("language", "words"), [(ZH, "地下两层"), (EN, "underground")])
def test_an_answer_is_in_the_language_asked_for_whatever_the_question_is_in(
    enquiries: Enquiries, language: Language, words: str
) -> None:
    for question in ("停车场在哪里", "Where is the car park?"):
        assert words in enquiries.answer(question, language, now=NINE).text


@pytest.mark.parametrize(
    "question", ["Tell me a joke.", "明天会下雨吗", "How heavy is a wheelchair?", "轮椅是什么牌子的"]
)
def test_what_the_texts_do_not_say_is_not_answered(enquiries: Enquiries, question: str) -> None:
    told = enquiries.answer(question, EN, now=NINE)
    assert not told.answered
    assert (told.text, told.sources, told.ids) == ("", (), ())


@pytest.mark.parametrize("question", ["", " ", "？", "asdfgh", "🙂", "a" * 5000])
def test_what_is_no_question_is_not_answered(enquiries: Enquiries, question: str) -> None:
    assert not enquiries.answer(question, ZH, now=NINE).answered


@pytest.mark.parametrize(
    "question", ["心内科怎么走", "How do I find the heart clinic?", "Where are the cardiologists?"]
)
def test_a_department_is_found_by_what_people_call_it(enquiries: Enquiries, question: str) -> None:
    assert enquiries.answer(question, EN, now=NINE).ids == ("cardiology",)


def test_a_specialty_the_hospital_lacks_is_sought_where_its_patients_go(enquiries: Enquiries) -> None:
    assert enquiries.answer("烧伤科在几楼", ZH, now=NINE).ids == ("plastic-surgery",)


def test_hours_are_those_of_the_day_and_say_whether_it_is_open_now(enquiries: Enquiries) -> None:
    assert "现在开着" in enquiries.answer("皮肤科今天几点开门", ZH, now=NINE).text
    assert "not open yet" in enquiries.answer("When does dermatology open?", EN, now=NINE - timedelta(hours=3)).text
    late = enquiries.answer("When does dermatology open?", EN, now=NINE + timedelta(hours=14)).text
    assert "next opens tomorrow at 08:00" in late
    sunday = enquiries.answer("皮肤科周日开吗", ZH, now=NINE).text
    assert "不开" in sunday
    assert "周一" in sunday
    assert "all day" in enquiries.answer("Is emergency open at night?", EN, now=NINE).text


def test_the_physicians_on_duty_are_those_of_the_day(demo: Hospital, enquiries: Enquiries) -> None:
    told = enquiries.answer("Which eye doctors are in today?", EN, now=NINE).text
    on_duty = {p.name[EN] for p in demo.directory.on_duty("ophthalmology", NINE.date())}
    assert {p.name[EN] for p in demo.directory.physicians("ophthalmology") if p.name[EN] in told} == on_duty


def test_the_next_free_visit_is_the_first_slot_after_now(demo: Hospital, enquiries: Enquiries) -> None:
    first = demo.scheduling.free_slots("orthopedics", NINE)[0]
    assert f"{first.starts:%H:%M}" in enquiries.answer("骨科最早什么时候有号", ZH, now=NINE).text


def test_a_physician_is_found_by_name_but_nothing_is_told_of_their_life(enquiries: Enquiries) -> None:
    assert enquiries.answer("童乐大夫在哪个科", ZH, now=NINE).ids == ("pediatrics",)
    assert enquiries.answer("Is Doctor Pei Tong working today?", EN, now=NINE).ids == ("urology",)
    assert not enquiries.answer("Where does Doctor Pei Tong live?", EN, now=NINE).answered


def test_a_family_name_that_two_physicians_share_names_neither(enquiries: Enquiries) -> None:
    assert not enquiries.answer("舒医生今天在吗", ZH, now=NINE).answered


@pytest.mark.parametrize(
    ("language", "question"),
    [
        (ZH, "吴主任今天坐诊不"),
        (ZH, "不过敏。那个欧阳大夫今儿在不在嘛"),
        (ZH, "郑教授几点来"),
        (EN, "Is Dr O'Brien in today?"),
        (EN, "does dr fernandez work here"),
        (ZH, "你们有没有姓郝的大夫"),
        (EN, "I have a rash. Is Professor Novak around?"),
    ],
)
def test_that_no_physician_has_a_name_is_told(enquiries: Enquiries, language: Language, question: str) -> None:
    assert enquiries.answer(question, language, now=NINE).ids == ("physicians",)


@pytest.mark.parametrize(
    "question",
    [
        "吴主任叫我来复查",
        "郑教授开的药在哪里拿",
        "这周医生在吗",
        "全科主任医生是谁",
        "Dr O'Brien told me to come back",
        "dr said rest",
    ],
)
def test_a_physician_only_spoken_of_is_not_looked_up(enquiries: Enquiries, question: str) -> None:
    assert "physicians" not in enquiries.answer(question, ZH, now=NINE).ids


@pytest.mark.parametrize(
    "question", ["How much is a blood sugar test?", "查个血糖要好多钱", "what do you charge for a liver test"]
)
def test_a_text_without_a_sum_answers_no_question_of_price(enquiries: Enquiries, question: str) -> None:
    assert enquiries.answer(question, ZH, now=NINE).ids[:1] != ("lab-fasting",)


def test_a_hospital_with_one_policy_answers_from_it_and_from_nothing_else(engine: Engine, tmp_path: Path) -> None:
    seed(engine, write_hospital(tmp_path / "hospital"), MONDAY)
    enquiries = Enquiries(hospital_behind(engine, lambda: NINE), folder=VECTORS)
    assert enquiries.answer("在哪里交费", ZH, now=NINE).ids[0] == "pay"
    assert enquiries.answer("Where do I pay?", EN, now=NINE).text == "Pay on floor 1."
    assert not enquiries.answer("Where is the toilet?", EN, now=NINE).answered


def test_a_policy_is_found_by_what_its_file_says_people_ask(engine: Engine, tmp_path: Path) -> None:
    folder = write_hospital(tmp_path / "hospital")
    policies = folder / "policies.yaml"
    pond = """- id: pond
  category: services_amenities
  title: {zh: 中庭, en: The courtyard}
  text: {zh: 请勿投食。, en: Please give nothing to the animals.}
  asked: {zh: [池子里的锦鲤能喂吗], en: ["Can I feed the carp in the pond?"]}
"""
    policies.write_text(policies.read_text(encoding="utf-8") + pond, encoding="utf-8")
    seed(engine, folder, MONDAY)
    enquiries = Enquiries(hospital_behind(engine, lambda: NINE), folder=VECTORS)
    assert enquiries.answer("池子里的锦鲤可以喂吗", ZH, now=NINE).text == "请勿投食。"
    assert enquiries.answer("May I feed the carp in the pond?", EN, now=NINE).ids[:1] == ("pond",)


def test_a_text_that_changed_is_answered_from_as_it_is_now(engine: Engine, tmp_path: Path) -> None:
    folder = write_hospital(tmp_path / "hospital")
    seed(engine, folder, MONDAY)
    enquiries = Enquiries(hospital_behind(engine, lambda: NINE), folder=VECTORS)
    enquiries.warm()
    policies = folder / "policies.yaml"
    policies.write_text(policies.read_text(encoding="utf-8").replace("floor 1", "floor 5"), encoding="utf-8")
    seed(engine, folder, MONDAY)
    time.sleep(FRESH_SECONDS)
    assert enquiries.answer("Where do I pay?", EN, now=NINE).text == "Pay on floor 5."


def test_an_abbreviation_ends_no_sentence() -> None:
    assert split("Ask Dr. Shen. He is in.") == ["Ask Dr. Shen.", "He is in."]


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        ("When does the pharmacy close", EN, "08:00 to 20:00"),
        ("药房几点关门", ZH, "8:00到20:00"),
        ("Can I bring my dog", EN, "leave pets at home"),
        ("可以带狗来吗", ZH, "宠物请留在家里"),
    ],
)
def test_the_sentence_that_answers_is_not_left_out(
    enquiries: Enquiries, question: str, language: Language, told: str
) -> None:
    assert told in enquiries.answer(question, language, now=NINE).text
