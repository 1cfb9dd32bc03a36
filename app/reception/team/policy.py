"""Query generation: does this turn ask something the hospital's system has to be asked, and what exactly."""

from app.reception.record.clauses import asks_what_is_written, rejects
from app.reception.record.corrected import is_reviewed
from app.reception.record.purposes import purpose_of
from app.reception.session.events import Entry
from app.reception.session.questions import BETWEEN, COMPLAINT
from app.reception.team.finding import Finding, Rank, Specialist, Wait
from app.reception.turn.listen import Turn
from models import parsers
from models.facts import Language, Topic
from models.parsers import wants_person
from models.retrieval.subjects import asks_of_the_house
from models.triage.hints import hints

ILLS = (Topic.FINDING, Topic.CONDITION)
LONGEST = 400  # characters looked up


def examine(turn: Turn) -> Finding | None:
    """The questions as asked; who came with a question only may ask in any words."""
    signals = turn.signals
    if signals.own_records or signals.others_data or signals.manipulation or turn.corrects:
        return None
    asks = _of_the_hospital(turn) or _of_a_visitor(turn) or _of_a_tile(turn) or _of_a_report(turn)
    if signals.wants_person:
        asks = tuple(ask for ask in asks if not wants_person(ask))  # of that the nurse tells, or the state of the call
        if not asks:
            return None
    if signals.medical or (signals.questions and not asks):
        return for_the_doctor(turn)
    if not asks or signals.about_talk is not None:
        return None
    return Finding(specialist="policy", rank=Rank.POLICY, what="question", quote=turn.text[:200], asks=asks)


def for_the_doctor(turn: Turn) -> Finding:
    """What only a doctor can tell goes to the doctor in the patient's words; the same question only once."""
    asked = " ".join(turn.signals.questions)[:200] or turn.text[:200]
    told = any(f.what == "medical_question" and f.quote == asked for f in turn.before.findings)
    note = (
        None
        if told or not _is_for_a_doctor(asked)
        else {Language.ZH: f"病人想问：{asked}", Language.EN: f"The patient asks: {asked}"}
    )
    return Finding(specialist="policy", rank=Rank.POLICY, what="medical_question", quote=asked, note=note)


def _is_for_a_doctor(asked: str) -> bool:
    """Not what is no question at all ("no, no?"), nor what stands in the record."""
    no_question = parsers.plain_reply(asked.rstrip("?？")) is not None or parsers.empty(asked)
    no_question = no_question or parsers.asks_which_department(asked)
    return not (no_question or asks_what_is_written(asked))


def _of_the_hospital(turn: Turn) -> tuple[str, ...]:
    """A model says whom each question is put to."""
    questions = turn.signals.questions
    return questions if turn.by_model else tuple(filter(_of_the_house, questions))


def _of_the_house(question: str) -> bool:
    """Not what names an illness or a trouble, unless it plainly asks about the hospital."""
    return asks_of_the_house(question) or not any(hint.topic in ILLS for hint in hints(question))


def _of_a_visitor(turn: Turn) -> tuple[str, ...]:
    """Whatever somebody says who came to ask, as long as no complaint is told."""
    visits = turn.before.entry is Entry.QUESTION and turn.asked == "open_question"
    if turn.tapped or turn.by_model or not (visits or turn.asked in BETWEEN | {None}) or turn.signals.tells_nothing:
        return ()
    if is_reviewed(turn.before) and (asks_what_is_written(turn.text) or rejects(turn.text)):
        return ()  # it is of the lines that the doctor will read
    if any(hint.topic is Topic.FINDING for hint in hints(turn.text)):
        return ()  # names a trouble and puts no question
    return (turn.text[:LONGEST],)


def _of_a_report(turn: Turn) -> tuple[str, ...]:
    """Who comes to collect a report is told where and when, however it is put."""
    purpose = purpose_of(turn.for_code) if turn.asked in COMPLAINT and not turn.tapped else None
    return (turn.text[:LONGEST],) if purpose is not None and purpose.code == "collect_report" else ()


def _of_a_tile(turn: Turn) -> tuple[str, ...]:
    return tuple(option.label[turn.language] for option in turn.tapped if option.key.startswith("ask:"))


SPECIALIST = Specialist("policy", Wait.MAY, examine)
