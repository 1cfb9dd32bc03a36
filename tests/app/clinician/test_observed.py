"""What the hospital's own system keeps of results, in the assistant's answers: beside the records, and by itself."""

from datetime import datetime

import pytest

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.task import Chart
from frontdesk.his_adapter.history import NOTHING, UNKNOWN, UNREAD, ClinicalHistory, HistoryEntry, HistoryKind
from frontdesk.models.facts import Language
from tests.app.clinician.test_assistant import GUIDELINES, NOW, RECORDS

EN, ZH = Language.EN, Language.ZH


def entry(words: str, value: str, day: str = "", **more: str | bool) -> HistoryEntry:
    at = datetime.fromisoformat(day) if day else None
    return HistoryEntry(kind=HistoryKind.OBSERVATION, words=words, value=value, date=at, on=day, **more)  # type: ignore[arg-type]


KEPT = (
    entry("肌酐", "151 μmol/L", "2026-11-12", source="检验科 孙技师"),
    entry("肌酐", "118 μmol/L", "2026-01-01", source="检验科"),  # stands in a record too
    entry("血红蛋白", "98 g/L", "2026-11-02", source="社区医院"),
    entry("Blood pressure", "Systolic blood pressure 152 mmHg; Diastolic blood pressure 90 mmHg", "2026-11-15"),
    entry("体温", "38.5 °C", "2026-11-18", told=True),
    entry("HBsAg", "阴性", "2026-09-01", source="检验科"),
    entry("肌钙蛋白", "<0.01 ng/mL", "2026-09-02"),
    entry("视力", "0.8"),
)
ANSWERED = ClinicalHistory(entries=KEPT, asked=tuple(HistoryKind))


def chart(language: Language = EN, history: ClinicalHistory = ANSWERED) -> Chart:
    return chart_of(RECORDS, GUIDELINES, language, now=NOW, history=history)


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("latest creatinine", EN, ["2026-11-12: 151 µmol/L high (hospital's system: 检验科 孙技师)"]),
        ("最近一次肌酐", ZH, ["2026-11-12：151 µmol/L偏高（医院系统：检验科 孙技师）"]),
        ("肌酐的变化", ZH, ["上升", "从118 µmol/L（2026-01-01）到151 µmol/L（2026-11-12）", "共4次"]),
        ("her latest hemoglobin", EN, ["2026-11-02: 98 g/L low (hospital's system: 社区医院)"]),
        ("latest blood pressure", EN, ["2026-11-15: 152/90 mmHg", "(hospital's system)"]),
        ("体温多少", ZH, ["2026-11-18：38.5 °C", "（医院系统：患者自述，未确认）"]),
        ("HBsAg结果是什么", ZH, ["2026-09-01：HBsAg 阴性（医院系统：检验科）"]),
        ("肌钙蛋白是多少", ZH, ["2026-09-02：肌钙蛋白 <0.01 ng/mL"]),
        ("视力是多少", ZH, ["日期不详：视力 0.8（医院系统）"]),
    ],
)
def test_a_result_is_told_with_its_day_its_unit_and_who_says_so(
    question: str, language: Language, said: list[str]
) -> None:
    answer = ask(question, chart(language))
    assert all(words in answer.answer for words in said), answer.answer
    assert "hospital system" in answer.sources


def test_what_stands_in_a_record_and_in_the_system_is_told_once_as_the_records() -> None:
    answer = ask("肌酐的变化", chart(ZH)).answer
    assert answer.count("2026-01-01：118") == 1 and "118 µmol/L（医院系统" not in answer


def test_a_time_that_is_asked_about_holds_for_the_systems_results_too() -> None:
    answer = ask("creatinine since 2026-11-01", chart()).answer
    assert "151 µmol/L" in answer and "139" not in answer
    assert "hemoglobin" not in answer


FERRITIN = {EN: "her ferritin", ZH: "铁蛋白是多少"}
STATES: dict[str, tuple[ClinicalHistory, dict[Language, str]]] = {
    "none on record": (ANSWERED, {EN: "none is on record in the hospital's system either", ZH: "医院系统里也没有"}),
    "could not be asked": (UNREAD, {EN: "the hospital's system could not be asked", ZH: "医院系统没有应答"}),
    "not visible": (
        ANSWERED.model_copy(update={"hidden": 3}),
        {
            EN: "3 entries of other departments in the hospital's system are not visible to you",
            ZH: "医院系统里有3条属于其他科室，您不能查看",
        },
    ),
    "not known there": (
        UNKNOWN,
        {EN: "the hospital's system does not know this patient", ZH: "医院系统里没有这位患者"},
    ),
}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("state", STATES)
def test_why_there_is_no_value_is_told_apart(state: str, language: Language) -> None:
    history, told = STATES[state]
    answer = ask(FERRITIN[language], chart(language, history)).answer
    assert told[language] in answer, answer
    for other, (_, words) in STATES.items():
        assert other == state or words[language] not in answer


@pytest.mark.parametrize("question", ["latest creatinine", "how has her creatinine gone?", "肌酐的平均值"])
@pytest.mark.parametrize(
    ("more", "en", "zh"),
    [
        ({"not_asked": (HistoryKind.OBSERVATION,), "asked": ()}, "could not be asked for results", "没有核对"),
        ({"hidden": 2}, "has 2 entries of other departments that are not visible to you", "另有2条属于其他科室"),
        ({"cut": True}, "more entries than were looked through", "没有全部看完"),
    ],
    ids=["not asked", "hidden", "cut"],
)
def test_what_an_answer_leaves_out_is_said_once(question: str, more: dict[str, object], en: str, zh: str) -> None:
    language = EN if question.isascii() else ZH
    answer = ask(question, chart(language, ANSWERED.model_copy(update=more))).answer
    assert "151" in answer or "139" in answer
    assert answer.count(en if language is EN else zh) == 1, answer


@pytest.mark.parametrize("question", ["latest creatinine", "her ferritin"])
def test_a_house_without_such_a_system_says_nothing_of_one(question: str) -> None:
    assert "system" not in ask(question, chart(history=NOTHING)).answer
