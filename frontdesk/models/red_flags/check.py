"""What alarms now, and what only may be: the rules over the record, the classifier over the words; in every mode."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from frontdesk.models import parsers
from frontdesk.models.complaints import behind_denials, without_asides
from frontdesk.models.facts import Fact, Language, Person, Record, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import Mention, mentions, not_of_now, told_now, without
from frontdesk.models.mentions.vocabulary import VAGUE
from frontdesk.models.red_flags.classifier import chances
from frontdesk.models.red_flags.complaint import of_the_complaint
from frontdesk.models.red_flags.flag import QUOTE_LENGTH, RedFlag, of_rule, quoted, urgency
from frontdesk.models.red_flags.lasting import is_long_there, lasting, long_there, rules_long_there
from frontdesk.models.red_flags.regimens import chances_beside_regimens
from frontdesk.models.red_flags.rules import BY_SIGN, RULES, VALUES, WISH_TO_DIE
from frontdesk.models.red_flags.statements import holding, hours, measured
from frontdesk.models.red_flags.thresholds import (
    ASKED_OF_RULE,
    LATER,
    OF_ONE,
    POSSIBLE,
    SHARED,
    TOGETHER,
    UNNAMED,
    VALUES_FROM,
    Alarm,
    alarm,
    asks,
)

HEARD_WITH_IT = 2  # utterances before the newest that are heard with it
SUSPECTED_AT_MOST = 3
CARRIED = 0.5  # of a rule's chance is given by what denies it, from which on the rest of the words decides
LEFT = 0.5  # of the chances at least, once those that age, sex or pregnancy exclude are taken out
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
    the last of those before it, `earlier`, whose danger has not been denied since. What is said beside the complaint
    (who it is, that the family thinks nothing of it) and a denial before it lower no chance. The caller raises each
    rule once.
    `cries`: a short text may be a cry for help; it is none where a name was asked for.
    """
    together = _BETWEEN[language].join((*earlier[-HEARD_WITH_IT:], text)) if earlier and text else ""
    there = long_there((*earlier, text))
    record = tuple(fact for fact in record if not is_long_there(fact, there))
    by_words: list[RedFlag] = []
    bare = without_asides(text)
    for words in dict.fromkeys((text, bare, behind_denials(bare))):
        if words and not by_words:
            by_words += _of_words(words, alarm(words, language, cries=cries), person, record, there)
    if together and not by_words:
        by_words += (
            flag for flag in _of_words(together, TOGETHER, person, record, there) if flag.rule not in _denied(record)
        )
    flags = {flag.rule: flag for flag in (*by_words, *_of_record(record, person))}
    return tuple(sorted(flags.values(), key=urgency))


def suspected(
    text: str,
    *,
    language: Language,
    record: Record = (),
    person: Person = Person(),  # noqa: B008  (frozen)
    later: bool = False,
    cries: bool = True,
) -> tuple[str, ...]:
    """The rules that `text` makes possible but not sure, likeliest first, at most three: their signs are asked about.

    None where the words make danger as a whole too unlikely to ask about. `later`: danger has been asked about, or a
    department named; only what is likelier is asked about then, unless the words name it. Not among them: rules that
    alarm already, and those that the age, the sex or a pregnancy known exclude.
    """
    complaints = {one.code for one in told_now(text)}
    if not makes_possible(text, language=language, person=person, complaints=complaints):
        return ()
    alarms = {flag.rule for flag in check(text, language=language, record=record, person=person, cries=cries)}
    named = {flag.rule for flag in _of_record(_stated(told_now(text), text), person)}
    told = _possible(of_the_complaint(text), person)
    supported = _supported(told, complaints)
    at_least = POSSIBLE if any(code in _with_signs() for code in complaints) else ASKED_OF_RULE
    old = rules_long_there(text, lasting(text))
    supported -= {rule for rule in supported - named if RULES[rule].private}  # not asked on a faint hint
    likely = {
        rule: chance
        for rule, chance in told.items()
        if rule not in alarms
        and (
            chance >= LATER
            or (rule in old and not later)
            or (rule in supported and chance >= at_least and (not later or rule in named))
        )
    }
    return tuple(sorted(likely, key=lambda rule: (rule not in old, -likely[rule]))[:SUSPECTED_AT_MOST])


