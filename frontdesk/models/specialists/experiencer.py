"""Whose doings an utterance tells: the patient's, or those of somebody the patient cannot be."""

import re
from functools import cache
from pathlib import Path

import yaml

from frontdesk.models.ages import GROWN_UP_FROM, PARENT_OF_GROWN_FROM
from frontdesk.models.facts import Sex
from frontdesk.models.specialists.case import Patient

_OTHERS = "的|家|爱人|老|丈|妻|媳|太太|男朋|女|儿|孩|孙|妈|爸|母|父|爷|奶|外|姥|朋|邻|同|室|哥|弟|姐|妹"
SELF = re.compile(rf"\b(?:i|i'm|i've|i'd|me|mine)\b|我(?!{_OTHERS})")


@cache
def _shapes() -> tuple[tuple[str, re.Pattern[str]], ...]:
    table = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    does, request = table.pop("does")["en"], table.pop("request")["zh"]
    mine, those = r"\b(?:my|our|her|his|the) (?:\w+ )?", ")(?!"
    return tuple(
        (
            who,
            re.compile(f"{mine}(?:{names['en']})(?:{does})\\b|(?<![跟和与陪同请给])(?:{names['zh']}{those}{request})"),
        )
        for who, names in table.items()
    )


@cache
def _owners() -> tuple[tuple[str, re.Pattern[str]], ...]:
    table = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    mine = r"\b(?:my|our|her|his) (?:\w+ )?"
    return tuple(
        (who, re.compile(rf"{mine}(?:{names['en']})'s (?:(?:last|own|latest) )?$|(?:{names['zh']})(?:的|那个|最近)*$"))
        for who, names in table.items()
        if names["en"] and names["zh"]
    )


def belongs_to_another(before: str, patient: Patient) -> bool:
    """Whether what is named right behind `before` (lower-case) is of somebody the patient cannot be: "my sister's"."""
    return any(owner.search(before) and _cannot_be(who, patient) for who, owner in _owners())


def is_anothers(clause: str, patient: Patient) -> bool:
    """Whether the person who does something in `clause` (lower-case) cannot be the patient."""
    return another_at(clause, patient) is not None


def another_at(clause: str, patient: Patient) -> int | None:
    """Where the person who does something in `clause` (lower-case) is named, if it cannot be the patient."""
    for who, shape in _shapes():
        found = shape.search(clause)
        if found and not SELF.search(clause, found.end()) and _cannot_be(who, patient):
            return found.start()
    return None


def _cannot_be(who: str, patient: Patient) -> bool:
    match who:
        case "husband":
            return patient.sex is Sex.FEMALE or bool(patient.pregnant)
        case "wife":
            return patient.sex is Sex.MALE
        case "child":
            return patient.person.is_from(GROWN_UP_FROM)
        case "elder":
            return patient.person.is_under(PARENT_OF_GROWN_FROM)
        case "other":
            return True
        case _:
            return False
