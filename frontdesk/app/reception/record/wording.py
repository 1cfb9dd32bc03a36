"""Facts in words: for the patient's read-back, the nurse's board and the doctor's page."""

from frontdesk.app.reception.record.tiles import ALLERGIES, MEDICINES, MEDICINES_OF_CHILDREN, TABLES
from frontdesk.app.reception.session.questions import FOLLOW_UP, LISTED
from frontdesk.app.reception.session.state import Alert
from frontdesk.models.facts import Course, Details, Fact, Language, Person, Relation, Severity, Sex, Side, Status, Topic
from frontdesk.models.knowledge.formulary import formulary, plain_name
from frontdesk.models.knowledge.load import knowledge, wordings
from frontdesk.models.knowledge.schema import Condition
from frontdesk.models.red_flags import DANGER_PAGES

LABELS: dict[Topic, tuple[str, str]] = {
    Topic.FINDING: ("症状", "Symptom"),
    Topic.REQUEST: ("来意", "Request"),
    Topic.CONDITION: ("以前的病", "Illness"),
    Topic.MEDICINE: ("在吃的药", "Medicine"),
    Topic.ALLERGY: ("过敏", "Allergy"),
    Topic.INTOLERANCE: ("不耐受、副作用（不是过敏）", "Intolerance or side effect (no allergy)"),
    Topic.OPERATION: ("手术", "Operation"),
    Topic.FAMILY: ("家里人的病", "Family"),
    Topic.HABIT: ("习惯", "Habit"),
    Topic.PREGNANCY: ("怀孕", "Pregnancy"),
    Topic.COURSE: ("上次之后", "Since last time"),
    Topic.ADHERENCE: ("用药情况", "Treatment taken"),
    Topic.RESULT: ("检查结果", "Results"),
    Topic.WISH: ("想要", "Wish"),
    Topic.DETAIL: ("细节", "Detail"),
    Topic.SAID: ("原话", "In their words"),
}
NONE = {Language.ZH: "都没有", Language.EN: "None of these"}  # the tile that denies what is listed beside it
SIDES = {Side.LEFT: ("左侧", "left"), Side.RIGHT: ("右侧", "right"), Side.BOTH: ("双侧", "both sides")}
SEVERITIES = {
    Severity.MILD: ("较轻", "mild"),
    Severity.MODERATE: ("中等", "moderate"),
    Severity.SEVERE: ("很重", "severe"),
}
COURSES = {
    Course.BETTER: ("好转", "getting better"),
    Course.SAME: ("没有变化", "the same"),
    Course.WORSE: ("加重", "getting worse"),
    Course.COMES_AND_GOES: ("时好时坏", "comes and goes"),
}
TOLD_AS_SAID = frozenset({Topic.COURSE, Topic.ADHERENCE, Topic.RESULT})  # the tile or their own words
SINCE, SIDE, TEMPERATURE = ("多久了", "How long"), ("哪一边", "Side"), ("体温", "Temperature")
BAD = ("多厉害", "How bad")
GOES = ("变化", "Course")
PLACE, LIKE = ("部位", "Where"), ("怎么样的", "What it is like")
TOLD = ("还说了", "Also told")
DETAIL_LABELS = {
    "told": TOLD,
    "since": SINCE,
    "side": SIDE,
    "temperature": TEMPERATURE,
    "site": PLACE,
    "how": LIKE,
    "severity": BAD,
    "progress": GOES,
}
WORDS = {
    "none": ("无", "none"),
    "any": ("有没有", "any"),
    "medicines": ("药物过敏", "allergy to medicines"),
    "smoking": ("吸烟", "smoking"),
    "drinking": ("饮酒", "drinking"),
    "postpartum": ("产后", "after birth"),
    "breastfeeding": ("哺乳期", "breastfeeding"),
    "pregnancy": ("怀孕", "pregnancy"),
    "pregnancy_known": ("怀孕", "pregnancy"),
    "doctor_female": ("想看女医生", "would like a woman doctor"),
    "doctor_male": ("想看男医生", "would like a man as doctor"),
    "may_be_pregnant": ("可能怀孕", "may be pregnant"),
}
ON_TILES = {
    **{(topic, key): (zh, en) for page, topic in FOLLOW_UP.items() for key, zh, en in TABLES[page]},
    **{
        (Topic(key.split(":")[1]), key.split(":")[2]): (zh, en)
        for key, zh, en in (*ALLERGIES, *MEDICINES, *MEDICINES_OF_CHILDREN)
        if key.startswith("fact:") and key.split(":")[2] not in formulary().medicines
    },
}  # what no other list names


def pick(pair: tuple[str, str], language: Language) -> str:
    return pair[0] if language is Language.ZH else pair[1]


