"""The acts a model read in an utterance, as dialogue acts and wishes of where the patient is sent."""

from collections.abc import Iterable, Iterator

from frontdesk.app.reception.department import steering
from frontdesk.app.reception.department.steering import Act, Wish
from frontdesk.app.reception.department.wished import department_wished
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models import parsers
from frontdesk.models.notes import AskedOf, Noted, TalkAct, Wanted
from frontdesk.models.parsers import TalkQuestion
from frontdesk.models.question_kinds import TALK, likely
from frontdesk.models.reading import Addressee, DialogueAct, SpokenAct
from frontdesk.models.reading.dialogue_acts import RECORDS, DialogueActs, asking

PLACED = frozenset({Act.PREFERS, Act.CHOOSES})
ADDRESSEES = {AskedOf.HOSPITAL: Addressee.HOSPITAL, AskedOf.DOCTOR: Addressee.DOCTOR}
ACTS = {
    TalkAct.WANTS_PERSON: DialogueAct.WANTS_PERSON,
    TalkAct.OBJECTS: DialogueAct.OBJECTS,
    TalkAct.FINISHES: DialogueAct.FINISHES,
}


def acts_of(turn: Turn, noted: Noted) -> DialogueActs:
    """Whom the questions are put to, and what is wanted of the talk; whose data is asked for is plain code's."""
    rest = turn.text
    for _, quote in noted.asks:
        rest = rest.replace(quote, " ")
    asks = (asking(quote, ADDRESSEES[to]) for to, quote in noted.asks if to in ADDRESSEES)
    wants = (SpokenAct(act=ACTS[one.act], quote=one.quote, sure=True) for one in noted.wants if one.act in ACTS)
    by_code = (one for one in turn.acts.acts if one.act is DialogueAct.MANIPULATES or one.target in RECORDS)
    talk = next((quote for to, quote in noted.asks if to is AskedOf.TALK), None)
    return DialogueActs(
        acts=(*asks, *wants, *by_code),
        about_talk=_of_the_talk(talk) if talk else None,
        rest=rest.strip(),
        empty=turn.acts.empty,
    )


def _of_the_talk(question: str) -> TalkQuestion:
    kind = likely(question).kind
    return parsers.asks_about_talk(question) or TALK.get(kind, TalkQuestion.WHY)


def wishes_of(services: Services, turn: Turn, wants: Iterable[Wanted]) -> tuple[Wish, ...]:
    """What is named by a parser in the words that the reader points at; a department only where it is offered."""
    return tuple(wish for one in wants for wish in _wishes(services, turn, one))


def _wishes(services: Services, turn: Turn, want: Wanted) -> Iterator[Wish]:
    words, named = want.what or want.quote, turn.before.department_id
    options = turn.question.options if turn.question else ()
    offered = tuple(one.key.partition(":")[2] for one in options if one.key.startswith("department:"))
    match want.act:
        case TalkAct.REFUSES:
            found = services.department_named(words)
            if found is not None or (named and not want.what):
                yield Wish(act=Act.REFUSES, quote=want.quote, department=found.bearer.department_id if found else None)
        case TalkAct.PREFERS | TalkAct.CHOOSES:
            placed = [one for one in steering.read(services, words, offered=offered, named=named) if one.act in PLACED]
            yield from (one.model_copy(update={"quote": want.quote}) for one in placed)
            wished = department_wished(services, words, choosing=True) if not placed else None
            if wished is not None and (want.act is TalkAct.CHOOSES or wished.department_id in offered):
                yield Wish(act=Act.CHOOSES, quote=want.quote, department=wished.department_id)
        case TalkAct.FINISHES if named:
            yield Wish(act=Act.GOES, quote=want.quote)
        case _:
            return
