"""Belly, urine, men, sugar."""

from frontdesk.models.ages import Band
from frontdesk.models.facts import Sex
from frontdesk.models.red_flags.conditions import Has, any_of
from frontdesk.models.red_flags.rules.rule import Rule
from frontdesk.models.red_flags.rules.terms import BELLY, DIABETIC, DROWSY, FAINT, SUDDEN

RULES = (
    Rule(
        slug="rigid_belly",
        level="B",
        route="emergency",
        en="Rigid belly with extreme pain",
        zh="肚子硬、痛得直不起腰",
        source="UK reception red-flag guides",
        when=Has("rigid_belly"),
        signs=("rigid_belly", "doubled_up"),
    ),
    Rule(
        slug="gut_bleeding",
        level="A",
        route="emergency",
        en="Vomiting blood or black tarry stool",
        zh="吐血、拉柏油样便",
        source="Chinese emergency grading tables",
        when=any_of("vomiting_blood", "black_stool"),
        signs=("vomiting_blood", "black_stool"),
    ),
    Rule(
        slug="aneurysm",
        level="A",
        route="emergency",
        en="Over 60: sudden belly or back pain with faintness",
        zh="六十多岁、突然腹痛腰痛、发晕",
        source="general clinical knowledge",
        when=Has("over_60")
        & (BELLY | any_of("back_pain", "flank_pain"))
        & SUDDEN
        & (FAINT | any_of("sweating", "dizziness")),
        signs=("sudden_pain_faint",),
        ages=Band(50, 200),
    ),
    Rule(
        slug="bowel_blocked",
        level="B",
        route="emergency",
        en="Vomiting, bloated, no gas or stool",
        zh="吐、胀、不排气不排便",
        source="general clinical knowledge",
        when=Has("vomiting") & Has("no_gas_or_stool") & (Has("bloating") | BELLY),
        signs=("bowel_blocked",),
    ),
    Rule(
        slug="testicle_torsion",
        level="B",
        route="emergency",
        en="Sudden severe testicle pain",
        zh="睾丸突然剧痛",
        source="general clinical knowledge",
        when=Has("sudden_testicle_pain") | (Has("testicle_pain") & SUDDEN),
        signs=("sudden_testicle_pain", "testicle_too"),
        sex=Sex.MALE,
    ),
    Rule(
        slug="cannot_urinate",
        level="B",
        route="emergency",
        en="Painful and cannot pass urine",
        zh="憋得痛就是尿不出",
        source="general clinical knowledge",
        when=Has("cannot_urinate"),
        signs=("cannot_urinate",),
    ),
    Rule(
        slug="diabetes_new",
        level="B",
        route="emergency",
        en="Thirst, much urine and weight loss; drowsy makes it A",
        zh="口渴多尿消瘦、犯困升级",
        source="UK reception red-flag guides",
        when=Has("thirst") & Has("frequent_urination") & (Has("weight_loss") | DROWSY),
        rises=(DROWSY, "A"),
    ),
    Rule(
        slug="low_sugar",
        level="A",
        route="emergency",
        en="Diabetic who is shaky, sweaty or dazed",
        zh="糖尿病、发抖出汗发懵",
        source="general clinical knowledge",
        when=DIABETIC & (any_of("sweating", "low_sugar_now") | DROWSY),
        signs=("low_sugar_now",),
    ),
)
