"""Names that mean one finding of several: a denied "weakness" is of the limbs beside numbness, and alone of neither."""

import re

from frontdesk.models.mentions.find import Mention

# By the bare name: what it means where the words around it are of these.
_NAMES: dict[str, tuple[str, re.Pattern[str]]] = {
    word: (
        "limb_weakness",
        re.compile(
            r"numb|tingl|pins and needles|speech|slur|droop|vision|balance|\b(?:arms?|legs?|hands?|foot|feet|limbs?)\b"
            r"|[麻偏瘫]|手脚|胳膊|腿|说话|口齿|嘴歪"
        ),
    )
    for word in ("weakness", "weak", "weaker", "无力", "乏力")
}
_SENTENCE = re.compile(r"[。！？!?\n]|\.(?!\d)")


def denied_as(one: Mention, lower: str) -> str | None:
    """The code of the finding that a denial of `one` in `lower` is of; None where it may be of several."""
    if one.words.lower() not in _NAMES:
        return one.code
    code, beside = _NAMES[one.words.lower()]
    first = max((stop.end() for stop in _SENTENCE.finditer(lower, 0, one.start)), default=0)
    stop = _SENTENCE.search(lower, one.end)
    return code if beside.search(lower, first, stop.start() if stop else len(lower)) else None
