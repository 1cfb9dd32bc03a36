"""What is still to be asked to tell the likely departments apart, of this patient and after what they have told."""

from functools import cache

from frontdesk.app.reception.record.screening import denied
from frontdesk.app.reception.record.statements import complaints_of, words_of
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.ages import is_child
from frontdesk.models.complaints import likeness
from frontdesk.models.facts import Record, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.triage import Triage
from frontdesk.models.triage.certainty import SURE
from frontdesk.models.triage.differential import differential
from frontdesk.models.triage.hints import hints

CHILDRENS = "pediatrics"
MAY_BE_MEANT = 0.01  # chance from which what the words may mean is near to the complaint


def still_apart(turn: Turn, answer: Triage, shown: frozenset[str]) -> tuple[str, ...]:
    """The findings of the page that tells the likely specialties apart; none where triage is settled.

    What was told, or denied, or stood on a tile before is not asked; nor what a danger sign that was shown speaks of.
    """
    record, findings = turn.record, knowledge().findings
    if of_its_own_doctors(turn, answer):
        return ()
    words = " ".join(fact.quote for fact in words_of(record))
    named = _named(record)
    spoken_of = {fact.code for fact in record if fact.topic is Topic.FINDING} | denied(record)
    on_tiles = {code for key in shown for code in _shown_by(key)}
    like = likeness(words, at_least=MAY_BE_MEANT) if words else {}
    return differential(
        dict(((answer.specialty, answer.confidence), *answer.alternatives)),
        list(dict.fromkeys(named)),
        {code: chance for code, chance in like.items() if code in findings},
        turn.person,
        but={*named, *spoken_of, *on_tiles},
    ).findings


def of_its_own_doctors(turn: Turn, answer: Triage) -> str | None:
    """A child's complaint that points to one specialty, and to paediatrics as much: an ear goes to the ear's doctors.

    What tells more of the child than of the place, a fever or a cough beside it, points to paediatrics further.
    """
    if not (is_child(turn.person) and answer.alternatives):
        return None
    pair = {answer.specialty, answer.alternatives[0][0]}
    if CHILDRENS not in pair or answer.confidence >= SURE:
        return None
    weights = (knowledge().findings[code].specialties for code in _named(turn.record))
    chief = {max(weight, key=lambda one: weight[one]) for weight in weights if weight}
    return next(iter(chief)) if chief == pair - {CHILDRENS} else None


def _named(record: Record) -> list[str]:
    """The findings that were tapped as complaints, or that the words of the complaint name."""
    words = " ".join(fact.quote for fact in words_of(record))
    return [fact.code for fact in (*complaints_of(record), *hints(words)) if fact.code in knowledge().findings]


@cache
def _shown_by(tile: str) -> frozenset[str]:
    """The findings that somebody who has answered this tile takes for asked."""
    code = tile.rpartition(":")[2]
    sign = knowledge().signs.get(code) if tile.startswith("sign:") else None
    spoken_of = {one.code for one in mentions(sign.zh)} & {one.code for one in mentions(sign.en)} if sign else set()
    return frozenset({code, *spoken_of})
