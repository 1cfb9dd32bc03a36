"""What every test may ask for: a real database of each kind; and the network beyond this machine is off."""

import gc
import ipaddress
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import NoReturn, TypeVar

import pytest
import structlog
from argon2 import PasswordHasher
from sqlalchemy import Engine

from frontdesk.app.ledger import passwords, second_factors
from frontdesk.app.ledger.records.loading import seed
from frontdesk.database.engine import connect
from frontdesk.database.keys import use, used
from frontdesk.evaluation.fhir_serving import fhir_server, installed
from tests.databases import PostgresTemplate, SqliteTemplate, postgres_binaries, throwaway_postgres

ROOT = Path(__file__).parents[1]
SERVER = "FRONTDESK_TEST_POSTGRES_URL"
RARELY = (50_000, 20, 50)  # collections of garbage: each goes through all the knowledge, which stays to the end
MONDAY = date(2026, 11, 23)  # the day on which seeded databases were seeded

Template = TypeVar("Template", SqliteTemplate, PostgresTemplate)


def not_tested(what: str) -> NoReturn:
    """Skips, and is told at the end of the run: what was not tested."""
    pytest.skip(what)


def _refuse_the_network(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook: no connection and no name look-up beyond the loopback addresses."""
    if event == "socket.connect" and isinstance(arguments[0], socket.socket):
        connection, address = arguments
        inside = connection.family == socket.AF_UNIX or _is_loopback(str(address[0]))  # type: ignore[index]
    elif event == "socket.getaddrinfo":
        inside = arguments[0] is None or _is_loopback(str(arguments[0]))
    else:
        return
    if not inside:
        raise ConnectionRefusedError("the tests run without a network")


def _is_loopback(host: str) -> bool:
    try:
        return host in ("", "localhost") or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@pytest.fixture(scope="session", autouse=True)
def keys_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The keys of every database of the tests, in this process and in those it starts."""
    path = tmp_path_factory.mktemp("keys") / "keys"
    os.environ["FRONTDESK_KEYS_FILE"] = str(path)
    use(path)
    return path


@pytest.fixture(autouse=True)
def keys_as_they_were(keys_file: Path) -> Iterator[None]:
    before = used().path
    yield
    use(before)


@pytest.fixture(scope="session", autouse=True)
def no_network() -> None:
    sys.addaudithook(_refuse_the_network)


@pytest.fixture(scope="session", autouse=True)
def hashes_at_little_cost() -> Iterator[None]:
    """Argon2 at its least, within this process; tests/app/ledger/test_passwords.py holds what a hash costs in truth."""
    least = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "hasher", least)
        patch.setattr(second_factors, "hasher", least)
        yield


@pytest.fixture(autouse=True)
def journal_as_it_was() -> Iterator[None]:
    """A command run in a test sets up the journal on the runner's standard error, which is closed after it."""
    configured = structlog.get_config()
    yield
    structlog.configure(**configured)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest goes first: as the last of several processes' tests all others would wait for it."""
    items.sort(key=lambda item: item.path.name != "test_wheel.py")


def pytest_collection_finish() -> None:
    """What has been imported stays, as it does where `frontdesk serve` has started."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)


def pytest_configure(config: pytest.Config) -> None:
    """Where several processes share the tests, the one that hands them out starts the PostgreSQL server for all."""
    binaries = postgres_binaries()
    if getattr(config.option, "numprocesses", None) and binaries and SERVER not in os.environ:
        server = ExitStack()
        os.environ[SERVER] = server.enter_context(throwaway_postgres(binaries))
        config.add_cleanup(server.close)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """FRONTDESK_TEST_POSTGRES_URL, else a server of our own where PostgreSQL is installed, else the test is skipped."""
    given = os.environ.get(SERVER)
    if given:
        yield given
        return
    binaries = postgres_binaries()
    if binaries is None:
        not_tested(f"PostgreSQL: not installed here, and {SERVER} is not set")
    with throwaway_postgres(binaries) as url:
        yield url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> SqliteTemplate:
    return SqliteTemplate(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def postgres_template(postgres_server: str) -> Iterator[PostgresTemplate]:
    template = PostgresTemplate(postgres_server)
    yield template
    template.drop()


@pytest.fixture(scope="session")
def demo_sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> SqliteTemplate:
    return _with_demo(SqliteTemplate(tmp_path_factory.mktemp("demo")))


@pytest.fixture(scope="session")
def demo_postgres_template(postgres_server: str) -> Iterator[PostgresTemplate]:
    template = _with_demo(PostgresTemplate(postgres_server))
    yield template
    template.drop()


def _with_demo(template: Template) -> Template:
    engine = connect(template.url)
    seed(engine, ROOT / "hospital" / "demo", MONDAY)
    engine.dispose()
    return template


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty migrated database of its own, once on each kind."""
    template = request.getfixturevalue("sqlite_template" if request.param == "sqlite" else "postgres_template")
    with template.copy(tmp_path) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def demo_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The demonstration hospital as seeded on MONDAY, once on each kind."""
    kind = "sqlite" if request.param == "sqlite" else "postgres"
    with request.getfixturevalue(f"demo_{kind}_template").copy(tmp_path) as url:
        yield url


@pytest.fixture
def demo_sqlite_url(demo_sqlite_template: SqliteTemplate, tmp_path: Path) -> Iterator[str]:
    """The demonstration hospital as seeded on MONDAY, on SQLite alone."""
    with demo_sqlite_template.copy(tmp_path) as url:
        yield url


@pytest.fixture(scope="session")
def fhir_base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a FHIR server that nobody here wrote."""
    if not installed():
        not_tested("no FHIR server: scripts/systems installs one")
    with fhir_server(tmp_path_factory.mktemp("fhir")) as base:
        yield base


@pytest.fixture
def engine(database_url: str) -> Iterator[Engine]:
    engine = connect(database_url)
    yield engine
    engine.dispose()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    untested = {str(report.longrepr[-1]) for report in terminalreporter.stats.get("skipped", ())}
    if untested:
        terminalreporter.section("NOT TESTED", sep="!", red=True, bold=True)
        for what in sorted(untested):
            terminalreporter.line(what.removeprefix("Skipped: "), red=True, bold=True)
