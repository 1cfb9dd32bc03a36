"""Finds what an utterance says was measured: which test, which value, in which unit, fasting or not, now or before."""

import re
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from models.embedded.scope import ScopeKind, scopes
from models.embedded.specialists.labs_vitals.catalogue import Test, by_name, tests
from models.embedded.specialists.labs_vitals.cues import cue
from models.embedded.specialists.labs_vitals.spoken import Number, numbers
from models.embedded.specialists.labs_vitals.units import DOSE, inside, unit_after
from models.embedded.understanding import language_of
from models.embedded.understanding.writing import read
from models.facts import Language, Value

REACH = {Language.EN: 60, Language.ZH: 22}  # characters from a test's name to its value
BEFORE = 34  # characters from a value to the name of its test, "180 for my blood sugar"
SENTENCE_END = re.compile(r"[。！？!?；;]|\.(?!\d)|\n")
SHORT_TALK = 160  # characters of an utterance in which a value may stand apart from its test
STATES = ("fasting", "one_hour", "after_meal", "random")
SILENT = frozenset({ScopeKind.HYPOTHETICAL, ScopeKind.OTHER_PERSON, ScopeKind.IDIOM})


class Reading(Value):
    """One value. `unit` is None when unsaid, "?" for one the test does not have; `before`: of an earlier time.

    `second` is the diastolic pressure when two came together. `answer` instead of a value: positive or negative.
    """

    test: str
    value: float = 0.0
    second: float | None = None
    unit: str | None = None
    state: str | None = None
    before: bool = False
    answer: bool | None = None
    quote: str


class Mention(NamedTuple):
    start: int
    end: int
    test: str


class Heard(NamedTuple):
    """`asked` are the tests spoken of without a value."""

    language: Language
    text: str
    readings: tuple[Reading, ...]
    asked: tuple[str, ...]


PRESSURE, SYSTOLIC, DIASTOLIC = "blood pressure", "systolic blood pressure", "diastolic blood pressure"
TEMPERATURE, GLUCOSE = "body temperature", "glucose"
PRESSURE_WORDS = ("血压", "blood pressure", "bp", "b p", "b.p", "pressures", "pressure reading")
PAIR = re.compile(
    r" ?(?:mm ?hg)? ?(?:/|\\|over|on|by|、|，|,|和|到|比|-|–|至)? ?(?:the )?(?:低压|下压|bottom|lower)? ?(?:是|was)?"
)
PAIR_ALONE = re.compile(r" ?(?:/|over) ?")
NOT_PRESSURE = re.compile(r" ?(?:vision|/\d|号|月|分)|\d")


def hear(utterance: str) -> Heard:
    """Everything an utterance says of tests and vital signs."""
    writing = read(utterance[:4000])
    text = writing.lower
    language = language_of(utterance) or Language.EN
    silent = [scope for scope in scopes(writing.text, language) if scope.kind in SILENT]
    mentions = _mentions(text)
    free = [one for one in numbers(_masked(text, mentions)) if not _is_no_value(text, one)]
    readings: list[tuple[int, Reading]] = []
    taken: set[int] = set()
    for found in (_pressures, _answers, _valued, _bare_temperatures):
        readings += found(text, mentions, free, taken, language)
    apart = _left_over(text, mentions, free, taken, language)
    readings += [one for one in apart if one[1].before or not any(r.test == one[1].test for _, r in readings)]
    kept = [
        one for at, one in sorted(readings, key=lambda pair: pair[0]) if not any(s.covers(at, at + 1) for s in silent)
    ]
    said = {one.test for one in kept} | ({SYSTOLIC, DIASTOLIC} if any(one.test == PRESSURE for one in kept) else set())
    asked = dict.fromkeys(
        m.test for m in mentions if m.test not in said and not any(s.covers(m.start, m.end) for s in silent)
    )
    return Heard(language, text, tuple(_together(kept)), tuple(asked))


@cache
def _names() -> tuple[re.Pattern[str], re.Pattern[str], dict[str, str]]:
    names = {words: test.name for words, test in by_name().items()} | dict.fromkeys(PRESSURE_WORDS, PRESSURE)
    latin = sorted((re.escape(name) for name in names if name.isascii()), key=len, reverse=True)
    han = sorted((re.escape(name) for name in names if not name.isascii()), key=len, reverse=True)
    return re.compile(rf"(?<![a-z0-9])(?:{'|'.join(latin)})(?![a-z])(?!-\d|[a-z])"), re.compile("|".join(han)), names


