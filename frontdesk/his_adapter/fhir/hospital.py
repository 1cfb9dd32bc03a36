"""Builds the four parts of a FHIR server's hospital."""

from collections.abc import Callable
from datetime import datetime

import httpx

from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.directory import FhirDirectory
from frontdesk.his_adapter.fhir.patients import FhirPatients
from frontdesk.his_adapter.fhir.records import FhirRecords
from frontdesk.his_adapter.fhir.scheduling import FhirScheduling
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.kept import KeptDirectory
from frontdesk.his_adapter.overlay import FolderDirectory, Overlay


def fhir(
    address: Address,
    overlay: Overlay,
    clock: Callable[[], datetime],
    transport: httpx.BaseTransport | None = None,
    *,
    read: bool = False,
) -> Hospital:
    """Asks nothing of the server yet; with `read` its directory, which raises HospitalError where that fails."""
    client = Client(address, transport)
    patients, directory = FhirPatients(client, address.patients), FhirDirectory(client, address, overlay)
    kept = KeptDirectory(directory.read, FolderDirectory(overlay), clock)
    if read:
        kept.renew(failing=True)
    return Hospital(
        directory=kept,
        patients=patients,
        scheduling=FhirScheduling(client, address, patients, clock),
        records=FhirRecords(client, address, patients, kept, clock),
    )
