"""The case files of the corruption test: talks, the facts told in each, and summaries that went wrong."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Self

import yaml
from pydantic import field_validator, model_validator

from frontdesk.models.facts import Language, Value

CASES = Path(__file__).parents[1] / "cases" / "corruption"
HOURS = {"hours": 1, "days": 24, "weeks": 168, "months": 720, "years": 8760}


class Section(StrEnum):
    """The four sections in which DERA's Table 1 counts."""

    POSITIVES = "positives"
    NEGATIVES = "negatives"
    UNKNOWNS = "unknowns"
    HISTORY = "history"


class Polarity(StrEnum):
    PRESENT = "present"
    ABSENT = "absent"
    UNKNOWN = "unknown"
    ANY = "any"  # said in words that deny one thing and affirm its contrary, such as "won't eat"


OF_SECTION = {
    Section.POSITIVES: Polarity.PRESENT,
    Section.NEGATIVES: Polarity.ABSENT,
    Section.UNKNOWNS: Polarity.UNKNOWN,
    Section.HISTORY: Polarity.PRESENT,
}


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"


class Kind(StrEnum):
    ALLERGY = "allergy"
    FAMILY = "family"


class Fact(Value):
    """One thing told in a talk. `what`: wordings, any of which names it; in one, "…" stands for any words between.

    `numbers` and `duration` ("3 days") are those that a summary has to say with it.
    """

    section: Section | None  # None: true, wherever it stands, and not counted
    text: str
    what: tuple[str, ...]
    polarity: Polarity
    side: Side | None = None
    numbers: tuple[float, ...] = ()
    duration: str | None = None
    kind: Kind | None = None

    @property
    def hours(self) -> float | None:
        if self.duration is None:
            return None
        many, unit = self.duration.split()
        return float(many) * HOURS[unit]


class Said(Value):
    """One line of a talk."""

    by_patient: bool
    words: str


class Talk(Value):
    """`kept`: of the half that no reviewer is mended by. `from_kiosk`: its words are those of a played reception."""

    id: str
    language: Language
    kept: bool
    from_kiosk: bool
    lines: tuple[Said, ...]
    facts: tuple[Fact, ...]

    @property
    def counted(self) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.facts if fact.section is not None)


class Written(Value):
    """A sentence of a summary, as a reviewer sees it."""

    section: Section
    text: str


class ErrorKind(StrEnum):
    """What was done to a true sentence, or what a model gets wrong."""

    NEGATION = "negation"
    UNSETTLED = "unsettled"  # told, and written as not known
    SIDE = "side"
    NUMBER = "number"
    DURATION = "duration"
    ANOTHER = "another"  # an illness or a medicine of somebody else
    INVENTED = "invented"
    OMITTED = "omitted"
    ALLERGY = "allergy"  # a hand-written error about an allergy, of whatever sort


class Error(Value):
    """`fact`: the true one, None of an invention. `written`: what stands in its place, None where it was left out."""

    kind: ErrorKind
    fact: Fact | None = None
    written: Written | None = None

    @property
    def about_allergy(self) -> bool:
        return self.kind is ErrorKind.ALLERGY or (self.fact is not None and self.fact.kind is Kind.ALLERGY)


class Spoilt(Value):
    """A summary with errors. `level`: how it came by them."""

    talk: Talk
    level: str
    summary: tuple[Written, ...]
    errors: tuple[Error, ...]

    @model_validator(mode="after")
    def _errors_stand(self) -> Self:
        for error in self.errors:
            if error.written is not None and error.written not in self.summary:
                raise ValueError(f"{self.talk.id}: no sentence {error.written.text!r}")
        return self


class _HandError(Value):
    kind: ErrorKind
    fact: str | None = None
    text: str | None = None


class _Wrong(Value):
    talk: str
    summary: dict[Section, tuple[str, ...]]
    errors: tuple[_HandError, ...]

    @field_validator("summary", mode="before")
    @classmethod
    def _strings(cls, those: dict[str, list[object]]) -> dict[str, list[str]]:
        return {section: [str(one) for one in sentences] for section, sentences in those.items()}


def talks(folder: Path = CASES) -> tuple[Talk, ...]:
    """Raises ValidationError or KeyError for a file that is none of a case."""
    return tuple(
        _talk(case, Language(language), kept=bool(kept))
        for kept in ("", "_kept")
        for language in ("zh", "en")
        for case in _yaml(folder / f"{language}{kept}.yaml")
    )


def gone_wrong(those: tuple[Talk, ...], folder: Path = CASES) -> Iterator[Spoilt]:
    """The summaries written wrong by hand of `those` talks. Raises ValueError where one names what is not there."""
    by_id = {talk.id: talk for talk in those}
    for wrong in map(_Wrong.model_validate, _yaml(folder / "wrong.yaml")):
        if talk := by_id.get(wrong.talk):
            summary = tuple(Written(section=s, text=text) for s, texts in wrong.summary.items() for text in texts)
            errors = tuple(_error(error, talk, summary) for error in wrong.errors)
            yield Spoilt(talk=talk, level="gone wrong", summary=summary, errors=errors)


def _error(error: _HandError, talk: Talk, summary: tuple[Written, ...]) -> Error:
    fact = next((one for one in talk.counted if one.text == error.fact), None)
    written = next((one for one in summary if one.text == error.text), None)
    if (fact is None) != (error.fact is None) or (written is None) != (error.text is None):
        raise ValueError(f"{talk.id}: {error}")
    return Error(kind=error.kind, fact=fact, written=written)


def _talk(case: dict[str, object], language: Language, *, kept: bool) -> Talk:
    lines = case["talk"]
    facts = case["facts"]
    assert isinstance(lines, list)
    assert isinstance(facts, dict)
    said = tuple(
        Said(by_patient=speaker == "patient", words=str(words)) for line in lines for speaker, words in line.items()
    )
    told = tuple(_fact(one, section) for section, those in facts.items() for one in those)
    return Talk(
        id=str(case["id"]),
        language=language,
        kept=kept,
        from_kiosk=case.get("source") == "kiosk",
        lines=said,
        facts=told,
    )


def _fact(one: dict[str, object], name: str) -> Fact:
    section = None if name == "other" else Section(name)
    usual = Polarity.ANY if section is None else OF_SECTION[section]
    return Fact.model_validate({"section": section, "polarity": usual, **one})


def _yaml(file: Path) -> list[dict[str, object]]:
    read = yaml.safe_load(file.read_text("utf-8"))
    assert isinstance(read, list)
    return read
