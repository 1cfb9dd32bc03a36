"""Doses of a medicine that was told turns ago: which words tell one, and how the patient puts it right."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.turn.answers.danger import ALERT_RULE
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk
from tests.app.reception.test_receptions import finished, texts

ZH, EN = Language.ZH, Language.EN
COMPLAINT = {ZH: "我腰疼一个星期了，男，60岁", EN: "My lower back hurts since last week. I'm 60, male."}
TAKEN = {ZH: "布洛芬", EN: "ibuprofen, for the back"}
TOO_MUCH = {ZH: "布洛芬一次四片，一天六次", EN: "I take four ibuprofen tablets six times a day"}


def telling(reception: Reception, language: Language, *said: str) -> Talk:
    """At the last page of the story, with a medicine told before."""
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    talk.to_page("medicines").says(TAKEN[language])
    talk.to_page("tell_doctor")
    for words in said:
        talk.says(words)
    return talk


def alerts(talk: Talk) -> list[str]:
    return [one.raised.reason[EN] for one in talk.state.alerts if one.raised.rule == ALERT_RULE]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (EN, "It's getting worse. I'd say 7 out of 10 at night. I smoke about 20 a day, have done for thirty years."),
        (EN, "I get up ten times a night, and I have about 10 coffees a day"),
        (EN, "I was doubled up with pain twice last night. I had my back x-rayed twice"),
        (ZH, "越来越疼，晚上有八分。我一天抽二十根烟，抽了三十年"),
        (ZH, "夜里要起来五六次，一天上厕所十几次"),
        (ZH, "一天二十支，三十年了，白酒每天半斤"),
    ],
)
def test_a_figure_of_something_else_is_no_dose_of_a_medicine_told_before(
    reception: Reception, language: Language, told: str
) -> None:
    talk = telling(reception, language, told)
    assert alerts(talk) == [] and not talk.state.nurse_awaited
    assert not any("on one day" in note.text[EN] or "mg a day" in note.text[EN] for note in talk.state.notes)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (EN, "I take four tablets six times a day"),
        (EN, "I've been taking eight of them a day"),
        (EN, "Four 400 mg tablets at a time, six times a day. And I smoke 20 a day."),
        (ZH, "一天吃十片"),
        (ZH, "一次四片，一天六次，晚上疼得有八分"),
    ],
)
def test_a_dose_told_alone_is_of_the_medicine_told_before(reception: Reception, language: Language, told: str) -> None:
    assert len(alerts(telling(reception, language, told))) == 1


@pytest.mark.parametrize(
    ("language", "right"),
    [
        (EN, "That's wrong. The 20 a day is cigarettes, not ibuprofen. I only took ibuprofen 400 mg twice a day."),
        (EN, "And I never took 2000 mg of ibuprofen"),
        (EN, "Sorry, I meant one tablet twice a day"),
        (EN, "No, I never took that much ibuprofen"),
        (ZH, "说错了，布洛芬一天两次，一次一片"),
        (ZH, "写错了，我没吃过布洛芬"),
        (ZH, "不对，我没吃那么多布洛芬"),
    ],
)
def test_a_dose_put_right_keeps_nobody_waiting_and_goes_from_the_notes(
    reception: Reception, language: Language, right: str
) -> None:
    talk = telling(reception, language, TOO_MUCH[language])
    assert alerts(talk) and talk.state.nurse_awaited
    talk.says(right)
    assert not talk.state.nurse_awaited
    (alert,) = [one for one in talk.state.standing if one.raised.rule == ALERT_RULE]
    assert alert.disputed == right  # on the board it stands with their words: a nurse clears it
    notes = texts(finished(talk.to_end()), Section.NOTES)
    assert not any("4,800" in note for note in notes), notes


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (EN, "No that's right, ibuprofen four tablets six times a day"),
        (EN, "You got that wrong, it's ibuprofen five tablets six times a day"),
        (EN, "That's wrong, it's my left leg"),
        (EN, "I don't take ibuprofen at night"),
        (ZH, "不对，布洛芬一次五片，一天六次"),
        (ZH, "写错了，是左腿疼"),
    ],
)
def test_a_dose_that_is_as_much_or_not_spoken_of_is_kept_up(
    reception: Reception, language: Language, said: str
) -> None:
    talk = telling(reception, language, TOO_MUCH[language])
    talk.says(said)
    assert talk.state.nurse_awaited
    assert any("mg on one day" in note.text[EN] for note in talk.state.notes)
