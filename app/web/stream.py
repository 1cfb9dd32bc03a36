"""Server-sent events: a plain generator over the log, a ping every ten seconds, resuming with Last-Event-ID."""

from collections.abc import Callable, Iterator
from json import dumps
from time import monotonic

from flask import Response, request

from app.reception.session.log import EventLog
from app.reception.session.voices import Voice
from app.web.parts import Parts, parts
from app.web.problems import Refused
from app.web.session_view import session_view

PING_SECONDS = 10.0
PING = ": ping\n\n"
RETRY = "retry: 2000\n\n"
UNWRITTEN = 'event: board\ndata: {"session_id": "", "kind": "alert_raised"}\n\n'  # no position to resume from yet


def session_events(session_id: str) -> Response:
    """The session's view at every change, and first of all as it stands unless the browser has seen that."""
    whole, seen = parts(), _last_seen()
    return _stream(lambda: _session(whole, session_id, seen))


def board_events(after: int) -> Response:
    """One small event for everything recorded in any session after what the browser has seen, or after `after`."""
    log, seen = parts().reception.log, _last_seen()
    return _stream(lambda: _board(log, max(seen, after)))


def _session(whole: Parts, session_id: str, seen: int) -> Iterator[str]:
    log, position, look_again = whole.reception.log, seen, 0.0
    while True:
        heard = log.latest()  # read before the state: what comes in between wakes us at once
        if monotonic() < look_again:
            state = log.seen(session_id)  # most news is of other sessions, and costs no look at the database
        else:
            state, look_again = log.state(session_id), monotonic() + PING_SECONDS  # another process may have written
        if state.position > position:
            position = state.position
            yield _event("session", position, session_view(state, whole).model_dump_json())
        voice = whole.reception.house.voices.of(session_id)
        if voice is not None and whole.reception.house.models.speaks:
            yield from _words(voice)
        elif not log.wait(heard, seconds=PING_SECONDS):
            yield PING


def _words(voice: Voice) -> Iterator[str]:
    """What the nurse is saying, as it comes; without an id, since it is no state to resume from."""
    text, over = "", False
    while not over:
        seen = text
        text, over = voice.wait(seen, seconds=PING_SECONDS)
        if text != seen:
            yield f"event: words\ndata: {dumps({'turn_id': voice.turn_id, 'text': text})}\n\n"
        elif not over:
            yield PING


def _board(log: EventLog, seen: int) -> Iterator[str]:
    position, alarms = seen, log.alarms_unwritten()
    while True:
        if log.alarms_unwritten() > alarms:
            alarms = log.alarms_unwritten()
            yield UNWRITTEN
        for recorded in log.after(position):
            position = recorded.position
            data = {"session_id": recorded.session_id, "kind": recorded.kind}
            yield _event("board", position, dumps(data))
        if not log.wait(position, alarms=alarms, seconds=PING_SECONDS):
            yield PING


def _event(name: str, position: int, data: str) -> str:
    return f"id: {position}\nevent: {name}\ndata: {data}\n\n"


def _last_seen() -> int:
    seen = request.headers.get("Last-Event-ID", "")
    return int(seen) if seen.isascii() and seen.isdigit() else 0


def _stream(events: Callable[[], Iterator[str]]) -> Response:
    """Holds one of the server's threads while it lasts; refused when that would leave none for answers."""
    places = parts().streams
    if not places.acquire(blocking=False):
        raise Refused(503, "too_many_streams", "Too many event streams are open", headers={"Retry-After": "5"})
    response = Response(_begun(events()), content_type="text/event-stream; charset=utf-8")
    response.call_on_close(places.release)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _begun(events: Iterator[str]) -> Iterator[str]:
    yield RETRY
    yield from events
