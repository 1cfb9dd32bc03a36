"""Who is ill, and what is said in passing of age, sex and pregnancy."""

import re
from typing import NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern, scripts
from models.embedded.understanding.numbers import number
from models.embedded.understanding.writing import Writing
from models.facts import Person, Relation, Sex

_CUES = cues("people")

_MALE, _FEMALE = Sex.MALE, Sex.FEMALE
# (words, relation, sex)
_WHO_ZH: tuple[tuple[str, Relation, Sex | None], ...] = (
    ("儿子|男孩儿?|男宝宝?|小子|大孙子", Relation.CHILD, _MALE),
    ("女儿|闺女|女孩儿?|女宝宝?|丫头|姑娘", Relation.CHILD, _FEMALE),
    ("孩子|宝宝|娃娃|娃儿|娃|小孩儿?|小宝|宝贝|婴儿|新生儿|小朋友|小家伙|老大|老二|大宝|二宝", Relation.CHILD, None),
    ("孙子|外孙子?|小孙子|小侄子|小外甥", Relation.CHILD, _MALE),
    ("孙女|外孙女|小侄女|小外甥女", Relation.CHILD, _FEMALE),
    ("我(?:的)?(?:妈妈?|母亲|老妈|娘|婆婆|丈母娘|岳母)|妈妈|母亲|老妈|婆婆|丈母娘|岳母", Relation.PARENT, _FEMALE),
    ("我(?:的)?(?:爸爸?|父亲|老爸|爹|公公|岳父|老丈人)|爸爸|父亲|老爸|公公|岳父|老丈人", Relation.PARENT, _MALE),
    ("老公|丈夫|我先生|我家先生|我男人|孩子他?爸|孩儿他爸", Relation.SPOUSE, _MALE),
    ("老婆|妻子|媳妇|我太太|爱人|孩子他?妈", Relation.SPOUSE, _FEMALE),
    (
        "奶奶|姥姥|外婆|姐姐|妹妹|我姐|我妹|表妹|表姐|堂妹|堂姐|弟妹|弟媳|侄女|外甥女|阿姨|姑姑|大姨|我姨|我姑|嫂子|我婶|女朋友",
        Relation.OTHER,
        _FEMALE,
    ),
    (
        "爷爷|姥爷|外公|哥哥|弟弟|我哥|我弟|表弟|表哥|堂弟|堂哥|侄子|外甥|姐夫|妹夫|叔叔|舅舅|我叔|我舅|男朋友",
        Relation.OTHER,
        _MALE,
    ),
    ("我(?:一个|的)?(?:朋友|同事|同学|邻居|亲戚|室友)|患者|病人", Relation.OTHER, None),
)
_WHO_EN: tuple[tuple[str, Relation, Sex | None], ...] = (
    ("son|little boy|baby boy|boy", Relation.CHILD, _MALE),
    ("daughter|little girl|baby girl|girl", Relation.CHILD, _FEMALE),
    (r"child|kid|baby|toddler|newborn|infant|little one|bub|bubba|teenager", Relation.CHILD, None),
    ("mother|mom|mum|mam|mummy|mommy|mother[- ]in[- ]law|ma", Relation.PARENT, _FEMALE),
    ("father|dad|daddy|father[- ]in[- ]law", Relation.PARENT, _MALE),
    ("husband|hubby", Relation.SPOUSE, _MALE),
    ("wife", Relation.SPOUSE, _FEMALE),
    ("partner|spouse", Relation.SPOUSE, None),
    ("grandmother|grandma|gran|granny|nan|nana|sister|aunt|auntie|girlfriend", Relation.OTHER, _FEMALE),
    ("grandfather|grandpa|grandad|granddad|brother|uncle|boyfriend", Relation.OTHER, _MALE),
    ("granddaughter|niece", Relation.CHILD, _FEMALE),
    ("grandson|nephew", Relation.CHILD, _MALE),
    ("friend|colleague|neighbou?r|roommate|flatmate|cousin", Relation.OTHER, None),
    ("grandchild", Relation.CHILD, None),
)
_CHINESE_WHO = re.compile(
    "(?:(?:我家|我们家|咱家|家里|我|俺)的?)?(?:"
    + "|".join(f"(?P<z{i}>{words})" for i, (words, _, _) in enumerate(_WHO_ZH))
    + ")"
)
_ENGLISH_WHO = re.compile(
    r"\b(?P<whose>my|our|the|a|this|his|her)(?: (?P<mid>[\w'-]+(?: [\w'-]+){0,3}?))? (?:"
    + "|".join(f"(?P<e{i}>{words})" for i, (words, _, _) in enumerate(_WHO_EN))
    + r")\b(?!'s (?:house|car|doctor|school|phone|name|wedding|birthday))"
)
_ENGLISH_MIDDLE = pattern(_CUES["english_middle"])
# What follows when somebody is only mentioned: they told me, drove me, had the same.
_ONLY_MENTIONED_ZH = pattern(_CUES["only_mentioned_zh"])
_ONLY_MENTIONED_EN = pattern(_CUES["only_mentioned_en"])
_MYSELF_EN = re.compile(r"\b(?:i|i'm|i've|i'd|me|my own|myself)\b")
_MYSELF_ZH = re.compile(
    r"我(?!家|们|妈|爸|爹|娘|儿|女儿|孩|宝|老公|老婆|丈夫|媳|爱人|婆|奶|爷|姥|外|姐|妹|哥|弟|叔|舅|姨|姑|岳|公公|先生|太太|男人|闺|孙|的?(?:孩子|宝宝|妈|爸|朋友|同事|母亲|父亲|老))"
)

