"""What somebody wants of the nurse or of the machine, where it is plainly said."""

import re

from frontdesk.models.facts import Mood
from frontdesk.models.parsers.markup import holds_markup
from frontdesk.models.parsers.own_records import records_asked
from frontdesk.models.parsers.patterns import Cue, entries
from frontdesk.models.parsers.replies import plain_reply
from frontdesk.models.parsers.writing import read

_WISHES, _MOODS = entries("wishes"), entries("moods")
_CUES = {name: Cue(alternatives) for name, alternatives in _WISHES.items()}


def _says(name: str, text: str) -> bool:
    return _CUES[name].search(read(text).lower) is not None


def wants_person(text: str) -> bool:
    return (_says("wants_person", text) or asks_for_nurse(text)) and not _says("refuses_person", text)


def asks_for_nurse(text: str) -> bool:
    """Whether and when the nurse comes: 护士还来不来, "is anyone coming?"."""
    return _says("asks_for_nurse", text)


def wants_back(text: str) -> bool:
    """Back to the question before, or an answer taken back."""
    return _says("wants_back", text)


def objects(text: str) -> bool:
    """To what was understood or recorded: "that's wrong", 我没说过这个; a bare no objects to nothing."""
    if _WHOLE_OBJECTION.fullmatch(read(text).lower):
        return True
    return plain_reply(text) is None and _says("objects", text)


_WHOLE_OBJECTION = re.compile(r"\W*(?:(?:不对|错了)\W*)+")


def off_topic(text: str) -> bool:
    return _says("off_topic", text)


def others_data(text: str) -> bool:
    """Asks for what is on record of somebody else."""
    asked = records_asked(read(text).lower)
    return _says("others_data", text) or (asked is not None and asked.others)


def manipulation(text: str) -> bool:
    """Orders to the machine: "ignore your instructions", or what nobody says and machines read."""
    return _says("manipulation", text) or holds_markup(text)


def changes_complaint(text: str) -> bool:
    """Says that it is something else than was told: "it's actually my hip", 其实我是来看膝盖的."""
    return _says("changes_complaint", text)


def follow_up(text: str) -> bool:
    """Says that they were told to come back, or come for results of what was done before."""
    return _says("follow_up", text)


def distressed(text: str) -> Mood | None:
    """How somebody plainly says they feel."""
    lower = read(text).lower
    for mood, cue in _FELT.items():
        felt = cue.search(lower)
        if felt is None or _NOT_FELT.search(lower, 0, felt.start()) or _DENIED_INSIDE.search(felt[0]):
            continue
        if mood is not Mood.IN_PAIN or not _AT_TIMES.search(lower):
            return mood
    return None


_FELT = {Mood(name): Cue(alternatives) for name, alternatives in _MOODS.items()}
_NOT_FELT = re.compile(
    r"(?:不|没|没有|别|不用|不太|不是|不怎么)(?:很|太|那么)?$|\b(?:not|no|n't|never|don't) (?:\w+ )?$"
)
_DENIED_INSIDE = re.compile(r"\b(?:not|no|never)\b")
# 头疼厉害了吃一片布洛芬: told of such times, not of now.
_AT_TIMES = re.compile(r"(?:厉害|受不了)了?(?:的时候|就|才|再)|\b(?:when|whenever|if|once)\b")
