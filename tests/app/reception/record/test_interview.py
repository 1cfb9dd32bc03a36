"""What is asked, in which order, and how much of it; a department only once nothing has to be known first."""

from itertools import takewhile

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.screening import fits
from frontdesk.app.reception.record.tiles import SPANS
from frontdesk.app.reception.session.events import Entry
from frontdesk.app.reception.session.state import Phase
from frontdesk.models.facts import Language, Person, Relation, Sex, Status
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.red_flags import BY_SIGN
from tests.app.reception.talk import Talk

ZH, EN = Language.ZH, Language.EN
BOTH = pytest.mark.parametrize("language", [ZH, EN])
MOST_BEFORE, MOST_AFTER = 6, 3  # pages; "anything else?" and what the doctor will read come after these
FOR_THE_DOCTOR = {"background", "medicines", "allergies", "story", "tell_doctor", "doctor_reads"}
MOST_IN_ROW = 7  # tiles
SINCE = [*(key for key, *_ in SPANS), "unsure"]
TOLD = [
    (ZH, "不舒服。"),
    (EN, "I don't feel well"),
    (ZH, "肚子疼"),
    (EN, "my head hurts"),
    (ZH, "我孩子发烧了，39度"),
    (EN, "my mother has been dizzy since Monday"),
    (ZH, "最近老是这样，说不上来，反正就是不得劲"),
    (EN, "it's the thing with my foot again"),
    (ZH, "心慌，一阵一阵的"),
    (EN, "I have a rash on my legs, I'm 61, female"),
    (ZH, "我来开药"),
    (EN, "I'd like a check-up"),
    (ZH, "尿尿的时候疼"),
    (EN, "a lump in my breast"),
]
TAPPED = ["fever", "cough", "headache", "abdominal_pain", "back_pain", "rash"]
HIGH_RISK = [code for code in TAPPED if code in knowledge().high_risk]


def pages(talk: Talk) -> tuple[list[str], list[str]]:
    """Those before a department was named, and those after it."""
    of_the_purpose = {"medicines"} if "repeat_prescription" in talk.codes() else set()
    asked = [key for key in talk.state.asked if key not in {"choose"} | of_the_purpose]
    before = list(takewhile(lambda key: key not in FOR_THE_DOCTOR, asked))
    return before, asked[len(before) :]


def received(reception: Reception, language: Language, words: str = "", *tiles: str) -> Talk:
    """A whole reception of somebody who answers every page as one who has nothing to tell."""
    talk = Talk(reception, language).as_guest()
    if words:
        talk.says(words)
    else:
        talk.taps(*tiles)
    return talk.to_end()


@pytest.mark.parametrize(("language", "words"), TOLD)
def test_few_pages_whatever_was_told(reception: Reception, language: Language, words: str) -> None:
    talk = received(reception, language, words)
    before, after = pages(talk)
    assert len(before) <= MOST_BEFORE, before
    assert len(after) <= MOST_AFTER + 2 and after[-2] in ("story", "tell_doctor") and after[-1] == "doctor_reads"
    assert talk.state.phase is Phase.RECOMMENDATION


@pytest.mark.parametrize("code", TAPPED)
def test_few_pages_whatever_was_tapped(reception: Reception, code: str) -> None:
    before, after = pages(received(reception, EN, "", f"fact:finding:{code}"))
    assert len(before) <= MOST_BEFORE, before
    assert len(after) <= MOST_AFTER + 2


