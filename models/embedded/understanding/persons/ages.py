"""Age and sex, said in passing."""

import re

from models.embedded.understanding.cues import Cue, cues, pattern, scripts
from models.embedded.understanding.persons.relatives import Who
from models.embedded.understanding.words.numbers import CHINESE, number
from models.facts import Relation, Sex

_CUES = cues("people")
_MALE, _FEMALE = Sex.MALE, Sex.FEMALE
_AGE_ZH = pattern(_CUES["age_zh"])
_CHILD_MONTHS_ZH = pattern(_CUES["child_months_zh"])
_AGE_EN = pattern(_CUES["age_en"])
_SEX_MALE = Cue(_CUES["sex_male"])
_SEX_FEMALE = Cue(_CUES["sex_female"])
_DECADES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_NEAR = 4  # characters between a person and their age
_PRONOUN = (
    (re.compile(r"\b(?:she|her|she's)\b|她(?!们|[爸妈爹娘奶爷姥外舅姑姨叔])"), _FEMALE),
    (re.compile(r"\b(?:he|him|he's)\b|(?<!其)他(?!们|[爸妈爹娘奶爷姥外舅姑姨叔])"), _MALE),
)


def age_months(lower: str, ill: Who | None, named: list[Who], spans: list[tuple[int, int]]) -> int | None:
    """The age of who is ill, in months; its places are added to `spans`."""
    if (ill and ill.relation is Relation.CHILD) or (ill and ill.relation is Relation.OTHER):
        match = _CHILD_MONTHS_ZH.match(lower[ill.end : ill.end + 24])
        if match:
            spans.append((ill.end + match.start(), ill.end + match.end()))
            return _child_months(match)
    chinese, english = scripts(lower)
    for match in _AGE_ZH.finditer(lower) if chinese else ():
        months = _months_before(match) or _months_zh(match)
        if _AS_A_CHILD.search(lower, 0, match.start()):
            continue
        if months is not None and not any(_is_age_of(who, match.start(), lower) for who in named):
            spans.append(match.span())
            return months
    for match in _AGE_EN.finditer(lower) if english else ():
        months = _months_en(match)
        if match["decade"] and not _IS_NOW.search(lower[: match.start()]):
            continue
        if any(_is_age_of(who, match.start(), lower) for who in named):
            continue
        if months is not None and not re.search(
            r"\bsince (?:i was |he was |she was )?$|\bwhen (?:i|he|she) was $|"
            r"\b(?:at|by|until|from|since|age of|aged at)(?: about| around)? (?:[a-z\d]+(?:-| to | or ))?$|"
            r"\b(?:rash|cuts?|wounds?|bruises?|burns?|bites?|stitches|scar|injury) (?:is|was|are)(?: \w+)? $|"
            r"(?:feeding|nursing|\bs?he has) (?:my|our|an?) (?:\w+ of )?$",
            lower[: match.start()],
        ):
            spans.append(match.span())
            return None if _only_a_parent(lower, match) else months
    return _told_alone(lower, spans, chinese=chinese)


# 小时候抽过一次，一岁多: the age of then.
_AS_A_CHILD = re.compile("(?:小时候|从小|当年|那时候?)[^。！？]*$")
# 三十一，虚岁三十三: the first is the age, the second is counted otherwise or is still to come (冬月里满八十二).
_BEFORE_NOMINAL = re.compile(rf"(?P<years>{CHINESE})(?:周岁|岁|整|了)*[，, ]+[^，。]{{0,6}}$")
_NOMINAL = ("虚岁", "满", "毛岁")
_MOST_NOMINAL = 2  # years


def _months_before(match: re.Match[str]) -> int | None:
    """The age told before one that is reckoned by the traditional count, or that is reached later."""
    nominal = number(match["years"] or match["bare"] or "")
    place = match.start("years") if match["years"] else match.start("bare")
    before = match.string[:place]
    named = next((word for word in _NOMINAL if before.endswith(word)), None)
    told = _BEFORE_NOMINAL.search(before[: -len(named)]) if named else None
    years = number(told["years"]) if told else None
    if nominal is None or years is None or not 0 < nominal - years <= _MOST_NOMINAL:
        return None
    return int(years * 12)


