"""Which medicine is meant: read plainly, close to a name and to be asked, or on no list."""

import re
from collections.abc import Iterator
from itertools import pairwise

from frontdesk.models.specialists.case import Checked
from frontdesk.models.specialists.medication.finding import found
from frontdesk.models.specialists.medication.spoken import Heard, Spoken, is_group

NAMES = "WHO INN list; FDA and NMPA approved names and brands (frontdesk/models/knowledge/medicines)"


# Between two names and around them: the patient does not know which of the two it is.
_OR = re.compile(r"[\s,，'’”\"]*(?:or\b|还是|或者?|要么).{0,14}")
_WAVERS = re.compile(
    r"\b(?:or was it|or is it|or maybe|or something|not sure|i forget|forgot which|can't remember|don't remember|"
    r"don't know which|which one|which of|(?:mix|muddle|confus|jumble)\w*(?: (?:up|them|those|these|the))?|"
    r"one of (?:the|those) two|can't (?:tell|think|recall)|couldn't (?:say|tell)|not certain|one or the other|"
    r"(?:is|was) it|slips my mind|no idea|never know)\b"
    r"|忘了|记不[清得住]|不记得|不确定|[搞弄分闹]不[清灵明懂]|[弄搞记]?混[了淆]|[弄搞记]混|说不[清上准]|拿不[准定]|分不[清出]|哪个来着|哪一个"
    r"|到底|究竟|叫不[准上]|吃不准|想不起|记岔"
)


def identity(heard: Heard) -> Iterator[Checked]:
    asked = _wavering(heard)
    if asked:
        yield from _which_of(heard, asked)
    seen: set[str] = {code for one in asked for code in one.codes}
    for one in heard.spoken:
        for checked in _identified(heard, one):
            if checked.subject not in seen:
                seen.add(checked.subject)
                yield checked


def _wavering(heard: Heard) -> list[Spoken]:
    """Two medicines between which the patient wavers."""
    told = [one for one in heard.spoken if one.mention and one.codes]
    for first, second in pairwise(told):
        assert first.mention is not None and second.mention is not None  # noqa: S101
        if _OR.fullmatch(heard.lower, first.mention.end, second.mention.start) and _WAVERS.search(heard.lower):
            return [first, second]
    return []


def _which_of(heard: Heard, asked: list[Spoken]) -> Iterator[Checked]:
    codes = [code for one in asked for code in one.codes]
    names = heard.say("还是", " or ").join(heard.name(code) for code in codes)
    for code in codes:
        zh, en = f"是{names}？请看一下药盒，或者问护士。", f"Is it {names}? Please look at the box, or ask a nurse."
        yield found("identity", "confirm", code, heard.say(zh, en), NAMES)


def _identified(heard: Heard, one: Spoken) -> Iterator[Checked]:
    mention = one.mention
    if mention is None:
        return
    words = mention.words
    if mention.named is None and not mention.close:
        zh = f"我不认识“{words}”这个药，请把药盒给护士看一下。"
        en = f"I do not know a medicine called “{words}”; please show the box to the nurse."
        yield found("identity", "unknown", words.lower(), heard.say(zh, en), NAMES)
    elif mention.named is None:
        names = "、".join if heard.say("zh", "en") == "zh" else " or ".join
        asked = names(heard.name(close.codes[0]) for close in mention.close)
        for close in mention.close:
            for code in close.codes:
                zh, en = f"您说的“{words}”是{asked}吗？", f"By “{words}”, do you mean {asked}?"
                yield found("identity", "confirm", code, heard.say(zh, en), NAMES)
    elif is_group(mention.named.codes[0]):
        if one.listed:
            zh = f"您说的“{words}”是{heard.name(one.codes[0])}吗？"
            yield found(
                "identity", "confirm", one.codes[0], heard.say(zh, f"By “{words}”, do you mean {one.codes[0]}?"), NAMES
            )
    else:
        for code in mention.named.codes:
            name = heard.name(code)
            part = len(mention.named.codes) > 1
            zh = f"“{words}”里含有{name}。" if part else f"您说的是{name}。"
            en = f"“{words}” contains {name}." if part else f"You mean {name}."
            yield found("identity", "recognised", code, heard.say(zh, en), NAMES)
