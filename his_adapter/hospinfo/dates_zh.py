# ruff: noqa: E501
"""Periods as they are written in Chinese: 2026年3月1日, 上周三, 三天前, 一月份, 今天上午."""

import re
from datetime import datetime, timedelta

from his_adapter.hospinfo import calendar
from his_adapter.hospinfo.calendar import Period
from his_adapter.hospinfo.dates_en import Rule
from his_adapter.hospinfo.vocabulary import pattern
from models.embedded.understanding.numbers import number

N = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
YEAR = r"(?:(?P<y>(?:19|20)\d\d|[一二][零〇九一二三四五六七八]{3}|(?<!\d)\d\d(?=年\d))年|(?P<which>今年|去年|前年|本年度?|上一年)的?)"
COUNT = r"(?:⟨number_zh⟩|半|几|两)"
UNIT = r"(?:天|日|周|个?星期|个?礼拜|个月|月|年)"
UNITS = {"天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year"}
WEEK = r"(?:周|星期|礼拜)"
WEEKS_AWAY = {"上上": -2, "上": -1, "下": 1, "这": 0, "本": 0, "今": 0}
DAYS_AWAY = {"大前": 3, "前": 2, "昨": 1, "今": 0, "当": 0, "明": -1, "后": -2}
PARTS = {
    "早上": (0, 11),
    "上午": (0, 11),
    "早晨": (0, 11),
    "凌晨": (0, 5),
    "中午": (11, 13),
    "下午": (12, 17),
    "晚上": (18, 23),
    "夜里": (18, 23),
    "傍晚": (17, 19),
    "晚": (18, 23),
    "早": (0, 11),
}
PART = "(?P<part>" + "|".join(PARTS) + ")"


