"""Who the speaker says they are, against the patient: match, mismatch or incomplete."""

from datetime import date

import pytest

from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.privacy import check
from frontdesk.models.specialists.privacy.check import identity
from frontdesk.models.specialists.privacy.dates import dates

GRACE = Patient(name="Grace Ann O'Neill", birth_date=date(1963, 11, 2), patient_id="P-3005", phone="555-010-4477")
ZHAO = Patient(name="赵敏", birth_date=date(2004, 2, 29), phone="13911112222")


@pytest.mark.parametrize(
    ("told", "day"),
    [
        ("1963-11-02", (1963, 11, 2)),
        ("november second nineteen sixty-three", (1963, 11, 2)),
        ("the 2nd of november, 63", (1963, 11, 2)),
        ("nov 2 1963", (1963, 11, 2)),
        ("19631102", (1963, 11, 2)),
        ("一九六三年十一月二号", (1963, 11, 2)),
        ("六三年11月2日", (1963, 11, 2)),
        ("two thousand four", None),
        ("2004年2月29", (2004, 2, 29)),
        ("may nineteenth two thousand and four", (2004, 5, 19)),
        ("nineteen sixty-three, november the second", (1963, 11, 2)),
        ("two thousand and four, may the nineteenth", (2004, 5, 19)),
        ("the 2nd of the 11th 1963", (1963, 11, 2)),
        ("second of the eleventh, nineteen sixty-three", (1963, 11, 2)),
        ("631102", (1963, 11, 2)),
        ("十一月二号，六三年的", (1963, 11, 2)),
        ("民国五十二年十一月二日", (1963, 11, 2)),
        ("民国52年11月2号", (1963, 11, 2)),
    ],
)
def test_birth_dates_are_read_in_every_spelling(told: str, day: tuple[int, int, int] | None) -> None:
    assert [(one.year, one.month, one.day) for one in dates(told)] == ([day] if day else [])


@pytest.mark.parametrize(
    ("utterance", "patient", "verdict"),
    [
        ("Grace O'Neill, November 2nd 1963", GRACE, "match"),
        ("grace ann oneill, 2 nov 1963", GRACE, "match"),
        ("我叫Zhao Min，2004年2月29日", ZHAO, "match"),
        ("趙敏，2004年2月29日", ZHAO, "match"),
        ("Min Zhao, 29 February 2004", ZHAO, "match"),
        ("赵明，2004年2月29日", ZHAO, "mismatch"),
        ("my patient number is P3005 and I was born 2 November 1963", GRACE, "match"),
        ("I'm Grace, born November second sixty-three", GRACE, "incomplete"),
        ("This is Grace O'Neill, born February 11, 1963", GRACE, "mismatch"),
        ("This is Grace O'Neil, 11/2/1963", GRACE, "mismatch"),
        ("patient number P3006, Grace O'Neill", GRACE, "mismatch"),
        ("my phone number ends... my name is Grace O'Neill and the last four are 9999", GRACE, "mismatch"),
        ("我叫赵敏，零四年二月二十九号生的", ZHAO, "match"),
        ("我叫赵敏，手机一三九一一一一二二二二", ZHAO, "incomplete"),
        ("我叫赵明，2004年2月29日", ZHAO, "mismatch"),
        ("我是她妈妈，她叫赵敏，2004年2月29日生", ZHAO, "incomplete"),
        ("I'm Grace's daughter, she sent me for her tablets", GRACE, "incomplete"),
        ("I'm not giving a screen my date of birth", GRACE, "incomplete"),
        ("凭啥要跟你说我的生日", ZHAO, "incomplete"),
        ("My wristband says P3005 and I'm Grace O'Neill", GRACE, "match"),
        ("Card reads P3050 and I'm Grace O'Neill", GRACE, "mismatch"),
        ("My card says pay at window 5", GRACE, None),
        ("从二月二十九号开始肚子疼", ZHAO, None),
        ("I'm having chest pain since Monday", GRACE, None),
    ],
)
def test_everything_said_must_agree_and_two_things_are_needed(
    utterance: str, patient: Patient, verdict: str | None
) -> None:
    assert identity(utterance, patient) == verdict


