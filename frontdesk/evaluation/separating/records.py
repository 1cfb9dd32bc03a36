"""Records of simulated patients: what they say first, what is so of them, and the specialties they belong to."""

from functools import cache
from pathlib import Path

import yaml

from frontdesk.models.facts import Language, Person, Relation, Sex, Value

FOLDER = Path(__file__).parent


class PatientRecord(Value):
    """One patient; any of `right` is a right answer, and a finding that is not in `has` is not so."""

    id: str
    language: Language
    age: int
    sex: Sex
    who: Relation = Relation.SELF
    words: str
    translated: str  # the same words in the other language
    has: tuple[str, ...]
    right: tuple[str, ...]

    @property
    def person(self) -> Person:
        return Person(relation=self.who, age_months=12 * self.age, sex=self.sex)


@cache
def records(name: str = "records") -> tuple[PatientRecord, ...]:
    """Those of the files `name`: "records", or "held_out", which nothing was tuned on."""
    return tuple(
        PatientRecord.model_validate({"language": language, **row})
        for language in Language
        for row in yaml.safe_load((FOLDER / f"{name}.{language}.yaml").read_text(encoding="utf-8"))
    )
