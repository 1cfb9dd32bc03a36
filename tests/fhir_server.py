"""The small hospital loaded into a FHIR server that nobody here wrote.

Each test has identifier systems of its own, so that one server serves all of them.
"""

import os
import sys
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from itertools import count
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from frontdesk.evaluation.fhir_serving import SYSTEMS
from frontdesk.his_adapter.fhir.address import Address
from frontdesk.his_adapter.fhir.client import Client
from frontdesk.his_adapter.fhir.reading import instant
from frontdesk.his_adapter.overlay import Overlay

DAYS = 14
MINUTES = 10
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
PATIENTS = (
    {"value": "P1", "family": "白", "given": ["样本"], "gender": "male", "birthDate": "1950-02-28"},
    {"value": "P2", "family": "Field", "given": ["Ann"], "gender": "female"},
)
_numbers = count(1)


def beside() -> None:
    """What scripts/systems installs can be imported, behind all that is ours."""
    if str(SYSTEMS) not in sys.path:
        sys.path.append(str(SYSTEMS))


def address_of_its_own(base: str) -> Address:
    mine = f"urn:test:{os.getpid()}:{next(_numbers)}"
    return Address(
        base=base,
        patients=f"{mine}:patient",
        departments=f"{mine}:department",
        physicians=f"{mine}:physician",
        ours=mine,
        timeout=30,
    )


def load(
    address: Address,
    overlay: Overlay,
    first: date,
    *,
    days: int = DAYS,
    hours: tuple[time, time] = (time(0), time(23, 59)),
    patients: Sequence[str] = (),
) -> None:
    """What the folder says, as a hospital would have it in its own system; slots of so many days, at those hours.

    `patients`: numbers of more of them.
    """
    client = Client(address)
    known = {one["value"] for one in PATIENTS}
    more = [{"value": one, "family": "白", "given": ["样本"]} for one in patients if one not in known]
    entries = [_new(_patient(address, one), f"P-{one['value']}") for one in (*PATIENTS, *more)]
    entries += [_new(_service(address, one.department_id, one.name), one.department_id) for one in overlay.departments]
    for physician in overlay.physicians:
        number, there = physician.physician_id, physician.department_id
        times = overlay.duty[number]
        entries += [
            _new(_practitioner(address, number, physician.name), number),
            _new(_role(number, there, times), f"role-{number}"),
            _new(_schedule(number, there), f"schedule-{number}"),
        ]
        for day in (first + timedelta(days=n) for n in range(days)):
            for opening in (one for one in times if one.weekday == day.isoweekday()):
                starts = datetime.combine(day, max(opening.opens, hours[0]))
                ends = datetime.combine(day, min(opening.closes, hours[1]))
                while starts + timedelta(minutes=MINUTES) <= ends:
                    entries.append(_new(_slot(number, starts), f"slot-{number}-{starts:%d%H%M}"))
                    starts += timedelta(minutes=MINUTES)
    client.transaction(entries)
    client.close()


def _new(resource: dict[str, Any], name: str) -> dict[str, Any]:
    return {
        "fullUrl": _place(name),
        "resource": resource,
        "request": {"method": "POST", "url": resource["resourceType"]},
    }


def _place(name: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, name)}"


def _to(name: str) -> dict[str, str]:
    return {"reference": _place(name)}


def _patient(address: Address, told: dict[str, Any]) -> dict[str, Any]:
    name = {"family": told["family"], "given": told["given"]}
    rest = {field: told[field] for field in ("gender", "birthDate") if field in told}
    numbers = [{"system": address.patients, "value": told["value"]}]
    return {"resourceType": "Patient", "identifier": numbers, "name": [name], **rest}


def _service(address: Address, department_id: str, name: dict[Any, str]) -> dict[str, Any]:
    numbers = [{"system": address.departments, "value": department_id}]
    return {
        "resourceType": "HealthcareService",
        "identifier": numbers,
        "active": True,
        "name": next(iter(name.values())),
    }


def _practitioner(address: Address, number: str, name: dict[Any, str]) -> dict[str, Any]:
    numbers = [{"system": address.physicians, "value": number}]
    return {"resourceType": "Practitioner", "identifier": numbers, "name": [{"text": next(iter(name.values()))}]}


def _role(number: str, department_id: str, times: Any) -> dict[str, Any]:
    told = [
        {
            "daysOfWeek": [WEEK[one.weekday - 1]],
            "availableStartTime": f"{one.opens:%H:%M:%S}",
            "availableEndTime": f"{one.closes:%H:%M:%S}",
        }
        for one in times
    ]
    return {
        "resourceType": "PractitionerRole",
        "practitioner": _to(number),
        "healthcareService": [_to(department_id)],
        "availableTime": told,
    }


def _schedule(number: str, department_id: str) -> dict[str, Any]:
    return {"resourceType": "Schedule", "active": True, "actor": [_to(number), _to(department_id)]}


def _slot(number: str, starts: datetime) -> dict[str, Any]:
    ends = starts + timedelta(minutes=MINUTES)
    return {
        "resourceType": "Slot",
        "schedule": _to(f"schedule-{number}"),
        "status": "free",
        "start": instant(starts),
        "end": instant(ends),
    }
