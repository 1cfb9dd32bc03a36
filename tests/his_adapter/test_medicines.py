"""The one list of medicines: what notes leave a patient on, what was told, and what speaks against it."""

from datetime import date, datetime

import pytest

from frontdesk.his_adapter.medicines import cautions_of, medicines_of, on_record
from frontdesk.his_adapter.records import OutpatientRecord, PreVisitSummary, Section, Statement
from frontdesk.models.facts import Fact, Language, Status, Topic
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.specialists.medication.listing import Standing, may_be, of_words, told

TODAY = date(2026, 11, 28)


def record(on: str, treatment: str, *, department: str = "心内科", history: str = "") -> OutpatientRecord:
    return OutpatientRecord(
        patient_id="P1",
        age="76 years",
        department=department,
        visit_date=datetime.fromisoformat(on),
        treatment_opinion=treatment,
        past_history=history,
    )


def standing(*records: OutpatientRecord) -> dict[str, tuple[str, str]]:
    return {one.code: (one.standing.value, one.dose) for one in on_record(records, today=TODAY)}


def summary(*texts: str, medicines: tuple[Fact, ...] = (), section: Section = Section.COMPLAINT) -> PreVisitSummary:
    statements = tuple(
        Statement(statement_id=f"s{place}", section=section, text=text) for place, text in enumerate(texts, 1)
    )
    return PreVisitSummary(language=Language.ZH, statements=statements, conversation=(), medicines=told(medicines))


@pytest.mark.parametrize(
    ("treatment", "code", "expected"),
    [
        ("今晚停华法林1次，明起2.5mg 每晚一次，3天后复查INR。", "warfarin", ("running", "2.5mg 每晚一次")),
        ("Hold warfarin tonight, then 2.5 mg at night.", "warfarin", ("running", "2.5 mg at night")),
        ("停普萘洛尔。", "propranolol", ("stopped", "")),
        ("Stop ibuprofen; paracetamol for pain.", "ibuprofen", ("stopped", "")),
        ("硝苯地平控释片停用观察。", "nifedipine", ("stopped", "")),
        ("禁用布洛芬、阿司匹林。", "aspirin", ("avoided", "")),
        ("No ibuprofen, naproxen or diclofenac.", "diclofenac", ("avoided", "")),
        ("建议服阿托伐他汀20mg，患者想先控制饮食。", "atorvastatin", ("declined", "")),
        ("Bisoprolol offered, she prefers to wait.", "bisoprolol", ("declined", "")),
        ("建议阿托伐他汀。", "atorvastatin", ("advised", "")),
        ("阿奇霉素0.5g 每日一次共3天。", "azithromycin", ("stopped", "0.5g 每日一次")),
        ("艾司奥美拉唑20mg 每日两次、四环素500mg 每日四次，共14天。", "esomeprazole", ("stopped", "20mg 每日两次")),
        ("Celecoxib 200 mg once daily for 7 days.", "celecoxib", ("stopped", "200 mg once daily for 7 days")),
        ("Losartan 50 mg once daily.", "losartan", ("running", "50 mg once daily")),
        ("停二甲双胍，改利格列汀5mg 每日一次。", "linagliptin", ("running", "5mg 每日一次")),
        ("普萘洛尔本可减少发作，因哮喘未用。", "propranolol", ("advised", "")),
        ("Methotrexate considered for the skin, not started: drinks daily.", "methotrexate", ("advised", "")),
        ("氨氯地平5mg qd，不要自行停药。", "amlodipine", ("running", "5mg qd")),
        ("戈利木50mg 每月一次。", "golimumab", ("running", "50mg 每月一次")),
    ],
)
def test_a_note_leaves_each_medicine_where_it_stands(treatment: str, code: str, expected: tuple[str, str]) -> None:
    assert standing(record("2026-11-03", treatment))[code] == expected


def test_notes_are_followed_in_their_order_and_unchanged_carries_on() -> None:
    found = standing(
        record("2026-06-01", "原方案不变。"),
        record("2025-10-01", "华法林2.5mg 每晚一次，美托洛尔25mg 每日两次。"),
        record("2025-10-20", "华法林加到3mg 每晚一次。"),
        record("2025-10-25", "布洛芬0.4g 每日三次。", department="骨科"),
    )
    assert found["warfarin"] == ("running", "3mg 每晚一次")
    assert found["metoprolol"][0] == "running"
    assert found["ibuprofen"][0] == "stopped"  # not renewed for a year


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("I take warfarin 3 mg every night and stopped aspirin in May", {"warfarin": "taken", "aspirin": "stopped"}),
        ("华法林每天吃，布洛芬昨晚吃了一片", {"warfarin": "taken", "ibuprofen": "once"}),
        ("they prescribed lisinopril but I never took it, I'm on amlodipine",
         {"lisinopril": "declined", "amlodipine": "taken"}),
        ("医生建议我吃二甲双胍", {"metformin": "advised"}),
        ("Can I take aspirin with this?", {"aspirin": "asked"}),
        ("My wife takes metformin", {}),
        ("我妈吃华法林", {}),
        ("I'm allergic to penicillin, I take Lipitor", {"atorvastatin": "taken"}),
        ("以前吃过阿司匹林，后来不吃了", {"aspirin": "stopped"}),
    ],
)  # fmt: skip
def test_words_leave_each_medicine_where_it_stands(words: str, expected: dict[str, str]) -> None:
    assert {one.code: one.standing.value for one in of_words(words)} == expected


