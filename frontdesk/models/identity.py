"""Names and numbers of patients in one plain form, for comparing; plain code, no model ever sees them."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import rjieba
from anyascii import anyascii

from frontdesk.models.parsers.sounds import pinyin
from frontdesk.models.parsers.writing import simplified

HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
# Letters with a second spelling in Latin alone: the German, Danish, Norwegian and Swedish one.
TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})
# Characters that are read in another way where they are a family's name.
FAMILY_READINGS = {
    **{"单": "shan", "曾": "zeng", "仇": "qiu", "解": "xie", "任": "ren", "查": "zha", "区": "ou", "盖": "ge"},
    **{"朴": "piao", "覃": "qin", "乐": "yue", "翟": "zhai", "尉迟": "yuchi", "万俟": "moqi", "长孙": "zhangsun"},
}
UMLAUT_U = re.compile(r"(?<=[ln])(?:v|yu)")  # 吕 is written Lü, Lv, Lyu and Lu
SUFFIXES = frozenset({"jr", "sr", "junior", "senior", "ii", "iii", "iv"})
TITLES = frozenset({"mr", "mrs", "ms", "miss", "dr", "prof"})
MOST_WORDS = 5  # of a name in Latin letters
SHORTEST = 2  # characters of a part of a name that is looked for by itself
WORD = re.compile(r"[^\W\d_\u3400-\u9fff\uf900-\ufaff]+(?:['’](?!s\b)[^\W\d_\u3400-\u9fff]+)*")  # of Latin letters
BETWEEN = re.compile(r"[\s,.·-]{0,3}")
PARTS = re.compile(r"[·•・\s-]+")


def patient_number(typed: str) -> str:
    """The number as the hospital writes it: half width, no spaces, capitals."""
    return unicodedata.normalize("NFKC", typed).replace(" ", "").replace("-", "").upper()


def plain(name: str) -> str:
    """A name for comparing: half width, no accents, no spaces or dots, lower case, simplified characters."""
    return "".join(c for c in _letters(name) if c.isalnum())


def same_name(given: str, known: str) -> bool:
    """Whether two spellings are of one name.

    Width, case, accents, hyphens, titles, the order of family and given names, traditional and simplified characters
    make no difference, and Latin letters may stand for a Chinese name's sound. Two names in characters have to agree
    in the characters.
    """
    return bool(set(spellings(given, latin=not HAN.search(known))) & set(spellings(known, latin=not HAN.search(given))))


def is_part(given: str, known: str) -> bool:
    """Whether it is the family or the given name alone, in any spelling."""
    if HAN.search(known) and not HAN.search(given):
        parts = {part for reading in _readings(known) for part in _parts(reading)}
        return plain(given) in parts
    if HAN.search(known):
        whole, part = plain(known), plain(given)
        return bool(part) and (whole.startswith(part) or (len(part) >= SHORTEST and whole.endswith(part)))
    return set(_parts(given)) <= set(_parts(known)) | {plain(one) for one in PARTS.split(known)}


def places_of(name: str, folded: str, *, parts: bool = True) -> Iterator[tuple[int, int]]:
    """Where a known name stands in a folded text, in any spelling; `parts`: its given and family name alone too.

    A Chinese family name by itself is no name: it is a character of many words.
    """
    if HAN.search(name):
        whole = plain(name)
        given = whole[2 if whole[:2] in FAMILY_READINGS else 1 :]
        for part in (whole, *((given,) if parts and len(given) >= SHORTEST and not rjieba.has_word(given) else ())):
            for found in re.finditer(r"[·•・\s]*".join(map(re.escape, part)), folded):
                yield found.span()
    windows = _windows(folded)
    for known in _spelled(name):
        yield from windows.get(known, ())
    if parts and not HAN.search(name):
        for part in map(plain, PARTS.split(name)):
            yield from (span for span in windows.get(part, ()) if len(part) >= SHORTEST)


@lru_cache(maxsize=4096)
def _spelled(name: str) -> frozenset[str]:
    return frozenset(spellings(name, latin=True))


@lru_cache(maxsize=64)
def _windows(folded: str) -> dict[str, tuple[tuple[int, int], ...]]:
    """Every spelling of up to so many words in Latin letters that follow each other, and where they stand."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}
    words = list(WORD.finditer(folded))
    for first in range(len(words)):
        for last in range(first, min(first + MOST_WORDS, len(words))):
            if last > first and not BETWEEN.fullmatch(folded[words[last - 1].end() : words[last].start()]):
                break
            span = words[first].start(), words[last].end()
            for spelling in _spelled(folded[slice(*span)]):
                found[spelling] = (*found.get(spelling, ()), span)
    return found


def spellings(name: str, *, latin: bool) -> Iterator[str]:
    """The ways to write a name as one word of letters and figures; in Latin letters, or in characters as they are."""
    if HAN.search(name) and not latin:
        yield plain(name)
        return
    for written in _readings(name) if HAN.search(name) else (name.casefold(), name.casefold().translate(TWO_LETTERS)):
        parts = _parts(written)
        for turned in (parts, parts[-1:] + parts[:-1], parts[1:] + parts[:1]):
            yield UMLAUT_U.sub("u", "".join(turned))


def _readings(name: str) -> Iterator[str]:
    """Family name and given name as they sound."""
    characters = plain(name)
    family = next((one for one in FAMILY_READINGS if characters.startswith(one)), "")
    yield f"{' '.join(pinyin(characters[:1]))} {''.join(pinyin(characters[1:]))}"
    yield f"{''.join(pinyin(characters[:2]))} {''.join(pinyin(characters[2:]))}"
    if family:
        yield f"{FAMILY_READINGS[family]} {''.join(pinyin(characters[len(family) :]))}"


def _parts(name: str) -> list[str]:
    words = ["".join(c for c in word if c.isalnum()) for word in re.split(r"[\s,.-]+", _letters(name))]
    parts = [word for word in words if word and word not in SUFFIXES and word not in TITLES]
    return parts or [word for word in words if word]


def _letters(name: str) -> str:
    """Half width, lower case, simplified, without accents; characters stay what they are."""
    if name.isascii():
        return name.casefold()
    half = simplified(unicodedata.normalize("NFKC", name))
    return "".join(c if HAN.match(c) else anyascii(c) for c in half).casefold()
