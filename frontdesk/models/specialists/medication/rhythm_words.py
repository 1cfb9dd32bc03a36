"""The words of how often, each as one letter of the grammar in rhythm.py; patterns over lower-case normalised text."""

import re

from frontdesk.models.specialists.medication.amounts import EN, ZH
from frontdesk.models.specialists.medication.dose_words import COUNTABLE, MG, ML

PERIODS = {"day": 1.0, "night": 1.0, "morning": 1.0, "evening": 1.0, "week": 7.0, "fortnight": 14.0, "month": 30.0,
           "year": 365.0, "daily": 1.0, "weekly": 7.0, "fortnightly": 14.0, "monthly": 30.0,
           "单日": 2.0, "双日": 2.0,
           "天": 1.0, "日": 1.0, "周": 7.0, "星期": 7.0, "礼拜": 7.0, "月": 30.0, "年": 365.0}  # fmt: skip
_EN = r"(?:day|week|fortnight|month|year)"
_ONE_OF_THEM = r"[次回遍针片粒颗支贴]"  # 每周一次 names no Monday
_ZH = rf"(?:天(?!天)|日(?![常夜])|个?(?:周|星期|礼拜)(?![一二三四五六日天末](?!{_ONE_OF_THEM}))|个?月|年)"
_WEEKDAY = r"(?:sun|mon|tues|wednes|thurs|fri|satur)day"
_SHORT = r"(?:sun|mon|tues?|wed|thurs?|fri|sat)"
OF_ONE_DAY = re.compile(r"(?:昨天?|今天?|明天?|昨儿|今儿|\b(?:this|last|yesterday|tomorrow|good) )$")  # no habit

# Parts of the day by the moment they stand for.
_MOMENTS_EN = {
    "night": r"(?:in|during) the (?:middle of the )?night|(?:in )?the middle of the night|midnight|small hours"
    r"|overnight",
    "morning": r"mornings?|breakfast|brekkie|(?:when i|once i'm|after i) (?:wake|get|am|up)(?: up)?"
    r"|(?:on )?waking(?: up)?"
    r"|on getting up|first thing",
    "forenoon": r"mid-?morning|elevenses",
    "noon": r"noon|lunch(?:time)?|mid-?day",
    "afternoon": r"(?:mid-?|late )?afternoons?|tea ?time|(?:(?<=one with )|(?<=one with my ))tea"
    r"(?! (?:in|every|each|at|when|first))",
    "evening": r"evenings?|dinner(?:time)?|supper(?:time)?|nights?|nightly",
    "bedtime": r"bed ?time|bed|going to sleep|i (?:go to )?sleep|turning in",
}
_MOMENTS_ZH = {
    "night": r"半夜|后半夜|夜里|夜间|凌晨|深夜",
    "morning": r"早起|早上|早晨|早[饭餐]|清早|清晨|晨起|起床|早(?=[中晚午、和及]|间|各"
    r"|[一二两三四半\d][片粒颗次]|空腹)|晨(?=服|起)",
    "forenoon": r"上午",
    "noon": r"中午|晌午|[午中][饭餐]|(?<=早)[中午](?!药)|(?<=早、)[中午]|中(?=[一二两三半\d]+[片粒颗])",
    "afternoon": r"下午",
    "bedtime": r"临睡前?|睡觉?(?:以|之)?前|入睡前",
    "evening": r"傍晚|晚上|晚间|晚[饭餐]|(?<=[早中午、和及每])晚(?!了|点|期|年)|晚(?=[一二两三四半\d][片粒颗]|各)",
}
_AT = r"(?:(?:in|at|every|each|with|before|after|around|of|on|over) )(?:the |my |an? )?|my |first thing "
_OTHERWISE = (
    r"(?! (?:pills?|meds?|medicines?|dose|tablets?|one|after|shift|and day|(?:a|per|each|every|out of the) week)\b)"
)
BARE = re.compile(
    r"mornings?|breakfast|noon|lunch(?:time)?|mid-?day|afternoons?|evenings?|dinner|supper|nights?|bed(?:time)?"
    r"|tea ?time"
)

