"""What counts for an alarm, what the alarm says, and what is only suspected."""

import pytest

from frontdesk.models.facts import Details, Fact, Language, Person, Record, Relation, Sex, Status, Topic
from frontdesk.models.parsers import language_of, normalise
from frontdesk.models.red_flags import RedFlag, check, of_rule, suspected
from frontdesk.models.red_flags.check import _possible
from frontdesk.models.red_flags.flag import LEVELS
from frontdesk.models.red_flags.rules import RULES

EN, ZH = Language.EN, Language.ZH
STROKE = "His mouth has dropped on one side and he cannot lift his left arm, it came on ten minutes ago"
LABOUR = "I'm 39 weeks, the contractions are two minutes apart and I need to push"


def fact(code: str, topic: Topic = Topic.FINDING, status: Status = Status.PRESENT, **more: object) -> Fact:
    return Fact.model_validate({"topic": topic, "code": code, "status": status, "quote": code, **more})


def rules(
    text: str = "", *, record: Record = (), person: Person | None = None, earlier: tuple[str, ...] = ()
) -> set[int]:
    flags = check(text, language=EN, record=record, person=person or Person(), earlier=earlier)
    return {flag.rule for flag in flags}


def test_words_alone_alarm_where_the_classifier_is_sure() -> None:
    assert "stroke_signs" in rules(STROKE)
    assert {flag.level for flag in check("快来人，我妈噎住了，脸都紫了，喘不上气", language=ZH)} == {"A"}


def test_an_ordinary_complaint_alarms_nothing_and_suspects_nothing() -> None:
    for text, language in (("I have had a runny nose for three days", EN), ("想开点降压药，老毛病了", ZH)):
        assert check(text, language=language) == ()
        assert suspected(text, language=language) == ()


@pytest.mark.parametrize("text", ["", "?!", "ok", "……", "是"])
def test_what_says_next_to_nothing_is_no_emergency(text: str) -> None:
    assert check(text, language=EN) == ()
    assert suspected(text, language=ZH) == ()


def test_words_that_were_kept_uninterpreted_are_no_statement() -> None:
    assert rules(record=(fact(STROKE, Topic.SAID, asked="open"),)) == set()


@pytest.mark.parametrize(
    "record",
    [
        (fact("fainting", status=Status.ABSENT),),
        (fact("fainting", status=Status.UNKNOWN),),
        (fact("fainting", past=True),),
        (fact("fainting", Topic.FAMILY),),
    ],
)
def test_what_is_denied_unknown_past_or_of_kin_does_not_count(record: Record) -> None:
    assert rules(record=record) == set()


def test_values_count_by_their_unit() -> None:
    baby = Person(age_months=2)
    hot = fact("temperature", Topic.DETAIL, details=Details(value="38.5 °C"))
    cool = fact("temperature", Topic.DETAIL, details=Details(value="37.2 °C"))
    assert rules(record=(hot,), person=baby) == {"young_baby_fever"}
    assert rules(record=(fact("fever"), cool), person=baby) == set()
    assert rules(record=(hot,), person=Person(age_months=30)) == set()


def test_vital_signs_in_words_alarm_where_the_words_sound_ill_too() -> None:
    assert "measured_values" in rules("he is grey and breathless, oxygen saturation 84% on the finger clip, pulse 132")
    assert "measured_values" not in rules("my locker code is P 132")


def test_a_medicine_counts_as_what_it_does() -> None:
    assert "head_injury_danger" in rules(record=(fact("head_injury"), fact("warfarin", Topic.MEDICINE)))


def test_a_band_of_age_counts_as_an_age() -> None:
    record = (fact("abdominal_pain"), fact("fainting"), fact("how:sudden", Topic.DETAIL, details=Details(sudden=True)))
    assert "aneurysm" in rules(record=record, person=Person(age_between=(900, None)))
    assert "aneurysm" not in rules(record=record, person=Person(age_between=(480, 720)))
    assert "child_pale_blue" in rules(record=(fact("mottled_skin"),), person=Person(relation=Relation.CHILD))


def test_an_old_weakness_that_came_slowly_is_no_stroke_of_now() -> None:
    old = {"duration": {"hours": 17520, "words": "for years"}}
    assert "stroke_signs" not in rules(
        record=(fact("since", Topic.DETAIL, details=old), fact("limb_weakness"), fact("stroke"))
    )


