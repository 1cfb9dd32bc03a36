"""The words for how often a medicine is taken, as patterns over lower-case normalised text."""

import re

from models.parsers.numbers import CHINESE, ENGLISH
from models.specialists.medication.amounts import EN, ZH

PER = r"(?:a|per|each|every|in a|/)"
DAILY = [
    (re.compile(rf"(?!(?:1[3-9]|[2-9]\d|\d{{3,4}}) (?:a|per|each) day)(?P<n>once|twice|thrice|{EN}) ?(?:times?|x)? "
        rf"(?:{PER} (?:single )?day|daily|all day|in a day)\b"), 1.0),
    (re.compile(r"\b(?P<n>once|twice)(?= (?:does|will do|is|seems|suits)\b|'s (?:enough|plenty))"), 1.0),
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
EVERY_DAYS = re.compile(rf"every (?P<a>{ENGLISH}|couple of|few) days|每(?:隔)?(?P<b>[两二三四五六七八九十\d]+)天")
EVERY_OTHER = re.compile(
    r"every (?:other|second) (?:day|night|morning|evening)|alternate days|隔(?:一)?[天日]|"
    r"两天(?:才)?(?:吃|用|打)?一[次片粒]|每两天"
)
WEEKLY = re.compile(r"\b(?:weekly|every week|each week)\b|每周|每星期")
_EN_DAY = r"(?P<en>sun|mon|tues|wednes|thurs|fri|satur)days?"
WEEKDAY = re.compile(
    rf"\b(?:every|each|on|(?:on|of) a) {_EN_DAY}\b|\b(?P<en2>sun|mon|tues|wednes|thurs|fri|satur)days\b"
    r"|每(?:个)?(?:周|星期|礼拜)(?P<zh>[一二三四五六日天]{1,7})(?![次回遍针])|(?:周|星期|礼拜)(?P<zh2>[一二三四五六日天]{1,7})(?=[和跟、，都各也再又打吃注用周星礼]|一[针片粒次])"
    r"|\b(?P<en3>sun|mon|tues|wednes|thurs|fri|satur)day(?=(?:,| and| &| plus|,? and again|, then)"
    r" (?:sun|mon|tues|wednes|thurs|fri|satur)day)"
)
AND_DAY = re.compile(rf"\s*(?:,|and|&|,? and|plus|and again|, then) {_EN_DAY}\b")  # "Wednesdays and Saturdays"
WORKING_DAYS = re.compile(
    r"\bweekdays\b|\bmon(?:day)? (?:to|through|till|until) fri(?:day)?\b|(?:周|星期|礼拜)一到(?:周|星期|礼拜)?五"
)
WEEKENDS = re.compile(r"\b(?:only|just) (?:at|on|of a|over the) weekends?\b|\bweekends only\b|只[在有]?周末")
ABBREVIATED = (
    (re.compile(r"\bb\.?i\.?d\b"), 2.0),
    (re.compile(r"\bt\.?i\.?d\b"), 3.0),
    (re.compile(r"\bq\.?i\.?d\b"), 4.0),
    (re.compile(r"\bq\.?d\b|\bo\.?d\b|\bqhs\b|\bqam\b|\bqpm\b"), 1.0),
)
MEALS = re.compile(
    r"(?:with|after|before|at) (?:each|every|all(?: my)?|my|all three|three) "
    r"meals?|every meal\b|breakfast,? lunch,? and (?:dinner|supper)|"
    r"morning,? noon,? and night|早中晚|三餐|饭[前后](?:各|都[吃服])|每顿饭|一日三餐|三顿饭"
)
MORNING_AND_NIGHT = re.compile(
    r"\bone (?:in the )?morning and (?:one|another) (?:at |in the )?(?:night|evening|bedtime)\b"
    r"|早晚|早上?和晚上?|一早一晚|(?:morning|breakfast) and (?:at |in the )?(?:night|evening|bedtime|dinner|supper)"
)
PARTS = re.compile(
    rf"(?:(?P<n>{EN}) (?:(?:mg|milligrams?)(?: of @)? |(?:tablets?|pills?|capsules?|units?|@) )?)?(?:in the "
    rf"|at |every |each |with |before |after |my )"
    r"(?P<w>mornings?|noon|lunch|afternoons?|evenings?|dinner|supper|nights?|"
    r"bedtime|bed|breakfast|brekkie|tea ?time|"
    r"(?:(?<=one with )|(?<=one with my ))tea(?! (?:in|every|each|at|when|first)))"
    r"\b(?! (?:pills?|meds?|medicines?|dose|tablets?|one)\b)|\b(?P<nightly>nightly)\b"
)
PARTS_ZH = re.compile(
    rf"(?P<w>[早中晚](?=[一二两三半\d][片粒颗])|早上|早晨|早饭|清早|中午|午饭|下午|晚上|晚饭|睡前|每晚|夜里|晨起|"
    rf"清晨)(?:[前后]|空腹|再|又|都|各|就|吃|服|打|用|喝)*(?P<n>{ZH})?(?:[片粒颗丸袋包]|"
    rf"毫克|mg|个?单位|喷|次)?"
)
PART = {
    **dict.fromkeys(("morning", "breakfast", "brekkie"), "morning"),
    **dict.fromkeys(("早", "早上", "早晨", "早饭", "清早", "晨起", "清晨"), "morning"),
    **dict.fromkeys(("noon", "lunch", "afternoon", "中", "中午", "午饭", "下午"), "noon"),
    **dict.fromkeys(("evening", "dinner", "supper", "night", "bedtime", "bed", "nightly", "tea", "teatime"), "night"),
    **dict.fromkeys(("晚", "晚上", "晚饭", "睡前", "每晚", "夜里"), "night"),
}  # fmt: skip
PLAIN_DAILY = re.compile(
    r"\b(?:daily|every ?day|each day|a day|per day|/day|every single day|every "
    r"(?:morning|night|evening)|nightly)\b|每天|每日|天天|一天|每晚|每早|一日"
)
AT_A_TIME = re.compile(r"一次|每次|一回|每回|一顿|at a time|each time|at once|\beach\b")
OF_ONE_DAY = re.compile(r"(?:昨天|今天|this |last |yesterday |tomorrow )$")  # before a part of the day
