"""A dialogue as the fields of the record: statements where a question names one and the reply is plain, else the words.

A reply is never turned into its opposite: what no list is sure of stands as it was said, under what was asked.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from app.reception.record.heard import plainly_named
from app.reception.record.wording import age_words, details_of, name_of, pick, sex_words
from models import parsers
from models.complaints import nearest
from models.facts import Answer, Fact, Language, Person, Status, Topic
from models.mentions import Mention, mentions
from models.triage.hints import hints

Words = tuple[str, ...]
# What a question is about, by its words; the first that is found. All else belongs to the present illness.
FIELDS: tuple[tuple[str, Words], ...] = (
    ("drug_allergy_history", ("过敏", "allerg")),
    ("family_history", ("家里", "家族", "父母", "遗传", "family", "runs in", "relatives", "parents")),
    ("past_surgical_history", ("手术", "开刀", "surger", "operation")),
    (
        "social_history",
        ("抽烟", "吸烟", "喝酒", "饮酒", "工作", "职业", "smok", "alcohol", "work", "job", "live"),
    ),
    ("medications", ("吃药", "用药", "什么药", "在吃", "medication", "medicine", "tablets", "taking", "prescri")),
    ("auxiliary_examination", ("检查", "化验", "报告", "片子", "test", "scan", "x-ray", "result")),
    (
        "past_history",
        ("以前", "既往", "病史", "老毛病", "past", "history", "before", "medical problem"),
    ),
)
LONG = {Language.ZH: 12, Language.EN: 40}  # characters of what is told, and is no greeting
OF_TOPIC = {
    Topic.CONDITION: "past_history",
    Topic.MEDICINE: "medications",
    Topic.ALLERGY: "drug_allergy_history",
    Topic.INTOLERANCE: "past_history",
    Topic.OPERATION: "past_surgical_history",
    Topic.FAMILY: "family_history",
    Topic.HABIT: "social_history",
}
PRESENT, CHIEF = "present_illness_history", "chief_complaint"
SENTENCE = re.compile(r"[^。！？!?；;.\n]+[。！？!?；;.]*")
OF_SEVERAL = re.compile(r"[,，、]|\b(?:or|and|with|but)\b|和|或|还是|以及", re.I)
AT_ITS_END = re.compile(
    r"\W*(?:(?:at all|now|today|recently|yet|as well|too|的情况|的症状|症状|吗|么|呢|啊|没有|没|过)\W*)*"
)
STATUSES = {Answer.YES: Status.PRESENT, Answer.NO: Status.ABSENT, Answer.NONE_OF_THESE: Status.ABSENT}
UNRESOLVED = {Answer.UNSURE: Status.UNKNOWN, Answer.REFUSED: Status.REFUSED}


class Spoken(NamedTuple):
    """One line of a dialogue."""

    by_patient: bool
    text: str


class Kept(NamedTuple):
    """What one reply adds to a field: `text` as the record has it, from `quote` in line `turn`, counted from 1."""

    field: str
    text: str
    turn: int
    quote: str


def extracted(dialogue: Sequence[Spoken], noted: Sequence[Fact] = ()) -> dict[str, Any]:
    """`record` (field to text), `evidence` (field to turns, from 1, with quotes), positives, negatives, unknowns.

    `noted`: what a model heard in the patient's lines, checked; it stands in place of what the lines plainly say.
    """
    language = language_of(dialogue)
    person, kept, facts = Person(), list[Kept](), list[Fact]()
    for turn, question, text in _replies(dialogue):
        told = _told_of(text, question)
        kept += _of_person(told, turn, text, language) if told else ()
        person = person.updated(told)
        of_turn = tuple(fact for fact in noted if fact.turn == turn)
        stated = of_turn or tuple(_stated(question, text, turn))
        facts += stated
        kept += _kept(question, text, turn, stated, language, first=not any(one.field == CHIEF for one in kept))
    fields = dict.fromkeys(one.field for one in kept)
    gap = pick(("；", "; "), language)
    return {
        "record": {field: gap.join(_of(field, kept)) for field in fields},
        "evidence": {
            field: [{"turn": one.turn, "quote": one.quote} for one in kept if one.field == field] for field in fields
        },
        "positives": _names(facts, language, Status.PRESENT),
        "negatives": _names(facts, language, Status.ABSENT),
        "unknowns": _names(facts, language, Status.UNKNOWN, Status.REFUSED),
    }


def language_of(dialogue: Sequence[Spoken]) -> Language:
    return parsers.language_of(" ".join(line.text for line in dialogue if line.by_patient)) or Language.ZH


def _replies(dialogue: Sequence[Spoken]) -> Iterator[tuple[int, str, str]]:
    """Each line of the patient with its number and what was said to them just before."""
    question = ""
    for turn, line in enumerate(dialogue, start=1):
        if not line.by_patient:
            question = line.text
        elif not parsers.empty(line.text):
            yield turn, question, line.text.strip()


def _told_of(text: str, question: str) -> Person | None:
    """Age and sex, where the reply plainly says them."""
    asked = question.lower()
    of_age = "岁" in asked or "多大" in asked or "how old" in asked or "your age" in asked
    months = parsers.age_months(text, asked=of_age, child=False)
    sex = parsers.sex(text, asked="性别" in asked or "male or female" in asked)
    return Person(age_months=months, sex=sex) if months is not None or sex is not None else None


def _of_person(told: Person, turn: int, text: str, language: Language) -> Iterator[Kept]:
    if told.age_months is not None:
        yield Kept("age", age_words(told, language), turn, text)
    if told.sex is not None:
        yield Kept("gender", sex_words(told.sex, language), turn, text)


def _stated(question: str, text: str, turn: int) -> Iterator[Fact]:
    """A complaint named and nothing else; or what the question names, where the reply is a plain yes or no."""
    for code in plainly_named(text, now=datetime.now(UTC)):
        yield Fact(topic=Topic.FINDING, code=code, quote=text, turn=turn)
    reply = parsers.plain_reply(text)
    status = UNRESOLVED.get(reply) or STATUSES.get(reply) if reply else None
    if status is None:
        return
    if one := _asked_about(question):
        yield Fact(topic=Topic(one.topic), code=one.code, status=status, quote=text, turn=turn)


def _asked_about(question: str) -> Mention | None:
    """What the question puts, where it puts one thing alone and at its end: "do you have a fever?", 有没有发烧？.

    "No fever, then?", "fever or chills?" and "with the headaches, how is your vision?" leave open what a reply is to.
    """
    asked = SENTENCE.findall(question.strip())[-1:]
    if not asked or OF_SEVERAL.search(asked[0]):
        return None
    named = mentions(asked[0])
    if len(named) != 1 or named[0].denied:
        return None
    return named[0] if AT_ITS_END.fullmatch(asked[0][named[0].end :].lower()) else None


def _kept(
    question: str, text: str, turn: int, stated: tuple[Fact, ...], language: Language, *, first: bool
) -> Iterator[Kept]:
    """The reply in its field; the first telling is the complaint, whole."""
    if first and _complains(text):
        yield Kept(CHIEF, text, turn, text)
        return
    field = field_of(question)
    for fact in stated:
        words = _status_words(_named(fact, language), fact.status, language)
        yield Kept(OF_TOPIC.get(fact.topic, field), words, turn, fact.quote)
    if not _covered(text, stated, language):
        asked = question.strip()
        words = pick((f"问“{asked}”，答“{text}”", f"asked “{asked}”, said “{text}”"), language) if asked else text
        yield Kept(field, words, turn, text)


def _named(fact: Fact, language: Language) -> str:
    details = details_of(fact.details, language)
    return pick(("，", ", "), language).join((name_of(fact, language, record=True), *details))


def _covered(text: str, stated: tuple[Fact, ...], language: Language) -> bool:
    """Nothing of any length is left of the reply beside what was stated."""
    for fact in stated:
        for words in (fact.quote, fact.details.character, fact.details.duration and fact.details.duration.words):
            text = text.replace(words, " ") if words else text
    return bool(stated) and len(text.strip(" ,.，。、!?！？")) < LONG[language]


def _complains(text: str) -> bool:
    """Something a complaint may be: no greeting, no yes."""
    told_at_length = len(text) >= LONG[parsers.language_of(text) or Language.ZH]
    return parsers.plain_reply(text) is None and bool(told_at_length or hints(text) or nearest(text, most=1))


def field_of(question: str) -> str:
    """The field of the record that the reply to `question` belongs in."""
    asked = question.lower()
    return next((field for field, words in FIELDS if any(word in asked for word in words)), PRESENT)


def _status_words(name: str, status: Status, language: Language) -> str:
    match status:
        case Status.PRESENT:
            return name
        case Status.ABSENT:
            return pick((f"没有{name}", f"no {name}"), language)
        case Status.UNKNOWN:
            return pick((f"{name}：不清楚", f"{name}: does not know"), language)
        case Status.REFUSED:
            return pick((f"{name}：不愿意说", f"{name}: would not say"), language)


def _of(field: str, kept: Sequence[Kept]) -> list[str]:
    texts = [one.text for one in kept if one.field == field]
    return texts[-1:] if field in ("age", "gender") else list(dict.fromkeys(texts))


def _names(facts: Sequence[Fact], language: Language, *statuses: Status) -> list[str]:
    standing = {fact.key: fact for fact in facts}
    found = (name_of(fact, language) for fact in standing.values() if fact.status in statuses)
    return list(dict.fromkeys(found))
