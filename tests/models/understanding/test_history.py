"""Medicines, allergies, operations, habits, and the numbers that go with complaints."""

import pytest

from models.embedded.understanding import understand
from models.facts import Course, Details, Relation, Severity, Side, Status, Topic

MEDICINES = [
    ("I take advil for my back", "ibuprofen"),
    ("拜阿司匹灵", "aspirin"),
    ("吃二甲双胍", "metformin"),
    ("我在吃络活喜", "amlodipine"),
    ("on metformin and lisinopril", "lisinopril"),
    ("taking Tylenol", "acetaminophen"),
    ("吃了布洛芬", "ibuprofen"),
    ("吃优甲乐", "levothyroxine"),
    ("I take blood pressure pills", "blood pressure medicine"),
    ("吃降压药", "blood pressure medicine"),
    ("on blood thinners", "blood thinner"),
    ("打胰岛素", "insulin"),
    ("吃中药", "herbal medicine"),
    ("I'm on the pill", "oral contraceptive"),
    ("I'm on the mini pill", "progestogen pill"),
    ("用万托林", "salbutamol"),
]


@pytest.mark.parametrize(("text", "code"), MEDICINES)
def test_a_medicine_is_recognised_by_its_name_or_brand(text: str, code: str) -> None:
    assert (Topic.MEDICINE, code) in [f.name for f in understand(text).facts if f.status is Status.PRESENT]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("高血压十来年，吃个白片片", "白片片"),
        ("I take a little white pill", "little white pill"),
        ("吃红色的小药片", "红色的小药片"),
    ],
)
def test_an_unknown_medicine_keeps_the_patients_words(text: str, words: str) -> None:
    assert f"unknown: {words}" in [f.code for f in understand(text).facts]


@pytest.mark.parametrize(
    ("text", "dose"),
    [
        ("I take advil for my back, six 200s a day", "six 200s a day"),
        ("metformin 500 mg twice a day", "500 mg twice a day"),
        ("阿司匹林一天一片", "一天一片"),
        ("二甲双胍每天两次，每次一片", "每天两次，每次一片"),
    ],
)
def test_a_dose_is_kept_as_it_was_said(text: str, dose: str) -> None:
    (fact,) = [f for f in understand(text).facts if f.topic is Topic.MEDICINE]
    assert fact.details.value == dose


def test_a_medicine_not_taken_is_absent_and_one_stopped_is_past() -> None:
    assert [f.status for f in understand("我没吃阿司匹林").facts] == [Status.ABSENT]
    assert [f.status for f in understand("I did not take any antibiotic").facts] == [Status.ABSENT]
    assert [f.past for f in understand("I used to take aspirin but I stopped").facts] == [True]
    assert [f.past for f in understand("华法林停了").facts] == [True]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("青霉素过敏", ["penicillin"]),
        ("我对头孢过敏", ["cephalosporin"]),
        ("对海鲜和芒果过敏", ["海鲜", "芒果"]),
        ("allergic to penicillin", ["penicillin"]),
        ("I'm allergic to peanuts and latex", ["peanuts", "latex"]),
        ("no known allergies", ["none"]),
        ("没有药物过敏", ["none"]),
        ("对什么都不过敏", ["none"]),
        ("I have a penicillin allergy", ["penicillin"]),
    ],
)
def test_allergies(text: str, codes: list[str]) -> None:
    assert [f.code for f in understand(text).facts if f.topic is Topic.ALLERGY] == codes


@pytest.mark.parametrize(
    "text",
    [
        "做过阑尾手术",
        "胆囊切了",
        "心脏放过支架",
        "I had my appendix out",
        "had surgery on my knee",
        "剖腹产",
        "hysterectomy",
    ],
)
def test_operations(text: str) -> None:
    assert [f.status for f in understand(text).facts if f.topic is Topic.OPERATION] == [Status.PRESENT]


@pytest.mark.parametrize("text", ["需要做手术吗", "Do I need surgery?", "没做过手术", "no operations"])
def test_no_operation_was_done(text: str) -> None:
    assert not [f for f in understand(text).facts if f.topic is Topic.OPERATION and f.status is Status.PRESENT]


@pytest.mark.parametrize(
    ("text", "code", "status", "past"),
    [
        ("抽烟一天一包", "smoking", Status.PRESENT, False),
        ("不抽烟", "smoking", Status.ABSENT, False),
        ("烟嘛一天半包", "smoking", Status.PRESENT, False),
        ("烟也戒不掉", "smoking", Status.PRESENT, False),
        ("烟我是不碰的", "smoking", Status.ABSENT, False),
        ("烟戒了", "smoking", Status.PRESENT, True),
        (
            "I smoke, well, smoked, I knocked it on the head and gave it up at Christmas",
            "smoking",
            Status.PRESENT,
            True,
        ),
        ("it's the smoking that I packed in", "smoking", Status.PRESENT, True),
        ("I smoke and I've tried to pack it in", "smoking", Status.PRESENT, False),
        ("I smoke a pack a day", "smoking", Status.PRESENT, False),
        ("I don't smoke", "smoking", Status.ABSENT, False),
        ("I quit smoking", "smoking", Status.PRESENT, True),
        ("偶尔喝点酒", "drinking", Status.PRESENT, False),
        ("不喝酒", "drinking", Status.ABSENT, False),
        ("I drink two beers a day", "drinking", Status.PRESENT, False),
        ("I don't drink", "drinking", Status.ABSENT, False),
    ],
)
def test_habits(text: str, code: str, status: Status, past: bool) -> None:
    assert [(f.code, f.status, f.past) for f in understand(text).facts if f.topic is Topic.HABIT] == [
        (code, status, past)
    ]


VALUES = [
    ("烧到38度5", "38.5 °C"),
    ("发烧38.5", "38.5 °C"),
    ("发烧三十九度二", "39.2 °C"),
    ("烧到39度", "39 °C"),
    ("体温３８．５℃，发烧", "38.5 °C"),
    ("发烧三十八度半", "38.5 °C"),
    ("fever of 101", "101 °F"),
    ("a fever, 38.5 degrees", "38.5 °C"),
    ("fever of 102.5 F", "102.5 °F"),
    ("头晕，血压160/100", "160/100 mmHg"),
    ("dizzy, my blood pressure is 180 over 110", "180/110 mmHg"),
]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_measured_values(text: str, value: str) -> None:
    assert value in [f.details.value for f in understand(text).facts]


@pytest.mark.parametrize(
    ("text", "asked", "status"),
    [
        ("not that I know, the nurse took it, 124 over 78", "finding:high_blood_pressure_reading", Status.ABSENT),
        ("don't think so, it was 168/102 at the chemist", "finding:high_blood_pressure_reading", Status.PRESENT),
        ("headache, and 170 over 100 this morning", None, Status.PRESENT),
        ("dizzy, my blood pressure was 122/80", None, Status.ABSENT),
        ("头疼两天，早上量的165/100", None, Status.PRESENT),
        ("头疼，血压量了128/80", None, Status.ABSENT),
    ],
)
def test_a_pressure_measured_tells_of_the_pressure_and_of_nothing_else(
    text: str, asked: str | None, status: Status
) -> None:
    heard = understand(text, asked=asked)
    (of_it,) = [f for f in heard.facts if f.details.value]
    assert (of_it.code, of_it.status) == ("high_blood_pressure_reading", status)
    assert heard.details.value is None


@pytest.mark.parametrize(
    "text", ["my mum's blood pressure is 180/100, I've got a cough", "if it was 180/100 I'd worry, a cough"]
)
def test_a_pressure_of_somebody_else_or_supposed_is_not_the_patients(text: str) -> None:
    assert {f.code for f in understand(text).facts} == {"cough"}


