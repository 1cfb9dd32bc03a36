"""Which question comes next: danger, then the department, then the record; and what it is expected to tell."""

import pytest

from models.embedded.asking import MOST, Ask, Known, Purpose, next_question, questions
from models.embedded.telling import gain
from models.facts import Details, Duration, Fact, Person, Record, Relation, Sex, Side, Status, Topic

WOMAN = Person(age_months=30 * 12, sex=Sex.FEMALE)
SURE = (("gastroenterology", 0.95),)


def finding(code: str, **details: object) -> Fact:
    return Fact(topic=Topic.FINDING, code=code, quote=code, details=Details.model_validate(details))


def keys(record: Record, **known: object) -> list[str]:
    asking = Known.model_validate({"record": record, "person": WOMAN, "likely": SURE, **known})
    return [ask.key for ask in questions(asking)]


def test_a_question_that_parts_the_candidates_tells_more_than_one_that_does_not() -> None:
    open_still = (("cardiology", 0.5), ("gastroenterology", 0.5))
    parting = gain({"cardiology": 9}, open_still)
    same_for_both = gain({"cardiology": 5, "gastroenterology": 5}, open_still)
    assert parting > 0.2
    assert same_for_both == pytest.approx(0, abs=1e-9)


def test_nothing_is_gained_where_one_candidate_is_certain() -> None:
    assert gain({"cardiology": 9}, (("cardiology", 1.0),)) == pytest.approx(0, abs=1e-9)


def test_what_would_raise_an_alarm_is_asked_before_everything_else() -> None:
    first, second, *_ = keys((finding("chest_pain"),))
    assert {first, second} <= {"finding:pain_to_arm_jaw", "finding:sweating", "finding:breathlessness"}


def test_where_no_answer_would_raise_an_alarm_one_question_about_danger_is_enough() -> None:
    asking = Known(record=(finding("knee_pain"),), person=WOMAN, likely=(("orthopedics", 0.9),))
    assert [ask.key for ask in questions(asking) if ask.purpose is Purpose.DANGER] == ["finding:fever"]


def test_the_age_is_asked_before_a_department_for_children_is_named() -> None:
    record, nobody = (finding("cough"),), Person()
    asked = keys(record, person=nobody, likely=(("pediatrics", 0.5), ("respiratory", 0.4)))
    assert asked.index("age") < asked.index("duration")
    asking = Known(record=record, person=nobody, likely=(("respiratory", 0.9),))
    assert Ask(key="age", purpose=Purpose.DEPARTMENT) not in questions(asking)


def test_words_no_list_knows_are_asked_where_it_is_unless_they_say_so_or_are_sure() -> None:
    own = Fact(topic=Topic.FINDING, code="it went crunch", quote="it went crunch")
    unsure = (("orthopedics", 0.4), ("neurology", 0.3))
    assert keys((own,), likely=unsure)[0] == "site"
    assert "site" not in keys((own,), likely=(("orthopedics", 0.9),))
    placed = own.model_copy(update={"details": Details(site="wrist")})
    assert "site" not in keys((placed,), likely=unsure)


def test_who_is_sure_of_the_department_asks_only_for_the_record() -> None:
    record = (finding("itchy_eyes"),)
    unsure = keys(record, likely=(("ophthalmology", 0.4), ("allergy", 0.35)))
    sure = keys(record, likely=(("ophthalmology", 0.95),))
    assert [key for key in unsure if key.startswith("finding:")]
    assert not [key for key in sure if key.startswith("finding:")]


def test_what_was_said_is_not_asked() -> None:
    lasted = Duration(hours=48, words="two days")
    said = (
        finding("headache", duration=lasted, side="left"),
        Fact(topic=Topic.MEDICINE, code="ibuprofen", quote="ibuprofen"),
        Fact(topic=Topic.ALLERGY, code="none", status=Status.ABSENT, quote="no allergies"),
    )
    asked = keys(said)
    assert not {"duration", "side", "medicines", "allergies", "age", "sex"} & set(asked)
    assert "past_history" in asked


def test_how_long_is_not_asked_when_it_was_told_of_another_complaint_beside() -> None:
    week = Duration(hours=168, words="一个礼拜")
    chief, other = finding("cough"), finding("sore_throat", duration=week)
    assert "duration" in keys((chief, finding("sore_throat")))
    assert "duration" not in keys((chief, other))
    denied = other.model_copy(update={"status": Status.ABSENT})
    assert "duration" in keys((chief, denied))


def test_pregnancy_is_asked_only_where_it_can_be() -> None:
    record = (finding("nausea"),)
    assert "pregnancy" in keys(record)
    assert "pregnancy" not in keys(record, person=Person(age_months=70 * 12, sex=Sex.FEMALE))
    assert "pregnancy" not in keys(record, person=Person(age_months=30 * 12, sex=Sex.MALE))
    assert "pregnancy" not in keys(record, person=WOMAN.model_copy(update={"pregnant": True}))


