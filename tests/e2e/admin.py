"""The administrator at /admin."""

from playwright.sync_api import Locator, expect

from tests.e2e.desk import Desk
from tests.e2e.words import catalogue


class Admin(Desk):
    path = "/admin"

    def say(self, key: str) -> str:
        return catalogue("admin", self.language)[key]

    def comes(self) -> "Admin":
        self.sign_in("admin")
        self.opens("staff")
        return self

    def opens(self, section: str) -> None:
        """A section by its place in the menu, once something is in its table; axe looks at it."""
        self.page.get_by_role("navigation").get_by_role("link", name=self.say(f"admin.{section}"), exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text(self.say(f"admin.{section}"))
        expect(self.page.locator("main tbody tr, main .table-nothing").first).to_be_visible()
        expect(self.page.get_by_text(self.say("admin.loading"))).to_have_count(0)
        self.meets(section)

    @property
    def form(self) -> Locator:
        return self.page.locator("form.panel")

    def presses(self, key: str, of: str = "") -> None:
        name = f"{self.say(key)}: {of}" if of else self.say(key)
        self.page.get_by_role("button", name=name, exact=True).click()
