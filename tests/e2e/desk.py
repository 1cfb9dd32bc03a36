"""What the two desk screens have in common: the door."""

from playwright.sync_api import Locator, Page, expect

from frontdesk.commands.demonstration import PASSWORD
from tests.e2e.axe import Axe
from tests.e2e.words import catalogue


class Desk:
    """A member of staff at a desk screen."""

    path: str

    def __init__(self, page: Page, axe: Axe, *, language: str = "en") -> None:
        self.page, self.axe, self.language = page, axe, language

    def word(self, key: str) -> str:
        return catalogue("desk", self.language)[key]

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def sign_in(self, username: str, password: str = PASSWORD) -> None:
        self.page.goto(self.path)
        self.page.get_by_label(self.word("staff.sign_in.username")).fill(username)
        self.page.get_by_label(self.word("staff.sign_in.password")).fill(password)
        self.meets("sign-in")
        self.button(self.word("staff.sign_in.go")).click()

    def shows(self, words: str) -> None:
        expect(self.page.get_by_text(words).first).to_be_visible()

    def meets(self, what: str) -> None:
        self.axe.look(self.page, self.path, what, self.language)
