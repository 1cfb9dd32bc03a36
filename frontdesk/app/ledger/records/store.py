"""The records that the application keeps: what was handed over or loaded, for worklist, desk and kiosk."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

from sqlalchemy import Engine

from frontdesk.app.ledger.records import browsing, convert, queue, search, visits
from frontdesk.app.ledger.records.queue import Place
from frontdesk.database.engine import reading
from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.changes import Found
from frontdesk.his_adapter.connecting import BUILT_IN, connect, connect_writing
from frontdesk.his_adapter.elsewhere import WrittenElsewhere
from frontdesk.his_adapter.errors import HospitalAway
from frontdesk.his_adapter.history import ClinicalHistory
from frontdesk.his_adapter.hospital import Directory, Feature, Hospital, Records
from frontdesk.his_adapter.ordering import Ordering, ordered
from frontdesk.his_adapter.records import OutpatientRecord, RecordVersion, SummaryState, Visit
from frontdesk.models.facts import Value

SORTED_HERE = 1000  # records of one search, where the hospital's system cannot sort


class Paged(Value):
    """A page of records. `total`: of all that fit; `among`: so many that the hospital's system answered were sorted
    here, because it cannot: it looks through its newest only; `away`: it did not answer, these are ours alone.
    """

    rows: tuple[Found, ...]
    total: int
    among: int | None = None
    away: bool = False


class RecordStore:
    """Reads; what changes a record writes an entry of the trail with it: see `event_log` and `desk`."""

    def __init__(self, engine: Engine, directory: Directory) -> None:
        self.engine = engine
        self._directory = directory

    def visit(self, outpatient_number: int) -> Visit:
        with reading(self.engine) as session:
            return visits.one(session, outpatient_number)

    def visits(self, department_id: str, day: date) -> Sequence[Visit]:
        """The visits of one day at one department, earliest appointment first."""
        with reading(self.engine) as session:
            return visits.of_day(session, department_id, day)

    def places(self, those: Collection[Visit]) -> dict[int, Place]:
        """Where each patient is in the queue, by the number of the visit."""
        with reading(self.engine) as session:
            return queue.places(session, those)

    def of_day(self, patient_ids: Collection[str], day: date) -> Sequence[Visit]:
        """The visits of one patient that day, by whichever number, the earliest first."""
        with reading(self.engine) as session:
            return visits.of_patient(session, patient_ids, day)

    def waiting(self, patient_ids: Collection[str], day: date) -> Sequence[Visit]:
        """Those of them that no doctor has signed."""
        return [one for one in self.of_day(patient_ids, day) if one.state is SummaryState.OPEN]

    def of_patient(self, patient_id: str) -> Sequence[OutpatientRecord]:
        """The patient's outpatient records, newest first."""
        with reading(self.engine) as session:
            return visits.records(session, patient_id)

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        departments = self._directory.departments()
        with reading(self.engine) as session:
            return [convert.record(row) for row in search.find(session, narrowed, departments, limit=limit)]

    def page(self, narrowed: Narrowed, order: Ordering, *, start: int, limit: int) -> Paged:
        """At most `limit` records from the place `start` on, in this order."""
        departments = self._directory.departments()
        with reading(self.engine) as session:
            rows, total = browsing.page(session, narrowed, departments, order, start=start, limit=limit)
            found = tuple(Found(record=convert.record(row), version=row.version) for row in rows)
        return Paged(rows=found, total=total)


class OursFirst:
    """Records are read from the ledger and the hospital's system; what was handed over, from the ledger alone."""

    def __init__(self, store: RecordStore, theirs: Records) -> None:
        self.store = store
        self._theirs = theirs
        self.supports = theirs.supports | {Feature.FIND}

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        ours = self.store.find(narrowed, limit=limit)
        theirs = self._theirs.find(narrowed, limit=limit) if Feature.FIND in self._theirs.supports else ()
        known = set(map(_visit, ours))
        others = (one for one in theirs if _visit(one) not in known)
        return sorted((*ours, *others), key=lambda one: one.visit_date, reverse=True)[:limit]

    def page(self, narrowed: Narrowed, order: Ordering, *, start: int, limit: int) -> Paged:
        """At most `limit` records from the place `start` on, in this order."""
        if Feature.FIND not in self._theirs.supports:
            return self.store.page(narrowed, order, start=start, limit=limit)
        try:
            theirs = self._theirs.find(narrowed, limit=SORTED_HERE)
        except HospitalAway:
            return self.store.page(narrowed, order, start=start, limit=limit).model_copy(update={"away": True})
        ours = self.store.page(narrowed, Ordering(), start=0, limit=SORTED_HERE).rows
        known = {_visit(one.record) for one in ours}
        others = (Found(record=one, version=None) for one in theirs if _visit(one) not in known)
        whole = sorted((*ours, *others), key=lambda one: one.record.visit_date, reverse=True)
        shown = tuple(ordered(whole, order)[start : start + limit])
        return Paged(rows=shown, total=len(whole), among=len(whole))

    def create(self, visit: Visit, *, key: str) -> str:
        return self._theirs.create(visit, key=key)

    def amend(self, record_id: str, visit: Visit) -> None:
        self._theirs.amend(record_id, visit)

    def sign(self, record_id: str, visit: Visit) -> None:
        self._theirs.sign(record_id, visit)

    def history(self, record_id: str) -> Sequence[RecordVersion]:
        return self._theirs.history(record_id)

    def clinical_history(self, narrowed: Narrowed) -> ClinicalHistory:
        return self._theirs.clinical_history(narrowed)


def _visit(record: OutpatientRecord) -> tuple[str, datetime]:
    """Whose visit and when: another system may keep the minute alone."""
    return record.patient_id, record.visit_date.replace(second=0, microsecond=0)


def hospital_behind(
    engine: Engine,
    clock: Callable[[], datetime] = datetime.now,
    *,
    url: str = BUILT_IN,
    folder: Path | None = None,
    write: str = "",
) -> Hospital:
    """The hospital's system as the application uses it: with the records of the ledger before its own.

    `write`: the address that records go to instead; they are read where they were.
    """
    system = connect(url, engine, clock, folder)
    if write:
        system = replace(system, records=WrittenElsewhere(system.records, connect_writing(write, clock)))
    return replace(system, records=OursFirst(RecordStore(engine, system.directory), system.records))
