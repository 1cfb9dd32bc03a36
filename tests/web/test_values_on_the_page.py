"""Vitals and results on the doctor's page."""

from datetime import date, datetime

from frontdesk.app.web.values_view import value_series
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language, Sex
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.medication.listing import ListedMedicine, Standing

TODAY = date(2026, 11, 30)
WOMAN = Patient(age=80, sex=Sex.FEMALE)
WARFARIN = ListedMedicine(code="warfarin", words="华法林", holds=("warfarin",), standing=Standing.RUNNING)


def record(day: int, examined: str) -> OutpatientRecord:
    return OutpatientRecord(
        patient_id="P1", visit_date=datetime(2026, 11, day, 9), department="心内科", auxiliary_examination=examined
    )


def test_the_range_of_who_is_treated_is_the_target_of_the_treatment() -> None:
    (treated,) = value_series([record(5, "INR 3.8")], None, WOMAN, [WARFARIN], today=TODAY)
    (untreated,) = value_series([record(5, "INR 3.8")], None, WOMAN, [], today=TODAY)
    assert (treated.usual, treated.target) == ("2-3", True)
    assert (untreated.usual, untreated.target) == ("0.8-1.2", False)


def test_a_stopped_medicine_sets_no_target() -> None:
    stopped = WARFARIN.model_copy(update={"standing": Standing.STOPPED})
    (one,) = value_series([record(5, "INR 1.1")], None, WOMAN, [stopped], today=TODAY)
    assert not one.target


def test_an_illness_sets_the_target_of_its_value() -> None:
    (one,) = value_series(
        [record(5, "低密度脂蛋白胆固醇2.4mmol/L")], None, WOMAN, [], conditions=["coronary heart disease"], today=TODAY
    )
    assert (one.target, one.points[0].verdict) == (True, "high")


def test_values_are_in_the_order_of_their_days_and_the_vitals_come_first() -> None:
    records = [record(20, "血压150/90mmHg，血钾3.1mmol/L"), record(2, "血钾4.2mmol/L，血压138/76mmHg")]
    pressure, potassium = value_series(records, None, WOMAN, [], today=TODAY)
    assert (pressure.vital, [one.value for one in pressure.points]) == (True, [138, 150])
    assert [(one.day.day, one.value, one.verdict) for one in potassium.points] == [(2, 4.2, "normal"), (20, 3.1, "low")]


def test_a_long_chinese_name_gives_way_to_its_abbreviation() -> None:
    inr, sodium = value_series([record(5, "INR 3.8，血钠140mmol/L")], None, WOMAN, [], today=TODAY)
    assert (inr.name[Language.ZH], sodium.name[Language.ZH]) == ("INR", "血钠")
