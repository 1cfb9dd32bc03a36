"""Who is ill, how old, of which sex, and whether pregnant."""

import pytest

from frontdesk.models.facts import Person, Relation, Sex
from frontdesk.models.parsers import age_months, person_of, pregnant, relation, sex


@pytest.mark.parametrize(
    ("text", "who", "words"),
    [
        ("my daughter has a fever", Relation.CHILD, "my daughter"),
        ("My son's testicle has not come down", Relation.CHILD, "My son"),
        ("Mum is 70, knees swollen and cracking", Relation.PARENT, "Mum"),
        ("Hello doctor, my husband keeps coughing", Relation.SPOUSE, "my husband"),
        ("I brought my 3 year old in, he has an earache", Relation.CHILD, "my 3 year old"),
        ("I'm here with my mum, she fell", Relation.PARENT, "my mum"),
        ("for my son", Relation.CHILD, "my son"),
        ("my grandmother", Relation.OTHER, "my grandmother"),
        ("我来给我妈看病", Relation.PARENT, "我妈"),
        ("我儿子发烧", Relation.CHILD, "我儿子"),
        ("孩子拉肚子两天", Relation.CHILD, "孩子"),
        ("带孩子来看咳嗽", Relation.CHILD, "孩子"),
        ("我妈肺腺癌，想问靶向药", Relation.PARENT, "我妈"),
        ("医生您好，我父亲六十八岁，最近老喘", Relation.PARENT, "我父亲"),
        ("我老公", Relation.SPOUSE, "我老公"),
        ("I have a headache", Relation.SELF, "I"),
        ("my knee hurts", Relation.SELF, "my"),
        ("我头疼", Relation.SELF, "我"),
        ("我女兒發燒", Relation.CHILD, "我女兒"),
        ("我是带我妈来看的，她85了", Relation.PARENT, "我妈"),
        ("带孩子来看看", Relation.CHILD, "孩子"),
        ("陪我爸来的", Relation.PARENT, "我爸"),
        ("I'm here with my dad, he can't catch his breath", Relation.PARENT, "my dad"),
        ("bringing my mum in, she's had a fall", Relation.PARENT, "my mum"),
        ("it's for my wife", Relation.SPOUSE, "my wife"),
        ("I've come with my husband, he's got chest pain", Relation.SPOUSE, "my husband"),
        ("帮我看看，我头晕", Relation.SELF, "我"),
        ("my son, sorry, my grandson has a rash", Relation.CHILD, "my grandson"),
        ("我妈，不是，我婆婆头晕", Relation.PARENT, "我婆婆"),
    ],
)
def test_who_is_ill_is_plainly_said(text: str, who: Relation, words: str) -> None:
    assert relation(text) == (who, words)


@pytest.mark.parametrize(
    "text",
    [
        "my mum says I should come, my knee hurts",
        "my husband drove me here, I can't breathe",
        "my father had cancer",
        "my mother has diabetes and I have a cough",
        "my flatmate has measles and I never got the vaccine",
        "my wife made me come",
        "my husband's brother is deaf",
        "our neighbour's cat",
        "我妈有糖尿病，我口干",
        "我老公说我打呼噜",
        "我妈让我来看看，头疼",
        "我爸得过癌",
        "跟我妈一样的病，我也头疼",
        "she has a fever",
        "他发烧了",
        "headache",
        "头疼三天",
        "where is the pharmacy",
        "生完孩子以后我腰疼",
        "我抱孩子抱得手腕疼",
        "带孩子带的腰疼",
        "被我儿子传染的，嗓子疼",
        "照顾我妈累的，头晕",
        "I caught it from my daughter, sore throat",
        "I hurt my back lifting my son",
        "my son is 25 and he brought me in, I'm dizzy",
        "my husband's got a cough and so have I",
        "my mum just turned sixty and my brother is thirty",
        "my son and my stepson are sick at home",
        "I am his friend, he fell at work",
        "I can't tell you how hard it has been, she has been coughing",
        "Yes, I do",
        "I don't know",
    ],
)
def test_who_is_only_mentioned_is_not(text: str) -> None:
    assert relation(text) is None


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("me", Relation.SELF),
        ("myself", Relation.SELF),
        ("I'm the patient", Relation.SELF),
        ("我自己", Relation.SELF),
        ("是我自己要看", Relation.SELF),
        ("我妈", Relation.PARENT),
        ("my son", Relation.CHILD),
        ("小孩", Relation.CHILD),
        ("a friend", Relation.OTHER),
        ("husband", Relation.SPOUSE),
        ("me and my son", None),
        ("not me, my wife", None),
        ("I'm his mum", None),
        ("I'm a friend", None),
        ("我和孩子", None),
        ("all of us", None),
    ],
)
def test_who_is_asked_for(text: str, who: Relation | None) -> None:
    told = relation(text, asked=True)
    assert (told[0] if told else None) is who


