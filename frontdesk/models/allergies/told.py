"""What somebody says they do not bear, with what it did to them: joined by the sentence, not by nearness alone."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from frontdesk.models.allergies.effects import Effect, effects
from frontdesk.models.allergies.joins import CLAUSE, GOING_ON, PART, Name, gap, joined, last_of_row, of_all
from frontdesk.models.facts import Relation
from frontdesk.models.parsers.names import Named, bare_allergens, substances
from frontdesk.models.parsers.patterns import Cue, compiled, entries
from frontdesk.models.parsers.persons import relatives
from frontdesk.models.parsers.writing import Writing, read

WORDS = entries("words", Path(__file__).parent)
UNKNOWN = "unknown"  # code of what was taken under a name that is not told


class Kind(StrEnum):
    """Kept apart, as NICE CG183 (2014) asks of whoever documents a reaction."""

    ALLERGY = "allergy"
    INTOLERANCE = "intolerance"
    UNCLEAR = "unclear"  # it did something, or is not to be had: whether it is an allergy is not told


KINDS = {
    "intolerance": Kind.INTOLERANCE,
    "unclear": Kind.UNCLEAR,
    "avoided": Kind.UNCLEAR,
}  # all others are an allergy's


class NotBorne(NamedTuple):
    """A name with its code, what it did in the patient's words, and whether they are sure of it."""

    code: str
    words: str
    kind: Kind
    did: str
    sure: bool
    span: tuple[int, int]  # of the clauses that tell it, in the normalised text


def not_borne(text: str, *, whose: Relation | None = None) -> tuple[NotBorne, ...]:
    """Every name that is said not to be borne, once; told of the one who is ill, seen from the speaker."""
    return _not_borne(text, whose)


@lru_cache(maxsize=256)  # what was said is looked at again in every later turn
def _not_borne(text: str, whose: Relation | None) -> tuple[NotBorne, ...]:
    writing = read(text)
    found: dict[str, NotBorne] = {}
    for start, end in _sentences(writing.lower):
        for one in _told_in(writing, start, end, whose):
            before = found.get(one.code)
            if before is None or (one.kind is Kind.ALLERGY and before.kind is not Kind.ALLERGY):
                found[one.code] = one
    return tuple(found.values())


@lru_cache(maxsize=256)
def allergens(text: str, *, asked: bool = True) -> tuple[Named, ...]:
    """Allergies alone; `asked`: the text answers what somebody is allergic to, and a bare name is one."""
    told = _not_borne(text, None)
    named = {one.code: Named(one.code, one.words) for one in told if one.kind is Kind.ALLERGY and one.sure}
    other = {one.code for one in told if one.kind is Kind.INTOLERANCE}
    for one in bare_allergens(text) if asked and not named else ():
        if one.code not in other:
            named[one.code] = one
    return tuple(named.values())


def avoided(text: str) -> frozenset[str]:
    """Codes of what is not borne and, as is said beside it, not to be had: "I can't take naproxen, it upset me"."""
    lower = read(text).lower
    return frozenset(one.code for one in _not_borne(text, None) if _AVOIDED.search(lower, *one.span))


@lru_cache(maxsize=256)
def without_allergies(text: str) -> str:
    """The text without what is said of an allergy or a side effect of old; what it does now is the complaint."""
    writing = read(text)
    old = [one.span for one in _not_borne(text, None) if _is_of_old(writing.lower, one.span)]
    left_out = {place for start, end in old for place in writing.places[start:end]}
    kept = [" " if place in left_out else sign for place, sign in enumerate(text)]
    return _SPACES.sub(" ", "".join(kept)) if old else text


def _is_of_old(lower: str, span: tuple[int, int]) -> bool:
    return not _NOW.search(lower, *span) and not GOING_ON.search(lower, *span)


# --- one sentence ----------------------------------------------------------------------------------------------------