@pytest.mark.parametrize(
    ("text", "code", "value"),
    [
        ("had bloods done, the cholesterol came back high, 8.1", "high_lipids", "8.1"),
        ("the TSH was 11.4 three weeks ago", "thyroid_test_abnormal", "11.4 three weeks ago"),
        ("at a health check last week they said my thyroid number is too high", "thyroid_test_abnormal", None),
        ("尿酸偏高，540，上个月查的", "high_uric_acid", "540 上个月"),
        ("my cholesterol is high, I'm 52", "high_lipids", None),
        ("cholesterol high for 3 years", "high_lipids", None),
        ("cholesterol high, on 20mg atorvastatin", "high_lipids", None),
    ],
)
def test_a_test_found_abnormal_keeps_its_result_and_when_it_was_done(text: str, code: str, value: str | None) -> None:
    told = {f.code: f.details.value for f in understand(text).facts}
    assert told[code] == value


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("左膝盖疼", "side", Side.LEFT),
        ("pain in my left knee", "side", Side.LEFT),
        ("右边腰疼", "side", Side.RIGHT),
        ("两个膝盖都疼", "side", Side.BOTH),
        ("both my knees ache", "side", Side.BOTH),
        ("头疼得厉害", "severity", Severity.SEVERE),
        ("有点头疼", "severity", Severity.MILD),
        ("头有点疼", "severity", Severity.MILD),
        ("a slight headache", "severity", Severity.MILD),
        ("terrible headache", "severity", Severity.SEVERE),
        ("头疼，八分", "severity", None),
        ("headache, 8 out of 10", "severity", Severity.SEVERE),
        ("not too bad a headache", "severity", Severity.MILD),
        ("头疼越来越厉害", "course", Course.WORSE),
        ("咳嗽好多了", "course", Course.BETTER),
        ("肚子一阵一阵地疼", "course", Course.COMES_AND_GOES),
        ("my cough is getting worse", "course", Course.WORSE),
        ("a lump on my neck and it's got bigger since spring", "course", Course.WORSE),
        ("a swelling in my groin, it's a bit smaller", "course", None),
        ("a wart on my hand, it's got a lot smaller", "course", Course.BETTER),
        ("a lump on my neck, it hasn't got any bigger", "course", None),
        ("my back hurts, the baby's getting bigger", "course", None),
        ("legs ache, a bit better with my feet up", "course", None),
        ("legs ache, a bit better with my feet up", "better_with", "my feet up"),
        ("脖子上的包变大了", "course", Course.WORSE),
        ("headaches that come and go", "course", Course.COMES_AND_GOES),
        ("突然头疼", "sudden", True),
        ("sudden headache", "sudden", True),
        ("膝盖慢慢地开始疼", "sudden", False),
        ("膝盖疼，爬楼就厉害", "worse_with", "爬楼"),
        ("my knee hurts, worse when I climb stairs", "worse_with", "I climb stairs"),
        ("胸闷，休息一会儿就好", "better_with", "休息一会儿"),
        ("back pain, better with rest", "better_with", "rest"),
        ("头疼，每天三四次", "frequency", "每天三四次"),
        ("针扎一样的头疼", "character", "针扎"),
        ("a sharp chest pain", "character", "sharp"),
        ("a lump in the groin that sticks out when I sneeze", "worse_with", "I sneeze"),
        ("a bulge in his groin, it comes out when he cries", "worse_with", "he cries"),
        ("hay fever, the dog sets 'em off", "worse_with", "the dog"),
        ("wheezy, cold weather brings it on", "worse_with", "cold weather"),
        ("荨麻疹，一出汗就犯", "worse_with", "一出汗"),
    ],
)
def test_details_of_a_complaint(text: str, field: str, value: object) -> None:
    assert getattr(understand(text).facts[0].details, field) == value


@pytest.mark.parametrize(
    ("asked", "text", "field", "value"),
    [
        ("fever", "不发烧。是右边那只，时好时坏", "side", Side.RIGHT),
        ("vomiting", "没吐，就是左边疼得厉害", "severity", Severity.SEVERE),
        ("numbness", "no numbness. it's both feet, on and off", "course", Course.COMES_AND_GOES),
        ("chest_pain", "no chest pain but it's on the left, and worse at night", "side", Side.LEFT),
        ("chest_pain", "no chest pain. It comes on when I run, it's worse when I run", "worse_with", "I run"),
    ],
)
def test_what_is_told_beside_a_denial_is_of_the_complaint(asked: str, text: str, field: str, value: object) -> None:
    heard = understand(text, asked=f"finding:{asked}")
    denied = next(fact for fact in heard.facts if fact.code == asked)
    assert (denied.status, denied.details) == (Status.ABSENT, Details())
    assert getattr(heard.details, field) == value


def test_a_denial_keeps_its_own_time_and_what_ended_too() -> None:
    assert understand("I've not had a temperature since Tuesday").facts[0].details.duration
    assert understand("不咳了，前天好的", asked="finding:cough").facts[0].details.duration


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ("my mum has diabetes and a bad heart", "diabetes", "severity"),
        ("my nose is a bit bent and it has been a nosebleed", "nosebleed", "severity"),
        ("I had an awful night, the cough kept me up", "cough", "severity"),
        ("it's a bit better than that. I get up at night to pee", "night_urination", "severity"),
        ("my bad knee hurts", "knee_pain", "severity"),
        ("I can't sleep and my left eye is funny", "poor_sleep", "side"),
        ("睡不好，左边的眼睛怪怪的", "poor_sleep", "side"),
        ("my mouth is sore, and these hips, both of them", "mouth_ulcer", "side"),
        ("压力大天天加班，头发掉", "hair_loss", "frequency"),
        ("每天喝酒，胃疼", "stomach_pain", "frequency"),
        ("my eyes are dry and I drive a taxi every day", "dry_eyes", "frequency"),
        ("itching, I take an antihistamine sometimes", "itchy_skin", "frequency"),
        ("it's a sore throat, and it's bad if anything", "sore_throat", "worse_with"),
        ("my shoulder hurts on the left", "shoulder_pain", "worse_with"),
        ("小便的时候刺痛", "painful_urination", "site"),
        ("大便的时候疼", "anal_pain", "site"),
    ],
)
def test_a_word_about_something_else_is_no_detail_of_the_complaint(text: str, code: str, field: str) -> None:
    fact = next(fact for fact in understand(text).facts if fact.code == code)
    assert getattr(fact.details, field) is None


@pytest.mark.parametrize(
    ("text", "code", "field", "value"),
    [
        ("I've got a bad cough", "cough", "severity", Severity.SEVERE),
        ("my wrist is a bit sore", "hand_pain", "severity", Severity.MILD),
        ("I cry all the time and don't sleep", "low_mood", "frequency", "all the time"),
        ("my throat hurts and my right ear is blocked", "ear_fullness", "side", Side.RIGHT),
        ("每天吃完饭肚子胀", "bloating", "frequency", "每天"),
        ("没有胸闷。夜里咳得厉害", "cough", "worse_with", "夜里"),
        ("it's itchy, mostly at night", "itchy_skin", "worse_with", "at night"),
    ],
)
def test_a_word_about_the_complaint_stays_its_own(text: str, code: str, field: str, value: object) -> None:
    fact = next(fact for fact in understand(text).facts if fact.code == code)
    assert getattr(fact.details, field) == value


@pytest.mark.parametrize(
    "text",
    [
        "Would amoxicillin help my throat?",
        "Is it OK to take naproxen for this?",
        "could you give me some diazepam",
        "我吃着华法林，能吃头孢吗？",
        "牙疼吃甲硝唑管用吗？",
        "能不能吃布洛芬",
    ],
)
def test_a_medicine_asked_about_is_not_taken(text: str) -> None:
    asked = [f for f in understand(text).facts if f.topic is Topic.MEDICINE][-1]
    assert asked.only_asked


