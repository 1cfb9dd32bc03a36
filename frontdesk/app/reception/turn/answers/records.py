"""What is told of a patient's own records: where and when, and what the doctor wrote, as a quotation."""

import re
from datetime import date
from typing import NamedTuple

from frontdesk.app.reception.record.pages import MORE, option, simple
from frontdesk.app.reception.record.wording import pick
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Action, IdentityWanted, Question
from frontdesk.app.reception.team.finding import Findings
from frontdesk.app.reception.turn.answers.beside import asks_only
from frontdesk.app.reception.turn.answers.questions import back
from frontdesk.app.reception.turn.interviewing import going_on
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.retrieval import OwnRecords, Withheld
from frontdesk.app.reception.turn.spoken import Spoken
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.operation import ALL, Column
from frontdesk.his_adapter.records import OutpatientRecord
from frontdesk.models.facts import Language
from frontdesk.models.speaking import LONGEST, join, length, say
from frontdesk.models.speaking.dates import date_words

OF_THE_DOCTOR = frozenset(
    {
        Column.PHYSICAL_EXAMINATION,
        Column.AUXILIARY_EXAMINATION,
        Column.PRELIMINARY_DIAGNOSIS,
        Column.TREATMENT_OPINION,
    }
)
ALWAYS = frozenset({Column.DRUG_ALLERGY_HISTORY, Column.PAST_HISTORY})  # hold beyond the visit they were told at
FIELDS = {
    Column.CHIEF_COMPLAINT: ("主诉", "the complaint"),
    Column.PRESENT_ILLNESS_HISTORY: ("现病史", "the illness then"),
    Column.PAST_HISTORY: ("既往病史", "past illnesses"),
    Column.DRUG_ALLERGY_HISTORY: ("药物过敏", "drug allergies"),
    Column.PHYSICAL_EXAMINATION: ("查体", "the examination"),
    Column.AUXILIARY_EXAMINATION: ("检查结果", "the test results"),
    Column.PRELIMINARY_DIAGNOSIS: ("诊断", "the diagnosis"),
    Column.TREATMENT_OPINION: ("治疗和用药", "the treatment"),
}
TOLD = frozenset(FIELDS) | {Column.VISIT_DATE, Column.DEPARTMENT, Column.PHYSICIAN_SIGNATURE}
CLAUSE = re.compile(r"[^，。；;,]+(?:[，。；;]|,(?!\d)|,(?=\d)|$)\s*")
ENDS = " ，。；,;"
ASIDE = ("identify", "read_on")  # questions of this page, which the talk does not go back to
WITHHELD = {Withheld.OTHERS: "others_data", Withheld.CHANGE: "records_change", Withheld.AWAY: "records_away"}


class ReadOut(NamedTuple):
    """`rest` is where to read on when a field was too long for one turn: number, column and character."""

    text: str
    rest: str = ""


def reads_out(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """The answer to a question for the patient's own records; who is not known yet is offered to identify."""
    if turn.has_tapped("identify"):
        text = say("identify_now", turn.language)
        return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why="identify", text=text, after=(IdentityWanted(),))
    own = known.own
    if own is None:
        return None
    if own.withheld is Withheld.UNVERIFIED:
        ways = option("identify", "option_identify"), MORE
        return _ends_with(simple("identify", "records_identify", ways), "", own, turn)
    told = told_of(services, own, turn.language)
    if told.rest:
        return _ends_with(more(told), told.text, own, turn)
    if turn.answers and not asks_only(turn):  # asked beside a complaint, or beside an answer
        following = going_on(services, turn, findings, told.text)
        return following.model_copy(update={"before": (*own.events, *following.before)})
    question = returned_to(turn.before.questions) if turn.asked in ASIDE else back(turn)
    return _ends_with(question or back(turn), told.text, own, turn)