# "I'm in my twenties", and not "a hysterectomy in my forties".
_IS_NOW = re.compile(
    r"(?:^|[,.;!?]|\b(?:i'?m|am|is|'s|s?he'?s|are|be|woman|man|lady|gentleman|person|somebody|someone))\W*"
    r"(?:(?:still|now|just|both|only|getting|already|well|probably|about|somewhere)\W+)*$"
)


def _only_a_parent(lower: str, age: re.Match[str]) -> bool:
    """ "I'm a mother of a 1 month old" and nothing of the child: it is not said who is ill."""
    return bool(_PARENT_OF.search(lower, 0, age.start()) and not _OF_THE_CHILD.search(lower, age.end()))


_PARENT_OF = re.compile(r"\b(?:mother|mum|mom|mam|mummy|father|dad|daddy|parent|gran\w*|nan) (?:of|to) (?:\w+ ){0,3}$")
_OF_THE_CHILD = re.compile(r"\b(?:who|that|s?he|him|his|her|it'?s|its|they|(?:the )?(?:baby|child|one))\b")


# 走路喘，脚也肿，七十六: a number of years that is a clause of its own.
_ALONE = re.compile(
    rf"[，。；！ ](?:我|今年|都|也|已经|快)*(?P<years>{CHINESE})(?:好几|出头|多|来)?(?:岁|了|啦)*(?=[，。；！ 还才]|$)"
)
# "71 and male", 六十八，退休工人: what a reply begins with, unless it may be a fever's degrees.
_FIRST = re.compile(
    rf"\W*(?:我|今年|i'?m )*(?P<years>{CHINESE})(?:好几|出头|多|来)?(?:岁|了|的人)*"
    rf"(?=(?:[，,。]|\.(?=\s))(?! *(?:{CHINESE}|maybe|or|about))| and (?:an? )?(?:male|female|man|woman)\b)"
)
_DEGREES = range(35, 43)
# 六十六，女的: beside the sex it needs no more.
_WITH_SEX = re.compile(
    rf"(?:^|[，。；！ ])(?:我|今年)?(?P<years>{CHINESE})岁?[，, ]?(?=[男女](?:的|性|士|生|$|[，。]))"
    rf"|(?:^|[，。；！是 ])[男女](?:的|性|士|生)?[，, ](?:今年)?(?P<after>{CHINESE})(?=[，。；！]|$)"
)
_MEASURED = re.compile(r"[烧度斤公厘]|体温|血[压糖]|[高低]压|心[率跳]|脉搏|指标|值")
YOUNGEST, OLDEST = 14, 110  # years told so


def _told_alone(lower: str, spans: list[tuple[int, int]], *, chinese: bool) -> int | None:
    match = _WITH_SEX.search(lower) if chinese else None
    if match is None and not _MEASURED.search(lower):
        match = (_ALONE.search(lower) if chinese else None) or _first(lower)
    years = number(match[match.lastgroup or 0]) if match else None
    if match is None or years is None or not YOUNGEST <= years <= OLDEST or years != int(years):
        return None
    spans.append(match.span())
    return int(years) * 12


def _first(lower: str) -> re.Match[str] | None:
    match = _FIRST.match(lower)
    return match if match and number(match["years"]) not in _DEGREES else None


def _is_age_of(who: Who, place: int, lower: str) -> bool:
    """Whether the age at `place` is of a relative who is not ill: 我哥五十岁心梗没的, 两个娃，大的八岁."""
    if not who.ill and who.relation is Relation.CHILD and _ELDER_OR_YOUNGER.search(lower, who.end, place):
        return True
    between = lower[who.end : place] if place >= who.start else "，"
    if not who.ill and _TAKEN_UP.search(between):
        return True  # 我爷爷是心梗走的，不过他八十六了
    return not who.ill and len(between) < _NEAR and (who.aside or "，" not in between)


