"""What a medicine does to somebody who cannot bear it, and what is only a complaint about one that is taken."""

import pytest

from models.embedded.understanding.reading import understand
from models.facts import Status, Topic


def _named(text: str, topic: Topic, *, past: bool = False) -> set[str]:
    facts = understand(text).facts
    return {f.code for f in facts if f.topic is topic and f.status is Status.PRESENT and f.past is past}


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("I'm allergic to penicillin and codeine makes me sick as a dog.", "codeine"),
        ("codeine and morphine make me sick", "codeine"),
        ("Ibuprofen upsets my stomach so I have paracetamol", "ibuprofen"),
        ("Amoxicillin brought me out in hives once", "amoxicillin"),
        ("我对头孢过敏，红霉素吃了就吐，别给我开。", "erythromycin"),
        ("我青霉素过敏，头孢也不行，一吃就起疹子。", "cephalosporin"),
    ],
)
def test_a_medicine_that_is_not_borne_is_an_allergy_and_not_taken(text: str, medicine: str) -> None:
    assert medicine in _named(text, Topic.ALLERGY)
    assert medicine not in _named(text, Topic.MEDICINE)
    assert not _named(text, Topic.FINDING) & {"vomiting", "nausea", "hives", "rash"}


@pytest.mark.parametrize(
    ("text", "medicine", "complaint"),
    [
        ("I'm on metformin and it makes me feel sick every morning", "metformin", "nausea"),
        ("最近开始吃二甲双胍，吃了就拉肚子", "metformin", "diarrhea"),
    ],
)
def test_what_a_medicine_taken_now_does_is_a_complaint(text: str, medicine: str, complaint: str) -> None:
    assert medicine in _named(text, Topic.MEDICINE)
    assert complaint in _named(text, Topic.FINDING)
    assert not _named(text, Topic.ALLERGY)


@pytest.mark.parametrize(
    "text", ["I can't take ibuprofen so I take paracetamol", "I don't want ibuprofen", "布洛芬我吃不了，别给我开"]
)
def test_a_medicine_that_may_not_be_taken_is_not_recorded_as_taken(text: str) -> None:
    assert "ibuprofen" not in _named(text, Topic.MEDICINE) | _named(text, Topic.ALLERGY)


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("I accidentally took two of my husband's blood pressure pills this morning", "blood pressure medicine"),
        ("我吃错药了，把我老伴的降糖药当成钙片吃了一片", "diabetes medicine"),
        ("I was on citalopram till March", "citalopram"),
    ],
)
def test_a_medicine_taken_by_mistake_or_once_is_not_taken_now(text: str, medicine: str) -> None:
    assert medicine in _named(text, Topic.MEDICINE, past=True)
    assert medicine not in _named(text, Topic.MEDICINE)


@pytest.mark.parametrize(
    ("text", "medicine"),
    [
        ("tramadol made me so woozy", "tramadol"),
        ("not that I know of, but codeine blocked me up", "codeine"),
        ("iron tablets bung me up", "iron"),
        ("erythromycin gave him a runny tummy", "erythromycin"),
        ("红霉素以前吃了拉肚子", "erythromycin"),
        ("布洛芬一吃就胃疼", "ibuprofen"),
    ],
)
def test_a_medicine_named_with_what_it_did_is_neither_taken_nor_a_complaint(text: str, medicine: str) -> None:
    facts = understand(text, asked="allergies").facts
    assert medicine in {f.code for f in facts if f.topic is Topic.ALLERGY and f.status is Status.PRESENT}
    assert not [f for f in facts if f.topic in (Topic.MEDICINE, Topic.FINDING)]


@pytest.mark.parametrize(
    "text",
    [
        "I've had amoxicillin before and was fine",
        "I can take ibuprofen",
        "penicillin's fine",
        "头孢打过好几次都没事",
        "阿莫西林能吃",
        "青霉素打过，没问题",
    ],
)
def test_what_was_had_without_harm_is_neither_an_allergy_nor_taken(text: str) -> None:
    facts = understand(text, asked="allergies").facts
    assert not [f for f in facts if f.topic in (Topic.MEDICINE, Topic.ALLERGY) and f.status is Status.PRESENT]


@pytest.mark.parametrize(
    ("text", "over", "now"),
    [
        ("they swapped my ramipril for candesartan", "ramipril", "candesartan"),
        ("the doctor changed him from warfarin to apixaban", "warfarin", "apixaban"),
        ("sitagliptin, it made me queasy so I packed it in, just metformin", "sitagliptin", "metformin"),
        ("warfarin, no hang on, they stopped the warfarin. I have apixaban now", "warfarin", "apixaban"),
        ("my statin was stopped in May. I take aspirin", "statin", "aspirin"),
        ("I tried sertraline once. I'm on mirtazapine", "sertraline", "mirtazapine"),
        ("氨氯地平换成缬沙坦了", "amlodipine", "valsartan"),
        ("格列美脲后来改吃达格列净", "glimepiride", "dapagliflozin"),
    ],
)
def test_a_medicine_stopped_or_changed_for_another_is_past(text: str, over: str, now: str) -> None:
    assert over in _named(text, Topic.MEDICINE, past=True)
    assert now in _named(text, Topic.MEDICINE)


@pytest.mark.parametrize(
    ("text", "code"),
    [("they changed my metformin to 500 mg twice a day", "metformin"), ("氨氯地平改成两片了", "amlodipine")],
)
def test_a_medicine_whose_dose_changed_is_taken_still(text: str, code: str) -> None:
    assert code in _named(text, Topic.MEDICINE)


@pytest.mark.parametrize(
    "text",
    ["I've got the coil", "my tubes were clipped", "no, my husband's had the snip", "我戴着环呢", "不会吧，放了环的"],
)
def test_contraception_told_beside_the_pregnancy_is_a_no_and_no_request(text: str) -> None:
    facts = understand(text, asked="pregnancy").facts
    assert {f.topic for f in facts} == {Topic.PREGNANCY}
    assert {f.status for f in facts} == {Status.ABSENT}


@pytest.mark.parametrize("text", ["I've got the coil but I'm late", "上环了，可是月经推迟了"])
def test_contraception_with_a_late_period_leaves_the_pregnancy_open(text: str) -> None:
    assert not [f for f in understand(text, asked="pregnancy").facts if f.status is Status.ABSENT]


@pytest.mark.parametrize("text", ["I want my coil taken out", "想取环"])
def test_contraception_wished_stays_a_request(text: str) -> None:
    assert "iud" in {f.code for f in understand(text, asked="pregnancy").facts if f.topic is Topic.REQUEST}


@pytest.mark.parametrize(
    ("text", "borne_ill"),
    [
        ("tramadol made me sick as a dog", True),
        ("no, but codeine blocks me up", True),
        ("红霉素吃了就吐", True),
        ("codeine made me sick and I came out in hives", False),
        ("amoxicillin gave me a rash", False),
        ("头孢吃了起疹子", False),
    ],
)
def test_what_is_only_a_side_effect_is_marked_as_no_allergy(text: str, borne_ill: bool) -> None:
    told = next(f for f in understand(text, asked="allergies").facts if f.topic is Topic.ALLERGY)
    assert (told.details.character is not None) is borne_ill
