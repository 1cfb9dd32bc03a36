"""A GNU Health server that nobody here wrote, started for the tests, and the small hospital loaded into it.

Its databases are copies: of the one that scripts/gnuhealth made, then of that with the hospital in it.
"""

import os
import shutil
import socket
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date, datetime, time, timedelta
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
from sqlalchemy import URL

from frontdesk.his_adapter.gnuhealth.address import Address
from frontdesk.his_adapter.gnuhealth.client import Client
from frontdesk.his_adapter.gnuhealth.values import utc
from frontdesk.his_adapter.overlay import Overlay
from frontdesk.his_adapter.records import Opening
from frontdesk.models.facts import Language

HOME = Path(__file__).parents[1] / ".gnuhealth"  # where scripts/gnuhealth installs it
FIRST = HOME / "first" / "health.sqlite"
ADMIN, PASSWORD = "admin", "only-for-tests"
USER, LICENSE = "reception", "FRONTDESK"
DAYS, MINUTES = 14, 10
PATIENTS = (
    {"ref": "P1", "name": "样本", "lastname": "白", "gender": "m", "dob": date(1950, 2, 28)},
    {"ref": "P2", "name": "Ann", "lastname": "Field", "gender": "f", "dob": date(1984, 5, 6)},
)
_numbers = count(1)


def needs_gnuhealth() -> None:
    """Fails: what was to be tested against it is not."""
    if not (HOME / "installed").exists():
        pytest.fail("GNU Health is not installed: scripts/gnuhealth does it, make test-gnuhealth too", pytrace=False)


class Server:
    """`folder` holds its SQLite databases, when it has those."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port = port
        self.folder = folder

    def address(self, database: str, *, user: str = USER, professional: str = LICENSE) -> Address:
        return Address(
            base=f"http://127.0.0.1:{self.port}/{database}/",
            user=user,
            password=PASSWORD,
            professional=professional,
            minutes=MINUTES,
            timeout=60,
        )

    def copied(self, original: Path) -> str:
        """A database of its own."""
        name = f"test{next(_numbers)}"
        shutil.copyfile(original, self._path(name))
        return name

    def restore(self, name: str, original: Path) -> None:
        """Everything in a database as it was, while the server goes on."""
        with closing(sqlite3.connect(original)) as there, closing(sqlite3.connect(self._path(name))) as here:
            there.backup(here)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.sqlite"


def configured(folder: Path, uri: str = "sqlite://", port: int = 0) -> Path:
    path = folder / "trytond.conf"
    path.write_text(
        f"[database]\nuri = {uri}\npath = {folder}\n[web]\nlisten = 127.0.0.1:{port}\n[session]\nmax_attempt = 1000\n"
    )
    return path


def initialise(folder: Path, server: URL, database: str, binaries: Path | None) -> None:
    """An empty database of PostgreSQL becomes one of GNU Health's, as scripts/gnuhealth does it on SQLite.

    The first is kept beside that as a dump, where PostgreSQL's own programs are at hand.
    """
    needs_gnuhealth()
    dump, url = HOME / "first" / "health.sql", shown(server.set(database=database))
    if binaries is not None and dump.exists():
        _run(binaries / "psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--file", dump, url)
        return
    config = configured(folder, shown(server.set(database="")))
    wanted = ("--update", "health", "--activate-dependencies", "--email", "nobody@localhost")
    _run(HOME / "bin" / "trytond-admin", "--config", config, "--database", database, *wanted)
    if binaries is not None:
        made = dump.with_suffix(f".{os.getpid()}")  # another process may make it too
        _run(binaries / "pg_dump", "--no-owner", "--file", made, url)
        made.rename(dump)


def shown(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def _run(*command: str | Path) -> None:
    there = os.environ | {"TRYTONPASSFILE": str(HOME / "first" / "password")}
    subprocess.run(command, env=there, check=True, capture_output=True, timeout=240)


@contextmanager
def gnuhealth_server(folder: Path, uri: str = "sqlite://") -> Iterator[Server]:
    needs_gnuhealth()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(HOME / "bin" / "trytond"), "--config", str(configured(folder, uri, port))]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, stdout=log, stderr=log) as server,
    ):
        try:
            _wait_for(port, server)
            yield Server(port, folder)
        finally:
            server.terminate()
            server.wait(timeout=20)


def _wait_for(port: int, server: "subprocess.Popen[bytes]") -> None:
    until = monotonic() + 60
    asked = {"id": 1, "method": "common.server.version", "params": []}
    while monotonic() < until and server.poll() is None:
        try:
            if httpx.post(f"http://127.0.0.1:{port}/", json=asked, timeout=5).status_code == 200:
                return
        except httpx.HTTPError:
            sleep(0.1)
    raise RuntimeError("the GNU Health server did not start")


def load(
    server: Server,
    database: str,
    overlay: Overlay,
    first: date,
    *,
    days: int = DAYS,
    hours: tuple[time, time] = (time(0), time(23, 50)),
) -> None:
    """What the folder says, as a hospital has it in its own system; free times on so many days, at those hours."""
    client = Client(server.address(database, user=ADMIN))
    _user(client)
    for person in PATIENTS:
        client.create("party.party", {**_person(person), "is_patient": True, "create_target": True})
    own = client.create("party.party", {**_person({"name": "Frontdesk", "lastname": "", "gender": "u"}), **_works()})
    client.create("gnuhealth.healthprofessional", {"party": own, "code": LICENSE, "institution": None})
    specialties = {
        one.department_id: client.create(
            "gnuhealth.specialty", {"code": one.department_id, "name": one.name[Language.ZH]}
        )
        for one in overlay.departments
    }
    for physician in overlay.physicians:
        given, family = physician.name[Language.ZH][1:], physician.name[Language.ZH][:1]
        who = client.create("party.party", {**_person({"name": given, "lastname": family, "gender": "f"}), **_works()})
        number = client.create(
            "gnuhealth.healthprofessional", {"party": who, "code": physician.physician_id, "institution": None}
        )
        specialty = specialties[physician.department_id]
        client.create("gnuhealth.hp_specialty", {"healthprof": number, "specialty": specialty})
        free = {"state": "free", "healthprof": number, "speciality": specialty, "institution": None}
        times = _times(overlay.duty[physician.physician_id], first, days, hours)
        client.call("model.gnuhealth.appointment.create", [{**free, "appointment_date": utc(at)} for at in times])
    client.close()


def _times(openings: Sequence[Opening], first: date, days: int, hours: tuple[time, time]) -> Iterator[datetime]:
    for day in (first + timedelta(days=n) for n in range(days)):
        for opening in (one for one in openings if one.weekday == day.isoweekday()):
            starts = datetime.combine(day, max(opening.opens, hours[0]))
            ends = datetime.combine(day, min(opening.closes, hours[1]))
            while starts + timedelta(minutes=MINUTES) <= ends:
                yield starts
                starts += timedelta(minutes=MINUTES)


def _user(client: Client) -> None:
    """Who may do what a health doctor may, and no more."""
    groups = client.search("res.group", [("name", "=", "Health Doctor")], ["name"])
    user = {"name": "Reception", "login": USER, "password": PASSWORD, "groups": [("add", [groups[0]["id"]])]}
    client.create("res.user", user)


def _person(told: dict[str, Any]) -> dict[str, Any]:
    return {"is_person": True, "fed_country": "XXX", **told}


def _works() -> dict[str, bool]:
    return {"is_healthprof": True, "create_target": False}
