"""Who may open which screen."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.axe import Axe
from tests.e2e.board import Board
from tests.e2e.chromium import DESK, Windows
from tests.e2e.kiosk import Kiosk
from tests.e2e.worklist import Worklist


def test_a_wrong_password_is_refused_in_words_and_the_right_one_opens(new_board: Callable[..., Board]) -> None:
    # given a nurse who mistypes
    board = new_board()
    board.sign_in("nurse", "not-the-password")
    # then she is told, and can try again
    board.shows("User name or password is not right.")
    board.meets("refused")
    board.page.get_by_label("Password").fill("frontdesk-demo")
    board.button("Sign in").click()
    board.shows("Live")


def test_a_doctor_does_not_get_the_board(new_board: Callable[..., Board]) -> None:
    # given a doctor at the board's address
    board = new_board()
    board.sign_in("doctor")
    # then the door stays shut, and says so by name
    board.shows("This page is not open to you, Dr Zhou (周医生).")
    board.meets("wrong door")
    # and the server says the same to whoever asks it directly
    assert board.page.request.get("/api/board").status == 403


def test_a_doctor_does_not_see_another_departments_patients(new_worklist: Callable[..., Worklist]) -> None:
    # given a doctor of cardiology
    doctor = new_worklist().comes()
    # when the server is asked for another department's day
    answer = doctor.page.request.get("/api/worklist?department_id=emergency")
    # then it is refused, as a problem and not as a trace
    assert answer.status == 403
    assert answer.headers["content-type"].startswith("application/problem+json")


@pytest.mark.parametrize("path", ["/api/board", "/api/worklist", "/api/me"])
def test_nobody_gets_in_without_signing_in(windows: Windows, path: str) -> None:
    # given a browser without a sign-in
    page = windows.open(DESK)
    page.goto("/board")
    # when the server is asked directly, then it refuses
    assert page.request.get(path).status == 401


def test_a_session_is_shown_at_its_own_kiosk_alone(new_kiosk: Callable[..., Kiosk]) -> None:
    # given a patient at one kiosk, and somebody at another
    mine, other = new_kiosk("zh").as_guest(), new_kiosk("zh")
    # when the other asks for the first one's session
    answer = other.page.request.get(f"/api/sessions/{mine.told['session_id']}")
    # then it is refused
    assert answer.status == 403
    assert answer.json()["code"] == "another_kiosk"


def test_signing_out_shuts_the_door(board: Board, axe: Axe) -> None:
    # given a nurse who leaves
    board.page.get_by_role("button", name="Sign out").click()
    # then the door is shut
    expect(board.page.get_by_label("User name")).to_be_visible()
    # and stays shut when the address is opened again
    board.page.goto("/board")
    expect(board.page.get_by_label("User name")).to_be_visible()
