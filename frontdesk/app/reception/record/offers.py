"""What the complaint told in words may be: findings to offer as tiles. Nothing of it is recorded until it is tapped."""

from typing import NamedTuple

from frontdesk.app.reception.record.screening import screening_items, suspected
from frontdesk.models import parsers
from frontdesk.models.allergies import without_allergies
from frontdesk.models.complaints import WORTH_OFFERING, nearest
from frontdesk.models.facts import Fact, Language, Person, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.mentions.anatomy import anatomy
from frontdesk.models.mentions.named import places
from frontdesk.models.reading.alone import VAGUE
from frontdesk.models.triage.hints import hints

MOST = 5
AGREES = 0.03  # chance from which the classifier agrees to what the words name
BESIDE_NAMED = 0.3  # chance of a finding that is offered beside one that the words name
SHORT = {Language.ZH: 12, Language.EN: 30}  # characters of "I do not feel well" with nothing beside it


class Offer(NamedTuple):
    """A finding's code, and the words that name it where they plainly do."""

    code: str
    quote: str | None


def offers(words: tuple[str, ...], person: Person) -> tuple[Offer, ...]:
    """At most five, those that are named first, then those that the words are most like."""
    text = " ".join(_told(one) for one in words)
    if not text.strip():
        return ()
    known = knowledge().findings
    heard, language = hints(text), parsers.language_of(text) or Language.ZH
    named = {fact.code: fact.quote for fact in heard if fact.code in known and fact.code not in VAGUE}
    if not named and any(fact.code in VAGUE for fact in heard) and len(text) <= SHORT[language]:
        return ()
    denied = {mention.code for mention in mentions(text) if mention.denied}
    at_least = BESIDE_NAMED if named else WORTH_OFFERING
    likely = nearest(text, most=2 * MOST, at_least=AGREES)
    like = [code for code in nearest(text, most=MOST, at_least=at_least) if code not in denied]
    like = [code for code in like if not is_elsewhere(code, text)]
    sure = [code for code in named if code in likely]  # "the stream is weak" names no weakness
    order = dict.fromkeys((*sure, *like, *named))
    quotes = {code: named[code] for code in sure}
    found = (Offer(code, quotes.get(code)) for code in order if code in known and code not in VAGUE)
    return tuple(one for one in found if known[one.code].may_be_had_by(person))[:MOST]


def is_elsewhere(code: str, text: str) -> bool:
    """Whether a finding is of a part of the body that shares nothing with the places told; never one of high risk."""
    known = knowledge()
    site = known.findings[code].site if code in known.findings and code not in known.high_risk else None
    lineages = (anatomy().lineage(place) for place in places(text))
    told = [next((known.sites[one] for one in line if one in known.sites), None) for line in lineages]
    felt = {zone for one in told for zone in (one.zones if one else ())}
    return bool(site and felt and known.sites[site].zones) and felt.isdisjoint(known.sites[site or ""].zones)


def _told(words: str) -> str:
    """The words without what is said of allergies and without questions, where anything else is told."""
    rest = without_allergies(words)
    for question in parsers.questions(rest):
        rest = rest.replace(question, " ")
    return words if parsers.empty(rest) else rest


def asked_next(text: str, person: Person) -> tuple[str, ...]:
    """Codes of the danger signs that would be asked about after `text`, told at the start of an interview."""
    likely = offers((text,), person)
    named = [offer.code for offer in likely if offer.quote] or [offer.code for offer in likely[:1]]
    possible = suspected((text,), (), person)
    told = Fact(topic=Topic.SAID, code="open", quote=text, asked="open")
    found = screening_items((told,), person, suspected=possible, likely=tuple(named), shown=frozenset())
    return tuple(one.sign for one in found)
