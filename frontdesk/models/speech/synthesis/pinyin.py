"""Chinese characters as pinyin with tone numbers, for a voice that reads no characters."""

from functools import cache
from pathlib import Path

import yaml
from pypinyin import Style, lazy_pinyin, load_phrases_dict


@cache
def _learn_phrases() -> None:
    """Readings of characters with several that the library's own phrases lack."""
    text = (Path(__file__).parent / "phrases.yaml").read_text(encoding="utf-8")
    read: dict[str, str] = yaml.load(text, Loader=yaml.CSafeLoader)
    load_phrases_dict({phrase: [[syllable] for syllable in said.split()] for phrase, said in read.items()})


def syllables(text: str, *, rest: bool = True) -> list[str]:
    """你好 as ni2, hao3: tones as they are said, with the sandhi of 不, 一 and third tones.

    `rest`: what is no Chinese character stays in its place, a run of it as one.
    """
    _learn_phrases()
    return lazy_pinyin(
        text,
        style=Style.TONE3,
        neutral_tone_with_five=True,
        tone_sandhi=True,
        errors="default" if rest else "ignore",
    )
