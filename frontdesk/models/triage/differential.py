"""Findings that tell the likely specialties apart: which to ask about, and what the answers say.

Asked are those of the largest expected gain of information: the entropy of the specialties now, less the entropy that
is expected once a page of tiles is answered. How often a finding is met among the patients of a specialty follows from
where it points, from how near it is to the complaint, and from whether it often goes with it; of two that both are so
the first one counts, so that the answers of a page divide the patients. An answer counts by Bayes' rule.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from frontdesk.models.facts import Person, Record, Status, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.triage.certainty import SETTLED
from frontdesk.models.triage.evidence import chances_of, weights
from frontdesk.models.triage.persons import Chances, moved, specialties

PAGES = ("differential", "differential_again")  # keys of the questions
OF_THE_WORDS = frozenset({"offered", "place"})  # questions of what the words may mean
MAKE_SURE = OF_THE_WORDS | frozenset(PAGES)  # a tap counts as an answer
MOST = 6  # tiles
ENOUGH = 0.03  # gain, in nats, under which a page is not worth the patient's time
_LEAST = 0.002  # gain of one more tile
# How often a finding is met in the specialty that it points to most: asked of beside one that was told; like the words,
# by the root of the chance that they mean it; at the same place.
_LINKED, _LIKE, _THERE = 0.3, 0.6, 0.1
_MISSED = 0.1  # and as it counts where it is not there: those of one specialty are absent together
_FAR = 0.03  # and under which it is not near enough to the complaint to be asked
_BELIEVED = 0.7  # power of the chances: of vague first words triage is surer than it is right
_ANYWHERE = 0.01  # in a specialty that it does not point to
_BESIDE = 0.1  # share of it in the specialty of a complaint that it often goes with: nausea beside a headache
_EMERGENCY = 0.25  # share from which a finding is a danger sign, which is asked of apart
_VAGUE = frozenset({"unwell", "pain_somewhere"})


class Page(NamedTuple):
    findings: tuple[str, ...]  # most telling first
    gain: float


def differential(
    likely: Mapping[str, float],
    told: Sequence[str],
    like: Mapping[str, float],
    person: Person,
    *,
    but: Collection[str],
) -> Page:
    """The page of the largest gain; with no findings where no page is worth asking.

    `likely` are specialties with their chances, `told` the findings that were told, `like` those that the words may
    mean, with their chances; none of `but` is asked.
    """
    chances = _whole(likely)
    rates = {c: rate for c, rate in _rates(told, like).items() if c not in but and _may_be_asked(c, person)}
    if not rates or max(likely.values()) >= SETTLED:
        return Page((), 0.0)
    codes = list(rates)
    rows = np.array([_frequencies(code, rates[code], told, person) for code in codes])
    chosen, gain = _chosen(chances, rows)
    return Page(tuple(codes[place] for place in chosen), gain) if gain >= ENOUGH else Page((), 0.0)


def updated(chances: Chances, answers: Record, told: Sequence[str], person: Person) -> Chances:
    """The chances after what was asked to tell specialties apart is there, or is not, beside what was `told`."""
    weighed = chances
    for fact in answers:
        if fact.code not in knowledge().findings:
            continue
        if fact.status is Status.PRESENT:
            weighed = weighed * _frequencies(fact.code, _LINKED, told, person) ** (1 / _BELIEVED)
        elif fact.status is Status.ABSENT:
            weighed = weighed * (1 - _frequencies(fact.code, _MISSED, told, person))
    whole: Chances = weighed / weighed.sum()
    return whole


def _rates(told: Sequence[str], like: Mapping[str, float]) -> dict[str, float]:
    """How near each finding is to the complaint; one that is not near at all is not in it."""
    rates: dict[str, float] = {code: _LIKE * chance**0.5 for code, chance in like.items()}
    for code, chance in {**like, **dict.fromkeys(told, 1.0)}.items():
        beside = dict.fromkeys(_at_one_place(code), _THERE) | dict.fromkeys(_linked(code), _LINKED)
        for other, rate in beside.items():
            rates[other] = max(rates.get(other, 0.0), rate * chance)
    return {code: rate for code, rate in rates.items() if rate >= _FAR}


def _linked(code: str) -> tuple[str, ...]:
    """What is asked of beside a finding."""
    finding = knowledge().findings[code]
    return tuple(dict.fromkeys((*finding.also, *finding.asks)))


@cache
def _at_one_place(code: str) -> tuple[str, ...]:
    site = knowledge().findings[code].site
    return tuple(one.code for one in knowledge().findings.values() if site is not None and one.site == site)


def _may_be_asked(code: str, person: Person) -> bool:
    finding = knowledge().findings[code]
    total = sum(finding.specialties.values())
    asked_apart = not total or finding.specialties.get("emergency", 0.0) / total >= _EMERGENCY or code in _VAGUE
    return finding.topic is Topic.FINDING and not asked_apart and finding.may_be_had_by(person)


def _frequencies(code: str, rate: float, told: Sequence[str], person: Person) -> Chances:
    """How often it is met in each specialty, among patients with what was told."""
    shares = _shares(code, person)
    for other in told:
        if code in knowledge().findings[other].also:
            shares = np.maximum(shares, _BESIDE * _shares(other, person))
    frequencies: Chances = _ANYWHERE + rate * shares
    return frequencies


def _shares(code: str, person: Person) -> Chances:
    """How far it points to each specialty, against the one that it points to most."""
    pointing = moved(chances_of(weights(knowledge().findings[code], person)), person)
    shares: Chances = pointing / pointing.max()
    return shares


def _whole(likely: Mapping[str, float]) -> Chances:
    """The chances of all specialties as far as they can be believed; those not named share what is left."""
    rest = max(0.0, 1.0 - sum(likely.values())) / len(specialties())
    chances = np.array([likely.get(code, 0.0) + rest for code in specialties()]) ** _BELIEVED
    whole: Chances = chances / chances.sum()
    return whole


def _chosen(chances: Chances, rows: Chances) -> tuple[list[int], float]:
    """The tiles, one after the other the one that leaves least entropy; and what the page gains."""
    chosen: list[int] = []
    told, rest = 0.0, chances  # the entropy that answers with a tile leave; the chances where no tile is so
    while len(chosen) < min(MOST, len(rows)):
        left = told + _entropy(rest[None] * rows) + _entropy(rest[None] * (1 - rows))
        left[chosen] = np.inf
        best = int(left.argmin())
        if told + _entropy(rest[None])[0] - left[best] < _LEAST:
            break
        chosen.append(best)
        told += float(_entropy(rest[None] * rows[best : best + 1])[0])
        rest = rest * (1 - rows[best])
    return chosen, float(_entropy(chances[None])[0] - told - _entropy(rest[None])[0])


def _entropy(joint: Chances) -> Chances:
    """Of the specialties in each row, times how likely the row is."""
    total = joint.sum(axis=1, keepdims=True)
    entropies: Chances = -(joint * np.log(np.maximum(joint, 1e-12) / np.maximum(total, 1e-12))).sum(axis=1)
    return entropies
