"""Large type, other colours, a low screen, the keyboard alone, both languages: the same reception for everybody."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.kiosk import ORDINARY, Kiosk

LANDSCAPE = {"width": 1920, "height": 1080}
LAPTOP = {"width": 1280, "height": 720}
FITS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
SMALL_TARGETS = """(least) => [...document.querySelectorAll("button, a[href], input:not([type=checkbox]), .tile")]
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < least)
  .map(([one]) => one.textContent || one.outerHTML)"""
TWENTY_MILLIMETRES = 80  # px on a glass of 21.5 inches


def fits(page: Page) -> None:
    assert page.evaluate(FITS), "the page is wider than the screen"


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", [None, LANDSCAPE, LAPTOP], ids=["portrait", "landscape", "laptop"])
def test_large_type_never_needs_scrolling_sideways(
    new_kiosk: Callable[..., Kiosk], language: str, size: dict[str, int] | None
) -> None:
    # given a patient who needs large type
    kiosk = new_kiosk(language) if size is None else new_kiosk(language, size=size)
    kiosk.page.get_by_role("button", name={"zh": "大字", "en": "Large type"}[language]).or_(
        kiosk.page.get_by_role("button", name="大字")
    ).first.click()
    kiosk.meets("welcome")
    fits(kiosk.page)
    # when they go through a whole reception, then every screen fits
    kiosk.comes_in()
    fits(kiosk.page)
    kiosk.agrees()
    fits(kiosk.page)
    kiosk.presses("identity.guest", "/identity")
    for words in {
        "zh": ("不舒服", "我44岁，女", "皮肤痒，身上起红疹子，有两个星期了"),
        "en": ("I am not well", "I am 44, female", "My skin itches and has red spots for two weeks"),
    }[language]:
        kiosk.says(words)
        fits(kiosk.page)

    def answer(_: str) -> None:
        fits(kiosk.page)

    kiosk.answers(answer)
    fits(kiosk.page)
    kiosk.finishes()
    fits(kiosk.page)


@pytest.mark.parametrize("colours", ["深色", "黑白分明"])
def test_other_colours_are_as_readable(kiosk: Kiosk, colours: str) -> None:
    # given a patient who sees better with other colours
    kiosk.page.get_by_role("button", name="显示").click()
    kiosk.meets(f"display menu {colours}")
    kiosk.page.get_by_role("radio", name=colours).click()
    kiosk.page.keyboard.press("Escape")
    # when they are received, then axe measures every page at 7:1 (in `meets`)
    kiosk.meets("welcome")
    kiosk.as_guest()
    kiosk.says("胃胀，吃完饭反酸，半个月了，我35岁，男")

    def answer(key: str) -> None:
        kiosk.meets(key)

    kiosk.answers(answer)
    kiosk.books()
    kiosk.finishes()


def test_the_low_screen_brings_everything_into_reach(kiosk: Kiosk) -> None:
    # given a patient who sits
    kiosk.page.get_by_role("button", name="显示").click()
    kiosk.page.get_by_role("button", name="放低画面，坐着也够得着").click()  # in both languages until one is chosen
    kiosk.page.keyboard.press("Escape")
    kiosk.as_guest()
    kiosk.taps("头疼")
    for page in ("danger", "background"):
        kiosk.to_page(page)
        # then every answer stands in the lower half
        for tile in kiosk.page.locator(".answers .tile, .answers .ways-out button").all():
            box = tile.bounding_box()
            assert box is not None and box["y"] > 1920 * 0.3, tile.inner_text()


def test_what_is_to_be_pressed_is_large_enough_for_a_trembling_hand(kiosk: Kiosk) -> None:
    # given the screens of a reception at the kiosk, then nothing to press is under 20 mm
    def large_enough() -> None:
        assert kiosk.page.evaluate(SMALL_TARGETS, TWENTY_MILLIMETRES) == []

    large_enough()
    kiosk.comes_in()
    large_enough()
    kiosk.agrees()
    kiosk.presses("identity.guest", "/identity")
    large_enough()
    kiosk.says("嗓子疼两天了")

    def answer(_: str) -> None:
        large_enough()

    kiosk.answers(answer)
    large_enough()


def test_a_reception_needs_nothing_but_the_keyboard(kiosk: Kiosk) -> None:
    # given a patient, or a helper, with a keyboard and no finger on the glass
    page = kiosk.page

    def goes_to(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("() => document.activeElement?.textContent?.trim()") == name:
                return
        raise AssertionError(f"Tab never reaches {name}")

    def presses(name: str, call: str) -> None:
        goes_to(name)
        kiosk.does(call, lambda: page.keyboard.press("Enter"))

    def types(words: str) -> None:
        goes_to("我来打字")
        page.keyboard.press("Enter")
        expect(page.get_by_role("textbox")).to_be_focused()
        page.keyboard.insert_text(words)
        kiosk.does("/turns", lambda: page.keyboard.press("Enter"))

    # when they go from the greeting to a department
    presses("我不舒服", "/sessions")
    presses("可以，没有卡或没带卡", "/identity")
    types("嗓子疼两天了，我31岁，男")
    for _ in range(16):
        if kiosk.told["recommendation"]:
            break
        key = next(one for one in (*ORDINARY, *kiosk.labels) if one in kiosk.labels)
        if kiosk.asked == "who":
            goes_to("我自己")
            page.keyboard.press("Enter")
            presses("继续", "/turns")
        elif kiosk.filled_in:
            count = sum(option["quote"] is not None for option in kiosk.told["question"]["options"])
            presses(f"选了{count}项，继续", "/turns")
        else:
            presses(kiosk.labels[key], "/turns")
    # then they are there, see what the doctor will read, and can end it
    assert kiosk.department
    presses("好了，我走了", "/turns")
    presses("都对，就这样", "/turns")
    goes_to("结束")
    page.keyboard.press("Enter")
    presses("对，结束", "/finish")
    kiosk.shows("谢谢您")


def test_the_language_can_change_in_the_middle(kiosk: Kiosk) -> None:
    # given a conversation in Chinese
    kiosk.as_guest()
    kiosk.says("不舒服")
    kiosk.to_page("site")
    # when the patient presses English
    kiosk.does("/language", kiosk.page.get_by_role("radio", name="English").click)
    # then the question is asked again in English, with its answers
    expect(kiosk.button("Chest")).to_be_visible()
    expect(kiosk.button("Call a nurse")).to_be_visible()


def test_the_keys_on_the_glass_type(english_kiosk: Kiosk) -> None:
    # given a patient without a keyboard
    kiosk = english_kiosk.as_guest()
    kiosk.types()
    kiosk.button("Keyboard").click()
    kiosk.meets("keys on the glass")
    # when they type on the glass
    for key in ("c", "o", "l", "d"):
        kiosk.page.get_by_role("group", name="Keyboard").get_by_role("button", name=key, exact=True).click()
    # then the words stand in the box
    expect(kiosk.page.get_by_role("textbox")).to_have_value("cold")
