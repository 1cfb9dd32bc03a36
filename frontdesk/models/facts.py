"""The values that understanding, triage and the record share: what a patient said, as facts with their source."""

from enum import StrEnum
from typing import Self

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A frozen value; unknown fields are an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def __copy__(self) -> Self:
        """Of its fields alone: what was worked out of them (`cached_property`) need not hold for those of a copy."""
        kind, own = type(self), self.__dict__
        fields = kind.__pydantic_fields__
        kept = own.copy() if len(own) == len(fields) else {name: own[name] for name in fields}
        copied = kind.__new__(kind)
        for name, held in (
            ("__dict__", kept),
            ("__pydantic_fields_set__", self.__pydantic_fields_set__.copy()),
            ("__pydantic_extra__", None),
            ("__pydantic_private__", None),
        ):
            object.__setattr__(copied, name, held)
        return copied


A_DAY = 1 / 30  # months


def _known(value: Value) -> dict[str, object]:
    """The fields that are not None, as they are: values inside stay values."""
    return {name: field for name, field in value if field is not None}


class Language(StrEnum):
    ZH = "zh"
    EN = "en"


class Sex(StrEnum):
    MALE = "male"
    FEMALE = "female"


class Relation(StrEnum):
    """Who is ill, seen from the person who speaks."""

    SELF = "self"
    CHILD = "child"
    PARENT = "parent"
    SPOUSE = "spouse"
    OTHER = "other"


class Person(Value):
    """What is known of the one who is ill. `age_months` is None while unknown; 3 years is 36.

    `age_between` is in its place where only a band was told ("40 to 59"): months, from and up to, which is no part of
    it; None for "75 or older". A band stays one: a rule asks whether an age is possible in it, or certain.
    """

    relation: Relation | None = None
    words: str | None = None  # how the speaker named them: "my mother", "宝宝"
    age_months: int | None = None
    age_between: tuple[int, int | None] | None = None
    sex: Sex | None = None
    pregnant: bool | None = None

    @property
    def age(self) -> float | None:
        """Age in years."""
        return None if self.age_months is None else self.age_months / 12

    @property
    def age_told(self) -> bool:
        """By its years, or by a band."""
        return self.age_months is not None or self.age_between is not None

    @property
    def ages(self) -> tuple[float, float | None]:
        """The youngest and the oldest they may be, in years; a band ends just before its upper age."""
        if self.age_months is not None:
            return self.age_months / 12, self.age_months / 12
        youngest, oldest = self.age_between or (0, None)
        return youngest / 12, None if oldest is None else (oldest - A_DAY) / 12

    @property
    def years_between(self) -> tuple[float, float | None] | None:
        """The band, in years; None where the age is known, or nothing is."""
        if self.age_between is None:
            return None
        youngest, oldest = self.age_between
        return youngest / 12, None if oldest is None else oldest / 12

    def may_be_under(self, years: float) -> bool:
        return self.ages[0] < years

    def may_be_from(self, years: float) -> bool:
        return self.ages[1] is None or self.ages[1] >= years

    def is_under(self, years: float) -> bool:
        """For certain."""
        return self.age_told and not self.may_be_from(years)

    def is_from(self, years: float) -> bool:
        """For certain."""
        return self.age_told and not self.may_be_under(years)

    def updated(self, newer: Self | None) -> Self:
        """This person with everything `newer` knows laid over it; of somebody else, what `newer` knows alone."""
        if newer is None:
            return self
        if None not in (self.relation, newer.relation) and self.relation is not newer.relation:
            return newer
        told_anew = {"age_between": None, "age_months": None} if newer.age_told else {}
        return self.model_copy(update=told_anew | _known(newer))


class Status(StrEnum):
    PRESENT = "present"
    ABSENT = "absent"
    UNKNOWN = "unknown"  # asked, and the patient did not know
    REFUSED = "refused"


class Topic(StrEnum):
    """Where in the record a fact belongs."""

    FINDING = "finding"  # a symptom or sign, now or recent
    REQUEST = "request"  # check-up, report, repeat prescription, pregnancy test
    CONDITION = "condition"  # a known illness: past history
    MEDICINE = "medicine"
    ALLERGY = "allergy"
    INTOLERANCE = "intolerance"  # a side effect: not borne, and no allergy
    OPERATION = "operation"
    FAMILY = "family"
    HABIT = "habit"  # smoking, drinking
    PREGNANCY = "pregnancy"
    COURSE = "course"  # follow-up: change since the last visit
    ADHERENCE = "adherence"  # follow-up: treatment taken or not
    RESULT = "result"  # follow-up: results brought or known
    WISH = "wish"  # what the patient wants of the visit
    DETAIL = "detail"  # since when, which side, what it is like: of the complaint as a whole
    SAID = "said"  # the patient's own words under the question they answered; nothing is concluded from them


class Side(StrEnum):
    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"


class Severity(StrEnum):
    MILD = "mild"
    MODERATE = "moderate"
    SEVERE = "severe"


class Course(StrEnum):
    BETTER = "better"
    SAME = "same"
    WORSE = "worse"
    COMES_AND_GOES = "comes_and_goes"


class Duration(Value):
    """How long something has lasted, in hours, and the words it was said in. `hours` is the middle of a vague span."""

    hours: float
    words: str


class Details(Value):
    """What is known about one finding (OLDCARTS); every field may be unknown."""

    side: Side | None = None
    site: str | None = None  # in the patient's words
    duration: Duration | None = None
    sudden: bool | None = None
    severity: Severity | None = None
    course: Course | None = None
    frequency: str | None = None  # in the patient's words
    character: str | None = None
    worse_with: str | None = None
    better_with: str | None = None
    began_with: str | None = None  # what they say set it off: a lift, a meal, a new soap
    value: str | None = None  # a measured value with its unit: "38.5 °C"; a dose: "six 200 mg a day"
    latest: str | None = None  # a temperature measured after the highest: "今早37.4 °C", "this morning 37.4 °C"

    def updated(self, newer: Self) -> Self:
        return self.model_copy(update=_known(newer))


class Fact(Value):
    """One thing the patient said. (topic, code) names it; a later fact of the same name replaces or refines it."""

    topic: Topic
    code: str  # a knowledge code ("chest_pain"); for what no list knows, the patient's own words
    status: Status = Status.PRESENT
    past: bool = False  # was there once, is not now
    quote: str  # the patient's words that say so, or the tile they tapped
    turn: int = 0  # the patient turn it came from, from 1; 0 until recorded
    asked: str | None = None  # key of the question it answers; None for what was told unasked
    details: Details = Details()

    @property
    def name(self) -> tuple[Topic, str]:
        return self.topic, self.code

    @property
    def key(self) -> str:
        """Names it in the record and in a correction: "finding:cough", "said:open:1"."""
        return f"{self.topic}:{self.code}"

    @property
    def only_asked(self) -> bool:
        """A medicine the patient asks about: "can I take ibuprofen?"."""
        return self.topic is Topic.MEDICINE and self.status is Status.UNKNOWN and self.code != "any"


Record = tuple[Fact, ...]


class Answer(StrEnum):
    """A short reply to the question that was asked."""

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"
    NONE_OF_THESE = "none_of_these"
    REFUSED = "refused"


class Mood(StrEnum):
    CALM = "calm"
    IN_PAIN = "in_pain"
    AFRAID = "afraid"
    ANGRY = "angry"
    SAD = "sad"
