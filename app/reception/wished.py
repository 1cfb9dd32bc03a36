"""An appointment asked for, perhaps with a department or a doctor by name: gladly, and what for."""

from app.reception import arrival, naming
from app.reception.asked import PLAINLY_ASKED, of_the_house
from app.reception.directory import accepts
from app.reception.events import Action
from app.reception.house import House
from app.reception.listen import Turn
from app.reception.look_up import LookedUp
from app.reception.questions import OPEN
from app.reception.replies import Findings, Spoken
from his_adapter.names import of_physicians
from his_adapter.records import Department, Physician
from models.embedded.speaking import join, say
from models.embedded.speaking.manner import Manner, manners
from models.facts import Intent, Topic

NAME = 24  # characters; where they were seen, asked for it, is told in no more
COMES_BACK_FOR = frozenset({"long_term_care_review", "which_department"})  # says no more than that they come back


def registers(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """What it is for is asked once; who only says again where they want to go is sent there."""
    wishes = manners(turn.text) & {Manner.REGISTERS, Manner.WANTS_DOCTOR_NAMED}
    names_only = turn.before.whys[-1:] == ("comes_back",) and len(turn.text) <= NAME
    if turn.question is None or turn.option or not (wishes or names_only):
        return None
    if PLAINLY_ASKED.search(turn.text) and any(reply.answered for reply in known.enquiries):
        return None
    of_records = turn.heard.intents & {Intent.OWN_RECORDS, Intent.OTHERS_DATA}
    if of_records or (turn.extension and turn.extension.facts):
        return None
    physician = _physician(house, turn.text)
    department = house.department(physician.department_id) if physician else _department(house, turn.text)
    if names_only or "registers" in turn.before.whys or turn.asked not in OPEN:
        taken = department and accepts(department.rules, turn.person, fever=arrival.has_fever(turn.record))
        return naming.chosen(turn, department, None) if department and taken else None
    language = turn.language
    first = _gladly(turn, department, physician)
    text = join(language, first, say("open_again", language, variant=turn.variant))
    return Spoken(action=Action.SYMPTOM_INQUIRY, why="registers", text=text, question=turn.question)


def comes_back(house: House, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A guest whom a doctor wants to see again: with which illness, or where, is asked once."""
    told = turn.extension.facts if turn.extension else ()
    more = any(fact.topic is not Topic.REQUEST or fact.code not in COMES_BACK_FOR for fact in told)
    if turn.asked not in OPEN or Intent.FOLLOW_UP not in turn.heard.intents or turn.option or turn.before.earlier:
        return None
    if more or "comes_back" in turn.before.whys or of_the_house(turn.text):
        return None
    text = say("open_comes_back", turn.language, variant=turn.variant)
    return Spoken(action=Action.SYMPTOM_INQUIRY, why="comes_back", text=text, question=turn.question)


def _gladly(turn: Turn, department: Department | None, physician: Physician | None) -> str:
    language = turn.language
    if department is None:
        return say("registers_doctor" if Manner.WANTS_DOCTOR_NAMED in manners(turn.text) else "registers", language)
    name = department.name[language]
    if physician is None:
        return say("registers_at", language, department=name)
    return say("registers_with", language, department=name, physician=physician.name[language])


def _department(house: House, text: str) -> Department | None:
    named = house.department_named(text)
    return named.bearer if named else None


def _physician(house: House, text: str) -> Physician | None:
    physicians = [p for d in house.departments for p in house.hospital.physicians(d.department_id)]
    named = of_physicians(physicians).within(text)
    return named.bearer if named else None
