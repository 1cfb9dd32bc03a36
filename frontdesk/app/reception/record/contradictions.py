"""What was denied though it was told: for the doctor to ask about, once, and never a bare "none" beside it."""

from frontdesk.app.reception.record.speaks_of import PAGES, speaks_of
from frontdesk.app.reception.record.statements import understood_words
from frontdesk.app.reception.session.questions import HISTORY
from frontdesk.models.facts import Fact, Record, Relation, Status, Topic
from frontdesk.models.reading.histories import named

PAGE_OF = {topic: page for page, topic in HISTORY.items()}


def contradicted(fact: Fact, record: Record) -> bool:
    """Whether it says that there is none, of a kind or of one thing, and something told says otherwise."""
    if fact.code == "none":
        others = (one for one in record if one.topic is fact.topic and one.code not in ("none", "any"))
        coded = any(one.status in (Status.PRESENT, Status.UNKNOWN) for one in others)
        return coded or any(_is_spoken_of(fact, said) for said in _other_words(fact, record))
    page = PAGE_OF.get(fact.topic)
    if page is None or fact.status is not Status.ABSENT:
        return False
    words = _other_words(fact, record)
    return any(
        one.code == fact.code for said in words for one in named(fact.topic, said.quote, asked=said.asked == page)
    )


def is_superfluous(fact: Fact, record: Record) -> bool:
    """A denial that something of the kind takes the place of: an allergy that is an intolerance, words that say it."""
    if fact.topic is Topic.ALLERGY and fact.status is Status.ABSENT and fact.code != "none":
        return any(one.topic is Topic.INTOLERANCE and one.code == fact.code for one in record)
    if fact.code != "none" or contradicted(fact, record):
        return False
    return any(one.asked == PAGE_OF.get(fact.topic) and one.turn == fact.turn for one in understood_words(record))


def _other_words(fact: Fact, record: Record) -> list[Fact]:
    return [one for one in understood_words(record) if one.turn != fact.turn]


def _is_spoken_of(fact: Fact, said: Fact) -> bool:
    """Allergies are coded wherever they are told; words of side effects are none."""
    part = PAGES.get(PAGE_OF.get(fact.topic, "")) if fact.topic is not Topic.ALLERGY else None
    return part is not None and part in speaks_of(said.quote, Relation.SELF, said.asked)
