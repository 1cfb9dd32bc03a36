"""How much of a medicine and how often, as people say it and as prescriptions write it; zh and en, plain arithmetic."""

import re
from typing import NamedTuple

from models.embedded.understanding.numbers import CHINESE, ENGLISH, number

TEASPOON, TABLESPOON = 5.0, 15.0  # ml


class Dose(NamedTuple):
    """What was said of one medicine; every field may be unknown.

    `units` tablets, puffs, international units or whatever `unit` says, at one time; `strength` mg in one of them; `mg`
    at one time; `ml` at one time; `per_day` times a day (1/7 is weekly). With `in_all`, the amounts are of a whole day.
    """

    units: float | None = None
    unit: str | None = None
    strength: float | None = None
    mg: float | None = None
    ml: float | None = None
    per_day: float | None = None
    in_all: bool = False
    as_needed: bool = False

    @property
    def times(self) -> float:
        """By what one amount is multiplied for the day, 1 where nothing is known."""
        return 1.0 if self.in_all or self.per_day is None else self.per_day


_EN = (
    rf"(?:\b(?:one|two|three|four|five|six|seven|eight|nine|ten) or {ENGLISH}|"
    rf"\d+(?:\.\d+)? ?(?:-|to) ?\d+(?:\.\d+)?|1/2|\b(?:{ENGLISH} and a half|(?:half )?a dozen|half "
    rf"an?|half|a couple(?: of)?|a few|both|an?|another|{ENGLISH})|\d+(?:,\d{{3}})+)"
)
_ZH = rf"(?:{CHINESE}(?:[到至\-~]{CHINESE})?|半|几|两三|三四)"
_COUNTABLE = {
    "tablet": r"tablets?|pills?|capsules?|caplets?|caps|tabs?|gel ?caps?|softgels?|doses?|"
    r"gummies|chewables?|lozenges?|"
    r"packets?|sachets?|of them|ones|@|[片粒颗丸袋包枚]|胶囊",
    "puff": r"puffs?|inhalations?|sprays?|[喷吸揿]",
    "iu": r"units?|iu|个?单位|国际单位",
    "drop": r"drops?|滴",
    "patch": r"patch(?:es)?|贴",
}
_MG = {
    r"mg|milligrams?|毫克|mgs": 1.0,
    r"mcg|µg|μg|ug|micrograms?|微克": 0.001,
    r"g|grams?|gm|克": 1000.0,
}
_ML = {r"ml|mls|millilit(?:er|re)s?|cc|毫升": 1.0, r"teaspoons?|teaspoonfuls?|tsps?|小?勺|茶匙": TEASPOON,
       r"tablespoons?|tablespoonfuls?|tbsps?|大勺|汤匙": TABLESPOON}  # fmt: skip


def _amounts(kinds: dict[str, float]) -> list[tuple[re.Pattern[str], float]]:
    return [(re.compile(rf"(?P<n>{_EN}|{_ZH})[ -]?(?:{units})(?![a-z])"), factor) for units, factor in kinds.items()]


_MILLIGRAMS = _amounts(_MG)
_MILLILITRES = _amounts(_ML)
_UNITS = [
    (
        re.compile(
            rf"(?P<n>{_EN}|{_ZH}) ?(?:of (?:the|my|those|them) )?(?:more |extra |whole |little |white |of |x )*"
            rf"(?:(?<!\d)\d{{2,4}}(?:\.\d+)?[ -]?(?:mg|s|毫克|milligrams?)? ?)?(?:{units})(?![a-z])"
        ),
        unit,
    )
    for unit, units in _COUNTABLE.items()
]
_HUNDREDS = re.compile(
    rf"(?P<n>{_EN}) (?:of (?:the|my|those|these) )?(?P<mg>\d{{3,4}})s?\b(?! ?(?:mg|times|units|m?l))"
)
_BARE = re.compile(
    r"(?<![\d.])(?P<mg>\d{2,4}(?:\.\d+)?)(?=s? (?:once|twice|three|in the|at |every|a day|daily|each)|[,.]? ?$)|(?<=@ )(?P<after>\d{2,4}(?:\.\d+)?)"
    r"(?!\d| ?(?:times|tablets?|pills?|capsules?|units?|m?l|puffs|days|hours|years|weeks|[%片粒次天年岁]))"
)

