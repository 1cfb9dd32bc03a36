"""What is counted of an answer to a case file, on answers made by hand; and the 20 files themselves."""

from collections.abc import Sequence
from datetime import date

import pytest

from frontdesk.app.clinician.guidelines import Guideline, read
from frontdesk.app.clinician.tasks.fields import Entry
from frontdesk.app.clinician.tasks.guideline import Advice, Item
from frontdesk.app.clinician.tasks.values import Measured
from frontdesk.app.clinician.trace import Done, Trace, Way
from frontdesk.evaluation.case_files import DAY, Case, Counted, cases, counted
from frontdesk.evaluation.clinician_cases import GUIDELINES, measured, report, table, together
from frontdesk.evaluation.hallucinations import invented
from frontdesk.models.facts import Language
from frontdesk.models.runner import EMBEDDED, Runner

CASE = Case.model_validate(
    {
        "id": "by_hand",
        "language": "en",
        "patient": {"age": 60, "sex": "male"},
        "question": "What next for his ankle?",
        "record": {"chief_complaint": "Swollen ankle.", "auxiliary_examination": "Lab: potassium 5.1 mmol/L."},
        "needs": ["history", "labs", "medicines", "guideline"],
        "results": ["potassium 5.1", "14 pack-years"],
        "guideline": "gout",
        "chapter": None,
        "points": [["7 days", "one week"], [" ICE "], ["stop smoking"], ["colchicine"]],
        "must_not": ["aspirin 300", "in group B"],
        "judge": "",
    }
)
NULL = CASE.model_copy(update={"guideline": None, "points": (("no guideline", "does not cover"),)})


@pytest.fixture(scope="module")
def guidelines() -> Sequence[Guideline]:
    return read(GUIDELINES)


def count(case: Case, guidelines: Sequence[Guideline], answer: str, *steps: Done) -> Counted:
    trace = Trace(
        question=case.question,
        language=case.language,
        answer=answer,
        answered=True,
        way=Way.REACT,
        planned_by="by hand",
        answered_by="by hand",
        steps=steps,
    )
    return counted(case, trace, case.chart(guidelines), guidelines)


def looked_up(task: str, result: object = (), error: str | None = None) -> Done:
    return Done(key=task, task=task, inputs={}, result=None if error else result, error=error)


def history(text: str) -> Done:
    return looked_up("history", (Entry(date=date(2026, 11, 27), text=text, record=1),))


def potassium(value: float) -> Done:
    one = Measured(
        test="potassium", called="potassium", date=DAY.date(), value=value, second=None, places=1, unit="mmol/L",
        verdict="normal", usual="3.5-5.3", record=1,
    )  # fmt: skip
    return looked_up("values", {"potassium": (one,)})


def test_an_order_is_a_task_that_looks_up_what_is_needed(guidelines: Sequence[Guideline]) -> None:
    one = count(CASE, guidelines, "", potassium(5.1), history("Gout."), looked_up("passages"), looked_up("ecg"))
    assert one.orders == 0.5
    assert one.not_ordered == ("medicines", "guideline")


def test_an_order_counts_where_it_found_nothing(guidelines: Sequence[Guideline]) -> None:
    one = count(CASE, guidelines, "", looked_up("treatment", error="no treatment is on record"))
    assert one.not_ordered == ("history", "labs", "guideline")


def test_a_result_is_seen_in_a_value_or_in_words(guidelines: Sequence[Guideline]) -> None:
    assert count(CASE, guidelines, "").sees == 0.0
    assert count(CASE, guidelines, "", potassium(5.1)).sees == 0.5
    assert count(CASE, guidelines, "", potassium(5.1), history("Smoked 14 pack-years.")).sees == 1.0


def test_a_result_of_a_longer_number_is_not_seen(guidelines: Sequence[Guideline]) -> None:
    assert count(CASE, guidelines, "", potassium(5.15), history("Smoked 114 pack-years.")).sees == 0.0


def test_a_look_up_that_failed_shows_nothing(guidelines: Sequence[Guideline]) -> None:
    assert count(CASE, guidelines, "", looked_up("history", error="14 pack-years")).sees == 0.0


def test_a_point_is_met_by_any_wording_in_capitals_or_not(guidelines: Sequence[Guideline]) -> None:
    one = count(CASE, guidelines, "See him in ONE week.\nIce and rest.")
    assert one.follows == 0.5
    assert one.left_out == ("stop smoking", "colchicine")


def test_a_point_is_not_met_inside_a_word_or_a_longer_number(guidelines: Sequence[Guideline]) -> None:
    assert count(CASE, guidelines, "Twice in 17 days: notice it.").follows == 0.0


def test_a_guideline_that_a_step_found_is_the_case_s_own_or_not(guidelines: Sequence[Guideline]) -> None:
    def found(title: str) -> Done:
        item = Item(text="Rest.", held=(), missing=(), against=())
        return looked_up("guideline", (Advice(title=title, scope="general", chapter="treatment", items=(item,)),))

    gout = next(one for one in guidelines if one.id == "gout")
    assert count(CASE, guidelines, "", found(gout.title[Language.EN])).retrieved is True
    assert count(CASE, guidelines, "", found("Asthma in adults")).retrieved is False


