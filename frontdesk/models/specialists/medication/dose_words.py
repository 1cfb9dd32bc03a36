"""The words for the amounts in a dose, as patterns over lower-case normalised text."""

import re

from frontdesk.models.parsers.numbers import CHINESE, ENGLISH
from frontdesk.models.specialists.medication.amounts import EN, ZH

COUNTABLE = {
    "tablet": r"tablets?|pills?|capsules?|caplets?|caps|tabs?|gel ?caps?|softgels?|doses?|"
    r"gummies|chewables?|lozenges?|liqui-?gels?|gels(?! ?of)|melts?|pastilles?|troches?|"
    r"packets?|sachets?|of them|ones|@|[片粒颗丸袋包枚]|胶囊",
    "puff": r"puffs?|inhalations?|sprays?|[喷吸揿]",
    "iu": r"units?|iu|个?单位|国际单位",
    "drop": r"drops?|滴",
    "patch": r"patch(?:es)?|贴",
    "shot": r"shots?|jabs?|injections?|针",
    "vial": r"vials?|ampoules?|支",
}
FORM = re.compile("|".join(COUNTABLE.values()))
MG = {
    r"mg|milligrams?|毫克|mgs": 1.0,
    r"mcg|µg|μg|ug|micrograms?|微克": 0.001,
    r"g|gram(?:me)?s?|gm|克": 1000.0,
}
TEASPOON, DESSERTSPOON, TABLESPOON = 5.0, 10.0, 15.0  # ml
ML = {r"mls?|mils?|millilit(?:er|re)s?|ccs?|毫升": 1.0, r"dessert ?spoon(?:ful)?s?": DESSERTSPOON,
      r"teaspoons?|teaspoonfuls?|tsps?|小?勺|茶匙": TEASPOON,
       r"tablespoons?|tablespoonfuls?|tbsps?|大勺|汤匙": TABLESPOON}  # fmt: skip


def _amounts(kinds: dict[str, float]) -> list[tuple[re.Pattern[str], float]]:
    return [(re.compile(rf"(?P<n>{EN}|{ZH})[ -]?(?:{units})(?![a-z])"), factor) for units, factor in kinds.items()]


