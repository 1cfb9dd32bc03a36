"""What the complaint told in words may be: findings to offer as tiles. Nothing of it is recorded until it is tapped."""

from typing import NamedTuple

from app.reception.record.questions import suits
from models.embedded.everyday import nearest
from models.embedded.understanding import understand
from models.facts import Fact, Language, Person, Status, Topic
from models.knowledge.load import knowledge

MOST = 5
VAGUE = frozenset({"unwell", "pain_somewhere"})


class Offer(NamedTuple):
    """A finding's code, and the words that name it where they plainly do."""

    code: str
    quote: str | None


def offers(words: tuple[str, ...], person: Person, language: Language) -> tuple[Offer, ...]:
    """At most five, those that are named first, then those that the words are most like."""
    text = " ".join(words)
    if not text.strip():
        return ()
    named = {f.code: f.quote for f in hints(text, language) if f.topic in (Topic.FINDING, Topic.REQUEST)}
    like = (code for code in nearest(text, most=MOST) if code not in named)
    known = knowledge().findings
    found = [Offer(code, named.get(code)) for code in (*named, *like) if code in known and code not in VAGUE]
    return tuple(one for one in found if suits(known[one.code], person))[:MOST]


def hints(text: str, language: Language) -> tuple[Fact, ...]:
    """Facts the words seem to tell: features for the classifiers, never a record."""
    heard = understand(text, language=language)
    return tuple(fact for fact in heard.facts if fact.status is Status.PRESENT and not fact.past)