def _told_in(writing: Writing, start: int, end: int, whose: Relation | None) -> Iterator[NotBorne]:
    """Of the sentence from `start` to `end`."""
    lower = writing.lower[start:end]
    names = list(_names(lower))
    bare = _without_names(lower, names)
    felt = [one for one in effects(lower) if one.kind == "word" or _apart((one.start, one.end), names)] if names else []
    for name in names:
        of_it = [one for one in felt if joined(lower, name, one, names)]
        if not of_it:
            continue
        effect = min(of_it, key=lambda one: (one.rank, gap(name, one)))
        first, last = _clauses(lower, min(name.start, effect.start), max(name.end, effect.end))
        asked = _ASKED.search(bare[first:last]) or lower[last : last + 1] in ("?", "？")
        kind = KINDS.get(effect.kind, Kind.ALLERGY)
        of_something = name.code != UNKNOWN or kind is Kind.ALLERGY
        if of_something and not asked and not _of_another(lower, (first, last), whose):
            if effect.kind == "word" and (did_then := _reaction(lower, name, effect, felt, names)):
                of_it.append(did_then)
                last = _clauses(lower, did_then.start, did_then.end)[1]
            shown = min(of_it, key=lambda one: (one.kind in ("word", "avoided"), one.rank, gap(name, one)))
            did = writing.words(start + shown.start, start + shown.end)
            code, words = _called(writing, name, start, (first, last))
            plain = effect.kind == "word" or of_all(lower, name, last_of_row(lower, name, effect, names), names)
            sure = bool(plain) and not _DOUBTED.search(bare, first, last)
            first = _from_own_name(lower, first, name, effect, names)
            yield NotBorne(code, words, kind, did, sure, (start + first, start + last))


def _reaction(lower: str, name: Name, word: Effect, felt: list[Effect], names: list[Name]) -> Effect | None:
    """What the next clause tells behind "allergic to it": "..., my lips swelled up"; not what is so now."""
    behind = max(name.end, word.end)
    for one in felt:
        if one.start < behind or one.denied or KINDS.get(one.kind, Kind.ALLERGY) is not Kind.ALLERGY:
            continue
        between = lower[behind : one.start]
        first, last = _clauses(lower, one.start, one.end)
        apart = len(CLAUSE.findall(between)) > 1 or any(behind <= other.start < one.start for other in names)
        now = _NOW.search(lower, first, last) or _HAS.search(lower, first, last) or GOING_ON.search(lower, first, last)
        return None if apart or now else one
    return None


def _without_names(lower: str, names: list[Name]) -> str:
    """The 吗 of 噻吗洛尔 and 吗啡 asks nothing."""
    for one in names:
        lower = f"{lower[: one.start]}{'x' * (one.end - one.start)}{lower[one.end :]}"
    return lower


def _from_own_name(lower: str, first: int, name: Name, effect: Effect, names: list[Name]) -> int:
    """Where what is told of `name` begins: behind the names of a row that bear what the last of them does not."""
    last = last_of_row(lower, name, effect, names)
    if effect.kind == "word" or effect.start < name.start:
        return first
    row = (one for one in names if one.end <= last.start and last_of_row(lower, one, effect, names) == last)
    return max([first, *(one.end for one in row if of_all(lower, one, last, names) is not True)])


def _called(writing: Writing, name: Name, start: int, clauses: tuple[int, int]) -> tuple[str, str]:
    """Code and words of a name; what has no name is called by all that is told of it."""
    words = writing.words(start + name.start, start + name.end)
    if name.code != UNKNOWN:
        return name.code, words
    return f"{UNKNOWN}:{words}", writing.words(start + clauses[0], start + clauses[1])


