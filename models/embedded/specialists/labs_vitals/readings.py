"""Finds what an utterance says was measured: which test, which value, in which unit, fasting or not, now or before."""

import re

from models.embedded.scope import ScopeKind, scopes
from models.embedded.specialists.labs_vitals.bare import bare_heights, bare_temperatures, bare_weights, off_scale
from models.embedded.specialists.labs_vitals.catalogue import Test, tests
from models.embedded.specialists.labs_vitals.context import is_before, is_goal, state_of
from models.embedded.specialists.labs_vitals.cues import cue
from models.embedded.specialists.labs_vitals.misspelt import misspelt
from models.embedded.specialists.labs_vitals.named import URINE_SHOWS, is_no_value, masked, mentions_of
from models.embedded.specialists.labs_vitals.pressure import pressures, together
from models.embedded.specialists.labs_vitals.spoken import Number, numbers
from models.embedded.specialists.labs_vitals.told import (
    DIASTOLIC,
    GLUCOSE,
    PRESSURE,
    SYSTOLIC,
    TEMPERATURE,
    Heard,
    Mention,
    Reading,
)
from models.embedded.specialists.labs_vitals.units import DOSE, inside, unit_after
from models.embedded.understanding import language_of
from models.embedded.understanding.writing import read
from models.facts import Language

REACH = {Language.EN: 60, Language.ZH: 22}  # characters from a test's name to its value
BEFORE = 34  # characters from a value to the name of its test, "180 for my blood sugar"
LATER_WEIGHT = re.compile(r"(?<![\w])( ?(?:pounds|lbs?|kilos|kilograms|kg)\b|斤|公斤)")
# "1.9 in June, 3.4 last month": each value with its own time.
DATED = re.compile(
    r"[^\d,.;，。；]{0,14}\b(?:last (?:week|month|year|time|visit)|ago\b"
    r"|in (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|today|yesterday|this (?:morning|week|month|time))"
)
DATED_BEFORE = re.compile(
    r"[，,、；; ].{0,3}(?:上|去年|前年|今天|这[次回趟]|现在|昨天|[一二三四五六七八九十\d]月|年前|月前)"
)
SENTENCE_END = re.compile(r"[。！？!?；;]|\.(?!\d)|\n")
AT_HOME = frozenset({TEMPERATURE, "heart rate", "oxygen saturation", "body weight", GLUCOSE})
MEASURING = re.compile(r"\b(?:take|takes|taking|took) (?:my|his|her|our|the) $")  # "took my temperature, 38.4"
SHORT_ANSWER = 16  # characters: a value and its name
SHORT_TALK = 160  # characters of an utterance in which a value may stand apart from its test
SILENT = frozenset({ScopeKind.HYPOTHETICAL, ScopeKind.OTHER_PERSON, ScopeKind.IDIOM})


