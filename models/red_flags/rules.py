"""The rules of `rules.csv`, as conditions over what holds of a patient. A hospital's clinician signs them off.

A danger sign of `knowledge/signs.yaml` that is tapped raises its rule by itself; here stand the combinations, and the
findings that are one alone. Up to 68 the rules are the emergencies of reception guides, from 69 on what such guides
leave to those who examine, from 79 on what stands behind a danger sign that no guide's rule names.
"""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from models.facts import Language, Person, Sex
from models.red_flags.conditions import Condition, Has, any_of, two_of

CHEST = any_of("chest_pain", "chest_pressure")
CHEST_ANY = CHEST | Has("chest_tightness")
BREATHLESS = any_of("breathlessness", "cannot_finish_sentence", "breathless_at_rest", "cannot_lie_flat")
FEVER = any_of("temperature_38", "fever", "fever_chills", "fever_shaking", "shaking_chills")
DROWSY = any_of("confusion", "confused_drowsy", "hard_to_wake", "drowsiness")
FAINT = any_of("fainting", "faint", "feeling_faint", "near_faint", "faint_on_effort")
BELLY = any_of("abdominal_pain", "lower_abdominal_pain", "right_lower_pain", "right_upper_pain", "stomach_pain")
SWOLLEN_FACE = any_of("swollen_face", "face_swelling", "swollen_lips", "lips_face_swelling")
PREGNANT = any_of(
    *("pregnant", "pregnancy_known", "pregnancy_test_positive"),
    *("gestational_diabetes", "pregnancy_hypertension", "preeclampsia", "eclampsia"),
)
MAYBE_PREGNANT = any_of("missed_period", "may_be_pregnant")
WITH_CHILD = PREGNANT | Has("after_birth")
DIABETIC = any_of("diabetes", "diabetic_retinopathy", "diabetic_kidney", "ketoacidosis")
LOW_IMMUNITY = any_of(
    *("chemotherapy", "low_immunity", "leukaemia", "lymphoma", "myeloma", "neutropenia", "aplastic_anaemia", "hiv"),
    *("marrow_transplant", "kidney_transplant", "liver_transplant", "heart_transplant", "lung_transplant"),
    "spleen_removed",
)
CHILD = any_of("under_three_months", "child")
SUDDEN, SEVERE, LASTING = Has("sudden"), Has("severe"), Has("for_three_months")

