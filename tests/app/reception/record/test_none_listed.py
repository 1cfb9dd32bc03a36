"""One tap on "none of these" is no firm denial of each illness that was listed: the card says what was tapped."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doctor_reads import doctor_reads
from frontdesk.app.reception.record.headings import Part
from frontdesk.models.facts import Language, Topic
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
COMPLAINT = {ZH: "我头疼两个月了，34岁，女", EN: "I've had bad headaches for two months. I'm 34, female."}


def illnesses(talk: Talk, language: Language) -> list[str]:
    return [line.text for line in doctor_reads(talk.state, language)[Part.ILLNESSES] if not line.quoted]


@pytest.mark.parametrize(("language", "says"), [(ZH, "所列的都没有"), (EN, "none of those listed")])
def test_a_tap_on_none_says_that_it_was_of_those_listed(reception: Reception, language: Language, says: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    talk.to_page("past_history").taps("none")
    lines = illnesses(talk, language)
    assert lines and all(line.startswith(says) for line in lines)


@pytest.mark.parametrize(
    ("language", "said", "line"), [(ZH, "我没有哮喘", "没有哮喘"), (EN, "I don't have asthma", "no asthma")]
)
def test_an_illness_denied_by_name_is_denied(reception: Reception, language: Language, said: str, line: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    talk.to_page("past_history").says(said)
    assert any(one.topic is Topic.CONDITION for one in talk.state.record)
    assert line in illnesses(talk, language)
