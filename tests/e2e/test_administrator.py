"""An administrator's day: nothing of it needs the command line."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.admin import Admin
from tests.e2e.axe import Axe
from tests.e2e.chromium import DESK, Windows

SECTIONS = ("kiosks", "departments", "policies", "guidelines", "model", "content", "settings", "backup", "audit")


def test_somebody_is_added_begins_with_an_own_password_and_finds_what_is_open(
    windows: Windows, new_admin: Callable[..., Admin], axe: Axe
) -> None:
    # given an administrator who adds a nurse
    admin = new_admin().comes()
    admin.presses("admin.staff.add")
    admin.form.get_by_label("User name").fill("wu")
    admin.form.get_by_label("Name", exact=True).fill("Nurse Wu")
    admin.meets("adding")
    admin.form.get_by_role("button", name="Add somebody").click()
    one_time = admin.page.locator(".once-secret").inner_text()
    # when the nurse signs in with the one-time password
    page = windows.open(DESK, locale="en-GB")
    page.goto("/staff")
    page.get_by_label("User name").fill("wu")
    page.get_by_label("Password", exact=True).fill(one_time)
    page.get_by_role("button", name="Sign in").click()
    # then an own one is asked for, and the start page says what is open
    page.get_by_label("New password of your own").fill("quite-another-battery")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Board")).to_be_visible()
    expect(page.get_by_role("link", name="Administration")).to_have_count(0)
    axe.look(page, "/staff", "start")
    # and once the account is disabled, the nurse is signed out
    admin.presses("admin.once.done")
    admin.presses("admin.staff.disable", of="wu")
    admin.form.get_by_role("button", name="Disable").click()
    expect(admin.page.get_by_role("button", name="Enable: wu")).to_be_visible()
    assert page.request.get("/api/me").status == 401


def test_every_section_opens_in_both_languages_and_survives_a_reload(new_admin: Callable[..., Admin]) -> None:
    # given an administrator, in either language
    for language in ("en", "zh"):
        admin = new_admin(language).comes()
        # when each section is opened, it shows what it has, and nothing grave is found by axe
        for section in SECTIONS:
            admin.opens(section)
        # then its address opens it again, also in a narrow window
        admin.page.set_viewport_size({"width": 640, "height": 480})
        admin.page.reload()
        expect(admin.page.get_by_role("heading", level=1)).to_have_text(admin.say("admin.audit"))
        admin.meets("narrow")


def test_a_draft_is_tried_out_as_a_visitor_would_ask(new_admin: Callable[..., Admin]) -> None:
    # given a policy whose text is edited
    admin = new_admin().comes()
    admin.opens("policies")
    admin.presses("admin.texts.edit", of="Where may I smoke?")
    admin.page.get_by_label("Text (English)").fill("In the garden behind the Outpatient Building.")
    # when it is asked as a visitor would ask
    admin.page.get_by_role("textbox", name="Ask as a visitor would").fill("Where may I smoke?")
    admin.presses("admin.policies.ask")
    # then what the kiosk would say is shown, and the draft is kept without a kiosk saying it
    admin.shows("The kiosk would answer from this draft:")
    admin.meets("a draft tried out")
    admin.presses("admin.texts.save_draft")
    admin.shows("published, a draft waits")
    # and what was done is in the trail, which is whole
    admin.opens("audit")
    admin.shows("policy, draft, smoking")
    admin.presses("admin.audit.verify")
    admin.shows("Whole: ")
