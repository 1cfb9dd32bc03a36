"""Management looks at a report, downloads a table and prints."""

from pathlib import Path

from tests.e2e.axe import Axe
from tests.e2e.chromium import DESK, Windows

PASSWORD = "frontdesk-demo"


def test_management_reads_downloads_and_prints_a_report(windows: Windows, axe: Axe) -> None:
    page = windows.open(DESK, locale="en-GB")
    page.goto("/reports")
    page.get_by_label("User name").fill("manager")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")

    page.get_by_role("heading", name="Report of a day").wait_for()
    page.get_by_role("heading", name="Time to acknowledge an alarm").wait_for()
    axe.look(page, "reports", "day")
    page.get_by_role("button", name="Week").click()
    page.get_by_role("heading", name="Report of a week").wait_for()
    assert "of=week" in page.url

    with page.expect_download() as started:
        page.get_by_role("button", name="Download as CSV: Waits").click()
    sheet = Path(started.value.path()).read_text("utf-8")
    assert sheet.startswith("\ufeffWhat,Number,Median (seconds)")

    page.get_by_role("button", name="Later").click()
    page.get_by_role("alert").get_by_text("This period begins in the future.").wait_for()
    page.get_by_role("button", name="中文").click()
    page.get_by_role("button", name="往前").click()
    page.get_by_role("heading", name="周报").wait_for()
    axe.look(page, "reports", "week", "zh")

    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="打印").is_visible()
    assert page.get_by_role("heading", name="周报").is_visible()