_AGE_ZH = pattern(_CUES["age_zh"])
_CHILD_MONTHS_ZH = pattern(_CUES["child_months_zh"])
_AGE_EN = pattern(_CUES["age_en"])
_SEX_MALE = pattern(_CUES["sex_male"])
_SEX_FEMALE = pattern(_CUES["sex_female"])
_SEX_SHORT = re.compile(r"(?:\b\d{1,3} ?(?:yo|y/o)? ?[,/]? ?|^)(?P<s>[mf])(?:\b|$)(?=[ ,.]|$)|\b[mf](?=[ ,/]?\d{2}\b)")
_PRONOUN = ((re.compile(r"\b(?:she|her|she's)\b"), _FEMALE), (re.compile(r"\b(?:he|him|he's)\b"), _MALE))
_PREGNANT = pattern(_CUES["pregnant"])
_NOT_PREGNANT = Cue(_CUES["not_pregnant"])
_DOUBTED_PREGNANT = pattern(_CUES["doubted_pregnant"])
_POSTPARTUM = Cue(_CUES["postpartum"])
_BREASTFEEDING = re.compile(r"哺乳期|喂奶|母乳喂养|在喂母乳|\bbreast-?feeding|\bnursing (?:my|a) baby")


_ENGLISH_CHILD = pattern(_CUES["english_child"])


_BESIDE_EN = pattern(_CUES["beside_en"])


class Passing(NamedTuple):
    """What an utterance says of who is ill; `spans` are the places used up: an age is no duration."""

    person: Person | None
    spans: tuple[tuple[int, int], ...]
    pregnancy: tuple[int, int] | None = None
    pregnancy_hours: float | None = None
    postpartum: tuple[int, int] | None = None
    breastfeeding: tuple[int, int] | None = None
    mentioned: tuple[tuple[int, int, Relation, Sex | None], ...] = ()  # every relative named, ill or not


class _Who(NamedTuple):
    start: int
    end: int
    relation: Relation
    sex: Sex | None
    ill: bool


