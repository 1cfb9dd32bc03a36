"""Builds a hospital's back end from its address: the one place that names the back ends."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Engine
from sqlmodel import SQLModel

from his_adapter.hospital import Hospital
from his_adapter.sql.hospital import built_in
from his_adapter.sql.seed import Loaded, is_demonstration, is_seeded, load_within
from his_adapter.sql.seeding.folder import EarlierRecord, SeedError, read_folder
from his_adapter.sql.slots import extend_slots
from his_adapter.sql.tables import AppointmentRow, PatientRow

__all__ = [
    "BUILT_IN",
    "TABLES_HERE",
    "EarlierRecord",
    "Loaded",
    "SeedError",
    "UnknownSystem",
    "connect",
    "extend_slots",
    "is_demonstration",
    "is_seeded",
    "load_within",
    "read_folder",
]
BUILT_IN = "built-in"
# Tables that the built-in hospital keeps beside the application's own; the audit trail covers their rows.
TABLES_HERE: dict[str, type[SQLModel]] = {"patient": PatientRow, "appointment": AppointmentRow}


class UnknownSystem(Exception):
    """No back end answers to such an address; the message is for the operator."""


def connect(url: str, engine: Engine, clock: Callable[[], datetime]) -> Hospital:
    """`built-in` is the hospital in the application's own database, behind `engine`. Raises UnknownSystem."""
    if url == BUILT_IN:
        return built_in(engine, clock)
    raise UnknownSystem(f"no hospital's system is reached by {url.partition(':')[0]}:")
