"""How likely a text tells of an emergency, and of which: a network over the whole of it, as it was said."""

import re
from functools import cache, lru_cache
from pathlib import Path

from frontdesk.models.assertion import affirmed, cancelled
from frontdesk.models.facts import Language
from frontdesk.models.network import Network, chances_of, load
from frontdesk.models.specialists.labs_vitals.beside import without_harmless, without_values

WEIGHTS = Path(__file__).parent / "classifier.npz"
NONE = "none"  # the label of what is no emergency
CLIP = {True: 300, False: 700}  # characters read of a text in Chinese, in another language
FEWEST = 3  # different letters; fewer say too little
FEWEST_HAN = 2  # different Chinese characters: 吐血
_HAN = re.compile("[\u4e00-\u9fff]")
_IN_FULL = re.compile(r"\b(can|could|is|are|was|were|has|have|had|will|would) ?not\b", re.I)
_LETTER = re.compile(r"[^\W\d_]")


def chances(text: str, *, values: bool = False) -> dict[str, float]:
    """The chance of each rule; they add up to that of any emergency.

    Of a text whose negation is taken back, what is left without it is heard too: 没断过吐血 tells of 吐血.
    Measured values, which plain code holds against their limits, are judged with the words beside them: not where
    there are none, nor those that are as usual, unless `values` are wanted.
    """
    if not values:
        if not _says_something(without_values(text)):
            return {}
        text = without_harmless(text)
    lower = text.lower()
    heard = [text, *([affirmed(lower).text] if cancelled(lower) else [])]
    return max((_chances_of(one) for each in heard for one in _ways_of(each)), key=lambda found: sum(found.values()))


def _ways_of(text: str) -> dict[str, None]:
    """As it was said, and with "can't" for the "cannot" that recognisers and careful people write."""
    return dict.fromkeys((text, _IN_FULL.sub(_contracted, text)))


def _contracted(full: re.Match[str]) -> str:
    word = full[1].lower()
    return {"can": "can't", "will": "won't"}.get(word, f"{word}n't")


def _says_something(text: str) -> bool:
    different = set(_LETTER.findall(text))
    return len(different) >= (FEWEST if "".join(different).isascii() else FEWEST_HAN)


def _chances_of(text: str) -> dict[str, float]:
    return dict(_chances(clipped(text))) if _says_something(text) else {}


@lru_cache(maxsize=512)
def _chances(text: str) -> tuple[tuple[str, float], ...]:
    network = shipped()
    of_rules = zip(network.labels, chances_of(text, network), strict=True)
    return tuple((label, float(chance)) for label, chance in of_rules if label != NONE)


@cache
def shipped() -> Network:
    return load(WEIGHTS)


def warm() -> None:
    """Read the weights now; otherwise the first patient waits for them."""
    for words in {Language.ZH: "你好你好", Language.EN: "good morning"}.values():
        chances(words)


def clipped(text: str) -> str:
    """The beginning of a long text and, since the newest is often last, some of its end."""
    most = CLIP[bool(_HAN.search(text))]
    return text if len(text) <= most else f"{text[: most * 3 // 4]} {text[-most // 4 :]}"
