"""What a doctor asks of the chart index: medicines now, why, was it done, is it so, which patients, what changed."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.planning.cues import chances, cued
from frontdesk.app.clinician.planning.events import event_in
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.topics import topics
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language
from frontdesk.models.intents import Intent

EN, ZH = Language.EN, Language.ZH
NOW = datetime(2026, 11, 20, 9)


def record(number: int, day: str, patient: str = "P1", **fields: str) -> OutpatientRecord:
    given = {"gender": "女", "age": "70岁", "department": "心血管内科", "physician_signature": "陆听澜"} | fields
    at = datetime.fromisoformat(f"{day}T09:00")
    return OutpatientRecord(outpatient_number=number, patient_id=patient, visit_date=at, **given)  # type: ignore[arg-type]


RECORDS = (
    record(
        3,
        "2026-10-20",
        present_illness_history="牙龈渗血2天，无黑便，近1周吃过头孢。已戒烟1年。",
        past_history="心房颤动，高血压病。",
        drug_allergy_history="雷米普利（咳嗽）",
        auxiliary_examination="INR 3.8，血红蛋白116g/L。",
        preliminary_diagnosis="心房颤动，华法林过量",
        treatment_opinion="今晚停华法林1次，明起2.5mg 每晚一次，3天后复查INR。",
    ),
    record(
        2,
        "2026-06-20",
        present_illness_history="走路不稳，跌倒1次，头晕。",
        auxiliary_examination="INR 2.4，血红蛋白119g/L。血常规未查。",
        preliminary_diagnosis="心房颤动；体位性低血压",
        treatment_opinion="华法林加到3mg 每晚一次，硝苯地平停用观察。",
        notes="1年内查骨密度。",
    ),
    record(
        1,
        "2026-03-20",
        present_illness_history="心慌2个月，无胸痛。吸烟20年。",
        auxiliary_examination="INR 1.5，血红蛋白126g/L。",
        preliminary_diagnosis="心房颤动",
        treatment_opinion="华法林2.5mg 每晚一次，硝苯地平30mg 每日一次；建议服瑞舒伐他汀，患者想先控制饮食。",
    ),
)


def chart(language: Language = ZH, hidden: Sequence[int] = ()) -> Chart:
    return chart_of(RECORDS, (), language, now=NOW, hidden=hidden)


@pytest.mark.parametrize(
    ("question", "task", "said"),
    [
        ("现在吃什么药，多大剂量", "medicine_list", ["华法林 2.5mg 每晚一次", "已停：硝苯地平"]),
        ("what does she take now?", "medicine_list", ["warfarin 2.5mg", "No longer: nifedipine"]),
        ("is she still on nifedipine?", "medicine_list", ["No longer: nifedipine", "硝苯地平停用观察"]),
        ("硝苯地平什么时候停的", "medicine_history", ["2026-06-20", "停用"]),
        ("华法林剂量怎么调的", "medicine_history", ["开始 2.5mg", "加量 3mg", "暂停一次"]),
        ("为什么停硝苯地平", "reason", ["体位性低血压", "跌倒"]),
        ("why is she not on an ACE inhibitor?", "reason", ["雷米普利（咳嗽）"]),
        ("why is she not on a statin", "reason", ["控制饮食"]),
        ("INR为什么高", "reason", ["3.8", "头孢"]),
        ("3天后复查INR，查了吗", "done", ["之后没有", "3.8", "已过期28天"]),
        ("is her bone density overdue?", "done", ["not done", "not overdue", "2027-06-20"]),
        ("血常规查了没", "done", ["血红蛋白", "116"]),
        ("has she had a CT since 2026-11-01?", "done", ["not done since 2026-11-01"]),
        ("还有什么计划没做的", "plans", ["骨密度", "INR"]),
        ("有没有胸痛", "presence", ["当时否认", "无胸痛"]),
        ("跌倒过吗", "presence", ["有记录", "2026-06-20"]),
        ("does she smoke?", "presence", ["given up", "已戒烟1年"]),
        ("does she drink?", "presence", ["not on record"]),
        ("和上次比有什么变化", "changes", ["2.4 → 3.8 (+1.4)", "华法林 暂停一次"]),
        ("上次是谁看的", "signed", ["陆听澜"]),
        ("概括一下这位患者", "summary", ["心房颤动", "华法林", "雷米普利"]),
    ],
)
def test_a_kind_of_question_has_its_task_and_its_answer(question: str, task: str, said: list[str]) -> None:
    answer = ask(question, chart(EN if question.isascii() else ZH))
    assert task in [step.task for step in answer.steps], answer.answer
    assert all(words in answer.answer for words in said), answer.answer


def test_four_answers_are_told_apart() -> None:
    on_record = ask("has she had a fall?", chart(EN)).answer
    denied = ask("any chest pain?", chart(EN)).answer
    unknown = ask("any history of gout?", chart(EN)).answer
    hidden = ask("any history of gout?", chart(EN, hidden=[9])).answer
    assert "on record, once" in on_record and "asked and denied" in denied
    assert "not on record; none of the 3 records" in unknown and "not visible to you" not in unknown
    assert "not visible to you" in hidden


def test_a_summary_has_at_most_400_characters_in_either_language() -> None:
    long = tuple(one.model_copy(update={"preliminary_diagnosis": "高血压病，" * 60}) for one in RECORDS)
    for question in ("summarise her", "概括一下"):
        assert len(ask(question, chart_of(long, (), EN if question.isascii() else ZH, now=NOW)).answer) <= 400


def test_a_question_dates_itself_by_an_event_on_record() -> None:
    event = event_in("加华法林以后INR怎么变", chart())
    assert event is not None and (event.on, event.rest) == (RECORDS[2].visit_date.date(), "INR怎么变")
    answer = ask("血红蛋白在停硝苯地平之后降了多少", chart()).answer
    assert "119" in answer and "126" not in answer


def test_what_is_not_understood_offers_the_nearest_questions() -> None:
    answer = ask("谁陪她来的呀今天天气", chart())
    assert not answer.answered and len(answer.suggestions) == 3
    assert "没有听懂" in answer.answer


def test_what_no_task_looks_up_is_quoted_and_said_to_be() -> None:
    answer = ask("渗血的经过", chart()).answer
    assert "牙龈渗血2天" in answer


def test_no_medicine_is_cleared_of_what_was_not_checked() -> None:
    answer = ask("may I give her ramipril?", chart(EN)).answer
    assert "Avoid" in answer or "allerg" in answer.lower()
    stopped = ask("can she have nifedipine again?", chart(EN)).answer
    assert "硝苯地平停用观察" in stopped and "none is met" not in stopped


class Clinic:
    def every(self) -> tuple[Sequence[OutpatientRecord], bool]:
        other = record(8, "2026-09-01", "P2", name="王强", treatment_opinion="阿司匹林100mg 每日一次。", gender="男")
        return [*RECORDS, other], False

    def patients(self, names: object) -> Sequence[str]:
        return ()

    def physicians(self, words: str) -> Sequence[object]:
        return ()


@pytest.mark.parametrize(
    ("question", "named", "count"),
    [
        ("我科哪些病人在吃阿司匹林", "P2", 1),
        ("which of our patients take warfarin?", "P1", 1),
        ("我科哪些病人INR超过3", "P1", 1),
        ("which of our patients have atrial fibrillation?", "P1", 1),
        ("我科哪些病人在吃硝苯地平", "", 0),
    ],
)
def test_which_patients_goes_by_what_holds_now(question: str, named: str, count: int) -> None:
    asked = replace(chart(EN if question.isascii() else ZH), clinic=Clinic())  # type: ignore[arg-type]
    answer = ask(question, asked).answer
    assert (f"共{count}位" if not question.isascii() else f"Patients: {count}") in answer or f"{count}位" in answer
    assert named in answer


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("an ACE inhibitor?", "ace_inhibitor"),
        ("她在补铁吗", "iron"),
        ("flu jab done?", "influenza_vaccine"),
        ("抽烟吗", "smoking"),
        ("latest K+", "potassium"),
    ],
)
def test_a_topic_is_known_by_the_words_of_either_language(question: str, code: str) -> None:
    assert code in [one.code for one in topics(question)]


def test_words_of_an_event_say_nothing_of_what_is_wanted() -> None:
    cue = cued("was her potassium checked after losartan was started?")
    assert cue is not None and cue.intent is Intent.DONE
    assert chances("why was amlodipine stopped")[0][0] is Intent.WHY


@pytest.mark.parametrize(
    ("first", "then", "said"),
    [
        ("她现在还吃硝苯地平吗", "什么时候停的", ["2026-06-20", "停用"]),
        ("latest INR", "and the haemoglobin?", ["116"]),
        ("最近一次INR", "血红蛋白呢", ["116"]),
        ("is she on nifedipine?", "why was it stopped?", ["硝苯地平停用观察"]),
    ],
)
def test_a_question_that_follows_keeps_its_subject(first: str, then: str, said: list[str]) -> None:
    language = EN if then.isascii() else ZH
    before = ask(first, chart(language))
    answer = ask(then, replace(chart(language), before=before))
    assert all(words in answer.answer for words in said), answer.answer
