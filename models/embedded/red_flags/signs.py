"""Finds the signs that the rules are made of in a patient's words, and says which are asserted and which denied."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from models.embedded.red_flags.literals import Needed, alternatives, needed, worth
from models.embedded.scope import Scope, ScopeKind, lowered, scopes
from models.facts import Language

HERE = Path(__file__).parent
GAP = {  # what "~~" (within the sentence) and "~" (within the clause) stand for
    Language.EN: (r"(?:\b[^.;!?]{0,80}?\b)", r"(?:\b[^.;!?,]{0,40}?\b)"),
    Language.ZH: (r"(?:[^。；！？;!?\n]{0,16}?)", r"(?:[^，。；！？,;!?\n]{0,8}?)"),
}
CLAUSE_END = re.compile(r"[，。；！？;!?\n]|[.,](?!\d)")
QUOTE_LENGTH = 80
WINDOW = {Language.EN: 130, Language.ZH: 36}  # characters within which concepts said "near" one another lie
OF_PEOPLE = frozenset(yaml.safe_load((HERE / "signs" / "people.yaml").read_text("utf-8")))  # who somebody is
KEY = 2  # letters by which needed words are looked up


class Wording(NamedTuple):
    """One way of saying a sign: words in their order, or concepts that lie near one another in any order."""

    sign: str
    parts: tuple[str, ...]  # patterns; more than one for concepts
    needed: tuple[Needed, ...]
    ignored: frozenset[ScopeKind]
    context: bool  # what the talk is about counts although it is negated: "I haven't felt a kick"
    window: int
    order: int

    def possible(self, text: str) -> bool:
        return all(any(word in text for word in words) for words in self.needed)


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
        for wording in _possible(low, language):
            if wording.sign in asserted or not wording.possible(low):
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
    for hit in _regex(wording.parts[0]).finditer(bent.text):
        kinds = bent.kinds(hit)
        if ScopeKind.NEGATED in kinds and not wording.context:
            negated = True
        elif not kinds & wording.ignored:
            return hit.span(), negated
    return None, negated


def _together(wording: Wording, bent: "_Bent") -> tuple[int, int] | None:
    """Where all the concepts of the wording stand asserted near one another."""
    silent = wording.ignored | (frozenset() if wording.context else {ScopeKind.NEGATED})
    found: list[list[tuple[int, int]]] = []
    for part in wording.parts:
        hits = [hit.span() for hit in _regex(part).finditer(bent.text) if not bent.kinds(hit) & silent]
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
                start = scope.start - scope.cue.endswith("有")  # 有血 of 没有血 too
                self.negation_over[start : scope.end] = [scope] * (scope.end - start)
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
        return scope is not None and not (hit.end() > scope.end and self.text.startswith(scope.cue, scope.end))

    def _denied_inside(self, hit: re.Match[str]) -> bool:
        """Whether a negation inside the hit denies it: the words match without it too, as in "never hits me"."""
        for at in range(hit.start() + 1, hit.end()):
            if scope := self.negation_from.get(at):
                cue = at - len(scope.cue)
                without = self.text[:cue] + "x" * len(scope.cue) + self.text[at:]
                if hit.re.match(without, hit.start()):
                    return True
        return False


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


def _ignored(entry: dict[str, Any]) -> frozenset[ScopeKind]:
    """The scopes under which a sign does not count."""
    ignored = {ScopeKind.PAST, ScopeKind.HYPOTHETICAL, ScopeKind.IDIOM, ScopeKind.OTHER_PERSON, ScopeKind.RECOVERED}
    if entry.get("lasting"):  # counts when it has passed: a faint, a stroke that went away
        ignored.discard(ScopeKind.RECOVERED)
    if entry.get("anyone"):  # counts when said of somebody else: "my husband hits me"
        ignored.discard(ScopeKind.OTHER_PERSON)
    if entry.get("ever"):  # counts when long ago: an illness one has
        ignored -= {ScopeKind.PAST, ScopeKind.RECOVERED}
    if entry.get("supposed"):  # counts as a wish: "if only I could die"
        ignored.discard(ScopeKind.HYPOTHETICAL)
    if entry.get("certain"):  # does not count when only supposed: "maybe I am pregnant"
        ignored.add(ScopeKind.UNCERTAIN)
    return frozenset(ignored)


def _possible(text: str, language: Language) -> list[Wording]:
    """The wordings that `text` may hold, going by a word that each needs, in the order written."""
    index = _by_beginning(language)
    beginnings = {text[at : at + KEY] for at in range(len(text))} | set(text) | {""}
    possible = {
        wording.order: wording
        for key in beginnings & index.keys()
        for word, those in index[key]
        if word in text
        for wording in those
    }
    return [possible[order] for order in sorted(possible)]


@cache
def _by_beginning(language: Language) -> dict[str, list[tuple[str, tuple[Wording, ...]]]]:
    """Every wording of `signs/*.yaml` under each word of its most telling set, these under their first letters."""
    by_word: dict[str, list[Wording]] = defaultdict(list)
    for wording in _wordings(language):
        for word in wording.needed[0] if wording.needed else {""}:
            by_word[word].append(wording)
    index: dict[str, list[tuple[str, tuple[Wording, ...]]]] = defaultdict(list)
    for word, those in by_word.items():
        index[word[:KEY]].append((word, tuple(those)))
    return index


def _wordings(language: Language) -> Iterator[Wording]:
    order = count()
    for file in sorted((HERE / "signs").glob("*.yaml")):
        for name, entry in yaml.safe_load(file.read_text("utf-8")).items():
            for written in entry[language]:
                for parts in _ways(written, language):
                    yield Wording(
                        name,
                        parts,
                        needed_of(parts),
                        _ignored(entry),
                        bool(entry.get("context")),
                        WINDOW[language],
                        next(order),
                    )


def _ways(written: str | list[str] | dict[str, list[str]], language: Language) -> Iterator[tuple[str, ...]]:
    """The patterns a line of the file stands for: each alternative of a text or pair, or the concepts of `near`."""
    if isinstance(written, dict):
        yield tuple(_bounded(_expanded(part, language), language) for part in written["near"])
        return
    both_ways = _either_order(written) if isinstance(written, list) else written
    for one in alternatives(_expanded(both_ways, language)):
        yield (_bounded(one, language),)


def _bounded(pattern: str, language: Language) -> str:
    """English patterns begin and end where words do."""
    return rf"(?<![\w'])(?:{pattern})(?:(?<= )|(?!\w))" if language is Language.EN else pattern


def needed_of(parts: tuple[str, ...]) -> tuple[Needed, ...]:
    """What `needed` says of every part, the most telling set first."""
    return tuple(sorted({words for part in parts for words in needed(part)}, key=worth, reverse=True))


def warm() -> None:
    """Make every expression now; otherwise the patient who first uses its words waits for it."""
    for language in Language:
        for those in _by_beginning(language).values():
            for _, wordings in those:
                for wording in wordings:
                    for part in wording.parts:
                        _regex(part)


@cache
def _regex(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _either_order(pair: list[str]) -> str:
    one, other = (f"(?:{part})" for part in pair)
    return f"{one}~{other}|{other}~{one}"


def _expanded(pattern: str, language: Language) -> str:
    for name, words in _vocabulary()[language].items():
        pattern = pattern.replace(f"{{{name}}}", f"(?:{words})")
    pattern = pattern.replace("n't", "n'?t")  # "cant breathe"
    sentence, clause = GAP[language]
    return pattern.replace("~~", sentence).replace("~", clause)


@cache
def _vocabulary() -> dict[str, dict[str, str]]:
    vocabulary: dict[str, dict[str, str]] = yaml.safe_load((HERE / "vocabulary.yaml").read_text("utf-8"))
    return vocabulary
