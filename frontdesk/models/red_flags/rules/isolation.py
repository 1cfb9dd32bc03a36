"""What others could catch."""

from frontdesk.models.red_flags.conditions import Has, any_of
from frontdesk.models.red_flags.rules.rule import Rule
from frontdesk.models.red_flags.rules.terms import FEVER

RULES = (
    Rule(
        slug="outbreak_contact",
        level="I",
        route="fever_clinic",
        en="Fever or cough with outbreak travel or contact",
        zh="发烧咳嗽、去过疫区或有接触",
        source="Chinese pre-check triage rules",
        when=(FEVER | Has("cough")) & Has("contact_with_infection"),
    ),
    Rule(
        slug="rash_contact",
        level="I",
        route="fever_clinic",
        en="Fever with blisters or spots, others around are ill",
        zh="发烧出疹起泡、身边也有",
        source="general clinical knowledge",
        when=FEVER
        & (
            any_of("chickenpox", "hand_foot_mouth")
            | (any_of("rash", "blister_rash", "widespread_blisters") & Has("contact_with_infection"))
        ),
    ),
    Rule(
        slug="long_cough_tuberculosis",
        level="I",
        route="infectious_disease",
        en="Cough over two weeks, night sweats, blood",
        zh="咳两周以上、盗汗、痰带血",
        source="general clinical knowledge",
        when=Has("cough") & Has("for_two_weeks") & any_of("night_sweats", "coughing_blood", "weight_loss"),
    ),
    Rule(
        slug="family_diarrhoea",
        level="I",
        route="infectious_disease",
        en="Watery stool many times, family too",
        zh="水样便很多次、家人也拉",
        source="Chinese pre-check triage rules",
        when=Has("family_diarrhoea"),
        signs=("family_diarrhoea",),
    ),
)
