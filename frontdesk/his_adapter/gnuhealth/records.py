"""Writes and finds records as evaluations of GNU Health, each made once under a code made of our key."""

from collections.abc import Callable, Sequence
from datetime import datetime

from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.errors import HospitalAway, NotFound, VersionConflict
from frontdesk.his_adapter.gnuhealth.address import Address
from frontdesk.his_adapter.gnuhealth.booking import Booking
from frontdesk.his_adapter.gnuhealth.client import Client, RefusedByServer
from frontdesk.his_adapter.gnuhealth.evaluations import EVALUATION, FIELDS, code_of, record_of, told
from frontdesk.his_adapter.gnuhealth.history import GnuHealthHistory
from frontdesk.his_adapter.gnuhealth.patients import GnuHealthPatients, names_in, naming
from frontdesk.his_adapter.gnuhealth.scheduling import APPOINTMENT
from frontdesk.his_adapter.gnuhealth.values import Row, utc
from frontdesk.his_adapter.history import ClinicalHistory
from frontdesk.his_adapter.hospital import Directory, Feature
from frontdesk.his_adapter.matching import earliest, matches, one_term
from frontdesk.his_adapter.nothing import refuse
from frontdesk.his_adapter.operation import Column
from frontdesk.his_adapter.records import OutpatientRecord, RecordVersion, Visit

LOOKED_THROUGH = 500  # evaluations of one search, newest first; what the server does not filter is filtered here
READS = frozenset({Feature.FIND, Feature.CLINICAL_HISTORY})
WRITES = frozenset({Feature.CREATE, Feature.AMEND, Feature.SIGN})
PROFESSIONAL = "gnuhealth.healthprofessional"


class GnuHealthRecords:
    def __init__(
        self,
        client: Client,
        address: Address,
        patients: GnuHealthPatients,
        directory: Directory,
        clock: Callable[[], datetime],
    ) -> None:
        self.supports = READS | (WRITES if address.professional else frozenset())
        self._client = client
        self._address = address
        self._patients = patients
        self._directory = directory
        self._now = clock
        self._history = GnuHealthHistory(client, patients, address.ours)

    def find(self, narrowed: Narrowed, *, limit: int) -> Sequence[OutpatientRecord]:
        domain: list[tuple[str, str, object]] = []
        number = narrowed.rows.patient_id or one_term(narrowed.operation.condition, Column.PATIENT_ID)
        if number is not None:
            domain = [("patient", "=", self._patients.row_id(number))]
            if domain[0][2] is None:
                return ()
        if (since := earliest(narrowed.operation.condition)) is not None:
            domain.append(("evaluation_start", ">=", utc(since)))
        order = ("-evaluation_start", "-id")
        rows = self._client.search(EVALUATION, domain, FIELDS, order=order, limit=LOOKED_THROUGH)
        departments = self._directory.departments()
        records = (record_of(row, self._patients) for row in rows)
        return [one for one in records if matches(one, narrowed, departments)][:limit]

    def create(self, visit: Visit, *, key: str) -> str:
        self._needs(Feature.CREATE)
        code = code_of(self._address.ours, key)
        if (known := self._under(code)) is not None:
            return known
        record = visit.record
        person = self._patients.registered(record.patient_id, name=record.name, gender=record.gender)
        evaluation = {
            **told(visit),
            "code": code,
            "information_source": f"{self._address.ours} {key}",
            "patient": person,
            "appointment": self._appointment(visit, person),
            "specialty": self._specialty(visit.department_id),
            "healthprof": professional(self._client, self._address.professional),
            "state": "in_progress",
        }
        try:
            return str(self._client.create(EVALUATION, evaluation))
        except (HospitalAway, RefusedByServer):
            # Refused, where another try came before; an answer may be lost after the work was done.
            if (known := self._under(code)) is not None:
                return known
            raise

    def amend(self, record_id: str, visit: Visit) -> None:
        self._needs(Feature.AMEND)
        open_again = {"state": "in_progress", "signed_by": None, "evaluation_endtime": None}
        self._change(record_id, {**told(visit), **open_again})

    def sign(self, record_id: str, visit: Visit) -> None:
        """As its own button ends an evaluation."""
        self._needs(Feature.SIGN)
        by = self._signer(visit.signed_by or "", visit.department_id)
        ends = max(self._now(), visit.record.visit_date)
        ended = {"state": "done", "signed_by": by, "evaluation_endtime": utc(ends)}
        self._change(record_id, {**told(visit), **ended})

    def history(self, record_id: str) -> Sequence[RecordVersion]:
        refuse(Feature.HISTORY)

    def clinical_history(self, narrowed: Narrowed) -> ClinicalHistory:
        return self._history.read(narrowed)

    def _needs(self, feature: Feature) -> None:
        if feature not in self.supports:
            refuse(feature)

    def _under(self, code: str) -> str | None:
        rows = self._client.search(EVALUATION, [("code", "=", code)], ["code"], limit=1)
        return str(rows[0]["id"]) if rows else None

    def _change(self, record_id: str, values: Row) -> None:
        row = self._client.one(EVALUATION, record_id, ["code", "write_uid", "_timestamp"])
        if row is None or not str(row["code"]).startswith(f"{self._address.ours}-"):
            raise NotFound(f"record {record_id}")
        if row["write_uid"] not in (None, self._client.user_id):
            raise VersionConflict("somebody changed the evaluation")
        self._client.write(EVALUATION, row, values)

    def _appointment(self, visit: Visit, person: int) -> int | None:
        """The booked one, while it is the patient's: the server takes no other."""
        if visit.appointment is None:
            return None
        booked = Booking.of(visit.appointment.appointment_id)
        row = self._client.one(APPOINTMENT, booked.row, ["patient"])
        return row["id"] if row is not None and row["patient"] == person else None

    def _specialty(self, department_id: str) -> int | None:
        rows = self._client.search("gnuhealth.specialty", [("code", "=", department_id)], ["code"], limit=1)
        return rows[0]["id"] if rows else None

    def _signer(self, name: str, department_id: str) -> int:
        """The professional of the department who has the name of who signed, if one alone has it; else our own."""
        domain = [("specialties.specialty.code", "=", department_id)]
        there = self._client.search(PROFESSIONAL, domain, naming())
        named = [one["id"] for one in there if name in names_in(one)]
        return int(named[0]) if len(named) == 1 else professional(self._client, self._address.professional)


def professional(client: Client, license_id: str) -> int:
    rows = client.search(PROFESSIONAL, [("code", "=", license_id)], ["code"], limit=1)
    if not rows:
        raise RefusedByServer("there is no health professional with the license that the address names")
    return int(rows[0]["id"])
