"""A doctor's question to the assistant: what it may look at under that doctor's authority, and what is kept of it."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from frontdesk.app.clinician.assistant import ask
from frontdesk.app.clinician.task import Chart
from frontdesk.app.clinician.tasks.explanation import TASK as EXPLANATION
from frontdesk.app.clinician.trace import Trace, Way
from frontdesk.app.ledger.desk import SHOWN, Desk, Held, Member
from frontdesk.app.ledger.questions import Questions
from frontdesk.app.reception.turn.anonymity import GONE, anonymous
from frontdesk.his_adapter.access import NotPermitted
from frontdesk.his_adapter.changes import Unfit
from frontdesk.his_adapter.enquiries import Enquiries, Enquiry, OnDuty
from frontdesk.his_adapter.hospinfo import Refused
from frontdesk.his_adapter.hospinfo.open_chart import read_instruction
from frontdesk.his_adapter.operation import Column, HisOperation, Verb
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language
from frontdesk.models.parsers.folding import fold
from frontdesk.models.runner import Runner
from frontdesk.models.specialists.labs_vitals.catalogue import find
from frontdesk.models.specialists.privacy.identifiers import Kind, identifiers

LOOKED_THROUGH = 3000  # records for "which of my patients"
ALLERGIC = re.compile(r"过敏|allerg", re.IGNORECASE)
# A doctor sees no other department's records, so it need not be named.
OWN = re.compile(r"(?:我们|咱们|我|本)科室?(?:里|的)?|\bin (?:our|my) (?:clinic|department)\b", re.IGNORECASE)
DAYS = re.compile(r"(?:19|20)\d\d\s*[年/.\-]\s*\d{1,2}(?:\s*[月/.\-]\s*\d{1,2}\s*[日号]?)?")
MONTHS = re.compile(r"\b(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b")
STAFF = re.compile(r"\b((?:Dr|Prof|Doctor|Professor|Nurse|Sister)\.? )[A-Z][\w'-]+(?: [A-Z][\w'-]+)*")
CAPITALIZED = re.compile(r"\b[A-Z][a-z]+(?: [A-Z0-9])?\b")


class DoctorsClinic:
    """Implements `frontdesk.app.clinician.task.Clinic`."""

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

    def held(self, patient_id: str) -> Held:
        return self._desk.held(self._member, patient_id)

    def patients(self, names: Collection[str]) -> Sequence[str]:
        return [one.name for one in self._desk.named(names)]

    def policy(self, question: str, language: Language) -> Enquiry:
        return self._enquiries.answer(question, language, now=self._clock())

    def physicians(self, words: str) -> Sequence[OnDuty]:
        return self._enquiries.physicians(words, now=self._clock())

    def every(self) -> tuple[Sequence[OutpatientRecord], bool]:
        found: list[OutpatientRecord] = []
        until = (self._clock() + timedelta(days=1)).isoformat(timespec="minutes")
        while len(found) < LOOKED_THROUGH:
            wanted = HisOperation(operation=Verb.SELECT, condition={f"{Column.VISIT_DATE.value}__lt": until})
            page = [one.record for one in self._desk.read(self._member, wanted).rows]
            found += page
            if len(page) < SHOWN:
                return found, False
            until = page[-1].visit_date.isoformat(timespec="minutes")
        return found, True

    def records(self, request: str, medicines: Sequence[str] = ()) -> Sequence[OutpatientRecord] | None:
        asked = read_instruction(OWN.sub("", request), now=self._clock())
        if isinstance(asked, Refused) or asked.operation.operation is not Verb.SELECT:
            return None
        column = Column.DRUG_ALLERGY_HISTORY if ALLERGIC.search(request) else Column.TREATMENT_OPINION
        named = {column.value: tuple(medicines)} if medicines else {}
        wanted = asked.operation.model_copy(update={"condition": {**named, **asked.operation.condition}})
        try:
            return [found.record for found in self._desk.read(self._member, wanted, latest=asked.latest).rows]
        except (Unfit, NotPermitted):
            return None


def ask_and_keep(
    question: str,
    chart: Chart,
    questions: Questions,
    by: str,
    *,
    models: Runner,
    way: Way = Way.REACT,
) -> Trace:
    """Answers, and keeps how for the next "how did you get this?" of `by` about the same patient."""
    kept = questions.last(by, chart.patient_id)
    chart = replace(chart, before=Trace.model_validate(kept) if kept else None)
    answer = ask(question, chart, way, models, nameless=nameless)
    if answer.answered and not any(step.task == EXPLANATION.name for step in answer.steps):
        questions.keep(by, chart.patient_id, answer.kept())
    return answer


def nameless(question: str) -> str:
    """A doctor's question without names, numbers of papers and telephones; days and tests stay."""
    tests = (words for words in CAPITALIZED.findall(question) if find(words))
    folded = fold(question).text
    days = (folded[one.start : one.end] for one in identifiers(folded) if one.kind is Kind.DAY)
    kept = {*DAYS.findall(question), *MONTHS.findall(question), *days, *tests}
    return STAFF.sub(rf"\1{GONE}", anonymous(question, tuple(sorted(kept, key=len, reverse=True))))
