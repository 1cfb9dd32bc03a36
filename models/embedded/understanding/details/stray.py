"""Details told of something else than a complaint: the football last night, the wind today, what a sister had."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details.details import Detail
from models.embedded.understanding.details.other_matters import FINE_NOW, is_late, speaks_of_else
from models.embedded.understanding.hearing import Hearing
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.medicines.medicine_states import Medicine
from models.embedded.understanding.replies.openings import end_of_echo
from models.embedded.understanding.words.clauses import Clause, Division
from models.facts import Course, Severity, Topic

_OF_TIME = frozenset({"duration", "course", "frequency", "sudden"})
_OF_NOW = _OF_TIME | {"severity", "side"}
_TURNS = frozenset({Course.BETTER, Course.WORSE})
_WHEN_ASKED = frozenset({"duration", "onset", "sudden"})


class _Account(NamedTuple):
    """All that is told: the details found in it, what it names, what is taken, and its clauses."""

    hearing: Hearing
    found: list[Detail]
    mentions: list[Mention]
    taken: Sequence[Medicine]
    division: Division
    spoken_for: frozenset[int]  # numbers of the clauses that something is named in

    @property
    def lower(self) -> str:
        return self.hearing.writing.lower

    def alone(self, detail: Detail) -> Clause | None:
        """The clause a detail of now stands in, if nothing is named there."""
        near = self.division.touched(detail.start, detail.end)
        if detail.kind not in _OF_NOW or not near or not self.spoken_for.isdisjoint(near):
            return None
        return Clause(self.division.clauses[near[0]].start, self.division.clauses[near[-1]].end)


def without_strays(
    found: list[Detail], mentions: list[Mention], hearing: Hearing, taken: Sequence[Medicine]
) -> list[Detail]:
    """The details that can be of a complaint as it is now, and are not of a medicine `taken`."""
    echo = end_of_echo(hearing.writing.lower, hearing.asked) if hearing.asked else 0
    found = [detail for detail in found if detail.start >= echo and not _is_a_bit_of(hearing, detail, mentions)]
    found = [detail for detail in found if not _is_of_a_dose(detail, taken)]
    if all(detail.kind not in _OF_NOW for detail in found):
        return found
    division = Division(hearing.writing.lower)
    spoken_for = frozenset(part for mention in mentions for part in division.touched(mention.start, mention.end))
    account = _Account(hearing, found, mentions, taken, division, spoken_for)
    kept = _last_course([detail for detail in found if not _is_stray(detail, account)], account)
    if hearing.asked in ("course", "severity") and not any(detail.kind == "course" for detail in kept):
        kept += _now_better(kept, account)
    if hearing.asked in _WHEN_ASKED and not any(detail.kind == "duration" for detail in kept):
        return kept + [d for d in found if d.kind == "duration" and not is_late(d, hearing)][:1]
    return _from_the_beginning(kept, account)


def _is_a_bit_of(hearing: Hearing, detail: Detail, mentions: list[Mention]) -> bool:
    """ "A bit of angina" grades no illness."""
    if detail.kind != "severity":
        return False
    illnesses = (one for one in mentions if one.topic is Topic.CONDITION or hearing.asked == "past_history")
    return any(_OF.fullmatch(hearing.writing.lower, detail.end, one.start) for one in illnesses)


_OF = re.compile(r" of (?:an? |the |my |old )*")


def _is_of_a_dose(detail: Detail, taken: Sequence[Medicine]) -> bool:
    """5mg twice a day: so often a medicine is taken, whatever illness it is for."""
    if detail.kind != "frequency":
        return False
    doses = (one.dose for one in taken if one.dose and one.end <= one.dose[0])
    return any(start <= detail.start and detail.end <= end for start, end in doses)


def _is_stray(detail: Detail, account: _Account) -> bool:
    clause = account.alone(detail)
    if clause is None or (detail.kind == "side" and _is_of_a_place(clause, account.mentions)):
        return False
    if detail.kind == "side" and account.hearing.asked == "past_history":
        return True  # 还有地贫 beside 右边切过一个瘤: an illness has no side of its own
    of_medicine = detail.kind in _OF_TIME and _follows_a_medicine(detail, clause, account)
    return of_medicine or _since_it_turned(detail, account) or speaks_of_else(detail, clause, account.hearing)


def _is_of_a_place(clause: Clause, mentions: list[Mention]) -> bool:
    """左膝盖摔过，现在还疼: whether it is there that something is felt."""
    return any(one.where and clause.start <= one.where[0] < clause.end for one in mentions)


def _follows_a_medicine(detail: Detail, clause: Clause, account: _Account) -> bool:
    """Whether a medicine is in the clause, or is what was named last before it."""
    if any(clause.start <= one.start < clause.end for one in account.taken):
        return True
    last = max((one.end for one in account.taken if one.end <= detail.start), default=-1)
    named = max((one.end for one in account.mentions if one.end <= detail.start), default=-1)
    return detail.kind == "frequency" and last > named


def _since_it_turned(detail: Detail, account: _Account) -> bool:
    """ "Worse these two days": so long it has been worse."""
    near = account.division.touched(detail.start, detail.end)
    turned = (one for one in account.found if one.kind == "course" and one.value in _TURNS)
    places = (detail.start, max(0, detail.start - 1))  # 这 stands before the words of a time
    lately = detail.kind == "duration" and any(_LATELY.match(account.lower, place) for place in places)
    return lately and any(account.division.touched(one.start, one.end) == near for one in turned)


_LATELY = pattern(cues("stray")["lately"])


def _last_course(found: list[Detail], account: _Account) -> list[Detail]:
    """Of "it eased off Saturday, and since yesterday it's worse" the last stands."""
    told = (d for d in found if d.kind == "course" and d.value in _TURNS and not d.taken_back)
    turns = [detail for detail in told if account.alone(detail)]
    return [detail for detail in found if detail not in turns[:-1]]


def _now_better(kept: list[Detail], account: _Account) -> list[Detail]:
    """ "It was awful last night but it's only slight now": a degree that is over, and what is said of now."""
    degrees = (d for d in account.found if d.kind == "severity" and d.value is not Severity.MILD)
    over = (degree for degree in degrees if degree not in kept)
    fine = next((match for degree in over if (match := FINE_NOW.search(account.lower, degree.end))), None)
    return [Detail(*fine.span(), "course", Course.BETTER)] if fine else []


def _from_the_beginning(kept: list[Detail], account: _Account) -> list[Detail]:
    """Of several times the one of the beginning: 两年前做的手术，疼是上个月开始的."""
    lower = account.lower
    times = [detail for detail in kept if detail.kind == "duration" and account.alone(detail)]
    begun = [d for d in times if _RECKONED.search(lower, 0, d.start)][-1:]
    begun = begun or [d for d in times if _BEGAN.search(lower, d.start, d.end) or _BEGAN.match(lower, d.end)]
    return [d for d in kept if d not in times or d in begun] if begun else kept


_RECKONED = re.compile(  # "found it Tuesday, today's Monday, so six days"
    r"[^\s.?!] ?(?:[,.;] |\b(?:and )?)(?:so|i'd say|call it|that's|which is|makes it|make that)"
    r"(?: (?:so|i'd say|call it|that's|that makes|it's|about|around|nearly|maybe|roughly|what|like))*,? $"
    r"|(?:所以|算(?:下来|起来|一算)|那就是|也就是)(?:大概|差不多|有|快|都)*$"
)
_BEGAN = re.compile(
    r"[^，。,.]{0,3}(?:开始|起(?![来床]))|[^.,;]{0,20}\b(?:it|this|the pain)? ?(?:started|began|came on)\b"
)