def more(told: ReadOut) -> Question:
    """Whether to read on, with the place to go on from."""
    on = option("read_on", "option_read_on").model_copy(update={"key": f"read_on:{told.rest}"})
    return simple("read_on", "records_more", (on, MORE))


def _ends_with(question: Question | None, told: str, own: OwnRecords, turn: Turn) -> Spoken:
    text = join(turn.language, told, question.text[turn.language] if question else "")
    return Spoken(
        action=Action.ADMINISTRATIVE_ANSWER, why="own_records", text=text, question=question, before=own.events
    )


def told_of(services: Services, own: OwnRecords, language: Language) -> ReadOut:
    """What is told of what was found, or why nothing is."""
    if own.withheld is not None:
        return ReadOut(say(WITHHELD[own.withheld], language))
    if not own.rows:
        return ReadOut(say("records_none", language))
    columns = _wanted(own)
    row = _holding(own, columns)
    seen = _seen(services, row, language, today=services.now().date(), physician=Column.PHYSICIAN_SIGNATURE in columns)
    if own.counts:
        return ReadOut(join(language, say("records_count", language, count=str(len(own.rows))), seen))
    texts = [column for column in columns if column in FIELDS]
    return _written(row, texts, language, seen="" if own.start else seen, start=own.start)


def _wanted(own: OwnRecords) -> tuple[Column, ...]:
    """Of a whole record the diagnosis is told; the rest is for the doctor's page."""
    output = own.operation.column_output if own.operation else (ALL,)
    columns = tuple(Column(name) for name in output if name != ALL)
    return columns if set(columns) & TOLD else (Column.PRELIMINARY_DIAGNOSIS,)


def _holding(own: OwnRecords, columns: tuple[Column, ...]) -> OutpatientRecord:
    """The newest record; of what holds beyond a visit the newest that says anything."""
    if set(columns) <= ALWAYS:
        return next((row for row in own.rows if any(getattr(row, column) for column in columns)), own.rows[0])
    return own.rows[0]


def _seen(services: Services, row: OutpatientRecord, language: Language, *, today: date, physician: bool) -> str:
    department = next((d for d in services.departments if row.department in d.name.values()), None)
    day = date_words(row.visit_date.date(), today, language)
    where = department.name[language] if department else row.department
    if physician and row.physician_signature:
        return say("records_seen_by", language, day=day, department=where, physician=row.physician_signature)
    return say("records_seen", language, day=day, department=where)


def _written(row: OutpatientRecord, columns: list[Column], language: Language, *, seen: str, start: int) -> ReadOut:
    """Field after field as quotations, until the turn is full; a field that is too long stops at a comma."""
    told, advice = [seen], say("records_then", language)
    for column in columns:
        field, value = pick(FIELDS[column], language), str(getattr(row, column)).strip()
        phrase = "records_doctor_wrote" if column in OF_THE_DOCTOR else "records_says"
        if not value:
            told.append(say("records_empty", language, field=field))
            continue
        full = LONGEST[language] - length(join(language, *told, say(phrase, language, field=field, value="")), language)
        quote = _clauses(value[start:], language, room=full - length(advice, language))
        told.append(say(phrase, language, field=field, value=quote.strip(ENDS)))
        if start + len(quote) < len(value):
            return ReadOut(join(language, *told), rest=f"{row.outpatient_number}:{column}:{start + len(quote)}")
    advised = any(column in OF_THE_DOCTOR and getattr(row, column) for column in columns)
    return ReadOut(join(language, *told, advice if advised else ""))


def _clauses(value: str, language: Language, *, room: int) -> str:
    """Whole clauses as far as there is room; at least the first one."""
    kept = ""
    for clause in CLAUSE.findall(value):
        if kept and length(kept + clause, language) > room:
            return kept
        kept += clause
    return value


def returned_to(asked: tuple[tuple[int, Question], ...]) -> Question | None:
    """The question that was open before this page asked its own."""
    return next((question for _, question in reversed(asked) if question.key not in ASIDE), None)
