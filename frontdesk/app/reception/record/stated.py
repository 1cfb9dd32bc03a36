"""What the reader read, as coded facts wherever it was said: symptoms, illnesses, medicines; the family's illnesses.

Only what knowledge has a code for becomes a fact, and only where the reader is sure of it or the scopes of the words
(`frontdesk.models.assertion`) say the same. All else stays in the patient's words.
"""

from collections.abc import Callable, Iterator

from frontdesk.models import parsers
from frontdesk.models.allergies import NotBorne, not_borne
from frontdesk.models.assertion import Assertion as Scoped
from frontdesk.models.assertion import is_circumstantial, lowered, scopes
from frontdesk.models.assertion.kin_not_known import is_not_known_of_kin
from frontdesk.models.complaints import nearest
from frontdesk.models.facts import Details, Fact, Language, Person, Record, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import Mention, mentions
from frontdesk.models.mentions.ambiguous import denied_as
from frontdesk.models.mentions.named import says_its_name
from frontdesk.models.parsers.writing import clauses, read
from frontdesk.models.reading import Assertion, Kind, Reading, Statement
from frontdesk.models.reading.alone import VAGUE
from frontdesk.models.specialists.medication.dose_told import dose_of
from frontdesk.models.specialists.medication.listing import never_taken

STATUSES = {
    Assertion.PRESENT: Status.PRESENT,
    Assertion.ABSENT: Status.ABSENT,
    Assertion.PAST: Status.PRESENT,
    Assertion.STOPPED: Status.PRESENT,
}
OVER = frozenset({Assertion.PAST, Assertion.STOPPED})
LIKELY, AGREES = 10, 0.03  # findings, and the least chance, by the classifier of complaints
OF_A_REACTION = frozenset({Kind.SYMPTOM, Kind.MEDICINE})
SAYS_THE_SAME = {
    Assertion.ABSENT: frozenset({Scoped.ABSENT}),
    Assertion.PAST: frozenset({Scoped.PAST, Scoped.RESOLVED}),
    Assertion.STOPPED: frozenset({Scoped.PAST, Scoped.RESOLVED, Scoped.ABSENT}),
    Assertion.OTHER_PERSON: frozenset({Scoped.SOMEBODY_ELSES}),
}


def stated(reading: Reading, said: str, asked: str | None, person: Person) -> Record:
    """The facts of an utterance; of two statements of one thing the later counts.

    `asked`: the page they were told on, None where it asks for the complaint. What a medicine or a food once did is
    told of that (`frontdesk.models.allergies`), and is neither taken nor a complaint.
    """
    reactions = not_borne(said, whose=person.relation)
    facts = {
        fact.key: fact
        for one in reading.statements
        if not (one.in_question or _is_of_a_reaction(one, said, reactions)) and (one.sure or _says_the_same(one, said))
        for fact in _facts(one, said, asked)
    }
    return tuple(facts.values())


def _is_of_a_reaction(one: Statement, said: str, reactions: tuple[NotBorne, ...]) -> bool:
    start = lowered(parsers.normalise(said)).find(lowered(one.quote))
    return one.kind in OF_A_REACTION and any(first <= start < last for first, last in (told.span for told in reactions))


def _says_the_same(one: Statement, said: str) -> bool:
    """Whether the scopes of the words assert it as the reader does."""
    text, quote = lowered(parsers.normalise(said)), lowered(one.quote)
    start = text.find(quote)
    language = parsers.language_of(said) or Language.ZH
    over = {scope.kind for scope in scopes(text, language) if scope.covers(start, start + len(quote))}
    if start < 0 or not over:
        return start >= 0 and one.status is Assertion.PRESENT
    return over <= SAYS_THE_SAME.get(one.status, frozenset())


def _facts(one: Statement, said: str, asked: str | None) -> Iterator[Fact]:
    if one.status is Assertion.OTHER_PERSON:
        yield from _of_the_family(one, said, asked)
    elif (status := STATUSES.get(one.status)) is not None:
        for topic, code, details, quote in _named(one, said):
            useless = topic is Topic.MEDICINE and not one.sure and code in {named.code for named in parsers.tried(said)}
            past = one.status in OVER or useless
            yield Fact(topic=topic, code=code, status=status, past=past, quote=quote, asked=asked, details=details)


def _named(one: Statement, said: str) -> Iterator[tuple[Topic, str, Details, str]]:
    """What is named in a statement, its code and words: by all that was said, "it burned" may be of something else."""
    if one.kind is Kind.SYMPTOM:
        for mention in _mentioned(one, said):  # the statement may hold a part of the name alone
            code = denied_as(mention, read(said).lower) if mention.denied else mention.code
            if code is not None:
                yield Topic.FINDING, code, Details(), max(one.quote, mention.words, key=len)
    elif one.kind is Kind.ILLNESS:
        yield from ((Topic.CONDITION, code, Details(), one.quote) for code in _both(one, said, parsers.conditions))
    elif one.kind is Kind.MEDICINE:
        words = {named.code: named.words for named in _taken_or_tried(one.quote)}
        for code in [code for code in _both(one, said, _taken_or_tried) if code not in never_taken(said)]:
            yield Topic.MEDICINE, code, Details(value=dose_of(words[code], said, one.start) or None), one.quote


def _is_sure(one: Statement, mention: Mention, said: str) -> bool:
    """A finding by its own name; where the reader is not sure of it, the classifier has to take it for likely."""
    if mention.topic is not Topic.FINDING or mention.code in VAGUE or mention.code not in knowledge().findings:
        return False
    return says_its_name(mention) and (one.sure or mention.code in nearest(said, most=LIKELY, at_least=AGREES))


def _taken_or_tried(words: str) -> tuple[parsers.Named, ...]:
    return (*parsers.medicines(words), *parsers.tried(words))


def _mentioned(one: Statement, said: str) -> Iterator[Mention]:
    start = lowered(parsers.normalise(said)).find(lowered(one.quote))
    for mention in mentions(said):
        inside = mention.start < start + len(one.quote) and start < mention.end
        if not inside or not _is_sure(one, mention, said) or mention.denied != (one.status is Assertion.ABSENT):
            continue
        if not (mention.denied and is_circumstantial(read(said).lower, mention.start, mention.end)):
            yield mention


def _both(one: Statement, said: str, named: Callable[[str], tuple[parsers.Named, ...]]) -> Iterator[str]:
    """Codes named in the statement; of what is there those alone that are the patient's in the whole of the words."""
    told = {each.code for each in named(said)}
    for each in named(one.quote):
        if one.status is not Assertion.PRESENT or each.code in told:
            yield each.code


def _of_the_family(one: Statement, said: str, asked: str | None) -> Iterator[Fact]:
    """In the words of the clause, which say whose it is."""
    if one.kind is Kind.ILLNESS:
        words = next((clause for clause in clauses(said) if one.quote in clause), one.quote).strip(" ,.;，。；、")
        if not is_not_known_of_kin(words):
            yield Fact(topic=Topic.FAMILY, code=words.lower(), quote=words, asked=asked)
