"""What a rule of danger is: one row of its table."""

from dataclasses import dataclass
from typing import NamedTuple

from frontdesk.models.ages import EVERY_AGE, Band
from frontdesk.models.facts import Language, Person, Sex
from frontdesk.models.red_flags.conditions import Condition


class Said(NamedTuple):
    """What the kiosk says, in both languages."""

    en: str
    zh: str

    @property
    def by_language(self) -> dict[Language, str]:
        return {Language.EN: self.en, Language.ZH: self.zh}


@dataclass(frozen=True, kw_only=True)
class Rule:
    """An emergency that reception must catch. A hospital's clinician signs the rows off.

    It holds where one of its `signs` is tapped (`frontdesk/models/knowledge/signs.yaml` words them, the first says
    most of it), where the record makes `when` true, or where the classifier hears it. `route` is a specialty; `en`
    and `zh` are the reason, for the board only; `background`: what somebody has to be known to have before words
    alone tell of it; `screen` is said in place of the words of its level; `rises`: the level it rises to where
    something holds too; `ages`: of nobody else it can be, whatever the words sound like.
    """

    slug: str
    level: str
    private: bool = False  # nothing on the screen
    route: str
    en: str
    zh: str
    source: str
    when: Condition | None = None
    background: Condition | None = None
    rises: tuple[Condition, str] | None = None
    signs: tuple[str, ...] = ()
    ages: Band = EVERY_AGE
    sex: Sex | None = None
    of_pregnant: bool = False
    heard_by_name: bool = False  # a nurse looks where words name what makes it hold, whatever the classifier hears
    sudden: bool = False  # what is there for weeks is asked about: whether it is new or worse
    left_by: tuple[str, ...] = ()  # illnesses that leave its signs behind
    at_once: bool = False  # who names its sign is waited for by nobody, and nothing else is looked for
    screen: Said | None = None

    @property
    def reason(self) -> dict[Language, str]:
        return {Language.EN: self.en, Language.ZH: self.zh}

    @property
    def named(self) -> frozenset[str]:
        """Its signs, and every code that its condition looks at."""
        return frozenset(self.signs) | (self.when.named if self.when else frozenset())

    def level_with(self, held: tuple[str, ...]) -> str:
        """Its level where these codes hold too."""
        return self.rises[1] if self.rises and self.rises[0].because(held) is not None else self.level

    def is_excluded_by(self, person: Person) -> bool:
        """Whether the age, the sex or a pregnancy known exclude it."""
        youngest, oldest = person.ages
        return (
            youngest >= self.ages.high
            or (oldest is not None and oldest < self.ages.low)
            or (self.sex is not None and person.sex not in (None, self.sex))
            or (person.pregnant is False and self.of_pregnant)
        )
