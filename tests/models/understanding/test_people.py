"""Who is ill, how old, of which sex, pregnant or not: said in passing."""

import pytest

from models.embedded.understanding import understand
from models.facts import Person, Relation, Sex, Status, Topic

WHO = [
    ("宝宝两个多月，烧到38度5，不爱吃奶", Relation.CHILD, 2, None),
    ("my child of 14 months has a fever", Relation.CHILD, 14, None),
    ("my 14-month-old is vomiting", Relation.CHILD, 14, None),
    ("my 3 year old son won't eat", Relation.CHILD, 36, Sex.MALE),
    ("my daughter is 5 and has a rash", Relation.CHILD, 60, Sex.FEMALE),
    ("女儿5岁，发烧三天了", Relation.CHILD, 60, Sex.FEMALE),
    ("孩子三岁半，咳嗽", Relation.CHILD, 42, None),
    ("娃一岁零两个月，拉肚子", Relation.CHILD, 14, None),
    ("刚满月的宝宝吐奶", Relation.CHILD, 1, None),
    ("我两岁的儿子发烧", Relation.CHILD, 24, Sex.MALE),
    ("My mother has had chest pain since yesterday", Relation.PARENT, None, Sex.FEMALE),
    ("我妈糖尿病二十年了，这两天脚肿", Relation.PARENT, None, Sex.FEMALE),
    ("我是替我爸来的，他78了", Relation.PARENT, 936, Sex.MALE),
    ("我婆婆腿疼", Relation.PARENT, None, Sex.FEMALE),
    ("My husband can't breathe properly", Relation.SPOUSE, None, Sex.MALE),
    ("我老公发烧三天", Relation.SPOUSE, None, Sex.MALE),
    ("我奶奶头晕，今年八十二", Relation.OTHER, 984, Sex.FEMALE),
    ("my girlfriend is 20 years old and has a fever", Relation.OTHER, 240, Sex.FEMALE),
    ("Amma's hip hurts when she walks", Relation.PARENT, None, Sex.FEMALE),
    ("My naani has a sore knee, she's 81", Relation.OTHER, 972, Sex.FEMALE),
    ("My nonno has shaky hands, he's 77", Relation.OTHER, 924, Sex.MALE),
    ("me da has a cough this two weeks", Relation.PARENT, None, Sex.MALE),
    ("俺娘膝盖疼", Relation.PARENT, None, Sex.FEMALE),
    ("老豆咳嗽三天了", Relation.PARENT, None, Sex.MALE),
    ("阿嬷头晕", Relation.OTHER, None, Sex.FEMALE),
    ("我家掌柜的脚肿了", Relation.SPOUSE, None, Sex.MALE),
]


@pytest.mark.parametrize(("text", "relation", "months", "sex"), WHO)
def test_the_one_who_is_ill_is_told_apart_from_the_one_who_speaks(
    text: str, relation: Relation, months: int | None, sex: Sex | None
) -> None:
    person = understand(text).person
    assert person is not None
    assert (person.relation, person.age_months, person.sex) == (relation, months, sex)


SELF = [
    ("六十六，女的", 792, Sex.FEMALE),
    ("男，二十八", 336, Sex.MALE),
    ("I'm a woman, 34", 408, Sex.FEMALE),
    ("About three weeks, I'm 58 by the way", 696, None),
    ("I'm 34, female, with a cough", 408, Sex.FEMALE),
    ("我今年六十八，头晕", 816, None),
    ("男, 45岁，胸闷", 540, Sex.MALE),
    ("女，28，肚子疼", 336, Sex.FEMALE),
    ("45 yo m with cough", 540, Sex.MALE),
    ("F/34 sore throat", 408, Sex.FEMALE),
    ("26years/male, panic attacks", 312, Sex.MALE),
    ("I'm a 23 year old woman and I have a headache", 276, Sex.FEMALE),
    ("65岁老年男性，尿不出来", 780, Sex.MALE),
]


@pytest.mark.parametrize(("text", "months", "sex"), SELF)
def test_age_and_sex_are_taken_in_passing(text: str, months: int, sex: Sex | None) -> None:
    person = understand(text).person
    assert person is not None and person.relation is None
    assert (person.age_months, person.sex) == (months, sex)


