"""The doctor reads, looks where a sentence comes from, corrects it and signs; what changed is kept."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.kiosk import Kiosk
from tests.e2e.worklist import Worklist

LIN_SONGTAO = ("P1001", "1958-04-12")


def test_a_doctor_reads_checks_a_sentence_changes_it_and_signs(
    english_kiosk: Kiosk, new_worklist: Callable[..., Worklist]
) -> None:
    # given a patient who was received for palpitations
    kiosk = english_kiosk.as_guest()
    kiosk.says("My heart races several times a day for two weeks, I am 45, female, allergic to penicillin")
    kiosk.answers()
    kiosk.finishes()
    # when the doctor opens the worklist
    doctor = new_worklist().comes()
    doctor.opens("two weeks")
    # then the page is in reading order, with the words as they were said
    expect(doctor.part("allergies")).to_contain_text("enicillin")
    expect(doctor.part("routing")).to_contain_text("made by the machine")
    # when a sentence is pointed at
    sentence = doctor.part("allergies").get_by_role("link").first
    sentence.hover()
    # then the patient's words appear beside it
    quote = doctor.part("allergies").locator("q").first
    expect(quote).to_be_visible()
    expect(quote).to_contain_text("penicillin")
    # when it is opened
    sentence.click()
    # then the conversation stands beside the page, at that turn
    beside = doctor.page.get_by_role("complementary")
    expect(beside.locator("[aria-current=true]")).to_contain_text("My heart races several times a day")
    doctor.meets("conversation")
    doctor.page.keyboard.press("Escape")
    # when the doctor writes what is so
    sentence.focus()
    doctor.page.keyboard.press("e")
    box = doctor.page.get_by_role("textbox", name="Change this sentence")
    box.fill("Penicillin: rash as a child")
    doctor.meets("editing")
    box.press("Enter")
    # then both stand there, what was and what is
    expect(doctor.part("allergies")).to_contain_text("rash as a child")
    expect(doctor.part("allergies").locator("del").first).to_be_visible()
    # and who changed it
    doctor.shows("1 change")
    # when the doctor writes the visit, a diagnosis out of the list and a prescription with it
    doctor.page.get_by_label("Examination").fill("HR 92, regular")
    doctor.page.get_by_label("Diagnosis", exact=True).fill("palpit")
    doctor.beside.get_by_role("button", name="R00.2 Palpitations").click()
    doctor.page.get_by_label("Prescription").fill("amoxicillin 500 mg three times a day")
    # then it is held against the allergy
    expect(doctor.beside.locator(".prescription-check")).to_contain_text("Avoid amoxicillin")
    doctor.meets("visit")
    # and a reload brings the half-written words back
    doctor.shows("Draft saved")
    doctor.page.reload()
    doctor.opens("two weeks")
    expect(doctor.page.get_by_label("Examination")).to_have_value("HR 92, regular")
    # when the doctor reads what is signed, and signs
    doctor.page.get_by_role("button", name="Review and sign").click()
    covered = doctor.page.get_by_role("region", name="What you sign")
    expect(covered).to_contain_text("Palpitations R00.2")
    expect(covered).to_contain_text("Avoid amoxicillin")
    doctor.meets("signing")
    doctor.page.get_by_role("button", name="Sign as Dr Zhou").click()
    # then it is signed, here and in the list, and stays so
    doctor.shows("Signed by Dr Zhou (周医生)")
    doctor.meets("signed")
    expect(doctor.patients.get_by_role("button").filter(has_text="two weeks").first).to_contain_text("signed")
    doctor.page.reload()
    doctor.opens("two weeks")
    doctor.shows("Signed by Dr Zhou (周医生)")
    expect(doctor.part("allergies")).to_contain_text("rash as a child")


def test_going_from_patient_to_patient_by_press_and_by_key(
    new_kiosk: Callable[..., Kiosk], new_worklist: Callable[..., Worklist]
) -> None:
    # given two patients of one department
    for words in ("心慌四天了，一阵一阵的，我61岁，女", "心慌五天了，坐着也慌，我39岁，男"):
        kiosk = new_kiosk("zh").as_guest()
        kiosk.says(words)
        kiosk.answers()
        kiosk.finishes()
    doctor = new_worklist("zh").comes()
    # when the doctor goes from one to the other and back
    doctor.opens("四天")
    doctor.opens("五天")
    doctor.page.keyboard.press("k")
    # then each time the page is theirs
    expect(doctor.part("complaint")).not_to_contain_text("五天")
    doctor.page.keyboard.press("j")
    expect(doctor.part("complaint")).to_contain_text("五天")


def test_the_page_prints_on_one_sheet(kiosk: Kiosk, new_worklist: Callable[..., Worklist]) -> None:
    # given a page in Chinese
    kiosk.as_guest()
    kiosk.says("心慌一个星期了，一阵一阵的，我50岁，男")
    kiosk.answers()
    kiosk.finishes()
    doctor = new_worklist("zh").comes()
    doctor.opens("一个星期")
    # when it is printed
    sheet = doctor.page.pdf(format="A4", prefer_css_page_size=True)
    # then it is one page, whose title says that a machine made it
    assert sheet.count(b"/Type /Page\n") == 1
    title = bytes.fromhex(re.search(rb"/Title <FEFF([0-9A-F]+)>", sheet)[1].decode()).decode("utf-16-be")  # type: ignore[index]
    assert "机器（AI）生成" in title


def test_a_doctor_asks_about_the_patient_and_sees_how_the_answer_was_got(
    kiosk: Kiosk, new_worklist: Callable[..., Worklist]
) -> None:
    # given a patient of the clinic who has come again
    kiosk.comes_in("welcome.followUp").agrees()
    kiosk.identifies(*LIN_SONGTAO)
    kiosk.answers()
    kiosk.finishes()
    doctor = new_worklist().comes()
    doctor.opens("冠心病")
    box = doctor.page.get_by_role("textbox", name="Ask about this patient")
    answer = doctor.beside.get_by_role("region", name="Ask about this patient").get_by_role("log")
    # when two things are asked in one question
    box.fill("How has his blood pressure gone since spring? And any allergies?")
    box.press("Enter")
    # then both are answered from the records
    expect(answer).to_contain_text("blood pressure: falling")
    expect(answer).to_contain_text("药物过敏史")
    doctor.meets("answer")
    # and how it was got can be opened
    answer.get_by_text("How was this got?").click()
    expect(answer.get_by_role("listitem").filter(has_text="trend").last).to_be_visible()
    # when a plot is asked for
    box.fill("plot the blood pressure")
    box.press("Enter")
    # then there is a picture
    expect(answer.get_by_role("img")).to_be_visible()
    doctor.meets("picture")
    # when it is none of its questions
    box.fill("what is the weather")
    box.press("Enter")
    # then it says what may be asked, and changes nothing
    expect(answer).to_contain_text("change nothing")
