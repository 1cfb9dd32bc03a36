"""Metrics of what the database knows: of the whole installation, the same whichever machine is asked.

Whoever adds up several machines takes the greatest of these, never their sum.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from frontdesk.app.ledger.deliveries import Backlog
from frontdesk.app.reception.session.log import Live
from frontdesk.app.reception.session.state import Phase, State
from frontdesk.app.watch.readiness import OK, Found
from frontdesk.his_adapter.records import Level
from frontdesk.models.facts import Language

DATABASE = "database"  # the check without which nothing is asked


class Standing(Collector):
    """`kiosks`: by name, whether it is heard."""

    def __init__(
        self,
        look: Callable[[], Found],
        live: Callable[[], Live],
        backlog: Callable[[], Backlog],
        kiosks: Callable[[], Mapping[str, bool]],
        clock: Callable[[], datetime],
    ) -> None:
        self._look = look
        self._live = live
        self._backlog = backlog
        self._kiosks = kiosks
        self._clock = clock

    def collect(self) -> Iterator[GaugeMetricFamily]:
        found = self._look()
        tried = (((name,), one == OK) for name, one in found.items())
        yield _gauge("ready", "Whether this process can receive patients, by what was tried.", tried, "check")
        if found[DATABASE] != OK:
            return
        now, live = self._clock(), self._live()
        yield from _of_sessions(live)
        yield from _of_alarms(live.states, now)
        backlog = self._backlog()
        age = (now - backlog.since).total_seconds() if backlog.since else 0.0
        yield _number("outbox_waiting", "What ought to have reached the hospital's system.", backlog.waiting)
        yield _number("outbox_oldest_seconds", "Age of the oldest of it.", age)
        yield _number("outbox_given_up", "What was given up: a person has to look.", backlog.given_up)
        heard = Counter("on" if on else "silent" for on in self._kiosks().values())
        kiosks = (((state,), heard[state]) for state in ("on", "silent"))
        yield _gauge("kiosks", "Paired kiosks, by whether they are heard.", kiosks, "state")


def _of_sessions(live: Live) -> Iterator[GaugeMetricFamily]:
    many = Counter((state.phase, state.language) for state in live.states if state.closed is None)
    told = (
        ((phase.value, language.value), many[phase, language])
        for phase in Phase
        if phase is not Phase.ENDED
        for language in Language
    )
    yield _gauge("sessions_open", "Sessions that have not ended.", told, "phase", "language")
    yield _number("sessions_damaged", "Sessions whose events cannot be read.", len(live.damaged))


def _of_alarms(states: Sequence[State], now: datetime) -> Iterator[GaugeMetricFamily]:
    waits: dict[Level, list[float]] = {level: [] for level in Level}
    for alert in (alert for state in states if state.closed is None for alert in state.open_alerts):
        waits[alert.raised.level].append((now - alert.at).total_seconds())
    many = (((level.value,), len(those)) for level, those in waits.items())
    oldest = (((level.value,), max(those, default=0.0)) for level, those in waits.items())
    yield _gauge("alarms_unanswered", "Alarms of open sessions that no nurse has answered.", many, "level")
    yield _gauge("alarms_unanswered_oldest_seconds", "How long the oldest of them waits.", oldest, "level")


def _gauge(name: str, told: str, values: Iterable[tuple[tuple[str, ...], float]], *labels: str) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"frontdesk_{name}", told, labels=labels)
    for those, value in values:
        family.add_metric(those, value)
    return family


def _number(name: str, told: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"frontdesk_{name}", told, value=value)