@pytest.mark.parametrize(
    "text",
    [
        "哎呀姑娘，我这腿走一会儿就不行了",
        "姑娘我问你，我这老烧心，该挂哪个科呀",
        "护士姐姐，我肚子疼",
        "小姑娘你好，我胃疼",
        "闺女，我眼睛看不清",
        "孩子，你帮我看看，我这手老抖",
        "谢谢你啊姑娘，我腰疼",
        "什么孩子？我是说我自己的腿",
        "不是孩子，是我自己腿疼",
        "哎哟我的妈呀腰，动不了了",
        "小姑娘，大娘不识字，你帮我看看我这眼睛",
        "我男朋友劈腿了，我三天没吃饭，胃疼",
        "丫头你慢点说，我今年八十一了，我膝盖疼",
        "小伙子您大点声，我腰疼",
    ],
)
def test_a_word_that_calls_the_nurse_is_nobody_ill(text: str) -> None:
    person = understand(text).person
    assert person is None or person.relation in (None, Relation.SELF)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("姑娘，五岁，发烧", Relation.CHILD),
        ("孩子，我带他来看咳嗽", Relation.CHILD),
        ("闺女，她眼睛红", Relation.CHILD),
        ("闺女", Relation.CHILD),
        ("我闺女嗓子疼", Relation.CHILD),
        ("不是我儿子，是我女儿发烧", Relation.CHILD),
        ("我姐姐头疼", Relation.OTHER),
        ("我妈呀，腿疼好几天了", Relation.PARENT),
        ("我儿媳妇今早见红了", Relation.OTHER),
        ("我家老头子晕过去了", Relation.SPOUSE),
        ("老爷子八十三，一晚上起来六七趟", Relation.PARENT),
        ("我男朋友头疼", Relation.OTHER),
        ("闺女你看看她，烧得厉害", Relation.CHILD),
        ("孩子跟我说肚子疼", Relation.CHILD),
        ("妈妈帮女儿问，十五岁，来例假肚子疼", Relation.CHILD),
        ("my dad won't let me see his leg, it's swollen", Relation.PARENT),
        ("my daughter's gone to bed, she has a fever", Relation.CHILD),
        ("my daughter had her tonsils out yesterday and she's bleeding", Relation.CHILD),
        ("me mum's been dizzy all week", Relation.PARENT),
        ("我妈去年得了脑梗，现在走路不稳", Relation.PARENT),
        ("生完孩子两个月，宝宝老吐奶", Relation.CHILD),
        ("I'm here with my mum, she has chest pain", Relation.PARENT),
        ("我奶奶让我问问，她膝盖疼", Relation.OTHER),
        ("my eighty year old mother is confused", Relation.PARENT),
        ("I'm on my own with my husband, he had a stroke last year. His belly is swollen", Relation.SPOUSE),
    ],
)
def test_the_same_words_tell_of_one_who_is_ill(text: str, relation: Relation) -> None:
    person = understand(text).person
    assert person is not None and person.relation is relation


@pytest.mark.parametrize(
    "text",
    [
        "我头疼，我妈有高血压",
        "My husband told me to come, my chest hurts",
        "my back hurts and my wife has the flu",
        "我老公让我来看看，我胸闷",
        "I have diabetes and my father had it too",
        "妈妈带我去看过，我还是咳嗽",
        "我媳妇没怀孕，我前列腺不好",
        "since I had the baby my back hurts",
        "My daughter dropped me off, she's gone shopping. My knee hurts",
        "My grandson kicked me in the shin and it's swollen",
        "my son's parking the car. It's my back",
        "my wife picked me up from work, my back went",
        "not my mum, it's for me, I've a cough",
        "my mate had his done",
        "I'm here with my husband, he's parking. My knee hurts",
        "my mum had breast cancer at 50, I found a lump",
        "儿子把我送来的，我头晕",
        "嗓子痛，孩子传给我的",
        "我孩子把我传染了，我咳嗽",
        "孩子踢了我一下，肚子疼",
        "大便带血，我爸前年查出胃癌，我有点怕",
        "咳嗽，我爸他有哮喘",
        "刚生完二胎，看到孩子就想哭，睡不着",
        "不是我妈看病，是我自己",
        "嗓子疼，是我看病，我是大人",
    ],
)
def test_somebody_only_mentioned_is_not_the_patient(text: str) -> None:
    person = understand(text).person
    assert person is None or person.relation in (None, Relation.SELF)


