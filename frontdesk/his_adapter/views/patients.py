"""Patients of a hospital's view."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import func

from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.nothing import NoReferences
from frontdesk.his_adapter.records import Patient
from frontdesk.his_adapter.views.database import Source
from frontdesk.his_adapter.views.values import Reading

MERGES = 5  # one after the other that are followed


class ViewPatients(NoReferences):
    supports = frozenset({Feature.PATIENTS, Feature.NAMES})

    def __init__(self, source: Source) -> None:
        self._source = source
        self._read = Reading(source.mapped)

    def patient(self, patient_id: str) -> Patient:
        """Raises NotFound, also where two patients have the number: neither can be told from the other."""
        return self._of(self._standing(patient_id))

    def named(self, names: Collection[str]) -> Sequence[Patient]:
        wanted = {name.casefold().strip() for name in names}
        there = func.lower(self._source.column("name"))
        rows = self._source.read(self._source.select().where(there.in_([one.lower() for one in wanted])))
        standing = (one for one in rows if not self._read.text(one, "merged_into"))
        return [one for one in map(self._of, standing) if one.name.casefold() in wanted]

    def _standing(self, patient_id: str) -> Mapping[str, Any]:
        """Of a patient that was merged the one that stands."""
        number = patient_id
        for _ in range(MERGES):
            rows = self._source.read(self._source.select().where(self._source.is_("patient_id", number)))
            if len({tuple(row.values()) for row in rows}) != 1:
                break
            into = self._read.text(rows[0], "merged_into")
            if not into or into == number:
                return rows[0]
            number = into
        raise NotFound(f"patient {patient_id}")

    def _of(self, row: Mapping[str, Any]) -> Patient:
        return Patient(
            patient_id=self._read.text(row, "patient_id"),
            name=self._read.text(row, "name"),
            sex=self._read.sex(row, "sex"),
            birth_date=self._read.day(row, "birth_date"),
            phone=self._read.text(row, "phone"),
        )
