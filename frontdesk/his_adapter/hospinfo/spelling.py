"""Slips of the keyboard in English command words, mended for reading; what goes into a record stays as it is."""

import re
from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from frontdesk.his_adapter.hospinfo.script import Script
from frontdesk.his_adapter.hospinfo.vocabulary import vocabulary
from frontdesk.his_adapter.names import specialty_names
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import Condition, Finding

WORD = re.compile(r"(?<![a-z0-9'-])[a-z]{4,}(?![a-z0-9'-])")
SLIP = 1  # letter too many, too few, wrong, or two in the wrong order
ENDING = re.compile(r"(?:s|d|ed|es|ing|er|ly|e)$")
LETTER = re.compile(r"[a-z]{2,}")


def mended(said: Script) -> Script:
    """Unknown words one slip away from a command word as that word; names, which have a capital, stay."""
    said = _written_out(said)
    for match in reversed(list(WORD.finditer(said.text))):
        right = None if match[0] in known_words() or ENDING.sub("", match[0]) in _stems() else _nearest(match[0])
        written = said.written(*match.span())
        if right is not None and not (written[0].isupper() and match.start() > 0):
            said = _put(said, match.span(), right)
    return said


def _written_out(said: Script) -> Script:
    for match in reversed(list(_short().finditer(said.text))):
        said = _put(said, match.span(), vocabulary().short[match[0]])
    return said


def _put(said: Script, span: tuple[int, int], word: str) -> Script:
    """`word` in place of what stands in `span`; it goes on meaning what was written there."""
    start, end = span
    place = said.places[start][0], said.places[end - 1][1]
    return said._replace(
        text=said.text[:start] + word + said.text[end:],
        places=(*said.places[:start], *[place] * len(word), *said.places[end:]),
    )


@cache
def _short() -> re.Pattern[str]:
    words = sorted(vocabulary().short, key=len, reverse=True)
    return re.compile(rf"(?<=[^\w/'-])(?:{'|'.join(map(re.escape, words))})(?=[ .,;:?!]|$)")


@cache
def _stems() -> frozenset[str]:
    return frozenset(ENDING.sub("", word) for word in known_words())


@cache
def _nearest(word: str) -> str | None:
    same_start = [
        candidate for candidate in _commands() if candidate[0] == word[0] and abs(len(candidate) - len(word)) <= SLIP
    ]
    found = process.extractOne(word, same_start, scorer=OSA.distance, score_cutoff=SLIP)
    return str(found[0]) if found else None


@cache
def _commands() -> tuple[str, ...]:
    words = vocabulary()
    groups = [text for name, texts in words.words.items() if name.endswith("_en") for text in texts]
    fields = [text for named in words.fields.values() for text in named.en]
    plain = {word for text in (*groups, *fields) for word in LETTER.findall(text) if len(word) >= 4}
    return tuple(sorted(plain))


@cache
def known_words() -> frozenset[str]:
    """Words that are right as they are: commands, names of departments, symptoms and illnesses, and common words."""
    known = knowledge()
    texts = [name for names in specialty_names().values() for name in names]
    entries: list[Finding | Condition] = [*known.findings.values(), *known.conditions.values()]
    for entry in entries:
        texts += [entry.en, *(word for says in entry.says.values() for word in says)]
    return (
        frozenset(_commands())
        | {w for text in texts for w in LETTER.findall(text.lower())}
        | set(vocabulary().common_en)
    )
