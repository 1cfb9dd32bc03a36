"""Reads a sentence of a record into facts: problems, findings, habits, examinations done or not, and plans."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from frontdesk.his_adapter.chart import plans
from frontdesk.his_adapter.chart.facts import Fact, Kind, Line, Plan, Said
from frontdesk.his_adapter.chart.lines import EXAMINED, LINES, ORDERED, clauses, orders
from frontdesk.models.facts import Language, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import Mention, mentions
from frontdesk.models.parsers.persons import relatives
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.labs_vitals.named import mentions_of as tests_in

FOLDER = Path(__file__).parent
HOW = {"again": Said.SO, "given_up": Said.GIVEN_UP, "never": Said.NEVER, "denied": Said.DENIED}
POSSIBLE = re.compile(r"[？?]|待排|可能|疑|\bpossible\b|\bprobable\b|\bsuspected\b|\blikely\b|\?", re.IGNORECASE)
NOT_DONE = re.compile(
    r"未查|没查|未做|没做|未测|没测|不做|未到时间|不愿做|没约上|还没|没有[查做测]|未行|未复查|未[打种接]|未回|未来(?=[，。；]|$)|尚未(?=[查做测行打种复接回预]|$)|至今未|缺货|拒查|拒绝|从未做过|从未"
    r"|\bnot (?:done|available|taken|given|measured|checked|yet|repeated|performed)\b|\bfailed\b|\bout of order\b"
    r"|\bno (?:\w+ ){0,3}(?:sample|test|scan|imaging)\b|\bdeclined\b|\bnever (?:had|done|happened)\b|\bdid not\b"
    r"|\b(?:cancelled|not had|didn.t happen|referral expired|no.show)\b",
    re.IGNORECASE,
)
DONE = re.compile(
    r"已(?!约)|完成|[行做]了|一次，|术后|后(?:拆|复)|\bdone\b|\bcompleted\b|\bgiven\b|\bshown\b|\bhad\b", re.IGNORECASE
)
TO_COME = re.compile(r"预约|已约|约了|拟|准备|将|待|择期|\bplanned\b|\bbooked\b|\bto be\b|\bwill\b", re.IGNORECASE)
OF_THE_COUPLE = frozenset({"semen_test"})
FAMILY = re.compile(
    r"父亲?|母亲?|姐|妹|兄|弟|姨|家族|\b(?:mother|father|sister|brother|aunt|uncle|family)\b", re.IGNORECASE
)


# "Mother - RA", 母：高血压: without a verb.
LED_BY_KIN = re.compile(
    r"\W*(?:(?:maternal|paternal) )?(?:mother|father|mum|mom|dad|sister|brother|son|daughter|aunt|uncle"
    r"|grand(?:mother|father)|parent|sibling|cousin|wife|husband)s?\b(?!.{0,12}\b(?:says?|said|reports?|noticed|brought|thinks?|worried|helps?)\b)"
    r"|\W*(?:父亲?|母亲?|爸爸?|妈妈?|[兄弟姐妹]{1,2}|祖父母?|祖母|外祖[父母]|爷爷|奶奶|外公|外婆|儿子|女儿|妻子|丈夫)"
    r"(?:有|患|得|死于|[0-9]+岁|[^，。；]{0,6}(?:史|病|癌|瘤)|[:：、-])",
    re.IGNORECASE,
)
FAMILY_HISTORY = re.compile(r"\b(?:FHx?|fam(?:ily)? h(?:istory|x))\b\W*(?:of\b)?|家族史\W*", re.IGNORECASE)


class Thing(NamedTuple):
    """One row of `examinations.yaml`, or of `habits.yaml`. `tests`: of the catalogue, that show it was done."""

    code: str
    name: dict[Language, str]
    words: re.Pattern[str]
    tests: frozenset[str] = frozenset()
    how: tuple[tuple[Said, re.Pattern[str]], ...] = ()  # that it never was, is no more, is not so


@cache
def examinations() -> dict[str, Thing]:
    return {code: _thing(code, row) for code, row in _table("examinations").items()}


@cache
def habits() -> dict[str, Thing]:
    return {code: _thing(code, row) for code, row in _table("habits").items()}


def _table(name: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.load((FOLDER / f"{name}.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return found


def _thing(code: str, row: dict[str, Any]) -> Thing:
    flags = re.IGNORECASE | re.ASCII  # a Chinese character beside a Latin word is no part of it
    shapes = {name: re.compile(row[name], flags) for name in ("words", *HOW) if name in row}
    return Thing(
        code=code,
        name={Language.EN: row["en"], Language.ZH: row["zh"]},
        words=shapes["words"],
        tests=frozenset(row.get("tests", ())),
        how=tuple((said, shapes[name]) for name, said in HOW.items() if name in shapes),
    )


@lru_cache(maxsize=LINES)
def examined_in(text: str) -> tuple[str, ...]:
    """Codes of the examinations that a text names."""
    return tuple(code for code, one in examinations().items() if one.words.search(text))


@lru_cache(maxsize=LINES)
def habits_in(text: str) -> tuple[str, ...]:
    return tuple(code for code, one in habits().items() if one.words.search(text))


@lru_cache(maxsize=LINES)
def named_in(line: Line) -> tuple[Fact, ...]:
    """Problems and findings, each so, denied, possible, or of a relative; none within the name of a test."""
    tests = tests_in(read(line.text).lower)
    kin = [(one.start, one.end) for one in relatives(read(line.text).lower)]
    return tuple(
        Fact(
            kind=Kind.PROBLEM if one.topic is Topic.CONDITION else Kind.FINDING,
            code=one.code,
            words=one.words,
            said=_said(one, line.text, bool(kin)),
            line=line,
        )
        for one in mentions(line.text)
        if not any(test.start <= one.start and one.end <= test.end for test in tests)
    )


def _said(one: Mention, text: str, kin: bool) -> Said:
    if one.denied:
        return Said.DENIED
    clause = next((part for part in clauses(text) if one.words.lower() in part.lower()), text)
    if (kin and FAMILY.search(clause)) or LED_BY_KIN.match(clause) or _is_of_the_family(one, text):
        return Said.RELATIVE
    return Said.POSSIBLE if POSSIBLE.search(clause) and one.code in knowledge().conditions else Said.SO


def _is_of_the_family(one: Mention, text: str) -> bool:
    """Whether it stands behind the heading of a family history: FHx: MI, T2DM."""
    heading = FAMILY_HISTORY.search(text)
    return heading is not None and heading.end() <= text.lower().find(one.words.lower())


@lru_cache(maxsize=LINES)
def habits_of(line: Line) -> tuple[Fact, ...]:
    return tuple(
        Fact(kind=Kind.HABIT, code=code, words=line.text, said=said, line=line)
        for code in habits_in(line.text)
        for said in [_kept_up(habits()[code], line)]
    )


def _kept_up(habit: Thing, line: Line) -> Said:
    """What is told to a patient of a habit says nothing of what they do."""
    if line.field in ORDERED:
        return Said.PLANNED
    told = _told_of(habit, line.text)
    return next((said for said, words in habit.how if words.search(told)), Said.SO)


def _told_of(habit: Thing, text: str) -> str:
    """The clauses that name a habit, with those behind them that name none: 酒未饮，烟10支/日."""
    kept, ours = [], True
    for clause in clauses(text):
        named = habits_in(clause)
        ours = habit.code in named if named else ours
        if ours:
            kept.append(clause)
    return "，".join(kept)


@lru_cache(maxsize=LINES)
def done_of(line: Line) -> tuple[Fact, ...]:
    """Examinations that the sentence says were done, were not, or are to come."""
    return tuple(
        Fact(kind=Kind.EXAMINATION, code=code, words=clause, said=done_or_not(clause, line), line=line)
        for clause in clauses(line.text)
        for code in examined_in(clause)
        if code in OF_THE_COUPLE or not relatives(read(clause).lower)
    )


def done_or_not(clause: str, line: Line) -> Said:
    if NOT_DONE.search(clause):
        return Said.NOT_DONE
    if line.field in EXAMINED:
        return Said.DONE
    if TO_COME.search(clause) or (line.field in ORDERED and not DONE.search(clause)):
        return Said.PLANNED
    return Said.DONE


@lru_cache(maxsize=LINES)
def plans_of(line: Line) -> tuple[Plan, ...]:
    """What treatment and advice say is to be done, each with the day that it was meant for."""
    return tuple(_plans(line)) if line.field in ORDERED else ()


def _plans(line: Line) -> Iterator[Plan]:
    """A clause without a day of its own is for the day of the one before: 2个月复查，查TRAb."""
    day: date | None = None
    for clause in orders(line.text):
        if not plans.is_order(clause):
            continue
        day = plans.due(clause, line.on) or day
        yield Plan(
            kind=Kind.PLAN,
            code=",".join(examined_in(clause)),
            words=clause,
            said=Said.PLANNED,
            line=line,
            due=day,
            every=plans.comes_again(clause),
        )