@pytest.mark.parametrize(
    ("text", "words", "sex"),
    [
        ("我爱人从梯子上摔下来了，他手腕疼", "我爱人", Sex.MALE),
        ("我爱人咳嗽，她有点发烧", "我爱人", Sex.FEMALE),
        ("我爱人肚子疼", "我爱人", None),
        ("my mother in law keeps falling", "my mother in law", Sex.FEMALE),
        ("my father-in-law is short of breath", "my father-in-law", Sex.MALE),
        ("my mrs has a pain in her side", "my mrs", Sex.FEMALE),
        ("the missus has been sick all night", "the missus", Sex.FEMALE),
        ("my other half has a fever", "my other half", None),
        ("病人是我公公，头晕，不是婆婆", "我公公", Sex.MALE),
        ("我公公发烧，我婆婆照顾他，我来挂号", "我公公", Sex.MALE),
    ],
)
def test_who_is_ill_is_called_and_sexed_as_they_are_spoken_of(text: str, words: str, sex: Sex | None) -> None:
    person = understand(text).person
    assert person is not None and (person.words, person.sex) == (words, sex)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("medicines", "I'm on water tablets and me sister had a hip replaced"),
        ("operations", "no, but my wife had her gallbladder out last year"),
        ("pregnancy", "I'm 47 and my husband's had the snip"),
    ],
)
def test_what_a_relative_had_done_is_not_the_patients(asked: str, text: str) -> None:
    topics = {fact.topic for fact in understand(text, asked=asked).facts if fact.status is Status.PRESENT}
    assert not topics & {Topic.OPERATION, Topic.REQUEST}


def test_who_has_given_birth_is_a_woman() -> None:
    for text in ("生完孩子两个月，奶胀疼", "I had a baby six weeks ago and I can't sleep"):
        person = understand(text).person
        assert person is not None and (person.relation, person.sex) == (None, Sex.FEMALE)


@pytest.mark.parametrize(
    ("asked", "text", "age"),
    [
        ("age", "fifty nine next week", 59),
        ("age", "70 tomorrow", 70),
        ("age", "三十八。王大夫今天在吗", 38),
        ("age", "三十一，月经不调", 31),
        ("age", "52 year. I am tired", 52),
        ("finding:vomiting", "46. I'm a plumber", 46),
        ("finding:vomiting", "四十六。李主任今天坐诊吗", 46),
        (None, "it's my nan, she is 80 tomorrow, her legs are swollen", 80),
        (None, "my mother 72 year having cough", 72),
        (None, "我爸他80多了，头晕", 80),
        (None, "我奶奶都九十多了，腿肿", 90),
        (None, "五十多的人了，还长痘", 50),
        (None, "六十好几了，眼睛花", 60),
        (None, "我姐夫胸口疼，五十出头", 50),
        (None, "my back hurts, I'll be ninety in March", 90),
        ("age", "turned 60 last week", 60),
    ],
)
def test_an_age_is_told_in_other_ways(asked: str | None, text: str, age: int) -> None:
    heard = understand(text, asked=asked)
    assert heard.person is not None and heard.person.age == age
    assert heard.details.duration is None and not any(fact.details.duration for fact in heard.facts)


def test_an_old_woman_and_an_old_man_say_which_they_are() -> None:
    assert understand("七十一了，老太婆一个", asked="age").person == Person(age_months=852, sex=Sex.FEMALE)
    assert understand("我是个老头子", asked="sex").person == Person(sex=Sex.MALE)


def test_of_another_person_nothing_stays_that_was_told_of_the_first() -> None:
    mother = Person(relation=Relation.PARENT, words="我妈", age_months=768, sex=Sex.FEMALE)
    assert mother.updated(Person(relation=Relation.SELF)) == Person(relation=Relation.SELF)
    assert Person(age_months=480).updated(Person(relation=Relation.PARENT)).age_months == 480


def test_illness_of_a_relative_beside_ones_own_is_family_history() -> None:
    facts = understand("我头疼，我妈有高血压").facts
    assert ("family", "hypertension") in [fact.name for fact in facts]


@pytest.mark.parametrize(
    ("text", "weeks"),
    [
        ("怀孕12周，肚子疼", 12),
        ("I'm 12 weeks pregnant and bleeding", 12),
        ("怀孕六个月，腿肿", 26.1),
        ("孕28周头晕", 28),
        ("I'm 33 weeks and my hands itch at night", 33),
    ],
)
def test_a_pregnancy_is_known_with_its_age(text: str, weeks: float) -> None:
    heard = understand(text)
    assert heard.person is not None and heard.person.pregnant is True
    (fact,) = [f for f in heard.facts if f.topic is Topic.PREGNANCY]
    assert fact.details.duration is not None
    assert fact.details.duration.hours / 168 == pytest.approx(weeks, rel=0.01)


