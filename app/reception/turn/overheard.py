"""Words still being spoken: the reader of all words hears danger in them, which alarms before they are sent."""

import re
from typing import Literal

from app.reception.services import Services
from app.reception.session.events import AlertRaised
from app.reception.session.state import State
from app.reception.turn.alarms import DOUBT_RULE
from app.reception.turn.listen import listen
from app.reception.turn.utterance import Utterance
from models.parsers.names import names_a_medicine
from models.parsers.numbers import CHINESE, WORDS
from models.specialists.privacy.names import claimed

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


def read_back(words: str) -> ReadBack | None:
    """What of words that were heard is confirmed before it is recorded: one sound more or less is another dose."""
    if claimed(words, None):
        return "name"
    if names_a_medicine(words):
        return "medicine"
    return "number" if NUMBER.search(words) else None
