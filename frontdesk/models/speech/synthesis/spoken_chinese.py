"""What numbers in Chinese text are said as."""

import re
from collections.abc import Callable

import cn2an

UNITS = {
    "mg": "毫克",
    "g": "克",
    "kg": "公斤",
    "mcg": "微克",
    "μg": "微克",
    "µg": "微克",
    "ug": "微克",
    "ml": "毫升",
    "mL": "毫升",
    "L": "升",
    "mm": "毫米",
    "cm": "厘米",
    "m": "米",
    "km": "公里",
    "min": "分钟",
    "h": "小时",
    "IU": "单位",
    "mmol/L": "毫摩尔每升",
    "mmol/l": "毫摩尔每升",
    "mg/dL": "毫克每分升",
    "g/L": "克每升",
    "mmHg": "毫米汞柱",
    "bpm": "次每分钟",
}
LONGEST = 12  # digits that anybody follows as one number
NUMBER = r"\d+(?:\.\d+)?"
UNIT = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
COUNTED = "个次天周年岁位片粒颗支瓶袋包张倍遍口名只件项杯滴种家点条小分毫微"  # 2 before these is 两
PLACES = "(?:室|房|诊室|号房|号诊室|诊间|病房)"
CALLED = "(?:拨打|拨|电话|热线)"
DAYTIME = ((6, "凌晨"), (12, "上午"), (13, "中午"), (18, "下午"), (24, "晚上"))


def cardinal(number: str) -> str:
    whole, _, part = number.partition(".")
    words: str = cn2an.an2cn(whole.lstrip("0") or "0") if len(whole) <= LONGEST else year(whole)
    return f"{words}点{year(part)}" if part else words


def counted(number: str) -> str:
    """As a count of something: 两, not 二."""
    return "两" if number == "2" else cardinal(number)


def digits(number: str, *, one: str = "幺") -> str:
    """One by one; 1 as 幺, which over a loudspeaker is not taken for 七."""
    return "".join(one if digit == "1" else "零一二三四五六七八九"[int(digit)] for digit in number if digit.isdigit())


def year(number: str) -> str:
    return digits(number, one="一")


def clock(hour: str, minute: str) -> str:
    """14:10 as 下午两点十分."""
    at, past = int(hour) % 24, int(minute)
    part = next(name for until, name in DAYTIME if at < until)
    minutes = "" if past == 0 else f"零{cardinal(str(past))}分" if past < 10 else f"{cardinal(minute)}分"
    return f"{part}{counted(str((at - 1) % 12 + 1))}点{minutes}"


def date(month: str, day: str) -> str:
    return f"{cardinal(str(int(month)))}月{cardinal(str(int(day)))}日"


def coded(match: re.Match[str]) -> str:
    """A203, C02, P1003: its letters, then its digits; B12 as a number."""
    number = match[2]
    short = cardinal(number) if not number.startswith("0") else digits(number, one="一")
    return f"{' '.join(match[1].upper())} {short if len(number) <= 2 else digits(number)}"


def telephone(match: re.Match[str]) -> str:
    """Digit by digit, with a rest where it is written in groups."""
    return "，".join(digits(group) for group in re.split("[ -]", match[0]))


def over(match: re.Match[str]) -> str:
    """A blood pressure."""
    return f"高压{cardinal(match[1])}，低压{cardinal(match[2])}"


RULES: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)", lambda m: f"{year(m[1])}年{date(m[2], m[3])}"),
    (r"(?<!\d)(\d{4}) ?年", lambda m: f"{year(m[1])}年"),
    (r"(\d{1,2}) ?月 ?(\d{1,2}) ?[日号]", lambda m: date(m[1], m[2])),
    (
        r"(\d{1,2})[:：](\d\d) ?[-–~～至到] ?(\d{1,2})[:：](\d\d)",
        lambda m: f"{clock(m[1], m[2])}到{clock(m[3], m[4])}",
    ),
    (r"(?<!\d)([01]?\d|2[0-4])[:：]([0-5]\d)(?!\d)", lambda m: clock(m[1], m[2])),
    (r"(?<![\d/])(\d{2,3}) ?/ ?(\d{2,3})(?![\d/])(?: ?(?:mmHg|毫米汞柱))?", over),
    (rf"({CALLED}[ ：:]?)(\d{{3,6}})(?![\d-])", lambda m: f"{m[1]}{digits(m[2])}"),
    (r"(?<![\w.])\+?\d(?:[ -]?\d){6,}(?![\d.])", telephone),
    (r"(?<![A-Za-z])([A-Za-z]{1,2})-?(\d{1,6})(?!\d)", coded),
    (rf"(?<!\d)(\d{{3,4}})(?= ?{PLACES})", lambda m: digits(m[1])),
    (rf"({NUMBER}) ?(?:[-–~～—]) ?(?=\d)", lambda m: f"{m[1]}到"),
    (rf"({NUMBER}) ?(?:°C|℃|°)", lambda m: f"{cardinal(m[1])}度"),
    (rf"({NUMBER}) ?({UNIT})(?![\w/])", lambda m: f"{counted(m[1])}{UNITS[m[2]]}"),
    (rf"({NUMBER}) ?[%％]", lambda m: f"百分之{cardinal(m[1])}"),
    (r"(\d+)/(\d+)", lambda m: f"{cardinal(m[2])}分之{cardinal(m[1])}"),
    (r"(?<![\d.])0(\d+)(?![\d.])", lambda m: digits(m[0], one="一")),
    (rf"(?<![第\d.])2(?= ?[{COUNTED}])", lambda _: "两"),
    (r"(?<!\S)[-−](?=\d)", lambda _: "负"),
    (rf" ?({NUMBER}) ?", lambda m: cardinal(m[1])),
)
