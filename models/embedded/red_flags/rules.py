"""The 68 rules of `rules.csv`, each as a combination of signs. A hospital's clinician signs them off."""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from models.embedded.red_flags.expression import Expression, any_of, at_least
from models.embedded.red_flags.expression import Sign as S
from models.facts import Language

CHEST = S("chest_pain") | S("crushing_chest")
BREATHLESS = (S("breathless") | S("too_breathless")) & ~S("effort_only")
FEVER = any_of("temp_38", "fever")
DROWSY = any_of("hard_to_wake", "confused", "drowsy")
SWEATY = S("cold_sweat")
BACK_OR_BELLY = any_of("belly_pain", "back_pain", "belly_extreme")
CHILD = any_of("child", "infant", "under_three_months")
WITH_CHILD = any_of("pregnant", "postpartum")
STROKE = any_of("face_droop", "arm_weak_one_side", "slurred_speech")

RULES: dict[int, Expression] = {
    1: (S("crushing_chest") | ((CHEST | S("chest_tight")) & S("radiating"))) & ~S("chest_wall"),
    2: (((CHEST & (SWEATY | S("nausea") | BREATHLESS)) | (S("chest_tight") & SWEATY)) & ~S("chest_wall")),
    3: any_of("over_60", "diabetic") & S("belly_upper_jaw_back_pain") & S("drained") & ~S("old_or_diabetic_reason"),
    4: S("tearing_pain") & ~S("muscle_tear"),
    5: S("too_breathless") & ~S("effort_only"),
    6: any_of("blue_lips", "choking"),
    7: S("coughing_much_blood"),
    8: S("one_leg_swollen") & (BREATHLESS | CHEST),
    9: S("heart_racing") & S("feels_ill") & ~S("racing_reason"),
    10: S("fainted"),
    11: STROKE & ~S("slurred_reason"),
    12: any_of("lost_balance", "double_vision") & S("came_suddenly"),
    13: S("thunderclap") | (S("headache") & S("head_severe") & S("came_suddenly") & ~S("known_migraine")),
    14: FEVER & (S("stiff_neck") | (S("confused") & ~S("confused_reason")) | S("hard_to_wake")),
    15: S("seizure") & ~(S("epilepsy") & ~S("fit_now")),
    16: (S("confused") & ~(S("confused_reason") | S("dementia"))) | S("hard_to_wake"),
    17: S("head_injury")
    & any_of("vomiting", "sleepy_after", "on_blood_thinner", "confused", "hard_to_wake", "fainted"),
    18: S("back_pain") & any_of("saddle_numb", "bladder_trouble"),
    19: S("limb_cold_pale") & ~S("both_hands_in_cold"),
    20: S("face_swelling") & S("airway_trouble"),
    21: S("cannot_swallow_saliva") & ~S("drool_reason"),
    22: at_least(2, "rigors", "mottled", "no_urine_day", "feels_dying")
    | (FEVER & any_of("mottled", "no_urine_day", "feels_dying"))
    | S("septic_ill"),
    23: FEVER & any_of("on_chemotherapy", "low_immunity"),
    24: S("rash_not_fading") & (FEVER | any_of("stiff_neck", "hard_to_wake", "confused", "vomiting")),
    25: S("heat") & S("heat_collapse") & any_of("hot_dry", "heat"),
    26: (S("rigid_belly") & any_of("belly_extreme", "belly_pain")) | (S("belly_cannot_straighten") & ~S("period_pain")),
    27: (S("blood_vomit") & ~S("vomit_blood_reason")) | (S("black_stool") & ~S("black_reason")),
    28: S("over_60") & BACK_OR_BELLY & S("came_suddenly") & S("pale_faint"),
    29: S("vomiting") & S("no_gas_stool") & any_of("bloated", "belly_pain"),
    30: S("testicle_pain") & S("testicle_sudden"),
    31: S("cannot_pass_urine") & S("bladder_full_pain") & ~S("urine_slow"),
    32: S("thirst") & S("much_urine") & any_of("weight_loss", "drowsy"),
    33: S("diabetic") & S("low_sugar_signs") & ~S("low_sugar_reason"),
    34: S("bleeding_not_stopping") & ~S("bleeding_minor"),
    35: S("crash_or_fall"),
    36: S("burn") & S("burn_serious") & ~S("burn_minor"),
    37: S("bone_out") & ~S("bone_old"),
    38: S("animal_bite") & S("skin_broken") & ~S("skin_whole"),
    39: S("lost_sight") & S("sight_sudden") & ~S("sight_slow"),
    40: S("chemical_in_eye") & ~S("chemical_reason"),
    41: S("red_painful_eye") & any_of("halos", "vomiting", "nausea"),
    42: S("over_50") & S("temple_pain") & any_of("jaw_on_chewing", "blurred", "lost_sight"),
    43: S("pregnant") & ((S("vaginal_bleeding") & ~S("bleeding_elsewhere")) | S("leaking_fluid")),
    44: S("late_period") & (S("one_sided_belly_pain") | (S("belly_pain") & S("faint_now"))),
    45: WITH_CHILD
    & (
        ((S("headache") & (S("head_severe") | S("blurred"))) | (S("headache") & S("high_blood_pressure")))
        | (S("face_hand_swelling") & any_of("headache", "blurred", "came_suddenly", "high_blood_pressure"))
        | S("face_hand_swelling")
        | S("blurred")
    ),
    46: S("baby_moves_less") & any_of("pregnant", "fetal_context"),
    47: S("labour") & ~S("labour_irregular"),
    48: S("postpartum") & (S("heavy_bleeding_after_birth") | FEVER | S("foul_discharge")),
    49: WITH_CHILD & (CHEST | BREATHLESS),
    50: S("under_three_months") & (S("temp_38") | (S("infant_fever") & ~S("temp_below_38"))),
    51: CHILD & any_of("floppy_child", "hard_to_wake"),
    52: CHILD & S("hard_breathing_child") & ~S("grumbling"),
    53: CHILD & S("pale_mottled_blue_child") & ~S("pale_reason"),
    54: CHILD & S("no_wet_nappy") & ~S("dry_too_short"),
    55: CHILD & any_of("green_vomit", "bulging_fontanelle"),
    56: CHILD & FEVER & any_of("wont_use_limb", "swollen_joint"),
    57: S("swallowed_battery"),
    58: S("poisoned") & ~S("poison_reason"),
    59: S("heater") & S("all_dizzy"),
    60: S("wants_to_die") & ~S("dies_figuratively"),
    61: S("harm_others") & ~S("harm_figurative"),
    62: CHILD & ((S("touched_privately") & ~S("washing_reason")) | S("unexplained_injury")),
    63: S("under_14") & S("girl_pregnant"),
    64: S("violence_at_home") & ~S("violence_reason"),
    65: (FEVER | S("cough")) & S("travel_or_contact"),
    66: FEVER & S("blistering_rash") & S("others_have_it"),
    67: S("cough_long") & any_of("night_sweats", "blood_in_phlegm", "weight_loss"),
    68: S("watery_stool_many") & S("family_too"),
}

UPGRADED: dict[int, tuple[Expression, str]] = {32: (DROWSY, "A")}  # the level a rule rises to when this holds too


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
