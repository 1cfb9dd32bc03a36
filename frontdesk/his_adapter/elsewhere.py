"""Records that are written to one system and read from another."""

from collections.abc import Sequence

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.history import ClinicalHistory
from frontdesk.his_adapter.hospital import Feature, Records
from frontdesk.his_adapter.records import OutpatientRecord, RecordVersion, Visit

READING = frozenset({Feature.FIND, Feature.CLINICAL_HISTORY})  # of what stands in the hospital's system


class WrittenElsewhere:
    def __init__(self, reads: Records, writes: Records) -> None:
        self.supports = (reads.supports & READING) | (writes.supports - READING)
        self._reads = reads
        self._writes = writes

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        return self._reads.find(narrowed, limit=limit)

    def create(self, visit: Visit, *, key: str) -> str:
        return self._writes.create(visit, key=key)

    def amend(self, record_id: str, visit: Visit) -> None:
        self._writes.amend(record_id, visit)

    def sign(self, record_id: str, visit: Visit) -> None:
        self._writes.sign(record_id, visit)

    def history(self, record_id: str) -> Sequence[RecordVersion]:
        return self._writes.history(record_id)

    def clinical_history(self, narrowed: Narrowed) -> ClinicalHistory:
        return self._reads.clinical_history(narrowed)
