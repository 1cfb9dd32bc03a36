"""The patient as the specialists' checks take one: what the record holds now, in their terms."""

from frontdesk.app.reception.record.statements import medicines_told, understood_words
from frontdesk.app.reception.record.wording import name_of
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models import parsers
from frontdesk.models.facts import Fact, Language, Status, Topic
from frontdesk.models.specialists.case import Patient, Prescribed
from frontdesk.models.specialists.medication.listing import IN_THE_BODY, ListedMedicine, codes, holds_of, whole


def case_of(turn: Turn, *, besides: Fact | None = None) -> Patient:
    """Everything the record holds, but for `besides`: the medicine that is held against the rest."""
    own = holds_of(besides.code, besides.quote) if besides else ()
    medicines = [code for code in codes(medicines_of(turn), IN_THE_BODY) if code not in own]
    return Patient(
        age=turn.person.age,
        age_between=turn.person.years_between,
        sex=turn.person.sex,
        pregnant=turn.person.pregnant,
        conditions=(*(illness(fact) for fact in ills(turn)), *_named(turn)),
        medications=tuple(Prescribed(name=code.replace("_", " ")) for code in medicines),
        allergies=tuple(fact.code for fact in present(turn, Topic.ALLERGY) if fact.code),
    )


def _named(turn: Turn) -> tuple[str, ...]:
    """Illnesses named in words that were not asked for them."""
    said = (fact.quote for fact in understood_words(turn.record))
    return tuple(named.words for words in said for named in parsers.conditions(words))


def medicines_of(turn: Turn) -> tuple[ListedMedicine, ...]:
    """The one list of this patient's medicines as it stands in the talk."""
    return whole(medicines_told(turn.record), turn.before.on_record)


def present(turn: Turn, topic: Topic) -> list[Fact]:
    return [f for f in turn.record if f.topic is topic and f.status is Status.PRESENT and not f.past]


def ills(turn: Turn) -> list[Fact]:
    """What is wrong or was done; an illness that was had once speaks against a medicine still."""
    had = [f for f in turn.record if f.topic is Topic.CONDITION and f.status is Status.PRESENT]
    topics = (Topic.FINDING, Topic.PREGNANCY, Topic.OPERATION)
    return [*had, *(fact for topic in topics for fact in present(turn, topic))]


def illness(fact: Fact) -> str:
    return f"{fact.quote}; {name_of(fact, Language.EN)}"
