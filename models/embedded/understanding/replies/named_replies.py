"""A reply that names what was asked in words of its own: neither yes nor no, and no wording lists it."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import chain

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.words.english import FILLERS, STOPS, tokens
from models.facts import Answer
from models.knowledge.load import knowledge
from models.knowledge.schema import Finding

_CUES = cues("answers")

_LEADS = "(?:我|他|她|也|都|倒|倒是|并|还|又|现在|目前|这个|根本|从来|从|一直|啊|哦|说了|说过|讲了)*"
_TRAILS = "(?:了|过|的|啊|呀|到|着|吧|呢|哦|哈|嘛|呐|噢|这种|那种|这回事)*"
_DENIES = re.compile(
    r"没|不(?!知道|清楚|确定|舒服)|无|\b(?:no|not|never|none|nowhere|without|haven't|hasn't|don't|doesn't|didn't|isn't|aren't"
    r"|fine|normal|ok|okay|all right|alright)\b"
)
_NOT_WELL = re.compile(
    r"\b(?:not|isn't|aren't|hasn't been|haven't been) (?:\w+ )?(?:fine|good|great|right|normal|well)\b"
)
_OTHERWISE = {code: pattern(words) for code, words in _CUES["otherwise"].items()}
_ELSEWHERE = {code: pattern(words) for code, words in _CUES["elsewhere"].items()}
_SAYS_SO = {code: pattern(words) for code, words in _CUES["says_so"].items()}
_HEARD_SAY = r"(?:听|见|跟|[我他她你您]|孩子|说|讲|喊|叫|提|起)*"  # who speaks for somebody: 没听他说麻
_HEARD_SAY_EN = (
    r"(?: (?:heard?|said|says?|mention\w*|complain\w*|told?|him|her|them|me|anything|about|of|it'?s|s?he'?s))*"
)
_DENIED = re.compile(
    rf"(?:没有?|不是?|无|不会|不算|未){_HEARD_SAY}(?:什么|啥|怎么|任何|一?丁?点儿?|一丝|半点儿?|哪[里儿]?|觉得|感觉|感到|出现|太|再|过|那|这|种|个|往)*(?:出|有|得|发)?$"
    r"|\b(?:no|not|isn'?t|aren'?t|wasn'?t|doesn'?t|don'?t|didn'?t|haven'?t|hasn'?t|never|nothing|nowhere|without"
    rf"|any){_HEARD_SAY_EN}(?: \w+){{0,2}} $"
)
_DENIED_AFTER = re.compile(
    r"(?:也|都|倒是?|是|真的?)*没有?"
    rf"(?:听(?:见|到)?[^，。,.]{{1,4}}[说讲喊提]{_TRAILS}[^，。,.]{{0,4}}|{_TRAILS})(?:[，。,.！!？? ]|$)"
)
_ABOUT = {code: pattern(words) for code, words in _CUES["about"].items()}
_WELL = pattern(_CUES["well"])  # 喘气挺顺的, asked about breathlessness
_LACKS = re.compile(r"[不没]")
_NOT_IT = re.compile(
    rf"(?P<where>[\u4e00-\u9fff]{{0,4}}?){_LEADS}(?:没有?|不)(?:怎么|太|觉得|感觉|感到|有|什么|啥|咋|大|看见|看到|摸到|见到|见)*"
    rf"(?P<word>[\u4e00-\u9fff]{{1,8}}?)(?:(?<=点)点|[儿子])?{_TRAILS}"
)
_IT = re.compile(
    rf"{_LEADS}(?:有点儿?|有些|有一点儿?|很|挺|是|真|可|蛮|特别|就是)*"
    rf"(?P<word>[\u4e00-\u9fff]{{2,6}}?|(?<=[点些很挺儿])[\u4e00-\u9fff])(?:得(?:很|厉害|要命|慌))?{_TRAILS}"
)
_IT_EN = re.compile(
    r"(?:(?:it'?s|it is|they'?re|only|just|a|bit|little|slightly|quite|very|pretty|really|fairly|rather|so|too) )*"
    r"(?P<word>[a-z]{3,})(?: (?:yes|yeah|now|today|i think|i suppose))?"
)
_SUDDEN = re.compile(r"突然|\bsudden")
_NOT_SUDDEN = re.compile(
    r"不是?突然|没有?突然|慢慢[地的来]|渐渐|逐渐|\bnot (?:\w+ )?sudden|\bnothing sudden|\b(?:gradual|slow)ly\b|\bcrept"
)
_AT_LEAST_NOT = re.compile(
    rf"{_LEADS}(?P<word>[\u4e00-\u9fff]{{1,6}}?)倒(?:是|也)?(?:没有?|不(?:觉得|怎么|算|至于)?){_TRAILS}"
)
_PUT_AS_LACKING = re.compile(r"\b(?:no|not|never|unable)\b|n't\b")
_WHETHER = re.compile("有没有|是不是|会不会|能不能|[吗么呢？?]+$")
_CLAUSES = re.compile(r"[^，。,.;；！!？?]+")
_PARTS = re.compile(r"(?:(?! but | though | although )[^，。,.;；！!？?])+|.")
# Places called by what they do.
_SENSES = {"eye": ("sight", "vision"), "chest": ("breathing",), "throat": ("voice",), "skin": ("skin",)}
_PAIN_DENIED = re.compile(
    r"(?P<where>[\u4e00-\u9fff]{0,6}?)(?:现在|也|都|倒是?|一点儿?|一点都|一点也|并|又|根本|从来)*"
    rf"(?:不|没有?){_HEARD_SAY}(?:怎么|太|觉得|感觉|感到)*[疼痛]{_TRAILS}"
)
_NOT_A_PLACE = frozenset("我他她它你这那里头边儿处您的就疼痛")
_PAINS = re.compile(r"^(?!tearing|.*worst).*(?:pain|ache)(?: in the [\w ]+)?$")
_HURTS_MUCH = pattern(_CUES["hurts_much"])
_DENIED_WITH = {code: frozenset(others) for code, others in _CUES["denied_with"].items()}
_CANNOT = pattern(_CUES["cannot"])  # 走不了, asked whether they cannot walk
_TELLING_HAN = frozenset(_CUES["telling_han"])  # characters that tell by themselves what is felt or seen
_NOT_TOLD = pattern(_CUES["not_told"])  # 血压 is no blood, 抽烟 no twitching
_HAN_OF_NO_WEIGHT = frozenset(
    "有没了的不出感到很是会得在一个点发身体上下里大小难受痛疼就能想要以后时用被把从和也都又再只才最太更各每这那啥么什怎几多少人子们过着来去回东西"
)
_WORDS_OF_NO_WEIGHT = STOPS | frozenset(_CUES["plain_english"])


@cache
def _of_places() -> frozenset[str]:
    """Characters and stems that only name a place of the body: 小腿肚子 does not say that the leg is cold."""
    names = [name for site in knowledge().sites.values() for name in (site.zh, site.en, *chain(*site.says.values()))]
    return frozenset(chain(*names)) | {token.stem for name in names for token in tokens(name.lower())}


def reply_about(code: str, lower: str) -> Answer | None:
    """A reply that names what was asked in words no wording lists: 出了一身汗, "I was dripping with sweat".

    What it shares with the name must tell something by itself: 我有高血压 does not say that blood was vomited.
    """
    finding = knowledge().findings.get(code)
    if finding is None or len(lower) > 60:
        return None
    if code in _ABOUT and (about := _ABOUT[code].search(lower)):
        return Answer.NO if _denies(_clause_of(lower, about.start())) else Answer.YES
    lower = _NOT_TOLD.sub(" ", lower)
    shared = _shared(finding, lower)
    if shared and _WELL.search(lower):
        return Answer.NO
    if shared and _LACKS.search(finding.zh.partition("，")[0]) and _CANNOT.search(lower):
        return Answer.YES
    if not any(one in _TELLING_HAN or one < "\u3400" for one in shared - _of_places()):
        return None
    return Answer.NO if _denies(lower) else Answer.YES


def _denies(lower: str) -> bool:
    return bool(_DENIES.search(lower)) and not _NOT_WELL.search(lower)


def _clause_of(lower: str, place: int) -> str:
    """The clause at `place`, a question with its answer: "felt warm, but I didn't take it" denies nothing."""
    part = next(part for part in _PARTS.finditer(lower) if part.end() > place)
    return lower[part.start() :] if lower[part.end() : part.end() + 1] in ("?", "？") else part[0]


def _names_the_place(finding: Finding, clause: str) -> bool:
    site = knowledge().sites.get(finding.site or "")
    names = (site.zh, site.en, *chain(*site.says.values()), *_SENSES.get(site.code, ())) if site else ()
    return any(name in clause for name in names)


def concedes(code: str, lower: str) -> bool:
    """Whether it is granted in so many words: 疼是疼一点, 有是有，不多, "it does sting a bit"."""
    finding = knowledge().findings.get(code)
    if finding is None:
        return False
    if told := _CONCEDED_EN.match(lower):
        return told["it"] in (finding.question_en or finding.en).lower()
    told = _CONCEDED.match(lower)
    return told is not None and (told["it"] in _THERE_IS or told["it"] in (finding.question_zh or finding.zh))


_CONCEDED = re.compile(
    r"\W*(?:我|他|她|嗯|哦)?(?P<it>[^\W不没的是倒\d]{1,3})(?:倒?是|倒)(?:也|会|有点儿?|有些)?(?P=it)"
)
_CONCEDED_EN = re.compile(
    r"\W*(?:(?:well|oh|yes|yeah|i suppose)\W+)*(?:it|they) (?:does|do)(?: (?:sort of|kind of|just|still))? "
    r"(?P<it>hurt|sting|burn|ache|itch|bleed|swell|smell)\b"
)
_THERE_IS = ("有", "会")


def says_so(code: str, lower: str) -> Answer | None:
    """Whether a reply says in its own words that a danger asked about is there, or denies those words."""
    finding = knowledge().findings.get(code)
    clauses = _CLAUSES.findall(lower) if finding else ()
    if finding and any(_names_the_place(finding, clause) and _WELL.search(clause) for clause in clauses):
        return Answer.NO
    if code in _OTHERWISE and _OTHERWISE[code].search(lower):
        return Answer.NO
    if finding and _SUDDEN.search(f"{finding.question_zh} {finding.question_en}") and _NOT_SUDDEN.search(lower):
        return Answer.NO
    said = list(_SAYS_SO[code].finditer(lower)) if code in _SAYS_SO else []
    if code in _ELSEWHERE:
        said = [one for one in said if not _ELSEWHERE[code].search(_clause_of(lower, one.start()))]
    if not said:
        return None
    no = _NO_AND_WHO.match(lower)
    begin = no.end() if no else 0  # the no of "no they don't go away" answers, and denies nothing behind it
    denied = (_DENIED.search(lower[begin : one.start()]) or _DENIED_AFTER.match(lower, one.end()) for one in said)
    return Answer.NO if all(denied) else Answer.YES


_NO_AND_WHO = re.compile(r"\W*(?:no|nope|nah)\b(?= (?:it|they|that|these|those|he|she|the|my|his|her)\b)")


def in_its_own_words(code: str, lower: str) -> Answer | None:
    """A reply that takes up what was asked, or denies it, in the question's words: 不费劲, asked 您喘气费劲吗."""
    finding = knowledge().findings.get(code)
    if finding is None or not finding.question_zh:
        return None
    question, last_word = _WHETHER.sub("", finding.question_zh), f"{finding.question_en}".lower().split()[-1]
    for clause in map(str.strip, _CLAUSES.findall(lower)[:2]):
        if (it := _IT.fullmatch(clause)) and question.endswith(it["word"]):
            return Answer.NO if _LACKS.search(question.removesuffix(it["word"])[-1:]) else Answer.YES
        if (it := _IT_EN.fullmatch(clause)) and it["word"] == last_word.rstrip("?"):
            return Answer.YES
        if (at_least := _AT_LEAST_NOT.fullmatch(clause)) and at_least["word"] in question:
            return Answer.NO
        if _denies_in(question, clause):
            return Answer.NO
        if _PAINS.search(finding.en) and _HURTS_MUCH.search(clause):
            return Answer.YES
        if is_pain(code) and (painless := _PAIN_DENIED.fullmatch(clause)):
            elsewhere = set(painless["where"]) - set(finding.zh + question) - _NOT_A_PLACE
            if not elsewhere:
                return Answer.NO
    return None


