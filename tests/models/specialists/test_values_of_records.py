"""Values as records write them: labels with digits, names that no list knows, sites, levels of medicines."""

import pytest

from frontdesk.models.specialists.labs_vitals.readings import hear


def values(text: str) -> dict[str, float]:
    return {one.test: one.value for one in hear(text).readings}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("DXA T-score: L2-L4 -2.4, femoral neck -1.9.", {"lumbar spine t-score": -2.4, "femoral neck t-score": -1.9}),
        ("骨密度T值：腰椎 -1.6，全髋-2.2。", {"lumbar spine t-score": -1.6, "total hip t-score": -2.2}),
        ("骨密度T值：腰椎 -1.6，全髋-2.2。", {"bone density t-score": -2.2}),
        ("T-score -3.0", {"bone density t-score": -3.0}),
    ],
)
def test_the_digits_of_a_site_are_no_value_and_the_sign_stays(text: str, told: dict[str, float]) -> None:
    assert told.items() <= values(text).items()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Na 139, C3 81, ANCA 40.", {"sodium": 139, "complement c3": 81}),
        ("WBC 6.2，N 4.1，LY 1.3。", {"white blood cell count": 6.2, "neutrophil count": 4.1}),
        ("WBC 11.4，N 83%。", {"white blood cell count": 11.4, "neutrophil percentage": 83}),
        ("Alb 38, TBNK 900.", {"albumin": 38}),
        ("K 4.2. Tender over T8.", {"potassium": 4.2}),
        ("UA WBC 12-15.", {}),
        ("Anti-GBM IgG 30.", {}),
        ("T36.8℃ P70次/分 R16次/分", {"body temperature": 36.8, "heart rate": 70, "respiratory rate": 16}),
    ],
)
def test_a_value_is_of_the_name_right_before_it(text: str, told: dict[str, float]) -> None:
    assert values(text) == told


@pytest.mark.parametrize(
    ("text", "test", "value"),
    [
        ("Wt 61.5 kg.", "body weight", 61.5),
        ("ht 158 cm, wt 61", "body height", 158),
        ("HR 88 regular", "heart rate", 88),
        ("25-OH-D 44 nmol/L", "vitamin d", 44),
        ("25(OH)D 18 ng/mL", "vitamin d", 18),
        ("环孢素谷浓度145", "ciclosporin level", 145),
        ("Carbamazepine level 7.2 mg/L", "carbamazepine level", 7.2),
        ("苯妥英血药浓度14", "phenytoin level", 14),
        ("UPCR 1.2 g/g", "urine protein to creatinine ratio", 1.2),
    ],
)
def test_short_names_of_tests_and_levels_of_medicines_are_read(text: str, test: str, value: float) -> None:
    assert values(text)[test] == value


def test_a_pulse_right_behind_a_pressure_is_no_count_of_hours() -> None:
    pressure, pulse = hear("BP 134/82 HR 76 reg.").readings
    assert (pressure.value, pressure.second, pulse.value) == (134, 82, 76)


@pytest.mark.parametrize(
    ("text", "newest"),
    [("PSA 5.2 (3.1 last yr)", 5.2), ("LDL 2.1, 3/12 ago 4.0", 2.1), ("HbA1c 58, 6 mo ago 71", 58)],
)
def test_a_value_of_before_is_not_the_newest(text: str, newest: float) -> None:
    assert [one.value for one in hear(text).readings if not one.before] == [newest]