def makes_possible(text: str, *, language: Language, person: Person, complaints: Collection[str]) -> bool:
    """Whether danger is asked about, by the normalised words told of the complaints; "" where none were."""
    if not text:
        return asks(text, 0.0, language, complaints)
    named, heard = told_now(text), _possible(of_the_complaint(text), person)
    chance = sum(heard[rule] for rule in _supported(heard, {one.code for one in named}))
    likely = max(heard.values(), default=0.0) >= LATER
    return likely or bool(_of_record(_stated(named, text), person)) or asks(text, chance, language, complaints)


def _supported(rules: Iterable[str], named: Collection[str]) -> set[str]:
    """The rules that something named tells of, or is asked about beside; all of them where nothing is named."""
    return {rule for rule in rules if not named or not _signs_of(rule).isdisjoint(named)}


def chance(rule: str, text: str, person: Person) -> float:
    """How likely the words tell of this rule; 0 where age, sex or pregnancy exclude it."""
    return 0.0 if RULES[rule].is_excluded_by(person) else chances_beside_regimens(text).get(rule, 0.0)


def alarming(code: str) -> bool:
    """Whether the statement, told alone, raises a red flag."""
    sign = knowledge().signs.get(code)
    return bool(sign and sign.alone) or any(
        rule.when and rule.when.because((code,)) is not None for rule in RULES.values()
    )


def rule_of(fact: Fact) -> str | None:
    """The rule that a danger sign raises: told anywhere, or tapped where danger was asked about."""
    sign = knowledge().signs.get(fact.code) if fact.topic is Topic.FINDING else None
    present = fact.status is Status.PRESENT and not fact.past
    return BY_SIGN[sign.code].slug if sign and present and (sign.alone or fact.asked in DANGER_PAGES) else None


def told_of(text: str, person: Person) -> dict[str, tuple[float, frozenset[str]]]:
    """The chance that the words tell of each rule, 1 where they name what is one alone, and what they name of it."""
    heard = parsers.normalise(text)
    told = {rule: (chance, frozenset[str]()) for rule, chance in _possible(heard, person).items()}
    of_then = not_of_now(heard)
    for fact in _stated(tuple(one for one in mentions(heard) if one not in of_then), heard):
        for flag in _of_record((fact,), person):
            told[flag.rule] = (1.0, told.get(flag.rule, (0.0, frozenset()))[1] | {fact.code})
    return told


@lru_cache(maxsize=512)  # of the same record for every text that is held beside it
def _of_record(record: Record, person: Person) -> tuple[RedFlag, ...]:
    return tuple(_held(record, person))


def _held(record: Record, person: Person) -> Iterator[RedFlag]:
    held, lasting = holding(record, person), hours(record)
    for fact in record:
        raised = rule_of(fact)
        if raised is not None and knowledge().signs[fact.code].when.may_hold(person, lasting):
            yield of_rule(raised, fact.quote, held)
    for rule in RULES.values():
        if rule.when and (because := rule.when.because(held)):
            yield of_rule(rule.slug, quoted(because, held), held)


def _denied(record: Record) -> set[str]:
    """The rules of danger signs that were asked about and are not so."""
    return {BY_SIGN[fact.code].slug for fact in record if fact.code in BY_SIGN and fact.status is Status.ABSENT}


@lru_cache(maxsize=512)
def _stated(named: tuple[Mention, ...], text: str) -> Record:
    """What is named and not denied, as if it were stated: for the rules beside the classifier."""
    quote = text[:QUOTE_LENGTH].strip()
    return tuple(Fact(topic=one.topic, code=one.code, quote=quote) for one in named if not one.denied)


