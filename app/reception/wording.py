"""Facts in words: for the patient's read-back, the nurse's board and the doctor's page."""

import re

from models.embedded.understanding.medicines.medicine_names import plain_name
from models.embedded.understanding.persons.whose import KIN
from models.facts import Course, Details, Fact, Language, Person, Relation, Severity, Sex, Side, Status, Topic
from models.knowledge.load import knowledge, wordings
from models.knowledge.schema import Condition

LABELS: dict[Topic, tuple[str, str]] = {
    Topic.FINDING: ("症状", "Symptom"),
    Topic.REQUEST: ("来意", "Request"),
    Topic.CONDITION: ("以前的病", "Illness"),
    Topic.MEDICINE: ("在吃的药", "Medicine"),
    Topic.ALLERGY: ("过敏", "Allergy"),
    Topic.OPERATION: ("手术", "Operation"),
    Topic.FAMILY: ("家里人的病", "Family"),
    Topic.HABIT: ("习惯", "Habit"),
    Topic.PREGNANCY: ("怀孕", "Pregnancy"),
    Topic.COURSE: ("上次之后", "Since last time"),
    Topic.ADHERENCE: ("用药情况", "Treatment taken"),
    Topic.RESULT: ("检查结果", "Results"),
    Topic.WISH: ("想要", "Wish"),
}
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
TOLD_AS_SAID = frozenset({Topic.COURSE, Topic.ADHERENCE, Topic.RESULT})  # their own words, whatever they answer
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
}


A_TIME = re.compile("的?时候?$")  # 下楼的时候加重, not 下楼的时候时加重


def pick(pair: tuple[str, str], language: Language) -> str:
    return pair[0] if language is Language.ZH else pair[1]


def name_of(fact: Fact, language: Language, *, record: bool = False) -> str:
    """The fact's plain name, or the record's word for it; what no list knows keeps the patient's words."""
    facts = knowledge()
    if fact.code == "unwell" and fact.details.site:
        return pick((f"{fact.details.site}不舒服", f"trouble with the {fact.details.site}"), language)
    finding = facts.findings.get(fact.code) if fact.topic in (Topic.FINDING, Topic.REQUEST) else None
    if finding is not None:
        plain = (finding.zh, finding.en)
        written = (finding.record_zh or finding.zh, finding.record_en or finding.en)
        return pick(written if record else plain, language)
    condition = facts.conditions.get(fact.code)
    if condition is not None:
        return _as_named(condition, fact.quote, language)
    if fact.topic in (Topic.MEDICINE, Topic.ALLERGY):
        return _medicine(fact, language)
    if fact.code in WORDS:
        return pick(WORDS[fact.code], language)
    return fact.quote or fact.code


def _as_named(condition: Condition, quote: str, language: Language) -> str:
    """The illness by its plain name, or as the patient named its kind: no 糖尿病 where 1型糖尿病 was said."""
    plain = pick((condition.zh, condition.en), language)
    said = (words for words in wordings(condition, language) if words.lower() in quote.lower())
    return max((words for words in said if plain.lower() in words.lower()), key=len, default=plain)


def names(fact: Fact) -> tuple[str, ...]:
    """What the fact is called, to a patient and in the record, in both languages."""
    return tuple(name_of(fact, language, record=record).lower() for language in Language for record in (False, True))


def _medicine(fact: Fact, language: Language) -> str:
    if fact.code in WORDS:
        return pick(WORDS[fact.code], language)
    if fact.code.startswith("unknown"):
        return pick((f"药名不详（{fact.quote}）", f"name unknown ({fact.quote})"), language)
    return plain_name(fact.code, language)


