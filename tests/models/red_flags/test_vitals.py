"""Vital signs that are told count by what they weigh together."""

import pytest

from frontdesk.models.facts import Language, Person
from frontdesk.models.red_flags import check
from frontdesk.models.red_flags.vitals import signs_of, vitals

EN, ZH = Language.EN, Language.ZH


def test_values_of_a_note_are_read_with_their_short_names() -> None:
    found = vitals("T 38.6, HR 112, RR 24, BP 98/60, SpO2 92% on air, GCS 14")
    assert found is not None
    assert found.told == {
        "temperature": 38.6, "pulse": 112, "breaths": 24, "pressure": 98, "oxygen": 92, "coma": 14,
    }  # fmt: skip


def test_values_of_a_chinese_note_are_read() -> None:
    found = vitals("查体：T 38.6℃，P 112次/分，R 24次/分，BP 98/60mmHg，血氧饱和度92%")
    assert found is not None
    assert found.told == {"temperature": 38.6, "pulse": 112, "breaths": 24, "pressure": 98, "oxygen": 92}


@pytest.mark.parametrize("words", ["my pulse was not taken", "no pressure, take 2 minutes", "我血压还行"])
def test_words_without_a_value_tell_none(words: str) -> None:
    assert vitals(words) is None


def test_one_value_in_the_red_is_enough() -> None:
    assert "vitals_adult" in signs_of(vitals("sats 88") or pytest.fail())


def test_several_that_are_slightly_off_add_up() -> None:
    assert "vitals_adult" in signs_of(vitals("RR 22, SpO2 93%, HR 95") or pytest.fail())
    assert "vitals_adult" not in signs_of(vitals("RR 22, SpO2 97%, HR 95") or pytest.fail())


def test_long_ill_lungs_are_measured_against_their_own_aim() -> None:
    assert "vitals_adult" not in signs_of(vitals("COPD, oxygen saturation 89%") or pytest.fail())


def test_a_low_pressure_alone_is_an_everyday_value() -> None:
    assert not signs_of(vitals("my blood pressure is 88 over 60 as always") or pytest.fail())


def test_a_fast_heart_is_ordinary_in_a_small_child() -> None:
    text = "HR 138, RR 30, SpO2 98%"
    assert "measured_values" in {flag.rule for flag in check(text, language=EN, person=Person(age_months=480))}
    assert "measured_values" not in {flag.rule for flag in check(text, language=EN, person=Person(age_months=20))}


def test_many_values_that_fail_together_raise_the_level() -> None:
    flags = check("血压78/40，心率135，血氧86", language=ZH)
    assert ("A", "measured_values") in {(flag.level, flag.rule) for flag in flags}
