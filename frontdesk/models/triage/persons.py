"""Where patients go because of who they are: children, newborns, the old, women, men, the pregnant."""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import yaml

from frontdesk.models.ages import CHILD_UNDER, GERIATRIC_FROM, NEWBORN_UNDER, is_child
from frontdesk.models.facts import Person, Relation, Sex
from frontdesk.models.knowledge.load import knowledge

Chances = npt.NDArray[np.float64]

_FILE = Path(__file__).parent / "persons.yaml"


@cache
def specialties() -> tuple[str, ...]:
    """The standard specialties, in the order every array of chances here has."""
    return tuple(knowledge().specialties)


@cache
def _moves() -> dict[str, Chances]:
    """For each kind of person a matrix: row the specialty by complaint, column the one they go to."""
    places = {code: place for place, code in enumerate(specialties())}
    moves = {}
    for kind, rows in yaml.load(_FILE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader).items():
        matrix = np.eye(len(places))
        for source, targets in rows.items():
            for target, share in targets.items():
                if target == "nobody":
                    continue
                matrix[places[source], places[target]] += share / 100
            matrix[places[source], places[source]] = 1 - sum(targets.values()) / 100
        moves[kind] = matrix
    return moves


def kinds(person: Person) -> tuple[str, ...]:
    found = ["child"] if is_child(person) else []
    if person.age_told:
        if person.is_under(NEWBORN_UNDER):
            found.append("newborn")
        if person.is_from(CHILD_UNDER):
            found.append("grown")
        if person.is_from(GERIATRIC_FROM):
            found.append("old")
    elif person.relation in (Relation.PARENT, Relation.SPOUSE):
        found.append("grown")
    if person.pregnant:
        found.append("pregnant")
    if person.sex is not None and not person.pregnant:
        found.append("male" if person.sex is Sex.MALE else "female")
    return tuple(found)


def moved(chances: Chances, person: Person) -> Chances:
    """The chances of each specialty once it is known who the patient is."""
    for kind in kinds(person):
        chances = chances @ _moves()[kind]
    whole: Chances = chances / chances.sum()
    return whole
