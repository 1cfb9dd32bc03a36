"""`python -m frontdesk.evaluation.away`: receptions with the hospital's system there and gone, against the targets.

Gone is both: nothing listens where it stood, and something takes the connection and never answers.
"""

import logging
import socket
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import structlog

from frontdesk.app.settings import DEMONSTRATION
from frontdesk.evaluation.bench import Row, report
from frontdesk.evaluation.browser import Answer, Browser
from frontdesk.evaluation.delivered_records import number
from frontdesk.evaluation.delivery import NAME, NUMBERS, load_departments, load_patients
from frontdesk.evaluation.fhir_serving import fhir_server, installed
from frontdesk.evaluation.scripts import receive
from frontdesk.evaluation.serving import free_port, serving
from frontdesk.his_adapter.circuit_breaker import EVERY

THERE, REFUSING, SILENT = "there", "refusing", "silent"
GONE = (REFUSING, SILENT)
TURN, IDENTITY = "turns", "identity"  # steps
LONGEST = 1000  # ms, of any step but that of the very first patient, who finds the system gone
PAUSE_SECONDS = EVERY + 1  # after which it was looked for again


class Timed(Browser):
    """Keeps the milliseconds of each step."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port)
        self.steps: list[tuple[str, float]] = []

    def step(self, name: str, body: Answer | None = None) -> Answer:
        began = perf_counter()
        answer = super().step(name, body)
        self.steps.append((name, (perf_counter() - began) * 1000))
        return answer


def main() -> int:
    asked = ArgumentParser(prog="python -m frontdesk.evaluation.away", description=__doc__)
    asked.add_argument("--pairs", type=int, default=20, help="receptions at each place, of guests and of patients")
    told = asked.parse_args()
    if not installed():
        print("no FHIR server: scripts/systems installs one")
        return 1
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with TemporaryDirectory(prefix="frontdesk-away-") as name, ExitStack() as opened:
        folder = Path(name)
        (folder / "fhir").mkdir()
        base = opened.enter_context(fhir_server(folder / "fhir"))
        load_patients(base, told.pairs + 1)
        load_departments(base)
        bases = {THERE: base, REFUSING: _at(free_port()), SILENT: _at(opened.enter_context(silent()))}
        places = opened.enter_context(houses(folder, bases))
        return report(measured(places, told.pairs))


@contextmanager
def silent() -> Iterator[int]:
    """A port where connections are taken, by the operating system alone, and nothing is ever read."""
    with socket.create_server(("127.0.0.1", 0), backlog=512) as taking:
        yield int(taking.getsockname()[1])


@contextmanager
def houses(folder: Path, bases: Mapping[str, str]) -> Iterator[dict[str, tuple[str, int]]]:
    """A served house before each of these systems, and where it answers."""
    with ExitStack() as opened:
        places = {}
        for which, base in bases.items():
            url, log, his = f"sqlite:///{folder / which}.db", folder / f"{which}.log", f"fhir+{base}?patients={NUMBERS}"
            server = opened.enter_context(serving(url, log, his=his, his_folder=str(DEMONSTRATION)))
            server.wait_until_warm(log)
            places[which] = server.host, server.port
        yield places


def measured(places: Mapping[str, tuple[str, int]], pairs: int) -> list[Row]:
    first = played(places, range(1), identified=True)
    guests = played(places, range(1, 1 + pairs), identified=False)
    sleep(PAUSE_SECONDS)
    patients = played(places, range(1, 1 + pairs), identified=True)
    rows = [
        Row(f"turns of {who}, {gone}: slower by", slower(kept[THERE], kept[gone], f"{who}, {gone}"), 5, "%")
        for gone in GONE
        for who, kept in (("guests", guests), ("patients", patients))
    ]
    for which in places:
        told, turns = taken(patients[which], IDENTITY), taken((*patients[which], *guests[which]), TURN)
        found = max(taken(first[which], IDENTITY))
        print(
            f"{which}: {len(turns)} turns, median {median(turns):.1f} ms, longest {max(turns):.0f}; "
            f"who it is: median {median(told):.1f}, longest {max(told):.0f}; of the very first {found:.0f}"
        )
        if which in GONE:
            rows.append(Row(f"who it is, {which}: longest", max(told), LONGEST, "ms"))
            rows.append(Row(f"a turn, {which}: longest", max(turns), LONGEST, "ms"))
    return rows


def played(places: Mapping[str, tuple[str, int]], which: Iterable[int], *, identified: bool) -> dict[str, list[Timed]]:
    """The same receptions at each place, one after the other and each time another place first."""
    kept: dict[str, list[Timed]] = {place: [] for place in places}
    order = list(places)
    for one in which:
        order.append(order.pop(0))
        for place in order:
            browser = Timed(*places[place])
            receive(browser, one, **({"patient_number": number(one), "name": NAME} if identified else {}))
            browser.close()
            kept[place].append(browser)
    return kept


def slower(there: Sequence[Timed], gone: Sequence[Timed], what: str) -> float:
    """Percent: the median, over pairs of the same turn of the same reception, of its time gone to its time there."""
    pairs = list(zip(taken(there, TURN), taken(gone, TURN), strict=True))
    low, middle, high = quantiles((100 * (after / before - 1) for before, after in pairs), n=4)
    print(f"{what}: {len(pairs)} pairs of turns, slower by {middle:+.1f} % (quartiles {low:+.1f} to {high:+.1f})")
    return middle


def taken(browsers: Sequence[Timed], name: str) -> list[float]:
    """Milliseconds of each step of that name, in order."""
    return [milliseconds for browser in browsers for step, milliseconds in browser.steps if step == name]


def _at(port: int) -> str:
    return f"http://127.0.0.1:{port}/fhir"


if __name__ == "__main__":
    sys.exit(main())
