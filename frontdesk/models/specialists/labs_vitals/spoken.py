"""Numbers as they are spoken or heard by a machine, with where they stand: 140, one forty, 一百四, 三十八度五, 7点2."""

import re
from typing import NamedTuple

DIGIT = {char: value for value, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2, "幺": 1}
PLACE = {"十": 10.0, "百": 100.0, "千": 1000.0}
D = "零〇一二两俩三四五六七八九幺"
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
ONES = {word: value for value, word in enumerate(_ONES.split(" "))}
TENS = {word: 10 * value for value, word in enumerate(_TENS.split(" "), 2)}
WORD = "|".join([*ONES, *TENS, "oh", "hundred", "thousand", "point", "half", "fourty"])
ENGLISH = re.compile(rf"\b(?:a (?=hundred|thousand))?(?:{WORD})(?:(?:[ -]+(?:and (?:a )?)?(?:a )?)(?:{WORD}))*\b")
# 12,500 and 150 000 are thousands, 6,8 and 0,012 have a decimal comma; 5,6,7 are three numbers.
WRITTEN = re.compile(
    r"(?<![\d.])[1-9]\d{0,2}(?:,\d{3})+(?!\d)(?:\.\d+)?|(?<![\d.])[1-9]\d{0,2}(?: 000)+(?!\d)"
    r"|(?<![\d.,])(?:\d+,\d{1,2}|0,\d+)(?!\d|[.,]\d)|(?<![\d.])\d+(?:\.\d+)?|(?<![\d.\w])\.\d+"
)
_TIMES = r" ?[x×*·] ?10 ?(?:\^|\*{1,2}|e)? ?"
POWER_UNIT = re.compile(rf"(?:{_TIMES}| ?10\^|e)(?P<power>3|6|9|12|³|⁶|⁹|¹²) ?(?:/|per ) ?(?P<of>l|[uµμ]l|mm[3³])\b")
_POWER = re.compile(rf"(?:{_TIMES}|(?<=\d)e)(?P<power>[+-]?\d{{1,2}}|[⁰¹²³⁴-⁹]+)(?![\d.])")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_THOUSAND = re.compile(r" ?(?:thousand|k)\b(?! ?[:=]? ?\d)(?!\+)|千")  # "Na 140 K 4.0": that is potassium
CHINESE = re.compile(rf"[{D}十百千万][{D}十百千万点]*")
TIME_AFTER = re.compile(r"点(?:[一二三四五]?十|半|钟|多|左右|的时候|[整，。,去来吃起睡量测])|:\d\d")


# Fourteen pounds to the stone, twelve inches to the foot: "eleven stone four", "5 ft 4", five foot eleven.
COMPOUND = re.compile(
    r" ?(?P<unit>stone|st|foot|feet|ft|')\b,? ?(?:and )?(?P<n>\d{1,2}|[a-z]+)\b"
    r"(?!['’]| ?(?:days?|weeks?|months?|years?|hours?))"
)
PARTS_OF = {"s": 14.0, "f": 12.0, "'": 12.0}


class Number(NamedTuple):
    start: int
    end: int
    value: float


