"""How busy the models' servers are, from their metrics pages: those of vLLM, and of llama.cpp where it shows one."""

import re
import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

import httpx

from frontdesk.models.facts import Value

SECONDS = 2.0  # a page that takes longer is none
REST = 60.0  # seconds before a server without such a page is asked again
LONGEST = 4 * 2**20  # bytes of a page that are read
LINE = re.compile(r"^(?P<name>[a-zA-Z_:][\w:]*)(?:\{.*\})?\s+(?P<value>[-+.\w]+)", re.MULTILINE)
RUNNING = ("vllm:num_requests_running", "llamacpp:requests_processing")
WAITING = ("vllm:num_requests_waiting", "llamacpp:requests_deferred")
MADE = ("vllm:generation_tokens_total", "llamacpp:tokens_predicted_total")
CACHE = ("vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc", "llamacpp:kv_cache_usage_ratio")  # of 1


class Load(Value):
    """Of one server: requests, tokens made a second since the last look, the used part of its KV cache (0 to 1)."""

    server: str
    running: int
    waiting: int
    tokens_per_second: float | None = None
    cache: float | None = None


class Page(NamedTuple):
    running: int
    waiting: int
    made: float | None
    cache: float | None


class Loads:
    """The newest look at each server; empty of those that show nothing. `servers` are addresses ending in /v1."""

    def __init__(self, servers: Iterable[str], *, key: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self.servers = tuple(server for server in servers if server.startswith(("http://", "https://")))
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._clock = clock
        self._found: dict[str, Load] = {}
        self._made: dict[str, tuple[float, float]] = {}  # when, and how many tokens so far
        self._not_before: dict[str, float] = {}

    @property
    def newest(self) -> tuple[Load, ...]:
        found = self._found  # replaced, never changed
        return tuple(found[server] for server in self.servers if server in found)

    def look(self) -> None:
        """Reads every server's page; never raises for what a server does."""
        found = (self._look(server) for server in self.servers)
        self._found = {load.server: load for load in found if load is not None}

    def _look(self, server: str) -> Load | None:
        if self._clock() < self._not_before.get(server, 0.0):
            return None
        page = self._read(f"{server.rstrip('/').removesuffix('/v1')}/metrics")
        if page is None:
            self._made.pop(server, None)
            self._not_before[server] = self._clock() + REST
            return None
        return Load(
            server=server,
            running=page.running,
            waiting=page.waiting,
            tokens_per_second=self._rate(server, page.made),
            cache=page.cache,
        )

    def _read(self, url: str) -> Page | None:
        try:
            with httpx.stream("GET", url, headers=self._headers, timeout=SECONDS) as answer:
                if answer.status_code != httpx.codes.OK:
                    return None
                text = bytearray()
                for chunk in answer.iter_bytes():
                    text += chunk
                    if len(text) > LONGEST:
                        return None
        except (httpx.HTTPError, httpx.InvalidURL):
            return None
        return page_of(text.decode("utf-8", errors="replace"))

    def _rate(self, server: str, made: float | None) -> float | None:
        """None at the first look, and where the server has begun anew since the last."""
        if made is None:
            return None
        now, before = self._clock(), self._made.get(server)
        self._made[server] = (now, made)
        if before is None or now <= before[0] or made < before[1]:
            return None
        return (made - before[1]) / (now - before[0])


def page_of(text: str) -> Page | None:
    """A page in Prometheus's text form; None where it tells of no requests. What several engines tell is added up."""
    told: dict[str, list[float]] = {}
    for line in LINE.finditer(text):
        try:
            told.setdefault(line["name"], []).append(float(line["value"]))
        except ValueError:
            continue
    running, waiting, made, cache = (
        next((told[name] for name in names if name in told), None) for names in (RUNNING, WAITING, MADE, CACHE)
    )
    if running is None:
        return None
    return Page(
        running=round(sum(running)),
        waiting=round(sum(waiting or ())),
        made=sum(made) if made else None,
        cache=min(max(cache), 1.0) if cache else None,
    )
