"""The dose of a medicine as a doctor's note writes it, and which of two doses is the higher."""

import re

_NUMBER = r"\d+(?:\.\d+)?"
_UNIT = (
    r"(?:mg|g|milligrams?|micrograms?|grams?|μg|ug|µg|mcg|ml|iu|units?|毫克|微克|克|毫升|单位|片|粒|支|喷|吸|puffs?"
    r"|tablets?|%)"
)
_CLAUSE_ENDS = r"[^，,；;。、（(]*?(?=[，,；;。、（(]|\.(?:\s|$)|$|[共再]\d|\band\b)"
DOSE = re.compile(rf"(?:{_NUMBER}\s*/\s*)?\d[\d.]*\s*{_UNIT}{_CLAUSE_ENDS}", re.IGNORECASE)
"""An amount as a doctor writes it, to the end of its clause: 2.5mg 每晚一次."""
_RHYTHM = (
    r"(?:qd|od|bd|bid|b\.i\.d|tid|tds|t\.i\.d|qid|qds|qn|qhs|qod|qw|q\d+ ?(?:h|d|w|wk)|nocte|mane|on|om|am|pm|prn|po|iv"
    r"|sc|im|daily|nightly|weekly|monthly|alt(?:ernate)?|every|each|once|twice|at night|hs|for now|after"
    r"|then|in \d+)(?![a-z])"
    r"|[每隔早晚晨睡一]|[×x→](?![a-z])|->|续|继续|不变|不动|维持|备用|吸入|口服|皮下|静滴|发作|[痛疼必]|if|when|unchanged"
    r"|no change"
)
_LEADS = (
    r"(?:[\s:：=~]|[（(](?=\d)|现|仍|先|维持|改[为成]?|[减加增降调]量?[到至为]|(?:缓释|控释|肠溶)?(?:片|胶囊)|剂量|备用|由医师|(?:back|up|down|cut|reduced|lowered|increased"
    r"|raised|changed|put|taken|restarted|resumed|uptitrated|titrated|stays?|remains?|stay|continue[sd]?|kept|now|at|to|is"
    r"|was|dose|again)\b|->|→)*"
)
# Without a unit, as colleagues understand it: bisoprolol 5, apixaban 5 bd, 丙戊酸0.25 bid.
_BARE = re.compile(
    rf"{_LEADS}(?P<dose>{_NUMBER}(?:/{_NUMBER})?(?![\d/.]*\d)(?:\s*{_UNIT}(?![a-z]))?(?=\s*(?:{_RHYTHM})|\s*[-，,；;。、（()）+]"
    rf"|\.(?:\s|$)|\s*$)(?:{_CLAUSE_ENDS}))(?P<taper>[,，]\s*then\b[^.;；。]*)?",
    re.IGNORECASE,
)
# By the time of day: 早8晚6u.
_BY_TIMES = re.compile(
    rf"{_LEADS}(?P<dose>(?:(?:[早中午晚]餐?|[早中晚]饭|睡前)前?\s*{_NUMBER}\s*(?:u|iu|单位|mg|g|片|粒)?(?![a-z])[、，,/\s]*){{2,}})",
    re.IGNORECASE,
)
_NO_DOSE = re.compile(r"\s*(?:[dhw]\b|days?|hours?|weeks?|months?|/\d)|[天日周月年时]")
# "from 20 mg up to 40 mg", 由20mg加至40mg, 10 -> 20 mg: the first is the dose of before.
_OLD = re.compile(
    rf"^\s*(?:[由从]\s*{_NUMBER}\s*[a-zμµ]*\s*(?=[加增减降改调])"
    rf"|(?:(?:increased|raised|reduced|lowered|changed|cut) )?from {_NUMBER}\s*[a-zμµ]*\s+(?=(?:up |down )?to\b)"
    rf"|{_NUMBER}\s*(?:{_UNIT})?\s*(?:->|-->|=>|→)\s*(?={_NUMBER}))"
)
# What a clause goes on to say behind a dose.
_TAIL = re.compile(
    r"\s*(?:续[服用]?|已\d.*|继续|不变|不动|同前|[要需]?(?:天天|每天|坚持|按时)[吃服用]|instead|unchanged"
    r"|no change|for now\b.*|\bby (?:\w+ ){0,2}(?:nurse|gp|doctors?|clinic|pharmacist|specialist|hospital|team)\b.*"
    r"|后(?=[腹恶呕头皮出仍无有不心]).*|\b(?:last|this) (?:week|month|year)\b.*|\bsince\b.*"
    r"|(?:\s-\s|[:：]).*|\+\s*\S.*)$",
    re.IGNORECASE,
)
_AMOUNT = re.compile(rf"({_NUMBER})\s*(μg|ug|µg|mcg|micrograms?|微克|mg|milligrams?|毫克|grams?|g|克)?", re.IGNORECASE)
_GRAMS = {"m": 1e-3, "毫": 1e-3, "μ": 1e-6, "u": 1e-6, "µ": 1e-6, "微": 1e-6, "g": 1.0, "克": 1.0}
_ON = re.compile(r"→|->|\bthen\b")
_SPAN = 20  # times by which a dose is changed at most, where only one of two has a unit


