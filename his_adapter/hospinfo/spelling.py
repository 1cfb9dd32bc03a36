"""Slips of the keyboard in English command words, mended for reading; what goes into a record stays as it is."""

import re
from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from his_adapter.hospinfo.script import Script
from his_adapter.hospinfo.vocabulary import vocabulary
from his_adapter.names import specialty_names
from models.knowledge.load import knowledge
from models.knowledge.schema import Condition, Finding

WORD = re.compile(r"(?<![a-z0-9'-])[a-z]{4,}(?![a-z0-9'-])")
SLIP = 1  # letter too many, too few, wrong, or two in the wrong order
ENDING = re.compile(r"(?:s|d|ed|es|ing|er|ly|e)$")
LETTER = re.compile(r"[a-z]{2,}")


def mended(said: Script) -> Script:
    """Unknown words one slip away from a command word as that word; names, which have a capital, stay."""
    for match in reversed(list(WORD.finditer(said.text))):
        right = None if match[0] in _known() or ENDING.sub("", match[0]) in _stems() else _nearest(match[0])
        written = said.written(*match.span())
        if right is None or (written[0].isupper() and match.start() > 0):
            continue
        start, end = said.places[match.start()][0], said.places[match.end() - 1][1]
        said = said._replace(
            text=said.text[: match.start()] + right + said.text[match.end() :],
            places=(*said.places[: match.start()], *[(start, end)] * len(right), *said.places[match.end() :]),
        )
    return said


@cache
def _stems() -> frozenset[str]:
    return frozenset(ENDING.sub("", word) for word in _known())


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
def _known() -> frozenset[str]:
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
