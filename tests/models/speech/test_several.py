"""Several processes that hear: who is asked, and what becomes of one that dies."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition import apart
from frontdesk.models.speech.recognition.apart import NotHearing
from frontdesk.models.speech.recognition.engines import Setup
from frontdesk.models.speech.recognition.messages import Kind
from frontdesk.models.speech.recognition.replayed import replayed
from frontdesk.models.speech.recognition.several import Several
from tests.models.speech.scripted import script
from tests.models.speech.test_apart import ENGINE, FRAME, SAID, spoken


def heard(folder: Path, do: Callable[[Several], Awaitable[None]]) -> None:
    async def run() -> None:
        recognisers = Several(Setup(ENGINE, {Language.EN: folder}), 2)
        recognisers.begin()
        try:
            (await recognisers.listen(Language.EN)).close()
            await both(recognisers)
            await do(recognisers)
        finally:
            recognisers.close()

    asyncio.run(run())


async def both(recognisers: Several) -> None:
    """Until both hear."""
    async with asyncio.timeout(60):
        while recognisers.hearing < 2:
            await asyncio.sleep(0.05)


def test_the_least_busy_hears_and_the_words_of_one_that_dies_come_from_another_at_once(tmp_path: Path) -> None:
    async def do(recognisers: Several) -> None:
        first, second = [await recognisers.listen(Language.EN) for _ in range(2)]
        assert first._process.pid != second._process.pid
        assert (await spoken(second))[-1].told["text"] == "my head hurts"
        # one is free now, the other still listens
        talk = await replayed(lambda: recognisers.listen(Language.EN))
        talk.hear(SAID[:FRAME])
        os.kill(second._process.pid, signal.SIGKILL)
        began = asyncio.get_running_loop().time()
        talk.hear(SAID[FRAME:])
        talk.finish()
        words = ""
        while not words:
            frame = await talk.told(seconds=0.5)
            words = str(frame.told["text"]) if frame and frame.kind is Kind.FINAL else ""
        assert words == "my head hurts"
        assert asyncio.get_running_loop().time() - began < apart.BETWEEN
        first.close()

    heard(script(tmp_path / "en", "my head hurts"), do)


def test_one_that_died_is_there_again_for_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "BETWEEN", 0.1)

    async def do(recognisers: Several) -> None:
        first, killed = recognisers.pids
        os.kill(killed, signal.SIGKILL)
        while recognisers.hearing == 2:
            await asyncio.sleep(0.01)
        assert (await recognisers.listen(Language.EN))._process.pid == first
        await both(recognisers)
        talk = await recognisers.listen(Language.EN)
        assert talk._process.pid not in (first, killed)
        with pytest.raises(NotHearing, match="no model"):
            await recognisers.listen(Language.ZH)

    heard(script(tmp_path / "en", "my head hurts"), do)
