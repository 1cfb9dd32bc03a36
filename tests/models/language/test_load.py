"""A server's metrics page says how busy it is; a server without one is left alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from frontdesk.models.language.load import REST, Load, Loads, page_of

VLLM = """# HELP vllm:num_requests_running Number of requests in model execution batches.
# TYPE vllm:num_requests_running gauge
vllm:num_requests_running{engine="0",model_name="nurse} {x"} 3.0
vllm:num_requests_running{engine="1",model_name="nurse"} 1.0
vllm:num_requests_waiting{engine="0",model_name="nurse"} 2.0
vllm:kv_cache_usage_perc{engine="0",model_name="nurse"} 0.25
vllm:kv_cache_usage_perc{engine="1",model_name="nurse"} 0.5
vllm:generation_tokens_total{engine="0",model_name="nurse"} MADE
vllm:time_to_first_token_seconds_bucket{engine="0",le="+Inf"} 7.0
"""
LLAMA = """llamacpp:requests_processing 1
llamacpp:requests_deferred 0
llamacpp:tokens_predicted_total 90
"""


class Pages:
    """What a small server answers to /metrics, and how often it was asked."""

    def __init__(self) -> None:
        self.status, self.text, self.keys = 200, VLLM.replace("MADE", "100"), list[str | None]()

    @contextmanager
    def serving(self) -> Iterator[str]:
        pages = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                assert self.path == "/metrics"
                pages.keys.append(self.headers.get("Authorization"))
                self.send_response(pages.status)
                self.end_headers()
                self.wfile.write(pages.text.encode())

            def log_message(self, *_: object) -> None:
                return None

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()
            server.server_close()


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def pages() -> Pages:
    return Pages()


def test_what_two_engines_tell_is_added_up(pages: Pages) -> None:
    clock = Clock()
    with pages.serving() as server:
        loads = Loads([server, "/models/a-folder"], key="secret", clock=clock)
        loads.look()
        first = Load(server=server, running=4, waiting=2, tokens_per_second=None, cache=0.5)
        assert loads.newest == (first,)
        clock.now += 5
        pages.text = VLLM.replace("MADE", "350")
        loads.look()
        assert loads.newest == (first.model_copy(update={"tokens_per_second": 50.0}),)
        clock.now += 5
        pages.text = VLLM.replace("MADE", "10")  # it has been started anew
        loads.look()
        assert loads.newest == (first,)
    assert pages.keys == ["Bearer secret"] * 3


@pytest.mark.parametrize(("status", "text"), [(404, ""), (200, "<html>hello</html>"), (200, "x 1\n"), (200, "")])
def test_a_server_without_such_a_page_is_left_alone_for_a_while(status: int, text: str, pages: Pages) -> None:
    pages.status, pages.text = status, text
    clock = Clock()
    with pages.serving() as server:
        loads = Loads([server], clock=clock)
        for _ in range(5):
            loads.look()
        assert (loads.newest, len(pages.keys)) == ((), 1)
        clock.now += REST
        pages.status, pages.text = 200, LLAMA
        loads.look()
        assert loads.newest == (Load(server=server, running=1, waiting=0),)


def test_a_server_that_is_gone_shows_nothing(pages: Pages) -> None:
    with pages.serving() as server:
        loads = Loads([server])
        loads.look()
        assert loads.newest
    loads.look()
    assert loads.newest == ()


def test_a_number_that_is_none_is_passed_over() -> None:
    page = page_of("vllm:num_requests_running nonsense\nvllm:num_requests_running 2\nvllm:kv_cache_usage_perc 7\n")
    assert page is not None
    assert (page.running, page.waiting, page.made, page.cache) == (2, 0, None, 1.0)
