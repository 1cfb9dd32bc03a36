"""`frontdesk extract`: dialogues to records with their evidence, JSON lines in and out."""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TextIO

import typer
from pydantic import BaseModel, ConfigDict, ValidationError

from app.reception.wording import age_words, name_of, pick, sentence_of, sex_words
from models.embedded.summarization import extend
from models.embedded.understanding import language_of, understand
from models.embedded.understanding.asked import asked_in
from models.facts import Fact, Language, Person, Record, Status, Topic

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
    record, person, language = read_through(dialogue.dialogue)
    fields = dict(_fields(record, person, language))
    return {
        "id": dialogue.id,
        "record": {name: text for name, (text, _) in fields.items()},
        "evidence": {name: [{"turn": f.turn, "quote": f.quote} for f in facts] for name, (_, facts) in fields.items()},
        "positives": _names(record, Status.PRESENT, language),
        "negatives": _names(record, Status.ABSENT, language),
        "unknowns": _names(record, Status.UNKNOWN, language),
    }


def read_through(lines: Sequence[Line]) -> tuple[Record, Person, Language]:
    """The record after the last line, who is ill, and the language the patient spoke most."""
    record: dict[tuple[Topic, str], Fact] = {}
    person = Person()
    asked: tuple[str, ...] = ("open",)
    first_said: dict[tuple[Topic, str], int] = {}
    said = " ".join(line.text for line in lines if line.speaker == "patient")
    language = language_of(said) or Language.ZH
    for turn, line in enumerate(lines, start=1):
        if line.speaker == "nurse":
            asked = _asked(line.text, asked)
            record = _subject_first(record, line.text)
            continue
        for key in asked or (None,):
            heard = understand(line.text, language=language, asked=key)
            if len(asked) > 1 and heard.answer is not None and heard.answer.value == "yes":
                heard = understand(line.text, language=language)  # yes to which of them is not known
            facts, withdrawn = extend(tuple(record.values()), heard, asked=key, turn=turn)
            record |= {fact.name: fact for fact in facts}
            record = {name: fact for name, fact in record.items() if f"{name[0]}:{name[1]}" not in withdrawn}
            for name in record:
                first_said.setdefault(name, len(first_said))
            person = person.updated(heard.person)
    return tuple(sorted(record.values(), key=lambda fact: first_said[fact.name])), person, language


def _asked(words: str, before: tuple[str, ...]) -> tuple[str, ...]:
    """What the nurse asks; a question about her or him goes on about the family when that was spoken of."""
    asked = asked_in(words)
    if not asked and before == ("family",) and re.search(r"\b(?:she|he|they|her|his|their)\b|他|她", words.lower()):
        return before
    return asked


def _subject_first(record: dict[tuple[Topic, str], Fact], words: str) -> dict[tuple[Topic, str], Fact]:
    """The record with the finding the nurse asks about at its head, where a bare answer belongs."""
    named = {fact.name for fact in understand(words.rstrip("?？")).facts}
    first = {name: fact for name, fact in record.items() if name in named and fact.topic is Topic.FINDING}
    return {**first, **record}


def _fields(record: Record, person: Person, language: Language) -> Iterator[tuple[str, tuple[str, tuple[Fact, ...]]]]:
    """Each field that has something to hold: its text and the facts behind it."""
    if person.sex:
        yield "gender", (sex_words(person.sex, language), ())
    if person.age_months is not None:
        yield "age", (age_words(person, language), ())
    chief = next((f for f in record if f.topic in (Topic.FINDING, Topic.REQUEST) and f.status is Status.PRESENT), None)
    if chief:
        yield "chief_complaint", (sentence_of(chief, language, record=True), (chief,))
    gap = pick(("；", "; "), language)
    for name, topics in FIELDS:
        facts = tuple(fact for fact in record if fact.topic in topics)
        if facts:
            yield name, (gap.join(_sentence(fact, language) for fact in facts), facts)


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


def _names(record: Record, status: Status, language: Language) -> list[str]:
    held = [f for f in record if f.status is status and not (f.past and status is Status.PRESENT) and f.code != "any"]
    return [_name(fact, language) for fact in held]


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
