"""Places of the body and what is felt there: found in a text, and put together where people keep them apart."""

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from frontdesk.models.mentions.anatomy_en import felt_with as felt_with_en
from frontdesk.models.mentions.anatomy_en import is_place
from frontdesk.models.mentions.anatomy_zh import felt_with as felt_with_zh
from frontdesk.models.mentions.anatomy_zh import undersides
from frontdesk.models.mentions.felt import Felt, Part
from frontdesk.models.parsers.english import FILLERS, Token, phrase, tokens
from frontdesk.models.parsers.trie import Trie, longest_apart

# Words that hold a character for a place or a sensation and mean neither.
_NEITHER_ZH = re.compile(
    "亮?红灯|红绿灯|(?:四肢|全身|浑身)(?=[^，。]{0,2}抽[搐动风])|四肢(?=[^，。]{0,2}抽)|干细胞|干扰|干预|饼干|干粮|干货|干脆|囊肿|肿瘤|肿物|无痛性|泪花|花花|鲜红色?|暗红色?|红色|血红|硬(?=的?(?:食|东西|物|饭|菜|质|座|板|件|性))|"
    "心里(?=[^，。]{0,4}(?:不舒服|难受|不好受|不是滋味))|乳头瘤|核酸|擦屁股|手机|手术|手续|手段|手表|头发|念头|里头|外头|前头|后头|上头|(?<![一低垂躺坐蹲趴弯放跪剩])下头|拳头|砖头|锤头|榔头|斧头|锄头|枕头|龙头|馒头|老头|石头|镜头|头天|头一|钟头|年头|床头|丫头|头孢|担心|小心|关心|放心|"
    "开心|伤心|心情|中心|安心|心跳|恶心|心慌|麻烦|麻醉|芝麻|麻辣|影响|响应|软件|钱包|书包|面包|包括|包含|压力|血压|高压|低压|叶酸|反酸|返酸|泛酸|酸水|冒酸|胃酸|尿酸|"
    "(?:捏|掐|抓|握)我(?:得|可|好|都)*疼|嘴(?=张[大开得不])|解手|解大手|解小手|跳舞|跳绳|跳楼|干活|干嘛|干啥|干什么|干吗|干部|能干|干净|干呕|花钱|花了|花粉|花生|棉花|不足|足够|足球|满足|背景|眼镜|眼看|刷牙|牙刷|牙膏|牙医|"
    "[^，。]科室?(?=$|[，。])|冷静|寒冷|冷饮|冷敷|热敷|木头|发烧|发热|退烧|烧烤|烧水|烧饭|高烧|低烧|烧到|烧得|还烧|烧了|烧起来|怕冷|冷汗|发冷|冷天|"
    "痛苦|痛快|疼爱|心疼|头疼的是|一下子|手足|脚步|手脚不|塞(?:回|进|给|到|了[个颗])|面前|后面|前面|里面|外面|上面|下面的|身上有没|硬币|抽烟|抽血|抽空|木耳|皮蛋|[梳洗抬低回摇转扭点仰埋剃]头|止痛|止疼|镇痛|月经"
)

# 脖子上有个疙瘩，硬硬的: what has grown there is hard, and the neck is not stiff.
_GROWN = frozenset({"lump"})
_HOW_IT_IS_TO_TOUCH = frozenset({"stiff", "weak", "cold"})


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
        aside = undersides(masked)
        sites = [hit for hit in longest_apart(self._zh["sites"].every(masked)) if (hit.start, hit.end) not in aside]
        covered = {i for hit in sites for i in range(hit.start, hit.end)}
        felt = longest_apart(hit for hit in self._zh["sensations"].every(masked) if hit.start not in covered)
        return [Part(h.value, h.start, h.end) for h in sites], [Part(h.value, h.start, h.end) for h in felt]

    def sensations(self, text: str) -> frozenset[str]:
        """The sensations named in a text in small letters, at whatever place."""
        words = tokens(text)
        english = longest_apart(self._en["sensations"].every([one.stem for one in words], fillers=FILLERS, most=2))
        return frozenset((*(one.code for one in self.parts_zh(text)[1]), *(hit.value for hit in english)))

    def places(self, text: str) -> frozenset[str]:
        """The places of the body named in a text in small letters."""
        return frozenset(one.code for one in (*self.parts_zh(text)[0], *self.sites_en(tokens(text))))

    def felt_zh(self, text: str) -> list[Felt]:
        sites, sensations = self.parts_zh(text)
        found = [one for sensation in sensations for one in felt_with_zh(text, sites, sensation)]
        grown = {one.where for one in found if one.sensation in _GROWN}
        described = [one for one in found if one.sensation in _HOW_IT_IS_TO_TOUCH and one.where in grown]
        return [one for one in found if one not in described]

    def felt_en(self, words: Sequence[Token]) -> list[Felt]:
        stems = [token.stem for token in words]
        sites = [
            hit
            for hit in longest_apart(self._en["sites"].every(stems, fillers=FILLERS, most=2))
            if is_place(words, hit)
        ]
        covered = {i for hit in sites for i in range(hit.start, hit.end)}
        sensations = longest_apart(
            hit for hit in self._en["sensations"].every(stems, fillers=FILLERS, most=2) if hit.start not in covered
        )
        return [found for sensation in sensations for found in felt_with_en(words, sites, sensations, sensation)]

    def sites_en(self, words: Sequence[Token]) -> list[Part]:
        hits = longest_apart(self._en["sites"].every([token.stem for token in words]))
        return [Part(h.value, words[h.start].start, words[h.end - 1].end) for h in hits if is_place(words, h)]


@lru_cache(maxsize=1)
def anatomy() -> Anatomy:
    text = (Path(__file__).parent / "anatomy.yaml").read_text(encoding="utf-8")
    return Anatomy(yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))  # noqa: S506


__all__ = ["Anatomy", "Felt", "Part", "anatomy", "tokens"]
