"""Foods, portions and stated amounts of a day, against the limits of the patient's illnesses."""

import pytest

from frontdesk.models.facts import Sex
from frontdesk.models.specialists.case import Patient
from frontdesk.models.specialists.experiencer import is_anothers
from frontdesk.models.specialists.nutrition import check
from frontdesk.models.specialists.nutrition.amounts import quantities, words
from frontdesk.models.specialists.nutrition.eaten import eaten
from frontdesk.models.specialists.nutrition.tables import UNITS, ZH, foods, restrictions


def limits(utterance: str, patient: Patient) -> dict[str, str]:
    return {one.subject: one.verdict for one in check(utterance, patient)}


def test_the_tables_are_whole() -> None:
    assert len(foods()) >= 500
    assert len({food.name for food in foods()}) == len(foods())
    assert {limit.nutrient for one in restrictions() for limit in one.limits} <= set(UNITS) == set(ZH)
    assert all(
        measure in words("measures") for food in foods() for measure in ("cup", "碗") if measure in food.portions
    )


@pytest.mark.parametrize(
    ("told", "food", "grams"),
    [
        ("I ate two bananas", "banana", 236),
        ("half a bag of potato chips", "potato chips", 92),
        ("a couple of glasses of milk", "milk", 500),
        ("a liter and a half of water", "water", 1500),
        ("吃了二两米饭", "steamed rice", 100),
        ("牛奶喝了500毫升", "milk", 500),
        ("两大碗面条", "noodles", 1000),
        ("I drink a cup of coffee three times a day", "coffee", 720),
        ("每顿一碗米饭", "steamed rice", 600),
    ],
)
def test_portions_are_read_in_both_languages(told: str, food: str, grams: float) -> None:
    assert [(one.food.name, round(one.grams)) for one in eaten(told, Patient()).portions] == [(food, grams)]


@pytest.mark.parametrize(
    ("told", "food", "grams"),
    [
        ("three 330 ml cans of lemonade", "sprite", 990),
        ("a two litre bottle of blackcurrant squash", "squash drink", 2000),
        ("half a litre of squash", "squash drink", 500),
        ("I ate a bowl of squash", "pumpkin", 205),
        ("four glasses of milk, 200 ml each", "milk", 800),
        ("a great big mug of tea", "black tea", 300),
        ("I only had two glasses of milk", "milk", 500),
        ("喝了两瓶500毫升的矿泉水", "water", 1000),
        ("牛奶三杯，每杯200毫升", "milk", 600),
        ("绿豆汤灌了一大缸，怕有一升", "sweet bean soup", 1000),
        ("药酒抿了一盅，三十毫升", "spirits", 30),
        ("海米放了两把拌凉菜", "dried shrimp", 40),
        ("今天喝了两大壶水，一壶一升半", "water", 3000),
        ("水喝了三缸子，一缸子六百毫升", "water", 1800),
        ("three flasks of black tea, each one holds 600 ml", "black tea", 1800),
        ("three of those one litre bottles of water", "water", 3000),
        ("两个超大杯美式", "coffee", 1182),
        ("一个中杯美式", "coffee", 355),
        ("two venti Americanos", "coffee", 1182),
    ],
)
def test_an_amount_told_in_two_ways_counts_once(told: str, food: str, grams: float) -> None:
    assert (food, grams) in [(one.food.name, round(one.grams)) for one in eaten(told, Patient()).portions]


