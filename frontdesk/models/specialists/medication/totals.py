"""What was used up over several days: "14 this past week, two a day" is two a day, not fourteen."""

import re
from collections.abc import Iterator

from frontdesk.models.specialists.medication.amounts import EN, ZH, amount
from frontdesk.models.specialists.medication.dose_words import MG, UNITS
from frontdesk.models.specialists.medication.rhythm import rhythm
from frontdesk.models.specialists.medication.rhythm_words import PERIODS

_CLAUSE = re.compile(r"(?:(?! (?:and|but|so) )(?!\.(?!\d))[^,，。;；:：!！?？])+")
_USED = re.compile(
    r"\b(?:went|gone|go|been|got|get|getting|going) through\b|\b(?:used|finished|had|took|taken|eaten|swallowed)\b"
    r"|\bin (?:all|total)\b|\baltogether\b|[吃用服喝](?:掉|完|光|了)|一共|总共|合计|共"
)
_ONE_DAY = re.compile(
    r"\b(?:at once|in one go|once|all together|in (?:one|a single) (?:day|night|evening)|one (?:day|night|evening))\b"
    r"|一次|一口气|一下子|有一?天|一晚|那天|那晚"
)
_SPAN = re.compile(
    rf"\b(?:this|last|the|these|over|in|past|previous)(?: (?:past|last|whole|previous))?(?: (?P<n>{EN}))? "
    r"(?P<en>day|week|fortnight|month)s?\b"
    rf"|(?P<half>半)个?(?P<half_of>月|年)|(?:[这上前近]|过去|最近)?(?P<zh_n>{ZH})?个?多?"
    r"(?P<zh>天|月|(?:周|星期|礼拜)(?![二三四五六日天末]|一(?![共直天])))"
)
_SINCE = re.compile(r"\bsince (?:last )?(?:week|month|christmas|easter|(?:sun|mon|tues|wednes|thurs|fri|satur)day)\b")
_STRENGTH = re.compile(rf"(?:{EN}|{ZH})[ -]?(?:{'|'.join(MG)})(?![a-z])")


def span_of_total(lower: str) -> float | None:
    """The days over which a count of tablets was used up; None where none is told, or where it may be of one day."""
    return next((days for _, days in _totals(lower) if days), None)


def without_total(lower: str) -> str:
    """`lower` without a total over days, but for its strength, where another clause tells how much it is a day."""
    for clause, _ in _totals(lower):
        others = (one[0] for one in _CLAUSE.finditer(lower) if one.start() != clause.start())
        if any(_is_daily(one) and _count(one) for one in others):
            strength = _STRENGTH.search(clause[0])
            kept = f" @ {strength[0]}" if strength else " @ "
            return f"{lower[: clause.start()]}{kept}{lower[clause.end() :]}"
    return lower


def _totals(lower: str) -> Iterator[tuple[re.Match[str], float | None]]:
    """Clauses that tell a total, with its days where they are told."""
    if not _USED.search(lower):
        return
    for clause in _CLAUSE.finditer(lower):
        days = _days(clause[0])
        if not (days or _SINCE.search(clause[0])) or not _USED.search(clause[0]) or _ONE_DAY.search(clause[0]):
            continue
        if _count(clause[0]) and not _is_daily(clause[0]):
            yield clause, days


def _days(clause: str) -> float | None:
    """Of a span longer than a day."""
    for told in _SPAN.finditer(clause):
        if told["half"]:
            days = PERIODS[told["half_of"]] / 2
        else:
            number = told["n"] or told["zh_n"]
            days = PERIODS[told["en"] or told["zh"]] * ((amount(number) if number else None) or 1.0)
        if days > 1:
            return days
    return None


def _is_daily(clause: str) -> bool:
    often = rhythm(clause)
    return often.days == 1 or (often.doses is not None and often.days is None)


_BARE_A_DAY = re.compile(rf"(?!an? ){EN} ?(?:a|per|each|every|in a)? ?(?:day|daily)\b")


def _count(clause: str) -> bool:
    return any(pattern.search(clause) for pattern, _ in UNITS) or _BARE_A_DAY.search(clause) is not None
