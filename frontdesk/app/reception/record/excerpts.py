"""Parts of what somebody said, in its order, with an ellipsis where something between them is left out."""

from collections.abc import Sequence

LEFT_OUT = "…"


def excerpt(parts: Sequence[tuple[int, str]]) -> str:
    """`parts` with their places among the parts of the whole."""
    told = ""
    for at, (place, words) in enumerate(parts):
        if not told:
            told = words
        elif place == parts[at - 1][0] + 1:
            told += words
        else:
            told = f"{told.rstrip()} {LEFT_OUT} {words.lstrip()}" if words.isascii() else f"{told}{LEFT_OUT}{words}"
    return told
