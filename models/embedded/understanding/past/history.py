"""Allergies, operations, family history and habits: where the utterance speaks of them, and what it says."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern
from models.facts import Status, Topic

_CUES = cues("history")

_ABSENT, _PRESENT = Status.ABSENT, Status.PRESENT


class Told(NamedTuple):
    """One statement of history from `start` to `end`; `about` is where it names its subject."""

    start: int
    end: int
    topic: Topic
    code: str
    status: Status = _PRESENT
    about: tuple[int, int] | None = None
    past: bool = False


_NO_ALLERGY = Cue(_CUES["no_allergy"])
_ALLERGY = Cue(_CUES["allergy"])
_TRIM_ALLERGEN = pattern(_CUES["trim_allergen"])
_BETWEEN_ALLERGENS = re.compile(r"\s*(?:[、,和跟及]|\band\b|\bor\b)+\s*")
NOT_AN_ALLERGEN = frozenset(
    [
        "皮肤",
        "这",
        "这算",
        "这个算",
        "这也算",
        "那算",
        "算",
        "药物",
        "食物",
        "过",
        "是",
        "不",
        "没",
        "没有",
        "会",
        "有",
        "鼻",
        "鼻子",
        "花",
        "严重",
        "容易",
        "有点",
        "怕",
        "像",
        "是不是",
        "好像",
        "可能",
        "发生",
        "什么",
        "啥",
        "药",
        "东西",
        "无",
        "会不会",
        "或者",
        "引起",
        "造成",
        "导致",
        "感觉",
        "抗",
        "皮试",
        "针",
        "吊针",
        "点滴",
        "没得",
        "owt",
        "nowt",
        "nothing",
        "anything",
        "不算",
        "算",
    ]
)
_NO_OPERATION = Cue(_CUES["no_operation"])
_OTHERWISE = re.compile(
    r"(?:别的|其他的?|其它|另外|除了?[^。]{1,14})[^，。]{0,4}$|\b(?:other|otherwise|apart from|besides|except)\b[^.;]*$"
)
_NO_MEDICINE = Cue(_CUES["no_medicine"])
_OPERATION = Cue(_CUES["operation"])
_OPERATION_WANTED = pattern(_CUES["operation_wanted"])
_OPERATION_LEFT = pattern(_CUES["operation_left"])
# 要剖宫产, 顺产还是剖腹产: within what is named, that it is not done yet.
_OPERATION_OPEN = re.compile("还是(?!因为)|让我?|叫我|推荐|可以|能不能|(?<!主)要(?!求)|准备|打算|确认了做|建议|[吗？?]")
_OPERATION_LEAD = re.compile(r".*?(?:做|动|开)(?:过|了)+(?:一次|两次|几次|一个|个)?(?!刀$)")
_BY_WHAT_WAS_ILL = "z3"  # 痔疮做过手术: 手术 alone would not say of what
_FAMILY = Cue(_CUES["family"])
_NO_FAMILY = Cue(_CUES["no_family"])
# One of these letters is in everything said of the habit: a quick look before a long one.
_SMOKE_WORD = re.compile("烟|抽|吸|smok|pack|cig|vap|fag")
_DRINK_WORD = re.compile("酒|dr[aiu]nk|alcohol|beer|wine|whisk|vodka|pint|units|teetotal")
# 吃了头孢能喝酒吗: whether one may tells of no habit.
_ALLOWED = re.compile(
    r"(?:能不能|可不可以)(?:再|还|接着|继续|少)?[喝抽吸饮]|(?:[能敢该]|可以)(?:再|还|接着|继续|少)?[喝抽吸饮][^，。]{0,5}?[吗么嘛不？?]"
    r"|\b(?:can|could|may|should|am i allowed to|is it ok(?:ay)? (?:to|if i)) (?:i )?(?:still )?(?:drink|smoke|have)\b"
)
_SMOKES = Cue(_CUES["smokes"], named=True)
_DRINKS = Cue(_CUES["drinks"], named=True)


def told(lower: str) -> list[Told]:
    """Every statement about allergies, operations, family and habits, in the order of the text."""
    found = [*_allergies(lower), *_operations(lower), *_habits(lower)]
    no_medicine = _NO_MEDICINE.search(lower)
    if no_medicine:
        found.append(Told(*no_medicine.span(), Topic.MEDICINE, "none", _ABSENT))
    no_family = _NO_FAMILY.search(lower)
    if no_family:
        found.append(Told(*no_family.span(), Topic.FAMILY, "none", _ABSENT))
    return sorted(found, key=lambda one: (one.start, one.end))


def _allergies(lower: str) -> Iterator[Told]:
    denied = _NO_ALLERGY.search(lower)
    if denied:
        yield Told(*denied.span(), Topic.ALLERGY, "none", _ABSENT)
    for match in _ALLERGY.finditer(lower):
        if denied and match.start() < denied.end() and denied.start() < match.end():
            continue
        if _denied_in_list(lower, match):
            yield Told(*match.span(), Topic.ALLERGY, "none", _ABSENT)
            continue
        group = next(name for name, words in match.groupdict().items() if words)
        start, end = match.span(group)
        lead = _TRIM_ALLERGEN.match(lower[start:end])
        start += len(lead[0]) if lead and lead.end() else 0
        tail = re.search(
            r"(?:什么的|之类的?|这类药?|类药物|等|都|会|有|(?:的时候)?(?:做)?皮试|的时候)$", lower[start:end]
        )
        end -= len(tail[0]) if tail else 0
        words = lower[start:end].strip()
        if not words or words in NOT_AN_ALLERGEN or re.search(r"是不是|会不会|怎么|为什么|吗|(?:什么|啥)$", words):
            continue
        for about in _pieces(lower, start, end):
            yield Told(match.start(), match.end(), Topic.ALLERGY, lower[slice(*about)], about=about)


def _pieces(lower: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for gap in _BETWEEN_ALLERGENS.finditer(lower, start, end):
        if gap.start() > start:
            yield start, gap.start()
        start = gap.end()
    if start < end:
        yield start, end


def _operations(lower: str) -> Iterator[Told]:
    denied = _NO_OPERATION.search(lower)
    if denied and not _OTHERWISE.search(lower, 0, denied.start()):
        yield Told(*denied.span(), Topic.OPERATION, "none", _ABSENT)
        return
    for match in _OPERATION.finditer(lower):
        if denied and match.start() < denied.end() and denied.start() < match.end():
            continue
        asked = lower[match.end() : match.end() + 2].strip().startswith(("吗", "?", "？"))
        wanted = _OPERATION_WANTED.search(lower, 0, match.start()) or _OPERATION_OPEN.search(match[0])
        if asked or wanted or _OPERATION_LEFT.match(lower, match.end()):
            continue
        group = next(name for name, words in match.groupdict().items() if words)
        start, end = match.span(group)
        lead = None if group == _BY_WHAT_WAS_ILL else _OPERATION_LEAD.match(lower[start:end])
        about = (start + (lead.end() if lead and lead.end() < end - start else 0), end)
        yield Told(*match.span(), Topic.OPERATION, lower[slice(*about)].strip(), about=about)


def came_back(lower: str, one: Told) -> bool:
    """Whether what an operation was done for is said to be there again: "hernia mended in 2010, and it's back"."""
    return one.topic is Topic.OPERATION and _CAME_BACK.match(lower, one.end) is not None


_CAME_BACK = re.compile(
    r"[^.;!?]{0,40}\b(?:(?:come|came|coming|comes|grown|is|are|it's|they're) back\b(?! (?:pain|ache))"
    r"|again\b|bulging\b|recurred)"
    r"|[^。；！？]{0,12}(?:又(?:鼓|长|犯|出|掉|有|发)|复发)"
)


def speaks_of_operation(lower: str) -> bool:
    """Whether an operation is named, done or left undone."""
    return bool(_OPERATION.search(lower) or _OPERATION_LEFT.match(lower))


def _habits(lower: str) -> Iterator[Told]:
    for cue, code, telling in ((_SMOKES, "smoking", _SMOKE_WORD), (_DRINKS, "drinking", _DRINK_WORD)):
        match = cue.search(lower) if telling.search(lower) else None
        if match and not (
            _ALLOWED.search(lower, max(0, match.start() - 16), match.end() + 6) or _LIKE.search(lower, 0, match.start())
        ):
            denied = match["no"] or _denied_in_list(lower, match)
            yield Told(*match.span(), Topic.HABIT, code, _ABSENT if denied else _PRESENT, past=bool(match["past"]))


_LIKE = re.compile(r"(?:像|跟|似的?|如同?)[^，。]{0,3}$|\blike (?:an? |the )?(?:\w+ )?$")  # 泡泡像倒啤酒一样


def _denied_in_list(lower: str, match: re.Match[str]) -> bool:
    """没有高血压、外伤史或吸烟史: the last of a list that is denied as a whole."""
    return lower.startswith("史", match.end()) and _DENIED_LIST.search(lower, 0, match.start()) is not None


_DENIED_LIST = re.compile(r"(?:没有?|无|否认)[^，。；！？]{1,24}$")


def family_spoken_of(lower: str) -> re.Match[str] | None:
    """Where the utterance speaks of illness in the family, as opposed to bringing a relative who is ill."""
    return _FAMILY.search(lower)