_TAKEN_UP = re.compile("^[^。！？我]{0,16}[他她](?:都|也|当时|那时|今年|已经)*$")
_ELDER_OR_YOUNGER = re.compile("(?:大的|小的|老大|老二|大宝|二宝)(?:都|也|才|已经|今年|快|刚)*$")


def _child_months(match: re.Match[str]) -> int:
    words = match.groupdict()
    if words["months"]:
        return 0 if words["months"] == "半" else int(number(words["months"]) or 0)
    if words["days"]:
        return int((number(words["days"]) or 0) / 30.4)
    if words["weeks"]:
        return int((number(words["weeks"]) or 0) / 4.345)
    return 12 if words["year"] else 1


def _months_zh(match: re.Match[str]) -> int | None:
    words = match.groupdict()
    if words["years"] or words["bare"] or words["old"]:
        years = number(words["years"] or words["bare"] or words["old"])
        if years is None or years > 120 or (words["bare"] and years < 3):
            return None
        return int(years * 12 + (6 if words["half"] else 0) + (number(words["extra"]) or 0 if words["extra"] else 0))
    if words["months"]:
        return 0 if words["months"] == "半" else int(number(words["months"]) or 0)
    if words["days"] or words["hundred"]:
        return int((number(words["days"] or words["hundred"]) or 0) / 30.4)
    if words["weeks"]:
        return int((number(words["weeks"]) or 0) / 4.345)
    return 1


def _months_en(match: re.Match[str]) -> int | None:
    words = match.groupdict()
    if words["decade"]:
        return (10 * _DECADES.index(words["decade"]) + 25) * 12
    raw = next(
        (
            words[name]
            for name in ("n", "yo", "ys", "bare", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10", "n11")
            if words[name]
        ),
        None,
    )
    count = 1.0 if raw == "a" else number(raw or "")
    if count is None:
        return None
    if count % 1 and int(count) in _DEGREES:
        return None  # "he's 39.5"
    count += 0.5 if words["half"] or words["bare_half"] else 0
    unit = (
        words["unit"] or words["unit3"] or words["unit6"] or words["unit7"] or words["unit8"] or words["unit11"] or "y"
    )[0]
    if unit == "m":
        return int(count)
    if unit in "wd":
        return int(count / (4.345 if unit == "w" else 30.4))
    return int(count * 12) if count <= 120 else None


_SEX_BESIDE_AGE = re.compile(rf"(?<![儿男女有生个]){CHINESE}岁?[，, ]*([男女])(?=$|[，。；,. ])")


def sex_of(lower: str, ill: Who | None) -> Sex | None:
    if ill and ill.sex:
        return ill.sex
    if beside := _SEX_BESIDE_AGE.search(lower):  # 四十 男
        return _MALE if beside[1] == "男" else _FEMALE
    male, female = _SEX_MALE.search(lower), _SEX_FEMALE.search(lower)
    if bool(male) != bool(female):
        return _MALE if male else _FEMALE
    short = re.search(r"\b(?!(?:9[5-9]|10\d) ?f)\d{1,3}(?: ?yo| ?y/o)?[ ,/]*([mf])\b", lower) or re.search(
        r"(?:^|[ (])([mf])[ ,/]*\d{2}\b", lower
    )
    if short:
        return _MALE if short[1] == "m" else _FEMALE
    if ill and not ill.sex:
        return sex_by_pronoun(lower)
    return None


def sex_by_pronoun(lower: str) -> Sex | None:
    """The sex of "she" or "he", 她 or 他, where only one of them is said."""
    seen = {sex for pattern, sex in _PRONOUN if pattern.search(lower)}
    return seen.pop() if len(seen) == 1 else None
