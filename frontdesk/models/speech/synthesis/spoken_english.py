"""What numbers in English text are said as."""

import re
from calendar import month_name
from collections.abc import Callable

from num2words import num2words

UNITS = {
    "mg": "milligram",
    "g": "gram",
    "kg": "kilogram",
    "mcg": "microgram",
    "μg": "microgram",
    "µg": "microgram",
    "ug": "microgram",
    "ml": "millilitre",
    "mL": "millilitre",
    "l": "litre",
    "L": "litre",
    "mm": "millimetre",
    "cm": "centimetre",
    "m": "metre",
    "km": "kilometre",
    "min": "minute",
    "h": "hour",
    "IU": "unit",
    "mmol/L": "millimole per litre",
    "mmol/l": "millimole per litre",
    "mg/dL": "milligram per decilitre",
    "g/L": "gram per litre",
    "mmHg": "millimetre of mercury",
    "bpm": "beat per minute",
}
MONTH = rf"(?:{'|'.join(month_name[1:])})"
DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
LONGEST = 12  # digits that anybody follows as one number
NUMBER = r"\d[\d,]*(?:\.\d+)?"
UNIT = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
PLACES = r"(?:[Rr]oom|[Dd]esk|[Ww]indow|[Cc]ounter|[Ww]ard|[Bb]ay)"
CALLED = r"(?:[Cc]all|[Dd]ial|[Pp]hone|[Tt]elephone)"


def cardinal(number: str) -> str:
    """0.5 as "zero point five", 1,203 as "one thousand, two hundred and three"."""
    whole, _, part = number.replace(",", "").partition(".")
    words: str = num2words(int(whole)) if len(whole) <= LONGEST else digits(whole)
    return f"{words} point {digits(part)}" if part else words


def digits(number: str) -> str:
    """One by one; what is no digit is left out."""
    return " ".join(DIGITS[int(one)] for one in number if one.isdigit())


def year(number: str) -> str:
    words: str = num2words(int(number), to="year")
    return words


def day(number: str) -> str:
    words: str = num2words(int(number), to="ordinal")
    return words


def clock(hour: str, minute: str) -> str:
    """14:10 as "two ten p m"; noon and midnight by their names."""
    at, past = int(hour) % 24, int(minute)
    if past == 0 and at in (0, 12):
        return "midnight" if at == 0 else "twelve noon"
    words = cardinal(str((at - 1) % 12 + 1))
    minutes = "" if past == 0 else f" oh {DIGITS[past]}" if past < len(DIGITS) else f" {cardinal(minute)}"
    return f"{words}{minutes} {'a m' if at < 12 else 'p m'}"


def measured(number: str, unit: str) -> str:
    """A number with its unit, which is one of many except of exactly one."""
    name, _, rest = UNITS[unit].partition(" ")
    many = name if number == "1" else f"{name}s"
    return " ".join(filter(None, (cardinal(number), many, rest)))


def over(match: re.Match[str]) -> str:
    """A blood pressure, or two numbers that look like one."""
    unit = " millimetres of mercury" if match["unit"] else ""
    return f"{cardinal(match['high'])} over {cardinal(match['low'])}{unit}"


def coded(match: re.Match[str]) -> str:
    """A203, C02, P1003: its letters, then its digits; B12 as a number."""
    number = match[2]
    whole = len(number) <= 2 and not number.startswith("0")
    letters = " ".join(match[1].upper()).replace("A", "eh")  # eSpeak reads A before a word as the article
    return f"{letters} {cardinal(number) if whole else digits(number)}"


def telephone(match: re.Match[str]) -> str:
    """Digit by digit, with a rest where it is written in groups."""
    return ", ".join(digits(group) for group in re.split("[ -]", match[0]))


RULES: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (
        r"\b(\d{4})-(\d{2})-(\d{2})\b",
        lambda m: f"the {day(m[3])} of {month_name[(int(m[2]) - 1) % 12 + 1]} {year(m[1])}",
    ),
    (rf"\b(\d{{1,2}}) ({MONTH}) (\d{{4}})\b", lambda m: f"the {day(m[1])} of {m[2]} {year(m[3])}"),
    (rf"\b(\d{{1,2}}) ({MONTH})\b", lambda m: f"the {day(m[1])} of {m[2]}"),
    (rf"\b({MONTH}|[Ii]n|[Ss]ince) ((?:19|20)\d\d)\b", lambda m: f"{m[1]} {year(m[2])}"),
    (
        r"\b(\d{1,2}):(\d\d) ?[-–] ?(\d{1,2}):(\d\d)\b",
        lambda m: f"{clock(m[1], m[2])} to {clock(m[3], m[4])}",
    ),
    (r"\b([01]?\d|2[0-4]):([0-5]\d)\b", lambda m: clock(m[1], m[2])),
    (r"(?<![\d/])(?P<high>\d{2,3}) ?/ ?(?P<low>\d{2,3})(?![\d/])(?P<unit> ?mmHg)?", over),
    (rf"\b({CALLED}) (\d{{3,6}})(?![\d-])", lambda m: f"{m[1]} {digits(m[2])}"),
    (r"(?<![\w.])\+?\d(?:[ -]?\d){6,}(?![\w.])", telephone),
    (r"\b([A-Z]{1,2})-?(\d{1,6})\b", coded),
    (rf"\b({PLACES}) (\d{{3,4}})\b", lambda m: f"{m[1]} {digits(m[2])}"),
    (rf"({NUMBER}) ?[-–~] ?(?=\d)", lambda m: f"{m[1]} to "),
    (rf"({NUMBER}) ?(?:°C|℃|°)", lambda m: f"{cardinal(m[1])} degrees"),
    (rf"\b({NUMBER}) ?({UNIT})(?![\w/])", lambda m: measured(m[1], m[2])),
    (rf"({NUMBER}) ?[%％]", lambda m: f"{cardinal(m[1])} per cent"),
    (r"\b(\d+)(?:st|nd|rd|th)\b", lambda m: day(m[1])),
    (r"\b1/2\b", lambda _: "a half"),
    (r"(\d+)/(\d+)", lambda m: f"{cardinal(m[1])} over {cardinal(m[2])}"),
    (r"(?<![\w.])0(\d+)\b(?!\.)", lambda m: f"zero {digits(m[1])}"),
    (r"(?<!\S)[-−](?=\d)", lambda _: "minus "),
    (r"(?<=[A-Za-z])(\d+)(?=[A-Za-z]?)", lambda m: f" {cardinal(m[1])} "),
    (NUMBER, lambda m: cardinal(m[0].rstrip(",")) + ("," if m[0].endswith(",") else "")),
    (r"\bDr\.? ", lambda _: "Doctor "),
)