@pytest.mark.parametrize(
    ("told", "patient", "expected"),
    [
        ("corn tortillas and eggs", Patient(conditions=("coeliac disease",)), {}),
        ("two crumpets with Marmite", Patient(conditions=("coeliac disease",)), {"gluten": "over"}),
        ("samosas and a chapati", Patient(conditions=("coeliac disease",)), {"gluten": "over"}),
        ("rice, dal and poppadoms", Patient(conditions=("coeliac disease",)), {}),
        ("a plate of sweetbreads", Patient(conditions=("gout",)), {"purine": "over"}),
        ("涮了一大盘脑花", Patient(conditions=("痛风",)), {"purine": "over"}),
        ("a mocktail and an alcohol-free beer", Patient(sex=Sex.FEMALE, pregnant=True), {}),
        ("醪糟喝了一碗", Patient(sex=Sex.FEMALE, pregnant=True), {"alcohol": "over"}),
        ("three spoons of olive oil", Patient(conditions=("hypertension",)), {}),
        ("boiled potatoes, no salt", Patient(conditions=("hypertension",)), {"sodium": "within"}),
        ("青菜水煮的，没放盐", Patient(conditions=("高血压",)), {"sodium": "within"}),
        ("no salt, just three bags of crisps", Patient(conditions=("hypertension",)), {"sodium": "over"}),
        ("big plate o liver n onions", Patient(conditions=("gout",)), {"purine": "over"}),
        ("my liver is playing up", Patient(conditions=("gout",)), {}),
        ("来碗兰州拉面", Patient(conditions=("乳糜泻",)), {"gluten": "over"}),
        ("老板，二两牛肉面，细的", Patient(conditions=("乳糜泻",)), {"gluten": "over"}),
        ("the chicken katsu curry for me", Patient(conditions=("coeliac disease",)), {"gluten": "over"}),
        ("poached chicken and broccoli from the pub", Patient(conditions=("hypertension",)), {"sodium": "within"}),
        (
            "茶叶蛋一个，粥一碗，到现在就这些",
            Patient(conditions=("慢性肾病3期",), weight_kg=60),
            {"protein": "within", "phosphorus": "within"},
        ),
    ],
)
def test_foods_of_four_countries_are_known(told: str, patient: Patient, expected: dict[str, str]) -> None:
    assert limits(told, patient) == expected


@pytest.mark.parametrize(
    ("told", "own"),
    [
        ("跟朋友喝了三瓶啤酒", True),
        ("我大伯喝了三瓶啤酒", False),
        ("我老板喝了三瓶啤酒", False),
        ("my brother-in-law polished off a cake", False),
    ],
)
def test_who_is_only_along_does_not_eat_it_all(told: str, own: bool) -> None:
    assert bool(eaten(told, Patient()).portions) is own


@pytest.mark.parametrize(
    "utterance",
    [
        "my blood sugar was 180",
        "I take my water pill every morning",
        "I don't drink beer",
        "我从来不喝酒",
        "酒我一口都不喝",
        "I gave up coffee",
        "my liver span is 123 mm",
        "葡萄糖偏高，肝区疼",
        "肛门有个肉球",
    ],
)
def test_what_is_not_eaten_is_not_counted(utterance: str) -> None:
    assert eaten(utterance, Patient()).portions == ()


@pytest.mark.parametrize(
    ("told", "patient", "expected"),
    [
        ("three of them big one-litre bottles of water a day", {"conditions": ["heart failure"]}, {"fluid": "over"}),
        ("I only have about a pint all told", {"conditions": ["heart failure"]}, {"fluid": "within"}),
        ("a bloke at the gym told me 140 grams of protein a day", {"conditions": ["CKD stage 4"]}, {"protein": "over"}),
        ("网上让我一天吃一百五十克蛋白质", {"conditions": ["慢性肾病4期"]}, {"protein": "over"}),
        ("卤鸭肝我来了一盘", {"conditions": ["痛风"]}, {"purine": "over"}),
        ("盐罐子搁远了，一天三克盐", {"conditions": ["高血压"]}, {"sodium": "within"}),
        ("every Friday, four pints with the lads", {"conditions": ["cirrhosis"]}, {"alcohol": "over"}),
        ("中午跟人喝了二两白的", {"conditions": ["肝硬化"]}, {"alcohol": "over"}),
        ("一次一杯浓茶，一天六杯", {"pregnant": True, "sex": "female"}, {"caffeine": "over"}),
        ("I ate pancakes and bread, all of it from rice flour", {"conditions": ["coeliac disease"]}, {}),
        ("限水一千二，昨天喝了一升半", {"conditions": ["心衰"]}, {"fluid": "over"}),
        ("每天限水一升，昨天喝了七百毫升", {"conditions": ["心衰"]}, {"fluid": "within"}),
        ("just sips, two little cups all day", {"conditions": ["heart failure"]}, {"fluid": "within"}),
        ("1.2 grams of protein per kilo, so 90 grams of protein", {"conditions": ["CKD stage 4"]}, {"protein": "over"}),
        ("pancakes, half rice flour, half plain flour", {"conditions": ["coeliac disease"]}, {"gluten": "over"}),
    ],
)
def test_amounts_and_drink_told_sideways_are_read(
    told: str, patient: dict[str, object], expected: dict[str, str]
) -> None:
    assert limits(told, Patient.model_validate(patient)) == expected