_BARE_COUNT = re.compile(
    rf"\b(?:take|takes|took|taking|taken|had|have|use|using|swallow(?:ed)?) (?:only |just |about |like )*(?P<n>{_EN})"
    r"(?= (?:a|per|each|every|in|at|with|before|after|once|twice|daily|today|yesterday|instead|and|now)\b|[,;]|\.(?!\d)|$)"
)

_PER = r"(?:a|per|each|every|in a|/)"
_DAILY = [
    (re.compile(rf"(?P<n>once|twice|thrice|{_EN}) ?(?:times?|x)? (?:{_PER} (?:single )?day|daily)\b"), 1.0),
    (re.compile(rf"(?P<n>{_EN}) (?:times|doses)(?: (?:already |so far )?today| yesterday| "
        rf"since| in (?:the last )?24)"), 1.0),
    (re.compile(rf"(?P<n>once|twice|{_EN}) ?(?:times?|x)? (?:{_PER} week|weekly)\b"), 1 / 7),
    (re.compile(rf"(?P<n>once|twice|{_EN}) ?(?:times?|x)? (?:{_PER} month|monthly)\b"), 1 / 30),
    (re.compile(rf"(?:一天|每天|每日|一日|日|天天)(?:都|要|得|只|就|才|共|一共|总共|喂|吃|"
        rf"服|用|打|喝|给他|给她|给|了|大概|差不多)*(?P<n>{_ZH})(?:次|回|遍|顿|趟)"), 1.0),
    (re.compile(rf"(?P<n>{_ZH})(?:次|回|遍|顿)(?:一天|每天)"), 1.0),
    (re.compile(rf"(?:每周|一周|每星期|一个?星期|一礼拜)(?:只|都)?(?:吃|服|用|打)?(?:了)?(?P<n>{_ZH})(?:次|"
        rf"回|遍|针)"), 1 / 7),
]  # fmt: skip
_HOURS = re.compile(
    rf"(?:every|each|q) ?(?P<a>{_EN}) ?(?:hours?|hrs?|h)\b|每(?:隔|过)?(?P<b>{_ZH})个?(?:小时|"
    rf"钟头)|隔(?P<c>{_ZH})个?小时"
)
_EVERY_OTHER = re.compile(
    r"every (?:other|second) (?:day|night|morning|evening)|alternate days|隔(?:一)?[天日]|"
    r"两天(?:才)?(?:吃|用|打)?一[次片粒]|每两天"
)
_ABBREVIATED = {
    r"\bb\.?i\.?d\b": 2,
    r"\bt\.?i\.?d\b": 3,
    r"\bq\.?i\.?d\b": 4,
    r"\bq\.?d\b|\bo\.?d\b|\bqhs\b|\bqam\b|\bqpm\b": 1,
}
_MEALS = re.compile(
    r"(?:with|after|before|at) (?:each|every|all(?: my)?|my|all three|three) "
    r"meals?|every meal\b|breakfast,? lunch,? and (?:dinner|supper)|"
    r"morning,? noon,? and night|早中晚|三餐|每顿饭|一日三餐|三顿饭"
)
_MORNING_AND_NIGHT = re.compile(
    r"早晚|早上?和晚上?|一早一晚|(?:morning|breakfast) and (?:at |in the )?(?:night|evening|bedtime|dinner|supper)"
)
_PARTS = re.compile(
    rf"(?:(?P<n>{_EN}) (?:(?:tablets?|pills?|capsules?|units?|@) )?)?(?:in the "
    rf"|at |every |each |with |before |after |my )"
    r"(?P<w>mornings?|noon|lunch|afternoons?|evenings?|dinner|supper|nights?|"
    r"bedtime|bed|breakfast)\b|\b(?P<nightly>nightly)\b"
)
_PARTS_ZH = re.compile(
    rf"(?P<w>早上|早晨|早饭|清早|中午|午饭|下午|晚上|晚饭|睡前|每晚|夜里|晨起|"
    rf"清晨)(?:[前后]|空腹|再|又|都|各|就|吃|服|打|用|喝)*(?P<n>{_ZH})?(?:[片粒颗丸袋包]|"
    rf"毫克|mg|个?单位|喷|次)?"
)
_PLAIN_DAILY = re.compile(
    r"\b(?:daily|every ?day|each day|a day|per day|/day|every single day|every "
    r"(?:morning|night|evening)|nightly)\b|每天|每日|天天|一天|每晚|每早|一日"
)
_IN_ALL = re.compile(
    r"\b(?:in total|total of|altogether|all day|in all|so far|in (?:the last "
    r"|one |a )?(?:24 hours|day)|today|yesterday|since (?:this )?\w+|over the "
    r"day|tonight|last night)\b|一共|总共|合计|今天|昨天|全天|从早到晚|一晚上"
)
_NEEDED = re.compile(
    r"\b(?:as needed|prn|when needed|if needed|as required|when required|when "
    r"necessary)\b|必要时|需要时|疼时|痛时|发作时|难受时|按需"
)


