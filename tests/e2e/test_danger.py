"""Danger stops the interview and brings a person; nothing of it is lost, and nothing is shown that should not be."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.board import Board
from tests.e2e.kiosk import Kiosk
from tests.e2e.worklist import Worklist


def test_chest_pain_now_stops_everything_until_a_named_nurse_answers(
    english_kiosk: Kiosk, board: Board, new_worklist: Callable[..., Worklist]
) -> None:
    # given a patient with crushing chest pain
    kiosk = english_kiosk.as_guest()
    kiosk.says("My chest is crushing and my left arm is numb, I'm sweating.")
    # then nothing more is asked: one sentence, one picture, and only "call again", "it is not so" and to hear it again
    kiosk.shows("Please stay where you are")
    expect(kiosk.page.get_by_role("img", name="A nurse is walking to you")).to_be_visible()
    expect(kiosk.page.get_by_role("textbox")).to_have_count(0)
    expect(kiosk.page.get_by_role("button")).to_have_text(
        ["Call again", kiosk.word("emergency.mistaken"), kiosk.word("voice.again")]
    )
    # and the card stands among the first on the board, as an emergency, with the words and the reason
    card = board.card("My chest is crushing")
    expect(card).to_contain_text("Emergency")
    expect(card).to_contain_text("No one has answered")
    expect(card).to_contain_text("Crushing chest pain going to the arm, jaw or back")
    assert board.worse_than("My chest is crushing") <= {"Emergency", "Private"}
    # when the nurse tries to answer without a reason
    board.opens("My chest is crushing")
    board.command("acknowledge").click()
    panel = board.panel("board.acknowledge.title")
    go = panel.get_by_role("button", name="Acknowledge", exact=True)
    # then she cannot
    expect(go).to_be_disabled()
    # when she answers with one
    panel.get_by_label("What do you find, or do about it?").fill("Going there now with the trolley")
    board.meets("acknowledge")
    go.click()
    expect(panel).to_be_hidden()
    # then the patient reads who is coming, and the board who answered and why
    kiosk.shows("Nurse Lin (林护士) knows and is coming to you.")
    kiosk.meets("emergency answered")
    expect(board.beside).to_contain_text("Nurse Lin (林护士): Going there now with the trolley")
    expect(board.card("My chest is crushing")).not_to_contain_text("No one has answered")
    # and the emergency doctors have it, in at most 90 words, with no other department named
    worklist = new_worklist().comes("nurse", department="Emergency")
    worklist.opens("crushing")
    expect(worklist.part("red_flags")).to_contain_text("Emergency")
    expect(worklist.part("complaint")).to_contain_text("crushing")
    told = worklist.sheet.get_by_role("link").all_inner_texts()
    unasked = worklist.part("not_asked").get_by_role("link").all_inner_texts()
    assert len(" ".join(told).split()) - len(" ".join(unasked).split()) <= 90
    assert kiosk.told["recommendation"] is None


def test_a_level_a_alert_stays_on_the_board_when_the_nurse_looks_away(kiosk: Kiosk, board: Board) -> None:
    # given an emergency at the kiosk
    kiosk.as_guest()
    kiosk.says("突然半边身子动不了，说话也不清楚了")
    kiosk.shows("请留在原地")
    # when the board is loaded anew
    board.page.reload()
    # then the alert stands there still, among the first, and still asks for somebody
    card = board.card("突然半边身子动不了")
    expect(card).to_contain_text("No one has answered")
    # and the patient's screen stays too, however the kiosk is loaded
    kiosk.page.reload()
    kiosk.shows("请留在原地")
    # until a nurse answers
    board.opens("突然半边身子动不了")
    board.acknowledges("Taken to emergency")
    kiosk.shows("Nurse Lin (林护士)")


def test_a_sign_tapped_by_mistake_can_be_said_to_be_one_and_stays_with_the_nurse(
    english_kiosk: Kiosk, board: Board
) -> None:
    # given a patient who tapped a grave sign
    kiosk = english_kiosk.as_guest()
    kiosk.taps("Headache")
    kiosk.to_page("danger")
    kiosk.meets("danger")
    kiosk.taps(kiosk.told["question"]["options"][0]["label"])
    assert kiosk.told["phase"] == "emergency"
    kiosk.shows("Please stay where you are")
    # when they say that it is not so
    kiosk.presses("emergency.mistaken", "/turns")
    # then the talk goes on
    assert kiosk.told["phase"] == "conversation"
    # and the alarm stands on the board with the words against it, until a nurse answers
    card = board.cards.filter(has_text="Headache").filter(has_text="No one has answered").first
    card.click()  # others have a headache too, and no alarm
    expect(card).to_have_attribute("aria-current", "true")
    expect(board.transcript).to_contain_text("Headache")
    expect(board.beside).to_contain_text(kiosk.word("emergency.mistaken"))
    board.acknowledges("Looked: pressed by mistake")


def test_a_patient_in_danger_is_handed_back_with_the_keys_and_a_reason(kiosk: Kiosk, board: Board) -> None:
    # given an emergency that a nurse has answered and taken over
    words = "胸口像压着石头一样疼，一直出冷汗，胳膊也麻"
    kiosk.as_guest()
    kiosk.says(words)
    board.opens(words)
    board.acknowledges("Looked: not an emergency")
    expect(board.command("acknowledge")).to_be_disabled()
    board.takes_over()
    # when she presses H
    keys = board.page.keyboard
    keys.press("Escape")
    keys.press("h")
    # then she is asked whether the danger stands, and why
    panel = board.panel("board.hand_back.title")
    expect(panel).to_be_visible()
    board.meets("hand back")
    keys.press("Space")
    keys.press("Tab")
    keys.type("ECG normal, a strained muscle")
    keys.press("Enter")
    # then it is lowered with her name and reason, and the machine asks on
    expect(board.command("take")).to_be_enabled()
    expect(board.beside).to_contain_text("lowered it: ECG normal, a strained muscle")
    expect(board.card(words)).not_to_contain_text("Emergency")
    kiosk.shows("我们接着说")


def test_a_feverish_baby_of_two_months_is_an_alarm_and_the_child_is_the_patient(kiosk: Kiosk, board: Board) -> None:
    # given a mother with a small baby
    kiosk.as_guest()
    # when she tells of its fever
    kiosk.says("宝宝两个月大，烧到38度5，不爱吃奶")
    # then a nurse is coming, and the board knows that the child is ill and how old it is
    kiosk.shows("请留在原地")
    board.opens("宝宝两个月大")
    expect(board.card("宝宝两个月大")).to_contain_text("2 months")
    expect(board.card("宝宝两个月大")).to_contain_text("their child")
    expect(board.beside).to_contain_text("Baby under 3 months with 38 C or more")
    board.acknowledges("With the patient")


@pytest.mark.parametrize(
    ("language", "words", "names"),
    [
        ("zh", "活着没意思，不想活了", ("死", "自杀")),
        ("en", "i dont want to be here anymore, i want to end it", ("die", "suicide")),
    ],
)
def test_wanting_to_die_brings_somebody_quietly_and_leaves_a_bare_screen(
    new_kiosk: Callable[..., Kiosk], board: Board, language: str, words: str, names: tuple[str, ...]
) -> None:
    # given somebody who types it very softly
    kiosk = new_kiosk(language).as_guest()
    kiosk.says(words)
    # then the screen holds one sentence and nothing that a passer-by could read
    kiosk.shows({"zh": "请在这里稍等，有人马上来陪您。", "en": "Please wait here."}[language])
    expect(kiosk.page.get_by_role("button")).to_have_count(0)
    assert words not in kiosk.text and not any(name in kiosk.text.lower() for name in names)
    # and the board calls for somebody without showing a word of it
    card = board.cards.filter(has_text="No one has answered").filter(has_text="Private").first
    expect(card).to_be_visible()
    expect(card).to_contain_text("Please go yourself, quietly.")
    assert words not in board.page.locator("body").inner_text()
    # when a nurse opens it
    card.click()
    board.shows("Private. Turn the screen away before you read.")
    board.meets("private")
    board.page.get_by_role("button", name="Show the words").click()
    # then she reads it, and answers with what she does
    expect(board.transcript).to_contain_text(words)
    board.acknowledges("Going there now")
    expect(board.beside).to_contain_text("Nurse Lin (林护士): Going there now")


def test_ibuprofen_with_a_kidney_disease_is_a_note_for_the_doctor_and_no_prescription(
    english_kiosk: Kiosk, new_worklist: Callable[..., Worklist]
) -> None:
    # given a patient who takes too much of what does not suit her illness
    kiosk = english_kiosk.as_guest()
    kiosk.says("I take advil for my back, six 200s a day, and I have kidney disease stage 3. I'm 62, female.")
    # then she is told to take no more until a doctor has seen her, and nothing else is advised
    kiosk.shows("Please take no more advil until a doctor has looked today.")
    kiosk.answers()
    department = kiosk.department
    kiosk.finishes()
    # and the doctor reads what it is and how much a day
    worklist = new_worklist().comes("nurse", department=department)
    worklist.opens("62 years")
    expect(worklist.part("notes")).to_contain_text("ibuprofen")
    expect(worklist.part("notes")).to_contain_text("1,200 mg")
