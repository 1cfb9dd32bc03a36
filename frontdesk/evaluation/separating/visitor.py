"""A simulated patient who answers from a record alone, by tiles, until a department is named."""

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.pages import ways_out
from frontdesk.app.reception.session.events import Entry, Question
from frontdesk.app.reception.session.questions import HISTORY, ROWS
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.evaluation.separating.records import PatientRecord
from frontdesk.evaluation.simulation.play import OVER
from frontdesk.models.facts import Relation
from frontdesk.models.knowledge.load import knowledge

ALIKE = {"since": "month", "severity": "moderate", "side": "left"}  # what no department of a record turns on
SPEAKS_AS = {Relation.SELF: "self", Relation.CHILD: "child"}
TEMPERATURES = {True: "38.2", False: "36.6"}  # with a fever, and without
Reply = tuple[str, tuple[str, ...]]  # words, or tiles


def visit(desk: Reception, record: PatientRecord) -> State:
    """From the first words to a department, or to what ends a talk before it."""
    session = desk.start(kiosk="simulated", language=record.language, entry=Entry.UNWELL).session_id
    desk.consent(session, agreed=True)
    state = desk.as_guest(session)
    while not (
        state.recommended or state.phase in OVER or (state.question and state.question.key in {*HISTORY, *ROWS})
    ):
        words, tiles = replies(record, state.question) if state.turns else (record.words, ())
        turn_id = f"{session}-{state.turns + 1}"
        said = Utterance(turn_id=turn_id, number=state.turns + 1, text=words, options=tiles)
        state = desk.take_turn(session, said)
    return state


def replies(record: PatientRecord, question: Question | None) -> Reply:
    """The tiles that are so of the patient; what the record does not hold is not so, or not known."""
    if question is None:
        return record.words, ()
    if question.key == "age":
        return str(record.age), ()
    if question.key == "temperature":
        return TEMPERATURES["fever" in record.has], ()
    if question.key == "choose":  # who chooses knows no more than triage does
        return "", (question.options[0].key,)
    site = knowledge().findings[record.has[0]].site
    if question.body_map and site is not None and question.key == "site":
        return "", (f"site:{site}",)
    so = tuple(option.key for option in question.options if _is_so(record, question.key, option.key))
    if so:
        return "", so if question.several else so[:1]
    outs = {option.key for option in (*question.options, *ways_out(question))}
    out = next((key for key in ("none", "no", "unsure") if key in outs), "")
    return ("", (out,)) if out else (record.words, ())


def _is_so(record: PatientRecord, page: str, key: str) -> bool:
    kind, _, rest = key.partition(":")
    if kind in ("fact", "sign"):
        return rest.rpartition(":")[2] in record.has
    if page == "who":
        speaks = SPEAKS_AS.get(record.who, "other")
        return key in (speaks, f"{speaks}_{record.sex}")
    if page == "sex":
        return key == record.sex
    return ALIKE.get(page) == key
