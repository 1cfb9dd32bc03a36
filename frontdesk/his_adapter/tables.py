"""Tables that back ends keep beside the application's own; the audit trail covers rows of three of them."""

from sqlmodel import SQLModel

from frontdesk.his_adapter.hl7.received import tables as received
from frontdesk.his_adapter.sql import tables as built_in

__all__ = ["COVERED", "built_in", "received"]

COVERED: dict[str, type[SQLModel]] = {
    "patient": built_in.PatientRow,
    "merged": built_in.MergedPatientRow,
    "appointment": built_in.AppointmentRow,
}
