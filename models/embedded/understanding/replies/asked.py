"""Which question a nurse or doctor has just put, read from their words in a dialogue."""

import re

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.lexicon import VAGUE, lexicon
from models.embedded.understanding.words.writing import language_of, read
from models.facts import Language, Topic
from models.knowledge.schema import Knowledge

_CUES = cues("asked")

HISTORY_TOPICS = {
    "past_history": Topic.CONDITION,
    "medicines": Topic.MEDICINE,
    "allergies": Topic.ALLERGY,
    "operations": Topic.OPERATION,
    "family": Topic.FAMILY,
    "family_history": Topic.FAMILY,
}
FREE_TOPICS = HISTORY_TOPICS | {"wish": Topic.WISH}  # answered in words that no list knows

# The first that matches the last question of the utterance names it; a question about findings comes after all these.
_KEYS = tuple((value, pattern(words)) for value, words in _CUES["keys"].items())
_BY_KEY = dict(_KEYS)
_OF_FAMILY = _BY_KEY["family"]
_QUESTIONS = re.compile(r"[^。！？!?.;；\n]+[？?]|[^。！？!?.;；\n]*(?:吗|呢|没有|不)(?=$|[。！])")
# A question written down without its mark, as recognisers do.
_UNMARKED = pattern(_CUES["unmarked"])


def asked_in(text: str, *, known: Knowledge | None = None) -> tuple[str, ...]:
    """The keys of what was asked, as `understand` takes them; several findings may be asked for at once."""
    writing = read(text)
    parts = _QUESTIONS.findall(writing.lower) or ([writing.lower] if _UNMARKED.search(writing.lower) else [])
    if not parts:
        return ()
    last = parts[-1]
    if _OF_FAMILY.search(writing.lower):
        return ("family",)
    for key, cue in _KEYS:
        if key not in ("open", "site") and cue.search(last):
            if key == "past_history" and (named := _conditions(last, text, known)):
                return named
            return ("habit:smoking", "habit:drinking") if key == "habits" else (key,)
    chinese = language_of(text) is not Language.EN
    spoken = " ? ".join(parts)
    mentions = lexicon(known).mentions(spoken, chinese=chinese, english=not chinese)
    findings = [
        f"finding:{mention.code}"
        for mention in mentions
        if mention.topic is Topic.FINDING and mention.code not in VAGUE
    ]
    if findings:
        return tuple(dict.fromkeys(findings))
    if named := _conditions(spoken, text, known):
        return named
    return next(((key,) for key in ("open", "site") if _BY_KEY[key].search(last)), ())


def _conditions(spoken: str, text: str, known: Knowledge | None) -> tuple[str, ...]:
    """The illnesses asked for by name."""
    chinese = language_of(text) is not Language.EN
    mentions = lexicon(known).mentions(spoken, chinese=chinese, english=not chinese)
    return tuple(dict.fromkeys(f"condition:{m.code}" for m in mentions if m.topic is Topic.CONDITION))
