"""The hospital's departments: names, rooms, hours, and whether one is closed today."""

from frontdesk.app.web.admin.blueprint import admin, editable, own_hospital
from frontdesk.app.web.admin.schemas import DepartmentList, DepartmentRequest, DepartmentSetup
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.his_adapter import opening
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.folder.cells import hours, phone, written_hours
from frontdesk.his_adapter.records import Department, Opening

TOLD = {"department_id", "name", "building", "floor", "room", "directions", "phone", "minutes_to_walk"}


def _view(one: Department) -> DepartmentSetup:
    now = parts().clock()
    return DepartmentSetup(
        **one.model_dump(include=TOLD),
        hours=written_hours(one.openings),
        hours_today=opening.hours_on(one, now),
        open_now=one.is_open(now),
        closed_today=now.date() in one.closed_on,
    )


def _list() -> DepartmentList:
    departments = parts().hospital.directory.departments()
    return DepartmentList(editable=own_hospital(), departments=[_view(one) for one in departments])


@admin.get("/departments")
@admin.output(DepartmentList)
def departments() -> DepartmentList:
    """Every department; to be changed here only where the hospital has no system of its own for them."""
    return _list()


@admin.post("/departments/<department_id>")
@admin.input(DepartmentRequest)
@admin.output(DepartmentList)
def change_department(department_id: str, json_data: DepartmentRequest) -> DepartmentList:
    """Change a department; the kiosks know within a second."""
    editable()
    there = parts().hospital.directory.departments()
    before = next((one for one in there if one.department_id == department_id), None)
    if before is None:
        raise NotFound(f"department {department_id}")
    now = parts().clock()
    today, others = now.date(), tuple(day for day in before.closed_on if day != now.date())
    changes = json_data.model_dump(exclude={"hours", "closed_today"}) | {
        "openings": _openings(json_data.hours),
        "phone": _phone(json_data.phone.strip()),
        "closed_on": tuple(sorted((*others, today))) if json_data.closed_today else others,
    }
    parts().house.change_department(before.model_copy(update=changes), now=now)
    return _list()


def _openings(told: str) -> tuple[Opening, ...]:
    try:
        return hours(told)
    except ValueError:
        raise Refused(422, "bad_hours", "Hours look like 1-5 08:00-12:00; 6 08:00-12:00") from None


def _phone(told: str) -> str:
    try:
        return phone(told)
    except ValueError:
        raise Refused(422, "bad_phone", "Not a telephone number") from None
