"""Who was here before and has no card is asked where, and may tell what troubles them instead."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.session.state import Entry
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN


@pytest.mark.parametrize(
    ("language", "words", "finding"),
    [
        (EN, "My knee has been hurting again for two weeks", "knee_pain"),
        (ZH, "膝盖又疼了两个星期", "knee_pain"),
        (EN, "the itching on my arms came back", "itchy_skin"),
        (ZH, "还是咳嗽，晚上厉害", "cough"),
    ],
)
def test_a_complaint_told_there_is_the_complaint(
    reception: Reception, language: Language, words: str, finding: str
) -> None:
    talk = Talk(reception, language, Entry.FOLLOW_UP).as_guest()
    assert talk.page == "appointment"
    talk.says(words)
    assert talk.fact(finding) and talk.page != "open"


@pytest.mark.parametrize(
    ("language", "words"), [(EN, "I don't remember"), (ZH, "记不清了"), (EN, "not sure"), (ZH, "不知道")]
)
def test_who_does_not_know_is_asked_what_for(reception: Reception, language: Language, words: str) -> None:
    talk = Talk(reception, language, Entry.FOLLOW_UP).as_guest()
    talk.says(words)
    assert talk.to_page("open").page == "open"


@pytest.mark.parametrize(("language", "words"), [(EN, "It was dermatology"), (ZH, "上次看的是皮肤科")])
def test_a_department_named_there_is_the_department(reception: Reception, language: Language, words: str) -> None:
    talk = Talk(reception, language, Entry.FOLLOW_UP).as_guest()
    talk.says(words)
    talk.to_department()
    assert talk.state.recommended and talk.state.recommended.department_id == "dermatology"
