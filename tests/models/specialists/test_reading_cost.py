"""What reading the values of a text costs grows in step with its length, and a value is read wherever it stands."""

from time import thread_time

import pytest

from frontdesk.models.specialists.labs_vitals.readings import hear
from frontdesk.models.specialists.labs_vitals.when import times_told


def cost(text: str) -> float:
    seconds = []
    for _ in range(3):
        hear.cache_clear()
        times_told.cache_clear()
        began = thread_time()
        hear(text)
        seconds.append(thread_time() - began)
    return min(seconds)


@pytest.mark.parametrize("words", ["今早空腹31，昨晚5.4，", "4.1 before the new tablets, 6.9 since. ", "K 7 ", "三天"])
def test_four_times_the_text_costs_about_four_times(words: str) -> None:
    hear("warm 7")
    assert cost((words * 4000)[:4000]) < 7 * cost((words * 1000)[:1000])


def test_a_value_behind_a_long_story_is_read_where_it_stands() -> None:
    story = "I fed the cat, then we walked. " * 30
    heard = hear(f"{story}My potassium was 6.9 yesterday. {story}Sodium 118.")
    assert [(one.test, one.value) for one in heard.readings] == [("potassium", 6.9), ("sodium", 118.0)]
    assert [heard.text[slice(*place[:2])] for place in heard.places] == ["potassium", "6.9", "sodium", "118"]
