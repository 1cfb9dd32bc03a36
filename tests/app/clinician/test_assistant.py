"""A doctor's question becomes typed steps, these run over the records, and the answer says what they found."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from frontdesk.app.clinician.assistant import ask, told
from frontdesk.app.clinician.chart import chart_of
from frontdesk.app.clinician.executor import Execution
from frontdesk.app.clinician.guidelines import read
from frontdesk.app.clinician.plan import BadPlan, Step, checked
from frontdesk.app.clinician.planning.slots import Period, periods
from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task
from frontdesk.app.clinician.tasks import tasks
from frontdesk.app.clinician.trace import Trace, Way
from frontdesk.app.settings import DEMONSTRATION
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary, Section, Statement
from frontdesk.models.facts import Language

NOW = datetime(2026, 11, 20, 9)
GUIDELINES = read(DEMONSTRATION / "guidelines")
EN, ZH = Language.EN, Language.ZH


def record(number: int, day: str, **fields: str) -> OutpatientRecord:
    return OutpatientRecord(
        outpatient_number=number,
        patient_id="P1",
        name="",
        gender="女",
        age="70岁",
        department="肾内科",
        visit_date=datetime.fromisoformat(f"{day}T09:00"),
        **fields,  # type: ignore[arg-type]
    )


RECORDS = (
    record(
        3,
        "2026-10-20",
        chief_complaint="乏力",
        physical_examination="血压140/76mmHg。",
        auxiliary_examination="肌酐139μmol/L，血钾5.0mmol/L。心电图：窦性心律。",
        preliminary_diagnosis="慢性肾脏病3b期，高血压病",
        treatment_opinion="华法林2.5mg 每日一次；停二甲双胍。",
        drug_allergy_history="青霉素皮疹，否认其他药物过敏",
    ),
    record(
        2,
        "2026-06-30",
        physical_examination="血压136/78mmHg。",
        auxiliary_examination="肌酐126μmol/L。肾脏B超：双肾缩小。",
        preliminary_diagnosis="慢性肾脏病3b期",
        treatment_opinion="原方案",
    ),
    record(1, "2026-01-01", physical_examination="血压148/82mmHg。", auxiliary_examination="肌酐118μmol/L。"),
)


def chart(language: Language = EN) -> Chart:
    return chart_of(RECORDS, GUIDELINES, language, now=NOW)


ASKED: list[tuple[str, Language, list[str]]] = [
    ("how has her blood pressure gone since spring?", EN, ["steady", "136/78 mmHg", "140/76 mmHg", "2 values"]),
    ("血压近一年的变化", ZH, ["下降", "148/82", "140/76", "共3次"]),
    ("latest creatinine", EN, ["139 µmol/L high", "2026-10-20"]),
    ("肌酐怎么样", ZH, ["上升", "118", "139"]),
    ("compare her last two visits", EN, ["2026-10-20", "2026-06-30", "慢性肾脏病3b期"]),
    ("any imaging?", EN, ["双肾缩小"]),
    ("心电图呢", ZH, ["窦性心律"]),
    ("can she have ibuprofen?", EN, ["Avoid", "ibuprofen + kidney disease"]),
    ("她能不能吃阿莫西林", ZH, ["避免", "阿莫西林"]),
    ("what does our guideline say on treating hypertension?", EN, ["our own", "Local rule"]),
    ("高血压按指南怎么治疗", ZH, ["本院规定"]),
    ("calculate her eGFR", EN, ["eGFR: 35 mL/min/1.73 m²", "139 µmol/L (2026-10-20", "CKD-EPI 2021"]),
    ("算一下CHA2DS2-VASc", ZH, ["CHA2DS2-VASc：3"]),
    ("what was the diagnosis at the last visit?", EN, ["2026-10-20", "慢性肾脏病3b期"]),
]


@pytest.mark.parametrize(("question", "language", "said"), ASKED)
def test_a_common_question_is_answered_from_the_records(question: str, language: Language, said: list[str]) -> None:
    answer = ask(question, chart(language))
    assert answer.answered
    assert all(words in answer.answer for words in said), answer.answer
    assert answer.sources


@pytest.mark.parametrize("question", ["her ferritin", "血红蛋白的变化"])
def test_what_no_record_holds_is_not_available(question: str) -> None:
    answer = ask(question, chart(ZH if not question.isascii() else EN))
    assert answer.answered
    assert any(word in answer.answer for word in ("Not available", "没有："))
    assert all(step.error for step in answer.steps if step.task != "passages")


def test_a_question_that_is_none_of_these_says_what_can_be_asked() -> None:
    answer = ask("what is the weather", chart())
    assert (answer.answered, answer.steps) == (False, ())
    assert "guidelines" in answer.answer


def test_the_trace_explains_the_answer() -> None:
    whole = told(ask("latest creatinine", chart()))
    assert set(whole) == {"answer", "steps", "sources", "pictures", "suggestions"}
    (step,) = whole["steps"]
    assert (step["task"], step["inputs"]["tests"], step["error"]) == ("values", ["creatinine"], None)
    assert step["result"]["creatinine"][0]["record"] == 3
    assert whole["sources"] == ["record 3 (2026-10-20, 肾内科)"]


def test_every_task_says_what_it_takes_and_gives() -> None:
    assert len(tasks()) >= 6
    for name, task in tasks().items():
        assert (task.name, bool(task.description), bool(task.outputs)) == (name, True, True)
        assert issubclass(task.inputs, Inputs)


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ((), "0 steps"),
        ((Step(key="a", task="shell", inputs={"command": "ls"}),), "no task shell"),
        ((Step(key="a", task="values", inputs={"tests": ["x"], "code": "print()"}),), "code"),
        ((Step(key="a", task="trend", inputs={"series": "$b"}),), "needs b"),
        ((Step(key="a", task="visits"), Step(key="a", task="visits")), "twice"),
        (tuple(Step(key=f"k{n}", task="visits") for n in range(21)), "21 steps"),
    ],
)
def test_a_plan_out_of_the_closed_list_is_refused(steps: tuple[Step, ...], why: str) -> None:
    with pytest.raises(BadPlan, match=why):
        checked(steps)


@pytest.fixture
def slow_and_broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def broken(inputs: Any, chart: Chart) -> Outcome:
        raise RuntimeError("a fault of ours")

    def slow(inputs: Any, chart: Chart) -> Outcome:
        import time

        time.sleep(0.5)
        return Outcome(data=())

    more = {
        name: Task(
            name=name, description="", inputs=Inputs, outputs="", piped=False, run=work, told=lambda *_: iter(())
        )
        for name, work in (("broken", broken), ("slow", slow))
    }
    monkeypatch.setattr("frontdesk.app.clinician.executor.tasks", lambda: tasks() | more)
    monkeypatch.setattr("frontdesk.app.clinician.plan.tasks", lambda: tasks() | more)
    yield


@pytest.mark.usefixtures("slow_and_broken")
def test_a_fault_or_a_late_step_comes_back_as_an_observation() -> None:
    steps = (
        Step(key="a", task="broken"),
        Step(key="b", task="slow"),
        Step(key="c", task="visits"),
        Step(key="d", task="trend", inputs={"series": "$a"}),
    )
    done = Execution(chart(), seconds=0.3).run(steps)
    assert [one.error for one in done[:3]] == ["it failed", "it took too long", None]
    assert done[3].error in ("what it needs is not available", "it took too long")


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("creatinine since spring", date(2026, 3, 1), None),
        ("creatinine since March", date(2026, 3, 1), None),
        ("creatinine since December", date(2025, 12, 1), None),
        ("creatinine since 2025", date(2025, 1, 1), None),
        ("creatinine since 2026-11-01", date(2026, 11, 1), None),
        ("creatinine since 2026-13-01", None, None),
        ("creatinine over the last two months", date(2026, 9, 18), None),
        ("creatinine between March and June", date(2026, 3, 1), date(2026, 6, 30)),
        ("今年以来的肌酐", date(2026, 1, 1), None),
        ("近半年肌酐", date(2026, 5, 14), None),
        ("creatinine", None, None),
    ],
)
def test_the_span_of_time_is_read(question: str, since: date | None, until: date | None) -> None:
    expected = () if since is until is None else (Period(since=since, until=until),)
    assert periods(question, NOW) == expected


def test_three_strategies_are_weighed_and_one_is_run() -> None:
    answer = ask("how has her creatinine developed", chart(), Way.TREE_OF_THOUGHT)
    assert 1 < len(answer.strategies) <= 3
    assert [one.chosen for one in answer.strategies] == [True] + [False] * (len(answer.strategies) - 1)
    assert all(one.pros and one.cons and one.steps for one in answer.strategies)
    assert "rising" in answer.answer


def test_a_plan_that_finds_nothing_is_followed_by_the_next() -> None:
    answer = ask("her ferritin", chart())
    assert answer.steps[-1].task == "passages"
    assert len(answer.thoughts) > 1
    assert len({one.key for one in answer.steps}) == len(answer.steps)


def test_a_plot_is_a_picture_without_script() -> None:
    (picture,) = ask("画出她的肌酐变化", chart(ZH)).pictures
    assert picture.svg.startswith("<svg")
    assert "script" not in picture.svg
    assert "肌酐" in picture.name


FOUND: list[tuple[str, Language, list[str]]] = [
    ("what is her average systolic blood pressure?", EN, ["mean", "3 values"]),
    ("normal range of potassium?", EN, ["usual 3.5-5"]),
    ("血钾正常范围是多少", ZH, ["参考范围"]),
    ("convert creatinine 1.2 mg/dL to µmol/L", EN, ["106"]),
    ("what is she allergic to?", EN, ["青霉素"]),
    ("max dose of ibuprofen", EN, ["1200"]),
    ("还有什么没有解释的", ZH, ["没力气"]),
    ("how did you get this?", EN, ["nothing was answered"]),
]


@pytest.mark.parametrize(("question", "language", "said"), FOUND)
def test_every_kind_of_question_has_its_task(question: str, language: Language, said: list[str]) -> None:
    answer = ask(question, chart(language)).answer
    assert all(words in answer for words in said), answer


def test_how_an_answer_was_got_is_told_from_its_trace() -> None:
    whole = ask("latest creatinine", chart(), Way.TREE_OF_THOUGHT)
    assert "139" not in str(whole.kept()), "how, and not what"
    before = Trace.model_validate(whole.kept())
    answer = ask("how did you get this?", replace(chart(), before=before)).answer
    assert all(words in answer for words in ("latest creatinine", "Tree of Thought", "1. values", "record 3"))


def test_the_command_needs_a_patient_of_that_department(tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from frontdesk.commands.main import frontdesk

    result = CliRunner().invoke(
        frontdesk,
        ["clinician", "--department", "cardiology", "--patient", "P1", "latest creatinine"],
        env={"FRONTDESK_DATABASE_URL": f"sqlite:///{tmp_path / 'none.db'}"},
    )
    assert result.exit_code == 1


def test_what_the_patient_denied_today_is_told_as_the_summary_says_it() -> None:
    statements = (
        Statement(statement_id="s1", section=Section.POSITIVES, text="cough", translated="咳嗽"),
        Statement(statement_id="s2", section=Section.NEGATIVES, text="no fever", translated="没有发热"),
    )
    previsit = PreVisitSummary(language=EN, statements=statements, conversation=())
    english = ask("what symptoms does she have today?", replace(chart(), previsit=previsit)).answer
    chinese = ask("她今天有什么症状", replace(chart(ZH), previsit=previsit)).answer
    assert (english, chinese) == ("P1:\ntoday, at reception: cough; no fever", "P1：\n今天导诊时：咳嗽；没有发热")
