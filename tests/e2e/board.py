"""A reception nurse at the board in a real browser."""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.desk import Desk


class Board(Desk):
    path = "/board"

    def comes(self) -> "Board":
        self.sign_in("nurse")
        expect(self.page.get_by_role("heading", level=1, name=self.word("board.title"))).to_be_visible()
        self.shows(self.word("board.strip.live"))
        self.meets("board")
        return self

    # --- what stands there -------------------------------------------------------------------------------------------

    @property
    def cards(self) -> Locator:
        return self.page.get_by_role("navigation", name=self.word("board.cards")).get_by_role("button")

    def card(self, words: str) -> Locator:
        return self.cards.or_(self.page.locator("details.over").get_by_role("button")).filter(has_text=words).first

    def unfolds_what_is_over(self) -> None:
        self.page.locator("details.over > summary").click()

    def worse_than(self, words: str) -> set[str]:
        """The levels of the cards above the one with these words."""
        texts = self.cards.all_inner_texts()
        place = next(number for number, text in enumerate(texts) if words in text)
        return {text.splitlines()[0].strip() for text in texts[:place]}

    @property
    def session(self) -> Locator:
        return self.page.get_by_role("article", name=self.word("board.session"))

    @property
    def transcript(self) -> Locator:
        return self.session.get_by_role("log", name=self.word("board.transcript"))

    @property
    def beside(self) -> Locator:
        """What is understood, the alerts, the department."""
        return self.session.get_by_role("region", name=self.word("board.understood"))

    def panel(self, title: str) -> Locator:
        return self.session.get_by_role("region", name=self.word(title))

    # --- what a nurse does -------------------------------------------------------------------------------------------

    def opens(self, words: str) -> None:
        """Chooses the session whose card has these words."""
        self.card(words).click()
        expect(self.card(words)).to_have_attribute("aria-current", "true")
        expect(self.transcript).to_contain_text(words)
        self.meets("session")

    def command(self, name: str) -> Locator:
        bar = self.page.get_by_role("toolbar", name=self.word("board.bar"))
        return bar.get_by_role("button", name=re.compile(f"^{re.escape(self.word(f'board.command.{name}'))}"))

    def takes_over(self) -> None:
        self.command("take").click()
        expect(self.command("release")).to_be_enabled()
        self.meets("taken over")

    def writes(self, words: str) -> None:
        panel = self.panel("board.message.title")
        if not panel.is_visible():
            self.command("message").click()
        panel.get_by_role("textbox").fill(words)
        panel.get_by_role("button", name=self.word("board.message.send"), exact=True).click()
        expect(self.transcript).to_contain_text(words)

    def reroutes(self, department: str, reason: str) -> None:
        self.command("reroute").click()
        panel = self.panel("board.reroute.title")
        panel.get_by_role("searchbox").or_(panel.get_by_role("textbox")).first.fill(department)
        self.meets("reroute")
        panel.get_by_role("option", name=department, exact=True).click()
        panel.get_by_label(self.word("board.reroute.reason")).fill(reason)
        panel.get_by_role("button", name=self.word("board.reroute.go"), exact=True).click()
        expect(panel).to_be_hidden()
        expect(self.beside).to_contain_text(department)

    def acknowledges(self, reason: str) -> None:
        self.command("acknowledge").click()
        panel = self.panel("board.acknowledge.title")
        panel.get_by_label(self.word("board.acknowledge.reason")).fill(reason)
        self.meets("acknowledge")
        panel.get_by_role("button", name=self.word("board.acknowledge.go"), exact=True).click()

    def hands_back(self) -> None:
        self.command("release").click()
        expect(self.command("take")).to_be_enabled()
