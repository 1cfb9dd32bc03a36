"""Allergies, operations, family history and habits: where the utterance speaks of them, and what it says."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from models.facts import Status, Topic

_ABSENT, _PRESENT = Status.ABSENT, Status.PRESENT


class Told(NamedTuple):
    """One statement of history from `start` to `end`; `words` is what it is about, None when it is about nothing known."""

    start: int
    end: int
    topic: Topic
    code: str
    status: Status = _PRESENT
    about: tuple[int, int] | None = None
    past: bool = False


_NO_ALLERGY = re.compile(
    r"(?:没有?|无|不)(?:什么|任何|药物|食物|对(?:什么|任何|药物?)(?:东西|药)?(?:都)?(?:不)?)*过敏(?:史|的)?|对(?:什么|啥|任何)[^，。]{0,4}都?不过敏|没(?:有)?(?:对)?(?:什么)?药(?:物)?过敏|过敏(?:史)?(?:：|:|是)?(?:没有|无)"
    r"|\bno (?:known |drug |medication |food |any )*allerg(?:y|ies)|\b(?:not|n't) (?:been |be |really )?allergic to (?:any\w*|medic\w+|drugs?|\w+ ?(?:that i know|i know))|\bnkda\b|\b(?:don't|do not|haven't) (?:have|got) (?:any )?(?:known |drug )?allerg|\bno allerg"
)
_ALLERGY = re.compile(
    r"(?:对)(?P<z>[^，。！？；,对]{1,12}?)(?:都|也|有点儿?|严重)?(?:有)?过敏|(?P<z2>[\u4e00-\u9fffA-Za-z]{1,8}?)(?:过敏)(?!性|药|科|源|原|鼻炎)|(?:吃|打|用)(?P<z3>[^，。！？；,]{1,8}?)(?:就|会|了)?(?:过敏|起疹子|起皮疹)"
    r"|\ballerg(?:ic|y) to (?P<e>[^.;!?]{2,40}?)(?=$|[.;!?]|,(?! (?:and|or)\b)| but| and i| and my| which| since| so\b| because)|\b(?P<e2>penicillin|sulfa|nut|peanut|pollen|dust|latex|shellfish|seafood|egg|milk|aspirin|ibuprofen|codeine|amoxicillin|iodine|bee|cat|dog) allerg(?:y|ies)\b|\b(?P<e3>[a-z]+) (?:gives me|brings me out in|makes me come out in) (?:a |an )?(?:rash|hives)"
)
_TRIM_ALLERGEN = re.compile(
    r"^(?:我|他|她|孩子|宝宝|是|有|以前|曾经|小时候|也|就|会|还|本身|从小|对|现在|属于|the |some |any |all |both )+|(?:什么的|之类的?|这类药?|类药物|等|都|会|有|药物)$"
)
_BETWEEN_ALLERGENS = re.compile(r"\s*(?:[、,和跟及]|\band\b|\bor\b)+\s*")
_NOT_AN_ALLERGEN = frozenset(
    "皮肤 药物 食物 过 是 不 没 没有 会 有 鼻 鼻子 花 严重 容易 有点 怕 像 是不是 好像 可能 发生 什么 啥 药 东西 无 会不会 或者 引起 造成 导致 感觉 抗".split()
)
_NO_OPERATION = re.compile(
    r"(?:没有?|从没|未)(?:做过|动过|开过|有过|什么)?(?:任何|什么|大|大的)?(?:手术|开刀|刀)(?:史)?|手术(?:史)?(?:：|:)?(?:没有|无)|\bno (?:previous |past |prior |any )*(?:operations?|surger(?:y|ies))|\b(?:never|haven't|not) (?:ever )?(?:had|been through|have) (?:any |an )?(?:operations?|surger(?:y|ies)|surgical)|\bnever (?:been )?operated"
)
_OPERATION = re.compile(
    r"(?P<z>[^，。；,、\s]{1,6}(?:切|摘|割)(?:了|除了?|掉了?)(?![\u4e00-\u9fff])|(?:切|摘|割)(?:了|过|除)+[^，。；,]{1,8}|[^，。；,、\s]{0,8}?(?:切除|搭桥|支架|剖腹产|剖宫产|置换|移植|结扎|内固定|微创|腹腔镜|人流)(?:手?术)?|(?:做|动|开)(?:过|了)+(?:一次|两次|个|几次|一个)?[^，。；,、次]{0,12}?(?:手术|术|刀)|(?:放|装|搭)(?:了|过)+[^，。；,]{0,4}?(?:支架|起搏器|桥))"
    r"|\b(?P<e>(?:appendix|gall ?bladder|tonsils|womb|uterus|thyroid|spleen|ovary|ovaries|kidney|prostate|hernia|cataracts?|wisdom teeth|hip|knee)(?: was| were| is)? (?:taken out|removed|out|repaired|replaced|done|replacement|operation|surgery|repair))\b|\b(?P<e2>(?:appendectomy|appendicectomy|hysterectomy|cholecystectomy|tonsillectomy|mastectomy|c-section|caesarean|cesarean|bypass(?: surgery)?|angioplasty|stents?|pacemaker|vasectomy|lumpectomy|hernia repair|transplant|laparoscopy|d&c))\b|\b(?:had|have had|underwent|after)(?: a| an| my| some)? (?P<e3>(?:\w+ ){0,3}?(?:surgery|operation|procedure)(?: (?:on|for|to) (?:my |the )?\w+(?: \w+)?)?)"
)
_OPERATION_LEAD = re.compile(r"(?:我|他|她|曾经|以前|之前|还)*(?:做|动|开)(?:过|了)+(?:一次|两次|几次|一个|个)?")
_FAMILY = re.compile(
    r"家族史|家族(?:里|中)?有|遗传|家里(?:人|面)?(?:都|也)?(?:有|得过)|家里[^，。]{0,4}(?:也|都)(?:有|得)|祖传|\bfamily history|\bruns? in (?:the|my|our) family|\bhereditary|\b(?:mother|father|mom|mum|dad|brother|sister|grandmother|grandfather|parents?|aunt|uncle|grandma|grandpa|family)(?: and (?:my )?\w+)?(?: both| all| also| too)? (?:had|has|have|died of|died from|suffered from|passed away from|got)\b"
)
_NO_FAMILY = re.compile(
    r"(?:没有?|无)(?:什么)?(?:家族|遗传)[病史]*|家里(?:人|面)?(?:都|也)?(?:没有?|没人)(?:得|有|这|类似)?|家(?:里人|人)?都(?:挺)?(?:健康|好)|\bno family history|\b(?:nobody|no ?one|none) (?:else )?in (?:my|the|our) family|\bmy family(?: is|'s| are) (?:all )?(?:healthy|fine|well)|\bno one else has"
)
_RELATIVE = re.compile(
    r"(?:我)?(?:爸爸?|妈妈?|父亲|母亲|爷爷|奶奶|姥姥|姥爷|外公|外婆|哥哥?|姐姐?|弟弟?|妹妹?|叔叔|舅舅|姑姑|家里人?|父母)"
)
_SMOKES = re.compile(
    r"(?P<no>(?:不|没|从不|从来不|从没|没有|不怎么)(?:抽|吸)过?烟|(?:不|没)(?:抽|吸)(?=$|[，。])|烟酒(?:都)?不沾|不抽烟不喝酒|\b(?:don't|do not|never|doesn't|non-?)(?: ever)? ?smok(?:e|ed|er|es|ing)|\bno smoking|\bnot a smoker|\bnever been a smoker)"
    r"|(?P<past>(?<!想)(?<!要)(?<!没)(?<!打算)戒烟(?!门诊)|戒了烟|烟(?:早就|已经|都)?戒了|以前(?:抽|吸)烟|抽过烟|(?<!to )(?<!can't )(?<!not )\b(?:quit|stopped|gave up|given up) smoking|\bex-?smoker|\bformer smoker|\bused to smoke)"
    r"|(?P<yes>(?:抽|吸)烟|(?:抽|吸)(?:了|着)?[^，。]{0,5}(?:包|支|根)|烟(?:瘾|龄)|老烟民|烟民|\b(?:i|he|she) (?:still |do |also )?smokes?\b|\bsmoker\b|\bsmoking\b|\b(?:a|one|two|half a|\d+|ten|twenty|fifteen|five) (?:packs?|cigarettes|cigs|fags)\b|\bvap(?:e|ing)\b)"
)
_DRINKS = re.compile(
    r"(?P<no>(?:不|没|从不|从来不|没有|不怎么)(?:喝|饮)过?酒|滴酒不沾|烟酒(?:都)?不沾|\b(?:don't|do not|never|doesn't) (?:ever |really |touch |drink |any )*(?:drink(?! (?:water|enough|much water|milk|tea|coffee))|alcohol)|\bteetotal|\bno alcohol|\bnon-?drinker)"
    r"|(?P<past>戒酒|戒了酒|酒(?:早就|已经|都)?戒了|\b(?:quit|stopped|gave up) drinking|\bused to drink)"
    r"|(?P<yes>(?:喝|饮)(?:点|些|了|着|个|两口|几口|[^，。]{0,4})?(?:小)?酒|[一二两三半\d]+(?:斤|两)(?:白)?酒|[一二两三\d]+瓶啤酒|啤酒|白酒|酒量|\b(?:i|he|she) (?:still |do |also |only )?drinks?\b(?! (?:\w+ )?(?:water|tea|coffee|milk|juice))|\balcohol\b|\b(?:beers?|wine|whisky|whiskey|vodka|pints?|units) (?:a|per|every|each|of|on|at|with)\b|\bdrinker\b|\bsocial(?:ly)? drink)"
)


def told(lower: str) -> list[Told]:
    """Every statement about allergies, operations, family and habits, in the order of the text."""
    found = [*_allergies(lower), *_operations(lower), *_habits(lower)]
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
        group = next(name for name, words in match.groupdict().items() if words)
        start, end = match.span(group)
        lead = _TRIM_ALLERGEN.match(lower[start:end])
        start += len(lead[0]) if lead and lead.end() else 0
        tail = re.search(r"(?:什么的|之类的?|这类药?|类药物|等|都|会|有)$", lower[start:end])
        end -= len(tail[0]) if tail else 0
        words = lower[start:end].strip()
        if not words or words in _NOT_AN_ALLERGEN or re.search(r"是不是|会不会|怎么|为什么|吗", words):
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
    if denied:
        yield Told(*denied.span(), Topic.OPERATION, "none", _ABSENT)
        return
    for match in _OPERATION.finditer(lower):
        if re.search(
            r"(?:要不要|需要|需不需要|要|想|得|能不能|会不会|是否|吗|准备|预约|怕|安排)[^，。]{0,3}$|\b(?:need|want|will i|should|do i|have to|going to|waiting for|scheduled for|before) (?:\w+ )?$",
            lower[: match.start()],
        ) or lower[match.end() : match.end() + 2].strip().startswith(("吗", "?", "？")):
            continue
        group = next(name for name, words in match.groupdict().items() if words)
        start, end = match.span(group)
        lead = _OPERATION_LEAD.match(lower[start:end])
        about = (start + (lead.end() if lead and lead.end() < end - start else 0), end)
        yield Told(*match.span(), Topic.OPERATION, lower[slice(*about)].strip(), about=about)


def _habits(lower: str) -> Iterator[Told]:
    for pattern, code in ((_SMOKES, "smoking"), (_DRINKS, "drinking")):
        match = pattern.search(lower)
        if match:
            yield Told(*match.span(), Topic.HABIT, code, _ABSENT if match["no"] else _PRESENT, past=bool(match["past"]))


def family_spoken_of(lower: str) -> re.Match[str] | None:
    """Where the utterance speaks of illness in the family, as opposed to bringing a relative who is ill."""
    return _FAMILY.search(lower)


def relative_in(lower: str) -> bool:
    return bool(_RELATIVE.search(lower))