def rules() -> tuple[Rule, ...]:
    """Earlier ones first: what they take is gone for the later ones."""
    return (
        (pattern(rf"{YEAR}?(?P<m>{N})月(?P<d>{N})[日号](?:当天|那天|这天)?"), _date),
        (pattern(rf"{YEAR}?(?P<m>{N})月(?P<d>\d\d?)(?![\d.天个周年岁次])"), _date),
        (pattern(rf"{YEAR}?(?P<m>{N})月份?(?P<third>上旬|中旬|下旬|初|底|末)"), _third),
        (pattern(rf"{YEAR}(?P<m>{N})月份?"), _date),
        (pattern(rf"(?<!个)(?<![\d几两半])(?P<m>{N})月份?(?![大龄前后内以])(?!后)"), _date),
        (pattern(rf"(?<!个)(?<![\d几两半])(?P<m>{N})月份"), _date),
        (pattern(rf"(?P<away>上上|上|下|这|本)个?月的?(?P<d>{N})[日号]"), _day_of_month),
        (pattern(r"(?P<away>上上|上|下|这|本)个?月份?的?(?P<third>上旬|中旬|下旬|初|底|末)?"), _month),
        (pattern(rf"{YEAR}?第?(?P<n>[一二三四1-4])季度?"), _quarter),
        (
            pattern(r"(?P<away>上|本|这|下)一?个?季度"),
            lambda match, now: calendar.quarter(now.year, (now.month + 2) // 3 + WEEKS_AWAY[match["away"]]),
        ),
        (pattern(rf"{YEAR}?(?P<half>上|下)半年"), _half),
        (
            pattern(
                rf"(?P<away>上上|上|下|这|本)?(?:一|个)?{WEEK}(?P<day>[一二三四五六日天1-7])(?![天个周年月])(?:的?{PART})?"
            ),
            _weekday,
        ),
        (
            pattern(rf"(?P<away>上上|上|下|这|本)?(?:一|个)?(?:{WEEK}末)"),
            lambda match, now: calendar.weekend(_monday(match["away"], now, passed=5)),
        ),
        (
            pattern(rf"(?P<away>上上|上|下|这|本)(?:一|个)?{WEEK}"),
            lambda match, now: calendar.week(_monday(match["away"], now)),
        ),
        (pattern(rf"(?P<away>大前|前|昨|今|当|明|后)(?:天|日|儿个?)?的?{PART}"), _part),
        (
            pattern(r"(?P<away>大前|前|昨|今|当|明|后)(?:天|日|儿个?)(?:当天|一整天|全天)?"),
            lambda match, now: calendar.day(calendar.back(now, DAYS_AWAY[match["away"]], "day")),
        ),
        (
            pattern(rf"(?:最近|近|过去|这|前)(?:的)?(?P<count>{COUNT})(?P<unit>{UNIT})(?:之?内|以来|来|里|间|中)?"),
            _recent,
        ),
        (pattern(rf"(?P<count>{COUNT})(?P<unit>{UNIT})(?:之内|以内|内|以来)(?!科)"), _recent),
        (pattern(rf"(?P<count>{COUNT})(?P<unit>{UNIT})(?:以前|之前|前)"), _ago),
        (
            pattern(r"(?P<away>今年|去年|前年|大前年|本年度?|上一?年度?|明年)(?:全年|一年|一整年|年内|以来)?"),
            _year_named,
        ),
        (
            pattern(r"(?P<y>(?:19|20)\d\d|二[零〇][一二][零〇一二三四五六七八九])年(?:度|全年|份)?"),
            lambda match, now: calendar.year(_digits(match["y"])),
        ),
    )


def time_rules() -> tuple[re.Pattern[str], ...]:
    return (
        pattern(rf"{PART}?(?P<h>[01]?\d|2[0-3]):(?P<min>[0-5]\d)(?!\d)"),
        pattern(
            rf"{PART}?(?P<h>\d\d?|[一二两三四五六七八九十]{{1,3}})(?:点钟?|时)(?P<min>(?P<half>半)|[0-5]?\d分?|[一二三四五]?十[一二三四五六七八九]?分?)?整?"
        ),
    )


def _date(match: re.Match[str], now: datetime) -> Period | None:
    named = match.groupdict()
    month, of_month = _number(match["m"]), named.get("d")
    return calendar.dated(now, month, _number(of_month) if of_month else None, year=_year(named, now))


def _year(named: dict[str, str | None], now: datetime) -> int | None:
    if named.get("y"):
        return _digits(str(named["y"]))
    which = named.get("which")
    return now.year - {"去年": 1, "上一年": 1, "前年": 2}.get(which, 0) if which else None


def _third(match: re.Match[str], now: datetime) -> Period | None:
    whole = _date(match, now)
    return _thirds(whole, match["third"]) if whole else None


def _thirds(month: Period, third: str) -> Period:
    first, last = month.start.date(), month.end.date()
    if third in ("上旬", "初"):
        return calendar.days(first, first.replace(day=10))
    if third == "中旬":
        return calendar.days(first.replace(day=11), first.replace(day=20))
    return calendar.days(first.replace(day=21), last)


def _day_of_month(match: re.Match[str], now: datetime) -> Period | None:
    month = calendar.months(now.year, now.month + WEEKS_AWAY[match["away"]]).start
    return calendar.dated(now, month.month, _number(match["d"]), year=month.year)


def _month(match: re.Match[str], now: datetime) -> Period | None:
    month = calendar.months(now.year, now.month + WEEKS_AWAY[match["away"]])
    return _thirds(month, match["third"]) if match["third"] else month


def _quarter(match: re.Match[str], now: datetime) -> Period | None:
    return calendar.quarter(_year(match.groupdict(), now) or now.year, _number(match["n"]))


def _half(match: re.Match[str], now: datetime) -> Period | None:
    return calendar.months(_year(match.groupdict(), now) or now.year, 1 if match["half"] == "上" else 7, 6)


def _monday(away: str | None, now: datetime, passed: int = 0) -> datetime:
    """The Monday of the week meant; without saying which, of the last week whose day `passed` has come."""
    weeks = WEEKS_AWAY[away] if away else -1 if passed > now.weekday() else 0
    return calendar.week(now.date()).start + timedelta(weeks=weeks)


def _weekday(match: re.Match[str], now: datetime) -> Period | None:
    wanted = "一二三四五六日".find(match["day"].replace("天", "日"))
    wanted = wanted if wanted >= 0 else int(match["day"]) - 1
    found = _monday(match["away"], now, wanted) + timedelta(days=wanted)
    return _hours(found, match["part"]) if match["part"] else calendar.day(found.date())


def _part(match: re.Match[str], now: datetime) -> Period | None:
    if match["away"] in ("前", "后", "当") and "天" not in match[0]:
        return None
    return _hours(now - timedelta(days=DAYS_AWAY[match["away"]]), match["part"])


def _hours(on: datetime, part: str) -> Period:
    first, last = PARTS[part]
    at = on.replace(minute=0, second=0, microsecond=0)
    return Period(at.replace(hour=first), at.replace(hour=last, minute=59))


def _ago(match: re.Match[str], now: datetime) -> Period | None:
    return calendar.day(calendar.back(now, *_amount(match)))


def _recent(match: re.Match[str], now: datetime) -> Period | None:
    found = calendar.back(now, *_amount(match))
    return Period(calendar.day(found).start, calendar.day(now.date()).end, since=True)


def _amount(match: re.Match[str]) -> tuple[float, str]:
    count = {"半": 0.5, "几": 3, "两": 2}.get(match["count"]) or number(match["count"]) or 1
    return count, UNITS[match["unit"].lstrip("个")]


def _year_named(match: re.Match[str], now: datetime) -> Period:
    away = {"去年": 1, "上年": 1, "上一年": 1, "前年": 2, "大前年": 3, "明年": -1}.get(match["away"].rstrip("度"), 0)
    return calendar.year(now.year - away)


def _number(words: str) -> int:
    return int(number(words) or 0)


def _digits(words: str) -> int:
    found = int(
        "".join(str("零一二三四五六七八九".find(c.replace("〇", "零"))) if not c.isdigit() else c for c in words)
    )
    return found + 2000 if found < 100 else found