def test_how_many_pages_are_left_is_about_right(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.taps("fact:finding:cough")
    while talk.page != "doctor_reads":
        assert talk.state.reply is not None and talk.state.reply.pages_left is not None
        left, seen = talk.state.reply.pages_left, len(talk.state.asked)
        talk.answers_page()
        assert left >= 1
    assert len(talk.state.asked) - seen <= 1


def test_every_page_has_at_most_six_tiles_and_ways_out(reception: Reception) -> None:
    for code in TAPPED:
        talk = Talk(reception).as_guest()
        talk.taps(f"fact:finding:{code}")
        while talk.page is not None and talk.state.question is not None:
            rows = talk.state.question.parts
            assert all(len(row.options) <= MOST_IN_ROW for row in rows if row.key != "since"), talk.page
            assert all([one.key for one in row.options] == SINCE for row in rows if row.key == "since"), talk.page
            most = 9 if talk.page in ("since", "age") else 6  # steps of one scale
            assert rows or len(talk.state.question.options) <= most, talk.page
            assert "person" in talk.tiles
            talk.answers_page()


# --- danger ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", HIGH_RISK)
def test_danger_is_one_page_asked_once_before_a_department(reception: Reception, code: str) -> None:
    talk = received(reception, ZH, "", f"fact:finding:{code}")
    before, _ = pages(talk)
    assert before.count("danger") == 1 == talk.state.asked.count("danger")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (ZH, "流鼻涕打喷嚏两天了，没有发烧，吃饭睡觉都好"),
        (EN, "I've had a runny nose and a bit of a cough since Monday, no fever, eating and sleeping fine"),
        (ZH, ""),
        (EN, ""),
    ],
)
def test_danger_is_not_asked_about_where_the_story_makes_none_possible(
    reception: Reception, language: Language, words: str
) -> None:
    talk = received(reception, language, words, "fact:finding:cough")
    assert talk.state.recommended is not None and "danger" not in talk.state.asked
    assert talk.state.screening == ()


@BOTH
def test_a_complaint_of_high_risk_told_in_a_word_is_asked_about(reception: Reception, language: Language) -> None:
    talk = received(reception, language, "胸口疼" if language is ZH else "chest pain")
    assert "danger" in talk.state.asked


def test_signs_that_turn_on_the_person_wait_until_it_is_known_who_is_ill(reception: Reception) -> None:
    for code in HIGH_RISK:
        for who, age in (("other_male", "middle"), ("self_female", "youth"), ("child_male", "infant")):
            talk = Talk(reception, EN).as_guest()
            talk.taps(f"fact:finding:{code}")
            talk.to_page("danger", who=who, age=age)
            told, open_signs = talk.state.person, knowledge().findings[code].signs
            unsure = [s for s in open_signs if fits(knowledge().signs[s], told, talk.state.record) is None]
            assert unsure == [], (code, who, talk.state.asked)


