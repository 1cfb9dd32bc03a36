"""Going back, correcting what was understood, and nothing lost on the way to the server."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from tests.e2e.kiosk import Kiosk


def test_the_last_answer_can_be_taken_back(english_kiosk: Kiosk) -> None:
    # given a patient who has tapped the wrong answer
    kiosk = english_kiosk.as_guest()
    kiosk.taps("Headache")
    kiosk.to_page("danger")
    question = kiosk.told["question"]
    kiosk.taps_key("none")
    assert kiosk.told["question"] != question
    # when they go back
    kiosk.presses("talk.goBack", "/undo")
    # then the same question is asked again
    assert kiosk.told["question"]["key"] == question["key"]
    kiosk.shows(question["options"][0]["label"])


def test_what_was_understood_is_read_back_and_corrected(kiosk: Kiosk) -> None:
    # given a patient who was understood
    kiosk.as_guest()
    kiosk.says("右腿疼两个星期了，我40岁，男")
    kiosk.page.get_by_role("button", name="看看对不对").click()
    kiosk.shows("我听懂的是这些")
    lines = kiosk.page.get_by_role("main").get_by_role("listitem")
    side = lines.filter(has_text="右侧").first
    # when one line is said again
    side.get_by_role("button").first.click()
    side.get_by_role("textbox").fill("左腿疼")
    kiosk.does("/corrections", side.get_by_role("button", name="发送").click, settles=False)
    # then it is the other leg, in the patient's words or in code
    expect(lines.filter(has_text="左").first).to_be_visible()
    expect(lines.filter(has_text="右侧")).to_have_count(0)
    # when another line is wrong altogether
    since = lines.filter(has_text=re.compile("^两个星期")).first
    since.get_by_role("button").first.click()
    kiosk.does("/corrections", since.get_by_role("button", name="不对，去掉").click, settles=False)
    # then it is gone
    expect(lines.filter(has_text=re.compile("^两个星期"))).to_have_count(0)
    kiosk.button(kiosk.word("reads.done")).click()
    kiosk.shows(kiosk.heard)


def test_words_of_objection_show_what_was_understood_and_the_page_comes_back(english_kiosk: Kiosk) -> None:
    # given a patient asked about danger
    kiosk = english_kiosk.as_guest()
    kiosk.taps("Headache", "Cough")
    kiosk.to_page("danger")
    # when they object
    kiosk.says("that's wrong")
    # then what was understood stands there to be taken out
    assert kiosk.asked == "read_back"
    kiosk.taps_key("line:finding:cough")
    # then it is gone, and danger is asked about
    assert not any(line["key"] == "finding:cough" for line in kiosk.told["understood"])
    assert kiosk.asked == "danger"


def test_who_asks_why_is_answered_on_the_same_page(kiosk: Kiosk) -> None:
    # given a page of danger signs
    kiosk.as_guest()
    kiosk.taps("头疼")
    kiosk.to_page("danger")
    question = kiosk.told["question"]
    # when the patient asks why
    kiosk.says("为什么问这个？")
    # then there is a reason, and the same tiles
    assert kiosk.told["question"] == question
    kiosk.shows(kiosk.heard)


def test_a_lost_server_keeps_the_words_and_the_same_turn_is_sent_until_it_arrives(english_kiosk: Kiosk) -> None:
    # given a server that does not answer
    kiosk = english_kiosk.as_guest()
    sent: list[Any] = []

    def lose(route: Route) -> None:
        sent.append(route.request.post_data_json)
        route.abort()

    kiosk.page.route("**/turns", lose)
    # when the patient says something
    kiosk.types()
    kiosk.page.get_by_role("textbox").fill("My elbow hurts since yesterday, I am 30, male")
    kiosk.button("Send").click()
    # then the words stay on the screen and a line says "one moment"
    kiosk.shows("One moment, please.")
    kiosk.shows("My elbow hurts since yesterday")
    kiosk.meets("lost server")
    # when the server is back
    with kiosk.page.expect_response("**/turns") as answer:
        kiosk.page.unroute("**/turns")
    # then the very same turn arrives, once
    arrived: Any = answer.value.request.post_data_json
    assert {turn["turn_id"] for turn in sent} == {arrived["turn_id"]}
    assert answer.value.json()["turns"] == 1
    kiosk.shows(answer.value.json()["recommendation"]["department"]["name"])
    kiosk.shows_not("One moment, please.")


def test_an_answer_that_got_lost_on_the_way_back_is_not_said_twice(kiosk: Kiosk) -> None:
    # given a server whose answer does not come back
    kiosk.as_guest()
    lost: list[str] = []

    def swallow(route: Route) -> None:
        if lost:
            route.continue_()
            return
        route.fetch()
        lost.append("the answer")
        route.abort()

    kiosk.page.route("**/turns", swallow)
    # when the patient says something
    kiosk.says("肚子疼了一天，我20岁，女")
    # then it was heard once
    assert kiosk.told["turns"] == 1 and lost


def test_two_kiosks_race_for_one_time_and_the_later_one_chooses_another(new_kiosk: Callable[..., Kiosk]) -> None:
    # given two patients who see the same free times
    first, second = (new_kiosk("en").as_guest() for _ in range(2))
    for kiosk in (first, second):
        kiosk.says("My ear has been ringing for about a month, I am 36, female")
        kiosk.answers()
    assert first.department == second.department
    wanted = second.free_times().first
    contested = wanted.inner_text()
    # when the first takes one
    assert first.books() == contested
    # and the second presses the same
    wanted.click()
    second.button("Yes, book this time").click()
    # then the second is told, and the next free time is theirs
    second.shows("That time was just taken. Please choose another.")
    second.meets("time taken")
    expect(second.page.get_by_role("group", name="Choose a time")).not_to_contain_text(contested)
    assert second.books() != contested
    second.shows("Booked")


def test_a_kiosk_that_is_loaded_anew_is_where_it_was(kiosk: Kiosk) -> None:
    # given a conversation
    kiosk.as_guest()
    kiosk.says("嗓子疼三天了，我28岁，女")
    # when the browser is loaded anew
    kiosk.page.reload()
    # then it goes on, and another tab of nobody's does not know it
    kiosk.shows(kiosk.heard)
    assert kiosk.told["session_id"] not in kiosk.page.url
