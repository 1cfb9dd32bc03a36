"""What is shown: few pages and taps to the department, the way in pictures, where things are, every page at its top."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Response, expect

from tests.e2e.chromium import DESK, KIOSK
from tests.e2e.kiosk import Kiosk
from tests.e2e.words import catalogue

CARD, BORN = "P1001", ("58", "4", "12")  # a year by its last two digits, a month and a day by their tiles


class Walk:
    """Taps alone; every screen that is touched is a page."""

    def __init__(self, kiosk: Kiosk) -> None:
        self.kiosk, self.page = kiosk, kiosk.page
        self.pages = self.taps = 0
        self.page.on("response", self._hears)

    def _hears(self, response: Response) -> None:
        if "/api/sessions" in response.url and response.request.method == "POST" and response.ok:
            self.kiosk.told = response.json()

    def on(self, ready: str, *names: str) -> "Walk":
        """On the page where `ready` can be pressed, these one after the other."""
        expect(self._named(ready)).to_be_visible()
        self.pages += 1
        for name in names or (ready,):
            self._named(name).click()
            self.taps += 1
        return self

    def _named(self, name: str) -> Locator:
        main = self.page.get_by_role("main")
        button = main.get_by_role("button", name=name, exact=True)
        return button.or_(main.locator(".tile-square").filter(has_text=name)).first

    def comes_to_a_department(self) -> str:
        expect(self.page.locator(".go-name")).to_be_visible()
        self.kiosk.meets("result")
        return self.page.locator(".go-name").inner_text()


def test_a_sore_knee_is_six_pages_and_eight_taps(english_kiosk: Kiosk) -> None:
    walk = Walk(english_kiosk).on("I feel unwell").on("Yes, without a card").on("Knee").on("Knee pain")
    walk.on("Me", "Me", "Male", "40 to 59").on("About a week")
    assert walk.comes_to_a_department() == "Orthopaedics"
    assert (walk.pages, walk.taps) <= (6, 8)


def test_a_childs_fever_is_seven_pages_and_ten_taps(english_kiosk: Kiosk) -> None:
    walk = Walk(english_kiosk).on("I feel unwell").on("Yes, without a card").on("Fever", "Fever", "Go on: 1 chosen")
    walk.on("My child", "My child", "A girl", "1 to 3 years").on("None of these").on("Two or three days").on("38.5 °C")
    assert walk.comes_to_a_department() in ("Children's Fever Clinic", "Paediatrics")
    assert walk.pages <= 7
    assert walk.taps <= 10


def test_a_follow_up_with_a_card_is_five_pages_and_eight_taps(english_kiosk: Kiosk) -> None:
    walk = Walk(english_kiosk).on("I have been here before").on("Yes, and I have a card")
    expect(walk.page.get_by_label("Patient number")).to_be_focused()
    walk.page.keyboard.type(f"{CARD}\n")  # as a scanner does
    year, month, day = BORN
    walk.on(year[0], *year, month, day).on("Better").on("Nothing new")
    assert walk.comes_to_a_department() == "Cardiology"
    assert walk.pages <= 5
    assert walk.taps <= 8


@pytest.mark.parametrize("language", ["zh", "en"])
def test_where_things_are_is_found_by_tapping_without_a_session(new_kiosk: Callable[..., Kiosk], language: str) -> None:
    # given somebody who only wants to know where something is
    kiosk = new_kiosk(language)
    asked: list[str] = []
    kiosk.page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    kiosk.button(kiosk.word("welcome.question")).click()
    places = kiosk.page.locator(".places").get_by_role("button")
    expect(places).to_have_count(12)  # a department, and eleven places
    kiosk.meets("places")
    # when each is touched
    for place in range(1, 12):
        name = places.nth(place).inner_text()
        places.nth(place).click()
        # then the way there is drawn, said, and can be printed
        expect(kiosk.page.get_by_role("heading", level=1)).to_contain_text(name)
        expect(kiosk.page.locator(".way-step").first).to_be_visible()
        expect(kiosk.page.locator(".floor-map").first).to_be_visible()
        expect(kiosk.button(kiosk.word("go.print"))).to_be_visible()
        kiosk.meets("the way to a place")
        kiosk.button(kiosk.word("frame.back")).click()
    # and the same for a department
    places.first.click()
    kiosk.meets("departments")
    kiosk.page.locator(".grid").get_by_role("button").nth(2).click()
    expect(kiosk.page.locator(".floor-goal")).to_have_count(1)
    # and nobody was written down
    assert not asked


def test_the_same_door_on_another_floor_is_another_picture(english_kiosk: Kiosk) -> None:
    kiosk = english_kiosk
    kiosk.button("I have a question").click()
    drawn = []
    for department, room in (("Cardiology", "A203"), ("Orthopaedics", "A503")):
        kiosk.button("A department").click()
        kiosk.button(department).click()
        expect(kiosk.page.locator(".floor-goal")).to_have_text(room)
        drawn.append(kiosk.page.locator(".way-whole").inner_html())
        kiosk.button("Back").click()
        kiosk.button("Back").click()
    assert drawn[0] != drawn[1]


def test_the_question_is_in_sight_on_every_page_of_every_shape(new_kiosk: Callable[..., Kiosk]) -> None:
    for size in (KIOSK, DESK, {"width": 540, "height": 960}, {"width": 960, "height": 540}):
        kiosk = new_kiosk("en", size)
        walk = Walk(kiosk).on("I feel unwell")
        _begins_at_its_top(kiosk.page)
        walk.on("Yes, without a card")
        for answers in (("Knee",), ("Knee pain",), ("Me", "Male", "40 to 59"), ("About a week",)):
            expect(walk._named(answers[0])).to_be_visible()
            _begins_at_its_top(kiosk.page)
            walk.on(answers[0], *answers)
        walk.comes_to_a_department()
        _begins_at_its_top(kiosk.page)


def _begins_at_its_top(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('.middle').scrollTop === 0")
    expect(page.get_by_role("main").get_by_role("heading", level=1).first).to_be_in_viewport(ratio=0.9)


def test_a_knee_is_few_tabs_away(english_kiosk: Kiosk) -> None:
    walk = Walk(english_kiosk).on("I feel unwell").on("Yes, without a card")
    page = english_kiosk.page
    expect(page.get_by_role("toolbar").get_by_role("button", name="Knee", exact=True)).to_be_visible()
    page.get_by_role("button", name=catalogue("kiosk", "en")["talk.typeInstead"]).focus()
    for _ in range(12):  # eight complaints, the side of the body, and the body is one stop
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.closest('.body-parts') !== null"):
            break
    else:
        raise AssertionError("the body is more than twelve tabs away")
    for _ in range(16):
        if page.evaluate("() => document.activeElement.textContent") == "Knee":
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    walk.on("Knee pain")
