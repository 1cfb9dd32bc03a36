"""A sentence that promises a person, or a way, is said only where the state holds it."""

from datetime import datetime

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import Phase
from frontdesk.his_adapter.records import Slot
from frontdesk.models.facts import Language
from tests.app.reception.talk import Clock, Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
COUGH = {ZH: "咳嗽三天了，我45岁，女", EN: "I've had a cough for three days, I'm 45, female"}
PROMISES = {ZH: ("护士",), EN: ("nurse",)}


def of(language: Language, zh: str, en: str) -> str:
    return zh if language is ZH else en


def free(reception: Reception, talk: Talk) -> Slot:
    services = reception.services
    return services.hospital.scheduling.free_slots(talk.state.department_id or "", services.now(), limit=1)[0]


@BOTH
@pytest.mark.parametrize(
    ("zh", "en"),
    [
        ("我要找真人护士", "I want to talk to a nurse"),
        ("小腿又肿又疼，坐了长途飞机以后", "my calf is swollen and painful since the flight"),
        ("布洛芬我一天吃了十片，每片400毫克", "I took ten ibuprofen 400 mg tablets in one day"),
    ],
)
def test_a_nurse_who_is_promised_is_called(reception: Reception, language: Language, zh: str, en: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(of(language, zh, en))
    for _ in range(8):
        if any(word in talk.reply for word in PROMISES[language]):
            break
        talk.answers_page()
    assert any(word in talk.reply for word in PROMISES[language])
    assert talk.state.nurse_awaited


@BOTH
def test_nobody_is_called_where_nobody_was_promised(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COUGH[language])
    talk.to_end()
    assert not talk.state.nurse_awaited


@BOTH
def test_who_waits_for_a_nurse_is_not_sent_away(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COUGH[language])
    talk.says(of(language, "叫个护士来", "please call a nurse"))
    talk.to_end()
    assert of(language, "护士看过您再走", "before you go") in talk.reply
    slot = free(reception, talk)
    talk.state = reception.book(talk.session_id, slot.slot_id)
    assert of(language, "可以去了", "go there now") not in talk.reply
    talk.state = reception.finish(talk.session_id)
    assert of(language, "护士", "nurse") in talk.reply


@BOTH
def test_when_she_comes_is_answered_from_the_state(reception: Reception, language: Language, clock: Clock) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COUGH[language])
    talk.says(of(language, "叫个护士来", "please call a nurse"))
    clock.tick(minutes=7)
    page = talk.page
    talk.says(of(language, "护士还来不来了？", "when is the nurse coming?"))
    assert "7" in talk.reply and talk.page == page
    assert len(talk.state.alerts) == 1


@BOTH
def test_no_nurse_was_called_so_one_is(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COUGH[language])
    talk.says(of(language, "护士到底来不来？", "is the nurse coming?"))
    assert talk.state.nurse_awaited


@BOTH
def test_a_closed_department_is_not_to_be_gone_to_now(reception: Reception, language: Language, clock: Clock) -> None:
    clock.at = datetime(2026, 11, 19, 2, 0)
    talk = Talk(reception, language).as_guest()
    talk.says(COUGH[language])
    talk.to_end()
    slot = free(reception, talk)
    assert slot.starts.date() == clock.at.date()
    talk.state = reception.book(talk.session_id, slot.slot_id)
    assert of(language, "可以去了", "go there now") not in talk.reply
    talk.state = reception.finish(talk.session_id)
    assert of(language, "开诊", "when it is open") in talk.reply


@BOTH
def test_the_urgent_are_taken_where_somebody_is(reception: Reception, language: Language, clock: Clock) -> None:
    clock.at = datetime(2026, 11, 19, 2, 0)
    talk = Talk(reception, language).as_guest()
    talk.says(of(language, "我儿子四岁，发烧两天，膝盖又红又肿", "my son is 4, a fever, his knee is red and swollen"))
    if not talk.state.alerts:
        talk.to_page("danger")
        talk.taps("sign:wont_use_limb")
    assert talk.state.department_id == "emergency" and talk.state.nurse_awaited


URGENT = {ZH: "刚才在卫生间晕倒了，现在醒了，70岁，男", EN: "I passed out in the bathroom just now, I'm 70, male"}


@BOTH
@pytest.mark.parametrize(
    ("zh", "en"),
    [
        ("我不去急诊，我要看耳鼻喉科", "not emergency, I want ear nose and throat"),
        ("没有晕过去，从来没晕倒", "I never fainted, I did not pass out"),
        ("不用护士来，我没那么严重", "I don't need a nurse for that, I'm not that poorly"),
    ],
)
def test_who_waits_to_be_fetched_is_still_heard(reception: Reception, language: Language, zh: str, en: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(URGENT[language])
    assert talk.state.is_fetched
    talk.says(of(language, zh, en))
    assert not talk.state.is_fetched
    assert talk.state.nurse_awaited, "only a nurse clears the alarm"
    assert talk.page is not None


@BOTH
def test_who_waits_and_only_tells_more_waits_on(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(URGENT[language])
    talk.says(of(language, "我吃氨氯地平，对青霉素过敏", "I take amlodipine and I'm allergic to penicillin"))
    assert talk.state.is_fetched
    assert {"medicine:amlodipine", "allergy:penicillin"} <= {fact.key for fact in talk.state.record}


@BOTH
def test_who_wants_to_go_elsewhere_disputes_no_emergency(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(URGENT[language])
    talk.says(
        of(language, "胸口像压着大石头，出冷汗，喘不上气", "crushing pain in my chest, cold sweat, I can't breathe")
    )
    assert talk.state.is_fetched and talk.state.phase is Phase.EMERGENCY
    talk.says(of(language, "我不去急诊，我要看耳鼻喉科", "not emergency, I want ear nose and throat"))
    assert talk.state.phase is Phase.EMERGENCY
