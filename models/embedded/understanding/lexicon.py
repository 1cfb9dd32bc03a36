"""Finds in a text the findings and conditions the knowledge holds, by wording and by place and sensation."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.places.anatomy import Felt, anatomy
from models.embedded.understanding.places.anatomy_zh import undersides
from models.embedded.understanding.places.felt import Part
from models.embedded.understanding.words.english import FILLERS, IRREGULAR, Token, phrase, stem, tokens
from models.embedded.understanding.words.trie import Trie
from models.embedded.understanding.words.writing import read
from models.facts import Language, Topic
from models.knowledge.load import knowledge, wordings
from models.knowledge.schema import Condition, Finding, Knowledge

# Characters that may be put into a wording without changing it: 发着高烧, 拉了好几次肚子, 头还是有点疼.
_INSERTED = frozenset("了着过点些很好老总的有还又也都就会太真挺特别非常一直经里上觉感到得个几次天二三两是在像似乎")
# Sensations of the skin, whose place matters less than that they are there.
_ON_THE_SKIN = frozenset({"itch", "rash", "red", "lump", "mass", "dry", "cut", "injury"})
# A black spot on a tooth and a dry eye are no rash and no dry skin.
_SEEN_ON_SKIN = frozenset({"itch", "rash", "red", "dry"})
_WITHIN = frozenset({"mouth", "tooth", "throat", "eye", "heart", "urination", "stool"})

# 几个月没来月经 is said with any span of time.
_WITHOUT_SPAN = re.compile(r"^(?:好?几|两|三)个?(?:月|天|周|年|星期)都?(?=..{2})")
_CUES = cues("lexicon")
_BARE = pattern(_CUES["bare_place"])  # `#` stands where the place was named
_BETWEEN = pattern(_CUES["between_places"])
_THEIRS = Cue(_CUES["place_of_theirs"])  # before the place
_IN_CONTEXT = {code: Cue(words) for code, words in _CUES["in_context"].items()}
_NOT_MEANT = {code: pattern(words) for code, words in _CUES["not_meant"].items()}
_NOT_MEANT_AFTER = {code: Cue(words) for code, words in _CUES["not_meant_after"].items()}
_RUNS_ON = pattern(_CUES["runs_on"])

# What any more telling word that overlaps it takes the place of.
VAGUE = frozenset({"unwell", "pain_somewhere"})


class Named(NamedTuple):
    topic: Topic
    code: str


class Mention(NamedTuple):
    """One finding or condition spoken of, from `start` to `end` of the text read."""

    start: int
    end: int
    topic: Topic
    code: str
    where: tuple[int, int] | None = None  # the place of the body, where it was named apart
    what: tuple[int, int] | None = None  # and the sensation
    heard: bool = False  # by its sound or by a spelling close to it

    @property
    def said_at(self) -> tuple[int, int]:
        """Where the sensation is named, before which a denial can stand inside the whole: 腰没疼过."""
        return self.what or (self.start, self.end)


class Lexicon:
    def __init__(self, known: Knowledge) -> None:
        self._zh: Trie[str, Named] = Trie()
        self._en: Trie[str, Named] = Trie()
        self._votes: dict[tuple[str, str, Language], Counter[Named]] = {}
        self.chinese: dict[str, Named] = {}
        self.english: set[str] = set()
        self._topics = {finding.code: finding.topic for finding in known.findings.values()}
        self._topics |= dict.fromkeys(known.conditions, Topic.CONDITION)
        for finding in known.findings.values():
            self._add(finding, Named(finding.topic, finding.code))
        for condition in known.conditions.values():
            self._add(condition, Named(Topic.CONDITION, condition.code))
        # 肚子疼 and "stomach ache" may be two findings: a place and a sensation mean what most wordings take them for,
        # those of the language spoken first.
        self._felt = {key: votes.most_common(1)[0][0] for key, votes in self._votes.items()}

    @cached_property
    def english_words(self) -> list[str]:
        """What a misspelt word may have been meant to be: the stems, and the longer forms no rule makes of them."""
        forms = {form for form in IRREGULAR if len(form) > 5 and stem(form) in self.english}
        return sorted(self.english | forms)

    def _add(self, entry: Finding | Condition, named: Named) -> None:
        for words in wordings(entry, Language.ZH):
            text = _WITHOUT_SPAN.sub("", read(words).lower)
            self._zh.add(text, named)
            self.chinese.setdefault(text, named)
            self._learn(anatomy().felt_zh(text), len(text), named, Language.ZH)
        for words in wordings(entry, Language.EN):
            stems = phrase(words)
            self._en.add(stems, named)
            self.english.update(stems)
            text = words.lower()
            self._learn(anatomy().felt_en(tokens(text)), len(text), named, Language.EN)

    def _learn(self, felt: list[Felt], length: int, named: Named, language: Language) -> None:
        """A wording that is nothing but a place and a sensation says what the two mean together in any words."""
        if named.topic is not Topic.FINDING or len({one.sensation for one in felt}) != 1:
            return
        if min(one.start for one in felt) == 0 and max(one.end for one in felt) >= length:
            for one in felt:
                self._votes.setdefault((one.site, one.sensation, language), Counter())[named] += 1

    def mentions(self, lower: str, *, chinese: bool, english: bool) -> list[Mention]:
        """What `lower`, a text in small letters, speaks of, in its order; of mentions that overlap the longest."""
        found: list[Mention] = []
        if chinese:
            worded = self._worded_zh(lower)
            found += worded + self._composed(anatomy().felt_zh(lower), worded, Language.ZH)
        if english:
            words = tokens(lower)
            worded = self._worded_en(words)
            found += worded + self._composed(anatomy().felt_en(words), worded, Language.EN)
        found += self._in_context(lower)
        return apart([mention for mention in found if not otherwise_meant(mention, lower)])

    def _in_context(self, lower: str) -> list[Mention]:
        return [
            Mention(*match.span(match.lastgroup or 0), self._topics[code], code, where=_place_in(match))
            for code, words in _IN_CONTEXT.items()
            if code in self._topics
            for match in words.finditer(lower)
        ]

    def _worded_zh(self, lower: str) -> list[Mention]:
        under = [start for start, _ in undersides(lower)]
        hits = [hit for hit in self._zh.every(lower, fillers=_INSERTED, most=6) if hit.start not in under]
        # 没有大便出血 denies blood and says nothing of 没大便.
        longer = {hit.start: hit.end for hit in hits}
        denials = [
            hit
            for hit in hits
            if hit.skipped
            and lower.startswith("没有", hit.start)
            and any(longer.get(place, 0) > hit.end for place in range(hit.start + 2, hit.end))
        ]
        # 得过过敏性休克: the first 过 is of 得过.
        doubled = [
            hit
            for hit in hits
            if hit.skipped and lower[hit.start] == lower[hit.start + 1] and longer.get(hit.start + 1) == hit.end
        ]
        return [Mention(hit.start, hit.end, *hit.value) for hit in hits if hit not in denials and hit not in doubled]

    def _worded_en(self, words: Sequence[Token]) -> list[Mention]:
        hits = self._en.every([token.stem for token in words], fillers=FILLERS, most=6)
        return [Mention(words[hit.start].start, words[hit.end - 1].end, *hit.value) for hit in hits]

    def _composed(self, felt: list[Felt], worded: list[Mention], language: Language) -> list[Mention]:
        """Sensations at a place; not across something else that is spoken of between the two."""
        found = []
        starts = {mention.start: mention.end for mention in worded}
        for one in felt:
            name = self.felt(one.site, one.sensation, language, exactly=one.carried)
            gap = min(one.where[1], one.what[1]), max(one.where[0], one.what[0])
            if name and not any(starts.get(place, gap[1] + 1) <= gap[1] for place in range(*gap)):
                found.append(Mention(one.start, one.end, *name, where=one.where, what=one.what))
        return found

    def trouble_at(self, lower: str, *, chinese: bool, english: bool) -> Mention | None:
        """Trouble at the one place named, where the text names a place and nothing else."""
        sites = _sites(lower, chinese=chinese, english=english)
        if not sites or not _BARE.fullmatch("".join((lower[: sites[0].start], "#", lower[sites[-1].end :]))):
            return None
        if not all(_BETWEEN.fullmatch(lower, one.end, two.start) for one, two in pairwise(sites)):
            return None
        named = self.felt(sites[0].code, "discomfort", Language.ZH if chinese else Language.EN)
        return Mention(sites[0].start, sites[-1].end, *named) if named else None

    def places_of_theirs(self, lower: str, *, chinese: bool, english: bool) -> list[tuple[int, int]]:
        """The places of the body that are said to be somebody's own: "my wrist", 我这腿."""
        sites = _sites(lower, chinese=chinese, english=english)
        return [(site.start, site.end) for site in sites if _THEIRS.search(lower[: site.start])]

    def felt(self, site: str, sensation: str, language: Language, *, exactly: bool = False) -> Named | None:
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


