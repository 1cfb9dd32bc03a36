"""What words on the page of what the doctor will read say of its lines, each clause read once.

A line is to go, is not so, is so after all, is over, stays, or is put back; a medicine has another dose. What is left
of the words tells something besides (`own_lines`). An allergy goes by plain words of its own alone.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from frontdesk.app.reception.record.clauses import AROUND, QUOTED, Clause, sentences
from frontdesk.app.reception.record.line_assertions import LineAssertions, Said
from frontdesk.app.reception.record.lines_meant import (
    NOT_BORNE,
    OWN_NAME,
    Meant,
    codes_beside,
    codes_named,
    codes_of,
    headed,
    named_lines,
    part_quoted,
    topics_of,
    under,
    whole_names,
)
from frontdesk.app.reception.record.same_line import SameLine, same_line
from frontdesk.models import parsers
from frontdesk.models.assertion import denies
from frontdesk.models.facts import Fact, Language, Record, Topic
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.corrections import alternatives
from frontdesk.models.parsers.writing import read


def _in_quotes(meant: list[Meant], clause: Clause) -> list[Meant]:
    """Of what is quoted to be taken off, the lines named in it: 'as needed' "by the inhaler" is not the inhaler."""
    quoted = [(clause.start + one.start(), clause.start + one.end()) for one in QUOTED.finditer(clause.words)]
    if not (clause.removes and quoted):
        return meant
    return [one for one in meant if one.at is not None and any(start <= one.at < end for start, end in quoted)]


def _unquoted(words: str) -> str:
    return words.strip(f"{AROUND}'\"")


def _spans(meant: list[Meant], clause: Clause) -> list[tuple[int, int]]:
    """Where the lines are named in the words of the clause."""
    return [
        (at - clause.start, (end or at + 1) - clause.start)
        for _, at, end in meant
        if at is not None and clause.start <= at < clause.end
    ]


COMMA = {Language.ZH: "，", Language.EN: ", "}


class Reading(NamedTuple):
    """By the keys of the lines. `plain`: the clauses that say nothing of lines; `used`: codes told only of them."""

    sentences: tuple[tuple[Clause, ...], ...]
    said: Mapping[str, Said]
    doses: Mapping[str, str]
    parts: Mapping[str, str]  # what is to go of what a line says of a medicine, in small letters
    did: Mapping[str, str]  # by their keys, what is told that lines under allergies did
    used: frozenset[str]
    plain: tuple[Clause, ...]
    acting: tuple[Clause, ...]  # those that put lines right, and name nothing else
    effects: tuple[Clause, ...]  # of those, what tells only what a medicine did
    affirmed: frozenset[str]  # codes of what is plainly told to be there


def read_page(record: Record, gone: Record, said: str, language: Language) -> Reading:
    """`gone`: lines that were taken out before, and may be put back."""
    return _Reader(record, gone, said, language).read()


@lru_cache(maxsize=64)
def plainly_told(record: Record, said: str, language: Language) -> str:
    """The words without the clauses that only put lines right: those tell nothing of the patient."""
    text, page = read(said).text, read_page(record, (), said, language)
    told = (one for sentence in page.sentences for one in sentence if one not in page.acting)
    return ", ".join(one.asked_for if one.says("missing") else text[one.start : one.end].strip() for one in told)


class _Reader:
    """One utterance; what was named before is meant by "take that off"."""

    def __init__(self, record: Record, gone: Record, said: str, language: Language) -> None:
        self._lines, self._gone, self._said, self._language = record, gone, said, language
        self._sentences = sentences(said, whole_names((*record, *gone)))
        self._assertions = LineAssertions(record, said, language, self._sentences)
        self._found: dict[str, Said] = {}
        self._doses: dict[str, str] = {}
        self._parts: dict[str, str] = {}
        self._removed: set[str] = set()  # what is plainly to go
        self._did: dict[str, str] = {}
        self._plain: list[Clause] = []
        self._acting: list[Clause] = []
        self._of_effects: list[Clause] = []
        self._used: set[str] = set()
        self._told: set[str] = set()

    def read(self) -> Reading:
        before: list[Meant] = []
        for sentence in self._sentences:
            last: Clause | None = None
            for clause in sentence:
                if one := same_line(self._lines, clause):
                    self._is_same(one, clause)
                    before, last = [Meant(one.unnamed)], clause
                    continue
                if parts := self._parts_in(clause):
                    self._takes_parts(parts, clause)
                    before, last = [Meant(fact) for fact in parts], clause
                    continue
                here = _in_quotes(named_lines((*self._lines, *self._gone), clause), clause)
                meant = here or self._meant_before(clause, before, last)
                self._clause(clause, meant, last)
                named = here or (before if not codes_named(clause.words) else [])
                before, last = [Meant(fact) for fact in dict.fromkeys(one.fact for one in named)], clause
            self._effects(sentence)
        for fact in self._lines:  # what one clause plainly tells is not denied by another
            if self._found.get(fact.key) is Said.ABSENT and codes_of(fact) & self._assertions.affirmed:
                del self._found[fact.key]
        for key in self._doses.keys() - self._removed:  # "it's wrong, I take 850"
            if self._found.get(key) in (Said.OUT, Said.ABSENT):  # "not ibuprofen, I only took 400 mg of that"
                del self._found[key]
        used = frozenset(self._used - self._told)
        plain, acting, effects = (tuple(one) for one in (self._plain, self._acting, self._of_effects))
        affirmed = self._assertions.affirmed
        values = (self._found, self._doses, self._parts, self._did)
        return Reading(self._sentences, *values, used, plain, acting, effects, affirmed)

    def _parts_in(self, clause: Clause) -> dict[Fact, str]:
        """Lines of which only a part is to go: "take 'as needed' off the inhaler"."""
        if not clause.rejects:
            return {}
        return {fact: part for fact in self._lines if (part := part_quoted(fact, clause))}

    def _takes_parts(self, parts: Mapping[Fact, str], clause: Clause) -> None:
        self._parts |= {fact.key: part for fact, part in parts.items()}
        self._used |= codes_named(clause.words)
        self._acting.append(clause)

    def _is_same(self, one: SameLine, clause: Clause) -> None:
        """The named one stays, whatever is to be taken off."""
        self._found |= {one.unnamed.key: Said.OUT, one.named.key: Said.STAYS}
        if one.did:
            self._did[one.named.key] = one.did
        self._used |= {one.named.code}
        self._acting.append(clause)

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
        for fact, at, _ in self._one_of_two(meant, clause, acts=acts):
            what = self._assertions.status(fact, at, clause, acts=acts)
            if what is not None:
                of_lines = True
                self._says(fact, what)
                self._removed |= {fact.key} if clause.removes else set()
            of_lines = self._denies_a_dose(fact, clause) or of_lines
            goes_on = fact.key in self._doses or fact.key in self._parts
            dose = self._assertions.dose(fact, at, clause, goes_on=goes_on)
            if what is Said.ABSENT:
                continue
            if dose and dose.lower() != self._parts.get(fact.key):  # what was denied of it is told of something else
                of_lines = True
                before = self._doses.get(fact.key) if at is None else None
                self._doses[fact.key] = f"{before}{COMMA[self._language]}{dose}" if before else dose
        codes = codes_named(clause.words)
        more = codes_beside(clause.words, _spans(meant, clause))
        if (acts and not clause.keeps) or (of_lines and clause.never_said):
            self._used |= (codes - more if meant else codes) or {one.fact.code for one in meant}
            self._told -= set() if codes else {one.fact.code for one in meant}
        else:
            self._told |= codes
        if (acts or clause.says("written")) and not clause.says("missing") and (clause.never_said or not more):
            self._acting.append(clause)
        of_lines = of_lines or any(heading is fact.topic for fact, *_ in meant for heading in headed(clause))
        only_asks = clause.says("written") and not clause.says("missing")
        if not (acts or of_lines or only_asks or clause.says("stays")) or more - self._used:
            self._plain.append(clause)

    def _denies_a_dose(self, fact: Fact, clause: Clause) -> bool:
        """ "Not once a day": a part of what the line says of a medicine."""
        told = (fact.details.value or "").lower() if fact.topic is Topic.MEDICINE else ""
        part = next((one for one in map(_unquoted, alternatives(clause.words)) if one and one in told), "")
        if part:
            self._parts[fact.key] = part
        return bool(part)

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
        if what is Said.PAST and fact.topic is Topic.FINDING and fact.key in self._removed:
            return
        self._found[fact.key] = what

    def _effects(self, sentence: tuple[Clause, ...]) -> None:
        """What a medicine did, where its line under allergies is spoken of: no complaint, and no illness."""
        of_it: list[Fact] = []
        for clause in sentence:
            named = [one.fact for one in named_lines(self._lines, clause) if one.fact.topic in NOT_BORNE]
            of_it = named or (of_it if not named_lines(self._lines, clause) else [])
            of_none = self._assertions.is_no_allergy(clause) and parsers.all_named(clause.words)
            told = [one for one in mentions(clause.words) if one.code not in OWN_NAME and not one.denied]
            if not told or not (of_it or of_none):
                continue
            self._used |= {one.code for one in told}
            self._told -= {one.code for one in told}
            self._of_effects.append(clause)
            for fact in of_it if not clause.says("borne") else ():
                if self._found.get(fact.key) in (Said.OUT, Said.STAYS):
                    self._did.setdefault(fact.key, told[0].words)
