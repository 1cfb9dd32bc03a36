"""The acts a model read in an utterance, as signals of the talk and wishes of where the patient is sent."""

from collections.abc import Iterable, Iterator

from app.reception.department import steering
from app.reception.department.steering import Act, Wish
from app.reception.department.wished import department_wished
from app.reception.services import Services
from app.reception.turn.listen import Turn
from app.reception.turn.signals import Signals
from models import parsers
from models.notes import AskedOf, Noted, TalkAct, Wanted
from models.parsers import TalkQuestion
from models.question_kinds import TALK, likely

PLACED = frozenset({Act.PREFERS, Act.CHOOSES})


def signals_of(turn: Turn, noted: Noted) -> Signals:
    """Whom the questions are put to, and what is wanted of the talk; whose data is asked for is plain code's."""
    acts = {one.act for one in noted.wants}
    asked = {to: tuple(quote for other, quote in noted.asks if other is to) for to in AskedOf}
    rest = turn.text
    for _, quote in noted.asks:
        rest = rest.replace(quote, " ")
    talk = asked[AskedOf.TALK]
    return Signals(
        rest=rest.strip(),
        questions=asked[AskedOf.HOSPITAL],
        to_doctor=asked[AskedOf.DOCTOR],
        medical=bool(asked[AskedOf.DOCTOR]),
        about_talk=_of_the_talk(talk[0]) if talk else None,
        wants_person=TalkAct.WANTS_PERSON in acts,
        objects=TalkAct.OBJECTS in acts,
        finished=TalkAct.FINISHES in acts,
        others_data=turn.signals.others_data,
        manipulation=turn.signals.manipulation,
        own_records=turn.signals.own_records,
        empty=turn.signals.empty,
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
