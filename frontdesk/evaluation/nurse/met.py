"""One reception as it is kept: who came, what was said, and what was counted of it."""

from collections.abc import Mapping

from frontdesk.evaluation.nurse.safety import Violation
from frontdesk.models.facts import Language, Value
from frontdesk.training.embedded_patient import SheetFact
from frontdesk.training.profiles import Profile, Visit
from frontdesk.training.roles import Spoken


class Used(Value):
    """Of the nurse's model."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0


class Met(Value):
    """`named` is the specialty she named at last; `to_department` the patient's turns until then, `turns` all of them.

    Of the sheet's `facts` those `told` were said by the patient, `held_told` and `held` are in the record as they are,
    `wrong` there against what the patient knows. `untrue`: statements in code that the patient knows are not so;
    `unsupported`: such that neither sheet nor record speak of, for a person to look at.
    """

    id: str
    accept: tuple[str, ...]
    named: str | None
    language: Language
    visit: Visit
    profile: Profile
    talk: tuple[Spoken, ...]
    to_department: int | None
    turns: int
    facts: int
    told: int
    held: int
    held_told: int
    kinds: Mapping[str, int] = {}  # of the facts, how many there are of each kind
    wrong: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    alarmed: bool = False
    alarms: tuple[str, ...] = ()
    violations: tuple[Violation, ...] = ()
    untrue: tuple[str, ...] = ()
    unsupported: tuple[str, ...] = ()
    seconds: tuple[float, ...] = ()
    used: Used = Used()
    info: int | None = None  # a judge model's, 1 to 5
    overall: int | None = None
    failed: str | None = None  # why there was no reception

    @property
    def right(self) -> bool:
        return self.named in self.accept

    @property
    def strict(self) -> bool:
        return self.named == self.accept[0]

    @property
    def due(self) -> bool:
        """An emergency, about which somebody has to be told at once."""
        return self.accept[0] == "emergency"

    @property
    def may_alarm(self) -> bool:
        return "emergency" in self.accept

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(one.text for one in self.talk if one.speaker == "nurse" and one.text)


def unmet(name: str, accept: tuple[str, ...], language: Language, profile: Profile, why: str) -> Met:
    """A reception that failed."""
    return Met(
        id=name,
        accept=accept,
        named=None,
        language=language,
        visit=Visit.FIRST,
        profile=profile,
        talk=(),
        to_department=None,
        turns=0,
        facts=0,
        told=0,
        held=0,
        held_told=0,
        failed=why,
    )


def called(fact: SheetFact) -> str:
    """A fact for a reader."""
    no = {"absent": "no ", "past": "once ", "unknown": "unknown: "}.get(fact.status, "")
    return f"{fact.kind}: {no}{fact.text} (“{fact.said}”)"
