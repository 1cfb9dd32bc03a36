"""Poison, harm to oneself or others, and who must be kept safe."""

from frontdesk.models.ages import GROWN_UP_FROM, Band
from frontdesk.models.facts import Sex
from frontdesk.models.red_flags.conditions import Has
from frontdesk.models.red_flags.rules.rule import Rule, Said
from frontdesk.models.red_flags.rules.terms import PREGNANT

RULES = (
    Rule(
        slug="swallowed_battery_magnet",
        level="A",
        route="emergency",
        en="Swallowed a battery or magnet, or has one stuck",
        zh="吞了电池、磁铁，或塞在里面",
        source="UK reception red-flag guides",
        when=Has("swallowed_battery_magnet"),
        signs=("swallowed_battery_magnet", "stuck_battery"),
        screen=Said(
            en="Please give nothing to eat or drink. A nurse is coming now.", zh="先别吃东西、别喝水。护士马上就来。"
        ),
    ),
    Rule(
        slug="overdose",
        level="A",
        route="emergency",
        en="Overdose, pesticide or poison",
        zh="吃多药、喝农药、误食毒物",
        source="UK reception red-flag guides",
        when=Has("overdose"),
        signs=("overdose", "poison_taken", "child_poison"),
    ),
    Rule(
        slug="carbon_monoxide",
        level="A",
        route="emergency",
        en="Stove or heater and the whole room dizzy",
        zh="烧炭或热水器后一屋人头晕",
        source="general clinical knowledge",
        when=Has("carbon_monoxide"),
        signs=("stove_others_dizzy",),
    ),
    Rule(
        slug="wants_to_die",
        level="A",
        private=True,
        route="psychiatry",
        en="Wants to die or to harm themselves",
        zh="不想活、想伤害自己",
        source="NIMH ASQ",
        when=Has("wants_to_die"),
        signs=("wants_to_die", "self_harm_plan", "hurt_self"),
        screen=Said(
            en="Thank you for telling me. Stay here, someone is coming to be with you now.",
            zh="谢谢您告诉我。请留在这里，有人马上来陪您。",
        ),
    ),
    Rule(
        slug="wants_to_harm_others",
        level="A",
        private=True,
        route="psychiatry",
        en="Urge to harm others or a baby",
        zh="想伤人、想伤孩子",
        source="CDC Hear Her",
        when=Has("wants_to_harm_others"),
        signs=("wants_to_harm_others", "voices_command", "baby_harm_thoughts"),
        screen=Said(
            en="Thank you for telling me. Stay here, someone is coming to be with you now.",
            zh="谢谢您告诉我。请留在这里，有人马上来陪您。",
        ),
    ),
    Rule(
        slug="child_unexplained_injury",
        level="P",
        private=True,
        route="pediatrics",
        en="Child with an unexplained injury or touched in private parts",
        zh="孩子有说不清的伤、被碰隐私处",
        source="Chinese mandatory reporting opinion 2020",
        when=Has("child_unexplained_injury"),
        ages=Band(0, GROWN_UP_FROM),
    ),
    Rule(
        slug="pregnant_under_14",
        level="P",
        private=True,
        route="obstetrics",
        en="Pregnant or miscarried under 14",
        zh="不满14岁怀孕、流产",
        source="Chinese mandatory reporting opinion 2020",
        when=Has("under_14") & PREGNANT,
        ages=Band(8, 14),
        of_pregnant=True,
        sex=Sex.FEMALE,
    ),
    Rule(
        slug="violence_at_home",
        level="P",
        private=True,
        route="emergency",
        en="Hit at home, forced sex, afraid to go home",
        zh="在家挨打、被强迫、不敢回家",
        source="general clinical knowledge",
        when=Has("violence_at_home"),
        signs=("violence_at_home", "afraid_to_go_home", "forced_sex"),
    ),
)
