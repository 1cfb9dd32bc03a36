"""Watches turns, calls of models and what is recorded: counts them, and traces them where that is set."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from frontdesk.app.settings import Settings
from frontdesk.app.watch.metrics import Metrics
from frontdesk.models.language.trace import Call, journal

if TYPE_CHECKING:
    from frontdesk.app.watch.tracing import Tracing


class Watching:
    """Implements `frontdesk.app.reception.watch.Watch`."""

    def __init__(self, metrics: Metrics, tracing: "Tracing | None" = None) -> None:
        self.metrics = metrics
        self.tracing = tracing

    def step(self, name: str, session_id: str) -> AbstractContextManager[None]:
        return self._traced(name, session_id) if self.tracing else self.metrics.step(name)

    @contextmanager
    def _traced(self, name: str, session_id: str) -> Iterator[None]:
        assert self.tracing is not None  # noqa: S101
        with self.tracing.span(name, **{"session.id": session_id}), self.metrics.step(name):
            yield

    def carried(self, work: Callable[[], None]) -> Callable[[], None]:
        return self.tracing.carried(work) if self.tracing else work

    def called(self, call: Call) -> None:
        journal(call)
        self.metrics.called(call)
        if self.tracing:
            self.tracing.called(call)


def watching(settings: Settings) -> Watching:
    """Raises ImportError where traces are to be sent and the library behind is not installed."""
    return Watching(Metrics(), _tracing(settings.otlp_endpoint) if settings.otlp_endpoint else None)


def _tracing(endpoint: str) -> "Tracing":
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.sdk") is None:
        raise ImportError("traces need OpenTelemetry: pip install 'frontdesk[traces]'")
    from frontdesk.app.watch.tracing import Tracing, exporter

    return Tracing(exporter(endpoint), version=version("frontdesk"))
