"""Places and sensations put together where Chinese speakers keep them apart: 肚子从昨晚开始就一直疼."""

import re
from bisect import bisect_left, bisect_right

from frontdesk.models.mentions.felt import Felt, Part, felt_at

_JOINED_ZH = re.compile(r"(?:[、和跟与及，]|还有|以及|带着?|连着?){0,2}(?:左边?|右边?|两|双|的|边)*")
_LISTED_ZH = re.compile("[、和跟与及，]{0,2}")
_HURT_ZH = re.compile("[崴扭摔磕碰撞砸伤拉闪](?:了|到|着|伤)$")  # 崴了脚，脚脖子肿: the foot has had its own
_NO_BRIDGE_ZH = re.compile(r"[，。！？；：,.!?;]|但是|可是|不过|因为|所以|然后|医生|大夫|医院|听说|建议|检查")
# 右下面那颗, 舌头下面: under another place or on a side, and not the private parts.
_UNDERNEATH_ZH = re.compile(
    r"(?<=[左右最靠边侧头腿膝盖脚跟眼耳鼻嘴唇舌牙巴肩背腰胸肋骨臂肘腕手指趾房脐])下面|(?<=[肚脖嗓鼻]子)下面"
    r"|下面(?=[^，。]{0,5}(?:牙|[颗排]))"
)
# Between a place and that it is tired; the whole person is tired as well: 眼睛又干又累, and not 眼睛疼，人很累.
_TIRED_ZH = re.compile("[就会很也都老总是太特别真挺容易一直有点些觉得感到非常比较越来经更又还干涩酸痒的]*")
# A place named by itself before it is told how it is: 右边后槽牙，疼得一夜没睡; 脖子这儿，酸得不行.
_POINTED_AT_ZH = re.compile("(?:^|[，。！？；：,.!?;])(?:就是|我|这|那|的|个|左边?|右边?|两边?| )*$")
_THEN_ZH = re.compile("(?:这[儿边里块]?|那[儿边里块]?|一?块)?[，,][^，。！？；：,.!?;]*")
# A place of which it is told that it is well: 手脚有劲,不疼 goes on to tell of the complaint.
_WELL_ZH = re.compile("有劲|有力|正常|灵活|没事|好好|好着|不歪")
_TOGETHER = 8  # places named in one breath
_BETWEEN_ZH = 14  # characters between a place and what is felt there
_AFTER_ZH = re.compile(
    r"[的得]?(?:地方|位置|部位|点)?(?:就|主要|都)?(?:在|是|是在)(?:我)?(?:的)?(?:左边?|右边?|两边?)?"
)


def undersides(text: str) -> list[tuple[int, int]]:
    """Where what lies under another place is named by that alone."""
    return [under.span() for under in _UNDERNEATH_ZH.finditer(text)]


def felt_with(text: str, sites: list[Part], sensation: Part) -> list[Felt]:
    ends = bisect_right(sites, sensation.start, key=lambda site: site.end)
    begins = bisect_left(sites, sensation.end, key=lambda site: site.start)
    before, after = sites[max(0, ends - _TOGETHER) : ends], sites[begins] if begins < len(sites) else None
    if after and _AFTER_ZH.fullmatch(text[sensation.end : after.start]):
        return [felt_at(after, sensation)]
    if not before:
        return []
    near = _with_its_like(text, before)
    gap = text[near.end : sensation.start]
    if sensation.code == "tired":
        return [felt_at(near, sensation)] if _TIRED_ZH.fullmatch(gap) else []
    bridge = _NO_BRIDGE_ZH.search(gap)
    if bridge is None and len(gap) <= _BETWEEN_ZH:
        found = [felt_at(near, sensation)]
        for left, right in zip(reversed(before[:-1]), reversed(before), strict=False):
            if near.start <= left.start:
                continue
            if not _JOINED_ZH.fullmatch(text[left.end : right.start]) or _HURT_ZH.search(text, 0, left.start):
                break
            found.append(felt_at(left, sensation))
        return found
    if text.startswith(("得", "到"), sensation.end) and not _pointed_at(text, near, gap):
        return []  # 脸都肿了，疼得我没睡, 疼到后背: how bad it is and how far it goes, and not another trouble
    clause = re.split(r"[，。！？；：,.!?;]", gap)[-1]
    if _WELL_ZH.search(gap):
        return []
    if len(clause) <= 6 and len(gap) <= 20 and near.code != "whole_body" and not re.search(r"[？?]", gap):
        return [felt_at(near, sensation)._replace(start=sensation.start, carried=True)]
    return []


def _with_its_like(text: str, sites: list[Part]) -> Part:
    """The last place with those of its kind listed right before it: 大拇指、食指、中指."""
    near = sites[-1]
    for left in reversed(sites[:-1]):
        if left.code != near.code or not _LISTED_ZH.fullmatch(text[left.end : near.start]):
            break
        near = near._replace(start=left.start)
    return near


def _pointed_at(text: str, place: Part, gap: str) -> bool:
    return bool(_POINTED_AT_ZH.search(text, 0, place.start) and _THEN_ZH.fullmatch(gap))
