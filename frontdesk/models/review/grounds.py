"""Whether a sentence of a summary is borne out by the patient's own words."""

import re

from frontdesk.models.facts import Side
from frontdesk.models.parsers.content import content
from frontdesk.models.parsers.writing import normalise
from frontdesk.models.review.draft import Draft, Quote, Sentence
from frontdesk.models.review.facets import DENIAL, SIDES, facets

SPACED = re.compile(r"(?<=[\u4e00-\u9fff\d]) +(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff]) +(?=\d)")
SHARE = 0.5  # of a sentence's words that have to stand in what it rests on, where no code is read in it


def stands(quote: Quote, said: dict[int, str]) -> bool:
    """Whether the patient said these words in that turn."""
    words = normalise(quote.words).lower().strip()
    return bool(words) and words in normalise(said.get(quote.turn, "")).lower()


def grounded(sentence: Sentence, draft: Draft) -> bool:
    """Whether every quote stands, and the turns quoted hold all that the sentence tells."""
    said = draft.said
    if not sentence.quotes or not all(stands(quote, said) for quote in sentence.quotes):
        return False
    return tells(sentence.text, [said[quote.turn] for quote in sentence.quotes], _asked(sentence, draft))


def tells(text: str, turns: list[str], asked: list[str]) -> bool:
    """Whether what is said in `turns`, to what was `asked`, tells `text`."""
    return not_borne_out(text, turns, asked) is None


def not_borne_out(text: str, turns: list[str], asked: list[str]) -> str | None:
    """The facet of `text` that `turns` do not tell; "words" where hardly any of its words are there."""
    mine, here = facets(text), [facets(turn) for turn in turns]
    there = [*here, *(facets(question) for question in asked)]
    known = frozenset[str]().union(*(one.names for one in there))
    numbers = frozenset[float]().union(*(one.numbers for one in there))
    if not mine.names <= known:
        return "names"
    if not mine.numbers <= numbers:
        return "numbers"
    if mine.side is not None and not any(_tells_side(text, mine.side) for text in (*turns, *asked)):
        return "side"
    if mine.denied:
        return None if any(one.denied for one in here) or any(map(DENIAL.search, turns)) else "denied"
    if mine.names:
        return None
    words = content(_close(text))
    heard = frozenset[str]().union(*(content(_close(said)) for said in (*turns, *asked)))
    return None if len(words & heard) >= SHARE * len(words) else "words"


def _tells_side(text: str, side: Side) -> bool:
    """Whether it is the side told, or named beside the other one: "the left aches, the right does not"."""
    told = facets(text).side
    return told is side or (told is None and side in SIDES and SIDES[side].search(text) is not None)


def _close(text: str) -> str:
    """Without the spaces some people type between Chinese characters and digits."""
    return SPACED.sub("", text)


def _asked(sentence: Sentence, draft: Draft) -> list[str]:
    """What was said and shown to the patient just before the turns a sentence quotes."""
    wanted, asked, since = {quote.turn for quote in sentence.quotes}, list[str](), list[str]()
    for line in draft.lines:
        if line.turn is None:
            since.append(line.text)
            continue
        asked += since if line.turn in wanted else []
        since = []
    return asked