RULES: dict[int, Condition] = {
    1: Has("crushing_chest") | (CHEST_ANY & Has("pain_to_arm_jaw")),
    2: (CHEST & (any_of("sweating", "nausea", "vomiting") | (BREATHLESS & ~Has("exertion_trigger"))))
    | (Has("chest_tightness") & Has("sweating")),
    3: (Has("over_60") | DIABETIC)
    & any_of("jaw_pain", "upper_back_pain", "stomach_pain", "right_upper_pain")
    & (Has("sweating") | FAINT),
    4: Has("tearing_pain"),
    5: Has("cannot_finish_sentence"),
    6: any_of("blue_lips", "choking"),
    7: Has("coughing_much_blood"),
    8: Has("leg_swelling_one") & (BREATHLESS | CHEST),
    9: Has("palpitations") & (any_of("unwell", "dizziness") | FAINT),
    10: FAINT & ~(Has("epilepsy") & Has("seizure")),
    11: any_of("face_droop", "slurred_speech", "weak_one_side") & ~(LASTING & ~SUDDEN),
    12: Has("sudden_unsteady") | (Has("double_vision") & SUDDEN),
    13: Has("worst_headache")
    | (Has("headache") & SEVERE & SUDDEN)
    | (Has("headache") & Has("stiff_neck") & Has("vomiting")),
    14: FEVER & any_of("stiff_neck", "neck_too_stiff", "confusion", "confused_drowsy"),
    15: Has("seizure") & ~Has("epilepsy"),
    16: any_of("confused_drowsy", "hard_to_wake") | (Has("confusion") & ~((Has("dementia") | LASTING) & ~SUDDEN)),
    17: any_of("head_injury", "knock_lately")
    & (any_of("vomiting", "blood_thinner", "seizure", "worst_headache") | DROWSY | FAINT),
    18: Has("back_pain")
    & any_of("saddle_numbness", "bladder_bowel", "cannot_urinate", "urine_leak", "stool_incontinence", "legs_weaker"),
    19: Has("limb_cold_pale"),
    20: SWOLLEN_FACE & (BREATHLESS | any_of("wheeze", "throat_closing", "noisy_breathing")),
    21: Has("drooling"),
    22: two_of("shaking_chills", "mottled_skin", "no_urine", "feeling_of_dying")
    | (FEVER & any_of("mottled_skin", "mottled_cold", "no_urine", "feeling_of_dying")),
    23: FEVER & LOW_IMMUNITY,
    24: Has("rash_not_fading") & (FEVER | DROWSY | any_of("fever_with_rash", "stiff_neck", "vomiting")),
    25: Has("heat_illness") & (DROWSY | any_of("fainting", "seizure")),
    26: Has("rigid_belly"),
    27: any_of("vomiting_blood", "black_stool"),
    28: Has("over_60")
    & (BELLY | any_of("back_pain", "flank_pain"))
    & SUDDEN
    & (FAINT | any_of("sweating", "dizziness")),
    29: Has("vomiting") & Has("no_gas_or_stool") & (Has("bloating") | BELLY),
    30: Has("sudden_testicle_pain") | (Has("testicle_pain") & SUDDEN),
    31: Has("cannot_urinate"),
    32: Has("thirst") & Has("frequent_urination") & (Has("weight_loss") | DROWSY),
    33: DIABETIC & (any_of("sweating", "low_sugar_now") | DROWSY),
    34: Has("bleeding_wont_stop"),
    35: Has("fall_from_height"),
    36: Has("large_burn"),
    37: Has("bone_deformed"),
    38: Has("bite_broke_skin"),
    39: Has("sudden_sight_loss") | (Has("blurred_vision") & SUDDEN & SEVERE),
    40: Has("chemical_in_eye"),
    41: any_of("eye_pain", "red_eye") & any_of("halos", "vomiting", "nausea"),
    42: Has("over_50") & Has("headache") & Has("jaw_pain") & any_of("blurred_vision", "sudden_sight_loss"),
    43: Has("waters_broken") | (PREGNANT & any_of("vaginal_bleeding", "threatened_miscarriage")),
    44: (MAYBE_PREGNANT | Has("pregnancy_test_positive"))
    & (BELLY | Has("vaginal_bleeding"))
    & (FAINT | Has("dizziness")),
    45: (WITH_CHILD & (SWOLLEN_FACE | Has("blurred_vision")))
    | (WITH_CHILD & Has("headache") & (SEVERE | Has("high_blood_pressure_reading")))
    | Has("severe_headache_pregnant"),
    46: Has("baby_moves_less"),
    47: Has("labour_close") | (PREGNANT & Has("contractions") & SEVERE),
    48: Has("after_birth") & (FEVER | (Has("vaginal_bleeding") & SEVERE)),
    49: WITH_CHILD & (CHEST | BREATHLESS),
    50: Has("under_three_months") & (Has("temperature_38") | (FEVER & ~Has("temperature_below_38"))),
    51: Has("baby_floppy"),
    52: Has("fast_breathing_child"),
    53: CHILD & any_of("mottled_skin", "child_pale_blue"),
    54: Has("no_wet_nappy"),
    55: CHILD & Has("green_vomit"),
    56: CHILD & FEVER & any_of("child_limp", "limping", "joint_swelling", "cannot_bear_weight"),
    57: Has("swallowed_battery_magnet"),
    58: Has("overdose"),
    59: Has("carbon_monoxide"),
    60: Has("wants_to_die"),
    61: Has("wants_to_harm_others"),
    62: Has("child_unexplained_injury"),
    63: Has("under_14") & PREGNANT,
    64: Has("violence_at_home"),
    65: (FEVER | Has("cough")) & Has("contact_with_infection"),
    66: FEVER
    & (
        any_of("chickenpox", "hand_foot_mouth")
        | (any_of("rash", "blister_rash", "widespread_blisters") & Has("contact_with_infection"))
    ),
    67: Has("cough") & Has("for_two_weeks") & any_of("night_sweats", "coughing_blood", "weight_loss"),
    68: Has("family_diarrhoea"),
    69: (Has("vitals_adult") & (Has("adult") | ~CHILD)) | (Has("vitals_child") & CHILD),
    70: any_of("asthma", "copd", "child_asthma") & any_of("inhaler_fails", "breathless_at_rest", "blue_lips"),
    71: Has("colic_waves") | (Has("flank_pain") & SEVERE & any_of("vomiting", "nausea")),
    72: CHILD & Has("diarrhea") & Has("blood_in_stool"),
    73: FEVER & (Has("yellow_skin") | (any_of("right_lower_pain", "right_upper_pain") & Has("vomiting"))),
    74: Has("leg_swelling_one"),
    75: Has("mouth_will_not_open") & any_of("cut_wound", "animal_bite", "wound_infection"),
    76: (any_of("red_skin", "wound_infection") & FEVER & SEVERE) | (Has("redness_spreads") & (FEVER | SEVERE)),
    77: Has("black_toe"),
    78: Has("pad_an_hour"),
    95: Has("joint_hot_fever") & FEVER,
    114: MAYBE_PREGNANT & (BELLY | Has("vaginal_bleeding")),
    119: Has("hopelessness"),
    120: Has("not_breathing"),
}

