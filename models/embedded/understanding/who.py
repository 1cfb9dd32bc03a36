"""The people an utterance names, and which of them is ill."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern, scripts
from models.facts import Relation, Sex

_CUES = cues("people")

_MALE, _FEMALE = Sex.MALE, Sex.FEMALE
_OF_ONESELF = (
    "(?:了(?![^，。]*[疼痛晕咳烧吐病])|一[个枚]|嘛|啦|呗)"  # 我老头子了: who says so is old, and names no husband
)
# (words, relation, sex)
_WHO_ZH: tuple[tuple[str, Relation, Sex | None], ...] = (
    ("儿子|男孩儿?|男宝宝?|小子|大孙子", Relation.CHILD, _MALE),
    ("女儿|闺女|女孩儿?|女宝宝?|丫头|姑娘", Relation.CHILD, _FEMALE),
    (
        "孩子(?![他她]?的?[爸妈爹娘爷奶姥外])|宝宝|娃娃|娃儿|娃|小孩儿?(?!子?[他她]?的?[爸妈爹娘爷奶姥外])|小宝|宝贝|婴儿|新生儿|小朋友|小家伙|老大(?!个|一[个块片条]|不)|老二|大宝|二宝|崽崽|崽子|乖崽|(?<=[我俺咱家个])崽|囡囡|毛毛头|伢儿|伢子|细伢|细路|伢(?=[发咳拉吐烧])",
        Relation.CHILD,
        None,
    ),
    ("孙子|外孙子?|小孙子|小侄子|小外甥", Relation.CHILD, _MALE),
    ("孙女|外孙女|小侄女|小外甥女", Relation.CHILD, _FEMALE),
    (
        "(?!我的妈[呀哎耶诶呦哟])(?:我|俺|咱)(?:的)?(?:妈妈?|母亲|老妈|老?娘|婆婆|丈母娘|岳母)|(?<=[他她])妈(?![妈的])|妈妈|母亲|老妈|姆妈|阿妈|婆婆|丈母娘|岳母",
        Relation.PARENT,
        _FEMALE,
    ),
    (
        "(?:我|俺|咱)(?:的)?(?:爸爸?|父亲|老爸|老?爹|老?爷子|公公|岳父|老丈人)|(?<=[他她])爸(?!爸)|爸爸|父亲|老爸|阿爸|老汉儿|公公|岳父|老丈人",
        Relation.PARENT,
        _MALE,
    ),
    ("(?:我们?家|家里)?老爷子|(?:我们?家|家里)老头", Relation.PARENT, _MALE),
    ("(?:我们?家|家里)?老太太|(?:我们?家|家里)老人家?", Relation.PARENT, _FEMALE),
    (
        f"老公|丈夫|(?<![是个])(?:我?家?老头子|我老头|俺老头)(?!子?{_OF_ONESELF})|我先生|我家先生|我男人|孩子[他她]?爸|孩儿[他她]爸|当家的",
        Relation.SPOUSE,
        _MALE,
    ),
    ("老伴儿?|那口子", Relation.SPOUSE, None),
    ("爱人|我对象|我?另一半", Relation.SPOUSE, None),
    (
        f"老婆(?!子)|(?<![是个])(?:老婆子|老太婆)(?!{_OF_ONESELF})|妻子|媳妇|我太太|孩子[他她]?妈",
        Relation.SPOUSE,
        _FEMALE,
    ),
    (
        "儿媳妇?|孙媳妇|奶奶|姥姥|外婆|姐姐|妹妹|我姐|我妹|表妹|表姐|堂妹|堂姐|弟妹|弟媳|侄女|外甥女|阿姨|姑姑|大姨(?!妈)|我姨|我姑|嫂子|我婶|女朋友",
        Relation.OTHER,
        _FEMALE,
    ),
    (
        "女婿|爷爷|姥爷|外公|哥哥|弟弟|我哥|我弟|表弟|表哥|堂弟|堂哥|侄子|外甥|姐夫|妹夫|叔叔|舅舅|我叔|我舅|男朋友",
        Relation.OTHER,
        _MALE,
    ),
    (
        "我(?:有|的)?(?:一?个|一位)?(?:朋友|同事|同学|邻居|亲戚|室友|闺蜜)(?![的家他她]{0,2}(?:孩子|宝宝|儿子|女儿|小孩))|(?:我是)?(?:患者|病人)的?家属(?:[，,]我想[^，。]*)?|(?:这个?|那个?)?病人(?=是我(?!们?家?的?[爸妈爹娘公婆爷奶姥外老儿女孩丈岳哥姐弟妹])|没来|在|不方便|走不|来不|昏|晕|不行|快)",
        Relation.OTHER,
        None,
    ),
)
_WHO_EN: tuple[tuple[str, Relation, Sex | None], ...] = (
    (r"son[- ]in[- ]law", Relation.OTHER, _MALE),
    (r"daughter[- ]in[- ]law", Relation.OTHER, _FEMALE),
    ("son|little boy|baby boy|boy|lad|laddie|little man", Relation.CHILD, _MALE),
    ("daughter|little girl|baby girl|girl|lass|lassie", Relation.CHILD, _FEMALE),
    (
        r"child|kid|baby(?! aspirins?\b| (?:monitor|food|formula|wipes|powder|oil|shampoo))|toddler|newborn|infant"
        r"|little one|bub|bubba|teenager",
        Relation.CHILD,
        None,
    ),
    (r"(?:sister|mum|mom)[- ]in[- ]law", Relation.OTHER, _FEMALE),
    (r"(?:brother|dad)[- ]in[- ]law", Relation.OTHER, _MALE),
    (r"mother[- ]in[- ]law|(?:step[- ]?)?(?:mother|mom|mum|mam)|mummy|mommy|ma", Relation.PARENT, _FEMALE),
    (r"father[- ]in[- ]law|(?:step[- ]?)?(?:father|dad)|daddy", Relation.PARENT, _MALE),
    ("husband|hubby|fella", Relation.SPOUSE, _MALE),
    ("wife|mrs|missus|missis", Relation.SPOUSE, _FEMALE),
    ("partner|spouse|other half", Relation.SPOUSE, None),
    ("grandmother|grandma|gran|granny|nan|nana|sister|aunt|auntie|girlfriend", Relation.OTHER, _FEMALE),
    ("grandfather|grandpa|grandad|granddad|brother|uncle|boyfriend", Relation.OTHER, _MALE),
    ("granddaughter|niece", Relation.CHILD, _FEMALE),
    ("grandson|nephew", Relation.CHILD, _MALE),
    (
        r"(?:friend|mate|colleague|neighbou?r|roommate|flatmate|cousin)"
        r"(?!'s (?!(?:been|got|having|really|not|feeling|ill)\b))",  # my neighbour's cat is not ill
        Relation.OTHER,
        None,
    ),
    ("grandchild", Relation.CHILD, None),
)
_CHINESE_WHO = re.compile(
    "(?:(?:我家|我们家|咱家|家里|我|俺)的?)?(?:"
    + "|".join(f"(?P<z{i}>{words})" for i, (words, _, _) in enumerate(_WHO_ZH))
    + ")"
)
_ENGLISH_WHO = re.compile(
    r"\b(?P<whose>my|me|our|the|a|this|his|her)(?: (?P<mid>[\w'-]+(?: (?!my\b|our\b)[\w'-]+){0,3}?))? (?:"
    + "|".join(f"(?P<e{i}>{words})" for i, (words, _, _) in enumerate(_WHO_EN))
    + r")(?:s(?= (?!are\b|were\b|have\b|both\b|all\b)[a-z]))?\b"
    + r"(?!'s (?:house|car|doctor|school(?! (?:says?|said|thinks?|told|noticed))|phone|name|wedding|birthday|funeral"
    + r"|death|place|flat|job|dog|cat|party)\b)"
)
_ENGLISH_MIDDLE = pattern(_CUES["english_middle"])
# What follows when somebody is only mentioned: they told me, drove me, had the same.
_ONLY_MENTIONED_ZH = pattern(_CUES["only_mentioned_zh"])
_ONLY_MENTIONED_EN = pattern(_CUES["only_mentioned_en"])
# Mum's hip hurts; dad can't hear.
_BARE_EN = re.compile(
    r"(?<!my )(?<!our )(?<!'s )(?<![a-z]-)\b((?P<parent>mum|mom|mam|mummy|mommy|dad|daddy)|gran|granny|grandma|nan|"
    r"grandpa|grandad|granddad)\b"
    r"(?='s (?!side)| (?:is|has|can't|cannot|keeps|fell|feels|won't|isn't|needs|gets|looks)\b)"
)
# Daughter's fifteen; husband has a cough.
_HEAD_EN = re.compile(
    r"(?:^|[.!?;] ?)(?:"
    + "|".join(f"(?P<h{i}>{words})" for i, (words, relation, _) in enumerate(_WHO_EN) if relation is not Relation.OTHER)
    + r")(?='s (?!side)| (?:is|has|can't|cannot|keeps|fell|feels|won't|isn't|needs|gets|looks)\b)"
)
_OF_PATIENT = re.compile(r"(?:[他她]|孩子|宝宝|娃)的?$|\b(?:his|her|their) $")
_HAS_ILLNESS_EN = re.compile(
    r"(?:'s| has| had) (?:also |always |both |got )*(?!(?:a )?(?:pain|fever|temperature|been)\b)"
)
# His mother has asthma, her older brother's got eczema: kin of the one who is ill.
_THEIRS_EN = re.compile(
    r"\b(?:his|her|their) (?P<kin>(?:(?:own|late|real|big|little|older|younger|elder|twin|half) )*"
    r"(?:(?P<mother>mother|mum|mom|mam|mummy|mommy)|(?P<father>father|dad|daddy)"
    r"|(?P<woman>sister|gran(?:ny|ma|dma|dmother)?|nana?|aunt|auntie)|brother|uncle|grandd?ad|grandpa|grandfather))\b"
)
_OTHERS_ZH = re.compile(
    r"(?:邻居|同事|朋友|别人|亲戚|人家|隔壁|同学|老师|老板)(?:(?:[老小][\u4e00-\u9fff]|[\u4e00-\u9fff])?家)?(?:的|那|那个)?$"
)
_BORN_ZH = re.compile(
    r"(?:没有?|无|没生过?|不想要|想要|备孕|几个|生(?:完|了|过)?|怀|要|带|喂|有(?:两|一|三|\d)个?|备孕|照顾|在家看|陪|接|送|抱|影响|干扰|传给|传染给?|传到|伤害)(?:着|了)?(?:我)?(?:第?[一二两三]个?胎?)?$"
)
_BIRTH_ZH, _THEN_ZH = re.compile("[生怀](?:完|了|过|下)?$"), re.compile("那[年会阵时]|以后|之后|后|的?时候")
_HAS_ILLNESS_ZH = pattern(_CUES["kin_has_illness_zh"])
_HAS_ZH = pattern(_CUES["has_kin_zh"])
_BESIDE_ZH, _SETTLED_ZH = pattern(_CUES["kin_beside_zh"]), pattern(_CUES["kin_settled_zh"])
_ALIKE_ZH = pattern(_CUES["kin_alike_zh"])
_TOLD_ILL_ZH = pattern(_CUES["kin_told_ill_zh"])
_HAS_EN, _TOLD_ILL_EN = pattern(_CUES["has_kin_en"]), pattern(_CUES["kin_told_ill_en"])
_WITH_SELF_ZH = re.compile(r"(?:跟|和|像|随|同|我是(?:[^，。]{1,8}的)?)$")
_KIN_ILL_ZH = pattern(_CUES["kin_ill_zh"])
_COMPLAINT_ZH, _KIN_DIAGNOSED_ZH = pattern(_CUES["complaint_zh"]), pattern(_CUES["kin_diagnosed_zh"])
# Of whom it is said so: "the wife", "me sister", and never "the mother" or "gave me a baby".
_WHOSE = {
    "the": (Relation.CHILD, Relation.SPOUSE),
    **dict.fromkeys(("a", "this", "his", "her"), (Relation.CHILD,)),
    "me": (Relation.PARENT, Relation.SPOUSE, Relation.OTHER),
}
_THEN_EN = re.compile(
    r"\b(?:(?:i|you|he|she|we|they|it|who) (?:was|were)|as|since|being) (?:just |only |still )?$"
)  # "since she was a baby"
_GREETING = 6  # characters; more before a relative is a complaint
_CLOSE = 40  # characters before and after a person that say whether they are only mentioned
_ON_BEHALF_ZH = re.compile(r"(?:替|帮|(?<![传留染])给)$")  # 我替我爸问的
_SENT_TO_ASK_ZH = pattern(_CUES["sent_to_ask_zh"])
_BESIDE_EN = pattern(_CUES["beside_en"])
_BROUGHT_EN, _TOLD_OF_NEXT_EN = pattern(_CUES["brought_en"]), pattern(_CUES["told_of_next_en"])
_ENGLISH_CHILD = pattern(_CUES["english_child"])
_OWN_COMPLAINT = Cue(_CUES["own_complaint"])
_ADDRESSED_ZH = pattern(_CUES["addressed_zh"])
_ADDRESSED_BEFORE_ZH = pattern(_CUES["addressed_before_zh"])
_ADDRESSED_AFTER_ZH = pattern(_CUES["addressed_after_zh"])
_THANKED_ZH = pattern(_CUES["thanked_zh"])
_NO_SUCH_ZH = pattern(_CUES["no_such_zh"])
_OF_THEIRS_ZH = pattern(_CUES["of_theirs_zh"])
_NURSING_ZH = pattern(_CUES["nursing_before_zh"])
_ONLY_AGED_ZH = pattern(_CUES["only_aged_zh"])


class Who(NamedTuple):
    start: int
    end: int
    relation: Relation
    sex: Sex | None
    ill: bool
    speaks: bool = False  # named is who speaks, "I'm his gran"; the rest is of the one they speak for
    aside: bool = False  # the speaker's own child, named with its age beside the speaker's own complaint


def anothers(lower: str, place: int, named: list[Who], ill: Who | None) -> bool:
    """Whether the words at `place` are of a relative named in the same clause who is not the one who is ill."""
    clause = max(lower.rfind(stop, 0, place) for stop in "，。；,.;!！?？") + 1
    subject = next((who for who in reversed(named) if clause <= who.start < place), None)
    return subject is not None and (ill is None or (subject.relation, subject.sex) != (ill.relation, ill.sex))


_SOMEBODY_ELSE = re.compile(r"\b(?:and|but|so|while) (?:now )?(?:s?he|they|i|my|his|her)\b|[他她我]")


def of_their_kin(lower: str, place: int, kin: tuple[int, int]) -> bool:
    """Whether the words at `place` tell what the `kin` of the one who is ill has: "his mum has hay fever"."""
    start, end = kin
    theirs = _OF_PATIENT.search(lower, 0, start)
    has = _HAS_ILLNESS_ZH.match(lower[end:place]) or _HAS_ILLNESS_EN.match(lower, end, place)
    return theirs is not None and has is not None and not _SOMEBODY_ELSE.search(lower, end, place)


def named(lower: str) -> list[Who]:
    found: list[Who] = []
    chinese, english = scripts(lower)
    for match in _CHINESE_WHO.finditer(lower) if chinese else ():
        _, relation, sex = _WHO_ZH[int((match.lastgroup or "z0")[1:])]
        rest = lower[match.end() : match.end() + _CLOSE]
        before = lower[max(0, match.start() - _CLOSE) : match.start()]
        if _is_addressed(lower, match) or (_I_AM_ZH.search(before) and not _OF_ANOTHER.match(rest)):
            continue
        if _BIRTH_ZH.search(before) and _THEN_ZH.match(rest):
            continue  # 生完二宝那年: when, and no kin
        born = None if rest.startswith(("来", "看", "过来")) else _BORN_ZH.search(before)
        theirs = _BESIDE_ZH.sub("", rest, 1)  # what is told of 老婆孩子
        spoken_of = (
            _ONLY_MENTIONED_ZH.match(theirs) or born or _WITH_SELF_ZH.search(before) or _OTHERS_ZH.search(before)
        )
        spoken_of = None if _ON_BEHALF_ZH.search(before) or _SENT_TO_ASK_ZH.match(rest) else spoken_of
        spoken_of = _NO_SUCH_ZH.search(before) or spoken_of
        if len(before) > _GREETING:
            spoken_of = spoken_of or _KIN_ILL_ZH.match(rest)
        if _COMPLAINT_ZH.search(before):
            spoken_of = spoken_of or _KIN_DIAGNOSED_ZH.match(rest)
        if rest.startswith("的") and _OF_THEIRS_ZH.search(before):
            spoken_of = match  # 吃错了我老伴的药
        aside = relation is Relation.CHILD and _beside_own(lower, match)
        of_theirs = _OF_PATIENT.search(before)
        if of_theirs and len(match[0]) == 1 and not _HAS_ILLNESS_ZH.match(rest):
            continue  # 他爸 beside an illness, and in no other words
        spoken_of = spoken_of or (of_theirs and _HAS_ILLNESS_ZH.match(rest))
        told = _SETTLED_ZH.match(theirs) or _ALIKE_ZH.match(theirs)
        if not _TOLD_ILL_ZH.match(theirs[told.end() :] if told else theirs):
            spoken_of = spoken_of or told or _HAS_ZH.search(before)
        found.append(Who(*match.span(), relation, sex, not (spoken_of or aside), aside=aside))
    for match in _ENGLISH_WHO.finditer(lower) if english else ():
        if match["mid"] and not all(_ENGLISH_MIDDLE.fullmatch(word) for word in match["mid"].split()):
            continue
        group = next(name for name in match.groupdict() if name[0] == "e" and name[1:].isdigit() and match[name])
        _, relation, sex = _WHO_EN[int(group[1:])]
        if relation not in _WHOSE.get(match["whose"], (relation,)):
            continue
        if match["whose"] == "a" and _THEN_EN.search(lower, 0, match.start()):
            continue
        if match["whose"] == "the" and _I_AM_EN.search(lower, 0, match.start()):
            continue
        had = match["whose"] == "a" and _HAS_EN.search(lower, 0, match.start())
        if had:  # "36, married, a son of three"
            passing = not _TOLD_ILL_EN.match(lower[match.end() :])
        else:
            passing = bool(_BESIDE_EN.search(lower, 0, match.start())) and not _is_brought_en(lower, match)
        passing = passing or _ONLY_MENTIONED_EN.match(lower[match.end() :]) is not None
        found.append(Who(*match.span(), relation, sex, not passing))
    found += [Who(*match.span(), Relation.CHILD, None, True) for match in _ENGLISH_CHILD.finditer(lower)]
    for match in _HEAD_EN.finditer(lower) if english else ():
        group = match.lastgroup or ""
        _, relation, sex = _WHO_EN[int(group[1:])]
        if not any(who.start <= match.start(group) < who.end for who in found):
            found.append(Who(*match.span(group), relation, sex, _ONLY_MENTIONED_EN.match(lower[match.end() :]) is None))
    found += _kin_of_theirs(lower, found) if english else ()
    for match in _BARE_EN.finditer(lower) if english else ():
        elder = Relation.PARENT if match["parent"] else Relation.OTHER
        if any(who.start <= match.start() < who.end for who in found):
            continue
        female = match[1].startswith(("mu", "mo", "mam", "nan", "gran", "grandm")) and not match[1].startswith(
            ("grandp", "grandd", "grandad")
        )
        only = _ONLY_MENTIONED_EN.match(lower[match.end() :])
        found.append(Who(*match.span(1), elder, Sex.FEMALE if female else Sex.MALE, only is None))
    speakers = list(_speakers(lower))
    found = [who for who in found if not any(one.start < who.end and who.start < one.end for one in speakers)]
    return _own_first(lower, sorted([*found, *speakers]))


def _kin_of_theirs(lower: str, found: list[Who]) -> list[Who]:
    kin = [match for match in _THEIRS_EN.finditer(lower) if _HAS_ILLNESS_EN.match(lower, match.end())]
    return [
        Who(
            *match.span("kin"),
            Relation.PARENT if match["mother"] or match["father"] else Relation.OTHER,
            _FEMALE if match["mother"] or match["woman"] else _MALE,
            ill=False,
        )
        for match in kin
        if not any(who.start < match.end() <= who.end for who in found)
    ]


# "I'm the husband, so male", 我是个老太太: who says so of themselves is the patient, until somebody else is spoken of.
_I_AM_ZH = re.compile("我(?:就|也|自己)*是(?:一?个|当|做)?$")
_I_AM_EN = re.compile(r"\b(?:i'm|i am|im) (?:just )?$")
_OF_ANOTHER = re.compile("[^。！？]*(?:[他她]|孩子|宝宝|娃|家属|老人|病人|患者)")
_THEY_EN = re.compile(r"(?: here| speaking)?[,.;:]? (?:and |but )?(?:(?:s?he|they)\b|(?:his|her|their) \w)")


def _speakers(lower: str) -> Iterator[Who]:
    """ "I'm his gran", 我是她女儿, 孩子妈妈，…: those who speak for somebody, as that somebody is related to them."""
    for pattern_of in (_SPEAKER_ZH, _SPEAKER_EN):
        for match in pattern_of.finditer(lower):
            if match["whose"] == "the" and not _SPOKEN_FOR_EN.search(lower, match.end()):
                continue
            if match["alone"] is not None and match["elder"] != "家长" and not _tells_of_another(lower, match):
                continue
            kin = next(name for name in _SPEAKS_FOR if match[name])
            relation, sex = _SPEAKS_FOR[kin]
            relation = Relation.CHILD if _THE_CHILD.search(match[0]) else relation
            told = {"她": Sex.FEMALE, "her": Sex.FEMALE, "his": Sex.MALE}.get(match["whose"] or "")
            yield Who(*match.span(), relation, told or sex, True, speaks=True)


def _tells_of_another(lower: str, speaker: re.Match[str]) -> bool:
    """我是老公，她肚子疼 and "mum here, he's four", unlike 我是老公，男的, tell of whom one speaks for."""
    another = _OF_ANOTHER.match(lower, speaker.end()) or _THEY_EN.match(lower, speaker.end())
    return another is not None and _OWN_COMPLAINT.search(lower[speaker.end() :]) is None


_SPEAKS_FOR = {
    "elder": (Relation.CHILD, None),
    "younger": (Relation.PARENT, None),
    "wife": (Relation.SPOUSE, Sex.MALE),
    "husband": (Relation.SPOUSE, Sex.FEMALE),
    "spouse": (Relation.SPOUSE, None),
    "near": (Relation.OTHER, None),
}
_THE_CHILD = re.compile("孩子|宝宝|娃|小孩")
_SPEAKER_ZH = re.compile(
    r"(?:我(?:自己)?是(?P<whose>他|她|(?:孩子|宝宝|娃儿?|小孩)[他她]?|病人|患者|老人)|(?P<alone>我(?:自己|就)?是)"
    r"|^\W*(?:大夫|医生|您?你?好|护士|\W)*(?:孩子|宝宝|娃儿?|小孩)[他她]?)的?"
    r"(?:(?P<elder>妈妈?|爸爸?|母亲|父亲|奶奶|爷爷|姥姥|姥爷|外婆|外公|家长)|(?P<younger>女儿|闺女|儿子|儿媳妇?|女婿|孙[女子])"
    r"|(?P<wife>老婆|媳妇|妻子)|(?P<husband>老公|丈夫)|(?P<spouse>爱人|老伴儿?|对象)"
    r"|(?P<near>[哥姐弟妹]+|舅[舅妈]?|叔叔?|姑[姑妈]?|阿姨|姨妈?|婶婶?|大?伯伯?|朋友|同事|邻居|护工|保姆))"
    r"(?=[，,。！ ]|$|带|陪|抱|替)"
)
_SPEAKER_EN = re.compile(
    r"(?:\b(?:i'm|i am|im|this is) (?P<whose>his|her|their|the) "
    r"|(?P<alone>\b(?:i'm|i am|im) (?=m[ou]m|mam|dad|gran|nan)|^\W*(?=\w+ (?:here|speaking)\b)))"
    r"(?:(?P<elder>mum|mom|mummy|mam|mother|dad|daddy|father"
    r"|gran(?:ny|ma|dad|ddad|dpa|dma|dmother|dfather)?|nana?)|(?P<younger>daughter|son|granddaughter|grandson)"
    r"|(?P<wife>wife)|(?P<husband>husband)|(?P<spouse>partner)|(?P<near>sister|brother|friend|auntie?|uncle|neighbou?r|carer))\b"
)


_SPOKEN_FOR_EN = re.compile(r"\b(?:of|to|s?he|him|his|her|they|their|patient)\b")


def _is_brought_en(lower: str, who: re.Match[str]) -> bool:
    """Whether who is named as the speaker's company is told of next: "I'm here with my mum, she has chest pain"."""
    return bool(_BROUGHT_EN.search(lower, 0, who.start()) and _TOLD_OF_NEXT_EN.match(lower[who.end() :]))