def test_no_question_is_for_the_other_sex_or_asked_before_the_sex_is_known() -> None:
    complaint = (finding("painful_urination"),)
    open_still = (("urology", 0.4), ("gynecology", 0.3))
    of_a_man = keys(complaint, person=Person(age_months=480, sex=Sex.MALE), likely=open_still)
    assert "finding:abnormal_discharge" not in of_a_man
    of_nobody_yet = keys(complaint, person=Person(age_months=480), likely=open_still)
    assert "finding:penile_discharge" not in of_nobody_yet


def test_a_childs_age_is_asked_first() -> None:
    child = Person(relation=Relation.CHILD)
    assert keys((finding("fever"),), person=child)[0] == "age"


def test_a_danger_passed_over_is_asked_once_more_and_not_again() -> None:
    known = Known(record=(finding("chest_pain"),), person=WOMAN, likely=SURE)
    first = next_question(known)
    assert first is not None
    again = next_question(known.model_copy(update={"asked": (first.key,)}))
    third = next_question(known.model_copy(update={"asked": (first.key, first.key)}))
    assert again == first and third != first


def test_never_more_than_twelve_questions() -> None:
    record: Record = (finding("abdominal_pain"), finding("dizziness"), finding("cough"))
    known = Known(record=record, person=Person(), likely=(("gastroenterology", 0.2), ("neurology", 0.2)))
    asked: list[str] = []
    while ask := next_question(known.model_copy(update={"asked": tuple(asked)})):
        asked.append(ask.key)
        assert len(asked) < 40
    assert len(set(asked)) <= MOST


def test_whoever_has_no_patience_is_asked_for_no_record() -> None:
    known = Known(record=(finding("cough"),), person=WOMAN, likely=SURE, brief=True)
    assert all(ask.purpose is not Purpose.RECORD for ask in questions(known))


def test_a_follow_up_asks_how_it_went_and_whether_anything_is_new() -> None:
    asked = list(questions(Known(record=(), person=WOMAN, follow_up=True)))
    assert asked == [Ask(key=key, purpose=Purpose.FOLLOW_UP) for key in ("course", "adherence", "result", "new")]


def test_a_pain_is_asked_how_bad_it_is() -> None:
    assert {"duration", "severity"} <= set(keys((finding("knee_pain"),)))


def test_the_history_is_asked_for_however_much_there_is_to_ask_before() -> None:
    complaint = (finding("abdominal_pain"),)
    asked = ["open", "finding:vomiting_blood", "finding:black_stool", "finding:rigid_belly", "finding:nausea"]
    known = Known(record=complaint, person=Person(), likely=SURE, asked=tuple(asked))
    told: dict[str, Person] = {"age": Person(age_months=360), "sex": Person(sex=Sex.FEMALE)}
    while ask := next_question(known):
        asked.append(ask.key)
        person = known.person.updated(told.get(ask.key))
        known = known.model_copy(update={"asked": tuple(asked), "person": person})
    assert {"pregnancy", "past_history", "medicines", "allergies"} <= set(asked)


def test_who_only_wants_more_of_a_medicine_is_not_asked_where_it_hurts() -> None:
    tablets = (Fact(topic=Topic.MEDICINE, code="thyroid medicine", quote="thyroid tablets"),)
    assert "site" not in keys(tablets, likely=(("endocrinology", 0.83),))
    unsure = keys(tablets, likely=(("general_practice", 0.3),))
    assert unsure[0] == "request:repeat_prescription"


def test_danger_passed_over_is_not_asked_about_without_end() -> None:
    passed = ("finding:vomiting_blood", "finding:black_stool", "finding:rigid_belly")
    left = [a.key for a in questions(Known(record=(finding("abdominal_pain"),), person=WOMAN, asked=passed))]
    assert not {key for key in left if key.startswith("finding:")} - set(passed)


def test_an_age_and_allergies_passed_over_are_asked_for_once_more_at_the_end() -> None:
    asked: tuple[str, ...] = ()
    known = Known(record=(finding("knee_pain"),), person=Person(sex=Sex.MALE), likely=SURE)
    while ask := next_question(known):
        asked = (*asked, ask.key)
        known = known.model_copy(update={"asked": asked})
    assert asked[-2:] == ("age", "allergies") and asked.count("age") == asked.count("allergies") == 2


def test_what_eases_it_does_not_tell_what_is_taken() -> None:
    said = (
        finding("stomach_pain", better_with="an antacid"),
        Fact(topic=Topic.MEDICINE, code="antacid", quote="antacid"),
    )
    assert "medicines" in keys(said)
    taken = Fact(topic=Topic.MEDICINE, code="metformin", quote="metformin")
    assert "medicines" not in keys((*said, taken))


def test_who_has_wheals_is_asked_first_about_swollen_lips() -> None:
    assert keys((finding("hives"),))[0] == "finding:swollen_lips"


