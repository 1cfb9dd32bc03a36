"""Values a patient tells at the kiosk: a critical one brings a nurse, an impossible one is asked for once more."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.answers.danger import ALERT_RULE
from frontdesk.his_adapter.records import Level, Section
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk
from tests.app.reception.test_receptions import finished, texts


def values(state: State) -> list[str]:
    return [f.what for f in state.findings if f.specialist == "labs"]


@pytest.mark.parametrize(
    ("language", "told", "seen"),
    [
        (Language.EN, "My doctor rang, my potassium is 6.8. I'm 63, female.", "6.8 mmol/L"),
        (Language.ZH, "化验单上血钾6.8，我六十三了，女的", "6.8 mmol/L"),
    ],
)
def test_a_critical_value_brings_a_nurse_before_the_queue(
    reception: Reception, language: Language, told: str, seen: str
) -> None:
    talk = Talk(reception, language).as_guest()
    reply = talk.says(told)
    (alert,) = [a for a in talk.state.alerts if a.raised.rule == ALERT_RULE]
    assert alert.raised.level is Level.C
    assert seen in alert.raised.reason[language]
    assert ("nurse" in reply) if language is Language.EN else ("护士" in reply)
    talk.says("potassium 6.8" if language is Language.EN else "血钾6.8")
    assert len([a for a in talk.state.alerts if a.raised.rule == ALERT_RULE]) == 1


@pytest.mark.parametrize(
    ("language", "told", "again", "noted"),
    [
        (Language.EN, "I have a headache and my systolic blood pressure is 500", "it's 150", "150 mmHg"),
        (Language.ZH, "头疼，体温四十八度", "看错了，是三十八度四", "38.4 °C"),
    ],
)
def test_an_impossible_value_is_asked_for_once_more(
    reception: Reception, language: Language, told: str, again: str, noted: str
) -> None:
    talk = Talk(reception, language).as_guest()
    reply = talk.says(told)
    assert talk.state.question is not None and talk.state.question.key == "value_again"
    assert reply.endswith(talk.state.question.text[language])
    talk.says(again)
    assert values(talk.state) == ["unlikely_value", "value"]
    assert any(noted in note.text[language] for note in talk.state.notes)
    assert talk.state.question is not None and talk.state.question.key != "value_again"
    assert "open" in talk.words


def test_an_impossible_value_said_again_is_left_to_the_doctor(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I have a headache. My temperature is 140 degrees")
    talk.says("yes, 140")
    talk.says("my temperature is 140")
    assert talk.state.asked.count("value_again") == 1


def test_an_ordinary_value_goes_on_and_reaches_the_doctor(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I'm 58, male, dizzy for a week and this morning I measured 152 over 94")
    assert not talk.state.alerts
    talk.to_end()
    notes = texts(finished(talk), Section.NOTES)
    assert any("152/94 mmHg" in note and "above the usual range" in note for note in notes)


def test_a_value_alone_is_understood(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.says("血压145/92")
    assert values(talk.state) == ["value"]
    assert talk.page != "open"


def test_somebody_elses_value_raises_nothing(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I'm 40 with a sore knee. My neighbour had a blood pressure of 210 over 130 last week.")
    assert not [a for a in talk.state.alerts if a.raised.rule == ALERT_RULE]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.EN, "the nurse at work said my oxygen was under 90"),
        (Language.ZH, "昨天量的血氧不到九十"),
        (Language.EN, "my potassium went 4.1 → 6.8"),
        (Language.ZH, "血钾6,8"),
    ],
)
def test_a_critical_value_brings_a_nurse_however_it_is_written(
    reception: Reception, language: Language, told: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    assert [a.raised.level for a in talk.state.alerts if a.raised.rule == ALERT_RULE] == [Level.C]


@pytest.mark.parametrize(
    ("language", "told", "exactly"),
    [
        (Language.EN, "my oxygen was under 92", "86"),
        (Language.ZH, "血氧低于92", "八十六"),
    ],
)
def test_a_bound_that_may_be_critical_is_asked_for_exactly(
    reception: Reception, language: Language, told: str, exactly: str
) -> None:
    talk = Talk(reception, language).as_guest()
    reply = talk.says(told)
    assert "<92 %" in reply
    assert not talk.state.alerts
    talk.says(exactly)
    assert [a.raised.level for a in talk.state.alerts if a.raised.rule == ALERT_RULE] == [Level.C]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (Language.EN, "CK 120 U/L"),
        (Language.EN, "Na 130 mmol/L (135-145) L"),
        (Language.EN, "AST 25 IU/L LDH 180 IU/L"),
        (Language.EN, "PT 12.1 s, APTT 31 s"),
        (Language.ZH, "血小板 220×10⁹/L"),
    ],
)
def test_laboratory_shorthand_is_no_emergency(reception: Reception, language: Language, told: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    assert not talk.state.alerts
    assert not talk.state.suspected
    assert "value" in values(talk.state)


@pytest.mark.parametrize(
    ("language", "told", "measured"),
    [
        (Language.EN, "I have a headache, blood pressure 165 over 95, pulse 102", [165, 95, 102]),
        (Language.ZH, "头疼，血压165/95，脉搏102", [165, 95, 102]),
        (Language.EN, "I have a headache. Last month my sugar was 9", []),
        (Language.EN, "I have a headache, and my mother's sugar is 15", []),
        (Language.ZH, "头疼，我妈血糖15", []),
        (Language.EN, "I have a headache and my systolic blood pressure is 500", []),
    ],
)
def test_values_of_now_are_handed_over_as_numbers(
    reception: Reception, language: Language, told: str, measured: list[float]
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    visit = finished(talk.to_end())
    assert visit.summary is not None
    assert [one.value for one in visit.summary.values] == measured


def test_of_two_values_of_a_test_the_newest_is_handed_over(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("I have a headache, blood pressure 165 over 95")
    talk.says("no, my blood pressure was 145 over 85")
    visit = finished(talk.to_end())
    assert visit.summary is not None
    assert [one.value for one in visit.summary.values] == [145, 85]
