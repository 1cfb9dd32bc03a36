"""What is shown: few pages and taps to the department, the way in pictures, where things are, every page at its top."""

import re
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


def test_a_sore_knee_is_five_pages_and_seven_taps(english_kiosk: Kiosk) -> None:
    walk = Walk(english_kiosk).on("I feel unwell").on("Yes, I have no card here").on("Knee").on("Knee pain")
    walk.on("Me", "Me", "Male", "40 to 59")
    assert walk.comes_to_a_department() == "Orthopaedics"
    assert (walk.pages, walk.taps) <= (5, 7)


def test_a_childs_fever_is_six_pages_and_nine_taps(english_kiosk: Kiosk) -> None:
    walk = (
        Walk(english_kiosk).on("I feel unwell").on("Yes, I have no card here").on("Fever", "Fever", "Go on: 1 chosen")
    )
    walk.on("My child", "My child", "A girl", "1 to 3 years").on("None of these").on("38.5 °C")
    assert walk.comes_to_a_department() in ("Children's Fever Clinic", "Paediatrics")
    assert walk.pages <= 6
    assert walk.taps <= 9


def test_a_follow_up_with_a_card_is_five_pages_and_eight_taps(english_kiosk: Kiosk) -> None:
    walk = Walk(english_kiosk).on("I am back for a follow-up").on("Yes, I have my patient card")
    expect(walk.page.get_by_label("Patient number")).to_be_focused()
    walk.page.keyboard.type(f"{CARD}\n")  # as a scanner does
    year, month, day = BORN
    walk.on(year[0], *year, month, day, "Continue").on("Better")
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
        name = places.nth(place).locator(".tile-words").inner_text().splitlines()[0]  # beneath: that it is shut
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
        kiosk.page.get_by_role("button", name=re.compile(f"^{department}")).click()
        expect(kiosk.page.locator(".floor-goal")).to_have_text(room)
        drawn.append(kiosk.page.locator(".way-whole").inner_html())
        kiosk.button("Back").click()
        kiosk.button("Back").click()
    assert drawn[0] != drawn[1]


LAPTOP = {"width": 1366, "height": 768}
TWICE = ({"width": 540, "height": 960}, {"width": 960, "height": 540})
SHAPES = [
    *((size, large) for size in (KIOSK, DESK, LAPTOP) for large in (False, True)),
    *((size, False) for size in TWICE),
]


@pytest.mark.parametrize(("size", "large"), SHAPES)
def test_room_and_steps_are_in_sight_and_letters_in_their_boxes(
    new_kiosk: Callable[..., Kiosk], size: dict[str, int], large: bool
) -> None:
    kiosk = new_kiosk("en", size)
    kiosk.button("I have a question").click()
    if large:
        kiosk.page.locator("button:has(.aa)").click()
    for department in ("Pain Clinic", "Orthopaedics", "Children's Fever Clinic"):
        kiosk.button("A department").click()
        kiosk.page.get_by_role("button", name=re.compile(f"^{department}")).click()  # it may say that it is shut
        steps = kiosk.page.locator(".way-step")
        expect(steps).to_have_count(3)
        expect(kiosk.page.locator(".way-where .go-room")).to_be_in_viewport(ratio=1)
        for step in steps.all():
            expect(step).to_be_in_viewport(ratio=0.9)
        assert not kiosk.page.evaluate(OUT_OF_THEIR_BOXES)
        kiosk.button("Back").click()
        kiosk.button("Back").click()


OUT_OF_THEIR_BOXES = """() => [...document.querySelectorAll('.floor-label')].filter((label) => {
  const box = label.querySelector('rect').getBoundingClientRect();
  return [...label.querySelectorAll('text')].some((text) => {
    const words = text.getBoundingClientRect();
    return words.left < box.left - 1 || words.right > box.right + 1;
  });
}).map((label) => label.textContent)"""