def _names(lower: str) -> Iterator[Name]:
    """Medicines and other substances, then what is only called a tablet or an injection."""
    named = [Name(*one) for one in substances(lower)]
    named += [Name(*m.span(), m[0]) for m in _CLASSES.finditer(lower) if _apart(m.span(), named)]
    unlisted = (m for shape in _UNLISTED for m in shape.finditer(lower))
    named += [Name(*m.span("name"), m["name"]) for m in unlisted if _apart(m.span("name"), named)]
    yield from named
    unnamed = [m.span() for m in _UNNAMED.finditer(lower)]
    refers = (m.span() for m in _REFERS.finditer(lower) if all(one.start > m.start() for one in named))
    for span in (*unnamed, *(one for one in refers if all(one[1] <= at or to <= one[0] for at, to in unnamed))):
        if _apart(span, named) and not _CALLED.match(lower, span[1]):
            yield Name(*span, UNKNOWN)


def _apart(span: tuple[int, int], named: list[Name]) -> bool:
    return all(span[1] <= one.start or one.end <= span[0] for one in named)


def _of_another(lower: str, clauses: tuple[int, int], whose: Relation | None) -> bool:
    """Whether it is told of a relative who is not the one who is ill."""
    named = [one for one in relatives(lower) if clauses[0] <= one.start < clauses[1]]
    return bool(named) and all(one.relation is not whose for one in named) and not _ME.search(lower[slice(*clauses)])


# --- where a sentence and its clauses end ----------------------------------------------------------------------------


def _sentences(lower: str) -> Iterator[tuple[int, int]]:
    """Sentences; one that goes on with "it", or with the taking of it, belongs to the one before."""
    start = 0
    for stop in _STOP.finditer(lower):
        if _GOES_ON.match(lower, stop.end()):
            continue
        yield start, stop.end()
        start = stop.end()
    yield start, len(lower)


def _clauses(lower: str, start: int, end: int) -> tuple[int, int]:
    before = (*CLAUSE.finditer(lower), *PART.finditer(lower))
    first = max((stop.end() for stop in before if stop.end() <= start), default=0)
    stops = [stop.start() for stop in (CLAUSE.search(lower, end), PART.search(lower, end)) if stop]
    return first, min(stops, default=len(lower))


_SPACES = re.compile(r" +")
_STOP = re.compile(r"[。！!；;\n?？]+|\.(?!\d)|，(?=对了|另外|还有)")
_GOES_ON = re.compile(
    r"\s*(?:and |so |then )?(?:it|they|that|one (?:bite|tablet|dose)|the (?:injections?|jabs?|tablets?|pills?))\b"
    r"|\s*(?:它|打了|吃了|用了|当时|结果|一[吃打用滴抹涂喷吸喝服贴碰])"
)
_ME = re.compile(
    r"\b(?:me|my (?:throat|face|lips?|tongue|skin)|i|i'm|i've)\b"
    r"|我(?!妈|爸|家|爱人|老|儿|女|姐|妹|哥|弟|爷|奶|外|朋|媳|孙|孩|丈|妻|们)"
)
# What somebody has is of now, and no reaction of then.
_HAS = re.compile(r"\b(?:i|he|she|we|they)(?:'ve| have|'s got| has)\b|有(?!过)|这[几两]天")
_ASKED, _DOUBTED = Cue(WORDS["asked"]), Cue(WORDS["doubted"])
_UNNAMED, _REFERS = Cue(WORDS["unnamed"]), Cue(WORDS["refers"])
_AVOIDED = Cue(WORDS["avoided"])
_NOW, _CLASSES = compiled(WORDS["now"]), compiled(WORDS["classes"])
# "Allergic to zorbiphen", 对泽比芬过敏: what no list holds, and no word that only points at something.
_POINTS = "|".join(WORDS["points_at"])
_UNLISTED = (
    re.compile(
        r"\ballergic to (?:(?:a|an|the|some|something|drug|medicine|tablet|cream) (?:called )?)*"
        rf"(?P<name>(?!(?:{_POINTS})\b)[a-z][a-z-]{{3,}})(?=[^\w]*(?:$|[,.;!?]|\b(?:and|but|so|it|i|he|she)\b))"
    ),
    re.compile(rf"对(?P<name>(?:(?!{_POINTS})[\u4e00-\u9fff]){{2,6}}?)过敏(?!药|科|性|季)"),
)
_CALLED = re.compile(r" ?(?:called|named|叫)")
