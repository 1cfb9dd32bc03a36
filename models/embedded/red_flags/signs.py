"""Finds the signs that the rules are made of in a patient's words, and says which are asserted and which denied."""

import re
from functools import lru_cache
from typing import NamedTuple

from models.embedded.red_flags.wordings import Wording, compiled, possible_in
from models.embedded.scope import Scope, ScopeKind, lowered, scopes
from models.facts import Language

CLAUSE_END = re.compile(r"[，。；！？;!?\n]|[.,](?!\d)")
NO = re.compile("[没不无冇]")
QUOTE_LENGTH = 80


PAUSE = re.compile(r"\s*(?:\.{2,}|…+)\s*")
PAUSES, PIECE = 3, 16  # of one who gasps: so many pauses at least, and characters between them at most


class Said(NamedTuple):
    """The signs of one utterance: asserted ones with the patient's words, and denied ones."""

    asserted: dict[str, str]
    denied: frozenset[str]


@lru_cache(maxsize=512)
def said(text: str) -> Said:
    """The signs in one normalised utterance, in whichever of the two languages its words are."""
    asserted: dict[str, str] = {}
    denied: set[str] = set()
    low = lowered(text)
    for language in languages_of(low):
        bent = _Bent(low, scopes(text, language))
        for wording in possible_in(low, language):
            if wording.sign in asserted:
                continue
            if len(wording.parts) > 1:
                span = _together(wording, bent)
            else:
                span, negated = _first(wording, bent)
                denied |= {wording.sign} if negated else set()
            if span:
                asserted[wording.sign] = quote(text, *span)
    return Said(asserted, frozenset(denied - asserted.keys()))


def _first(wording: Wording, bent: "_Bent") -> tuple[tuple[int, int] | None, bool]:
    """Where the wording first stands asserted, and whether it was denied before that."""
    negated = False
    for hit in compiled(wording.parts[0]).finditer(bent.text):
        kinds = bent.kinds(hit)
        if ScopeKind.NEGATED in kinds and not wording.context:
            negated = True
        elif not kinds & wording.ignored and wording.meant(bent.text, hit):
            return hit.span(), negated
    return None, negated


def _together(wording: Wording, bent: "_Bent") -> tuple[int, int] | None:
    """Where all the concepts of the wording stand asserted near one another."""
    silent = wording.ignored | (frozenset() if wording.context else {ScopeKind.NEGATED})
    found: list[list[tuple[int, int]]] = []
    for part in wording.parts:
        hits = [
            hit.span()
            for hit in compiled(part).finditer(bent.text)
            if not bent.kinds(hit) & silent and wording.meant(bent.text, hit)
        ]
        if not hits:
            return None
        found.append(hits)
    for head in found[0]:
        nearest = [head, *(min(hits, key=lambda hit: abs(hit[0] - head[0])) for hits in found[1:])]
        start, end = min(hit[0] for hit in nearest), max(hit[1] for hit in nearest)
        if end - start <= wording.window:
            return start, end
    return None


class _Bent:
    """The scopes of a text, laid out by character so that a hit is looked up without searching."""

    def __init__(self, text: str, found: tuple[Scope, ...]):
        self.text = text
        self.over = {kind: bytearray(len(text)) for kind in {scope.kind for scope in found}}
        self.negation_over: list[Scope | None] = [None] * len(text)
        self.negation_from: dict[int, Scope] = {}
        for scope in found:
            self.over[scope.kind][scope.start : scope.end] = b"\1" * (scope.end - scope.start)
            if scope.kind is ScopeKind.NEGATED:
                before = text.endswith(scope.cue, 0, scope.start)
                # 有血 of 没有血 too, and "had a fit" of "never had a fit".
                last = 1 if scope.cue.endswith("有") else len(scope.cue.rpartition(" ")[2]) if " " in scope.cue else 0
                start = scope.start - last if before else scope.start
                self.negation_over[start : scope.end] = [scope] * (scope.end - start)
                if before:
                    self.negation_from[scope.start] = scope

    def kinds(self, hit: re.Match[str]) -> set[ScopeKind]:
        """What the hit is under, going by where it begins; an idiom counts wherever they touch."""
        start, end = hit.span()
        kinds = {kind for kind, over in self.over.items() if over[start]}
        if ScopeKind.IDIOM in self.over and any(self.over[ScopeKind.IDIOM][start:end]):
            kinds.add(ScopeKind.IDIOM)
        if self._denied_around(hit) or self._denied_inside(hit):
            kinds.add(ScopeKind.NEGATED)
        else:
            kinds.discard(ScopeKind.NEGATED)
        return kinds

    def _denied_around(self, hit: re.Match[str]) -> bool:
        """Not where the hit goes on into a negation that stands after its words, and is made with it: 一滴尿都没有."""
        scope = self.negation_over[hit.start()]
        if scope is None or not self.text.startswith(scope.cue, scope.end):
            return scope is not None
        no = NO.search(scope.cue)  # 晕也 of 晕也没晕 does not reach it
        return hit.end() <= scope.end + (no.start() if no else 0)

    def _denied_inside(self, hit: re.Match[str]) -> bool:
        """Whether a negation inside the hit denies it: the words match without it too, as in "never hits me"."""
        for at in range(hit.start() + 1, hit.end()):
            if scope := self.negation_from.get(at):
                said = scope.cue.lstrip("都也还并")  # 都没吐: the 都 may be of what is denied
                without = self.text[: at - len(said)] + "x" * len(said) + self.text[at:]
                if hit.re.match(without, hit.start()):
                    return True
        return False


def without_gasps(text: str) -> str:
    """What somebody short of breath says between pauses, in one piece: "can't... get... my... breath..."."""
    pauses = len(PAUSE.findall(text))
    if pauses < PAUSES or len(text) > PIECE * (pauses + 1):
        return text
    return PAUSE.sub("" if Language.ZH in languages_of(text) else " ", text).strip()


def languages_of(text: str) -> tuple[Language, ...]:
    found = []
    if re.search("[\u4e00-\u9fff]", text):
        found.append(Language.ZH)
    if re.search(r"[a-z]{2}", text):
        found.append(Language.EN)
    return tuple(found)


def quote(text: str, start: int, end: int) -> str:
    """The clause around [start, end), at most 80 characters."""
    before = [mark.end() for mark in CLAUSE_END.finditer(text, 0, start)]
    after = CLAUSE_END.search(text, end)
    left = max(before[-1] if before else 0, start - QUOTE_LENGTH // 2)
    while 0 < left < start and text[left - 1].isascii() and text[left - 1].isalnum():
        left += 1
    right = min(after.start() if after else len(text), left + QUOTE_LENGTH)
    while end < right < len(text) and text[right].isascii() and text[right].isalnum():
        right -= 1
    return text[left : max(right, min(end, left + QUOTE_LENGTH))].strip(" ，。,.;；")
