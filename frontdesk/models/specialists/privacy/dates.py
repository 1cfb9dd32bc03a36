"""Birth dates in every spelling: 1960-01-01, 3/4/61, March the fourth nineteen sixty-one, 六零年一月一号."""

import re
from typing import NamedTuple

from frontdesk.models.specialists.labs_vitals.spoken import ONES, TENS

MONTHS = (
    "january|jan", "february|feb", "march|mar", "april|apr", "may", "june|jun", "july|jul", "august|aug",
    "september|sept|sep", "october|oct", "november|nov", "december|dec",
)  # fmt: skip
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
    "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)
ORDINALS = _ORDINALS.split(" ")
ZH_DIGIT = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "幺": 1}
ZH = "零〇一二三四五六七八九两幺十廿"
NEAR = 14  # characters; two readings that begin so near each other are of one date
CENTURY = 25  # 60 is 1960, 20 is 2020: two figures up to this are of the century

_MONTH = "|".join(f"(?P<m{number}>{names})" for number, names in enumerate(MONTHS, 1))
_ORDINAL = "|".join(word.replace("-", "[- ]") for word in reversed(ORDINALS))
_WORD = "|".join([*ONES, *TENS])
_NOT_A_YEAR = rf"(?!(?:nineteen|twenty)[- ](?:hundred|oh|{'|'.join(TENS)}|{'|'.join(list(ONES)[10:])})\b)"
_CARDINAL = rf"(?:{'|'.join(TENS)})[- ](?:{'|'.join(ONES)})|{'|'.join(ONES)}"
_DAY = rf"{_NOT_A_YEAR}(?P<day>\d{{1,2}}(?:st|nd|rd|th)?|{_ORDINAL}|{_CARDINAL})"
_YEAR = (
    r"(?P<year>(?:19|20)\d\d|'?\d\d(?!\d|:)|(?:nineteen|twenty)[- ](?:hundred(?:[- ]and)?[- ])?(?:oh[- ])?"
    rf"(?:{_WORD})(?:[- ](?:{_WORD}))?|two thousand(?: (?:and )?(?:{_WORD})(?:[- ](?:{_WORD}))?)?|"
    rf"(?:{'|'.join(TENS)})(?:[- ](?:{'|'.join(ONES)}))?)"
)
_BETWEEN = r"(?:,? ?(?:of |the |in |and )*)"
MONTH_FIRST = re.compile(rf"\b(?:{_MONTH})\b\.?(?: the)? ?{_DAY}\b(?:{_BETWEEN} ?{_YEAR}\b)?")
DAY_FIRST = re.compile(rf"\b{_DAY}(?: of)? (?:{_MONTH})\b\.?(?:{_BETWEEN} ?{_YEAR}\b)?")
YEAR_THEN_MONTH = re.compile(
    rf"\b(?P<year>(?:19|20)\d\d|(?:nineteen|twenty)[- ](?:oh[- ])?(?:{_WORD})(?:[- ](?:{_WORD}))?|"
    rf"two thousand(?: (?:and )?(?:{_WORD})(?:[- ](?:{_WORD}))?)?),? (?:on )?(?:the )?"
    rf"(?:(?:{_MONTH})\b\.?(?: the)? ?{_DAY}\b)"
)
MONTH_ONLY = re.compile(
    rf"\b(?:{_MONTH})\b{_BETWEEN} ?(?P<year>(?:19|20)\d\d|nineteen[- ](?:oh[- ])?(?:{_WORD})(?:[- ](?:{_WORD}))?)\b"
)
YEAR_FIRST = re.compile(r"(?<!\d)((?:19|20)\d\d)\s?[-/.年 ]\s?(\d{1,2})\s?[-/.月 ]\s?(\d{1,2})(?!\d)")
YEAR_LAST = re.compile(r"(?<!\d)(\d{1,2})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?((?:19|20)?\d\d)(?!\d)")
DAY_OF_MONTH = re.compile(
    rf"\b{_DAY} of the (?P<month>\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(reversed(ORDINALS[:12]))})(?: month)?\b"
    rf"(?:{_BETWEEN} ?{_YEAR}\b)?"
)
SIX_FIGURES = re.compile(r"(?<![\d.])(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![\d.])")
TOGETHER = re.compile(r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?!\d)")
THREE_NUMBERS = re.compile(
    rf"\b(?P<m>{'|'.join(list(ONES)[1:13])})[ ,-]+(?P<d>{'|'.join(TENS)}[- ](?:{'|'.join(list(ONES)[1:10])})|"
    rf"{'|'.join(list(ONES)[1:])}|twenty|thirty)[ ,-]+{_YEAR}\b"
)
DAY_ALONE = re.compile(rf"\bthe (?P<day>\d{{1,2}}(?:st|nd|rd|th)|{_ORDINAL})\b|(?P<zh>\d{{1,2}}|[{ZH}]{{1,3}})[号日]")
NUMBER = re.compile(rf"\d|\b(?:{_WORD})\b|[{ZH}]{{2}}|[{ZH}]年")
CHINESE = re.compile(
    rf"(?P<y>\d{{2}}|\d{{4}}|[{ZH}]{{2}}|[{ZH}]{{4}})年(?:的)?(?:农历|阴历)?(?:(?P<m>\d{{1,2}}|[{ZH}]{{1,3}}|正|腊)月(?:份)?(?:初)?"
    rf"(?:(?P<d>\d{{1,2}}|[{ZH}]{{1,3}})(?:日|号)?)?)?"
)
CHINESE_YEAR_LAST = re.compile(
    rf"(?P<m>\d{{1,2}}|[{ZH}]{{1,3}})月(?:份)?(?P<d>\d{{1,2}}|[{ZH}]{{1,3}})[日号]?[，,、 ]*"
    rf"(?P<y>\d{{4}}|\d{{2}}|[{ZH}]{{4}}|[{ZH}]{{2}})年"
)
REPUBLIC = re.compile(rf"民国(?P<y>\d{{1,3}}|[{ZH}]{{1,4}})年")  # of the Republic of China: its first was 1912
REPUBLIC_BEGAN = 1911
CHINESE_NO_YEAR = re.compile(rf"(?P<m>\d{{1,2}}|[{ZH}]{{1,3}})月(?P<d>\d{{1,2}}|[{ZH}]{{1,3}})(?:日|号)?")


