"""The rules of `rules.csv`, each as a combination of signs. A hospital's clinician signs them off.

Up to 68 they are the emergencies of reception guides, from 69 on what such guides leave to those who examine.
"""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from models.embedded.red_flags.expression import Expression, Sign, any_of, at_least, excluded, named
from models.facts import Language

CHEST = Sign("chest_pain") | Sign("crushing_chest")
BREATHLESS = (Sign("breathless") | Sign("too_breathless")) & ~Sign("effort_only")
FEVER = any_of("temp_38", "fever")
DROWSY = any_of("hard_to_wake", "confused", "drowsy", "sleepy")
SWEATY = Sign("cold_sweat")
BACK_OR_BELLY = any_of("belly_pain", "back_pain", "belly_extreme")
CHILD = any_of("child", "infant", "under_three_months")
WITH_CHILD = any_of("pregnant", "postpartum")
HURT_WITHIN = any_of(
    "head_injury",
    "vomiting",
    "sleepy_after",
    "confused",
    "fainted",
    "near_faint",
    "breathless",
    "chest_pain",
    "belly_pain",
    "back_pain",
)
ONLY_ON_RISING = Sign("on_rising") & ~any_of("cold_sweat", "fainted", "vomiting")
LITTLE_HURT = any_of("graze_healing", "only_grazed") | (Sign("tumbled") & ~Sign("tumbled_hard"))
JEST = Sign("in_jest") & ~Sign("in_earnest")
HAY_FEVER_WHEEZE = (  # the wheeze of an asthma that hay fever stirs up, told beside swollen eyes
    Sign("hay_fever")
    & Sign("asthma")
    & Sign("breathes_well")
    & ~any_of("mouth_swells", "breath_hard", "too_breathless")
)
STROKE = any_of("face_droop", "slurred_speech") | (
    Sign("arm_weak_one_side") & ~(Sign("sore_arm") & ~Sign("came_suddenly"))
)

