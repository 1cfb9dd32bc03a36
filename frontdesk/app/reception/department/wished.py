"""A department the patient asks for by name, whatever triage makes of the complaint."""

from collections.abc import Iterator

from frontdesk.app.reception.department.directory import accepts, choose
from frontdesk.app.reception.department.named import Stance, named_in, wished_in
from frontdesk.app.reception.record.statements import has_fever
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Department


def department_wished(services: Services, text: str, *, choosing: bool = False) -> Department | None:
    """The department `text` wishes for by name; in answer to which of two, the name alone is enough."""
    wished = wished_in(named_in(services, text, choosing=choosing), text)
    return wished.department if wished else None


def wished_so_far(services: Services, turn: Turn) -> Department | None:
    """The department last wished for in this talk that was not refused, if one like it takes the patient."""
    said = (turn.for_code, *_read_by_code(turn.before))
    now = (services.department(wish.department) for wish in turn.wishes if wish.department and not wish.refuses)
    wishes = (*(now if turn.by_model else ()), *(department_wished(services, text) for text in said))
    refused = refused_so_far(turn)
    wished = next((one for one in wishes if one and one.department_id not in refused), None)
    return taking(services, turn, wished) if wished else None


def _read_by_code(state: State) -> Iterator[str]:
    """The newest words first, without those that a model has read."""
    read = {one.turn for one in state.extended if one.by is not None and one.by.failed is None}
    counted = (line for line in reversed(state.lines) if line.speaker == "patient" and not line.undone)
    return (line.text for line in counted if line.number not in read)


def refused_so_far(turn: Turn) -> frozenset[str]:
    """By their ids, with those refused in this turn."""
    now = {wish.department for wish in turn.wishes if wish.refuses and wish.department}
    return frozenset((*turn.heard_by.refused, *now))


def taking(services: Services, turn: Turn, department: Department) -> Department | None:
    """The department itself where it takes the patient, else the one that sees such patients for it: a child's."""
    fever = has_fever(turn.record)
    if accepts(department.rules, turn.person, fever=fever):
        return department
    specialty = department.specialties[0]
    choice = choose(services.departments, services.fallbacks, specialty, turn.person, fever=fever, now=turn.now)
    return choice.department if choice and specialty in choice.department.specialties else None


def mentioned_last(services: Services, texts: tuple[str, ...], refused: frozenset[str]) -> Department | None:
    """The department that was spoken of last, and neither refused nor asked about; or that of a doctor named."""
    for text in reversed(texts):
        spoken_of = (Stance.WISHED, Stance.MENTIONED)
        named = [one.department for one in named_in(services, text) if one.stance in spoken_of]
        found = [*named, *([services.physicians_department(text)] if not named else [])]
        there = next((one for one in found if one and one.department_id not in refused), None)
        if there is not None:
            return there
    return None
