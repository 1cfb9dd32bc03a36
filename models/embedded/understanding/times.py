"""How long something has lasted or since when, in the spellings of both languages."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.numbers import CHINESE, number

_CUES = cues("times")

HOUR, DAY, WEEK, MONTH, YEAR = 1.0, 24.0, 168.0, 730.0, 8766.0


class Lasting(NamedTuple):
    """`hours` until now, said from `start` to `end`; `onset` when it is the beginning that was named."""

    start: int
    end: int
    hours: float
    onset: bool = False


_UNIT_ZH = {
    "秒钟": 1 / 3600, "秒": 1 / 3600, "分钟": 1 / 60, "刻钟": 0.25, "小时": HOUR, "钟头": HOUR, "个点": HOUR, "天": DAY, "日": DAY, "宿": DAY, "晚上": 12.0, "晚": 12.0,
    "夜": 12.0, "礼拜": WEEK, "星期": WEEK, "周": WEEK, "月": MONTH, "年": YEAR, "载": YEAR,
}  # fmt: skip
_UNITS_ZH = "|".join(sorted(_UNIT_ZH, key=len, reverse=True))
_COUNTED_ZH = re.compile(
    rf"(?P<more>好|大)?(?P<number>{CHINESE}|半|几|数|多少)(?P<over1>十?[多来几]|余)?(?:个|拉|啦)?(?P<half>半)?(?P<over2>多)?"
    rf"(?P<unit>{_UNITS_ZH})(?P<unit2>整|零?(?:{CHINESE})(?:个)?(?:月|天))?(?P<tail>半(?!夜)|多|来)?(?P<ago>之前|以前|前|来|以来)?"
)
_RANGE_ZH = re.compile(
    rf"(?P<low>{CHINESE})\s*(?:个)?(?:{_UNITS_ZH})?\s*(?:到|至|~|-)\s*(?P<high>{CHINESE})(?:个)?(?P<unit>{_UNITS_ZH})"
)
_VAGUE_ZH = {
    "个把月": MONTH, "个把星期": WEEK, "个把礼拜": WEEK, "个把小时": HOUR, "个把钟头": HOUR, "好一阵子": 30 * DAY, "有阵子": 21 * DAY, "一阵子": 14 * DAY,
    "有段时间": 21 * DAY, "有一段时间": 21 * DAY, "一段时间": 21 * DAY, "有些日子": 14 * DAY, "好些日子": 21 * DAY, "些日子": 14 * DAY, "这段时间": 14 * DAY, "这阵子": 10 * DAY,
    "最近一段时间": 14 * DAY, "很长时间": 90 * DAY, "老长时间": 90 * DAY, "好长时间": 90 * DAY, "很久": 90 * DAY, "好久": 90 * DAY, "老久": 90 * DAY, "常年": 3 * YEAR, "多年": 5 * YEAR,
    "长期": YEAR, "这两天": 2 * DAY, "这几天": 4 * DAY, "最近几天": 4 * DAY, "近几天": 4 * DAY, "前几天": 5 * DAY, "前两天": 2 * DAY, "前些天": 7 * DAY, "这些天": 7 * DAY, "近来": 14 * DAY,
    "这几个月": 3 * MONTH, "这两个月": 2 * MONTH, "这几年": 3 * YEAR, "这两年": 2 * YEAR, "近几年": 3 * YEAR, "这周": 4 * DAY, "这星期": 4 * DAY, "这个星期": 4 * DAY, "这礼拜": 4 * DAY, "这个礼拜": 4 * DAY,
    "这个月": 15 * DAY, "今年": 0.5 * YEAR, "一整天": DAY, "一天到晚": DAY, "一晚上": 10.0, "一整晚": 10.0, "一宿": 10.0, "一夜": 10.0, "打小": 20 * YEAR, "从小": 20 * YEAR, "小时候": 20 * YEAR,
}  # fmt: skip
_ONSET_ZH = {
    "刚刚": 0.2, "刚才": 0.5, "方才": 0.5, "今天早上": 6.0, "今天早晨": 6.0, "今早": 6.0, "今天上午": 5.0, "今天中午": 4.0, "今天下午": 3.0, "今晚": 2.0, "今天": 8.0, "今儿": 8.0, "凌晨": 8.0,
    "大前天": 3 * DAY, "前天晚上": 1.6 * DAY, "前天早上": 2.2 * DAY, "前晚": 1.6 * DAY, "前天": 2 * DAY, "前儿": 2 * DAY, "昨天晚上": 14.0, "昨天夜里": 12.0, "昨天半夜": 11.0, "昨天下午": 20.0,
    "昨天上午": 26.0, "昨天中午": 23.0, "昨天早上": 28.0, "昨晚上": 14.0, "昨儿晚上": 14.0, "昨晚": 14.0, "昨夜": 12.0, "昨天": DAY, "昨儿": DAY, "昨日": DAY, "夜里": 9.0, "半夜": 9.0,
    "早上起来": 5.0, "早起": 5.0, "上上周": 14 * DAY, "上上个星期": 14 * DAY, "上上个月": 2 * MONTH, "上周": WEEK, "上个星期": WEEK, "上星期": WEEK, "上礼拜": WEEK, "上个礼拜": WEEK,
    "上个月": MONTH, "上月": MONTH, "月初": 15 * DAY, "去年": YEAR, "前年": 2 * YEAR, "大前年": 3 * YEAR, "上半年": 0.5 * YEAR, "年初": 0.6 * YEAR,
}  # fmt: skip
_WEEKDAY_ZH = re.compile(
    r"(?P<last>上)?(?:个)?(?:周|星期|礼拜)(?P<day>[一二三四五六日天])(?![天个二三四五])(?:早上|上午|中午|下午|晚上)?"
)
_MONTH_ZH = re.compile(
    r"(?P<year>去年|前年|今年)?(?P<month>\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:份|初|底|中旬)?(?:(?P<day>\d{1,2})[号日])?(?!\d)"
)
_DAY_ZH = re.compile(r"(?<![\d.])(?P<day>\d{1,2})号")
_YEAR_ZH = re.compile(r"(?P<year>(?:19|20)\d\d)年|(?<!\d)(?P<short>\d\d)年(?=\d{1,2}月(?!个))")
_SEASON_ZH = re.compile(
    r"(?P<year>去年|前年)?(?P<season>过年|春节|国庆|五一|元旦|中秋|端午|春天|夏天|秋天|冬天|入冬|入夏|开春|立秋)(?:那会儿|的时候|前后|以后|后)?"
)
_SEASON_START = {"过年": (2, 10), "春节": (2, 10), "国庆": (10, 1), "五一": (5, 1), "元旦": (1, 1), "中秋": (9, 20), "端午": (6, 10), "春天": (4, 1), "开春": (3, 1), "夏天": (7, 1), "入夏": (6, 1), "秋天": (10, 1), "立秋": (8, 7), "冬天": (12, 15), "入冬": (11, 7)}  # fmt: skip
_LISTED_ZH = re.compile("|".join(sorted(map(re.escape, [*_VAGUE_ZH, *_ONSET_ZH]), key=len, reverse=True)))
_BEFORE_ZH = re.compile(r"(?:大概|大约|差不多|约莫|约|快|将近|得有|有|已经|足足|都|近|打|从|自从|自)+$")
_AFTER_ZH = re.compile(r"^(?:左右|的时间|的样子|吧|开始|起|以来|到现在|至今|之后|了)+")
# 每天, 一天三次, 第三天, 三天两头, 一天两包, 饭后半小时, 每隔两天, 怀孕六个月
_NOT_LASTING_BEFORE = re.compile(
    r"(?:每|第|隔|怀孕|怀了|孕|饭后|饭前|睡前|术后第|满|再过|过|等|开了|拿|配|够吃|预约|最多|停经|停了)(?:大概|大约|约|了|差不多)?$"
)
_NOT_LASTING_AFTER = pattern(_CUES["not_lasting_after"])

_UNIT_EN = {"second": 1 / 3600, "sec": 1 / 3600, "minute": 1 / 60, "min": 1 / 60, "hour": HOUR, "hr": HOUR, "day": DAY, "night": DAY, "week": WEEK, "wk": WEEK, "weekend": WEEK, "fortnight": 2 * WEEK, "month": MONTH, "mth": MONTH, "year": YEAR, "yr": YEAR, "decade": 10 * YEAR}  # fmt: skip
_UNITS_EN = "|".join(sorted(_UNIT_EN, key=len, reverse=True))
_QUANTITY_EN = {"a": 1.0, "an": 1.0, "a couple of": 2.0, "a couple": 2.0, "couple of": 2.0, "couple": 2.0, "a few": 3.0, "few": 3.0, "several": 5.0, "many": 8.0, "some": 4.0, "half a": 0.5, "half an": 0.5, "a good few": 5.0, "a whole": 1.0, "the whole": 1.0, "the": 1.0, "a dozen": 12.0, "a good": 1.0, "one and a half": 1.5, "quite a few": 5.0, "a half": 0.5}  # fmt: skip
_QUANTITIES_EN = "|".join(sorted(_QUANTITY_EN, key=len, reverse=True))
_LEAD_EN = r"(?:for|over|about|around|nearly|almost|roughly|maybe|probably|like|at least|more than|less than|under|only|the (?:past|last)|past|last|these|these last|this past|some)"
_COUNTED_EN = pattern(_CUES["counted_en"])
_FOR_UNITS_EN = re.compile(
    rf"\b(?:for|been|over|in) (?P<unit>{_UNITS_EN})s\b(?: now)?|\b(?P<units2>days|weeks|months|years) (?:now|and \w+)\b"
)
_LAST_EN = pattern(_CUES["last_en"])
_VAGUE_EN = {
    "for as long as i can remember": 20 * YEAR, "as long as i can remember": 20 * YEAR, "all my life": 30 * YEAR, "my whole life": 30 * YEAR, "for ages": 180 * DAY, "ages": 180 * DAY,
    "for a long time": 180 * DAY, "a long time": 180 * DAY, "for a while": 30 * DAY, "quite a while": 60 * DAY, "a while": 30 * DAY, "for some time": 60 * DAY, "some time now": 60 * DAY,
    "all day": 12.0, "all night": 8.0, "overnight": 8.0, "all week": 5 * DAY, "all month": 20 * DAY, "all year": 0.7 * YEAR, "lately": 14 * DAY, "recently": 14 * DAY, "these days": 14 * DAY,
    "the other day": 3 * DAY, "for yonks": 180 * DAY, "forever": YEAR, "donkey's years": 5 * YEAR, "not long": DAY, "this week": 3 * DAY, "this month": 12 * DAY, "this year": 0.5 * YEAR,
}  # fmt: skip
_ONSET_EN = {
    "just now": 0.2, "a moment ago": 0.1, "this morning": 5.0, "this afternoon": 3.0, "this evening": 2.0, "tonight": 2.0, "today": 8.0, "earlier today": 5.0, "last night": 13.0,
    "yesterday morning": 28.0, "yesterday afternoon": 20.0, "yesterday evening": 16.0, "yesterday": DAY, "the day before yesterday": 2 * DAY, "day before yesterday": 2 * DAY, "night before last": 37.0,
    "the night before last": 37.0, "last week": WEEK, "the week before last": 2 * WEEK, "last month": MONTH, "last year": YEAR, "last weekend": 5 * DAY, "the weekend": 4 * DAY, "at the weekend": 4 * DAY, "over the weekend": 4 * DAY,
    "childhood": 20 * YEAR, "i was a child": 20 * YEAR, "i was a kid": 20 * YEAR, "i was little": 20 * YEAR, "i was young": 15 * YEAR, "woke up": 5.0, "midnight": 9.0, "lunch": 4.0, "breakfast": 5.0, "dinner": 14.0, "noon": 4.0,
}  # fmt: skip
_LISTED_EN = re.compile(
    r"\b(?:since |from |started |began )?(?P<words>"
    + "|".join(sorted(map(re.escape, [*_VAGUE_EN, *_ONSET_EN]), key=len, reverse=True))
    + r")\b"
)
_WEEKDAYS_EN = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_WEEKDAY_EN = pattern(_CUES["weekday_en"])
_MONTHS_EN = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_SINCE_EN = re.compile(
    r"\bsince (?:about |around |last |early |late |mid )?(?:(?P<month>"
    + "|".join(_MONTHS_EN)
    + r")|(?P<year>(?:19|20)\d\d)|(?P<season>christmas|easter|new year|spring|summer|autumn|fall|winter))\b"
)
_SEASONS_EN = {
    "christmas": (12, 25),
    "easter": (4, 5),
    "new year": (1, 1),
    "spring": (4, 1),
    "summer": (7, 1),
    "autumn": (10, 1),
    "fall": (10, 1),
    "winter": (12, 15),
}
_BEFORE_A_SPAN = pattern(_CUES["before_a_span"])
_NOT_LASTING_EN = pattern(_CUES["not_lasting_en"])
_RATE_EN = pattern(_CUES["rate_en"])
MOST_YEARS = 110


def lastings(lower: str, *, chinese: bool, english: bool, now: datetime | None = None) -> list[Lasting]:
    """Every span of time in `lower` that can say how long something has lasted; `now` places weekdays and months."""
    now = now or datetime.now().astimezone()
    found = [*(_chinese(lower, now) if chinese else ()), *(_english(lower, now) if english else ())]
    taken: list[Lasting] = []
    for span in sorted(found, key=lambda span: (span.start - span.end, span.start)):
        if span.hours <= MOST_YEARS * YEAR and all(span.end <= t.start or t.end <= span.start for t in taken):
            taken.append(span)
    return sorted(taken)


def _chinese(lower: str, now: datetime) -> Iterator[Lasting]:
    for match in _RANGE_ZH.finditer(lower):
        low, high = number(match["low"]), number(match["high"])
        if low is not None and high is not None and low < high:
            yield from _placed_zh(lower, match, (low + high) / 2 * _UNIT_ZH[match["unit"]])
    for match in _COUNTED_ZH.finditer(lower):
        hours = _counted_zh(match)
        if hours is not None:
            yield from _placed_zh(lower, match, hours)
    for match in _LISTED_ZH.finditer(lower):
        onset = match[0] in _ONSET_ZH
        if not onset or _says_onset(lower, match.end()) or len(lower) < 12:
            yield from _placed_zh(lower, match, _ONSET_ZH[match[0]] if onset else _VAGUE_ZH[match[0]], onset=onset)
        elif match[0] not in ("早起", "今天", "夜里", "半夜", "凌晨", "早上起来"):
            yield from _placed_zh(lower, match, _ONSET_ZH[match[0]], onset=True)
    for match in _WEEKDAY_ZH.finditer(lower):
        back = _days_back(now, "一二三四五六日".index(match["day"].replace("天", "日")), before=bool(match["last"]))
        yield from _placed_zh(lower, match, back * DAY, onset=True)
    yield from _dates_zh(lower, now)


def _says_onset(lower: str, end: int) -> bool:
    return bool(re.match(r"(?:就|才|突然|忽然|我|又)?(?:开始|起|以来|到现在|发现|出现)", lower[end : end + 16]))


def _counted_zh(match: re.Match[str]) -> float | None:
    unit = _UNIT_ZH[match["unit"]]
    words = match["number"]
    if words == "半":
        count: float | None = 0.6 if match["more"] == "大" else 0.5
    elif words in ("几", "数", "多少"):
        count = 5.0 if match["more"] else 4.0
    else:
        count = number(words)
    if count is None or (match["unit"] == "年" and count > MOST_YEARS):
        return None
    over = match["over1"] or match["over2"]
    if words in ("几", "数") and over and over.startswith("十"):
        count = 40.0
    elif over in ("几", "多", "来", "余") and count >= 10:
        count += 5 if over == "几" else 3 if over != "来" else 0
    elif over or match["tail"] in ("多", "来"):
        count += 0.3
    if match["half"] or match["tail"] == "半":
        count += 0.5
    return count * unit


def _placed_zh(lower: str, match: re.Match[str], hours: float, *, onset: bool = False) -> Iterator[Lasting]:
    start, end = match.span()
    before = lower[max(0, start - 6) : start]
    if _NOT_LASTING_BEFORE.search(before) or _NOT_LASTING_AFTER.search(lower[end : end + 12]):
        return
    named = match.groupdict()
    if named.get("unit") in ("年", "月", "日") and not onset and lower[end : end + 1] in (*"份号底初0123456789",):
        return
    if (
        named.get("unit") == "月"
        and "个" not in match[0]
        and re.fullmatch(rf"{CHINESE}月", match[0])
        and match["number"] not in ("俩", "仨", "两")
    ):
        return  # 三月 is a month's name
    if named.get("unit") == "年" and re.match(r"\d{1,2}月(?!个)", lower[end : end + 4]):
        return
    if named.get("unit") == "年" and re.fullmatch(r"(?:19|20)?\d\d年", match[0]) and int(match[0][:-1]) > 60:
        return
    lead, tail = _BEFORE_ZH.search(before), _AFTER_ZH.match(lower[end : end + 16])
    words_start = (
        start - len(lead[0].lstrip("有都")) if lead and not lead[0].strip("打从自大概约差不多快将近已经") else start
    )
    words_end = end + len(tail[0]) if tail and tail[0] in ("左右", "开始", "起", "以来") else end
    yield Lasting(words_start, words_end, hours, onset or bool(named.get("ago")) or bool(tail and "起" in tail[0]))


def _dates_zh(lower: str, now: datetime) -> Iterator[Lasting]:
    for match in _MONTH_ZH.finditer(lower):
        month = number(match["month"])
        if (
            month
            and 1 <= month <= 12
            and (
                match["day"]
                or match[0].endswith(("份", "初", "底", "旬"))
                or _says_onset(lower, match.end())
                or match["year"]
            )
        ):
            back = {"去年": 1, "前年": 2}.get(match["year"] or "", 0)
            yield from _placed_zh(lower, match, _since(now, int(month), int(match["day"] or 15), back), onset=True)
    for match in _DAY_ZH.finditer(lower):
        day = int(match["day"])
        if 1 <= day <= 31 and _says_onset(lower, match.end()):
            back_days = now.day - day if now.day >= day else now.day + 30 - day
            yield from _placed_zh(lower, match, max(back_days, 0.3) * DAY, onset=True)
    for match in _YEAR_ZH.finditer(lower):
        yield from _placed_zh(
            lower, match, max(now.year - int(match["year"] or f"20{match['short']}"), 0.3) * YEAR, onset=True
        )
    for match in _SEASON_ZH.finditer(lower):
        month, day = _SEASON_START[match["season"]]
        yield from _placed_zh(
            lower, match, _since(now, month, day, {"去年": 1, "前年": 2}.get(match["year"] or "", 0)), onset=True
        )


def _english(lower: str, now: datetime) -> Iterator[Lasting]:
    for match in _COUNTED_EN.finditer(lower):
        span = _counted_en(lower, match)
        if span:
            yield span
    for match in _FOR_UNITS_EN.finditer(lower):
        unit = match["unit"] or (match["units2"] or "")[:-1]
        yield Lasting(match.start(), match.end(), 3 * _UNIT_EN[unit])
    for match in _LAST_EN.finditer(lower):
        if match[0].startswith(("last", "the last time")) and match["unit"] in (
            "week",
            "month",
            "year",
            "night",
            "weekend",
        ):
            continue
        if not _RATE_EN.search(lower[max(0, match.start() - 40) : match.start()]):
            yield Lasting(match.start(), match.end(), _UNIT_EN[match["unit"]])
    for match in _LISTED_EN.finditer(lower):
        words = match["words"]
        if words in ("lunch", "breakfast", "dinner", "noon", "midnight", "woke up", "childhood") and not match[
            0
        ].startswith(("since", "from")):
            continue
        yield Lasting(match.start(), match.end(), _ONSET_EN.get(words, _VAGUE_EN.get(words, 0.0)), words in _ONSET_EN)
    for match in _WEEKDAY_EN.finditer(lower):
        day = next(i for i, name in enumerate(_WEEKDAYS_EN) if name.startswith(match["day"][:3]))
        yield Lasting(match.start(), match.end(), _days_back(now, day, before=False) * DAY, True)
    for match in _SINCE_EN.finditer(lower):
        if match["year"]:
            hours = max(now.year - int(match["year"]), 0.3) * YEAR
        elif match["month"]:
            hours = _since(now, _MONTHS_EN.index(match["month"]) + 1, 15, 0)
        else:
            hours = _since(now, *_SEASONS_EN[match["season"]], 0)
        yield Lasting(match.start(), match.end(), hours, True)


def _counted_en(lower: str, match: re.Match[str]) -> Lasting | None:
    words, unit = match["number"], _UNIT_EN[match["unit"]]
    count = _QUANTITY_EN.get(words, number(words))
    start = match.start() + (len(match["lead"]) - len(match["lead"].lstrip()))
    lead = match["lead"] or ""
    if (
        count is None
        or _NOT_LASTING_EN.match(lower[match.end("unit") : match.end() + 40])
        or _NOT_LASTING_EN.match(lower[match.end() : match.end() + 40])
    ):
        return None
    if (
        words in ("a", "an", "the", "some")
        and not lead
        and not match["ago"]
        and not match["tail"]
        and not _BEFORE_A_SPAN.search(lower[: match.start()])
    ):
        return None
    if not lead and _RATE_EN.search(lower[max(0, match.start() - 40) : match.start()]):
        return None
    if words in ("the", "few") and not re.search(r"past|last|these", lead):
        return None
    if match["low"]:
        low = number(match["low"])
        count = (low + count) / 2 if low is not None and low < count else count
    if match["half"] or match["tail"] == " and a half":
        count += 0.5
    if match["unit"] == "year" and count > MOST_YEARS:
        return None
    return Lasting(start, match.end(), count * unit, match["ago"] in (" ago", " back"))


def _days_back(now: datetime, weekday: int, *, before: bool) -> float:
    """Days since the last such weekday; `before` for the one of the week before this."""
    back = (now.weekday() - weekday) % 7
    if before and now.weekday() >= weekday:
        back += 7
    return float(back) if back else 0.3


def _since(now: datetime, month: int, day: int, years_back: int) -> float:
    start = now.replace(month=month, day=min(day, 28), hour=12, minute=0) - timedelta(days=365.25 * years_back)
    if start > now:
        start -= timedelta(days=365.25)
    return max((now - start).total_seconds() / 3600, 8.0)
