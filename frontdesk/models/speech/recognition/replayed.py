"""One utterance that outlives the process that hears it: its sound, which no file ever holds, is heard again."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from frontdesk.models.speech.recognition.apart import BETWEEN, Listening, NotHearing
from frontdesk.models.speech.recognition.messages import Frame, Kind
from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND

PACE = 0.05  # seconds for each second of sound that is heard again: no more waits than may
ENDS = frozenset({Kind.FINAL, Kind.FAILED})

log = structlog.get_logger()


class Replayed:
    """As a Listening; once only: what is lost a second time is told as lost."""

    def __init__(self, listen: Callable[[], Awaitable[Listening]], listening: Listening) -> None:
        self._listen = listen
        self._listening: Listening | None = listening
        self._sound = bytearray()
        self._finished = self._again = False
        self._known = 0  # bytes whose activity has been told already

    def hear(self, pcm: bytes) -> None:
        self._sound += pcm
        if self._listening is not None:
            with suppress(NotHearing):  # `told` notices
                self._listening.hear(pcm)

    def finish(self) -> None:
        self._finished = True
        if self._listening is not None:
            with suppress(NotHearing):
                self._listening.finish()

    async def told(self, *, seconds: float) -> Frame | None:
        """The next that is told; None when there is none for so long. Raises NotHearing when it is lost twice."""
        if self._listening is None:
            raise NotHearing("it is being begun anew")
        try:
            frame = await self._listening.told(seconds=seconds)
        except NotHearing as fault:
            if self._again:
                raise
            log.warning("recogniser_again", fault=str(fault))
            await self._hear_again()
            return None
        if frame is None or self._known == 0 or frame.kind in ENDS:
            return frame
        if frame.kind is Kind.ACTIVITY and frame.told["taken"] >= self._known:
            self._known = 0
        return None

    def close(self) -> None:
        if self._listening is not None:
            self._listening.close()

    async def _hear_again(self) -> None:
        self.close()
        self._listening, self._again = None, True
        try:
            listening = await self._listen()
        except NotHearing:  # it is not begun again and again, and nobody else hears
            await asyncio.sleep(BETWEEN)
            listening = await self._listen()
        sent = 0
        while sent < len(self._sound):
            piece = bytes(self._sound[sent : sent + BYTES_A_SECOND])
            listening.hear(piece)
            sent += len(piece)
            await asyncio.sleep(PACE)
        if self._finished:
            listening.finish()
        self._listening, self._known = listening, sent


async def replayed(listen: Callable[[], Awaitable[Listening]]) -> Replayed:
    """A stream for one utterance. Raises NotHearing."""
    return Replayed(listen, await listen())
