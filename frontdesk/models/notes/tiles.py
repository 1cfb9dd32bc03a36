"""Plain code over the answers to tiles that a model read: quote, polarity and numbers have to bear them out."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from frontdesk.models import parsers
from frontdesk.models.facts import Answer, Language
from frontdesk.models.mentions import mentions
from frontdesk.models.notes.capability import Heard, TileAnswer
from frontdesk.models.notes.quotes import Found, denies, find, holds_denial, numbers, sentence
from frontdesk.models.reading.commands import Tile
from frontdesk.models.reading.embedded import is_of

WAYS_OUT = frozenset({"none", "no", "unsure", "unknown", "yes"})  # tiles that stand for the page, not for a thing
ONLY = {  # what leaves out everything that it does not name
    Language.EN: re.compile(r"\b(?:only|just|nothing (?:but|except)|apart from|other than|all I)\b", re.I),
    Language.ZH: re.compile("只|就|仅|除了"),
}
WELL = {  # what says of a thing that it is as it should be
    Language.EN: re.compile(r"\b(?:fine|ok|okay|normal|all ?right|well|clear|no bother)\b", re.I),
    Language.ZH: re.compile("正常|还行|还好|挺好|没事|好的"),
}
CAN = {  # and of what cannot be done, that it can
    Language.EN: re.compile(r"\b(?:can|could|do|does|able)\b", re.I),
    Language.ZH: re.compile("能|可以|会"),
}


class Answers(NamedTuple):
    """By tile key: yes, no or unknown; `dropped` counts those that the words do not bear out."""

    told: dict[str, str]
    quotes: dict[str, str]
    dropped: int


def answers_of(given: list[TileAnswer], heard: Heard) -> Answers:
    """One tile after the other; of a page that takes one answer none where two are read."""
    told: dict[str, str] = {}
    quotes: dict[str, str] = {}
    dropped = 0
    for one in given:
        found = find(one.quote, heard)
        newest = max((line.turn for line in heard.lines), default=0)
        tiles = list(_tiles(one, heard))
        if found is None or found.line.turn != newest or not tiles:
            dropped += 1
            continue
        borne = [tile for tile in tiles if _borne_out(one.answer, tile, found, heard.language, alone=one.tile != "all")]
        dropped += not borne
        told |= {tile.key: one.answer for tile in borne if one.tile != "all" or tile.key not in told}
        quotes |= {tile.key: found.words for tile in borne}
        if borne and one.tile == "all" and one.answer == "no":
            told |= {tile.key: "yes" for tile in heard.page.tiles if tile.key not in WAYS_OUT and _denies_page(tile)}
    if not heard.page.several and sum(answer == "yes" for answer in told.values()) > 1:
        return Answers({}, {}, dropped + 1)
    return Answers(told, quotes, dropped)


def _tiles(one: TileAnswer, heard: Heard) -> Iterator[Tile]:
    tiles = heard.page.tiles
    if one.tile == "all":
        yield from (tile for tile in tiles if tile.key not in WAYS_OUT and not _denies_page(tile))
    elif 0 < one.tile <= len(tiles):
        yield tiles[one.tile - 1]


def _denies_page(tile: Tile) -> bool:
    """ "None", "none of these": a no to every other tile."""
    return parsers.plain_reply(tile.label) is Answer.NONE_OF_THESE


def _borne_out(answer: str, tile: Tile, found: Found, language: Language, *, alone: bool) -> bool:
    if answer == "unknown" or tile.key in WAYS_OUT:
        return True
    of_no_use = holds_denial(tile.label)  # "Cannot put weight on it"
    if answer == "no":
        can = of_no_use and CAN[language].search(found.words) and not holds_denial(found.words)
        opposite = WELL[language].search(found.words) or can
        denied = _says_no(found) if of_no_use else denies(found)  # "can't" is the very thing
        return denied or bool(opposite) or bool(ONLY[language].search(sentence(found)))
    if alone and numbers(tile.label) - numbers(found.line.text) and not _is_band(tile.label):
        return False
    return not alone or of_no_use or not _denied(tile, found)


def _says_no(found: Found) -> bool:
    """A clause of the sentence is a plain no to everything asked."""
    said = (parsers.plain_reply(clause) for clause in (found.line.text, *parsers.clauses(sentence(found))))
    return any(reply in (Answer.NO, Answer.NONE_OF_THESE) for reply in said)


def _is_band(label: str) -> bool:
    """A span of numbers, into which the one that was told falls or not; ages are read by their parser."""
    return len(numbers(label)) > 1 or bool(re.search(r"[-–—~至到]|under|over|以[上下]", label))


def _denied(tile: Tile, found: Found) -> bool:
    """The very words that are to say yes deny what the tile is of."""
    same = [mention.denied for mention in mentions(found.words) if is_of(mention.words, tile.label)]
    return bool(same) and all(same)
