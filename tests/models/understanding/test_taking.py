"""How a medicine is taken: how much, how often, how long, what it did, and whether there is any left."""

import pytest

from models.embedded.understanding import understand
from models.facts import Fact, Status, Topic


def _taken(text: str, asked: str | None = "medicines") -> dict[str, Fact]:
    return {fact.code: fact for fact in understand(text, asked=asked).facts if fact.topic is Topic.MEDICINE}


@pytest.mark.parametrize(
    ("text", "doses"),
    [
        ("抹了点达克宁，吃了两片西替利嗪", {"miconazole": None, "cetirizine": "两片"}),
        ("氨氯地平，一天一片，二甲双胍，一天两次", {"amlodipine": "一天一片", "metformin": "一天两次"}),
        ("胰岛素，早上12个单位晚上10个单位", {"insulin": "早上12个单位晚上10个单位"}),
        ("rubbed some voltarol on, and took two paracetamol", {"diclofenac": None, "acetaminophen": "two"}),
        ("levothyroxine 75 and ramipril 5", {"levothyroxine": "75", "ramipril": "5"}),
        ("only a couple of ibuprofen", {"ibuprofen": "a couple"}),
        ("ibuprofen 2 days ago", {"ibuprofen": None}),
        ("eight paracetamol", {"acetaminophen": "eight"}),
        ("胰岛素，早12晚10", {"insulin": "早12晚10"}),
        ("since April, just amlodipine", {"amlodipine": None}),
        ("左甲状腺素50微克，每天早上", {"levothyroxine": "50微克"}),
        ("眼药水一天滴四次", {"eye drops": "一天滴四次"}),
    ],
)
def test_a_dose_is_of_the_medicine_it_is_told_with(text: str, doses: dict[str, str | None]) -> None:
    assert {code: fact.details.value for code, fact in _taken(text).items()} == doses


@pytest.mark.parametrize(
    ("text", "code", "often"),
    [
        ("levothyroxine, every morning", "levothyroxine", "every morning"),
        ("took some nurofen last night", "ibuprofen", "last night"),
        ("just naproxen when my knee's bad", "naproxen", "when my knee's bad"),
        ("偶尔吃点褪黑素，一个礼拜一两回", "melatonin", "偶尔，一个礼拜一两回"),
        ("牙疼厉害了吃芬必得", "ibuprofen", "疼厉害了"),
        ("昨晚吃了退烧药", "fever medicine", "昨晚"),
        ("睡不着的时候吃艾司唑仑", "estazolam", "睡不着的时候"),
        ("he had Calpol at lunchtime and ibuprofen at four", "ibuprofen", "at four"),
        ("早上阿司匹林，晚上阿托伐他汀", "aspirin", "早上"),
        ("降压药吃吃停停的", "blood pressure medicine", "吃吃停停"),
    ],
)
def test_how_often_and_when_it_is_taken_is_kept(text: str, code: str, often: str) -> None:
    assert _taken(text)[code].details.frequency == often


@pytest.mark.parametrize(
    ("text", "asked", "code", "long"),
    [
        ("吃那个贝那普利，吃了两三个月吧", "medicines", "benazepril", "两三个月"),
        ("络活喜吃了五年了", None, "amlodipine", "五年"),
        ("吃了三天阿莫西林，没见好", None, "amoxicillin", "三天"),
        ("been on sertraline for two years", "medicines", "sertraline", "for two years"),
        ("I've been taking omeprazole for about six weeks", None, "omeprazole", "for about six weeks"),
    ],
)
def test_how_long_it_has_been_taken_is_kept(text: str, asked: str | None, code: str, long: str) -> None:
    lasting = _taken(text, asked)[code].details.duration
    assert lasting is not None
    assert lasting.words == long


@pytest.mark.parametrize(
    ("text", "code", "remark"),
    [
        ("吃了氯雷他定，不管用", "loratadine", "不管用"),
        ("抹了达克宁，好点了", "miconazole", "好点了"),
        ("吃半片安定，我姐的", "diazepam", "我姐的"),
        ("二甲双胍断了一个月了", "metformin", "断了一个月"),
        ("a co-codamol of my mum's", "acetaminophen codeine", "my mum's"),
        ("took paracetamol, didn't touch it", "acetaminophen", "didn't touch it"),
        ("my inhaler ran out last week", "inhaler", "ran out last week"),
        ("apixaban, I forget it sometimes", "apixaban", "I forget it sometimes"),
        ("I stopped my statin a month ago", "statin", "a month ago"),
    ],
)
def test_what_it_did_whose_it_is_and_that_it_has_run_out_are_kept(text: str, code: str, remark: str) -> None:
    heard = understand(text, asked="medicines")
    assert [(f.code, f.details.character) for f in heard.facts if f.topic is Topic.MEDICINE] == [(code, remark)]
    assert heard.person is None


