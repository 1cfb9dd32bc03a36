"""The voice that is always there, where eSpeak NG is installed: `scripts/want espeak-ng` does that."""

import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from frontdesk.models.facts import Language
from frontdesk.models.speaking import phrases
from frontdesk.models.speech.synthesis import engines
from frontdesk.models.speech.synthesis import process as processes
from frontdesk.models.speech.synthesis.engines import Chosen
from frontdesk.models.speech.synthesis.pinyin import syllables
from frontdesk.models.speech.synthesis.process import VoiceProcess, command
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence, Voice
from tests.models.speech.lost import said_although_lost

needs_espeak = pytest.mark.skipif(engines.why_not(Chosen()) is not None, reason=engines.NO_ESPEAK)
SAID = {Language.ZH: "请您到2楼A203室，护士马上来。", Language.EN: "Please go to floor 2, room A203."}


@pytest.fixture(scope="module")
def voice() -> Iterator[VoiceProcess]:
    process = VoiceProcess(command(Chosen()))
    yield process
    process.end()


@needs_espeak
@pytest.mark.parametrize("language", Language)
def test_both_languages_are_said_one_after_the_other(voice: VoiceProcess, language: Language) -> None:
    audio = voice.say(Sentence(SAID[language], language))
    assert audio.rate == 22050
    assert 1.5 < audio.seconds < 8
    assert max(audio.pcm[1::2]) > 0, "there is a sound"


@needs_espeak
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_sentence_is_said_although_its_process_is_lost(how: signal.Signals, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "AT_LEAST", 0.5)
    monkeypatch.setattr(processes, "A_CHARACTER", 0.02)
    audio, another = said_although_lost(Chosen(), how, after=0)  # it takes three milliseconds: before, not within it
    assert another and audio.seconds > 2


@needs_espeak
def test_slower_takes_longer(voice: VoiceProcess) -> None:
    slow, normal = (voice.say(Sentence(SAID[Language.EN], Language.EN, speed)).seconds for speed in (0.75, 1.0))
    assert slow > 1.15 * normal > 2


@needs_espeak
def test_what_has_no_words_is_silence(voice: VoiceProcess) -> None:
    assert voice.say(Sentence("……", Language.ZH)).seconds == 0


@needs_espeak
def test_an_unknown_voice_is_named() -> None:
    with pytest.raises(NoVoice, match="xx-none"):
        VoiceProcess(command(Chosen(names={Language.EN: "xx-none"})))


@needs_espeak
def test_without_its_weights_kokoro_leaves_the_word_to_espeak() -> None:
    process = VoiceProcess(command(Chosen(engine=engines.KOKORO)))
    assert process.engine == engines.ESPEAK
    process.end()


@needs_espeak
def test_where_kokoro_does_not_start_espeak_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: Chosen) -> Voice:
        raise RuntimeError("weights cut off")

    monkeypatch.setattr(engines, "ENGINES", {**engines.ENGINES, engines.KOKORO: (lambda _: None, broken)})
    assert engines.voice(Chosen(engine=engines.KOKORO))[0] == engines.ESPEAK
    monkeypatch.setattr(engines, "has_espeak", lambda: False)
    with pytest.raises(NoVoice, match="weights cut off"):
        engines.voice(Chosen(engine=engines.KOKORO))


def test_without_any_engine_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "has_espeak", lambda: False)
    assert not engines.can_speak(Chosen())
    with pytest.raises(NoVoice, match="apt-get install espeak-ng"):
        engines.voice(Chosen())


def test_the_server_loads_no_engine() -> None:
    """Nor what they need: the voices' process alone does."""
    engines = [f"frontdesk.models.speech.synthesis.{name}" for name in ("espeak", "kokoro")]
    heavy = {"pypinyin", "num2words", *engines}
    asks = "from frontdesk.models.speech.synthesis.engines import Chosen, can_speak; can_speak(Chosen())"
    script = f"import sys, frontdesk.app.web.application; {asks}; print(*({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "\n"


def test_characters_become_pinyin_with_the_tones_that_are_said() -> None:
    assert syllables("你好，不要走，一会儿") == ["ni2", "hao3", "，", "bu2", "yao4", "zou3", "，", "yi2", "hui4", "er5"]
    assert " ".join(syllables("发烧多长时间了")) == "fa1 shao1 duo1 chang2 shi2 jian1 le5"


def test_every_phrase_of_ours_can_be_read() -> None:
    for wordings in phrases(Language.ZH).values():
        assert all(syllables(said) for said in wordings)
