"""Many alternatives looked for quickly: nothing is found or missed that the alternatives joined by `|` would not.

`re` tries every alternative at every character. `joined` makes one expression that looks at once at what all of them
begin with, a word or one of a few letters; `needed` tells what must stand in a text for any of them to be worth trying.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

_WORD = r"\b"
_AROUND = ("(?=", "(?!", "(?<=", "(?<!")
_NAMED = re.compile(r"\(\?(?::|P<\w+>)")
_QUANTIFIED = re.compile(r"[?*{]")
_OPTIONAL = re.compile(r"[?*]|\{0?,")
_SIGN = re.compile(r"\\.|\[.[^\]]*\]|\{[^}]*\}|.")  # an escape, a class, a count, or one character
_PLAIN = re.compile(r"[a-z0-9 ',&\u4e00-\u9fff]")
_LEAST, _MOST = 2, 5  # letters that tell something; longer words are hardly rarer
_CLASS = re.compile(r"\[([a-z0-9\u4e00-\u9fff]+)\]")
_LETTER = re.compile(r"[a-z0-9\u4e00-\u9fff]")


def joined(alternatives: Iterable[str]) -> str:
    """The alternatives as one expression, earlier ones first."""
    split = [part for alternative in alternatives for part in _branches(alternative)]
    runs = [list(run) for _, run in groupby(split, key=lambda part: part.startswith(_WORD))]
    return "|".join(_run(parts) for parts in runs)


def _run(parts: list[str]) -> str:
    """Alternatives of which all or none begin with a word."""
    lead = _WORD if parts[0].startswith(_WORD) else ""
    rest = [part.removeprefix(lead) for part in parts]
    begins = [_begins(part) for part in rest]
    letters: set[str] = set().union(*(begin for begin in begins if begin))
    ahead = f"(?=[{''.join(sorted(letters))}])" if all(begins) else ""
    return f"{lead}{ahead}(?:{'|'.join(rest)})" if lead or ahead else "|".join(rest)


def _begins(part: str) -> frozenset[str]:
    """The letters `part` can begin with; none where that cannot be told, or it can be empty."""
    while part.startswith((*_AROUND, _WORD)):
        part = part[len(_WORD) :] if part.startswith(_WORD) else part[_closing(part) + 1 :]
    group, class_ = _NAMED.match(part), _CLASS.match(part)
    if group:
        end = _closing(part)
        inner = [_begins(branch) for branch in _branches(part[group.end() : end])]
        known = all(inner) and not _QUANTIFIED.match(part, end + 1)
        return frozenset().union(*inner) if known else frozenset()
    end = class_.end() if class_ else 1
    if _QUANTIFIED.match(part, end):
        return frozenset()
    return frozenset(class_[1]) if class_ else frozenset(part[:1]) if _LETTER.match(part) else frozenset()


def needed(alternatives: Iterable[str]) -> frozenset[str]:
    """Strings one of which stands in every text that an alternative matches; none where that cannot be told."""
    found = [_needed(part) for alternative in alternatives for part in _branches(alternative)]
    return frozenset().union(*found) if all(_telling(words)[0] >= _LEAST for words in found) else frozenset()


def _needed(part: str) -> frozenset[str]:
    """Of the words and groups that must all be there, those that tell most."""
    best, run, place = frozenset[str](), "", 0
    while place < len(part):
        group = part[place] == "("
        end = place + _closing(part[place:]) + 1 if group else _SIGN.match(part, place).end()  # type: ignore[union-attr]
        optional = _OPTIONAL.match(part, end)
        if _PLAIN.fullmatch(part, place, end) and not optional:
            run += part[place]
            best = max(best, frozenset((run,)), key=_telling)
        else:
            run = ""
            named = _NAMED.match(part, place) if group and not optional else None
            inner = part[named.end() : end - 1] if named else ""
            best = max(best, needed([inner]), key=_telling)
        place = end
    return best


def _telling(words: frozenset[str]) -> tuple[int, int]:
    """How rarely a text will hold one of them: a Chinese character tells about as much as two letters."""
    least = min((sum(2 if letter >= "\u4e00" else letter.isalnum() for letter in word) for word in words), default=0)
    return min(least, _MOST), -len(words)


def _branches(part: str) -> list[str]:
    """`part` at its uppermost bars."""
    bars = [place for place, depth in _depths(part) if depth == 0 and part[place] == "|"]
    cuts = [-1, *bars, len(part)]
    return [part[start + 1 : end] for start, end in pairwise(cuts)]


def _closing(part: str) -> int:
    """Where the group ends that `part` begins with."""
    return next(place for place, depth in _depths(part) if depth == 0 and part[place] == ")")


def _depths(part: str) -> Iterator[tuple[int, int]]:
    """Each sign of `part` that is not escaped or of a class, and how many groups are open behind it."""
    depth, place = 0, 0
    while place < len(part):
        sign = part[place]
        if sign == "\\":
            place += 2
            continue
        if sign == "[":
            place = part.index("]", place + 2) + 1
            continue
        depth += (sign == "(") - (sign == ")")
        yield place, depth
        place += 1
