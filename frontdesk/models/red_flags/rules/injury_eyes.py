"""Injuries, burns, bites, and eyes."""

from frontdesk.models.ages import Band
from frontdesk.models.red_flags.conditions import Has, any_of
from frontdesk.models.red_flags.rules.rule import Rule, Said
from frontdesk.models.red_flags.rules.terms import SEVERE, SUDDEN

RULES = (
    Rule(
        slug="bleeding_wont_stop",
        level="A",
        route="emergency",
        en="Bleeding that will not stop",
        zh="血止不住",
        source="UK reception red-flag guides",
        when=Has("bleeding_wont_stop"),
        signs=("bleeding_wont_stop", "wound_open", "much_blood_in_stool"),
        screen=Said(
            en="Please press on it with a clean cloth. A nurse is coming now.",
            zh="请用干净的布压住伤口。护士马上就来。",
        ),
    ),
    Rule(
        slug="fall_or_crash",
        level="A",
        route="emergency",
        en="Crash or fall from a height",
        zh="车祸、高处摔下",
        source="general clinical knowledge",
        when=Has("fall_from_height"),
        signs=("fall_from_height", "road_crash"),
    ),
    Rule(
        slug="large_burn",
        level="B",
        route="emergency",
        en="Large, face, groin or electric burn",
        zh="大面积或脸、下身烫伤、电伤",
        source="general clinical knowledge",
        when=Has("large_burn"),
        signs=("large_burn", "burn_place", "burn_electric", "burn_chemical", "burn_smoke"),
    ),
    Rule(
        slug="limb_deformed",
        level="B",
        route="emergency",
        en="Bone out or limb deformed",
        zh="骨头外露、肢体变形",
        source="Chinese emergency grading tables",
        when=Has("bone_deformed"),
        signs=("bone_deformed", "bone_showing", "deformed_after_injury"),
    ),
    Rule(
        slug="animal_bite",
        level="C",
        route="emergency",
        en="Animal bite that broke the skin",
        zh="猫狗抓咬破皮",
        source="general clinical knowledge",
        when=Has("bite_broke_skin"),
        signs=("bite_broke_skin",),
    ),
    Rule(
        slug="sudden_sight_loss",
        level="B",
        route="ophthalmology",
        en="Sudden loss of sight",
        zh="突然看不见",
        source="UK reception red-flag guides",
        when=Has("sudden_sight_loss") | (Has("blurred_vision") & SUDDEN & SEVERE),
        signs=("sudden_sight_loss", "sight_curtain"),
        screen=Said(
            en="Please sit down here. A nurse will take you to the eye doctor.", zh="请坐好别走动，护士会陪您去看眼睛。"
        ),
    ),
    Rule(
        slug="chemical_in_eye",
        level="A",
        route="emergency",
        en="Chemical in the eye",
        zh="化学品进眼",
        source="UK reception red-flag guides",
        when=Has("chemical_in_eye"),
        signs=("chemical_in_eye",),
        screen=Said(
            en="Please do not rub your eye. A nurse is coming to rinse it.", zh="别揉眼睛，护士马上带您去冲洗。"
        ),
    ),
    Rule(
        slug="acute_glaucoma",
        level="B",
        route="ophthalmology",
        en="Red painful eye with halos and sickness",
        zh="眼红胀痛、彩圈、想吐",
        source="general clinical knowledge",
        when=any_of("eye_pain", "red_eye") & any_of("halos", "vomiting", "nausea"),
        signs=("eye_halos", "eye_pain_vomiting"),
        screen=Said(
            en="Please sit down here. A nurse will take you to the eye doctor.", zh="请坐好，护士会陪您去看眼睛。"
        ),
    ),
    Rule(
        slug="temporal_arteritis",
        level="B",
        route="emergency",
        en="Over 50: temple pain, sore chewing, dim sight",
        zh="五十岁以上、太阳穴痛、嚼痛、视糊",
        source="general clinical knowledge",
        when=Has("over_50") & Has("headache") & Has("jaw_pain") & any_of("blurred_vision", "sudden_sight_loss"),
        signs=("temple_jaw",),
        ages=Band(45, 200),
    ),
)
