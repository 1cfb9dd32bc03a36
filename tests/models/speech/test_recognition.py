"""What is speech, what Whisper may say, how words are written down, and what is said of what is missing."""

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.activity import Activity, silero
from frontdesk.models.speech.recognition.captions import caption
from frontdesk.models.speech.recognition.checking import checks
from frontdesk.models.speech.recognition.engines import ENGINES, Setup, languages, load
from frontdesk.models.speech.recognition.gates import kept
from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND, CannotHear, Heard
from frontdesk.models.speech.recognition.sherpa import OfflineStream, OnlineStream
from frontdesk.models.speech.recognition.vosk import VoskStream
from tests.models.speech.scripted import script
from tests.models.speech.sounds import pcm, silence, voice


def test_speech_is_found_with_a_little_before_and_after_it() -> None:
    activity = Activity(silero())
    speech = activity.speech_of(pcm(silence(2), voice(2), silence(2)))
    assert 2.0 <= len(speech) / BYTES_A_SECOND <= 3.2
    assert activity.seen.spoke and not activity.seen.speaking and 1.5 < activity.seen.quiet < 2.5


def test_it_goes_on_over_a_short_pause() -> None:
    activity = Activity(silero())
    activity.speech_of(pcm(voice(1.5), silence(0.3), voice(1.0)))
    assert activity.seen.speaking and activity.seen.quiet < 0.3


@pytest.mark.parametrize(
    "sound",
    [
        silence(3, level=0.2),
        np.sin(2 * np.pi * 50 * np.arange(48_000) / 16_000) * 0.5,
        voice(0.12),
        (np.arange(48_000) % 8_000 == 0).astype(float),
    ],
    ids=["hiss", "hum", "a short sound", "clicks"],
)
def test_what_is_no_speech_is_given_to_no_recogniser(sound: Any) -> None:
    activity = Activity(silero())
    assert activity.speech_of(pcm(silence(0.5), sound, silence(1))) == b""
    assert not activity.seen.spoke


def segment(text: str, **more: float) -> SimpleNamespace:
    given = {"start": 0.0, "end": 2.0, "no_speech_prob": 0.1, "avg_logprob": -0.2, "compression_ratio": 1.1}
    return SimpleNamespace(text=text, **(given | more))


@pytest.mark.parametrize("fault", [{"no_speech_prob": 0.7}, {"avg_logprob": -1.2}, {"compression_ratio": 3.0}])
def test_a_segment_that_whisper_itself_doubts_is_no_words(fault: dict[str, float]) -> None:
    assert kept([segment("头疼、发烧", **fault)]).text == ""
    both = kept([segment("I have a cough."), segment(" Thank you.", **fault)])
    assert both.text == "I have a cough." and 0.8 < both.confidence < 0.83


def test_the_confidence_is_that_of_the_longer_segment_rather() -> None:
    sure = kept([segment("a", avg_logprob=-0.1, end=9.0), segment("b", avg_logprob=-0.9, start=9.0, end=10.0)])
    assert 0.8 < sure.confidence < 0.9


