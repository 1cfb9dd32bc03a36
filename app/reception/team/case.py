"""The patient as the specialists' checks take one: what the record holds now, in their terms."""

from app.reception.record.statements import understood_words
from app.reception.record.wording import name_of
from app.reception.turn.listen import Turn
from models import parsers
from models.facts import Fact, Language, Status, Topic
from models.specialists.case import Patient, Prescribed


def case_of(turn: Turn, *, besides: Fact | None = None) -> Patient:
    """Everything the record holds, but for `besides`: the medicine that is held against the rest."""
    taken = (*(fact.code for fact in present(turn, Topic.MEDICINE)), *_taken(turn))
    medicines = [code for code in dict.fromkeys(taken) if besides is None or code != besides.code]
    return Patient(
        age=turn.person.age,
        sex=turn.person.sex,
        pregnant=turn.person.pregnant,
        conditions=(*(illness(fact) for fact in ills(turn)), *_named(turn)),
        medications=tuple(Prescribed(name=code.replace("_", " ")) for code in medicines if code),
        allergies=tuple(fact.code for fact in present(turn, Topic.ALLERGY) if fact.code),
    )


def _named(turn: Turn) -> tuple[str, ...]:
    """Illnesses named in words that were not asked for them."""
    said = (fact.quote for fact in understood_words(turn.record))
    return tuple(named.words for words in said for named in parsers.conditions(words))


def _taken(turn: Turn) -> tuple[str, ...]:
    """Medicines named in words that were not asked for them, by their codes."""
    said = (fact.quote for fact in understood_words(turn.record) if fact.asked != "allergies")
    return tuple(named.code for words in said for named in parsers.medicines(words))


def present(turn: Turn, topic: Topic) -> list[Fact]:
    return [f for f in turn.record if f.topic is topic and f.status is Status.PRESENT and not f.past]


def ills(turn: Turn) -> list[Fact]:
    """What is wrong or was done; an illness that was had once speaks against a medicine still."""
    had = [f for f in turn.record if f.topic is Topic.CONDITION and f.status is Status.PRESENT]
    topics = (Topic.FINDING, Topic.PREGNANCY, Topic.OPERATION)
    return [*had, *(fact for topic in topics for fact in present(turn, topic))]


def illness(fact: Fact) -> str:
    return f"{fact.quote}; {name_of(fact, Language.EN)}"
