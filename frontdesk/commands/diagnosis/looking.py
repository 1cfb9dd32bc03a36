"""The whole diagnosis: every look in its order, each on its own, so that one that fails hides no other."""

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

import structlog
from pydantic import ValidationError

from frontdesk.app.settings import Settings
from frontdesk.commands.diagnosis import configuration, kept, machine, outside
from frontdesk.commands.diagnosis.row import Given, Row, fault
from frontdesk.database.engine import connect

log = structlog.get_logger()

Look = Callable[..., Iterator[Row]]  # of what is given, and for the database its engine

HERE: tuple[Look, ...] = (
    configuration.settings,
    configuration.breached_passwords,
    machine.files,
    machine.disks,
    machine.clock,
)
ELSEWHERE: tuple[Look, ...] = (*outside.LOOKS, machine.printers)


def diagnosis(now: datetime, time_server: str = "", environment: Mapping[str, str] = os.environ) -> Iterator[Row]:
    """Changes nothing, and makes and migrates no database."""
    try:
        settings = Settings()
    except ValidationError as error:
        yield from configuration.refused(error)
        return
    given = Given(settings=settings, environment=environment, now=now, time_server=time_server)
    yield from _looked(HERE, given)
    yield from _of_the_database(given)
    yield from _looked(ELSEWHERE, given)


def _of_the_database(given: Given) -> Iterator[Row]:
    for row in _looked((_reached,), given):
        yield row
        return
    engine = connect(given.settings.database_url, connections=4)
    try:
        yield from _looked(kept.LOOKS, given, engine)
    finally:
        engine.dispose()


def _reached(given: Given) -> Iterator[Row]:
    if (row := kept.reached(given.settings)) is not None:
        yield row


def _looked(looks: tuple[Look, ...], *given: object) -> Iterator[Row]:
    for one in looks:
        try:
            yield from one(*given)
        except Exception as error:  # its message may hold what nobody is to see
            log.debug("look_failed", look=one.__name__, error=type(error).__name__)
            part = one.__name__.strip("_").replace("_", " ")
            yield fault(part, f"could not be looked at ({type(error).__name__})", "tell us, with this table")
