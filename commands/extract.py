"""`frontdesk extract`: dialogues to records with their evidence, JSON lines in and out."""

import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Literal, TextIO

import typer
from pydantic import BaseModel, ConfigDict, ValidationError

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


class Line(BaseModel):
    model_config = ConfigDict(extra="ignore")

    speaker: Literal["patient", "nurse"]
    text: str


class Dialogue(BaseModel):
    """One input line. Turns are counted from 1 over all lines of the dialogue, the nurse's too."""

    model_config = ConfigDict(extra="ignore")

    id: str | int
    dialogue: list[Line]


class BadLine(Exception):
    """A line of input that is no dialogue; names the line and what is wrong with it."""


def extract() -> None:
    """Read {"id", "dialogue": [{"speaker", "text"}]} lines on standard input; write one record a line."""
    try:
        for count, answer in enumerate(answers(sys.stdin), start=1):
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{count} dialogues")
    except BadLine as bad:
        sys.stdout.flush()
        typer.echo(str(bad), err=True)
        raise typer.Exit(1) from None


def answers(lines: Iterable[str] | TextIO) -> Iterator[dict[str, Any]]:
    """One answer for each line that is not empty. Raises BadLine."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            dialogue = Dialogue.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "line"
            raise BadLine(f"line {number}: {where}: {first['msg']}") from None
        yield record_of(dialogue)


def record_of(dialogue: Dialogue) -> dict[str, Any]:
    told = read_through([Spoken(line.speaker == "patient", line.text) for line in dialogue.dialogue])
    fields = dict(_fields(told))
    return {
        "id": dialogue.id,
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
