"""People who come for the first time, from the greeting to the doctor's page."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.board import Board
from tests.e2e.kiosk import Kiosk
from tests.e2e.worklist import Worklist


def test_an_old_man_who_is_vague_is_brought_to_cardiology_with_a_time_and_the_doctor_knows(
    kiosk: Kiosk, new_worklist: Callable[..., Worklist]
) -> None:
    # given an old man who only says that he is not well
    kiosk.as_guest()
    kiosk.says("不舒服。")
    # then he is asked where, with places to tap and a body to point at
    expect(kiosk.button("胸口")).to_be_visible()
    expect(kiosk.button("在身上指一指")).to_be_visible()
    # when he tells it in his own words
    kiosk.says("心口这块儿，闷，好几天了，爬楼就厉害，我今年七十二了")
    asked: list[str] = []

    def answer(key: str) -> str | None:
        asked.append(key)
        return "高血压十来年，吃个白片片" if key == "past_history" else None

    kiosk.answers_no(answer)
    # then danger was asked about first
    assert asked[0].startswith("finding:") and "finding:sweating" in asked
    # and he is sent to cardiology because of his own words, with floor, room and a doctor's free time
    assert "心" in kiosk.department
    kiosk.shows("爬楼")
    place = kiosk.told["recommendation"]["department"]
    kiosk.shows(f"{place['floor']}楼 {place['room']}")
    kiosk.books()
    kiosk.shows("约好了")
    kiosk.shows(kiosk.told["booking"]["queue_number"])
    kiosk.finishes()
    kiosk.shows("谢谢您")
    # and the doctor's page holds what he said, what he did not know and what nobody asked
    doctor = new_worklist("zh").comes()
    doctor.turns_to(kiosk.day)
    doctor.opens("爬楼")
    expect(doctor.part("complaint")).to_contain_text("闷")
    expect(doctor.part("complaint")).to_contain_text("好几天")
    expect(doctor.part("past_history")).to_contain_text("高血压")
    expect(doctor.part("medicines")).to_contain_text("白片片")
    expect(doctor.part("not_asked")).to_contain_text("吸烟")
    expect(doctor.part("negatives")).to_contain_text("汗")


def test_a_closed_department_is_still_recommended_with_its_hours_and_its_next_free_times(english_kiosk: Kiosk) -> None:
    # given any hour of any day
    kiosk = english_kiosk.as_guest()
    # when somebody tells of an old knee
    kiosk.says("My left knee hurts when I climb stairs, for about three months. I am 58, male.")
    kiosk.answers_no()
    # then there is a department, and whether it is open is said in words
    department = kiosk.told["recommendation"]["department"]
    assert kiosk.department
    kiosk.shows("Open now" if department["open_now"] else "Closed")
    # and there are times to choose, or the way to the desk is told
    kiosk.shows("Choose a time")
    times = kiosk.page.get_by_role("group", name="Choose a time").get_by_role("button")
    assert times.count() == min(6, len(department["slots"])) > 0


def test_pointing_at_a_body_is_as_good_as_saying_where(english_kiosk: Kiosk) -> None:
    # given a patient who cannot say where it is
    kiosk = english_kiosk.as_guest()
    kiosk.says("I don't feel well")
    # when they point at a knee of the drawn body
    kiosk.button("Point on a body").click()
    kiosk.meets("body map")
    kiosk.taps("Left knee")
    # then the knee is understood, and stands in the line to check
    kiosk.shows(kiosk.told["understood_line"])
    assert "knee" in kiosk.text.lower()


def test_changing_ones_mind_leaves_what_was_meant_and_the_nurse_sees_what_was_said(kiosk: Kiosk, board: Board) -> None:
    # given a patient who says it wrong and then right, twice in a breath
    kiosk.as_guest()
    kiosk.says("右膝盖疼……不对，是左边，两个礼拜了，哦不是，两天")
    # when they look at what was understood
    kiosk.button(f"我听懂的：{kiosk.told['understood_line']} 看看对不对").click()
    kiosk.shows("我听懂的是这些")
    kiosk.meets("read-back")
    # then it is the left knee, for two days
    lines = kiosk.page.get_by_role("main").get_by_role("list").inner_text()
    assert "左" in lines and "两天" in lines
    assert "右" not in lines and "两个礼拜" not in lines
    # and the words as they were said stand in the session for the nurse
    board.opens("右膝盖疼……不对，是左边，两个礼拜了，哦不是，两天")
    expect(board.beside).to_contain_text("左")
