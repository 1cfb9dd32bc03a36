"""Other departments than the one named, and why each, in the patient's words."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from app.reception.department import arrival
from app.reception.house import House
from app.reception.record.statements import complaints_of, words_of
from app.reception.session.events import Option
from app.reception.turn.listen import Turn
from his_adapter.records import Department, Text
from models.facts import Fact, Language, Topic
from models.knowledge.load import knowledge
from models.speaking import say
from models.triage.evidence import weights
from models.triage.hints import hints

MOST = 3
GENERAL = "general_practice"
NOT_OFFERED = frozenset({"emergency"})  # red flags send there
SHARE = 0.08  # of a finding's weight that has to point to a specialty for it to be the reason


class Alternative(NamedTuple):
    department: Department
    why: Text

    @property
    def option(self) -> Option:
        return Option(key=f"department:{self.department.department_id}", label=self.department.name, why=self.why)


def alternatives(house: House, turn: Turn, *, but: Collection[str]) -> tuple[Alternative, ...]:
    """At most three, likeliest first, without those `but`, by their ids."""
    found: dict[str, Alternative] = {}
    for specialty, why in _specialties(house, turn):
        choice = arrival.place(house, turn, specialty)
        if choice is not None and choice.department.department_id not in {*but, *found}:
            found[choice.department.department_id] = Alternative(choice.department, why)
    named = turn.before.recommended
    there = [house.department(one) for one in (named.alternatives if named else ())]
    open_now = [Alternative(one, _open_now()) for one in there if one and one.department_id not in {*but, *found}]
    return (*list(found.values())[: MOST - len(open_now[:1])], *open_now[:1])


def _open_now() -> Text:
    return {language: say("alternative_open", language) for language in Language}


def _specialties(house: House, turn: Turn) -> Iterator[tuple[str, Text]]:
    """As triage ranks them; what findings point to; a doctor for everything; what often goes with the complaint."""
    answer = arrival.triaged(turn)
    told = _told(turn)
    ranked = [answer.specialty, *(code for code, _ in answer.alternatives)]
    ranked += [*_pointed_to(turn, [fact.code for fact in told]), GENERAL]
    findings = knowledge().findings
    ranked += _pointed_to(turn, [code for fact in told if fact.code in findings for code in findings[fact.code].also])
    for specialty in dict.fromkeys(ranked):
        if specialty not in NOT_OFFERED:
            yield specialty, _why(turn, told, specialty)


def _pointed_to(turn: Turn, codes: list[str]) -> list[str]:
    """The specialties that findings point to, strongest first."""
    shares: dict[str, float] = {}
    for code in codes:
        for specialty, share in _weights(code, turn).items():
            shares[specialty] = max(share, shares.get(specialty, 0.0))
    return sorted(shares, key=lambda specialty: -shares[specialty])


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
