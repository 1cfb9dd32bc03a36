"""Values put right in words on the page of what the doctor will read: sex, age, whose they are, since when it is."""

import re
from collections.abc import Iterator
from datetime import datetime

from app.reception.record.clauses import CUES, WORDS, Clause, sentences
from app.reception.record.statements import words_of
from models import parsers
from models.facts import Details, Duration, Fact, Person, Record, Relation, Topic
from models.parsers.corrections import without_alternative
from models.parsers.english import FILLERS
from models.parsers.patterns import compiled
from models.parsers.persons import relatives

TIME = compiled([*WORDS["since"], "{zh}个?"])
LONG_WORD = re.compile(r"[a-z]{4,}")
SINCE = f"{Topic.DETAIL}:since"


# --- who the patient is ----------------------------------------------------------------------------------------------


def person_corrected(known: Person, said: str) -> tuple[Person | None, tuple[str, ...]]:
    """What is told of the patient in its place, and the lines that are only said to be wrong."""
    told = Person(relation=_relation(known, said))
    wrong: set[str] = set()
    for sentence in sentences(said):
        for clause in sentence:
            if not _is_of_another(known, clause.words):
                told = told.updated(_told(known, clause))
                wrong |= set(_named(clause)) if clause.rejects else set()
    given = {name for name, value in told if value is not None}
    return told if told != Person() else None, tuple(f"person:{name}" for name in sorted(wrong - given))


def _told(known: Person, clause: Clause) -> Person:
    rest, named, child = without_alternative(clause.words), _named(clause), known.relation is Relation.CHILD
    sex = parsers.sex(rest, asked=True) if "sex" in named else None
    age = None
    if "age_months" in named and not CUES["over"].search(rest):
        age = parsers.age_months(rest, asked=False, child=child) or parsers.age_months(rest, asked=True, child=child)
    return Person(sex=sex, age_months=age)


def _named(clause: Clause) -> tuple[str, ...]:
    return tuple(name for name, cue in (("sex", "sex"), ("age_months", "age")) if clause.says(cue))


def _is_of_another(known: Person, words: str) -> bool:
    """Whether somebody else of the family is spoken of than the one who is ill."""
    return any(one.relation is not known.relation for one in relatives(words))


def _relation(known: Person, said: str) -> Relation | None:
    found = parsers.relation(said) if CUES["who"].search(parsers.normalise(said).lower()) else None
    return found[0] if found and found[0] is not known.relation else None


# --- since when ------------------------------------------------------------------------------------------------------


def since_corrected(record: Record, said: str, *, now: datetime) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """The time in the place of the one told, or that the one told is wrong; times of other things are none."""
    there = any(fact.key == SINCE for fact in record)
    told, wrong = None, False
    for sentence in sentences(said):
        puts_right = any(_denies_another(one) or one.rejects for one in sentence)
        for clause in _of_the_complaint(sentence):
            rest = without_alternative(clause.words)
            lasting = _lasting(rest, now, anywhere=any(map(_denies_another, sentence)))
            if lasting and (puts_right or _tells_of(record, clause.words)):
                told = lasting
            wrong = wrong or (clause.says("since") and (clause.rejects or rest != clause.words))
    if told is not None:
        detail = Fact(topic=Topic.DETAIL, code="since", quote=told.words, details=Details(duration=told))
        return (detail,), (SINCE,) if there else ()
    return (), (SINCE,) if there and wrong else ()


def _lasting(words: str, now: datetime, *, anywhere: bool) -> Duration | None:
    """As the whole clause tells it, or behind 是; `anywhere` among its words, where another time is put right by it."""
    plain = parsers.duration(words, now=now, asked=True) or parsers.duration(
        words.rpartition("是")[2], now=now, asked=True
    )
    if plain or not anywhere:
        return plain
    each = words.split()
    spans = (" ".join(each[at : at + 2]) for at in range(len(each) - 1))
    return next((found for span in spans if (found := parsers.duration(span, now=now, asked=True))), None)


def _of_the_complaint(sentence: tuple[Clause, ...]) -> Iterator[Clause]:
    """Clauses that speak of no medicine, no illness, nobody else and nothing that is over."""
    for clause in sentence:
        other = parsers.all_named(clause.words) or relatives(clause.words) or clause.says("over")
        if not other:
            yield clause


def _denies_another(clause: Clause) -> bool:
    """ "Not six", 不是六个星期."""
    return without_alternative(clause.words) != clause.words


def _tells_of(record: Record, words: str) -> bool:
    """Whether a clause names something that the complaint was told with, and that is no time."""
    told = {one for fact in words_of(record) for one in _telling(parsers.normalise(fact.quote).lower())}
    return bool(told & _telling(words))


def _telling(lower: str) -> set[str]:
    plain = TIME.sub(" ", lower)
    pairs = {plain[at : at + 2] for at in range(len(plain) - 1) if not plain[at : at + 2].isascii()}
    return (set(LONG_WORD.findall(plain)) | {pair for pair in pairs if pair.isalnum()}) - FILLERS