def test_record_and_talk_are_one_list_and_bleeding_on_warfarin_comes_first() -> None:
    records = [record("2026-11-03", "今晚停华法林1次，明起2.5mg 每晚一次。", history="心房颤动")]
    norfloxacin = Fact(topic=Topic.MEDICINE, code="norfloxacin", quote="诺氟沙星", turn=2)
    today = summary("刷牙老出血", medicines=(norfloxacin,))
    listed = medicines_of(today, records, today=TODAY)
    assert {(one.code, one.standing, bool(one.source)) for one in listed} == {
        ("norfloxacin", Standing.TAKEN, False),
        ("warfarin", Standing.RUNNING, True),
    }
    first, second = cautions_of(listed, today, records)
    assert first.because[Language.ZH] == "刷牙老出血" and first.verdict == "urgent"
    assert {name[Language.EN] for name in second.medicines} == {"norfloxacin", "warfarin"}


def test_what_was_told_at_reception_is_not_called_prescribed() -> None:
    told_today = record("2026-11-28", "", history="每天头疼吃对乙酰氨基酚500mg")
    paracetamol = Fact(topic=Topic.MEDICINE, code="acetaminophen", quote="对乙酰氨基酚", turn=2)
    listed = medicines_of(summary("头疼", medicines=(paracetamol,)), [told_today], today=TODAY)
    assert [(one.code, one.standing) for one in listed] == [("acetaminophen", Standing.TAKEN)]
    earlier = record("2026-10-02", "", history="服对乙酰氨基酚500mg")
    assert [one.standing for one in medicines_of(None, [earlier], today=TODAY)] == [Standing.RUNNING]


def test_no_bleeding_is_no_caution() -> None:
    records = [record("2026-11-03", "华法林2.5mg 每晚一次。")]
    today = summary("没有牙龈出血，也没有流鼻血")
    assert cautions_of(medicines_of(today, records, today=TODAY), today, records) == ()


def test_losartan_with_spironolactone_and_a_salt_substitute_is_told() -> None:
    codes = ("losartan", "spironolactone", "salt substitute")
    facts = tuple(Fact(topic=Topic.MEDICINE, code=code, quote=code, turn=1) for code in codes)
    today = summary(medicines=facts)
    found = cautions_of(medicines_of(today, [], today=TODAY), today, [])
    pairs = [{name[Language.EN] for name in one.medicines} for one in found]
    assert pairs[0] == {"spironolactone", "salt substitute"} and found[0].verdict == "avoid"
    assert {"losartan", "spironolactone"} in pairs and {"losartan", "salt substitute"} in pairs


def test_what_cannot_be_compared_is_told_last_and_not_left_out() -> None:
    facts = tuple(Fact(topic=Topic.MEDICINE, code=code, quote=code, turn=1) for code in ("metformin", "banlangen"))
    today = summary(medicines=facts)
    (left,) = cautions_of(medicines_of(today, [], today=TODAY), today, [])
    assert left.verdict == "not_checked" and "banlangen" in left.why[Language.EN]


def test_what_was_only_asked_about_is_held_against_the_list_and_what_was_stopped_is_not() -> None:
    records = [record("2026-11-03", "华法林2.5mg 每晚一次；停阿司匹林。")]
    asked = Fact(topic=Topic.MEDICINE, code="ibuprofen", quote="ibuprofen", status=Status.UNKNOWN, turn=1)
    today = summary(medicines=(asked,))
    found = cautions_of(medicines_of(today, records, today=TODAY), today, records)
    assert [{name[Language.EN] for name in one.medicines} for one in found] == [{"warfarin", "ibuprofen"}]


@pytest.mark.parametrize(
    "story", ["阿托伐他汀吃了腿酸，两周后自停，酸痛消失。", "He quit the atorvastatin after two weeks (sore legs)."]
)
def test_who_stopped_a_medicine_by_themselves_is_no_longer_on_it(story: str) -> None:
    before = record("2026-10-03", "阿托伐他汀20mg qn。")
    later = record("2026-11-03", "查肝功能。").model_copy(update={"present_illness_history": story})
    assert standing(before, later)["atorvastatin"][0] == "stopped"


@pytest.mark.parametrize(
    ("kind", "treatment", "expected"),
    [
        (
            "water tablet",
            "Furosemide 20 mg od, spironolactone 25 mg od, bisoprolol 5 mg od.",
            ("furosemide", "spironolactone"),
        ),
        ("blood thinner", "停华法林，改利伐沙班15mg 每日一次。", ("rivaroxaban",)),
        ("statin", "氨氯地平5mg 每日一次。", ()),
    ],
)
def test_a_medicine_told_by_its_kind_may_be_one_that_is_prescribed(
    kind: str, treatment: str, expected: tuple[str, ...]
) -> None:
    (fact,) = told([Fact(topic=Topic.MEDICINE, code=kind, quote=kind, turn=1)])
    assert may_be(fact, on_record([record("2026-11-03", treatment)], today=TODAY)) == expected


def test_what_staff_add_to_the_medicines_is_on_the_list() -> None:
    added = summary("warfarin 3 mg", section=Section.MEDICINES)
    assert [one.code for one in medicines_of(added, [], today=TODAY)] == ["warfarin"]


def test_the_symptoms_of_the_rules_are_findings_and_signs() -> None:
    known = knowledge().findings.keys() | knowledge().signs.keys()
    assert {finding for sign in formulary().signs for finding in sign.findings} <= known
