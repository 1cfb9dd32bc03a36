"""A member of staff sets up a second factor, and comes in with it."""

import pyotp
import pytest
from playwright.sync_api import expect

from frontdesk.commands.demonstration import PASSWORD
from tests.e2e.axe import Axe
from tests.e2e.chromium import DESK, Windows
from tests.e2e.conftest import LOCALES
from tests.e2e.words import catalogue


@pytest.mark.parametrize("language", ["zh"])
def test_a_second_factor_is_set_up_asked_for_and_turned_off(windows: Windows, axe: Axe, language: str) -> None:
    words, page = catalogue("desk", language), windows.open(DESK, locale=LOCALES[language])

    def press(key: str) -> None:
        page.get_by_role("button", name=words[key], exact=True).click()

    # given a manager who signs in and sets a second factor up
    page.goto("/staff/security")
    page.get_by_label(words["staff.sign_in.username"]).fill("manager")
    page.get_by_label(words["staff.sign_in.password"]).fill(PASSWORD)
    press("staff.sign_in.go")
    press("security.second.begin")
    secret = page.locator(".second-factor-secret").inner_text().replace(" ", "")
    page.get_by_label(words["staff.code"]).fill(pyotp.TOTP(secret).now())
    press("security.second.confirm")
    # then ten recovery codes are told, once
    codes = page.locator(".recovery-codes li")
    expect(codes).to_have_count(10)
    axe.look(page, "security", "recovery codes", language)
    recovery = codes.first.inner_text()
    press("security.codes.done")
    expect(codes).to_have_count(0)
    # when they come again, then the password alone is not enough
    press("staff.sign_out")
    page.get_by_label(words["staff.sign_in.username"]).fill("manager")
    page.get_by_label(words["staff.sign_in.password"]).fill(PASSWORD)
    press("staff.sign_in.go")
    code = page.get_by_label(words["staff.code"])
    expect(code).to_be_focused()
    axe.look(page, "staff", "code", language)
    code.fill(recovery)
    press("staff.sign_in.go")
    # and with it they can turn it off
    press("security.second.remove")
    expect(page.get_by_role("button", name=words["security.second.begin"])).to_be_visible()
