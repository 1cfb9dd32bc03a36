"""What is still to be asked to tell the likely departments apart, of this patient and after what they have told."""

from functools import cache

from frontdesk.app.reception.record.screening import denied
from frontdesk.app.reception.record.statements import complaints_of, words_of
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.complaints import likeness
from frontdesk.models.facts import Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.triage import Triage
from frontdesk.models.triage.differential import differential
from frontdesk.models.triage.hints import hints

MAY_BE_MEANT = 0.01  # chance from which what the words may mean is near to the complaint


def still_apart(turn: Turn, answer: Triage, shown: frozenset[str]) -> tuple[str, ...]:
    """The findings of the page that tells the likely specialties apart; none where triage is settled.

    What was told, or denied, or stood on a tile before is not asked; nor what a danger sign that was shown speaks of.
    """
    record, findings = turn.record, knowledge().findings
    words = " ".join(fact.quote for fact in words_of(record))
    named = [fact.code for fact in (*complaints_of(record), *hints(words)) if fact.code in findings]
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


@cache
def _shown_by(tile: str) -> frozenset[str]:
    """The findings that somebody who has answered this tile takes for asked."""
    code = tile.rpartition(":")[2]
    sign = knowledge().signs.get(code) if tile.startswith("sign:") else None
    spoken_of = {one.code for one in mentions(sign.zh)} & {one.code for one in mentions(sign.en)} if sign else set()
    return frozenset({code, *spoken_of})