@pytest.mark.parametrize("text", ["我没怀孕", "没有怀孕", "I'm not pregnant"])
def test_a_denied_pregnancy_is_known_too(text: str) -> None:
    person = understand(text).person
    assert person is not None and person.pregnant is False


def test_who_says_she_is_not_pregnant_is_a_woman() -> None:
    person = understand("two years we've tried and I'm still not pregnant").person
    assert person is not None and person.sex is Sex.FEMALE


@pytest.mark.parametrize(
    "text", ["我想查一下是不是怀孕了", "When will I get pregnant?", "可能怀孕了", "备孕，想怀孕", "could I be pregnant"]
)
def test_a_pregnancy_in_question_is_not_one(text: str) -> None:
    person = understand(text).person
    assert person is None or person.pregnant is None


@pytest.mark.parametrize(
    "text",
    [
        "My husband's on warfarin for his heart but it's me that's come, I keep getting dizzy.",
        "My dad has Parkinson's and takes sinemet, that's why I'm worried about this shake in my hand.",
        "我婆婆吃着地高辛，我呢就是嗓子疼。",
    ],
)
def test_a_relatives_medicine_is_not_the_patients(text: str) -> None:
    assert [fact for fact in understand(text).facts if fact.topic is Topic.MEDICINE] == []


@pytest.mark.parametrize(
    "text",
    [
        "I took two of my husband's codeine last night for the pain in my shoulder.",
        "My husband gave me his diazepam and now I'm dizzy.",
        "My husband and I both take metformin, my feet tingle.",
        "My wife brought me, on warfarin for years, I've a nosebleed.",
        "My mum is 80, she takes warfarin and has a nosebleed.",
        "我昨天吃了我老婆的安定，今天还迷糊。",
        "我妈让我来开药，我吃阿司匹林，头晕。",
        "我儿子发烧，我给他吃了布洛芬。",
    ],
)
def test_a_medicine_the_patient_takes_stays_theirs_beside_a_relative(text: str) -> None:
    assert len([fact for fact in understand(text).facts if fact.topic is Topic.MEDICINE]) == 1


def test_an_illness_of_husband_or_wife_is_no_family_history() -> None:
    assert understand("My wife's diabetic, I'm here about my cough.").facts[0].topic is Topic.FINDING
    (fact,) = [
        f for f in understand("My wife came too. My father had diabetes, I cough.").facts if f.topic is Topic.FAMILY
    ]
    assert fact.code == "diabetes"


@pytest.mark.parametrize(
    ("text", "relation", "months"),
    [
        ("can you look at my moms leg its red just the one she's 70 it came up over two days", Relation.PARENT, 840),
        ("It's for my grandson, eighteen months, he swallowed a button an hour ago", Relation.CHILD, 18),
        ("Daughter's fifteen, period pains so bad she's off school", Relation.CHILD, 180),
        ("给我妈问的，她七十六，从前天起不认人了", Relation.PARENT, 912),
    ],
)
def test_who_is_ill_is_heard_in_hurried_words(text: str, relation: Relation, months: int) -> None:
    person = understand(text).person
    assert person is not None and (person.relation, person.age_months) == (relation, months)


@pytest.mark.parametrize(
    "text",
    [
        "I was sick twice in the night, my husband and the kids are fine.",
        "我老伴吃着华法林呢，不是我，我是头晕",
        "我奶奶有帕金森，我现在右手端杯子也抖",
        "我哥五十岁心梗没的，我最近老觉得胸口发紧。",
    ],
)
def test_a_relative_who_is_well_or_dead_or_spoken_of_is_not_the_patient(text: str) -> None:
    person = understand(text).person
    assert person is None or (person.relation is None and person.age_months is None)


@pytest.mark.parametrize(
    ("text", "months"),
    [
        ("两个礼拜了", 0),
        ("三星期", 0),
        ("四个月零几天", 4),
        ("two months and a few days", 2),
        ("两岁零三周", 24),
    ],
)
def test_the_larger_unit_of_a_childs_age_counts(text: str, months: int) -> None:
    person = understand(text, asked="age").person
    assert person is not None and person.age_months == months


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("走路喘，脚也肿，七十六", 76),
        ("男的，三十二，怀不上孩子", 32),
        ("脸上老长痘，都三十了还长", 30),
        ("膝盖响，六十八了", 68),
    ],
)
def test_a_number_of_years_that_is_a_clause_of_its_own_is_an_age(text: str, age: int) -> None:
    person = understand(text).person
    assert person is not None and person.age == age


