"""What the knowledge says of a record: the specialties its findings point to, for this person."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml

from frontdesk.models.ages import NURSED_UNDER, is_child
from frontdesk.models.facts import Fact, Person, Record, Relation, Status, Topic
from frontdesk.models.knowledge.formulary import formulary
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.knowledge.schema import Condition, Finding, When
from frontdesk.models.triage.persons import Chances, specialties

_UNNAMED = 0.012  # the share a finding leaves to every specialty it does not name
_PAST = 0.25
_LATER = 0.8  # weight of each further finding against the one before it
_LEAST = 0.3
_PREGNANT = 0.5  # of pregnancy beside a complaint, which `persons` sends where the pregnant go
_AGREEMENT = 0.5  # how far the specialty that explains everything is preferred to the one most spoken for
_EMERGENCY_SHARE = 0.25  # below it, only red flags decide whether it is an emergency
_PARENTS = ("obstetrics", "reproductive_medicine")
_MOSTLY = 0.4
_NURSING = frozenset({"breastfeeding", "breastfeeding_trouble", "after_birth", "postpartum"})
_GENERAL = "general_practice"
_REPEAT = "repeat_prescription"
_SPOKEN_OF = frozenset({Topic.FINDING, Topic.REQUEST, Topic.CONDITION, Topic.PREGNANCY, Topic.WISH})


class Evidence(NamedTuple):
    fact: Fact
    chances: Chances
    weight: float


def holds(when: When, person: Person, beside: frozenset[str]) -> bool:
    """Whether everything `when` asks for is known to be so; `beside` are the codes of all that is present."""
    if when.beside and beside.isdisjoint(when.beside):
        return False
    if when.age_from is not None and not person.is_from(when.age_from):
        return False
    if when.age_under is not None and not person.is_under(when.age_under):
        return False
    if when.sex is not None and person.sex is not when.sex:
        return False
    return when.pregnant is None or bool(person.pregnant) is when.pregnant


def weights(entry: Finding | Condition, person: Person, beside: frozenset[str] = frozenset()) -> dict[str, float]:
    """The specialties `entry` points to for this person: the first shift that holds, else its own."""
    return next((shift.specialties for shift in entry.shifts if holds(shift.when, person, beside)), entry.specialties)


def as_spoken_of(record: Record, person: Person) -> Person:
    """The person as the complaints leave them, whoever was named: a swollen prostate is a man's.

    And who is asked about breastfeeding or childlessness first is no child, though a child was spoken of.
    """
    known = knowledge()
    entries = [
        (fact, known.findings.get(fact.code) or known.conditions.get(fact.code))
        for fact in record
        if fact.status is Status.PRESENT
    ]
    sexes = [entry.only for _, entry in entries if entry is not None and entry.only is not None]
    if sexes:
        person = person.model_copy(update={"sex": sexes[0]})
    nursing = person.relation is not Relation.CHILD and person.may_be_under(NURSED_UNDER)
    if nursing and any(fact.code in _NURSING for fact, _ in entries):
        return person.model_copy(update={"age_months": None, "age_between": None})  # the baby's age, not hers
    first = next((entry for fact, entry in entries if fact.topic is not Topic.PREGNANCY), None)
    if first is not None and is_child(person) and _of_parents(first):
        person = person.model_copy(update={"age_months": None, "age_between": None, "relation": None})
    return person


def _of_parents(entry: Finding | Condition) -> bool:
    total = sum(entry.specialties.values())
    return total > 0 and sum(entry.specialties.get(code, 0.0) for code in _PARENTS) / total >= _MOSTLY


def evidence(record: Record, person: Person) -> tuple[Evidence, ...]:
    """Each present fact the knowledge knows, with where it points and how much it counts, in the order it was said."""
    known = knowledge()
    beside = frozenset(fact.code for fact in record if fact.status is Status.PRESENT and not fact.past)
    complains = any(f.topic is Topic.FINDING and f.status is Status.PRESENT and not f.past for f in record)
    found, place_in_line = [], 1.0
    for fact in record:
        if fact.status is not Status.PRESENT or fact.topic not in _SPOKEN_OF:
            continue
        entry = known.findings.get(fact.code) or known.conditions.get(fact.code)
        if entry is None or not entry.specialties or (fact.topic is Topic.PREGNANCY and person.pregnant is False):
            continue
        weight = entry.telling * place_in_line * (_PAST if fact.past else 1.0)
        if fact.topic is Topic.PREGNANCY and complains:
            weight *= _PREGNANT
        found.append(Evidence(fact, chances_of(weights(entry, person, beside)), weight))
        place_in_line = max(place_in_line * _LATER, _LEAST)
    found += [one for fact in record if (one := _of_a_place(fact, person, place_in_line)) is not None]
    if _REPEAT in beside and not complains:
        taken = [Evidence(fact, chances, 1.0) for fact in record if (chances := _taken_for(fact)) is not None]
        found += _of_several_kinds(taken)
    return tuple(found)


def is_felt_at(code: str, site: str) -> bool:
    """Whether a finding is of that region of the body, or may be of any."""
    finding, sites = knowledge().findings.get(code), knowledge().sites
    if finding is None or site not in sites:
        return False
    return finding.site == site or code in sites[site].offers or "site" in finding.details


def place_apart(record: Record) -> str | None:
    """The region that was touched, where nothing that was told is felt there."""
    touched = (f for f in record if f.topic is Topic.DETAIL and f.code == f"site:{f.details.site}")
    site = next((fact.details.site for fact in touched), None)
    told = (fact for fact in record if fact.topic is Topic.FINDING and fact.status is Status.PRESENT and not fact.past)
    return None if site is None or any(is_felt_at(fact.code, site) for fact in told) else site


def _of_a_place(fact: Fact, person: Person, weight: float) -> Evidence | None:
    """Where what is offered at a region that was touched points to."""
    site = knowledge().sites.get(fact.details.site or "") if fact.topic is Topic.DETAIL else None
    if site is None or not site.zones or fact.code != f"site:{site.code}":
        return None
    there = [knowledge().findings[code] for code in site.offers]
    pointing: Chances = np.mean([chances_of(weights(one, person)) for one in there if one.specialties], axis=0)
    return Evidence(fact, pointing, weight)


def _of_several_kinds(taken: list[Evidence]) -> list[Evidence]:
    """Tablets that several specialties look after are all renewed by the general practitioner."""
    if len({int(one.chances.argmax()) for one in taken}) < 2:
        return taken
    general = chances_of({_GENERAL: 1.0})
    return [one._replace(chances=general) for one in taken]


def _taken_for(fact: Fact) -> Chances | None:
    """Where what a medicine is taken for is looked after, for one who only wants more of it."""
    if fact.topic is not Topic.MEDICINE or fact.status is not Status.PRESENT or fact.past:
        return None
    kinds = formulary().counts_as(fact.code)
    weighed = next((weighed for kind, weighed in purposes().items() if kind in kinds), None)
    return chances_of(weighed) if weighed else None


@cache
def purposes() -> dict[str, dict[str, float]]:
    """The specialties each medicine, or class of medicines, points to."""
    written = Path(__file__).with_name("medicines.yaml").read_text(encoding="utf-8")
    read: dict[str, dict[str, float]] = yaml.load(written, Loader=yaml.CSafeLoader)
    return read


def chances_of(weighed: dict[str, float]) -> Chances:
    total = sum(weighed.values())
    spoken_for = {c: w for c, w in weighed.items() if c != "emergency" or w / total >= _EMERGENCY_SHARE}
    chances = np.array([spoken_for.get(code, 0.0) for code in specialties()])
    chances = chances / chances.sum() + _UNNAMED
    whole: Chances = chances / chances.sum()
    return whole


def pooled(found: tuple[Evidence, ...]) -> Chances:
    """The logarithms of the chances all evidence together leaves, up to a constant; zeros where there is none.

    Between the product of the chances (what explains everything) and their mean (what is spoken of most).
    """
    if not found:
        return np.zeros(len(specialties()))
    weight = np.array([one.weight for one in found])
    chances = np.array([one.chances for one in found])
    product = weight @ np.log(chances) / max(weight.sum(), 1.0) ** 0.5
    mean = np.log(weight @ chances) * min(weight.sum(), 1.0)
    blend: Chances = _AGREEMENT * product + (1 - _AGREEMENT) * mean
    return blend
