"""Builds the four parts of a hospital that shows views."""

from collections.abc import Callable
from datetime import datetime

from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.kept import KeptDirectory
from frontdesk.his_adapter.nothing import NoScheduling
from frontdesk.his_adapter.overlay import FolderDirectory, Overlay
from frontdesk.his_adapter.views.address import Address
from frontdesk.his_adapter.views.appointments import ViewAppointments
from frontdesk.his_adapter.views.database import Database, Source
from frontdesk.his_adapter.views.directory import ViewDirectory
from frontdesk.his_adapter.views.inbox import Inbox, ViewRecords
from frontdesk.his_adapter.views.mapping import Mapped, Mapping
from frontdesk.his_adapter.views.patients import ViewPatients
from frontdesk.his_adapter.views.records import Finding


def views(
    address: Address, mapping: Mapping, overlay: Overlay, clock: Callable[[], datetime], *, read: bool = False
) -> Hospital:
    """Asks nothing of the database yet; with `read` its directory, which raises HospitalError where that fails."""
    database = Database(address)

    def source(mapped: Mapped | None) -> Source | None:
        return Source(database, mapped) if mapped is not None else None

    directory = ViewDirectory(source(mapping.departments), source(mapping.physicians), source(mapping.duty), overlay)
    kept = KeptDirectory(directory.read, FolderDirectory(overlay), clock)
    if read:
        kept.renew(failing=True)
    appointments, records, inbox = source(mapping.appointments), source(mapping.records), source(mapping.inbox)
    return Hospital(
        directory=kept,
        patients=ViewPatients(Source(database, mapping.patients)),
        scheduling=ViewAppointments(appointments) if appointments is not None else NoScheduling(),
        records=ViewRecords(
            Finding(records, kept) if records is not None else None,
            Inbox(inbox, database, clock) if inbox is not None else None,
        ),
    )