@pytest.mark.parametrize(
    "text",
    [
        "My GP wanted to start me on sertraline but I said no.",
        "I'm supposed to take atorvastatin but I don't bother with it.",
        "They gave me citalopram last year but I never took it.",
        "医生说要给我吃抗抑郁的药，我没吃。",
        "之前开了氯吡格雷，我怕出血没敢吃。",
        "大夫要给我上胰岛素，我没同意。",
    ],
)
def test_a_medicine_proposed_and_left_alone_is_absent(text: str) -> None:
    assert [f.status for f in understand(text).facts if f.topic is Topic.MEDICINE] == [Status.ABSENT]


@pytest.mark.parametrize(
    "text",
    [
        "You put me on metformin 500 twice a day and I've stopped taking it because it upset my tummy.",
        "I was put on prednisolone, finished the course two weeks back.",
        "上回大夫让我吃二甲双胍，一天两回，我吃了胃不舒服就没再吃了。",
    ],
)
def test_a_medicine_stopped_a_few_words_later_is_past(text: str) -> None:
    assert [f.past for f in understand(text).facts if f.topic is Topic.MEDICINE] == [True]


@pytest.mark.parametrize(
    "text",
    [
        "can I keep taking my lisinopril?",
        "Should I stop the aspirin before the dentist?",
        "Can I get my amlodipine please",
        "I take lisinopril and I stopped smoking",
        "I haven't stopped taking metformin",
        "I stopped drinking because I'm taking metronidazole",
        "I take aspirin but I don't take it every day",
        "Can I take ibuprofen? I took two this morning.",
        "Is my metformin making me sick?",
        "还能继续吃阿司匹林吗",
        "二甲双胍吃完了来开药",
        "我吃阿司匹林能不能拔牙",
        "我吃氨氯地平，今天还没吃",
        "吃着氨氯地平，没停过",
    ],
)
def test_a_medicine_still_taken_stays_one(text: str) -> None:
    assert [(f.status, f.past) for f in understand(text).facts if f.topic is Topic.MEDICINE] == [
        (Status.PRESENT, False)
    ]


def test_each_medicine_has_its_own_state() -> None:
    facts = understand("I take amlodipine but they stopped my ramipril").facts
    assert [(f.code, f.past) for f in facts] == [("amlodipine", False), ("ramipril", True)]
    facts = understand("我一直吃氨氯地平，缬沙坦去年大夫给停了。").facts
    assert [(f.code, f.past) for f in facts] == [("amlodipine", False), ("valsartan", True)]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("三天了，吃了布洛芬没用", Status.PRESENT),
        ("抹了皮炎平都没什么用", Status.PRESENT),
        ("开了布洛芬没用", Status.ABSENT),
        ("吃了阿莫西林，布洛芬没用", Status.ABSENT),
    ],
)
def test_what_was_taken_in_vain_was_taken(text: str, status: Status) -> None:
    assert [f.status for f in understand(text).facts if f.topic is Topic.MEDICINE][-1] is status


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("rubber gloves bring my hands out", {"rubber gloves"}),
        ("I come up in hives with micropore", {"micropore"}),
        ("bee stings, my arm blew up", {"bee stings"}),
        ("not really. well, I get a rash from nickel", {"nickel"}),
        ("perfume. and washing powder, I think it's called bio", {"perfume", "washing powder"}),
        ("no allergy medicine, only cats", {"cats"}),
        ("that dye they put in you for a scan", {"dye they put in you for a scan"}),
        ("prawns and aspirin", {"prawns", "aspirin"}),
        ("没有，哦不对，头孢吃了起过疹子", {"cephalosporin"}),
        ("没有过敏，就是贴胶布起泡", {"胶布"}),
        ("一戴首饰就痒", {"首饰"}),
        ("被蜜蜂蛰过，肿得老高", {"蜜蜂"}),
        ("碰了油漆就起疹子", {"油漆"}),
        ("造影剂打了喘不上气", {"造影剂"}),
        ("没有，倒是对螨虫有点", {"螨虫"}),
        ("小孩对鸡蛋和牛奶过敏", {"鸡蛋", "牛奶"}),
        ("我对好多东西过敏，海鲜，酒精", {"海鲜", "酒精"}),
        ("吃萘普生胃疼，不算过敏吧", {"naproxen"}),
        ("打破伤风的时候皮试过敏", {"破伤风"}),
    ],
)
def test_what_is_not_borne_is_named_and_not_the_sentence(text: str, codes: set[str]) -> None:
    facts = understand(text, asked="allergies").facts
    told = {fact.code for fact in facts if fact.topic is Topic.ALLERGY and fact.status is Status.PRESENT}
    assert {code.lower() for code in told} == codes
    assert not any(fact.topic is Topic.FINDING or fact.code == "none" for fact in facts)


@pytest.mark.parametrize(
    "text",
    [
        "没得过敏",
        "没得啥子过敏",
        "not allergic to owt",
        "I had fish for lunch, no allergies",
        "no, nothing else, only asthma for years",
        "没有过敏，青霉素没试过",
    ],
)
def test_who_has_no_allergy_has_none_and_is_not_allergic_to_the_word(text: str) -> None:
    told = [fact for fact in understand(text, asked="allergies").facts if fact.topic is Topic.ALLERGY]
    assert [(fact.code, fact.status) for fact in told] == [("none", Status.ABSENT)]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("药没事，就是对尘螨过敏", {"尘螨"}),
        ("没有，牛奶喝了嘴唇会肿", {"牛奶"}),
        ("花粉过敏算吗，药没有", {"花粉"}),
        ("没听说对什么药过敏，虾吃了脖子上起疙瘩", {"虾"}),
        ("not to medicines, only cats", {"cats"}),
        ("no medicines but nuts make my mouth swell", {"nuts"}),
        ("none to tablets, but plasters bring me up in a rash", {"plasters"}),
    ],
)
def test_beside_what_is_no_medicine_it_is_kept_that_no_medicine_is_one(text: str, codes: set[str]) -> None:
    told = understand(text, asked="allergies").facts
    assert {f.code.lower() for f in told if f.status is Status.PRESENT} == codes
    assert [(f.topic, f.code) for f in told if f.status is Status.ABSENT] == [(Topic.ALLERGY, "medicines")]


@pytest.mark.parametrize(
    "text",
    [
        "没有，打头孢都没事",
        "不过敏，青霉素皮试都是阴性",
        "没有过敏，头孢阿莫西林都吃过没反应",
        "不过敏，就是喝酒上脸",
        "药没有",
        "没发现对啥过敏",
        "no, penicillin's been fine",
        "no, I've had amoxicillin loads, never a problem",
        "nothing with medicines",
        "no, I just go red in the face with wine",
        "I'm fine with everything",
    ],
)
def test_what_is_borne_and_a_face_red_from_drink_are_no_allergy(text: str) -> None:
    told = [f for f in understand(text, asked="allergies").facts if f.topic is not Topic.HABIT]
    assert [(f.topic, f.code, f.status) for f in told] == [(Topic.ALLERGY, "none", Status.ABSENT)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("好像对磺胺过敏，记不清了", "sulfonamide"),
        ("以前吃过一种止疼药起疹子，可能是布洛芬", "ibuprofen"),
        ("不知道，鸡蛋吃了嘴边会红", "鸡蛋"),
        ("小时候青霉素皮试好像阳性", "penicillin"),
        ("I think penicillin, but I'm not sure", "penicillin"),
        ("came out in a rash with some antibiotic, might have been amoxicillin", "amoxicillin"),
        ("possibly codeine, it was years ago", "codeine"),
    ],
)
def test_an_allergy_they_are_not_sure_of_is_marked(text: str, code: str) -> None:
    told = [f for f in understand(text, asked="allergies").facts if f.status is Status.PRESENT]
    assert [(f.topic, f.code, f.past) for f in told] == [(Topic.ALLERGY, code, False)]
    assert told[0].details.character in ("不确定", "not sure")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("something at the dentist, erythromycin was it? yes erythromycin", "erythromycin"),
        ("I'm allergic to codeine, I don't know about anything else", "codeine"),
        ("青霉素过敏，别的不清楚", "penicillin"),
        ("对花粉过敏，药的话不知道", "花粉"),
        ("甲硝唑吃了吐，别的没有", "metronidazole"),
    ],
)
def test_an_allergy_they_are_sure_of_is_one_and_not_marked(text: str, code: str) -> None:
    told = [f for f in understand(text, asked="allergies").facts if f.topic is Topic.ALLERGY]
    assert [(f.code, f.details.character) for f in told] == [(code, None)]


