"""Traces: what they hold of a reception, that they reach a collector, and that they name nobody."""

from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import ClassVar

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExporter
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from frontdesk.app.settings import Settings
from frontdesk.app.watch import tracing, watching
from frontdesk.app.web.parts import Parts
from frontdesk.evaluation.model_server import NAME, ModelServer, serving_model
from frontdesk.models.language.trace import Call
from tests.web.conftest import Kiosk
from tests.web.test_board import CRUSHING

STEPS = {"listen", "consult", "look_up", "answer", "record"}


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with serving_model() as server:
        yield server


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    kept = InMemorySpanExporter()
    monkeypatch.setattr(tracing, "exporter", lambda endpoint: kept)
    return kept


@pytest.fixture
def settings(settings: Settings, spans: InMemorySpanExporter, server: ModelServer) -> Settings:
    """With a model, which is waited for long on a busy machine."""
    more = {"model_url": server.url, "model_name": NAME, "model_budget_seconds": 20.0}
    return settings.model_copy(update={"otlp_endpoint": "http://collector.invalid:4318", **more})


@pytest.fixture
def finished(parts: Parts, spans: InMemorySpanExporter) -> Callable[[], list[ReadableSpan]]:
    def those() -> list[ReadableSpan]:
        assert parts.watching.tracing is not None
        parts.watching.tracing._provider.force_flush()
        return list(spans.get_finished_spans())

    return those


Finished = Callable[[], list[ReadableSpan]]


def within(span: ReadableSpan, those: list[ReadableSpan]) -> list[str]:
    """Names from the root to the span."""
    by_id = {one.context.span_id: one for one in those}
    names = [span.name]
    while span.parent is not None and span.parent.span_id in by_id:
        span = by_id[span.parent.span_id]
        names.append(span.name)
    return names[::-1]


def test_a_turn_is_one_trace_with_its_steps_its_model_calls_and_its_statements(
    kiosk: Kiosk, parts: Parts, spans: InMemorySpanExporter, finished: Finished
) -> None:
    kiosk.guest()
    finished()
    spans.clear()
    kiosk.say("手上起了红疹子，很痒，三天了")
    parts.reception.services.notes.settle(kiosk.session["session_id"], 20)
    those = finished()
    request = "POST /api/sessions/<session_id>/turns"
    paths = {tuple(within(one, those)) for one in those}
    assert {(request, "turn", step) for step in STEPS} <= paths
    assert (request, "turn", "record", "INSERT event") in paths
    calls = [one for one in those if one.name == "model call"]
    assert {one.attributes["frontdesk.capability"] for one in calls if one.attributes} == {"nurse", "notes"}
    assert {tuple(within(one, those))[:2] for one in calls} == {(request, "turn")}
    assert len({one.context.trace_id for one in those}) == 1
    assert all(one.end_time >= one.start_time for one in those if one.end_time and one.start_time)


def test_what_is_done_beside_the_requests_is_none(app: APIFlask, parts: Parts, finished: Finished) -> None:
    app.test_client().get("/health/ready")
    parts.reception.close_forgotten()
    assert finished() == []


def test_they_hold_nothing_personal(
    app: APIFlask, kiosk: Kiosk, nurse: FlaskClient, parts: Parts, finished: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1002", "name": "王芳"})
    kiosk.say(CRUSHING)
    nurse.get("/api/patients?name=王芳")
    nurse.get("/api/board/sessions/王芳")

    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("王芳 said something")

    monkeypatch.setattr(parts.reception.log, "live", fails)
    assert nurse.get("/api/board").status_code == 500
    those = finished()
    assert any(one.attributes and one.attributes.get("error.type") for one in those)
    told = "".join(one.to_json() for one in those)
    for secret in ("王芳", "P1002", "胸口", "1984-09-03", "correct-horse-battery", CRUSHING, "nurse-None"):
        assert secret not in told
        assert secret.encode("unicode_escape").decode() not in told


def test_without_the_setting_there_are_none_and_without_the_library_the_start_says_so(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert watching.watching(settings.model_copy(update={"otlp_endpoint": ""})).tracing is None
    monkeypatch.setattr(watching, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match="pip install 'frontdesk\\[traces\\]'"):
        watching.watching(settings)


class Collector(BaseHTTPRequestHandler):
    taken: ClassVar[list[tuple[str, bytes]]] = []

    def do_POST(self) -> None:
        self.taken.append((self.path, self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


def test_they_reach_a_collector_over_http() -> None:
    there = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    Thread(target=there.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    to: SpanExporter = tracing.exporter(f"http://127.0.0.1:{there.server_port}/")
    sends = tracing.Tracing(to, version="1")
    with sends.span("turn", **{"session.id": "s"}):
        sends.called(Call(capability="nurse", prompt="p", model="m", server="x", outcome="timeout", ms=1500))
    sends.close()
    there.shutdown()
    there.server_close()
    ((path, body),) = Collector.taken
    assert path == "/v1/traces"
    (resource,) = ExportTraceServiceRequest.FromString(body).resource_spans
    sent = {span.name: span for scope in resource.scope_spans for span in scope.spans}
    assert set(sent) == {"turn", "model call"}
    call = sent["model call"]
    assert call.parent_span_id == sent["turn"].span_id
    assert call.end_time_unix_nano - call.start_time_unix_nano == 1_500_000_000
    assert call.status.code == call.status.STATUS_CODE_ERROR
