"""Whether what a model says stands in what it was told: its numbers, medicines, illnesses and language."""

import re
import unicodedata
from collections.abc import Iterator

from frontdesk.models.clinical_questions.question import ClinicalQuestion
from frontdesk.models.clinical_questions.said_values import misplaced
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.medication.lexicon import is_kind
from frontdesk.models.specialists.medication.mentions import mentions as medicines_in

SUPERSCRIPTS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
POWERS = re.compile(r"(?<!\d)10[\^*](\d{1,2})(?=/)")  # of a unit: 10^9/L
THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
IN_A_NAME = re.compile(r"(?<![A-Za-z\d])[A-Za-z]+\d{1,2}(?![\d.]*\d)")  # HbA1c, SpO2, B12, CHA2DS2
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
COUNTED_EN: dict[str, float] = {
    **{"half": 0.5, "two": 2, "twice": 2, "three": 3, "thrice": 3, "four": 4, "five": 5, "six": 6, "seven": 7},
    **{"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12},
}
COUNTED_ZH: dict[str, float] = {
    "半": 0.5,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
    "十": 10,
}
WORD_EN = re.compile(rf"\b(?:{'|'.join(COUNTED_EN)})\b", re.IGNORECASE)
WORD_ZH = re.compile(
    r"(?<![一二三四五六七八九十])([二两三四五六七八九十半])(?=[次片粒天日周年倍支袋种份位项]|个?月|小时)"
)
CLASSES = (  # medicines named by what they do, which no list of names holds
    re.compile(r"inhibitors?\b|抑制剂", re.IGNORECASE),
    re.compile(r"(?:block|antagonis)\w*|阻滞剂|阻断剂|拮抗剂", re.IGNORECASE),
    re.compile(r"\bagonists?\b|激动剂", re.IGNORECASE),
)
DEGREES = re.compile(r"[轻中重]度|\b(?:mild|moderate|severe)(?:ly)? ", re.IGNORECASE)
LETTERS = re.compile(r"[A-Za-z]{2,}")
HAN = re.compile(r"[\u4e00-\u9fff]")


def unfounded(text: str, question: ClinicalQuestion) -> str | None:
    """What in `text` neither the observations nor the question tell, or not of that test and day; else None."""
    told = "\n".join([question.text, *(one.text for one in question.observations)])
    if not _in_language(text, question.language):
        return "another language"
    if strange := _numbers(text) - _allowed(told, question):
        return f"numbers {sorted(strange)}"
    if strange_names := sorted(_medicines(text, told)):
        return f"medicines {strange_names}"
    if strange_names := sorted(_illnesses(text) - _illnesses(told)):
        return f"illnesses {strange_names}"
    return misplaced(THOUSANDS.sub("", text), THOUSANDS.sub("", told))


def _in_language(text: str, language: Language) -> bool:
    """Quotes of records may be in the other one."""
    return bool(HAN.search(text)) or not LETTERS.search(text) if language is Language.ZH else bool(LETTERS.search(text))


def _numbers(text: str) -> set[float]:
    """Those written in figures, names such as HbA1c aside, and counts in words."""
    text = _plain(text)
    figures = NUMBER.findall(IN_A_NAME.sub(" ", text))
    english = (COUNTED_EN[word.lower()] for word in WORD_EN.findall(text))
    chinese = (COUNTED_ZH[word] for word in WORD_ZH.findall(text))
    return {*map(float, figures), *english, *chinese}


def _plain(text: str) -> str:
    return THOUSANDS.sub("", POWERS.sub("10", unicodedata.normalize("NFKC", SUPERSCRIPTS.sub(" ", text))))


def _allowed(told: str, question: ClinicalQuestion) -> set[float]:
    """Numbers that were told with their parts, the parts of a date among them, and plain counts of what was told."""
    today = f"{question.today:%Y-%m-%d}"
    age = {float(question.age)} if question.age is not None else set()
    parts = NUMBER.findall(_plain(f"{told}\n{today}"))
    return _numbers(told) | set(map(float, parts)) | age | set(map(float, _counts(question)))


def _counts(question: ClinicalQuestion) -> Iterator[int]:
    """How many observations, lines of one, and days in one or in a line there are."""
    yield len(question.observations)
    for one in question.observations:
        lines = one.text.splitlines()
        yield len(lines)
        yield len(set(DATE.findall(one.text)))
        yield from (len(DATE.findall(line)) for line in lines)


def _medicines(text: str, told: str) -> Iterator[str]:
    """Medicines named that were not told, in whichever language; a kind stands for any of its own.

    What only sounds like a name is none: a model spells as lists do.
    """
    known = {code for one in medicines_in(read(told)) if one.meant for code in one.meant.codes}
    kinds = frozenset[str]().union(*map(formulary().counts_as, known))
    for one in medicines_in(read(text)):
        if one.named is None:
            stranger = not one.close and one.words.lower() not in told.lower()
        elif is_kind(one.named):
            stranger = not (known & set(one.named.codes) or _members(one.named.codes[0]) & kinds)
        else:
            stranger = not known >= set(one.named.codes)
        if stranger:
            yield one.words
    yield from (found[0] for kind in CLASSES if (found := kind.search(text)) and not kind.search(told))


def _members(kind: str) -> frozenset[str]:
    return frozenset(formulary().medicines[kind].members)


def _illnesses(text: str) -> set[str]:
    """Also where a degree stands inside the name: 食管静脉轻度曲张."""
    return {one.code for one in mentions(f"{text}\n{DEGREES.sub('', text)}") if one.code in knowledge().conditions}
