"""What does not wait until tomorrow is offered Emergency where its clinic is closed until then."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge
from tests.app.reception.talk import Clock, Talk

ZH, EN = Language.ZH, Language.EN


def named_or_asked(reception: Reception, language: Language, words: str, **answers: str) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    for _ in range(20):
        if talk.state.recommended is not None or talk.page == "choose":
            return talk
        talk.answers_page(answers.get(talk.page or ""))
    raise AssertionError(talk.state.asked)


TODAY = [
    (EN, "I've suddenly gone deaf in my left ear"),
    (ZH, "一觉醒来右耳突然听不见了"),
    (EN, "my little girl pushed a bead up her nose"),
    (ZH, "孩子往鼻子里塞了一颗珠子，鼻子里塞了东西"),
]


@pytest.mark.parametrize(("language", "words"), TODAY)
def test_emergency_is_offered_with_the_reason_when_the_clinic_opens_tomorrow(
    reception: Reception, clock: Clock, language: Language, words: str
) -> None:
    clock.tick(hours=13)  # 23:00
    talk = named_or_asked(reception, language, words, who="child_female", age="small")
    assert talk.page == "choose" and "department:emergency" in talk.tiles
    assert ("08:" in talk.reply or "今天" in talk.reply) and ("today" in talk.reply or "今天" in talk.reply)
    talk.taps("department:emergency")
    assert talk.state.recommended is not None and talk.state.recommended.department_id == "emergency"


@pytest.mark.parametrize(
    ("language", "words"),
    [(EN, "I've suddenly gone deaf in my left ear, but not Emergency"), (ZH, "一觉醒来右耳突然听不见了，不去急诊")],
)
def test_who_refuses_emergency_is_not_offered_it(
    reception: Reception, clock: Clock, language: Language, words: str
) -> None:
    clock.tick(hours=13)
    talk = named_or_asked(reception, language, words)
    assert "department:emergency" not in talk.tiles


@pytest.mark.parametrize(("language", "words"), TODAY)
def test_by_day_the_clinic_is_named(reception: Reception, language: Language, words: str) -> None:
    talk = named_or_asked(reception, language, words, who="child_female", age="small")
    assert talk.page != "choose" or "department:emergency" not in talk.tiles


@pytest.mark.parametrize(
    ("language", "words"), [(EN, "I've been going deaf for years"), (ZH, "耳背好几年了"), (EN, "an itchy rash")]
)
def test_what_can_wait_is_named_with_its_opening(
    reception: Reception, clock: Clock, language: Language, words: str
) -> None:
    clock.tick(hours=13)
    talk = named_or_asked(reception, language, words)
    assert "department:emergency" not in talk.tiles or talk.page != "choose"


def test_every_urgency_names_its_source() -> None:
    urgent = [one.same_day for one in knowledge().findings.values() if one.same_day]
    assert len(urgent) >= 10 and all(one.source for one in urgent)