@pytest.mark.parametrize(
    ("told", "taken"),
    [
        ("老战友提来两瓶汾酒，我都给了女婿了", False),
        ("老战友提来两瓶汾酒，送人一瓶，我喝了一瓶", True),
        ("I got a bottle of gin for Christmas and passed it on", False),
        ("I poured a bottle of gin down the sink", False),
        ("I poured myself a large gin", True),
        ("they clean my arm with alcohol swabs", False),
    ],
)
def test_what_is_given_or_poured_away_is_not_drunk(told: str, taken: bool) -> None:
    assert bool(limits(told, Patient(conditions=("cirrhosis",)))) is taken


def test_the_same_food_is_judged_by_the_illness() -> None:
    told = "I had three bananas and two baked potatoes"
    assert limits(told, Patient(conditions=("chronic kidney disease stage 4",)))["potassium"] == "over"
    assert limits(told, Patient(conditions=("asthma",))) == {}
    assert limits(told, Patient(conditions=("diabetes",))) == {"carbohydrate": "within"}


def test_protein_goes_by_body_weight() -> None:
    told = "I ate 60 grams of protein today"
    assert limits(told, Patient(conditions=("CKD stage 3b",), weight_kg=55)) == {"protein": "over"}
    assert limits(told, Patient(conditions=("CKD stage 3b",), weight_kg=90)) == {"protein": "within"}


def test_the_doctors_own_limit_goes_before_the_tables() -> None:
    told = "医生让我一天喝水不超过1200毫升，我昨天喝了1500毫升水"
    assert limits(told, Patient(conditions=("心衰",))) == {"fluid": "over"}
    assert "1200" in check(told, Patient(conditions=("心衰",)))[0].text


def test_none_at_all_means_any_amount_is_over() -> None:
    assert limits("a sip of wine", Patient(sex=Sex.FEMALE, pregnant=True)) == {"alcohol": "over"}
    assert limits("I had a slice of bread", Patient(conditions=("coeliac disease",)))["gluten"] == "over"


def test_the_sum_is_shown() -> None:
    (found,) = check("I had 2 cans of cola and 3 cookies", Patient(conditions=("type 2 diabetes",)))
    assert found.subject == "added sugar"
    assert "cola 75 + cookies 14 = 89 g" in found.text
    assert "WHO" in found.source


def test_an_illness_told_in_the_same_breath_counts() -> None:
    assert limits("I have gout and drank three beers", Patient())["alcohol"] == "over"
    assert limits("I don't have gout and drank a beer", Patient()) == {"alcohol": "within"}


def test_what_somebody_else_eats_is_not_the_patients() -> None:
    assert is_anothers("my husband drinks three beers", Patient(sex=Sex.FEMALE))
    assert not is_anothers("my husband drinks three beers", Patient(sex=Sex.MALE))
    assert not is_anothers("my friend and i had a beer", Patient())


def test_a_number_with_its_own_noun_is_no_amount_of_food() -> None:
    assert [one.number for one in quantities("for 3 days a 12 ounce steak")] == [12]


def test_an_oath_is_no_drink() -> None:
    assert "alcohol" not in limits("leave the scan in, for heaven's sake", Patient())
    assert limits("two cups of japanese sake every night", Patient())["alcohol"] == "over"
