"""Specialties, health professionals and their duty in GNU Health, with what it lacks from the hospital's folder."""

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, time, timedelta

from frontdesk.his_adapter.gnuhealth.client import Client
from frontdesk.his_adapter.gnuhealth.patients import SEXES, names_in, naming
from frontdesk.his_adapter.gnuhealth.values import Row, local, text_in, told_in, utc
from frontdesk.his_adapter.overlay import Overlay
from frontdesk.his_adapter.read_directory import Day, ReadDirectory
from frontdesk.his_adapter.records import Department, Physician

DUTY = timedelta(days=7)  # for which appointments tell who is there
WORKING = ["free", "confirmed", "checked_in", "done"]
MOST = 20_000  # rows of one kind
PRACTICES = (
    "specialty.code",
    "specialty.name",
    "healthprof.code",
    *naming("healthprof."),
    "healthprof.party.gender",
)


class GnuHealthDirectory:
    """Reads the whole of it at once; how long that is kept is not decided here.

    A specialty in which somebody practises is a department.
    """

    def __init__(self, client: Client, overlay: Overlay, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._overlay = overlay
        self._now = clock

    def read(self) -> ReadDirectory:
        departments: dict[str, Department] = {}
        physicians: dict[str, list[Physician]] = defaultdict(list)
        active = [("healthprof.active", "=", True)]
        for row in self._client.pages("gnuhealth.hp_specialty", active, PRACTICES, most=MOST):
            department_id = text_in(row, "specialty.code")
            departments[department_id] = self._overlay.department_told(department_id, text_in(row, "specialty.name"))
            physicians[department_id].append(self._physician(row, department_id))
        return ReadDirectory(
            self._overlay,
            departments=tuple(departments.values()),
            physicians=physicians,
            duty=self._duty(),
        )

    def _physician(self, row: Row, department_id: str) -> Physician:
        name = next(iter(names_in(row, "healthprof.")), "")
        sex = SEXES.get(text_in(row, "healthprof.party.gender"))
        return self._overlay.physician_told(physician_id(row), department_id, name, sex=sex)

    def _duty(self) -> dict[tuple[str, str], frozenset[Day]]:
        """GNU Health keeps no roster: who has times that day is there."""
        today = datetime.combine(self._now().date(), time())
        domain = [
            ("appointment_date", ">=", utc(today)),
            ("appointment_date", "<", utc(today + DUTY)),
            ("state", "in", WORKING),
        ]
        fields = ("appointment_date", "speciality.code", "healthprof.code")
        days: dict[tuple[str, str], set[Day]] = defaultdict(set)
        for row in self._client.pages("gnuhealth.appointment", domain, fields, most=MOST):
            who = text_in(row, "speciality.code"), physician_id(row)
            days[who].add(local(row["appointment_date"]).date())
        return {who: frozenset(those) for who, those in days.items()}


def physician_id(row: Row) -> str:
    """The license; where none is kept, the number of the row; empty where a row names nobody."""
    number = told_in(row, "healthprof.id")
    return text_in(row, "healthprof.code") or (f"hp-{number}" if number else "")
