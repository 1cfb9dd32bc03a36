"""Words that are still being spoken: whether they break off, and whether they only show that somebody listens."""

from pathlib import Path

import yaml

from frontdesk.models.parsers.replies import plain_reply

_WORDS: dict[str, str] = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
_ENGLISH = frozenset(_WORDS["en"].split())
_CHINESE = tuple(_WORDS["zh"].split())
_LISTENING = frozenset(_WORDS["listening"].split())
_MARKS = " .,!?;:…。，！？；：、"


def breaks_off(words: str) -> bool:
    """Whether another word always comes behind the last one."""
    plain = words.strip(_MARKS).lower().replace("’", "'")
    if not plain or plain_reply(words) is not None:
        return not plain
    return plain.split()[-1] in _ENGLISH if plain.isascii() else plain.endswith(_CHINESE)


def only_listens(words: str) -> bool:
    """嗯嗯, uh-huh: neither an answer nor a question while somebody else speaks."""
    plain = "".join(sign for sign in words.lower() if sign.isalnum() or sign == " ")
    parts = plain.split() if plain.isascii() else [sign for sign in plain if sign != " "]
    return bool(parts) and ("".join(parts) in _LISTENING or all(part in _LISTENING for part in parts))
