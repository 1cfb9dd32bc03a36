"""Values put right in words on the page of what the doctor will read: who it is, sex, age, which side, since when."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from frontdesk.app.reception.record.clauses import CUES, WORDS, Clause, clauses_of, sentences
from frontdesk.app.reception.record.lines_meant import SIDE, names_a_side, places_of
from frontdesk.app.reception.record.statements import complaints_of, words_of
from frontdesk.app.reception.record.timed import tells_of_the_complaint
from frontdesk.models import parsers
from frontdesk.models.facts import Details, Duration, Fact, Person, Record, Relation, Status, Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.mentions.named import places
from frontdesk.models.parsers.english import FILLERS
from frontdesk.models.parsers.numbers import number
from frontdesk.models.parsers.patterns import compiled
from frontdesk.models.parsers.persons import relatives
from frontdesk.models.parsers.writing import read

TIME = compiled([*WORDS["since"], "{zh}个?"])
LEADS = compiled(WORDS["leads"])  # to the time that is meant
IS = compiled([r"^\s*(?:is|was)\b", "^(?:其实|应该)*是"])
LONG_WORD = re.compile(r"[a-z]{4,}")
RATED = ("once", "twice", "times", "x")
SINCE = f"{Topic.DETAIL}:since"


# --- who the patient is ----------------------------------------------------------------------------------------------


def person_corrected(known: Person, said: str) -> tuple[Person | None, tuple[str, ...]]:
    """What is told of the patient in its place, and the lines that are only said to be wrong."""
    told = Person(relation=_relation(known, said))
    wrong: set[str] = set()
    for clause in clauses_of(said):
        if not _is_of_another(known, clause.words):
            told = told.updated(_told(known, clause))
            wrong |= set(_named(clause)) if clause.rejects else set()
    given = {name for name, value in told if value is not None}
    return told if told != Person() else None, tuple(f"person:{name}" for name in sorted(wrong - given))


def _told(known: Person, clause: Clause) -> Person:
    """Not what is asked, nor what stands there already where that is quoted, or said to be wrong."""
    rest, named, child = clause.meant, _named(clause), known.relation is Relation.CHILD
    if clause.asks:
        return Person()
    sex = parsers.sex(rest, asked=True) if "sex" in named else None
    age = parsers.age_months(rest, asked=False, child=child)
    if age is None and "age_months" in named:
        age = parsers.age_months(rest, asked=True, child=child)
    age = None if CUES["over"].search(rest) else age
    if clause.disputes:
        sex, age = None if sex is known.sex else sex, None if age == known.age_months else age
    return Person(sex=sex, age_months=age)


def _named(clause: Clause) -> tuple[str, ...]:
    sex = clause.says("sex") or parsers.own_sex(clause.words) is not None
    return tuple(name for name, says in (("sex", sex), ("age_months", clause.says("age"))) if says)


def _is_of_another(known: Person, words: str) -> bool:
    """Whether somebody else of the family is spoken of than the one who is ill."""
    return any(one.relation is not known.relation for one in relatives(words))


def _relation(known: Person, said: str) -> Relation | None:
    """Who is said to be ill; who is only named beside the patient is not: "his sister had it first"."""
    behind = [rest for clause in clauses_of(said) for rest in _behind_who(clause)]
    told = [parsers.relation(said), *(parsers.relation(rest, asked=True) for rest in behind)] if behind else []
    found = next((one for one in told if one), None)
    return found[0] if found and found[0] is not known.relation else None


def _behind_who(clause: Clause) -> Iterator[str]:
    """What stands behind the words that say who the patient is; those of a complaint are none: 接触过传染病人."""
    named = [(one.start, one.end) for one in mentions(clause.meant)]
    for cue in CUES["who"].finditer(clause.meant):
        if not any(start < cue.end() and cue.start() < end for start, end in named):
            yield IS.sub("", clause.meant[cue.end() :])


# --- which side, and since when --------------------------------------------------------------------------------------


class Corrected(NamedTuple):
    """`withdrawn`: the lines that are only said to be wrong, or are told anew; `clauses`: those that tell of them."""

    facts: tuple[Fact, ...] = ()
    withdrawn: tuple[str, ...] = ()
    clauses: tuple[Clause, ...] = ()


def side_corrected(record: Record, said: str, *, plainly: bool = True) -> Corrected:
    """The side in the place of the one told, or that the one told is wrong; the side of another place is none.

    Not `plainly`: only where something is taken back.
    """
    old = next((fact for fact in record if fact.key == SIDE and fact.details.side), None)
    if old is None:
        return Corrected()
    told, disputed, of_it = None, False, list[Clause]()
    for clause in clauses_of(said):
        if not names_a_side(clause.words) or not _is_of_its_place(record, clause):
            continue
        here = None if clause.asks else parsers.side(clause.meant)
        against = clause.disputes or clause.meant != clause.words
        disputed = disputed or against
        anew = here is not None and (here is not old.details.side or not against) and not clause.says("too")
        told = here if anew else told
        if anew or against:
            of_it.append(clause)
    takes_back = plainly or disputed or parsers.takes_back(parsers.normalise(said).lower())
    if told is not None and told is not old.details.side and takes_back:
        words = read(said).words(of_it[-1].start, of_it[-1].end)
        fact = old.model_copy(update={"details": Details(side=told), "quote": words, "turn": 0})
        return Corrected((fact,), (), tuple(of_it))
    wrong = told is None and any(one.rejects for one in of_it)
    return Corrected((), (SIDE,) if wrong else (), tuple(of_it) if disputed else ())


def _is_of_its_place(record: Record, clause: Clause) -> bool:
    """Whether no other place of the body is named than that of the complaint."""
    here = places(clause.words)
    findings = (fact for fact in record if fact.topic is Topic.FINDING and fact.status is Status.PRESENT)
    told = frozenset[str]().union(*(places(fact.quote) for fact in words_of(record)), *map(places_of, findings))
    return not here or bool(here & told)


def since_corrected(record: Record, said: str, *, now: datetime) -> Corrected:
    """The time in the place of the one told, or that the one told is wrong; times of other things are none."""
    line = next((fact for fact in record if fact.key == SINCE), None)
    old = (line.details.duration or parsers.duration(line.quote, now=now)) if line else None
    told, wrong, of_it = None, False, list[Clause]()
    disputed = again = False  # a time was, in this clause or one before it; the one that stands is told again
    for sentence in sentences(said):
        put_right = any(_denies_another(one) or one.rejects for one in sentence)
        anywhere = any(map(_denies_another, sentence))
        for clause in _of_the_complaint(sentence, record):
            lasting = None if clause.asks else _lasting(clause.meant, now, anywhere=anywhere)
            against = _disputes_a_time(clause, now)
            stands = lasting is not None and old is not None and lasting.hours == old.hours
            again = again or (stands and not (against or clause.asks))
            counts = put_right or disputed or _tells_of(record, clause.words)
            if lasting and counts and not (stands and (against or disputed)):
                told = lasting
            if against or lasting is told is not None:
                of_it.append(clause)
            disputed = disputed or against
            wrong = wrong or (clause.says("since") and (clause.rejects or _denies_another(clause)))
    there = (SINCE,) if line else ()
    if told is not None:
        detail = Fact(topic=Topic.DETAIL, code="since", quote=told.words, details=Details(duration=told))
        return Corrected((detail,), there, tuple(of_it))
    return Corrected((), there if wrong and not again else (), tuple(of_it))


def _disputes_a_time(clause: Clause, now: datetime) -> bool:
    """Whether a time is named that is not so: 哪来的三个月, "three years?", "not six weeks"."""
    named = clause.says("since") or parsers.times_in(clause.words, now=now)
    return named and (clause.disputes or clause.says("not_as_long") or _denies_another(clause))


def _lasting(words: str, now: datetime, *, anywhere: bool) -> Duration | None:
    """As the whole clause tells it, or behind 是; `anywhere` among its words, where another time is put right by it."""
    behind = LEADS.sub("", words.rpartition("是")[2])
    plain = parsers.duration(words, now=now, asked=True) or parsers.duration(behind, now=now, asked=True)
    if plain or not anywhere:
        return plain
    each = words.split()
    spans = (" ".join(each[at : at + 2]) for at in range(len(each) - 1) if not _is_a_rate(each, at))
    return next((found for span in spans if (found := parsers.duration(span, now=now, asked=True))), None)


def _is_a_rate(words: list[str], at: int) -> bool:
    """ "Twenty a day", "twice a week": the "a" is none of a span."""
    before = words[at - 1] if at else ""
    return words[at] in ("a", "an", "per") and (before in RATED or number(before) is not None)


def _of_the_complaint(sentence: tuple[Clause, ...], record: Record) -> Iterator[Clause]:
    """Clauses that speak, and go on, of no medicine, no illness, nobody else and nothing that is over."""
    for at, clause in enumerate(sentence):
        if not tells_of_the_complaint([one.words for one in sentence], at, record):
            continue
        other = parsers.all_named(clause.words) or relatives(clause.words) or clause.says("over")
        if not other:
            yield clause


def _denies_another(clause: Clause) -> bool:
    """ "Not six", 不是六个星期."""
    return clause.meant != clause.words


def _tells_of(record: Record, words: str) -> bool:
    """Whether a clause names something that the complaint was told with, and that is no time."""
    told = {one for fact in words_of(record) for one in _telling(parsers.normalise(fact.quote).lower())}
    codes = {fact.code for fact in complaints_of(record)}
    return bool(told & _telling(words)) or any(one.code in codes for one in mentions(words))


def _telling(lower: str) -> set[str]:
    plain = TIME.sub(" ", lower)
    pairs = {plain[at : at + 2] for at in range(len(plain) - 1) if not plain[at : at + 2].isascii()}
    return (set(LONG_WORD.findall(plain)) | {pair for pair in pairs if pair.isalnum()}) - FILLERS
