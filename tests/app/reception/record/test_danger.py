"""What follows from a danger sign: tapped, denied, doubted, or likely by the words of the talk."""

import pytest

from app.reception.reception import Reception
from app.reception.record.interview import Known
from app.reception.record.pages import put
from app.reception.session.events import NurseSaid, Obligation
from his_adapter.records import Level
from models.facts import Language
from models.knowledge.load import knowledge
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
EVERY_SIGN = sorted(knowledge().signs)


def asked_about(reception: Reception, language: Language, *signs: str) -> Talk:
    """The page of danger signs stands on the screen with these."""
    talk = Talk(reception, language).as_guest()
    open_ones = tuple(Obligation(sign=sign, because="words", met=False) for sign in signs)
    page = put("danger", Known(record=(), person=talk.state.person, obligations=open_ones))
    said = NurseSaid(turn_id=None, text=page.text[language], language=language, question=page)
    talk.state = reception.log.append(talk.session_id, (said,), after=talk.state.sequence, at=reception.house.now())
    return talk


@BOTH
@pytest.mark.parametrize("code", EVERY_SIGN)
def test_every_danger_sign_that_is_tapped_brings_a_person_who_is_told_which(
    reception: Reception, language: Language, code: str
) -> None:
    talk, sign = asked_about(reception, language, code), knowledge().signs[code]
    talk.taps(f"sign:{code}")
    alert = next(alert.raised for alert in talk.state.alerts if alert.raised.rule == sign.rule)
    assert alert.level in set(Level) and talk.state.open_alerts
    assert (sign.zh if language is ZH else sign.en) in alert.quote
    assert alert.reason[ZH] and alert.reason[EN]
