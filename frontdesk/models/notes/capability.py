"""The capability `notes`, a model that reads: talk, page and record go in, commands of a closed set come out."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, WrapValidator
from pydantic_core.core_schema import ValidatorFunctionWrapHandler

from frontdesk.models.capability import Asked, Capability
from frontdesk.models.facts import Language, Record, Relation, Sex, Side, Topic, Value
from frontdesk.models.reading.commands import Page

TOKENS = 700  # the longest reply
MOST = 16  # operations of one reply that are read


def _or_none(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """A field that is wrong costs that field alone."""
    try:
        return read(value)
    except ValidationError:
        return None


def _those_right(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """An entry that is wrong costs that entry alone."""
    entries = value[:MOST] if isinstance(value, list) else []
    right = []
    for entry in entries:
        try:
            right += read([entry])
        except ValidationError:
            continue
    return right


class Op(StrEnum):
    ADD = "add"  # told, or told more of
    DENY = "deny"
    NOT_KNOWN = "not_known"
    WITHDRAW = "withdraw"  # taken back: a line of the record no longer holds
    CORRECT = "correct"  # a line of the record is told anew


class AskedOf(StrEnum):
    HOSPITAL = "hospital"  # times, places, prices, ways
    TALK = "talk"  # why this is asked, how long it takes
    DOCTOR = "doctor"  # what it is, what to take


class Kind(StrEnum):
    SYMPTOM = "symptom"
    ILLNESS = "illness"
    MEDICINE = "medicine"
    ALLERGY = "allergy"
    INTOLERANCE = "intolerance"  # a side effect
    OPERATION = "operation"
    FAMILY = "family"
    HABIT = "habit"
    PREGNANCY = "pregnancy"
    WISH = "wish"
    VALUE = "value"  # measured


TOPICS = {
    Kind.SYMPTOM: Topic.FINDING,
    Kind.ILLNESS: Topic.CONDITION,
    Kind.MEDICINE: Topic.MEDICINE,
    Kind.ALLERGY: Topic.ALLERGY,
    Kind.INTOLERANCE: Topic.INTOLERANCE,
    Kind.OPERATION: Topic.OPERATION,
    Kind.FAMILY: Topic.FAMILY,
    Kind.HABIT: Topic.HABIT,
    Kind.PREGNANCY: Topic.PREGNANCY,
    Kind.WISH: Topic.WISH,
    Kind.VALUE: Topic.DETAIL,
}


class Taking(StrEnum):
    """What of a medicine is told."""

    TAKES = "takes"
    PRESCRIBED = "prescribed"  # not said to be taken
    STOPPED = "stopped"
    TRIED = "tried"  # taken for this once or now and then


class Experiencer(StrEnum):
    PATIENT = "patient"
    OTHER = "other"


class TalkAct(StrEnum):
    """What the patient wants of the talk, beside what they tell."""

    REFUSES = "refuses"
    PREFERS = "prefers"
    CHOOSES = "chooses"
    CORRECTS = "corrects"  # puts something right that was taken wrongly
    OBJECTS = "objects"  # what was understood is wrong
    WANTS_PERSON = "wants_person"
    FINISHES = "finishes"  # wants no more questions


class _Reply(BaseModel):
    """Read from a model's JSON; fields no one asked for are left out."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Note(_Reply):
    """One operation. `code` is of those offered, empty where none fits; the details are the patient's words.

    `line`: the number, in the prompt, of the line of the record that is taken back or corrected.
    """

    op: Op
    kind: Kind
    name: str
    quote: str
    code: Annotated[str | None, WrapValidator(_or_none)] = None
    line: Annotated[int | None, WrapValidator(_or_none)] = None
    past: Annotated[bool | None, WrapValidator(_or_none)] = None
    status: Annotated[Taking | None, WrapValidator(_or_none)] = None
    experiencer: Annotated[Experiencer | None, WrapValidator(_or_none)] = None
    side: Annotated[Side | None, WrapValidator(_or_none)] = None
    since: Annotated[str | None, WrapValidator(_or_none)] = None
    how: Annotated[str | None, WrapValidator(_or_none)] = None  # how bad, what like, what helps; of a medicine the dose


class Who(_Reply):
    """What was told of the person who is ill."""

    quote: str
    relation: Annotated[Relation | None, WrapValidator(_or_none)] = None  # seen from whoever speaks
    age: Annotated[float | None, WrapValidator(_or_none)] = None
    age_unit: Annotated[Literal["years", "months", "weeks", "days"] | None, WrapValidator(_or_none)] = None
    sex: Annotated[Sex | None, WrapValidator(_or_none)] = None
    pregnant: Annotated[bool | None, WrapValidator(_or_none)] = None


class Danger(_Reply):
    """Words that tell of an emergency now, by the slug of its rule."""

    rule: str
    quote: str


class Question(_Reply):
    """A question of the patient's, and who can answer it."""

    to: AskedOf
    quote: str


class TileAnswer(_Reply):
    """What the words answer to a tile of the page, by its number in the prompt; "all" is every one of them."""

    tile: int | Literal["all"]
    answer: Literal["yes", "no", "unknown"]
    quote: str


class Want(_Reply):
    """An act of the talk; `what` is what it is of, in the patient's words."""

    act: TalkAct
    quote: str
    what: Annotated[str | None, WrapValidator(_or_none)] = None


class Notes(_Reply):
    """A model's reply."""

    answers: Annotated[list[TileAnswer], WrapValidator(_those_right)] = []
    notes: Annotated[list[Note], WrapValidator(_those_right)] = []
    who: Annotated[Who | None, WrapValidator(_or_none)] = None
    danger: Annotated[list[Danger], WrapValidator(_those_right)] = []
    asks: Annotated[list[Question], WrapValidator(_those_right)] = []
    wants: Annotated[list[Want], WrapValidator(_those_right)] = []


class Line(Value):
    """One line of the talk; `shown` is what of it a model is told, `turn` the patient's turn, 0 of a nurse's line."""

    text: str
    shown: str
    turn: int = 0

    @property
    def by_patient(self) -> bool:
        return self.turn > 0


class Heard(Value):
    """The question: the whole talk, the record before it, and the statements that may be meant.

    `codes` are offered with their plain names; `these` are those of the page of tiles that the last line answers.
    `page` is the page itself. `numbered` are the keys of the record's lines by their numbers in the prompt, from 1.
    `blanks` hold the same in words, for the prompt.
    """

    language: Language
    lines: tuple[Line, ...]
    record: Record = ()
    codes: tuple[str, ...] = ()
    these: tuple[str, ...] = ()
    page: Page = Page()
    numbered: tuple[str, ...] = ()
    blanks: dict[str, str] = {}


NOTES: Capability[Heard, Notes] = Capability(
    name="notes",
    embedded=lambda heard: Notes(),
    asked=lambda heard: Asked(language=heard.language, blanks=heard.blanks),
    prompts=Path(__file__).parent / "prompts",
    answer=Notes,
    accepted=lambda heard, reply: reply if isinstance(reply, Notes) else Notes(),
    tokens=TOKENS,
)