@pytest.mark.parametrize(
    ("text", "asked", "child", "months"),
    [
        ("I'm 34", False, False, 408),
        ("34", True, False, 408),
        ("sixty-four", True, False, 768),
        ("三十四", True, False, 408),
        ("34岁", False, False, 408),
        ("我今年五十二，头疼", False, False, 624),
        ("I am 42 and soak a pad each hour", False, False, 504),
        ("a 25 year old man with a cough", False, False, 300),
        ("14个月", True, True, 14),
        ("14个月大", False, True, 14),
        ("两岁半", False, True, 30),
        ("半岁", False, True, 6),
        ("一岁零三个月", False, True, 15),
        ("she is 8 months old", False, True, 8),
        ("my 4 month old strains", False, True, 4),
        ("7 weeks old", False, True, 1),
        ("my mum is 81, she fell", False, False, 972),
        ("我妈六十二，膝盖疼", False, False, 744),
        ("My husband, 36, keeps coughing", False, False, 432),
        ("I'm 34, no sorry, I'm 35", False, False, 420),
        ("她85了", False, False, 1020),
        ("56了", True, False, 672),
        ("今年七十二", False, False, 864),
        ("85岁的老人", False, False, 1020),
        ("8个月大", False, True, 8),
        ("五岁半", True, True, 66),
        ("56了。今天早上爬楼喘", True, False, 672),
        ("34, and it hurts", True, False, 408),
        ("I'm 83 dear. It's about eight months", False, False, 83 * 12),
        ("44 like I said at the start", True, False, 44 * 12),
        ("44 bloke. outside of the elbow", True, False, 44 * 12),
        ("我替我老公看的，他58，眼白发黄", False, False, 58 * 12),
        ("跟你说过了，七十九", True, False, 79 * 12),
    ],
)
def test_one_age_is_told(text: str, asked: bool, child: bool, months: int) -> None:
    assert age_months(text, asked=asked, child=child) == months


@pytest.mark.parametrize(
    ("text", "asked", "child"),
    [
        ("34", False, False),
        ("I'm 34 and my son is 4", False, False),
        ("我儿子4岁，我腰疼", False, False),
        ("I'm 34, my daughter has a fever", False, True),
        ("when I was 12 years old", False, False),
        ("he died at 60 years old", False, False),
        ("五岁的时候得过肺炎", False, False),
        ("六十多岁", False, False),
        ("in my sixties", True, False),
        ("I'm 34 weeks pregnant", False, False),
        ("I have a three month old baby and my breast hurts", False, False),
        ("头疼三天", True, False),
        ("three days", True, False),
        ("200", True, False),
        ("old enough", True, False),
        ("38度", True, False),
        ("not telling", True, False),
        ("he'll be three in May", True, True),
        ("about to be 3", True, True),
        ("三四十", True, False),
        ("四五十岁", True, False),
        ("虚岁65", True, False),
        ("快七十了", True, False),
        ("fifty two, sorry", True, False),
        ("五十，不对，大概五十几", True, False),
        ("she's 7, my other one is 4", True, True),
        ("宝宝便秘（女，26岁）", False, True),
    ],
)
def test_no_age_two_and_anothers_are_none(text: str, asked: bool, child: bool) -> None:
    assert age_months(text, asked=asked, child=child) is None


