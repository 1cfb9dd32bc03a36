"""`frontdesk serve`: the whole system in one process, or in several over one PostgreSQL, kept running by gunicorn."""

import ctypes
import os
import resource
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from time import sleep
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from frontdesk.app.settings import DEMONSTRATION, Pairing, Settings
from frontdesk.commands.database import cannot_be_used, refuse_a_missing_one
from frontdesk.commands.journal import set_up_journal
from frontdesk.models.bad_setting import BadSetting

if TYPE_CHECKING:
    from apiflask import APIFlask
    from sqlalchemy import Engine

    from frontdesk.app.ledger.staff import OneTime

    First = tuple[str, OneTime]  # user name and password of the administrator nobody has signed in as yet

STOPPING_SECONDS = 3  # an open event stream may hold a thread that long
AGAIN_SECONDS = 1.0  # between looks whether the database is there, or another process has prepared it
PREPARING = 4  # connections
HANDED_OVER = {"GUNICORN_FD", "LISTEN_FDS"}  # somebody listens for us: the process before this one on USR2, or systemd
BOOT_ERROR = 3  # tells gunicorn not to try again
M_ARENA_MAX = -8  # malloc.h


def serve(
    demo: Annotated[
        bool, typer.Option("--demo", help="Serve the demonstration hospital, with sign-ins that everybody knows.")
    ] = False,
    his: Annotated[
        str | None,
        typer.Option(help="The hospital's system: fhir+https://..., gnuhealth+https://..., views+...; FRONTDESK_HIS."),
    ] = None,
    his_write: Annotated[
        str | None, typer.Option(help="Where records go instead: mllp://HOST:PORT; FRONTDESK_HIS_WRITE.")
    ] = None,
    his_folder: Annotated[
        Path | None, typer.Option(help="The hospital's folder, for what its system lacks; FRONTDESK_HIS_FOLDER.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes that answer, over one PostgreSQL; FRONTDESK_WORKERS.")
    ] = None,
) -> None:
    """Bring the database to the newest migration and serve until stopped."""
    told = {"his": his, "his_write": his_write, "his_folder": his_folder, "workers": workers}
    settings = Settings(**{name: value for name, value in told.items() if value is not None})  # type: ignore[arg-type]
    if demo and "kiosk_pairing" not in settings.model_fields_set:
        settings = settings.model_copy(update={"kiosk_pairing": Pairing.OPEN})
    if demo and settings.guidelines is None:
        settings = settings.model_copy(update={"guidelines": DEMONSTRATION / "guidelines"})
    if not demo:
        refuse_a_missing_one(settings)
    _refuse_several_over_sqlite(settings)
    if not HANDED_OVER & os.environ.keys():
        _refuse_a_taken_port(settings)
    set_up_journal(settings.log_level)
    _run(settings, demo=demo)


def announcement(settings: Settings, *, demo: bool, first: "First | None" = None) -> str:
    """`first`: the administrator nobody has signed in as yet."""
    pages = [("Kiosk", "/"), ("Staff", "/staff"), ("Board", "/board"), ("Worklist", "/worklist"), ("Admin", "/admin")]
    lines = ["", *(f"  {name:<10}{settings.home}{path}" for name, path in pages)]
    if first:
        name, one_time = first
        lines += ["", f"  First administrator: sign in at {settings.home}/staff as {name}"]
        lines += [f"  with the one-time password {one_time.password}, until {one_time.expires:%Y-%m-%d %H:%M}."]
    if demo:
        from frontdesk.commands.demonstration import sign_ins

        lines += ["", sign_ins()]
    return "\n".join([*lines, ""])


def _refuse_several_over_sqlite(settings: Settings) -> None:
    if settings.workers > 1 and settings.database_url.startswith("sqlite"):
        typer.echo(
            f"frontdesk: {settings.workers} workers need PostgreSQL (FRONTDESK_DATABASE_URL); SQLite serves one",
            err=True,
        )
        raise typer.Exit(1)


def _refuse_a_taken_port(settings: Settings) -> None:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            address = f"{settings.host}:{settings.port}"
            typer.echo(f"frontdesk: cannot listen on {address} ({error.strerror}); set FRONTDESK_PORT", err=True)
            raise typer.Exit(1) from None


def _prepare(settings: Settings, *, demo: bool, first: bool = True) -> "First | None":
    """Everything that has to be true of the database before the first request; the first administrator, if made.

    `first`: of several workers only one tells that administrator's one-time password.
    """
    from sqlalchemy import make_url

    from frontdesk.app.ledger.accounts import Accounts
    from frontdesk.app.ledger.audit import cover_once
    from frontdesk.commands.demonstration import prepare, refuse
    from frontdesk.database.engine import connect
    from frontdesk.database.keys import use
    from frontdesk.database.migrate import migrate
    from frontdesk.his_adapter.connecting import extend_slots

    url = make_url(settings.database_url)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    use(settings.keys_file)
    engine, now = connect(settings.database_url, connections=PREPARING), datetime.now()  # noqa: DTZ005 local time
    try:
        with _one_at_a_time(engine):
            migrate(settings.database_url)
            refuse(engine, demo=demo)
            if demo:
                prepare(engine, now=now)
            extend_slots(engine, now.date())
            administrator = Accounts(engine).first_administrator(now=now) if first else None
            cover_once(engine, at=now)
        return administrator
    finally:
        engine.dispose()