def people(writing: Writing, *, asked: str | None = None) -> Passing:
    """`asked` is the question just put: in an answer about the family the relatives are not the ones who are ill."""
    lower = writing.lower
    named = _named(lower)
    if asked in ("family", "family_history"):
        named = [who._replace(ill=False) for who in named]
    ill = next((who for who in named if who.ill), None)
    spans: list[tuple[int, int]] = []
    fields: dict[str, object] = {}
    if ill:
        fields |= {"relation": ill.relation, "words": writing.words(ill.start, ill.end)}
        if ill.sex:
            fields["sex"] = ill.sex
    months = None if asked in ("family", "family_history") else _age(lower, ill, spans)
    if months is not None:
        fields["age_months"] = months
    sex = _sex(lower, ill)
    if sex:
        fields["sex"] = sex
    pregnancy, hours = _pregnancy(lower, spans)
    denied = _NOT_PREGNANT.search(lower)
    spoken = denied.span() if denied else pregnancy
    if spoken and _anothers(lower, spoken[0], named, ill):
        denied, pregnancy = None, None
    if denied or pregnancy:
        fields["pregnant"] = not denied
    after, feeding = _POSTPARTUM.search(lower), _BREASTFEEDING.search(lower)
    if (
        not ill
        and not fields.get("relation")
        and re.search(
            r"(?:是|就是)我(?:自己|本人)|我自己|我本人|给我自己|\bmyself\b|\bit's (?:for )?me\b|\bfor me\b", lower
        )
    ):
        fields["relation"] = Relation.SELF
    person = Person.model_validate(fields) if fields else None
    return Passing(
        person,
        tuple(spans),
        denied.span() if denied else pregnancy,
        hours,
        after.span() if after else None,
        feeding.span() if feeding else None,
        tuple((who.start, who.end, who.relation, who.sex) for who in named),
    )


def _anothers(lower: str, place: int, named: list[_Who], ill: _Who | None) -> bool:
    """Whether the words at `place` are of a relative named in the same clause who is not the one who is ill."""
    clause = max(lower.rfind(stop, 0, place) for stop in "，。；,.;!！?？") + 1
    subject = next((who for who in reversed(named) if clause <= who.start < place), None)
    return subject is not None and (ill is None or (subject.relation, subject.sex) != (ill.relation, ill.sex))


def _named(lower: str) -> list[_Who]:
    found: list[_Who] = []
    chinese, english = scripts(lower)
    for match in _CHINESE_WHO.finditer(lower) if chinese else ():
        _, relation, sex = _WHO_ZH[int((match.lastgroup or "z0")[1:])]
        rest = lower[match.end() :]
        born = re.search(
            r"(?:没有?|无|没生过?|不想要|想要|备孕|几个|生(?:完|了|过)?|怀|要|带|喂|有(?:两|一|三|\d)个?|备孕|照顾|陪|接|送|抱)(?:着|了)?(?:我)?(?:第?[一二两三]个?胎?)?$",
            lower[: match.start()],
        )
        with_self = re.search(r"(?:跟|和|像|随|同|我是(?:[^，。]{1,8}的)?)$", lower[: match.start()])
        found.append(_Who(*match.span(), relation, sex, not (_ONLY_MENTIONED_ZH.match(rest) or born or with_self)))
    for match in _ENGLISH_WHO.finditer(lower) if english else ():
        if match["mid"] and not all(_ENGLISH_MIDDLE.fullmatch(word) for word in match["mid"].split()):
            continue
        group = next(name for name in match.groupdict() if name[0] == "e" and name[1:].isdigit() and match[name])
        _, relation, sex = _WHO_EN[int(group[1:])]
        if match["whose"] in ("the", "a", "this", "his", "her") and relation is not Relation.CHILD:
            continue
        passing = _BESIDE_EN.search(lower, 0, match.start())
        found.append(
            _Who(*match.span(), relation, sex, not (passing or _ONLY_MENTIONED_EN.match(lower[match.end() :])))
        )
    found += [_Who(*match.span(), Relation.CHILD, None, True) for match in _ENGLISH_CHILD.finditer(lower)]
    found.sort()
    return _own_first(lower, found)


def _own_first(lower: str, found: list[_Who]) -> list[_Who]:
    """Someone named after the speaker's own complaint is family, not the one who is ill."""
    first = next((who for who in found if who.ill), None)
    if first is None:
        return found
    own = _OWN_COMPLAINT.search(lower[: first.start])
    if not own and first.relation is not Relation.CHILD:
        own = _OWN_COMPLAINT.search(lower, first.end)  # 我媳妇没怀孕，我前列腺不好
    return [who._replace(ill=False) for who in found] if own else found


