"""Puts records into a table of the hospital's, a row each version; its key makes a row that is sent twice one."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from frontdesk.his_adapter.access import GUEST, Narrowed
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.matching import sex_of
from frontdesk.his_adapter.nothing import NoClinicalHistory, refuse
from frontdesk.his_adapter.operation import COLUMNS
from frontdesk.his_adapter.records import OutpatientRecord, RecordVersion, SummaryState, Visit
from frontdesk.his_adapter.views.database import Database, RefusedByDatabase, Source, bound
from frontdesk.his_adapter.views.records import Finding
from frontdesk.his_adapter.views.values import Reading

WRITES = frozenset({Feature.CREATE, Feature.AMEND, Feature.SIGN, Feature.HISTORY})
ORDER = ("sequence", "at", "version")  # of the rows of a record: the first of these that is mapped


class Inbox:
    def __init__(self, source: Source, database: Database, clock: Callable[[], datetime]) -> None:
        self._source = source
        self._read = Reading(source.mapped)
        self._database = database
        self._now = clock

    def put(self, kind: str, record_id: str, visit: Visit, *, key: str) -> None:
        """A row that is there already is left as it is. Raises RefusedByDatabase."""
        source = self._source
        if self.has("key", key):
            return
        told = {"key": key, "record_id": record_id, "kind": kind, "at": self._now(), **_told(visit)}
        row = {source.mapped.columns[name]: _given(source, name, told.get(name)) for name in _written(source.mapped)}
        try:
            with self._database.writing() as connection:
                connection.execute(insert(source.table), row)
        except RefusedByDatabase as refused:
            if not (isinstance(refused.__cause__, IntegrityError) and self.has("key", key)):
                raise RefusedByDatabase(str(refused)) from None

    def has(self, name: str, value: str) -> bool:
        source = self._source
        return bool(source.read(select(source.column("key")).where(source.is_(name, value)).limit(1)))

    def history(self, record_id: str) -> Sequence[RecordVersion]:
        source, read = self._source, self._read
        order = [source.column(name) for name in ORDER if name in source.mapped.columns]
        rows = source.read(source.select().where(source.is_("record_id", record_id)).order_by(*order[:1]))
        if not rows:
            raise NotFound(f"record {record_id}")
        return [
            RecordVersion(
                version=read.text(row, "key"),
                at=read.moment(row, "at") or datetime.min,  # noqa: DTZ901 the hospital's local time
                signed=read.text(row, "kind") == "sign",
            )
            for row in rows
        ]


class ViewRecords(NoClinicalHistory):
    """Found in a view, put into a table; each where it is mapped."""

    def __init__(self, finding: Finding | None, inbox: Inbox | None) -> None:
        self.supports = (frozenset({Feature.FIND}) if finding else frozenset()) | (WRITES if inbox else frozenset())
        self._finding = finding
        self._inbox = inbox

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        return self._finding.find(narrowed, limit=limit) if self._finding is not None else ()

    def create(self, visit: Visit, *, key: str) -> str:
        if self._inbox is None:
            refuse(Feature.CREATE)
        self._inbox.put("create", key, visit, key=key)
        return key

    def amend(self, record_id: str, visit: Visit) -> None:
        open_again = visit.model_copy(update={"state": SummaryState.OPEN, "signed_by": None})
        self._change(Feature.AMEND, record_id, open_again)

    def sign(self, record_id: str, visit: Visit) -> None:
        self._change(Feature.SIGN, record_id, visit)

    def history(self, record_id: str) -> Sequence[RecordVersion]:
        if self._inbox is None:
            refuse(Feature.HISTORY)
        return self._inbox.history(record_id)

    def _change(self, feature: Feature, record_id: str, visit: Visit) -> None:
        if self._inbox is None:
            refuse(feature)
        if not self._inbox.has("record_id", record_id):
            raise NotFound(f"record {record_id}")
        self._inbox.put(feature.value, record_id, visit, key=f"{record_id}:{visit.version}:{feature}")


def _written(mapped: Any) -> list[str]:
    """The database counts by itself."""
    return [name for name in mapped.columns if name != "sequence"]


def _told(visit: Visit) -> dict[str, Any]:
    record, summary, booked = visit.record, visit.summary, visit.appointment
    fields = {name.value: getattr(record, name) for name in COLUMNS}
    return {
        **fields,
        "patient_id": None if record.patient_id.startswith(GUEST) else record.patient_id,
        "version": visit.version,
        "signed_by": visit.signed_by,
        "appointment_id": booked.appointment_id if booked else None,
        "department_id": visit.department_id,
        "language": summary.language.value if summary else None,
        "level": summary.level.value if summary and summary.level else None,
        "document": json.dumps(visit.model_dump(mode="json"), ensure_ascii=False),
    }


def _given(source: Source, name: str, value: Any) -> Any:
    """As the column has it. Raises RefusedByDatabase for a value that it cannot hold."""
    if value is None:
        return None
    there, mapped = source.column(name), source.mapped
    if isinstance(value, datetime):
        kept = mapped.formats.get(name)
        return value.strftime(kept) if kept else value
    told = sex_of(value) if name == "gender" else str(value)
    codes = _inverted(mapped.codes.get(name))
    if codes is not None:
        if told not in codes:
            return None
        told = codes[told]
    given = bound(there, told)
    if given is None and told:
        raise RefusedByDatabase(f"{name} does not fit its column")
    return given


def _inverted(codes: Mapping[str, str] | None) -> dict[str, str] | None:
    return {ours: theirs for theirs, ours in codes.items() if ours} if codes is not None else None
