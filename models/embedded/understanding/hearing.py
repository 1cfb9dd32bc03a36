"""One utterance with everything that all its readers need: the writing, its scopes, and who it is about."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from models.embedded.scope import Scope, ScopeKind, scopes
from models.embedded.understanding.persons.people import Passing, people
from models.embedded.understanding.words.corrections import marks
from models.embedded.understanding.words.writing import Writing
from models.facts import Language, Relation

_HAN = re.compile(r"[\u4e00-\u9fff]")
_LATIN = re.compile(r"[a-z]{2,}|\bi\b")
_SENTENCE = re.compile(r"[。.!?！？;；]")


class Over(NamedTuple):
    """The scopes, without idioms, over stretches of the text: `scopes[i]` hold from `starts[i]` to the next start."""

    starts: tuple[int, ...]
    scopes: tuple[tuple[Scope, ...], ...]

    def at(self, place: int) -> tuple[Scope, ...]:
        stretch = bisect_right(self.starts, place) - 1
        return self.scopes[stretch] if stretch >= 0 else ()


class Hearing(NamedTuple):
    writing: Writing
    language: Language
    chinese: bool  # has Chinese characters
    english: bool  # has Latin words
    scopes: tuple[Scope, ...]
    passing: Passing
    asked: str | None
    marks: tuple[tuple[int, int], ...]  # where something said is taken back
    over: Over
    idioms: tuple[Scope, ...]

    def covering(self, start: int, end: int) -> list[Scope]:
        """The scopes that govern words at [start, end)."""
        return [*self.over.at(start), *(idiom for idiom in self.idioms if idiom.start < end and start < idiom.end)]

    def under(self, start: int, end: int) -> set[ScopeKind]:
        return {scope.kind for scope in self.covering(start, end)}

    def cue(self, start: int, end: int, kind: ScopeKind) -> str:
        return next((scope.cue for scope in self.covering(start, end) if scope.kind is kind), "")

    @property
    def speaks_for_another(self) -> bool:
        person = self.passing.person
        return person is not None and person.relation not in (None, Relation.SELF)

    def taken_back_between(self, start: int, end: int) -> bool:
        return any(start <= mark_start and mark_end <= end + 1 for mark_start, mark_end in self.marks)

    def quote(self, start: int, end: int) -> str:
        """The patient's words, with the word that denies, doubts or dates them where it stands close before."""
        lower = self.writing.lower
        side = _SIDE_BEFORE.search(lower, max(0, start - 12), start)
        start = side.start() if side else start
        for scope in self.covering(start, end):
            if scope.kind in _SHOWN and scope.cue:
                reach = 8 if scope.kind is ScopeKind.PAST else 16
                place = lower.rfind(scope.cue.lower(), max(0, start - reach - len(scope.cue)), start)
                if place >= 0 and scope.cue not in _LOOSE and not _SENTENCE.search(lower[place:start]):
                    return self.writing.words(place, end)
        return self.writing.words(start, end)


_LOOSE = ("以前", "从来", "之前")
_SIDE_BEFORE = re.compile(r"(?:左|右|两|双)[边侧只条个]?的?$|\b(?:left|right|lower|upper|both) (?:\w+ )?$")
_SHOWN = (ScopeKind.NEGATED, ScopeKind.UNCERTAIN, ScopeKind.PAST)


def hear(writing: Writing, language: Language, asked: str | None) -> Hearing:
    lower = writing.lower
    chinese, english = bool(_HAN.search(lower)), bool(_LATIN.search(lower))
    found = scopes(writing.text, language)
    return Hearing(
        writing,
        language,
        chinese,
        english,
        found,
        people(writing, asked=asked),
        asked,
        tuple(marks(lower)),
        _over(found),
        tuple(scope for scope in found if scope.kind is ScopeKind.IDIOM),
    )


def without_denials_inside(hearing: Hearing, spans: Iterable[tuple[int, int]]) -> Hearing:
    """The hearing without the denials that are part of a name in `spans`: 不通气 denies no sneezing after it."""
    taken = sorted(spans)
    starts, reach = [start for start, _ in taken], [0, *accumulate((end for _, end in taken), max)]

    def is_inside(scope: Scope) -> bool:
        cue = scope.start - len(scope.cue)
        stands_before = hearing.writing.lower.startswith(scope.cue, cue)
        return stands_before and reach[bisect_right(starts, cue)] > scope.start

    kept = tuple(scope for scope in hearing.scopes if scope.kind is not ScopeKind.NEGATED or not is_inside(scope))
    return hearing if kept == hearing.scopes else hearing._replace(scopes=kept, over=_over(kept))


def _over(found: tuple[Scope, ...]) -> Over:
    governing = [(_governed_from(scope), scope) for scope in found if scope.kind is not ScopeKind.IDIOM]
    starts = sorted({place for start, scope in governing for place in (start, scope.end)})
    stretches: list[list[Scope]] = [[] for _ in starts]
    for start, scope in governing:
        for stretch in range(bisect_left(starts, start), bisect_left(starts, scope.end)):
            stretches[stretch].append(scope)
    return Over(tuple(starts), tuple(map(tuple, stretches)))


def _governed_from(scope: Scope) -> int:
    """ "haven't had" governs "had the runs", which begins inside it."""
    inside = scope.cue.rfind(" ") + 1 if scope.kind is ScopeKind.NEGATED else 0
    return max(0, scope.start - len(scope.cue) + inside) if inside else scope.start
