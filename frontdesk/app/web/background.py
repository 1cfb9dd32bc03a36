"""What runs beside the requests: warming, delivering the outbox, tomorrow's slots, forgotten sessions, retention."""

import ctypes
import gc
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from threading import Event, Thread
from time import monotonic, perf_counter, sleep
from typing import cast

import structlog
from apiflask import APIFlask

from frontdesk.app.ledger.outbox import AT_ONCE, deliver_due, written
from frontdesk.app.ledger.retention import remove
from frontdesk.app.ledger.target import HospitalTarget
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.review import is_talked_over, talked_over
from frontdesk.app.retention_rules import rules_of
from frontdesk.app.settings import VECTORS
from frontdesk.app.web.caps import FREE_THREADS
from frontdesk.app.web.parts import Parts
from frontdesk.database.engine import Away, in_use
from frontdesk.his_adapter.connecting import Listener, extend_slots, feeds, listen
from frontdesk.his_adapter.hospinfo.open_chart import read_instruction
from frontdesk.models.language.load import Loads
from frontdesk.models.runner import EMBEDDED
from frontdesk.models.sentences import leave_pieces_in

log = structlog.get_logger()

DELIVER_SECONDS = 2.0  # between looks for what is due again, or was written by another process
SECONDS = 5.0  # of all else
SAMPLE_SECONDS = 1.0
AGAIN_SECONDS = 1.0  # between tries while the database is away
REMOVE_SECONDS = 3600.0  # between looks for what was kept long enough
DELIVERING, REVIEWING, FEED = "deliver", "review", "feed"  # done by one process at a time
TRIES = 2
PRACTICE = ("把P1的药物过敏改成青霉素", "last week's visits of patients over 65 with diabetes in cardiology")


def start(app: APIFlask) -> None:
    """All end with the process; a try cut off is tried again by the outbox itself."""
    parts = cast(Parts, app.extensions["frontdesk"])
    parts.notices.start()
    Thread(target=warm, args=(parts.reception, parts.warmed), name="warm", daemon=True).start()
    Thread(target=sample, args=(parts, Event()), name="sample", daemon=True).start()
    if parts.settings.speech == "on":
        Thread(target=parts.speech.warm, name="voice", daemon=True).start()
    if feeds(parts.settings.his):
        Thread(target=follow_feed, args=(parts, Event(), _feed(parts)), name="feed", daemon=True).start()
    Thread(target=deliver, args=(parts, Event()), name="deliver", daemon=True).start()
    if parts.loads.servers:
        Thread(target=watch, args=(parts.loads, Event()), name="loads", daemon=True).start()
    if is_talked_over(parts.reception.services):
        Thread(target=talk_over, args=(parts, Event()), name="review", daemon=True).start()


def warm(reception: Reception, warmed: Event) -> None:
    """Load what the first patient would otherwise wait for; `warmed` is set when it is."""
    began = perf_counter()
    leave_pieces_in(VECTORS)
    while not _rehearsed(reception):
        sleep(AGAIN_SECONDS)
    for said in PRACTICE:
        read_instruction(said, now=reception.services.now())
    _settle()
    warmed.set()
    log.info("warm", seconds=round(perf_counter() - began, 2))


def _rehearsed(reception: Reception) -> bool:
    try:
        reception.warm()
    except Away:
        log.warning("rehearsal_waits", code="database_away")
        return False
    return True


def _settle() -> None:
    """What loading left behind returns to the system, where the C library can do that (glibc).

    What is loaded stays for good: looking through it for garbage would stop every turn for a quarter of a second.
    """
    gc.collect()
    gc.freeze()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def deliver(parts: Parts, stop: Event) -> None:
    """At once whenever something is written, until `stop`; what fails is logged and holds up nothing else."""
    target, new, rest, old = HospitalTarget(parts.engine, parts.hospital), written(parts.engine), 0.0, 0.0
    while not stop.is_set():
        new.wait(DELIVER_SECONDS)
        new.clear()
        if not parts.locks.leads(DELIVERING):
            continue
        now: datetime = parts.clock()
        _try(deliver_due, parts.engine, target, now, at_once=AT_ONCE)
        if monotonic() >= rest:
            rest = monotonic() + SECONDS
            _try(extend_slots, parts.engine, now.date())
            _try(parts.reception.close_forgotten)
        if monotonic() >= old:
            old = monotonic() + REMOVE_SECONDS
            _try(remove, parts.engine, rules_of(parts.settings), now)


def _feed(parts: Parts) -> Listener | None:
    """None where another process listens. Raises OSError where it cannot be listened."""
    return listen(parts.settings.his, parts.engine, parts.clock) if parts.locks.leads(FEED) else None


def follow_feed(parts: Parts, stop: Event, feed: Listener | None) -> None:
    """Listens for the hospital's feed, or until another process that does is dead."""
    while feed is None and not stop.wait(DELIVER_SECONDS):
        try:
            feed = _feed(parts)
        except OSError as error:  # the address is still taken, or not this machine's
            log.warning("feed_not_taken_over", error=type(error).__name__)
    if feed is not None:
        feed.serve_forever()


def watch(loads: Loads, stop: Event) -> None:
    """How busy the models' servers are, for the board."""
    while not stop.is_set():
        _try(loads.look)
        stop.wait(SECONDS)


def sample(parts: Parts, stop: Event) -> None:
    """How many connections of this process's pool are in use, for the metrics: a turn does not count them."""
    metrics = parts.watching.metrics
    metrics.most_streams.set(parts.settings.threads - FREE_THREADS)
    while not stop.wait(SAMPLE_SECONDS):
        used, most = in_use(parts.engine)
        metrics.connections.set(used)
        metrics.most_connections.set(most)


def talk_over(parts: Parts, stop: Event) -> None:
    """Summaries one after the other, each tried twice; what a model cannot do stays as plain code left it."""
    tried = Counter[int]()
    while not stop.wait(SECONDS):
        if parts.locks.leads(REVIEWING):
            _try(_talk_over_next, parts, tried)


def _talk_over_next(parts: Parts, tried: Counter[int]) -> None:
    for number, session_id in parts.desk.unreviewed(EMBEDDED):
        if tried[number] >= TRIES:
            continue
        tried[number] += 1
        visit = parts.records.visit(number)
        if visit.summary is not None:
            state = parts.reception.log.state(session_id)
            after = talked_over(parts.reception.services, state, visit.summary)
            parts.desk.review(number, after, version=visit.version)


def _try(work: Callable[..., object], *given: object, **named: object) -> None:
    try:
        work(*given, **named)
    except Exception as error:  # the rest is done all the same, and this again in a few seconds
        log.error("background_failed", what=work.__name__, error=type(error).__name__)