@pytest.mark.parametrize("text", ["发烧，三十九", "血压一百五，九十", "腿疼，走三十步，就不行", "头晕，三十九度二"])
def test_a_measure_is_no_age(text: str) -> None:
    person = understand(text).person
    assert person is None or person.age_months is None


def test_a_relative_s_illness_told_behind_one_s_own_complaint_is_of_the_family() -> None:
    heard = understand("口干，尿也多，老爸有糖尿病")
    assert heard.person is None and {f.topic for f in heard.facts if f.code == "diabetes"} == {Topic.FAMILY}
    ill = understand("我爸有糖尿病，脚烂了").person
    assert ill is not None and ill.relation is Relation.PARENT


def test_the_grandmother_of_a_child_is_not_the_child() -> None:
    person = understand("孩子她奶奶老忘事").person
    assert person is not None and person.relation is Relation.OTHER


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("姆妈这两天老是头昏", Relation.PARENT),
        ("我阿爸腿疼", Relation.PARENT),
        ("崽崽拉肚子", Relation.CHILD),
        ("囡囡咳嗽", Relation.CHILD),
    ],
)
def test_kin_are_known_by_what_dialects_call_them(text: str, relation: Relation) -> None:
    person = understand(text).person
    assert person is not None and person.relation is relation


@pytest.mark.parametrize("text", ["我儿子停车去了", "我老公去缴费了，我肚子疼"])
def test_one_who_is_away_on_an_errand_is_not_the_one_who_is_ill(text: str) -> None:
    assert understand(text).person is None


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("患者男，五十岁，咳嗽一周", None),
        ("糖尿病病人能吃柚子吗", None),
        ("我是患者的家属，她昨天摔倒了", Relation.OTHER),
        ("我是病人家属，我想说说他的情况", Relation.OTHER),
        ("我感冒三天了，我妈妈买了很多水果，能吃吗", None),
        ("得前列腺炎三年了，老婆也一直没怀孕", None),
        ("坐月子尿疼，吃药会不会影响宝宝", None),
        ("我老公老头晕，医生说我老公有高血压", Relation.SPOUSE),
        ("我妈说她胃疼", Relation.PARENT),
        ("我爸爸有高血压，昨晚跟我说胸闷", Relation.PARENT),
    ],
)
def test_who_is_named_for_something_else_is_not_the_patient(text: str, relation: Relation | None) -> None:
    person = understand(text).person
    assert (person.relation if person else None) is relation


@pytest.mark.parametrize(
    "text",
    [
        "意外怀上了，上个月做了人流，现在肚子疼",
        "一直没有顺利怀上，很着急",
        "怀孕的时候一切正常，孩子出生后老哭",
        "输卵管堵了还能怀孕吗",
    ],
)
def test_a_pregnancy_that_is_over_or_never_was_is_none(text: str) -> None:
    person = understand(text).person
    assert person is None or not person.pregnant


@pytest.mark.parametrize("text", ["从七岁开始就胃疼", "我八岁起就喘"])
def test_the_age_it_began_at_is_not_the_age(text: str) -> None:
    person = understand(text).person
    assert person is None or person.age_months is None


def test_who_is_told_of_by_a_school_is_the_patient() -> None:
    child = understand("my son's school says he might have ADHD").person
    assert child is not None and child.relation is Relation.CHILD
    grown = understand("my son's school is far away and my knee hurts").person
    assert grown is None or grown.relation is not Relation.CHILD


def test_an_age_in_words_of_a_relative_is_taken() -> None:
    mum = understand("mum's eighty, keeps saying she's bloated").person
    assert mum is not None and mum.age == 80


@pytest.mark.parametrize(
    ("text", "relation", "sex"),
    [
        ("我是她女儿，我妈头晕", Relation.PARENT, Sex.FEMALE),
        ("我是他老婆，他喝多了吐", Relation.SPOUSE, Sex.MALE),
        ("孩子奶奶，带孙子来的，咳嗽", Relation.CHILD, Sex.MALE),
        ("孩子妈妈，孩子发烧", Relation.CHILD, None),
        ("孩子妈发烧了", Relation.SPOUSE, Sex.FEMALE),
        ("I'm his gran, brought him in with a cough", Relation.CHILD, Sex.MALE),
        ("I'm her daughter, she's got a cough", Relation.PARENT, Sex.FEMALE),
        ("I'm his wife, he's got a fever", Relation.SPOUSE, Sex.MALE),
    ],
)
def test_who_speaks_for_another_is_not_the_patient(text: str, relation: Relation, sex: Sex | None) -> None:
    person = understand(text).person
    assert person is not None and (person.relation, person.sex) == (relation, sex)


