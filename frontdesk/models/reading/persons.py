"""Who is ill, how old and of which sex, as far as words plainly say."""

import re
from itertools import takewhile
from typing import Any

from frontdesk.models import parsers
from frontdesk.models.facts import Language, Person, Relation

SHORT = {Language.ZH: 8, Language.EN: 24}  # characters of a reply that holds nothing beside the value asked for
STORY = {Language.ZH: 16, Language.EN: 48}  # characters from which a reply holds more than who is ill
ASKED = frozenset({"who", "age", "sex", "pregnant"})
CLAUSE_END = re.compile(r"[，,；;。！？!?]|\.(?!\d)")


def person_told(text: str, *, asked: str | None, telling: bool) -> Person | None:
    """Who is ill, how old and of which sex; `asked` is which of these was, `telling`: the words tell a complaint.

    Whoever tells a story where a page asks for one of these speaks of others; it is kept in their words. The clauses it
    begins with may be the answer all the same.
    """
    if not telling and asked not in ASKED:  # a pregnancy matters whenever it is told
        told = Person(pregnant=parsers.pregnant(text) or None, sex=parsers.own_sex(text))
        return told if told != Person() else None
    longest = STORY[parsers.language_of(text) or Language.ZH]
    if not telling and len(text) > longest:
        text = _beginning(text, longest)
    relation, named = parsers.relation(text, asked=asked == "who") or (None, None)
    person = Person(
        relation=relation,
        words=named,
        age_months=parsers.age_months(text, asked=asked in ASKED, child=relation is Relation.CHILD),
        sex=parsers.sex(text, asked=asked in ("sex", "who")),
        pregnant=parsers.pregnant(text),
    )
    if telling and (opening := _of_the_speaker(text)):
        person = person.model_copy(update={name: told for name, told in opening.items() if not getattr(person, name)})
    return person if person != Person() else None


def _of_the_speaker(text: str) -> dict[str, Any]:
    """Sex and age in a short first clause that says both of the speaker, as who is asked says it: "我自己男的28"."""
    first = CLAUSE_END.split(text)[0]
    if len(first) > SHORT[Language.EN]:
        return {}
    relation = parsers.relation(first, asked=True)
    if relation is None or relation[0] is not Relation.SELF:
        return {}
    sex, months = parsers.sex(first, asked=True), parsers.age_months(first, asked=True, child=False)
    told = {"relation": relation[0], "words": relation[1], "sex": sex, "age_months": months}
    return told if sex and months else {}


def _beginning(text: str, longest: int) -> str:
    """Its first clauses, none of which is long enough to tell anything else."""
    clauses = CLAUSE_END.split(text)
    short = list(takewhile(lambda clause: len(clause.strip()) * 2 <= longest, clauses))
    return ",".join(short)
