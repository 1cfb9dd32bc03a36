"""Foods and nutrients an utterance names, and which amount belongs to which."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from frontdesk.models.specialists.nutrition.amounts import METRIC, Quantity, words
from frontdesk.models.specialists.nutrition.cues import cue
from frontdesk.models.specialists.nutrition.tables import Food, foods

SMALL = frozenset({"a", "an", "one", "another", "the whole", "the entire", "half", "半", "几", "整"})
MOST_PIECES = 20  # more of a food is never counted without a measure
IN_Y = re.compile(r"[a-z][^aeiou\W]y$")
AFTER = 26  # characters from a food to an amount told after it
ONE_CHARACTER = (
    r"(?:(?<=[碗份斤两盘块吃喝灌勺克升杯瓶串半包袋盒罐听缸壶盅碟锅盆桶口的个张条只片颗根])|(?<![\u4e00-\u9fff]))"
)
TAKEN = re.compile(r"[\u4e00-\u9fff]{0,3}了")  # 豆瓣酱搁了四大勺炒菜: the spoons are of what stands before them
HAN = re.compile(r"[\u4e00-\u9fff]")


class Mention(NamedTuple):
    start: int
    end: int
    food: Food | None
    nutrient: str | None


@cache
def _names() -> tuple[re.Pattern[str], re.Pattern[str], dict[str, Food | str]]:
    names: dict[str, Food | str] = {}
    for food in reversed(foods()):
        names |= dict.fromkeys((word.lower() for word in (food.name, food.zh, *food.says)), food)
    names |= {f"{word[:-1]}ies": food for word, food in names.items() if IN_Y.search(word)}
    names |= words("nutrients")
    poured = {name.removesuffix(" drink") for name in names if name.endswith(" drink")}
    latin = sorted({re.escape(name) for name in (*names, *poured) if name.isascii()}, key=len, reverse=True)
    han = sorted((re.escape(name) for name in names if not name.isascii() and len(name) > 1), key=len, reverse=True)
    short = "".join(name for name in names if not name.isascii() and len(name) == 1)
    return (
        re.compile(rf"(?<![a-z])(?:{'|'.join(latin)})(?:e?s)?(?![a-z])"),
        re.compile(rf"{'|'.join(han)}|{ONE_CHARACTER}[{short}](?!药|[^\W]?病|头|部|色|果|肿|泡|晶|痘|平|份)"),
        names,
    )


def mentions(text: str) -> list[Mention]:
    """Every food and nutrient in lower-case `text`, the longest name where names overlap."""
    latin, han, names = _names()
    found = []
    for match in [*latin.finditer(text), *han.finditer(text)]:
        word = match[0]
        meant = next(
            (names[form] for form in (word, word.removesuffix("s"), word.removesuffix("es")) if form in names), None
        )
        if cue("poured").search(text[: match.start()]):
            meant = names.get(f"{word} drink", meant)
        if meant is None:
            continue
        food = meant if isinstance(meant, Food) else None
        found.append(Mention(match.start(), match.end(), food, None if food else str(meant)))
    found += _by_their_colour(text, names)
    kept: list[Mention] = []
    for one in sorted(found, key=lambda m: m.start - m.end):
        apart = not any(one.start < other.end and other.start < one.end for other in kept)
        if apart and not _is_no_food(text, one):
            kept.append(one)
    return sorted(kept, key=lambda m: m.start)


def _by_their_colour(text: str, names: dict[str, Food | str]) -> Iterator[Mention]:
    """Drink that is not named: 两杯白的, "six pints down the pub"."""
    for name in ("beer", "wine", "spirits"):
        food = names[name]
        assert isinstance(food, Food)  # noqa: S101
        for match in cue(name).finditer(text):
            start, end = match.span(match.lastgroup or 0)
            yield Mention(end if match.lastgroup else start, end, food, None)


def _is_no_food(text: str, one: Mention) -> bool:
    """Words that are no food here: sugar in the blood, water that broke, fish oil."""
    before, after = text[max(0, one.start - 16) : one.start], text[one.end : one.end + 12]
    if one.food and one.food.name == "sugar" and cue("of_the_blood").search(before):
        return True
    return bool(cue("no_food_after").match(after) or cue("no_food_before").search(before))


def given(text: str, mention: Mention, others: list[Mention], free: list[Quantity]) -> list[Quantity]:
    """The amounts of one food, taken out of `free`: right before it ("two cups of ..."), else right after it."""
    following = min((other.start for other in others if other.start >= mention.end), default=len(text))
    before = (one for one in reversed(free) if one.end <= mention.start)
    found = [one for one in before if _joins(text[one.end : mention.start], one, mention)][:1] or [
        one for one in free if _follows(text, mention, one, following) and not _claimed(text, one, mention, others)
    ]
    for one in found:
        free.remove(one)
    after = [one for one in free if mention.start <= one.start < following] if found else []
    for one in after:
        if told := _told_again(text, found[-1], one, mention):
            free.remove(one)
            found[-1] = told
    return _once(text, found)


def _once(text: str, found: list[Quantity]) -> list[Quantity]:
    """The amounts of which none only says the one before it more exactly: 一大缸，少说两升半."""
    kept: list[Quantity] = []
    for one in found:
        told = _exactly(text, kept[-1], one) if kept else None
        kept = [*kept[:-1], told] if told else [*kept, one]
    return kept


def _told_again(text: str, one: Quantity, more: Quantity, mention: Mention) -> Quantity | None:
    """`more` where it tells the amount of `one`, said before the food, once again."""
    beside = _exactly(text, one._replace(end=max(one.end, mention.end)), more)
    return beside if text[one.end : more.start].count("，") < 2 else None


def _exactly(text: str, one: Quantity, more: Quantity) -> Quantity | None:
    """`one` as `more` says it: in all, or what each of them holds."""
    gap = text[one.end : more.start]
    if more.measure == one.measure and more.number > one.number and cue("in_a_day").fullmatch(gap):
        return more._replace(start=one.start)
    if more.measure in METRIC and one.measure in METRIC and gap.strip(" ,，、") and cue("restates").fullmatch(gap):
        return more._replace(start=one.start)  # 二两，大概一百毫升
    if more.measure not in METRIC or one.measure in METRIC or len(gap) > AFTER:
        return None
    if more.each:
        return more._replace(start=one.start, number=one.number * more.number, each=False)
    plain = not gap.strip(" ,，、（(")
    return more._replace(start=one.start) if plain or cue("restates").fullmatch(gap) else None


def _follows(text: str, mention: Mention, one: Quantity, following: int) -> bool:
    gap = text[mention.end : one.start]
    near = one.start >= mention.end and len(gap) <= AFTER and one.start < following
    counted = text[one.start : one.end] not in SMALL and one.number <= MOST_PIECES
    telling = one.measure is not None or counted
    return near and telling and not re.search(r"[。.!?！？]", gap)


def _claimed(text: str, one: Quantity, mention: Mention, others: list[Mention]) -> bool:
    if TAKEN.fullmatch(text[mention.end : one.start]):
        return False
    return any(
        other is not mention and other.start >= one.end and _joins(text[one.end : other.start], one, other)
        for other in others
    )


def _joins(gap: str, one: Quantity, mention: Mention) -> bool:
    """Whether the words between an amount and a food leave them together."""
    if re.search(r"[,，。;；.!?、]|\b(?:and|with|on|onto|over|into|in)\b", gap) or (
        mention.nutrient and one.measure is None
    ):
        return False
    if HAN.search(gap):
        return len(gap) <= 5
    return len(gap.split()) <= (4 if one.measure else 3)
