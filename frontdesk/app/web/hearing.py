"""One kiosk's microphone while it is open: what comes is heard, what is heard is told, and danger in it alarms."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any
from uuid import uuid4

import structlog

from frontdesk.app.ledger.audit import acting
from frontdesk.app.reception.errors import DamagedSession, NotNow, OutOfOrder, SessionEnded
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.overheard import Completeness, read_back
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.app.web.interrupting import our_words, speaks_to_us
from frontdesk.app.web.microphone_messages import Begin, Closed, Code, End, Receive, Send, Voice, next_message
from frontdesk.app.web.parts import Parts
from frontdesk.models.speech.recognition.messages import Frame, Kind
from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND, NOTHING, Heard
from frontdesk.models.speech.recognition.replayed import Replayed

LONGEST = 60.0  # seconds of sound; then what is said is over
FAST = 5.0  # seconds by which sound may be ahead of the clock: what was taken before the connection was there
NOTHING_SAID = 10.0  # seconds
GOES_ON = 2.0  # seconds of quiet in which somebody whose words seemed complete may go on
ASSISTED = 1.5  # times as long a quiet after words that are complete
UNREAD = 1.5  # seconds from somebody's words to speech, in which they have not read or heard what we answered
SETTLES = 0.5  # seconds of quiet after what may have been the beginning of speech, and was none
LOOKS = 0.5  # seconds from one look for danger to the next
POLLS = 0.5  # seconds

log = structlog.get_logger()


@dataclass
class SoFar:
    """What is known of one utterance."""

    text: str = ""
    spoke: bool = False
    quiet: float = 0.0  # seconds
    stirred: int | None = None  # bytes taken when it last seemed to begin; None once that is settled
    over_voice: bool = False  # it began while our own voice could be heard
    counts: bool = False  # it is said to us
    complete: Completeness = Completeness.BREAKS_OFF
    goes_on: bool = False  # the words before, which seemed complete, were not all of it


class Hearing:
    """`listen` begins a stream of the recogniser's. Sound and its end come by one task, words by another."""

    def __init__(
        self,
        parts: Parts,
        kiosk: str,
        state: State,
        begin: Begin,
        listen: Callable[[], Awaitable[Replayed]],
        send: Send,
    ) -> None:
        self._parts, self._kiosk, self._state = parts, kiosk, state
        self._begin, self._listen, self._send = begin, listen, send
        self._quiets = _quiets_of(parts, state, begin)
        self._said = SoFar()
        self._finishing = False  # nothing more is heard
        self._voice_sounds = self._echoes = self._going_on = False
        self._alarmed = self._taken = False
        self._ended = self._told = 0.0  # when what is said was taken to be over, and when its words were told
        self._next: Replayed | None = None  # hears who goes on after words that seemed complete

    async def run(self, receive: Receive) -> None:
        """To the final words. Raises Closed, Gone and NotHearing."""
        self._listening = await self._listen()
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
            for listening in filter(None, (self._listening, self._next)):
                listening.close()
            if self._alarmed and not self._taken:  # what set off an alarm is kept, though the page has gone
                await self._in_thread(self._take, Heard(self._said.text))

    # --- what comes from the kiosk

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
            if isinstance(message, Voice):
                self._voice_sounds, self._echoes = message.sounds, False
                continue
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
                (self._next or self._listening).hear(pcm)

    def _finish(self) -> None:
        self._finishing, self._ended = True, monotonic()
        (self._next or self._listening).finish()

    # --- what the recogniser tells

    async def _answer(self) -> None:
        while True:
            frame = await self._listening.told(seconds=POLLS)
            if frame is not None and await self._is_over(frame):
                return

    async def _is_over(self, frame: Frame) -> bool:
        told = frame.told
        match frame.kind:
            case Kind.ACTIVITY:
                await self._activity(told)
                return self._going_on and not self._said.spoke and self._said.quiet >= GOES_ON
            case Kind.PARTIAL:
                await self._words(str(told["text"]))
            case Kind.PAUSED:
                await self._paused(str(told["text"]))
            case Kind.FINAL:
                log.info("heard", recogniser_ms=round(1000 * (monotonic() - self._ended)), early=self._next is not None)
                await self._final(Heard(**told))
                return not await self._goes_on()
        return False

    async def _activity(self, seen: dict[str, Any]) -> None:
        said = self._said
        said.quiet = seen["quiet"]
        if seen["stirs"]:
            if said.stirred is None:
                said.over_voice = said.over_voice or (self._voice_sounds and not said.spoke)
            if said.stirred is None and said.over_voice and not (said.spoke or self._echoes):
                await self._tell(type="speech")
            said.stirred = seen["taken"]
        if seen["speaking"] and not said.spoke:
            said.spoke = True
            said.goes_on = self._going_on and monotonic() - self._told < UNREAD
            if not said.over_voice:
                await self._tell(type="speech")
        settled = said.stirred is not None and seen["taken"] - said.stirred >= SETTLES * BYTES_A_SECOND
        if settled and not said.spoke:  # a cough, a click
            said.stirred = None
            said.over_voice = False
            await self._tell(type="nothing")
        await self._end_if_quiet()

    async def _words(self, text: str) -> None:
        said = self._said
        if text != said.text:
            said.text, said.complete = text, Completeness.BREAKS_OFF
        if text and not said.counts and await self._is_said_to_us(text):
            said.counts = True
            await self._tell(type="interrupts")
        if said.counts:
            await self._tell(type="partial", text=text)

    async def _paused(self, text: str) -> None:
        """It has become quiet: words that are not said to us are forgotten, those that are complete soon end."""
        if text != self._said.text:
            await self._words(text)
        if not self._said.counts:
            await self._tell(type="nothing")
            if self._said.over_voice:
                await self._forget(echo=bool(text))
            return
        self._said.complete = await self._in_thread(self._completeness, text)
        await self._end_if_quiet()

    async def _forget(self, *, echo: bool) -> None:
        """What was heard over our voice and is none of the patient's words."""
        self._echoes = self._echoes or echo
        self._listening.close()
        self._listening = await self._listen()
        self._said = SoFar()
        if self._finishing:
            self._listening.finish()

    async def _end_if_quiet(self) -> None:
        said = self._said
        if self._begin.hold or self._finishing or self._next is not None:
            return
        if not said.spoke:
            if said.quiet >= NOTHING_SAID and not self._voice_sounds:
                self._finish()
        elif said.quiet < self._quiets[said.complete] or (said.over_voice and not said.counts):
            return
        elif said.complete:
            following, self._ended = await self._listen(), monotonic()
            self._listening.finish()
            self._next = following
        else:
            self._finish()

    async def _goes_on(self) -> bool:
        """Whether who seemed to be at an end is still listened to."""
        if self._next is None or self._alarmed:
            return False
        self._listening, self._next = self._next, None
        self._said, self._going_on = SoFar(), True
        return True

    async def _final(self, heard: Heard) -> None:
        """Danger is not left lying in the box until somebody sends it: such words are taken at once."""
        if heard.text and not self._said.counts and not await self._is_said_to_us(heard.text):
            heard = NOTHING
        if self._going_on and not heard.text:
            await self._tell(type="nothing")
            return
        if heard.text and not self._alarmed:
            self._alarmed = await self._in_thread(self._overheard, heard.text, False)
        if self._alarmed:
            await self._in_thread(self._take, heard)
            self._taken = True
        await self._tell(
            type="final",
            text=heard.text,
            confidence=heard.confidence,
            confirm="doubtful" if heard.doubtful else read_back(heard.text) if heard.text else None,
            taken=self._alarmed,
            more=self._next is not None and not self._alarmed,
            goes_on=self._said.goes_on,
        )
        self._told = monotonic()

    # --- what the words mean

    async def _is_said_to_us(self, text: str) -> bool:
        return not self._said.over_voice or await self._in_thread(self._spoken_to_us, text)

    def _spoken_to_us(self, text: str) -> bool:
        state = self._parts.reception.log.seen(self._state.session_id)
        return speaks_to_us(text, state, our_words(state, self._parts.reception.services.voices))

    def _completeness(self, text: str) -> Completeness:
        with suppress(SessionEnded, DamagedSession, NotNow):
            return self._parts.reception.completeness(self._state.session_id, _spoken(text))
        return Completeness.BREAKS_OFF

    async def _look_out(self) -> None:
        """Danger in partial words, looked at twice: what alarms a second time, half a second later, is meant."""
        looked, alarming = "", False
        while True:
            await asyncio.sleep(LOOKS)
            text = self._said.text if self._said.counts else ""
            if text == looked and (self._alarmed or not alarming):
                continue
            again, looked = alarming, text
            alarming = await self._in_thread(self._overheard, looked, again)
            self._alarmed = self._alarmed or (alarming and again)

    def _overheard(self, text: str, again: bool) -> bool:
        with suppress(SessionEnded, DamagedSession, NotNow):
            return self._parts.reception.overhear(self._state.session_id, _spoken(text), again=again)
        return False

    def _take(self, heard: Heard) -> None:
        reception, session_id = self._parts.reception, self._state.session_id
        with suppress(SessionEnded, DamagedSession, NotNow, OutOfOrder):
            number = reception.log.state(session_id).turns + 1
            said = _spoken(heard.text).model_copy(update={"number": number, "confidence": heard.confidence})
            reception.take_turn(session_id, said)

    async def _in_thread(self, work: Callable[..., Any], *given: object) -> Any:
        def working() -> Any:
            acting.set(f"kiosk:{self._kiosk}")
            return work(*given)

        return await asyncio.to_thread(working)

    async def _tell(self, **told: object) -> None:
        await self._send({"type": "websocket.send", "text": json.dumps(told, ensure_ascii=False)})


def _spoken(text: str) -> Utterance:
    return Utterance(turn_id=uuid4().hex, number=0, text=text, means="spoken")


def _quiets_of(parts: Parts, state: State, begin: Begin) -> dict[Completeness, float]:
    """Seconds of quiet that end what is said."""
    settings = parts.settings
    longest = settings.hearing_answer_quiet_seconds if state.question else settings.hearing_quiet_seconds
    patience = ASSISTED if begin.assisted else 1.0
    if begin.assisted:
        longest = max(longest, settings.hearing_assisted_quiet_seconds)
    return {
        Completeness.BREAKS_OFF: longest,
        Completeness.CLAUSE: min(longest, patience * settings.hearing_clause_quiet_seconds),
        Completeness.ANSWER: min(longest, patience * settings.hearing_complete_quiet_seconds),
    }
