"""What doctors' notes leave a patient on: doses without units, short names, stops, plans and conditions."""

from datetime import date, timedelta

import pytest

from frontdesk.models.specialists.medication.listing import ListedMedicine, Standing
from frontdesk.models.specialists.medication.prescribed import Change, Note, course, prescribed

FIRST = date(2026, 3, 2)
TODAY = date(2026, 9, 1)


def notes_of(*treatments: str) -> list[Note]:
    """A visit every four weeks."""
    return [Note(FIRST + timedelta(weeks=4 * at), "Medicine", text) for at, text in enumerate(treatments)]


def left_on(*treatments: str) -> dict[str, ListedMedicine]:
    return {one.code: one for one in prescribed(notes_of(*treatments), today=TODAY)}


def changes(medicine: str, *notes: Note) -> list[Change]:
    return [one.change for one in course(notes) if one.entry.code == medicine]


@pytest.mark.parametrize(
    ("treatment", "medicine", "dose"),
    [
        ("Nebivolol 5, ivabradine 5 bd.", "nebivolol", "5"),
        ("Nebivolol 5, ivabradine 5 bd.", "ivabradine", "5 bd"),
        ("坎地沙坦8 qd，吲达帕胺1.5 qd。", "candesartan", "8 qd"),
        ("MTX 15 mg weekly, folic acid 5 mg weekly.", "methotrexate", "15 mg weekly"),
        ("TMP-SMX 960 mg MWF.", "trimethoprim sulfamethoxazole", "960 mg mwf"),
        ("1. Review in clinic. 2. Carvedilol 3.125 mg bd. 3. Ivabradine 5 bd.", "carvedilol", "3.125 mg bd"),
        ("Lisinopril 5 -> 10 mg.", "lisinopril", "10 mg"),
        ("Sac/val 49/51 bd unchanged.", "sacubitril valsartan", "49/51 bd"),
        ("Inh 300 mg od, rif 600 mg od.", "rifampicin", "600 mg od"),
        ("他克莫司1.5 bid续。", "tacrolimus", "1.5 bid"),
    ],
)
def test_a_dose_is_read_as_colleagues_write_it(treatment: str, medicine: str, dose: str) -> None:
    found = left_on(treatment)[medicine]
    assert (found.standing, found.dose) == (Standing.RUNNING, dose)


@pytest.mark.parametrize(
    ("treatment", "medicine", "standing"),
    [
        # planned for a case or a time that has not come
        ("If CRP still >20 switch to adalimumab 40 mg.", "adalimumab", Standing.ADVISED),
        ("Once BP <130/80 for 3 mo change to candesartan 8 mg.", "candesartan", Standing.ADVISED),
        ("若尿酸仍>420，加非布司他40mg。", "febuxostat", Standing.ADVISED),
        ("血脂达标后改依折麦布10mg qd。", "ezetimibe", Standing.ADVISED),
        ("Plan to start denosumab after dental work.", "denosumab", Standing.ADVISED),
        ("必要时换利伐沙班。", "rivaroxaban", Standing.ADVISED),
        # a day that is named comes by itself
        ("2周后加螺内酯20mg qd。", "spironolactone", Standing.RUNNING),
        ("36 h washout, then start sacubitril/valsartan 24/26 mg bd.", "sacubitril valsartan", Standing.RUNNING),
        # not to be taken
        ("左氧氟沙星、莫西沙星也不要用。", "levofloxacin", Standing.AVOIDED),
        ("别嘌醇终身禁用。", "allopurinol", Standing.AVOIDED),
        ("Carbamazepine contraindicated (HLA-B*15:02).", "carbamazepine", Standing.AVOIDED),
        # as needed is prescribed
        ("发作时秋水仙碱0.5mg。", "colchicine", Standing.RUNNING),
        ("Salbutamol 2 puffs if wheezy.", "salbutamol", Standing.RUNNING),
    ],
)
def test_a_plan_is_not_begun_and_a_warning_is_no_prescription(
    treatment: str, medicine: str, standing: Standing
) -> None:
    assert left_on(treatment)[medicine].standing is standing


@pytest.mark.parametrize(
    ("began", "then", "standing"),
    [
        ("Warfarin 3 mg od.", "Warfarin WITHHELD.", Standing.STOPPED),
        ("Warfarin 3 mg od.", "Hold warfarin.", Standing.STOPPED),
        ("Warfarin 3 mg od.", "Stop warfarin if INR >5.", Standing.RUNNING),
        ("Warfarin 3 mg od.", "Hold warfarin 5 d before colonoscopy.", Standing.RUNNING),
        ("Warfarin 3 mg od.", "Do not stop warfarin.", Standing.RUNNING),
        ("华法林3mg qn。", "华法林停，改阿哌沙班5mg bid。", Standing.STOPPED),
        ("华法林3mg qn。", "不要自行停华法林。", Standing.RUNNING),
        ("华法林3mg qn。", "出现黑便时停华法林。", Standing.RUNNING),
        ("华法林3mg qn。", "Warfarin -> apixaban 5 mg bd.", Standing.STOPPED),
        ("华法林3mg qn。", "换阿哌沙班，停华法林、阿司匹林。", Standing.STOPPED),
    ],
)
def test_what_is_stopped_is_over_and_what_would_be_is_not(began: str, then: str, standing: Standing) -> None:
    assert left_on(began, then)["warfarin"].standing is standing


