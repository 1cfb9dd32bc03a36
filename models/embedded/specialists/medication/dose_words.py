"""The words for amounts and times of day in a dose, as patterns over lower-case normalised text."""

import re

from models.embedded.understanding.numbers import CHINESE, ENGLISH

TEASPOON, DESSERTSPOON, TABLESPOON = 5.0, 10.0, 15.0  # ml


EN = (
    rf"(?:\b(?:one|two|three|four|five|six|seven|eight|nine|ten) or {ENGLISH}|"
    rf"\d+(?:\.\d+)? ?(?:-|to) ?\d+(?:\.\d+)?|1/2|\b(?:{ENGLISH} and a half|(?:half )?a dozen|half "
    rf"an?|half of (?:an?|the|my)|half|"
    rf"(?:an? |one )?quarter(?: of (?:an?|the|my))?|three[- ]quarters(?: of an?)?|"
    rf"a couple(?: of)?|a few|both|(?:a|{ENGLISH}) (?:hundred|thousand)|an?|another|{ENGLISH})|"
    rf"\d+(?:,\d{{3}})+)"
)
ZH = rf"(?:[二三四]分之[一二三]|[一二三四五六七八九]?十[来几多]|{CHINESE}(?:[到至\-~]{CHINESE})?|半|一?整|几|两三|三四)"
COUNTABLE = {
    "tablet": r"tablets?|pills?|capsules?|caplets?|caps|tabs?|gel ?caps?|softgels?|doses?|"
    r"gummies|chewables?|lozenges?|"
    r"packets?|sachets?|of them|ones|@|[片粒颗丸袋包枚]|胶囊",
    "puff": r"puffs?|inhalations?|sprays?|[喷吸揿]",
    "iu": r"units?|iu|个?单位|国际单位",
    "drop": r"drops?|滴",
    "patch": r"patch(?:es)?|贴",
}
MG = {
    r"mg|milligrams?|毫克|mgs": 1.0,
    r"mcg|µg|μg|ug|micrograms?|微克": 0.001,
    r"g|gram(?:me)?s?|gm|克": 1000.0,
}
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
            rf"adult |regular |strong |generic |store-brand |half[- ]gram(?:me)? |of |x )*"
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
    r"|every|a day|daily|each)|[,.]? ?$)|(?<=@ )(?P<after>\d{2,4}(?:\.\d+)?)"
    r"(?!\d| ?(?:times|tablets?|pills?|capsules?|units?|m?l|puffs|days|hours|years|weeks|[%片粒次天年岁]))"
)

BARE_COUNT = re.compile(
    rf"\b(?:take|takes|took|taking|taken|had|have|use|using|swallow(?:ed)?|made it|(?:went|gone|up) to|"
    r"decided on|so it's) "
    rf"(?:only |just |about |like )*(?P<n>{EN})(?= (?:for me|by myself|myself|it is|a|per|each|"
    r"every|in|at|with|before|after|once|twice|three times|four times|daily|today|yesterday|"
    r"instead|and|now)\b|[,;]|\.(?!\d)|$)"
)

COUNT_A_DAY = re.compile(
    rf"\b(?P<n>{ENGLISH})(?= (?:a|per|each) (?:day|night)\b)|(?P<zh>{CHINESE})(?=个(?!小|"
    rf"月|单位|钟|星期|礼拜))"
    r"|(?:吃|服)(?:了|上)?(?P<both>[俩仨])"
)
BEFORE_NAME = re.compile(r"(?<![\d.])(?P<mg>\d{2,4}(?:\.\d+)?) (?:of )?(?:the |my )?@")

