"""Words stand under the headings they speak of, and no heading says "none" beside something told."""

import pytest

from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.record.doctor_reads import Line, doctor_reads
from frontdesk.app.reception.record.headings import Part
from frontdesk.app.reception.record.speaks_of import speaks_of
from frontdesk.app.reception.session.questions import DOCTOR_READS
from frontdesk.models.facts import Language, Relation
from tests.app.reception.talk import Talk

EN, ZH = Language.EN, Language.ZH


def on_the_page(reception: Reception, language: Language, told: str = "", **answers: str | tuple[str, ...]) -> Talk:
    talk = Talk(reception, language).as_guest()
    talk.says(told or ("咳嗽三天了" if language is ZH else "I've had a cough for three days"))
    for page in (*answers, DOCTOR_READS):
        talk.to_page(page)
        if page != DOCTOR_READS:
            talk.answers_page(answers[page])
    return talk


def under(talk: Talk, part: Part) -> tuple[Line, ...]:
    return doctor_reads(talk.state, talk.state.language).get(part, ())


@pytest.mark.parametrize(
    ("words", "relation", "part", "said"),
    [
        ("gallbladder out in 94. my dad had prostate cancer", Relation.SELF, Part.FAMILY, "my dad had prostate cancer"),
        (
            "gout. and yeah mum had bowel cancer at 70",
            Relation.SELF,
            Part.FAMILY,
            "and yeah mum had bowel cancer at 70",
        ),
        ("lisinopril 10. her uncle had parkinson", Relation.PARENT, Part.FAMILY, "her uncle had parkinson"),
        ("20年前割过胆。我妈有高血压", Relation.SELF, Part.FAMILY, "我妈有高血压"),
        ("我爸是前列腺癌走的，我自己没事", Relation.SELF, Part.FAMILY, "我爸是前列腺癌走的"),
        ("swollen. I take naproxen 500 twice a day", Relation.SELF, Part.MEDICINES, "I take naproxen 500 twice a day"),
        ("还有，我在吃二甲双胍。右腿疼", Relation.SELF, Part.MEDICINES, "还有，我在吃二甲双胍。"),
        ("I'm tired. I would like a woman doctor", Relation.SELF, Part.WISHES, "I would like a woman doctor"),
        ("睡不好。想拍个片子", Relation.SELF, Part.WISHES, "想拍个片子"),
    ],
)
def test_a_sentence_stands_under_what_it_speaks_of(words: str, relation: Relation, part: Part, said: str) -> None:
    assert speaks_of(words, relation, "tell_doctor").get(part) == said


@pytest.mark.parametrize(
    ("words", "relation"), [("mum had a stroke in 2021", Relation.PARENT), ("my knee hurts", None)]
)
def test_the_patients_own_is_no_family_history(words: str, relation: Relation | None) -> None:
    assert Part.FAMILY not in speaks_of(words, relation, "tell_doctor")


@pytest.mark.parametrize(
    ("language", "words"),
    [(EN, "I have to travel next week"), (ZH, "我下周要出差")],
)
def test_what_is_no_wish_is_not_among_the_wishes(reception: Reception, language: Language, words: str) -> None:
    talk = on_the_page(reception, language, tell_doctor=words)
    assert words in [line.text for line in under(talk, Part.STORY)]
    assert words not in [line.text for line in under(talk, Part.WISHES)]


@pytest.mark.parametrize(
    ("language", "family"),
    [(EN, "my father had prostate cancer"), (ZH, "我爸得过前列腺癌")],
)
def test_the_family_has_a_heading_of_its_own(reception: Reception, language: Language, family: str) -> None:
    talk = on_the_page(reception, language, tell_doctor=family)
    (line,) = under(talk, Part.FAMILY)
    assert line.text == family


@pytest.mark.parametrize(
    ("language", "told", "part"),
    [
        (ZH, "我甲状腺结节好几年了，这几天咳嗽", Part.ILLNESSES),
        (EN, "I've got asthma and I've been coughing for three days", Part.ILLNESSES),
        (EN, "I've been on amlodipine for years and I've had a cough for three days", Part.MEDICINES),
        (ZH, "我一直在吃氨氯地平，咳嗽三天了", Part.MEDICINES),
    ],
)
def test_no_heading_says_none_beside_something_told(
    reception: Reception, language: Language, told: str, part: Part
) -> None:
    talk = Talk(reception, language).as_guest()
    talk.says(told)
    talk.to_department()
    page = {Part.ILLNESSES: "past_history", Part.MEDICINES: "medicines"}[part]
    talk.to_page(page)
    talk.says("没有" if language is ZH else "none")
    talk.to_page(DOCTOR_READS)
    lines = under(talk, part)
    assert lines and not any(line.text in ("无", "none") for line in lines)


@pytest.mark.parametrize(
    ("language", "words", "none"),
    [(EN, "no allergy, but codeine makes me sick", "none"), (ZH, "没有过敏，就是吃头孢拉肚子", "无")],
)
def test_no_allergy_beside_a_side_effect_says_of_what(
    reception: Reception, language: Language, words: str, none: str
) -> None:
    talk = on_the_page(reception, language, allergies=words)
    texts = [line.text for line in under(talk, Part.ALLERGIES)]
    assert none not in texts and len(texts) == len(set(texts))


def test_a_plain_none_stays(reception: Reception) -> None:
    talk = on_the_page(reception, EN)
    assert [line.text for line in under(talk, Part.MEDICINES)] == ["none"]


@pytest.mark.parametrize(
    ("language", "words"), [(ZH, "没有没有？"), (ZH, "睡觉疼8分，没写吧？"), (EN, "my mum, did you put that in?")]
)
def test_what_asks_nothing_of_a_doctor_is_no_question_for_one(
    reception: Reception, language: Language, words: str
) -> None:
    talk = on_the_page(reception, language)
    talk.says(words)
    assert not any("病人想问" in note.text[ZH] for note in talk.state.notes)
