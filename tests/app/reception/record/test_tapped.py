"""Nothing tapped is told as speech: by the nurse, in the record, on the doctor's page, to a doctor who is called."""

import re
from datetime import datetime

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.sbar import sbar
from frontdesk.models.facts import Language
from tests.app.reception.talk import Talk
from tests.app.reception.test_receptions import finished

QUOTED = re.compile(r"[“\"「]([^”\"」]+)[”\"」]")


def tapped_through(reception: Reception, language: Language) -> tuple[Talk, list[str]]:
    talk = Talk(reception, language).as_guest()
    replies = [talk.taps("fact:finding:headache")]
    while talk.page is not None:
        replies.append(talk.answers_page())
    return talk, replies


@pytest.mark.parametrize("language", list(Language))
def test_a_talk_of_tiles_has_no_speech_in_it(reception: Reception, language: Language) -> None:
    talk, replies = tapped_through(reception, language)
    visit = finished(talk)
    assert visit.summary is not None and talk.state.recommended is not None
    told = [*replies, *sbar(talk.state, language, now=datetime(2026, 11, 18, 10, 0)).model_dump().values()]
    told += [str(value) for value in visit.record.model_dump().values()]
    told += [statement.text for statement in visit.summary.statements]
    labels = {line.text for line in visit.summary.conversation if line.speaker == "patient"}
    assert labels and not [found for text in told for found in QUOTED.findall(text) if found in labels]
    assert all(one.tapped for statement in visit.summary.statements for one in statement.evidence)
    assert all(line.tapped for line in visit.summary.conversation if line.speaker == "patient")
    assert talk.state.recommended.reasons and all(reason.tapped for reason in talk.state.recommended.reasons)


def test_words_beside_tiles_stay_words(reception: Reception) -> None:
    talk = Talk(reception, Language.EN).as_guest()
    talk.says("My head is pounding")
    assert not talk.state.lines[-2].tapped and not talk.state.is_on_tiles("head is pounding")
    talk.turn(text="since the funeral", options=("fact:finding:headache",))
    said = [line for line in talk.state.lines if line.speaker == "patient"]
    assert [line.tapped for line in said] == [False, False]
