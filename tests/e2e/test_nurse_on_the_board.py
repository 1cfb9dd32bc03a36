"""The reception nurse watches every session live and takes one over with a press."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.board import Board
from tests.e2e.kiosk import Kiosk

NURSE = "Nurse Lin (林护士)"
BORN = "1984-09-03"  # P1002


def test_a_nurse_watches_takes_over_speaks_reroutes_and_hands_back(english_kiosk: Kiosk, board: Board) -> None:
    # given a patient in conversation, and a nurse who watches
    kiosk = english_kiosk.as_guest()
    kiosk.says("My skin itches on both arms since last week, I am 33, female")
    board.opens("My skin itches on both arms")
    # when the patient says more
    kiosk.says("It is red in the evening")
    # then the transcript grows by itself
    expect(board.transcript).to_contain_text("It is red in the evening")
    # when she takes over
    board.takes_over()
    # then the patient is told who joined
    kiosk.shows(f"{NURSE} is here now. You are talking to a person.")
    kiosk.meets("with nurse")
    # and what the patient says now reaches her, and the machine is silent
    before = board.transcript.get_by_text("Machine", exact=True).count()
    kiosk.page.get_by_role("textbox").fill("Thank you. Is it serious?")
    kiosk.button("Send").click()
    expect(board.transcript).to_contain_text("Thank you. Is it serious?")
    kiosk.shows("Thank you. Is it serious?")
    assert board.transcript.get_by_text("Machine", exact=True).count() == before
    # when she writes
    board.writes("The doctor will look at it. Have you used a new soap?")
    # then her words are on the kiosk under her name
    kiosk.shows("The doctor will look at it. Have you used a new soap?")
    # when she sends the patient to another department
    board.reroutes("Dermatology and Sexual Health", "looks like eczema")
    # and hands back
    board.hands_back()
    # then the machine goes on, with the department that she chose
    kiosk.shows("Dermatology")
    expect(board.card("My skin itches on both arms")).not_to_contain_text(f"With {NURSE}")


def test_calling_a_nurse_reaches_the_board_from_the_very_first_screen(kiosk: Kiosk, board: Board) -> None:
    # given somebody who presses nothing else
    kiosk.button("呼叫护士 Call a nurse").click()
    # then the kiosk says that somebody is coming
    kiosk.shows("护士")
    # and the board that a person is waited for
    card = board.cards.filter(has_text="Nothing said yet").first
    expect(card).to_contain_text("waiting")


def test_declining_to_be_written_down_leads_to_a_nurse_and_not_to_a_dead_end(kiosk: Kiosk, board: Board) -> None:
    # given a patient who would rather not
    kiosk.comes_in()
    kiosk.shows("和您说话的是电脑，不是真人。")
    # when consent is declined
    kiosk.declines()
    # then a nurse comes
    kiosk.shows("已经叫了护士。")
    kiosk.meets("declined")
    # and the board knows that somebody waits
    expect(board.cards.filter(has_text="Nothing said yet").first).to_contain_text("waiting")


def test_the_board_is_worked_with_the_keys_alone(kiosk: Kiosk, board: Board) -> None:
    # given a session on the board
    kiosk.as_guest()
    kiosk.says("耳朵里一直响，有一个月了")
    board.opens("耳朵里一直响")
    # when the nurse takes over with T and writes
    keys = board.page.keyboard
    keys.press("t")
    expect(board.panel("board.message.title").get_by_role("textbox")).to_be_focused()
    keys.type("您好，我是护士。")
    keys.press("Enter")
    # then the patient reads it
    kiosk.shows("您好，我是护士。")
    kiosk.meets("with nurse")
    # and Escape and H give the session back
    keys.press("Escape")
    keys.press("h")
    expect(board.command("take")).to_be_enabled()
    # and the help names the keys
    keys.press("?")
    board.shows("take over: the machine is silent at once")
    board.meets("keys")


def test_the_board_catches_up_after_the_line_was_cut(kiosk: Kiosk, board: Board) -> None:
    # given a board whose line is cut while a patient speaks
    kiosk.as_guest()
    kiosk.says("牙疼了两天，右边下面那颗")
    board.opens("牙疼了两天")
    board.page.context.set_offline(True)
    kiosk.says("吃冷的更疼")
    # when the line is back
    board.page.context.set_offline(False)
    # then nothing is missing
    expect(board.transcript).to_contain_text("吃冷的更疼", timeout=40_000)


def test_a_nurse_links_a_guest_to_a_chart_and_sends_a_usual_message(english_kiosk: Kiosk, board: Board) -> None:
    # given a guest whom the nurse knows by paper
    kiosk = english_kiosk.as_guest()
    kiosk.says("My ears have been ringing for a week")
    board.opens("My ears have been ringing")
    # when she compares number and birth date
    board.page.keyboard.press("l")
    panel = board.panel("board.link.title")
    panel.get_by_label("Patient number").fill("p1002")
    panel.get_by_label("Birth date").fill(BORN)
    board.meets("link")
    panel.get_by_role("button", name="Compare and link").click()
    # then name, allergies and the last visit stand beside the talk, and the patient is told
    expect(board.card("My ears have been ringing")).to_contain_text("P1002")
    expect(board.session.get_by_role("region", name="On record")).to_contain_text("青霉素过敏")
    kiosk.shows("The nurse has found your record.")
    board.meets("chart")
    # when she presses a usual message
    board.page.keyboard.press("m")
    board.page.get_by_role("button", name="Please come to desk 2.").click()
    # then the patient reads it
    kiosk.shows("Please come to desk 2.")
    # and the shift stands in figures, with every kiosk of the lobby
    board.page.keyboard.press("Escape")
    board.page.keyboard.press("s")
    board.shows("Alarm to acknowledgement")
    expect(board.page.get_by_role("list", name="Kiosks")).to_contain_text("in use")
    board.meets("shift")


def test_the_board_speaks_chinese(new_board: Callable[..., Board], new_kiosk: Callable[..., Kiosk]) -> None:
    # given a nurse whose browser speaks Chinese
    board = new_board("zh").comes()
    # when she changes to English and back
    board.page.get_by_role("button", name="English").click()
    board.shows("Nurse board")
    board.page.get_by_role("button", name="中文").click()
    # then the board follows
    board.shows(board.word("board.title"))
    # when she opens a session and everything that can be done to it
    kiosk = new_kiosk("zh").as_guest()
    kiosk.says("眼睛红，早上糊住睁不开，我27岁，男")
    board.opens("眼睛红")
    board.reroutes("眼科", "")
    kiosk.shows("眼科")
    board.takes_over()
    # then it is all in Chinese, and the patient reads who joined
    board.shows("林护士")
    kiosk.shows("Nurse Lin (林护士)来了")
