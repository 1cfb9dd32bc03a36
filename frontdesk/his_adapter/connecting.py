"""Builds a hospital's back end from its address: the one place that names the back ends."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine

from frontdesk.his_adapter.away import Offering
from frontdesk.his_adapter.fhir import address as fhir_address
from frontdesk.his_adapter.fhir.hospital import fhir
from frontdesk.his_adapter.folder.reading import EarlierRecord, SeedError, read_folder
from frontdesk.his_adapter.gnuhealth import address as gnuhealth_address
from frontdesk.his_adapter.gnuhealth import checking as gnuhealth_checking
from frontdesk.his_adapter.gnuhealth.hospital import gnuhealth
from frontdesk.his_adapter.hl7 import address as hl7_address
from frontdesk.his_adapter.hl7.received.hospital import received
from frontdesk.his_adapter.hl7.received.index import Index
from frontdesk.his_adapter.hl7.received.listener import Listener
from frontdesk.his_adapter.hl7.records import Hl7Records
from frontdesk.his_adapter.hospital import Hospital, Records
from frontdesk.his_adapter.overlay import overlay_of
from frontdesk.his_adapter.sql.editing import change_department_within, change_policy_within
from frontdesk.his_adapter.sql.hospital import SqlDirectory, built_in
from frontdesk.his_adapter.sql.merging import (
    alike_within,
    booked_within,
    change_patient_within,
    kept_number,
    merge_within,
    numbers_of,
    part_within,
    patient_within,
    put_back_within,
)
from frontdesk.his_adapter.sql.seed import Kept, Loaded, is_demonstration, is_seeded, load_within
from frontdesk.his_adapter.sql.slots import extend_slots
from frontdesk.his_adapter.views import address as views_address
from frontdesk.his_adapter.views import checking as views_checking
from frontdesk.his_adapter.views.hospital import views
from frontdesk.his_adapter.views.mapping import read_mapping
from frontdesk.models.bad_setting import BadSetting

__all__ = [
    "BUILT_IN",
    "WRITING",
    "EarlierRecord",
    "Kept",
    "Listener",
    "Loaded",
    "SeedError",
    "UnknownSystem",
    "alike_within",
    "booked_within",
    "change_department_within",
    "change_patient_within",
    "change_policy_within",
    "connect",
    "connect_outside",
    "connect_writing",
    "extend_slots",
    "faults_beside",
    "feeds",
    "is_demonstration",
    "is_seeded",
    "kept_number",
    "listen",
    "load_within",
    "merge_within",
    "numbers_of",
    "part_within",
    "patient_within",
    "put_back_within",
    "read_folder",
    "renew",
]
BUILT_IN = "built-in"
WRITING = hl7_address.SCHEMES  # of systems that only take records


class UnknownSystem(BadSetting):
    """No back end answers to such an address; the message is for the operator."""

    setting = "FRONTDESK_HIS"


def connect(url: str, engine: Engine, clock: Callable[[], datetime], folder: Path | None = None) -> Hospital:
    """`built-in` is the hospital in the application's own database, behind `engine`; nothing is asked of another yet.

    `folder` tells what another system lacks. Raises UnknownSystem, and SeedError for a folder with faults.
    """
    if url == BUILT_IN:
        return built_in(engine, clock)
    if url.startswith(WRITING):
        _listening(url)
        return received(engine, overlay_of(_there(folder), clock().date()))
    return connect_outside(url, clock, folder)


def renew(hospital: Hospital) -> None:
    """The built-in hospital was changed here: it is read anew at once, where other processes do so within a second."""
    if isinstance(hospital.directory, SqlDirectory):
        hospital.directory.renew()


def feeds(url: str) -> bool:
    """Whether the hospital is told of by a feed, for which somebody has to `listen`."""
    return url.startswith(WRITING)


def listen(url: str, engine: Engine, clock: Callable[[], datetime]) -> Listener | None:
    """What takes the feed of a hospital that is told of by one; None for others. Raises UnknownSystem, OSError."""
    if not feeds(url):
        return None
    address = _listening(url)
    allowed = frozenset(one.strip() for one in address.allow.split(","))
    return Listener(address.host, address.port, allowed, Index(engine, address.patients), clock)


def _listening(url: str) -> hl7_address.Address:
    try:
        address = hl7_address.address_of(url)
    except BAD as bad:
        raise UnknownSystem(str(bad)) from None
    if address.tls:
        raise UnknownSystem("the feed is taken without TLS, at mllp://HOST:PORT; what ends TLS stands before it")
    return address


def _there(folder: Path | None) -> Path:
    if folder is None:
        raise UnknownSystem("what the hospital's system lacks comes from a folder: set FRONTDESK_HIS_FOLDER")
    return folder


def connect_outside(url: str, clock: Callable[[], datetime], folder: Path | None, *, read: bool = False) -> Hospital:
    """`read`: the directory is read now. Raises what `connect` does, and HospitalError where that fails."""
    build = next((build for schemes, build in SYSTEMS.items() if url.partition(":")[0] in schemes), None)
    if build is None:
        raise UnknownSystem(f"no hospital's system is reached by {url.partition(':')[0]}:")
    try:
        system = build(url, _there(folder), clock, read)
    except BAD as bad:
        raise UnknownSystem(str(bad)) from None
    return replace(system, scheduling=Offering(system.scheduling))


def faults_beside(url: str, folder: Path | None) -> Iterator[str]:
    """What is wrong of a system's mapping or of our account there: a line each. Raises what `connect_outside` does."""
    try:
        if url.startswith(views_address.SCHEMES) and folder is not None:
            address = views_address.address_of(url)
            yield from views_checking.faults_beside(address, read_mapping(folder / address.mapping))
        if url.startswith(gnuhealth_address.SCHEMES):
            yield from gnuhealth_checking.faults_beside(gnuhealth_address.address_of(url))
    except BAD as bad:
        raise UnknownSystem(str(bad)) from None


def _fhir(url: str, folder: Path, clock: Callable[[], datetime], read: bool) -> Hospital:
    return fhir(fhir_address.address_of(url), overlay_of(folder, clock().date()), clock, read=read)


def _gnuhealth(url: str, folder: Path, clock: Callable[[], datetime], read: bool) -> Hospital:
    return gnuhealth(gnuhealth_address.address_of(url), overlay_of(folder, clock().date()), clock, read=read)


def _views(url: str, folder: Path, clock: Callable[[], datetime], read: bool) -> Hospital:
    address = views_address.address_of(url)
    mapping = read_mapping(folder / address.mapping).mapping
    return views(address, mapping, overlay_of(folder, clock().date()), clock, read=read)


SYSTEMS = {fhir_address.SCHEMES: _fhir, gnuhealth_address.SCHEMES: _gnuhealth, views_address.SCHEMES: _views}
BAD = (fhir_address.BadAddress, gnuhealth_address.BadAddress, hl7_address.BadAddress, views_address.BadAddress)


def connect_writing(url: str, clock: Callable[[], datetime]) -> Records:
    """Where records go instead of the hospital's system; nothing is sent yet. Raises UnknownSystem."""
    if not url.startswith(hl7_address.SCHEMES):
        raise UnknownSystem(f"no records are written by {url.partition(':')[0]}:")
    try:
        return Hl7Records(hl7_address.address_of(url), clock)
    except hl7_address.BadAddress as bad:
        raise UnknownSystem(str(bad)) from None
