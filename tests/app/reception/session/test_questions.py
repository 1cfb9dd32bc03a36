"""One row a question: what the pages are, and that whatever is answered to one is kept."""

from datetime import datetime

import pytest

from frontdesk.app.reception.record.heard import from_tiles
from frontdesk.app.reception.record.interview import Known, is_full
from frontdesk.app.reception.record.pages import put
from frontdesk.app.reception.record.parsed import parse
from frontdesk.app.reception.session.events import Option, Question, ScreeningItem
from frontdesk.app.reception.session.questions import OF_THE_TALK, QUESTIONS, Full, Of
from frontdesk.models.facts import Fact, Language, Person, Relation, Sex, Status, Topic

NO_RECORD = {"unsure", "none", "no", "person", "skip"}
WOMAN = Person(relation=Relation.SELF, age_months=360, sex=Sex.FEMALE)
HEADACHE = Fact(topic=Topic.FINDING, code="headache", quote="my head")
DOUBTED = Fact(topic=Topic.FINDING, code="worst_headache", quote="not sure", status=Status.UNKNOWN, asked="danger")
SIGN = ScreeningItem(sign="worst_headache", because="headache", met=False)
KNOWN = Known(record=(HEADACHE,), person=WOMAN, screening=(SIGN,), earlier=("headache",))
PAGES = [key for key, one in QUESTIONS.items() if one.of not in (Of.VISITOR, Of.DEPARTMENT, Of.TALK) and key != "own"]


def page(key: str) -> Question:
    known = KNOWN.model_copy(update={"record": (HEADACHE, DOUBTED)}) if key == "danger_one" else KNOWN
    return put(key, known, (("headache", None),))


def tiles() -> list[tuple[str, Option]]:
    return [(key, option) for key in PAGES if key != "doctor_reads" for option in page(key).options]


@pytest.mark.parametrize("key", PAGES)
def test_words_on_every_page_are_kept(key: str) -> None:
    heard = parse(page(key), "blorp wibble", Language.EN, now=datetime(2026, 11, 2, 9), turn=1)
    assert [fact.quote for fact in heard.facts if fact.topic is Topic.SAID] == ["blorp wibble"]


@pytest.mark.parametrize(("key", "option"), tiles(), ids=lambda one: one if isinstance(one, str) else one.key)
def test_every_tile_says_something_for_the_record(key: str, option: Option) -> None:
    heard = from_tiles(page(key), (option,), Language.EN)
    assert heard.facts or heard.person or option.key in NO_RECORD


FILLED = [key for key, one in QUESTIONS.items() if one.full not in (Full.NOTHING, Full.APPOINTMENT)]


@pytest.mark.parametrize("key", FILLED)
def test_an_answer_fills_its_question(key: str) -> None:
    before = Known(record=(HEADACHE,), person=Person())
    assert not is_full(key, before)
    option = next(one for one in page(key).options if one.key not in NO_RECORD) if page(key).options else None
    taps = (option,) if option else ()
    words = {"age": "30", "temperature": "38.6", "severity": "7"}.get(key, "")
    heard = (
        from_tiles(page(key), taps, Language.EN)
        if taps
        else parse(page(key), words, Language.EN, now=datetime(2026, 11, 2, 9), turn=1)
    )
    after = Known(record=(HEADACHE, *heard.facts), person=Person().updated(heard.person))
    assert is_full(key, after)


def test_a_page_that_is_in_no_row_cannot_be_put() -> None:
    with pytest.raises(KeyError):
        put("no_such_page", KNOWN)


def test_only_how_the_talk_goes_on_is_no_record() -> None:
    assert {"offer", "identify", "read_on", "read_back"} == OF_THE_TALK