RULES: dict[int, Expression] = {
    1: ((Sign("crushing_chest") | ((CHEST | Sign("chest_tight")) & Sign("radiating"))) & ~Sign("chest_wall"))
    | Sign("nitrate_fails"),
    2: (((CHEST & (SWEATY | Sign("nausea") | BREATHLESS)) | (Sign("chest_tight") & SWEATY)) & ~Sign("chest_wall")),
    3: any_of("over_60", "diabetic")
    & Sign("belly_upper_jaw_back_pain")
    & Sign("drained")
    & ~Sign("old_or_diabetic_reason"),
    4: Sign("tearing_pain") & ~Sign("muscle_tear"),
    5: Sign("too_breathless") & ~Sign("effort_only"),
    6: any_of("blue_lips", "choking"),
    7: Sign("coughing_much_blood"),
    8: any_of("one_leg_swollen", "one_leg_sore") & (any_of("breathless", "too_breathless") | CHEST),
    9: Sign("heart_racing") & Sign("feels_ill") & ~Sign("racing_reason"),
    10: (Sign("fainted") | (Sign("near_faint") & ~Sign("on_rising"))) & ~(Sign("epilepsy") & Sign("seizure")),
    11: STROKE
    & ~Sign("slurred_reason")
    & ~(any_of("stroke_long_ago", "learning_to_talk") & ~any_of("came_suddenly", "newly_worse")),
    12: any_of("lost_balance", "double_vision") & Sign("came_suddenly"),
    13: Sign("thunderclap")
    | (Sign("head_bursting") & Sign("came_at_once"))
    | (Sign("headache") & Sign("head_severe") & Sign("came_at_once") & ~Sign("known_migraine"))
    | (Sign("headache") & Sign("stiff_neck") & Sign("vomiting") & ~Sign("known_migraine")),
    14: FEVER & (Sign("stiff_neck") | (Sign("confused") & ~Sign("confused_reason")) | Sign("hard_to_wake")),
    15: Sign("seizure") & ~(any_of("epilepsy", "fit_seen_to") & ~Sign("fit_now")),
    16: (
        Sign("confused")
        & ~any_of("confused_reason", "only_puzzled")
        & ~(any_of("dementia", "slow_decline") & ~any_of("came_suddenly", "of_late"))
    )
    | (Sign("asks_again") & any_of("came_suddenly", "of_late"))
    | (Sign("hard_to_wake") & ~Sign("oversleeps")),
    17: Sign("head_injury")
    & any_of(
        "vomiting",
        "sleepy_after",
        "on_blood_thinner",
        "confused",
        "asks_again",
        "hard_to_wake",
        "fainted",
        "near_faint",
    ),
    18: Sign("back_pain") & any_of("saddle_numb", "bladder_trouble"),
    19: Sign("limb_cold_pale") & ~(Sign("both_hands_in_cold") & ~Sign("came_at_once")),
    20: Sign("face_swelling") & Sign("airway_trouble") & ~HAY_FEVER_WHEEZE,
    21: Sign("cannot_swallow_saliva") & ~Sign("drool_reason"),
    22: at_least(2, "rigors", "mottled", "no_urine_day", "feels_dying")
    | (FEVER & any_of("mottled", "no_urine_day", "feels_dying"))
    | Sign("septic_ill"),
    23: FEVER & any_of("on_chemotherapy", "low_immunity"),
    24: Sign("rash_not_fading") & (FEVER | any_of("stiff_neck", "hard_to_wake", "confused", "vomiting")),
    25: Sign("heat") & Sign("heat_collapse") & any_of("hot_dry", "heat"),
    26: (Sign("rigid_belly") & any_of("belly_extreme", "belly_pain"))
    | (Sign("belly_cannot_straighten") & ~Sign("period_pain")),
    27: (Sign("blood_vomit") & ~Sign("vomit_blood_reason")) | (Sign("black_stool") & ~Sign("black_reason")),
    28: Sign("over_60") & BACK_OR_BELLY & Sign("came_suddenly") & Sign("pale_faint") & ~ONLY_ON_RISING,
    29: Sign("vomiting") & Sign("no_gas_stool") & any_of("bloated", "belly_pain") & ~Sign("passes_wind"),
    30: Sign("testicle_pain") & Sign("testicle_sudden"),
    31: Sign("cannot_pass_urine") & Sign("bladder_full_pain") & ~Sign("urine_slow"),
    32: Sign("thirst") & Sign("much_urine") & any_of("weight_loss", "drowsy"),
    33: Sign("diabetic") & Sign("low_sugar_signs") & ~Sign("low_sugar_reason"),
    34: Sign("bleeding_not_stopping") & ~Sign("bleeding_minor"),
    35: Sign("crash_or_fall") & ~(LITTLE_HURT & ~HURT_WITHIN) & ~JEST,
    36: Sign("burn") & Sign("burn_serious") & ~Sign("burn_minor"),
    37: Sign("bone_out") & ~Sign("bone_old"),
    38: Sign("animal_bite") & Sign("skin_broken") & ~Sign("skin_whole"),
    39: Sign("lost_sight") & Sign("sight_sudden") & ~Sign("sight_slow"),
    40: Sign("chemical_in_eye") & ~Sign("chemical_reason"),
    41: Sign("red_painful_eye") & any_of("halos", "vomiting", "nausea"),
    42: Sign("over_50") & Sign("temple_pain") & any_of("jaw_on_chewing", "blurred", "lost_sight"),
    43: Sign("waters_broken")
    | Sign("pregnant") & ((Sign("vaginal_bleeding") & ~Sign("bleeding_elsewhere")) | Sign("leaking_fluid")),
    44: (Sign("late_period") & (Sign("one_sided_belly_pain") | (Sign("belly_pain") & Sign("faint_now"))))
    | (Sign("ectopic_suspected") & any_of("early_bleeding", "belly_pain", "faint_now")),
    45: WITH_CHILD
    & (
        (
            (Sign("headache") & (Sign("head_severe") | Sign("blurred")))
            | (Sign("headache") & Sign("high_blood_pressure"))
        )
        | (Sign("face_hand_swelling") & any_of("headache", "blurred", "came_suddenly", "high_blood_pressure"))
        | Sign("face_hand_swelling")
        | Sign("blurred")
    ),
    46: Sign("baby_moves_less") & any_of("pregnant", "fetal_context") & ~Sign("too_early_to_feel"),
    47: (
        Sign("labour")
        | (any_of("labour_pains", "wants_to_push") & Sign("pregnant"))
        | (Sign("labour_pains") & Sign("wants_to_push"))
    )
    & ~Sign("labour_irregular"),
    48: Sign("postpartum") & (Sign("heavy_bleeding_after_birth") | FEVER | Sign("foul_discharge")),
    49: WITH_CHILD & (CHEST | BREATHLESS),
    50: Sign("under_three_months") & (Sign("temp_38") | (Sign("infant_fever") & ~Sign("temp_below_38"))),
    51: (CHILD & ((Sign("floppy_child") & ~Sign("not_a_body")) | (Sign("hard_to_wake") & ~Sign("oversleeps"))))
    | (FEVER & Sign("gone_floppy") & ~any_of("adult", "not_a_body")),
    52: CHILD & Sign("hard_breathing_child") & ~Sign("grumbling"),
    53: CHILD & Sign("pale_mottled_blue_child") & ~Sign("pale_reason"),
    54: (CHILD | Sign("nappy")) & Sign("no_wet_nappy") & ~Sign("dry_too_short"),
    55: Sign("bulging_fontanelle") | (CHILD & Sign("green_vomit")),
    56: CHILD & FEVER & any_of("wont_use_limb", "swollen_joint"),
    57: Sign("swallowed_battery"),
    58: Sign("poisoned") & ~Sign("poison_reason"),
    59: Sign("heater") & Sign("all_dizzy"),
    60: (
        any_of("wants_to_die", "wishes_death", "other_may_harm_self", "other_wishes_death")
        | (Sign("life_pointless") & ~Sign("denies_death_wish"))
    )
    & ~JEST,
    61: Sign("harm_others") & ~Sign("harm_figurative") & ~JEST,
    62: CHILD & ((Sign("touched_privately") & ~Sign("washing_reason")) | Sign("unexplained_injury")),
    63: Sign("under_14") & Sign("girl_pregnant"),
    64: Sign("violence_at_home") & ~Sign("violence_reason") & ~(Sign("violence_over") & ~Sign("violence_goes_on")),
    65: (FEVER | Sign("cough")) & Sign("travel_or_contact"),
    66: FEVER & Sign("blistering_rash") & Sign("others_have_it"),
    67: Sign("cough_long") & any_of("night_sweats", "blood_in_phlegm", "weight_loss"),
    68: Sign("watery_stool_many") & Sign("family_too"),
    69: (Sign("vitals_adult") & ~CHILD) | (Sign("vitals_child") & CHILD),
    70: Sign("reliever_fails") & any_of("lung_illness", "breathless", "too_breathless"),
    71: Sign("colic"),
    72: CHILD & Sign("bloody_diarrhoea") & ~Sign("blood_on_hard_stool"),
    73: Sign("belly_inflamed") & ~Sign("belly_settled"),
    74: Sign("one_leg_swollen") & Sign("leg_sore") & ~Sign("leg_reason"),
    75: Sign("jaw_locked") & Sign("dirty_wound") & ~Sign("jaw_reason"),
    76: Sign("spreading_redness") & (FEVER | any_of("rigors", "pain_unbearable")),
    77: Sign("dead_toe") & ~(Sign("bruised_toe") & ~Sign("diabetic")),
    78: Sign("flooding"),
}
SPEAKING_FOR = {rule: named(expression) for rule, expression in RULES.items()}  # the signs of each

