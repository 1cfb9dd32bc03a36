"""Spans of time and their beginnings in Chinese: 一个多礼拜, 前天晚上, 打上周起."""

import re
from collections.abc import Iterator
from datetime import datetime

from models.embedded.understanding.cues import pattern
from models.embedded.understanding.times.spans import (
    CUES,
    DAY,
    MOST_YEARS,
    YEAR,
    Lasting,
    days_back,
    since,
    since_the_clock,
)
from models.embedded.understanding.words.numbers import CHINESE, number

_UNIT_ZH: dict[str, float] = CUES["unit_zh"]
_UNITS_ZH = "|".join(sorted(_UNIT_ZH, key=len, reverse=True))
_COUNTED_ZH = re.compile(
    rf"(?P<more>好|大)?(?P<number>{CHINESE}|半(?!夜)|几|数|多少)(?P<over1>十?[多来几]|余)?(?:个|拉|啦)?(?P<half>半)?(?P<over2>[多来])?"
    rf"(?P<unit>{_UNITS_ZH})(?P<unit2>整|零?(?:{CHINESE})(?:个)?(?:月|天))?(?P<tail>半(?!夜)|多|来)?(?P<ago>之前|以前|前|来|以来)?"
)
_RANGE_ZH = re.compile(
    rf"(?P<low>{CHINESE})\s*(?:个)?(?:{_UNITS_ZH})?\s*(?:到|至|~|-)\s*(?P<high>{CHINESE})(?:个)?(?P<unit>{_UNITS_ZH})"
)
_VAGUE_ZH: dict[str, float] = CUES["vague_zh"]
_ONSET_ZH: dict[str, float] = CUES["onset_zh"]
_WEEKDAY_ZH = re.compile(
    r"(?P<last>上)?(?:个)?(?:周|星期|礼拜)(?P<day>[一二三四五六日天])(?![天个二三四五])(?:早上|上午|中午|下午|晚上)?"
)
_MONTH_ZH = re.compile(
    r"(?P<year>去年|前年|今年)?(?P<month>\d{1,2}|十[一二]?|[一二三四五六七八九])月(?:份|初|底|中旬)?(?:(?P<day>\d{1,2})[号日])?(?!\d)"
)
_DAY_ZH = re.compile(rf"(?P<month>本月|这个?月)?(?<![\d.])(?P<day>\d{{1,2}}|(?<=月){CHINESE})[号日]")
_CLOCK_ZH = re.compile(
    rf"(?P<day>今天|今儿个?|昨天|昨儿个?|昨)?(?P<part>早上|早晨|上午|中午|下午|晚上|晚|凌晨|夜里|半夜|后半夜)"
    rf"(?P<hour>{CHINESE}|\d{{1,2}})点(?P<half>半)?(?:钟|多|来钟)?"
)
_YEAR_ZH = re.compile(r"(?P<year>(?:19|20)\d\d)年|(?<!\d)(?P<short>\d\d)年(?=\d{1,2}月(?!个))")
_SEASON_ZH = re.compile(
    r"(?P<year>去年|前年)?(?P<season>过年|春节|国庆|五一|元旦|中秋|端午|春天|夏天|秋天|冬天|入冬|入夏|开春|立秋)(?:那会儿|的时候|前后|以后|后)?"
)
_SEASON_START: dict[str, tuple[int, int]] = CUES["season_zh"]
_LISTED_ZH = re.compile("|".join(sorted(map(re.escape, [*_VAGUE_ZH, *_ONSET_ZH]), key=len, reverse=True)))
_OF_THE_DAY = frozenset({"早起", "夜里", "半夜", "凌晨", "早上起来"})  # when it comes, seldom since when
_SHORT, _ALONE = 12, 2  # characters of a reply that says little else, and beside the word
_BEFORE_ZH = re.compile(r"(?:大概|大约|差不多|约莫|约|快|将近|得有|有|已经|足足|都|近|打|从|自从|自)+$")
_AFTER_ZH = re.compile(r"^(?:左右|的时间|的样子|吧|开始|起(?!过)|以来|到现在|至今|之后|了)+")
# 昨晚起 is a beginning, 夜里起来 is none.
_STARTS = re.compile(r"(?:就|才|突然|忽然|我|又)?(?:开始|起(?![过来夜床身疹泡包红皮鸡疙])|以来|到现在|发现|出现)")
# 一到夏天, 夏天就犯: every year, since nobody knows when.
_YEARLY_BEFORE = re.compile(r"(?:[一每]到|每年|一入|每逢|年年)$")
_YEARLY_AFTER = re.compile(r"^(?:就|都|老|总|会|容易|爱)+(?:犯|发作|复发|不行|加重|厉害|这样)")
# 每天, 一天三次, 第三天, 三天两头, 一天两包, 饭后半小时, 每隔两天, 怀孕六个月
_NOT_LASTING_BEFORE = re.compile(
    r"(?:[跟和比像]前?|一[咳疼痛晕发犯喘吐]|不如|那|每|第|隔|下个?|怀孕|怀了|孕|饭后|饭前|睡前|术后第|满|再过|过|等|开了|拿|配|够吃|预约|最多|停经|停了|还有|还剩|还差|站|等|停个?)(?:大概|大约|约|了|差不多)?$"
)
_NOT_LASTING_AFTER = pattern(CUES["not_lasting_after"])
_ATTACK = re.compile(
    r"(?:[发犯疼痛晕咳喘抽]起来|每次|一[次回]|一发作|来一阵)(?:也|就|只|大概|差不多|能)*(?:有|是|持续)?$"
)
# 一到后半夜就咳: when it comes, each night.
_EACH = re.compile("[一每]到(?:了)?(?:后|下)?$|每逢$|[那]?天天(?:后|下)?$")
_PARTS_OF_DAY = ("夜里", "半夜", "凌晨", "早起", "早上起来")
_HABITUAL = re.compile(r"(?:的时候|里)?(?:最|都|就|会|还|总|老|也|更)(?!开始|突然)")  # 夜里还咳
_ASKED_BACK = re.compile("[啊呀了]*[？?]")  # 好久啊？十多年了
_SPENT_ZH = pattern(CUES["spent_zh"])


