"""Records to be delivered: each with what most visits tell, and an outbox entry, in a ledger of their own."""

from datetime import datetime
from pathlib import Path

from frontdesk.app.ledger import outbox
from frontdesk.app.ledger.records import visits
from frontdesk.app.ledger.target import VISIT
from frontdesk.database.engine import connect, writing
from frontdesk.database.keys import use
from frontdesk.database.migrate import migrate
from frontdesk.his_adapter.records import (
    Coded,
    Evidence,
    Level,
    OutpatientRecord,
    PreVisitSummary,
    Section,
    Statement,
    Utterance,
    Visit,
)
from frontdesk.models.facts import Language, Status, Topic
from frontdesk.models.specialists.medication.listing import ListedMedicine, Standing

TOLD = (
    (Topic.ALLERGY, "青霉素", ""),
    (Topic.INTOLERANCE, "布洛芬", ""),
    (Topic.CONDITION, "高血压", ""),
    (Topic.CONDITION, "糖尿病", ""),
    (Topic.FINDING, "发热", "38.5 °C"),
)
MEDICINES = (("氨氯地平", "5mg 每天一次"), ("二甲双胍", "0.5g 一天两次"))


def number(patient: int) -> str:
    """On the card of a patient."""
    return f"P{patient}"


def key(record: int) -> str:
    return f"delivery-{record}"


class Ledger:
    """A new one in `folder`, of which `engine` is the database."""

    def __init__(self, folder: Path) -> None:
        url = f"sqlite:///{folder / 'ledger.db'}"
        use(folder / "keys")
        migrate(url)
        self.engine = connect(url)

    def enqueue(self, records: range, patients: int, now: datetime) -> None:
        """Records and their entries, round the patients."""
        for record in records:
            with writing(self.engine) as session:
                one = _visit(number(record % patients), now)
                made = visits.create(session, one, key=key(record))
                what, subject = {"outpatient_number": made}, one.record.patient_id
                outbox.enqueue(session, key=key(record), kind=VISIT, payload=what, now=now, subject=subject)


def _visit(patient_id: str, at: datetime) -> Visit:
    record = OutpatientRecord(
        patient_id=patient_id,
        department="心内科",
        visit_date=at,
        chief_complaint="发热三天",
        present_illness_history="三天前开始发热，最高38.5 °C，咽痛，无咳嗽。",
        past_history="高血压，糖尿病",
        drug_allergy_history="青霉素",
    )
    talk = tuple(
        Utterance(turn=turn if speaker == "patient" else None, speaker=speaker, text=text)
        for turn in range(1, 9)
        for speaker, text in (("nurse", "除了这些，还有哪里不舒服？"), ("patient", "嗓子疼，别的没有"))
    )
    summary = PreVisitSummary(
        language=Language.ZH,
        level=Level.C,
        statements=tuple(_statement(place, *one) for place, one in enumerate(TOLD, 1)),
        conversation=talk,
        medicines=tuple(
            ListedMedicine(code=words, words=words, holds=(), standing=Standing.TAKEN, dose=dose)
            for words, dose in MEDICINES
        ),
    )
    return Visit(record=record, summary=summary, department_id="cardiology")


def _statement(place: int, topic: Topic, name: str, value: str) -> Statement:
    return Statement(
        statement_id=f"s{place}",
        section=Section.STORY,
        text=name,
        evidence=(Evidence(turn=place, quote=name),),
        coded=Coded(topic=topic, code=name, status=Status.PRESENT, name=name, value=value),
    )
