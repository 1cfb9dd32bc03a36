"""Which tests an utterance names, and which of its numbers may be values at all."""

import re
from functools import cache

from frontdesk.models.specialists.labs_vitals.catalogue import by_name
from frontdesk.models.specialists.labs_vitals.commas import settled
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import PRESSURE, PRESSURE_WORDS, WORD_BEGINS, WORD_ENDS, Mention
from frontdesk.models.specialists.labs_vitals.units import unit_after
from frontdesk.models.specialists.labs_vitals.when import without_times


@cache
def _names() -> tuple[re.Pattern[str], re.Pattern[str], dict[str, str]]:
    names = {words: test.name for words, test in by_name().items()} | dict.fromkeys(PRESSURE_WORDS, PRESSURE)
    latin = sorted((re.escape(name) for name in names if name.isascii()), key=len, reverse=True)
    han = sorted((re.escape(name) for name in names if not name.isascii()), key=len, reverse=True)
    ends = rf"{WORD_ENDS}(?!(?<=\d)\d)(?!-\d)(?![ -]channel)"  # T36.5 is no T3
    of_latin = rf"{WORD_BEGINS}(?<!\d)(?<!\d-)(?:{'|'.join(latin)}){ends}"  # no 12-lead ECG
    return re.compile(of_latin), re.compile(rf"(?:{'|'.join(han)})(?!通道|[内]?科|道|机|系统|暂停|困难)"), names


def mentions_of(text: str) -> list[Mention]:
    """Every test named, the longest name first where names overlap."""
    latin, han, names = _names()
    found = [Mention(m.start(), m.end(), names[m[0]]) for shape in (latin, han) for m in shape.finditer(text)]
    found += [one for shape in (IN_URINE, URINE_SHOWS) for m in shape.finditer(text) for one in _in_urine(m, names)]
    found = [one for one in found if not OF_ONE_ALLERGEN.search(text, max(0, one.start - 12), one.end)]
    found = [one for one in found if not _IN_URINE_TOO.search(text[: one.start]) or "urin" in one.test]
    kept: list[Mention] = []
    for one in sorted(found, key=lambda m: m.start - m.end):
        if not any(one.start < other.end and other.start < one.end for other in kept):
            kept.append(one)
    return sorted(kept)


# Cells in urine: UA RBC 20.
_IN_URINE_TOO = re.compile(r"\b(?:ua|u/a|urinalysis)[ :]*(?:(?:rbc|wbc)s? \d+[-~]?\d*[, ]*)?$")
# IgE against one allergen, in kU/L: not the total that the catalogue has a range of.
OF_ONE_ALLERGEN = re.compile(
    r"(?:特异性?(?:抗体)?|specific[ -]?)ige$|(?<![a-z])s-?ige$"
    r"|(?<![a-z])(?:acl|apl|anti-?\w{1,8}|\w{0,4}gp-?[1i]?)[ -]?ig[gam]$|抗\w{1,6}ig[gam]$"
)


# "protein two plus in my urine", "the urine dipstick showed sugar": the mention is the part and what is found of it.
_PART = r"(?P<part>proteins?|glucose|sugar|blood|ketones?|nitrites?|leukocytes|white (?:blood )?cells|bilirubin)"
IN_URINE = re.compile(rf"\b{_PART}(?=[\w +:,]{{1,24}}\b(?:in|on) (?:my |the |his |her )?(?:urine|pee|dipstick))")
PARTS = {"sugar": "glucose", "proteins": "protein", "ketone": "ketones", "nitrites": "nitrite", "糖": "glucose",
         "蛋白": "protein", "血": "blood", "酮体": "ketones"}  # fmt: skip
URINE_SHOWS = re.compile(
    rf"\b(?:urine|pee|dipstick)(?: \w+){{0,2}}? (?:showed|shows|had|has|found|came (?:back|up) with|picked up)"
    rf"(?: (?:some|a bit of|a lot of|a little|lots of))? {_PART}"
    r"|(?:尿|小便)[里中液]*(?:查出|验出|有|带)了?(?P<zh>糖|蛋白|血|酮体)"
)


def _in_urine(match: re.Match[str], names: dict[str, str]) -> list[Mention]:
    part = match["part"] or match.groupdict()["zh"]
    test = names.get(f"urine {PARTS.get(part, part)}")
    return [Mention(match.start(), match.end(), test)] if test else []


# Hours since a meal, of a day: no values.
HOURS = re.compile(
    r"(?<![\w.])(?:24|[1-6]|one|two|three|four)(?=[ -]?(?:hours?|hrs?)\b)"
    r"|(?<![\d.点])(?:24|[1-6]|[一两二三])(?=个?半?(?:小时|钟头))"
)


