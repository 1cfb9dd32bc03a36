"""Since when the complaint is, put right in words on the page of what the doctor will read."""

import re
from collections.abc import Iterator
from datetime import datetime

from app.reception.record.said_of_lines import WORDS, Clause, sentences
from app.reception.record.statements import words_of
from models import parsers
from models.facts import Details, Fact, Record, Topic
from models.parsers.corrections import without_alternative
from models.parsers.english import FILLERS
from models.parsers.patterns import Cue, compiled
from models.parsers.persons import relatives

SINCE, OVER = Cue(WORDS["since"]), Cue(WORDS["over"])
TIME = compiled([*WORDS["since"], "{zh}个?"])
LONG_WORD = re.compile(r"[a-z]{4,}")
KEY = f"{Topic.DETAIL}:since"


def since_corrected(record: Record, said: str, *, now: datetime) -> tuple[tuple[Fact, ...], tuple[str, ...]]:
    """The time in the place of the one told, or that the one told is wrong; times of other things are none."""
    there = any(fact.key == KEY for fact in record)
    told, wrong = None, False
    for sentence in sentences(parsers.normalise(said).lower()):
        puts_right = any(_denies_another(one) or one.rejects for one in sentence)
        for clause in _of_the_complaint(sentence):
            rest = without_alternative(clause.words)
            lasting = parsers.duration(rest, now=now, asked=True)
            lasting = lasting or parsers.duration(rest.rpartition("是")[2], now=now, asked=True)
            if lasting and (puts_right or _tells_of(record, clause.words)):
                told = lasting
            wrong = wrong or (SINCE.search(clause.words) is not None and (clause.rejects or rest != clause.words))
    if told is not None:
        detail = Fact(topic=Topic.DETAIL, code="since", quote=told.words, details=Details(duration=told))
        return (detail,), (KEY,) if there else ()
    return (), (KEY,) if there and wrong else ()


def _of_the_complaint(sentence: tuple[Clause, ...]) -> Iterator[Clause]:
    """Clauses that speak of no medicine, no illness, nobody else and nothing that is over."""
    for clause in sentence:
        other = parsers.all_named(clause.words) or relatives(clause.words) or OVER.search(clause.words)
        if not other:
            yield clause


def _denies_another(clause: Clause) -> bool:
    """ "Not six", 不是六个星期."""
    return without_alternative(clause.words) != clause.words


def _tells_of(record: Record, words: str) -> bool:
    """Whether a clause names something that the complaint was told with, and that is no time."""
    told = {one for fact in words_of(record) for one in _named(parsers.normalise(fact.quote).lower())}
    return bool(told & _named(words))


def _named(lower: str) -> set[str]:
    plain = TIME.sub(" ", lower)
    pairs = {plain[at : at + 2] for at in range(len(plain) - 1) if not plain[at : at + 2].isascii()}
    return (set(LONG_WORD.findall(plain)) | {pair for pair in pairs if pair.isalnum()}) - FILLERS