def _mentions(text: str) -> list[Mention]:
    """Every test named, the longest name first where names overlap."""
    latin, han, names = _names()
    found = [Mention(m.start(), m.end(), names[m[0]]) for shape in (latin, han) for m in shape.finditer(text)]
    kept: list[Mention] = []
    for one in sorted(found, key=lambda m: m.start - m.end):
        if not any(one.start < other.end and other.start < one.end for other in kept):
            kept.append(one)
    return sorted(kept)


def _masked(text: str, mentions: list[Mention]) -> str:
    """The text with the names blanked, so that B12 and T4 are no numbers."""
    for one in mentions:
        if any(char.isdigit() for char in text[one.start : one.end]):
            text = text[: one.start] + "#" * (one.end - one.start) + text[one.end :]
    text = text.replace("百分之", "###")
    return re.sub(r"(?<=\D)(?:24|2|1|一|两)(?=[ -]?(?:hours?\b|小时|个小时))", lambda m: "#" * len(m[0]), f"x{text}")[
        1:
    ]


def _is_no_value(text: str, one: Number) -> bool:
    """一 and 两 alone, which count everything, and the parts of a fraction: a quarter tablet is 1/4."""
    if text[one.start : one.end] in ("一", "两", "俩"):
        return True
    small = one.value < 10
    return small and bool(re.match(r"/\d(?!\d)", text[one.end :]) or re.search(r"(?<!\d)\d/$", text[: one.start]))