@pytest.mark.parametrize(
    ("text", "asked", "told"),
    [
        ("male", True, Sex.MALE),
        ("女的", True, Sex.FEMALE),
        ("a boy", True, Sex.MALE),
        ("she's a girl", True, Sex.FEMALE),
        ("I'm a woman of 26", False, Sex.FEMALE),
        ("I'm a 30 year old man", False, Sex.MALE),
        ("29岁，女", False, Sex.FEMALE),
        ("女，29岁，月经三个月没来", False, Sex.FEMALE),
        ("male, 34, cough", False, Sex.MALE),
        ("my daughter has a fever", False, Sex.FEMALE),
        ("my baby cries, she won't feed", False, Sex.FEMALE),
        ("not a man, a woman", True, Sex.FEMALE),
        ("me you daft thing. 44 bloke.", False, Sex.MALE),
        ("me, 62, lady", False, Sex.FEMALE),
        ("I SAID fella", True, Sex.MALE),
    ],
)
def test_the_sex_is_told(text: str, asked: bool, told: Sex) -> None:
    assert sex(text, asked=asked) is told


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("my doctor is a woman", False),
        ("a man told me", False),
        ("我女儿说", False),
        ("neither", True),
        ("100 f", False),
        ("I take twenty five m g", False),
        ("男女都有", True),
        ("headache", False),
    ],
)
def test_whose_sex_is_not_told_has_none(text: str, asked: bool) -> None:
    assert sex(text, asked=asked) is None


@pytest.mark.parametrize(
    ("text", "is_pregnant"),
    [
        ("I'm pregnant", True),
        ("I am 20 weeks pregnant", True),
        ("怀孕12周了", True),
        ("两条杠", True),
        ("My wife is 30 weeks pregnant and her feet are swollen", True),
        ("not pregnant", False),
        ("I'm definitely not pregnant", False),
        ("我没怀孕", False),
        ("我没怀孕，测的是一条杠", False),
        ("a negative test", False),
        ("不可能怀孕", False),
        ("I might be pregnant", None),
        ("am I pregnant?", None),
        ("是不是怀孕了", None),
        ("怕怀孕", None),
        ("trying to get pregnant", None),
        ("备孕", None),
        ("I was pregnant last year", None),
        ("怀孕的时候得过糖尿病", None),
        ("my sister is pregnant and I have a cough", None),
        ("流产了", None),
        ("headache", None),
        ("my covid test was positive", None),
    ],
)
def test_only_a_plain_pregnancy_is_told(text: str, is_pregnant: bool | None) -> None:
    assert pregnant(text) is is_pregnant


def test_the_person_of_one_utterance() -> None:
    assert person_of("My mother is 72 and forgets her tablets") == Person(
        relation=Relation.PARENT, words="My mother", age_months=864, sex=Sex.FEMALE
    )
    assert person_of("我头疼") == Person(relation=Relation.SELF)
    assert person_of("headache") == Person()


@pytest.mark.parametrize(
    "text",
    [
        "My wife's diabetic, I'm here about my cough.",
        "I'm 47 and my husband's had the snip",
        "My grandson kicked me in the shin and it's swollen",
        "gout? my uncle has that, not me",
        "my husband's at home with the kids",
        "his dad has hay fever, but he hasn't got asthma",
        "I've got a daughter of five with a rash",
        "我爸四十九岁脑梗走的",
        "孩子踢了我一下，肚子疼",
        "我儿子停车去了",
        "我同事小张也这样",
        "怀完老二以后得过甲亢",
    ],
)
def test_what_is_told_of_kin_in_passing_makes_nobody_a_patient(text: str) -> None:
    assert relation(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "酒一天大半瓶",
        "fever of 102.5 F",
        "I'm 36.5 weeks pregnant",
        "I am a mother of a 1 month old",
        "47, divorced, a daughter of nine",
    ],
)
def test_what_only_looks_like_an_age_is_none(text: str) -> None:
    assert age_months(text, asked=False, child=False) is None


@pytest.mark.parametrize(
    ("text", "is_pregnant"),
    [("pregnant no, I am 51", False), ("12 weeks pregnant, no pain", True), ("I am expecting your answer", None)],
)
def test_a_no_beside_a_pregnancy_is_of_what_it_stands_by(text: str, is_pregnant: bool | None) -> None:
    assert pregnant(text) is is_pregnant