class Stated(NamedTuple):
    """A date as far as it was told; `either` when day and month may be turned: 3/4/1961."""

    year: int | None
    month: int | None
    day: int | None
    either: bool = False
    start: int = 0

    @property
    def whole(self) -> bool:
        return None not in (self.year, self.month, self.day)


def dates(text: str) -> list[Stated]:
    """Every date in lower-case `text`, in order of where it stands."""
    text = REPUBLIC.sub(lambda year: f"{REPUBLIC_BEGAN + zh_number(year['y'])}年", text)
    found: dict[int, Stated] = {}
    for reader in (_figures, _english, _chinese):
        for one in reader(text):
            near = [start for start in found if abs(one.start - start) < NEAR]
            if not near:
                found[one.start] = one
            elif one.whole and not all(found[start].whole for start in near):
                found = {start: date for start, date in found.items() if start not in near} | {one.start: one}
    return [found[start] for start in sorted(found)]


def _figures(text: str) -> list[Stated]:
    found = []
    for shape in (YEAR_FIRST, TOGETHER):
        for match in shape.finditer(text):
            year, month, day = (int(part) for part in match.groups())
            found.append(_checked(year, month, day, match.start()))
    for match in SIX_FIGURES.finditer(text):
        year, month, day = (int(part) for part in match.groups())
        found.append(_checked(_year(year), month, day, match.start()))
    for match in YEAR_LAST.finditer(text):
        first, second, year = int(match[1]), int(match[2]), _year(int(match[3]))
        either = first <= 12 and second <= 12 and first != second
        month, day = (second, first) if first > 12 else (first, second)
        found.append(_checked(year, month, day, match.start(), either=either))
    return [one for one in found if one is not None]


def _checked(year: int | None, month: int, day: int, start: int, *, either: bool = False) -> Stated | None:
    return Stated(year, month, day, either, start) if 1 <= month <= 12 and 1 <= day <= 31 else None


