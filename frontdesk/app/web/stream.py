"""Server-sent events: a plain generator over the log, a ping every ten seconds, resuming with Last-Event-ID."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from json import dumps
from time import monotonic, time

import structlog
from flask import Response, g, request

from frontdesk.app.reception.session.log import EventLog, Happened
from frontdesk.app.reception.session.news import Follower
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.session.voices import Voice
from frontdesk.app.web.authorisation import current_kiosk, current_staff
from frontdesk.app.web.cookies import device_token
from frontdesk.app.web.parts import Parts, parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.session_view import session_view
from frontdesk.database.engine import Away
from frontdesk.models.speech.synthesis.sentences import sentences

PING_SECONDS = 10.0
TICK_SECONDS = 0.5
URGENT = frozenset(
    ("alert_raised", "called_again", "consent_declined", "alert_acknowledged", "taken_over", "released")
)  # somebody waits for a person, or has one
AUTHORITY_SECONDS = 4.0  # the right to see is looked at again
UNCONFIRMED_SECONDS = 30.0  # it lasts while it cannot be looked at
LIKE_A_POSITION = re.compile("[0-9]{1,18}")  # a longer number fits no database
PING = ": ping\n\n"
RETRY = "retry: 2000\n\n"
# No position to resume from yet.
UNWRITTEN = 'event: board\ndata: {"position": 0, "session_id": "", "kind": "alert_raised"}\n\n'

log = structlog.get_logger()


def session_events(session_id: str) -> Response:
    """The session's view at every change, and first of all as it stands unless the browser has seen that."""
    whole, seen, kiosk, token = parts(), _last_seen(), current_kiosk(), device_token(request.cookies)

    def may_see() -> bool:
        return whole.devices.kiosk_of(token) == kiosk == whole.reception.log.seen(session_id).kiosk

    return _stream(f"kiosk:{kiosk}", lambda: _session(whole, session_id, seen), may_see)


def board_events(after: int) -> Response:
    """One small event for everything recorded in any session after what the browser has seen, or after `after`."""
    whole, seen, me, sign_in_id = parts(), _last_seen(), current_staff(), g.sign_in.sign_in_id

    def may_see() -> bool:
        account = whole.sign_ins.lives(sign_in_id, now=whole.clock())
        return account is not None and account.role is me.role

    return _stream(f"staff:{me.username}", lambda: _board(whole.reception.log, max(seen, after)), may_see)


def _session(whole: Parts, session_id: str, seen: int) -> Iterator[str]:
    log, position, look_again = whole.reception.log, seen, 0.0
    with log.news.following(session_id) as news:
        while True:
            if monotonic() < look_again:
                state = log.seen(session_id)  # nothing new costs no look at the database
            else:
                state, look_again = _looked_at(log, session_id), monotonic() + PING_SECONDS  # a notice may be missed
            if state.position > position:
                position = state.position
                yield _event("session", position, session_view(state, whole).model_dump_json())
            voice = whole.reception.services.voices.of(session_id)
            if voice is not None and whole.reception.services.models.speaks:
                yield from _words(voice, lambda: whole.reception.services.voices.of(session_id))
            else:
                yield from _quiet(news)


def _words(voice: Voice, now: Callable[[], Voice | None]) -> Iterator[str]:
    """What the nurse is saying, as it comes; without an id, since it is no state to resume from.

    `now`: what is being said; no longer `voice` where the process that said it died.
    """
    text, over = "", False
    while not over:
        seen = text
        text, over = voice.wait(seen, seconds=min(PING_SECONDS, AUTHORITY_SECONDS))
        if text != seen:
            told = {"turn_id": voice.turn_id, "text": text, "sentences": len(sentences(text, whole=over))}
            yield f"event: words\ndata: {dumps(told)}\n\n"
        elif not over:
            yield PING
            over = now() is None


def _board(log: EventLog, seen: int) -> Iterator[str]:
    """Alarms at once; everything else when `TICK_SECONDS` of the clock are full, so that all boards read together."""
    position, alarms, due = seen, log.alarms_unwritten(), 0.0
    with log.news.following() as news:
        while True:
            if log.alarms_unwritten() > alarms:
                alarms = log.alarms_unwritten()
                yield UNWRITTEN
            happened = _after(log, position)
            if happened and (0 < due <= time() or any(one.kind in URGENT for one in happened)):
                position, due = happened[-1].position, 0.0
                yield "".join(map(_happened, happened))
            elif happened:
                due = due or time() // TICK_SECONDS * TICK_SECONDS + TICK_SECONDS
                news.wait(max(due - time(), 0.0))
            else:
                yield from _quiet(news)


def _looked_at(log: EventLog, session_id: str) -> State:
    try:
        return log.state(session_id)
    except Away:
        return log.seen(session_id)


def _after(log: EventLog, position: int) -> Sequence[Happened]:
    try:
        return log.after(position)
    except Away:  # alarms are told all the same
        return ()


def _happened(one: Happened) -> str:
    return _event("board", one.position, dumps(one._asdict()))


def _quiet(news: Follower) -> Iterator[str]:
    """Until there is news: nothing every few seconds, so that it is seen who is gone or has no right; then a ping."""
    until = monotonic() + PING_SECONDS
    while (left := until - monotonic()) > 0:
        if news.wait(min(left, AUTHORITY_SECONDS)):
            return
        yield ""
    yield PING


def _event(name: str, position: int, data: str) -> str:
    return f"id: {position}\nevent: {name}\ndata: {data}\n\n"


def _last_seen() -> int:
    """0 for what is no position: the browser is then told everything as it stands."""
    seen = request.headers.get("Last-Event-ID", "")
    return int(seen) if LIKE_A_POSITION.fullmatch(seen) else 0


def _stream(whose: str, events: Callable[[], Iterator[str]], may_see: Callable[[], bool]) -> Response:
    """Holds one of the server's threads while it lasts; refused when that would leave none for answers.

    It ends within seconds of whoever follows it losing the right to.
    """
    places, open_streams, counted = parts().streams, parts().open_streams, parts().watching.metrics.streams
    if not open_streams.begins(whose):
        raise Refused(429, "too_many_streams", "Too many event streams of yours are open", headers={"Retry-After": "5"})
    if not places.acquire(blocking=False):
        open_streams.ends(whose)
        raise Refused(503, "too_many_streams", "Too many event streams are open", headers={"Retry-After": "5"})
    response = Response(_permitted(events(), may_see), content_type="text/event-stream; charset=utf-8")
    counted.inc()
    response.call_on_close(counted.dec)
    response.call_on_close(places.release)
    response.call_on_close(lambda: open_streams.ends(whose))
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _permitted(events: Iterator[str], may_see: Callable[[], bool]) -> Iterator[str]:
    """Looks again at the right to see before whatever comes, and every few seconds.

    While the database is away nobody's right can be looked at: it lasts a little longer, so that an alarm still comes.
    """
    yield RETRY
    look_again, until = monotonic() + AUTHORITY_SECONDS, monotonic() + UNCONFIRMED_SECONDS
    try:
        for event in events:
            if monotonic() >= look_again:
                with suppress(Away):
                    if not may_see():
                        return
                    until = monotonic() + UNCONFIRMED_SECONDS
                if monotonic() >= until:
                    return
                look_again = monotonic() + AUTHORITY_SECONDS
            yield event
    except Away:  # whoever follows comes again
        log.warning("stream_ended", code="database_away")
