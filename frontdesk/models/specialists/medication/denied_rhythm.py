"""How a medicine is said not to be taken: "not every other day any more", 不是隔天了; no rhythm that holds."""

import re

from frontdesk.models.specialists.medication.rhythm import letters_of

_NOT = re.compile(
    r"(?:\b(?:not|no longer|rather than)\b|n't\b)(?! (?:only|just|even|quite|(?:any )?(?:more|less|fewer) than|over"
    r"|under|exceed\w*)\b)"
    r"|(?<!是)不是(?![只光仅就])|并非|不再|不用再|没有?再|没有(?=[隔每天])|[没不](?=隔|每|天天|日日)"
)
_END = re.compile(r"[,，。;；!！?？]|\.(?!\d)|\b(?:but|it's|it is|and)\b|而是|(?<!不)是")
_OFTEN = frozenset("DYRXOhlwSH")  # letters of the grammar
_AMOUNT = re.compile("N[Um]")


def without_denied(lower: str) -> str:
    """`lower` without each rhythm or amount behind a denial, to the end of its clause; @ stays. A question is none."""
    kept, at = "", 0
    for cue in _NOT.finditer(lower):
        end = _END.search(lower, cue.end())
        stop = end.start() if end else len(lower)
        asked = end is not None and end[0] in "?？"
        if cue.start() >= at and not asked and _is_of_how(lower[cue.end() : stop]):
            kept += lower[at : cue.start()] + " @ " * ("@" in lower[cue.start() : stop])
            at = stop
    return kept + lower[at:]


def _is_of_how(words: str) -> bool:
    """Whether the denial stands right before a rhythm or an amount, with nothing else between."""
    told = letters_of(words).split("_")[0]
    return not _OFTEN.isdisjoint(told) or _AMOUNT.search(told) is not None
