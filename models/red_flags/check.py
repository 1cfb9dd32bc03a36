"""What alarms now, and what only may be: the rules over the record, the classifier over the words; in every mode."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from models import parsers
from models.facts import Fact, Language, Person, Record, Status, Topic
from models.knowledge.load import knowledge
from models.mentions import mentions, without
from models.mentions.vocabulary import VAGUE
from models.red_flags.classifier import chances
from models.red_flags.flag import QUOTE_LENGTH, RedFlag, of_rule, quoted, urgency
from models.red_flags.regimens import chances_beside_regimens
from models.red_flags.rules import NAMED, RULES, VALUES, WISH_TO_DIE, of_nobody_such
from models.red_flags.statements import holding, hours, measured

# Chances by the classifier, set on evaluation/cases/danger_{zh,en}_a.jsonl and on the openings of the everyday
# simulated patients so that at most two in a hundred ordinary texts alarm; `python -m evaluation.red_flags` has the
# figures.
SURE = 0.93  # of any emergency: it alarms
WITH_A_RULE = 0.5  # of any emergency, where what the words name makes a rule hold as well
SURE_OF_SHORT = 0.6  # of a text no longer than a cry for help
SHORT = {Language.ZH: 16, Language.EN: 40}  # characters
POSSIBLE = 0.05  # of one rule: its sign is asked about
LATER = 0.2  # of one rule, by what is told once danger has been asked about: it is asked about again
MORE = 0.01  # so much surer it has to be of what was told over several utterances: ordinary talk adds up as well
TOGETHER = 2  # utterances before the newest that are heard with it
VALUES_FROM = 0.2  # of any emergency, where the words hold values in the danger range
SUSPECTED_AT_MOST = 3
CARRIED = 0.5  # of a rule's chance is given by what denies it, from which on the rest of the words decides
DANGER_PAGES = frozenset({"danger", "danger_one"})  # keys of the questions that danger signs stand on
_BETWEEN = {Language.ZH: "，", Language.EN: ". "}


def check(
    text: str,
    *,
    language: Language,
    record: Record = (),
    person: Person = Person(),  # noqa: B008  (frozen)
    earlier: tuple[str, ...] = (),
    cries: bool = True,
) -> tuple[RedFlag, ...]:
    """The rules that hold, worst first.

    By the record: danger signs that are present, and combinations of statements, age, sex, pregnancy and values.
    By the words alone: where the classifier is sure of `text`, the newest utterance, normalised, by itself or behind
    the last of those before it, `earlier`, whose danger has not been denied since. The caller raises each rule once.
    `cries`: a short text may be a cry for help; it is none where a name was asked for.
    """
    together = _BETWEEN[language].join((*earlier[-TOGETHER:], text)) if earlier else ""
    by_words: list[RedFlag] = []
    if text:
        by_words += _of_words(text, SURE_OF_SHORT if cries and len(text) <= SHORT[language] else SURE, person)
    if together and not by_words:
        by_words += (flag for flag in _of_words(together, SURE + MORE, person) if flag.rule not in _denied(record))
    flags = {flag.rule: flag for flag in (*by_words, *_of_record(record, person))}
    return tuple(sorted(flags.values(), key=urgency))


def suspected(
    text: str,
    *,
    language: Language,
    record: Record = (),
    person: Person = Person(),  # noqa: B008  (frozen)
    at_least: float = POSSIBLE,
    cries: bool = True,
) -> tuple[int, ...]:
    """The rules that `text` makes possible but not sure, likeliest first, at most three: their signs are asked about.

    `at_least`: the chance from which a rule is possible that the words do not name. Not among them: rules that alarm
    already, and those that the age, the sex or a pregnancy known exclude.
    """
    alarms = {flag.rule for flag in check(text, language=language, record=record, person=person, cries=cries)}
    likely = _possible(text, person)
    named = {flag.rule for flag in _of_record(_named(text), person)}
    possible = (rule for rule in likely if likely[rule] >= (POSSIBLE if rule in named else at_least))
    rules = (rule for rule in possible if rule not in alarms)
    return tuple(sorted(rules, key=lambda rule: -likely[rule])[:SUSPECTED_AT_MOST])


def chance(rule: int, text: str, person: Person) -> float:
    """How likely the words tell of this rule; 0 where age, sex or pregnancy exclude it."""
    return 0.0 if of_nobody_such(rule, person) else chances_beside_regimens(text).get(rule, 0.0)


def alarming(code: str) -> bool:
    """Whether the statement, told alone, raises a red flag."""
    sign = knowledge().signs.get(code)
    return bool(sign and sign.alone) or any(rule.because((code,)) is not None for rule in RULES.values())


def rule_of(fact: Fact) -> int | None:
    """The rule that a danger sign raises: told anywhere, or tapped where danger was asked about."""
    sign = knowledge().signs.get(fact.code) if fact.topic is Topic.FINDING else None
    present = fact.status is Status.PRESENT and not fact.past
    return sign.rule if sign and present and (sign.alone or fact.asked in DANGER_PAGES) else None


def told_of(text: str, person: Person) -> dict[int, tuple[float, frozenset[str]]]:
    """The chance that the words tell of each rule, 1 where they name what is one alone, and what they name of it."""
    heard = parsers.normalise(text)
    told = {rule: (chance, frozenset[str]()) for rule, chance in _possible(heard, person).items()}
    for fact in _named(heard):
        for flag in _of_record((fact,), person):
            told[flag.rule] = (1.0, told.get(flag.rule, (0.0, frozenset()))[1] | {fact.code})
    return told


@lru_cache(maxsize=512)  # of the same record for every text that is held beside it
def _of_record(record: Record, person: Person) -> tuple[RedFlag, ...]:
    return tuple(_held(record, person))


def _held(record: Record, person: Person) -> Iterator[RedFlag]:
    held, lasting = holding(record, person), hours(record)
    for fact in record:
        rule = rule_of(fact)
        if rule is not None and knowledge().signs[fact.code].when.may_hold(person, lasting):
            yield of_rule(rule, fact.quote, held)
    for rule, condition in RULES.items():
        if because := condition.because(held):
            yield of_rule(rule, quoted(because, held), held)


def _denied(record: Record) -> set[int | None]:
    """The rules of danger signs that were asked about and are not so."""
    signs = knowledge().signs
    return {signs[fact.code].rule for fact in record if fact.code in signs and fact.status is Status.ABSENT}


@lru_cache(maxsize=512)
def _named(text: str) -> Record:
    """What the words name and do not deny, as if it were stated: for the rules beside the classifier."""
    return tuple(
        Fact(topic=one.topic, code=one.code, quote=text[:QUOTE_LENGTH].strip())
        for one in mentions(text)
        if not one.denied
    )


def _of_words(text: str, sure: float, person: Person) -> Iterator[RedFlag]:
    likely = _possible(text, person)
    quote = text[:QUOTE_LENGTH].strip()
    if sum(likely.values()) >= sure:
        yield of_rule(max(likely, key=lambda rule: likely[rule]), quote)
    elif sum(likely.values()) >= WITH_A_RULE:
        yield from (flag for flag in _of_record(_named(text), person) if flag.rule in likely)
    yield from (flag for flag in _of_record(_named(text), person) if flag.rule in NAMED)
    values = holding((), person) | dict.fromkeys(measured(text), quote)
    if sum(chances(text, values=True).values()) >= VALUES_FROM and RULES[VALUES].because(values):
        yield of_rule(VALUES, quote, values)


@lru_cache(maxsize=512)  # what was said is looked at again in every later turn
def _possible(text: str, person: Person) -> Mapping[int, float]:
    """The chances of the rules but for that of values, which are read, not guessed.

    A rule whose sign the words deny has the chance that the rest of them gives it: "no thoughts of suicide".
    """
    every, spoken = chances_beside_regimens(text), mentions(text)
    denied = tuple(one for one in spoken if one.denied)
    if absent := {one.code for one in denied} - {one.code for one in spoken if not one.denied} - VAGUE:
        rest = chances(without(text, tuple(one for one in denied if one.code in absent)))
        lost = {rule: rest.get(rule, 0.0) for rule in every if absent & _signs_of(rule)}
        every |= {rule: chance for rule, chance in lost.items() if chance < every[rule] * CARRIED}
    despair = tuple(one for one in spoken if one.code == "hopelessness" and not one.denied)
    if despair and not any(one.code == "wants_to_die" and not one.denied for one in spoken):  # it has a rule of its own
        every[WISH_TO_DIE] = chances(without(text, (*denied, *despair))).get(WISH_TO_DIE, 0.0)
    return MappingProxyType(
        {rule: chance for rule, chance in every.items() if rule != VALUES and not of_nobody_such(rule, person)}
    )


@cache
def _signs_of(rule: int) -> frozenset[str]:
    """What tells of a rule: its signs, what they are asked about beside, and what it combines."""
    alone = {sign.code for sign in knowledge().signs.values() if sign.rule == rule}
    beside = {finding.code for finding in knowledge().findings.values() if alone.intersection(finding.signs)}
    return frozenset(alone | beside) | (RULES[rule].named if rule in RULES else frozenset())