def test_the_worst_comes_first_and_the_private_before_others() -> None:
    levels = [flag.level for flag in check("", language=EN, record=(fact("fainting"), fact("choking")))]
    assert levels == sorted(levels, key=LEVELS.index)
    private, *_ = check("", language=EN, record=(fact("choking"), fact("wants_to_die")))
    assert private.rule == "wants_to_die" and private.private


def test_a_rule_rises_where_drowsiness_comes_with_it() -> None:
    thirst = (fact("thirst"), fact("frequent_urination"), fact("weight_loss"))
    level = {flag.rule: flag.level for flag in check("", language=EN, record=(*thirst, fact("drowsiness")))}
    assert level["diabetes_new"] == "A"
    assert {flag.level for flag in check("", language=EN, record=thirst)} == {"B"}


def test_a_flag_quotes_the_words_that_raised_it() -> None:
    (flag,) = check("", language=EN, record=(fact("back_pain", quote="腰疼"), fact("saddle_numbness", quote="下身麻")))
    assert flag.quote in ("下身麻", "腰疼 … 下身麻")


@pytest.mark.parametrize("rule", RULES)
def test_a_tapped_sign_has_the_flag_of_its_rule(rule: str) -> None:
    flag = of_rule(rule, "嘴歪")
    assert isinstance(flag, RedFlag)
    assert (flag.rule, flag.level, flag.quote) == (rule, RULES[rule].level, "嘴歪")
    assert flag.screen[ZH] and flag.screen[EN] and flag.tell


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises(KeyError):
        of_rule("no_such_rule", "")


def test_signs_told_one_after_another_are_heard_together() -> None:
    first, second = "my chest feels tight and heavy", "I'm sweating a lot and my left arm has gone numb"
    assert rules(second, earlier=(first,)) & {"crushing_chest_pain", "chest_pain_with_sweating"}


def test_what_is_suspected_does_not_alarm_and_is_at_most_three() -> None:
    text = "tight across the chest since I walked up, probably the cold"
    found = suspected(text, language=EN)
    assert found and len(found) <= 3
    assert not set(found) & rules(text)


def test_what_the_person_cannot_have_is_neither_raised_nor_suspected() -> None:
    assert "labour_close" in rules(LABOUR) | set(suspected(LABOUR, language=EN))
    for person in (Person(sex=Sex.MALE), Person(pregnant=False)):
        assert "labour_close" not in rules(LABOUR, person=person)
        assert "labour_close" not in suspected(LABOUR, language=EN, person=person)


@pytest.mark.parametrize(
    "told",
    [
        *("his lips are blue", "I've got a fever and a stiff neck", "my face is droopy on one side", "he had a fit"),
        *("my wife is unconscious", "slurred speech since this morning", "她嘴唇发紫", "口角歪斜", "黑便", "胸痛大汗"),
    ],
)
def test_what_is_said_outright_alarms(told: str) -> None:
    assert check(normalise(told), language=language_of(told) or ZH), told


@pytest.mark.parametrize(
    "told",
    [
        "what would it mean if somebody's lips went blue? nobody's have, I only want to know",
        "my father had a stroke with slurred speech twenty years ago, I'm here for a check-up",
        "passed out once as a teenager, the form asks about it",
        "要是以后嘴角歪了该怎么办？现在好好的",
        "我爸二十年前中风，口角歪斜，我来体检",
    ],
)
def test_what_is_supposed_of_long_ago_or_anothers_is_not_said_outright(told: str) -> None:
    assert not check(normalise(told), language=language_of(told) or ZH), told


def test_what_a_person_cannot_have_takes_no_chance_from_the_rest() -> None:
    told = "突发胸痛，持续半小时，喘不上气"
    anybody, man = dict(_possible(told, Person())), dict(_possible(told, Person(sex=Sex.MALE)))
    assert "pregnant_chest" in anybody and "pregnant_chest" not in man  # chest pain of the pregnant
    assert all(man[rule] > anybody[rule] for rule in man)


@pytest.mark.parametrize(
    ("short", "in_full"),
    [
        ("i can't breathe", "i cannot breathe"),
        ("i can't breathe", "i can not breathe"),
        ("she can't swallow her own saliva", "she cannot swallow her own saliva"),
        ("he won't wake up", "he will not wake up"),
        ("she isn't breathing", "she is not breathing"),
    ],
)
def test_danger_is_heard_in_words_written_in_full(short: str, in_full: str) -> None:
    """Speech recognisers write them so."""
    by_short, by_full = (check(words, language=Language.EN) for words in (short, in_full))
    assert by_short and [flag.rule for flag in by_full] == [flag.rule for flag in by_short]
