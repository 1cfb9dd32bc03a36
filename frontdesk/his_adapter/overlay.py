"""What a hospital's own system lacks, from the hospital's folder: places, ways, openings, rules, specialties, policies.

A department of the system is the folder's where their ids are the same. With the system away the folder is the
directory.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.folder.reading import Seed, read_folder
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.records import Department, HospitalInfo, Opening, Physician, Policy, Text
from frontdesk.models.facts import Language, Sex

PROVIDES = frozenset({Feature.OPENINGS, Feature.PLACES, Feature.SPECIALTIES, Feature.POLICIES, Feature.DEPARTMENTS})


@dataclass(frozen=True)
class Overlay:
    """A hospital's folder, read once."""

    info: HospitalInfo
    departments: tuple[Department, ...]
    physicians: tuple[Physician, ...]
    duty: dict[str, tuple[Opening, ...]]  # by physician
    policies: tuple[Policy, ...]

    def department(self, department_id: str) -> Department | None:
        return next((one for one in self.departments if one.department_id == department_id), None)

    def department_told(
        self,
        department_id: str,
        name: str,
        *,
        english: str = "",
        directions: str = "",
        openings: Sequence[Opening] = (),
        phone: str = "",
    ) -> Department:
        """The folder's, where it has this one; otherwise what the system tells of it."""
        known = self.department(department_id)
        if known is not None:
            return known
        return Department(
            department_id=department_id,
            name=_text(name or department_id, english),
            specialties=(),
            building=_text(""),
            floor=0,
            room="",
            directions=_text(directions),
            openings=tuple(openings),
            phone=phone,
        )

    def physician_told(
        self,
        physician_id: str,
        department_id: str,
        name: str,
        *,
        english: str = "",
        title: str = "",
        sex: Sex | None = None,
    ) -> Physician:
        """As `department_told`; where they work the system says."""
        known = next((one for one in self.physicians if one.physician_id == physician_id), None)
        if known is not None:
            return known.model_copy(update={"department_id": department_id})
        return Physician(
            physician_id=physician_id,
            department_id=department_id,
            name=_text(name, english),
            title=_text(title),
            sex=sex,
            expertise=_text(""),
        )


def _text(told: str, english: str = "") -> Text:
    return {language: english if english and language is Language.EN else told for language in Language}


def overlay_of(folder: Path, today: date) -> Overlay:
    """Raises SeedError, as loading the folder would."""
    return _of(read_folder(folder, today))


def _of(seed: Seed) -> Overlay:
    fields = set(HospitalInfo.model_fields)
    return Overlay(
        info=HospitalInfo.model_validate(seed.hospital.model_dump(include=fields)),
        departments=seed.departments,
        physicians=tuple(duty.physician for duty in seed.physicians),
        duty={duty.physician.physician_id: tuple(duty.schedule) for duty in seed.physicians},
        policies=seed.policies,
    )


class FolderDirectory:
    """The folder alone as a directory."""

    supports = PROVIDES | {Feature.PHYSICIANS, Feature.DUTY}

    def __init__(self, overlay: Overlay) -> None:
        self._overlay = overlay

    def info(self) -> HospitalInfo:
        return self._overlay.info

    def departments(self) -> Sequence[Department]:
        return self._overlay.departments

    def physicians(self, department_id: str) -> Sequence[Physician]:
        if self._overlay.department(department_id) is None:
            raise NotFound(f"department {department_id}")
        return [one for one in self._overlay.physicians if one.department_id == department_id]

    def on_duty(self, department_id: str, day: date) -> Sequence[Physician]:
        duty = self._overlay.duty
        there = self.physicians(department_id)
        return [p for p in there if any(o.weekday == day.isoweekday() for o in duty[p.physician_id])]

    def policies(self) -> Sequence[Policy]:
        return self._overlay.policies