@pytest.mark.parametrize(
    ("utterance", "patient", "verdict"),
    [
        ("Grace O'Neill, second of November 1963, sorry, the third", GRACE, "mismatch"),
        ("Grace O'Neill, third of November 1963, no wait, the second", GRACE, "match"),
        ("Grace O'Neill, second of November 1963, no, sorry, sixty-four", GRACE, "incomplete"),
        ("Grace O'Neill, second of November 1963, sorry about the coughing", GRACE, "match"),
        ("赵敏，2004年2月29日，不对，是3月1日", ZHAO, "mismatch"),
        ("赵敏，2004年2月19，说错了，29号", ZHAO, "match"),
    ],
)
def test_what_is_put_right_behind_a_date_counts(utterance: str, patient: Patient, verdict: str) -> None:
    assert identity(utterance, patient) == verdict


@pytest.mark.parametrize(
    ("utterance", "patient"),
    [
        ("I'm collecting a letter for Grace O'Neill, 2 November 1963", GRACE),
        ("Grace O'Neill's my nan, second of November 1963", GRACE),
        ("我媳妇赵敏，2004年2月29日生的", ZHAO),
        ("我陪赵敏来的，2004年2月29日", ZHAO),
        ("I'm the carer for Grace O'Neill, 2 November 1963", GRACE),
        ("I'm not Grace O'Neill, 2 November 1963", GRACE),
        ("Grace O'Neill's my twin, 2 November 1963", GRACE),
        ("赵敏家的护工，她2004年2月29日生的", ZHAO),
        ("我不是赵敏，2004年2月29日", ZHAO),
    ],
)
def test_who_comes_for_a_grown_patient_is_not_the_patient(utterance: str, patient: Patient) -> None:
    assert identity(utterance, patient) == "incomplete"


def test_whose_kin_is_only_along_is_the_patient() -> None:
    assert identity("赵敏，2004年2月29日，我爱人去停车了", ZHAO) == "match"
    assert identity("我不是赵明，是赵敏，2004年2月29日", ZHAO) == "match"
    assert identity("I'm Grace O'Neill, my nan's outside, 2 November 1963", GRACE) == "match"


def test_a_number_is_read_without_being_called_the_patients() -> None:
    assert identity("my number's P3005, born 2 November 1963", GRACE) == "match"
    assert identity("my number's P3006, born 2 November 1963", GRACE) == "mismatch"


def test_nothing_on_file_is_never_a_match() -> None:
    assert identity("Grace O'Neill, November 2nd 1963", Patient()) == "incomplete"


def test_day_and_month_may_be_turned_where_both_can_be() -> None:
    assert identity("Grace O'Neill 2/11/1963", GRACE) == "match"
    assert identity("赵敏 29/2/2004", ZHAO) == "match"


def test_the_answer_repeats_nothing_of_what_is_on_file() -> None:
    (found,) = check("This is Bob Jones, born November 2 1963", GRACE)
    assert found.verdict == "mismatch"
    assert "Grace" not in found.text and "1963" not in found.text


def test_what_is_on_file_may_go_by_its_other_names() -> None:
    known = Patient.model_validate({"full_name": "Ada Field", "dob": "1970-05-06", "mrn": None})
    assert identity("Ada Field, May 6th 1970", known) == "match"


@pytest.mark.parametrize(
    "utterance",
    [
        "Dear Doctor, my mouth is sore and I have a rash on my arm that itches.",
        "Hello, I am having trouble with what they call vitiligo",
        "我最近总是口渴，谢谢医生，想问问怎么办",
        "2011年3月9日单位体检发现的，一直没感觉",
    ],
)
def test_ordinary_talk_is_nobodys_name(utterance: str) -> None:
    assert identity(utterance, ZHAO) is None
