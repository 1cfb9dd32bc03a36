"""Illnesses, medicines and allergies that words name."""

from collections.abc import Callable

from frontdesk.models import parsers
from frontdesk.models.allergies import allergens, without_allergies
from frontdesk.models.facts import Topic
from frontdesk.models.specialists.medication.listing import never_taken


def _medicines(text: str) -> tuple[parsers.Named, ...]:
    """Those that are taken, or were; of none named, nothing more is looked for."""
    named = parsers.medicines(text)
    never = never_taken(text) if named else frozenset()
    return tuple(one for one in named if one.code not in never)


NAMED_IN: dict[Topic, Callable[[str], tuple[parsers.Named, ...]]] = {
    Topic.CONDITION: parsers.conditions,
    Topic.MEDICINE: _medicines,
    Topic.ALLERGY: allergens,
}


def named(topic: Topic | None, text: str, *, asked: bool) -> tuple[parsers.Named, ...]:
    """What of these histories is named; `asked`: in words that answer a question for it. None of another topic."""
    if topic is None or topic not in NAMED_IN:
        return ()
    if topic is Topic.ALLERGY:
        return allergens(text, asked=asked)
    return NAMED_IN[topic](without_allergies(text))
