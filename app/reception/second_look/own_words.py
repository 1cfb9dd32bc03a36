"""What a model quotes, found again in what the patient said: letter for letter but for blanks, case and punctuation."""

import unicodedata

from models.embedded.scope import ScopeKind, scopes
from models.embedded.understanding import normalise
from models.facts import Language

# What is said under these is not there now, or not the patient's: no model's reading makes it so.
NOT_THEIRS_NOW = frozenset(
    {
        ScopeKind.NEGATED,
        ScopeKind.PAST,
        ScopeKind.RECOVERED,
        ScopeKind.HYPOTHETICAL,
        ScopeKind.OTHER_PERSON,
        ScopeKind.IDIOM,
    }
)


def own_words(quote: str, text: str) -> str:
    """The stretch of `text` that `quote` stands for; empty when nobody said that, or only half a word of it."""
    span = _span(quote, text)
    return text[span[0] : span[1]] if span else ""


def holds_now(quote: str, text: str, language: Language) -> bool:
    """Whether the patient says it of themselves, now, and as it is meant."""
    heard = normalise(text)
    span = _span(normalise(quote), heard)
    if span is None:
        return False
    return not any(scope.kind in NOT_THEIRS_NOW and scope.covers(*span) for scope in scopes(heard, language))


def _span(quote: str, text: str) -> tuple[int, int] | None:
    wanted, said = _letters(quote), _letters(text)
    letters = "".join(letter for letter, _ in said)
    sought = "".join(letter for letter, _ in wanted)
    at = letters.find(sought) if sought else -1
    while at >= 0:
        start, end = said[at][1], said[at + len(sought) - 1][1] + 1
        if not (_inside_a_word(text, start) or _inside_a_word(text, end)):
            return start, end
        at = letters.find(sought, at + 1)
    return None


def _letters(text: str) -> list[tuple[str, int]]:
    """Letters and digits in one width and case, each with its place; the point in a number is one of them."""
    return [
        (letter, place)
        for place, char in enumerate(text)
        for letter in unicodedata.normalize("NFKC", char).casefold()
        if letter.isalnum() or (letter in "./" and _between_digits(text, place))
    ]


def _between_digits(text: str, place: int) -> bool:
    return text[place - 1 : place].isdigit() and text[place + 1 : place + 2].isdigit()


def _inside_a_word(text: str, place: int) -> bool:
    """Whether the place stands between two Latin letters, or two digits."""
    before, after = text[place - 1 : place], text[place : place + 1]
    latin = before.isascii() and after.isascii()
    return latin and ((before.isalpha() and after.isalpha()) or (before.isdigit() and after.isdigit()))
