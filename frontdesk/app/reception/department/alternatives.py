"""Other departments than the one named, and why each, in the patient's words."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from frontdesk.app.reception.department import arrival
from frontdesk.app.reception.department.wished import taking
from frontdesk.app.reception.record.statements import complaints_of, words_of
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Option
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.opening import standing
from frontdesk.his_adapter.records import Department, Text
from frontdesk.models.facts import Fact, Language, Topic
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.speaking import say
from frontdesk.models.triage.certainty import LIKELY
from frontdesk.models.triage.evidence import weights
from frontdesk.models.triage.hints import hints

MOST = 3
GENERAL = "general_practice"
NOT_OFFERED = frozenset({"emergency"})  # red flags send there
SHARE = 0.08  # of a finding's weight that has to point to a specialty for it to be the reason
CHIEFLY = 0.25  # of that of one that often goes with the complaint


class Alternative(NamedTuple):
    department: Department
    why: Text

    @property
    def option(self) -> Option:
        return Option(key=f"department:{self.department.department_id}", label=self.department.name, why=self.why)


def alternatives(services: Services, turn: Turn, *, but: Collection[str]) -> tuple[Alternative, ...]:
    """At most three, those open now first and the likeliest of them, without those `but`, by their ids."""
    found = {one.department.department_id: one for one in _named_before(services, turn, but)}
    for specialty, why in _specialties(services, turn):
        choice = arrival.place(services, turn, specialty)
        if choice is not None and choice.department.department_id not in {*but, *found}:
            found[choice.department.department_id] = Alternative(choice.department, why)
    opened = sorted(found.values(), key=lambda one: _comes(turn, one))
    return tuple(opened[:MOST])


def _named_before(services: Services, turn: Turn, but: Collection[str]) -> Iterator[Alternative]:
    """What was named earlier in this talk, the first one first: to go back to it is always offered."""
    for name in turn.heard_by.departments_named:
        department = services.department(name)
        if name not in but and department is not None and taking(services, turn, department) == department:
            yield Alternative(department, {one: say("alternative_before", one) for one in Language})


def _comes(turn: Turn, one: Alternative) -> tuple[bool, bool]:
    """What was named first before all others, then what is open now."""
    first = turn.heard_by.departments_named[:1] == (one.department.department_id,)
    return not first, not standing(one.department, turn.now).reached


def _specialties(services: Services, turn: Turn) -> Iterator[tuple[str, Text]]:
    """As triage ranks the likely ones; what the complaint, and what often goes with it, points to; a general doctor."""
    answer, told = arrival.triaged(turn), _told(turn)
    ranked = ((answer.specialty, answer.confidence), *answer.alternatives)
    likely = [code for code, chance in ranked if chance >= LIKELY]
    findings = knowledge().findings
    beside = [code for fact in told if fact.code in findings for code in findings[fact.code].also]
    near = (*_pointed_to(turn, [fact.code for fact in told], SHARE), GENERAL, *_pointed_to(turn, beside, CHIEFLY))
    for specialty in dict.fromkeys((*likely, *near)):
        if specialty not in NOT_OFFERED:
            yield specialty, _why(turn, told, specialty)


def _pointed_to(turn: Turn, codes: list[str], least: float) -> list[str]:
    """The specialties that findings point to with that share of their weight, strongest first."""
    shares: dict[str, float] = {}
    for code in codes:
        for specialty, share in _weights(code, turn).items():
            shares[specialty] = max(share, shares.get(specialty, 0.0))
    return sorted((one for one in shares if shares[one] >= least), key=lambda specialty: -shares[specialty])


def _told(turn: Turn) -> list[Fact]:
    """The complaint, tapped and as far as its words name it."""
    tapped = complaints_of(turn.record)
    named = (hint for fact in words_of(turn.record) for hint in hints(fact.quote))
    kinds = (Topic.FINDING, Topic.REQUEST)
    codes = {fact.code for fact in tapped}
    return [*tapped, *(hint for hint in named if hint.code not in codes and hint.topic in kinds)]


def _why(turn: Turn, told: list[Fact], specialty: str) -> Text:
    """The words that point there most, or the tile; else that such complaints are seen there too."""
    shares = [(_weights(fact.code, turn).get(specialty, 0.0), fact) for fact in told]
    share, fact = max(shares, key=lambda pair: pair[0], default=(0.0, None))
    if specialty == GENERAL:
        return {language: say("alternative_general", language) for language in Language}
    if fact is None or share < SHARE:
        return {language: say("alternative_near", language) for language in Language}
    if turn.heard_by.is_on_tiles(fact.quote):
        finding = knowledge().findings[fact.code]
        names = {Language.ZH: finding.zh, Language.EN: finding.en}
        return {one: say("alternative_tapped", one, name=names[one]) for one in Language}
    return {one: say("alternative_said", one, quote=fact.quote) for one in Language}


def _weights(code: str, turn: Turn) -> dict[str, float]:
    """Which share of a finding points to each specialty, for this person."""
    finding = knowledge().findings.get(code)
    own = weights(finding, turn.person) if finding else {}
    total = sum(own.values())
    return {code: weight / total for code, weight in own.items()} if total else {}
