"""What words on the page of what the doctor will read say of its lines, each clause read once.

A line is to go, is not so, is so after all, is over, stays, or is put back; a medicine has another dose. What is left
of the words tells something besides (`own_lines`). An allergy goes by plain words of its own alone.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from app.reception.record.clauses import Clause, sentences
from app.reception.record.lines_meant import (
    NOT_BORNE,
    OWN_NAME,
    Meant,
    codes_beside,
    codes_named,
    headed,
    is_denied_inside,
    named_lines,
    topics_of,
    under,
)
from models import parsers
from models.allergies import not_borne
from models.assertion import Assertion, Scope, denies, scopes
from models.facts import Fact, Language, Record, Status, Topic
from models.mentions import mentions
from models.parsers.corrections import without_alternative
from models.parsers.persons import relatives
from models.parsers.writing import read
from models.specialists.medication.dose import read_dose
from models.specialists.medication.dose_told import dose_of

COMMA = {Language.ZH: "，", Language.EN: ", "}
MAY_BE_OVER = (Topic.CONDITION, Topic.MEDICINE, Topic.FINDING)


class Said(StrEnum):
    OUT = "out"  # it is to go
    ABSENT = "absent"
    PRESENT = "present"
    PAST = "past"
    STAYS = "stays"  # or is put back, where it was taken out


class Reading(NamedTuple):
    """By the keys of the lines. `plain`: the clauses that say nothing of lines; `used`: codes told only of them."""

    said: Mapping[str, Said]
    doses: Mapping[str, str]
    did: Mapping[str, str]  # by their keys, what is told that lines under allergies did
    used: frozenset[str]
    plain: tuple[Clause, ...]
    acting: tuple[Clause, ...]  # those that put lines right, and name nothing else
    effects: tuple[Clause, ...]  # of those, what tells only what a medicine did


def read_page(record: Record, gone: Record, said: str, language: Language) -> Reading:
    """`gone`: lines that were taken out before, and may be put back."""
    return _Reader(record, gone, said, language).read()


@lru_cache(maxsize=64)
def plainly_told(record: Record, said: str, language: Language) -> str:
    """The words without the clauses that only put lines right: those tell nothing of the patient."""
    text, acting = read(said).text, read_page(record, (), said, language).acting
    told = (one for sentence in sentences(said) for one in sentence if one not in acting)
    return ", ".join(one.asked_for if one.says("missing") else text[one.start : one.end].strip() for one in told)


class _Reader:
    """One utterance; what was named before is meant by "take that off"."""

    def __init__(self, record: Record, gone: Record, said: str, language: Language) -> None:
        self._lines, self._gone, self._said, self._language = record, gone, said, language
        self._text = read(said).lower
        self._scopes = scopes(self._text, language)
        self._keys = {fact.key for fact in record}
        self._found: dict[str, Said] = {}
        self._doses: dict[str, str] = {}
        self._did: dict[str, str] = {}
        self._plain: list[Clause] = []
        self._acting: list[Clause] = []
        self._of_effects: list[Clause] = []
        self._used: set[str] = set()
        self._told: set[str] = set()

    def read(self) -> Reading:
        before: list[Meant] = []
        for sentence in sentences(self._said):
            last: Clause | None = None
            for clause in sentence:
                here = named_lines((*self._lines, *self._gone), clause)
                meant = here or self._meant_before(clause, before, last)
                self._clause(clause, meant, last)
                named = here or (before if not codes_named(clause.words) else [])
                before, last = [Meant(one.fact) for one in named], clause
            self._effects(sentence)
        used = frozenset(self._used - self._told)
        plain, acting, effects = (tuple(one) for one in (self._plain, self._acting, self._of_effects))
        return Reading(self._found, self._doses, self._did, used, plain, acting, effects)

    def _meant_before(self, clause: Clause, before: list[Meant], last: Clause | None) -> list[Meant]:
        """The lines named before, where the clause refers to them and names nothing of its own."""
        own = codes_named(clause.words) or clause.says("others")
        if own or not (clause.says("refers") or last is not None or topics_of(clause)):
            return []
        if not before and clause.puts_back and self._gone:
            return [Meant(self._gone[-1])]
        topics = topics_of(clause)
        codes = {one.fact.code for one in before}
        again = [Meant(fact) for fact in (*self._lines, *self._gone) if fact.code in codes and fact.topic in topics]
        return again or under(before, topics)

    def _clause(self, clause: Clause, meant: list[Meant], last: Clause | None) -> None:
        acts = clause.rejects or clause.puts_back or (last is not None and clause.says("same_act") and last.rejects)
        of_lines = False
        for fact, at in self._one_of_two(meant, clause, acts=acts):
            what = self._what(fact, at, clause, acts=acts)
            if what is not None:
                of_lines = True
                self._says(fact, what)
            if dose := self._dose(fact, at, clause):
                of_lines = True
                before = self._doses.get(fact.key) if at is None else None
                self._doses[fact.key] = f"{before}{COMMA[self._language]}{dose}" if before else dose
        codes = codes_named(clause.words)
        more = codes_beside(clause.words, (at - clause.start for _, at in meant if at is not None))
        if (acts and not clause.keeps) or (of_lines and clause.never_said):
            self._used |= (codes - more if meant else codes) or {one.fact.code for one in meant}
            self._told -= set() if codes else {one.fact.code for one in meant}
        else:
            self._told |= codes
        if (acts or clause.says("written")) and not clause.says("missing") and (clause.never_said or not more):
            self._acting.append(clause)
        of_lines = of_lines or any(heading is fact.topic for fact, _ in meant for heading in headed(clause))
        only_asks = clause.says("written") and not clause.says("missing")
        if not (acts or of_lines or only_asks or clause.says("stays")) or more - self._used:
            self._plain.append(clause)

    def _one_of_two(self, meant: list[Meant], clause: Clause, *, acts: bool) -> list[Meant]:
        """Of a medicine that is taken and not borne, without a heading: "I don't take it" is of the one that is taken.

        "It is wrong" may be of either, and is of neither.
        """
        taken = {one.fact.code for one in meant if one.fact.topic is Topic.MEDICINE}
        twice = {one.fact.code for one in meant if one.fact.topic in NOT_BORNE and one.fact.code in taken}
        if topics_of(clause) or not twice:
            return meant
        either = acts and not denies(clause.words, self._language)
        known = {key.partition(":")[2] for key in self._found}
        gone = twice - known if either else set()
        return [
            one
            for one in meant
            if one.fact.code not in gone and not (one.fact.topic in NOT_BORNE and one.fact.code in twice)
        ]

    def _says(self, fact: Fact, what: Said) -> None:
        """What is kept stays kept; of "it was never there, take it off" the denial counts."""
        known = self._found.get(fact.key)
        if known in (Said.PRESENT, Said.STAYS) or (known is Said.ABSENT and what is Said.OUT):
            return
        self._found[fact.key] = what

    def _what(self, fact: Fact, at: int | None, clause: Clause, *, acts: bool) -> Said | None:
        if clause.keeps and not clause.removes:
            return Said.STAYS if fact.key in self._keys or clause.keeps else None
        if fact.key not in self._keys:
            return None
        denied = self._is_denied(fact, at, clause)
        if fact.topic in NOT_BORNE:
            return self._of_an_allergy(fact, at, clause)
        if fact.status is Status.ABSENT:
            turned = denied and clause.rejects and not clause.removes and fact.code != "none"
            return Said.PRESENT if turned else Said.OUT if acts else None
        if clause.never_said or _is_anothers(fact, clause):
            return Said.OUT
        if self._is_over(fact, at, clause):
            return Said.PAST
        if at is None and not (acts or clause.says("denied_again")):
            return Said.OUT if clause.says("trouble") and denies(clause.words, self._language) else None
        if denied and not clause.says("stays") and at is not None:
            return Said.ABSENT
        return Said.OUT if acts or denied else None

    def _of_an_allergy(self, fact: Fact, at: int | None, clause: Clause) -> Said | None:
        if fact.status is Status.ABSENT:
            return Said.OUT if clause.rejects else None
        if clause.says("not_borne") and not self._is_heading_denied(clause):
            return Said.STAYS
        reacts = any(one.code == fact.code for one in not_borne(self._said))
        if self._is_heading_denied(clause) or (clause.says("borne") and not reacts):
            return Said.OUT
        if not clause.rejects or (topics_of(clause) and not topics_of(clause).intersection(NOT_BORNE)):
            return None
        return Said.STAYS if reacts and not clause.removes else Said.OUT

    def _is_heading_denied(self, clause: Clause) -> bool:
        """ "It's not an allergy", 算不上过敏; of all else that is not borne it says nothing."""
        named = [at for heading, at in clause.headings() if heading is Topic.ALLERGY]
        return not clause.says("others") and any(denies(clause.words[:at], self._language) for at in named)

    def _is_denied(self, fact: Fact, at: int | None, clause: Clause) -> bool:
        if is_denied_inside(fact, clause.words):
            return True
        heads = [place for heading, place in clause.headings() if heading is fact.topic]
        if any(denies(clause.words[:place], self._language) for place in heads) and fact.code != "none":
            return True
        if at is None:
            return clause.says("denied_again")
        if any(scope.covers(at, at + 1) for scope in self._under(Assertion.ABSENT)):
            return True
        return denies(clause.words[: at - clause.start], self._language)

    def _is_over(self, fact: Fact, at: int | None, clause: Clause) -> bool:
        if fact.topic not in MAY_BE_OVER or fact.status is not Status.PRESENT or clause.removes:
            return False
        if fact.topic is Topic.MEDICINE:
            return clause.says("stopped")
        if clause.says("cured"):
            return True
        over = self._under(Assertion.PAST, Assertion.RESOLVED)
        return at is not None and any(scope.covers(at, at + 1) for scope in over) and not clause.rejects

    def _under(self, *kinds: Assertion) -> Iterator[Scope]:
        return (scope for scope in self._scopes if scope.kind in kinds)

    def _dose(self, fact: Fact, at: int | None, clause: Clause) -> str:
        """Of a medicine that is taken."""
        if fact.topic is not Topic.MEDICINE or fact.status is not Status.PRESENT or fact.key not in self._keys:
            return ""
        start = clause.start + len(clause.words) - len(clause.words[(at or clause.start) - clause.start :])
        words = read(self._said).words(start, clause.end)
        dose = dose_of("", without_alternative(words))
        goes_on = at is None and fact.key in self._doses
        return dose if goes_on or read_dose(read(dose).lower).amount else ""

    def _effects(self, sentence: tuple[Clause, ...]) -> None:
        """What a medicine did, where its line under allergies is spoken of: no complaint, and no illness."""
        of_it: list[Fact] = []
        for clause in sentence:
            named = [one.fact for one in named_lines(self._lines, clause) if one.fact.topic in NOT_BORNE]
            of_it = named or (of_it if not named_lines(self._lines, clause) else [])
            of_none = self._is_heading_denied(clause) and parsers.all_named(clause.words)
            told = [one for one in mentions(clause.words) if one.code not in OWN_NAME and not one.denied]
            if not told or not (of_it or of_none):
                continue
            self._used |= {one.code for one in told}
            self._told -= {one.code for one in told}
            self._of_effects.append(clause)
            for fact in of_it if not clause.says("borne") else ():
                if self._found.get(fact.key) in (Said.OUT, Said.STAYS):
                    self._did.setdefault(fact.key, told[0].words)


def _is_anothers(fact: Fact, clause: Clause) -> bool:
    """ "That is my husband's": it stands there as the patient's."""
    told = fact.topic in (Topic.CONDITION, Topic.MEDICINE, Topic.FINDING) and relatives(clause.words)
    return bool(told) and clause.says("theirs")