EXCUSES = frozenset(name for rule in RULES.values() for part in excluded(rule) for name in named(part.part))

# The level a rule rises to when this holds too.
UPGRADED: dict[int, tuple[Expression, str]] = {32: (DROWSY, "A"), 69: (Sign("vitals_failing"), "A")}

# What an utterance that only sounds like a rule's emergency must hold, or must not be of. An age not told may be any.
NEEDED: dict[int, Expression] = {
    3: any_of("over_60", "diabetic") | ~Sign("adult"),
    16: ~(
        Sign("forgetful")
        & (
            Sign("clear_headed")
            | ~(FEVER | any_of("came_suddenly", "of_late", "head_injury", "confused", "drowsy", "sleepy"))
        )
    ),
    28: Sign("over_60") | ~Sign("adult"),
    35: ~Sign("limb_caught"),
    42: Sign("over_50") | ~Sign("adult"),
    50: Sign("under_three_months") | ~CHILD,
    57: ~Sign("limb_caught"),
    58: ~Sign("limb_caught"),
    62: ~Sign("limb_caught"),
    69: any_of("vitals_adult", "vitals_child"),
}
# What has been so for long and got no worse: it must sound more like an emergency than like none.
OF_OLD = Sign("long_since") & ~any_of("came_suddenly", "of_late", "newly_worse")
OF_CHILDREN = frozenset({50, 51, 52, 53, 54, 55, 56, 62, 63, 72})
OF_PREGNANCY = frozenset({43, 44, 45, 46, 47, 48, 49})
OF_MEN = frozenset({30})


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
