"""Follow-up visits, visitors with only a question, and people who walked away."""

from playwright.sync_api import expect

from tests.e2e.board import Board
from tests.e2e.kiosk import Kiosk

ZHOU_XIAOMAN = ("P1003", "1979-06-21")  # seen in urology for a kidney stone
ZHAO_CHENXI = ("P1006", "1994-07-08")


def test_a_follow_up_hears_of_the_earlier_visit_only_when_identity_is_verified(kiosk: Kiosk) -> None:
    # given a patient who has been here before
    kiosk.comes_in("welcome.followUp").agrees()
    number, born = ZHOU_XIAOMAN
    # when the birth date is wrong
    kiosk.identifies(number, "1979-06-22")
    # then it did not match, and not a word of the earlier visit is shown
    kiosk.shows("没对上")
    assert "泌尿" not in kiosk.text and "结石" not in kiosk.text
    # when it is right
    kiosk.identifies(number, born)
    # then the nurse knows when and where, and asks what became of it
    kiosk.shows("泌尿外科")
    kiosk.taps("好些了")
    # and asks what became of the treatment once the way is known
    assert kiosk.asked == "adherence"
    kiosk.taps("按时吃了")
    kiosk.taps("带来了")
    kiosk.answers()
    # and it is the same department again
    assert kiosk.department == "泌尿外科"
    # and the screen never shows the full name
    kiosk.finishes()
    kiosk.shows("谢谢您，周先生")
    assert "周小满" not in kiosk.text


def test_three_wrong_tries_bring_a_nurse_and_no_dead_end(english_kiosk: Kiosk) -> None:
    # given somebody who does not remember the number
    kiosk = english_kiosk
    kiosk.comes_in().agrees()
    # when it does not match three times
    for number in ("P1001", "P1002", "P9999"):
        kiosk.identifies(number, "1990-01-01")
    # then a nurse was called, and the way on stays open
    assert kiosk.told["nurse_called"]
    kiosk.shows("A nurse has been called.")
    expect(kiosk.page.get_by_role("textbox")).to_have_count(0)
    kiosk.meets("no tries left")
    kiosk.presses("identity.guest", "/identity")
    kiosk.says("I have a sore throat")


def test_only_a_question_is_answered_from_the_policies_with_the_source_and_leaves_no_record(
    english_kiosk: Kiosk, board: Board
) -> None:
    # given a visitor who is not ill
    kiosk = english_kiosk
    kiosk.comes_in("welcome.question").agrees()
    # when two things are asked in one breath
    kiosk.says("Where do I pay, and where are the toilets?")
    # then both are answered, each with its source
    sources = kiosk.told["reply"]["sources"]
    assert len(sources) >= 2
    for source in sources:
        kiosk.shows(source)
    # and after "that is all" nothing is kept
    kiosk.taps("That is all")
    kiosk.shows("Thank you")
    assert kiosk.told["phase"] == "ended" and not kiosk.told["handed_over"]
    board.unfolds_what_is_over()
    expect(board.card("Where do I pay, and")).to_contain_text(board.word("board.state.done"))
    board.opens("Where do I pay, and")
    expect(board.beside).not_to_contain_text("Record")


def test_mixed_and_cut_off_goes_on_where_it_stopped(english_kiosk: Kiosk, board: Board) -> None:
    # given a patient who starts in English
    kiosk = english_kiosk
    kiosk.page.clock.install()
    number, born = ZHAO_CHENXI
    kiosk.comes_in().agrees()
    kiosk.identifies(number, born)
    kiosk.says("My stomach hurts")
    kiosk.taps("Not pregnant")
    # and goes on in Chinese
    kiosk.says("疼了三天了，吃完饭更厉害")
    # then the kiosk follows
    assert kiosk.language == "zh"
    expect(kiosk.button("呼叫护士")).to_be_visible()
    asked = kiosk.told["question"]["key"]
    # when the patient walks away
    kiosk.page.clock.fast_forward("01:01")
    # then a warning comes first
    kiosk.shows("您还在吗？")
    kiosk.meets("idle warning")
    # and then the screen is blank: nothing of the patient is on it
    kiosk.page.clock.run_for(31_000)
    kiosk.shows("您好，")
    assert "疼" not in kiosk.text and "stomach" not in kiosk.text
    # and the nurse sees an unfinished session with what is known
    board.unfolds_what_is_over()
    expect(board.card("My stomach hurts")).to_contain_text("Left before the end")
    board.opens("My stomach hurts")
    expect(board.beside).to_contain_text("三天")
    # when the patient comes back with the number
    kiosk.language = "zh"
    kiosk.button("我刚才来过").click()
    kiosk.shows("接着刚才的说")
    kiosk.meets("resume")
    kiosk.identifies(number, born, call="/resume")
    # then it goes on where it stopped, with all that was understood
    assert kiosk.told["question"]["key"] == asked
    kiosk.shows(kiosk.told["understood_line"])


def test_touching_the_glass_ends_the_warning_and_keeps_the_conversation(kiosk: Kiosk) -> None:
    # given a patient who thinks for a minute
    kiosk.page.clock.install()
    kiosk.as_guest()
    kiosk.says("嗓子疼两天了")
    kiosk.page.clock.fast_forward("01:01")
    kiosk.shows("您还在吗？")
    # when they press that they are there
    kiosk.button("我在").click()
    # then the conversation stands where it was
    expect(kiosk.page.get_by_role("alertdialog")).to_have_count(0)
    kiosk.shows(kiosk.heard)
    kiosk.page.clock.run_for(40_000)
    kiosk.shows(kiosk.heard)


def test_what_is_put_aside_is_as_readable_in_english(english_kiosk: Kiosk) -> None:
    # given an English conversation
    kiosk = english_kiosk
    kiosk.button("I was here a moment ago").click()
    kiosk.shows("Go on where you stopped")
    kiosk.meets("resume")
    kiosk.button("Back").click()
    kiosk.page.clock.install()
    kiosk.as_guest()
    kiosk.says("I have had a blocked nose since yesterday")
    # when what was understood is read back, and nobody is there for a minute
    kiosk.page.get_by_role("button", name="Check and correct").click()
    kiosk.shows("This is what I understood")
    kiosk.meets("read-back")
    kiosk.page.clock.fast_forward("01:01")
    kiosk.shows("Are you still there?")
    # then axe finds every one of these pages good
    kiosk.meets("idle warning")


def test_nothing_to_resume_is_said_without_telling_whether_the_number_exists(kiosk: Kiosk) -> None:
    # given nobody's draft
    kiosk.button("我刚才来过").click()
    # when a number that exists and one that does not are tried
    for number in ("P1001", "P9999"):
        kiosk.page.get_by_label("就诊卡号").fill(number)
        for part, digits in (("年", "1958"), ("月", "4"), ("日", "12")):
            kiosk.page.get_by_label(part, exact=True).fill(digits)
        kiosk.button("好了").click()
        # then the answer is the same
        kiosk.shows("没找到刚才的对话，请重新开始。")
