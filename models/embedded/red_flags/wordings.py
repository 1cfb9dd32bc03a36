"""How the signs of `signs/*.yaml` are worded: patterns, and which of them a text may hold at all."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from models.embedded.red_flags.literals import Needed, alternatives, needed, worth
from models.embedded.scope import ScopeKind
from models.embedded.spotting import Spotter
from models.facts import Language

HERE = Path(__file__).parent
GAP = {  # what "~~" (within the sentence) and "~" (within the clause) stand for
    Language.EN: (r"(?:\b[^.;!?]{0,80}?\b)", r"(?:\b[^.;!?,]{0,40}?\b)"),
    Language.ZH: (r"(?:[^。；！？;!?\n]{0,16}?)", r"(?:[^，。；！？,;!?\n]{0,8}?)"),
}
WINDOW = {Language.EN: 130, Language.ZH: 36}  # characters within which concepts said "near" one another lie
OF_PEOPLE = frozenset(
    yaml.load((HERE / "signs" / "people.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
)  # who somebody is


class Wording(NamedTuple):
    """One way of saying a sign: words in their order, or concepts that lie near one another in any order."""

    sign: str
    parts: tuple[str, ...]  # patterns; more than one for concepts
    unmeant: tuple[str, ...]  # patterns whose words say something else, where a hit touches them
    needed: tuple[Needed, ...]
    ignored: frozenset[ScopeKind]
    context: bool  # what the talk is about counts although it is negated: "I haven't felt a kick"
    window: int
    order: int

    def meant(self, text: str, hit: re.Match[str]) -> bool:
        """Whether the hit stands clear of what only sounds like the sign: 火烧火燎 is no burn."""
        others = (other for pattern in self.unmeant for other in compiled(pattern).finditer(text))
        return not any(other.start() < hit.end() and hit.start() < other.end() for other in others)


def _ignored(entry: dict[str, Any]) -> frozenset[ScopeKind]:
    """The scopes under which a sign does not count."""
    ignored = {ScopeKind.PAST, ScopeKind.HYPOTHETICAL, ScopeKind.IDIOM, ScopeKind.OTHER_PERSON, ScopeKind.RECOVERED}
    if entry.get("lasting"):  # counts when it has passed: a faint, a stroke that went away
        ignored.discard(ScopeKind.RECOVERED)
    if entry.get("anyone"):  # counts when said of somebody else: "my husband hits me"
        ignored.discard(ScopeKind.OTHER_PERSON)
    if entry.get("ever"):  # counts when long ago: an illness one has
        ignored -= {ScopeKind.PAST, ScopeKind.RECOVERED}
    if entry.get("supposed"):  # counts as a wish: "if only I could die"
        ignored.discard(ScopeKind.HYPOTHETICAL)
    if entry.get("certain"):  # does not count when only supposed: "maybe I am pregnant"
        ignored.add(ScopeKind.UNCERTAIN)
    return frozenset(ignored)


def possible_in(text: str, language: Language) -> list[Wording]:
    """The wordings that `text` may hold, going by words that each needs, in the order written."""
    spotter, by_word = _by_word(language)
    spotted = spotter.spotted(text)
    possible = {
        wording.order: wording
        for word in ("", *spotted)
        for wording in by_word.get(word, ())
        if not any(words.isdisjoint(spotted) for words in wording.needed)
    }
    return [possible[order] for order in sorted(possible)]


@cache
def _by_word(language: Language) -> tuple[Spotter, dict[str, list[Wording]]]:
    """Every wording of `signs/*.yaml` under each word of its most telling set; what spots all words needed."""
    by_word: dict[str, list[Wording]] = defaultdict(list)
    spotter = Spotter()
    for wording in _wordings(language):
        spotter.add(word for words in wording.needed for word in words)
        for word in wording.needed[0] if wording.needed else {""}:
            by_word[word].append(wording)
    return spotter, by_word


def _wordings(language: Language) -> Iterator[Wording]:
    order = count()
    for file in sorted((HERE / "signs").glob("*.yaml")):
        for name, entry in yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader).items():
            unmeant = tuple(
                _bounded(_expanded(one, language), language) for one in entry.get("not", {}).get(language, ())
            )
            for written in entry[language]:
                for parts in _ways(written, language):
                    yield Wording(
                        name,
                        parts,
                        unmeant,
                        needed_of(parts),
                        _ignored(entry),
                        bool(entry.get("context")),
                        WINDOW[language],
                        next(order),
                    )


def _ways(written: str | list[str] | dict[str, list[str]], language: Language) -> Iterator[tuple[str, ...]]:
    """The patterns a line of the file stands for: each alternative of a text or pair, or the concepts of `near`."""
    if isinstance(written, dict):
        yield tuple(_bounded(_expanded(part, language), language) for part in written["near"])
        return
    both_ways = _either_order(written) if isinstance(written, list) else written
    for one in alternatives(_expanded(both_ways, language)):
        yield (_bounded(one, language),)


def _bounded(pattern: str, language: Language) -> str:
    """English patterns begin and end where words do."""
    return rf"(?<![\w'])(?:{pattern})(?:(?<= )|(?!\w))" if language is Language.EN else pattern


def needed_of(parts: tuple[str, ...]) -> tuple[Needed, ...]:
    """What `needed` says of every part, the most telling set first."""
    return tuple(sorted({words for part in parts for words in needed(part)}, key=worth, reverse=True))


def warm() -> None:
    """Make every expression now; otherwise the patient who first uses its words waits for it."""
    for language in Language:
        for wordings in _by_word(language)[1].values():
            for wording in wordings:
                for part in wording.parts:
                    compiled(part)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _either_order(pair: list[str]) -> str:
    one, other = (f"(?:{part})" for part in pair)
    return f"{one}~{other}|{other}~{one}"


def _expanded(pattern: str, language: Language) -> str:
    for name, words in _vocabulary()[language].items():
        pattern = pattern.replace(f"{{{name}}}", f"(?:{words})")
    pattern = pattern.replace("n't", "n'?t")  # "cant breathe"
    sentence, clause = GAP[language]
    return pattern.replace("~~", sentence).replace("~", clause)


@cache
def _vocabulary() -> dict[str, dict[str, str]]:
    vocabulary: dict[str, dict[str, str]] = yaml.load(
        (HERE / "vocabulary.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return vocabulary
