"""Tables that the built-in hospital keeps beside the application's own; the audit trail covers rows of two of them."""

from sqlmodel import SQLModel

from his_adapter.sql import tables as built_in

__all__ = ["COVERED", "built_in"]

COVERED: dict[str, type[SQLModel]] = {"patient": built_in.PatientRow, "appointment": built_in.AppointmentRow}