def at_once(code: str, lower: str) -> Answer | None:
    """What the first clause answers by taking up one word of the question: 不红，…; 痒呢，…; 累，…"""
    finding = knowledge().findings.get(code)
    clause = next(map(str.strip, _CLAUSES.findall(lower)), "")
    if finding is None or not finding.question_zh or clause == lower.strip():
        return None
    if _denies_in(finding.question_zh, clause):
        return Answer.NO
    it = _ONE_WORD.fullmatch(clause)
    place = finding.question_zh.find(it["word"]) if it else -1
    return Answer.YES if place >= 0 and not _LACKS.match(finding.question_zh, max(0, place - 1)) else None


_ONE_WORD = re.compile(
    rf"{_LEADS}(?P<word>[疼痛痒塞堵累困乏咳喘晕麻肿胀打抽渴哑酸瘦痰])(?:[疼痛痒塞累]|得(?:很|慌|厉害))?{_TRAILS}"
)


def _denies_in(question: str, clause: str) -> bool:
    denied = _NOT_IT.fullmatch(clause)
    return bool(denied and denied["word"] in question and set(denied["where"]) <= set(question) - set(denied["word"]))


def asked_as_lacking(code: str) -> bool:
    """Whether the question denies something, so that a yes may be of either: "Has no wind or stool come out?"."""
    finding = knowledge().findings.get(code)
    return finding is not None and _PUT_AS_LACKING.search(f"{finding.en} {finding.question_en}") is not None


