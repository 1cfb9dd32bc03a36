"""The microphone of a kiosk: a WebSocket of its session, in which sound comes and words go back.

Sound is 16 kHz, 16-bit, one channel, in binary messages; it is passed on and never kept. In text messages the kiosk
says `begin`, how long it was `quiet` (silence does not leave the browser), whether our own `voice` can be heard there,
and `end`. It is told `ready`, `speech` (somebody may begin to speak: our voice falls silent), then `interrupts` (it is
said to us: our voice stops) or `nothing` (it was not: our voice goes on), `partial` words, and `final` ones; with
`more`, who goes on is still heard, and their words are told with `goes_on` where a pause was taken for the end.
"""

import asyncio
import json
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import cast
from urllib.parse import urlsplit

import structlog
from apiflask import APIFlask
from werkzeug.http import parse_cookie

from frontdesk.app.hearing import setup_of
from frontdesk.app.reception.errors import DamagedSession, NotNow, SessionEnded, UnknownSession
from frontdesk.app.reception.permitted import Command, check
from frontdesk.app.reception.record.pages import ways_out
from frontdesk.app.reception.session.state import State
from frontdesk.app.watch.metrics import RECOGNISER
from frontdesk.app.web.caps import UnderWay
from frontdesk.app.web.cookies import device_token
from frontdesk.app.web.hearing import Hearing
from frontdesk.app.web.microphone_messages import Begin, Closed, Code, Gone, Message, Receive, Send, next_message
from frontdesk.app.web.parts import Parts
from frontdesk.models.speech.recognition.apart import NotHearing
from frontdesk.models.speech.recognition.replayed import replayed
from frontdesk.models.speech.recognition.several import Several

CLOSING = 1.0  # seconds
AT_ONCE = 32  # utterances, of all kiosks
WHOLE = 150.0  # seconds from its beginning to its words, whatever the kiosk sends and however slowly it reads

log = structlog.get_logger()


def sockets(app: APIFlask) -> "Microphones":
    """The ASGI application beside `app`; its recognisers load from now on, where one is set up."""
    parts = cast(Parts, app.extensions["frontdesk"])
    return Microphones(parts, begin(parts))


def begin(parts: Parts) -> Several | None:
    setup = setup_of(parts.settings)
    if not (setup.engine and setup.models):
        return None
    lost = partial(parts.watching.metrics.restarted, RECOGNISER)
    recogniser = Several(setup, parts.settings.hearing_processes, lost=lost)
    with suppress(NotHearing):  # it is tried again when somebody speaks
        recogniser.begin()
    return recogniser


class Microphones:
    def __init__(self, parts: Parts, recogniser: Several | None) -> None:
        self._parts = parts
        self._recogniser = recogniser
        self._open = UnderWay(parts.locks, "microphones", 1)
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

    async def _begins(self, session_id: str) -> bool:
        """Waits a moment for the end of one that the kiosk has just closed."""
        until = monotonic() + CLOSING
        while not self._open.begins(session_id):
            if monotonic() > until:
                return False
            await asyncio.sleep(0.05)
        return True

    def _kiosk(self, scope: Message, session_id: str) -> tuple[str, tuple[HTTPStatus, str] | None]:
        """The kiosk that asks; else why it is refused, by the rules of the HTTP routes."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if not session_id:
            return "", (HTTPStatus.NOT_FOUND, "not_found")
        if not _is_ours(headers.get("origin", ""), headers.get("host", ""), self._parts.settings.home):
            return "", (HTTPStatus.FORBIDDEN, "cross_site")
        kiosk = self._parts.devices.kiosk_of(device_token(parse_cookie(headers.get("cookie", ""))))
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
        if not await self._begins(session_id):
            raise Closed(Code.LISTENING_ALREADY)
        self._at_once += 1
        try:
            begin = await next_message(receive)
            if not isinstance(begin, Begin):
                raise Closed(Code.MALFORMED)
            state = await asyncio.to_thread(_talking, self._parts, session_id)
            listen = partial(replayed, partial(self._recogniser.listen, state.language, _tiles(state)))
            try:
                async with asyncio.timeout(WHOLE):
                    await Hearing(self._parts, kiosk, state, begin, listen, send).run(receive)
            except TimeoutError:
                raise Closed(Code.SLOW) from None
        except NotHearing as fault:
            log.warning("recogniser", fault=str(fault))
            raise Closed(Code.RECOGNISER_BROKEN) from fault
        except (SessionEnded, DamagedSession, NotNow):
            raise Closed(Code.NO_SESSION) from None
        finally:
            self._at_once -= 1
            self._open.ends(session_id)


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


def _tiles(state: State) -> tuple[str, ...]:
    """The words of the page that may be read out."""
    if state.question is None:
        return ()
    return tuple(one.label[state.language] for one in (*state.question.options, *ways_out(state.question)))


def _talking(parts: Parts, session_id: str) -> State:
    state = parts.reception.log.state(session_id)
    check(state, Command.TURN)
    return state
