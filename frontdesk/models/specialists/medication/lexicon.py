"""Every name of a medicine as a list writes it, to be looked for as written, as spelt and as it sounds."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.formulary_schema import Product
from frontdesk.models.parsers.english import phrase
from frontdesk.models.parsers.sounds import sounded
from frontdesk.models.parsers.trie import Trie
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.medication.dose_words import FORM


class Named(NamedTuple):
    """What a name stands for: one medicine (or kind of medicine), or a product and what it holds."""

    codes: tuple[str, ...]
    product: Product | None = None


class Mention(NamedTuple):
    """Words from `start` to `end`. `named` where a name was read, else `close` to some names, or to none."""

    start: int
    end: int
    words: str
    named: Named | None = None
    close: tuple[Named, ...] = ()

    @property
    def meant(self) -> Named | None:
        """The one thing it can mean."""
        return self.named or (self.close[0] if len(self.close) == 1 else None)


_FORM = re.compile("(?:胶囊|颗粒|口服液|滴眼液|糖浆|软膏)$")  # common to many names, so that all of them sound alike


class _Names:
    """Every name of the formulary, to be looked for as written, as spelt and as it sounds."""

    def __init__(self) -> None:
        self.zh: Trie[str, Named] = Trie()
        self.en: Trie[str, Named] = Trie()
        self.spelt: dict[str, Named] = {}
        self.heard: dict[str, tuple[str, Named]] = {}
        self.written: set[str] = set()
        self.short: dict[str, Named] = {}
        self.pairs: set[str] = set()  # of two characters
        for names, named in _entries():
            for name in names:
                self._add(name, named)

    def _add(self, name: str, named: Named) -> None:
        lower = read(name).lower
        if re.search(r"[\u4e00-\u9fff]", lower):
            self.zh.add(lower, named)
            if is_kind(named):
                return
            if len(lower) == 2:
                self.pairs.add(lower)
            if re.fullmatch(r"(?!感冒|止咳|退烧)[\u4e00-\u9fff]{3}", lower):
                self.short.setdefault(lower, named)
            if re.fullmatch(r"[\u4e00-\u9fff]{3,10}", lower) and not _FORM.search(lower):
                self.heard.setdefault("".join(syllables(lower)), (lower, named))
            return
        self.en.add(phrase(lower), named)
        self.written.add(lower)
        if " " not in lower and len(lower) >= 5 and not is_kind(named):
            self.spelt.setdefault(lower, named)


def _entries() -> Iterator[tuple[list[str], Named]]:
    known = formulary()
    for product in known.products:  # first: their strength is known
        names = [*([product.zh] if product.zh else []), *(n for names in product.says.values() for n in names)]
        yield names, Named(tuple(product.holds), product)
    for one in known.medicines.values():
        yield [one.code, one.zh, *(name for names in one.says.values() for name in names)], Named((one.code,))


@lru_cache(maxsize=1)
def names() -> _Names:
    return _Names()


@cache
def _data() -> dict[str, list[str]]:
    text = (Path(__file__).parent / "words.yaml").read_text(encoding="utf-8")
    found: dict[str, list[str]] = yaml.load(text, Loader=yaml.CSafeLoader)
    return found


@cache
def _everyday() -> frozenset[str]:
    return frozenset(word for line in _data()["everyday"] for word in line.split())


def is_everyday(word: str) -> bool:
    """Whether a word is no name of a medicine, however close to one: of every day, or of a form ("caplets")."""
    return word in _everyday() or FORM.fullmatch(word) is not None


@cache
def words_for(name: str) -> re.Pattern[str]:
    return re.compile("|".join(_data()[name]))


def is_kind(named: Named) -> bool:
    medicine = formulary().medicines.get(named.codes[0])
    return bool(medicine and medicine.group)


def covered(start: int, end: int, found: Iterable[Mention]) -> bool:
    return any(start < one.end and one.start < end for one in found)


_LETTERS: dict[str, str] = {}


def syllables(text: str) -> list[str]:
    """One letter for each syllable, so that strings of them can be compared."""
    return [_LETTERS.setdefault(syllable, chr(0xE000 + len(_LETTERS))) for syllable in sounded(text)]
