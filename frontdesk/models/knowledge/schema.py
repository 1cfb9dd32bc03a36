"""What the knowledge files hold: findings, danger signs, conditions and what each points to. `load.py` checks them."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from frontdesk.models.ages import GROWN_UP_FROM
from frontdesk.models.facts import Course, Details, Language, Person, Relation, Severity, Sex, Topic, Value

Words = dict[Language, tuple[str, ...]]
CODE = r"^[a-z][a-z0-9_]*$"


class When(Value):
    """A condition on the person and what else they have; all that is given must hold. Years, up to `age_under`."""

    age_from: float | None = None
    age_under: float | None = None
    sex: Sex | None = None
    pregnant: bool | None = None
    beside: tuple[str, ...] = ()  # findings; one of them is present too


class SignWhen(Value):
    """Whom a danger sign is offered to. Years, up to `age_under`; hours since the complaint began."""

    age_from: float | None = None
    age_under: float | None = None
    sex: Sex | None = None
    pregnant: bool | None = None
    within_hours: float | None = None

    def may_hold(self, person: Person, hours: float | None = None) -> bool:
        """Whether nothing known speaks against it. Pregnancy has to be known; all else may be open."""
        youngest, oldest = _ages(person)
        return (
            (self.age_from is None or oldest is None or self.age_from <= oldest)
            and (self.age_under is None or youngest < self.age_under)
            and (self.sex is None or person.sex in (None, self.sex))
            and (self.pregnant is None or bool(person.pregnant) is self.pregnant)
            and (self.within_hours is None or hours is None or hours <= self.within_hours)
        )


def _ages(person: Person) -> tuple[float, float | None]:
    """The youngest and the oldest a person may be, in years. Who speaks for themselves is taken for grown up."""
    if person.age_told:
        return person.ages
    match person.relation:
        case Relation.SELF | Relation.PARENT | Relation.SPOUSE:
            return GROWN_UP_FROM, None
        case Relation.CHILD:
            return 0, GROWN_UP_FROM
    return 0, None


class Shift(Value):
    """Specialty weights that replace the finding's own when `when` holds."""

    when: When
    specialties: dict[str, float]


class SameDay(Value):
    """Why a finding has to be seen on the day it is told of; `sudden`: only where it came suddenly or is days old."""

    source: str
    sudden: bool = False


class Finding(Value):
    """A symptom, complaint or request, in everyday words, with what to ask about it and where it points.

    `specialties` weighs standard specialty codes (positive, any scale; relative to each other).
    `danger` and `asks` are codes of other findings worth asking about when this one is present, most telling first.
    `signs` are the danger signs on its page, most telling first; `qualifiers` the tiles of what it is like; `also` the
    findings that often go with it.
    `story` are the questions that a nurse would ask of it (onset, severity; quality, what brings it on or relieves it),
    in order. `details` names the fields of `frontdesk.models.facts.Details` worth asking for this finding, in order.
    `same_day`: it does not wait until tomorrow.
    """

    code: str = Field(pattern=CODE)
    topic: Topic = Topic.FINDING
    zh: str  # plain name, as said to a patient
    en: str
    tile: Mapping[Language, str] = {}  # what stands on its tile, where that is shorter or plainer than the name
    record_zh: str | None = None  # the record's word where it differs: 胸闷
    record_en: str | None = None
    site: str | None = None  # body region code, for the body map and the site question
    says: Words = {}  # further everyday and dialect wordings
    danger: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    qualifiers: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    details: tuple[str, ...] = ("duration",)
    story: tuple[Literal["since", "severity", "how"], ...] = ("since", "how")
    specialties: dict[str, float] = {}
    shifts: tuple[Shift, ...] = ()
    same_day: SameDay | None = None
    telling: float = Field(default=1.0, gt=0)  # how much it says about the department beside other findings
    only: Sex | None = None  # where only men or only women can have it
    in_pregnancy: bool = False  # who comes for it is pregnant
    age_from: float | None = None  # years; whom it is offered to
    age_under: float | None = None

    def may_be_had_by(self, person: Person) -> bool:
        """Whether it is worth offering; who has no known age or sex may have it."""
        return SignWhen(age_from=self.age_from, age_under=self.age_under, sex=self.only).may_hold(person)


