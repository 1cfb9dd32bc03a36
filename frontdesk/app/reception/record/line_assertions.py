"""What one clause asserts of a line: to go, absent, over, right; and the dose that it tells of a medicine."""

import re
from collections.abc import Iterator
from enum import StrEnum

from frontdesk.app.reception.record.clauses import Clause
from frontdesk.app.reception.record.lines_meant import NOT_BORNE, is_denied_inside, topics_of
from frontdesk.app.reception.record.medicines_settled import not_taken_now
from frontdesk.models import parsers
from frontdesk.models.allergies import not_borne
from frontdesk.models.assertion import Assertion, Scope, denies, scopes
from frontdesk.models.facts import Answer, Fact, Language, Record, Status, Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.corrections import without_alternative
from frontdesk.models.parsers.persons import relatives
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.medication.dose import read_dose
from frontdesk.models.specialists.medication.dose_parts import Part, parts_of, tells_a_time
from frontdesk.models.specialists.medication.dose_told import dose_of

WHOSE = re.compile(r"\b(?:his|her|their)\b")
DENIED_FIRST = re.compile(r"没有?|不是|(?:not|never)\b", re.I)
THAT_MUCH = re.compile(r"\b(?:that|so) (?:much|many|often)\b|[那这]么[多些勤]")
SHOULD_SAY = re.compile(r"\b(?:should|must|needs? to|ought to) (?:say|read|be)\b|应该?(?:写|是|改成)|该写", re.I)
MAY_BE_OVER = (Topic.CONDITION, Topic.MEDICINE, Topic.FINDING)


class Said(StrEnum):
    OUT = "out"  # it is to go
    ABSENT = "absent"
    PRESENT = "present"
    PAST = "past"
    STAYS = "stays"  # or is put back, where it was taken out


