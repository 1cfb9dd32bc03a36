"""Guidelines are read or refused with file and line; a plan's draft knows the patient's allergies and medicines."""

from datetime import datetime
from pathlib import Path

import pytest

from frontdesk.app.clinician.care_plan import CarePlan, PlanSection, care_plan
from frontdesk.app.clinician.guidelines import Chapter, GuidelineError, Scope, fitting, read
from frontdesk.app.settings import DEMONSTRATION
from frontdesk.his_adapter.names import specialty_names
from frontdesk.his_adapter.records import Evidence, OutpatientRecord, PreVisitSummary, Section, Statement, Visit
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge

FOLDER = DEMONSTRATION / "guidelines"
DEMONSTRATION = read(FOLDER)
HEAD = "---\nid: cough\ntitle: {en: Cough, zh: 咳嗽}\nsources: [Somebody 2020]\nreviewed: 2026-01-01\n---\n"


def visit(language: Language, **told: str) -> Visit:
    evidence = (Evidence(turn=1, quote="as said"),)
    statements = tuple(
        Statement(statement_id=f"s{n}", section=Section(section), text=text, evidence=evidence)
        for n, (section, text) in enumerate(told.items(), 1)
    )
    record = OutpatientRecord(
        patient_id="P1", name="", age="60 years", department="", visit_date=datetime(2026, 11, 20, 9)
    )
    summary = PreVisitSummary(language=language, statements=statements, conversation=())
    return Visit(record=record, summary=summary, department_id="cardiology-1")


def texts(plan: CarePlan, section: PlanSection) -> list[str]:
    return [item.text for item in plan.items if item.section is section]


def test_the_demonstration_hospital_has_guidelines_of_both_kinds_in_both_languages() -> None:
    known, specialties = knowledge(), set(specialty_names())
    assert len(DEMONSTRATION) >= 10
    assert {one.scope for one in DEMONSTRATION} == set(Scope)
    for one in DEMONSTRATION:
        assert set(one.conditions) <= known.conditions.keys(), one.id
        assert set(one.findings) <= known.findings.keys(), one.id
        assert set(one.specialties) <= specialties, one.id
        assert one.sources
        counts = [{chapter: len(those) for chapter, those in one.chapters[language].items()} for language in Language]
        assert counts[0] == counts[1], one.id
        assert counts[0].keys() == set(Chapter), one.id


def test_the_hospitals_own_guideline_goes_before_the_general_one() -> None:
    found = fitting(DEMONSTRATION, {"hypertension"})
    assert [(one.id, one.scope) for one in found] == [("hypertension", Scope.INSTITUTION)]
    assert fitting(DEMONSTRATION, {"gout"})[0].scope is Scope.GENERAL
    assert fitting(DEMONSTRATION, {"nothing"}) == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no head at all", "no head"),
        (HEAD + "# en\n## Initial assessment\nno bullet\n", "cough.md:9"),
        (HEAD + "# en\n## Something\n- a\n", "cough.md:8"),
        (HEAD.replace("reviewed: 2026-01-01", "reviewed: soon") + "# en\n", "reviewed"),
        ("---\n: [\n---\n# en\n", "cough.md"),
    ],
)
def test_a_bad_file_is_refused_by_name_and_line(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "general").mkdir()
    (tmp_path / "general" / "cough.md").write_text(text, encoding="utf-8")
    with pytest.raises(GuidelineError, match=told):
        read(tmp_path)


@pytest.mark.parametrize(
    ("language", "condition", "title"),
    [(Language.EN, "hypertension", "Hypertension"), (Language.ZH, "高血压", "高血压")],
)
def test_a_draft_has_its_sections_from_the_guideline_that_fits(language: Language, condition: str, title: str) -> None:
    plan = care_plan(visit(language, past_history=condition), DEMONSTRATION, language)
    assert title in plan.guidelines[0]
    assert all(texts(plan, section) for section in PlanSection)
    assert all(item.source for item in plan.items)
    assert plan.review.satisfied


def test_what_a_patient_must_not_have_is_marked_and_talked_over() -> None:
    plan = care_plan(visit(Language.EN, complaint="sore throat", allergies="penicillin"), DEMONSTRATION, Language.EN)
    first = next(text for text in texts(plan, PlanSection.MEDICINES) if "phenoxymethylpenicillin" in text)
    assert "caution: penicillin + allergy: it is a penicillin and the patient is allergic" in first
    assert not any("caution" in text for text in texts(plan, PlanSection.MEDICINES) if "macrolide" in text.lower())
    assert [turn.speaker for turn in plan.review.turns[:2]] == ["researcher", "decider"]
    assert plan.review.scratchpad


def test_medicines_that_do_not_go_together_are_to_be_reconsidered() -> None:
    plan = care_plan(visit(Language.EN, medicines="warfarin, ibuprofen"), (), Language.EN)
    assert any("ibuprofen" in text.lower() for text in texts(plan, PlanSection.MEDICINES))
    assert plan.guidelines == ()


@pytest.mark.parametrize("language", list(Language))
def test_a_plan_has_at_most_twelve_lines_each_with_its_source_and_why(language: Language) -> None:
    condition = {Language.EN: "hypertension, type 2 diabetes", Language.ZH: "高血压，2型糖尿病"}[language]
    plan = care_plan(visit(language, past_history=condition), DEMONSTRATION, language)
    assert 0 < len(plan.items) <= 12
    assert all(item.source and item.why for item in plan.items)
    assert len({item.section for item in plan.items}) > 2


def test_what_is_only_for_who_has_something_else_is_left_out() -> None:
    """The chest pain protocol tells what to do in a heart attack, in shock, with one leg swollen."""
    stable = care_plan(visit(Language.ZH, complaint="冠心病复诊"), DEMONSTRATION, Language.ZH, most=100)
    assert stable.guidelines
    assert not any("休克" in item.text or "单侧腿肿" in item.text for item in stable.items)
    swollen = care_plan(
        visit(Language.ZH, complaint="胸痛，一条腿肿了，喘不上气"), DEMONSTRATION, Language.ZH, most=100
    )
    assert any("单侧腿肿" in item.text for item in swollen.items)


def test_a_problem_of_earlier_records_brings_its_guideline() -> None:
    nothing = visit(Language.EN, complaint="check-up")
    assert care_plan(nothing, DEMONSTRATION, Language.EN).items == ()
    plan = care_plan(nothing, DEMONSTRATION, Language.EN, problems=["高血压病"])
    assert {item.why for item in plan.items} == {"hypertension"}