def test_what_one_is_by_trade_makes_one_nobody_else() -> None:
    assert "hoarseness" in {f.code for f in understand("我是老师，嗓子哑了").facts}


@pytest.mark.parametrize(
    "then", ["I have consulted a neurologist", "I've attached her scans", "I have given her paracetamol"]
)
def test_who_has_seen_to_another_is_not_the_patient(then: str) -> None:
    told = understand(f"My wife is suffering from a migraine. {then}.")
    assert "migraine" in {f.code for f in told.facts}
    assert told.person is not None and told.person.relation is Relation.SPOUSE


@pytest.mark.parametrize(
    ("text", "pregnant"),
    [
        ("I recently got conceived and have a fever", True),
        ("she has just conceived", True),
        ("I conceived two months back", True),
        ("my pregnancy test came back positive", True),
        ("we conceived our first in 2015", None),
        ("I have not conceived yet", None),
        ("how long until I conceive?", None),
    ],
)
def test_who_has_conceived_is_pregnant(text: str, pregnant: bool | None) -> None:
    person = understand(text).person
    assert (person.pregnant if person else None) is pregnant


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("My son coughs at night. My husband had asthma.", {"asthma"}),
        ("我儿子咳嗽，我老公有哮喘", {"asthma"}),
        ("my wife found a lump in her breast, her mother had breast cancer", {"breast_cancer"}),
        ("my wife found a lump in her breast, my mother had breast cancer", set()),
        ("我妈记性不好，我爸得过老年痴呆", set()),
        ("我妈头晕，我爸说她有高血压", set()),
    ],
)
def test_of_the_kin_of_one_who_is_brought_only_their_own_count(text: str, codes: set[str]) -> None:
    assert {fact.code for fact in understand(text).facts if fact.topic is Topic.FAMILY} == codes


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("26,没结婚,有男朋友", 26),
        ("三十六，有老婆有孩子", 36),
        ("29岁，有个孩子三岁了", 29),
        ("三十五，两个娃，大的八岁", 35),
        ("结婚了，有个儿子", None),
        ("一个人住，有个女儿在上海", None),
        ("我老头子了，七十", 70),
        ("七十的老婆子了", 70),
        ("I'm 26, I've got a boyfriend", 26),
        ("36, married with two kids", 36),
    ],
)
def test_kin_that_somebody_has_are_not_the_patient(text: str, years: int | None) -> None:
    person = understand(text, asked="age").person or Person()
    assert (person.relation, person.age) == (None, years)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("我有个儿子，三岁，发烧两天了", Relation.CHILD),
        ("有个孩子咳嗽", Relation.CHILD),
        ("老头子腿疼", Relation.SPOUSE),
        ("我家老婆子头晕了好几天", Relation.SPOUSE),
        ("男朋友发烧了", Relation.OTHER),
    ],
)
def test_kin_that_trouble_is_told_of_are_the_patient(text: str, relation: Relation) -> None:
    person = understand(text).person
    assert person is not None and person.relation is relation


@pytest.mark.parametrize(
    ("text", "sex"),
    [
        ("老婆子嘛，女的", Sex.FEMALE),
        ("我一个老婆子", Sex.FEMALE),
        ("老头子一个", Sex.MALE),
        ("我老头子啦", Sex.MALE),
    ],
)
def test_who_calls_themselves_old_names_no_husband_or_wife(text: str, sex: Sex) -> None:
    assert understand(text, asked="sex").person == Person(sex=sex)