@pytest.mark.parametrize(
    ("written", "language", "shown"),
    [
        ("我 头疼 三 天 了", Language.ZH, "我头疼三天了"),
        ("頭痛、發燒", Language.ZH, "头痛、发烧"),
        ("[unk] my  head hurts", Language.EN, "my head hurts"),
        ("<|zh|><|NEUTRAL|>头疼", Language.ZH, "头疼"),
        ("不清楚，", Language.ZH, "不清楚"),
        ("女\ufffd", Language.ZH, "女"),
        ("(音乐)", Language.ZH, ""),
        ("♪ ... ♪", Language.EN, ""),
    ],
)
def test_words_are_shown_without_the_marks_of_an_engine(written: str, language: Language, shown: str) -> None:
    assert caption(written, language) == shown


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_without_its_library_says_how_to_get_it(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("final.mdl", "model.onnx", "tokens.txt", "model.bin"):
        (tmp_path / name).touch()
    monkeypatch.setitem(sys.modules, ENGINES[engine].library, None)
    with pytest.raises(CannotHear, match=rf"pip install 'frontdesk\[{engine}\]'"):
        load(Setup(engine, {Language.EN: tmp_path}), Language.EN)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_empty_folder_is_no_model(engine: str, tmp_path: Path) -> None:
    with pytest.raises(CannotHear, match=f"in {tmp_path}.*https://"):
        load(Setup(engine, {Language.EN: tmp_path}), Language.EN)


def test_a_language_is_offered_where_its_folder_is_there(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    assert languages(Setup("tests.models.speech.scripted:Scripted", {Language.EN: tmp_path, Language.ZH: gone})) == (
        Language.EN,
    )
    assert languages(Setup("", {Language.EN: tmp_path})) == ()


class Kaldi:
    """What Vosk's recogniser says, by turns: it ends a sentence of its own at the second sound."""

    def __init__(self) -> None:
        self.heard = 0

    def AcceptWaveform(self, pcm: bytes) -> bool:  # noqa: N802 its name
        self.heard += 1
        return self.heard == 2

    def Result(self) -> str:  # noqa: N802
        return '{"text": "我 头疼", "result": [{"conf": 1.0}, {"conf": 0.8}]}'

    def PartialResult(self) -> str:  # noqa: N802
        return '{"partial": "我"}' if self.heard == 1 else '{"partial": "三 天"}'

    def FinalResult(self) -> str:  # noqa: N802
        return '{"text": "三 天 了", "result": [{"conf": 0.5}, {"conf": 0.7}]}'


def test_vosks_own_sentences_are_one_utterance() -> None:
    stream = VoskStream(Kaldi(), Language.ZH)
    assert [stream.hear(b"")] == [Heard("我")]
    assert stream.hear(b"") == Heard("我头疼")
    assert stream.hear(b"") == Heard("我头疼三天")
    assert stream.hear(b"") is None, "nothing new"
    assert stream.finish() == Heard("我头疼三天了", 0.75)


class Sherpa:
    """A sherpa-onnx recogniser of either kind, which says a word for each second of sound."""

    def __init__(self) -> None:
        self.result = SimpleNamespace(text="")

    def create_stream(self) -> Any:
        return SimpleNamespace(samples=0, accept_waveform=self.accept, input_finished=lambda: None, result=self.result)

    def accept(self, rate: int, samples: Any) -> None:
        assert rate == 16_000 and samples.dtype == np.float32 and np.abs(samples).max() <= 1
        self.result.text += " 头疼"

    def is_ready(self, _stream: Any) -> bool:
        return False

    def decode_stream(self, _stream: Any) -> None:
        pass

    def get_result(self, _stream: Any) -> str:
        return str(self.result.text)

    def get_result_all(self, _stream: Any) -> Any:
        return SimpleNamespace(text=self.result.text, ys_probs=[-0.1, -0.3])


def test_a_streaming_zipformer_tells_its_words_as_they_come_and_how_sure_it_is() -> None:
    stream = OnlineStream(Sherpa(), Language.ZH)
    assert stream.hear(pcm(voice(0.5))) == Heard("头疼")
    assert stream.finish() == Heard("头疼头疼", 0.819)


def test_sense_voice_reads_all_at_the_end() -> None:
    stream = OfflineStream(Sherpa(), Language.ZH)
    stream.hear(pcm(voice(0.5)))
    assert stream.finish() == Heard("头疼", None)


def told(setup: Setup, spoken: dict[Language, bytes]) -> list[tuple[str, bool | None]]:
    return [(check.what, check.good) for check in checks(setup, spoken)]


def test_a_check_says_what_is_there_what_is_heard_and_what_is_missing(tmp_path: Path) -> None:
    both = {Language.EN: script(tmp_path / "en", "my head hurts"), Language.ZH: tmp_path / "zh"}
    spoken = {language: pcm(silence(0.5), voice(2), silence(0.5)) for language in Language}
    setup = Setup("tests.models.speech.scripted:Scripted", both)
    assert dict(told(setup, spoken)) == {"recogniser": True, "model zh": False, "model en": True, "heard en": True}
    lines = {check.what: check.told for check in checks(setup, spoken)}
    assert "my head hurts (90% sure)" in lines["heard en"]
    assert "no script in" in lines["model zh"]
    assert told(Setup("", {}), {}) == [("recogniser", None)]


def test_a_check_hears_no_words_in_silence(tmp_path: Path) -> None:
    setup = Setup("tests.models.speech.scripted:Scripted", {Language.EN: script(tmp_path / "en", "invented")})
    assert dict(told(setup, {Language.EN: pcm(silence(3))}))["heard en"] is False
