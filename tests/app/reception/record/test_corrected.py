"""Lines of what the doctor will read put right in words: taken out, turned round, told anew; and what is said of it."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doctor_reads import doctor_reads
from frontdesk.app.reception.record.noted import notes_of
from frontdesk.app.reception.session.questions import DOCTOR_READS
from frontdesk.app.reception.session.state import Phase
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Language, Sex, Status
from tests.app.reception.talk import Talk
from tests.app.reception.test_receptions import finished

EN, ZH = Language.EN, Language.ZH
TILES = {
    "past_history": "fact:condition:asthma",
    "medicines": "ibuprofen",
    "allergies": "fact:allergy:penicillin",
}


def on_the_page(reception: Reception, language: Language, told: str = "", **answers: str | tuple[str, ...]) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(told or ("咳嗽三天了" if language is ZH else "I've had a cough for three days"))
    return talk.to_page(DOCTOR_READS, **answers)


def lines(talk: Talk) -> dict[str | None, str]:
    told = doctor_reads(talk.state, talk.state.language)
    return {line.key: line.text for part in told.values() for line in part}


def standing(talk: Talk) -> set[str]:
    return {fact.key for fact in talk.state.record if fact.status is Status.PRESENT}


@pytest.mark.parametrize(
    ("language", "words", "sex"),
    [
        (ZH, "性别错了，我是男的", Sex.MALE),
        (ZH, "性别错咗，佢系男仔", Sex.MALE),
        (ZH, "不是女的，是男的", Sex.MALE),
        (EN, "sex is wrong, I'm a man", Sex.MALE),
        (EN, "male, not female", Sex.MALE),
        (EN, "he's a boy, not a girl", Sex.MALE),
    ],
)
def test_the_sex_is_put_right_in_words(reception: Reception, language: Language, words: str, sex: Sex) -> None:
    talk = on_the_page(reception, language)
    assert talk.state.person.sex is Sex.FEMALE
    said = talk.says(words)
    assert talk.state.person.sex is sex and talk.page == DOCTOR_READS
    assert ("男" if language is ZH else "Male") in said


@pytest.mark.parametrize(
    ("language", "words", "years"),
    [
        (ZH, "年龄不对，我72岁", 72),
        (ZH, "是72岁，不是27岁", 72),
        (EN, "she's 72 not 27", 72),
        (EN, "the age is wrong, I'm 72", 72),
        (EN, "I am 72 years old, not 50", 72),
    ],
)
def test_the_age_is_put_right_in_words(reception: Reception, language: Language, words: str, years: int) -> None:
    talk = on_the_page(reception, language)
    said = talk.says(words)
    assert talk.state.person.age_months == years * 12
    assert str(years) in said


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "my grandad died suddenly of his heart at 42"),
        (ZH, "我爷爷42岁心脏病突然走的"),
        (EN, "my brother is 30 and fine"),
    ],
)
def test_who_is_only_spoken_of_changes_nothing_of_the_patient(
    reception: Reception, language: Language, words: str
) -> None:
    talk = on_the_page(reception, language)
    before = talk.state.person
    talk.says(words)
    assert talk.state.person == before


@pytest.mark.parametrize(
    ("language", "words", "key"),
    [
        (EN, "I dont take ibuprofen, take it off", "medicine:ibuprofen"),
        (EN, "take ibuprofen off please", "medicine:ibuprofen"),
        (EN, "what's the ibuprofen doing there, I don't take that", "medicine:ibuprofen"),
        (EN, "I never had asthma", "condition:asthma"),
        (EN, "I'm not allergic to penicillin", "allergy:penicillin"),
        (ZH, "我没吃布洛芬，去掉", "medicine:ibuprofen"),
        (ZH, "布洛芬写错了", "medicine:ibuprofen"),
        (ZH, "我没有哮喘", "condition:asthma"),
        (ZH, "我不是青霉素过敏", "allergy:penicillin"),
    ],
)
def test_a_line_is_taken_out_in_words_and_named(reception: Reception, language: Language, words: str, key: str) -> None:
    ibuprofen = "布洛芬" if language is ZH else "ibuprofen"
    talk = on_the_page(reception, language, **{**TILES, "medicines": ibuprofen})
    assert key in standing(talk)
    name = lines(talk)[key]
    said = talk.says(words)
    assert key not in standing(talk) and talk.page == DOCTOR_READS
    assert standing(talk) >= {"condition:asthma", "medicine:ibuprofen", "allergy:penicillin"} - {key}
    assert name in said


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "penicillin is right, the cough is not so bad"),
        (EN, "I can't take penicillin"),
        (EN, "don't take the penicillin off"),
        (EN, "is penicillin in there? I must never have it"),
        (ZH, "青霉素没错，我不能用青霉素"),
        (ZH, "青霉素千万别给我打"),
        (ZH, "青霉素写上了没有？"),
    ],
)
def test_an_allergy_that_is_right_stays(reception: Reception, language: Language, words: str) -> None:
    talk = on_the_page(reception, language, allergies="fact:allergy:penicillin")
    talk.says(words)
    assert "allergy:penicillin" in standing(talk)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (EN, "no diabetes is wrong, I have diabetes"),
        (EN, "I DO have diabetes"),
        (ZH, "哎呀我有糖尿病啊！咋写没有呢"),
        (ZH, "没有糖尿病写错了，我有糖尿病"),
    ],
)
def test_a_line_that_denies_is_turned_round_in_words(reception: Reception, language: Language, words: str) -> None:
    talk = on_the_page(reception, language)
    assert "diabetes" in talk.denied  # one of those shown
    before = talk.state.asked
    said = talk.says(words)
    assert "condition:diabetes" in standing(talk)
    assert ("糖尿病" if language is ZH else "iabetes") in said and "A118" not in said
    assert before


@pytest.mark.parametrize(("language", "words"), [(EN, "I didn't say cough, no cough"), (ZH, "咳嗽写错了，没咳嗽")])
def test_a_symptom_is_denied_in_words(reception: Reception, language: Language, words: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.taps("fact:finding:cough", "fact:finding:headache")
    talk.to_page(DOCTOR_READS)
    talk.says(words)
    talk.to_page(DOCTOR_READS)
    assert "finding:cough" not in standing(talk) and "finding:headache" in standing(talk)


@pytest.mark.parametrize(
    ("language", "told", "words", "since"),
    [
        (EN, "my left knee has been swollen for six weeks", "knee is 5 weeks not 6", "5 weeks"),
        (EN, "my left knee has been swollen for six weeks", "it's five weeks, not six", "five weeks"),
        (ZH, "左膝盖肿了六个星期了", "膝盖是五个星期，不是六个星期", "五个星期"),
        (EN, "my left knee has been swollen since Monday", "since Monday is wrong", None),
        (EN, "my left knee has been swollen since Monday", "it's not since Monday", None),
        (ZH, "左膝盖从周一开始肿", "不是周一开始的", None),
    ],
)
def test_since_when_is_put_right_in_words(
    reception: Reception, language: Language, told: str, words: str, since: str | None
) -> None:
    talk = on_the_page(reception, language, told)
    assert "detail:since" in lines(talk)
    talk.says(words)
    assert lines(talk).get("detail:since") == since


def test_a_time_of_something_else_is_not_the_complaints(reception: Reception) -> None:
    talk = on_the_page(reception, EN, "my left knee has been swollen for five weeks")
    talk.says("doxycycline finished 4 weeks ago")
    assert lines(talk)["detail:since"] == "five weeks"


@pytest.mark.parametrize(
    ("language", "wish", "words"),
    [
        (ZH, "想看男医生", "我没要看男医生，写错了"),
        (EN, "I want a male doctor", "I did not ask for a male doctor, that's wrong"),
    ],
)
def test_a_wish_is_taken_out_in_words(reception: Reception, language: Language, wish: str, words: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("咳嗽三天了" if language is ZH else "I've had a cough for three days")
    talk.to_page("tell_doctor").says(wish)
    talk.to_page(DOCTOR_READS)
    assert "wish:doctor_male" in standing(talk)
    talk.says(words)
    assert "wish:doctor_male" not in standing(talk)


@pytest.mark.parametrize(
    ("language", "words"), [(EN, "please write that I travel next week"), (ZH, "写上我下周要出差")]
)
def test_what_has_no_code_is_a_line_of_its_own(reception: Reception, language: Language, words: str) -> None:
    talk = on_the_page(reception, language)
    said = talk.says(words)
    told = "I travel next week" if language is EN else "我下周要出差"
    assert told in said and told in lines(talk).values()
    visit = finished(talk.to_end())
    assert any(told in one.text and one.section is not Section.WORDS for one in visit.summary.statements)


@pytest.mark.parametrize(("language", "words"), [(EN, "well let me think about that"), (ZH, "这个嘛，我想想")])
def test_words_that_tell_nothing_are_named_as_a_note(reception: Reception, language: Language, words: str) -> None:
    talk = on_the_page(reception, language)
    before = standing(talk)
    said = talk.says(words)
    assert ("note" if language is EN else "原话") in said
    assert {key for key in standing(talk) - before if not key.startswith("said:")} == set()


@pytest.mark.parametrize(("language", "words"), [(EN, "that line is wrong"), (ZH, "那条写错了")])
def test_who_names_no_line_gets_the_lines_as_tiles_and_not_twice(
    reception: Reception, language: Language, words: str
) -> None:
    talk = on_the_page(reception, language, past_history="fact:condition:asthma")
    first = talk.says(words)
    if "line:condition:asthma" not in talk.tiles:
        talk.taps(next(key for key in talk.tiles if key.startswith("earlier:")))
    assert "line:condition:asthma" in talk.tiles
    talk.taps("line:condition:asthma")
    assert "condition:asthma" not in standing(talk) and talk.page == DOCTOR_READS
    assert talk.says(words) != first
    assert talk.says(words) != first and talk.state.phase is not Phase.ENDED


@pytest.mark.parametrize(
    ("language", "words"),
    [(EN, "she has high blood pressure"), (ZH, "有高血压"), (EN, "I also have glaucoma"), (ZH, "还有青光眼")],
)
def test_an_illness_told_there_is_added_and_closes_nothing(
    reception: Reception, language: Language, words: str
) -> None:
    talk = on_the_page(reception, language)
    for _ in range(3):
        said = talk.says(words)
        assert talk.state.closed is None
    assert standing(talk) & {"condition:hypertension", "condition:glaucoma"}
    assert said


@pytest.mark.parametrize(
    ("language", "words"), [(EN, "I DO have diabetes, why does it say no"), (ZH, "我有糖尿病啊，咋写没有呢")]
)
def test_what_is_wrong_is_heard_after_it_was_said_to_be_right(
    reception: Reception, language: Language, words: str
) -> None:
    talk = on_the_page(reception, language)
    talk.taps("yes")
    said = talk.says(words)
    assert "condition:diabetes" in standing(talk)
    assert ("糖尿病" if language is ZH else "iabetes") in said


@pytest.mark.parametrize(
    ("language", "bad", "off"),
    [
        (EN, "I had an allergic rash from ibuprofen", "I dont take ibuprofen, take it off"),
        (ZH, "吃布洛芬过敏起过疹子", "我没吃布洛芬，去掉"),
    ],
)
def test_a_medicine_that_is_not_taken_stays_an_allergy_and_its_note_goes(
    reception: Reception, language: Language, bad: str, off: str
) -> None:
    ibuprofen = "布洛芬" if language is ZH else "ibuprofen"
    talk = on_the_page(reception, language, medicines=ibuprofen, allergies=bad)
    assert {"medicine:ibuprofen", "allergy:ibuprofen"} <= standing(talk)
    assert any(ibuprofen in note.text[language].lower() for note in notes_of(talk.state))
    talk.says(off)
    assert "allergy:ibuprofen" in standing(talk) and "medicine:ibuprofen" not in standing(talk)
    assert not any(ibuprofen in note.text[language].lower() for note in notes_of(talk.state))


@pytest.mark.parametrize(
    ("language", "words"),
    [(EN, "take the asthma off, that's wrong"), (ZH, "哮喘去掉，写错了")],
)
def test_a_line_is_put_right_where_anything_more_is_asked(reception: Reception, language: Language, words: str) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says("咳嗽三天了" if language is ZH else "I've had a cough for three days")
    talk.to_page("tell_doctor", past_history="fact:condition:asthma")
    talk.says(words)
    assert "condition:asthma" not in standing(talk)


def test_a_line_is_put_right_beside_a_wish_for_a_department(reception: Reception) -> None:
    talk = Talk(reception, ZH).as_guest()
    talk.says("咳嗽三天了")
    talk.to_page("tell_doctor").says("想看男医生")
    talk.to_page(DOCTOR_READS)
    said = talk.says("我要改成妇科，还有我没要看男医生，写错了")
    assert "wish:doctor_male" not in standing(talk) and "男医生" in said
    assert "改过来" not in said


def test_words_count_where_the_lines_stand_as_tiles(reception: Reception) -> None:
    talk = on_the_page(reception, EN, past_history="fact:condition:asthma")
    talk.says("that line is wrong")
    assert talk.page == "read_back"
    talk.says("take the asthma out")
    assert "condition:asthma" not in standing(talk) and talk.page == DOCTOR_READS


@pytest.mark.parametrize(("language", "words"), [(EN, "no! put the asthma back"), (ZH, "不行！哮喘放回去")])
def test_a_line_that_was_taken_out_is_put_back_and_nothing_is_confirmed(
    reception: Reception, language: Language, words: str
) -> None:
    talk = on_the_page(reception, language, past_history="fact:condition:asthma")
    talk.says("哮喘去掉" if language is ZH else "take the asthma off")
    assert "condition:asthma" not in standing(talk)
    talk.says(words)
    assert "condition:asthma" in standing(talk) and talk.page == DOCTOR_READS
