"""What a patient has booked, from a hospital's view. Free times that cannot be held are not offered: the desk books."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.nothing import NoScheduling
from frontdesk.his_adapter.records import Appointment, AppointmentState, Slot
from frontdesk.his_adapter.views.database import Source
from frontdesk.his_adapter.views.values import Reading

STANDING = frozenset({AppointmentState.HELD, AppointmentState.CONFIRMED})


class ViewAppointments(NoScheduling):
    supports = frozenset({Feature.APPOINTMENTS})

    def __init__(self, source: Source) -> None:
        self._source = source
        self._read = Reading(source.mapped)

    def appointments(self, patient_id: str, after: datetime) -> Sequence[Appointment]:
        rows = self._source.read(self._source.select().where(self._source.is_("patient_id", patient_id)))
        booked = (one for row in rows if (one := self._of(row)) is not None)
        standing = (one for one in booked if one.state in STANDING and one.slot.starts >= after)
        return sorted(standing, key=lambda one: one.slot.starts)

    def _of(self, row: Mapping[str, Any]) -> Appointment | None:
        """None where it does not say when it is, or its state is none that is mapped."""
        read, starts = self._read, self._read.moment(row, "starts")
        state = read.text(row, "state") if "state" in self._source.mapped.columns else AppointmentState.CONFIRMED
        if starts is None or state not in set(AppointmentState):
            return None
        number = read.text(row, "appointment_id")
        slot = Slot(
            slot_id=read.text(row, "slot_id") or number,
            department_id=read.text(row, "department_id"),
            physician_id=read.text(row, "physician_id"),
            starts=starts,
            minutes=read.whole(row, "minutes") or Slot.model_fields["minutes"].default,
        )
        return Appointment(
            appointment_id=number,
            slot=slot,
            patient_id=read.text(row, "patient_id"),
            state=AppointmentState(state),
            queue_number=read.text(row, "queue_number"),
        )
