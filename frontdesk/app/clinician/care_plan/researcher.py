"""The Researcher: what this patient must not have, what the draft leaves out, and what it has and need not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, WrapValidator

from frontdesk.app.clinician.care_plan.draft import Draft, Fault, PlanSection, Remark
from frontdesk.app.clinician.care_plan.rules import against, of_own_medicines
from frontdesk.app.clinician.care_plan.words import blanks, say
from frontdesk.models.capability import Asked, Capability
from frontdesk.models.facts import Value
from frontdesk.models.review.researcher import those_right

TOKENS = 1200  # the longest reply


class Research(Value):
    """The Researcher's turn. Without remarks it is satisfied."""

    remarks: tuple[Remark, ...] = ()
    says: str = ""


# --- in plain code ---------------------------------------------------------------------------------------------------


def researched(draft: Draft) -> Research:
    """What the rules of the formulary have against the draft."""
    return _turn(draft, _remarks(draft))


def _turn(draft: Draft, found: Iterator[Remark]) -> Research:
    """Without what was put before."""
    put = {_put(ruling.remark) for ruling in draft.rulings}
    remarks = tuple(one for one in found if _put(one) not in put)
    return Research(remarks=remarks, says=" ".join(one.says for one in remarks) or say("satisfied", draft.language))


def _put(remark: Remark) -> tuple[Fault, str, str]:
    return remark.fault, remark.item_id, remark.text


def _remarks(draft: Draft) -> Iterator[Remark]:
    language = draft.language
    for found in of_own_medicines(draft.patient, language):
        told = found.told(language)
        yield Remark(
            section=PlanSection.MEDICINES,
            fault=Fault.MISSING,
            says=say("missing", language, text=told),
            text=say("own", language, text=told),
            source=found.source,
        )
    for item in draft.items:
        found_against = against(item, draft.patient, language)
        if found_against is not None:
            why = found_against.told(language)
            yield Remark(
                section=item.section,
                fault=Fault.UNSUITABLE,
                item_id=item.item_id,
                says=say("unsuitable", language, section=item.section, text=item.text, why=why),
                text=say("not_for", language, text=item.text, why=why),
                source=found_against.source,
            )


# --- by a language model ---------------------------------------------------------------------------------------------


class _Remark(BaseModel):
    model_config = ConfigDict(extra="ignore")

    section: PlanSection
    fault: Fault
    item: str = ""  # its id; empty for what is missing
    says: str
    text: str = ""  # the item as it should stand, or the new one; empty where it should go
    because: str = ""  # the fact of the patient or the item it rests on, copied


class _Research(BaseModel):
    model_config = ConfigDict(extra="ignore")

    remarks: Annotated[list[_Remark], WrapValidator(those_right)] = []
    satisfied: bool = False


def _accepted(draft: Draft, reply: BaseModel) -> Research:
    return _turn(draft, map(_remark, reply.remarks if isinstance(reply, _Research) else ()))


def _remark(told: _Remark) -> Remark:
    return Remark(
        section=told.section,
        fault=told.fault,
        item_id="" if told.fault is Fault.MISSING else told.item.strip(),
        says=told.says.strip(),
        text="" if told.fault is Fault.NOT_NEEDED else told.text.strip(),
        because=told.because.strip(),
    )


CARE_PLAN_RESEARCHER: Capability[Draft, Research] = Capability(
    name="care_plan_researcher",
    embedded=researched,
    asked=lambda draft: Asked(language=draft.language, blanks=blanks(draft)),
    prompts=Path(__file__).parent / "prompts",
    answer=_Research,
    accepted=_accepted,
    tokens=TOKENS,
)
