"""Which alarms of the words wait for a model's reading, how long, and what becomes of them."""

import time
from typing import Any

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.events import Option, Question
from frontdesk.app.reception.session.state import Phase
from frontdesk.app.reception.turn.waiting import waiting
from frontdesk.evaluation.model_server import ModelServer
from frontdesk.his_adapter.records import Level
from frontdesk.models import parsers, red_flags
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge
from tests.app.reception.model.scripted import NOTHING, plays
from tests.app.reception.model.test_noting import notes, settled
from tests.app.reception.talk import Talk

ASKS = "ANSWER\nI see."
NOT_BREATHING = (
    "No! He is not breathing",
    "No, he's not breathing",
    "no he isn't breathing",
    "He is not breathing, no!",
    "No! Not breathing!",
    "no, my dad has stopped breathing",
    "不！他没有呼吸了",
    "不是，他没有呼吸",
    "没有！孩子没呼吸了",
    "没有，他不喘气了",
    "他没有呼吸了，没有！",
)
SAID_AFTER_NO = (
    "No, she won't wake up",
    "No, he's gone blue and floppy",
    "No, she took a whole packet of paracetamol",
    "no, none of those. I don't want to live",
    "不，叫不醒",
    "不是，他抽过去了，嘴唇发紫",
    "没有，她吃了一瓶安眠药",
)
DENIED = (
    "not wanting to live any more, no, none of that",
    "coughing up blood by the mouthful, no",
    "我不想活，没有",
    "没有自杀的想法，没有",
)


def page_of(*codes: str) -> Question:
    signs = (knowledge().signs[code] for code in codes)
    options = (Option(key=f"finding:{one.code}", label={Language.ZH: one.zh, Language.EN: one.en}) for one in signs)
    return Question(key="danger", text=dict.fromkeys(Language, "?"), options=tuple(options))


PAGES = [None, *(page_of(code) for code in knowledge().signs), page_of(*knowledge().signs)]


def flags_of(said: str) -> tuple[red_flags.RedFlag, ...]:
    language = parsers.language_of(said) or Language.EN
    return red_flags.check(parsers.normalise(said), language=language)


@pytest.mark.parametrize("said", NOT_BREATHING)
def test_who_is_not_breathing_alarms_at_once_on_every_page(said: str) -> None:
    """The "no" is an answer, and the denied breath the sign itself."""
    flags = flags_of(said)
    assert any(red_flags.RULES[flag.rule].at_once for flag in flags)
    assert not [page for page in PAGES if list(waiting(page, said, flags))]


@pytest.mark.parametrize("said", SAID_AFTER_NO)
def test_what_is_told_behind_a_no_does_not_wait(said: str) -> None:
    flags = flags_of(said)
    assert flags and not list(waiting(None, said, flags))


@pytest.mark.parametrize("said", DENIED)
def test_what_a_no_follows_waits(said: str) -> None:
    flags = flags_of(said)
    assert flags and list(waiting(None, said, flags)) == list(flags)


@pytest.mark.parametrize(
    "said",
    ["He stops breathing in his sleep", "my nose isn't breathing", "睡眠呼吸停止", "没有呼吸道症状", "没有呼吸困难"],
)
def test_breath_that_fails_otherwise_is_no_arrest(said: str) -> None:
    assert not any(red_flags.RULES[flag.rule].at_once for flag in flags_of(said))


@pytest.mark.parametrize(
    ("language", "complaint", "said"),
    [
        (Language.EN, "My father feels poorly", "No! He is not breathing"),
        (Language.ZH, "我爸爸不太舒服", "不！他没有呼吸了"),
    ],
)
def test_the_alarm_stands_before_a_model_has_read(
    reception: Reception, server: ModelServer, language: Language, complaint: str, said: str
) -> None:
    server.reply = plays(ASKS)
    talk = Talk(reception, language).as_guest()
    talk.says(complaint)
    settled(talk)
    server.reply = _late
    began = time.perf_counter()
    talk.says(said)
    assert talk.state.phase is Phase.EMERGENCY and time.perf_counter() - began < 1.5


def _late(request: dict[str, Any]) -> str:
    time.sleep(3)
    return NOTHING


@pytest.mark.parametrize(
    ("read", "alarms"),
    [
        (notes(danger=[{"rule": "wants_to_die", "quote": "not wanting to live any more"}]), True),
        (notes(), False),
        ("{", True),
    ],
    ids=["borne out", "read to be none", "not read"],
)
def test_words_that_hold_a_denial_are_read_before_they_alarm(
    reception: Reception, server: ModelServer, read: str, alarms: bool
) -> None:
    """Where the model does not read them, they count as the embedded reader takes them."""
    talk = Talk(reception, Language.EN).as_guest()
    server.reply = plays(ASKS, notes=read)
    talk.says("My hip aches badly")
    talk.says(DENIED[0])
    levels = {alert.raised.level for alert in settled(talk).state.alerts}
    assert (levels - {Level.C} != set()) is alarms and levels  # else a nurse looks in quietly


def test_a_standing_alarm_waits_for_nothing(reception: Reception, server: ModelServer) -> None:
    """A later "no" brings no nurse for what is on the board already."""
    talk = Talk(reception, Language.EN).as_guest()
    server.reply = plays(ASKS)
    talk.says("My lips have gone blue")
    before = len(settled(talk).state.alerts)
    talk.says("no")
    assert len(settled(talk).state.alerts) == before


def test_what_is_told_to_a_nurse_is_read_by_code(reception: Reception, server: ModelServer) -> None:
    """No model is asked then, and no alarm waits for one."""
    talk = Talk(reception, Language.EN).as_guest()
    server.reply = plays(ASKS)
    talk.says("My hip aches badly")
    settled(talk)
    alerts = len(talk.state.alerts)
    talk.state = reception.take_over(talk.session_id, by="lin", name="Lin")
    talk.says(DENIED[1])
    assert len(talk.state.alerts) > alerts