def amount(words: str) -> float | None:
    """The number words like "a couple of", "one and a half", "2-3", 半 and 两三 stand for; the higher of a range."""
    words = words.strip().lower().replace(",", "")
    fixed = {"half": 0.5, "half a": 0.5, "half an": 0.5, "1/2": 0.5, "半": 0.5, "几": 3.0, "a few": 3.0, "once": 1.0,
             "twice": 2.0, "thrice": 3.0, "a": 1.0, "an": 1.0, "another": 1.0, "a couple": 2.0, "a couple of": 2.0,
             "both": 2.0, "a dozen": 12.0, "half a dozen": 6.0,
             "两三": 3.0, "三四": 4.0}  # fmt: skip
    if words in fixed:
        return fixed[words]
    if words.endswith(" and a half"):
        whole = number(words[: -len(" and a half")])
        return None if whole is None else whole + 0.5
    last = re.split(r" or |-| to |[到至~]", words)[-1] if not re.search("ty-", words) else words
    return number(last.strip())


def read_dose(lower: str) -> Dose:
    """What `lower`, small letters and half width, says about amount and frequency; @ stands for the medicine itself."""
    halves = "半片" in lower or "半粒" in lower
    per_day, in_parts = _frequency(lower)
    units, unit = _units(lower)
    strength, mg = _milligrams(lower, units)
    ml = _first(_MILLILITRES, lower)
    said = None if in_parts is None else sum(in_parts)
    if in_parts and said and len(in_parts) > 1 and units in (None, in_parts[0]) and unit in (None, "tablet", "iu"):
        return Dose(said, unit or "tablet", strength, ml=ml, per_day=float(len(in_parts)), in_all=True)
    if units is None and in_parts and unit is None and mg is None and in_parts[0]:
        units, unit = in_parts[0], "tablet"
    if units is None and halves:
        units, unit = 0.5, "tablet"
    explicit = _explicit(lower)
    in_all = not explicit and bool(_total(lower)) and (units is not None or mg is not None or ml is not None)
    return Dose(units, unit, strength, mg, ml, per_day, in_all, bool(_NEEDED.search(lower)))


def _first(kinds: list[tuple[re.Pattern[str], float]], lower: str) -> float | None:
    for pattern, factor in kinds:
        match = pattern.search(lower)
        value = amount(match["n"]) if match else None
        if value is not None:
            return value * factor
    return None


