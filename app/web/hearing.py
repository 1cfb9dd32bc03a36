"""One utterance at a kiosk's microphone: what comes is heard, what is heard is told, and danger in it alarms."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any
from uuid import uuid4

from app.ledger.audit import acting
from app.reception.errors import DamagedSession, NotNow, OutOfOrder, SessionEnded
from app.reception.session.state import State
from app.reception.turn.overheard import read_back
from app.reception.turn.utterance import Utterance
from app.web.microphone_messages import Begin, Closed, Code, End, Receive, Send, next_message
from app.web.parts import Parts
from models.speech.recognition.apart import Listening
from models.speech.recognition.messages import Kind
from models.speech.recognition.recogniser import BYTES_A_SECOND, Heard

LONGEST = 60.0  # seconds of one utterance; then it is over
FAST = 5.0  # seconds by which sound may be ahead of the clock: what was taken before the connection was there
NOTHING_SAID = 10.0  # seconds
COMPLETE = 0.7  # seconds of quiet that end what is one of the answers on the screen, word for word
LOOKS = 0.5  # seconds from one look for danger to the next
POLLS = 0.5  # seconds


class Hearing:
    """One utterance: what comes is heard, what is heard is told, and danger in it alarms."""

    def __init__(self, parts: Parts, kiosk: str, state: State, begin: Begin, listening: Listening, send: Send) -> None:
        self._parts, self._kiosk, self._state = parts, kiosk, state
        self._begin, self._listening, self._send = begin, listening, send
        self._quiet = _quiet_of(parts, state, begin)
        self._answers = _answers(state)
        self._spoke = self._finishing = False
        self._text = ""
        self._alarming = False  # the words at the last look
        self._alarmed = self._taken = False

    async def run(self, receive: Receive) -> None:
        """To the final words. Raises Closed, Gone and NotHearing."""
        await self._tell(type="ready")
        tasks = [asyncio.create_task(work) for work in (self._hear(receive), self._answer(), self._look_out())]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._alarmed and not self._taken:  # what set off an alarm is kept, though the page has gone
                await self._in_thread(self._take, Heard(self._text))

    async def _hear(self, receive: Receive) -> None:
        began, bytes_come = monotonic(), 0
        while True:
            try:
                message = await next_message(receive)
            except Closed as closed:
                if closed.code is Code.SLOW and self._finishing:
                    continue  # it is our turn
                raise
            if isinstance(message, Begin):
                raise Closed(Code.MALFORMED)
            if isinstance(message, End):
                self._finish()
                continue
            pcm = message if isinstance(message, bytes) else bytes(message.ms * BYTES_A_SECOND // 1000)
            bytes_come += len(pcm)
            if bytes_come > (monotonic() - began + FAST) * BYTES_A_SECOND:
                raise Closed(Code.TOO_FAST)
            if bytes_come > LONGEST * BYTES_A_SECOND:
                self._finish()
            if not self._finishing:
                self._listening.hear(pcm)

    def _finish(self) -> None:
        self._finishing = True
        self._listening.finish()

    async def _answer(self) -> None:
        while True:
            frame = await self._listening.told(seconds=POLLS)
            match frame.kind if frame else None:
                case Kind.ACTIVITY if frame:
                    await self._activity(frame.told)
                case Kind.PARTIAL if frame:
                    self._text = str(frame.told["text"])
                    await self._tell(type="partial", text=self._text)
                case Kind.FINAL if frame:
                    await self._final(Heard(**frame.told))
                    return
                case _:
                    pass

    async def _activity(self, seen: dict[str, Any]) -> None:
        if seen["speaking"] and not self._spoke:
            self._spoke = True
            await self._tell(type="speech")
        enough = COMPLETE if _plain(self._text) in self._answers else self._quiet
        if not self._begin.hold and seen["quiet"] >= (enough if seen["spoke"] else NOTHING_SAID):
            self._finish()

    async def _final(self, heard: Heard) -> None:
        """Danger is not left lying in the box until somebody sends it: such words are taken at once."""
        if heard.text and not self._alarmed:
            self._alarmed = await self._in_thread(self._overheard, heard.text, False)
        if self._alarmed:
            await self._in_thread(self._take, heard)
            self._taken = True
        reason = "doubtful" if heard.doubtful else read_back(heard.text) if heard.text else None
        await self._tell(
            type="final", text=heard.text, confidence=heard.confidence, confirm=reason, taken=self._alarmed
        )

    async def _look_out(self) -> None:
        """Danger in partial words, looked at twice: what alarms a second time, half a second later, is meant."""
        looked = ""
        while True:
            await asyncio.sleep(LOOKS)
            if self._text == looked and (self._alarmed or not self._alarming):
                continue
            looked, again = self._text, self._alarming
            self._alarming = await self._in_thread(self._overheard, looked, again)
            self._alarmed = self._alarmed or (self._alarming and again)

    def _overheard(self, text: str, again: bool) -> bool:
        said = Utterance(turn_id=uuid4().hex, number=0, text=text, means="spoken")
        with suppress(SessionEnded, DamagedSession, NotNow):
            return self._parts.reception.overhear(self._state.session_id, said, again=again)
        return False

    def _take(self, heard: Heard) -> None:
        reception, session_id = self._parts.reception, self._state.session_id
        with suppress(SessionEnded, DamagedSession, NotNow, OutOfOrder):
            number = reception.log.state(session_id).turns + 1
            said = Utterance(
                turn_id=uuid4().hex, number=number, text=heard.text, means="spoken", confidence=heard.confidence
            )
            reception.take_turn(session_id, said)

    async def _in_thread(self, work: Callable[..., Any], *given: object) -> Any:
        def working() -> Any:
            acting.set(f"kiosk:{self._kiosk}")
            return work(*given)

        return await asyncio.to_thread(working)

    async def _tell(self, **told: object) -> None:
        await self._send({"type": "websocket.send", "text": json.dumps(told, ensure_ascii=False)})


def _quiet_of(parts: Parts, state: State, begin: Begin) -> float:
    settings = parts.settings
    after = settings.hearing_answer_quiet_seconds if state.question else settings.hearing_quiet_seconds
    return max(after, settings.hearing_assisted_quiet_seconds) if begin.assisted else after


def _answers(state: State) -> frozenset[str]:
    options = state.question.options if state.question else ()
    return frozenset(_plain(option.label[state.language]) for option in options) - {""}


def _plain(words: str) -> str:
    return words.strip(" .,!?。，！？").lower()
