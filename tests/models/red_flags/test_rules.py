"""Each rule alarms by what the record states: tapped signs and findings, conditions, values, age, sex, pregnancy."""

from typing import NamedTuple

import pytest

from models.facts import Details, Duration, Fact, Language, Person, Record, Severity, Sex, Topic
from models.knowledge.load import knowledge
from models.knowledge.schema import Sign
from models.red_flags import check
from models.red_flags.conditions import Has, any_of, two_of
from models.red_flags.rules import RULES, UPGRADED, table
from models.red_flags.statements import DERIVED


class Case(NamedTuple):
    codes: str = ""
    details: Details = Details()
    person: Person = Person()


def years(age: float) -> Person:
    return Person(age_months=round(age * 12))


AT_ONCE, BADLY = Details(sudden=True), Details(severity=Severity.SEVERE)
BABY, CHILD, OLD = years(0.15), years(4), years(70)
PREGNANT = Person(sex=Sex.FEMALE, age_months=360, pregnant=True)

CASES: dict[int, Case] = {
    1: Case("chest_tightness pain_to_arm_jaw"),
    2: Case("chest_pain sweating"),
    3: Case("jaw_pain feeling_faint", person=OLD),
    4: Case("tearing_pain"),
    5: Case("cannot_finish_sentence"),
    6: Case("choking"),
    7: Case("coughing_much_blood"),
    8: Case("leg_swelling_one breathlessness"),
    9: Case("palpitations unwell"),
    10: Case("fainting"),
    11: Case("slurred_speech"),
    12: Case("double_vision", AT_ONCE),
    13: Case("headache stiff_neck vomiting"),
    14: Case("fever stiff_neck"),
    15: Case("seizure"),
    16: Case("confusion"),
    17: Case("head_injury vomiting"),
    18: Case("back_pain saddle_numbness"),
    19: Case("limb_cold_pale"),
    20: Case("swollen_lips wheeze"),
    21: Case("drooling"),
    22: Case("fever mottled_skin"),
    23: Case("fever leukaemia"),
    24: Case("rash_not_fading fever"),
    25: Case("heat_illness confusion"),
    26: Case("rigid_belly"),
    27: Case("black_stool"),
    28: Case("abdominal_pain feeling_faint", AT_ONCE, OLD),
    29: Case("vomiting no_gas_or_stool bloating"),
    30: Case("testicle_pain", AT_ONCE, Person(sex=Sex.MALE)),
    31: Case("cannot_urinate"),
    32: Case("thirst frequent_urination weight_loss"),
    33: Case("diabetes sweating"),
    34: Case("bleeding_wont_stop"),
    35: Case("fall_from_height"),
    36: Case("large_burn"),
    37: Case("bone_deformed"),
    38: Case("bite_broke_skin"),
    39: Case("sudden_sight_loss"),
    40: Case("chemical_in_eye"),
    41: Case("red_eye halos"),
    42: Case("headache jaw_pain blurred_vision", person=OLD),
    43: Case("vaginal_bleeding", person=PREGNANT),
    44: Case("missed_period lower_abdominal_pain feeling_faint"),
    45: Case("blurred_vision", person=PREGNANT),
    46: Case("baby_moves_less", person=PREGNANT),
    47: Case("contractions", BADLY, PREGNANT),
    48: Case("after_birth fever"),
    49: Case("chest_pain", person=PREGNANT),
    50: Case(details=Details(value="38.3 °C"), person=BABY),
    51: Case("baby_floppy", person=BABY),
    52: Case("fast_breathing_child", person=CHILD),
    53: Case("mottled_skin", person=CHILD),
    54: Case("no_wet_nappy", person=BABY),
    55: Case("green_vomit", person=BABY),
    56: Case("fever child_limp", person=CHILD),
    57: Case("swallowed_battery_magnet"),
    58: Case("overdose"),
    59: Case("carbon_monoxide"),
    60: Case("wants_to_die"),
    61: Case("wants_to_harm_others"),
    62: Case("child_unexplained_injury", person=CHILD),
    63: Case("pregnancy_test_positive", person=years(13)),
    64: Case("violence_at_home"),
    65: Case("cough contact_with_infection"),
    66: Case("fever rash contact_with_infection"),
    67: Case("cough night_sweats", Details(duration=Duration(hours=21 * 24, words="three weeks"))),
    68: Case("family_diarrhoea"),
    69: Case(details=Details(value="SpO2 86 %"), person=years(40)),
    70: Case("asthma inhaler_fails"),
    71: Case("colic_waves"),
    72: Case("diarrhea blood_in_stool", person=CHILD),
    73: Case("right_lower_pain fever vomiting"),
    74: Case("leg_swelling_one"),
    75: Case("mouth_will_not_open cut_wound"),
    76: Case("red_skin fever", BADLY),
    77: Case("black_toe"),
    78: Case("pad_an_hour"),
    95: Case("joint_hot_fever fever_chills"),
    119: Case("hopelessness"),
    120: Case("not_breathing"),
    114: Case("missed_period lower_abdominal_pain"),
}


def record_of(case: Case) -> Record:
    facts = [Fact(topic=_topic(code), code=code, quote=code) for code in case.codes.split()]
    if case.details != Details():
        facts.append(Fact(topic=Topic.DETAIL, code="how:so", quote="so", details=case.details))
    return tuple(facts)


def _topic(code: str) -> Topic:
    known = knowledge()
    if code in known.conditions:
        return Topic.CONDITION
    return known.findings[code].topic if code in known.findings else Topic.FINDING


def rules(record: Record, person: Person = Person()) -> set[int]:  # noqa: B008
    return {flag.rule for flag in check("", language=Language.EN, record=record, person=person)}


def test_every_rule_of_the_table_has_a_condition_and_a_case() -> None:
    assert RULES.keys() == CASES.keys()
    assert table().keys() == RULES.keys() | {sign.rule for sign in knowledge().signs.values()}


@pytest.mark.parametrize("rule", CASES)
def test_the_condition_of_a_rule_alarms(rule: int) -> None:
    case = CASES[rule]
    assert rule in rules(record_of(case), case.person)


@pytest.mark.parametrize("rule", [rule for rule, case in CASES.items() if len(case.codes.split()) > 1])
def test_the_first_half_of_a_combination_does_not(rule: int) -> None:
    case = CASES[rule]
    half = case._replace(codes=case.codes.split()[0])
    assert rule not in rules(record_of(half), case.person)


def test_conditions_name_what_the_knowledge_or_the_person_gives() -> None:
    known = knowledge()
    named = frozenset().union(*(rule.named for rule in (*RULES.values(), *(when for when, _ in UPGRADED.values()))))
    assert named <= known.findings.keys() | known.conditions.keys() | known.signs.keys() | DERIVED


@pytest.mark.parametrize("sign", knowledge().signs.values(), ids=lambda sign: sign.code)
def test_a_danger_sign_that_is_tapped_raises_its_rule(sign: Sign) -> None:
    tapped = Fact(topic=Topic.FINDING, code=sign.code, quote=sign.en, asked="danger")
    assert sign.rule in rules((tapped,), Person(pregnant=sign.when.pregnant))
    told = tapped.model_copy(update={"asked": None})
    assert (sign.rule in rules((told,), Person(pregnant=sign.when.pregnant))) is sign.alone


def test_a_condition_says_which_codes_made_it_true() -> None:
    either = any_of("b", "a") & ~Has("c")
    assert either.because({"a", "b"}) == ("b",)
    assert either.because({"a", "c"}) is None
    assert two_of("a", "b", "c").because({"a", "c"}) == ("a", "c")
    assert two_of("a", "b").because({"a"}) is None
