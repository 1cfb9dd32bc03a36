"""Who the patient is, put right in words on the page of what the doctor will read: sex, age, whose they are."""

from app.reception.record.said_of_lines import WORDS, Clause, sentences
from models import parsers
from models.facts import Person, Relation
from models.parsers.corrections import without_alternative
from models.parsers.patterns import Cue
from models.parsers.persons import relatives

SEX, AGE, WHO, OVER = (Cue([*WORDS[name]]) for name in ("sex", "age", "who", "over"))


def person_corrected(known: Person, said: str) -> tuple[Person | None, tuple[str, ...]]:
    """What is told of the patient in its place, and the lines that are only said to be wrong."""
    text = parsers.normalise(said).lower()
    told = Person(relation=_relation(known, said, text))
    wrong: set[str] = set()
    for sentence in sentences(text):
        for clause in sentence:
            if not _is_of_another(known, clause.words):
                told = told.updated(_told(known, clause))
                wrong |= set(_named(clause)) if clause.rejects else set()
    given = {name for name, value in told if value is not None}
    return told if told != Person() else None, tuple(f"person:{name}" for name in sorted(wrong - given))


def _told(known: Person, clause: Clause) -> Person:
    rest, named, child = without_alternative(clause.words), _named(clause), known.relation is Relation.CHILD
    sex = parsers.sex(rest, asked=True) if "sex" in named else None
    age = None
    if "age_months" in named and not OVER.search(rest):
        age = parsers.age_months(rest, asked=False, child=child) or parsers.age_months(rest, asked=True, child=child)
    return Person(sex=sex, age_months=age)


def _named(clause: Clause) -> tuple[str, ...]:
    return tuple(name for name, cue in (("sex", SEX), ("age_months", AGE)) if cue.search(clause.words))


def _is_of_another(known: Person, words: str) -> bool:
    """Whether somebody else of the family is spoken of than the one who is ill."""
    return any(one.relation is not known.relation for one in relatives(words))


def _relation(known: Person, said: str, text: str) -> Relation | None:
    found = parsers.relation(said) if WHO.search(text) else None
    return found[0] if found and found[0] is not known.relation else None