def test_signs_that_fit_everybody_are_asked_about_first(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.taps("fact:finding:back_pain")
    signs = [knowledge().signs[sign] for sign in knowledge().findings["back_pain"].signs]
    by_person = any((s.when.age_under, s.when.sex, s.when.pregnant) != (None, None, None) for s in signs)
    assert (talk.page == "danger") is not by_person


def test_a_child_is_asked_about_the_signs_of_children(reception: Reception) -> None:
    def signs(who: str, age: str) -> set[str]:
        talk = Talk(reception).as_guest()
        talk.taps("fact:finding:fever")
        return talk.to_page("danger", who=who, age=age).signs

    child, grown = signs("child_male", "infant"), signs("self_male", "middle")
    assert child != grown
    assert all(knowledge().signs[sign].when.may_hold(_person(4)) for sign in child)
    assert all(knowledge().signs[sign].when.may_hold(_person(50 * 12)) for sign in grown)


def test_a_man_is_asked_nothing_of_women(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.taps("fact:finding:abdominal_pain")
    talk.to_page("danger", who="self_male", age="30")
    sexes = {knowledge().signs[sign].when.sex for sign in talk.signs}
    assert sexes <= {None, "male"}


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (ZH, "昨天起肚子一直疼，有点直不起腰，还总想吐"),
        (ZH, "一只眼睛这两天看东西模模糊糊的"),
        (EN, "my belly has been hurting badly since last night and I keep being sick"),
        (EN, "my vision went blurry in one eye"),
    ],
)
def test_what_words_make_possible_is_on_the_very_next_page(
    reception: Reception, language: Language, words: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    assert talk.page == "danger", talk.state.asked
    assert 3 <= len(talk.signs) <= 6
    assert any(one.because == "words" for one in talk.state.screening)


@pytest.mark.parametrize(("language", "words"), TOLD)
def test_no_department_is_named_while_danger_is_to_be_asked_about(
    reception: Reception, language: Language, words: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    while talk.state.recommended is None and talk.page is not None:
        talk.answers_page()
    assert talk.state.recommended is not None
    assert [one.sign for one in talk.state.screening if not one.met] == []


@BOTH
def test_a_sign_is_met_once_it_stood_on_the_screen_and_something_was_answered(
    reception: Reception, language: Language
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:headache")
    talk.to_page("danger")
    assert talk.state.screening and not any(one.met for one in talk.state.screening)
    words = "就是胀胀的，说不好" if language is ZH else "it just throbs, hard to say"
    talk.says(words)
    assert talk.page == "danger" and not any(one.met for one in talk.state.screening)  # asked once more
    talk.says(words)
    assert talk.page == "danger_one" and not all(one.met for one in talk.state.screening)  # one of them, alone
    talk.says(words)
    assert talk.state.screening and all(one.met for one in talk.state.screening)
    assert talk.state.open_alerts and Status.UNKNOWN in {fact.status for fact in talk.state.record}


def test_a_sign_that_raises_an_alarm_waits_for_nothing(reception: Reception) -> None:
    rules = set()
    for code in HIGH_RISK:
        talk = Talk(reception).as_guest()
        talk.taps(f"fact:finding:{code}")
        talk.to_page("danger", who="self_male", age="70")
        sign = min(talk.signs)
        talk.taps(f"sign:{sign}")
        rule = BY_SIGN[sign].slug
        assert rule in talk.alarms
        rules.add(rule)
    assert len(rules) >= 3


# --- who it is about -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "named"), [(ZH, "您孩子"), (EN, "your child")])
def test_a_child_who_was_brought_is_the_patient(reception: Reception, language: Language, named: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_page("age", who="child_female")
    assert named in talk.reply or "孩子" in talk.reply
    assert talk.state.question is not None and talk.state.question.pad == "years_or_months"
    assert {"newborn", "school"} <= talk.tiles and "old" not in talk.tiles
    talk.to_department(age="small")
    assert talk.state.recommended is not None
    department = reception.services.department(talk.state.recommended.department_id)
    assert department is not None and "pediatrics" in department.specialties
    assert talk.state.person.relation is Relation.CHILD
    conditions = {key.rpartition(":")[2] for key in talk.tiles if key.startswith("past_history/fact:condition:")}
    assert conditions and conditions <= set(knowledge().histories.children)


@pytest.mark.parametrize(
    ("language", "words", "named"),
    [
        (ZH, "我妈71了，头晕两天", "您妈妈"),
        (EN, "my father is 80 and his knee hurts", "your father"),
        (EN, "my husband keeps coughing, he's 52", "your husband"),
    ],
)
def test_somebody_who_was_brought_is_asked_about_by_name(
    reception: Reception, language: Language, words: str, named: str
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(words)
    assert talk.state.person.relation not in (None, Relation.SELF)
    said = [talk.reply]
    while talk.page is not None:
        said.append(talk.answers_page())
    assert any(named in line for line in said)
    assert not any("you male" in line or "Are you allergic" in line for line in said)


# --- what the person wants -------------------------------------------------------------------------------------------


@BOTH
def test_a_repeat_prescription_is_asked_for_the_medicines_and_not_where_it_hurts(
    reception: Reception, language: Language
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("我来开药" if language is ZH else "I need a repeat prescription")
    if talk.page == "offered":
        talk.taps("fact:request:repeat_prescription")
    talk.to_department(medicines="氨氯地平" if language is ZH else "amlodipine")
    assert "medicines" in talk.state.asked
    assert not {"side", "how", "since", "site"} & set(talk.state.asked)


@BOTH
def test_after_the_department_everything_may_be_skipped(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_department()
    assert talk.state.question is not None and talk.state.question.optional and "skip" in talk.tiles
    talk.taps("skip")
    assert talk.page == "doctor_reads"
    talk.taps("yes")
    assert talk.page is None and talk.state.phase is Phase.RECOMMENDATION


def test_what_was_not_asked_because_the_patient_left_is_not_in_the_record(reception: Reception) -> None:
    talk = Talk(reception).as_guest()
    talk.taps("fact:finding:cough")
    talk.to_department()
    talk.taps("skip")
    assert not {"none", "any"} & talk.codes()


def test_a_patient_without_patience_is_asked_only_what_danger_and_department_need(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.says("This is ridiculous, just send me somewhere, my knee hurts")
    assert talk.page == "offer"
    talk.taps("shortest")
    talk.to_department()
    asked = set(talk.state.asked)
    assert not {"how", "also", "since", "past_history"} & asked


def _person(months: int) -> Person:
    return Person(relation=Relation.SELF if months > 200 else Relation.CHILD, age_months=months, sex=Sex.MALE)


ON_THE_BODY = (
    *("head", "eye", "ear", "nose", "throat", "neck", "chest", "upper_abdomen", "lower_abdomen", "genitals"),
    *("shoulder", "arm", "hand", "back", "lower_back", "buttock", "leg", "knee", "foot"),
)


@pytest.mark.parametrize("place", ON_THE_BODY)
def test_a_place_of_the_body_leads_to_what_may_be_wrong_there(reception: Reception, place: str) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.taps(f"site:{place}")
    assert talk.page == "place" and talk.state.question is not None
    assert 4 <= len(talk.state.question.options) <= 6
    assert not talk.state.question.several and "none" in talk.tiles


def test_of_a_sore_knee_four_pages_are_asked_before_the_department(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    talk.taps("site:knee")
    talk.taps("fact:finding:knee_pain")
    before, after = pages(talk.to_end())
    assert before == ["open", "place", "who", "age"]
    assert after[0] == "background"
    story = next(question for _, question in talk.state.questions if question.key == "story")
    assert [row.key for row in story.rows][:2] == ["side", "since"]


def test_a_follow_up_that_is_better_goes_on_its_way_after_one_page(reception: Reception) -> None:
    patient = reception.hospital.patients.patient("P1003")
    talk = Talk(reception, EN, Entry.FOLLOW_UP).identifies("P1003", birth_date=patient.birth_date)
    talk.to_department(course="better")
    assert talk.state.asked[0] == "course"
    talk.to_end()
    assert talk.state.asked[1:3] == ("adherence", "result")


@pytest.mark.parametrize("course", ["new", "worse", "unsure"])
def test_what_is_new_is_asked_of_a_follow_up_that_is_not_better(reception: Reception, course: str) -> None:
    patient = reception.hospital.patients.patient("P1003")
    talk = Talk(reception, EN, Entry.FOLLOW_UP).identifies("P1003", birth_date=patient.birth_date)
    talk.taps(course)
    assert talk.page == "new"
    assert not {tile for tile in talk.tiles if tile.startswith("fact:request")}, "no errand is new"


def test_an_errand_is_tapped_on_the_first_page_and_is_no_tile_that_words_are_read_by(reception: Reception) -> None:
    talk = Talk(reception, EN).as_guest()
    assert talk.state.question is not None
    assert not any(option.key.startswith("fact:request:") for option in talk.state.question.options)
    talk.turn(options=("fact:request:repeat_prescription",))
    assert "repeat_prescription" in talk.codes() and talk.page == "medicines"