def details_of(details: Details, language: Language, *, of: tuple[str, ...] = ()) -> list[str]:
    """What is known about a finding, in reading order; the place only where the names in `of` do not hold it."""
    words = [
        pick(SIDES[details.side], language) if details.side else None,
        _unsaid(details.site, of),
        details.value,
        details.duration.words if details.duration else None,
        details.latest,
        pick(("突然开始", "sudden"), language) if details.sudden else None,
        pick(SEVERITIES[details.severity], language) if details.severity else None,
        _unsaid(details.character, of),
        details.frequency,
        pick(COURSES[details.course], language) if details.course else None,
        _with(_unsaid(details.worse_with, of), ("时加重", "worse with "), language),
        _with(details.better_with, ("时好转", "better with "), language),
        pick((f"自述起因：{details.began_with}", f"cause told: {details.began_with}"), language)
        if details.began_with
        else None,
    ]
    return [word for word in words if word]


def _unsaid(words: str | None, of: tuple[str, ...]) -> str | None:
    """The words, unless the name of the finding holds them: no 天旋地转，天旋地转."""
    return words if words and not any(words.lower() in name for name in of) else None


def _with(what: str | None, words: tuple[str, str], language: Language) -> str | None:
    if what is None:
        return None
    return f"{A_TIME.sub('', what)}{words[0]}" if language is Language.ZH else f"{words[1]}{what}"


def sentence_of(fact: Fact, language: Language, *, record: bool = False) -> str:
    """One fact as a short phrase with its details, or with the state it was left in."""
    name = name_of(fact, language, record=record)
    gap = "，" if language is Language.ZH else ", "
    match fact.status:
        case Status.PRESENT:
            name = _in_the_family(name, fact.quote, language) if fact.topic is Topic.FAMILY else name
            was = [pick(("以前有过", "in the past"), language)] if fact.past else []
            return gap.join([name, *was, *details_of(fact.details, language, of=names(fact))])
        case Status.ABSENT if fact.code == "none" or fact.topic in TOLD_AS_SAID:
            return name
        case Status.ABSENT:
            return pick((f"没有{name}", f"no {name.removeprefix('a ').removeprefix('an ')}"), language)
        case _ if fact.code in ("any", "none"):
            label = pick(LABELS[fact.topic], language)
            words = ("不清楚", "does not know") if fact.status is Status.UNKNOWN else ("不愿意说", "would not say")
            return f"{label}{pick(('：', ': '), language)}{pick(words, language)}"
        case Status.UNKNOWN if fact.only_asked:
            return pick((f"询问能否用{name}", f"asks whether to take {name}"), language)
        case Status.UNKNOWN:
            return pick((f"不清楚有没有{name}", f"does not know about {name}"), language)
        case Status.REFUSED:
            return pick((f"{name}：不愿意说", f"{name}: would not say"), language)


def _in_the_family(name: str, quote: str, language: Language) -> str:
    """With who has it, where that is told: "breast cancer in the family (my mum had breast cancer at 52)"."""
    told = pick((f"家里人有{name}", f"{name} in the family"), language)
    whose = quote != name and KIN.search(quote.lower()) is not None
    return pick((f"{told}（{quote}）", f"{told} ({quote})"), language) if whose else told


def line_of(fact: Fact, language: Language) -> tuple[str, str]:
    """Label and text of one line of the read-back."""
    return pick(LABELS[fact.topic], language), sentence_of(fact, language)


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
    return pick((f"{low // unit}到{high // unit}{zh}", f"{low // unit} to {high // unit} {en}"), language)


def sex_words(sex: Sex | None, language: Language) -> str:
    if sex is None:
        return ""
    return pick(("男", "Male") if sex is Sex.MALE else ("女", "Female"), language)


def about(person: Person, language: Language) -> str:
    """Who is ill, when it is not the one who speaks; else empty."""
    words = {
        Relation.CHILD: ("孩子", "child"),
        Relation.PARENT: ("父母", "parent"),
        Relation.SPOUSE: ("爱人", "spouse"),
        Relation.OTHER: ("别人", "someone else"),
    }
    return "" if person.relation in (None, Relation.SELF) else pick(words[person.relation], language)