def name_of(fact: Fact, language: Language, *, record: bool = False) -> str:
    """The statement's plain name, or the record's word for it; what no list knows keeps the patient's words."""
    facts = knowledge()
    as_sign = fact.asked in DANGER_PAGES and fact.code in facts.signs  # in the words that stood on the tile
    finding = facts.findings.get(fact.code) if fact.topic in (Topic.FINDING, Topic.REQUEST) else None
    if finding is not None and not as_sign:
        plain = (finding.zh, finding.en)
        written = (finding.record_zh or finding.zh, finding.record_en or finding.en)
        return pick(written if record else plain, language)
    if fact.topic is Topic.FINDING and fact.code in facts.signs:
        sign = facts.signs[fact.code]
        return pick((sign.zh, sign.en[:1].lower() + sign.en[1:]), language)
    condition = facts.conditions.get(fact.code)
    if condition is not None:
        return _as_named(condition, fact.quote, language)
    if fact.topic in (Topic.MEDICINE, Topic.ALLERGY, Topic.INTOLERANCE):
        return _medicine(fact, language)
    if fact.topic is Topic.DETAIL:
        return ", ".join(details_of(fact.details, language)) or fact.quote
    if fact.topic in TOLD_AS_SAID:
        return _on_its_tile(fact, language)
    if fact.code in WORDS:
        return pick(WORDS[fact.code], language)
    return fact.quote or fact.code


def _on_its_tile(fact: Fact, language: Language) -> str:
    """What stood on the tile, in the words of either language; else the patient's own."""
    tile = ON_TILES.get((fact.topic, fact.code), LABELS[fact.topic])
    return pick(tile, language) if fact.quote in ("", *tile) else fact.quote


def _as_named(condition: Condition, quote: str, language: Language) -> str:
    """The illness by its plain name, or as the patient named its kind: no 糖尿病 where 1型糖尿病 was said."""
    plain = pick((condition.zh, condition.en), language)
    said = (words for words in wordings(condition, language) if words.lower() in quote.lower())
    return max((words for words in said if plain.lower() in words.lower()), key=len, default=plain)


def _medicine(fact: Fact, language: Language) -> str:
    if fact.code in WORDS:
        return pick(WORDS[fact.code], language)
    if tile := ON_TILES.get((fact.topic, fact.code)):
        return pick((tile[0], tile[1][:1].lower() + tile[1][1:]), language)
    if fact.code.startswith("unknown"):
        return pick((f"药名不详（{fact.quote}）", f"name unknown ({fact.quote})"), language)
    return plain_name(fact.code, language)


def details_of(details: Details, language: Language) -> list[str]:
    """What is known about a complaint, in reading order."""
    site = knowledge().sites.get(details.site or "")
    words = [
        pick(SIDES[details.side], language) if details.side else None,
        pick((site.zh, site.en), language) if site else details.site,
        details.value,
        details.duration.words if details.duration else None,
        pick(("突然开始", "sudden"), language) if details.sudden else None,
        pick(SEVERITIES[details.severity], language) if details.severity else None,
        details.character,
        details.frequency,
        pick(COURSES[details.course], language) if details.course else None,
        pick((f"{details.worse_with}时加重", f"worse with {details.worse_with}"), language)
        if details.worse_with
        else None,
        pick((f"{details.better_with}时好转", f"better with {details.better_with}"), language)
        if details.better_with
        else None,
        pick((f"自述起因：{details.began_with}", f"cause told: {details.began_with}"), language)
        if details.began_with
        else None,
    ]
    return [word for word in words if word]


def sentence_of(fact: Fact, language: Language, *, record: bool = False) -> str:
    """One statement as a short phrase with its details, or with the state it was left in."""
    name = name_of(fact, language, record=record)
    if fact.topic is Topic.SAID:
        return quoted(fact.quote)
    if fact.topic is Topic.DETAIL:
        return detail_sentence(fact, language)
    match fact.status:
        case Status.PRESENT:
            gone = ("试过或已停", "tried or stopped") if fact.topic is Topic.MEDICINE else ("以前有过", "in the past")
            was = [pick(gone, language)] if fact.past else []
            gap = pick(("，", ", "), language)
            return gap.join([name, *was, *details_of(fact.details, language)])
        case Status.ABSENT if fact.code == "none" or fact.topic in TOLD_AS_SAID:
            return name
        case Status.ABSENT if fact.topic is Topic.PREGNANCY:
            return pick(("没有怀孕", "not pregnant"), language)
        case Status.ABSENT if fact.topic is Topic.HABIT:
            return pick((f"不{name}", f"no {name}"), language)
        case Status.ABSENT if fact.topic is Topic.FINDING and fact.code in knowledge().signs:
            return knowledge().signs[fact.code].denied[language]
        case Status.ABSENT if is_none_listed(fact):
            return none_listed([name], language)
        case Status.ABSENT:
            return pick((f"没有：{name}" if "，" in name else f"没有{name}", f"no {_plain(name)}"), language)
        case Status.UNKNOWN if fact.topic is Topic.ALLERGY and fact.code != "any":
            return pick((f"对{name}是否过敏：不清楚", f"allergic to {name} or not: not known"), language)
        case _ if fact.code in ("any", "none") or fact.topic in TOLD_AS_SAID:
            return _unresolved(pick(LABELS[fact.topic], language), fact.status, language)
        case _:
            return _unresolved(name, fact.status, language)


