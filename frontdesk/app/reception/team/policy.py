"""Query generation: does this turn ask something the hospital's system has to be asked, and what exactly."""

from frontdesk.app.reception.record.clauses import rejects
from frontdesk.app.reception.record.corrected import is_reviewed
from frontdesk.app.reception.record.purposes import purpose_of
from frontdesk.app.reception.record.statements import told
from frontdesk.app.reception.session.events import Entry
from frontdesk.app.reception.session.questions import BETWEEN, COMPLAINT
from frontdesk.app.reception.team.finding import Finding, Rank, Specialist, Wait
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Language, Topic
from frontdesk.models.parsers import TalkQuestion, wants_person
from frontdesk.models.reading import Addressee, DialogueAct
from frontdesk.models.reading.dialogue_acts import PRACTICAL, RECORDS
from frontdesk.models.triage.hints import hints

LONGEST = 400  # characters looked up


def examine(turn: Turn) -> Finding | None:
    """The questions as asked; who came with a question only may ask in any words."""
    acts, to_doctor = turn.acts, turn.acts.asks(Addressee.DOCTOR)
    if acts.asks(*RECORDS) or acts.does(DialogueAct.MANIPULATES) or turn.corrects:
        return None
    practical, of_the_talk = acts.asks(*PRACTICAL), acts.about_talk or to_doctor or acts.asks(Addressee.TRIAGE)
    asks = practical or (() if of_the_talk else _of_a_visitor(turn)) or _of_a_tile(turn) or _of_a_report(turn)
    if acts.does(DialogueAct.WANTS_PERSON):
        asks = tuple(ask for ask in asks if not wants_person(ask))  # of that the nurse tells, or the state of the call
        if not asks:
            return None
    if turn.before.entry is Entry.QUESTION and not told(turn.before.record):
        asks = (*asks, *to_doctor)  # whatever they want to know is looked up
    elif to_doctor:
        return for_the_doctor(turn, to_doctor, asks)
    if acts.about_talk is TalkQuestion.NOT_ASKED:
        return for_the_doctor(turn, (turn.text,), asks, what="not_asked")
    if not asks:
        return None
    return Finding(specialist="policy", rank=Rank.POLICY, what="question", quote=turn.text[:200], asks=asks)


def for_the_doctor(
    turn: Turn, questions: tuple[str, ...], asks: tuple[str, ...] = (), *, what: str = "medical_question"
) -> Finding:
    """What only a doctor can tell goes to the doctor in the patient's words; the same question only once."""
    asked = " ".join(questions)[:200]
    noted = any(f.what == what and f.quote == asked for f in turn.before.findings)
    note = None if noted else {Language.ZH: f"病人想问：{asked}", Language.EN: f"The patient asks: {asked}"}
    return Finding(specialist="policy", rank=Rank.POLICY, what=what, quote=asked, note=note, asks=asks)


def _of_a_visitor(turn: Turn) -> tuple[str, ...]:
    """Whatever somebody says who came to ask, as long as no complaint is told."""
    visits = turn.before.entry is Entry.QUESTION and turn.asked == "open_question"
    if turn.tapped or turn.by_model or not (visits or turn.asked in BETWEEN | {None}) or turn.acts.tells_nothing:
        return ()
    if is_reviewed(turn.before) and rejects(turn.text):
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
