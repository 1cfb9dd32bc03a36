"""The age a bare reply to "how old are you" tells."""

import re
from datetime import datetime

from rapidfuzz import process
from rapidfuzz.distance import DamerauLevenshtein

from models.embedded.understanding.words.numbers import CHINESE, ENGLISH, WORDS, number

_DECADE = re.compile(r"\b(?:(early|mid|middle|late)[ -])?(thir|for|fif|six|seven|eigh|nine)ties\b|\btwenties\b")
_TENS = ("thir", "for", "fif", "six", "seven", "eigh", "nine")
_PART_OF_DECADE = {"early": (0, 3), "mid": (4, 6), "middle": (4, 6), "late": (7, 9)}
_BETWEEN = re.compile(rf"({CHINESE}|{ENGLISH})\s*(?:到|至|~|to|(?<=\d)-)\s*({CHINESE}|{ENGLISH})")
_UNDER = re.compile(rf"(?:不到|未满|小于|under|less than|younger than)\s*({CHINESE}|{ENGLISH})")
_OVER = re.compile(
    rf"({CHINESE}|{ENGLISH})\s*(?:岁|个?月|years?|months?)?\s*(?:以上|or (?:older|over|more)\b|and over\b|\+)"
)
_MONTHS = re.compile(r"个?月|\bmonths?\b")


def age_band(lower: str) -> tuple[int, int | None] | None:
    """From and to in months, where the reply names a band: "40 to 59", 不到3个月, "75 or older"."""
    if decade := _DECADE.search(lower):
        tens = 10 * (_TENS.index(decade[2]) + 3) if decade[2] else 20
        first, last = _PART_OF_DECADE.get(decade[1] or "", (0, 9))
        return (tens + first) * 12, (tens + last) * 12
    between, under, over = _BETWEEN.search(lower), _UNDER.search(lower), _OVER.search(lower)
    ends = (between[1], between[2]) if between else ("0", under[1]) if under else (over[1], None) if over else None
    if ends is None or (low := number(ends[0])) is None:
        return None
    high = number(ends[1]) if ends[1] else None
    if max(low, high or 0) > 120 or (ends[1] and high is None):
        return None
    unit = 1 if _MONTHS.search(lower) else 12
    return int(low * unit), int(high * unit) if high is not None else None


def middle(band: tuple[int, int | None]) -> int:
    """The months to reckon with: the middle of the band, just under its end (不到两岁), or the age that is reached."""
    low, high = band
    if high is None:
        return low
    return (low + high) // 2 if low else int(high - (6 if high >= 12 else 0.5))


# A number that goes on as a word, or counts something else, is none: 二甲双胍, 一直, "2 tablets".
_AN_AGE = re.compile(
    rf"(?<![a-z])({CHINESE}|{ENGLISH})"
    r"(?![a-z\u4e00-\u9fff]+岁)(?=好几|[岁周星礼个多月天半来几出了吧呢啊呀哦嘛啦左虚整的咯喽咧哩嘞哒啰哟哈哎诶]|[^\u4e00-\u9fff]|$)"
    r"(?!\d|\.\d|-o\b|(?!(?:ish|yo?|yrs?|mths?)\b)[a-z])"
    r"(?!\s*(?:mg|ml|%|of\b)|\s+(?!(?:years|months|weeks|days|yrs|mths|this|plus|perhaps|thanks|bless)\b)[a-z]{3,}s\b"
    r"|\s+(?!(?:years?|months?|weeks?|days?|and|but|or|so|in|on|at|by|come|next|last|this|with|going|since|though|as)\b)"
    r"[a-z]{3,} (?!(?:christmas|years|months|this|thanks|is|as|was|us)\b)[a-z]{3,}s\b)"
)


def age_of(lower: str, now: datetime | None) -> int | None:
    """The age in months; a number counts that little else is said with (no "pack a day", no 在家躺了两天)."""
    if now and (months := _since_birth(lower, now)) is not None:
        return months
    lower = _MISTYPED.sub(_number_meant, _TEN_MISHEARD.sub("十", lower))
    told = [m for m in _AN_AGE.finditer(lower) if _is_an_age(lower, m)]
    match = next((m for m in told if _COMPLETED.match(lower, m.end(1))), told[0] if told else None)
    nearer = _AN_AGE.search(lower, match.end()) if match and _ROUNDLY.match(lower, match.end(1)) else None
    match = nearer or match
    value = number(match[1]) if match else None
    if match is None or value is None or value > 120 or value % 1:
        return None
    unit = _UNIT.match(lower, match.end(1))
    if unit and unit.lastgroup in ("weeks", "days") and not _MONTHS.search(lower) and "岁" not in lower:
        return int(value / (4.345 if unit["weeks"] else 30.4))
    months = unit is not None and unit["months"] is not None
    half = 0.5 if re.search(r"岁半|\band a half\b", lower) else 0.0
    return int((value + half) * (1 if months else 12))


_AGO = re.compile(r" (?:years?|months?|weeks?)(?: or so)? (?:ago|back)\b")


def by_now(months: int, lower: str) -> int:
    """The months of one who "will be 31 in January" or 下个月满三岁, which is half a year from now more or less."""
    to_come = {number(match[match.lastgroup or 0]) for match in _STILL_TO_COME.finditer(lower)}
    return months - 6 if months / 12 in to_come else months


_STILL_TO_COME = re.compile(
    rf"(?:\bwill|'ll|\bgoing to|\bgonna) (?:only |just )?be (?:about |just |only )?(?P<years>{ENGLISH})"
    rf"|\bturn(?:s|ing)? (?P<turns>{ENGLISH}),? (?:years? (?:old )?)?(?:in|on|next|tomorrow|soon|later)\b"
    r"|(?:下个?月|下周|下个?星期|明年|后年|年底|过完年|过了年|再过[^，。]{1,5}|[\d一二三四五六七八九十]月份?)"
    rf"(?:我|他|她|孩子|就|才|要|该|满|到|是|了)*(?P<comes>{CHINESE})"
)