def denied_by(code: str, denied: Iterable[str]) -> bool:
    """Whether who has none of these cannot have it: no headache, no worst headache."""
    return not _DENIED_WITH.get(code, frozenset()).isdisjoint(denied)


def names_it(code: str, words: str) -> bool:
    """Whether a few words name what was asked about, as who says a question again does."""
    finding = knowledge().findings.get(code)
    if finding is None:
        return False
    told = set(f"{finding.zh}{finding.question_zh}{finding.record_zh}")
    han = {char for char in words if "\u3400" <= char <= "\u9fff"} - _HAN_OF_NO_WEIGHT
    stems = {token.stem for token in tokens(f"{finding.en} {finding.question_en}".lower()) if len(token.stem) > 3}
    return bool(han & told or stems & {token.stem for token in tokens(words)})


def is_pain(code: str) -> bool:
    """Whether what was asked about hurts, so that 不疼 answers it."""
    finding = knowledge().findings.get(code)
    return finding is not None and _HURTS.search(f"{finding.zh} {finding.en} {finding.question_zh}") is not None


_HURTS = re.compile(r"[疼痛]|压着|\b(?:pain|ache|sore|hurt|headache|stomachache|earache|toothache)\w*")


def _shared(finding: Finding, lower: str) -> frozenset[str]:
    """The characters and stems of the finding's names that a reply has."""
    chars = set(finding.zh) | set(finding.record_zh or "")
    han = {char for char in chars & set(lower) if "\u3400" <= char <= "\u9fff"}
    telling = (token for token in tokens(finding.en.lower()) if token.word not in _WORDS_OF_NO_WEIGHT)
    stems = {token.stem for token in telling if token.stem not in FILLERS and len(token.stem) > 3}
    return frozenset(han - _HAN_OF_NO_WEIGHT | stems & {token.stem for token in tokens(lower)})
