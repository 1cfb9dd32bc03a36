"""What must be known before a department is named: the danger this story makes possible, met or still open."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import zip_longest

from frontdesk.app.reception.record.doubts import in_doubt
from frontdesk.app.reception.record.progress import returns
from frontdesk.app.reception.record.statements import (
    comes_back,
    complaints_of,
    grows_worse,
    has_fever,
    lasted,
    understood_words,
    words_of,
)
from frontdesk.app.reception.session.events import ScreeningItem
from frontdesk.models import parsers, red_flags
from frontdesk.models.ages import GROWN_UP_FROM, INFANT_UNDER
from frontdesk.models.allergies import without_allergies
from frontdesk.models.facts import Fact, Language, Person, Record, Relation, Sex, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import Sign
from frontdesk.models.mentions import denied_by_name, mentions, told_lately, told_now
from frontdesk.models.red_flags import RedFlag

MOST = 6  # signs on the page
COME_AGAIN = frozenset({"seizure", "fainting"})  # over within minutes, and asked about some weeks later
FEWEST = 3  # where words alone make danger possible, the likely complaint's own signs fill the page up to this
# Pains of the belly and the chest.
PAINS = frozenset(
    {"abdominal_pain", "stomach_pain", "lower_abdominal_pain", "right_lower_pain", "right_upper_pain", "chest_pain",
     "chest_tightness", "chest_pressure"}
)  # fmt: skip
CHILDREN = tuple(Person(relation=Relation.CHILD, age_months=months) for months in (1, 8, 30, 72, 120))
ANYBODY = (Person(relation=Relation.SELF), *CHILDREN)


def screening_items(
    record: Record,
    person: Person,
    *,
    suspected: tuple[str, ...],
    likely: tuple[str, ...],
    shown: frozenset[str],
    reopened: frozenset[str] = frozenset(),
    earlier: tuple[str, ...] = (),
    always: bool = False,
) -> tuple[ScreeningItem, ...]:
    """The signs that fit, what the words make possible first; of the complaint only where danger is asked about.

    `always`: of the complaint in any case, for a nurse or a model that asks about them.

    `shown` are keys of tiles that stood on the screen; `reopened` are signs among them that nobody was sure of;
    `earlier` are findings of an earlier visit that have grown worse.
    """
    doubt = in_doubt(record)
    told = ({fact.code for fact in record if fact.topic is Topic.FINDING} | denied(record)) - {doubt}
    signs = knowledge().signs
    asked = [code for code in signs if f"sign:{code}" in shown]
    labels = {fact for code in asked for fact in _says(signs[code])}
    possible: dict[str, str] = {}
    codes = _asked_of(record, person, likely, earlier, always or bool(suspected))
    passing = _told_always(record, person).keys() - _told_always(words_of(record), person)
    passing = {code for code in passing if set(knowledge().findings[code].signs).isdisjoint(asked)}
    for sign, because in (*_of_words(suspected, person, record, codes), *_of_findings(codes)):
        because = "words" if because in passing else because
        if fits(sign, person, record) and (sign.code in {*possible, *asked} or labels.isdisjoint(_says(sign))):
            labels |= _says(sign)
            possible.setdefault(sign.code, because)
    possible |= {code: "words" for code in asked if code not in possible}
    open_again = reopened - told | {doubt}
    met = [code for code in possible if code in told or (f"sign:{code}" in shown and code not in open_again)]
    of_words = [code for code, because in possible.items() if because == "words" and code not in met][:MOST]
    others = [code for code, because in possible.items() if because != "words" and code not in met]
    spent = len([code for code in met if possible[code] != "words"]) + len(of_words)
    left = (*of_words, *others[: max(0, MOST - spent)])
    return tuple(ScreeningItem(sign=code, because=possible[code], met=code in met) for code in (*met, *left))


def _says(sign: Sign) -> set[str]:
    """What marks the fact that it says, whichever the age: its words, and the sign it is the same as."""
    return {sign.zh, sign.same or sign.code}


def at_risk(record: Record, person: Person, likely: tuple[str, ...]) -> bool:
    """Whether the danger signs of the complaint are asked about: by each thing told of it, by what was tapped.

    They always are of somebody pregnant, of a baby in its first year, of a child with fever (NICE NG143 assesses each
    under five for serious illness; here every child), and where a complaint of high risk grows worse (a progressive
    headache is a red flag of SNNOOP10). A pain of the belly or the chest that comes back is asked about too: of fever
    and jaundice (Tokyo Guidelines 2018, NICE CG188 for gallstones), of black stool (NICE CG184 for dyspepsia), of what
    goes with chest pain (NICE CG95 for recent and recurring chest pain).
    """
    if person.pregnant or person.is_under(INFANT_UNDER) or (person.is_under(GROWN_UP_FROM) and has_fever(record)):
        return True
    if grows_worse(record) and any(fact.code in knowledge().high_risk for fact in complaints_of(record)):
        return True
    told = [parsers.normalise(fact.quote) for fact in words_of(record)] or [""]
    if _pain_returns(record, told):
        return True
    codes = frozenset([fact.code for fact in complaints_of(record)] or likely)
    return any(
        red_flags.makes_possible(
            text, language=parsers.language_of(text) or Language.ZH, person=person, complaints=codes
        )
        for text in told
    )


def _pain_returns(record: Record, told: list[str]) -> bool:
    """Whether a pain of the belly or the chest was told to come back or to grow worse."""
    pains = [fact for fact in complaints_of(record) if fact.code in PAINS]
    if pains and (grows_worse(record) or comes_back(record)):
        return True
    return any((pains or not PAINS.isdisjoint(one.code for one in told_now(text))) and returns(text) for text in told)


def turns_on_the_person(record: Record, person: Person, likely: tuple[str, ...]) -> bool:
    """Whether it depends on who is ill, or on how old a child is, which signs of those asked about fit.

    What is gravest (a tight chest) does not wait for who it is.
    """
    asked = _asked_of(record, person, likely)
    if person.age_told or (person.relation is None and not knowledge().always_asked.isdisjoint(asked)):
        return False
    anybody = CHILDREN if person.relation is Relation.CHILD else ANYBODY if person.relation is None else ()
    signs = [sign for sign, _ in _of_findings(asked)]
    return any(len({sign.when.may_hold(one) for one in anybody}) > 1 for sign in signs)


def denied(record: Record) -> set[str]:
    """What the patient's words plainly deny is asked no more."""
    said = (fact.quote for fact in understood_words(record))
    return {one.code for words in said for one in mentions(words) if one.denied}


