"""Single departments and policies of the built-in hospital, changed while it runs."""

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.records import Department, FloorPlan, Policy
from frontdesk.his_adapter.sql import convert
from frontdesk.his_adapter.sql.tables import DepartmentRow, HospitalRow, PolicyRow
from frontdesk.his_adapter.wayfinding.saying import directions_to, target_of


def change_department_within(session: Session, department: Department) -> tuple[str, ...]:
    """Writes it within the caller's transaction; the names of the fields that changed. Raises NotFound.

    The way there is worked out anew where the floor plans have its room.
    """
    row = session.get(DepartmentRow, department.department_id)
    if row is None or row.retired:
        raise NotFound(f"department {department.department_id}")
    floors = session.scalars(select(col(HospitalRow.floors))).one()
    drawn = [FloorPlan.model_validate(floor) for floor in floors]
    directions = directions_to(target_of(department), drawn) or department.directions
    new = department.model_copy(update={"directions": directions}).model_dump(mode="json")
    before = convert.department(row).model_dump(mode="json")
    changed = tuple(name for name, value in new.items() if value != before[name])
    for name in changed:
        setattr(row, name, new[name])
    if changed:
        _is_new(session)
    return changed


def change_policy_within(session: Session, policy_id: str, policy: Policy | None) -> None:
    """Puts it in the place it has, or behind the others; None takes it away. Within the caller's transaction."""
    row = session.get(PolicyRow, policy_id)
    if policy is None:
        if row is not None:
            session.delete(row)
    else:
        fields = policy.model_dump(mode="json")
        last = session.scalar(select(func.max(col(PolicyRow.place))))
        place = row.place if row else (last or 0) + 1
        session.merge(PolicyRow(**{**fields, "body": fields.pop("text")}, place=place))
    _is_new(session)


def _is_new(session: Session) -> None:
    """Whoever holds the directory in memory reads it anew."""
    session.flush()
    session.execute(update(HospitalRow).values(version=col(HospitalRow.version) + 1))
