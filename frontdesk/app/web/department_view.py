"""A department as the kiosk and the board show it: the way, today's doctors, the next free times."""

from collections.abc import Callable
from datetime import datetime
from time import monotonic

from frontdesk.app.web.schemas import DepartmentView, PhysicianView, SlotView
from frontdesk.his_adapter import opening
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.records import Department, Physician, Slot
from frontdesk.models.facts import Language, Sex

TIMES = 3  # free times offered
LOOKED_AT = 200  # of which those of the doctors that the patient would like come first
MOMENT = 1.0  # seconds


class Departments:
    """Departments as shown; for a moment the same for everybody, since every answer to a kiosk shows one."""

    def __init__(self, hospital: Hospital, clock: Callable[[], datetime]) -> None:
        self._hospital = hospital
        self._clock = clock
        self._shown: dict[tuple[str, Language, Sex | None], tuple[float, DepartmentView]] = {}

    def view(self, department_id: str, language: Language, doctor: Sex | None = None) -> DepartmentView:
        """`doctor`: the patient would like one of this sex, whose times are shown where there are any."""
        key = department_id, language, doctor
        shown = self._shown.get(key)
        if shown is not None and monotonic() < shown[0] + MOMENT:
            return shown[1]
        made = _made(self._hospital, department_id, language, doctor, now=self._clock())
        self._shown[key] = monotonic(), made
        return made

    def changed(self) -> None:
        """A time was booked: whoever looks next sees what is left."""
        self._shown.clear()


def _made(
    hospital: Hospital, department_id: str, language: Language, doctor: Sex | None, *, now: datetime
) -> DepartmentView:
    directory = hospital.directory
    department = next(d for d in directory.departments() if d.department_id == department_id)
    physicians = {p.physician_id: p for p in directory.physicians(department_id)}
    wanted = {one.physician_id for one in physicians.values() if one.sex is doctor}
    slots = hospital.scheduling.free_slots(
        department_id, opening.arrives(department, now), limit=LOOKED_AT if wanted else TIMES
    )
    slots = [slot for slot in slots if slot.physician_id in wanted][:TIMES] or slots[:TIMES]
    on_duty = sorted(
        hospital.directory.on_duty(department_id, now.date()), key=lambda one: one.physician_id not in wanted
    )
    return _view(
        department,
        [_physician(p, language) for p in on_duty],
        [_slot(slot, physicians[slot.physician_id], language) for slot in slots],
        language,
        now,
    )


def _view(
    department: Department,
    physicians: list[PhysicianView],
    slots: list[SlotView],
    language: Language,
    now: datetime,
) -> DepartmentView:
    stands = opening.standing(department, now)
    return DepartmentView(
        department_id=department.department_id,
        name=department.name[language],
        building=department.building[language],
        floor=department.floor,
        room=department.room,
        directions=department.directions[language],
        open_now=stands.reached,
        hours_today=opening.hours_on(department, now),
        notice=opening.told(department, now, language, first=slots[0].starts if slots else None) or None,
        opens=stands.opens if stands.closes_in is None else None,
        physicians=physicians,
        slots=slots,
    )


def _physician(physician: Physician, language: Language) -> PhysicianView:
    return PhysicianView(
        name=physician.name[language], title=physician.title[language], expertise=physician.expertise[language]
    )


def _slot(slot: Slot, physician: Physician, language: Language) -> SlotView:
    return SlotView(
        slot_id=slot.slot_id,
        starts=slot.starts,
        physician=physician.name[language],
        title=physician.title[language],
    )
