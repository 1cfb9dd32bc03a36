"""Pregnancy, birth and the weeks after it."""

from frontdesk.models.facts import Sex
from frontdesk.models.red_flags.conditions import Has, any_of
from frontdesk.models.red_flags.rules.rule import Rule
from frontdesk.models.red_flags.rules.terms import (
    BELLY,
    BREATHLESS,
    CHEST,
    FAINT,
    FEVER,
    MAYBE_PREGNANT,
    PREGNANT,
    SEVERE,
    SWOLLEN_FACE,
    WITH_CHILD,
)

RULES = (
    Rule(
        slug="pregnant_bleeding",
        level="A",
        route="obstetrics",
        en="Pregnant with bleeding or leaking fluid",
        zh="怀孕出血、流水",
        source="CDC Hear Her",
        when=Has("waters_broken") | (PREGNANT & any_of("vaginal_bleeding", "threatened_miscarriage")),
        signs=("pregnancy_bleeding", "waters_broken", "pregnant_bleeding"),
        of_pregnant=True,
        sex=Sex.FEMALE,
    ),
    Rule(
        slug="ectopic_faint",
        level="A",
        route="gynecology",
        en="Late period, one-sided pain, faint",
        zh="停经、一侧腹痛、发晕",
        source="general clinical knowledge",
        when=(MAYBE_PREGNANT | Has("pregnancy_test_positive"))
        & (BELLY | Has("vaginal_bleeding"))
        & (FAINT | Has("dizziness")),
        signs=("ectopic_pain",),
        sex=Sex.FEMALE,
    ),
    Rule(
        slug="preeclampsia",
        level="A",
        route="obstetrics",
        en="Pregnant or after birth: bad headache, blurred sight, face or hand swelling",
        zh="孕期或产后、头痛眼花、脸手肿",
        source="CDC Hear Her",
        when=(WITH_CHILD & (SWOLLEN_FACE | Has("blurred_vision")))
        | (WITH_CHILD & Has("headache") & (SEVERE | Has("high_blood_pressure_reading")))
        | Has("severe_headache_pregnant"),
        signs=("pregnancy_headache", "pregnancy_swelling", "pregnant_sight", "birth_headache"),
        sex=Sex.FEMALE,
    ),
    Rule(
        slug="baby_moves_less",
        level="B",
        route="obstetrics",
        en="Baby moves less or not at all",
        zh="胎动少了、没了",
        source="CDC Hear Her",
        when=Has("baby_moves_less"),
        signs=("baby_moves_less",),
        of_pregnant=True,
        sex=Sex.FEMALE,
    ),
    Rule(
        slug="labour_close",
        level="A",
        route="obstetrics",
        en="Close contractions or need to push",
        zh="阵痛密、想使劲",
        source="general clinical knowledge",
        when=Has("labour_close") | (PREGNANT & Has("contractions") & SEVERE),
        signs=("labour_close", "pregnant_labour"),
        of_pregnant=True,
        sex=Sex.FEMALE,
    ),
    Rule(
        slug="after_birth",
        level="A",
        route="obstetrics",
        en="After birth: heavy bleeding, fever or foul discharge",
        zh="产后大出血、发烧、恶露臭",
        source="CDC Hear Her",
        when=Has("after_birth") & (FEVER | (Has("vaginal_bleeding") & SEVERE)),
        signs=("birth_bleeding", "birth_fever"),
        sex=Sex.FEMALE,
    ),
    Rule(
        slug="pregnant_chest",
        level="A",
        route="emergency",
        en="Pregnant or after birth with chest pain or breathlessness",
        zh="孕产期胸痛、喘",
        source="CDC Hear Her",
        when=WITH_CHILD & (CHEST | BREATHLESS),
        signs=("pregnancy_chest", "birth_chest", "pregnant_chest"),
        sex=Sex.FEMALE,
    ),
)
