"""Words that name a medicine of which nothing is taken: what somebody is allergic to, and what is measured in blood."""

import re

from frontdesk.models.specialists.medication.lexicon import Mention

MEASURED = frozenset(
    {"potassium", "iron", "calcium", "magnesium", "zinc", "vitamin d", "folic acid", "insulin", "testosterone",
     "vitamin a", "vitamin b", "vitamin e", "progesterone", "estradiol", "lithium", "digoxin", "theophylline",
     "cyanocobalamin", "vitamin b12", "caffeine"}
)  # fmt: skip
_ALLERGIC_TO = re.compile(
    r"allerg\w* to "
    r"(?:(?!\b(?:but|so|then|can|could|may|should|is|are|ok|what|how|i|got|was|took|take|do|they)\b)[\w ,])*$"
)
_ALLERGY = re.compile(r"\s*allerg|过敏")
_IN_BLOOD = re.compile(r"[血尿]$|缺$|(?:serum|blood) $")
_VALUE = re.compile(
    r"[- ]rich\b|\s*(?:levels?\b|tests?\b"
    r"|(?:\w+ )?(?:is|was|were|are|came back|came in|has been|went|dropped|fell|rose|at|of)\b(?: \w+){0,2}? ?"
    r"(?:\d|low|high|normal|up|down|fine|okay|ok\b|back|elevated|critical)"
    r"|low\b|high\b|['’]s (?:\d|low|high|at)"
    r"|:? ?\d+(?:\.\d+)?(?![\d.]| ?(?:mg|mcg|tablet|pill|iu|unit|times|毫克|片|粒|次|个))"
    r"|[偏太有]?[高低]|正常|水平|[是到]\d)"
)


def is_allergy(lower: str, one: Mention) -> bool:
    return bool(_ALLERGIC_TO.search(lower[: one.start]) or _ALLERGY.match(lower, one.end))


_LEVEL = re.compile(
    r"[的]?(?:血药|血清|谷|峰|血)?(?:浓度|水平)|\s*(?:trough|peak|pre-dose|serum|drug|plasma|blood)?\s*(?:levels?|concentrations?|trough)\b"
)


def is_level(lower: str, one: Mention) -> bool:
    """How much of it is in the blood: 拉莫三嗪浓度."""
    return _LEVEL.match(lower, one.end) is not None


def is_value(lower: str, one: Mention) -> bool:
    """What is measured in the blood and not taken: "my potassium is 6.8"."""
    measured = one.meant is not None and set(one.meant.codes) <= MEASURED
    return measured and bool(_IN_BLOOD.search(lower[: one.start]) or _VALUE.match(lower, one.end))
