"""Words that name one of the quick replies on the screen mean what tapping it means."""

import re

from app.reception.events import Option, Question
from app.reception.questions import FINISH, PERSON, ways_out
from models.embedded.speaking.manner import Manner, manners
from models.facts import Language

CHOICES = frozenset({"offer", "choose", "anything_else", "meant"})  # read as a choice first; other questions as words
SHORTEST_PART = {Language.ZH: 2, Language.EN: 4}
ROOM = 8  # characters that may stand around a label
MARKS = re.compile(r"[\s，。！？、,.!?…~～'\"]+")
NURSE = re.compile(r"护士|真人|人工|\bnurse\b|\bperson\b|\bhuman\b", re.I)
NO_NURSE = re.compile(
    r"(?:不用|不要|不必|不想|别|甭|莫|叫什么|叫啥)[^，。！!]{0,4}(?:护士|真人|人工)"
    r"|\b(?:no|not|don't|never mind|without|forget|what) (?:\w+ ){0,3}(?:nurse|person|human)\b",
    re.I,
)
ORDINALS = (
    re.compile(r"第一个|前(?:面|一)(?:那)?个?|\b(?:the )?first(?: one)?\b", re.I),
    re.compile(r"第二个|后(?:面|一)(?:那)?个?|\b(?:the )?second(?: one)?\b|\bthe latter\b", re.I),
)


def chosen(question: Question | None, text: str, language: Language) -> Option | None:
    """The option named in answer to a question that is a choice."""
    if question is None or question.key not in CHOICES or not text.strip():
        return None
    options = {option.key: option for option in question.options}
    refused = NO_NURSE.search(text)
    if "now" in options and NURSE.search(text) and not refused:
        return options["now"]
    if "shortest" in options and (refused or Manner.IN_A_HURRY in manners(text)):
        return options["shortest"]
    if question.key == "choose":
        place = next((n for n, words in enumerate(ORDINALS) if words.search(text)), None)
        if place is not None and place < len(question.options):
            return question.options[place]
    return labelled(question, text, language)


def labelled(question: Question | None, text: str, language: Language) -> Option | None:
    """The one option whose label the words are, or are a part of."""
    if question is None:
        return None
    said = _bare(text)
    if len(said) < SHORTEST_PART[language]:
        return None
    options = [o for o in (*question.options, *ways_out(question)) if o not in (PERSON, FINISH)]
    labels = [(option, _bare(option.label[language])) for option in options]
    same = [option for option, label in labels if label == said]
    begun = [option for option, label in labels if said in label]
    held = sorted((label, option) for option, label in labels if label in said and len(said) <= len(label) + ROOM)
    longest = max(held, key=lambda pair: len(pair[0]), default=None)
    if same or len(begun) == 1:
        return (same or begun)[0]
    return longest[1] if longest and all(label in longest[0] for label, _ in held) else None


def _bare(text: str) -> str:
    return MARKS.sub("", text.lower())
