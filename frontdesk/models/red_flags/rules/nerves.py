"""Brain, nerves, and a limb without blood."""

from frontdesk.models.red_flags.conditions import Has, any_of
from frontdesk.models.red_flags.rules.rule import Rule
from frontdesk.models.red_flags.rules.terms import DROWSY, FAINT, FEVER, LASTING, SEVERE, SUDDEN

RULES = (
    Rule(
        slug="stroke_signs",
        level="A",
        route="emergency",
        en="Face droop, weak arm or slurred speech, even if it has gone",
        zh="嘴歪、一侧没力、说话不清、哪怕好了",
        source="UK reception red-flag guides",
        when=any_of("face_droop", "slurred_speech", "weak_one_side") & ~(LASTING & ~SUDDEN),
        signs=("face_droop", "weak_one_side", "slurred_speech", "stroke_sign_new"),
        sudden=True,
        left_by=("stroke", "brain_bleeding"),
    ),
    Rule(
        slug="sudden_imbalance",
        level="A",
        route="emergency",
        en="Sudden loss of balance or double vision",
        zh="突然站不稳、看东西重影",
        source="general clinical knowledge",
        when=Has("sudden_unsteady") | (Has("double_vision") & SUDDEN),
        signs=("cannot_stand_held", "double_vision_sudden"),
        sudden=True,
        left_by=("stroke", "brain_bleeding"),
    ),
    Rule(
        slug="worst_headache",
        level="A",
        route="emergency",
        en="Sudden worst-ever headache",
        zh="头突然炸开一样痛",
        source="general clinical knowledge",
        when=Has("worst_headache")
        | (Has("headache") & SEVERE & SUDDEN)
        | (Has("headache") & Has("stiff_neck") & Has("vomiting")),
        signs=("worst_headache",),
    ),
    Rule(
        slug="fever_stiff_neck",
        level="A",
        route="emergency",
        en="Fever with stiff neck or confusion",
        zh="发烧、脖子硬、犯糊涂",
        source="NICE NG143",
        when=FEVER & any_of("stiff_neck", "neck_too_stiff", "confusion", "confused_drowsy"),
        signs=("neck_too_stiff",),
    ),
    Rule(
        slug="first_fit",
        level="A",
        route="emergency",
        en="Fit now or first fit ever",
        zh="正在抽、第一次抽",
        source="UK reception red-flag guides",
        when=Has("seizure") & ~Has("epilepsy"),
        signs=("fit_now", "child_fit", "first_fit", "fit_goes_on"),
    ),
    Rule(
        slug="newly_confused",
        level="A",
        route="emergency",
        en="Newly confused or hard to wake",
        zh="突然糊涂、叫不醒",
        source="UK Sepsis Trust",
        when=any_of("confused_drowsy", "hard_to_wake") | (Has("confusion") & ~((Has("dementia") | LASTING) & ~SUDDEN)),
        signs=("confused_drowsy", "hard_to_wake"),
    ),
    Rule(
        slug="head_injury_danger",
        level="B",
        route="emergency",
        en="Head knock with vomiting or sleepiness, or on a blood thinner",
        zh="碰头后吐、犯困、或吃抗凝药",
        source="general clinical knowledge",
        when=any_of("head_injury", "knock_lately")
        & (any_of("vomiting", "blood_thinner", "seizure", "worst_headache") | DROWSY | FAINT),
        signs=("knock_vomiting", "knock_drowsy", "knocked_out", "clear_fluid"),
    ),
    Rule(
        slug="cauda_equina",
        level="B",
        route="emergency",
        en="Back pain with numb groin or bladder trouble",
        zh="腰痛、下身麻、尿不出或憋不住",
        source="general clinical knowledge",
        when=Has("back_pain")
        & any_of(
            "saddle_numbness", "bladder_bowel", "cannot_urinate", "urine_leak", "stool_incontinence", "legs_weaker"
        ),
        signs=("saddle_numbness", "bladder_bowel"),
    ),
    Rule(
        slug="cold_limb",
        level="A",
        route="emergency",
        en="Limb suddenly cold and pale",
        zh="胳膊腿突然冰凉发白",
        source="general clinical knowledge",
        when=Has("limb_cold_pale"),
        signs=("limb_cold_pale", "limb_numb_weak", "cold_below_injury"),
    ),
)
