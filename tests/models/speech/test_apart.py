"""The process that hears, spoken to as the server speaks to it."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition import apart
from frontdesk.models.speech.recognition.apart import Apart, Listening, NotHearing
from frontdesk.models.speech.recognition.engines import Setup
from frontdesk.models.speech.recognition.messages import Frame, Kind
from tests.models.speech.scripted import script
from tests.models.speech.sounds import pcm, silence, voice

ENGINE = "tests.models.speech.scripted:Scripted"
FRAME = 3200  # bytes: a tenth of a second
SAID = pcm(silence(0.5), voice(2.0), silence(1.5))


def heard(
    folder: Path,
    do: Callable[[Apart], Awaitable[None]],
    engine: str = ENGINE,
    *,
    lost: Callable[[], None] = lambda: None,
) -> None:
    async def run() -> None:
        recogniser = Apart(Setup(engine, {Language.EN: folder}), lost=lost)
        try:
            await do(recogniser)
        finally:
            recogniser.close()

    asyncio.run(run())


async def spoken(listening: Listening, sound: bytes = SAID) -> list[Frame]:
    """Everything that is told of the sound, to the words."""
    for at in range(0, len(sound), FRAME):
        listening.hear(sound[at : at + FRAME])
    listening.finish()
    told: list[Frame] = []
    while not told or told[-1].kind is not Kind.FINAL:
        frame = await listening.told(seconds=0.5)
        told += [frame] if frame else []
    return told


def test_words_come_while_they_are_spoken_and_whole_at_the_end(tmp_path: Path) -> None:
    async def do(recogniser: Apart) -> None:
        told = await spoken(await recogniser.listen(Language.EN))
        partials = [frame.told["text"] for frame in told if frame.kind is Kind.PARTIAL]
        assert partials[0] == "my" and partials[-1] == "my head hurts"
        assert told[-1].told == {"text": "my head hurts", "confidence": 0.8, "doubtful": False}
        activity = [frame.told for frame in told if frame.kind is Kind.ACTIVITY]
        assert activity[-1]["taken"] == len(SAID) and not activity[-1]["speaking"] and activity[-1]["spoke"]
        assert 1.0 < activity[-1]["quiet"] < 2.0

    heard(script(tmp_path / "en", "my head hurts", confidence=0.8), do)


def test_without_speech_there_are_no_words(tmp_path: Path) -> None:
    async def do(recogniser: Apart) -> None:
        told = await spoken(await recogniser.listen(Language.EN), pcm(silence(3, level=0.1)))
        assert told[-1].told["text"] == "" and not any(frame.kind is Kind.PARTIAL for frame in told)

    heard(script(tmp_path / "en", "invented words"), do)


def test_two_who_speak_at_once_are_both_heard(tmp_path: Path) -> None:
    async def do(recogniser: Apart) -> None:
        both = [await recogniser.listen(Language.EN) for _ in range(2)]
        told = await asyncio.gather(*map(spoken, both))
        assert [one[-1].told["text"] for one in told] == ["my head hurts"] * 2

    heard(script(tmp_path / "en", "my head hurts"), do)


def test_a_process_that_dies_breaks_what_is_under_way_and_is_begun_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "BETWEEN", 0.0)
    folder = script(tmp_path / "en", "my head hurts", then="die")

    async def do(recogniser: Apart) -> None:
        listening = await recogniser.listen(Language.EN)
        first = recogniser.pid
        with pytest.raises(NotHearing):
            await spoken(listening)
        script(folder, "my head hurts")
        told = await spoken(await recogniser.listen(Language.EN))
        assert told[-1].told["text"] == "my head hurts" and recogniser.pid != first

    heard(folder, do)


def test_it_is_begun_anew_before_anybody_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "BETWEEN", 0.1)

    async def do(recogniser: Apart) -> None:
        await spoken(await recogniser.listen(Language.EN))
        first = recogniser.pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        await asyncio.sleep(1)
        assert recogniser.pid != first

    lost: list[bool] = []
    heard(script(tmp_path / "en", "my head"), do, lost=lambda: lost.append(True))
    assert len(lost) == 1, "and not once more where it is closed"


def test_a_process_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "FINISHING", 0.5)

    async def do(recogniser: Apart) -> None:
        listening = await recogniser.listen(Language.EN)
        with pytest.raises(NotHearing, match="hangs"):
            await spoken(listening)
        await asyncio.sleep(0.3)
        assert recogniser.pid is not None
        with pytest.raises((NotHearing, ProcessLookupError)):
            os.kill(recogniser.pid, signal.SIG_DFL)
            listening.hear(b"\0\0")

    heard(script(tmp_path / "en", "my head hurts", then="hang"), do)


def test_what_takes_nothing_is_ended_before_memory_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "WAITING", 100_000)

    async def do(recogniser: Apart) -> None:
        listening = await recogniser.listen(Language.EN)
        assert recogniser.pid is not None
        os.kill(recogniser.pid, signal.SIGSTOP)
        with pytest.raises(NotHearing, match="takes nothing"):
            for _ in range(500):
                listening.hear(SAID[:FRAME])

    heard(script(tmp_path / "en", "my head hurts"), do)


def test_a_language_without_a_model_is_refused_with_what_is_missing(tmp_path: Path) -> None:
    async def do(recogniser: Apart) -> None:
        with pytest.raises(NotHearing, match="no script in"):
            await recogniser.listen(Language.EN)

    (tmp_path / "en").mkdir()
    heard(tmp_path / "en", do)


def test_an_unknown_recogniser_is_refused(tmp_path: Path) -> None:
    async def do(recogniser: Apart) -> None:
        with pytest.raises(NotHearing, match="no recogniser nothing"):
            await recogniser.listen(Language.EN)

    heard(script(tmp_path / "en", "x"), do, engine="nothing")


def test_it_is_not_begun_again_and_again(tmp_path: Path) -> None:
    async def do(recogniser: Apart) -> None:
        with pytest.raises(NotHearing):
            await spoken(await recogniser.listen(Language.EN))
        with pytest.raises(NotHearing, match="just begun"):
            recogniser.begin()

    heard(script(tmp_path / "en", "my head", then="die"), do)