def _sites(lower: str, *, chinese: bool, english: bool) -> list[Part]:
    """The places of the body that are named."""
    found = anatomy().parts_zh(lower)[0] if chinese else []
    return [*found, *(anatomy().sites_en(tokens(lower)) if english else [])]


def _place_in(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span("where") if match.groupdict().get("where") else None


def otherwise_meant(mention: Mention, lower: str) -> bool:
    start, _ = mention.said_at
    words, before = _NOT_MEANT.get(mention.code), _NOT_MEANT_AFTER.get(mention.code)
    if (words is not None and words.match(lower, start)) or _RUNS_ON.match(lower, mention.end - 1):
        return True
    return before is not None and before.search(lower[:start]) is not None


def apart(found: list[Mention]) -> list[Mention]:
    """The longest of those that overlap; composed ones of one sensation at several places all stay."""
    taken: list[Mention] = []
    spoken_for: dict[int, list[Mention]] = {}
    ranked = sorted(found, key=lambda m: (m.code in VAGUE, m.start - m.end, m.where is not None, m.start))
    for mention in ranked:
        places = range(mention.start, mention.end)
        if all(_both_stand(mention, other) for place in places for other in spoken_for.get(place, ())):
            taken.append(mention)
            for place in places:
                spoken_for.setdefault(place, []).append(mention)
    return sorted(taken, key=lambda m: (m.start, m.end))


def _both_stand(one: Mention, other: Mention) -> bool:
    composed = one.where is not None and other.where is not None
    return composed and one.code != other.code and (one.where != other.where or one.end != other.end)


@lru_cache(maxsize=4)
def _lexicon_of(key: int) -> Lexicon:
    return Lexicon(_KNOWN[key])


_KNOWN: dict[int, Knowledge] = {}


def lexicon(known: Knowledge | None = None) -> Lexicon:
    """The lexicon of `known`, made once; of the knowledge that ships when nothing is given."""
    known = known or knowledge()
    _KNOWN[id(known)] = known  # kept, so that its id stays its own
    return _lexicon_of(id(known))
