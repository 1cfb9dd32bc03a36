"""Medicines, allergens and known illnesses that are named in answer to whom asks for them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from frontdesk.models.facts import Answer, Language
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.load import knowledge, wordings
from frontdesk.models.parsers.english import phrase, tokens
from frontdesk.models.parsers.patterns import Cue, compiled, entries, scripts
from frontdesk.models.parsers.persons import relatives
from frontdesk.models.parsers.replies import plain_reply
from frontdesk.models.parsers.trie import Trie, longest_apart
from frontdesk.models.parsers.writing import clauses as clauses_of
from frontdesk.models.parsers.writing import read

_NAMES = entries("names")
_ALLERGENS, _LEFT_OUT, _REACTS = Cue(_NAMES["allergens"]), Cue(_NAMES["left_out"]), compiled(_NAMES["reacts"])
_KINDS = {kind: frozenset(classes) for kind, classes in _NAMES["kinds"].items()}
_NO_USE = compiled(_NAMES["no_use"])
_SENTENCE = re.compile(r"[。！!；;\n?？]|\.(?!\d)")
_SAME = re.compile(r"[\W_]*(?:called|namely|that is|which is|it is|it's|the|one|叫|是|就是|也就是|的)?[\W_]*")
_STOP = re.compile(r"[。！!；;\n]+|[?？]+|[，,](?!\d)|\.(?!\d)|\bbut\b|但是|可是|不过|\bthough\b|\bexcept\b|除了")

_NO_HISTORY = {page: compiled(_NAMES[f"no_{page}"]) for page in ("medicines", "allergies")}
_TAKEN, _ALLERGY_ALONE = compiled(_NAMES["taken"]), re.compile(r"过敏|allerg(?:y|ies|ic)")


class Named(NamedTuple):
    """A name the dictionary holds: its code in the record and the patient's words for it."""

    code: str
    words: str


class _Dictionary:
    """Names in both languages, by code."""

    def __init__(self) -> None:
        self._zh: Trie[str, str] = Trie()
        self._en: Trie[str, str] = Trie()

    def add(self, code: str, zh: Sequence[str], en: Sequence[str]) -> None:
        for words in zh:
            self._zh.add(read(words).lower, code)
        for words in en:
            self._en.add(phrase(words), code)

    def found(self, lower: str) -> list[tuple[int, int, str]]:
        """Where the names stand in a text in small letters, the longest of those that overlap."""
        chinese, english = scripts(lower)
        spans = [(hit.start, hit.end, hit.value) for hit in longest_apart(self._zh.every(lower))] if chinese else []
        if english:
            words = tokens(lower)
            hits = longest_apart(self._en.every([token.stem for token in words]))
            spans += [(words[hit.start].start, words[hit.end - 1].end, hit.value) for hit in hits]
        return sorted(spans)


@lru_cache(maxsize=1)
def _medicines() -> _Dictionary:
    known, names = formulary(), _Dictionary()
    for one in known.medicines.values():
        names.add(one.code, (one.zh, *one.says.get(Language.ZH, ())), (one.code, *one.says.get(Language.EN, ())))
    for product in known.products:
        zh = (product.zh,) if product.zh else ()
        names.add(product.code, (*zh, *product.says.get(Language.ZH, ())), product.says.get(Language.EN, ()))
    return names


@lru_cache(maxsize=1)
def _conditions() -> _Dictionary:
    names = _Dictionary()
    for one in knowledge().conditions.values():
        names.add(one.code, wordings(one, Language.ZH), wordings(one, Language.EN))
    return names


@lru_cache(maxsize=256)  # what was said is looked at again in every later turn
def medicines(text: str) -> tuple[Named, ...]:
    """The medicines said to be taken, by their codes; text that answers what is taken."""
    lower = read(text).lower
    named = _medicines().found(lower)
    vain = {code for start, end, code in named if _in_vain(lower, start, end, named)}
    return tuple(one for one in _kept(text, _without_kinds(lower, named)) if one.code not in vain)


@lru_cache(maxsize=256)
def tried(text: str) -> tuple[Named, ...]:
    """The medicines that were tried and were of no use, and are taken no more."""
    writing = read(text)
    named = _medicines().found(writing.lower)
    found = (one for one in named if _in_vain(writing.lower, *one[:2], named))
    return tuple({code: Named(code, writing.words(start, end)) for start, end, code in found}.values())


def _in_vain(lower: str, start: int, end: int, named: list[tuple[int, int, str]]) -> bool:
    """By what is said of it to the end of the sentence, or to the next name."""
    stop = _SENTENCE.search(lower, end)
    until = stop.start() if stop else len(lower)
    following = next((place for place, _, _ in named if end <= place < until), None)  # in the order of the text
    told = lower[end:until] if following is None else lower[end:following].rpartition("，" if "，" in lower else ",")[0]
    of_another = relatives(lower[max(0, start - NEAR) : start])
    return bool(_NO_USE.search(told)) and not _TAKEN.search(told) and not of_another


