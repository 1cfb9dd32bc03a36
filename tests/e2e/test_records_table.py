"""The records office's day: a table sorted, filtered and exported; a patient corrected; two numbers made one."""

import re
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.e2e.axe import Axe
from tests.e2e.chromium import DESK, Windows
from tests.e2e.desk import Desk
from tests.e2e.words import catalogue

AT_TWICE_THE_SIZE = {"width": DESK["width"] // 2, "height": DESK["height"] // 2}


class Sheet(Desk):
    path = "/records"

    def word(self, key: str) -> str:
        return {**catalogue("desk", self.language), **catalogue("records", self.language)}[key]

    @property
    def rows(self) -> Locator:
        return self.page.get_by_role("row").filter(has=self.page.get_by_role("gridcell"))

    @property
    def pane(self) -> Locator:
        return self.page.get_by_role("complementary")

    def finds(self, words: str) -> None:
        self.page.get_by_role("textbox", name=self.word("sheet.table.search"), exact=True).fill(words)
        self.page.keyboard.press("Enter")

    def counts(self) -> None:
        """Those of the demonstration, and of whatever journeys ran before."""
        expect(self.page.get_by_role("status").filter(has_text=re.compile(r"\b[2-9]\d\d records"))).to_be_visible()

    def meets(self, what: str) -> None:
        self.axe.look(self.page, self.path, what, self.language)


def test_the_records_office_sorts_exports_corrects_and_merges(windows: Windows, axe: Axe) -> None:
    # given the records office at its table
    office = Sheet(windows.open(DESK, locale="en-GB"), axe)
    office.sign_in("records")
    office.counts()
    office.meets("table")
    # when a patient's number is looked for, and the oldest put first with keys alone
    office.finds("p1034")
    expect(office.rows.first).to_contain_text("P1034")
    header = office.page.get_by_role("columnheader", name="Visit")
    header.focus()
    office.page.keyboard.press("Enter")
    expect(header).to_have_attribute("aria-sort", "ascending")
    assert "q=p1034" in office.page.url and "descending=false" in office.page.url
    # then what is exported is what is shown
    with office.page.expect_download() as started:
        office.page.get_by_role("button", name=office.word("sheet.table.export")).click()
    sheet = Path(started.value.path()).read_text("utf-8").splitlines()
    assert sheet[0].startswith("\ufeffVisit,Outpatient number,Patient number,Name")
    assert sheet[1].split(",")[2] == "P1034"
    # when the first is opened by keyboard
    for key in ("Tab", "ArrowDown", "Enter"):
        office.page.keyboard.press(key)
    expect(office.pane).to_contain_text(office.word("sheet.history.title"))
    # and the patient's telephone is corrected, with a preview before
    office.pane.get_by_role("tab", name=re.compile("Patient")).click()
    phone = office.pane.get_by_label(office.word("sheet.patient.phone"))
    phone.fill("call her")
    phone.press("Enter")
    expect(office.pane).to_contain_text(office.word("sheet.wrong.no_phone"))
    phone.fill("+86 138 0000 0000")
    phone.press("Enter")
    expect(office.pane.locator("ins")).to_have_text("+86 138 0000 0000")
    office.meets("correction")
    office.button(office.word("sheet.patient.confirm")).click()
    expect(office.pane.get_by_role("status")).to_contain_text(office.word("sheet.patient.done"))
    # when it turns out that she has another number too
    office.button(office.word("sheet.merge.title")).click()
    office.page.keyboard.type("P1033")
    office.page.keyboard.press("Enter")
    expect(office.pane.get_by_role("table").first).to_contain_text("No longer used: P1033")
    office.page.set_viewport_size(AT_TWICE_THE_SIZE)
    assert office.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "no scrolling sideways"
    office.meets("merge at twice the size")
    office.page.set_viewport_size(DESK)
    office.pane.get_by_label(office.word("sheet.merge.reason")).fill("registered twice")
    office.button("Merge P1033 into P1034").click()
    expect(office.pane.get_by_role("status")).to_contain_text("P1033 is merged into P1034")
    # then the old number leads to the kept one
    office.finds("p1033")
    office.shows("P1033 was merged into P1034")
    # and all of it is taken back from the history
    office.pane.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(office.pane.get_by_role("status")).to_contain_text(office.word("sheet.patient.undone"))
    left = office.pane.get_by_role("button", name=re.compile("Undo the change of"))
    expect(left).to_have_count(1)
    left.click()
    expect(office.pane.get_by_label(office.word("sheet.patient.phone"))).to_have_value("10000001034")
    # in Chinese it is the same page
    office.page.get_by_role("button", name="中文").click()
    office.language = "zh"
    expect(office.page.get_by_role("heading", level=1, name="病历")).to_be_visible()
    office.meets("table")
