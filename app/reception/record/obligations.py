"""What must be known before a department is named: the danger this story makes possible, each met or still open."""

from collections.abc import Iterator

from app.reception.record.statements import complaints_of
from models.embedded import red_flags
from models.embedded.red_flags import RedFlag
from models.embedded.red_flags.flag import flag_of
from models.embedded.red_flags.rules import table
from models.facts import Fact, Person, Record, Relation, Sex, Status, Topic, Value
from models.knowledge.load import knowledge
from models.knowledge.schema import Sign

MOST = 6  # signs on the page
GROWN = 14  # years


class Obligation(Value):
    """A danger sign this story makes possible, because of a complaint told or of the words; `met` once it is answered."""

    sign: str
    because: str  # code of the complaint, or "words"
    met: bool


def obligations(
    record: Record, person: Person, *, suspected: tuple[int, ...], likely: tuple[str, ...], shown: frozenset[str]
) -> tuple[Obligation, ...]:
    """The signs that fit, what the words make possible first; `shown` are keys of tiles that stood on the screen."""
    told = {fact.code for fact in record if fact.topic is Topic.FINDING}
    possible: dict[str, str] = {}
    for code, because in (*_of_words(suspected, person), *_of_complaints(record, likely)):
        sign = knowledge().signs[code]
        same_rule = any(sign.rule and knowledge().signs[other].rule == sign.rule for other in possible)
        if fits(sign, person, record) and not (same_rule and because == "words"):
            possible.setdefault(code, because)
    answered = [code for code in possible if code in told or f"sign:{code}" in shown]
    open_still = [code for code in possible if code not in answered]
    room = max(0, MOST - len(answered))
    return (
        *(Obligation(sign=code, because=possible[code], met=True) for code in answered),
        *(Obligation(sign=code, because=possible[code], met=False) for code in open_still[:room]),
    )


def _of_words(suspected: tuple[int, ...], person: Person) -> Iterator[tuple[str, str]]:
    for rule in suspected:
        signs = (sign.code for sign in knowledge().signs.values() if sign.rule == rule)
        if (first := next(signs, None)) is not None:
            yield first, "words"


def _of_complaints(record: Record, likely: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Of what was tapped; where nothing was, of what the words most likely mean."""
    tapped = [fact.code for fact in complaints_of(record)]
    for code in tapped or likely:
        for sign in knowledge().findings[code].danger:
            yield sign, code


def fits(sign: Sign, person: Person, record: Record) -> bool:
    """Whether the sign can be so for this person and story; a limit of age, sex or pregnancy has to be known to hold."""
    when = sign.when
    if when is None:
        return True
    age = person.age
    grown = person.relation in (None, Relation.SELF, Relation.PARENT, Relation.SPOUSE) if age is None else None
    if when.age_from is not None and (age < when.age_from if age is not None else when.age_from > GROWN and not grown):
        return False
    if when.age_under is not None and (age >= when.age_under if age is not None else grown is not False):
        return False
    if when.sex is not None and sex_of(person, record) is not when.sex:
        return False
    if when.pregnant is not None and bool(person.pregnant) is not when.pregnant and not _may_be_pregnant(person, record):
        return False
    hours = lasted(record)
    return when.within_hours is None or hours is None or hours <= when.within_hours


def _may_be_pregnant(person: Person, record: Record) -> bool:
    of_age = person.age is None or 12 <= person.age <= 55
    return person.pregnant is None and sex_of(person, record) is Sex.FEMALE and of_age


def sex_of(person: Person, record: Record) -> Sex | None:
    """As told, or as the complaints leave it: a swollen prostate is a man's."""
    if person.sex or person.pregnant:
        return person.sex or Sex.FEMALE
    findings = knowledge().findings
    told = (findings[f.code].only for f in record if f.code in findings and f.status is Status.PRESENT)
    return next((sex for sex in told if sex), None)


def lasted(record: Record) -> float | None:
    """Hours since the complaint began, where it was told."""
    spans = (f.details.duration.hours for f in record if f.topic is Topic.DETAIL and f.details.duration)
    return next(spans, None)


def raised(facts: Record) -> Iterator[RedFlag]:
    """The red flags that tapped danger signs stand for."""
    for fact in facts:
        sign = knowledge().signs.get(fact.code) if fact.topic is Topic.FINDING else None
        if sign is not None and sign.rule is not None and fact.status is Status.PRESENT:
            yield flag_of(table()[sign.rule], ("tapped",), {"tapped": fact.quote})


def suspected(words: tuple[str, ...], record: Record, person: Person) -> tuple[int, ...]:
    """Rules that the words make possible and that no one is sure of, likeliest first."""
    found: dict[int, None] = {}
    for text in words:
        language = red_flags.language_of(text)
        found |= dict.fromkeys(red_flags.suspected(text, language=language, record=record, person=person))
    return tuple(found)