def test_a_skin_test_is_no_allergen_and_a_rash_beside_a_denial_is_a_complaint() -> None:
    told = understand("头孢过敏，打皮试起疙瘩", asked="allergies").facts
    assert [fact.code for fact in told if fact.topic is Topic.ALLERGY] == ["cephalosporin"]
    assert any(fact.code == "rash" for fact in understand("没有过敏，腿上起了疹子", asked="allergies").facts)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("bendroflu in the mornings", "bendroflumethiazide", "bendroflu"),
        ("betnovate on my elbows", "betamethasone cream", "betnovate"),
        ("Pan 40 before breakfast", "pantoprazole", "Pan 40"),
        ("a water tablet starting with f", "water tablet", "water tablet starting with f"),
        ("降压药，叫什么沙坦", "blood pressure medicine", "降压药，叫什么沙坦"),
        ("summat for my thyroid", "unknown: summat for my thyroid", "summat for my thyroid"),
        ("metformin 500 twice", "metformin", "metformin 500 twice"),
    ],
)
def test_a_medicine_is_known_by_what_they_call_it(text: str, code: str, words: str) -> None:
    told = [fact for fact in understand(text, asked="medicines").facts if fact.topic is Topic.MEDICINE]
    assert [(fact.code, fact.quote) for fact in told] == [(code, words)]


@pytest.mark.parametrize(
    ("text", "code", "when"),
    [
        ("had a clot in my leg with my first", "deep_vein_thrombosis", "with my first"),
        ("had bowel cancer in 2011", "bowel_cancer", "in 2011"),
        ("I had asthma as a child", "asthma", "as a child"),
        ("diabetes when I was pregnant", "diabetes", "when I was pregnant"),
        ("had an overactive thyroid once, all clear now", "hyperthyroidism", "clear now"),
        ("a bit of depression years ago, fine now", "depression", "years ago"),
        ("胃溃疡，已经好了", "peptic_ulcer", "已经好了"),
        ("有点哮喘，小时候的事了", "asthma", "小时候"),
        ("used to have asthma as a kid, grew out of it", "asthma", "as a kid"),
        ("breast cancer, ten years clear", "breast_cancer", "ten years clear"),
        ("had covid twice", "covid", "twice"),
        ("小时候得过哮喘，后来好了", "asthma", "后来好了"),
        ("得过肺炎，治好了", "pneumonia", "治好了"),
    ],
)
def test_an_illness_that_is_over_is_past_and_keeps_its_time(text: str, code: str, when: str) -> None:
    told = next(fact for fact in understand(text, asked="past_history").facts if fact.topic is Topic.CONDITION)
    assert (told.code, told.past, told.details.value) == (code, True, when)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("I've had asthma since I was a child", "asthma"),
        ("I got diabetes when I was thirty", "diabetes"),
        ("had high blood pressure for ten years", "hypertension"),
        ("得过肝炎，还在吃药", "hepatitis_other"),
        ("I have sugar also", "diabetes"),
        ("metformin for my sugar", "diabetes"),
        ("sugar patient since five years", "diabetes"),
        ("前几年查出子宫肌瘤", "fibroids"),
        ("乙肝携带", "乙肝携带"),
        ("有点贫血", "有点贫血"),
        ("nothing much, bit of arthritis", "bit of arthritis"),
        ("anxiety, been on sertraline a year", "anxiety"),
        ("I have pressure and sugar", "hypertension"),
    ],
)
def test_an_illness_that_is_had_still_is_not_past(text: str, code: str) -> None:
    told = next(fact for fact in understand(text, asked="past_history").facts if fact.code == code)
    assert (told.status, told.past) == (Status.PRESENT, False)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("体检血糖有点高，没吃药", "血糖有点高", "血糖有点高"),
        ("血压稍微高点，没管它", "血压稍微高点", "血压稍微高点"),
        ("my sugar was a bit high at a check-up, no tablets", "sugar was a bit high", "sugar was a bit high"),
        ("borderline diabetes", "borderline diabetes", "borderline diabetes"),
        ("血压有点高，吃着药呢", "hypertension", "血压有点高"),
        ("血糖高，打胰岛素", "diabetes", "血糖高"),
        ("甲状腺有点低，吃着优甲乐", "hypothyroidism", "甲状腺有点低"),
        ("my thyroid's a bit low", "hypothyroidism", "thyroid's a bit low"),
        ("心脏不太好", "心脏不太好", "心脏不太好"),
        ("heart trouble, had a bypass", "heart trouble", "heart trouble"),
        ("born six weeks early", "premature_birth", "born six weeks early"),
        ("no, she was a month early but fine since", "premature_birth", "she was a month early"),
        ("提前一个月生的，别的没啥", "premature_birth", "提前一个月生"),
    ],
)
def test_what_answers_for_old_illnesses_in_everyday_words_is_one(text: str, code: str, words: str) -> None:
    told = {f.code: f for f in understand(text, asked="past_history").facts if f.topic is Topic.CONDITION}
    assert told[code].quote == words
    assert told[code].status is Status.PRESENT
    assert len(told) == 1


@pytest.mark.parametrize(
    "text",
    [
        "发烧抽过筋",
        "前年抽过一次，也是发烧抽的，住了两天院",
        "小时候发烧抽过风",
        "A fit with fever",
        "he had a fit with a fever last year",
        "she fitted once when she had a temperature",
    ],
)
def test_a_fit_with_a_fever_told_of_long_ago_is_past_and_one_of_today_is_not(text: str) -> None:
    told = understand(text, asked="past_history").facts
    assert [(f.topic, f.code, f.past) for f in told] == [(Topic.CONDITION, "febrile_convulsion", True)]
    for today in ("今天早上抽了一次，发烧", "he's having a fit now", "发烧抽了"):
        assert ("seizure", False) in {(f.code, f.past) for f in understand(today, asked="past_history").facts}


@pytest.mark.parametrize(
    "text", ["发烧39度，去年也发烧抽过一次", "he's got a temperature, he had a fit with a fever last year"]
)
def test_an_attack_of_long_ago_told_beside_a_fever_is_past_and_does_not_date_it(text: str) -> None:
    told = {f.code: f for f in understand(text, asked="open").facts}
    assert set(told) == {"fever", "febrile_convulsion"}
    assert (told["fever"].past, told["fever"].details.duration) == (False, None)
    assert told["febrile_convulsion"].past