@pytest.mark.parametrize(
    ("text", "long", "often"),
    [
        ("头疼三天了，吃了布洛芬不管用", "三天", None),
        ("牙疼厉害了吃一片布洛芬，一个礼拜吃个两三回", None, None),
        ("I've had a headache for a week, took paracetamol last night", "for a week", None),
        ("my knees hurt every morning, I take ibuprofen", None, "every morning"),
        ("I take ramipril, my chest hurts for two days", "for two days", None),
    ],
)
def test_what_is_told_of_a_medicine_is_not_of_the_complaint(text: str, long: str | None, often: str | None) -> None:
    (complaint,) = [f for f in understand(text).facts if f.topic is Topic.FINDING]
    lasting = complaint.details.duration
    assert (lasting.words if lasting else None, complaint.details.frequency) == (long, often)
    assert complaint.details.course is None


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("降压药，氨氯地平和厄贝沙坦", {"amlodipine", "irbesartan"}),
        ("amlodipine, it's her blood pressure tablet", {"amlodipine"}),
        ("氨氯地平，还有一种降压药忘了", {"amlodipine", "unknown: 还有一种降压药"}),
        ("ramipril and another blood pressure tablet", {"ramipril", "unknown: another blood pressure tablet"}),
        ("一个硝苯地平一个什么沙坦", {"nifedipine", "unknown: 什么沙坦"}),
        ("metformin and something sartan", {"metformin", "unknown: something sartan"}),
    ],
)
def test_a_kind_of_medicine_and_the_one_of_it_are_one_unless_they_are_two(text: str, codes: set[str]) -> None:
    assert set(_taken(text)) == codes


def test_a_dose_and_when_it_is_taken_are_no_complaint_and_what_is_waited_for_is_not_taken() -> None:
    assert [f.topic for f in understand("a puff of ventolin in the morning", asked="medicines").facts] == [
        Topic.MEDICINE
    ]
    assert [f.topic for f in understand("不舒服就含几粒速效救心丸", asked="medicines").facts] == [Topic.MEDICINE]
    assert [f.status for f in understand("on the waiting list for HRT", asked="medicines").facts] == [Status.ABSENT]


def test_what_is_told_of_a_kind_is_of_the_one_named() -> None:
    assert (
        _taken("she's run out of her blood pressure tablets, amlodipine")["amlodipine"].details.character == "run out"
    )


@pytest.mark.parametrize(
    ("text", "fetches"),
    [
        ("my dad has run out of his warfarin", True),
        ("she's run out of her blood pressure tablets", True),
        ("blood running out of his nose", False),
    ],
)
def test_who_has_run_out_comes_for_more(text: str, fetches: bool) -> None:
    codes = {fact.code for fact in understand(text).facts if fact.status is Status.PRESENT}
    assert ("repeat_prescription" in codes) is fetches


@pytest.mark.parametrize(
    ("text", "code", "often"),
    [("就吃铁片，断断续续吃的", "iron", "断断续续"), ("iron tablets, on and off", "iron", "on and off")],
)
def test_a_medicine_taken_irregularly_is_known(text: str, code: str, often: str) -> None:
    told = next(fact for fact in understand(text, asked="medicines").facts if fact.code == code)
    assert told.details.frequency == often


@pytest.mark.parametrize(
    ("text", "doses"),
    [
        ("昨晚给他喝了布洛芬，就喝了4毫升，还有止咳糖浆", {"ibuprofen": "4毫升", "cough syrup": None}),
        ("对乙酰氨基酚吃了一片，还有板蓝根", {"acetaminophen": "一片"}),
        ("ibuprofen, only 5ml, and a cough syrup", {"ibuprofen": "5ml", "cough syrup": None}),
        ("早上一片缬沙坦，晚上一片阿托伐他汀", {"valsartan": "早上一片", "atorvastatin": "晚上一片"}),
    ],
)
def test_a_dose_told_before_another_medicine_is_of_the_one_it_follows(text: str, doses: dict[str, str | None]) -> None:
    told = {fact.code: fact.details.value for fact in understand(text, asked="medicines").facts}
    assert {code: told[code] for code in doses} == doses


