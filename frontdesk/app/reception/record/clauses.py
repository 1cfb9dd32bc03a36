"""Words on the page of what the doctor will read, clause by clause: what each says is to become of a line."""

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from frontdesk.models.facts import Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.corrections import without_alternative
from frontdesk.models.parsers.names import all_named
from frontdesk.models.parsers.patterns import Cue, entries
from frontdesk.models.parsers.replies import courtesy
from frontdesk.models.parsers.writing import read

WORDS = entries("corrected", Path(__file__).parent)
CUES = {name: Cue(words) for name, words in WORDS.items() if isinstance(words, list)}
HEADINGS = {Topic(topic): Cue(words) for topic, words in WORDS["headings"].items()}
AROUND = " \t,.;:!?，。；：！？、…"
SENTENCE = re.compile(r"(?:[^.!?。！？;；\n]|\.(?=\d))+")
CLAUSE = re.compile(
    r"(?:\b(?:and|but|while|though|except)\b)?(?:(?![,，、:：]|\b(?:but|and|while|though|except)\b|但是?|可是|不过(?!敏)).)+(?:\b(?:and|but|while|though|except)\b)?",
    re.S,
)
JOINT = re.compile(
    r"\s*(?:[,，、;；/]|\b(?:and|or)\b|[和跟与及或])\s*"
)  # inside the name of a line, said one way or another
JOINED = r"(?:\s|[,，、;；/]|\b(?:and|or)\b|[和跟与及或])+"
QUOTED = re.compile(r"\"[^\"]+\"|《[^》]+》|「[^」]+」|(?<![\w'])'[^']+'(?!\w)")
LISTED = re.compile(r"\b(?:the|my|and|both|those|these|that|two|three)\b|[和跟与及、那这]")


class Clause(NamedTuple):
    """`start` and `end` are places in the normalised text; `words` are in small letters."""

    start: int
    end: int
    words: str
    asks: bool = False  # it ends in a question mark

    def says(self, cue: str) -> bool:
        return CUES[cue].search(self.words) is not None

    @property
    def asked_for(self) -> str:
        """The words without those that ask for a line: 没写上, "you left out"."""
        rest = self.words
        for found in reversed(list(CUES["missing"].finditer(self.words))):
            rest = f"{rest[: found.start()]} {rest[found.end() :]}"
        return rest.strip(AROUND)

    @property
    def removes(self) -> bool:
        return self.says("removed") and not self.says("stays")

    @property
    def never_said(self) -> bool:
        return self.says("never")

    @property
    def rejects(self) -> bool:
        """Something is to go, is said to be wrong, or never to have been said."""
        return self.removes or self.never_said or (self.says("wrong") and not self.says("stays"))

    @property
    def puts_back(self) -> bool:
        return self.says("back")

    @property
    def keeps(self) -> bool:
        return self.says("stays") or self.puts_back

    @property
    def orders(self) -> bool:
        """The kiosk is told what to do with lines: nothing in it is told of the patient."""
        return self.removes or self.says("mends")

    @property
    def disputes(self) -> bool:
        """What it names is what stands there, and not what is so: quoted, wrong, or asked."""
        return self.asks or self.rejects or self.says("quotes")

    @property
    def meant(self) -> str:
        """The words of what is so: without what they say is not, or is to be changed."""
        found = list(CUES["anew"].finditer(self.words))
        return without_alternative(self.words[found[-1].end() :] if found else self.words)

    def headings(self) -> Iterator[tuple[Topic, int]]:
        """The headings that are named, and where."""
        for topic, cue in HEADINGS.items():
            yield from ((topic, found.start()) for found in cue.finditer(self.words))


@lru_cache(maxsize=64)
def sentences(said: str, names: tuple[str, ...] = ()) -> tuple[tuple[Clause, ...], ...]:
    """The clauses of each sentence. No clause ends inside what is quoted, or inside one of the `names` of lines."""
    text = read(said).lower
    whole = [one.span() for one in QUOTED.finditer(text)]
    whole += [one.span() for name in names for one in shape_of(name).finditer(text)]
    return tuple(
        tuple(
            Clause(start, end, text[start:end], asks=text[end : end + 2].strip("!！ ")[:1] in ("?", "？"))
            for start, end in _joined(text, sentence.span(), whole)
        )
        for sentence in SENTENCE.finditer(text)
    )


@lru_cache(maxsize=1024)
def shape_of(name: str) -> re.Pattern[str]:
    """The name of a line as it is said: "hands, feet and mouth" also "hands and feet and mouth"."""
    parts = (re.escape(part) for part in JOINT.split(name.lower()) if part)
    begins, ends = (r"\b" if sign.isascii() and sign.isalnum() else "" for sign in (name[:1], name[-1:]))
    return re.compile(f"{begins}{JOINED.join(parts)}{ends}")


def _joined(text: str, sentence: tuple[int, int], whole: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Where its clauses stand; names alone are of the clause behind them: "the gout and the stroke are my dad's"."""
    begun: int | None = None
    for one in CLAUSE.finditer(text, *sentence):
        if not one[0].strip():
            continue
        start = one.start() if begun is None else begun
        open_still = any(first < one.end() < last for first, last in whole) and one.end() < sentence[1]
        begun = start if open_still or _only_names(one[0]) else None
        if begun is None:
            yield start, one.end()
    if begun is not None:
        yield begun, one.end()


def _only_names(words: str) -> bool:
    """Whether it names illnesses, medicines or complaints, and says nothing of them."""
    named = [(start, end) for start, end, _ in all_named(words)]
    named += [(one.start, one.end) for one in mentions(words) if not one.denied]
    rest = "".join(" " if any(a <= at < b for a, b in named) else sign for at, sign in enumerate(words))
    return bool(named) and not LISTED.sub("", rest).strip(AROUND)


def clauses_of(said: str) -> Iterator[Clause]:
    return (clause for sentence in sentences(said) for clause in sentence)


def rejects(said: str) -> bool:
    """Whether something is said to be wrong, or to be taken out."""
    return any(clause.rejects for clause in clauses_of(said))


def corrects(said: str) -> bool:
    """Whether the words speak of the lines themselves: whoever does so has not said that all of it is right."""
    return any(one.rejects or one.orders or one.puts_back or one.says("missing") for one in clauses_of(said))


def affirms(said: str) -> bool:
    """Whether the words say of all the lines that they are right, and nothing else."""
    clauses = [one for one in clauses_of(said) if not courtesy(one.words)]
    return bool(clauses) and all(one.says("affirms") and not one.says("trouble") for one in clauses)
