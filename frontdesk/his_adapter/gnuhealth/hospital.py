"""Builds the four parts of a GNU Health server's hospital."""

from collections.abc import Callable
from datetime import datetime

import httpx

from frontdesk.his_adapter.gnuhealth.address import Address
from frontdesk.his_adapter.gnuhealth.client import Client
from frontdesk.his_adapter.gnuhealth.directory import GnuHealthDirectory
from frontdesk.his_adapter.gnuhealth.patients import GnuHealthPatients
from frontdesk.his_adapter.gnuhealth.records import GnuHealthRecords
from frontdesk.his_adapter.gnuhealth.scheduling import GnuHealthScheduling
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.kept import KeptDirectory
from frontdesk.his_adapter.overlay import FolderDirectory, Overlay


def gnuhealth(
    address: Address,
    overlay: Overlay,
    clock: Callable[[], datetime],
    transport: httpx.BaseTransport | None = None,
    *,
    read: bool = False,
) -> Hospital:
    """Asks nothing of the server yet; with `read` its directory, which raises HospitalError where that fails."""
    client = Client(address, transport)
    patients, directory = GnuHealthPatients(client, address), GnuHealthDirectory(client, overlay, clock)
    kept = KeptDirectory(directory.read, FolderDirectory(overlay), clock)
    if read:
        kept.renew(failing=True)
    return Hospital(
        directory=kept,
        patients=patients,
        scheduling=GnuHealthScheduling(client, address, patients, clock),
        records=GnuHealthRecords(client, address, patients, kept, clock),
    )
