"""A patient speaks: from a microphone through the browser, the WebSocket and the recogniser's process into the page."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from frontdesk.evaluation.serving import Server, serving
from frontdesk.models.speech.synthesis.engines import NO_ESPEAK, Chosen, can_speak
from tests.conftest import not_tested
from tests.e2e.axe import Axe
from tests.e2e.chromium import KIOSK, Windows, beside
from tests.e2e.kiosk import Kiosk
from tests.e2e.spoken import SpokenPatient
from tests.models.speech.scripted import script
from tests.models.speech.sounds import pcm, save, silence, voice


def microphone(sound: Path) -> tuple[str, ...]:
    """Chromium's own fake one: it plays the file over and over."""
    return (
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={sound}",
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("by_voice")


@pytest.fixture(scope="module")
def lobby(folder: Path) -> Iterator[Server]:
    heard = {"hearing": "tests.models.speech.scripted:Scripted"}
    heard |= {f"hearing_model_{one}": str(script(folder / one, "x")) for one in ("en", "zh")}
    with serving(
        f"sqlite:///{folder / 'frontdesk.db'}", folder / "log", hearing_answer_quiet_seconds="2", **heard
    ) as server:
        server.wait_until_warm(folder / "log")
        yield server


@pytest.fixture
def sound(folder: Path) -> Path:
    """What the microphone plays from the moment that it is opened."""
    return save(folder / "speech.wav", pcm(silence(0.5), voice(2.2), silence(8)))


@pytest.fixture
def voices(browser: Browser, lobby: Server, sound: Path) -> Iterator[Windows]:
    with beside(browser, *microphone(sound)) as hears:
        windows = Windows(hears, f"http://{lobby.host}:{lobby.port}")
        yield windows
        windows.close()
        assert not windows.wrongs


@pytest.fixture
def lobby_kiosk(voices: Windows, axe: Axe) -> Kiosk:
    return Kiosk(voices.open(KIOSK), axe, language="en").as_guest()


def test_what_is_spoken_stands_in_the_box_and_counts_once_it_is_sent(lobby_kiosk: Kiosk, folder: Path) -> None:
    kiosk = lobby_kiosk
    script(folder / "en", "my head hurts")
    kiosk.button(kiosk.word("hear.speak")).click()
    box = kiosk.page.get_by_role("textbox").last
    expect(kiosk.page.get_by_text(kiosk.word("hear.listening"))).to_be_visible()
    kiosk.meets("listening")
    expect(box).to_have_value("my head hurts")
    expect(kiosk.button(kiosk.word("hear.speak"))).to_be_visible()
    assert kiosk.told["said"] is None
    kiosk.does("/turns", kiosk.button(kiosk.word("talk.send")).click)
    assert kiosk.told["said"] == "my head hurts"


def test_a_number_is_asked_about_and_said_again(lobby_kiosk: Kiosk, folder: Path) -> None:
    kiosk = lobby_kiosk
    script(folder / "en", "for thirteen days")
    kiosk.button(kiosk.word("hear.speak")).click()
    expect(kiosk.page.get_by_text(kiosk.word("hear.confirm"))).to_be_visible()
    kiosk.meets("heard a number")
    kiosk.button(kiosk.word("hear.again")).click()
    script(folder / "en", "my head hurts for thirty days")
    kiosk.button(kiosk.word("hear.speak")).click()
    expect(kiosk.page.get_by_text(kiosk.word("hear.confirm"))).to_be_visible()
    kiosk.does("/turns", kiosk.button(kiosk.word("hear.yes")).click)
    assert kiosk.told["said"] == "my head hurts for thirty days"


def test_danger_brings_the_emergency_page_before_anything_is_sent(lobby_kiosk: Kiosk, folder: Path) -> None:
    kiosk = lobby_kiosk
    script(folder / "en", "I can't breathe")
    kiosk.button(kiosk.word("hear.speak")).click()
    expect(kiosk.button(kiosk.word("frame.callAgain"))).to_be_visible()


# --- a whole reception -----------------------------------------------------------------------------------------------

COMPLAINTS = {"en": "woman of forty, a cold since yesterday", "zh": "我是女的四十岁感冒两天"}


@pytest.mark.parametrize("language", COMPLAINTS)
def test_a_reception_in_which_every_answer_is_spoken(
    voices: Windows, axe: Axe, folder: Path, sound: Path, language: str
) -> None:
    def utter(words: str) -> None:
        script(folder / language, words)
        save(sound, pcm(silence(0.1), voice(max(0.6, 0.3 * len(words.split()) + 0.1)), silence(8)))

    patient = SpokenPatient(Kiosk(voices.open(KIOSK), axe, language=language).as_guest(), utter)
    patient.says(COMPLAINTS[language])
    patient.answers(background=("past_history/fact:condition:asthma",))
    assert all(heard == words for words, heard in patient.said)
    understood = {line["key"]: line["status"] for line in patient.kiosk.told["understood"]}
    assert understood["condition:asthma"] == "present", "a tile of several, chosen by its words"
    assert patient.kiosk.department


# --- over our own voice ----------------------------------------------------------------------------------------------

KEEP_SOUNDS = """
const Real = window.Audio;
window.sounded = [];
window.Audio = class extends Real {
  constructor() {
    super();
    for (const what of ["playing", "ended"]) this.addEventListener(what, () => window.sounded.push(what));
    this.addEventListener("pause", () => this.ended || window.sounded.push("hushed")); // a piece's end is a pause, too
  }
};
"""


@pytest.fixture
def over_our_voice(browser: Browser, lobby: Server, folder: Path, axe: Axe) -> Iterator[Callable[[float, str], Kiosk]]:
    """Somebody makes a sound of so many seconds, in which these words are heard, while our voice speaks."""
    if not can_speak(Chosen()):
        not_tested(NO_ESPEAK)
    sound = folder / "over.wav"
    with beside(browser, *microphone(sound), "--autoplay-policy=no-user-gesture-required") as hears:
        windows = Windows(hears, f"http://{lobby.host}:{lobby.port}")

        def speak(seconds: float, words: str) -> Kiosk:
            save(sound, pcm(silence(0.8), voice(seconds), silence(8)))
            kiosk = Kiosk(windows.open(KIOSK), axe, language="en")
            kiosk.page.add_init_script(KEEP_SOUNDS)
            kiosk.page.reload()
            kiosk.as_guest()
            script(folder / "en", words.format(ours=" ".join(kiosk.told["reply"]["text"].split()[:5])))
            kiosk.button(kiosk.word("voice.read")).click()  # the whole page: longer than it takes to open a microphone
            kiosk.page.wait_for_function("() => window.sounded.includes('playing')")
            kiosk.button(kiosk.word("hear.speak")).click()
            kiosk.page.wait_for_function("() => window.sounded.includes('hushed')")
            return kiosk

        yield speak
        windows.close()
        assert not windows.wrongs


def test_who_speaks_over_our_voice_silences_it_and_is_heard(over_our_voice: Callable[[float, str], Kiosk]) -> None:
    kiosk = over_our_voice(2.2, "my knee is swollen")
    expect(kiosk.page.get_by_role("textbox").last).to_have_value("my knee is swollen")
    expect(kiosk.button(kiosk.word("voice.stop"))).to_have_count(0)
    assert kiosk.page.evaluate("window.sounded.slice(-1)[0]") == "hushed"


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.25, ""), (1.0, "uh huh"), (2.0, "{ours}")], ids=["a cough", "uh huh", "its echo"]
)
def test_our_voice_goes_on_after_what_is_not_said_to_us(
    over_our_voice: Callable[[float, str], Kiosk], seconds: float, words: str
) -> None:
    kiosk = over_our_voice(seconds, words)
    kiosk.page.wait_for_function("() => /hushed.*playing.*ended/.test(window.sounded.join())", timeout=30_000)
    assert kiosk.page.get_by_text("uh huh").count() == 0
