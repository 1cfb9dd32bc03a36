"""Real engines and weights (`make test-speech`): natural voices through a browser's microphone into a reception."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from frontdesk.evaluation.hearing.__main__ import heard
from frontdesk.evaluation.hearing.noises import noises
from frontdesk.evaluation.serving import Server, serving
from frontdesk.models.facts import Language
from frontdesk.models.speech.audio import Audio
from frontdesk.models.speech.recognition.apart import Apart
from frontdesk.models.speech.recognition.engines import Setup
from frontdesk.models.speech.recognition.messages import Frame, Kind
from frontdesk.models.speech.recognition.recogniser import Heard
from frontdesk.models.speech.recognition.replayed import replayed
from frontdesk.models.speech.synthesis.engines import ESPEAK, KOKORO, Chosen
from frontdesk.models.speech.synthesis.process import VoiceProcess, command
from frontdesk.models.speech.synthesis.voice import Sentence
from tests.e2e.axe import Axe
from tests.e2e.chromium import KIOSK, Windows, chromium
from tests.e2e.kiosk import Kiosk
from tests.e2e.spoken import SpokenPatient
from tests.e2e.test_by_voice import microphone
from tests.models.speech.sounds import pcm, save, silence

pytestmark = pytest.mark.speech

SAID = {"en": ("en-00-af_heart.wav", "headache"), "zh": ("zh-00-zf_xiaobei.wav", "头疼")}
HANGUL = range(0xAC00, 0xD7A4)


def given(name: str) -> Path:
    folder = os.environ.get(f"FRONTDESK_TEST_{name}")
    assert folder, f"FRONTDESK_TEST_{name} names no folder: see docs/settings.md"
    return Path(folder)


def spoken(language: str) -> bytes:
    return (given("SPOKEN") / SAID[language][0]).read_bytes()[44:]  # what comes behind a WAV file's head


@pytest.fixture(scope="module")
def lobby(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder, whisper = tmp_path_factory.mktemp("real"), str(given("WHISPER"))
    models = {"hearing_model_en": whisper, "hearing_model_zh": whisper, "hearing_answer_quiet_seconds": "2"}
    with serving(f"sqlite:///{folder / 'frontdesk.db'}", folder / "log", hearing="whisper", **models) as server:
        server.wait_until_warm(folder / "log")
        yield server


@contextmanager
def speaking(server: Server, folder: Path, language: str) -> Iterator[Kiosk]:
    """A kiosk before which somebody says the sentence now and then."""
    sound = save(folder / "microphone.wav", pcm(silence(0.5)) + spoken(language) + pcm(silence(40)))
    with chromium(*microphone(sound)) as browser:
        windows = Windows(browser, f"http://{server.host}:{server.port}")
        yield Kiosk(windows.open(KIOSK), Axe(), language=language)
        windows.close()
        assert not windows.wrongs


@pytest.mark.parametrize("language", SAID)
def test_a_complaint_by_voice_leads_to_a_department(lobby: Server, tmp_path: Path, language: str) -> None:
    with speaking(lobby, tmp_path, language) as kiosk:
        kiosk.as_guest()
        kiosk.button(kiosk.word("hear.speak")).click()
        expect(kiosk.page.get_by_text(kiosk.word("hear.listening"))).to_be_visible()
        expect(kiosk.button(kiosk.word("hear.speak"))).to_be_visible(timeout=60_000)
        asked = kiosk.page.get_by_text(kiosk.word("hear.confirm")).is_visible()
        kiosk.does("/turns", kiosk.button(kiosk.word("hear.yes" if asked else "talk.send")).click)
        assert SAID[language][1] in kiosk.told["said"].lower()
        kiosk.answers()
        assert kiosk.told["recommendation"] is not None


COMPLAINTS = {
    "en": "I have had a bad headache since yesterday morning.",
    "zh": "我从昨天早上开始头疼得厉害。",
}


# What eSpeak NG says in Mandarin, Whisper base does not understand.
@pytest.mark.parametrize(("language", "engine"), [("en", KOKORO), ("en", ESPEAK), ("zh", KOKORO)])
def test_a_reception_in_which_every_answer_is_spoken(lobby: Server, tmp_path: Path, language: str, engine: str) -> None:
    chosen = Chosen(engine, given("KOKORO_FOLDER") if engine == KOKORO else None)
    patients_voice = VoiceProcess(command(chosen))
    sound = tmp_path / "microphone.wav"

    def utter(words: str) -> None:
        audio = patients_voice.say(Sentence(words, Language(language)))
        before, after = (bytes(2 * int(seconds * audio.rate)) for seconds in (0.4, 20))
        sound.write_bytes(Audio(before + audio.pcm + after, audio.rate).wav())

    with chromium(*microphone(sound)) as browser:
        windows = Windows(browser, f"http://{lobby.host}:{lobby.port}")
        patient = SpokenPatient(Kiosk(windows.open(KIOSK), Axe(), language=language).as_guest(), utter)
        patient.says(COMPLAINTS[language])
        patient.answers()
        sys.stdout.write("".join(f"{words} -> {heard}\n" for words, heard in patient.said))
        assert patient.kiosk.told["recommendation"] is not None
        windows.close()
    patients_voice.end()
    assert not windows.wrongs


def test_vosk_hears_while_somebody_speaks() -> None:
    """With the one model that a package carries, of Korean: that words come, and come early."""

    async def hear() -> list[Frame]:
        recogniser = Apart(Setup("vosk", {Language.EN: given("VOSK")}))
        try:
            listening = await recogniser.listen(Language.EN)
            sound, told = spoken("en") + pcm(silence(1)), list[Frame]()
            for at in range(0, len(sound), 3200):
                listening.hear(sound[at : at + 3200])
            listening.finish()
            while not told or told[-1].kind is not Kind.FINAL:
                frame = await listening.told(seconds=1)
                told += [frame] if frame else []
            return told
        finally:
            recogniser.close()

    told = asyncio.run(hear())
    assert sum(frame.kind is Kind.PARTIAL for frame in told) >= 2
    final = told[-1].told
    assert any(ord(sign) in HANGUL for sign in final["text"])
    assert 0 < final["confidence"] <= 1


TILES = {
    Language.EN: ("Fever", "Cough", "Short of breath", "Chest pain", "None of these", "Not sure", "A person, please"),
    Language.ZH: ("发烧", "咳嗽", "喘不上气", "胸口疼", "都没有", "不清楚", "找真人护士"),
}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("tiles", [{}, TILES], ids=["without tiles", "with tiles"])
def test_whisper_says_nothing_of_noise(language: Language, tiles: dict[Language, tuple[str, ...]]) -> None:
    async def hear() -> dict[str, str]:
        recogniser = Apart(Setup("whisper", {language: given("WHISPER")}))
        clips = noises([spoken(language)])
        try:
            told = {
                one.name: await heard(recogniser, one.pcm, language, tiles=tiles.get(language, ())) for one in clips
            }
            return {name: words.text for name, (words, _) in told.items()}
        finally:
            recogniser.close()

    assert {name: words for name, words in asyncio.run(hear()).items() if words} == {}


# --- lost in the middle of a sentence ---------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("engine", ["whisper", "vosk"])
def test_an_utterance_is_heard_although_its_process_is_lost_in_it(engine: str, how: signal.Signals) -> None:
    async def hear() -> tuple[Heard, bool]:
        recogniser = Apart(Setup(engine, {Language.EN: given(engine.upper())}))
        try:
            listening = await replayed(partial(recogniser.listen, Language.EN))
            first, sound = recogniser.pid, spoken("en") + pcm(silence(1))
            assert first is not None
            for at in range(0, len(sound), 3200):
                if at == len(sound) // 2 // 3200 * 3200:
                    os.kill(first, how)
                listening.hear(sound[at : at + 3200])
            listening.finish()
            while (frame := await listening.told(seconds=1)) is None or frame.kind is not Kind.FINAL:
                pass
            return Heard(**frame.told), recogniser.pid != first
        finally:
            recogniser.close()

    words, another = asyncio.run(hear())
    assert another
    assert "headache" in words.text.lower() if engine == "whisper" else words.text