@pytest.mark.parametrize(("size", "large"), SHAPES)
def test_question_and_main_buttons_are_in_sight_in_every_shape(
    new_kiosk: Callable[..., Kiosk], size: dict[str, int], large: bool
) -> None:
    kiosk = new_kiosk("en", size)
    if large:
        kiosk.button(kiosk.word("frame.largeBoth")).click()
    walk = Walk(kiosk)
    _is_in_sight(kiosk.page, "I feel unwell", "我想问点事")
    walk.on("I feel unwell")
    _is_in_sight(kiosk.page, "Yes, I have no card here")
    walk.on("Yes, I have no card here")
    first = ("Fever",) if size in TWICE else ("Fever", "Sore throat", "Head", "Foot", "Something else")
    _is_in_sight(kiosk.page, *first)
    for answers in (("Knee",), ("Knee pain",), ("Me", "Male", "40 to 59")):
        expect(walk._named(answers[0])).to_be_visible()
        _is_in_sight(kiosk.page, *() if answers[0] == "Knee" else answers[:1])
        walk.on(answers[0], *answers)
    walk.comes_to_a_department()
    _is_in_sight(kiosk.page, "Show and print the way")
    kiosk.button("Show and print the way").click()
    _is_in_sight(kiosk.page, "Print a slip", "Back")
    kiosk.button("Back").click()
    kiosk.goes_to_the_questions()
    assert kiosk.asked == "background"
    expect(kiosk.page.get_by_role("heading", level=1).first).to_be_in_viewport(ratio=0.9)
    if size not in TWICE:  # there the department alone fills the first screen
        _is_in_sight(kiosk.page)
    kiosk.calls_a_nurse()
    _is_in_sight(kiosk.page, kiosk.word("called.goOn"))


def _is_in_sight(page: Page, *names: str) -> None:
    """The page is at its top, its heading there, and no button of these, nor the one that goes on, is cut off."""
    page.wait_for_function("() => document.querySelector('.middle').scrollTop === 0")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1).first).to_be_in_viewport(ratio=0.9)
    wanted = [
        main.get_by_role("button", name=name, exact=True).or_(main.get_by_text(name, exact=True)) for name in names
    ]
    for button in (*(one.first for one in wanted), *main.locator(".go-on").all()):
        expect(button).to_be_in_viewport(ratio=0.98)


# What is read of a page, as the front end finds it; each in its language.
READ = """() => {
  const blocks = "h1, h2, h3, p, li, legend, label, button";
  const hidden = "[hidden], [aria-hidden=true], .visually-hidden, .keyboard";
  return [...document.querySelectorAll("main :is(" + blocks + ")")]
    .filter((one) => !one.closest(hidden) && !one.querySelector(blocks) && one.checkVisibility())
    .flatMap((one) => one.querySelector("[lang]") ? [...one.querySelectorAll("[lang]")] : [one])
    .map((one) => ({ text: one.innerText.replace(/\\s+/g, " ").trim(),
      language: one.closest("[lang]").lang.startsWith("zh") ? "zh" : "en" }))
    .filter(({ text }) => /[\\p{L}]/u.test(text)); }"""
ASK = """async ([path, body]) => {
  const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify(body) });
  return answer.status; }"""


@pytest.mark.parametrize("language", ["zh", "en"])
def test_everything_on_the_pages_of_results_places_and_calls_can_be_read_aloud(
    new_kiosk: Callable[..., Kiosk], language: str
) -> None:
    kiosk = new_kiosk(language)
    _is_readable(kiosk, session=False)
    kiosk.button(kiosk.word("welcome.question")).click()
    expect(kiosk.page.locator(".places").get_by_role("button")).to_have_count(12)
    _is_readable(kiosk, session=False)
    kiosk.page.locator(".places").get_by_role("button").nth(3).click()
    _is_readable(kiosk, session=False)
    kiosk.page.reload()
    kiosk.as_guest().taps_key("fact:finding:rash")
    kiosk.answers(lambda key: "fact:finding:rash" if key == "open" else None)
    expect(kiosk.page.locator(".go-name")).to_be_visible()
    _is_readable(kiosk)
    kiosk.sees_the_way()
    _is_readable(kiosk)
    kiosk.calls_a_nurse()
    _is_readable(kiosk)


def _is_readable(kiosk: Kiosk, *, session: bool = True) -> None:
    path = f"/api/sessions/{kiosk.told['session_id']}/speech" if session else "/api/speech"
    for spoken in kiosk.page.evaluate(READ):
        assert kiosk.page.evaluate(ASK, [path, spoken]) == 200, spoken


def test_a_knee_is_few_tabs_away(english_kiosk: Kiosk) -> None:
    walk = Walk(english_kiosk).on("I feel unwell").on("Yes, I have no card here")
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
