"""OpenTelemetry traces, sent where the setting says: request, turn, steps, model calls, statements.

Attributes are routes, counts, ids and names of our own; never an address as it was asked, a word, or a value of SQL.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import time_ns
from typing import TYPE_CHECKING, Final

from opentelemetry import context, trace
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.trace import Span, SpanKind, Status, StatusCode

from frontdesk.models.language.trace import Call

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

NANOSECONDS: Final = 1_000_000  # of a millisecond
WELL: Final = frozenset({"answered", "left", "stopped"})  # outcomes of a model's call that are no failure


def exporter(endpoint: str) -> "SpanExporter":
    """`endpoint`: of the collector, OTLP over HTTP: http://collector:4318."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    return OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces")


class Tracing:
    """One of a process. How many are kept is OpenTelemetry's own setting (OTEL_TRACES_SAMPLER)."""

    def __init__(self, to: "SpanExporter", *, version: str) -> None:
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        self._provider = TracerProvider(resource=Resource({SERVICE_NAME: "frontdesk", SERVICE_VERSION: version}))
        self._provider.add_span_processor(BatchSpanProcessor(to))
        self._tracer = self._provider.get_tracer("frontdesk")

    @contextmanager
    def span(self, name: str, **about: str) -> Iterator[None]:
        """A fault is told by its kind alone: what it says may hold a patient's words."""
        with self._tracer.start_as_current_span(
            name, attributes=about, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except Exception as error:
                _failed(span, type(error).__name__)
                raise

    def request(self, method: str, route: str) -> Callable[[int | None], None]:
        """Begins one; what it returns ends it, with the status of the answer, and none where there was none."""
        about = {"http.request.method": method, "http.route": route}
        span = self._tracer.start_span(f"{method} {route}", kind=SpanKind.SERVER, attributes=about)
        token = context.attach(trace.set_span_in_context(span))

        def ends(status: int | None) -> None:
            if status is not None:
                span.set_attribute("http.response.status_code", status)
            if status is None or status >= 500:
                _failed(span, str(status))
            span.end()
            context.detach(token)

        return ends

    def called(self, call: Call) -> None:
        """A call to a model that has ended just now."""
        end = time_ns()
        about: dict[str, str | int] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": call.model,
            "gen_ai.usage.input_tokens": call.tokens_in,
            "gen_ai.usage.output_tokens": call.tokens_out,
            "frontdesk.capability": call.capability,
            "frontdesk.outcome": call.outcome,
        }
        begun = end - int(call.ms * NANOSECONDS)
        span = self._tracer.start_span("model call", kind=SpanKind.CLIENT, attributes=about, start_time=begun)
        if call.outcome not in WELL:
            _failed(span, call.outcome)
        span.end(end)

    def statement(self, system: str, operation: str, table: str) -> Callable[[str | None], None]:
        """Begins one of a request; what it returns ends it, with the kind of the fault where there is one.

        What is done beside the requests, every few seconds, is no trace.
        """
        if not trace.get_current_span().is_recording():
            return _nothing
        about = {"db.system.name": system, "db.operation.name": operation, "db.collection.name": table}
        span = self._tracer.start_span(f"{operation} {table}".strip(), kind=SpanKind.CLIENT, attributes=about)

        def ends(fault: str | None) -> None:
            if fault is not None:
                _failed(span, fault)
            span.end()

        return ends

    def carried(self, work: Callable[[], None]) -> Callable[[], None]:
        """`work` in another thread, within the span that is current here."""
        here = context.get_current()

        def within() -> None:
            token = context.attach(here)
            try:
                work()
            finally:
                context.detach(token)

        return within

    def close(self) -> None:
        """What is still to be sent is sent."""
        self._provider.shutdown()


def _nothing(_fault: str | None) -> None:
    """Nothing is traced."""


def _failed(span: Span, kind: str) -> None:
    span.set_status(Status(StatusCode.ERROR))
    span.set_attribute("error.type", kind)