def _of_words(text: str, least: Alarm, person: Person, record: Record, there: frozenset[str]) -> Iterator[RedFlag]:
    """By the classifier where it is sure, or less where the words name a part of the rules that it hears."""
    if at_once := named_at_once(text):
        yield from at_once
        return
    now = tuple(one for one in told_now(text) if one.code not in there)
    old = rules_long_there(text, there)
    told = {rule: chance for rule, chance in _possible(text, person).items() if rule not in old}
    likely = _with_background(told, text, record, person)
    total, quote = sum(likely.values()), text[:QUOTE_LENGTH].strip()
    named = {one.code for one in now}
    supported = {rule: chance for rule, chance in likely.items() if named & _own(rule)}
    bears_out = max(likely.values(), default=0.0) >= UNNAMED or max(supported.values(), default=0.0) >= OF_ONE
    sure = total >= least.sure and bears_out
    if sure or sum(supported.values()) >= least.supported:
        heard = likely if sure else supported
        yield of_rule(max(heard, key=lambda rule: heard[rule]), quote)
    else:
        outright = (flag for flag in _of_record(_stated(now, text), person) if flag.rule in likely)
        yield from (f for f in outright if total >= least.outright or likely[f.rule] >= least.of_its_rule)
    yield from (flag for flag in _of_record(_stated(mentions(text), text), person) if RULES[flag.rule].heard_by_name)
    values = holding((), person) | dict.fromkeys(measured(text), quote)
    dangerous = RULES[VALUES].when
    if dangerous and sum(chances(text, values=True).values()) >= VALUES_FROM and dangerous.because(values):
        yield of_rule(VALUES, quote, values)


def _with_background(likely: Mapping[str, float], text: str, record: Record, person: Person) -> Mapping[str, float]:
    """Without the rules of a background that nothing told shows: a fever alone is none of low immunity."""
    held = holding((*record, *_stated(mentions(text), text)), person)
    lacking = {rule for rule in likely if (known := RULES[rule].background) and known.because(held) is None}
    return {rule: chance for rule, chance in likely.items() if rule not in lacking} if lacking else likely


def named_at_once(text: str) -> tuple[RedFlag, ...]:
    """What no answer beside it denies and nobody waits for: "No! He is not breathing"."""
    of_then = not_of_now(text)
    named = tuple(one for one in mentions(text) if one.code in _at_once() and one not in of_then)
    return _of_record(_stated(named, text), Person())


def says_so(rule: str, text: str) -> bool:
    """Whether the normalised text names something that the rule combines as it is now."""
    return not RULES[rule].named.isdisjoint(one.code for one in told_now(text))


@cache
def _at_once() -> frozenset[str]:
    return frozenset(sign for sign, rule in BY_SIGN.items() if rule.at_once)


@lru_cache(maxsize=512)  # what was said is looked at again in every later turn
def _possible(text: str, person: Person) -> Mapping[str, float]:
    """The chances of the rules but for that of values, which are read, not guessed.

    A rule whose sign the words deny, or tell of as long ago or another's, has the chance that the rest of them gives
    it: "no thoughts of suicide". What age, sex or pregnancy exclude is taken out, and the others are as likely as they
    are without it.
    """
    every, spoken, denied = chances_beside_regimens(text), mentions(text), not_of_now(text)
    if absent := {one.code for one in denied} - {one.code for one in spoken if one not in denied} - VAGUE:
        rest = chances(without(text, tuple(one for one in denied if one.code in absent)))
        lost = {rule: rest.get(rule, 0.0) for rule in every if absent & _signs_of(rule)}
        every |= {rule: chance for rule, chance in lost.items() if chance < every[rule] * CARRIED}
    despair = tuple(one for one in spoken if one.code == "hopelessness" and not one.denied)
    if despair and not any(one.code == "wants_to_die" and not one.denied for one in spoken):  # it has a rule of its own
        every[WISH_TO_DIE] = chances(without(text, (*denied, *despair))).get(WISH_TO_DIE, 0.0)
    excluded = {rule for rule in every if RULES[rule].is_excluded_by(person)}
    left = max(1 - sum(every[rule] for rule in excluded), LEFT)
    return MappingProxyType(
        {rule: chance / left for rule, chance in every.items() if rule != VALUES and rule not in excluded}
    )


@cache
def _signs_of(rule: str) -> frozenset[str]:
    """What tells of a rule: its signs, what they are asked about beside, and what it combines."""
    row = RULES[rule]
    return row.named | {one.code for one in knowledge().findings.values() if not {*row.signs}.isdisjoint(one.signs)}


@cache
def _own(rule: str) -> frozenset[str]:
    """What a rule looks at and few others do: a fever tells of no stiff neck."""
    looked_at = Counter(code for row in RULES.values() for code in row.named)
    return frozenset(code for code in RULES[rule].named if looked_at[code] < SHARED)


@cache
def _with_signs() -> frozenset[str]:
    return frozenset(code for code, finding in knowledge().findings.items() if finding.signs)