@contextmanager
def _one_at_a_time(engine: "Engine") -> Iterator[None]:
    """Workers and machines that start at once prepare the database one after the other."""
    from frontdesk.database.locks import locks_of

    locks = locks_of(engine)
    while not locks.take("prepare"):
        sleep(AGAIN_SECONDS / 10)
    try:
        yield
    finally:
        locks.release("prepare")


def _run(settings: Settings, *, demo: bool) -> None:
    """Workers keep sessions in memory beside the database, which is the truth: any of them answers for any session.

    Everything heavy is imported in the workers alone: the parent only starts them anew should they ever die.
    """
    from gunicorn.app.base import BaseApplication

    from frontdesk.commands.worker import Rolling

    counted = _count_together()  # before anything that counts is imported

    class Server(BaseApplication):  # type: ignore[misc]
        first: "First | None" = None
        age = 1  # of this worker among all that were started: 1 is the first

        def run(self) -> None:
            Rolling(self).run()

        def load_config(self) -> None:
            for name, value in _gunicorn(settings, demo=demo, counted=counted).items():
                self.cfg.set(name, value)

        def load(self) -> Callable[..., Any]:
            from frontdesk.app.web.listening import sockets
            from frontdesk.commands.gateway import Gateway

            _keep_memory_together()
            _allow_connections()
            app, self.first = _loaded(settings, demo=demo, age=self.age)
            return Gateway(app, threads=settings.threads, limit=settings.body_limit, sockets=sockets(app))

    Server().run()


def _loaded(settings: Settings, *, demo: bool, age: int) -> "tuple[APIFlask, First | None]":
    """A worker in another one's place waits for a database that is away, where a server that starts tells of it."""
    from sqlalchemy.exc import OperationalError

    from frontdesk.app.web.background import start

    while True:
        try:
            app, first = _made(settings, demo=demo, first=settings.workers == 1 or age == 1)
            break
        except OperationalError as error:
            if age <= settings.workers:
                typer.echo(cannot_be_used(error), err=True)
                sys.exit(BOOT_ERROR)
            sleep(AGAIN_SECONDS)
    try:
        start(app)
    except OSError as error:
        _end_for_good(f"FRONTDESK_HIS: cannot listen there ({error.strerror})")
    return app, first


def _made(settings: Settings, *, demo: bool, first: bool) -> "tuple[APIFlask, First | None]":
    from frontdesk.app.web.application import create_app

    try:
        administrator = _prepare(settings, demo=demo, first=first)
        return create_app(settings), administrator
    except BadSetting as error:
        _end_for_good(f"{error.setting}: {error}" if error.setting else str(error))
    except ImportError as error:  # of a library that a setting needs
        _end_for_good(str(error))


def _end_for_good(why: str) -> NoReturn:
    """Of a worker: what is set stays as it is, so another one would fare no better."""
    typer.echo(f"frontdesk: {why}", err=True)
    sys.exit(BOOT_ERROR)


def _keep_memory_together() -> None:
    """glibc gives threads memory pools of their own, which never shrink: many threads hold twice what they need."""
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # other C libraries have none
        if mallopt is not None:
            mallopt(M_ARENA_MAX, 2)


def _allow_connections() -> None:
    """As many as the system lets us have: a connection that waits needs no more than its descriptor."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # some systems name a limit that they do not take
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _count_together() -> str:
    """The folder in which workers keep what they count, so that whichever is asked knows of all.

    In memory where that can be: a full disk must end no worker.
    """
    memory = Path("/dev/shm")  # noqa: S108
    folder = mkdtemp(prefix="frontdesk-metrics-", dir=memory if os.access(memory, os.W_OK) else None)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    return folder


def _gunicorn(settings: Settings, *, demo: bool, counted: str) -> dict[str, Any]:
    from frontdesk.commands.worker import worker

    def forked(_: object, started: Any) -> None:
        started.app.age = started.age

    def ended(_: object, worker: Any) -> None:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]

    def over(_: object) -> None:
        rmtree(counted, ignore_errors=True)

    def ready(started: Any) -> None:
        if settings.workers > 1 and started.age > 1:
            return
        sys.stdout.write(f"{announcement(settings, demo=demo, first=started.app.first)}\n")
        sys.stdout.flush()

    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return {
        "bind": f"{host}:{settings.port}",
        "workers": settings.workers,
        "post_fork": forked,
        "child_exit": ended,
        "on_exit": over,
        "worker_class": worker(settings.request_seconds),
        "keepalive": 30,
        "timeout": 120,
        "graceful_timeout": STOPPING_SECONDS,
        "loglevel": "error",  # requests that are none are no news
        "post_worker_init": ready,
        "proc_name": "frontdesk",
    }