def signs_of(rules: tuple[str, ...], person: Person) -> tuple[str, ...]:
    """The sign that is asked about first for each rule that may be."""
    return tuple(sign.sign for sign in screening_items((), person, suspected=rules, likely=(), shown=frozenset()))


def _asked_of(
    record: Record, person: Person, likely: tuple[str, ...], earlier: tuple[str, ...] = (), anyhow: bool = False
) -> tuple[str, ...]:
    """The findings whose danger is asked about: the gravest told, and the complaint where it is at risk."""
    complaints = tuple(fact.code for fact in complaints_of(record)) or likely
    always = [code for code in complaints if code in knowledge().always_asked]
    told = [code for code in _told_always(record, person) if code not in always]
    beside = complaints if anyhow or earlier or at_risk(record, person, likely) else ()
    return tuple(dict.fromkeys((*always, *told, *beside, *earlier)))


def _told_always(record: Iterable[Fact], person: Person) -> dict[str, None]:
    """Findings that words tell of, on whatever page, and whose danger is asked about whatever else is told.

    What later words deny by name was not meant: 抽了甲功, then 没抽搐啊.
    """
    told: dict[str, None] = {}
    for fact in understood_words(tuple(record)):
        text = parsers.normalise(without_allergies(fact.quote))
        told = {code: None for code in told if code not in denied_by_name(fact.quote)}
        told |= dict.fromkeys(one.code for one in told_now(text) if one.code in knowledge().always_asked)
        told |= dict.fromkeys(sorted(told_lately(text) & COME_AGAIN))
    return {code: None for code in told if knowledge().findings[code].may_be_had_by(person)}


def _of_words(
    suspected: tuple[str, ...], person: Person, record: Record, codes: tuple[str, ...]
) -> Iterator[tuple[Sign, str]]:
    """One sign for each rule that the words make possible, then as many more of theirs as the page needs.

    What the complaint's own list does not hold is asked only of whom it surely fits, and where its words say all of it.
    """
    own = {sign for code in codes for sign in knowledge().findings[code].signs}
    under = own | _under_what_is_told(record)
    of_rule = [[knowledge().signs[code] for code in red_flags.RULES[rule].signs] for rule in suspected]
    by_rule = [
        [
            s
            for s in signs
            if fits(s, person, record)
            and (s.code in own or surely_fits(s, person, record))
            and (s.code in under or not s.given)
        ]
        for signs in of_rule
    ]
    newly = _new_after(
        {one.code for fact in understood_words(record) for one in told_now(parsers.normalise(fact.quote))}
    )
    by_rule = [sorted(signs, key=lambda sign: sign.code not in newly) for signs in by_rule]
    yield from ((signs[0], "words") for signs in by_rule if signs)
    later = [sign for signs in by_rule for sign in signs[1:]]
    yield from ((sign, "words") for sign in later[: max(0, FEWEST - sum(map(bool, by_rule)))])


