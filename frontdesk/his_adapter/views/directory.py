"""Departments, physicians and duty of a hospital's views; what is not mapped is the folder's."""

from collections import defaultdict

from frontdesk.his_adapter.overlay import Overlay
from frontdesk.his_adapter.read_directory import Day, ReadDirectory
from frontdesk.his_adapter.records import Department, Physician
from frontdesk.his_adapter.views.database import Source
from frontdesk.his_adapter.views.values import Reading


class ViewDirectory:
    """Reads the whole of it at once; how long that is kept is not decided here."""

    def __init__(
        self, departments: Source | None, physicians: Source | None, duty: Source | None, overlay: Overlay
    ) -> None:
        self._sources = departments, physicians, duty
        self._overlay = overlay

    def read(self) -> ReadDirectory:
        departments, physicians, duty = self._sources
        there: dict[str, dict[str, Physician]] = defaultdict(dict)
        for one in self._overlay.physicians if physicians is None else _physicians(physicians, self._overlay):
            there[one.department_id][one.physician_id] = one
        return ReadDirectory(
            self._overlay,
            departments=self._overlay.departments if departments is None else _departments(departments, self._overlay),
            physicians={department_id: tuple(those.values()) for department_id, those in there.items()},
            duty=_of_folder(self._overlay, there) if duty is None else _duty(duty),
        )


def _departments(source: Source, overlay: Overlay) -> list[Department]:
    read = Reading(source.mapped)
    told = {read.text(row, "department_id"): row for row in source.read(source.select())}
    return [
        overlay.department_told(
            department_id,
            read.text(row, "name"),
            english=read.text(row, "name_en"),
            directions=read.text(row, "directions"),
            phone=read.text(row, "phone"),
        )
        for department_id, row in told.items()
        if department_id
    ]


def _physicians(source: Source, overlay: Overlay) -> list[Physician]:
    read = Reading(source.mapped)
    return [
        overlay.physician_told(
            read.text(row, "physician_id"),
            read.text(row, "department_id"),
            read.text(row, "name"),
            english=read.text(row, "name_en"),
            title=read.text(row, "title"),
            sex=read.sex(row, "sex"),
        )
        for row in source.read(source.select())
    ]


def _duty(source: Source) -> dict[tuple[str, str], frozenset[Day]]:
    read, weekly = Reading(source.mapped), "weekday" in source.mapped.columns
    days: dict[tuple[str, str], set[Day]] = defaultdict(set)
    for row in source.read(source.select()):
        day: Day | None = read.whole(row, "weekday") if weekly else read.day(row, "date")
        if day is not None:
            days[read.text(row, "department_id"), read.text(row, "physician_id")].add(day)
    return {who: frozenset(those) for who, those in days.items()}


def _of_folder(overlay: Overlay, there: dict[str, dict[str, Physician]]) -> dict[tuple[str, str], frozenset[Day]]:
    return {
        (department_id, physician_id): frozenset(one.weekday for one in overlay.duty.get(physician_id, ()))
        for department_id, those in there.items()
        for physician_id in those
    }
