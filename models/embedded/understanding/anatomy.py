"""Places of the body and what is felt there: found in a text, and put together where people keep them apart."""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from models.embedded.understanding.english import FILLERS, STOPS, Token, phrase, tokens
from models.embedded.understanding.trie import Hit, Trie, longest_apart

# Words that hold a character for a place or a sensation and mean neither.
_NEITHER_ZH = re.compile(
    "乳头瘤|手机|手术|手续|手段|手表|头发|念头|里头|外头|前头|后头|上头|馒头|老头|石头|镜头|头天|头一|钟头|年头|床头|丫头|头孢|担心|小心|关心|放心|"
    "开心|伤心|心情|中心|安心|心跳|恶心|心慌|麻烦|麻醉|芝麻|麻辣|影响|响应|软件|钱包|书包|面包|包括|包含|压力|血压|高压|低压|叶酸|反酸|胃酸|尿酸|"
    "跳舞|跳绳|跳楼|干活|干嘛|干什么|干吗|干部|能干|干净|干呕|花钱|花了|花粉|花生|棉花|不足|足够|足球|满足|背景|眼镜|眼看|刷牙|牙刷|牙膏|牙医|"
    "[^，。]科室?(?=$|[，。])|冷静|寒冷|冷饮|冷敷|热敷|木头|发烧|发热|退烧|烧烤|烧水|烧饭|高烧|低烧|烧到|烧得|还烧|烧了|烧起来|怕冷|冷汗|发冷|冷天|"
    "痛苦|痛快|疼爱|心疼|头疼的是|一下子|手足|脚步|手脚不|面前|后面|前面|里面|外面|上面|下面的|身上有没|硬币|抽烟|抽血|抽空|木耳|皮蛋|止痛|止疼|镇痛|月经"
)
_JOINED_ZH = re.compile(r"(?:[、和跟与及，]|还有|以及|带着?|连着?){0,2}(?:左边?|右边?|两|双|的|边)*")
_NO_BRIDGE_ZH = re.compile(r"[，。！？；：,.!?;]|但是|可是|不过|因为|所以|然后")
_BETWEEN_ZH = 14  # characters between a place and what is felt there
_AFTER_ZH = re.compile(
    r"[的得]?(?:地方|位置|部位|点)?(?:就|主要|都)?(?:在|是|是在)(?:我)?(?:的)?(?:左边?|右边?|两边?)?"
)

_PREPOSITIONS = frozenset(
    [
        "in",
        "on",
        "of",
        "around",
        "at",
        "behind",
        "under",
        "near",
        "across",
        "inside",
        "over",
        "to",
        "down",
        "along",
        "with",
        "when",
        "while",
        "during",
        "from",
        "through",
    ]
)
_BREAKS = (
    frozenset(
        [
            "but",
            "then",
            "so",
            "because",
            "since",
            "although",
            "though",
            "which",
            "who",
            "if",
            "or",
            "until",
            "before",
            "after",
            "no",
            "not",
        ]
    )
    | STOPS
)
_NOT_A_PLACE = {
    "back": frozenset(
        [
            "come",
            "came",
            "go",
            "going",
            "went",
            "get",
            "got",
            "getting",
            "send",
            "sent",
            "call",
            "came",
            "bring",
            "brought",
            "come",
            "back",
            "give",
            "gave",
            "put",
        ]
    ),
    "hand": frozenset(["other"]),
    "head": frozenset(["to"]),
    "face": frozenset(["to", "can't"]),
}


class Part(NamedTuple):
    code: str
    start: int
    end: int


class Felt(NamedTuple):
    """A sensation at a place; `start` and `end` span both in the text, `where` the place alone."""

    site: str
    sensation: str
    start: int
    end: int
    where: tuple[int, int]
    what: tuple[int, int]  # the sensation alone
    carried: bool = False  # the place was named in an earlier clause