def test_the_years_of_an_illness_asked_back_are_of_that() -> None:
    heard = understand("the sugar diabetes? oh he's had that about twenty years", asked="duration")
    (told,) = heard.facts
    assert (told.code, told.details.duration and told.details.duration.words) == ("diabetes", "about twenty years")
    assert heard.details.duration is None


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("心脏放过支架，三年前", "三年前"),
        ("前年做过阑尾手术", "前年"),
        ("had a stent put in three years ago", "three years ago"),
        ("had my gallbladder out in 2015", "in 2015"),
        ("heart attack in 2019", "in 2019"),
        ("a hysterectomy in my forties", "in my forties"),
        ("血糖有点高，去年体检查出来的", "去年"),
    ],
)
def test_what_was_had_or_done_keeps_its_date(text: str, when: str) -> None:
    (told,) = understand(text, asked="past_history").facts
    assert told.details.value == when


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("the blood pressure? oh she's had that about twenty years", "hypertension", "about twenty years"),
        ("血压高十几年了", "hypertension", "十几年"),
        ("糖尿病？有十几年了", "diabetes", "十几年"),
    ],
)
def test_an_illness_keeps_how_long_it_has_been_had(text: str, code: str, words: str) -> None:
    (told,) = understand(text, asked="past_history").facts
    assert (told.code, told.details.duration and told.details.duration.words) == (code, words)


def test_an_illness_denied_by_half_its_name_is_denied() -> None:
    told = understand("no BP, no sugar", asked="past_history").facts
    assert {(f.topic, f.code, f.status) for f in told} == {
        (Topic.CONDITION, "hypertension", Status.ABSENT),
        (Topic.CONDITION, "diabetes", Status.ABSENT),
    }


@pytest.mark.parametrize("text", ["had depression in my twenties", "a hysterectomy in my forties"])
def test_an_age_at_which_something_was_had_is_not_the_age(text: str) -> None:
    assert understand(text, asked="past_history").person is None


def test_when_an_operation_was_is_of_no_illness_told_before_it() -> None:
    told = {f.topic: f for f in understand("冠心病，装了两个支架，2019年装的", asked="past_history").facts}
    assert told[Topic.CONDITION].details.duration is None
    assert told[Topic.OPERATION].details.value == "2019年"
    assert [f.topic for f in understand("子宫肌瘤，后来切了", asked="past_history").facts] == [Topic.OPERATION]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("抽了二十多年，一天一包", "二十多年，一天一包"),
        ("I've smoked twenty cigarettes a day for thirty years", "twenty cigarettes a day, for thirty years"),
    ],
)
def test_how_long_somebody_has_smoked_is_kept_and_is_no_fit(text: str, amount: str) -> None:
    told = [(f.topic, f.code, f.details.frequency) for f in understand(text).facts]
    assert told == [(Topic.HABIT, "smoking", amount)]


@pytest.mark.parametrize(
    "text",
    [
        "I have sugar in my tea",
        "the tests for sugar were fine",
        "a lot of pressure at work",
        "I have pressure on my chest",
    ],
)
def test_sugar_and_pressure_may_be_no_illness(text: str) -> None:
    assert {"diabetes", "hypertension"}.isdisjoint(fact.code for fact in understand(text).facts)


def test_an_illness_named_after_a_no_is_told() -> None:
    told = [f.code for f in understand("no, well I get hayfever", asked="past_history").facts]
    assert told == ["hayfever"]


@pytest.mark.parametrize(
    ("text", "name"), [("I had an op on my knee", "op on my knee"), ("had keyhole on it", "keyhole")]
)
def test_an_operation_by_its_short_name(text: str, name: str) -> None:
    told = [fact.code for fact in understand(text, asked="operations").facts if fact.topic is Topic.OPERATION]
    assert len(told) == 1
    assert name in told[0]


@pytest.mark.parametrize("text", ["she drinks normally", "he drinks fine, same as always"])
def test_who_drinks_as_they_should_has_no_habit(text: str) -> None:
    assert Topic.HABIT not in {fact.topic for fact in understand(text, asked="finding:thirst").facts}


@pytest.mark.parametrize("text", ["pregnant no, I'm 50", "Pregnant? No", "怀孕？没有"])
def test_a_pregnancy_asked_back_and_denied_is_none(text: str) -> None:
    heard = understand(text, asked="pregnancy")
    assert [fact.status for fact in heard.facts if fact.topic is Topic.PREGNANCY] == [Status.ABSENT]
    assert heard.person is not None
    assert heard.person.pregnant is False


@pytest.mark.parametrize(
    ("text", "asked", "code"),
    [
        ("plasters bring me up in lumps", "past_history", "plasters"),
        ("dust makes me sneeze", "operations", "dust"),
        ("吃海鲜就起疹子", "medicines", "海鲜"),
    ],
)
def test_what_is_not_borne_is_kept_whatever_of_the_past_was_asked(text: str, asked: str, code: str) -> None:
    told = understand(text, asked=asked).facts
    assert [fact.code for fact in told if fact.topic is Topic.ALLERGY] == [code]
    assert not any(fact.topic is Topic.FINDING for fact in told)


@pytest.mark.parametrize("text", ["I've had a rash from the heat", "I broke my arm on a fish farm"])
def test_what_is_no_allergy_in_answer_to_illness_is_none(text: str) -> None:
    assert Topic.ALLERGY not in {fact.topic for fact in understand(text, asked="past_history").facts}


@pytest.mark.parametrize(
    "text",
    ["no, it's both hands the same", "it's been like this, the two legs are the same", "两条腿一样麻", "左右手差不多"],
)
def test_two_sides_that_are_alike_tell_no_course(text: str) -> None:
    understood = understand(text)
    assert not [d for d in (understood.details, *(f.details for f in understood.facts)) if d.course]
    assert understand(text, asked="course").details.course is None


@pytest.mark.parametrize("text", ["my cough is about the same", "两条腿麻，跟以前一样"])
def test_what_stays_the_same_keeps_its_course(text: str) -> None:
    assert [f.details.course for f in understand(text).facts] == [Course.SAME]


@pytest.mark.parametrize(
    ("text", "asked", "field"),
    [
        ("a bit of eczema", "past_history", "severity"),
        ("just a bit of the old gout", "past_history", "severity"),
        ("忘事，这半年更厉害", None, "severity"),
        ("up and down all night peeing", None, "course"),
        ("up and down twice a night to pee", None, "course"),
        ("I stand there ages before I can pee", None, "duration"),
        ("it takes ages to get going when I pee", None, "duration"),
        ("腰疼，天天坐着办公", None, "frequency"),
        ("脖子酸，天天低着头看手机", None, "frequency"),
        ("睡不着，天天关在家里", None, "frequency"),
    ],
)
def test_words_of_everyday_life_and_a_bit_of_an_illness_are_no_detail(text: str, asked: str | None, field: str) -> None:
    understood = understand(text, asked=asked)
    assert not [d for d in (understood.details, *(f.details for f in understood.facts)) if getattr(d, field)]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("a bit of pain in my elbow", "severity"),
        ("mild asthma", "severity"),
        ("咳得厉害", "severity"),
        ("the pain is up and down", "course"),
        ("I've had this cough for ages", "duration"),
        ("脖子天天疼", "frequency"),
    ],
)
def test_the_same_words_of_a_complaint_stay_its_own(text: str, field: str) -> None:
    assert [f for f in understand(text).facts if getattr(f.details, field)]


def test_a_patch_of_redness_is_no_dose() -> None:
    assert not [f for f in understand("贴了膏药，红了一片", asked="medicines").facts if f.details.value]
    assert [f.details.value for f in understand("阿司匹林一片", asked="medicines").facts] == ["一片"]


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("左膝盖，不对，是右膝盖", Side.RIGHT),
        ("右耳，哦不是，左耳", Side.LEFT),
        ("是右手，不是两只", Side.RIGHT),
        ("left ear, no, right", Side.RIGHT),
        ("the right knee, sorry, I mean the left", Side.LEFT),
        ("not both, just the left", Side.LEFT),
        ("左右都疼", Side.BOTH),
        ("left and right", Side.BOTH),
    ],
)
def test_a_side_put_right_is_the_side_told_last(text: str, side: Side) -> None:
    assert understand(text, asked="side").details.side is side


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("小时候有湿疹", True),
        ("年轻的时候有荨麻疹", True),
        ("以前有过荨麻疹", True),
        ("小时候有湿疹，这次又犯了", False),
        ("身上有湿疹", False),
    ],
)
def test_what_somebody_had_long_ago_is_past(text: str, past: bool) -> None:
    assert [fact.past for fact in understand(text).facts if fact.topic is Topic.FINDING][:1] == [past]