def _under_what_is_told(record: Record) -> set[str]:
    """The signs beside all that is told, complaint or not: a fever, of whoever says that they are on chemotherapy."""
    told = {fact.code for fact in record if fact.status is Status.PRESENT and not fact.past}
    told |= {one.code for fact in understood_words(record) for one in told_now(parsers.normalise(fact.quote))}
    findings = knowledge().findings
    return _new_after(told) | {sign for code in told & findings.keys() for sign in findings[code].signs}


def _new_after(told: set[str]) -> set[str]:
    """The signs that what an illness left is new or worse, where that illness is told."""
    rules = (rule for rule in red_flags.RULES.values() if not told.isdisjoint(rule.left_by))
    return {sign for rule in rules for sign in rule.signs if knowledge().signs[sign].given}


def _of_findings(codes: tuple[str, ...]) -> Iterator[tuple[Sign, str]]:
    """The first sign of each, then the second of each, and so on."""
    known = knowledge()
    lists = [[(known.signs[sign], code) for sign in known.findings[code].signs] for code in dict.fromkeys(codes)]
    for rank in zip_longest(*lists):
        yield from (pair for pair in rank if pair is not None)


def fits(sign: Sign, person: Person, record: Record) -> bool:
    """Whether nothing known of this person and story speaks against the sign."""
    known = person.model_copy(update={"sex": sex_of(person, record)})
    return sign.when.may_hold(known, lasted(record)) and not red_flags.BY_SIGN[sign.code].is_excluded_by(known)


def surely_fits(sign: Sign, person: Person, record: Record) -> bool:
    """Whether sex, a pregnancy and childhood are known where the sign is of one of them alone."""
    grown = sign.when.age_under is None or sign.when.age_under > GROWN_UP_FROM
    child = person.age_told or person.relation is Relation.CHILD
    return (
        (sign.when.sex is None or sex_of(person, record) is sign.when.sex)
        and (not red_flags.BY_SIGN[sign.code].of_pregnant or bool(person.pregnant))
        and (grown or child)
    )


def of_another_person(person: Person, record: Record, fact: Fact) -> bool:
    """A sign that was denied before it was known who is ill, and that this person cannot have."""
    sign = knowledge().signs.get(fact.code) if fact.topic is Topic.FINDING else None
    return sign is not None and fact.status is Status.ABSENT and not fits(sign, person, record)


def sex_of(person: Person, record: Record) -> Sex | None:
    """As told, or as the complaints leave it: a swollen prostate is a man's."""
    if person.sex or person.pregnant:
        return person.sex or Sex.FEMALE
    findings = knowledge().findings
    told = (findings[f.code].only for f in record if f.code in findings and f.status is Status.PRESENT)
    return next((sex for sex in told if sex), None)


def is_pregnant(person: Person, record: Record) -> bool:
    """As told, or as what she comes for leaves no doubt: a check-up in pregnancy."""
    findings = knowledge().findings
    here = (findings[f.code] for f in record if f.code in findings and f.status is Status.PRESENT and not f.past)
    return bool(person.pregnant) or any(one.in_pregnancy for one in here)


def raised(facts: Iterable[Fact], held: Iterable[str] = ()) -> Iterator[RedFlag]:
    """The red flags that tapped danger signs stand for, graver where of what is `held` something adds to them."""
    quotes: dict[str, list[str]] = {}
    for fact in facts:
        if (rule := red_flags.rule_of(fact)) is not None:
            quotes.setdefault(rule, []).append(fact.quote)
    for rule, told in quotes.items():
        yield red_flags.of_rule(rule, red_flags.ELLIPSIS.join(dict.fromkeys(told)), tuple(held))


def suspected(
    words: tuple[str, ...], record: Record, person: Person, *, later: bool = False, cries: bool = True
) -> tuple[str, ...]:
    """Rules that the words make possible and none of which is sure, likeliest first.

    `later`: danger has been asked about before; only what is likelier is asked about once more. `cries` as in `check`.
    """
    facts = tuple(fact for fact in record if fact.topic is not Topic.SAID)
    return tuple(dict.fromkeys(rule for text in words for rule in _suspected(text, facts, person, later, cries)))


@lru_cache(maxsize=1024)
def _suspected(text: str, record: Record, person: Person, later: bool, cries: bool) -> tuple[str, ...]:
    """What was said is looked at again in every later turn."""
    language = parsers.language_of(text) or Language.ZH
    return red_flags.suspected(
        parsers.normalise(text), language=language, record=record, person=person, later=later, cries=cries
    )