def hear(utterance: str) -> Heard:
    """Everything an utterance says of tests and vital signs."""
    writing = read(utterance[:4000])
    text = writing.lower
    language = language_of(utterance) or Language.EN
    silent = [scope for scope in scopes(writing.text, language) if scope.kind in SILENT]
    mentions = mentions_of(text)
    free = [one for one in numbers(masked(text, mentions)) if not is_no_value(text, one)]
    mentions = sorted([*mentions, *misspelt(text, mentions, free)])
    readings: list[tuple[int, Reading]] = []
    taken: set[int] = set()
    for found in (pressures, _answers, _valued, bare_temperatures, bare_weights, bare_heights, off_scale):
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
    return Heard(language, text, tuple(together(kept)), tuple(asked))


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
            positive = re.search(r"positive (?:for|on)|tested positive|有$|查出", before) or URINE_SHOWS.fullmatch(
                text, one.start, one.end
            )
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
    short = mention.end - mention.start <= 2 and text[mention.start : mention.end].isascii()
    if short and len(between) > 14:  # K, Na, Hb
        return None
    unit, end = _unit_of(text, number)
    if unit == "%":
        test = tests().get(test.name.replace(" count", " percentage"), test)
    if test.name == TEMPERATURE and unit is None and not _is_of_a_body(number.value) and not _IS.fullmatch(gap):
        return None  # "a temperature since yesterday, she's 7"
    if (
        unit == DOSE
        or is_goal(text, number.start)
        or cue("change_of", ending=r"\s*$").search(text[max(0, number.start - 14) : number.start])
    ):
        return None
    clause = re.split(r"[,，。;；]|\band\b", text[max(0, mention.start - 24) : mention.start])[-1]
    measured = test.name in AT_HOME and MEASURING.search(clause)
    if cue("taken").search(clause + between) and not measured and not (unit and "/" in unit):
        return None
    if unit is None and test.name == "body weight" and (later := LATER_WEIGHT.search(text, end)):
        unit = unit_after(text, later.start(1))[0]  # "208 this morning, pounds"
    known = unit if unit in test.units_known() else None
    if unit == "s" and known is None:
        unit = None  # "in the 190s"
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
        state=state_of(text, mention, number) if test.name == GLUCOSE else None,
        before=is_before(text, number),
        quote=text[mention.start : end],
    )


def _unit_of(text: str, number: Number) -> tuple[str | None, int]:
    """The unit of `number`, which in 百分之七 stands before it, and where both end."""
    return ("%", number.end) if text.endswith("百分之", 0, number.start) else unit_after(text, number.end)


def _is_of_a_body(degrees: float) -> bool:
    return 34 <= degrees <= 43 or 93 <= degrees <= 110


# Between a temperature and a number that is its value, however unlikely.
_IS = re.compile(
    r"[\s:：]*(?:(?:was|is|reads?|said|says|showed|shows|of|at|now|about|around|just|only|up|to|like|it|it's|came|out|as"
    r"|this|morning|today|the|thermometer|current(?:ly)?|being|went|goes|has|been|hit)\b['’]?\s*|'s\s*)*"
    r"|(?:[是为有到在了量测的出来现今天早上刚才又最高大概约差不多显示，我他她说]*)"
)


def _another(text: str, last: int, number: Number, reading: Reading, earlier: Reading) -> bool:
    """Whether a further number of the same test is a value of its own: another meal, another time, "8.1 to 7.2"."""
    between = text[last : number.start]
    if reading.state != earlier.state or reading.before != earlier.before:
        return True
    if DATED.match(text, number.end) or DATED_BEFORE.search(between):
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
        unit, end = _unit_of(text, number)
        gap = text[end : mention.start]
        if len(gap) > BEFORE or unit == DOSE or (unit is not None and unit not in test.units_known()):
            return None
        joined = cue("before_name").fullmatch(gap)
        close = test.name == TEMPERATURE or unit is not None or re.search(r"\w", gap) or len(text) <= SHORT_ANSWER
        if joined and close and not is_goal(text, number.start):
            return number.start, Reading(
                test=test.name, value=number.value, unit=unit, before=is_before(text, number),
                state=state_of(text, mention, number) if test.name == GLUCOSE else None,
                quote=text[number.start : mention.end],
            )  # fmt: skip
        return None
    return None


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
    unit, end = _unit_of(text, number)
    known = unit if unit in test.units_known() else None
    fits = any(inside(test.in_own_unit(number.value, one), test.plausible) for one in [known] if one) or (
        unit is None and inside(test.in_own_unit(number.value, test.habit.get(language, test.unit)), test.plausible)
    )
    told = cue("said").search(text[max(0, number.start - 24) : number.start])
    before = text[max(0, number.start - 12) : number.start]
    if not fits or not told or is_goal(text, number.start) or cue("taken").search(before):
        return []
    state = state_of(text, mention, number) if test.name == GLUCOSE else None
    return [(number.start, Reading(
        test=test.name, value=number.value, unit=known, state=state, before=is_before(text, number),
        quote=text[number.start : end],
    ))]  # fmt: skip