# The level a rule rises to when this holds too.
UPGRADED: dict[int, tuple[Condition, str]] = {
    32: (DROWSY, "A"),
    69: (Has("vitals_failing"), "A"),
    108: (BREATHLESS | any_of("palpitations", "racing_ill"), "A"),
}

VALUES = 69  # the rule of measured values
OVERDOSE, WISH_TO_DIE, PAD_AN_HOUR = 58, 60, 78
NAMED = frozenset({119})  # a nurse looks where words name what makes it hold, whatever the classifier hears
AT_ONCE = frozenset({120})  # who names what makes it hold is waited for by nobody, and nothing else is looked for

# Of whom a rule cannot be, whatever the words sound like: years, from and to.
_AGES: dict[int, tuple[float, float]] = {
    **dict.fromkeys((51, 52, 53, 54, 55, 56, 62, 72), (0, 18)),
    **{50: (0, 0.5), 63: (8, 14), 28: (50, 200), 42: (45, 200)},
}
_OF_THE_PREGNANT = frozenset({43, 46, 47, 63})
_OF_WOMEN = _OF_THE_PREGNANT | {44, 45, 48, 49, 78, 114}
_OF_MEN = frozenset({30})


def of_nobody_such(rule: int, person: Person) -> bool:
    """Whether the age, the sex or a pregnancy known exclude the rule."""
    youngest, oldest = person.ages
    low, high = _AGES.get(rule, (0, 200))
    return (
        youngest >= high
        or (oldest is not None and oldest < low)
        or (person.sex is Sex.MALE and rule in _OF_WOMEN)
        or (person.sex is Sex.FEMALE and rule in _OF_MEN)
        or (person.pregnant is False and rule in _OF_THE_PREGNANT)
    )


def of_the_pregnant(rule: int) -> bool:
    return rule in _OF_THE_PREGNANT


class Entry(NamedTuple):
    """A row of the table."""

    rule: int
    level: str
    private: bool
    route: str
    reason: dict[Language, str]
    source: str


@cache
def table() -> dict[int, Entry]:
    """The hospital's table by rule; `A+P` is level A, kept private."""
    with Path(__file__).with_suffix(".csv").open(encoding="utf-8") as rows:
        return {int(row["id"]): _entry(row) for row in csv.DictReader(rows)}


def _entry(row: dict[str, str]) -> Entry:
    level, _, private = row["level"].partition("+")
    return Entry(
        rule=int(row["id"]),
        level=level,
        private=bool(private) or level == "P",
        route=row["route"],
        reason={Language.EN: row["en"], Language.ZH: row["zh"]},
        source=row["source"],
    )
