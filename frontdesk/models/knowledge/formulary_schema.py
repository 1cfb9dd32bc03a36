"""What the files about medicines hold: names and classes, products, daily maxima, and what does not go together."""

from typing import Literal

from pydantic import Field

from frontdesk.models.facts import Language, Value
from frontdesk.models.knowledge.schema import Words

Says = dict[Language, str]


class Medicine(Value):
    """A medicine by its standard English name (`code`), or, with `group`, a kind of medicine and the classes in it."""

    code: str = Field(min_length=2)
    zh: str
    classes: tuple[str, ...] = ()
    otc: bool = False
    group: bool = False
    members: tuple[str, ...] = ()
    says: Words = {}


class Product(Value):
    """A brand with a fixed label: milligrams of each medicine in one tablet, sachet, or `ml` millilitres.

    `usual` is how many make one dose; `at_night` what the night tablet holds besides; `code` is what the record says.
    """

    code: str
    zh: str | None = None
    says: Words = {}
    holds: dict[str, float]
    at_night: dict[str, float] = {}
    ml: float | None = Field(default=None, gt=0)
    usual: float = 1
    source: str


class Maximum(Value):
    """The most of one medicine in 24 hours, mg; `ages` are (from, under, mg) in years, `per_kg` holds under 12 years,
    `light` is mg per kg for anybody below 50 kg, `lowered` the adult maximum with an illness, `prescribed` the most a
    doctor may have prescribed an adult, where that is more than the label allows without one."""

    medicine: str
    adult: float = Field(gt=0)
    units: tuple[float, ...]
    ages: tuple[tuple[float, float, float], ...] = ()
    per_kg: float | None = None
    light: float | None = None
    prescribed: float | None = None
    lowered: dict[str, float] = Field(default={}, alias="with")
    source: str


class LabelRhythm(Value):
    """The fewest `days` the label leaves from one dose to the next; `least` and `most` are mg of one dose.

    Of other strengths and forms it says nothing: one of `words`, small letters, has to be said, and none of `unless`.
    """

    medicine: str
    days: float = Field(gt=1)
    least: float = Field(default=0, alias="from")
    most: float = Field(default=float("inf"), alias="to")
    words: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    source: str


class Contraindication(Value):
    """Why a medicine or class is not for somebody without a doctor; any one of what is given is enough.

    `under` and `since` are years of age, `weeks` of pregnancy (from, to before), `allergies` medicines or classes;
    `unless` illnesses that it is given for, so that the rule does not hold.
    """

    medicines: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    allergies: tuple[str, ...] = ()
    weeks: tuple[int, int] | None = None
    under: float | None = None
    since: float | None = Field(default=None, alias="from")
    breastfeeding: bool = False
    why: Says
    source: str


class Interaction(Value):
    """Two sides that do not go together: medicines, classes, or what is eaten, drunk or smoked."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    verdict: Literal["avoid", "caution"]
    why: Says
    source: str


class Mechanism(Value):
    """What medicines, classes and other mechanisms count as in the interactions, besides their own classes."""

    code: str
    holds: tuple[str, ...]
    source: str


class Coverage(Value):
    """Classes whose interactions were gone through by `source`: of these alone it may be said that none was found."""

    classes: tuple[str, ...]
    source: str


class Sign(Value):
    """What a patient tells that may come of a medicine: findings and danger signs by their codes."""

    medicines: tuple[str, ...]
    findings: tuple[str, ...]
    why: Says
    source: str


class Illness(Value):
    """An illness that counts in the rules: parts of Chinese words, whole English words; `also` holds with it."""

    code: str
    zh: tuple[str, ...]
    en: tuple[str, ...]
    also: tuple[str, ...] = ()
