"""The slip: on paper, or by a code that works once on one telephone."""

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.e2e.axe import Axe
from tests.e2e.chromium import Windows
from tests.e2e.kiosk import Kiosk

PHONE = {"width": 390, "height": 844}


def test_the_slip_is_carried_away_by_a_code_that_opens_on_one_telephone(
    kiosk: Kiosk, windows: Windows, axe: Axe
) -> None:
    # given a patient with a number and a booked time
    kiosk.comes_in().agrees()
    kiosk.identifies("P1001", "1958-04-12")
    kiosk.says("咳嗽一个星期了，有痰")
    kiosk.answers()
    kiosk.books()
    queue = kiosk.told["booking"]["queue_number"]
    # when the slip is carried on the phone
    kiosk.sees_the_way()
    with kiosk.page.expect_response("**/slip") as answer:
        kiosk.button("存到手机").click()
    kiosk.shows("用手机扫一扫。")
    expect(kiosk.page.get_by_role("img", name="二维码")).to_be_visible()
    kiosk.meets("slip")
    # then it shows the number and initials, and neither name nor complaint
    kiosk.shows(queue)
    kiosk.shows("林**")
    assert "林松涛" not in kiosk.text and "咳嗽" not in kiosk.text
    # when the code is opened on a telephone
    link = urlsplit(answer.value.json()["url"]).path
    phone = windows.open(PHONE)
    opened = phone.goto(link)
    # then the way stands there in both languages, with the number
    assert opened is not None and opened.status == 200
    expect(phone.get_by_text(queue)).to_be_visible()
    axe.look(phone, "slip")
    # and a second telephone gets nothing
    other = windows.open(PHONE)
    refused = other.goto(link)
    assert refused is not None and refused.status == 410
    expect(other.get_by_text(queue)).to_have_count(0)
    axe.look(other, "slip closed")


def test_a_made_up_link_opens_nothing(windows: Windows) -> None:
    # given a link that nobody was given
    phone = windows.open(PHONE)
    # when it is opened, then there is no such slip
    answer = phone.goto("/slip/not-a-real-token-at-all")
    assert answer is not None and answer.status == 404


def test_printing_prints_the_slip_and_nothing_of_the_screen(new_kiosk: Callable[..., Kiosk]) -> None:
    # given a kiosk with a printer
    kiosk = new_kiosk("en")
    kiosk.page.evaluate("() => { window.printed = 0; window.print = () => { window.printed += 1 } }")
    kiosk.as_guest()
    kiosk.says("I cough with phlegm for a week, I am 52, male")
    kiosk.answers()
    # when the slip is printed
    kiosk.sees_the_way()
    kiosk.does("/slip", kiosk.button("Print a slip").click)
    kiosk.shows("Scan it with your phone.")
    # then it went to the printer once, without the buttons
    kiosk.meets("slip")
    kiosk.page.wait_for_function("() => window.printed === 1")
    kiosk.page.emulate_media(media="print")
    expect(kiosk.page.get_by_role("img", name="QR code")).to_be_visible()
    expect(kiosk.button("Call a nurse")).to_be_hidden()
