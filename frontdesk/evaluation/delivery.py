"""`python -m frontdesk.evaluation.delivery`: records delivered to a FHIR server that nobody here wrote, against the
targets.
"""

import logging
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from csv import DictReader
from datetime import datetime
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from urllib.parse import urlencode

import httpx
import psutil
import structlog

from frontdesk.app.ledger.deliveries import undelivered
from frontdesk.app.ledger.outbox import AT_ONCE, deliver_due
from frontdesk.app.ledger.target import HospitalTarget
from frontdesk.app.settings import DEMONSTRATION
from frontdesk.evaluation import delivered_records
from frontdesk.evaluation.bench import Row, report
from frontdesk.evaluation.browser import Browser
from frontdesk.evaluation.fhir_serving import fhir_server, installed
from frontdesk.evaluation.scripts import receive
from frontdesk.evaluation.serving import serving
from frontdesk.his_adapter.connecting import connect_outside

NUMBERS, KEYS = "urn:evaluation:patient", "urn:frontdesk:reception"
NAME = "白样本"  # of every patient
BARE = 300  # creates that tell what the server alone does
WARMING = 20  # records that are not counted
KIOSKS = 3  # at once, for the time from a session's close to its record
LOOK_SECONDS = 0.02  # between looks whether it is there
PATIENCE_SECONDS = 30.0


def main() -> int:
    asked = ArgumentParser(prog="python -m frontdesk.evaluation.delivery", description=__doc__)
    asked.add_argument("--records", type=int, default=1000)
    asked.add_argument("--patients", type=int, default=200, help="whose they are; of one patient they keep their order")
    asked.add_argument("--sessions", type=int, default=30, help="receptions that are played to their close")
    told = asked.parse_args()
    if not installed():
        print("no FHIR server: scripts/systems installs one")
        return 1
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with TemporaryDirectory(prefix="frontdesk-delivery-") as name:
        folder = Path(name)
        (folder / "fhir").mkdir()
        with fhir_server(folder / "fhir") as base:
            load_patients(base, max(told.patients, told.sessions))
            load_departments(base)
            (server,) = psutil.Process().children()
            rows = throughput(folder, base, server, told.records, told.patients)
            rows.append(until_visible(folder, base, told.sessions))
    return report(rows)


def throughput(folder: Path, base: str, server: psutil.Process, records: int, patients: int) -> list[Row]:
    """One worker, everything due at once; the patients are there."""
    bare = bare_creates(base)
    ledger = delivered_records.Ledger(folder)
    engine = ledger.engine
    now = datetime.now()  # noqa: DTZ005 the hospital's local time
    target = HospitalTarget(engine, connect_outside(his(base), datetime.now, DEMONSTRATION))
    ledger.enqueue(range(WARMING), patients, now)
    deliver_due(engine, target, now, limit=WARMING)
    ledger.enqueue(range(WARMING, WARMING + records), patients, now)
    with counted_requests() as requests:
        began, theirs, ours = perf_counter(), busy(server), busy(psutil.Process())
        deliver_due(engine, target, now, limit=2 * records, at_once=AT_ONCE)
        seconds, theirs, ours = perf_counter() - began, busy(server) - theirs, busy(psutil.Process()) - ours
    left = len(undelivered(engine))
    engine.dispose()
    there = Counter(keys_of_encounters(base))
    wrong = sum(there[delivered_records.key(one)] != 1 for one in range(WARMING + records))
    print(
        f"{records} records of {patients} patients in {seconds:.1f} s, {left} left; processor time a record: server "
        f"{theirs / records * 1000:.1f} ms, ours {ours / records * 1000:.1f} ms; requests: {dict(requests)}\n"
        f"the bare server: {bare:.0f} creates a second, of which a record takes {bare * seconds / records:.1f}"
    )
    return [
        Row("records delivered a second, one worker", records / seconds, 50, "/s", at_least=True),
        Row("requests a record", sum(requests.values()) / records, 4, ""),
        Row("records lost or doubled", wrong, 0, ""),
    ]