def test_numbers_medicines_and_findings_without_ground_are_invented(guidelines: Sequence[Guideline]) -> None:
    one = count(CASE, guidelines, "Potassium 6.3 mmol/L and a headache: start fosfomycin 3 g.", potassium(5.1))
    assert set(one.invents) == {"6.3 mmol/l", "3 g", "headache", "fosfomycin"}


def test_what_record_question_guideline_or_a_step_says_is_not_invented(guidelines: Sequence[Guideline]) -> None:
    gout = next(one for one in guidelines if one.id == "gout")
    sentence = next(text for text in gout.chapters[Language.EN]["treatment"] if "colchicine" in text.lower())
    answer = f"At 60 years: potassium 5.1 mmol/L, swollen ankle, migraine.\n{sentence}"
    assert count(CASE, guidelines, answer, history("Migraine.")).invents == ()
    assert count(CASE, guidelines, answer).invents == ("migraine",)


def test_a_forbidden_phrase_counts_in_own_words_alone(guidelines: Sequence[Guideline]) -> None:
    gout = next(one for one in guidelines if one.id == "gout")
    sentence = gout.chapters[Language.EN]["treatment"][0]
    case = CASE.model_copy(update={"must_not": (sentence[:20], "aspirin 300")})
    assert count(case, guidelines, f"- {sentence} [on record: 5.1]").forbidden == ()
    assert count(case, guidelines, f"{sentence[:25]}.").forbidden == (sentence[:20],)
    assert count(case, guidelines, "Give Aspirin300 mg.").forbidden == ("aspirin 300",)
    assert count(case, guidelines, "Give aspirin 3000 mg.").forbidden == ()


def test_a_null_case_is_right_when_nothing_of_a_guideline_is_recommended(guidelines: Sequence[Guideline]) -> None:
    asthma = next(one for one in guidelines if one.id == "asthma")
    one = count(NULL, guidelines, "See Endocrinology.")
    assert (one.right, one.says_none, one.follows, one.retrieved) == (True, False, None, None)
    assert count(NULL, guidelines, "Our hospital has no guideline on this.").says_none is True
    assert count(NULL, guidelines, f"- {asthma.chapters[Language.EN]['treatment'][0]}").right is False
    assert count(NULL, guidelines, f"As in {asthma.title[Language.EN]}.").right is False
    assert count(NULL, guidelines, "She is in group B.").right is False


def test_null_cases_stand_outside_the_share_that_follows(guidelines: Sequence[Guideline]) -> None:
    done = [
        count(CASE, guidelines, "Seven days? 7 days."),
        count(NULL, guidelines, "Rest."),
        count(CASE, guidelines, ""),
    ]
    sums = together(done)
    assert (sums["follows"], sums["with_a_guideline"]) == (0.125, 2)
    assert (sums["null"], sums["null_right"], sums["null_said"]) == (1, 1, 0)


@pytest.mark.parametrize(
    ("answer", "ground", "words"),
    [
        ("BP 168/104 mmHg", "right arm 168/104", ()),
        ("for 3 years", "three attacks, 3 last year", ("3 year",)),
        ("50 kg", "50 mg twice daily", ("50 kg",)),
        ("review in 7 days", "a 7-day course", ()),
        ("3～6个月", "3-6 个月", ()),
        ("3～8个月", "3～6个月", ("8 month",)),
        ("肌酐168 µmol/L", "肌酐 168 umol/L", ()),
        ("血红蛋白88 g/L", "血红蛋白88 g/dL", ("88 g/l",)),
        ("加用塞来昔布", "服布洛芬", ("塞来昔布",)),
        ("no fever", "denies fever", ()),
        ("fever", "cough", ("fever",)),
        ("high blood pressure", "cough", ("high blood pressure",)),
        ("check TSH, BP and cholesterol", "cough", ()),
        ("eGFR below V4 and SGLT2", "nothing", ()),
    ],
)
def test_a_quantity_or_name_is_held_by_its_ground(answer: str, ground: str, words: tuple[str, ...]) -> None:
    assert invented(answer, [ground]) == words


def test_the_same_question_is_asked_with_guidelines_and_without(guidelines: Sequence[Guideline]) -> None:
    case = next(one for one in cases() if one.id == "01_hypertension_new")
    pair = measured(case, guidelines, Way.REACT, Runner({}))
    assert pair.retrieval.retrieved and not pair.none.retrieved
    told = report(Way.REACT, [pair])
    assert told["answered_by"] == [EMBEDDED]
    assert told["together"]["retrieval"]["follows"] > told["together"]["none"]["follows"]
    lines = list(table(Way.REACT, [pair]))
    assert any(line.startswith("with guidelines") for line in lines)
    assert any(line.startswith("without ") for line in lines)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.id)
def test_a_case_file_names_what_lies_behind_the_tasks(case: Case, guidelines: Sequence[Guideline]) -> None:
    record = " ".join(case.record.values())
    assert case.question and all(case.points) and all(result in record for result in case.results)
    assert case.guideline is None or case.guideline in {one.id for one in guidelines}
    assert not any(one.lower() in f"{record} {case.question}".lower() for one in case.must_not)