# Beside a value, between what it usually is: "Na 130 mmol/L (135-145) L", "WBC 0.3 /nl 3.6-10.0", "CRP 3 (<5)".
_AMOUNT = r"\d+(?:[.,]\d+)?"
REFERENCE = re.compile(
    rf"(?<=[\w%.℃²³⁹↑↓*+/]) ?[(\[（【] ?(?:ref(?:erence)?|normal|range|正常|参考)?[^\d<>≤≥()（）]{{0,10}}"
    rf"(?:{_AMOUNT} ?[-–~～至到] ?{_AMOUNT}|[<>≤≥]=? ?{_AMOUNT})[^\d()（）]{{0,16}}[)\]）】]"
)
REFERENCE_ALONE = re.compile(
    rf"(?P<value>{_AMOUNT})(?P<unit>[^\d,;，；。]{{0,12}}) (?P<range>{_AMOUNT} ?[-–~～] ?{_AMOUNT})(?![\d/-])"
)


def masked(text: str, mentions: list[Mention]) -> str:
    """The text with the names and the usual ranges blanked, so that B12 and T4 are no numbers, and commas settled."""
    text = without_times(text)
    for start, end in ranges_in(text):
        text = text[:start] + "#" * (end - start) + text[end:]
    text = settled(text, mentions)
    for one in mentions:
        if any(char.isdigit() for char in text[one.start : one.end]):
            text = text[: one.start] + "#" * (one.end - one.start) + text[one.end :]
    text = text.replace("百分之", "###")
    return HOURS.sub(lambda match: "#" * len(match[0]), text)


def ranges_in(text: str) -> list[tuple[int, int]]:
    """Where usual ranges stand: in brackets, or with nothing but its unit between the value and them."""
    alone = (
        m
        for m in REFERENCE_ALONE.finditer(text)
        if unit_after(text, m.end("value"))[1] >= m.start("range") - 1 or _PER.fullmatch(m["unit"].strip())
    )
    return [*(match.span() for match in REFERENCE.finditer(text)), *(match.span("range") for match in alone)]


_PER = re.compile(r"[a-zµ%]{0,6}/[a-zµ]{1,4}")  # a unit that none of the tests has, mU/mL of anything


def is_no_value(text: str, one: Number) -> bool:
    """一 and 两 alone, which count everything, parts of a fraction (a quarter tablet is 1/4), and "since 2004"."""
    if text[one.start : one.end] in ("一", "两", "俩") and one.value in (1, 2):
        return True
    if 1900 <= one.value < 2100 and _SINCE.search(text, 0, one.start):
        return True
    small = one.value < 10
    return small and bool(re.match(r"/\d(?!\d)", text[one.end :]) or re.search(r"(?<!\d)\d/$", text[: one.start]))


# Digits that belong to letters: C3, L1-4, T8; and the name in capitals of something that no list knows: dsDNA 64.
_LABEL = re.compile(r"(?<![A-Za-z])(?P<letters>[A-Za-z]{1,4})(?:\d+[-/~])?$")
_UNKNOWN_NAME = re.compile(
    r"(?<![A-Za-z0-9-])(?P<name>[A-Z]|(?=[A-Za-z0-9]*[A-Z]{2}|[a-z]+[A-Z])[A-Za-z][A-Za-z0-9]{1,4})[ :：=]{0,2}$"
)
_PLAIN = re.compile(
    r"[IALRHX]|IS|WAS|AT|TO|NOW|OF|OVER|UP|AND|OR|AM|PM|VS|HIGH|LOW|HI|LO|ABOUT|THEN|BUT|POS|NEG|MAX|MIN|LEFT|RIGHT|IV|PO"
    r"|HR|IN|ON|DOWN|LAST|DAY|WEEK|TODAY|MMOL|MG"
)
_SHOUTED = re.compile(r"[^a-z\u4e00-\u9fff]*\b(?:IS|MY|WAS|THE|IT|I)\b[^a-z\u4e00-\u9fff]*")


def of_a_label(written: str, one: Number, mentions: list[Mention]) -> bool:
    """Whether a number is part of a label or stands behind a name of something else than the tests of `mentions`."""
    before = written[: one.start]
    if any(name.end <= one.start and not before[name.end :].strip(" :：=") for name in mentions):
        return False
    whole = one.value % 1 == 0 and re.match(r"\d+(?!\d|\.\d)", written[one.start :]) is not None
    label = _LABEL.search(before)
    if whole and label and label["letters"] not in "xX" and all(label.end("letters") != name.end for name in mentions):
        return True
    name = _UNKNOWN_NAME.search(before)
    return name is not None and not _PLAIN.fullmatch(name["name"].upper()) and not _SHOUTED.fullmatch(written)


_SINCE = re.compile(r"\b(?:since|from|in|back in|until|till)(?: about| around)? $|[自从]$")
