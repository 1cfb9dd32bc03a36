"""How much, its strength, how often and when are parts of a dose: a new one joins, and replaces the same one alone."""

import pytest

from frontdesk.models.specialists.medication.dose_parts import joined, tells_a_time
from frontdesk.models.specialists.medication.dose_told import dose_of


@pytest.mark.parametrize(
    ("stands", "told", "expected"),
    [
        ("5 ml twice", "5 ml of 120 mg per 5 ml", "5 ml of 120 mg per 5 ml, twice"),
        ("5 ml twice", "at 10 last night and half past six", "5 ml twice, at 10 last night and half past six"),
        ("400 mg twice a day", "200 mg", "200 mg, twice a day"),
        ("20 mg every morning", "in the evening", "20 mg, in the evening"),
        ("one tablet at night", "two", "two, at night"),
        ("7.5 ml, at 8 am", "250 mg per 5 ml", "7.5 ml, 250 mg per 5 ml, at 8 am"),
        ("5毫升两次", "每5毫升含120毫克", "5毫升两次，每5毫升含120毫克"),
        ("5毫升", "昨晚十点和今早六点半", "5毫升，昨晚十点和今早六点半"),
        ("一天两次", "一次一片，一天三次", "一次一片，一天三次"),
        ("一片，早晚各一次", "半片", "半片，早晚各一次"),
        ("", "75", "75"),
        ("75", "100", "100"),
        ("200 mg", "", "200 mg"),
    ],
)
def test_a_part_joins_and_replaces_the_same_part_alone(stands: str, told: str, expected: str) -> None:
    assert sorted(joined(stands, told).split(", ")) == sorted(expected.split(", "))


@pytest.mark.parametrize(
    ("words", "dose"),
    [
        (
            "paracetamol, 5 ml of 120 mg per 5 ml, at 10 last night and half past six this morning. She had a cold",
            "5 ml of 120 mg per 5 ml, at 10 last night and half past six this morning",
        ),
        ("美林5毫升，昨晚十点、今早六点半", "5毫升，昨晚十点、今早六点半"),
        ("ibuprofen 400 mg at 8 am, my head hurts at 10 pm", "400 mg at 8 am"),
        ("ibuprofen 200 mg, the fever was 39 at 10 last night", "200 mg"),
    ],
)
def test_the_times_it_was_given_are_of_the_dose(words: str, dose: str) -> None:
    assert dose_of("", words) == dose


def test_a_time_of_something_else_is_none_of_the_dose() -> None:
    assert tells_a_time("and at half past six this morning")
    assert not tells_a_time("my head hurts at 10 pm")