def _without_kinds(lower: str, named: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Without the kind of a medicine that is named right behind it: "a statin, atorvastatin" is one medicine."""
    behind = dict(pairwise(named))
    return [one for one in named if one not in behind or not is_kind_of(lower, one, behind[one])]


def is_kind_of(lower: str, one: tuple[int, int, str], behind: tuple[int, int, str]) -> bool:
    """Whether a name is the kind of the medicine that is named right behind it."""
    members = _KINDS.get(one[2], ())
    same = _SAME.fullmatch(lower, one[1], behind[0]) is not None
    return same and not formulary().counts_as(behind[2]).isdisjoint(members)


def members_of(kind: str, codes: Iterable[str]) -> tuple[str, ...]:
    """Those of the medicines that are of a kind told without a name ("water tablet"), in their order."""
    classes = _KINDS.get(kind, frozenset())
    return tuple(code for code in codes if code != kind and not formulary().counts_as(code).isdisjoint(classes))


def names_a_medicine(text: str) -> bool:
    """Whether a medicine is named at all, whatever is said of it."""
    return bool(_medicines().found(read(text).lower))


@lru_cache(maxsize=256)  # what was said is looked at again in every later turn
def conditions(text: str) -> tuple[Named, ...]:
    """The known illnesses told; text that answers what illnesses there are."""
    return _kept(text, _conditions().found(read(text).lower))


def all_named(text: str) -> tuple[tuple[int, int, str], ...]:
    """Where illnesses, medicines and other allergens are named, by their codes, whatever is said of them."""
    lower = read(text).lower
    return tuple(sorted([*_conditions().found(lower), *substances(lower)]))


def medicines_in(lower: str) -> list[tuple[int, int, str]]:
    """Where medicines stand in a text in small letters, by their codes."""
    return _medicines().found(lower)


def substances(lower: str) -> list[tuple[int, int, str]]:
    """Where medicines, by their codes, and other allergens, by their words, stand in a text in small letters."""
    taken = medicines_in(lower)
    others = [(*match.span(), match[0]) for match in _ALLERGENS.finditer(lower)]
    apart = [one for one in others if all(one[1] <= start or end <= one[0] for start, end, _ in taken)]
    return sorted([*taken, *apart])


def bare_allergens(text: str) -> tuple[Named, ...]:
    """What is merely named to whoever asks for allergies: medicines by their codes, all else by the words for it.

    None where some kind of allergy is denied: "no medicine allergies. I give him Calpol".
    """
    lower = read(text).lower
    return () if _NO_ALLERGY.search(lower) else _kept(text, substances(lower), reacts=True)


def is_allergy(words: str) -> bool:
    """Whether the words are no more than the word itself, and say nothing of what happened."""
    return _ALLERGY_ALONE.fullmatch(read(words).lower) is not None


def says_taken(text: str) -> bool:
    """Whether something is said to be taken now."""
    return _TAKEN.search(read(text).lower) is not None


def histories_denied(text: str) -> tuple[str, ...]:
    """Of medicines and allergies what is plainly said not to be: "no tablets, no allergies", 不吃药也不过敏."""
    lower = read(text).lower
    return tuple(page for page in ("medicines", "allergies") if _NO_HISTORY[page].search(lower))


_NO_ALLERGY = compiled(_NAMES["no_allergy"])


def _kept(text: str, found: list[tuple[int, int, str]], *, reacts: bool = False) -> tuple[Named, ...]:
    """Those that are plainly the patient's, each code once."""
    writing = read(text)
    clauses = list(_clauses(writing.lower))
    kept: dict[str, Named] = {}
    left_out = -1  # where the last clause ends whose names were left out
    denied = plain_reply(next(iter(clauses_of(writing.lower)), "")) in (Answer.NO, Answer.NONE_OF_THESE)
    for start, end, code in found:
        first, last = next(clause for clause in clauses if clause[0] <= start < clause[1])
        near, far = max(first, start - NEAR), min(last, end + NEAR)
        around = writing.lower[near:start] + " ~ " + writing.lower[end:far]
        if reacts:
            around = _REACTS.sub(" ", around)
        # 没有高血压，糖尿病: what is denied of the first of a list is denied of the rest.
        listed = first == left_out and _LISTED.fullmatch(writing.lower, first, start) is not None
        if reacts and _TAKEN.search(around):
            continue
        if denied and not _EXCEPTED.search(writing.lower, 0, start):
            continue
        if listed or _LEFT_OUT.search(around) or relatives(around):
            left_out = last
        else:
            kept.setdefault(code, Named(code, writing.words(start, end)))
    return tuple(kept.values())


NEAR = 100  # characters on either side of a name that say whose it is; hardly any clause is longer
_EXCEPTED = re.compile(r"\b(?:but|except|only|just|apart|other than|though)\b|除了|就|只|但|不过|可是")
_LISTED = re.compile(r"[\W_]*(?:(?:and|or|也|还有|或|和|以及)[\W_]*)*")


def _clauses(lower: str) -> Iterator[tuple[int, int]]:
    """The clauses, each with the stop behind it."""
    start = 0
    for stop in _STOP.finditer(lower):
        yield start, stop.end()
        start = stop.end()
    yield start, len(lower) + 1
