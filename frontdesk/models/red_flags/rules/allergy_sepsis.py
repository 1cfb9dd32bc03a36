"""Allergy, throat, sepsis, heat."""

from frontdesk.models.red_flags.conditions import Has, any_of, two_of
from frontdesk.models.red_flags.rules.rule import Rule
from frontdesk.models.red_flags.rules.terms import BREATHLESS, DROWSY, FEVER, LOW_IMMUNITY, SWOLLEN_FACE

RULES = (
    Rule(
        slug="anaphylaxis",
        level="A",
        route="emergency",
        en="Fast swelling of lips or tongue with wheeze",
        zh="嘴舌很快肿起来、喘",
        source="UK reception red-flag guides",
        when=SWOLLEN_FACE & (BREATHLESS | any_of("wheeze", "throat_closing", "noisy_breathing")),
        signs=("throat_closing", "tongue_swelling"),
    ),
    Rule(
        slug="drooling",
        level="A",
        route="emergency",
        en="Drooling and cannot swallow saliva",
        zh="口水咽不下、喉咙响",
        source="UK reception red-flag guides",
        when=Has("drooling"),
        signs=("drooling", "noisy_breathing"),
    ),
    Rule(
        slug="sepsis",
        level="A",
        route="emergency",
        en="Shaking, mottled skin, no urine all day, feels like dying",
        zh="发抖、皮肤花、一天没尿、感觉不行了",
        source="UK Sepsis Trust",
        when=two_of("shaking_chills", "mottled_skin", "no_urine", "feeling_of_dying")
        | (FEVER & any_of("mottled_skin", "mottled_cold", "no_urine", "feeling_of_dying")),
        signs=("mottled_cold",),
    ),
    Rule(
        slug="fever_low_immunity",
        level="B",
        route="emergency",
        en="Fever on chemotherapy or with low immunity",
        zh="化疗或免疫低、又发烧",
        source="general clinical knowledge",
        when=FEVER & LOW_IMMUNITY,
        background=LOW_IMMUNITY,
        signs=("treatment_fever", "chemotherapy_fever", "on_chemotherapy"),
    ),
    Rule(
        slug="rash_not_fading_fever",
        level="A",
        route="emergency",
        en="Rash that does not fade when pressed with fever",
        zh="红紫点按不褪、还发烧",
        source="NICE NG143",
        when=Has("rash_not_fading") & (FEVER | DROWSY | any_of("fever_with_rash", "stiff_neck", "vomiting")),
        signs=("spots_not_fading", "fever_with_rash"),
    ),
    Rule(
        slug="heat_stroke",
        level="A",
        route="emergency",
        en="Burning hot and confused after heat",
        zh="高温后滚烫、糊涂",
        source="general clinical knowledge",
        when=Has("heat_illness") & (DROWSY | any_of("fainting", "seizure")),
        signs=("heat_confused",),
    ),
)
