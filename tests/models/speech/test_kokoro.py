"""The natural voice in its own process: `make test-speech`, with the weights FRONTDESK_TEST_KOKORO_FOLDER names."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from frontdesk.models.facts import Language
from frontdesk.models.speech.synthesis.engines import KOKORO, Chosen, why_not
from frontdesk.models.speech.synthesis.process import VoiceProcess, command
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence
from tests.conftest import not_tested
from tests.models.speech.lost import said_although_lost

FOLDER = os.environ.get("FRONTDESK_TEST_KOKORO_FOLDER", "")
SAID = {
    Language.ZH: "请您到2楼A203室，不要着急，护士一会儿就来。",
    Language.EN: "Please go to floor 2, room A203. The nurse knows.",
}

pytestmark = pytest.mark.kokoro


@pytest.fixture(scope="module")
def chosen() -> Chosen:
    if not FOLDER:
        not_tested("the natural voice: FRONTDESK_TEST_KOKORO_FOLDER names no folder")
    return Chosen(engine=KOKORO, folder=Path(FOLDER))


@pytest.fixture(scope="module")
def voice(chosen: Chosen) -> Iterator[VoiceProcess]:
    process = VoiceProcess(command(chosen))
    yield process
    process.end()


def test_it_is_kokoro_that_speaks(voice: VoiceProcess, chosen: Chosen) -> None:
    assert (why_not(chosen), voice.engine) == (None, KOKORO)


@pytest.mark.parametrize("language", Language)
def test_it_speaks_both_languages(voice: VoiceProcess, language: Language) -> None:
    audio = voice.say(Sentence(SAID[language], language))
    samples = np.frombuffer(audio.pcm, "<i2")
    assert (audio.rate, 2.5 < audio.seconds < 8) == (24000, True)
    assert np.sqrt(np.mean(samples.astype(float) ** 2)) > 500, "it is loud enough to be speech"


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_sentence_is_said_although_its_process_is_lost_in_it(chosen: Chosen, how: signal.Signals) -> None:
    audio, another = said_although_lost(chosen, how, after=0.3)
    assert another and audio.seconds > 2


def test_slower_takes_longer(voice: VoiceProcess) -> None:
    slow, normal = (voice.say(Sentence(SAID[Language.EN], Language.EN, speed)).seconds for speed in (0.75, 1.0))
    assert slow > 1.15 * normal


def test_what_has_no_words_is_silence(voice: VoiceProcess) -> None:
    assert voice.say(Sentence("……", Language.ZH)).seconds == 0


def test_an_unknown_voice_is_named_where_nothing_else_can_speak(
    chosen: Chosen, monkeypatch: pytest.MonkeyPatch
) -> None:
    from frontdesk.models.speech.synthesis import engines

    monkeypatch.setattr(engines, "has_espeak", lambda: False)
    with pytest.raises(NoVoice, match="zz_nobody"):
        engines.voice(Chosen(engine=KOKORO, folder=chosen.folder, names={Language.EN: "zz_nobody"}))