@pytest.mark.parametrize(
    ("text", "sex"),
    [
        ("I'm the husband, so male", Sex.MALE),
        ("I'm the wife, female", Sex.FEMALE),
        ("我就是老公，男的", Sex.MALE),
        ("我是个老太太", Sex.FEMALE),
    ],
)
def test_who_names_what_they_are_to_another_tells_their_own_sex(text: str, sex: Sex) -> None:
    assert understand(text, asked="sex").person == Person(sex=sex)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("I'm the mum, he's been sick all night", Relation.CHILD),
        ("I'm his wife", Relation.SPOUSE),
        ("我是妈妈，孩子发烧了", Relation.CHILD),
        ("the patient is me", Relation.SELF),
    ],
)
def test_who_is_spoken_for_is_heard_beside_who_speaks(text: str, relation: Relation) -> None:
    person = understand(text).person
    assert person is not None and person.relation is relation


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("she'll be 31 in January", 30),
        ("I'll be 60 in March", 59),
        ("he turns 9 next month", 8),
        ("下个月满六岁", 5),
        ("明年六十", 59),
        ("just turned 40", 40),
        ("52, 53 in January", 52),
    ],
)
def test_an_age_still_to_come_is_not_reached(text: str, years: int) -> None:
    person = understand(text, asked="age").person
    assert person is not None and int(person.age or 0) == years


@pytest.mark.parametrize("text", ["I am a mother of a 1 month old", "mum to a 6 month old and my breasts are sore"])
def test_the_age_of_the_child_is_not_its_mothers(text: str) -> None:
    assert (understand(text).person or Person()).age_months is None


def test_a_child_told_to_be_ill_keeps_its_age_beside_its_mother() -> None:
    person = understand("I am a mother of a 1 month old, he has a fever").person
    assert person is not None and person.age_months == 1


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("四十四岁，媳妇孩子都在老家", 44),
        ("我爱人在家看孩子，我五十一岁", 51),
        ("儿子闺女都成家了，我六十七岁", 67),
        ("结婚了，有一儿一女", None),
        ("我姐也这样，大夫说是湿气", None),
        ("我哥跟我一样的毛病", None),
        ("47, divorced, a daughter of nine", 47),
        ("33, I've got a girl of two and a boy of five", 33),
        ("my husband's at home with the kids", None),
        ("my brother had the same for about two years", None),
        ("my aunt gets exactly the same every winter", None),
        ("我爸也这样，他六十岁就走了", None),
        ("my parents both had this, mum's still alive", None),
    ],
)
def test_kin_whose_life_is_told_or_who_had_the_same_are_not_the_patient(text: str, years: int | None) -> None:
    heard = understand(text, asked="age" if years else None)
    assert heard.person in (None, Person(age_months=years * 12 if years else None))
    assert heard.details.duration is None


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("我爸在家，他胸口闷", Relation.PARENT),
        ("老婆孩子都拉肚子", Relation.SPOUSE),
        ("I've got a daughter of five with a rash", Relation.CHILD),
        ("we have a boy, he's two and he's been sick", Relation.CHILD),
        ("my dad has the same chest pain again", Relation.PARENT),
        ("my wife's at home with a terrible headache", Relation.SPOUSE),
    ],
)
def test_kin_whose_trouble_is_told_stay_the_patient(text: str, relation: Relation) -> None:
    person = understand(text).person
    assert person is not None and person.relation is relation


