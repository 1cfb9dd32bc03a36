"""A finger that comes down where a button was when the page opened meets that button."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.kiosk import Kiosk


def place(button: Locator) -> tuple[float, float]:
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_places_of_the_first_page_and_of_who_is_ill_are_kept(
    new_kiosk: Callable[..., Kiosk], language: str
) -> None:
    kiosk = new_kiosk(language).as_guest()
    fever, cough = (kiosk.tile(kiosk.labels[f"fact:finding:{code}"]) for code in ("fever", "cough"))
    at = place(cough)
    fever.click()
    kiosk.page.mouse.click(*at)
    expect(kiosk.page.get_by_role("checkbox", name=kiosk.labels["fact:finding:cough"])).to_be_checked()
    kiosk.goes_on()
    kiosk.to_page("who")
    old = kiosk.button(kiosk.word("person.old"))
    at = place(old)
    kiosk.button(kiosk.word("person.other")).click()
    kiosk.button(kiosk.word("person.female")).click()
    assert place(old) == at
    kiosk.does("/turns", lambda: kiosk.page.mouse.click(*at))