_COUNTED = "|".join(COUNTABLE.values())
# The first that fits at a place counts; the letter stands for it in the grammar, none for what changes nothing.
_LETTERS = (
    (".", "stop", r"[.。;；!！?？](?!\d)"),
    (",", "comma", r"[,，、&]|\band\b|\bplus\b|[和及跟]"),
    ("@", "name", r"@"),
    *((("P" if zh else "p"), f"{'zh' if zh else 'en'}_{moment}", pattern)
      for moments, zh in ((_MOMENTS_EN, False), (_MOMENTS_ZH, True))
      for moment, words in moments.items()
      for pattern in ([rf"(?:{words})(?:以"
       rf"|之)?[前后]?(?:空腹)?"] if zh else [rf"\b(?:{_AT})?(?:{words})\b{_OTHERWISE}"])),
    ("t", "today", r"(?:already |so far )?today\b|yesterday\b|since\b|(?:in "
     r"|over )?(?:the )?(?:last )?24 ?(?:hours|h\b|小时)"
     r"[里内]?|今[天儿]|昨[天儿]|前天|到现在|一晚上"),
    ("h", "hourly", rf"\bq ?(?P<q>\d+) ?h(?:ours?|rs?)?\b|\b(?P<n_hourly>{EN})[ -]hourly\b|\bhourly\b"),
    ("l", "latin", r"\b(?:(?P<l2>b\.?i\.?d|b\.?d)|(?P<l3>t\.?(?:i\.?d|d\.?s))|(?P<l4>q\.?(?:i\.?d|d\.?s))"
     r"|(?P<l0>q\.?o\.?d)"
     r"|(?P<l7>q\.?w)|(?P<l1>q\.?d|o\.?d|qhs|qam|qpm|qn))\b"),
    ("w", "working_days", r"\bweekdays\b|\bmon(?:day)?s? (?:to|through|till|until) fri(?:day)?s?\b"
     r"|(?:周|星期|礼拜)一到(?:周|星期|礼拜)?五"),
    ("w", "weekend", r"(?:\b(?:only|just|at|on|of a|over the|every|the) )*\bweekends?\b(?! off)(?: only)?"
     r"|[每逢到一只在有]*(?:周末|双休日)(?!歇|停|不|没|休息)"),
    ("w", "weekday", rf"\b(?:every|each|on|on the|of a|on a|only|come) (?P<w1>{_WEEKDAY}|{_SHORT})s?\b"
     rf"|\b(?P<w2>{_WEEKDAY})s\b"
     rf"|\b(?P<w3>{_WEEKDAY})(?=(?:,| and| &| plus|,? and again|, then) {_WEEKDAY})"
     rf"|每逢?个?(?:周|星期|礼拜)(?P<w4>[一二三四五六日天]{{1,7}})(?!{_ONE_OF_THEM})"
     r"|(?:周|星期|礼拜)(?P<w5>[一二三四五六日天]{1,7})(?=[和跟、，都各也再又打吃注用周星礼早晚]|一[针片粒次])"),
    ("Y", "adverb", r"\b(?:daily|(?<!\bmy )(?<!\bthe )(?:weekly|fortnightly|monthly))\b|天天|日日|[单双]日"),
    ("R", "rate", rf"(?:\b(?:a|an|per|in an?|in one|out of the|out of every|over an?|in the)(?: single)? "
     rf"|/ ?)(?={_EN}\b|hour\b|天|日|周)"),
    ("V", "every", r"\b(?:every|each)(?: single)?\b|每逢?"),
    ("A", "other", r"\b(?:other|second|alternate|2nd)\b(?= (?:day|night|morning|evening|week|month))|隔"),
    ("o", "ordinal", r"\b(?P<nth>third|fourth|fifth|sixth|seventh|3rd|4th|5th|6th|7th)\b(?= (?:day|night|morning"
     r"|week))"),
    ("f", "lasting", rf"\b(?:for|the first|first|the (?:last|past)|(?:the )?next)(?: another| about| only| just)?"
     rf"(?= (?:{EN} )?(?:{_EN}|night|hour)s?\b)|(?:头"
     rf"|(?<![目以之从先])前)(?=[一二两三四五六七八九十几\d]+个?[天日周月年星礼])"
     r"|(?:连续|连着|连|一连|持续|坚持)(?:吃|服|用|打)?了?(?=[一二两三四五六七八九十几\d])"
     r"|(?:吃|服|用|打|喂)(?:过|了|有|完)+(?=[一二两三四五六七八九十几半\d]+(?:来|多)?个?[天日周月年星礼])"),
    ("i", "within", r"\b(?:within|across|over|in)(?: the (?:last|past))?(?= )(?! the)"),
    ("c", "clock", r"\b(?:at )?(?P<hour>\d{1,2})(?:[:.]\d\d)? ?(?P<half>am|pm|a\.m|p\.m|o'clock)\b"
     r"|(?P<zh_hour>\d{1,2}|[一二两三四五六七八九十]+)点(?:钟|半|整)?(?![一二三四五六七八九\d毫克几])"),
    ("e", "meals", r"\b(?:(?:with|after|before|at) )?(?:each|every|all(?: my)?|my|all three|three) meals?\b"
     r"|\bmeal ?times?\b"
     r"|[一每日]*三[餐顿](?:饭)?[前后]?|饭[前后](?=各|都)"
     r"|每[顿餐](?:饭)?[前后]?(?![一二两三四五六七八九半\d吃服])|每顿饭[前后]?|顿顿"),
    ("H", "hours", r"\b(?:hours?|hrs?|h)\b"), ("S", "hours_zh", r"个?(?:小时|钟头)"), ("a", "apart", r"\bapart\b"),
    ("D", "period", rf"\b(?P<en_period>{_EN}|night|morning|evening)s?\b|(?P<zh_period>{_ZH})"),
    ("O", "once", r"\b(?:once|twice|thrice)\b"),
    ("N", "number", rf"(?!一[共直起样定般些下点旦并块]|another (?:{EN}))"
     rf"(?:couple of\b|few\b|{EN}|{ZH})(?:(?<=\d)|(?![a-z]))"),
    ("X", "times", r"\b(?:times?|x|goes|lots|rounds)\b|[次回遍顿趟道遭]"),
    ("E", "each", r"\b(?:at a time|each time|a time|every time|apiece|in one go|at once|a go)\b|各|分别"),
    ("U", "unit", rf"(?:{_COUNTED}|[支张针]|shots?|jabs?|injections?)(?![a-z])"),
    ("m", "mg", f"(?:{'|'.join((*MG, *ML))})(?![a-z])"),
    ("g", "gone", r"\b(?:ago|later|old|off|early|left)\b|(?<=[天日周月年期拜])(?:[以之]?[前后来内](?!面)|了|以来)"),
    ("k", "made", r"\b(?:made|make|turned|changed|cut|dropped|upped) (?:it|that|them|@) (?:down |up )?(?:to "
     r"|into )?"),
    ("q", "suits", r"\b(?:does|will do|is|seems|suits)\b|'s (?:enough|plenty)"),
    ("", "nothing", r"\b(?:take|takes|took|taking|i|i'm|have|has|had|use|used|using|about|around|only|just"
     r"|roughly|of|my|the|them"
     r"|those|it(?:'s| is)?|up to|at most|maybe|always|usually|mostly|new|whole|little|white|extra|strength|more|again"
     r"|another|further|additional"
     r"|total|to|on|do|all|so"
     r"|puts?|inject|swallow|apply|chang(?:e|es|ed|ing)|stick|still|even|at least|but|with|regular|that's|which is)\b"
     r"|[ \t\"'()（）：:]+"
     r"|[吃服用打喝喂塞贴换含喷注射都要得只就才共里大概差不多约能敢才是我的给他她也再又会最至有左右着一]|已经|另外|额外|还要?|[加补]"),
)  # fmt: skip
LEXER = re.compile("|".join(f"(?P<{name}>{pattern})" for _, name, pattern in _LETTERS))
LETTER = {name: letter for letter, name, _ in _LETTERS}
NEXT_WEEKDAY = re.compile(rf"(?:again )?(?:on )?(?P<w1>{_WEEKDAY})s?\b")
A_WORD = re.compile(r"[a-z]+|\S", re.ASCII)
LATIN = {"l1": (1.0, 1.0), "l2": (2.0, 1.0), "l3": (3.0, 1.0), "l4": (4.0, 1.0), "l0": (1.0, 2.0), "l7": (1.0, 7.0)}
"""How many on a day, and days from one to the next."""
NTH = {"third": 3.0, "fourth": 4.0, "fifth": 5.0, "sixth": 6.0, "seventh": 7.0}
NTH |= {"3rd": 3.0, "4th": 4.0, "5th": 5.0, "6th": 6.0, "7th": 7.0}
ON_AND_OFF = re.compile(rf"吃(?P<on>{ZH})天[，,]?(?:停|歇|隔|休息|断)(?P<off>{ZH})天")
AWAKE = re.compile(
    r"\b(?:while i'?m? ?(?:am )?(?:awake|up)|waking hours|in the daytime)\b"
    r"|白天(?![^，。]{0,4}[晚夜])"
)
CLAUSE = re.compile(r"(?:(?! (?:but|and (?:i|my|it|he|she|they))\b)(?!\.(?!\d))[^,，。;；!！?？])+")
# What is done with a medicine, what it does, and how much of it is told.
TAKEN = re.compile(
    r"\b(?:tak(?:e|es|en|ing)|took|swallow\w*|us(?:e|es|ed|ing)|inject\w*|jab\w*|appl(?:y|ied)|chang(?:e|es|ed"
    r"|ing)|stick|put"
    r"|do|doing|did|get|have (?:it|them|one|two|mine)|had (?:it|them|one|two)|puff\w*|dos(?:e|es|ing)|pop\w*"
    r"|giv(?:e|es|en|ing)|gave"
    r"|go(?:es)? down|prescribed|prescription)\b|[吃服用打喝喂塞贴换喷滴注]"
)
DOES = re.compile(
    r"\b(?:makes?|gives?|leaves?|keeps?|causes?|upsets?) me\b|[让使弄搞害]得?我|副作用"
    r"|[吃服用打]药?[了完过]?(?:以|之)?后"
)
SOMEBODY = re.compile(r"\b(?:i|i'm|my|he|she|it|we|they)\b")
AN_AMOUNT = re.compile("N[Um]|[PpcVYe]N|^N")
