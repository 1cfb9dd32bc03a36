"""Hallucinations of an answer: numbers with units, medicines, findings and illnesses that none of its grounds holds.

A number is held where a ground has it with the same unit, or bare (a decimal, or two digits and more): records write
"BP 168/104". A medicine, finding or illness is held where a ground names it, in whichever words, denied or not: a
denial turned round is not seen. Of medicines those count that the formulary knows by that name, and names that no list
holds. What was worked out stands nowhere, and counts too.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from frontdesk.models.facts import Topic
from frontdesk.models.mentions import Mention, mentions
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.labs_vitals.catalogue import find
from frontdesk.models.specialists.labs_vitals.told import PRESSURE_WORDS
from frontdesk.models.specialists.medication.lexicon import Mention as Medicine
from frontdesk.models.specialists.medication.mentions import mentions as medicines_in

UNITS = {  # each with its spellings; the longer before those that it begins with
    "ml/min": r"ml/min(?:/1\.73 ?m[²2])?",
    "/min": r"bpm|次/分钟?|(?:beats |breaths )?(?:/|per )min(?:ute)?",
    "10⁹/l": r"[x×] ?10(?:⁹|\^?9)/l",
    "mmhg": r"mmhg|毫米汞柱",
    "µmol/l": r"[µu]mol/l",
    "mg": r"mg|milligrams?|毫克",
    "µg": r"[µu]g|mcg|micrograms?|微克",
    "kg": r"kg|kilograms?|公斤|千克",
    "g": r"g|grams?|克",
    "ml": r"ml|毫升",
    "l": r"l|lit(?:re|er)s?|升",
    "cm": r"cm|厘米",
    "mm": r"mm|毫米",
    "mv": r"mv",
    "iu": r"iu|单位",
    "%": r"%",
    "°c": r"°c|度|摄氏度|degrees",
    "hour": r"hours?|hrs?|h|个?小时",
    "minute": r"minutes?|mins?|分钟",
    "day": r"days?|天|日",
    "week": r"weeks?|周|星期",
    "month": r"months?|个?月",
    "year": r"years?|年|岁",
    "times": r"times|次",
    "tablet": r"tablets?|capsules?|pills?|片|粒",
    "puff": r"puffs?|inhalations?|吸|喷",
}
IN_LETTERS = r"[mnp]?mol/l|(?:[mnpµu]?g|m?iu|u)/(?:dl|ml|l)|(?:mg|ml|g)/(?:kg|g)"  # units spelt in one way
NUMBER = r"\d+(?:\.\d+)?"
QUANTITY = re.compile(
    rf"(?<![a-z\d.*])(?P<numbers>{NUMBER}(?: ?(?:[-~/–至到]|\bto\b|\bor\b) ?{NUMBER})*)"
    rf"(?: ?-?(?P<unit>{IN_LETTERS}|{'|'.join(UNITS.values())})(?![a-z]))?"
)
TOPICS = frozenset({Topic.FINDING, Topic.CONDITION})
OF_TESTS = frozenset(  # findings that the vocabulary also hears in the bare name of a test
    {
        "abnormal_blood_count",
        "abnormal_ecg",
        "abnormal_liver_tests",
        "electrolyte_abnormal",
        "high_blood_pressure_reading",
        "high_lipids",
        "high_sugar_reading",
        "high_uric_acid",
        "kidney_test_abnormal",
        "thyroid_test_abnormal",
    }
)


def invented(answer: str, grounds: Iterable[str]) -> tuple[str, ...]:
    """Each once, a number with its unit's plain name, the others in the answer's words."""
    held = [line for ground in grounds for line in ground.splitlines()]
    lines = answer.splitlines()
    return tuple(dict.fromkeys([*_quantities_beyond(lines, held), *_names_beyond(lines, held)]))


def _quantities_beyond(lines: Sequence[str], grounds: Sequence[str]) -> Iterator[str]:
    held = {one for line in grounds for one in _quantities(line)}
    for number, unit in (one for line in lines for one in _quantities(line)):
        is_bare = len(number) > 1 and (number, "") in held
        if unit and not is_bare and (number, unit) not in held:
            yield f"{number} {unit}"


def _names_beyond(lines: Sequence[str], grounds: Sequence[str]) -> Iterator[str]:
    written = "。".join(read(line).lower for line in grounds)
    held = {code for line in grounds for code, _ in _named(line)}
    for code, words in (one for line in lines for one in _named(line)):
        if code not in held and read(words).lower not in written:
            yield words


def _quantities(text: str) -> Iterator[tuple[str, str]]:
    """Each number with its unit, empty where it has none; of "3 to 6 months" both."""
    for found in QUANTITY.finditer(read(text).lower.replace("μ", "µ")):
        written = found["unit"] or ""
        unit = next((name for name, spellings in UNITS.items() if re.fullmatch(spellings, written)), written)
        yield from ((f"{float(number):g}", unit) for number in re.findall(NUMBER, found["numbers"]))


def _named(text: str) -> Iterator[tuple[str, str]]:
    """Codes, each with the words. To name a test ("BP", "eGFR") claims nothing."""
    yield from ((one.code, one.words) for one in mentions(text) if one.topic in TOPICS and not _is_a_test(one))
    yield from ((code, one.words) for one in medicines_in(read(text)) for code in _codes(one))


def _is_a_test(one: Mention) -> bool:
    return one.code in OF_TESTS and (find(one.words) is not None or one.words.lower() in PRESSURE_WORDS)


def _codes(medicine: Medicine) -> tuple[str, ...]:
    """A name that no list holds stands for itself; one that is only close to others may be none."""
    if medicine.named:
        return medicine.named.codes
    return () if medicine.close else (medicine.words.lower(),)
