"""A directory as it was read from a hospital's system, whole; what the system lacks is the folder's."""

from collections.abc import Mapping, Sequence
from datetime import date

from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.overlay import PROVIDES, Overlay
from frontdesk.his_adapter.records import Department, HospitalInfo, Physician, Policy

Day = int | date  # of duty: every week on an ISO weekday, or that one day


class ReadDirectory:
    """Made anew whenever it is read again."""

    supports = PROVIDES | {Feature.PHYSICIANS, Feature.DUTY}

    def __init__(
        self,
        overlay: Overlay,
        *,
        departments: Sequence[Department],
        physicians: Mapping[str, Sequence[Physician]],
        duty: Mapping[tuple[str, str], frozenset[Day]],
    ) -> None:
        """`physicians` by department; `duty` by department and physician."""
        places = {one.department_id: place for place, one in enumerate(overlay.departments)}
        self._overlay = overlay
        self._departments = tuple(
            sorted(departments, key=lambda one: (places.get(one.department_id, len(places)), one.department_id))
        )
        self._physicians = {one.department_id: tuple(physicians.get(one.department_id, ())) for one in departments}
        self._duty = duty

    def info(self) -> HospitalInfo:
        return self._overlay.info

    def departments(self) -> Sequence[Department]:
        return self._departments

    def physicians(self, department_id: str) -> Sequence[Physician]:
        try:
            return self._physicians[department_id]
        except KeyError:
            raise NotFound(f"department {department_id}") from None

    def on_duty(self, department_id: str, day: date) -> Sequence[Physician]:
        days: frozenset[Day] = frozenset({day, day.isoweekday()})
        there = self.physicians(department_id)
        return [one for one in there if days & self._duty.get((department_id, one.physician_id), frozenset())]

    def policies(self) -> Sequence[Policy]:
        return self._overlay.policies