MILLIGRAMS = _amounts(MG)
MILLILITRES = _amounts(ML)
BOX = re.compile(r"(?<!\d)(?P<n>\d{1,3})[- ](?:count|ct|pack|tablet|pill|capsule)\b")  # all of a box
UNITS = [
    (
        re.compile(
            rf"(?P<n>{EN}|{ZH}) ?(?:of (?:the|my|those|them) )?(?:more |extra |whole |little |white |red |blue |big |"
            rf"adult |regular |strong |generic |store-brand |half[- ]gram(?:me)? |of |x |"
            rf"[a-z]+-(?:coated|release|strength) |"
            rf"(?:rapid|slow|fast) release |coated |dissolv(?:able|ing) |soluble |effervescent |small |tiny |round )*"
            rf"(?:(?<!\d)(?:\d{{2,4}}(?:\.\d+)?[ -]?(?:mg|s|毫克|milligrams?)?|\d(?:\.\d+)?[ -]?(?:mg|milligrams?)) ?)?"
            rf"(?:{units})(?![a-z])"
        ),
        unit,
    )
    for unit, units in COUNTABLE.items()
]
# Beside "a tablet": what is in one, as in 一片半克, "half a gram a tablet".
STRENGTH_BEFORE = re.compile(r"(?:毫克|mg|克|gram(?:me)?s? )$")
STRENGTH_AFTER = re.compile(rf"(?:是|有|就|才|约)?{ZH}(?:毫克|mg|克|g\b)")
HUNDREDS = re.compile(
    rf"(?P<n>{EN}) (?:of (?:the|my|those|these) )?(?P<mg>\d{{3,4}})s?\b(?! ?(?:mg|"
    rf"times|units|m?l))"
)
BARE = re.compile(
    r"(?<![\d.])(?P<mg>\d{2,4}(?:\.\d+)?)(?=s? (?:once|twice|three|in the|at "
    r"|every|a day|daily|each|on my own|by myself|myself|instead)|[,.]? ?$)|(?<=@ )(?P<after>\d{2,4}(?:\.\d+)?)"
    r"(?!\d| ?(?:times|tablets?|pills?|capsules?|units?|m?l|puffs|days|hours|years|weeks|[%片粒次天年岁]))"
)
BARE_COUNT = re.compile(
    rf"\b(?:take|takes|took|taking|taken|had|have|use|using|swallow(?:ed)?|made it|(?:went|gone|up|down|back) to|"
    r"decided on|so it's) "
    rf"(?:only |just |about |like )*(?P<n>{EN})(?= (?:for me|by myself|myself|on my own|it is|a|per|each|"
    r"every|in|at|with|before|after|once|twice|three times|four times|daily|today|yesterday|"
    r"instead|and|now)\b|[,;]|\.(?!\d)|$)"
)
COUNT_A_DAY = re.compile(
    rf"\b(?P<n>{ENGLISH})(?= (?:a|per|each) (?:day|night)\b)|(?P<zh>{CHINESE})(?=个(?!小|"
    rf"月|单位|钟|星期|礼拜))"
    r"|(?:吃|服)(?:了|上)?(?P<both>[俩仨])"
)
BEFORE_NAME = re.compile(r"(?<![\d.])(?P<mg>\d{2,4}(?:\.\d+)?) (?:of )?(?:the |my )?@")
MORE = re.compile(
    rf"\b(?:and|then|plus|,)[^.;]{{0,16}}?\b(?P<n>{EN}) (?:more|extra|further|additional)\b"
    rf"|(?:又|再|后来)(?:吃|喝|喂|吞|服|补|来|加)?(?:了)?(?P<zh>{ZH})(?:片|粒|颗|包)"
)
AGAIN = re.compile(
    r"\b(?:then|and) (?:the same )?again\b|\b(?:then|and) (?:took|had) (?:it|them|the same) again\b"
    r"|又[吃喝喂]了一(?:次|遍|回)"
)
DAY_THEN_PARTS = re.compile(
    rf"(?:一天|每天)[^，。]{{0,3}}?(?P<n>{ZH})[片粒颗][^。]{{0,4}}?(?:早晚|早中晚|早上?晚上?)各"
)
IN_ALL = re.compile(
    r"\b(?:in total|total of|altogether|all day|in all|so far|in (?:the last "
    r"|one |a )?(?:24 hours|day)|today|yesterday|since (?:this )?\w+|over the "
    r"day|tonight|last night)\b|一共|总共|合计|今天|昨天|全天|从早到晚|一晚上"
)
NEEDED = re.compile(
    r"\b(?:as needed|prn|when needed|if needed|as required|when required|when "
    r"necessary)\b|必要时|需要时|疼时|痛时|发作时|难受时|按需"
)
# Each time, so that what is told is not of the whole day.
EACH_TIME = re.compile(r"一次|每次|一回|每回|一顿|at a time|each time|at once|\beach\b")
# A count that stands alone: "always two", "two each time".
ALONE = re.compile(
    rf"(?:^|[,.;]) ?(?:always |usually |mostly |about |just |only |and )*(?P<n>(?!half|quarter){EN})"
    rf"(?= ?(?:$|[,;]|\.(?!\d)|(?:each time|at a time|a time|each|apiece|every time|once|twice|thrice"
    rf"|{ENGLISH} times)\b))"
)
_MG, _ML = "|".join(MG), "|".join(ML)
CONCENTRATION = re.compile(
    rf"{ENGLISH} ?(?:{_MG}) ?(?:/|per|in|each|every) ?(?:{ENGLISH})? ?-?(?:{_ML})(?![a-z])"
    rf"|(?:每)?(?:{CHINESE})?(?:{_ML})(?:里|里面|中)?(?:含|有|是)?{CHINESE}(?:{_MG})(?![a-z])"
)
