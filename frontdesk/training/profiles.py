"""Who a simulated patient is: drawn from published distributions, the same for the same seed and record."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal

import yaml

from frontdesk.models.facts import Language, Value
from frontdesk.training.records import VisitRecord

CHILD_UNDER = 18  # years; somebody else speaks for a younger patient (PIORS, appendix B.2)
NO_FOLLOW_UP = frozenset({"emergency", "health_check"})
ADJECTIVES = 2  # of each trait that is not moderate
SOMEBODY = {Language.ZH: "成人", Language.EN: "an adult"}


class Visit(StrEnum):
    FIRST = "first"
    FOLLOW_UP = "follow_up"


class Profile(Value):
    """`traits`: level of each of the Big Five. `speaks`: a child's parent, whose schooling, income and traits they are.

    `course`: how a follow-up patient has fared. `manner` and `scene` are how they talk and why they come, in words.
    """

    gender: str
    age: str
    speaks: Literal["patient", "parent"]
    speaker_age: int | None
    education: str
    income: str
    traits: Mapping[str, Literal["low", "moderate", "high"]]
    adjectives: tuple[str, ...]
    course: str | None = None
    manner: str = ""
    scene: str = ""


def drawn(record: VisitRecord, visit: Visit, *, seed: int) -> Profile:
    """Sampled from the distributions of `population.yaml`; age and gender are the record's."""
    dice, language, tables = Random(f"{seed}:{record.id}:profile"), record.language, population()
    traits = {trait: _one(dice, tables["trait_level"]["shares"]) for trait in tables["markers"]}
    years, parent = record.years, tables["parent_age"]
    child = years is not None and years < CHILD_UNDER
    return Profile(
        gender=record.gender,
        age=record.age,
        speaks="parent" if child else "patient",
        speaker_age=dice.randint(parent["from"], parent["to"]) if child else None,
        education=_one(dice, tables["education"][language]["shares"]),
        income=_one(dice, tables["income"][language]["shares"]),
        traits=traits,
        adjectives=tuple(
            word
            for trait, level in traits.items()
            if level != "moderate"
            for word in dice.sample(tables["markers"][trait][level][language], ADJECTIVES)
        ),
        course=_one(dice, tables["follow_up_course"]["shares"]) if visit is Visit.FOLLOW_UP else None,
    )


def visit_of(record: VisitRecord, specialty: str, *, seed: int, follow_ups: float) -> Visit:
    """Whether the conversation is the record's own visit, or the one after it, for the share `follow_ups` of them.

    Nobody comes back to reception after an emergency or a check-up as after a visit to a doctor who ordered something.
    """
    treated = bool(record.treatment_opinion) and specialty not in NO_FOLLOW_UP
    later = treated and Random(f"{seed}:{record.id}:visit").random() < follow_ups
    return Visit.FOLLOW_UP if later else Visit.FIRST


def words(profile: Profile, language: Language) -> dict[str, str]:
    """Schooling, income, adjectives and course as a prompt tells them."""
    tables = population()
    course = tables["follow_up_words"][language][profile.course] if profile.course else ""
    return {
        "education": tables["education_words"][language][profile.education],
        "income": tables["income_words"][language][profile.income],
        "adjectives": ("、" if language is Language.ZH else ", ").join(profile.adjectives),
        "course": course,
    }


@cache
def population() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.load(
        (Path(__file__).parent / "population.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return loaded


@cache
def service_flow() -> dict[str, Any]:
    """Actions of nurse and patient by name, described in both languages for both kinds of visit."""
    loaded: dict[str, Any] = yaml.load(
        (Path(__file__).parent / "service_flow.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return loaded


def described(whose: Literal["nurse", "patient"], visit: Visit, language: Language) -> str:
    """The actions as lines "name: description"."""
    return "\n".join(f"{name}: {told[language][visit]}" for name, told in service_flow()[whose].items())


def _one(dice: Random, shares: Mapping[str, float]) -> Any:
    return dice.choices(list(shares), list(shares.values()))[0]
