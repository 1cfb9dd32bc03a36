"""Danger signs that are not surely absent: asked alone, in other words, once; then a nurse is told which."""

from collections.abc import Iterable

from frontdesk.app.reception.session.events import Question
from frontdesk.app.reception.session.questions import DANGER, DANGER_ONE
from frontdesk.models import parsers, red_flags
from frontdesk.models.facts import Answer, Fact, Person, Record, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions

LIKELY = 0.5  # chance of a rule, by what was told earlier, from which its sign is not denied by a tile
NOT_KNOWN = (Status.UNKNOWN, Status.REFUSED)
DENIALS = (Answer.NO, Answer.NONE_OF_THESE)


def in_doubt(record: Record) -> str | None:
    """The sign that is to be asked about alone next."""
    return next((fact.code for fact in record if _is_open(fact)), None)


def _is_open(fact: Fact) -> bool:
    """Whether it is a sign of the page that nobody knows; words said there may leave other findings open too."""
    on_the_page = fact.asked == DANGER and fact.topic is Topic.FINDING and fact.code in knowledge().signs
    return on_the_page and fact.status in NOT_KNOWN


def still_in_doubt(facts: Iterable[Fact]) -> list[str]:
    """Signs that were asked about alone, and of which nobody knows."""
    return [fact.code for fact in facts if fact.asked == DANGER_ONE and fact.status in NOT_KNOWN]


def with_doubts(facts: Record, question: Question, said: str, earlier: tuple[str, ...], person: Person) -> Record:
    """The answer to a page of danger signs, as far as it can be believed.

    A sign that the words of the talk make likely is not denied. Who is not sure of a page is not sure of each of its
    signs: the likeliest is kept, the others stay open.
    """
    chances = _chances(question, said, earlier, person)
    unsure = [fact for fact in facts if _is_open(fact) and fact.code in chances]
    if unsure:
        kept = min(unsure, key=lambda fact: (-chances[fact.code], red_flags.LEVELS.index(_level(fact.code))))
        return tuple(fact for fact in facts if fact not in unsure or fact is kept)
    return tuple(_doubted(fact) if chances.get(fact.code) and _denies(fact) else fact for fact in facts)


def left_open(questions: Iterable[tuple[int, Question]], record: Record) -> frozenset[str]:
    """Signs of a page that nobody was sure of, once the one asked about alone is known."""
    page = next((q for _, q in reversed(tuple(questions)) if q.key == DANGER), None)
    codes = frozenset(signs_on(page) if page else ())
    alone = [fact for fact in record if fact.asked == DANGER_ONE and fact.code in codes]
    if not alone or still_in_doubt(alone):
        return frozenset()
    return codes - {fact.code for fact in record if fact.topic is Topic.FINDING}


def signs_on(question: Question) -> tuple[str, ...]:
    return tuple(o.key.removeprefix("sign:") for o in question.options if o.key.startswith("sign:"))


def _denies(fact: Fact) -> bool:
    return fact.asked == DANGER and fact.status is Status.ABSENT


def _doubted(fact: Fact) -> Fact:
    return fact.model_copy(update={"status": Status.UNKNOWN})


def _chances(question: Question, said: str, earlier: tuple[str, ...], person: Person) -> dict[str, float]:
    """How likely each sign on the page is by the words, one sign for a rule; 0 where it is only possible."""
    chances = dict.fromkeys(signs_on(question), 0.0)
    asserted = "".join(clause for clause in parsers.clauses(said) if not _only_denies(clause))
    for text, at_least in ((asserted, red_flags.POSSIBLE), *((text, LIKELY) for text in earlier)):
        for rule, (chance, named) in red_flags.told_of(text, person).items():
            of_rule = [code for code in chances if red_flags.BY_SIGN[code].slug == rule]
            code = next((code for code in of_rule if code in named), _nearest(of_rule, text))
            if code and chance >= at_least:
                chances[code] = max(chances[code], chance)
    return chances


def _nearest(of_rule: list[str], text: str) -> str | None:
    """Of the signs of a rule the first that is asked beside what the text names: blood in stool, not blood vomited."""
    findings = knowledge().findings
    own = [sign for one in mentions(text) if one.code in findings for sign in findings[one.code].signs]
    return next((sign for sign in own if sign in of_rule), next(iter(of_rule), None))


def _only_denies(clause: str) -> bool:
    named = mentions(clause)
    return parsers.plain_reply(clause) in DENIALS or (bool(named) and all(one.denied for one in named))


def _level(code: str) -> str:
    return red_flags.BY_SIGN[code].level
