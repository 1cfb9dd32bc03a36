"""Reads words without a language model: the network's spans and answers, made consistent and held to thresholds."""

import re
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from frontdesk.models import parsers
from frontdesk.models.facts import Person, Relation, Sex
from frontdesk.models.mentions import denied_by_name, mentions, told_now
from frontdesk.models.reading.commands import Assertion, DialogueAct, Kind, Page, Reading, SpokenAct, Statement
from frontdesk.models.reading.examples import NONE_LABELS
from frontdesk.models.reading.network import (
    RELATION_NAMES,
    SEX_NAMES,
    STATUS_NAMES,
    TYPES,
    Floats,
    Offsets,
    Scores,
    scores,
)

# Chances from which a span is kept, and from which span, status, tile and person are sure; set on examples kept apart.
KEPT, SURE_SPAN, SURE_STATUS, SURE_TILE, GUESSED_TILE, TOLD, SURE_ACT = 0.45, 0.8, 0.8, 0.9, 0.3, 0.3, 0.6
UNTOLD, YES, NO = 0, 1, 2
CLEARLY = 1.5  # times as likely as the other sex
AROUND = " \t\n,.;:!?，。；：！？、…~—-"
ACTS = {"person": DialogueAct.WANTS_PERSON}
RELATIONS = {
    "self": Relation.SELF,
    "child": Relation.CHILD,
    "parent": Relation.PARENT,
    "partner": Relation.SPOUSE,
    "grandparent": Relation.OTHER,
    "grandchild": Relation.CHILD,
    "sibling": Relation.OTHER,
    "friend": Relation.OTHER,
    "other": Relation.OTHER,
}
POLARITY = {Assertion.PRESENT: True, Assertion.ABSENT: False}
_PERFECT = re.compile(r"\b(?:have|has|i've|ive|i’ve|he's|she's|it's)\s+(?:had|been|got)\b", re.I)
_LATIN = re.compile(r"[a-z]{2}|[a-z]['’]|['’][a-z]", re.I)
_FIRST = re.compile(r"[，,。；;！!]|\.(?!\d)")
_YES = re.compile(r"\W*(?:(?:yes|yeah|yep|yup|aye)\b|是的|对[的啊呀，,。]|嗯|有的)", re.I)
_NEGATOR = re.compile(r"[不没]|无法|n['’]?t\b|\b(?:not|cannot|never|unable|no longer|refus\w+)\b")
_AGE_ASKED = re.compile(r"多大|岁数|年纪|how old|age\b", re.I)


@lru_cache(maxsize=256)
def read(page: Page, reply: str) -> Reading:
    """What `reply` means on `page`."""
    found = scores(reply, page.asked, tuple(tile.label for tile in page.tiles))
    statements = _in_the_perfect(reply, tuple(_statements(reply, found.reply, found.reply_tags, found.reply_statuses)))
    answers, guesses = _answers(page, found.tiles)
    answers, guesses = _held_against(page, reply, statements, answers, guesses)
    if not page.tiles:
        asked = _statements(page.asked, found.question, found.question_tags, found.question_statuses, in_question=True)
        statements = (*statements, *asked)
    return Reading(
        answers=answers,
        guesses=guesses,
        statements=statements,
        person=_person(page, reply, found, alone=not statements),
        acts=tuple(_acts(reply, found)),
    )


def _answers(page: Page, chances: Floats) -> tuple[dict[str, bool], dict[str, bool]]:
    """Sure answers and guesses by tile; "none of these" is an answer to each of the others."""
    sure: dict[str, bool] = {}
    guessed: dict[str, bool] = {}
    for tile, row in zip(page.tiles, chances, strict=True):
        likelier = YES if row[YES] >= row[NO] else NO
        if row[likelier] >= SURE_TILE:
            sure[tile.key] = likelier == YES
        elif row[likelier] >= GUESSED_TILE:
            guessed[tile.key] = likelier == YES
    if not page.several:
        sure, guessed = _one_alone(sure), guessed if not any(sure.values()) else {}
    for tile in page.tiles:
        if NONE_LABELS.search(tile.label) and tile.key in sure and any(sure[k] for k in sure if k != tile.key):
            del sure[tile.key]
    return sure, guessed


