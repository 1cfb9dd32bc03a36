"""Prometheus metrics of what this process does: counted as it happens, added up over the workers of one machine.

No label holds anything of a person, and each has few values. What the database knows is in `standing.py`.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from frontdesk.app.ledger.reports.attendances import Attendance, Outcome
from frontdesk.app.reception.guard.faults import Kind
from frontdesk.app.reception.session.events import (
    ActionChosen,
    AlertAcknowledged,
    AlertRaised,
    Closed,
    Entry,
    NurseSaid,
    PatientSaid,
    Question,
    Recorded,
    RecordExtended,
    Started,
    Voiced,
)
from frontdesk.app.reception.session.questions import OFFERED
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.watch import STEPS
from frontdesk.his_adapter.records import Level
from frontdesk.models.facts import Language
from frontdesk.models.language.trace import Call

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"  # set by the parent of several workers before any of them begins
QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)  # seconds
ANSWERED_WITHIN = (5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1800.0)  # seconds, of alarms
FALLBACKS = ("timeout", "unreachable", "resting", "crowded", "refused", "guarded")  # the usual ones
GUARDED = "guarded"  # a model answered, and nothing of it might be said
VOICE, RECOGNISER = SPEECH = ("voice", "recogniser")

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Everything that is counted; one of a process."""

    def __init__(self) -> None:
        self._own = own = CollectorRegistry()

        def counter(name: str, told: str, *labels: str) -> Counter:
            return Counter(f"frontdesk_{name}", told, labels, registry=own)

        def histogram(name: str, told: str, *labels: str, buckets: tuple[float, ...] = QUICK) -> Histogram:
            return Histogram(f"frontdesk_{name}", told, labels, buckets=buckets, registry=own)

        def gauge(name: str, told: str) -> Gauge:
            return Gauge(f"frontdesk_{name}", told, registry=own, multiprocess_mode="livesum")

        self._started = counter("sessions_started", "Sessions started.", "language", "entry")
        self._ended = counter("sessions_ended", "Sessions ended, by what became of them.", "language", "outcome")
        self._turns = counter("turns", "Answers to patients, by who spoke, and why no model did.", "by", "reason")
        self._readings = counter("readings", "Words that a model was to read, and why it did not.", "by", "reason")
        self._steps = histogram("turn_seconds", "Time of a turn, whole and by step.", "step")
        self._alarms = counter("alarms", "Alarms raised, by level.", "level")
        self._acknowledged = histogram(
            "alarm_acknowledged_seconds",
            "From an alarm to a nurse's answer.",
            "level",
            buckets=ANSWERED_WITHIN,
        )
        self._cuts = counter("guard_cuts", "Sentences of a model that were not said, by what was wrong.", "fault")
        self._guesses = counter("guesses", "Pages with what words may mean, and those confirmed.", "outcome")
        self._unanswered = counter("questions_unanswered", "Questions to the hospital that nothing here answers.")
        self._calls = counter("model_calls", "Calls of language models, by how they ended.", "capability", "outcome")
        self._call_seconds = histogram("model_call_seconds", "Time of a call to a language model.", "capability")
        self._tokens = counter("model_tokens", "Tokens that language models read and wrote.", "direction")
        self._answers = counter("http_answers", "Answers over HTTP.", "part", "status")
        self._restarts = counter("speech_restarts", "Speech processes begun anew after they died or hung.", "process")
        self.streams = gauge("streams_open", "Event streams open.")
        self.most_streams = gauge("streams_most", "Event streams that may be open.")
        self.connections = gauge("database_connections_in_use", "Connections of the pools that are in use.")
        self.most_connections = gauge("database_connections_most", "Connections that the pools may open.")
        self._step = {name: self._steps.labels(name) for name in STEPS}
        self._begin_at_zero()

    def _begin_at_zero(self) -> None:
        """What is not there before it first happens seems never to have risen."""
        for language in Language:
            for entry in Entry:
                self._started.labels(language.value, entry.value)
            for outcome in Outcome:
                if outcome is not Outcome.OPEN:
                    self._ended.labels(language.value, outcome.value)
        for level in Level:
            self._alarms.labels(level.value)
            self._acknowledged.labels(level.value)
        for by, reason in (("embedded", ""), ("model", ""), *(("fallback", one) for one in FALLBACKS)):
            self._turns.labels(by, reason)
        for kind in Kind:
            self._cuts.labels(kind.value)
        for outcome_of_guess in ("offered", "confirmed"):
            self._guesses.labels(outcome_of_guess)
        for process in SPEECH:
            self._restarts.labels(process)

    def page(self) -> bytes:
        """In Prometheus's text form; of all workers on this machine where there are several."""
        if FOLDER not in os.environ:
            return generate_latest(self._own)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        began = perf_counter()
        try:
            yield
        finally:
            self._step[name].observe(perf_counter() - began)

    def restarted(self, process: str) -> None:
        self._restarts.labels(process).inc()

    def answered(self, part: str, status: int) -> None:
        """`part`: the blueprint."""
        self._answers.labels(part, f"{status // 100}xx").inc()

    def called(self, call: Call) -> None:
        self._calls.labels(call.capability, call.outcome).inc()
        self._call_seconds.labels(call.capability).observe(call.ms / 1000)
        self._tokens.labels("read").inc(call.tokens_in)
        self._tokens.labels("written").inc(call.tokens_out)

    def recorded(self, state: State, those: Sequence[Recorded]) -> None:
        """What one transaction recorded, with the state after it."""
        for one in those:
            self._count(state, one)

    def _count(self, state: State, recorded: Recorded) -> None:
        match recorded.event:
            case Started() as event:
                self._started.labels(event.language.value, event.entry.value).inc()
            case Closed() as event:
                self._ended.labels(state.language.value, outcome_of(state, event)).inc()
            case AlertRaised() as event:
                self._alarms.labels(event.level.value).inc()
            case AlertAcknowledged() as event:
                for alert in state.alerts:
                    if alert.raised.alert_id == event.alert_id:
                        waited = (recorded.at - alert.at).total_seconds()
                        self._acknowledged.labels(alert.raised.level.value).observe(waited)
            case NurseSaid() as event:
                self._said(event)
            case PatientSaid() as event:
                if guessed(_answered(state, event)).intersection(event.options):
                    self._guesses.labels("confirmed").inc()
            case ActionChosen(unanswered=questions) if questions:
                self._unanswered.inc(len(questions))
            case RecordExtended(by=by) if by is not None:
                self._readings.labels("fallback" if by.failed else "model", by.failed or "").inc()
            case _:
                pass

    def _said(self, event: NurseSaid) -> None:
        if guessed(event.question):
            self._guesses.labels("offered").inc()
        if event.turn_id is None or event.by is not None:
            return  # not an answer, or a person's
        self._turns.labels(*_by(event.voiced)).inc()
        for fault in _cut(event.voiced):
            self._cuts.labels(fault).inc()


