"""Where a quote stands in what the patient said, and whether the words about it deny."""

import re
from typing import NamedTuple

from frontdesk.models import parsers
from frontdesk.models.facts import Answer
from frontdesk.models.notes.capability import Heard, Line
from frontdesk.models.parsers.numbers import CHINESE, ENGLISH, number

DENIAL_EN = re.compile(
    r"\b(?:no|not|never|none|nothing|nope|nah|without|neither|nor|cannot|stopped|gone|deny|denies)\b|n['’]t\b", re.I
)
DENIAL_ZH = re.compile("[没無无不否未甭别]|非")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
IN_WORDS = re.compile(rf"{CHINESE}|\b{ENGLISH}\b")
TEN_AND = re.compile("(?<=十)有(?=[一二三四五六七八九])")
STOP = re.compile(r"[。！？；!?;\n]|\.(?!\d)")


class Found(NamedTuple):
    """The patient's own words for a quote, and where they stand."""

    words: str
    line: Line
    asked: str  # what the nurse said before them


def find(quote: str, heard: Heard) -> Found | None:
    """Where the quote stands in what the patient said, the newest line first; None when they never said it."""
    wanted = _bare(quote)
    if not wanted.text:
        return None
    for place in range(len(heard.lines) - 1, -1, -1):
        line = heard.lines[place]
        if not line.by_patient:
            continue
        asked = heard.lines[place - 1].text if place and not heard.lines[place - 1].by_patient else ""
        said = _bare(line.text)
        at = said.text.find(wanted.text)
        if at >= 0 and _whole_words(said, at, len(wanted.text)):
            start, end = said.places[at], said.places[at + len(wanted.text) - 1] + 1
            return Found(line.text[start:end], line, asked)
        shown = _bare(line.shown)  # with a name or a number taken out of it
        at = shown.text.find(wanted.text)
        if line.shown != line.text and at >= 0 and _whole_words(shown, at, len(wanted.text)):
            return Found(quote.strip(), line, asked)
    return None


class _Bare(NamedTuple):
    text: str
    places: tuple[int, ...]  # of each character in the text as it was


def _bare(text: str) -> _Bare:
    """Letters, digits and characters alone, in small letters: neither stops nor spaces make a quote a wrong one."""
    kept = [(low, place) for place, char in enumerate(text) if (low := char.lower())[:1].isalnum()]
    return _Bare("".join(low[0] for low, _ in kept), tuple(place for _, place in kept))


def _whole_words(said: _Bare, at: int, length: int) -> bool:
    """No quote begins or ends inside an English word: "not" says nothing of "nothing"."""

    def inside(place: int) -> bool:
        if not 0 < place < len(said.text):
            return False
        before, after = said.text[place - 1], said.text[place]
        return before.isascii() and after.isascii() and said.places[place] == said.places[place - 1] + 1

    return not (inside(at) or inside(at + length))


def numbers(text: str) -> set[str]:
    """In digits and in words: 七十四, 六十有二, seventy-four."""
    plain = parsers.normalise(text)
    words = (spoken.group() for spoken in IN_WORDS.finditer(TEN_AND.sub("", plain.lower())))
    return set(NUMBER.findall(plain)) | {f"{value:g}" for one in words if (value := number(one)) is not None}


def denies(found: Found) -> bool:
    """The patient's words deny something: their sentence holds a denial, or they are a plain no to what was asked."""
    reply = parsers.plain_reply(found.line.text)
    return reply in (Answer.NO, Answer.NONE_OF_THESE) or holds_denial(sentence(found))


def holds_denial(words: str) -> bool:
    return bool(DENIAL_ZH.search(words) or DENIAL_EN.search(words))


def sentence(found: Found) -> str:
    """The sentences that the quote stands in; the quote alone where a name was taken out of it."""
    at = found.line.text.find(found.words)
    if at < 0:
        return found.words
    begins = max((stop.end() for stop in STOP.finditer(found.line.text, 0, at)), default=0)
    ends = STOP.search(found.line.text, at + len(found.words))
    return found.line.text[begins : ends.start() if ends else None]
