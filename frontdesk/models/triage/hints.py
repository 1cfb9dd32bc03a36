"""What a text hints at for the department: the findings, requests and illnesses it speaks of and does not deny.

Features of a classifier, and never a record: nobody has confirmed them.
"""

import re
from functools import lru_cache

from frontdesk.models.facts import Fact, Record, Relation, Topic
from frontdesk.models.mentions import Mention, asserted, mentions
from frontdesk.models.parsers import medicines, relation
from frontdesk.models.parsers.persons import relatives

_STOP = re.compile(r"[，。！？；,!?;\n]|\.(?!\d)")


@lru_cache(maxsize=512)  # what was said is looked at again in every later turn
def hints(text: str) -> Record:
    """One fact for each code, in the order they are spoken of, the medicines last."""
    who = relation(text)
    of_a_relative = who is not None and who[0] is not Relation.SELF
    told = asserted(text)
    found: dict[tuple[Topic, str], Fact] = {}
    for one in mentions(told):
        if not one.denied and (of_a_relative or not _is_of_kin(told.lower(), one)):
            found.setdefault((one.topic, one.code), Fact(topic=one.topic, code=one.code, quote=one.words))
    for named in medicines(text):
        found.setdefault((Topic.MEDICINE, named.code), Fact(topic=Topic.MEDICINE, code=named.code, quote=named.words))
    return tuple(found.values())


def _is_of_kin(lower: str, one: Mention) -> bool:
    """Whether an illness is told of a relative, where none is said to be the patient: "my uncle had Parkinson's"."""
    return one.topic is Topic.CONDITION and bool(relatives(_STOP.split(lower[: one.start])[-1]))
