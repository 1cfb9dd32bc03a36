"""Records of a hospital's view, found; what is not asked of the database is looked at here."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.hospital import Directory
from frontdesk.his_adapter.matching import earliest, matches, one_term
from frontdesk.his_adapter.operation import COLUMNS, Column
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.his_adapter.views.database import Source
from frontdesk.his_adapter.views.values import Reading

LOOKED_THROUGH = 500  # rows of one search, newest first
TEXTS = frozenset(COLUMNS) - {Column.OUTPATIENT_NUMBER, Column.VISIT_DATE}


class Finding:
    def __init__(self, source: Source, directory: Directory) -> None:
        self._source = source
        self._read = Reading(source.mapped)
        self._directory = directory

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        departments = self._directory.departments()
        records = (self._record(row) for row in self._source.read(self._asked(narrowed)))
        found = [one for one in records if one is not None and matches(one, narrowed, departments)]
        return sorted(found, key=lambda one: one.visit_date, reverse=True)[:limit]

    def _asked(self, narrowed: Narrowed) -> Any:
        source, condition = self._source, narrowed.operation.condition
        chosen = source.select().order_by(source.column("visit_date").desc()).limit(LOOKED_THROUGH)
        number = narrowed.rows.patient_id or one_term(condition, Column.PATIENT_ID)
        if number is not None:
            chosen = chosen.where(source.is_("patient_id", number))
        since = earliest(condition)
        given = _as_kept(source.column("visit_date"), source.mapped.formats.get("visit_date"), since)
        return chosen if given is None else chosen.where(source.column("visit_date") >= given)

    def _record(self, row: Mapping[str, Any]) -> OutpatientRecord | None:
        visited = self._read.moment(row, "visit_date")
        if visited is None:
            return None
        told = {name: self._read.text(row, name) for name in TEXTS}
        return OutpatientRecord.model_validate(
            {**told, "visit_date": visited, "outpatient_number": self._read.whole(row, "outpatient_number")}
        )


def _as_kept(there: ColumnElement[Any], kept: str | None, since: datetime | None) -> object:
    """A moment as the column keeps it; None where its values do not sort as moments do."""
    if since is None:
        return None
    if kept is not None:
        return since.strftime(kept) if kept.startswith("%Y") else None
    try:
        kind = there.type.python_type
    except NotImplementedError:
        return None
    return {datetime: since, date: since.date()}.get(kind)