def _year(figures: int) -> int:
    if figures >= 100:
        return figures
    return figures + (2000 if figures <= CENTURY else 1900)


def _english(text: str) -> list[Stated]:
    found = []
    turned = list(YEAR_THEN_MONTH.finditer(text))
    for shape in (YEAR_THEN_MONTH, MONTH_FIRST, DAY_FIRST):
        for match in shape.finditer(text):
            if match not in turned and any(one.start() < match.start() < one.end() for one in turned):
                continue
            month = next(number for number in range(1, 13) if match[f"m{number}"])
            year = _spoken_year(match["year"]) if match["year"] else None
            stated = _checked(year, month, spoken_day(match["day"]), match.start())
            found += [stated] if stated else []
    for match in DAY_OF_MONTH.finditer(text):
        year = _spoken_year(match["year"]) if match["year"] else None
        stated = _checked(year, spoken_day(match["month"]), spoken_day(match["day"]), match.start())
        found += [stated] if stated else []
    for match in THREE_NUMBERS.finditer(text):  # "six three seventy-two"
        month, day = ONES[match["m"]], spoken_day(match["d"])
        stated = _checked(
            _spoken_year(match["year"]), int(month), day, match.start(), either=day <= 12 and day != month
        )
        found += [stated] if stated else []
    for match in MONTH_ONLY.finditer(text):
        month = next(number for number in range(1, 13) if match[f"m{number}"])
        found.append(Stated(_spoken_year(match["year"]), month, None, False, match.start()))
    return found


def spoken_day(words: str) -> int:
    if words[0].isdigit():
        return int(re.sub(r"\D", "", words))
    plain = words.replace(" ", "-")
    if plain in ORDINALS:
        return ORDINALS.index(plain) + 1
    return _small(words)


def _small(words: str) -> int:
    return sum(ONES.get(word, 0) + TENS.get(word, 0) for word in re.split(r"[- ]+", words))


def _spoken_year(words: str) -> int:
    words = words.strip("'")
    if words.isdigit():
        return _year(int(words))
    if words.startswith("two thousand"):
        return 2000 + _small(words.removeprefix("two thousand").replace("and", ""))
    first, _, rest = re.sub(r"\boh\b|\bhundred\b|\band\b", "", words).replace("-", " ").partition(" ")
    if first in ("nineteen", "twenty") and rest.strip():
        return (1900 if first == "nineteen" else 2000) + _small(rest.strip())
    return _year(_small(words))


def _chinese(text: str) -> list[Stated]:
    found = [
        Stated(_year(_zh_digits(match["y"])), zh_number(match["m"]), zh_number(match["d"]), False, match.start())
        for match in CHINESE_YEAR_LAST.finditer(text)
    ]
    if found:
        return found
    for match in CHINESE.finditer(text):
        year = _year(_zh_digits(match["y"]))
        month = zh_number(match["m"]) if match["m"] else None
        day = zh_number(match["d"]) if match["d"] else None
        if not 1900 <= year <= 2100 or (month is None and len(match["y"]) < 2):
            continue
        found.append(Stated(year, month, day, False, match.start()))
    if not found:
        for match in CHINESE_NO_YEAR.finditer(text):
            found.append(Stated(None, zh_number(match["m"]), zh_number(match["d"]), False, match.start()))
    return found


def _zh_digits(words: str) -> int:
    return int(words) if words.isdigit() and words.isascii() else int("".join(str(ZH_DIGIT.get(c, 0)) for c in words))


def zh_number(words: str) -> int:
    if words.isascii() and words.isdigit():
        return int(words)
    if words in ("正", "腊"):
        return 1 if words == "正" else 12
    if "廿" in words:
        return 20 + (ZH_DIGIT.get(words[-1], 0) if words[-1] != "廿" else 0)
    if "十" not in words:
        return int("".join(str(ZH_DIGIT.get(c, 0)) for c in words))
    tens, _, ones = words.partition("十")
    return (ZH_DIGIT.get(tens, 1) if tens else 1) * 10 + (ZH_DIGIT.get(ones, 0) if ones else 0)