class LineAssertions:
    """The assertions of one utterance, over the lines that stand; an allergy goes by plain words of its own alone."""

    def __init__(
        self, record: Record, said: str, language: Language, sentences: tuple[tuple[Clause, ...], ...]
    ) -> None:
        self._lines, self._said, self._language = record, said, language
        self._clauses = tuple(clause for sentence in sentences for clause in sentence)
        self._scopes = scopes(read(said).lower, language)
        self.affirmed = frozenset(self._affirmed())

    def status(self, fact: Fact, at: int | None, clause: Clause, *, acts: bool) -> Said | None:
        if clause.keeps and not clause.removes:
            return Said.STAYS
        if fact not in self._lines:
            return None
        if fact.topic in NOT_BORNE:
            return self._of_an_allergy(fact, clause)
        denied = self._is_denied(fact, at, clause)
        if fact.status is Status.ABSENT:
            if denied and at is not None and not acts:
                return Said.STAYS  # denied again
            turned = denied and clause.rejects and not clause.removes and fact.code != "none"
            return Said.PRESENT if turned else Said.OUT if acts else None
        if clause.never_said or _is_anothers(fact, clause) or self._is_of_no_heading(fact, clause):
            return Said.OUT
        if self._is_over(fact, at, clause):
            return Said.PAST
        if at is None and not (acts or clause.says("denied_again")):
            return Said.OUT if clause.says("trouble") and denies(clause.words, self._language) else None
        if denied and not clause.says("stays") and at is not None:
            return Said.ABSENT
        return Said.OUT if acts or denied else None

    def _of_an_allergy(self, fact: Fact, clause: Clause) -> Said | None:
        if fact.status is Status.ABSENT:
            return Said.OUT if clause.rejects else None
        if clause.says("not_borne") and not self.is_no_allergy(clause):
            return Said.STAYS
        reacts = any(one.code == fact.code and not parsers.is_allergy(one.did) for one in not_borne(self._said))
        if self.is_no_allergy(clause) or (clause.says("borne") and not reacts):
            return Said.OUT
        if not clause.rejects or (topics_of(clause) and not topics_of(clause).intersection(NOT_BORNE)):
            return None
        return Said.STAYS if reacts and not clause.removes else Said.OUT

    def is_no_allergy(self, clause: Clause) -> bool:
        """ "It's not an allergy", 算不上过敏; of all else that is not borne it says nothing."""
        named = [at for heading, at in clause.headings() if heading is Topic.ALLERGY]
        return not clause.says("others") and any(denies(clause.words[:at], self._language) for at in named)

    def _is_of_no_heading(self, fact: Fact, clause: Clause) -> bool:
        """ "It isn't a medicine I'm on": the heading that the line stands under is denied."""
        named = [at for heading, at in clause.headings() if heading is fact.topic]
        return fact.code != "none" and any(denies(clause.words[:at], self._language) for at in named)

    def _is_denied(self, fact: Fact, at: int | None, clause: Clause) -> bool:
        if fact.topic is Topic.MEDICINE and self._is_of_an_amount(fact, clause):
            return False
        if is_denied_inside(fact, clause.words):
            return True
        if at is None:
            return clause.says("denied_again")
        scopes_here = [scope for scope in self._under(Assertion.ABSENT) if scope.covers(at, at + 1)]
        if any(not self._is_only_asked(clause, scope) for scope in scopes_here):
            return True
        if fact.topic is Topic.MEDICINE and clause.says("never_had"):
            return True
        return denies(clause.words[: at - clause.start], self._language)

    def _is_of_an_amount(self, fact: Fact, clause: Clause) -> bool:
        """ "I never took 2000 mg of it", 没吃那么多: what is denied is an amount that the line does not tell."""
        if THAT_MUCH.search(clause.words):
            return True
        told, stands = read_dose(clause.words), read_dose(read(fact.details.value or "").lower)
        pairs = ((told.mg, stands.mg), (told.units, stands.units), (told.doses, stands.doses), (told.days, stands.days))
        return any(one is not None and one != other for one, other in pairs)

    def _is_only_asked(self, clause: Clause, scope: Scope) -> bool:
        """ "For an earache? She's not on chemotherapy": what is asked is denied by a plain no behind it alone."""
        if not clause.asks or scope.cue.strip() in clause.words:
            return False
        behind = next((one for one in self._clauses if one.start >= clause.end), None)
        return behind is None or parsers.plain_reply(behind.words) not in (Answer.NO, Answer.NONE_OF_THESE)

    def _is_over(self, fact: Fact, at: int | None, clause: Clause) -> bool:
        if fact.topic not in MAY_BE_OVER or fact.status is not Status.PRESENT or clause.removes:
            return False
        if fact.topic is Topic.MEDICINE:
            return clause.says("stopped") or not_taken_now(fact, clause.words)
        if clause.says("cured"):
            return True
        over = self._under(Assertion.PAST, Assertion.RESOLVED)
        return at is not None and any(scope.covers(at, at + 1) for scope in over) and not clause.rejects

    def _affirmed(self) -> Iterator[str]:
        """Codes of what is plainly told to be there, in clauses that tell of the patient and not of lines."""
        for clause in self._clauses:
            if clause.disputes or clause.says("trouble"):
                continue
            for one in mentions(clause.words):
                start = clause.start + one.start
                if not one.denied and not any(scope.covers(start, start + 1) for scope in self._scopes):
                    yield one.code

    def _under(self, *kinds: Assertion) -> Iterator[Scope]:
        return (scope for scope in self._scopes if scope.kind in kinds)

    def dose(self, fact: Fact, at: int | None, clause: Clause, *, goes_on: bool) -> str:
        """Of a medicine that is taken; `goes_on`: one was told of it in the clause before."""
        if fact.topic is not Topic.MEDICINE or fact.status is not Status.PRESENT or fact not in self._lines:
            return ""
        if self._is_of_an_amount(fact, clause) and denies(
            clause.words[: (at or clause.start) - clause.start], self._language
        ):
            return ""
        start = clause.start + len(clause.words) - len(clause.words[(at or clause.start) - clause.start :])
        words = read(self._said).words(start, clause.end)
        if goes_on and at is None and tells_a_time(read(words).lower):
            return parts_of(words)[Part.TIME]
        dose = dose_of("", without_alternative(words))
        if not dose and fact.details.value and (one := SHOULD_SAY.search(words)) and parts_of(words[one.end() :]):
            return words[one.end() :].strip(" :：")
        told = read_dose(read(dose).lower)
        if told.tells and DENIED_FIRST.match(dose):
            return ""
        return dose if (goes_on and at is None) or told.amount or (told.tells and fact.details.value) else ""


def _is_anothers(fact: Fact, clause: Clause) -> bool:
    """ "That is my husband's": it stands there as the patient's."""
    told = fact.topic in (Topic.CONDITION, Topic.MEDICINE, Topic.FINDING) and relatives(WHOSE.sub("my", clause.words))
    return bool(told) and clause.says("theirs")