def dose_in(after: str) -> str:
    """The dose that stands behind the name of a medicine; empty where none does."""
    new = without_old(after)
    if by_times := _BY_TIMES.match(new):
        return by_times["dose"].rstrip("、，,/ ")
    bare = _BARE.match(new)
    if bare and not _NO_DOSE.match(new, bare.start("dose") + len(_first(bare["dose"]))):
        return _trimmed(bare["dose"]) + (bare["taper"] or "").rstrip()
    found = DOSE.search(new)
    return _trimmed(found[0]) if found else ""


def completed(dose: str, before: str) -> str:
    """A number alone is the dose of before, where it is its number, in full."""
    known = _amounts(before)
    bare = re.fullmatch(_NUMBER, dose)
    return before if bare and known and not _ON.search(before) and float(dose) == known[0][0] else dose


def without_old(after: str) -> str:
    return _OLD.sub("", after)


def compared(old: str, new: str) -> int | None:
    """1 where the new dose is the higher, -1 where it is the lower, 0 where they are one; None where neither is said.

    Of an old dose that was to be changed by steps, the last step counts.
    """
    before, now = _amounts(_ON.split(old)[-1]) or _amounts(old), _amounts(new)
    if not before or not now:
        return None
    first, second = _in_one_unit(before[-1] if _ON.search(old) else before[0], now[0])
    if first is None or second is None:
        return None
    return (second > first) - (second < first)


def _first(dose: str) -> str:
    found = re.match(rf"{_NUMBER}(?:/{_NUMBER})?", dose)
    return found[0] if found else ""


def _trimmed(dose: str) -> str:
    return _TAIL.sub("", dose.strip()).strip()


def _amounts(dose: str) -> list[tuple[float, float | None]]:
    """Each number with the grams of its unit of weight."""
    return [(float(one[1]), _grams(one[2])) for one in _AMOUNT.finditer(dose)]


def _grams(unit: str | None) -> float | None:
    if not unit:
        return None
    lower = unit.lower()
    return 1e-6 if lower.startswith(("microg", "mcg")) else _GRAMS[lower[0]]


def _in_one_unit(old: tuple[float, float | None], new: tuple[float, float | None]) -> tuple[float | None, float | None]:
    """In grams; where one of them lacks its unit, in the other's, or in grams, by which they are near each other."""
    (before, of_before), (now, of_now) = old, new
    known = of_before or of_now
    if known is None or (of_before and of_now):
        return round(before * (of_before or 1), 9), round(now * (of_now or 1), 9)
    for unit in (known, 1.0):
        one, other = round(before * (of_before or unit), 9), round(now * (of_now or unit), 9)
        if other and one and 1 / _SPAN <= other / one <= _SPAN:
            return one, other
    return None, None
