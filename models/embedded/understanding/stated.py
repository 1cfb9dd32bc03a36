"""Every fact that an utterance states, with the details told of it, whatever had been asked."""

import re
from typing import NamedTuple

from models.embedded.understanding.carried import kin_too, own_too
from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details.belonging import assign
from models.embedded.understanding.details.details import Detail
from models.embedded.understanding.details.sizes import with_size
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.held import is_feared
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.medicines.taking import with_kinds_named
from models.embedded.understanding.naming import Named, Span
from models.embedded.understanding.past.background import history_fact, medicine_fact, pregnancy_facts
from models.embedded.understanding.persons.kin import had_by_kin
from models.embedded.understanding.statements import fact_of, with_details
from models.embedded.understanding.together import (
    held_by_pain,
    merged,
    rash_before_itch,
    sleep_last,
    without_endoscopy_had,
)
from models.embedded.understanding.words.corrections import replaced
from models.facts import Details, Fact, Status, Topic

Placed = tuple[Fact, int]  # with the place where it was said


class Stated(NamedTuple):
    facts: list[Fact]
    loose: Details  # told of none of them
    replaced: frozenset[str]  # codes that another took the place of


def stated(hearing: Hearing, names: Named, found: list[Detail]) -> Stated:
    """The facts of what `hearing` names; `found` are the details that can be theirs."""
    lower, mentions = hearing.writing.lower, names.mentions
    facts = [fact_of(hearing, mention) for mention in mentions]
    denied = frozenset(
        place for place, fact in enumerate(facts) if fact and (fact.past or fact.status is Status.ABSENT)
    )
    given, loose = assign(lower, mentions, found, hearing.marks, asked=hearing.asked, denied=denied)
    gone = replaced(lower, mentions, hearing.marks)
    of_mentions = [
        (with_details(fact, said), mention.start)
        for place, (mention, fact, said) in enumerate(zip(mentions, facts, given, strict=True))
        if fact and place not in gone
    ]
    every = with_kinds_named(merged(_every(hearing, names, of_mentions), hearing))
    every = sleep_last(without_endoscopy_had(with_size(hearing, held_by_pain(every)), lower), lower)
    return Stated(rash_before_itch(every, lower), loose, frozenset(mentions[place].code for place in gone))


def _every(hearing: Hearing, names: Named, of_mentions: list[Placed]) -> list[Placed]:
    over = [one.stopped_for for one in names.taken if one.stopped_for]
    over += _hurt_once(hearing.writing.lower, of_mentions)
    of_history = ((history_fact(hearing, one), one.start) for one in names.history)
    return [
        *(_of_then(fact, place, over) for fact, place in of_mentions),
        *((fact, place) for fact, place in of_history if fact),
        *_of_medicines(hearing, names),
        *_of_kin(hearing, names.mentions),
        *((fact, 0) for fact in pregnancy_facts(hearing)),
    ]


def _of_medicines(hearing: Hearing, names: Named) -> list[Placed]:
    lower = hearing.writing.lower
    words = ((one.start, one.end) for one in names.mentions)
    inside = [span for span in words if _NAMED_FOR_LACK.search(lower[slice(*span)])]
    inside += [(one.start, one.end) for one in names.history]
    facts = (
        (medicine_fact(hearing, one, how.details), one.start)
        for one, how in zip(names.taken, names.taking, strict=True)
        if not any(start <= one.start and one.end <= end for start, end in inside)
    )
    return [(fact, place) for fact, place in facts if fact]


_NAMED_FOR_LACK = pattern(cues("statements")["named_for_lack"])


def _of_kin(hearing: Hearing, mentions: list[Mention]) -> list[Placed]:
    """What kin have too, what the speaker has as they do, and what is feared because kin had it."""
    lower = hearing.writing.lower
    told = [(Topic.FAMILY, *one) for one in kin_too(lower, mentions, hearing.asked)]
    told += [(Topic.CONDITION, *one) for one in own_too(lower, mentions)]
    feared = (one for one in mentions if is_feared(hearing, one) and had_by_kin(hearing, one.start))
    told += [(Topic.FAMILY, one.code, (one.start, one.end)) for one in feared]
    return [(Fact(topic=topic, code=code, quote=hearing.writing.words(*span)), span[0]) for topic, code, span in told]


def _of_then(fact: Fact, place: int, over: list[Span]) -> Placed:
    """Past is what a medicine did that was stopped for it, and an injury of then."""
    past = is_complaint(fact) and any(start <= place < end for start, end in over)
    return (fact.model_copy(update={"past": True}) if past else fact), place


def _hurt_once(lower: str, told: list[Placed]) -> list[Span]:
    """Where an injury is told that was had once, beside a trouble of now: 右手摔断过，现在腰疼."""
    now = max((place for fact, place in told if is_complaint(fact)), default=-1)
    found = (_HURT_ONCE.match(lower, place) for fact, place in told if fact.topic is Topic.FINDING)
    return [one.span() for one in found if one and one.end() <= now]


_HURT_ONCE = re.compile(
    r"[^，。！？]{0,6}?[断伤裂折扭崴摔烫烧]过(?!敏|来|去)[^，。！？]{0,4}[，,。]\s*(?=现在|这次|这回|今天|最近)"
)


def is_complaint(fact: Fact) -> bool:
    return fact.topic is Topic.FINDING and fact.status is Status.PRESENT
