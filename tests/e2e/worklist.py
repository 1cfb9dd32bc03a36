"""A doctor, or whoever may read, at the worklist in a real browser."""

from datetime import date

from playwright.sync_api import Locator, expect

from tests.e2e.desk import Desk


class Worklist(Desk):
    path = "/worklist"

    def comes(self, username: str = "doctor", *, department: str | None = None) -> "Worklist":
        self.sign_in(username)
        expect(self.patients).to_be_visible()
        if department is not None:
            self.chooses(department)
        return self

    def chooses(self, department: str) -> None:
        """The department whose day is read; a doctor's is given."""
        self.page.get_by_label(self.word("board.department"), exact=True).select_option(label=department)
        expect(self.page.get_by_role("heading", level=1, name=department)).to_be_visible()

    def turns_to(self, day: date) -> None:
        """The day of a booked time, which may be tomorrow or after the weekend."""
        for _ in range((day - date.today()).days):
            self.button(self.word("worklist.day_after")).click()

    @property
    def patients(self) -> Locator:
        return self.page.get_by_role("navigation", name=self.word("worklist.patients"))

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("article")

    @property
    def beside(self) -> Locator:
        """What stands beside the page: questions, the visit that is written, the signature."""
        return self.page.get_by_role("region", name=self.word("worklist.beside"))

    def opens(self, words: str) -> None:
        """The patient in whose line these words stand."""
        row = self.patients.get_by_role("button").filter(has_text=words).first
        row.click()
        expect(row).to_have_attribute("aria-current", "true")
        expect(self.sheet).to_contain_text(words)
        self.meets("page")

    def part(self, section: str) -> Locator:
        """The statements under one heading."""
        heading = self.page.get_by_role("heading", level=3, name=self.word(f"worklist.section.{section}"))
        return self.sheet.locator("section").filter(has=heading).first  # 没有 comes before 没有问到

    def sentence(self, words: str) -> Locator:
        return self.sheet.get_by_role("link").filter(has_text=words).first

    def footnote(self, words: str) -> Locator:
        """What stands in the margin beside a sentence: the patient's own words."""
        return self.sentence(words).locator("xpath=..").locator("q")