@pytest.mark.parametrize(
    ("text", "relation", "sex"),
    [
        ("我是丈夫，她从早上起头疼", Relation.SPOUSE, Sex.FEMALE),
        ("我是女儿，他喘得厉害", Relation.PARENT, Sex.MALE),
        ("我是家长，发烧两天", Relation.CHILD, None),
        ("dad here, she's got earache", Relation.CHILD, Sex.FEMALE),
        ("I'm mum, he's got a rash", Relation.CHILD, Sex.MALE),
        ("我是孩子他姥姥，孩子拉肚子", Relation.CHILD, None),
        ("我是娃的舅舅，娃发烧", Relation.CHILD, None),
        ("我是她爱人，她头晕", Relation.SPOUSE, Sex.FEMALE),
        ("我是丈夫，头疼", None, None),
        ("mum here, my knee hurts", None, None),
    ],
)
def test_who_says_only_what_they_are_speaks_for_whom_they_go_on_to_tell_of(
    text: str, relation: Relation | None, sex: Sex | None
) -> None:
    person = understand(text).person or Person()
    assert (person.relation, person.sex) == (relation, sex)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("his dad has hay fever, but he hasn't got asthma", {("family", "hay fever"), ("condition", "asthma")}),
        ("her brother had eczema, but she has asthma", {("family", "eczema"), ("condition", "asthma")}),
        ("他姐姐有湿疹，他咳嗽", {("family", "湿疹"), ("finding", "cough")}),
        ("her father's got a cough, she's got a fever", {("finding", "fever")}),
        ("我姐也是这样，后来查出来是甲亢", {("family", "hyperthyroidism")}),
        (
            "her mother died of a stroke, and she has a terrible headache",
            {("family", "stroke"), ("finding", "headache")},
        ),
        ("his uncle had asthma at school, he has chest pain", {("family", "asthma"), ("finding", "chest_pain")}),
        ("his nan has asthma and he's wheezy", {("family", "asthma"), ("finding", "wheeze")}),
    ],
)
def test_what_the_kin_of_who_is_ill_have_is_told_apart_from_the_patients(
    text: str, names: set[tuple[str, str]]
) -> None:
    assert {fact.name for fact in understand(text).facts} == names


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gout? my uncle has that, not me", {("family", "gout")}),
        ("my sister has asthma, not me", {("family", "asthma")}),
        ("high blood pressure runs in the family but I haven't got it", {("family", "hypertension")}),
        ("a touch of sugar in the family", {("family", "diabetes")}),
        ("I had mumps, and there's gout in the family", {("condition", "mumps_condition"), ("family", "gout")}),
        ("my father had lung trouble, I've never had any", {("family", "lung trouble")}),
        ("dad had kidney disease", {("family", "kidney_disease")}),
        ("my mum has asthma and so do I", {("family", "asthma"), ("condition", "asthma")}),
        ("my diabetes runs in the family", {("condition", "diabetes")}),
        ("痛风我爸有，我没有", {("family", "gout")}),
        ("高血压是遗传的，我倒没有", {("family", "hypertension")}),
        ("我爸有心脏病，我自己没得过什么", {("family", "心脏病")}),
        ("我妈有哮喘，我也有", {("family", "asthma"), ("condition", "asthma")}),
        ("我老公有心脏病，我没有", set()),
    ],
)
def test_an_illness_of_the_family_told_as_history_is_the_familys(text: str, told: set[tuple[str, str]]) -> None:
    facts = [f for f in understand(text, asked="past_history").facts if f.status is Status.PRESENT]
    assert {(f.topic.value, f.code) for f in facts} == told


@pytest.mark.parametrize(
    ("text", "pregnant"),
    [
        ("I've done two tests, both positive, must be about five weeks", True),
        ("My covid test was positive two weeks ago", None),
    ],
)
def test_a_positive_test_and_how_far_along_tell_of_a_pregnancy(text: str, pregnant: bool | None) -> None:
    person = understand(text).person
    assert (person.pregnant if person else None) is pregnant


@pytest.mark.parametrize(
    ("text", "allergic"),
    [
        ("爸爸头晕，我妈对磺胺过敏", False),
        ("我爸咳嗽三天了，我妈对青霉素过敏", False),
        ("我老公胃疼，我妈对头孢过敏", False),
        ("my dad is dizzy, and my mum is allergic to penicillin", False),
        ("爸爸头晕，他对磺胺过敏", True),
        ("我妈头晕，我妈对磺胺过敏", True),
        ("我爸发烧，对青霉素过敏", True),
        ("my dad is dizzy and he's allergic to penicillin", True),
    ],
)
def test_an_allergy_of_another_relative_is_not_the_patients(text: str, allergic: bool) -> None:
    assert any(fact.topic is Topic.ALLERGY for fact in understand(text).facts) is allergic


@pytest.mark.parametrize(
    ("asked", "text", "months"),
    [
        ("age", "四十，虚岁四十一了", 480),
        ("age", "七十三，腊月里满七十四", 876),
        ("age", "虚岁五十", 600),
        ("age", "昨天刚过完百天", 3),
        ("age", "刚满月", 1),
        ("past_history", "小时候得过肺炎，两岁多，住了院", None),
        ("past_history", "三岁以后就没犯过", None),
        ("duration", "三个月大就有了，断断续续", None),
        ("duration", "满月那会儿就开始了", None),
        ("past_history", "酒一天大半瓶", None),
    ],
)
def test_an_age_of_then_or_of_the_traditional_count_is_not_the_age(asked: str, text: str, months: int | None) -> None:
    person = understand(text, asked=asked).person
    assert (person.age_months if person else None) == months


@pytest.mark.parametrize(
    "text",
    [
        "我爸一看就催我来了",
        "我奶奶就再不许我吃了",
        "这宝宝半夜踢得我睡不着",
        "我同事小张也这样",
        "我自己在药店买的止咳糖浆",
    ],
)
def test_who_sends_kicks_or_has_the_same_is_not_ill(text: str) -> None:
    person = understand(text).person
    assert person is None or person.relation is None
