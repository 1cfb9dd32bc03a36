"""What a doctor's question may look at, through the ledger's desk and under that doctor's authority."""

from collections.abc import Callable, Sequence
from datetime import datetime

from app.ledger.desk import Desk, Member
from his_adapter.access import NotPermitted
from his_adapter.changes import Unfit
from his_adapter.enquiries import Enquiries, Enquiry
from his_adapter.hospinfo import Refused
from his_adapter.hospinfo.open_chart import read_instruction
from his_adapter.operation import Column, HisOperation, Verb
from his_adapter.records import OutpatientRecord
from models.facts import Language


class DoctorsClinic:
    """Implements `app.clinician.task.Clinic`."""

    def __init__(self, desk: Desk, member: Member, enquiries: Enquiries, clock: Callable[[], datetime]) -> None:
        self._desk = desk
        self._member = member
        self._enquiries = enquiries
        self._clock = clock

    def of_patient(self, patient_id: str) -> list[OutpatientRecord]:
        """The patient's records that this doctor may see, the newest first."""
        wanted = HisOperation(operation=Verb.SELECT, condition={Column.PATIENT_ID.value: patient_id})
        try:
            return [found.record for found in self._desk.read(self._member, wanted).rows]
        except Unfit:
            return []

    def policy(self, question: str, language: Language) -> Enquiry:
        return self._enquiries.answer(question, language, now=self._clock())

    def records(self, request: str) -> Sequence[OutpatientRecord] | None:
        asked = read_instruction(request, now=self._clock())
        if isinstance(asked, Refused) or asked.operation.operation is not Verb.SELECT:
            return None
        try:
            return [found.record for found in self._desk.read(self._member, asked.operation, latest=asked.latest).rows]
        except (Unfit, NotPermitted):
            return None