def outcome_of(state: State, closed: Closed) -> str:
    """As the reports tell it."""
    recorded = state.touched if state.handed_over is not None else None
    ended = Attendance(
        state.started, consent=state.consent, recorded=recorded, closed=state.touched, reason=closed.reason
    )
    return ended.outcome.value


def guessed(question: Question | None) -> frozenset[str]:
    """Keys of the tiles that stand for what the words may mean: all that are offered, or those ticked already."""
    if question is None:
        return frozenset()
    tiles: Iterable[str] = (
        one.key for one in question.options if (question.key in OFFERED and ":" in one.key) or one.quote
    )
    return frozenset(tiles)


def _answered(state: State, said: PatientSaid) -> Question | None:
    """The question that stood when it was said."""
    return next((question for before, question in reversed(state.questions) if before < said.number), None)


def _by(voiced: Voiced | None) -> tuple[str, str]:
    if voiced is None:
        return "embedded", ""
    if voiced.kept:
        return "model", ""
    return "fallback", GUARDED if voiced.outcome == "answered" else voiced.outcome


def _cut(voiced: Voiced | None) -> Iterable[str]:
    """Faults that the guard found; others among them say how the call ended."""
    return (one for one in (voiced.faults if voiced else ()) if one in _KINDS)


_KINDS = frozenset(kind.value for kind in Kind)
