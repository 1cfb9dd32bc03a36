"""The kiosk's voice in a real browser: sound really comes, and really plays."""

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Response, expect

from frontdesk.models.speech.synthesis.engines import NO_ESPEAK, Chosen, can_speak
from tests.conftest import not_tested
from tests.e2e.kiosk import Kiosk

KEEP_SOUNDS = """
const Real = window.Audio;
window.sounds = [];
window.Audio = class extends Real { constructor() { super(); window.sounds.push(this); } };
"""
HEARD = "() => window.sounds.some((sound) => sound.currentTime > 0.2 && sound.error === null)"
SILENT = "() => window.sounds.every((sound) => sound.paused || sound.ended)"


@pytest.fixture(autouse=True)
def voice() -> None:
    if not can_speak(Chosen()):
        not_tested(NO_ESPEAK)


class Listener:
    """What a kiosk asked to hear: each answer with its path's end."""

    def __init__(self, kiosk: Kiosk) -> None:
        self.page = kiosk.page
        self.answers: list[Response] = []
        self.page.on("response", self._note)
        self.page.add_init_script(KEEP_SOUNDS)
        self.page.reload()

    def _note(self, response: Response) -> None:
        if "/speech" in urlsplit(response.url).path:
            self.answers.append(response)

    def hears(self) -> None:
        """Something sounds now, and everything that was asked for came as sound."""
        self.page.wait_for_function(HEARD)
        refused = [(one.status, one.request.post_data or one.url) for one in self.answers if one.status != 200]
        assert refused == []
        assert {answer.header_value("content-type") for answer in self.answers} == {"audio/wav"}

    def until_silent(self, kiosk: Kiosk) -> None:
        expect(kiosk.button(kiosk.word("voice.stop"))).to_have_count(0, timeout=60_000)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_nurses_words_are_heard_again(language: str, new_kiosk: Callable[..., Kiosk]) -> None:
    # given a kiosk that speaks when it is asked
    kiosk = new_kiosk(language)
    listener = Listener(kiosk)
    kiosk.as_guest()
    assert listener.answers == []
    # when somebody wants to hear it again
    kiosk.button(kiosk.word("voice.again")).click()
    # then it sounds, and a touch ends it
    listener.hears()
    kiosk.button(kiosk.word("voice.stop")).first.click()
    kiosk.page.wait_for_function(SILENT)


def test_who_wants_it_hears_every_reply(new_kiosk: Callable[..., Kiosk]) -> None:
    kiosk = new_kiosk("en")
    listener = Listener(kiosk)
    kiosk.as_guest()
    kiosk.button(kiosk.word("frame.display")).click()
    kiosk.meets("display menu")
    kiosk.button(kiosk.word("voice.on")).click()
    kiosk.page.keyboard.press("Escape")
    before = len(listener.answers)
    kiosk.says("I have had a rash on my arm for three days")
    for _ in range(50):
        if len(listener.answers) > before:
            break
        listener.page.wait_for_timeout(100)
    assert len(listener.answers) > before
    listener.hears()


def test_danger_is_said_without_being_asked(new_kiosk: Callable[..., Kiosk]) -> None:
    kiosk = new_kiosk("zh")
    listener = Listener(kiosk)
    kiosk.as_guest()
    kiosk.says("我胸口像压了块大石头，左胳膊发麻，出冷汗")
    listener.hears()
    expect(kiosk.button(kiosk.word("voice.stop"))).to_be_visible()


@pytest.mark.parametrize("language", ["zh", "en"])
def test_who_does_not_see_the_screen_goes_through_a_reception_by_four_keys(
    language: str, new_kiosk: Callable[..., Kiosk]
) -> None:
    # given the first page, and reading switched on in the display menu
    kiosk = new_kiosk(language)
    listener = Listener(kiosk)
    kiosk.page.get_by_role("button", name=re.compile("Display|显示")).click()
    kiosk.page.get_by_role("button", name=re.compile("Read every page|朗读每一页")).click()
    kiosk.page.keyboard.press("Escape")
    listener.hears()
    keys = kiosk.page.locator(".voice-keys")
    # when the way in and consent without a card are found with "next" and chosen
    for path, name in (("/sessions", "welcome.unwell"), ("/identity", "consent.yesGuest")):
        target = kiosk.page.locator("[data-spoken]")
        for _ in range(30):
            keys.get_by_role("button").nth(1).click()
            if target.inner_text().strip() == kiosk.word(name):
                break
        kiosk.does(path, keys.get_by_role("button").nth(2).click)
    # then the first question is read, and nothing on the way was refused
    listener.hears()
    kiosk.meets("read aloud")
    assert kiosk.told["phase"] == "conversation"
    # and a dialogue is gone through by the same keys
    kiosk.button(kiosk.word("frame.finish")).click()
    dialogue = kiosk.page.get_by_role("alertdialog")
    expect(dialogue).to_be_visible()
    for _ in range(4):
        keys.get_by_role("button").nth(1).click()
        if dialogue.locator("[data-spoken]").inner_text().strip() == kiosk.word("finish.stay"):
            break
    keys.get_by_role("button").nth(2).click()
    expect(dialogue).to_have_count(0)
    assert kiosk.page.get_by_role("main").is_visible()
