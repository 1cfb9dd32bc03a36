"""Checks a patient's words, and what is known so far, against the red-flag rules: plain code, in every mode."""

from collections.abc import Iterator

from models.embedded.red_flags.besides import heard_besides, possible
from models.embedded.red_flags.flag import RedFlag, flag_of, urgency
from models.embedded.red_flags.passages import readings
from models.embedded.red_flags.rules import RULES, SPEAKING_FOR, table
from models.embedded.red_flags.signs import without_gasps
from models.embedded.red_flags.standing import meanings, signs_standing
from models.embedded.red_flags.who import BACKGROUND, known_of
from models.facts import Language, Person, Record


def check(
    text: str,
    *,
    language: Language,
    record: Record = (),
    person: Person = Person(),  # noqa: B008  (frozen)
    earlier: tuple[str, ...] = (),
    besides: bool = True,
    answer: bool = False,
    turn: int | None = None,
) -> tuple[RedFlag, ...]:
    """The rules that hold after `text`, the patient's newest normalised words, worst first.

    `earlier` are the utterances before it, oldest first: signs add up over turns, and one that is denied later no
    longer counts. So a rule that held in an earlier turn is returned again; the caller raises each rule once.
    Without `besides` only the rules are asked: what merely answers "how old?" is compared with no emergency. What is
    said in `answer` to a question has to be much like one. `turn` is the number of the newest utterance, if not all
    before it are in `earlier`.
    """
    exchange = tuple(map(without_gasps, (*earlier, text)))
    first = 1 if turn is None else max(1, turn - len(earlier))
    signs = signs_standing(exchange, record, person, first)
    flags = [
        flag_of(table()[rule], RULES[rule].because(near) or (), near)
        for rule in _holding(signs)
        if (near := _told_together(rule, signs, exchange, record, person, first)) is not None
    ]
    if besides:
        flags += heard_besides(exchange[-1], flags, signs, person, answer=answer)
    return tuple(sorted(flags, key=urgency))


def suspected(
    text: str,
    *,
    language: Language,
    record: Record = (),
    person: Person = Person(),  # noqa: B008  (frozen)
) -> tuple[int, ...]:
    """The rules that `text` makes possible but not sure, likeliest first, at most three: their signs are asked about.

    Not among them: rules that alarm already, and those that the age, the sex or a pregnancy known exclude.
    """
    signs = signs_standing((without_gasps(text),), record, person)
    alarms = {flag.rule for flag in check(text, language=language, record=record, person=person)}
    chances = possible(without_gasps(text), signs, person)
    likeliest = sorted(chances.keys() - alarms, key=lambda rule: -chances[rule])
    return tuple(likeliest[:_SUSPECTED_AT_MOST])


_SUSPECTED_AT_MOST = 3


def by_rules(text: str) -> tuple[int, ...]:
    """The rules that hold after `text` alone, by their signs."""
    return tuple(_holding(signs_standing((text,), (), Person())))


def alarming(code: str) -> bool:
    """Whether the finding, told alone, raises a red flag."""
    signs = known_of(dict.fromkeys(meanings().get(code, ()), code), Person())
    return next(_holding(signs), None) is not None


def _holding(signs: dict[str, str]) -> Iterator[int]:
    """The rules that hold; most have none of their signs and need no weighing."""
    for rule, names in SPEAKING_FOR.items():
        if not names.isdisjoint(signs) and RULES[rule].because(signs):
            yield rule


def _told_together(
    rule: int, signs: dict[str, str], exchange: tuple[str, ...], record: Record, person: Person, first: int
) -> dict[str, str] | None:
    """The signs among which the rule holds: of one passage of a letter, and of who is ill; None if far apart."""
    ways = readings(exchange)
    lasting = {name: words for name, words in signs.items() if name in BACKGROUND}
    for reading in ways:
        told_there = tuple(fact for fact in record if any(fact.quote in passage for passage in reading))
        there = signs_standing(reading, told_there, person, first)
        near = lasting | {name: words for name, words in there.items() if name not in BACKGROUND}
        if RULES[rule].because(near) is not None:
            return near
    return None if ways else signs