def is_none_listed(fact: Fact) -> bool:
    """An illness denied with all that were listed beside it, by one tap: no firm denial of this one."""
    listed = fact.topic is Topic.CONDITION and fact.asked in LISTED
    return listed and fact.status is Status.ABSENT and fact.quote in NONE.values()


def none_listed(names: list[str], language: Language) -> str:
    plain = pick(("、", ", "), language).join(map(_plain, names))
    return pick((f"所列的都没有：{plain}", f"none of those listed: {plain}"), language)


def denial_of(fact: Fact, language: Language) -> str:
    """That there is none, where it does not stand alone: of what, and that it was only answered so."""
    if fact.code != "none":
        return sentence_of(fact, language)
    label = pick(LABELS[fact.topic], language)
    return pick((f"问到“{label}”时答：没有", f"answered when asked ({label.lower()}): no"), language)


def _plain(name: str) -> str:
    return name.removeprefix("a ").removeprefix("an ")


def _unresolved(name: str, status: Status, language: Language) -> str:
    words = ("不清楚", "does not know") if status is Status.UNKNOWN else ("不愿意说", "would not say")
    return f"{name}{pick(('：', ': '), language)}{pick(words, language)}"


def detail_sentence(fact: Fact, language: Language) -> str:
    """A tile of the page "how" by its own words; any other detail as it was told."""
    kind, _, code = fact.code.partition(":")
    if fact.status is not Status.PRESENT:
        return _unresolved(pick(DETAIL_LABELS.get(kind, LIKE), language), fact.status, language)
    if kind == "site":
        return name_of(fact, language)
    how = knowledge().qualifiers.get(code) if kind == "how" else None
    return pick((how.zh, how.en), language) if how else name_of(fact, language)


def quoted(words: str) -> str:
    return f"“{words}”"


def line_of(fact: Fact, language: Language) -> tuple[str, str]:
    """Label and text of one line of the read-back."""
    label = DETAIL_LABELS.get(fact.code.partition(":")[0]) if fact.topic is Topic.DETAIL else None
    return pick(label or LABELS[fact.topic], language), sentence_of(fact, language)


def age_words(person: Person, language: Language) -> str:
    """The age as the record writes it: years, or months under three; the band, where only that was told."""
    months = person.age_months
    if person.age_between is not None:
        return _band_words(person.age_between, language)
    if months is None:
        return ""
    if months < 36:
        return pick((f"{months}个月", f"{months} months"), language)
    return pick((f"{months // 12}岁", f"{months // 12} years"), language)


def _band_words(band: tuple[int, int | None], language: Language) -> str:
    low, high = band
    in_months = high is not None and high < 36 and (low % 12 or high % 12)
    unit, zh, en = (1, "个月", "months") if in_months else (12, "岁", "years")
    if high is None:
        return pick((f"{low // unit}{zh}以上", f"{low // unit} {en} or older"), language)
    if low == 0:
        return pick((f"不到{high // unit}{zh}", f"under {high // unit} {en[:-1] if high == unit else en}"), language)
    first, last = low // unit, high // unit - (0 if in_months else 1)  # of years the last whole one
    return pick((f"{first}到{last}{zh}", f"{first} to {last} {en}"), language)


def sex_words(sex: Sex | None, language: Language) -> str:
    if sex is None:
        return ""
    return pick(("男", "Male") if sex is Sex.MALE else ("女", "Female"), language)


def lowered_words(alert: Alert, language: Language) -> str:
    """That a nurse lowered an alarm: which, who and why."""
    raised, lowered = alert.raised, alert.lowered
    by, why = (lowered.name, lowered.reason) if lowered else ("", "")
    return pick(
        (
            f"已由{by}解除{raised.level}级警报“{raised.reason[Language.ZH]}”，理由：“{why}”",
            f"{raised.level} lowered by {by} (“{why}”): {raised.reason[Language.EN]}",
        ),
        language,
    )


def about(person: Person, language: Language) -> str:
    """Who is ill, when it is not the one who speaks; else empty."""
    words = {
        Relation.CHILD: ("孩子", "child"),
        Relation.PARENT: ("父母", "parent"),
        Relation.SPOUSE: ("爱人", "spouse"),
        Relation.OTHER: ("别人", "someone else"),
    }
    return "" if person.relation in (None, Relation.SELF) else pick(words[person.relation], language)


def person_lines(person: Person, language: Language) -> list[tuple[str, str, str]]:
    """Field, label and text of what is known of the patient, as lines of the read-back."""
    lines = (
        ("relation", ("病人", "Patient"), about(person, language)),
        ("age_months", ("年龄", "Age"), age_words(person, language)),
        ("sex", ("性别", "Sex"), sex_words(person.sex, language)),
    )
    return [(key, pick(label, language), text) for key, label, text in lines if text]