_OWN_COMPLAINT = Cue(_CUES["own_complaint"])


def _age(lower: str, ill: _Who | None, spans: list[tuple[int, int]]) -> int | None:
    if (ill and ill.relation is Relation.CHILD) or (ill and ill.relation is Relation.OTHER):
        match = _CHILD_MONTHS_ZH.match(lower[ill.end : ill.end + 24])
        if match:
            spans.append((ill.end + match.start(), ill.end + match.end()))
            return _child_months(match)
    chinese, english = scripts(lower)
    for match in _AGE_ZH.finditer(lower) if chinese else ():
        months = _months_zh(match)
        if months is not None:
            spans.append(match.span())
            return months
    for match in _AGE_EN.finditer(lower) if english else ():
        months = _months_en(match)
        if months is not None and not re.search(
            r"\bsince (?:i was |he was |she was )?$|\bwhen (?:i|he|she) was $|"
            r"\b(?:at|by|until|from|age of|aged at)(?: about| around)? $",
            lower[: match.start()],
        ):
            spans.append(match.span())
            return months
    return None


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
    if words["years"] or words["bare"]:
        years = number(words["years"] or words["bare"])
        if years is None or years > 120 or (words["bare"] and years < 3):
            return None
        return int(years * 12 + (6 if words["half"] else 0) + (number(words["extra"]) or 0 if words["extra"] else 0))
    if words["months"]:
        return 0 if words["months"] == "半" else int(number(words["months"]) or 0)
    if words["days"]:
        return int((number(words["days"]) or 0) / 30.4)
    if words["weeks"]:
        return int((number(words["weeks"]) or 0) / 4.345)
    return 1


def _months_en(match: re.Match[str]) -> int | None:
    words = match.groupdict()
    if words["decade"]:
        return (
            20
            + 10
            * ["twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties"].index(words["decade"])
            + 5
        ) * 12
    raw = next((words[name] for name in ("n", "yo", "ys", "bare", "n2", "n3", "n4") if words[name]), None)
    count = 1.0 if raw == "a" else number(raw or "")
    if count is None:
        return None
    count += 0.5 if words["half"] or words["bare_half"] else 0
    unit = (words["unit"] or words["unit3"] or "y")[0]
    if (words["unit"] or "").startswith("m") or unit == "m":
        return int(count)
    if unit in "wd":
        return int(count / (4.345 if unit == "w" else 30.4))
    return int(count * 12) if count <= 120 else None


def _sex(lower: str, ill: _Who | None) -> Sex | None:
    if ill and ill.sex:
        return ill.sex
    male, female = _SEX_MALE.search(lower), _SEX_FEMALE.search(lower)
    if bool(male) != bool(female):
        return _MALE if male else _FEMALE
    short = re.search(r"\b\d{1,3}(?: ?yo| ?y/o)?[ ,/]*([mf])\b", lower) or re.search(
        r"(?:^|[ (])([mf])[ ,/]*\d{2}\b", lower
    )
    if short:
        return _MALE if short[1] == "m" else _FEMALE
    if ill and not ill.sex:
        seen = {sex for pattern, sex in _PRONOUN if pattern.search(lower)}
        if len(seen) == 1:
            return seen.pop()
    return None


def _pregnancy(lower: str, spans: list[tuple[int, int]]) -> tuple[tuple[int, int] | None, float | None]:
    for match in _PREGNANT.finditer(lower):
        if _DOUBTED_PREGNANT.search(lower[: match.start()]):
            continue
        words = match.groupdict()
        counted = words["n"] or words["n2"] or words["n3"]
        unit = words["u"] or words["u2"] or words["u3"] or ""
        spans.append(match.span())
        count = number(counted) if counted and counted != "几" else None
        if count is None:
            return match.span(), None
        return match.span(), count * (
            730.5
            if "月" in unit or unit.startswith("month")
            else 168.0
            if unit[:1] in ("周", "星", "w", "多")
            else 24.0
        )
    return None, None