def until_visible(folder: Path, base: str, sessions: int) -> Row:
    """Receptions over HTTP in a served house; the time from the close's answer until its Encounter is found there."""
    url = f"sqlite:///{folder / 'served.db'}"
    log = folder / "served.log"
    with serving(url, log, his=his(base), his_folder=str(DEMONSTRATION)) as server:
        server.wait_until_warm(log)
        with ThreadPoolExecutor(KIOSKS) as kiosks:
            played = kiosks.map(
                lambda number: closed_to_visible(server.host, server.port, base, number), range(sessions)
            )
            times = list(played)
    print(f"{sessions} sessions of {KIOSKS} kiosks, close to visible: median {quantiles(times, n=2)[0] * 1000:.0f} ms")
    return Row("from a session's close to its record outside, p95", quantiles(times, n=20)[-1], 1, "s")


def closed_to_visible(host: str, port: int, base: str, number: int) -> float:
    """Seconds. Raises TimeoutError where it does not come."""
    browser = Browser(host, port)
    receive(browser, number, patient_number=delivered_records.number(number), name=NAME)
    closed = perf_counter()
    asked = {"identifier": f"{KEYS}|{browser.session['session_id']}"}
    with httpx.Client() as outside:
        while perf_counter() - closed < PATIENCE_SECONDS:
            if outside.get(f"{base}/Encounter", params=asked).json().get("entry"):
                return perf_counter() - closed
            sleep(LOOK_SECONDS)
    raise TimeoutError(f"the record of reception {number} did not arrive")


def busy(process: psutil.Process) -> float:
    """Seconds of processor time so far."""
    times = process.cpu_times()
    return float(times.user + times.system)


def his(base: str) -> str:
    return f"fhir+{base}?{urlencode({'patients': NUMBERS, 'timeout': 30})}"


def bare_creates(base: str) -> float:
    """Creates a second of one client on a kept connection: what the machine and the server give at most."""
    encounter = {"resourceType": "Encounter", "status": "arrived", "class": {"code": "AMB"}}
    with httpx.Client() as client:
        client.post(f"{base}/Encounter", json=encounter).raise_for_status()
        began = perf_counter()
        for _ in range(BARE):
            client.post(f"{base}/Encounter", json=encounter).raise_for_status()
        return BARE / (perf_counter() - began)


def load_patients(base: str, patients: int) -> None:
    for one in map(delivered_records.number, range(patients)):
        who = {"identifier": [{"system": NUMBERS, "value": one}], "name": [{"text": NAME}]}
        httpx.post(f"{base}/Patient", json={"resourceType": "Patient", **who}).raise_for_status()


def load_departments(base: str) -> None:
    with (DEMONSTRATION / "departments.csv").open(encoding="utf-8") as file:
        for one in DictReader(file):
            department = {"identifier": [{"value": one["department_id"]}], "active": True, "name": one["name_zh"]}
            whole = {"resourceType": "HealthcareService", **department}
            httpx.post(f"{base}/HealthcareService", json=whole).raise_for_status()


def keys_of_encounters(base: str) -> Iterator[str]:
    page = httpx.get(f"{base}/Encounter", params={"_count": 200, "identifier": f"{KEYS}|"}).json()
    while True:
        for entry in page.get("entry", ()):
            yield from (one["value"] for one in entry["resource"].get("identifier", ()))
        following = next((one["url"] for one in page["link"] if one["relation"] == "next"), None)
        if following is None:
            return
        page = httpx.get(following).json()


@contextmanager
def counted_requests() -> Iterator[Counter[str]]:
    """By method, from what the HTTP library says of itself."""
    counted: Counter[str] = Counter()

    class Counting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if isinstance(record.args, tuple):
                counted[str(record.args[0])] += 1

    log, handler = logging.getLogger("httpx"), Counting()
    before, carried = log.level, log.propagate
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False
    try:
        yield counted
    finally:
        log.removeHandler(handler)
        log.setLevel(before)
        log.propagate = carried


if __name__ == "__main__":
    sys.exit(main())
