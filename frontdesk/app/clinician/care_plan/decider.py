"""The Decider: rules on each remark with a reason; code has the last word on what an accepted one may do."""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, WrapValidator

from frontdesk.app.clinician.care_plan.draft import Draft, Item, Remark, Ruling
from frontdesk.app.clinician.care_plan.grounds import objection, outcome
from frontdesk.app.clinician.care_plan.words import blanks, listed, say
from frontdesk.models.capability import Asked, Capability
from frontdesk.models.facts import Value
from frontdesk.models.review.researcher import those_right

TOKENS = 1200  # the longest reply


class Put(Value):
    """The question to the Decider: the draft, and the remarks of the Researcher's last turn."""

    draft: Draft
    remarks: tuple[Remark, ...]


# --- in plain code ---------------------------------------------------------------------------------------------------


def decided(put: Put) -> tuple[Ruling, ...]:
    """What a rule of the formulary bears out is taken in, and nothing else."""
    return tuple(_by_rule(put.draft, remark, place) for place, remark in enumerate(put.remarks, 1))


def _by_rule(draft: Draft, remark: Remark, place: int) -> Ruling:
    if not remark.source:
        return Ruling(remark=remark, accepted=False, reason=say("reject_no_rule", draft.language))
    marked = next((one for one in draft.now if one.item_id == remark.item_id), None)
    new = Item(item_id=f"m{place}", section=remark.section, text=remark.text, source=remark.source, by_rule=True)
    item = marked.model_copy(update={"text": remark.text, "by_rule": True}) if marked else new
    reason = say("accept", draft.language, source=remark.source)
    return Ruling(remark=remark, accepted=True, reason=reason, item=item)


# --- by a language model ---------------------------------------------------------------------------------------------


class _Ruling(BaseModel):
    model_config = ConfigDict(extra="ignore")

    remark: int  # its number, from 1
    accepted: bool
    reason: str


class _Rulings(BaseModel):
    model_config = ConfigDict(extra="ignore")

    rulings: Annotated[list[_Ruling], WrapValidator(those_right)] = []


def _accepted(put: Put, reply: BaseModel) -> tuple[Ruling, ...]:
    """Each remark is held against the draft as the rulings before it leave it."""
    told = {one.remark: one for one in reply.rulings} if isinstance(reply, _Rulings) else {}
    draft, rulings = put.draft, list[Ruling]()
    for place, remark in enumerate(put.remarks, 1):
        rulings.append(_of_model(draft, remark, told.get(place)))
        draft = draft.model_copy(update={"rulings": (*put.draft.rulings, *rulings)})
    return tuple(rulings)


def _of_model(draft: Draft, remark: Remark, told: _Ruling | None) -> Ruling:
    """A remark without a ruling is rejected, and so is one that code has something against, whoever accepts it."""
    if told is None or not told.accepted:
        reason = told.reason if told else say("reject_no_ruling", draft.language)
        return Ruling(remark=remark, accepted=False, reason=reason)
    against = objection(draft, remark)
    if against is not None:
        return Ruling(remark=remark, accepted=False, reason=say(against, draft.language))
    return Ruling(remark=remark, accepted=True, reason=told.reason, item=outcome(draft, remark))


CARE_PLAN_DECIDER: Capability[Put, tuple[Ruling, ...]] = Capability(
    name="care_plan_decider",
    embedded=decided,
    asked=lambda put: Asked(language=put.draft.language, blanks=blanks(put.draft) | {"remarks": listed(put.remarks)}),
    prompts=Path(__file__).parent / "prompts",
    answer=_Rulings,
    accepted=_accepted,
    tokens=TOKENS,
)