def _held_against(
    page: Page, reply: str, statements: tuple[Statement, ...], sure: dict[str, bool], guessed: dict[str, bool]
) -> tuple[dict[str, bool], dict[str, bool]]:
    """What a statement says of a tile's words goes before what the tile sounds like: where they differ, it is asked.

    "I do get short of breath, the rest no" denies no shortness of breath. What the words name by a loss ("can't hear")
    is there, a yes denies nothing of its own clause, and what they deny by its name is not there.
    """
    denied = denied_by_name(reply) if page.tiles else frozenset()
    answers = {key: yes and key.rpartition(":")[2] not in denied for key, yes in sure.items()}
    guesses = {key: yes and key.rpartition(":")[2] not in denied for key, yes in guessed.items()}
    told = _told_by_name(reply) - denied if page.tiles else frozenset()
    for key in [key for key, yes in answers.items() if not yes and key.rpartition(":")[2] in told]:
        del answers[key]
        guesses[key] = True
    lost = _lost(reply) if page.tiles and _NEGATOR.search(reply.lower()) else frozenset()
    confirmed = _behind_yes(page, reply) if False in answers.values() else None
    for tile in page.tiles:
        if tile.key.rpartition(":")[2] in lost:
            guesses.pop(tile.key, None)
            answers[tile.key] = True
            continue
        if confirmed is not None and answers.get(tile.key) is False and confirmed.get(tile.key) is not False:
            answers.pop(tile.key)
            continue
        said = [one for one in statements if one.status in POLARITY and is_of(one.quote, tile.label)]
        polarity = {POLARITY[one.status] for one in said}
        if len(polarity) != 1 or sure.get(tile.key) is (yes := polarity.pop()):
            continue
        answers.pop(tile.key, None)
        guesses.pop(tile.key, None)
        agreed = guessed.get(tile.key) is yes and any(one.sure for one in said)
        (answers if agreed else guesses)[tile.key] = yes
    return answers, guesses


def _told_by_name(reply: str) -> frozenset[str]:
    """Findings named as there, and never as not: a denial in the next sentence is of something else."""
    named = mentions(reply)
    return frozenset(one.code for one in told_now(parsers.normalise(reply))) - {one.code for one in named if one.denied}


def _lost(reply: str) -> frozenset[str]:
    """Findings that the words tell by denying a function, and never deny: 听不见 is one, 不咳嗽 is none."""
    denied = {one.code for one in mentions(reply) if one.denied}
    named = told_now(parsers.normalise(reply))
    return frozenset(one.code for one in named if one.code not in denied and _NEGATOR.search(one.words.lower()))


def _behind_yes(page: Page, reply: str) -> dict[str, bool] | None:
    """What is answered behind the first clause, where that begins with a yes; None where it does not."""
    clauses = _FIRST.split(reply, maxsplit=1)
    if _YES.match(reply) is None:
        return None
    rest = clauses[1] if len(clauses) > 1 else ""
    if parsers.plain_reply(clauses[0]) is not None:
        clauses = _FIRST.split(rest, maxsplit=1)
        rest = clauses[1] if len(clauses) > 1 else ""
    return read(page, rest).answers if rest.strip() else {}


def is_of(quote: str, label: str) -> bool:
    """Words of one thing: one holds the other, or both name the same finding."""
    one, other = quote.lower(), label.lower()
    if one in other or other in one:
        return True
    return not {m.code for m in mentions(quote)}.isdisjoint(m.code for m in mentions(label))


