"""A dialogue as the fields of the record, each with where it was said."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from app.reception.wording import age_words, name_of, pick, sentence_of, sex_words
from models.embedded.understanding.dialogue import Source, Spoken, Told, read_through
from models.embedded.understanding.lexicon import VAGUE
from models.facts import Fact, Language, Status, Topic

# The fields of the record and the topics each holds; the first finding alone is the chief complaint.
FIELDS: tuple[tuple[str, frozenset[Topic]], ...] = (
    ("present_illness_history", frozenset({Topic.FINDING, Topic.COURSE, Topic.ADHERENCE})),
    ("past_history", frozenset({Topic.CONDITION, Topic.PREGNANCY})),
    ("past_surgical_history", frozenset({Topic.OPERATION})),
    ("medications", frozenset({Topic.MEDICINE})),
    ("drug_allergy_history", frozenset({Topic.ALLERGY})),
    ("family_history", frozenset({Topic.FAMILY})),
    ("social_history", frozenset({Topic.HABIT})),
    ("auxiliary_examination", frozenset({Topic.RESULT})),
    ("notes", frozenset({Topic.WISH})),
)


def extracted(dialogue: Sequence[Spoken]) -> dict[str, Any]:
    """`record` (field to text), `evidence` (field to turns, from 1, with quotes), positives, negatives, unknowns."""
    told = read_through(dialogue)
    fields = dict(_fields(told))
    return {
        "record": {name: text for name, (text, _) in fields.items()},
        "evidence": {name: [source._asdict() for source in sources] for name, (_, sources) in fields.items()},
        "positives": _names(told, Status.PRESENT),
        "negatives": _names(told, Status.ABSENT),
        "unknowns": _names(told, Status.UNKNOWN),
    }


def _fields(told: Told) -> Iterator[tuple[str, tuple[str, list[Source]]]]:
    """Each field that has something to hold: its text and where it was said."""
    language = told.language
    if told.person.sex:
        yield "gender", (sex_words(told.person.sex, language), [told.sources["sex"]])
    if told.person.age_months is not None:
        yield "age", (age_words(told.person, language), [told.sources["age_months"]])
    chief = _chief(told)
    if chief:
        yield "chief_complaint", (sentence_of(chief, language, record=True), _sources((chief,)))
    gap = pick(("；", "; "), language)
    for name, topics in FIELDS:
        facts = tuple(fact for fact in told.record if fact.topic in topics)
        if facts:
            yield name, (gap.join(_sentence(fact, language) for fact in facts), _sources(facts))


def _sources(facts: Iterable[Fact]) -> list[Source]:
    return [Source(fact.turn, fact.quote) for fact in facts]


def _chief(told: Told) -> Fact | None:
    """What brings the patient: the first complaint or request that is no answer about history; else a known illness."""
    for topics in ((Topic.FINDING, Topic.REQUEST), (Topic.CONDITION,)):
        held = [f for f in told.complaints if f.topic in topics and f.status is Status.PRESENT and not f.past]
        named = [fact for fact in held if fact.code not in VAGUE] or held
        if named:
            return named[0]
    return None


def _sentence(fact: Fact, language: Language) -> str:
    if fact.topic is not Topic.HABIT:
        return sentence_of(fact, language, record=True)
    name = _name(fact, language)
    if fact.status is Status.ABSENT:
        return pick((f"不{name}", f"no {name}"), language)
    once = [pick(("已戒", "stopped"), language)] if fact.past else []
    return pick(("，", ", "), language).join(
        [name, *once, *([fact.details.frequency] if fact.details.frequency else [])]
    )


def _names(told: Told, status: Status) -> list[str]:
    """Of the patient's own; what runs in the family has its own field."""
    held = [
        fact
        for fact in told.record
        if fact.status is status and not (fact.past and status is Status.PRESENT) and fact.code != "any"
    ]
    own = [fact for fact in held if fact.topic is not Topic.FAMILY or status is not Status.PRESENT]
    return list(dict.fromkeys(_name(fact, told.language) for fact in own))


HABITS = {"smoking": ("吸烟", "smoking"), "drinking": ("饮酒", "drinking")}


def _name(fact: Fact, language: Language) -> str:
    if fact.code == "none":
        return _none_of(fact, language)
    return pick(HABITS[fact.code], language) if fact.topic is Topic.HABIT else name_of(fact, language)


def _none_of(fact: Fact, language: Language) -> str:
    return {
        Topic.CONDITION: pick(("以前的病", "past illness"), language),
        Topic.MEDICINE: pick(("在吃的药", "medicines"), language),
        Topic.ALLERGY: pick(("过敏", "allergies"), language),
        Topic.OPERATION: pick(("手术", "operations"), language),
    }.get(fact.topic, pick(("家族病史", "family history"), language))
