"""A patient at the kiosk in a real browser: comes in, agrees, says, taps, and sees what the screen shows."""

import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, Response, expect

from tests.e2e.axe import Axe
from tests.e2e.words import catalogue

MOST_PAGES = 16
OVER = {"emergency", "private", "with_nurse", "ended", "suspended"}
# What somebody taps who has nothing to tell: the first of these keys that is on the screen.
ORDINARY = ("self_female", "self", "female", "middle", "none", "no", "finish", "unsure", "yes")


class Kiosk:
    def __init__(self, page: Page, axe: Axe, *, language: str = "zh") -> None:
        self.page, self.axe, self.language = page, axe, language
        self.told: dict[str, Any] = {}  # the server's last answer: what the screen is to show
        page.goto("/")
        expect(page.get_by_role("button", name="I feel unwell")).to_be_visible()
        self.meets("welcome")

    # --- finding things by their names -------------------------------------------------------------------------------

    def word(self, key: str) -> str:
        return catalogue("kiosk", self.language)[key]

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def shows(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible()

    def shows_not(self, words: str) -> None:
        expect(self.page.get_by_text(words)).to_have_count(0)

    @property
    def text(self) -> str:
        """All that stands on the screen."""
        return self.page.locator("body").inner_text()

    @property
    def day(self) -> date:
        """The day of the visit: that of the booked time, else today."""
        booking = self.told["booking"]
        return datetime.fromisoformat(booking["starts"]).date() if booking else date.today()

    @property
    def department(self) -> str:
        """The department the kiosk names, as it is written on the screen."""
        name: str = self.told["recommendation"]["department"]["name"]
        expect(self.page.get_by_role("heading", level=1, name=name)).to_be_visible()
        return name

    # --- what a patient does -----------------------------------------------------------------------------------------

    def comes_in(self, way: str = "welcome.unwell") -> "Kiosk":
        if way == "welcome.question":
            self.button(self.word(way)).click()
            way = "ask.inWords"
        self.does("/sessions", self.button(self.word(way)).click)
        return self

    def agrees(self) -> "Kiosk":
        self.presses("consent.yesQuestion" if self.told["entry"] == "question" else "consent.yes", "/consent")
        return self

    def declines(self) -> None:
        self.presses("consent.no", "/consent")

    def as_guest(self) -> "Kiosk":
        """In, agreed, and on without a number."""
        self.comes_in().agrees()
        self.presses("identity.guest", "/identity")
        return self

    def identifies(self, number: str, born: str, *, call: str = "/identity") -> None:
        self.page.get_by_label(self.word("identity.number"), exact=True).fill(number)
        for part, digits in zip(("year", "month", "day"), born.split("-"), strict=True):
            self.page.get_by_label(self.word(f"identity.{part}"), exact=True).fill(digits)
        self.presses("identity.send", call)

    def says(self, words: str) -> str:
        """Types and sends; returns what the kiosk answers."""
        self.types()
        self.page.get_by_role("textbox").last.fill(words)
        self.does("/turns", self.button(self.word("talk.send")).click)
        return self.heard

    def types(self) -> None:
        """Unfolds the box for words."""
        self.goes_to_the_questions()
        if (typing := self.button(self.word("talk.typeInstead"))).is_visible():
            typing.click()

    def taps(self, *answers: str) -> str:
        """Tiles by their words: one goes at a touch; of a page that takes several these and no others, with "go on"."""
        self.goes_to_the_questions()
        if self.asked == "who" and len(answers) == 1 and (key := self.key_of(answers[0])) in self.people:
            self.tells_who(key)
            return self.heard
        filled_in = {one["label"]: one["quote"] is not None for one in self.told["question"]["options"]}
        if self.told["question"]["several"] and set(answers) <= set(filled_in):
            for label, chosen in filled_in.items():
                if (label in answers) is not chosen:
                    self.tile(label).click()
            self.goes_on()
        else:
            (answer,) = answers
            self.does("/turns", self.page.get_by_role("button", name=answer, exact=True).first.click)
        return self.heard

    def goes_to_the_questions(self) -> None:
        """From the page of the department, or of the nurse who was called, where it stands before the questions."""
        if (button := self.button(self.word("called.goOn"))).is_visible():
            button.click()
        if not self.told.get("question") or not self.told["recommendation"]:
            return
        count = {"zh": r"^(再答\d+个|再告诉)", "en": "(for|word more for) your doctor$"}[self.language]
        if (button := self.page.locator(".go-acts").get_by_role("button", name=re.compile(count))).is_visible():
            button.click()

    @property
    def people(self) -> set[str]:
        """Keys of whom the page may be about, with their sex where it is not told yet."""
        return {key for key in self.labels if key.partition("_")[0] in ("self", "child", "other")}

    def key_of(self, label: str) -> str:
        return next((key for key, words in self.labels.items() if words == label), "")

    def tells_who(self, key: str) -> None:
        """A fact a tile: who, and their sex; without the age, which is asked then."""
        relation, _, sex = key.partition("_")
        self.button(self.word(f"person.{relation}")).click()
        fact = f"person.child.{sex}" if relation == "child" else f"person.{sex}"
        if sex and (tile := self.button(self.word(fact))).count():
            tile.click()
        self.goes_on()

    def taps_key(self, key: str) -> str:
        """The tile or way out with this key; what was filled in and is not so is left out."""
        self.goes_to_the_questions()
        if key == "none" and self.filled_in:
            self.button(self.labels[key]).click()  # the first touch takes back what was filled in
            self.goes_on()
            return self.heard
        return self.taps(self.labels[key])

    def taps_in_rows(self, *keys: str) -> str:
        """Tiles of a page that asks several, each in its own row, beside what stands chosen there; then "go on"."""
        self.goes_to_the_questions()
        titles = {row["key"]: row["text"] for row in self.told["question"]["rows"]}
        for key in keys:
            row = self.page.get_by_role("group", name=titles[key.partition("/")[0]], exact=True)
            row.locator(".tile").filter(has_text=self.labels[key]).first.click()
        self.goes_on()
        return self.heard

    def goes_on(self) -> None:
        self.goes_to_the_questions()
        name = re.compile({"zh": "继续", "en": "^Go on"}[self.language])
        self.does("/turns", self.page.locator(".answers").get_by_role("button", name=name).click)

    def tile(self, words: str) -> Locator:
        """One of several that may be chosen."""
        return self.page.locator(".answers .tile-square").filter(has_text=re.compile(f"^{re.escape(words)}"))

    @property
    def asked(self) -> str | None:
        """The key of the page on the screen; None when nothing is asked."""
        return str(self.told["question"]["key"]) if self.told["question"] else None

    @property
    def labels(self) -> dict[str, str]:
        """The words of every tile and way out on the screen, by their keys."""
        question = self.told["question"] or {"options": [], "ways_out": []}
        return {one["key"]: one["label"] for one in (*question["options"], *question["ways_out"])}

    def answers(self, but: Callable[[str], str | None] = lambda key: None) -> None:
        """Page after page, as one who has nothing to tell, until nothing is asked; `but` may know words or a tile."""
        for _ in range(MOST_PAGES):
            if self.asked is None or self.told["phase"] != "conversation":
                return
            answer = but(self.asked)
            if answer is not None and answer not in self.labels:
                self.says(answer)
            elif answer is not None:
                self.taps_key(answer)
            else:
                self.taps_what_is_ordinary()
        raise AssertionError(f"still asked after {MOST_PAGES} answers: {self.heard}")

    def to_page(self, key: str) -> None:
        """Answers, as one who has nothing to tell, until this page is on the screen."""
        for _ in range(MOST_PAGES):
            if self.asked == key:
                return
            assert self.asked is not None, f"{key} was not asked"
            self.taps_what_is_ordinary()
        raise AssertionError(f"{key} was not asked")

    def taps_what_is_ordinary(self) -> None:
        """What was filled in from the words is so; else there is nothing to tell."""
        rows = [row["key"] for row in self.told["question"]["rows"]]
        nothing = [key for key in (f"{row}/none" for row in rows) if key in self.labels]
        if nothing:
            self.taps_in_rows(*nothing)
        elif self.filled_in:
            self.goes_on()
        else:
            self.taps_key(next(key for key in (*ORDINARY, *self.labels) if key in self.labels))

    @property
    def filled_in(self) -> bool:
        """Tiles stand chosen because of the patient's words."""
        question = self.told["question"]
        return question is not None and any(option["quote"] for option in question["options"])

    def presses(self, key: str, call: str) -> None:
        self.does(call, self.button(self.word(key)).click)

    def books(self, place: int = 0) -> str:
        """The free time at that place of the list; returns its words."""
        times = self.free_times()
        words = times.nth(place).inner_text()
        times.nth(place).click()
        self.presses("go.book", "/booking")
        return words

    def free_times(self) -> Locator:
        """The free times, unfolded."""
        group = self.page.get_by_role("group", name=self.word("go.slots"))
        if group.count() == 0:
            self.page.get_by_role("button", name=re.compile(f"^{self.word('go.times')}")).click()
        return group.get_by_role("button")

    def sees_the_way(self) -> None:
        self.button(self.word("go.showWay")).click()
        self.meets("way")

    def calls_a_nurse(self) -> None:
        self.does("/nurse", self.button(self.word("frame.callNurse")).click, settles=False)
        expect(self.page.get_by_role("heading", level=1, name=self.word("frame.nurseCalled"))).to_be_visible()
        self.meets("called")

    def taps_another(self) -> None:
        """The card's other departments."""
        self.does("/turns", self.button(self.word("go.another")).click)

    def finishes(self) -> None:
        self.button(self.word("frame.finish")).click()
        self.presses("finish.now", "/finish")

    # --- what comes back ---------------------------------------------------------------------------------------------

    @property
    def heard(self) -> str:
        return str(self.told["reply"]["text"]) if self.told["reply"] else ""

    def meets(self, what: str) -> None:
        """Lets axe look at the page, once for everything it can show."""
        page = self.page.locator("html")
        display = [page.get_attribute(name) or "-" for name in ("data-theme", "data-large", "data-low")]
        question = self.told.get("question") or {}
        parts = [name for name in ("body_map", "pad", "several", "options") if question.get(name)]
        self.axe.look(self.page, "kiosk", what, self.language, *display, *parts)

    def settles(self) -> None:
        """Waits until the screen shows the server's last answer."""
        phase, reply = self.told["phase"], self.told["reply"]
        self.language = self.told["language"]
        if self.told["nurse_called"] and phase == "conversation" and self.on_the_way:
            expect(self.page.get_by_role("heading", level=1, name=self.word("frame.nurseCalled"))).to_be_visible()
        elif reply and phase in ("conversation", "recommendation", "emergency"):
            # The page of the department shows what names it; only what is said beside it stands there in words.
            shown = reply["text"] if reply["beside"] is None else reply["beside"]
            place = self.page.get_by_text(shown, exact=True) if shown else self.page.locator(".go-name, .named")
            expect(place.first).to_be_visible()
        elif phase not in OVER:
            expect(self.page.get_by_role("heading", level=1, name=self.word(f"{phase}.title"))).to_be_visible()
        self.meets(phase)

    @property
    def on_the_way(self) -> bool:
        """The patient asked for a person on this screen, and its page is shown."""
        return self.page.locator(".called-page").is_visible()

    def does(self, call: str, command: Callable[[], None], *, settles: bool = True) -> None:
        """Does something, and waits for the server's answer to it and until the screen shows that."""

        def is_answer(response: Response) -> bool:
            return response.request.method == "POST" and urlsplit(response.url).path.endswith(call)

        with self.page.expect_response(is_answer) as answer:
            command()
        assert answer.value.ok, f"{call}: {answer.value.status} {answer.value.text()}"
        if call == "/slip":
            return
        self.told = answer.value.json()
        if settles:
            self.settles()
