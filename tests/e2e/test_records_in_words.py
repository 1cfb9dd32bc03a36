"""Staff ask for records and change them in words: previewed, confirmed, met by somebody else's change, undone."""

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.e2e.board import Board
from tests.e2e.desk import Desk
from tests.e2e.kiosk import Kiosk
from tests.e2e.worklist import Worklist


class Box:
    """The line for records at one desk, and what opens under it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.place = desk.page.get_by_role("region", name=desk.word("records.title"), exact=True)
        self.line = self.place.get_by_role("textbox", name=desk.word("records.title"), exact=True)

    def asks(self, words: str) -> None:
        self.line.fill(words)
        self.line.press("Enter")

    def press(self, word: str) -> Locator:
        return self.place.get_by_role("button", name=self.desk.word(word), exact=True)

    def tells(self, words: str) -> None:
        expect(self.place).to_contain_text(words)


def test_a_doctor_changes_what_a_nurse_changed_meanwhile_and_takes_it_back(
    english_kiosk: Kiosk, new_worklist: Callable[..., Worklist]
) -> None:
    # given a patient who was received, on the screens of a doctor and of a nurse
    english_kiosk.as_guest()
    english_kiosk.says("My heart flutters in the evening for three weeks, I am 47, female")
    english_kiosk.answers()
    english_kiosk.finishes()
    doctor, nurse = new_worklist().comes(), new_worklist().comes("nurse", department="Cardiology")
    for desk in (doctor, nurse):
        desk.opens("three weeks")
    mine, theirs = Box(doctor), Box(nurse)
    # when the doctor says what to change, without a number
    doctor.page.keyboard.press("/")
    expect(mine.line).to_be_focused()
    mine.asks("change the drug allergies to penicillin")
    # then before and after are shown, and nothing is written
    mine.tells("Nothing is written yet")
    expect(mine.place.locator("ins").first).to_have_text("penicillin")
    doctor.meets("preview")
    # when the nurse was quicker
    theirs.asks("change the drug allergies to sulfonamides")
    theirs.press("records.confirm.update").click()
    theirs.tells("Changed.")
    # then the page of the patient says so
    nurse.shows(nurse.word("worklist.record_changed"))
    nurse.meets("changed")
    # then the doctor's change is not written, and it says who changed what
    mine.press("records.confirm.update").click()
    mine.tells("Nothing of yours is written")
    mine.tells("Nurse Lin (林护士)")
    mine.tells("sulfonamides")
    doctor.meets("conflict")
    # when the doctor looks again and confirms, with keys alone
    expect(mine.press("records.again")).to_be_focused()
    doctor.page.keyboard.press("Enter")
    expect(mine.place.locator("del").first).to_have_text("sulfonamides")
    mine.press("records.confirm.update").press("Enter")
    mine.tells("Changed.")
    # and thinks better of it
    expect(mine.press("records.undo")).to_be_focused()
    doctor.page.keyboard.press("Enter")
    mine.tells("Everything is as it was before")
    # then the nurse's words stand there
    mine.asks("what drug allergies does this patient have")
    expect(mine.place.get_by_role("cell").first).to_have_text("sulfonamides")
    doctor.meets("records found")
    doctor.page.keyboard.press("Escape")
    expect(mine.place.get_by_role("table")).to_have_count(0)


def test_the_records_office_deletes_with_a_reason_and_restores(new_worklist: Callable[..., Worklist]) -> None:
    # given the records office
    officer = new_worklist("zh")
    officer.sign_in("records")
    box = Box(officer)
    # when a record is to be deleted
    box.asks("删除门诊号20120的病历")
    box.tells("将删除这份病历")
    expect(box.press("records.confirm.delete")).to_be_disabled()
    officer.meets("deletion")
    box.place.get_by_label(officer.word("records.reason")).fill("重复录入")
    box.press("records.confirm.delete").click()
    box.tells("已删除，可以恢复")
    # then nobody finds it
    box.asks("门诊号20120的病历")
    box.tells("没有符合的病历")
    # until it is restored
    box.press("records.deleted.title").click()
    box.tells("重复录入")
    officer.meets("deleted records")
    box.place.get_by_role("button", name="恢复病历20120").click()
    box.tells("没有已删除的病历")
    box.asks("门诊号20120的病历")
    expect(box.place.locator("caption")).to_contain_text("20120")


def test_a_nurse_on_the_board_reads_in_either_language_and_is_refused_kindly(board: Board) -> None:
    box = Box(board)
    # when she asks for a patient's visits
    box.asks("show P1001's last three visits")
    box.tells("3 records")
    board.meets("records on the board")
    box.asks("P1001有什么药物过敏")
    expect(box.place.get_by_role("columnheader", name="Drug allergies")).to_be_visible()
    # when she asks for what is not hers
    box.asks("delete record 20003")
    # then she is told who can
    expect(box.place.get_by_role("alert")).to_contain_text("the records office")
    # and the answer never covers the board
    expect(board.page.get_by_role("navigation", name=board.word("board.cards"))).to_be_visible()