class Sign(Value):
    """A danger sign in the few words of a tile, said of the patient; `ask` puts it in other words, where it is doubted.

    `denied` is what the doctor reads of one that is not so. A tap raises by itself the red flag whose row names the
    sign. `alone`: it does so wherever it is told; else only where it was asked about beside a complaint (a fever
    beside a sore joint). `given`: it is one only under what the findings say that list it (a fever on chemotherapy),
    and is offered only where one of them is told.
    """

    code: str = Field(pattern=CODE)
    zh: str
    en: str
    ask: Mapping[Language, str]
    denied: Mapping[Language, str]
    alone: bool = True
    given: bool = False
    same: str | None = None  # the sign that says the same of another age: one of the two stands on a page
    when: SignWhen = SignWhen()


class HowDetails(Value):
    """What a tile of what a complaint is like says of it; free text in both languages."""

    sudden: bool | None = None
    severity: Severity | None = None
    course: Course | None = None
    frequency: Mapping[Language, str] | None = None
    character: Mapping[Language, str] | None = None
    worse_with: Mapping[Language, str] | None = None
    better_with: Mapping[Language, str] | None = None
    began_with: Mapping[Language, str] | None = None

    def in_language(self, language: Language) -> Details:
        return Details.model_validate(
            {
                name: value[language] if isinstance(value, Mapping) else value
                for name, value in self
                if value is not None
            }
        )


class Qualifier(Value):
    """What a complaint is like, in the few words of a tile."""

    code: str = Field(pattern=CODE)
    zh: str
    en: str
    details: HowDetails = HowDetails()
    when: SignWhen = SignWhen()


class History(Value):
    """The known illnesses offered as tiles at one site, or where no site has its own."""

    code: str = Field(pattern=CODE)
    conditions: tuple[str, ...]


class Histories(Value):
    """Which known illnesses are offered as tiles, commonest first; what only the other sex can have is left out."""

    default: tuple[str, ...]
    children: tuple[str, ...]
    women: tuple[str, ...]  # of childbearing age, where the site has none of its own
    sites: dict[str, tuple[str, ...]]


class Condition(Value):
    """An illness people name themselves; goes to past history, and points to the specialties that look after it."""

    code: str = Field(pattern=CODE)
    zh: str
    en: str
    tile: Mapping[Language, str] = {}  # what stands on its tile, where people say it otherwise
    says: Words = {}
    specialties: dict[str, float] = {}
    shifts: tuple[Shift, ...] = ()
    telling: float = Field(default=1.4, gt=0)  # a named illness says more about the department than a complaint
    only: Sex | None = None
    chronic: bool = True


class Site(Value):
    """A region of the body, for the body map and the question where it is.

    `offers` are the codes of the findings offered there as answers, commonest first; `zones` are the wider parts of the
    body where its illnesses may be felt, none where that is anywhere.
    """

    code: str = Field(pattern=CODE)
    zh: str
    en: str
    says: Words = {}
    zones: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()


def names_of(site: Site) -> tuple[str, ...]:
    """Every name of a region, in both languages."""
    return (site.zh, site.en, *(name for names in site.says.values() for name in names))


class Specialty(Value):
    """A standard specialty; hospitals map their departments onto these."""

    code: str = Field(pattern=CODE)
    zh: str
    en: str


class Listed(Value):
    """A code that stands in a list of its own: what turns on a pregnancy."""

    code: str = Field(pattern=CODE)


class HighRisk(Listed):
    """A presenting complaint of high risk; `always`: its danger is asked about even if it is only told in passing."""

    always: bool = False


class Knowledge(Value):
    """Everything the knowledge files hold, by code, in the order of the files."""

    findings: dict[str, Finding]
    conditions: dict[str, Condition]
    sites: dict[str, Site]
    specialties: dict[str, Specialty]
    signs: dict[str, Sign]
    qualifiers: dict[str, Qualifier]
    histories: Histories
    turns_on_pregnancy: frozenset[str]  # findings and wishes
    high_risk: frozenset[str]  # findings whose danger signs are asked about where they are all that is told
    always_asked: frozenset[str]  # those of them whose danger signs are asked about whatever else is told