@pytest.mark.parametrize(
    ("text", "of_the_child", "of_the_family"),
    [
        ("两岁得过毛细支气管炎，他妈妈有鼻炎，孩子倒没有哮喘", {"bronchiolitis", "asthma"}, {"rhinitis"}),
        ("没有哮喘，他爸爸得过结核", {"asthma"}, {"tuberculosis"}),
        ("no, but his dad has diabetes", set(), {"diabetes"}),
    ],
)
def test_whose_mother_has_an_illness_has_none_of_hers(
    text: str, of_the_child: set[str], of_the_family: set[str]
) -> None:
    told = understand(text, asked="past_history")
    codes = {topic: {fact.code for fact in told.facts if fact.topic is topic} for topic in Topic}
    assert codes[Topic.CONDITION] - {"none"} == of_the_child
    assert codes[Topic.FAMILY] == of_the_family
    assert told.person is None or told.person.relation is not Relation.PARENT


def test_a_mother_whose_trouble_is_told_is_the_patient() -> None:
    person = understand("他妈妈发烧两天了").person
    assert person is not None and person.relation is Relation.PARENT


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("我上周做的胃镜，今天来拿病理单子，想找医生看看", {"endoscopy_report"}),
        ("肠镜已经做了，请大夫看结果", {"endoscopy_report"}),
        ("I had a colonoscopy last week and want the results explained", {"endoscopy_report"}),
        ("想做个胃镜", {"endoscopy_wish"}),
        ("胃镜没做过，想做一个", {"endoscopy_wish"}),
        ("I'd like a gastroscopy", {"endoscopy_wish"}),
    ],
)
def test_an_endoscopy_that_was_done_is_not_wished_for(text: str, codes: set[str]) -> None:
    assert {fact.code for fact in understand(text).facts if fact.topic is Topic.REQUEST} == codes


@pytest.mark.parametrize(
    ("text", "asked", "old", "now"),
    [
        ("就小时候哮喘过，早好了", "past_history", "asthma", None),
        ("小时候癫痫过，长大就没犯了", "past_history", "epilepsy", None),
        ("身上起疹子，小时候哮喘过，早好了", None, "asthma", "rash"),
        ("头晕，以前得过肺炎，早就好了", None, "pneumonia", "dizziness"),
        ("I've got a rash, had asthma as a kid, all gone now", None, "asthma", "rash"),
    ],
)
def test_what_was_over_long_ago_is_past_and_the_trouble_told_before_it_is_not(
    text: str, asked: str | None, old: str, now: str | None
) -> None:
    told = {fact.code: fact.past for fact in understand(text, asked=asked).facts}
    assert told[old] and not (now and told[now])


@pytest.mark.parametrize(
    ("text", "asked", "code"),
    [
        ("没哮喘，不过他妈有过敏性鼻炎", "past_history", "allergic_rhinitis"),
        ("孩子咳嗽，她爸有哮喘", None, "asthma"),
        ("he's fine but his dad has hay fever", "past_history", "allergy_symptoms"),
    ],
)
def test_what_a_childs_parent_has_is_of_the_family(text: str, asked: str | None, code: str) -> None:
    told = {fact.code: fact.topic for fact in understand(text, asked=asked).facts}
    assert told[code] is Topic.FAMILY


def test_a_childs_parent_who_comes_along_is_not_who_is_ill() -> None:
    person = understand("孩子发烧，他爸也感冒了").person
    assert person is not None and person.words == "孩子"


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("I had a rupture mended in '87", "in '87"),
        ("piles were banded in 2012", "in 2012"),
        ("had polyps taken out two years ago", "two years ago"),
        ("they fixed my hernia last year", "last year"),
        ("疝气08年做的手术", "08年"),
        ("痔疮前年割过", "前年"),
        ("肾结石去年碎过石", "去年"),
    ],
)
def test_what_was_mended_is_an_operation_and_not_there_today(text: str, when: str) -> None:
    facts = understand(text, asked="past_history").facts
    assert [(f.topic, f.details.value) for f in facts] == [(Topic.OPERATION, when)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("my hernia needs mending", "hernia_bulge"),
        ("can I get my hernia fixed", "hernia_bulge"),
        ("I had a hernia mended and it's bulging again", "hernia_bulge"),
        ("疝气想补一下", "hernia_bulge"),
        ("疝气做过手术，又鼓出来了", "hernia_bulge"),
    ],
)
def test_what_is_to_be_mended_or_is_back_is_there_today(text: str, code: str) -> None:
    assert code in {f.code for f in understand(text).facts if f.status is Status.PRESENT and not f.past}


@pytest.mark.parametrize("text", ["had my car fixed last week", "I got my glasses mended"])
def test_a_thing_that_was_mended_is_no_operation(text: str) -> None:
    assert not understand(text).facts


@pytest.mark.parametrize(
    ("text", "code", "past"),
    [
        ("no. anaemia once at uni but it cleared up", "anaemia", True),
        ("asthma as a teenager, but that got sorted", "asthma", True),
        ("asthma, but it's sorted with the inhaler", "asthma", False),
        ("anaemia, had it for years", "anaemia", False),
    ],
)
def test_an_illness_that_got_sorted_is_past(text: str, code: str, past: bool) -> None:
    told = {f.code: f for f in understand(text, asked="past_history").facts}
    assert told[code].past is past


@pytest.mark.parametrize(
    "text",
    ["nothing for allergies", "none on the allergy front", "allergies? nothing", "过敏方面没有", "过敏这块，没什么"],
)
def test_none_said_with_the_word_for_allergies_is_none(text: str) -> None:
    facts = understand(text, asked="allergies").facts
    assert [(f.topic, f.code, f.status) for f in facts] == [(Topic.ALLERGY, "none", Status.ABSENT)]


@pytest.mark.parametrize(
    ("asked", "text", "code", "when"),
    [
        ("past_history", "4岁，小时候起过湿疹", "湿疹", "小时候"),
        ("past_history", "小时候得过肺炎", "pneumonia", "小时候"),
        ("past_history", "as a kid I had asthma", "asthma", "as a kid"),
        ("past_history", "when she was little she had pneumonia", "pneumonia", "when she was little"),
        ("past_history", "哮喘？小时候有过", "asthma", "小时候"),
        (None, "五岁，小时候有湿疹，现在咳嗽", "rash", "小时候"),
    ],
)
def test_what_was_had_as_a_child_is_past_and_counts_no_years(
    asked: str | None, text: str, code: str, when: str
) -> None:
    told = next(fact for fact in understand(text, asked=asked).facts if fact.code == code)
    assert (told.past, told.details.value, told.details.duration) == (True, when, None)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("高血压？吃药吃了八九年了", "hypertension"),
        ("糖尿病？得有二十年了", "diabetes"),
        ("asthma? oh, since I was a boy", "asthma"),
        ("diabetes? about twelve years", "diabetes"),
    ],
)
def test_an_illness_asked_back_and_told_of_is_there(text: str, code: str) -> None:
    assert code in {fact.code for fact in understand(text, asked="past_history").facts}


