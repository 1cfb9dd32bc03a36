"""What the two agents of a care plan talk about: its items, what is known of the patient, and the remarks on it."""

from enum import StrEnum

from frontdesk.models.facts import Language, Value
from frontdesk.models.review import Exchange
from frontdesk.models.specialists.case import Patient


class PlanSection(StrEnum):
    MEDICINES = "medicines"  # to reconsider or to consider
    REFERRALS = "referrals"
    TESTS = "tests"
    LIFESTYLE = "lifestyle"
    SUPPORTIVE = "supportive"


class PlanItem(Value):
    """`source`: the guideline or the rule it is from; `why`: what of this patient it is there for."""

    section: PlanSection
    text: str
    source: str
    why: str = ""


class Item(PlanItem):
    """`by_rule`: a rule of the formulary put it in or marked it; it stays in whatever is said of it."""

    item_id: str
    by_rule: bool = False


class Fault(StrEnum):
    UNSUITABLE = "unsuitable"  # for this patient: it is marked with a caution
    MISSING = "missing"
    NOT_NEEDED = "not_needed"  # it goes


class Remark(Value):
    """What the Researcher has against a draft. `item_id`: empty for what is missing.

    `text`: the item as it should stand, or the new one; empty where it should go. `because`: the fact of the patient
    or the item it rests on, word for word. `source`: the rule of the formulary behind it, empty of a model's remark.
    """

    section: PlanSection
    fault: Fault
    item_id: str = ""
    says: str
    text: str = ""
    because: str = ""
    source: str = ""


class Ruling(Value):
    """What the Decider makes of one remark: `item` is what stands afterwards, None where it goes."""

    remark: Remark
    accepted: bool
    reason: str
    item: Item | None = None


class Draft(Value):
    """The question both agents are asked. `facts` tell no name and no number of the patient.

    `had`: codes of the findings and illnesses that the patient tells of or has on record.
    `sentences` are those that may be put in beside the items: the others of the guidelines chosen, and rules of the
    formulary about the items' medicines beside the patient's own.
    """

    language: Language
    patient: Patient
    facts: tuple[str, ...]
    guidelines: tuple[str, ...]
    had: tuple[str, ...] = ()
    items: tuple[Item, ...]
    sentences: tuple[Item, ...]
    rulings: tuple[Ruling, ...] = ()
    exchanges: tuple[Exchange, ...] = ()

    @property
    def now(self) -> tuple[Item, ...]:
        """The items with every accepted ruling applied, by section; what a rule put in goes first in its own."""
        standing = {one.item_id: one for one in self.items}
        for ruling in self.rulings:
            if ruling.accepted and ruling.item is None:
                standing.pop(ruling.remark.item_id, None)
            elif ruling.accepted and ruling.item is not None:
                standing[ruling.item.item_id] = ruling.item
        drafted, sections = {one.item_id for one in self.items}, list(PlanSection)
        return tuple(
            sorted(
                standing.values(),
                key=lambda one: (sections.index(one.section), one.item_id in drafted or not one.by_rule),
            )
        )

    @property
    def left(self) -> tuple[Item, ...]:
        """The sentences that may still be put in."""
        standing = {one.item_id for one in self.now}
        return tuple(one for one in self.sentences if one.item_id not in standing)