def _is_addressed(lower: str, who: re.Match[str]) -> bool:
    """Whether the nurse is called so: 姑娘，我这腿疼, 谢谢你啊姑娘."""
    if not _ADDRESSED_ZH.fullmatch(who[0]):
        return False
    before, rest = lower[: who.start()], lower[who.end() :]
    called = _ADDRESSED_BEFORE_ZH.search(before) and _ADDRESSED_AFTER_ZH.match(rest)
    return bool(called or _THANKED_ZH.search(before))


def _beside_own(lower: str, child: re.Match[str]) -> bool:
    """Whether of the child only its age is told: 我在喂奶，娃四个月，流鼻涕 or 孩子两岁，我腰疼."""
    aged = _ONLY_AGED_ZH.match(lower[child.end() :])
    if aged is None:
        return False
    own = _OWN_COMPLAINT.search(lower, child.end() + aged.end())
    return bool(_NURSING_ZH.search(lower[: child.start()])) or bool(own and own.start() == child.end() + aged.end())


def _own_first(lower: str, found: list[Who]) -> list[Who]:
    """Someone named after the speaker's own complaint is family, not the one who is ill."""
    first = next((who for who in found if who.ill), None)
    if first is None or any(who.speaks for who in found):
        return found
    own = _OWN_COMPLAINT.search(_HAS_EN.sub("", lower[: first.start]))
    if not own and first.relation is not Relation.CHILD:
        own = _OWN_COMPLAINT.search(lower, first.end)  # 我媳妇没怀孕，我前列腺不好
    return [who._replace(ill=False) for who in found] if own else found
