"""Real databases for the tests: a migrated template of each kind, copied for every test."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import psutil
from sqlalchemy import create_engine, make_url, text

from frontdesk.database.migrate import migrate

FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "listen_addresses=")
PREFIX = "frontdesk-postgres-"
OWNER = "owner"  # in a cluster's folder: the process that started it, and when that process began
_numbers = count(1)


class SqliteTemplate:
    """A migrated file; each copy is a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.url = f"sqlite:///{folder / 'template.db'}"
        migrate(self.url)

    @contextmanager
    def copy(self, folder: Path) -> Iterator[str]:
        target = folder / f"test-{next(_numbers)}.db"
        shutil.copyfile(str(make_url(self.url).database), target)
        yield f"sqlite:///{target}"


class PostgresTemplate:
    """A migrated database on a server; each copy is dropped after its test."""

    def __init__(self, server: str, name: str = "") -> None:
        self._server = make_url(server).set(drivername="postgresql+psycopg")
        self._name = name or f"frontdesk_template_{os.getpid()}_{next(_numbers)}"
        self._run(f"create database {self._name}")
        self.url = self._address(self._name)
        migrate(self.url)

    @contextmanager
    def copy(self, _folder: Path) -> Iterator[str]:
        name = f"frontdesk_test_{os.getpid()}_{next(_numbers)}"
        self._run(f"create database {name} template {self._name}")
        try:
            yield self._address(name)
        finally:
            self._run(f"drop database {name} with (force)")

    def drop(self) -> None:
        self._run(f"drop database {self._name} with (force)")

    def _address(self, name: str) -> str:
        return self._server.set(database=name).render_as_string(hide_password=False)

    def _run(self, statement: str) -> None:
        engine = create_engine(self._server, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()


def postgres_binaries() -> Path | None:
    """Where the newest PostgreSQL server on this machine is."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("pg_ctl")
    return Path(on_path).parent if on_path else None


@contextmanager
def throwaway_postgres(binaries: Path) -> Iterator[str]:
    """A cluster in a temporary folder, reached over a socket there; stopped and removed at the end."""
    end_abandoned_postgres()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    (folder / OWNER).write_text(_identity(psutil.Process()))
    as_postgres: list[str] = []
    if os.getuid() == 0:  # the server refuses to run as root
        os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
        as_postgres = ["runuser", "-u", "postgres", "--"]

    def run(*command: str) -> None:
        with (folder.parent / f"{folder.name}.log").open("w") as log:
            subprocess.run([*as_postgres, *command], check=True, stdout=log, stderr=log, cwd="/", timeout=60)

    data = folder / "data"
    options = " ".join(f"-c {option}" for option in FAST) + f" -k {folder}"
    try:
        run(str(binaries / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        run(str(binaries / "pg_ctl"), "-D", str(data), "-w", "-o", options, "-l", str(folder / "log"), "start")
        yield f"postgresql://postgres@/postgres?host={folder}"
    finally:
        _end(folder)


def end_abandoned_postgres() -> None:
    """Ends the clusters of test runs that were cut short, and removes their folders."""
    running = set(map(_identity, psutil.process_iter()))
    for owner in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{OWNER}"):
        if (told := owner.read_text()) and told not in running:
            _end(owner.parent)


def _identity(process: psutil.Process) -> str:
    """Told apart from a later process with the same number; empty where it has just ended."""
    with suppress(psutil.NoSuchProcess):
        return f"{process.pid} {process.create_time()}"
    return ""


def _end(folder: Path) -> None:
    """An immediate shutdown: nothing in a throwaway cluster is worth a checkpoint."""
    pid_file = folder / "data" / "postmaster.pid"
    if pid_file.exists():
        with suppress(psutil.NoSuchProcess, psutil.TimeoutExpired):
            server = psutil.Process(int(pid_file.read_text().split()[0]))
            server.send_signal(signal.SIGQUIT)
            server.wait(timeout=20)
    shutil.rmtree(folder, ignore_errors=True)
    (folder.parent / f"{folder.name}.log").unlink(missing_ok=True)
