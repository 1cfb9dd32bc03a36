"""What the knowledge files hold: findings, conditions and what each points to. Loaded and checked by `load.py`."""

from pydantic import Field

from models.facts import Language, Sex, Topic, Value

Words = dict[Language, tuple[str, ...]]


class When(Value):
    """A condition on the person and what else they have; all that is given must hold. Years, up to `age_under`."""

    age_from: float | None = None
    age_under: float | None = None
    sex: Sex | None = None
    pregnant: bool | None = None
    beside: tuple[str, ...] = ()  # findings; one of them is present too


class Shift(Value):
    """Specialty weights that replace the finding's own when `when` holds."""

    when: When
    specialties: dict[str, float]


class Finding(Value):
    """A symptom, complaint or request, in everyday words, with what to ask about it and where it points.

    `specialties` weighs standard specialty codes (positive, any scale; relative to each other).
    `danger` and `asks` are codes of other findings worth asking about when this one is present, most telling first.
    `details` names the fields of `models.facts.Details` worth asking for this finding, in order.
    """

    code: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    topic: Topic = Topic.FINDING
    zh: str  # plain name, as said to a patient
    en: str
    record_zh: str | None = None  # the record's word where it differs: 胸闷
    record_en: str | None = None
    site: str | None = None  # body region code, for the body map and the site question
    says: Words = {}  # further everyday and dialect wordings
    danger: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    details: tuple[str, ...] = ("duration",)
    specialties: dict[str, float] = {}
    shifts: tuple[Shift, ...] = ()
    telling: float = Field(default=1.0, gt=0)  # how much it says about the department beside other findings
    only: Sex | None = None  # where only men or only women can have it
    question_zh: str | None = None  # how to ask whether it is there: 您有没有出冷汗？
    question_en: str | None = None
    how_zh: str | None = None  # how they can try it themselves, for one who asks
    how_en: str | None = None


class Condition(Value):
    """An illness people name themselves; goes to past history, and points to the specialties that look after it."""

    code: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    zh: str
    en: str
    says: Words = {}
    specialties: dict[str, float] = {}
    shifts: tuple[Shift, ...] = ()
    telling: float = Field(default=1.4, gt=0)  # a named illness says more about the department than a complaint
    only: Sex | None = None
    chronic: bool = True


class Site(Value):
    """A region of the body, for the body map and the question where it is.

    `offers` are the codes of the findings offered there as answers, commonest first.
    """

    code: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    zh: str
    en: str
    says: Words = {}
    offers: tuple[str, ...] = ()


def names_of(site: Site) -> tuple[str, ...]:
    """Every name of a region, in both languages."""
    return (site.zh, site.en, *(name for names in site.says.values() for name in names))


class Specialty(Value):
    """A standard specialty; hospitals map their departments onto these."""

    code: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    zh: str
    en: str


class Knowledge(Value):
    """Everything the knowledge files hold, by code, in the order of the files."""

    findings: dict[str, Finding]
    conditions: dict[str, Condition]
    sites: dict[str, Site]
    specialties: dict[str, Specialty]