def test_old_numbness_of_both_sides_is_asked_for_one_sign_of_a_stroke() -> None:
    signs = {"finding:weak_one_side", "finding:face_droop", "finding:slurred_speech"}
    months = Duration(hours=4000, words="half a year")
    for told in ({"side": Side.BOTH}, {"duration": months}):
        assert len(signs.intersection(keys((finding("numbness", **told),)))) == 1
    assert len(signs.intersection(keys((finding("numbness", side=Side.LEFT),)))) == 3


def until_the_end(known: Known, told: dict[str, Person]) -> list[str]:
    """What is asked of one who says what is `told` and nothing else."""
    while ask := next_question(known):
        person = known.person.updated(told.get(ask.key))
        known = known.model_copy(update={"asked": (*known.asked, ask.key), "person": person})
    return list(known.asked)


@pytest.mark.parametrize("codes", [("abdominal_pain", "dizziness", "cough"), ("headache", "chest_pain", "rash")])
def test_medicines_and_allergies_are_asked_for_however_open_the_department_is(codes: tuple[str, ...]) -> None:
    open_still = (("gastroenterology", 0.3), ("neurology", 0.3), ("cardiology", 0.2))
    known = Known(record=tuple(map(finding, codes)), person=Person(), likely=open_still, asked=("open", "site", "how"))
    told = {"age": Person(age_months=360), "sex": Person(sex=Sex.FEMALE)}
    asked = until_the_end(known, told)
    assert {"age", "sex", "pregnancy", "medicines", "allergies"} <= set(asked)
    assert len(set(asked)) <= MOST


def test_illnesses_of_before_give_way_to_medicines_and_allergies() -> None:
    eight = ("open", "choose", "finding:fever", *(f"finding:{n}" for n in range(5)))
    known = Known(record=(finding("knee_pain"),), person=Person(), likely=SURE, asked=eight)
    asked = until_the_end(known, {"age": Person(age_months=67 * 12), "sex": Person(sex=Sex.MALE)})
    assert set(asked) - set(eight) == {"age", "sex", "medicines", "allergies"}


def test_past_fifty_no_pregnancy_is_asked_about() -> None:
    record = (finding("abdominal_pain"),)
    assert "pregnancy" in keys(record, person=Person(age_months=49 * 12, sex=Sex.FEMALE))
    assert "pregnancy" not in keys(record, person=Person(age_months=52 * 12, sex=Sex.FEMALE))


def test_lenses_worn_leave_open_what_illness_there_was() -> None:
    wears = Fact(topic=Topic.CONDITION, code="contact_lenses", quote="contact lenses")
    assert "past_history" in keys((finding("red_eye"), wears))


@pytest.mark.parametrize(
    ("complaint", "illness", "turn", "left"),
    [
        ("big_toe_pain", "gout", 1, True),
        ("blood_in_stool", "haemorrhoids", 1, True),
        ("big_toe_pain", "diabetes", 1, False),
        ("big_toe_pain", "gout", 4, False),
    ],
)
def test_the_illness_they_come_with_leaves_open_what_they_had_before(
    complaint: str, illness: str, turn: int, left: bool
) -> None:
    told = Fact(topic=Topic.CONDITION, code=illness, quote=illness, turn=turn)
    came = finding(complaint).model_copy(update={"turn": 1})
    assert ("past_history" in keys((came, told))) is left


def test_a_value_is_asked_for_of_what_was_measured() -> None:
    known = Known(record=(finding("thyroid_nodule"),), person=WOMAN, likely=SURE)
    assert [ask.about for ask in questions(known) if ask.key == "value"] == ["thyroid_nodule"]


@pytest.mark.parametrize(("denied", "left"), [("metformin", True), ("aspirin", True), ("none", False)])
def test_one_medicine_not_taken_leaves_open_which_others_are(denied: str, left: bool) -> None:
    said = Fact(topic=Topic.MEDICINE, code=denied, status=Status.ABSENT, quote="not that one")
    assert ("medicines" in keys((finding("nausea"), said))) is left


@pytest.mark.parametrize(
    ("code", "past", "left"),
    [("warfarin", True, True), ("levonorgestrel coil", False, True), ("warfarin", False, False)],
)
def test_a_medicine_of_before_or_a_contraceptive_leaves_open_what_is_taken(code: str, past: bool, left: bool) -> None:
    said = Fact(topic=Topic.MEDICINE, code=code, quote=code, past=past)
    assert ("medicines" in keys((finding("nausea"), said))) is left


@pytest.mark.parametrize(
    ("topic", "code", "key"),
    [(Topic.CONDITION, "diabetes", "past_history"), (Topic.ALLERGY, "penicillin", "allergies")],
)
def test_one_illness_or_allergy_denied_leaves_open_the_rest(topic: Topic, code: str, key: str) -> None:
    said = Fact(topic=topic, code=code, status=Status.ABSENT, quote="not that")
    assert key in keys((finding("nausea"), said))