@pytest.mark.parametrize("text", ["高血压？没有", "哮喘？不知道", "diabetes? no", "asthma? not that I know"])
def test_an_illness_asked_back_and_not_told_of_is_not(text: str) -> None:
    assert not [fact for fact in understand(text, asked="past_history").facts if fact.status is Status.PRESENT]


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("剖宫产两次", "剖宫产两次"),
        ("人流做过，还有剖腹产三次", "剖腹产三次"),
        ("two c-sections", "two c-sections"),
        ("three caesareans and my tonsils out", "three caesareans"),
    ],
)
def test_how_often_an_operation_was_done_is_kept(text: str, operation: str) -> None:
    told = {fact.code for fact in understand(text, asked="operations").facts if fact.topic is Topic.OPERATION}
    assert any(operation in code for code in told)
    assert not [fact for fact in understand(text, asked="operations").facts if fact.topic is Topic.FINDING]


@pytest.mark.parametrize(
    ("text", "code", "often"),
    [
        ("the runs, five or six trips to the loo a day", "diarrhea", "five or six trips to the loo a day"),
        ("diarrhoea, about eight visits a day", "diarrhea", "about eight visits a day"),
        ("I faint, two episodes a week", "fainting", "two episodes a week"),
    ],
)
def test_how_often_is_told_by_what_is_counted(text: str, code: str, often: str) -> None:
    assert next(fact for fact in understand(text).facts if fact.code == code).details.frequency == often


@pytest.mark.parametrize(
    ("text", "when"),
    [("knocked the fags on the head six years ago", "six years ago"), ("I gave up drinking in 2012", "in 2012")],
)
def test_a_habit_given_up_is_kept_with_when(text: str, when: str) -> None:
    (habit,) = (f for f in understand(text, asked="age").facts if f.topic is Topic.HABIT)
    assert habit.past and habit.details.value == when


def test_hay_fever_tablets_are_a_medicine_and_no_illness() -> None:
    facts = understand("only the hay fever tablets in spring", asked="medicines").facts
    assert [f.name for f in facts] == [(Topic.MEDICINE, "allergy medicine")]


def test_how_often_a_medicine_is_taken_is_no_frequency_of_the_illness() -> None:
    facts = {
        fact.code: fact for fact in understand("I take warfarin for my AF, 3mg once a day", asked="past_history").facts
    }
    assert facts["atrial_fibrillation"].details.frequency is None


@pytest.mark.parametrize(
    ("text", "code", "when"),
    [
        ("我痔疮做手术三天了，来换药", "痔疮做手术", "三天"),
        ("白内障手术后两周，眼睛还红", "白内障手术", "两周"),
        ("上周做的疝气手术，刀口疼", "疝气手术", "上周"),
        ("十天前做的阑尾炎手术", "阑尾炎手术", "十天前"),
        ("had my piles done four days ago", "piles done", "four days ago"),
    ],
)
def test_an_operation_told_by_how_long_ago_it_was_is_kept_with_that(text: str, code: str, when: str) -> None:
    heard = understand(text)
    done = {fact.code: fact.details.value for fact in heard.facts if fact.topic is Topic.OPERATION}
    assert done == {code: when}
    assert all(fact.details.duration is None for fact in heard.facts) and heard.details.duration is None


@pytest.mark.parametrize(
    "text", ["等手术三天了", "手术推迟两周了", "医生说手术后三天能出院吗", "痔疮三天了", "怕手术后一周还疼"]
)
def test_an_operation_waited_for_or_asked_about_is_none(text: str) -> None:
    assert all(fact.topic is not Topic.OPERATION for fact in understand(text).facts)


@pytest.mark.parametrize("text", ["头一个是剖的", "老大剖的，老二也是剖的", "上一胎剖腹产", "之前剖过一个"])
def test_a_caesarean_told_of_an_earlier_child_is_an_operation_of_the_mothers(text: str) -> None:
    heard = understand(text, asked="past_history")
    assert any(fact.topic is Topic.OPERATION and fact.status is Status.PRESENT for fact in heard.facts)
    assert heard.person is None or heard.person.relation is None


@pytest.mark.parametrize(
    "text",
    ["头胎的时候血糖高，妊娠糖尿病，生完就好了", "妊娠糖尿病，生完孩子就没事了", "gestational diabetes with my first"],
)
def test_an_illness_of_the_last_pregnancy_is_over(text: str) -> None:
    heard = understand(text, asked="past_history")
    told = {fact.code: fact.past for fact in heard.facts if fact.topic is Topic.CONDITION}
    assert told["gestational_diabetes"] and "diabetes" not in told
    assert all(fact.topic is not Topic.PREGNANCY for fact in heard.facts)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("以前右腿这根血管堵过一次，说是静脉血栓", "vein_clot"),
        ("小时候咳过几次，医生说是哮喘", "asthma"),
        ("前年胃疼过一阵，大夫说是胃溃疡", "peptic_ulcer"),
    ],
)
def test_what_an_old_trouble_was_called_is_as_old(text: str, code: str) -> None:
    told = {fact.code: fact.past for fact in understand(text, asked="past_history").facts}
    assert told[code]


def test_what_a_trouble_of_now_is_called_is_there() -> None:
    told = {fact.code: fact.past for fact in understand("去年开始喘，医生说是哮喘", asked="past_history").facts}
    assert not told["asthma"]


@pytest.mark.parametrize(
    ("text", "code", "did"),
    [
        ("吃阿莫西林嘴唇肿过", "amoxicillin", "嘴唇肿过"),
        ("头孢，打过头孢喘不上气来，送去抢救的", "cephalosporin", "喘不上气来，送去抢救的"),
        ("磺胺过敏，吃了起一身红疹子", "sulfonamide", "起一身红疹子"),
        ("芒果，吃了嘴就肿", "芒果", "嘴就肿"),
        ("penicillin, I couldn't breathe", "penicillin", "I couldn't breathe"),
        ("a rash from amoxicillin", "amoxicillin", "a rash"),
    ],
)
def test_what_one_did_is_kept_with_what_is_not_borne(text: str, code: str, did: str) -> None:
    allergies = [fact for fact in understand(text, asked="allergies").facts if fact.topic is Topic.ALLERGY]
    assert [(fact.code, fact.details.value) for fact in allergies] == [(code, did)]


@pytest.mark.parametrize(
    "text",
    ["青霉素", "对头孢过敏，别的没有", "阿司匹林，其他的都没有", "penicillin, nothing else", "aspirin. No others."],
)
def test_what_is_not_borne_may_be_named_without_what_it_did(text: str) -> None:
    allergies = [fact for fact in understand(text, asked="allergies").facts if fact.topic is Topic.ALLERGY]
    assert [fact.details.value for fact in allergies if fact.status is Status.PRESENT] == [None]


@pytest.mark.parametrize(("text", "often"), [("烟抽得凶", "抽得凶"), ("酒喝得不多", "喝得不多"), ("烟瘾大", "烟瘾大")])
def test_how_heavily_somebody_smokes_or_drinks_is_kept(text: str, often: str) -> None:
    habits = [fact for fact in understand(text).facts if fact.topic is Topic.HABIT]
    assert [fact.details.frequency for fact in habits] == [often]


@pytest.mark.parametrize(
    ("text", "code", "quote"),
    [
        ("my mum died of a stroke at 63, I'm fine", "stroke", "my mum died of a stroke at 63"),
        ("mum had bowel cancer when she was 48 and my uncle too", "bowel_cancer", None),
        ("grandad had glaucoma", "glaucoma", "grandad had glaucoma"),
        ("there's breast cancer on my father's side", "breast_cancer", "breast cancer on my father's side"),
        (
            "I'm worried because dad got bowel cancer in his forties",
            "bowel_cancer",
            "dad got bowel cancer in his forties",
        ),
        ("我爸四十九岁脑梗走的，我就是头晕", "stroke", "我爸四十九岁脑梗走的"),
        ("家里有糖尿病，我妈和我舅舅", "diabetes", "糖尿病，我妈和我舅舅"),
    ],
)
def test_an_illness_of_the_family_is_quoted_with_who_had_it_and_when(text: str, code: str, quote: str | None) -> None:
    heard = understand(text)
    (told,) = [f for f in heard.facts if f.topic is Topic.FAMILY]
    assert (told.code, told.quote) == (code, quote or text)
    assert heard.person is None or heard.person.relation in (None, Relation.SELF)


