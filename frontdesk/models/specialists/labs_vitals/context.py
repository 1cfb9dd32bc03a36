"""What stands around a value: a wish or a difference, an earlier time, the meal before it."""

import re

from frontdesk.models.specialists.labs_vitals.cues import cue
from frontdesk.models.specialists.labs_vitals.spoken import Number
from frontdesk.models.specialists.labs_vitals.told import Mention

SENTENCE_END = re.compile(r"[。！？!?；;]|\.(?!\d)|\n")

CLAUSE = 120  # characters before a value in which words say of when it is; so a long text costs in step with its length
STATES = ("fasting", "one_hour", "after_meal", "random")


def is_goal(text: str, start: int) -> bool:
    return bool(cue("goal", ending=r"[^.。!！?？]{0,40}$").search(text[max(0, start - 60) : start]))


def is_before(text: str, number: Number) -> bool:
    """Whether the value is of an earlier time; the word nearest before it in the clause decides, then one after it."""
    clause = re.split(r"[。！？!?;；]|\.(?!\d)", text[max(0, number.start - CLAUSE) : number.start])[-1]
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
            r"^[^\d]{0,14}(?:last (?:time|year|month|week|visit)|\bago\b|before that"
            r"|in (?:jan|feb|march|april|may|june|july|aug|sept|oct|nov|dec)\w*)|^[^\d]{0,6}(?:上次|之前)",
            after,
        )
    )


def state_of(text: str, mention: Mention, number: Number) -> str | None:
    """Fasting, an hour after, after a meal, at random: the cue nearest to the value."""
    earliest = max(0, mention.start - CLAUSE)
    ends = (m.end() for m in re.finditer(r"[。！？!?]|\.(?!\d)", text[earliest : mention.start]))
    before = text[earliest + max(ends, default=0) : number.start]
    after = re.split(r"[。！？!?]|\.(?!\d)", text[number.end : number.end + 40])[0]
    after = re.split(r"\d|空腹|餐后|饭后", after)[0] if re.search(r"\d", after) else after
    own = re.split(r"[,，;；]|\band\b|\bbut\b", before)[-1], re.split(r"[,，;；]|\band\b|\bbut\b", after)[0]
    for part, last in ((own[0], True), (own[1], False), (before, True), (after, False)):
        found = [(m.end() if last else -m.start(), state) for state in STATES for m in cue(state).finditer(part)]
        if any(state == "one_hour" for _, state in found) and all(s in ("one_hour", "after_meal") for _, s in found):
            return "one_hour"
        if found:
            return max(found)[1]
    return None
