"""English words in the plain form they are compared in: hurts, hurting and hurt are one word."""

import re
from functools import lru_cache
from typing import NamedTuple

_TOKEN = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:[.,/:]\d+)*|[.,;:!?()\n。，！？；、]|[^\sa-z\d]")
STOPS = frozenset(".,;:!?()\n。，！？；、")

_IRREGULAR = {
    "felt": "feel", "kept": "keep", "got": "get", "began": "begin", "begun": "begin", "had": "have", "has": "have",
    "swollen": "swell", "swelled": "swell", "bled": "bleed", "broke": "break", "broken": "break", "threw": "throw", "thrown": "throw",
    "couldn't": "can't", "cannot": "can't", "cant": "can't", "unable": "can't", "feet": "foot", "teeth": "tooth", "lost": "lose",
    "losing": "lose", "loss": "lose", "fell": "fall", "fallen": "fall", "ate": "eat", "eaten": "eat", "bitten": "bite", 
    "burnt": "burn", "slept": "sleep", "went": "go", "gone": "go", "going": "go", "aching": "ache", "achy": "ache", "aches": "ache",
    "ached": "ache", "painful": "pain", "painfully": "pain", "itchy": "itch", "dizzy": "dizzy", "dizziness": "dizzy", "men": "man",
    "women": "woman", "children": "child", "kids": "child", "kid": "child", "breathing": "breathe", "breath": "breathe",
    "breathless": "breathless", "peeing": "pee", "urinating": "pee", "urinate": "pee", "urination": "pee", "wee": "pee",
    "weeing": "pee", "poop": "poo", "pooping": "poo", "pooing": "poo", "tummy": "belly", "abdomen": "belly", "abdominal": "belly",
    "vomitted": "vomit", "vomitting": "vomit", "diarrhoea": "diarrhea", "haemorrhoids": "hemorrhoid", "haemorrhoid": "hemorrhoid",
    "anaemia": "anemia", "oedema": "edema", "tumour": "tumor", "colour": "color", "periods": "period", "stuffy": "stuff",
    "sorer": "sore", "soreness": "sore", "numbness": "numb", "weakness": "weak", "tiredness": "tired", "tiring": "tired",
    "shaky": "shake", "shaking": "shake", "trembling": "shake", "tremble": "shake", "sneezy": "sneeze", "wheezy": "wheeze",
    "feverish": "fever", "blurry": "blur", "blurred": "blur", "bloody": "blood", "gave": "give", "took": "take", "taken": "take",
    "x-ray": "xray", "this": "this", "his": "his", "was": "was", "does": "does", "yes": "yes", "us": "us", "scared": "scare",
    "is": "is", "always": "always", "pus": "pus", "virus": "virus", "sinus": "sinus", "anus": "anus", "uterus": "uterus",
    "penis": "penis", "testis": "testicle", "thing": "thing", "nothing": "nothing", "something": "something", "morning": "morning",
    "evening": "evening", "during": "during", "bring": "bring", "red": "red", "need": "need", "bed": "bed", "bleed": "bleed",
    "being": "being", "king": "king", "ring": "ring", "wing": "wing", "sting": "sting", "string": "string",
    "bus": "bus", "gas": "gas", "spotting": "spotting", "running": "running", "less": "less", "as": "as", "diabetes": "diabetes", "herpes": "herpes", "pancreas": "pancreas",
}  # fmt: skip


class Token(NamedTuple):
    start: int
    end: int
    word: str
    stem: str


@lru_cache(maxsize=16)
def tokens(lower: str) -> tuple[Token, ...]:
    """The words and stops of `lower`, a text in small letters, with their places."""
    return tuple(Token(m.start(), m.end(), m.group(), stem(m.group())) for m in _TOKEN.finditer(lower))


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """A plain form, the same for every inflection of a word; not always a word itself."""
    if word in _IRREGULAR:
        return _undouble(_IRREGULAR[word])
    if "'" in word:
        head, _, tail = word.partition("'")
        return word if tail == "t" else stem(head)
    if len(word) < 4:
        return word
    if word.endswith("iness"):
        return _undouble(word[:-5] + "y")
    for ending, least in (("ings", 4), ("ing", 3), ("ies", 3), ("ied", 3), ("ed", 3), ("es", 3), ("s", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= least:
            if ending == "s" and word.endswith(("ss", "us", "is")):
                break
            if ending in ("ies", "ied"):
                return word[: -len(ending)] + "y"
            return _undouble(word[: -len(ending)])
    return _undouble(word)


def _undouble(word: str) -> str:
    # vomitting, vomiting, and itche(s), itch: the same stem whichever ending was taken off.
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words.split())


# Words that say nothing, in a wording or a text.
_EMPTY = _stems(
    """a an the my his her their your our its i he she we they it this that these those is are was were be been being am
    i'm i've he's she's it's has have had having got get gets getting getting' do does did will would there's there me
    um uh er like"""
)
# Words that may also stand inside a wording in a text; in a wording itself they mean what they say.
FILLERS = _EMPTY | _stems(
    """very really so quite such too some any bit little lot lots of much rather pretty extremely terribly awful awfully
    terrible bad badly severe severely mild mildly slight slightly constant constantly always often sometimes just kind
    kinda sort also still again now all right left both side keep keeps kept keeping horrible horribly intense annoying
    nasty persistent occasional sudden suddenly bloody super starting start starts started begun began experiencing
    experience suffering suffer suffers feel feels feeling felt upper lower"""
)


def phrase(wording: str) -> tuple[str, ...]:
    """The stems of a wording without stops and the words that say nothing, as long as more than one word is left."""
    found = [token for token in tokens(wording.lower()) if token.word not in STOPS]
    kept = [token for token in found if token.stem not in _EMPTY]
    # "the runs" and "being sick" mean more than the one word that would be left.
    return tuple(token.stem for token in (kept if len(kept) > 1 or len(found) == 1 else found))