def spans_zh(lower: str, now: datetime) -> Iterator[Lasting]:
    for match in _RANGE_ZH.finditer(lower):
        low, high = number(match["low"]), number(match["high"])
        if low is not None and high is not None and low < high:
            yield from _placed_zh(lower, match, (low + high) / 2 * _UNIT_ZH[match["unit"]])
    for match in _COUNTED_ZH.finditer(lower):
        hours = _counted_zh(match)
        if hours is not None:
            yield from _placed_zh(lower, match, hours)
    for match in _LISTED_ZH.finditer(lower):
        if match[0] in _PARTS_OF_DAY and _HABITUAL.match(lower, match.end()):
            continue
        if match[0] in _PARTS_OF_DAY and _EACH.search(lower, 0, match.start()):
            continue
        if _ASKED_BACK.match(lower, match.end()):
            continue
        onset = match[0] in _ONSET_ZH
        short = len(lower) < (len(match[0]) + _ALONE if match[0] in _OF_THE_DAY else _SHORT)
        if not onset or _says_onset(lower, match.end()) or short:
            yield from _placed_zh(lower, match, _ONSET_ZH[match[0]] if onset else _VAGUE_ZH[match[0]], onset=onset)
        elif match[0] not in _OF_THE_DAY and match[0] != "今天":
            yield from _placed_zh(lower, match, _ONSET_ZH[match[0]], onset=True)
    for match in _WEEKDAY_ZH.finditer(lower):
        back = days_back(now, "一二三四五六日".index(match["day"].replace("天", "日")), before=bool(match["last"]))
        yield from _placed_zh(lower, match, back * DAY, onset=True)
    yield from _clock_zh(lower, now)
    yield from _dates_zh(lower, now)


def _clock_zh(lower: str, now: datetime) -> Iterator[Lasting]:
    for match in _CLOCK_ZH.finditer(lower):
        part, hour = match["part"], (number(match["hour"]) or 0) + (0.5 if match["half"] else 0)
        small_hours = hour < 6 and part in ("晚上", "晚", "夜里", "半夜", "后半夜")  # 昨天夜里两点 is of today
        hours = since_the_clock(
            now,
            hour,
            late=(part in ("下午", "晚上", "晚") and not small_hours) or (part == "中午" and hour < 4),
            yesterday=(match["day"] or "").startswith("昨") and not small_hours,
            at_night=part in ("晚上", "晚", "夜里", "半夜"),
        )
        if hours is not None and not _WONT_FAIL.match(lower, match.end()):
            yield from _placed_zh(lower, match, hours, onset=True)


_WONT_FAIL = re.compile("准[醒时点]|必[醒定]?|总[是会醒]|老是?|都会|左右就|每天")  # 半夜三点准醒: each night


def _says_onset(lower: str, end: int) -> bool:
    return bool(_STARTS.match(lower[end : end + 16]))


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
    elif (over or match["tail"] in ("多", "来")) and not (words == "半" and over == "来"):
        count += 0.1 if words == "半" else 0.3
    if match["half"] or match["tail"] == "半":
        count += 0.5
    return count * unit


def _placed_zh(lower: str, match: re.Match[str], hours: float, *, onset: bool = False) -> Iterator[Lasting]:
    start, end = match.span()
    before = lower[max(0, start - 6) : start]
    if _NOT_LASTING_BEFORE.search(before) or _NOT_LASTING_AFTER.search(lower[end : end + 12]):
        return
    if not onset and (_SPENT_ZH.search(before) or (hours < DAY and _ATTACK.search(before))):
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
            yield from _placed_zh(lower, match, since(now, int(month), int(match["day"] or 15), back), onset=True)
    for match in _DAY_ZH.finditer(lower):
        day = int(number(match["day"]) or 0)
        if 1 <= day <= 31 and (match["month"] or _says_onset(lower, match.end())):
            back_days = now.day - day if now.day >= day else now.day + 30 - day
            yield from _placed_zh(lower, match, max(back_days, 0.3) * DAY, onset=True)
    for match in _YEAR_ZH.finditer(lower):
        yield from _placed_zh(
            lower, match, max(now.year - int(match["year"] or f"20{match['short']}"), 0.3) * YEAR, onset=True
        )
    for match in _SEASON_ZH.finditer(lower):
        yearly = _YEARLY_BEFORE.search(lower[: match.start()]) or _YEARLY_AFTER.match(lower[match.end() :])
        if yearly and not match["year"] and not match[0].endswith("后"):
            continue
        month, day = _SEASON_START[match["season"]]
        yield from _placed_zh(
            lower, match, since(now, month, day, {"去年": 1, "前年": 2}.get(match["year"] or "", 0)), onset=True
        )
