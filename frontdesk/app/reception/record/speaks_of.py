"""Which headings the patient's words speak of, sentence by sentence, whatever page they answered."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from frontdesk.app.reception.record.doctors import doctors_named
from frontdesk.app.reception.record.excerpts import excerpt
from frontdesk.app.reception.session.questions import COMPLAINT, HISTORY
from frontdesk.models import parsers
from frontdesk.models.allergies import Kind as Borne
from frontdesk.models.allergies import not_borne
from frontdesk.models.facts import Relation
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.patterns import Cue, entries
from frontdesk.models.parsers.persons import relatives
from frontdesk.models.reading import Assertion, DialogueAct, Kind, Page, Reading, Statement, read
from frontdesk.models.reading.histories import named

SENTENCE = re.compile(r"(?:[^.!?。！？;；\n]|\.(?=\d))+[.!?。！？;；]*")
CLAUSE = re.compile(r"[^,，]+[,，]?")
WORDS = entries("headings", Path(__file__).parent)
ILLNESS, FAMILY_ILL, KIN, KIN_OF_SELF, WISHES = (
    Cue(WORDS[name]) for name in ("illness", "family_ill", "kin", "kin_of_self", "wishes")
)
TOLD = frozenset({Assertion.PRESENT, Assertion.PAST, Assertion.UNKNOWN, Assertion.STOPPED})


class Part(StrEnum):
    """The headings, in reading order."""

    PERSON = "person"
    COMPLAINT = "complaint"
    STORY = "story"
    ILLNESSES = "illnesses"
    FAMILY = "family"
    MEDICINES = "medicines"
    ALLERGIES = "allergies"
    WISHES = "wishes"
    NOTES = "notes"


KINDS = {
    Kind.ILLNESS: Part.ILLNESSES,
    Kind.MEDICINE: Part.MEDICINES,
    Kind.ALLERGY: Part.ALLERGIES,
    Kind.INTOLERANCE: Part.ALLERGIES,
}
PAGES = {"past_history": Part.ILLNESSES, "medicines": Part.MEDICINES, "allergies": Part.ALLERGIES}


WANTS = (DialogueAct.PREFERS, DialogueAct.CHOOSES, DialogueAct.REFUSES)


@lru_cache(maxsize=2048)  # looked at again with every view of a session
def speaks_of(words: str, relation: Relation | None, asked: str | None) -> dict[Part, str]:
    """By heading the sentences that speak of it; the ill one's `relation` says who is family and who is the patient."""
    found: dict[Part, list[tuple[int, str]]] = {}
    for place, sentence in enumerate(one[0] for one in SENTENCE.finditer(words)):
        clauses = list(enumerate(_clauses(sentence)))
        theirs = [(at, clause) for at, clause in clauses if _is_of_family(clause, relation)]
        own = excerpt([one for one in clauses if one not in theirs]).strip()
        if theirs:
            found.setdefault(Part.FAMILY, []).append((place, excerpt(theirs).strip(" ,，")))
        for part in dict.fromkeys(_parts(own, relation, asked)) if own else ():
            found.setdefault(part, []).append((place, sentence if not theirs else own))
    return {part: excerpt(told).strip() for part, told in found.items()}


def covers(found: dict[Part, str], words: str) -> bool:
    """Whether nothing is in the words beside what stands under the headings they speak of."""
    told = " ".join(found.values())
    return all(one[0].strip(" ,，") in told for one in SENTENCE.finditer(words) if one[0].strip())


def _clauses(sentence: str) -> list[str]:
    """Its clauses; what goes on about somebody named before belongs to them."""
    return [one[0] for one in CLAUSE.finditer(sentence)]


def _is_of_family(clause: str, relation: Relation | None) -> bool:
    """Whether an illness or death in the family is told: of kin who are not the one who is ill."""
    lower = parsers.normalise(clause).lower()
    kin = [one for one in relatives(lower) if one.relation is not relation]
    ill = FAMILY_ILL.search(lower) or mentions(clause) or parsers.all_named(clause)
    named = bool(kin) or KIN.search(lower) or (relation is Relation.SELF and KIN_OF_SELF.search(lower))
    return bool(ill and named)


def _parts(sentence: str, relation: Relation | None, asked: str | None) -> Iterator[Part]:
    reading = read(Page(), sentence)
    if any(one.kind is not Borne.INTOLERANCE for one in not_borne(sentence, whose=relation)):
        yield Part.ALLERGIES
    elif parsers.names_a_medicine(sentence) and (asked != "allergies" or parsers.says_taken(sentence)):
        yield Part.MEDICINES
    for page, part in PAGES.items():
        if part is not Part.MEDICINES and named(HISTORY.get(page), sentence, asked=asked == page):
            yield part
    for one in reading.statements:
        kind = KINDS.get(one.kind) if one.status in TOLD else None
        if kind is not None and (one.sure or _is_an_illness(one, asked)):
            yield kind
    if is_a_wish(sentence, reading):
        yield Part.WISHES


def _is_an_illness(one: Statement, asked: str | None) -> bool:
    """Not sure for the reader, and called like one; or of the past, where no complaint is told."""
    if one.kind is not Kind.ILLNESS:
        return False
    called = ILLNESS.search(parsers.normalise(one.quote).lower()) is not None
    return called or (one.status is Assertion.PAST and asked not in COMPLAINT)


def is_a_wish(sentence: str, reading: Reading) -> bool:
    wished = any(one.kind is Kind.WISH and one.sure for one in reading.statements)
    prefers = any(one.act in WANTS and one.sure for one in reading.acts)
    said = WISHES.search(parsers.normalise(sentence).lower()) is not None
    return said or ((wished or prefers) and not parsers.questions(sentence)) or bool(doctors_named(sentence))