# The unit right behind the number: "sixty-three next week" is no age of weeks, and 二十九，月经不调 none of months.
_UNIT = re.compile(
    r"\s*(?:and a half|[多来几半个大])*\s*(?:(?P<months>月(?!经)|months?\b|mths?\b)"
    r"|(?P<weeks>周(?!岁)|礼拜|星期|weeks?\b|wks?\b)|(?P<days>天|days?\b))"
)
_COMPLETED = re.compile(r" (?:years? )?completed\b")  # "running seventy-two, seventy-one completed"
_ROUNDLY = re.compile("[多来几]|好几|出头")  # 四十多，四十六: the second number says it


def _is_an_age(lower: str, match: re.Match[str]) -> bool:
    if _AGO.match(lower, match.end(1)):
        return False  # "stopped nineteen years ago"
    before, after = _CLAUSE_END.split(lower[: match.start()])[-1], _CLAUSE_END.split(lower[match.end() :])[0]
    if before.endswith(_OF_A_MEASURE) or _MEASURED.match(after) or _COUNTED.match(after):
        return False
    if _IN_YEARS.match(after):
        return True
    beside = _SAID_WITH_AN_AGE.sub(" ", f"{before} | {after}")
    words = _WORD.findall(beside)
    return len(words) <= (0 if _UNIT.match(after) or match[1] == "one" else WORDS_BESIDE)


WORDS_BESIDE = 2  # "61 in March"
_CLAUSE_END = re.compile(r"[，。,;；!！?？]+|\.(?!\d)|\b(?:and|but)\b(?! a half)")
_IN_YEARS = re.compile(r"\s*(?:多|来|几|半|出头)*(?:周?岁|years?[ -]old|yrs?\b|yo\b|y/o\b)")
_MEASURED = re.compile(r"\s*(?:foot|feet|ft|inch\w*|stone|kilos?|kg|pounds?|lbs?|times?|o'clock|[ap]m)\b")
_COUNTED = re.compile("个(?![多半]*(?:月|礼拜|星期|周))")  # 一个人住
_OF_A_MEASURE = ("foot ", "feet ", "米", "度", "斤", "点", "号", "楼", "the ", "this ", "no ")
_SAID_WITH_AN_AGE = re.compile(
    r"(?:我|他|她|它|孩子|宝宝|今年|现在|都|也|已经|快|刚|刚满|过|才|有|大概|差不多|应该|大约|可能|虚岁|周岁|实岁|属|是|的|了|吧"
    r"|呢|啊|呀|哦|嘛|啦|零|又|多|来|几|半|出头|大|生日|个|天|周|星期|礼拜|月|下|再|明年|年底|过完年|过了年|老太婆|老婆子|老头子?|[男女](?:的|性|士|生|孩)?"
    rf"|{CHINESE})|\b(?:i'?m|i am|he'?s|she'?s|he|she|is|it'?s|im|just|turned|turning|about|around|nearly|almost|only"
    r"|now|old|years?|months?|weeks?|days?|odd|something|ish|or so|so|yes|well|oh|and a half|a few|next|last|in"
    r"|(?:i|s?he)'ll|be|turns|on|soon|tomorrow|today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|running|complet(?:ed|ing)"
    r"|going on|think|i|say|this year|aged?|me|my|young|love|dear|doctor|thanks?|will be|be|the|male|female|man|woman"
    rf"|{ENGLISH})\b"
)
_WORD = re.compile(r"[\u4e00-\u9fff]|[a-z']+")


FEW_WORDS = 4
_MISTYPED = re.compile(r"\b[a-z]{5,}\b")
_NO_NUMBER = frozenset({"there"})


def _number_meant(word: re.Match[str]) -> str:
    """The number a mistyped word is nearest to: "twenny", "sevnty"; else the word. A sentence's "night" is no eight."""
    if len(word.string.split()) > FEW_WORDS or word[0] in _NO_NUMBER:
        return word[0]
    alike = [number for number in WORDS if number[0] == word[0][0]]
    meant = process.extractOne(word[0], alike, scorer=DamerauLevenshtein.distance, score_cutoff=1)
    return str(meant[0]) if meant else word[0]


_TEN_MISHEARD = re.compile("(?<=[一二两三四五六七八九])[石时是拾实](?=[一二三四五六七八九]?岁)")

# 1953年的, 九五年生: years of birth; the last two digits are of this century if that has come so far.
_BORN = re.compile(
    r"(?:^\W*|\bborn (?:\w+ )*|[岁生是]\s*)\b(?P<whole>19\d\d|20[0-2]\d)\b(?!\s*(?:ml|mg|年(?!生|的|出)))"
    r"|(?<!\d)(?P<said>\d{4}|\d{2}|[零〇一二三四五六七八九]{4}|[零〇一二三四五六七八九]{2})年"
    r"(?:[\d一二三四五六七八九十]{1,2}月)?(?:的(?!老|病)|生|出生|属)"
)


def _since_birth(lower: str, now: datetime) -> int | None:
    """The age in months of one who answers with the year of birth."""
    match = _BORN.search(lower)
    if match is None:
        return None
    year = int(
        "".join(char if char.isdigit() else str(int(number(char) or 0)) for char in match["whole"] or match["said"])
    )
    if year < 100:
        year += 2000 if year <= now.year % 100 else 1900
    return 12 * (now.year - year) if 0 <= now.year - year <= 120 else None
