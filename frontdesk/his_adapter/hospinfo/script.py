"""An instruction in which whatever was recognised has become one letter, and the way back to what was written."""

import re
from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple, Self

from frontdesk.his_adapter.hospinfo.languages import speaks_chinese
from frontdesk.models.parsers.writing import read

FIRST = 0xE000  # the private use area of Unicode: nobody types these
PER_KIND = 256
PLAIN = str.maketrans("，：；！？（）﹣·", ",:;!?()-.")
MARKS = str.maketrans({chr(code): " " for code in range(FIRST, 0xF8FF + 1)})


class Kind(Enum):
    """What a letter stands for; the value is its sign in patterns."""

    QUOTED = "Q"
    PATIENT = "P"
    RECORD = "N"  # outpatient numbers
    TIME = "T"  # of the day
    PERIOD = "D"
    WHEN = "W"  # a period with its bounds
    AGE = "A"
    DEPARTMENT = "K"
    GENDER = "G"
    FIELD = "F"
    PERSON = "M"
    DOCTOR = "S"
    CLINICAL = "C"


ORDER = {kind: place for place, kind in enumerate(Kind)}


def letters(kind: Kind) -> str:
    """The inside of a character class of all letters of one kind."""
    start = FIRST + ORDER[kind] * PER_KIND
    return f"{chr(start)}-{chr(start + PER_KIND - 1)}"


ANY_LETTER = f"{chr(FIRST)}-{chr(FIRST + len(ORDER) * PER_KIND - 1)}"


class Begun(NamedTuple):
    """A meaning of no more than the match up to `end`."""

    meaning: Any
    end: int


class Script(NamedTuple):
    """`text` is plain, in small letters, with recognised things as letters; `places[i]` is where character i stood."""

    original: str
    text: str
    places: tuple[tuple[int, int], ...]
    meanings: tuple[tuple[Any, ...], ...] = ((),) * len(ORDER)

    def written(self, start: int, end: int) -> str:
        """The words as they were written, between two places of `text`."""
        return self.original[self.places[start][0] : self.places[end - 1][1]].strip() if start < end else ""

    def means(self, letter: str) -> Any:
        kind, place = divmod(ord(letter) - FIRST, PER_KIND)
        return self.meanings[kind][place]

    def every(self, kind: Kind) -> list[Any]:
        """What the letters of one kind mean that are still in the text, in the order of the text."""
        return [self.means(letter) for letter in re.findall(f"[{letters(kind)}]", self.text)]

    def lettered(
        self, kind: Kind, pattern: re.Pattern[str], meaning: Callable[[re.Match[str]], Any], *, keep: str = ""
    ) -> Self:
        """With every match of `pattern` that has a meaning (not None) as one letter of that kind.

        Letters within it that `keep`, the inside of a character class, names stay behind it.
        """
        text, places, found, done = [], [], list(self.meanings[ORDER[kind]]), 0
        for match in pattern.finditer(self.text):
            start, end = match.span("all") if "all" in pattern.groupindex else match.span()
            meant = meaning(match) if end > start >= done and len(found) < PER_KIND else None
            if meant is None:
                continue
            if isinstance(meant, Begun):
                meant, end = meant
            kept = [at for at in range(start, end) if keep and re.match(f"[{keep}]", self.text[at])]
            text += [self.text[done:start], chr(FIRST + ORDER[kind] * PER_KIND + len(found))]
            text += [self.text[at] for at in kept]
            places += [*self.places[done:start], (self.places[start][0], self.places[end - 1][1])]
            places += [self.places[at] for at in kept]
            found.append(meant)
            done = end
        if not done:
            return self
        meanings = list(self.meanings)
        meanings[ORDER[kind]] = tuple(found)
        return self._replace(
            text="".join([*text, self.text[done:]]), places=(*places, *self.places[done:]), meanings=tuple(meanings)
        )

    def without(self, start: int, end: int, instead: str = "\n") -> Self:
        """With what stands between two places taken out; a line end is left where it was."""
        place = (self.places[start][0], self.places[end - 1][1]) if start < end else (0, 0)
        return self._replace(
            text=self.text[:start] + instead + self.text[end:],
            places=(*self.places[:start], *[place] * len(instead), *self.places[end:]),
        )

    def part(self, start: int, end: int) -> Self:
        return self._replace(text=self.text[start:end], places=self.places[start:end])


SPACES = re.compile(r"[ \t\r\n\u3000]+")
BY_HAN = re.compile(r"(?<=[\u4e00-\u9fff,:;、。]) (?=[^\n])|(?<=[^\n]) (?=[\u4e00-\u9fff,:;、。])")


def script(instruction: str) -> Script:
    """The instruction simplified, half-width, in small letters, with single spaces and none beside Chinese."""
    writing = read(instruction.translate(MARKS))
    text = writing.lower.translate(PLAIN)
    place: list[tuple[int, int]] = [(at, at + 1) for at in writing.places]
    for gaps, instead in ((SPACES, " "), (BY_HAN, "")):
        text, place = _squeezed(text, place, gaps, instead)
    return Script(instruction, text, tuple(place))


def _squeezed(
    text: str, places: list[tuple[int, int]], gaps: re.Pattern[str], instead: str
) -> tuple[str, list[tuple[int, int]]]:
    pieces, kept, done = [], [], 0
    chinese = speaks_chinese(text)
    for gap in gaps.finditer(text):
        if not instead and not chinese:
            break
        pieces += [text[done : gap.start()], instead]
        kept += [*places[done : gap.start()], *places[gap.start() : gap.start() + len(instead)]]
        done = gap.end()
    return "".join([*pieces, text[done:]]), [*kept, *places[done:]]
