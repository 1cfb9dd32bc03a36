"""What a text asserts of the patient, for readers that go by its words alone: without what is absent or another's."""

import re
from functools import lru_cache
from pathlib import Path

from frontdesk.models import parsers
from frontdesk.models.assertion import Assertion, Scope, scopes
from frontdesk.models.assertion.cues import cues
from frontdesk.models.facts import Language, Topic
from frontdesk.models.mentions.find import Mention, mentions
from frontdesk.models.mentions.vocabulary import VAGUE
from frontdesk.models.parsers.patterns import compiled, entries, scripts
from frontdesk.models.parsers.writing import read

Span = tuple[int, int]
_ASKED = re.compile(r"[^。！？.!?\n]*[？?]")
_CLAUSE = re.compile(
    r"[^，。！？；,;!?\n]+?(?:[，。！？；,;!?\n]|\.(?!\d)|$|(?=\b(?:but|just|only)\b|但|(?<=[^，。]{4})就是|只是|不过|而是|倒是))"
)
_REJECTED = compiled(entries("negation", Path(__file__).parent)["rejected"])


def without(text: str, left_out: tuple[Mention, ...], also: tuple[Scope, ...] = ()) -> str:
    """The normalised text without the clauses that speak of nothing but those left out, or lie under `also`."""
    written = read(text).text
    stay = [(one.start, one.end) for one in mentions(text) if one not in left_out]
    go = [*((one.start, one.end) for one in left_out), *((scope.start, scope.end) for scope in also)]
    clauses = [match.span() for match in _CLAUSE.finditer(written)]
    return "".join(written[a:b] for a, b in clauses if _meets((a, b), stay) or not _meets((a, b), go)).strip()


@lru_cache(maxsize=512)
def asserted(text: str) -> str:
    """The text without the alternative rejected ("not my ear but my tooth") and without the clauses that speak of
    nothing but what is absent or another's, where there is a complaint beside them.
    """
    written = read(text).text
    for rejected in reversed(list(_REJECTED.finditer(written.lower()))):
        written = f"{written[: rejected.start()]}{written[rejected.end() :]}"
    spoken, anothers = mentions(written), _anothers(written)
    asked = {one.code for one in spoken if _ASKED.match(written, one.end)}
    others = tuple(
        one
        for one in spoken
        if one.denied or (one.code not in asked and any(scope.covers(one.start, one.end) for scope in anothers))
    )
    if others and any(one.topic in _COMPLAINTS for one in spoken if one not in others):
        return without(written, others, () if asked else anothers)
    return text if written == read(text).text else written


@lru_cache(maxsize=512)
def told_now(text: str) -> tuple[Mention, ...]:
    """What the normalised text says is so now, or was just now: not denied, long ago, supposed, doubtful, another's or
    a figure of speech.
    """
    others = {*not_of_now(text), *under(text, Assertion.POSSIBLE, Assertion.ABSENT)}
    return tuple(one for one in mentions(text) if one not in others)


@lru_cache(maxsize=512)
def denied_by_name(text: str) -> frozenset[str]:
    """Codes that the words deny by name, and tell of nowhere."""
    told = {one.code for one in told_now(parsers.normalise(text))}
    return frozenset(one.code for one in mentions(text) if one.denied) - told - VAGUE


@lru_cache(maxsize=512)
def not_of_now(text: str) -> tuple[Mention, ...]:
    """What the normalised text only names: denied, long ago, supposed, another's or a figure of speech."""
    elsewhere = under(text, *_NOT_OF_NOW)
    return tuple(one for one in mentions(text) if one.denied or one in elsewhere)


def told_lately(text: str) -> frozenset[str]:
    """Codes of what the normalised text tells of as over within minutes, some weeks ago: a fit, a faint."""
    scopes_ = [scope for scope in _scopes(read(text).text) if scope.kind is Assertion.PAST]
    recent = [scope for scope in scopes_ if any(cues(one, "weeks_ago").fullmatch(scope.cue) for one in Language)]
    named = [one for one in mentions(text) if not one.denied]
    return frozenset(one.code for one in named if any(scope.covers(one.start, one.end) for scope in recent))


def told_as_past(text: str) -> frozenset[str]:
    """Codes of what the normalised text tells of as long ago, and of no time nearer."""
    return frozenset(one.code for one in under(text, Assertion.PAST)) - {one.code for one in told_now(text)}


def under(text: str, *kinds: Assertion) -> tuple[Mention, ...]:
    """What the normalised text speaks of in a scope of one of these kinds."""
    found = [scope for scope in _scopes(read(text).text) if scope.kind in kinds]
    return tuple(one for one in mentions(text) if any(scope.covers(one.start, one.end) for scope in found))


_NOT_OF_NOW = (Assertion.PAST, Assertion.CONDITIONAL, Assertion.SOMEBODY_ELSES, Assertion.FIGURATIVE)
_COMPLAINTS = (Topic.FINDING, Topic.REQUEST, Topic.CONDITION)


def _anothers(text: str) -> tuple[Scope, ...]:
    return tuple(scope for scope in _scopes(text) if scope.kind is Assertion.SOMEBODY_ELSES)


def _scopes(text: str) -> tuple[Scope, ...]:
    chinese, _ = scripts(text.lower())
    return scopes(text, Language.ZH if chinese else Language.EN)


def _meets(span: Span, others: list[Span]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)
