"""The wordings of the knowledge, and what a sensation at a place is called."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from frontdesk.models.facts import Language, Topic
from frontdesk.models.knowledge.load import knowledge, wordings
from frontdesk.models.knowledge.schema import Condition, Finding, Knowledge
from frontdesk.models.mentions.anatomy import Felt, anatomy
from frontdesk.models.mentions.anatomy_zh import undersides
from frontdesk.models.mentions.losses import losses
from frontdesk.models.parsers.english import FILLERS, Token, phrase, tokens
from frontdesk.models.parsers.patterns import compiled, entries
from frontdesk.models.parsers.trie import Hit, Trie
from frontdesk.models.parsers.writing import read

# Characters that may be put into a wording without changing it: 发着高烧, 拉了好几次肚子, 头还是有点疼.
_INSERTED = frozenset("了着过点些很好老总的有还又也都就会太真挺特别非常一直经里上觉感到得个几次天二三两是在像似乎")
# Sensations of the skin, whose place matters less than that they are there.
_ON_THE_SKIN = frozenset({"itch", "rash", "red", "lump", "mass", "dry", "cut", "injury"})
# A black spot on a tooth and a dry eye are no rash and no dry skin.
_SEEN_ON_SKIN = frozenset({"itch", "rash", "red", "dry"})
_WITHIN = frozenset({"mouth", "tooth", "throat", "eye", "heart", "urination", "stool"})
# 几个月没来月经 is said with any span of time.
_WITHOUT_SPAN = re.compile(r"^(?:好?几|两|三)个?(?:月|天|周|年|星期)都?(?=..{2})")
_OTHERWISE = entries("otherwise", Path(__file__).parent)
_NOT_MEANT = {code: compiled(words) for code, words in _OTHERWISE["not_meant"].items()}
_RUNS_ON = compiled(_OTHERWISE["runs_on"])
# What any more telling word that overlaps it takes the place of.
VAGUE = frozenset({"unwell", "pain_somewhere"})


class Named(NamedTuple):
    topic: Topic
    code: str


class Spoken(NamedTuple):
    """One finding, request or condition spoken of, from `start` to `end` of the text read."""

    start: int
    end: int
    topic: Topic
    code: str
    where: tuple[int, int] | None = None  # the place of the body, where it was named apart
    what: tuple[int, int] | None = None  # and the sensation

    @property
    def said_at(self) -> tuple[int, int]:
        """Where the sensation is named, before which a denial can stand inside the whole: 腰没疼过."""
        return self.what or (self.start, self.end)


class Vocabulary:
    def __init__(self, known: Knowledge) -> None:
        self._zh: Trie[str, Named] = Trie()
        self._en: Trie[str, Named] = Trie()
        self._votes: dict[tuple[str, str, Language], Counter[Named]] = {}
        for finding in known.findings.values():
            self._add(finding, Named(finding.topic, finding.code))
        for condition in known.conditions.values():
            self._add(condition, Named(Topic.CONDITION, condition.code))
        # 肚子疼 and "stomach ache" may be two findings: a place and a sensation mean what most wordings take them for,
        # those of the language spoken first.
        self._felt = {key: votes.most_common(1)[0][0] for key, votes in self._votes.items()}

    def _add(self, entry: Finding | Condition, named: Named) -> None:
        for words in wordings(entry, Language.ZH):
            text = _WITHOUT_SPAN.sub("", read(words).lower)
            self._zh.add(text, named)
            self._learn(anatomy().felt_zh(text), text, named, Language.ZH)
        for words in wordings(entry, Language.EN):
            self._en.add(phrase(words), named)
            text = words.lower()
            self._learn(anatomy().felt_en(tokens(text)), text, named, Language.EN)

    def _learn(self, felt: list[Felt], text: str, named: Named, language: Language) -> None:
        """A wording that is nothing but a place and a sensation says what the two mean together in any words.

        One of several places ("spots on hands and feet") says nothing of each; nor does that of a danger sign that says
        more (腿突然冰凉), for a cold leg alone is none.
        """
        if named.topic is not Topic.FINDING or len({one.sensation for one in felt}) != 1:
            return
        if len({one.where for one in felt}) > 1 or (_alarms(named) and _says_more(text, felt, language)):
            return
        if min(one.start for one in felt) == 0 and max(one.end for one in felt) >= len(text):
            for one in felt:
                self._votes.setdefault((one.site, one.sensation, language), Counter())[named] += 1

    def spoken_of(self, lower: str, *, chinese: bool, english: bool) -> list[Spoken]:
        """What `lower`, a text in small letters, speaks of, in its order; of what overlaps the longest."""
        found: list[Spoken] = []
        if chinese:
            worded = self._worded_zh(lower)
            found += worded + self._composed(anatomy().felt_zh(lower), worded, Language.ZH)
        if english:
            words = tokens(lower)
            worded = self._worded_en(words)
            found += worded + self._composed(anatomy().felt_en(words), worded, Language.EN)
        found += (Spoken(start, end, Topic.FINDING, code) for start, end, code in losses(lower))
        return _apart([one for one in found if not _otherwise_meant(one, lower)])

    def _worded_zh(self, lower: str) -> list[Spoken]:
        under = [start for start, _ in undersides(lower)]
        hits = [hit for hit in self._zh.every(lower, fillers=_INSERTED, most=6) if hit.start not in under]
        longer = {hit.start: hit.end for hit in hits}
        return [Spoken(hit.start, hit.end, *hit.value) for hit in hits if not _is_of_two(hit, lower, longer)]

    def _worded_en(self, words: Sequence[Token]) -> list[Spoken]:
        hits = self._en.every([token.stem for token in words], fillers=FILLERS, most=6)
        return [Spoken(words[hit.start].start, words[hit.end - 1].end, *hit.value) for hit in hits]

    def _composed(self, felt: list[Felt], worded: list[Spoken], language: Language) -> list[Spoken]:
        """Sensations at a place; not across something else that is spoken of between the two."""
        found = []
        starts = {one.start: one.end for one in worded}
        for one in felt:
            name = self._felt_at(one.site, one.sensation, language, exactly=one.carried)
            gap = min(one.where[1], one.what[1]), max(one.where[0], one.what[0])
            if name and not any(starts.get(place, gap[1] + 1) <= gap[1] for place in range(*gap)):
                found.append(Spoken(one.start, one.end, *name, where=one.where, what=one.what))
        return found

    def _felt_at(self, site: str, sensation: str, language: Language, *, exactly: bool = False) -> Named | None:
        """What a sensation at a place is called; failing a name, what it is called at the larger place, or plainly."""
        sites, sensations = anatomy().lineage(site), anatomy().lineage(sensation)
        if sensation == "burnt":
            sites, sensations = [site], [sensation]  # 脚烫伤 is no sprain, and no large burn
        if sensation in _ON_THE_SKIN and not (sensation in _SEEN_ON_SKIN and _WITHIN.intersection(sites)):
            sites = [*sites, "skin", "whole_body"]
        for place in sites:
            for plain in sensations:
                for spoken in (language, *Language):
                    if (place, plain, spoken) in self._felt:
                        return self._felt[place, plain, spoken]
            if exactly and place == site:
                return None
        return None


def _alarms(named: Named) -> bool:
    sign = knowledge().signs.get(named.code)
    return sign is not None and sign.alone


def _says_more(text: str, felt: list[Felt], language: Language) -> bool:
    """Whether anything but the places, the sensations and empty words is left of a wording."""
    covered = {place for one in felt for span in (one.where, one.what) for place in range(*span)}
    if language is Language.ZH:
        return any(place not in covered and one not in _INSERTED for place, one in enumerate(text))
    return any(one.start not in covered and one.stem not in FILLERS for one in tokens(text))


def _is_of_two(hit: Hit[Named], lower: str, longer: dict[int, int]) -> bool:
    """Whether its first characters are of other words: 没有大便出血 says nothing of 没大便."""
    if not hit.skipped:
        return False
    denial = lower.startswith("没有", hit.start)
    if denial and any(longer.get(place, 0) > hit.end for place in range(hit.start + 2, hit.end)):
        return True
    return lower[hit.start] == lower[hit.start + 1] and longer.get(hit.start + 1) == hit.end


def _otherwise_meant(one: Spoken, lower: str) -> bool:
    start, _ = one.said_at
    words = _NOT_MEANT.get(one.code)
    return (words is not None and words.match(lower, start) is not None) or _RUNS_ON.match(
        lower, one.end - 1
    ) is not None


def _apart(found: list[Spoken]) -> list[Spoken]:
    """The longest of those that overlap; composed ones of one sensation at several places all stay."""
    taken: list[Spoken] = []
    spoken_for: dict[int, list[Spoken]] = {}
    ranked = sorted(found, key=_rank)
    for one in ranked:
        places = range(one.start, one.end)
        if all(_both_stand(one, other) for place in places for other in spoken_for.get(place, ())):
            taken.append(one)
            for place in places:
                spoken_for.setdefault(place, []).append(one)
    return sorted(taken, key=lambda one: (one.start, one.end))


def _rank(one: Spoken) -> tuple[bool, int, bool, bool, int]:
    """The longest first; of two as long the symptom, and not what is come for: 看牙疼."""
    return one.code in VAGUE, one.start - one.end, one.topic is Topic.REQUEST, one.where is not None, one.start


def _both_stand(one: Spoken, other: Spoken) -> bool:
    composed = one.where is not None and other.where is not None
    return composed and one.code != other.code and (one.where != other.where or one.end != other.end)


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    return Vocabulary(knowledge())
