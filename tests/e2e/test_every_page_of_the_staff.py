"""Every page of every role, in both languages, by keyboard alone and at 200 %; axe looks at each state."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from frontdesk.commands.demonstration import PASSWORD, STAFF
from frontdesk.evaluation.browser import Browser
from frontdesk.evaluation.serving import Server
from tests.e2e.axe import Axe
from tests.e2e.chromium import DESK, Windows
from tests.e2e.conftest import LOCALES
from tests.e2e.reach import tabs_to, wrongs_of_language, wrongs_of_page
from tests.e2e.words import catalogue

PATIENT, BORN, NAME = "P1001", "1958-04-12", "林松涛"
ORDINARY = ("self_female", "self", "female", "middle", "none", "no", "finish", "unsure", "yes")
NAMES = (NAME, *(account.name for account in STAFF), "中文", "English")
INSIDE = "input, textarea, button"


@pytest.fixture(scope="module", autouse=True)
def patients(hospital: Server) -> None:
    """A follow-up and a guest on the list of cardiology, one in danger and one in conversation on the board."""
    follow_up, guest, danger, talking = (Browser(hospital.host, hospital.port) for _ in range(4))
    follow_up.session = follow_up.post("/api/sessions", {"language": "zh", "entry": "follow_up"})
    follow_up.step("consent", {"agreed": True})
    follow_up.step("identity", {"patient_number": PATIENT, "birth_date": BORN})
    follow_up.tap("better")
    guest.arrive("en")
    guest.say("My heart races several times a day for five weeks, I am 45, female, allergic to penicillin")
    for browser in (follow_up, guest):
        _finishes(browser)
    danger.arrive("zh", patient_number=PATIENT, birth_date=BORN)
    danger.say("突然胸痛得厉害，出冷汗，喘不上气")
    talking.arrive("en")
    talking.say("My skin itches on both legs since last week, I am 33, female")


def _finishes(browser: Browser) -> None:
    """Answers as one who has nothing to tell, and goes."""
    while question := browser.session["question"]:
        keys = [option["key"] for option in (*question["options"], *question["ways_out"])]
        nothing = [key for row in question["rows"] if (key := f"{row['key']}/none") in keys]
        filled_in = [option["key"] for option in question["options"] if option["quote"]]
        browser.tap(*(nothing or filled_in or [next(key for key in (*ORDINARY, *keys) if key in keys)]))
    browser.step("finish")


class Keyboard:
    """A member of staff without a mouse; what is wrong anywhere is gathered and told at the end."""

    def __init__(self, page: Page, axe: Axe, language: str, walked: set[tuple[str, str]]) -> None:
        self.page, self.axe, self.language, self.walked = page, axe, language, walked
        self.wrongs: list[str] = []
        self.words = {**catalogue("desk", language), **catalogue("admin", language), **catalogue("reports", language)}

    def signs_in(self, username: str) -> None:
        self.page.goto("/staff")
        expect(self.page.get_by_label(self.words["staff.sign_in.username"])).to_be_focused()
        if username == STAFF[0].username:  # the same for everybody
            self.looks("sign-in")
        tabs_to(self.page, self.page.get_by_label(self.words["staff.sign_in.username"]))
        self.page.keyboard.type(username)
        self.page.keyboard.press("Tab")
        self.page.keyboard.type(PASSWORD)
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".start-doors")).to_be_visible()

    def button(self, key: str, within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=self.words[key]).first

    def goes_to(self, control: Locator) -> None:
        """At once: that Tab comes there is seen in each state that is looked at."""
        control.focus()

    def presses(self, control: Locator, key: str = "Enter") -> None:
        self.goes_to(control)
        self.page.keyboard.press(key)

    def types(self, box: Locator, words: str, *, sends: bool = True) -> None:
        self.goes_to(box)
        self.page.keyboard.insert_text(words)
        if sends:
            self.page.keyboard.press("Enter")

    def leaves(self, what: Locator) -> None:
        """Closes it by Escape, from inside."""
        self.presses(what.locator(INSIDE).first, "Escape")
        self.is_left(what)

    def is_left(self, what: Locator) -> None:
        """It is gone, and the focus is somewhere."""
        expect(what).to_have_count(0)
        try:
            self.page.wait_for_function("() => document.activeElement !== document.body", timeout=1000)
        except PlaywrightTimeout:
            self.wrongs.append(f"{self.page.url}: the focus is lost after {what}")

    def settles(self) -> None:
        """What is loaded stands there: nothing is busy, nothing says that it is loading."""
        expect(self.page.locator("main")).to_be_visible()
        expect(self.page.locator("main[aria-busy=true], main [aria-busy=true]")).to_have_count(0)
        expect(self.page.get_by_text(self.words["admin.loading"], exact=True)).to_have_count(0)

    def looks(self, what: str) -> None:
        """The page as it stands now: at 200 %, its language, with axe, and by Tab in the language that comes first."""
        path = self.page.evaluate("() => location.pathname")
        walks = (path, what) not in self.walked
        self.walked.add((path, what))
        wrongs = [
            *wrongs_of_page(self.page, walks=walks),
            *wrongs_of_language(self.page, self.language, NAMES),
        ]
        self.wrongs += [f"{path}, {what}: {wrong}" for wrong in wrongs]
        try:
            self.axe.look(self.page, path, what, self.language)
        except AssertionError as grave:
            self.wrongs.append(str(grave))

    def unfolds(self, what: str) -> None:
        """Whatever is folded on the page, one after the other, with Enter; then everything is looked at."""
        folded = self.page.locator("details:not([open]) > summary, [aria-expanded=false]")
        for control in folded.element_handles():
            if control.is_visible() and control.is_enabled():
                control.focus()
                self.page.keyboard.press("Enter")
        self.settles()
        self.looks(what)


@pytest.fixture(scope="module")
def walked() -> set[tuple[str, str]]:
    """States of pages that were gone round by Tab: that does not depend on the language."""
    return set()


@pytest.fixture(params=LOCALES)
def keyboard(request: pytest.FixtureRequest, windows: Windows, axe: Axe, walked: set[tuple[str, str]]) -> Keyboard:
    page = windows.open(DESK, locale=LOCALES[request.param])
    page.add_init_script("window.print = () => { window.printed = true; }")
    return Keyboard(page, axe, request.param, walked)


# --- the main act of each page ---------------------------------------------------------------------------------------


def on_the_board(keyboard: Keyboard) -> None:
    """The nurse opens every panel, and each lets her out by Escape; she takes somebody over, writes, and hands back."""
    page, words = keyboard.page, keyboard.words
    bar = page.get_by_role("toolbar", name=words["board.bar"])
    transcript = page.get_by_role("log", name=words["board.transcript"])
    _chooses(keyboard, "突然胸痛得厉害")
    keyboard.presses(keyboard.button("board.shift"))
    expect(page.locator(".shift-charts svg").first).to_be_visible()
    for name in ("acknowledge", "reroute"):
        panel = page.get_by_role("region", name=words[f"board.{name}.title"])
        keyboard.presses(keyboard.button(f"board.command.{name}", bar))
        expect(panel).to_be_visible()
        keyboard.looks(name)
        keyboard.leaves(panel)
    _chooses(keyboard, "My skin itches on both legs")
    keyboard.presses(keyboard.button("board.command.take", bar))
    expect(page.locator("textarea")).to_be_focused()
    page.keyboard.insert_text("Please wait here.")
    page.keyboard.press("Enter")
    expect(transcript).to_contain_text("Please wait here.")
    keyboard.looks("taken over")
    keyboard.presses(keyboard.button("board.command.release", bar))
    expect(keyboard.button("board.command.take", bar)).to_be_enabled()
    keyboard.presses(keyboard.button("board.command.help", bar))
    keyboard.looks("keys")


def _chooses(keyboard: Keyboard, words: str) -> None:
    """In the column, arrows go from one card to the next."""
    page = keyboard.page
    wanted = page.locator(".card").filter(has_text=words).first
    expect(wanted).to_be_visible()
    keyboard.goes_to(page.locator(".card[aria-current=true]"))
    for _ in range(page.locator(".card").count()):
        if wanted.get_attribute("aria-current") == "true":
            break
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("log", name=keyboard.words["board.transcript"])).to_contain_text(words)


def in_the_records(keyboard: Keyboard) -> None:
    """Whoever reads the list chooses the department, and a patient; instructs in words, and thinks better of it."""
    page, words = keyboard.page, keyboard.words
    name = "Cardiology" if keyboard.language == "en" else "心血管内科"
    departments = page.get_by_label(words["board.department"], exact=True)
    keyboard.goes_to(departments)
    for _ in range(departments.locator("option").all_inner_texts().index(name)):
        page.keyboard.press("ArrowDown")
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()
    keyboard.presses(page.locator(".patient").filter(has_text=NAME))
    expect(page.get_by_role("article")).to_contain_text(NAME)
    box = page.get_by_label(words["records.title"], exact=True).get_by_role("textbox")
    for instruction, what in (
        ("show P1001's last three visits", "found"),
        ("change the drug allergy of 20000002 to penicillin", "preview"),
    ):
        keyboard.presses(box, "ControlOrMeta+a")
        keyboard.types(box, instruction)
        expect(page.locator(".records-answer[aria-busy=false]")).to_be_visible()
        keyboard.unfolds(what)
        keyboard.leaves(page.locator(".records-answer"))


def on_the_worklist(keyboard: Keyboard) -> None:
    """The doctor asks, reads where a sentence comes from, calls, writes the visit, prints and signs."""
    page, words = keyboard.page, keyboard.words
    patients, article = page.locator(".patient"), page.get_by_role("article")
    keyboard.presses(patients.filter(has_text=NAME))
    expect(article).to_contain_text(NAME)
    box = page.get_by_label(words["worklist.ask"], exact=True).get_by_role("textbox")
    keyboard.types(box, "plot the blood pressure")
    expect(page.locator(".ask-picture")).to_be_visible()
    keyboard.presses(keyboard.button("worklist.dislike", page.locator(".sheet-tools")))
    keyboard.unfolds("answer")
    if keyboard.language == "en":  # each language has its own patient to sign for
        keyboard.presses(patients.filter(has_text="five weeks"))
        expect(article).to_contain_text("five weeks")
    sentence = page.locator(".sentence-words").first
    keyboard.presses(sentence)
    expect(page.get_by_role("complementary")).to_be_visible()
    keyboard.looks("conversation")
    keyboard.leaves(page.get_by_role("complementary"))
    keyboard.presses(sentence, "e")
    keyboard.looks("editing")
    keyboard.leaves(page.locator(".editor"))
    keyboard.presses(keyboard.button("worklist.print"))
    page.wait_for_function("() => window.printed")
    keyboard.presses(page.locator(".queue-steps").get_by_role("button").first)
    keyboard.types(page.get_by_label(words["worklist.visit.examination"]), "BP 128/78", sends=False)
    keyboard.types(page.get_by_label(words["worklist.visit.diagnosis"], exact=True), "R00", sends=False)
    keyboard.presses(page.locator(".diagnoses-found button").first)
    expect(page.locator(".diagnoses-chosen li")).to_have_count(1)
    keyboard.types(page.get_by_label(words["worklist.visit.prescription"]), "amoxicillin 500 mg", sends=False)
    keyboard.presses(keyboard.button("worklist.sign.review"))
    sign = page.locator(".covered .button-primary")
    expect(sign).to_be_enabled()
    keyboard.looks("signing")
    keyboard.presses(sign)
    expect(page.locator(".signed")).to_be_visible()
    keyboard.looks("signed")


def in_the_reports(keyboard: Keyboard) -> None:
    """Another period, and a table to take away."""
    page = keyboard.page
    for of in ("shift", "days"):
        keyboard.presses(keyboard.button(f"reports.of.{of}"))
        page.wait_for_function("(of) => location.search.includes(of)", arg=f"of={of}")
        keyboard.settles()
        keyboard.looks(of)
    with page.expect_download():
        keyboard.presses(page.locator(".figures-download").first)


def in_sections(keyboard: Keyboard) -> None:
    """Each section of the menu, with what its first press opens; that is left again without doing it."""
    page = keyboard.page
    menu = page.get_by_role("navigation").get_by_role("link")
    for place in range(menu.count()):
        name = menu.nth(place).inner_text()
        keyboard.presses(menu.nth(place))
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        keyboard.settles()
        openers = page.locator(".section-presses .button, .row-presses .button")
        if openers.count():
            keyboard.presses(openers.first)
            keyboard.settles()
        keyboard.unfolds("section")
        panel = page.locator("form.panel")
        if panel.count():
            keyboard.presses(panel.locator(".button-quiet").last)
            keyboard.is_left(panel)


def as_it_is(keyboard: Keyboard) -> None:
    """A page that has no act of its own here yet: all that is on it, unfolded."""
    keyboard.unfolds("unfolded")


ACTS: dict[tuple[str, str], Callable[[Keyboard], None]] = {
    ("nurse", "/board"): on_the_board,
    ("doctor", "/worklist"): on_the_worklist,
    ("records", "/worklist"): in_the_records,
    ("manager", "/reports"): in_the_reports,
    ("admin", "/admin"): in_sections,
}


@pytest.mark.parametrize("role", [account.username for account in STAFF])
def test_a_day_without_a_mouse(keyboard: Keyboard, role: str) -> None:
    page = keyboard.page
    # given somebody who signs in, and may look after the own security
    keyboard.signs_in(role)
    keyboard.looks("start")
    keyboard.presses(page.locator(".start-further"))
    keyboard.presses(keyboard.button("start.password"))
    keyboard.presses(keyboard.button("security.second.begin"))
    expect(page.locator(".second-factor")).to_be_visible()
    keyboard.looks("security")
    keyboard.presses(page.locator(".start-further"))
    expect(page.locator(".start-doors")).to_be_visible()
    # when they go through every door that is open to them, then each page can be worked with
    doors = [door.get_attribute("href") or "" for door in page.locator(".start-door").all()]
    assert doors
    for door in doors:
        keyboard.presses(page.locator(f".start-door[href='{door}']"))
        expect(page.locator(".corner-name")).to_be_visible()
        page.wait_for_url(f"**{door}*")
        keyboard.settles()
        ACTS.get((role, door), as_it_is)(keyboard)
        keyboard.presses(page.locator(".corner-name"))
        expect(page.locator(".start-doors")).to_be_visible()
    # and they can leave
    keyboard.presses(keyboard.button("staff.sign_out"))
    expect(page.get_by_label(keyboard.words["staff.sign_in.username"])).to_be_visible()
    if keyboard.wrongs:
        pytest.fail("\n".join(keyboard.wrongs), pytrace=False)