@pytest.mark.parametrize(
    "text",
    ["喝了点中药，喝了三天就停了", "上周吃了点布洛芬，用了两天就没再吃", "took ibuprofen for two days and stopped"],
)
def test_a_medicine_stopped_after_some_days_is_past(text: str) -> None:
    assert [fact.past for fact in understand(text, asked="medicines").facts] == [True]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("ramipril, and the drops for my eyes", ["ramipril", "unknown: drops for my eyes"]),
        ("just the spray for my nose", ["unknown: spray for my nose"]),
        ("缬沙坦，还有鼻喷剂", ["valsartan", "unknown: 鼻喷剂"]),
        ("氨氯地平，外面抹的药膏", ["amlodipine", "unknown: 抹的药膏"]),
        ("ibuprofen gel", ["ibuprofen"]),
        ("metformin and no creams", ["metformin"]),
    ],
)
def test_a_medicine_told_by_its_form_alone_is_kept_in_their_words(text: str, codes: list[str]) -> None:
    facts = understand(text, asked="medicines").facts
    assert [f.code for f in facts if f.topic is Topic.MEDICINE and f.status is Status.PRESENT] == codes


def test_tablets_often_forgotten_correct_nothing() -> None:
    heard = understand(
        "gliclazide, one in the morning and one at night, I often forget the evening one", asked="medicines"
    )
    (gliclazide,) = heard.facts
    assert not heard.correction
    assert gliclazide.details.value == "one in the morning and one at night"
    assert gliclazide.details.character == "I often forget the evening one"


@pytest.mark.parametrize(
    ("name", "code"), [("乳癖消", "rupixiao"), ("归脾丸", "guipi"), ("百令胶囊", "bailing"), ("三黄片", "sanhuang")]
)
def test_a_chinese_patent_medicine_is_no_other_of_its_kind(name: str, code: str) -> None:
    assert set(_taken(f"就吃{name}")) == {code}


def test_a_course_of_tablets_told_of_an_earlier_time_is_past() -> None:
    assert _taken("早年这条腿堵过一次，吃了三个月的利伐沙班", "past_history")["rivaroxaban"].past
    assert not _taken("以前吃过二甲双胍，现在吃达格列净")["dapagliflozin"].past


@pytest.mark.parametrize(
    ("text", "code", "often"),
    [
        ("布洛芬，平时不吃", "ibuprofen", None),
        ("平时也没吃，就今天吃了一片布洛芬", "ibuprofen", "今天"),
        ("散利痛，疼的时候吃，平时基本不吃", "acetaminophen caffeine", "疼的时候"),
        ("平时吃阿司匹林", "aspirin", "平时"),
        ("阿司匹林，平时都吃", "aspirin", "平时"),
    ],
)
def test_when_it_is_not_taken_is_not_when_it_is(text: str, code: str, often: str | None) -> None:
    assert _taken(text)[code].details.frequency == often


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("吃过三天阿奇霉素，吃完了", "azithromycin"),
        ("打了一周头孢，打完了", "cephalosporin"),
        ("以前堵过一次，打了半年的华法林", "warfarin"),
        ("上个月打过虫，吃的宝塔糖", "pyrantel"),
        ("took a course of doxycycline, finished it on Monday", "doxycycline"),
        ("finished a course of azithromycin last week", "azithromycin"),
    ],
)
def test_a_course_that_is_finished_is_not_taken_now(text: str, code: str) -> None:
    assert _taken(text)[code].past


@pytest.mark.parametrize(
    ("text", "code"),
    [("二甲双胍吃了三年，这次吃完了", "metformin"), ("降压药吃完了，来开药", "blood pressure medicine")],
)
def test_a_medicine_of_every_day_that_is_used_up_is_taken_still(text: str, code: str) -> None:
    assert not _taken(text)[code].past


def test_when_one_was_added_is_not_how_often_it_is_taken() -> None:
    details = _taken("三种降压药，上周加了一种")["blood pressure medicine"].details
    assert details.frequency is None and details.character == "上周加了一种"


@pytest.mark.parametrize("text", ["沙丁胺醇，喘的时候喷两下", "头疼的时候吃片布洛芬"])
def test_when_it_is_taken_is_no_trouble_of_now(text: str) -> None:
    heard = understand(text, asked="medicines")
    assert all(fact.topic is Topic.MEDICINE and fact.details.frequency for fact in heard.facts)


def test_a_medicine_stopped_for_what_it_did_is_not_taken_and_what_it_did_not_over() -> None:
    told = {fact.code: fact.past for fact in understand("吃氨氯地平，这两天头晕停了").facts}
    assert told == {"amlodipine": True, "dizziness": False}
