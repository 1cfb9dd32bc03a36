"""A department the patient asks for by name, whatever triage makes of the complaint."""

import re

from app.reception.department.directory import accepts
from app.reception.house import House
from app.reception.record.statements import has_fever
from app.reception.turn.listen import Turn
from his_adapter.records import Department
from models.triage import Triage
from models.triage.certainty import SENSIBLE

# Before and after a department's name, what makes it a wish: 我要挂眼科, "urology I'd have thought".
WANTS = re.compile(
    r"(?:想|要|去|看|挂|转|换|选|应该)(?:一?下|到|成|去|来|看|挂|的|是|个)*\W*$"
    r"|\b(?:want|need|like|rather|prefer|see|go|send me|put me|choose|pick|take|should be|meant to be)\b[\w' ]{0,25}$",
    re.I,
)
WANTED = re.compile(
    r"^[\w ]{0,12}[,.]? ?(?:then|please|instead|i(?:'d| would)? (?:have )?(?:suppose|thought|guess|think|reckon))\b"
    r"|^(?:吧|好了|得了|行了)",
    re.I,
)
REFUSES = re.compile(
    r"(?:不|别|没|为什么|怎么)[^，。,]{0,4}$|\b(?:not|don't|no|why|never|isn't|than)\b[\w' ]{0,16}$", re.I
)
CLAUSE_ENDS = re.compile(r"(?<=[，。,;；.!！?？])")
ASKED = re.compile(r"^\W*[?？]|^[^，。,.]{0,10}(?:[?？]|吗|哪|几楼)", re.I)


def department_wished(house: House, text: str, *, choosing: bool = False) -> Department | None:
    """The department `text` wishes for by name; in answer to which of two, the name alone is enough."""
    for clause in reversed(CLAUSE_ENDS.split(text)):
        named = house.department_named(clause)
        if named is None or REFUSES.search(named.before) or ASKED.search(named.after):
            continue
        if choosing or WANTS.search(named.before) or WANTED.search(named.after):
            return named.bearer
    return None


def wished_so_far(house: House, turn: Turn) -> Department | None:
    """The department last wished for in this talk, if it takes the patient."""
    wishes = (department_wished(house, text) for text in (turn.text, *reversed(turn.before.said)))
    refused = turn.heard_by.refused
    wished = next((one for one in wishes if one and one.department_id not in refused), None)
    fever = has_fever(turn.record)
    return wished if wished and accepts(wished.rules, turn.person, fever=fever) else None


def sensibly_wished(house: House, turn: Turn, answer: Triage) -> tuple[Department, str] | None:
    """The department wished for and which of its specialties, if what they told may well belong there."""
    wished = wished_so_far(house, turn)
    likely = ((answer.specialty, answer.confidence), *answer.alternatives)
    fitting = (code for code, chance in likely if wished and chance >= SENSIBLE and code in wished.specialties)
    specialty = next(fitting, None)
    return (wished, specialty) if wished and specialty else None