def numbers(text: str) -> list[Number]:
    """Every number in `text` (lower-case), in order, none twice. Times of day and dates are left out."""
    found = [*_written(text), *_english(text), *_chinese(text)]
    kept: list[Number] = []
    for one in sorted(found, key=lambda number: (number.start, -number.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(_with_fraction(text, one))
    return [one for one in kept if not TIME_AFTER.match(text, one.end)]


def _written(text: str) -> list[Number]:
    found = []
    for match in WRITTEN.finditer(text):
        value, end = _as_figures(match[0]), match.end()
        if (more := _POWER.match(text, end)) and not POWER_UNIT.match(text, end):
            value, end = value * 10.0 ** int(more["power"].translate(_RAISED)), more.end()
        elif more := _THOUSAND.match(text[end:]):
            value, end = value * 1000, end + more.end()
        elif more := re.match(rf"万([{D}\d])?", text[end:]):
            value, end = value * 10000 + (_digit(more[1]) * 1000 if more[1] else 0), end + more.end()
        elif (more := re.match(r"点(\d+)", text[end:])) and "." not in match[0]:
            value, end = float(f"{match[0]}.{more[1]}"), end + more.end()
        elif (more := re.match(r" point (\w+)", text[end:])) and more[1] in ONES:
            value, end = value + ONES[more[1]] / 10, end + more.end()
        elif more := re.match(r" (?:and a )?half\b", text[end:]):
            value, end = value + 0.5, end + more.end()
        found.append(Number(match.start(), end, value))
    return found


def _as_figures(written: str) -> float:
    if re.fullmatch(r"\d+,\d{1,2}|0,\d+", written):
        return float(written.replace(",", "."))
    return float(written.replace(",", "").replace(" ", ""))


def _small(word: str) -> float | None:
    """Inches or pounds: a figure or a word up to thirteen."""
    value = float(word) if word.isdigit() else float(ONES[word]) if word in ONES else None
    return value if value is not None and value < 14 else None


def _digit(char: str) -> int:
    return int(char) if char.isdigit() else DIGIT[char]


def _with_fraction(text: str, one: Number) -> Number:
    """三十八度五, 38度半, 七个八: the rest after the unit or 个."""
    rest = text[one.end :]
    if (parts := COMPOUND.match(rest)) and (part := _small(parts["n"])) is not None:
        return one._replace(value=one.value + part / PARTS_OF[parts["unit"][0]])
    if more := re.match(rf"米([{D}\d]{{1,2}})(?![{D}\d十百米多]|个)", rest):
        digits = "".join(str(_digit(char)) for char in more[1])
        return one._replace(value=one.value + float(f"0.{digits}"))
    if more := re.match(rf"度([{D}\d半])(?!\d|[十百])", rest):
        part = 0.5 if more[1] == "半" else _digit(more[1]) / 10
        return Number(one.start, one.end + more.end(), one.value + part)
    if more := re.match(rf"[个块]([{D}\d])(?![十百千\d]|个|天|月|周|小时|星期|毛|元)", rest):
        return Number(one.start, one.end + more.end(), one.value + _digit(more[1]) / 10)
    return one


def _english(text: str) -> list[Number]:
    """Runs of number words; one run may hold several numbers: "one forty ninety"."""
    found = []
    for run in ENGLISH.finditer(text):
        words = [(m[0], run.start() + m.start(), run.start() + m.end()) for m in re.finditer(r"[a-z]+", run[0])]
        words = [(word, start, end) for word, start, end in words if word != "and"]
        words = [one for at, one in enumerate(words) if one[0] != "a" or (at == 0 and one[1] == run.start())]
        place = 0
        while place < len(words):
            used, value = _spoken([word for word, _, _ in words[place:]])
            if used == 0:
                place += 1
                continue
            found.append(Number(words[place][1], words[place + used - 1][2], value))
            place += used
    return [one for one in found if text[one.start : one.end] not in ("one", "oh", "half", "point")]


def _spoken(words: list[str]) -> tuple[int, float]:
    """How many of `words` the first number takes, and its value: one oh one point three, two twenty, a hundred five."""
    words = ["forty" if word == "fourty" else word for word in words]
    used, value = (1, 0.0) if words[0] == "a" else (0, 0.0)
    used, value = _whole(words, used)
    if used < len(words) and words[used] == "half" and used:
        return used + 1, value + 0.5
    if used < len(words) - 1 and words[used] == "point":
        digits = ""
        after = used + 1
        while after < len(words) and words[after] in (*ONES, "oh", *TENS):
            digits += "0" if words[after] == "oh" else str(ONES.get(words[after], TENS.get(words[after])))
            after += 1
            if words[after - 1] in TENS and not (after < len(words) and ONES.get(words[after], 0) in range(1, 10)):
                break
        if digits:
            return after, value + float(f"0.{digits}")
    return used, value


def _whole(words: list[str], used: int) -> tuple[int, float]:
    start = used
    if used < len(words) and words[used] == "a":
        used += 1
        start = used
    if used >= len(words) or words[used] in ("oh", "half"):
        return 0, 0.0
    if words[used] == "point":
        return used, 0.0
    if words[used] in ("hundred", "thousand"):
        value = 100.0 if words[used] == "hundred" else 1000.0
        used += 1
        more, rest = _below_hundred(words, used)
        return _in_thousands(words, more or used, value + rest)
    used, value = _below_hundred(words, used)
    if used and used < len(words) and words[used] == "thousand":
        return _in_thousands(words, used, value)
    if used and used < len(words) and words[used] == "hundred":
        used, value = used + 1, value * 100
        more, rest = _below_hundred(words, used)
        return _in_thousands(words, more or used, value + rest)
    if used == start + 1 and 1 <= value <= 9 and used < len(words):  # one forty, one oh five, two ten
        if words[used] == "oh" and used + 1 < len(words) and words[used + 1] in ONES:
            return used + 2, value * 100 + ONES[words[used + 1]]
        more, rest = _below_hundred(words, used)
        if more and rest >= 10:
            return _in_thousands(words, more, value * 100 + rest)
    return used, value


def _in_thousands(words: list[str], used: int, value: float) -> tuple[int, float]:
    """`value` of the words before `used`, times a thousand and with what follows where "thousand" is the next."""
    if used >= len(words) or words[used] != "thousand" or value >= 1000:
        return used, value
    used, value = used + 1, value * 1000
    more, rest = _whole(words, used) if used < len(words) and words[used] != "point" else (0, 0.0)
    return (more, value + rest) if more and rest < 1000 else (used, value)


def _below_hundred(words: list[str], used: int) -> tuple[int, float]:
    if used >= len(words):
        return 0, 0.0
    if words[used] in TENS:
        value = float(TENS[words[used]])
        if used + 1 < len(words) and 1 <= ONES.get(words[used + 1], 0) <= 9:
            return used + 2, value + ONES[words[used + 1]]
        return used + 1, value
    if words[used] in ONES:
        return used + 1, float(ONES[words[used]])
    return 0, 0.0


def _chinese(text: str) -> list[Number]:
    """Runs of Chinese numerals; one run may hold several: 一百四十五九十 is 145 and 90."""
    found = []
    for run in CHINESE.finditer(text):
        place = run.start()
        while place < run.end():
            end, value = _numeral(text, place, run.end())
            if end == place:
                place += 1
                continue
            found.append(Number(place, end, value))
            place = end
    return found


def _numeral(text: str, start: int, stop: int) -> tuple[int, float]:
    run = text[start:stop]
    if digits := re.match(rf"[{D}]{{2,4}}(?![十百千万])", run):  # 一四五
        end, value = start + digits.end(), float("".join(str(DIGIT[char]) for char in digits[0]))
        if len(digits[0]) == 2 and DIGIT[digits[0][1]] == DIGIT[digits[0][0]] + 1 and DIGIT[digits[0][0]]:
            value = (DIGIT[digits[0][0]] + DIGIT[digits[0][1]]) / 2  # 七八天
    else:
        end, value = _placed(text, start, stop)
    if end < stop and text[end] == "万":
        value, end = value * 10000, end + 1
        if more := re.match(rf"([{D}])千?", text[end:stop]):
            value, end = value + DIGIT[more[1]] * 1000, end + more.end()
    if end > start and (fraction := re.match(rf"点([{D}]{{1,3}})(?!十)", text[end:stop])):
        return end + fraction.end(), value + float("0." + "".join(str(DIGIT[char]) for char in fraction[1]))
    return end, value


def _placed(text: str, start: int, stop: int) -> tuple[int, float]:
    """一百四 (140), 一百零五, 一百四十五, 三十八, 十二; stops where the next numeral begins."""
    place, value, lowest = start, 0.0, 10_000.0
    while place < stop:
        char = text[place]
        after = text[place + 1] if place + 1 < stop else ""
        if char in PLACE and PLACE[char] < lowest:
            value, lowest, place = value + PLACE[char], PLACE[char], place + 1
        elif char in DIGIT and after in PLACE and PLACE[after] < lowest and DIGIT[char]:
            value, lowest, place = value + DIGIT[char] * PLACE[after], PLACE[after], place + 2
        elif char in "零〇" and place > start and lowest >= 100:
            place, lowest = place + 1, 11.0
        elif char in DIGIT and after not in PLACE and lowest > 1 and (place == start or lowest < 10_000):
            short = lowest >= 100 and text[place - 1] in PLACE  # 一百四 is 140
            value, lowest, place = value + DIGIT[char] * (lowest / 10 if short else 1), 1.0, place + 1
        else:
            break
        if lowest == 1.0:
            break
    return place, value
