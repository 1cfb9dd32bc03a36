"""`make bench`: a real server on an empty database, measured against the targets."""

import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.reception.session.events import NurseSaid, PatientSaid, Recorded
from frontdesk.app.settings import PACKAGE
from frontdesk.database.engine import connect
from frontdesk.evaluation.attacks import FIFTY, kinds, longest
from frontdesk.evaluation.browser import Browser
from frontdesk.evaluation.scripts import receive
from frontdesk.evaluation.serving import Server, serving

ALONE = 12  # receptions one after the other
TOGETHER = 50  # kiosks at once
ROUNDS = 4  # receptions of each of them: 200 sessions
CLIENTS = 2  # processes that play the kiosks
TURNS = "/api/sessions/<session_id>/turns"


class Row(NamedTuple):
    what: str
    measured: float
    target: float
    unit: str
    at_least: bool = False

    @property
    def met(self) -> bool:
        return self.measured >= self.target if self.at_least else self.measured <= self.target


def main() -> int:
    with TemporaryDirectory(prefix="frontdesk-bench-") as folder:
        rows = measure(Path(folder))
    return report(rows)


def report(rows: Sequence[Row]) -> int:
    """Prints each row with its target; 0 when all are met."""
    for row in rows:
        sign = "at least" if row.at_least else "at most"
        verdict = "met" if row.met else "MISSED"
        print(f"{row.what:<58}{row.measured:>9.2f} {row.unit:<8} {sign:<8} {row.target:>6.4g}   {verdict}")
    return 0 if all(row.met for row in rows) else 1


def measure(folder: Path) -> list[Row]:
    url = f"sqlite:///{folder / 'frontdesk.db'}"
    with serving(url, folder / "first"):
        pass  # the first start makes and fills the database
    with serving(url, folder / "alone") as server:
        server.wait_until_warm(folder / "alone")
        first = alone(server)
        times = turn_times(folder / "alone")[first:]
    with serving(url, folder / "together") as server:
        server.wait_until_warm(folder / "together")
        turns, seconds, failures = together(server)
        megabytes = sum(process.memory_info().rss for process in server.processes()) / 2**20
        started = server.seconds_to_answer
        stalled = {name: longest(server, [kind]) for name, kind in kinds(largest_file()).items()}
    lost = lost_events(url)
    print(f"{len(times)} turns alone, median {median(times):.1f} ms; {turns} turns together in {seconds:.1f} s")
    slowest = max(stalled, key=lambda name: stalled[name])
    print(f"of {len(stalled)} kinds of clients that stall, others waited longest with: {slowest}")
    for failure in failures[:5]:
        print(f"failed: {failure}")
    return [
        Row("embedded turn, server side, one session, p95", quantiles(times, n=20)[-1], 50, "ms"),
        Row(
            f"turns a second over HTTP, {TOGETHER} sessions at once",
            turns / seconds,
            60,
            "turns/s",
            at_least=True,
        ),
        Row("errors among them", len(failures), 0, ""),
        Row("events lost or doubled", lost, 0, ""),
        Row("start to first answer", started, 5, "s"),
        Row(f"another client's answer with {FIFTY} of each kind that stall", stalled[slowest], 1, "s"),
        Row(f"resident memory after {TOGETHER * ROUNDS} sessions", megabytes, 450, "MB"),
    ]


def largest_file() -> str:
    """Of the front end; empty where it is not built."""
    files = sorted((PACKAGE / "screens" / "assets").glob("*"), key=lambda file: file.stat().st_size)
    return f"/assets/{files[-1].name}" if files else ""


def alone(server: Server) -> int:
    """Turns of the first of the receptions, which warms up."""
    browser = Browser(server.host, server.port)
    first, *_ = [receive(browser, number) for number in range(ALONE)]
    return first


def turn_times(log: Path) -> list[float]:
    """Milliseconds of each turn, in order, as the server's journal tells."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [line["ms"] for line in lines if line.get("route") == TURNS]


def together(server: Server) -> tuple[int, float, list[str]]:
    """Turns, seconds and failures of all kiosks playing their receptions at once."""
    share = TOGETHER // CLIENTS
    with ProcessPoolExecutor(CLIENTS, mp_context=get_context("spawn")) as pool:
        list(pool.map(abs, range(CLIENTS)))  # the clients are up before the clock starts
        began = time.perf_counter()
        parts = list(pool.map(kiosks, [(server.host, server.port, n * share, share) for n in range(CLIENTS)]))
        seconds = time.perf_counter() - began
    return sum(turns for turns, _ in parts), seconds, [failure for _, failures in parts for failure in failures]


def kiosks(place: tuple[str, int, int, int]) -> tuple[int, list[str]]:
    host, port, first, share = place
    with ThreadPoolExecutor(share) as pool:
        outcomes = list(pool.map(lambda number: kiosk(host, port, number), range(first, first + share)))
    return sum(turns for turns, _ in outcomes), [failure for _, failure in outcomes if failure]


def kiosk(host: str, port: int, number: int) -> tuple[int, str]:
    """The turns of one kiosk's receptions, and what went wrong."""
    turns = 0
    try:
        browser = Browser(host, port)
        for round_number in range(ROUNDS):
            turns += receive(browser, number + round_number)
    except Exception as error:  # whatever it is, it counts as a failure of the server
        return turns, f"kiosk {number}: {type(error).__name__} {error}"
    return turns, ""


def lost_events(url: str) -> int:
    """The faults of every session."""
    engine = connect(url)
    log = SqlEventLog(engine, hospital_behind(engine))
    sessions: set[str] = set()
    position = 0
    while events := log.after(position):
        position = events[-1].position
        sessions |= {happened.session_id for happened in events}
    faults = sum(faults_of(log.history(session_id)) for session_id in sessions)
    engine.dispose()
    return faults


def faults_of(session: Sequence[Recorded]) -> int:
    """Gaps in the sequence, turns heard twice, and turns without an answer."""
    gaps = sum(recorded.sequence != place for place, recorded in enumerate(session, 1))
    said = [r.event.turn_id for r in session if isinstance(r.event, PatientSaid)]
    answered = {r.event.turn_id for r in session if isinstance(r.event, NurseSaid)}
    return gaps + len(said) - len(set(said)) + len(set(said) - answered)


if __name__ == "__main__":
    sys.exit(main())
