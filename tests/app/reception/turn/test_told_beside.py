"""Whatever a turn corrects, refuses, asks or thanks for, what is told beside it is recorded."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.sbar import sbar
from frontdesk.app.web.session_view import understood_of
from frontdesk.his_adapter.records import Section
from frontdesk.models.facts import Fact, Language, Status, Topic
from tests.app.reception.talk import Talk
from tests.app.reception.test_receptions import finished, texts

ZH, EN = Language.ZH, Language.EN
COMPLAINT = {ZH: "我头疼", EN: "I have a headache"}
# Of each reading path: objection, correction, refusal, question, thanks, anger, another page.
ALLERGIES = [
    (ZH, "tell_doctor", "刚才点错了，我对头孢过敏", "cephalosporin"),
    (ZH, "tell_doctor", "不对不对，刚才过敏那个说错了，小时候打青霉素休克过", "penicillin"),
    (ZH, "medicines", "你记错了，还有青霉素我不能打，打了喉咙肿", "penicillin"),
    (ZH, "danger", "都没有，不过我先说一下，我对碘造影剂过敏，上次差点没命", "造影剂"),
    (ZH, "tell_doctor", "挂号在几楼？另外布洛芬我吃了嘴唇肿", "ibuprofen"),
    (ZH, "tell_doctor", "烦死了，问个没完，头孢打了我起风团你们记下来没有", "cephalosporin"),
    (ZH, "tell_doctor", "谢谢，忘了说，磺胺药我过敏的", "sulfonamide"),
    (ZH, "past_history", "没什么病，就是阿司匹林吃了会喘", "aspirin"),
    (ZH, "since", "三天了。头孢打完全身痒过", "cephalosporin"),
    (EN, "tell_doctor", "No that's wrong, it was 100.4. And I nearly died from penicillin as a kid", "penicillin"),
    (EN, "tell_doctor", "Sorry, I pressed the wrong one. I'm allergic to sulfa drugs", "sulfonamide"),
    (EN, "medicines", "No, you misheard me, I'm not on anything. Peanuts close my throat", "peanuts"),
    (EN, "danger", "None of these. But my face blew up like a balloon when I had ibuprofen", "ibuprofen"),
    (EN, "tell_doctor", "Where is the pharmacy? I'm allergic to aspirin by the way.", "aspirin"),
    (EN, "tell_doctor", "This is taking forever. Anaphylactic shock with trimethoprim, written down?", "trimethoprim"),
    (EN, "tell_doctor", "Thanks, oh and I forgot, I'm allergic to latex", "latex"),
    (EN, "past_history", "Nothing much, though I came out in a rash after amoxicillin", "amoxicillin"),
    (EN, "since", "A week. By the way I can't have cephalosporins, I ended up in intensive care", "cephalosporin"),
]  # fmt: skip
INTOLERANCES = [
    (ZH, "吃可待因就恶心想吐", "codeine"),
    (ZH, "刚才说没过敏不准，吃红霉素胃疼算不算", "erythromycin"),
    (EN, "codeine makes me sick", "codeine"),
    (EN, "Actually I made a mistake before, the ramipril only gave me a cough", "ramipril"),
]
DOUBTED = [(ZH, "等等，我可能对青霉素过敏，记不清了"), (EN, "Hang on, I might be allergic to penicillin, not sure")]


def talking(reception: Reception, language: Language, page: str) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    return talk.to_page(page, who="self_female", age="40", allergies="none")


def of(talk: Talk, topic: Topic, *statuses: Status) -> dict[str, Fact]:
    return {one.code: one for one in talk.state.record if one.topic is topic and one.status in (statuses or Status)}


@pytest.mark.parametrize(("language", "page", "words", "code"), ALLERGIES)
def test_an_allergy_told_on_any_page_is_one(
    reception: Reception, language: Language, page: str, words: str, code: str
) -> None:
    talk = talking(reception, language, page)
    talk.says(words)
    assert code in of(talk, Topic.ALLERGY, Status.PRESENT)
    assert "none" not in of(talk, Topic.ALLERGY)
    talk.to_end()
    visit = finished(talk)
    assert texts(visit, Section.ALLERGIES) and visit.record.drug_allergy_history
    assert not {"无", "none"} & set(texts(visit, Section.ALLERGIES))


@pytest.mark.parametrize(("language", "words", "code"), INTOLERANCES)
def test_a_side_effect_has_a_status_of_its_own(reception: Reception, language: Language, words: str, code: str) -> None:
    talk = talking(reception, language, "tell_doctor")
    talk.says(words)
    assert code in of(talk, Topic.INTOLERANCE) and code not in of(talk, Topic.ALLERGY)
    visit = finished(talk.to_end())
    assert texts(visit, Section.INTOLERANCES)
    assert texts(visit, Section.ALLERGIES) == [{ZH: "无", EN: "none"}[language]]
    assert words[:4] not in visit.record.drug_allergy_history


@pytest.mark.parametrize(("language", "words"), DOUBTED)
def test_no_allergies_beside_a_doubted_one_are_contradicted(
    reception: Reception, language: Language, words: str
) -> None:
    talk = talking(reception, language, "tell_doctor")
    talk.says(words)
    lines = {line.key: line for line in understood_of(talk.state, language)}
    assert lines["allergy:none"].contradicted
    background = sbar(talk.state, language, now=reception.services.now()).background
    assert {ZH: "过敏：无", EN: "allergies: none"}[language] not in background
    visit = finished(talk.to_end())
    assert visit.summary is not None
    allergies = [one for one in visit.summary.statements if one.section is Section.ALLERGIES]
    assert [one.contradicted for one in allergies].count(True) == 1 and allergies[0].contradicted
    assert visit.record.drug_allergy_history not in ("过敏：无", "Allergy: none")


@pytest.mark.parametrize(
    ("language", "words", "months"),
    [(ZH, "搞错了，我是56岁", 56 * 12), (EN, "That's not right, I'm 67", 67 * 12)],
)
def test_an_age_put_right_is_the_age(reception: Reception, language: Language, words: str, months: int) -> None:
    talk = talking(reception, language, "tell_doctor")
    talk.says(words)
    assert talk.state.person.age_months == months


@pytest.mark.parametrize(
    ("language", "words"),
    [(ZH, "等一下，药那里我点错了，我在吃华法林"), (EN, "You've got that wrong! I take warfarin every day")],
)
def test_a_medicine_put_right_is_taken(reception: Reception, language: Language, words: str) -> None:
    talk = talking(reception, language, "tell_doctor")
    talk.says(words)
    assert set(of(talk, Topic.MEDICINE)) == {"warfarin"}


@pytest.mark.parametrize(
    ("language", "words"),
    [(ZH, "不对，体温是38.9度"), (EN, "No that's wrong, my temperature was 100.4")],
)
def test_a_temperature_beside_a_correction_is_kept(reception: Reception, language: Language, words: str) -> None:
    talk = talking(reception, language, "medicines")
    talk.says(words)
    assert "temperature" in talk.codes()


@pytest.mark.parametrize(
    ("language", "words", "code"),
    [(ZH, "对头孢过敏", "cephalosporin"), (EN, "penicillin, my throat swelled", "penicillin")],
)
def test_no_allergies_said_anew_are_read_like_any_words(
    reception: Reception, language: Language, words: str, code: str
) -> None:
    talk = talking(reception, language, "tell_doctor")
    talk.corrects("allergy:none", words)
    assert set(of(talk, Topic.ALLERGY)) == {code}


# --- nothing is invented ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words", "past", "taken"),
    [
        (EN, "a statin, atorvastatin", set(), {"atorvastatin"}),
        (ZH, "他汀，阿托伐他汀", set(), {"atorvastatin"}),
        (EN, "a blood thinner called warfarin", set(), {"warfarin"}),
        (EN, "a statin, and metformin", set(), {"statin", "metformin"}),
        (EN, "I put ibuprofen gel on it but it did nowt", {"ibuprofen"}, set()),
        (EN, "amlodipine. I tried codeine, it didn't help", {"codeine"}, {"amlodipine"}),
        (ZH, "抹过扶他林，没用", {"diclofenac"}, set()),
        (ZH, "试过布洛芬，不顶用，平时吃二甲双胍", {"ibuprofen"}, {"metformin"}),
    ],
)
def test_a_kind_with_its_member_is_one_medicine_and_what_was_tried_is_taken_no_more(
    reception: Reception, language: Language, words: str, past: set[str], taken: set[str]
) -> None:
    talk = talking(reception, language, "medicines")
    talk.says(words)
    told = of(talk, Topic.MEDICINE, Status.PRESENT)
    assert {code for code, one in told.items() if one.past} == past
    assert {code for code, one in told.items() if not one.past} == taken
    assert not any("double" in note.text[EN] for note in talk.state.notes)


@pytest.mark.parametrize(
    ("language", "words"), [(ZH, "手术？我不需要手术"), (EN, "surgery? I don't need an operation"), (EN, "Cancer? No")]
)
def test_what_is_said_again_to_be_refused_is_no_question(reception: Reception, language: Language, words: str) -> None:
    talk = talking(reception, language, "tell_doctor")
    talk.says(words)
    assert not any(note.quote and note.quote in words for note in talk.state.notes)


@pytest.mark.parametrize(("language", "own"), [(ZH, "病人自己选的"), (EN, "the patient's own choice")])
def test_the_page_says_who_chose_the_department(reception: Reception, language: Language, own: str) -> None:
    talk = talking(reception, language, "past_history")
    talk.says("我要挂皮肤科" if language is ZH else "I want to go to Dermatology")
    assert talk.state.recommended is not None and talk.state.recommended.chosen == "patient"
    (routing,) = texts(finished(talk.to_end()), Section.ROUTING)
    assert own in routing and "%" not in routing


@pytest.mark.parametrize("language", [ZH, EN])
def test_a_band_of_ages_stays_one_on_the_board_and_the_page(reception: Reception, language: Language) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    talk.to_page("age", who="self_female").taps("middle")
    assert talk.state.person.age_months is None and talk.state.person.age_between == (480, 720)
    visit = finished(talk.to_end())
    assert visit.record.age == {ZH: "40到59岁", EN: "40 to 59 years"}[language]
    talk = Talk(reception, language).as_guest()
    talk.says(COMPLAINT[language])
    talk.to_page("age", who="self_female").taps("middle")
    talk.corrects("person:age_months")
    assert not talk.state.person.age_told
