"""Words by voice: danger in them while they are spoken, what has to be confirmed, and what the log keeps."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.summary import visit_of
from frontdesk.app.reception.session.events import AlertRaised, PatientSaid
from frontdesk.app.reception.turn.overheard import Completeness, read_back
from frontdesk.app.reception.turn.utterance import Utterance
from tests.app.reception.talk import Talk


def spoken(text: str, number: int = 1, **more: object) -> Utterance:
    return Utterance(turn_id=f"spoken-{number}", number=number, text=text, means="spoken", **more)  # type: ignore[arg-type]


@pytest.fixture
def talk(reception: Reception) -> Talk:
    return Talk(reception).as_guest()


def looked_at(reception: Reception, talk: Talk, *words: str) -> bool:
    """The words as they grow, each looked at once; whether the last alarm."""
    found = False
    for text in words:
        found = reception.overhear(talk.session_id, spoken(text), again=found)
    return found


def alarms(reception: Reception, talk: Talk) -> list[AlertRaised]:
    events = (recorded.event for recorded in reception.log.history(talk.session_id))
    return [event for event in events if isinstance(event, AlertRaised)]


def test_danger_alarms_at_the_second_look_with_its_words(reception: Reception, talk: Talk) -> None:
    assert not looked_at(reception, talk, "我头疼")
    assert looked_at(reception, talk, "我喘不上气了")
    assert alarms(reception, talk) == []
    looked_at(reception, talk, "我喘不上气了", "我喘不上气了，胸口")
    assert "喘不上气" in alarms(reception, talk)[0].quote
    looked_at(reception, talk, "我喘不上气了，胸口", "我喘不上气了，胸口")
    assert len(alarms(reception, talk)) == 1, "once"


def test_what_the_next_word_denies_does_not_alarm(reception: Reception, talk: Talk) -> None:
    looked_at(reception, talk, "喘不上气", "喘不上气没有", "喘不上气没有，就是头疼")
    assert alarms(reception, talk) == []


def test_nothing_of_unsent_words_is_recorded(reception: Reception, talk: Talk) -> None:
    before = reception.log.state(talk.session_id)
    looked_at(reception, talk, "我头疼", "我头疼三天")
    assert reception.log.state(talk.session_id) == before


def test_the_log_keeps_how_sure_the_recogniser_was_and_what_was_changed(reception: Reception, talk: Talk) -> None:
    reception.take_turn(talk.session_id, spoken("我头疼", heard="我投疼", confidence=0.7))
    reception.take_turn(talk.session_id, spoken("两天了", 2, heard="两天了", confidence=0.95))
    said = [one.event for one in reception.log.history(talk.session_id) if isinstance(one.event, PatientSaid)]
    assert [(one.means, one.heard, one.confidence) for one in said] == [("spoken", "我投疼", 0.7), ("spoken", "", 0.95)]


def test_of_typed_words_it_keeps_none(reception: Reception, talk: Talk) -> None:
    typed = Utterance(turn_id="typed-turn", number=1, text="我头疼", heard="x", confidence=0.7)
    reception.take_turn(talk.session_id, typed)
    said = [one.event for one in reception.log.history(talk.session_id) if isinstance(one.event, PatientSaid)]
    assert [(one.means, one.heard, one.confidence) for one in said] == [("typed", "", None)]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("我叫王芳", "name"),
        ("my name is Ann Lee", "name"),
        ("我在吃二甲双胍", "medicine"),
        ("I take an aspirin", "medicine"),
        ("疼了三天", "number"),
        ("十五号开始的", "number"),
        ("for thirteen days", "number"),
        ("it was 38.5", "number"),
        ("我一直头疼，有一点晕", None),
        ("one of my knees hurts", None),
    ],
)
def test_names_medicines_and_numbers_are_read_back(words: str, what: str | None) -> None:
    assert read_back(words) == what


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("我咳嗽三天了", Completeness.ANSWER),
        ("我头疼，还有", Completeness.BREAKS_OFF),
        ("我女儿发烧了", Completeness.ANSWER),
        ("我从昨天早上开始", Completeness.BREAKS_OFF),
        ("请问拍片子的地方在哪里", Completeness.ANSWER),
        ("嗯", Completeness.CLAUSE),
        ("my head hurts", Completeness.ANSWER),
        ("my head hurts and", Completeness.BREAKS_OFF),
        ("I've had a headache since", Completeness.BREAKS_OFF),
        ("I've had a headache since yesterday", Completeness.ANSWER),
        ("it started on Monday", Completeness.CLAUSE),
        ("no", Completeness.CLAUSE),
        ("对", Completeness.CLAUSE),
        ("搬箱子的时候把腰扭了", Completeness.ANSWER),
        ("", Completeness.BREAKS_OFF),
    ],
)
def test_little_quiet_ends_what_answers_the_page(
    reception: Reception, talk: Talk, words: str, expected: Completeness
) -> None:
    before = reception.log.state(talk.session_id)
    assert reception.completeness(talk.session_id, spoken(words)) is expected
    assert reception.log.state(talk.session_id) == before


def test_board_and_doctor_see_what_was_spoken_and_how_sure_it_was_heard(reception: Reception, talk: Talk) -> None:
    reception.take_turn(talk.session_id, spoken("我头疼两天了", heard="我头疼两天了", confidence=0.52))
    lines = [line for line in reception.log.state(talk.session_id).lines if line.speaker == "patient"]
    assert [(line.spoken, line.confidence) for line in lines] == [(True, 0.52)]
    department = reception.hospital.directory.departments()[0]
    page = visit_of(reception.log.state(talk.session_id), department, now=reception.services.now()).summary
    assert page is not None
    kept = [one for one in page.conversation if one.speaker == "patient"]
    assert [(one.spoken, one.confidence) for one in kept] == [(True, 0.52)]
