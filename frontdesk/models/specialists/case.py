"""What a specialist is given about the patient, and what it may say about the utterance."""

import datetime
from collections.abc import Callable
from typing import Any, Literal

from pydantic import Field, model_validator

from frontdesk.models.facts import Person, Sex, Value

SpecialistName = Literal["medication", "labs_vitals", "nutrition", "privacy", "human_intervention"]
Kind = Literal[
    "identity", "adherence", "daily_maximum", "condition", "interaction",
    "range", "plausibility", "trend", "drug_effect", "limit", "symptom",
]  # fmt: skip
Verdict = Literal[
    "recognised", "confirm", "unknown", "as_prescribed", "more", "less", "not_prescribed", "within", "over",
    "allowed", "avoid", "none", "caution", "not_checked", "normal", "low", "high", "critical_low", "critical_high",
    "plausible", "implausible", "rising", "falling", "steady", "raises", "lowers", "match", "mismatch",
    "incomplete", "escalate", "ask_more",
]  # fmt: skip

VERDICTS: dict[tuple[SpecialistName, Kind], frozenset[Verdict]] = {
    ("medication", "identity"): frozenset({"recognised", "confirm", "unknown"}),
    ("medication", "adherence"): frozenset({"as_prescribed", "more", "less", "not_prescribed"}),
    ("medication", "daily_maximum"): frozenset({"within", "over"}),
    ("medication", "condition"): frozenset({"allowed", "avoid", "not_checked"}),
    ("medication", "interaction"): frozenset({"none", "caution", "avoid", "not_checked"}),
    ("labs_vitals", "range"): frozenset({"normal", "low", "high", "critical_low", "critical_high"}),
    ("labs_vitals", "plausibility"): frozenset({"plausible", "implausible"}),
    ("labs_vitals", "trend"): frozenset({"rising", "falling", "steady"}),
    ("labs_vitals", "drug_effect"): frozenset({"raises", "lowers"}),
    ("nutrition", "limit"): frozenset({"within", "over"}),
    ("privacy", "identity"): frozenset({"match", "mismatch", "incomplete"}),
    ("human_intervention", "symptom"): frozenset({"escalate", "ask_more", "none"}),
}
"""What each specialist may say of each kind; the contract of `frontdesk check`."""


class Prescribed(Value):
    """A medicine on the patient's list, in the prescriber's words: "500 mg", "twice a day", "1片", "一天两次"."""

    name: str = Field(min_length=1)
    dose: str | None = None
    frequency: str | None = None


class LabResult(Value):
    """One result on record; blood pressure may come as "150/95"."""

    name: str = Field(min_length=1)
    value: float | str
    unit: str | None = None
    date: datetime.date | None = None


ALSO_CALLED = {
    "date_of_birth": "birth_date", "dob": "birth_date", "birthdate": "birth_date", "birthday": "birth_date",
    "id": "patient_id", "patient_number": "patient_id", "mrn": "patient_id", "phone_number": "phone", "mobile": "phone",
    "gender": "sex", "full_name": "name", "weight": "weight_kg",
}  # fmt: skip


class Patient(Value):
    """What is known of the patient: years, kilograms, plain words. Every key may be missing; others are refused."""

    name: str | None = None
    birth_date: datetime.date | None = None
    patient_id: str | None = None  # the number on the patient's card
    phone: str | None = None
    age: float | None = Field(default=None, ge=0, le=130)
    age_between: tuple[float, float | None] | None = None  # years, from and up to: where only a band was told
    sex: Sex | None = None
    pregnant: bool | None = None
    weight_kg: float | None = Field(default=None, gt=0, le=500)
    conditions: tuple[str, ...] = ()
    medications: tuple[Prescribed, ...] = ()
    allergies: tuple[str, ...] = ()
    labs: tuple[LabResult, ...] = ()

    @property
    def person(self) -> Person:
        """Age, sex and pregnancy, as the rest of the house takes them."""
        months = None if self.age is None else round(self.age * 12)
        youngest, oldest = self.age_between or (0.0, None)
        band = (round(youngest * 12), None if oldest is None else round(oldest * 12)) if self.age_between else None
        return Person(
            age_months=months, age_between=None if months is not None else band, sex=self.sex, pregnant=self.pregnant
        )

    @model_validator(mode="before")
    @classmethod
    def _null_is_missing(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {ALSO_CALLED.get(key, key): value for key, value in given.items() if value is not None}


class Checked(Value):
    """One finding: `subject` in its standard English name, `text` one plain sentence in the utterance's language,
    `source` where the fact behind it is from. The verdict must be one the specialist has for that kind.
    """

    specialist: SpecialistName
    kind: Kind
    verdict: Verdict
    subject: str = Field(min_length=1)
    text: str = Field(min_length=1)
    source: str = Field(min_length=1)

    @model_validator(mode="after")
    def _has_the_verdict(self) -> "Checked":
        if self.verdict not in VERDICTS.get((self.specialist, self.kind), ()):
            raise ValueError(f"{self.specialist} has no verdict {self.verdict} for {self.kind}")
        return self


Specialist = Callable[[str, Patient], tuple[Checked, ...]]
"""Holds one utterance against one patient; reports only what the utterance is about."""