class Anatomy:
    def __init__(self, data: dict[str, dict[str, Any]]) -> None:
        self.parents: dict[str, str] = {
            code: entry["in"] for group in data.values() for code, entry in group.items() if "in" in entry
        }
        self._zh: dict[str, Trie[str, str]] = {}
        self._en: dict[str, Trie[str, str]] = {}
        for group, entries in data.items():
            zh, en = self._zh.setdefault(group, Trie()), self._en.setdefault(group, Trie())
            for code, entry in entries.items():
                for words in entry["zh"]:
                    zh.add(words, code)
                for words in entry["en"]:
                    en.add(phrase(words), code)

    def lineage(self, code: str) -> list[str]:
        """A place or sensation and what it is part of, nearest first."""
        line = [code]
        while line[-1] in self.parents:
            line.append(self.parents[line[-1]])
        return line

    def parts_zh(self, text: str) -> tuple[list[Part], list[Part]]:
        """The places and the sensations named in a Chinese text."""
        masked = _NEITHER_ZH.sub(lambda m: "\0" * len(m.group()), text)
        sites = longest_apart(self._zh["sites"].every(masked))
        covered = {i for hit in sites for i in range(hit.start, hit.end)}
        felt = longest_apart(hit for hit in self._zh["sensations"].every(masked) if hit.start not in covered)
        return [Part(h.value, h.start, h.end) for h in sites], [Part(h.value, h.start, h.end) for h in felt]

    def felt_zh(self, text: str) -> list[Felt]:
        sites, sensations = self.parts_zh(text)
        return [found for sensation in sensations for found in self._felt_one_zh(text, sites, sensation)]

    def _felt_one_zh(self, text: str, sites: list[Part], sensation: Part) -> list[Felt]:
        before = [site for site in sites if site.end <= sensation.start]
        after = next((site for site in sites if site.start >= sensation.end), None)
        if after and _AFTER_ZH.fullmatch(text[sensation.end : after.start]):
            return [_felt(after, sensation)]
        if not before:
            return []
        near = before[-1]
        gap = text[near.end : sensation.start]
        bridge = _NO_BRIDGE_ZH.search(gap)
        if bridge is None and len(gap) <= _BETWEEN_ZH:
            found = [_felt(near, sensation)]
            for left, right in zip(reversed(before[:-1]), reversed(before), strict=False):
                if not _JOINED_ZH.fullmatch(text[left.end : right.start]):
                    break
                found.append(_felt(left, sensation))
            return found
        clause = re.split(r"[，。！？；：,.!?;]", gap)[-1]
        if len(clause) <= 6 and len(gap) <= 20 and near.code != "whole_body" and not re.search(r"[？?]", gap):
            return [_felt(near, sensation)._replace(start=sensation.start, carried=True)]
        return []

    def felt_en(self, words: Sequence[Token]) -> list[Felt]:
        stems = [token.stem for token in words]
        sites = [
            hit
            for hit in longest_apart(self._en["sites"].every(stems, fillers=FILLERS, most=2))
            if _is_place(words, hit)
        ]
        covered = {i for hit in sites for i in range(hit.start, hit.end)}
        sensations = longest_apart(
            hit for hit in self._en["sensations"].every(stems, fillers=FILLERS, most=2) if hit.start not in covered
        )
        return [found for sensation in sensations for found in _felt_one_en(words, sites, sensations, sensation)]

    def sites_en(self, words: Sequence[Token]) -> list[Part]:
        hits = longest_apart(self._en["sites"].every([token.stem for token in words]))
        return [Part(h.value, words[h.start].start, words[h.end - 1].end) for h in hits if _is_place(words, h)]


def _felt(site: Part, sensation: Part) -> Felt:
    start, end = min(site.start, sensation.start), max(site.end, sensation.end)
    return Felt(site.code, sensation.code, start, end, (site.start, site.end), (sensation.start, sensation.end))


def _is_place(words: Sequence[Token], hit: Hit[str]) -> bool:
    word = words[hit.start]
    before = words[hit.start - 1].word if hit.start else ""
    if word.stem in _NOT_A_PLACE and hit.end - hit.start == 1:
        after = words[hit.end].word if hit.end < len(words) else ""
        if before in _NOT_A_PLACE[word.stem] or (
            word.stem == "back"
            and after in ("in", "to", "then", "and", "when")
            and before not in ("my", "his", "her", "the", "your")
        ):
            return False
    return True


def _felt_one_en(words: Sequence[Token], sites: list[Hit[str]], all_felt: list[Hit[str]], felt: Hit[str]) -> list[Felt]:
    after = next((site for site in sites if site.start >= felt.end), None)
    if after:
        gap = words[felt.end : after.start]
        content = [token for token in gap if token.stem not in FILLERS]
        linked = not content or any(token.word in _PREPOSITIONS for token in content[:2])
        if linked and len(content) <= 4 and not any(t.word in _BREAKS or t.word == "and" for t in gap):
            found = [_felt_en(words, after, felt)]
            for left, right in zip(sites[sites.index(after) :], sites[sites.index(after) + 1 :], strict=False):
                if not _joined_en(words, left, right) or any(
                    left.end <= f.start < right.start or f.start == right.end for f in all_felt
                ):
                    break
                found.append(_felt_en(words, right, felt))
            return found
    before = [site for site in sites if site.end <= felt.start]
    if not before:
        return []
    near = before[-1]
    gap = words[near.end : felt.start]
    content = [token for token in gap if token.stem not in FILLERS]
    if not any(token.word in _BREAKS for token in gap) and len(content) <= 5:
        found = [_felt_en(words, near, felt)]
        for left, right in zip(reversed(before[:-1]), reversed(before), strict=False):
            if not _joined_en(words, left, right):
                break
            found.append(_felt_en(words, left, felt))
        return found
    last = max((i for i, token in enumerate(gap) if token.word in STOPS), default=-1)
    if last >= 0 and len([t for t in gap[last + 1 :] if t.stem not in FILLERS]) <= 1 and len(gap) <= 10:
        return [_felt_en(words, near, felt)._replace(start=words[felt.start].start, carried=True)]
    return []


def _felt_en(words: Sequence[Token], site: Hit[str], felt: Hit[str]) -> Felt:
    start, end = min(site.start, felt.start), max(site.end, felt.end)
    where = (words[site.start].start, words[site.end - 1].end)
    what = (words[felt.start].start, words[felt.end - 1].end)
    return Felt(site.value, felt.value, words[start].start, words[end - 1].end, where, what)


def _joined_en(words: Sequence[Token], left: Hit[str], right: Hit[str]) -> bool:
    between = {token.word for token in words[left.end : right.start] if token.stem not in FILLERS}
    return bool(between) and between <= {"and", ",", "or", "&"}


@lru_cache(maxsize=1)
def anatomy() -> Anatomy:
    text = (Path(__file__).parent / "anatomy.yaml").read_text(encoding="utf-8")
    return Anatomy(yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))  # noqa: S506


__all__ = ["Anatomy", "Felt", "Part", "anatomy", "tokens"]
