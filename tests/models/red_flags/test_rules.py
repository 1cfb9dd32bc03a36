"""Each rule alarms by what the record states: tapped signs and findings, conditions, values, age, sex, pregnancy."""

from typing import NamedTuple

import pytest

from frontdesk.models.facts import Details, Duration, Fact, Language, Person, Record, Severity, Sex, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import Sign
from frontdesk.models.red_flags import check
from frontdesk.models.red_flags.conditions import Has, any_of, two_of
from frontdesk.models.red_flags.rules import BY_SIGN, RULES
from frontdesk.models.red_flags.statements import DERIVED


class Case(NamedTuple):
    codes: str = ""
    details: Details = Details()
    person: Person = Person()


def years(age: float) -> Person:
    return Person(age_months=round(age * 12))


THREE_WEEKS = Details(duration=Duration(hours=21 * 24, words="three weeks"))
AT_ONCE, BADLY = Details(sudden=True), Details(severity=Severity.SEVERE)
BABY, CHILD, OLD = years(0.15), years(4), years(70)
PREGNANT = Person(sex=Sex.FEMALE, age_months=360, pregnant=True)

CASES: dict[str, Case] = {
    "crushing_chest_pain": Case("chest_tightness pain_to_arm_jaw"),
    "chest_pain_with_sweating": Case("chest_pain sweating"),
    "silent_heart_attack": Case("jaw_pain feeling_faint", person=OLD),
    "tearing_pain": Case("tearing_pain"),
    "cannot_finish_sentence": Case("cannot_finish_sentence"),
    "blue_or_choking": Case("choking"),
    "coughing_much_blood": Case("coughing_much_blood"),
    "leg_clot_to_lung": Case("leg_swelling_one breathlessness"),
    "racing_heart_ill": Case("palpitations unwell"),
    "fainted": Case("fainting"),
    "stroke_signs": Case("slurred_speech"),
    "sudden_imbalance": Case("double_vision", AT_ONCE),
    "worst_headache": Case("headache stiff_neck vomiting"),
    "fever_stiff_neck": Case("fever stiff_neck"),
    "first_fit": Case("seizure"),
    "newly_confused": Case("confusion"),
    "head_injury_danger": Case("head_injury vomiting"),
    "cauda_equina": Case("back_pain saddle_numbness"),
    "cold_limb": Case("limb_cold_pale"),
    "anaphylaxis": Case("swollen_lips wheeze"),
    "drooling": Case("drooling"),
    "sepsis": Case("fever mottled_skin"),
    "fever_low_immunity": Case("fever leukaemia"),
    "rash_not_fading_fever": Case("rash_not_fading fever"),
    "heat_stroke": Case("heat_illness confusion"),
    "rigid_belly": Case("rigid_belly"),
    "gut_bleeding": Case("black_stool"),
    "aneurysm": Case("abdominal_pain feeling_faint", AT_ONCE, OLD),
    "bowel_blocked": Case("vomiting no_gas_or_stool bloating"),
    "testicle_torsion": Case("testicle_pain", AT_ONCE, Person(sex=Sex.MALE)),
    "cannot_urinate": Case("cannot_urinate"),
    "diabetes_new": Case("thirst frequent_urination weight_loss"),
    "low_sugar": Case("diabetes sweating"),
    "bleeding_wont_stop": Case("bleeding_wont_stop"),
    "fall_or_crash": Case("fall_from_height"),
    "large_burn": Case("large_burn"),
    "limb_deformed": Case("bone_deformed"),
    "animal_bite": Case("bite_broke_skin"),
    "sudden_sight_loss": Case("sudden_sight_loss"),
    "chemical_in_eye": Case("chemical_in_eye"),
    "acute_glaucoma": Case("red_eye halos"),
    "temporal_arteritis": Case("headache jaw_pain blurred_vision", person=OLD),
    "pregnant_bleeding": Case("vaginal_bleeding", person=PREGNANT),
    "ectopic_faint": Case("missed_period lower_abdominal_pain feeling_faint"),
    "preeclampsia": Case("blurred_vision", person=PREGNANT),
    "baby_moves_less": Case("baby_moves_less", person=PREGNANT),
    "labour_close": Case("contractions", BADLY, PREGNANT),
    "after_birth": Case("after_birth fever"),
    "pregnant_chest": Case("chest_pain", person=PREGNANT),
    "young_baby_fever": Case(details=Details(value="38.3 °C"), person=BABY),
    "floppy_child": Case("baby_floppy", person=BABY),
    "child_breathing_hard": Case("fast_breathing_child", person=CHILD),
    "child_pale_blue": Case("mottled_skin", person=CHILD),
    "no_wet_nappy": Case("no_wet_nappy", person=BABY),
    "green_vomit": Case("green_vomit", person=BABY),
    "child_limp_fever": Case("fever child_limp", person=CHILD),
    "swallowed_battery_magnet": Case("swallowed_battery_magnet"),
    "overdose": Case("overdose"),
    "carbon_monoxide": Case("carbon_monoxide"),
    "wants_to_die": Case("wants_to_die"),
    "wants_to_harm_others": Case("wants_to_harm_others"),
    "child_unexplained_injury": Case("child_unexplained_injury", person=CHILD),
    "pregnant_under_14": Case("pregnancy_test_positive", person=years(13)),
    "violence_at_home": Case("violence_at_home"),
    "outbreak_contact": Case("cough contact_with_infection"),
    "rash_contact": Case("fever rash contact_with_infection"),
    "long_cough_tuberculosis": Case(
        "cough night_sweats", Details(duration=Duration(hours=21 * 24, words="three weeks"))
    ),
    "family_diarrhoea": Case("family_diarrhoea"),
    "measured_values": Case(details=Details(value="SpO2 86 %"), person=years(40)),
    "asthma_attack": Case("asthma inhaler_fails"),
    "colic": Case("colic_waves"),
    "child_bloody_diarrhoea": Case("diarrhea blood_in_stool", person=CHILD),
    "belly_fever": Case("right_lower_pain fever vomiting"),
    "leg_swelling_one": Case("leg_swelling_one"),
    "tetanus": Case("mouth_will_not_open cut_wound"),
    "spreading_infection": Case("red_skin fever", BADLY),
    "black_toe": Case("black_toe"),
    "pad_an_hour": Case("pad_an_hour"),
    "joint_hot_fever": Case("joint_hot_fever fever_chills"),
    "not_breathing": Case("not_breathing"),
    "hopelessness": Case("hopelessness"),
    "ectopic_possible": Case("missed_period lower_abdominal_pain"),
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


def rules(record: Record, person: Person = Person()) -> set[str]:  # noqa: B008
    return {flag.rule for flag in check("", language=Language.EN, record=record, person=person)}


def test_every_rule_of_the_table_has_a_condition_and_a_case() -> None:
    assert {slug for slug, rule in RULES.items() if rule.when} == CASES.keys()
    assert all(rule.when or rule.signs for rule in RULES.values())


def test_every_danger_sign_is_of_one_rule() -> None:
    assert BY_SIGN.keys() == knowledge().signs.keys()
    assert sum(len(rule.signs) for rule in RULES.values()) == len(BY_SIGN)


@pytest.mark.parametrize("rule", CASES)
def test_the_condition_of_a_rule_alarms(rule: str) -> None:
    case = CASES[rule]
    assert rule in rules(record_of(case), case.person)


@pytest.mark.parametrize("rule", [rule for rule, case in CASES.items() if len(case.codes.split()) > 1])
def test_the_first_half_of_a_combination_does_not(rule: str) -> None:
    case = CASES[rule]
    half = case._replace(codes=case.codes.split()[0])
    assert rule not in rules(record_of(half), case.person)


def test_conditions_name_what_the_knowledge_or_the_person_gives() -> None:
    known = knowledge()
    conditions = [one for rule in RULES.values() for one in (rule.when, rule.rises and rule.rises[0]) if one]
    named = frozenset().union(*(one.named for one in conditions))
    assert named <= known.findings.keys() | known.conditions.keys() | known.signs.keys() | DERIVED


@pytest.mark.parametrize("sign", knowledge().signs.values(), ids=lambda sign: sign.code)
def test_a_danger_sign_that_is_tapped_raises_its_rule(sign: Sign) -> None:
    tapped = Fact(topic=Topic.FINDING, code=sign.code, quote=sign.en, asked="danger")
    assert BY_SIGN[sign.code].slug in rules((tapped,), Person(pregnant=sign.when.pregnant))
    told = tapped.model_copy(update={"asked": None})
    assert (BY_SIGN[sign.code].slug in rules((told,), Person(pregnant=sign.when.pregnant))) is sign.alone


def test_a_condition_says_which_codes_made_it_true() -> None:
    either = any_of("b", "a") & ~Has("c")
    assert either.because({"a", "b"}) == ("b",)
    assert either.because({"a", "c"}) is None
    assert two_of("a", "b", "c").because({"a", "c"}) == ("a", "c")
    assert two_of("a", "b").because({"a"}) is None