def _pressures(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """Two numbers together: 140/90, one forty over ninety, 血压一百四十五九十."""
    found = []
    for first, second in pairwise(free):
        between = text[first.end : second.start]
        named = any(m.test in (PRESSURE, SYSTOLIC) and 0 <= first.start - m.end <= 40 for m in mentions) or any(
            m.test == PRESSURE and 0 <= m.start - second.end <= 20 for m in mentions
        )
        joined = PAIR.fullmatch(between) if named else PAIR_ALONE.fullmatch(between)
        is_range = re.search(r"[-–到至]", between) and second.value >= first.value  # "150 to 160"
        if first.start in taken or joined is None or is_range or NOT_PRESSURE.match(text, second.end):
            continue
        unit, end = unit_after(text, second.end)
        factor = 7.50062 if unit == "kPa" else 1.0
        high, low = first.value * factor, second.value * factor
        told = named or (
            " over " in between and bool(cue("measured").search(text[max(0, first.start - 30) : first.start]))
        )
        if unit == DOSE or not _could_be_pressure(high, low, told, bool(re.search(r"/|over", between))):
            continue
        if _is_goal(text, first.start):
            taken |= {first.start, second.start}
            continue
        taken |= {first.start, second.start}
        found.append((first.start, Reading(
            test=PRESSURE, value=round(high, 1), second=round(low, 1), unit="mmHg", before=_is_before(text, first),
            quote=text[first.start : end],
        )))  # fmt: skip
    return found


def _could_be_pressure(high: float, low: float, named: bool, slash: bool) -> bool:
    if named:
        return 30 <= high <= 3000 and (20 <= low <= 500) and (slash or high != low)
    return 70 <= high <= 280 and 30 <= low <= 180


def _answers(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """Tests that say positive or negative."""
    found = []
    for at, one in enumerate(mentions):
        test = tests().get(one.test)
        if test is None or not test.answers:
            continue
        nearest = mentions[at + 1].start if at + 1 < len(mentions) else len(text)
        stop = SENTENCE_END.search(text, one.end)
        after = text[one.end : min(nearest, stop.start() if stop else len(text), one.end + 50)]
        before = text[max(0, one.start - 22) : one.start]
        positive, negative = cue("positive").search(after), cue("negative").search(after)
        if not positive and not negative:
            positive = re.search(r"positive (?:for|on)|tested positive|有$|查出", before)
            negative = re.search(r"negative (?:for|on)|no $|没有$", before)
        if positive or negative:
            answer = bool(positive and (not negative or positive.start() < negative.start()))
            taken |= {n.start for n in free if one.end <= n.start < one.end + len(after)}
            words = text[one.start : min(one.end + 20, nearest)]
            found.append((one.start, Reading(test=one.test, answer=answer, quote=words)))
    return found


def _valued(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """Tests with a number: after the name, several for one name, or before it."""
    found = []
    for at, one in enumerate(mentions):
        test = tests().get(SYSTOLIC if one.test == PRESSURE else one.test)
        if test is None or test.answers or (one.test == PRESSURE and text[max(0, one.start - 1)] in "高低"):
            continue  # 高血压 is an illness
        nearest = mentions[at + 1].start if at + 1 < len(mentions) else len(text)
        same = next((m.start for m in mentions[at + 1 :] if m.test != one.test), len(text))
        own: list[tuple[int, Reading]] = []
        for number in free:
            if number.start in taken or number.start < one.end or number.start >= (nearest if not own else same):
                continue
            reading = _reading(text, one, own[-1][0] if own else one.end, number, test, language)
            if reading is None:
                continue
            if own and not _another(text, own[-1][0], number, reading, own[-1][1]):
                break
            own.append((number.start, reading))
            taken.add(number.start)
        if not own and (earlier := _before_name(text, one, free, taken, test)):
            own.append(earlier)
            taken.add(earlier[0])
        found += own
    return found


def _reading(text: str, mention: Mention, since: int, number: Number, test: Test, language: Language) -> Reading | None:
    """`number` as a value of `test`, or None when it stands too far away or is something else."""
    between = text[mention.end : number.start]
    gap = text[since : number.start]
    if len(gap) > REACH[language] or SENTENCE_END.search(re.sub(r"\.$", "", gap)):
        return None
    if len(mention.test) and mention.end - mention.start <= 2 and len(between) > 14:  # K, Na, Hb
        return None
    unit, end = unit_after(text, number.end)
    if (
        unit == DOSE
        or _is_goal(text, number.start)
        or cue("change_of", ending=r"\s*$").search(text[max(0, number.start - 14) : number.start])
    ):
        return None
    clause = re.split(r"[,，。;；]|\band\b", text[max(0, mention.start - 24) : mention.start])[-1]
    if cue("taken").search(clause + between) and not (unit and "/" in unit):
        return None
    known = unit if unit in test.units_known() else None
    if unit == "g" and known is None and any(one.startswith("g/") for one in test.units_known()):
        unit = None  # 58克 of haemoglobin: of what volume is left unsaid
    if unit is not None and known is None:
        if "/" not in unit and unit not in ("mmHg", "kPa", "%", "°C", "°F"):
            return None
        known = "?"
    below = (test.plausible[0] or 0) < 0 and re.search(r"(?:(?<!\d)-|minus|negative|负|减) ?$", text[: number.start])
    return Reading(
        test=test.name,
        value=-number.value if below else number.value,
        unit=known,
        state=_state(text, mention, number) if test.name == GLUCOSE else None,
        before=_is_before(text, number),
        quote=text[mention.start : end],
    )


def _another(text: str, last: int, number: Number, reading: Reading, earlier: Reading) -> bool:
    """Whether a further number of the same test is a value of its own: another meal, another time, "8.1 to 7.2"."""
    between = text[last : number.start]
    if reading.state != earlier.state or reading.before != earlier.before:
        return True
    return (
        bool(re.search(r"\bto\b|then|and (?:then|now)|down|up|到|降|升|又|再|后来|、|这", between))
        and len(between) < 30
    )


def _before_name(
    text: str, mention: Mention, free: list[Number], taken: set[int], test: Test
) -> tuple[int, Reading] | None:
    """A value that stands before its name: "180 for my blood sugar", "39度的高烧", "a 101.3 fever"."""
    for number in reversed([n for n in free if n.end <= mention.start and n.start not in taken]):
        unit, end = unit_after(text, number.end)
        gap = text[end : mention.start]
        if len(gap) > BEFORE or unit == DOSE or (unit is not None and unit not in test.units_known()):
            return None
        joined = cue("before_name").fullmatch(gap)
        close = test.name == TEMPERATURE or unit is not None or re.search(r"\w", gap)
        if joined and close and not _is_goal(text, number.start):
            return number.start, Reading(
                test=test.name, value=number.value, unit=unit, before=_is_before(text, number),
                state=_state(text, mention, number) if test.name == GLUCOSE else None,
                quote=text[number.start : mention.end],
            )  # fmt: skip
        return None
    return None


DEGREES = re.compile(r"度(?!数)|°|℃| ?degrees\b| ?[cf]\b")


def _bare_temperatures(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """Degrees of a body with no word for it: 宝宝39度2, 101.3 degrees."""
    found: list[tuple[int, Reading]] = []
    for number in free:
        if number.start in taken or _is_goal(text, number.start):
            continue
        said = "度" in text[number.start : number.end] or DEGREES.match(text, number.end)
        if said and (34 <= number.value <= 43 or (93 <= number.value <= 110 and language is Language.EN)):
            unit, end = unit_after(text, number.end)
            known = unit if unit in ("°C", "°F") else None
            if number.value > 90:
                known = "°F"
            found.append((number.start, Reading(
                test=TEMPERATURE, value=number.value, unit=known, before=_is_before(text, number),
                quote=text[number.start : end],
            )))  # fmt: skip
            taken.add(number.start)
    return found


def _left_over(
    text: str, mentions: list[Mention], free: list[Number], taken: set[int], language: Language
) -> list[tuple[int, Reading]]:
    """The only number in talk of the only test, wherever it stands: "it was 195, the sugar I mean"."""
    names = {one.test for one in mentions}
    test = tests().get(next(iter(names), "")) if len(names) == 1 else None
    loose = [number for number in free if number.start not in taken and unit_after(text, number.end)[0] != DOSE]
    if test is None or test.answers or len(loose) != 1 or len(text) > SHORT_TALK:
        return []
    number, mention = loose[0], mentions[0]
    unit, end = unit_after(text, number.end)
    known = unit if unit in test.units_known() else None
    fits = any(inside(test.in_own_unit(number.value, one), test.plausible) for one in [known] if one) or (
        unit is None and inside(test.in_own_unit(number.value, test.habit.get(language, test.unit)), test.plausible)
    )
    told = cue("said").search(text[max(0, number.start - 24) : number.start])
    before = text[max(0, number.start - 12) : number.start]
    if not fits or not told or _is_goal(text, number.start) or cue("taken").search(before):
        return []
    state = _state(text, mention, number) if test.name == GLUCOSE else None
    return [(number.start, Reading(
        test=test.name, value=number.value, unit=known, state=state, before=_is_before(text, number),
        quote=text[number.start : end],
    ))]  # fmt: skip


def _together(readings: list[Reading]) -> list[Reading]:
    """Systolic and diastolic pressure told one after the other, as one reading."""
    upper = [one for one in readings if one.test == SYSTOLIC and not one.before]
    lower = [one for one in readings if one.test == DIASTOLIC and not one.before]
    if len(upper) != 1 or len(lower) != 1:
        return readings
    both = upper[0].model_copy(update={"test": PRESSURE, "second": lower[0].value, "unit": "mmHg"})
    return [both if one is upper[0] else one for one in readings if one is not lower[0]]


def _is_goal(text: str, start: int) -> bool:
    return bool(cue("goal", ending=r"[^.。!！?？]{0,40}$").search(text[max(0, start - 60) : start]))


def _is_difference(text: str, start: int) -> bool:
    return bool(cue("change_of", ending=r"\s*$").search(text[max(0, start - 14) : start]))


def _is_before(text: str, number: Number) -> bool:
    """Whether the value is of an earlier time; the word nearest before it in the clause decides, then one after it."""
    start = max((m.end() for m in re.finditer(r"[。！？!?;；]|\.(?!\d)", text[: number.start])), default=0)
    clause = text[start : number.start]
    parts = re.split(r"[,，]|\bbut\b|\band\b|但", clause)
    near = parts[-1]
    old = [m.end() for m in cue("earlier").finditer(near)]
    new = [m.end() for m in cue("now").finditer(near)]
    if old or new:
        strong = [end for end in new if not re.search(r"\b(?:is|it's|to)$|到$", near[:end])]
        if old and strong:
            return max(old) > max(strong)
        if old and new:
            return max(old) > max(new) or not re.search(r"\bto\b|到", near)
        return bool(old)
    after = re.split(r"[,，。;；]|\.(?!\d)|\bbut\b|\band\b|\bnow\b|现在", text[number.end : number.end + 30])[0]
    return bool(
        re.search(
            r"^[^\d]{0,14}(?:last (?:time|year|month|week|visit)|\bago\b|before that)|^[^\d]{0,6}(?:上次|之前)", after
        )
    )


def _state(text: str, mention: Mention, number: Number) -> str | None:
    """Fasting, an hour after, after a meal, at random: the cue nearest to the value."""
    start = max((m.end() for m in re.finditer(r"[。！？!?]|\.(?!\d)", text[: mention.start])), default=0)
    before, after = text[start : number.start], re.split(r"[。！？!?]|\.(?!\d)", text[number.end : number.end + 40])[0]
    after = re.split(r"\d|空腹|餐后|饭后", after)[0] if re.search(r"\d", after) else after
    for part, last in ((before, True), (after, False)):
        found = [(m.end() if last else -m.start(), state) for state in STATES for m in cue(state).finditer(part)]
        if any(state == "one_hour" for _, state in found) and all(s in ("one_hour", "after_meal") for _, s in found):
            return "one_hour"
        if found:
            return max(found)[1]
    return None
