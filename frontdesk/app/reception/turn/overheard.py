"""Words still being spoken: the reader of all words hears danger in them, which alarms before they are sent."""

import re
from enum import IntEnum
from typing import Literal

from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import AlertRaised
from frontdesk.app.reception.session.questions import COMPLAINT
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.alarms import DOUBT_RULE
from frontdesk.app.reception.turn.embedded import BESIDE_AN_ANSWER
from frontdesk.app.reception.turn.listen import listen
from frontdesk.app.reception.turn.utterance import Turn, Utterance
from frontdesk.models.facts import Topic
from frontdesk.models.parsers.names import names_a_medicine
from frontdesk.models.parsers.numbers import CHINESE, WORDS
from frontdesk.models.parsers.replies import empty
from frontdesk.models.parsers.unfinished import breaks_off
from frontdesk.models.reading import Addressee, Kind
from frontdesk.models.specialists.privacy.names import claimed

ReadBack = Literal["name", "medicine", "number"]

_UNITS = "天|周|星期|礼拜|个月|岁|年|度|片|粒|颗|毫克|毫升|克|斤|公斤|厘米|点|号|分|比|杠"
_MANY = "|".join(word for word, value in WORDS.items() if value > 1)
NUMBER = re.compile(
    rf"\d|(?!一点){CHINESE}(?:{_UNITS})|[二三四五六七八九十百千]{{2,}}|\b(?:{_MANY}|hundred|half)\b", re.IGNORECASE
)


def alarming(services: Services, state: State, utterance: Utterance) -> tuple[AlertRaised, ...]:
    """What these words would alarm of if they were sent; nothing is recorded."""
    alarms = listen(services, state, utterance, records=False).alarms
    return tuple(alarm for alarm in alarms if alarm.rule != DOUBT_RULE)


class Completeness(IntEnum):
    """Of words while they are spoken: they break off, may be whole, or answer the page."""

    BREAKS_OFF = 0
    CLAUSE = 1
    ANSWER = 2


def completeness(services: Services, state: State, utterance: Utterance) -> Completeness:
    """By the reader's result; nothing is recorded.

    Somebody may go on all the same: that they are heard then is the microphone's to see to.
    """
    if breaks_off(utterance.text) or empty(utterance.text):
        return Completeness.BREAKS_OFF
    turn = listen(services, state, utterance, again=True, records=False)
    return Completeness.ANSWER if _answers(turn) else Completeness.CLAUSE


def _answers(turn: Turn) -> bool:
    """The page has its answer, or something is asked."""
    if turn.tapped or turn.alarms or turn.acts.asks(*Addressee):
        return True
    told = turn.extension
    if told is None or not turn.answers:
        return False
    if turn.question is not None and turn.question.key in COMPLAINT:
        named = any(fact.topic not in BESIDE_AN_ANSWER for fact in told.facts)
        return named or bool(turn.reading.said(Kind.SYMPTOM, Kind.ILLNESS))
    return told.person is not None or any(fact.topic is not Topic.SAID for fact in told.facts)


def read_back(words: str) -> ReadBack | None:
    """What of words that were heard is confirmed before it is recorded: one sound more or less is another dose."""
    if claimed(words, None):
        return "name"
    if names_a_medicine(words):
        return "medicine"
    return "number" if NUMBER.search(words) else None