@pytest.mark.parametrize(
    ("text", "of_kin", "own"),
    [
        ("dad had a heart attack, I'm just a bit overweight", {"heart_attack_past"}, {"weight_gain"}),
        ("my mum had glaucoma, I've got asthma", {"glaucoma"}, {"asthma"}),
        ("我妈有糖尿病，我自己有高血压", {"diabetes"}, {"hypertension"}),
    ],
)
@pytest.mark.parametrize("asked", ["past_history", "family"])
def test_what_is_told_of_oneself_after_ones_kin_is_ones_own(
    text: str, of_kin: set[str], own: set[str], asked: str
) -> None:
    facts = understand(text, asked=asked).facts
    assert {f.code for f in facts if f.topic is Topic.FAMILY} == of_kin
    assert {f.code for f in facts if f.topic is not Topic.FAMILY} == own


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("wheezy as a child, still have my inhaler", False),
        ("had asthma as a child, used to have an inhaler", True),
        ("小时候有哮喘，现在还备着沙丁胺醇", False),
    ],
)
def test_a_medicine_still_had_is_not_past_with_its_illness(text: str, past: bool) -> None:
    (told,) = [f for f in understand(text, asked="past_history").facts if f.topic is Topic.MEDICINE]
    assert told.past is past


def test_kin_that_somebody_has_are_not_themselves() -> None:
    (told,) = understand("I've got a sister with asthma", asked="family").facts
    assert (told.topic, told.code) == (Topic.FAMILY, "asthma")


@pytest.mark.parametrize(
    ("text", "code"), [("不过敏，就是吃头孢拉肚子", "cephalosporin"), ("no, just codeine makes me sick", "codeine")]
)
def test_what_a_medicine_does_is_told_beside_a_denial_of_allergies(text: str, code: str) -> None:
    heard = understand(text, asked="allergies")
    told = [fact for fact in heard.facts if fact.status is Status.PRESENT]
    assert [(fact.topic, fact.code) for fact in told] == [(Topic.ALLERGY, code)]
    assert told[0].details.character


@pytest.mark.parametrize("text", ["没有，不过我在吃阿司匹林", "没有，就是腰疼吃布洛芬", "no, but I'm on warfarin"])
def test_a_medicine_that_is_only_taken_is_no_allergy(text: str) -> None:
    allergies = [fact for fact in understand(text, asked="allergies").facts if fact.topic is Topic.ALLERGY]
    assert all(fact.status is Status.ABSENT for fact in allergies)


def test_a_mouthful_is_no_allergen() -> None:
    allergies = [fact.code for fact in understand("对酒精过敏，喝一口就脸红", asked="allergies").facts]
    assert allergies == ["酒精"]


@pytest.mark.parametrize(
    ("text", "code", "past"),
    [
        ("抽烟三十年，一天两包，去年戒了", "smoking", True),
        ("喝酒喝了十来年，前年不喝了", "drinking", True),
        ("抽烟二十年，戒了又抽", "smoking", False),
    ],
)
def test_a_habit_given_up_after_years_is_past(text: str, code: str, past: bool) -> None:
    habits = {fact.code: fact.past for fact in understand(text, asked="past_history").facts}
    assert habits[code] is past


def test_what_was_cured_and_what_cured_it_are_past() -> None:
    told = {f.code: f.past for f in understand("以前有胃溃疡，吃奥美拉唑吃好了", asked="past_history").facts}
    assert told == {"peptic_ulcer": True, "omeprazole": True}


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("怀二胎了，五个月", "二胎"),
        ("怀孕十二周，第二胎", "第二胎"),
        ("I'm pregnant with my third child", "third child"),
    ],
)
def test_which_child_it_is_is_kept_with_the_pregnancy(text: str, which: str) -> None:
    heard = understand(text)
    assert [fact.details.value for fact in heard.facts if fact.topic is Topic.PREGNANCY] == [which]
    assert heard.person is not None and heard.person.pregnant


@pytest.mark.parametrize("text", ["想怀二胎", "怀老二的时候吐得厉害"])
def test_a_second_child_wished_for_or_born_is_no_pregnancy_of_now(text: str) -> None:
    heard = understand(text)
    assert heard.person is None or not heard.person.pregnant


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("紫药水擦了起红", {"紫药水"}),
        ("牛奶，喝了拉肚子，这算过敏吗", {"牛奶"}),
        ("打头孢不得行，要起疙瘩", {"cephalosporin"}),
        ("链霉素，打了口唇发麻", {"streptomycin"}),
        ("没有。她妈吃虾嘴会肿", set()),
    ],
)
def test_what_is_not_borne_is_named_as_it_is_and_only_of_the_patient(text: str, codes: set[str]) -> None:
    facts = understand(text, asked="allergies").facts
    told = {f.code for f in facts if f.topic is Topic.ALLERGY and f.status is Status.PRESENT}
    assert told == codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("吃布洛芬胃出血，大夫不让吃了", "ibuprofen"),
        ("阿司匹林医生叫停了", "aspirin"),
        ("达克宁抹了一个礼拜就没再抹", "miconazole"),
        ("阿莫西林吃了五天，吃完了", "amoxicillin"),
    ],
)
def test_a_medicine_that_was_stopped_is_past(text: str, code: str) -> None:
    assert [f.past for f in understand(text, asked="medicines").facts if f.code == code] == [True]


def test_a_medicine_that_was_only_bought_is_not_taken() -> None:
    facts = understand("思诺思开回来没敢吃", asked="medicines").facts
    assert [f.status for f in facts if f.code == "zolpidem"] == [Status.ABSENT]


@pytest.mark.parametrize(
    ("asked", "text", "told", "untold"),
    [
        ("past_history", "痔疮做过手术", {"痔疮做过手术"}, {"haemorrhoids", "手术"}),
        ("past_history", "怀完老二以后得过甲亢", {"hyperthyroidism"}, set()),
        ("past_history", "胃炎，我有点害怕", {"gastritis"}, {"我有点害怕", "害怕"}),
        ("past_history", "怀着孕那会儿血压高过，生完就好了", set(), {"hypertension"}),
        ("past_history", "前年查出腰五骶一膨出", {"lumbar_disc"}, set()),
        ("allergies", "菠萝，一吃眼皮就起疹", {"菠萝"}, {"眼皮"}),
        ("allergies", "左氧氟沙星眼药水滴了眼睛肿", {"levofloxacin"}, {"eye drops"}),
        ("medicines", "安眠药我老公不让吃", set(), {"sleeping pill"}),
        ("age", "邻居老王家那孩子咳嗽，后来住院了", set(), {"cough"}),
    ],
)
def test_what_was_is_told_by_its_name_and_only_of_whom_it_was(
    asked: str, text: str, told: set[str], untold: set[str]
) -> None:
    present = {fact.code for fact in understand(text, asked=asked).facts if fact.status is Status.PRESENT}
    assert told <= present
    assert not untold & present


def test_a_side_of_an_operation_is_of_no_illness_named_after_it() -> None:
    facts = understand("左边切过一个囊肿，还有糖尿病", asked="past_history").facts
    assert [fact.details.side for fact in facts if fact.code == "diabetes"] == [None]