def _in_the_perfect(reply: str, statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """ "I've had a cough for two weeks" is of now: an English perfect with a duration."""
    lasting = any(one.kind is Kind.DURATION and one.status is Assertion.PRESENT for one in statements)
    if not (lasting and _PERFECT.search(reply)):
        return statements
    over = (Kind.SYMPTOM, Kind.ILLNESS, Kind.MEDICINE)
    return tuple(
        one.model_copy(update={"status": Assertion.PRESENT})
        if one.status is Assertion.PAST and one.kind in over
        else one
        for one in statements
    )


def _one_alone(sure: dict[str, bool]) -> dict[str, bool]:
    """Of a page that takes one answer, none where two are read."""
    return sure if sum(sure.values()) < 2 else {key: yes for key, yes in sure.items() if not yes}


def _statements(
    text: str, offsets: Offsets, tags: Floats, statuses: Floats, *, in_question: bool = False
) -> Iterator[Statement]:
    for first, last, name, chance in _spans(tags, text, offsets):
        if name not in set(Kind):
            continue
        start, end = _trimmed(text, offsets[first][0], offsets[last - 1][1])
        mean = statuses[first:last].mean(axis=0)
        status = Assertion(STATUS_NAMES[int(mean.argmax())])
        sure = bool(chance >= SURE_SPAN and mean.max() >= SURE_STATUS)
        if start < end:
            yield Statement(
                kind=Kind(name),
                quote=text[start:end],
                status=status,
                sure=sure,
                start=start,
                end=end,
                in_question=in_question,
            )


def _acts(text: str, found: Scores) -> Iterator[SpokenAct]:
    for first, last, name, chance in _spans(found.reply_tags, text, found.reply):
        if name in set(Kind):
            continue
        start, end = _trimmed(text, found.reply[first][0], found.reply[last - 1][1])
        if start < end:
            yield SpokenAct(
                act=ACTS.get(name) or DialogueAct(name), quote=text[start:end], sure=bool(chance >= SURE_ACT)
            )


def _spans(tags: Floats, text: str, offsets: Offsets) -> Iterator[tuple[int, int, str, float]]:
    """First and last place of each span, its type, and the mean chance of that type in it."""
    if not len(tags):
        return

    def joined(place: int) -> bool:
        """Two Latin words with nothing between them but a blank are one span."""
        word = text[offsets[place][0] : offsets[place][1]].strip()
        return bool(word) and word.isascii() and word.isalpha()

    tags = _by_word(tags, text, offsets)
    best = tags.argmax(axis=-1)
    place = 0
    while place < len(best):
        if not best[place]:
            place += 1
            continue
        kind, end = (int(best[place]) - 1) // 2, place + 1
        while end < len(best) and (best[end] == 2 + 2 * kind or (best[end] == 1 + 2 * kind and joined(end))):
            end += 1
        chance = float(np.mean(tags[place:end, 1 + 2 * kind] + tags[place:end, 2 + 2 * kind]))
        if chance >= KEPT:
            yield place, end, TYPES[kind], chance
        place = end


def _by_word(tags: Floats, text: str, offsets: Offsets) -> Floats:
    """The same chances for every piece of a Latin word: a span holds the whole of a word or nothing of it."""
    whole = tags.copy()
    for first, last in _words(text, offsets):
        begins, goes_on = tags[first:last, 1::2], tags[first:last, 2::2]
        whole[first:last, 0] = tags[first:last, 0].mean()
        whole[first:last, 1::2] = 0
        whole[first:last, 2::2] = (begins + goes_on).mean(axis=0)
        opens = begins[0] > goes_on[0]
        whole[first, 1::2] = np.where(opens, whole[first, 2::2], 0)
        whole[first, 2::2] = np.where(opens, 0, whole[first, 2::2])
    return whole


def _words(text: str, offsets: Offsets) -> Iterator[tuple[int, int]]:
    """First and last place of the Latin words of more than one piece."""
    first = 0
    for place in range(1, len(offsets) + 1):
        before = offsets[place - 1][1]
        if place < len(offsets) and before == offsets[place][0] and _LATIN.fullmatch(text[before - 1 : before + 1]):
            continue
        if place - first > 1:
            yield first, place
        first = place


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in AROUND:
        start += 1
    while end > start and text[end - 1] in AROUND:
        end -= 1
    return start, end


def _likeliest(names: tuple[str | None, ...], chances: Floats) -> str | None:
    """The first name stands for what was not told."""
    best = 1 + int(chances[1:].argmax())
    return names[best] if chances[best] >= TOLD else None


def _person(page: Page, reply: str, found: Scores, *, alone: bool) -> Person | None:
    """Who is ill, by the network; how old, by the parser of ages. `alone`: the words tell of nothing else."""
    relation, sex = _likeliest(RELATION_NAMES, found.relation), _likeliest(SEX_NAMES, found.sex)
    least, most = np.sort(found.sex[1:])
    sex = sex if most >= CLEARLY * least else None
    of_child = relation in ("child", "grandchild")
    asked = bool(_AGE_ASKED.search(page.asked)) or (alone and bool(relation or sex))
    months = parsers.age_months(reply, asked=asked, child=of_child)
    person = Person(
        relation=RELATIONS[relation] if relation else None, age_months=months, sex=Sex(sex) if sex else None
    )
    return person if person != Person() else None
