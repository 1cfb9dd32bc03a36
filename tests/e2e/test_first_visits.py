"""People who come for the first time, from the greeting to the doctor's page."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.board import Board
from tests.e2e.kiosk import Kiosk
from tests.e2e.worklist import Worklist


def test_an_old_man_who_is_vague_is_brought_to_cardiology_with_a_time_and_the_doctor_knows(
    kiosk: Kiosk, new_worklist: Callable[..., Worklist]
) -> None:
    told = "心口这块儿，闷，好几天了，爬楼就厉害，我今年七十二了"
    # given an old man who only says that he is not well
    kiosk.as_guest()
    kiosk.says("不舒服。")
    kiosk.to_page("site")
    # then he is asked where, with places to tap and a body to point at
    expect(kiosk.button("胸口")).to_be_visible()
    expect(kiosk.button("在身上指一指")).to_be_visible()
    # when he tells it in his own words
    kiosk.says(told)
    asked: list[str] = []

    def answer(key: str) -> str | None:
        asked.append(key)
        known = {
            "offered": "fact:finding:chest_tightness",
            "background": "高血压十来年，吃个白片片",
            "choose": next((one for one in kiosk.labels if one == "department:cardiology"), None),
        }
        return known.get(key)

    kiosk.answers(answer)
    # then danger was asked about before anything for the doctor
    assert asked.index("danger") < asked.index("background")
    # and he is sent to cardiology, with floor, room and a doctor's free time
    assert "心" in kiosk.department
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
    expect(doctor.part("complaint")).to_contain_text("胸闷")
    expect(doctor.part("complaint")).to_contain_text("好几天")
    expect(doctor.part("past_history")).to_contain_text("白片片")
    expect(doctor.part("past_history")).to_contain_text("高血压")
    expect(doctor.part("not_asked")).to_contain_text("吸烟")
    expect(doctor.part("negatives")).to_contain_text("汗")


def test_everybody_sees_what_the_doctor_will_read_and_puts_it_right(
    english_kiosk: Kiosk, new_worklist: Callable[..., Worklist]
) -> None:
    # given a guest who has answered all that is asked, and tapped an allergy by mistake
    kiosk = english_kiosk.as_guest()
    kiosk.says("My left knee has been clicking for a month, I'm 44, female")
    kiosk.to_page("background")
    kiosk.taps_in_rows("allergies/fact:allergy:penicillin")
    # then there is one page with what the doctor will read, and one button that it is right
    kiosk.to_page("doctor_reads")
    kiosk.meets("what the doctor will read")
    line = kiosk.page.get_by_role("main").get_by_role("listitem").filter(has_text=re.compile("^penicillin"))
    line.get_by_role("button").first.click()
    kiosk.meets("a line opened")
    # when the line is taken out and the page is said to be right
    kiosk.does("/corrections", line.get_by_role("button", name="Take it out").click)
    expect(line).to_have_count(0)
    kiosk.taps("That is right")
    # then the department is not the right one for them, and another is chosen, with why
    first = kiosk.department
    kiosk.taps_another()
    assert kiosk.asked == "choose_again"
    kiosk.meets("another department")
    second = next(one for one in kiosk.told["question"]["options"] if one["why"])
    kiosk.does("/turns", kiosk.page.get_by_role("button", name=re.compile(f"^{second['label']}")).click)
    assert kiosk.told["recommendation"]["department"]["name"] == second["label"] != first
    kiosk.answers()
    kiosk.finishes()
    # and the doctor there reads the same
    doctor = new_worklist("en").comes("nurse", department=second["label"])
    doctor.opens("clicking")
    expect(doctor.part("routing")).to_contain_text("the patient's own choice")
    expect(doctor.part("allergies")).not_to_contain_text("penicillin")


def test_a_reception_by_touch_alone_needs_no_word(english_kiosk: Kiosk) -> None:
    # given a patient who taps two complaints on the first page
    kiosk = english_kiosk.as_guest()
    kiosk.taps("Cough", "Headache")
    # then each page says what it takes, and nothing has to be typed
    met: list[str] = []

    def answer(key: str) -> str | None:
        met.append(key)
        kiosk.meets(key)
        return None

    kiosk.answers(answer)
    assert "danger" in met and len(met) == len(set(met))
    assert kiosk.department
    # and what was tapped stands in the line to check
    assert {"finding:cough", "finding:headache"} <= {line["key"] for line in kiosk.told["understood"]}


def test_a_number_is_keyed_in(english_kiosk: Kiosk) -> None:
    # given a page with a number pad
    kiosk = english_kiosk.as_guest()
    kiosk.taps("Cough")
    kiosk.to_page("age")
    # when the age is keyed in
    for digit in "47":
        kiosk.page.locator(".number-pad").get_by_role("button", name=digit, exact=True).click()
    kiosk.does("/turns", kiosk.button("47 years").click)
    # then it is known, and not asked again
    assert kiosk.asked != "age"
    assert "47 years" in [line["text"] for line in kiosk.told["understood"]]


def test_the_department_stands_while_the_doctors_questions_are_asked_and_one_may_go_now(kiosk: Kiosk) -> None:
    # given a patient whose department is named
    kiosk.as_guest()
    kiosk.taps("起疹子")
    kiosk.to_page("background")
    name = kiosk.told["recommendation"]["department"]["name"]
    kiosk.shows(name)
    # when they would rather go
    kiosk.taps_key("skip")
    # then they see what the doctor will read, and nothing is asked any more
    assert kiosk.asked == "doctor_reads"
    kiosk.taps_key("yes")
    assert kiosk.asked is None
    assert kiosk.department == name


def test_a_closed_department_is_still_recommended_with_its_hours_and_its_next_free_times(english_kiosk: Kiosk) -> None:
    # given any hour of any day
    kiosk = english_kiosk.as_guest()
    # when somebody tells of an old knee
    kiosk.says("My left knee hurts when I climb stairs, for about three months. I am 58, male.")
    kiosk.answers()
    # then there is a department, and whether it is open is said in words
    department = kiosk.told["recommendation"]["department"]
    assert kiosk.department
    kiosk.shows("Open now" if department["open_now"] else "Closed")
    # and there are times to choose, or the way to the desk is told
    times = kiosk.free_times()
    assert times.count() == min(6, len(department["slots"])) > 0


def test_pointing_at_a_body_is_as_good_as_saying_where(english_kiosk: Kiosk) -> None:
    # given a patient who cannot say where it is
    kiosk = english_kiosk.as_guest()
    kiosk.says("I don't feel well")
    kiosk.to_page("site")
    # when they point at a knee of the drawn body
    kiosk.button("Point on a body").click()
    kiosk.meets("body map")
    kiosk.does("/turns", kiosk.page.get_by_role("button", name="Knee", exact=True).first.click)
    # then the knee is understood, and what may be wrong with it is offered
    assert kiosk.asked in ("offered", "place")
    assert any("knee" in label.lower() for label in kiosk.labels.values())


def test_changing_ones_mind_leaves_what_was_meant_and_the_nurse_sees_what_was_said(kiosk: Kiosk, board: Board) -> None:
    # given a patient who says it wrong and then right
    kiosk.as_guest()
    kiosk.says("右膝盖疼，两天了")
    kiosk.says("不对，是左边")
    # when they look at what was understood
    kiosk.page.get_by_role("button", name="看看对不对").click()
    kiosk.shows("我听懂的是这些")
    kiosk.meets("read-back")
    # then it is the left knee, for two days, beside the words as they were said
    understood = {line["key"]: line["text"] for line in kiosk.told["understood"]}
    assert "左" in understood["detail:side"] and "两天" in understood["detail:since"]
    # and all of it stands in the session for the nurse
    board.opens("右膝盖疼，两天了")
    expect(board.transcript).to_contain_text("不对，是左边")
    expect(board.beside).to_contain_text("左")