def test_a_medicine_with_a_dose_behind_one_that_is_stopped_is_begun() -> None:
    found = left_on("立即停胺碘酮，比索洛尔2.5mg qd。")
    assert found["amiodarone"].standing is Standing.STOPPED
    assert (found["bisoprolol"].standing, found["bisoprolol"].dose) == (Standing.RUNNING, "2.5mg qd")


def test_all_of_a_kind_are_stopped_together() -> None:
    found = left_on("异烟肼0.3 qd、利福平0.45 qd。氨氯地平5mg qd。", "停全部抗结核药。")
    assert {found["isoniazid"].standing, found["rifampicin"].standing} == {Standing.STOPPED}
    assert found["amlodipine"].standing is Standing.RUNNING


def test_to_stop_all_in_a_case_that_may_come_stops_nothing() -> None:
    assert left_on("氨氯地平5mg qd。若头晕明显，停药并复诊。")["amlodipine"].standing is Standing.RUNNING


def test_a_short_name_is_the_medicine_that_the_notes_have() -> None:
    found = left_on("Prednisolone 30 mg od.", "Pred 20, then down 5 mg q2wk.", "Pred 5, no change.")
    assert "prednisone" not in found
    assert (found["prednisolone"].standing, found["prednisolone"].dose) == (Standing.RUNNING, "5")


def test_letters_that_no_dose_stands_beside_are_no_medicine() -> None:
    assert not left_on("FEV1 72% pred. Pain in RIF settled.")


def test_a_number_alone_is_the_dose_that_is_known() -> None:
    assert left_on("Ramipril 5 mg od.", "Ramipril 5, others same.")["ramipril"].dose == "5 mg od"


def test_a_course_ends_by_its_days_and_a_step_of_a_scheme_does_not() -> None:
    found = left_on("Valacyclovir 1 g tid x7d. Furosemide 80 mg od for 7/7 then back to 40.")
    assert found["valacyclovir"].standing is Standing.STOPPED
    assert found["furosemide"].standing is Standing.RUNNING


@pytest.mark.parametrize(
    ("story", "treatment", "told"),
    [
        (
            "Carvedilol was put up to 12.5 mg by the nurse.",
            "Carvedilol cut to 6.25 mg bd.",
            [Change.RAISED, Change.LOWERED],
        ),
        ("上月县医院把卡维地洛加到12.5mg bid。", "卡维地洛减到6.25mg bid。", [Change.RAISED, Change.LOWERED]),
        ("GP switched carvedilol 6.25 to bisoprolol 2.5 mg.", "", [Change.STOPPED]),
        ("卡维地洛已停1月。", "", [Change.STOPPED]),
        ("She stopped carvedilol for a week, then restarted it.", "", []),
        ("偶漏服卡维地洛。", "", []),
    ],
)
def test_what_was_changed_between_visits_counts(story: str, treatment: str, told: list[Change]) -> None:
    first, second = notes_of("Carvedilol 6.25 mg bd.", treatment)
    assert changes("carvedilol", first, second._replace(story=story)) == [Change.BEGUN, *told]


def test_a_form_or_brand_of_the_same_medicine_is_no_stop() -> None:
    found = left_on("MMF 1 g bid.", "MMF -> mycophenolate sodium EC (Myfortic) 720 mg bid.")
    assert (found["mycophenolate"].standing, found["mycophenolate"].dose) == (Standing.RUNNING, "720 mg bid")
    assert left_on("MMF 1 g bid.", "Agree MMF.")["mycophenolate"].dose == "1 g bid"


def test_a_level_in_the_blood_is_no_prescription() -> None:
    assert not left_on("每月查他克莫司浓度。Check lithium level in 1 wk.")


@pytest.mark.parametrize(
    "then",
    [
        "Could stop candesartan later.",
        "Increase candesartan to 16 mg if BP >140.",
        "Avoid trimethoprim with candesartan.",
        "术前24h停坎地沙坦。",
        "考虑停坎地沙坦。",
        "Torsemide 10 mg once daily added to candesartan 8 mg.",
    ],
)
def test_what_may_be_done_later_changes_nothing_now(then: str) -> None:
    found = left_on("Candesartan 8 mg od.", then)["candesartan"]
    assert (found.standing, found.dose.removesuffix(" od")) == (Standing.RUNNING, "8 mg")


@pytest.mark.parametrize("then", ["Warfarin: hold.", "Remains off warfarin.", "Not taking warfarin."])
def test_a_medicine_that_is_not_taken_is_not_on_the_list(then: str) -> None:
    assert left_on("Warfarin 3 mg od.", then)["warfarin"].standing is Standing.STOPPED


def test_a_dose_by_the_times_of_day_is_read() -> None:
    assert left_on("门冬胰岛素早8u晚6u。", "门冬胰岛素早10晚8。")["insulin aspart"].dose == "早10晚8"