def _units(lower: str) -> tuple[float | None, str | None]:
    """The first count of tablets (puffs, units) that is no strength of one of them ("四毫克一片的")."""
    for pattern, unit in _UNITS:
        for match in pattern.finditer(lower):
            if re.search(r"(?:毫克|mg|克)$", lower[: match.start()]) and match["n"] in ("一", "1", "每"):
                continue
            value = amount(match["n"])
            if value is not None:
                return value, unit
    for bare in (_HUNDREDS.search(lower), _BARE_COUNT.search(lower)):
        if bare and (value := amount(bare["n"])) is not None:
            return value, "tablet"
    return None, None


def _milligrams(lower: str, units: float | None) -> tuple[float | None, float | None]:
    """Milligrams in one tablet, and at one time."""
    hundreds = _HUNDREDS.search(lower)
    found = _first(_MILLIGRAMS, lower)
    if found is None and hundreds:
        found = float(hundreds["mg"])
    if found is None:
        bare = _BARE.search(lower)
        found = float(bare["mg"] or bare["after"]) if bare else None
    if found is None:
        return None, None
    if units is not None:
        return found, units * found
    return None, found


def _frequency(lower: str) -> tuple[float | None, list[float] | None]:
    """Times a day, and the counts given part of the day by part of the day."""
    if _EVERY_OTHER.search(lower):
        return 0.5, None
    for pattern, factor in _DAILY:
        match = pattern.search(lower)
        value = amount(match["n"]) if match else None
        if value is not None:
            return value * factor, None
    hours = _HOURS.search(lower)
    if hours and (every := amount(next(g for g in hours.groups() if g))):
        return 24 / every, None
    for pattern_text, times in _ABBREVIATED.items():
        if re.search(pattern_text, lower):
            return float(times), None
    if _MEALS.search(lower):
        return 3.0, None
    weekly = re.search(r"\b(?:weekly|every week|each week)\b|每周|每星期", lower)
    if weekly:
        return 1 / 7, None
    parts = _parts(lower)
    if len(parts) > 1:
        counts = [count for count in parts if count is not None]
        return float(len(parts)), counts if len(counts) == len(parts) else None
    if _MORNING_AND_NIGHT.search(lower):
        return 2.0, None
    if parts or _PLAIN_DAILY.search(lower):
        return 1.0, [parts[0]] if parts and parts[0] is not None else None
    return None, None


def _parts(lower: str) -> list[float | None]:
    """The parts of the day named, each once, with the count said for it."""
    found: dict[str, float | None] = {}
    for pattern in (_PARTS, _PARTS_ZH):
        for match in pattern.finditer(lower):
            if re.search(r"(?:昨天|今天|this |last |yesterday |tomorrow )$", lower[: match.start()]):
                continue
            part = match["w"] or "nightly"
            count = amount(match["n"]) if match["n"] else None
            found[_PART.get(part.rstrip("s"), part)] = count
    return list(found.values())


_PART = {
    **dict.fromkeys(("morning", "breakfast", "早上", "早晨", "早饭", "清早", "晨起", "清晨"), "morning"),
    **dict.fromkeys(("noon", "lunch", "afternoon", "中午", "午饭", "下午"), "noon"),
    **dict.fromkeys(("evening", "dinner", "supper", "night", "bedtime", "bed", "nightly"), "night"),
    **dict.fromkeys(("晚上", "晚饭", "睡前", "每晚", "夜里"), "night"),
}  # fmt: skip


def _explicit(lower: str) -> bool:
    """Whether it is said how often, and not only that so much goes in a day."""
    return (
        any(pattern.search(lower) for pattern, _ in _DAILY)
        or bool(_HOURS.search(lower) or _MEALS.search(lower) or _MORNING_AND_NIGHT.search(lower))
        or any(re.search(text, lower) for text in _ABBREVIATED)
        or bool(re.search(r"一次|每次|一回|每回|一顿|at a time|each time|at once|\beach\b", lower))
        or len(_parts(lower)) > 0
    )


def _total(lower: str) -> bool:
    return bool(
        _IN_ALL.search(lower) or re.search(r"\b(?:a|per|every|each) day\b|\bdaily\b|一天|每天|每日|/day", lower)
    )
