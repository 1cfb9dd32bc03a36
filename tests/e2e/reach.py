"""Whether a page can be worked with by keyboard alone, at 200 %, in the language of whoever reads it."""

from pathlib import Path

from playwright.sync_api import Locator, Page

SCRIPT = Path(__file__).with_name("reach.js").read_text("utf-8")
AT_ONCE = 15  # presses of Tab between two looks
ROUND = 80  # presses more than there are controls: a box for a date takes several
# WCAG 1.4.4, text at 200 %: a screen of 1920 x 1080 and one of 1366 x 768 have half of their CSS pixels then.
# WCAG 1.4.10, reflow: 320 CSS pixels, which is 1280 at 400 %.
TWICE = ({"width": 960, "height": 540}, {"width": 683, "height": 384}, {"width": 320, "height": 512})
LOWEST = TWICE[1]
FOCUSED = "(one) => one === document.activeElement || (one.contains(document.activeElement) && one.tagName === 'LABEL')"


class Unreachable(AssertionError):
    """Tab never comes to a control."""


def tabs_to(page: Page, control: Locator, *, most: int = 300) -> None:
    """Presses Tab until the control has the focus."""
    wanted = control.element_handle()
    for _ in range(most):
        if wanted.evaluate(FOCUSED):
            return
        page.keyboard.press("Tab")
    raise Unreachable(f"{most} presses of Tab do not come to {control}")


def wrongs_of_page(page: Page, *, walks: bool) -> list[str]:
    """What is wrong at 200 % and 400 %, and where somebody `walks` round by keyboard, at the lowest."""
    before = page.viewport_size
    found = []
    for size in TWICE:
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.evaluate(SCRIPT)
        if walks and size == LOWEST:
            found += wrongs_of_keyboard(page)
        found += [f"at {size['width']} px: {wrong}" for wrong in page.evaluate("() => reach.sight()")]
    if before:
        page.set_viewport_size(before)
    return found


def wrongs_of_keyboard(page: Page) -> list[str]:
    """Goes once round with Tab: what is never reached, shows no focus, has it out of sight or does not let it go."""
    page.evaluate(SCRIPT)
    controls: int = page.evaluate("() => reach.begin()")
    for _ in range(0, controls + ROUND, AT_ONCE):
        for _ in range(AT_ONCE):
            page.keyboard.down("Tab")  # held down: it repeats
        page.keyboard.up("Tab")
        if page.evaluate("() => reach.isRound()"):
            break
    wrongs: list[str] = page.evaluate("() => reach.end()")
    return wrongs


def wrongs_of_language(page: Page, language: str, names: tuple[str, ...]) -> list[str]:
    """Words in another language than the page's that are not marked so (WCAG 3.1.2); `names` are in any."""
    page.evaluate(SCRIPT)
    wrongs: list[str] = page.evaluate("([of, names]) => reach.foreign(of, names)", [language, list(names)])
    return wrongs