PER = r"(?:a|per|each|every|in a|/)"
DAILY = [
    (re.compile(rf"(?P<n>once|twice|thrice|{EN}) ?(?:times?|x)? "
        rf"(?:{PER} (?:single )?day|daily|all day|in a day)\b"), 1.0),
    (re.compile(rf"(?P<n>{EN}) (?:times|doses|goes|lots|rounds)(?: (?:already |so far )?today| yesterday| "
        rf"since| in (?:the last )?24)"), 1.0),
    (re.compile(r"\b(?:made|make|turned|changed|cut|dropped|upped) (?:it|that|them|@) (?:down |up )?(?:to |into )?"
        rf"(?P<n>once|twice|{EN}(?= times))"), 1.0),
    (re.compile(rf"(?P<n>once|twice|{EN}) ?(?:times?|x|days|nights|mornings|evenings)? "
        rf"(?:(?:{PER}|out of (?:the|every)) week|weekly)\b"), 1 / 7),
    (re.compile(rf"(?P<n>once|twice|{EN}) ?(?:times?|x)? (?:{PER} month|monthly)\b"), 1 / 30),
    (re.compile(rf"(?:一天|每天|每日|一日|日|天天|[今昨前]天|今儿|昨儿|到现在|24小时)(?:都|要|得|只|就|才|共|一共|总共|喂|吃|已经|里|内|"
        rf"服|用|打|喝|塞|给他|给她|给|了|大概|差不多)*(?P<n>{ZH})(?:次|回|遍|顿|趟|道|遭)"), 1.0),
    (re.compile(rf"(?P<n>{ZH})(?:次|回|遍|顿)(?:一天|每天)"), 1.0),
    (re.compile(rf"(?:每周|一周|每星期|一个?星期|一礼拜)(?:只|都)?(?:吃|服|用|打)?(?:了)?(?P<n>{ZH})(?:次|"
        rf"回|遍|针|片|粒|颗|支)"), 1 / 7),
    (re.compile(rf"(?:喂|吃|喝|用|塞|服)了(?:有|大概|已经)?(?P<n>{ZH})(?:次|回|遍|顿)"), 1.0),
]  # fmt: skip
MORE = re.compile(
    rf"\b(?:and|then|plus|,)[^.;]{{0,16}}?\b(?P<n>{EN}) more\b"
    rf"|(?:又|再|后来)(?:吃|喝|喂|吞|服|补|来)?(?:了)?(?P<zh>{ZH})(?:片|粒|颗|包)"
)
AGAIN = re.compile(
    r"\b(?:then|and) (?:the same )?again\b|\b(?:then|and) (?:took|had) (?:it|them|the same) again\b"
    r"|又[吃喝喂]了一(?:次|遍|回)"
)
LAST_TIMES = re.compile(
    rf"(?P<n>{EN}) (?:times|goes)(?=[.,;!?]|$| (?:already|total|so far|overnight|in the night|now))"
)
OVER_DAYS = re.compile(rf"\b(?:over|within|in|across) (?:the (?:last |past )?)?(?P<n>{EN}) (?:days|nights)\b")
HOURS = re.compile(
    rf"\bq(?P<q>\d+)h\b|(?:every|each|q) ?(?P<a>{EN}) ?(?:hours?|hrs?|h)\b|每(?:隔|过)?(?P<b>{ZH})个?(?:小时|"
    rf"钟头)|隔(?P<c>{ZH})个?小时"
    rf"|(?P<d>{ZH})个?(?:小时|钟头)(?:就)?(?:吃|服|喝|用|喂|一次)"
)
EVERY_NTH = re.compile(r"\bevery (?P<n>third|fourth|fifth|3rd|4th) (?:day|night|morning)\b")
NTH = {"third": 3.0, "fourth": 4.0, "fifth": 5.0, "3rd": 3.0, "4th": 4.0}
ON_AND_OFF = re.compile(rf"吃(?P<on>{CHINESE})天[，,]?(?:停|歇|隔|休息|断)(?P<off>{CHINESE})天")
DAY_THEN_PARTS = re.compile(
    rf"(?:一天|每天)[^，。]{{0,3}}?(?P<n>{ZH})[片粒颗][^。]{{0,4}}?(?:早晚|早中晚|早上?晚上?)各"
)
EVERY_DAYS = re.compile(rf"every (?P<a>{ENGLISH}|couple of|few) days|每(?:隔)?(?P<b>[两二三四五六七八九十\d]+)天")
_EN_DAY = r"(?P<en>sun|mon|tues|wednes|thurs|fri|satur)days?"
WEEKDAY = re.compile(
    rf"\b(?:every|each|on|(?:on|of) a) {_EN_DAY}\b|\b(?P<en2>sun|mon|tues|wednes|thurs|fri|satur)days\b"
    r"|每(?:个)?(?:周|星期|礼拜)(?P<zh>[一二三四五六日天]{1,7})(?![次回遍针])|(?:周|星期|礼拜)(?P<zh2>[一二三四五六日天]{1,7})(?=[和跟、，都各也再又打吃注用周星礼]|一[针片粒次])"
    r"|\b(?P<en3>sun|mon|tues|wednes|thurs|fri|satur)day(?=(?:,| and| &| plus|,? and again|, then)"
    r" (?:sun|mon|tues|wednes|thurs|fri|satur)day)"
)
WORKING_DAYS = re.compile(
    r"\bweekdays\b|\bmon(?:day)? (?:to|through|till|until) fri(?:day)?\b|(?:周|星期|礼拜)一到(?:周|星期|礼拜)?五"
)
WEEKENDS = re.compile(r"\b(?:only|just) (?:at|on|of a|over the) weekends?\b|\bweekends only\b|只[在有]?周末")
AND_DAY = re.compile(rf"\s*(?:,|and|&|,? and|plus|and again|, then) {_EN_DAY}\b")  # "Wednesdays and Saturdays"
EVERY_OTHER = re.compile(
    r"every (?:other|second) (?:day|night|morning|evening)|alternate days|隔(?:一)?[天日]|"
    r"两天(?:才)?(?:吃|用|打)?一[次片粒]|每两天"
)
ABBREVIATED = {
    r"\bb\.?i\.?d\b": 2,
    r"\bt\.?i\.?d\b": 3,
    r"\bq\.?i\.?d\b": 4,
    r"\bq\.?d\b|\bo\.?d\b|\bqhs\b|\bqam\b|\bqpm\b": 1,
}
MEALS = re.compile(
    r"(?:with|after|before|at) (?:each|every|all(?: my)?|my|all three|three) "
    r"meals?|every meal\b|breakfast,? lunch,? and (?:dinner|supper)|"
    r"morning,? noon,? and night|早中晚|三餐|每顿饭|一日三餐|三顿饭"
)
MORNING_AND_NIGHT = re.compile(
    r"\bone (?:in the )?morning and (?:one|another) (?:at |in the )?(?:night|evening|bedtime)\b"
    r"|早晚|早上?和晚上?|一早一晚|(?:morning|breakfast) and (?:at |in the )?(?:night|evening|bedtime|dinner|supper)"
)
PARTS = re.compile(
    rf"(?:(?P<n>{EN}) (?:(?:mg|milligrams?)(?: of @)? |(?:tablets?|pills?|capsules?|units?|@) )?)?(?:in the "
    rf"|at |every |each |with |before |after |my )"
    r"(?P<w>mornings?|noon|lunch|afternoons?|evenings?|dinner|supper|nights?|"
    r"bedtime|bed|breakfast)\b(?! (?:pills?|meds?|medicines?|dose|tablets?|one)\b)|\b(?P<nightly>nightly)\b"
)
PARTS_ZH = re.compile(
    rf"(?P<w>[早中晚](?=[一二两三半\d][片粒颗])|早上|早晨|早饭|清早|中午|午饭|下午|晚上|晚饭|睡前|每晚|夜里|晨起|"
    rf"清晨)(?:[前后]|空腹|再|又|都|各|就|吃|服|打|用|喝)*(?P<n>{ZH})?(?:[片粒颗丸袋包]|"
    rf"毫克|mg|个?单位|喷|次)?"
)
PLAIN_DAILY = re.compile(
    r"\b(?:daily|every ?day|each day|a day|per day|/day|every single day|every "
    r"(?:morning|night|evening)|nightly)\b|每天|每日|天天|一天|每晚|每早|一日"
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

PART = {
    **dict.fromkeys(("morning", "breakfast", "早", "早上", "早晨", "早饭", "清早", "晨起", "清晨"), "morning"),
    **dict.fromkeys(("noon", "lunch", "afternoon", "中", "中午", "午饭", "下午"), "noon"),
    **dict.fromkeys(("evening", "dinner", "supper", "night", "bedtime", "bed", "nightly"), "night"),
    **dict.fromkeys(("晚", "晚上", "晚饭", "睡前", "每晚", "夜里"), "night"),
}  # fmt: skip
