"""The microphone of a kiosk: a WebSocket of its session, in which sound comes and words go back.

Sound is 16 kHz, 16-bit, one channel, in binary messages; it is passed on and never kept. In text messages the kiosk
says `begin`, how long it was `quiet` (silence does not leave the browser), and `end`; it is told `ready`, `speech`,
`partial` words, and `final` ones.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from enum import IntEnum
from http import HTTPStatus
from time import monotonic
from typing import Any, Literal, cast
from urllib.parse import urlsplit
from uuid import uuid4

import structlog
from apiflask import APIFlask
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from werkzeug.http import parse_cookie

from app.hearing import setup_of
from app.ledger.audit import acting
from app.reception.errors import DamagedSession, NotNow, OutOfOrder, SessionEnded, UnknownSession
from app.reception.permitted import Command, check
from app.reception.session.state import State
from app.reception.turn.overheard import read_back
from app.reception.turn.utterance import Utterance
from app.web.authorisation import KIOSK_COOKIE
from app.web.caps import UnderWay
from app.web.parts import Parts
from models.speech.recognition.apart import Apart, Listening, NotHearing
from models.speech.recognition.messages import Kind
from models.speech.recognition.recogniser import BYTES_A_SECOND, Heard

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

LARGEST = BYTES_A_SECOND  # bytes of one message: a second
LONGEST = 60.0  # seconds of one utterance; then it is over
SLOW = 5.0  # seconds without a message
FAST = 5.0  # seconds by which sound may be ahead of the clock: what was taken before the connection was there
NOTHING_SAID = 10.0  # seconds
AT_ONCE = 32  # utterances, of all kiosks
COMPLETE = 0.7  # seconds of quiet that end what is one of the answers on the screen, word for word
LOOKS = 0.5  # seconds from one look for danger to the next
POLLS = 0.5  # seconds

log = structlog.get_logger()


class Code(IntEnum):
    """Why a connection is closed (RFC 6455: 4000 to 4999 are an application's own)."""

    MALFORMED = 4400
    NO_SESSION = 4404
    SLOW = 4408
    LISTENING_ALREADY = 4409
    TOO_FAST = 4413
    RECOGNISER_BROKEN = 4500
    NO_RECOGNISER = 4503


class Closed(Exception):
    def __init__(self, code: Code) -> None:
        super().__init__(code.name)
        self.code, self.reason = code, code.name.lower()


class Gone(Exception):
    """The kiosk has closed the connection."""


class Told(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Begin(Told):
    """`hold`: the patient holds a button while they speak, and its release ends it."""

    type: Literal["begin"]
    hold: bool = False
    assisted: bool = False


class Quiet(Told):
    type: Literal["quiet"]
    ms: int = Field(ge=1, le=1000)


class End(Told):
    type: Literal["end"]


TOLD: TypeAdapter[Begin | Quiet | End] = TypeAdapter(Begin | Quiet | End)


def sockets(app: APIFlask) -> "Microphones":
    """The ASGI application beside `app`; its recogniser loads from now on, where one is set up."""
    parts = cast(Parts, app.extensions["frontdesk"])
    return Microphones(parts, begin(parts))


def begin(parts: Parts) -> Apart | None:
    setup = setup_of(parts.settings)
    if not (setup.engine and setup.models):
        return None
    recogniser = Apart(setup)
    with suppress(NotHearing):  # it is tried again when somebody speaks
        recogniser.begin()
    return recogniser


class Microphones:
    def __init__(self, parts: Parts, recogniser: Apart | None) -> None:
        self._parts = parts
        self._recogniser = recogniser
        self._open = UnderWay(1)
        self._at_once = 0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        await receive()  # websocket.connect
        session_id = _session_of(scope["path"])
        kiosk, refused = await asyncio.to_thread(self._kiosk, scope, session_id)
        if refused is not None:
            await _refuse(send, *refused)
            return
        await send({"type": "websocket.accept"})
        try:
            await self._one_at_a_time(session_id, kiosk, receive, send)
            await send({"type": "websocket.close", "code": 1000})
        except Gone:
            pass
        except Closed as closed:
            log.info("listening_closed", code=closed.code.value, reason=closed.reason)
            await send({"type": "websocket.close", "code": closed.code.value, "reason": closed.reason})

    def _kiosk(self, scope: Message, session_id: str) -> tuple[str, tuple[HTTPStatus, str] | None]:
        """The kiosk that asks; else why it is refused, by the rules of the HTTP routes."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if not session_id:
            return "", (HTTPStatus.NOT_FOUND, "not_found")
        if not _is_ours(headers.get("origin", ""), headers.get("host", ""), self._parts.settings.home):
            return "", (HTTPStatus.FORBIDDEN, "cross_site")
        kiosk = self._parts.devices.kiosk_of(parse_cookie(headers.get("cookie", "")).get(KIOSK_COOKIE, ""))
        if kiosk is None:
            return "", (HTTPStatus.UNAUTHORIZED, "kiosk_not_paired")
        try:
            if self._parts.reception.log.seen(session_id).kiosk != kiosk:
                return "", (HTTPStatus.FORBIDDEN, "another_kiosk")
        except UnknownSession:
            return "", (HTTPStatus.NOT_FOUND, "unknown_session")
        return kiosk, None

    async def _one_at_a_time(self, session_id: str, kiosk: str, receive: Receive, send: Send) -> None:
        if self._recogniser is None or self._at_once >= AT_ONCE:
            raise Closed(Code.NO_RECOGNISER)
        if not self._open.begins(session_id):
            raise Closed(Code.LISTENING_ALREADY)
        self._at_once += 1
        try:
            begin = await _next(receive)
            if not isinstance(begin, Begin):
                raise Closed(Code.MALFORMED)
            state = await asyncio.to_thread(_talking, self._parts, session_id)
            listening = await self._recogniser.listen(state.language)
            try:
                await Hearing(self._parts, kiosk, state, begin, listening, send).run(receive)
            finally:
                listening.close()
        except NotHearing as fault:
            log.warning("recogniser", fault=str(fault))
            raise Closed(Code.RECOGNISER_BROKEN) from fault
        except (SessionEnded, DamagedSession, NotNow):
            raise Closed(Code.NO_SESSION) from None
        finally:
            self._at_once -= 1
            self._open.ends(session_id)


class Hearing:
    """One utterance: what comes is heard, what is heard is told, and danger in it alarms."""

    def __init__(self, parts: Parts, kiosk: str, state: State, begin: Begin, listening: Listening, send: Send) -> None:
        self._parts, self._kiosk, self._state = parts, kiosk, state
        self._begin, self._listening, self._send = begin, listening, send
        self._quiet = _quiet_of(parts, state, begin)
        self._answers = _answers(state)
        self._spoke = self._finishing = False
        self._text = ""
        self._rules: frozenset[str] = frozenset()  # red flags in the words so far
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
                message = await _next(receive)
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
                    await self._final(Heard(frame.told["text"], frame.told["confidence"]))
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
        if heard.text and not heard.doubtful and not self._alarmed:
            self._alarmed = bool(await self._in_thread(self._overheard, heard.text, frozenset()))
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
            if self._text == looked and not self._rules:
                continue
            looked, before = self._text, self._rules
            self._rules = await self._in_thread(self._overheard, looked, before)
            self._alarmed = self._alarmed or bool(self._rules & before)

    def _overheard(self, text: str, before: frozenset[str]) -> frozenset[str]:
        said = Utterance(turn_id=uuid4().hex, number=0, text=text, means="spoken")
        with suppress(SessionEnded, DamagedSession, NotNow):
            return self._parts.reception.overhear(self._state.session_id, said, before=before)
        return frozenset()

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


async def _next(receive: Receive) -> "bytes | Begin | Quiet | End":
    """Raises Closed for what is slow or malformed, and Gone."""
    try:
        message = await asyncio.wait_for(receive(), SLOW)
    except TimeoutError:
        raise Closed(Code.SLOW) from None
    if message["type"] == "websocket.disconnect":
        raise Gone
    pcm, text = message.get("bytes"), message.get("text")
    if pcm is not None:
        if not 0 < len(pcm) <= LARGEST or len(pcm) % 2:
            raise Closed(Code.MALFORMED)
        return bytes(pcm)
    try:
        return TOLD.validate_json(text or "")
    except ValidationError:
        raise Closed(Code.MALFORMED) from None


async def _refuse(send: Send, status: HTTPStatus, code: str) -> None:
    body = json.dumps({"type": "about:blank", "title": status.phrase, "status": status.value, "code": code}).encode()
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "websocket.http.response.start", "status": status.value, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})


def _session_of(path: str) -> str:
    """Empty for another path than /api/sessions/ID/listening."""
    match path.split("/"):
        case ["", "api", "sessions", session_id, "listening"]:
            return session_id
        case _:
            return ""


def _is_ours(origin: str, host: str, home: str) -> bool:
    """A page elsewhere may open a WebSocket to here, and the browser only tells of where it is."""
    return bool(origin) and (urlsplit(origin).netloc.lower() == host.lower() or origin == home)


def _talking(parts: Parts, session_id: str) -> State:
    state = parts.reception.log.state(session_id)
    check(state, Command.TURN)
    return state


def _quiet_of(parts: Parts, state: State, begin: Begin) -> float:
    settings = parts.settings
    after = settings.hearing_answer_quiet_seconds if state.question else settings.hearing_quiet_seconds
    return max(after, settings.hearing_assisted_quiet_seconds) if begin.assisted else after


def _answers(state: State) -> frozenset[str]:
    options = state.question.options if state.question else ()
    return frozenset(_plain(option.label[state.language]) for option in options) - {""}


def _plain(words: str) -> str:
    return words.strip(" .,!?。，！？").lower()
