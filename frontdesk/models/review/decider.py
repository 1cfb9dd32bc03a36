"""The Decider: accepts or rejects each remark of the Researcher, with a reason; it answers for the final text."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, WrapValidator

from frontdesk.models.capability import Asked, Capability
from frontdesk.models.facts import Value
from frontdesk.models.review.draft import Draft, Fault, Quote, Remark, Ruling, Sentence
from frontdesk.models.review.grounds import grounded, not_borne_out, stands
from frontdesk.models.review.passages import passages
from frontdesk.models.review.researcher import those_right
from frontdesk.models.review.words import blanks, listed, say

TOKENS = 1200


class Put(Value):
    """The question to the Decider: the draft, and the remarks of the Researcher's last turn."""

    draft: Draft
    remarks: tuple[Remark, ...]


def decided(put: Put) -> tuple[Ruling, ...]:
    return tuple(_ruling(put.draft, remark) for remark in put.remarks)


def _ruling(draft: Draft, remark: Remark) -> Ruling:
    """Rejected where the remark itself has no ground: words nobody said, or what the draft says already."""

    def ruled(reason: str, *, accepted: bool) -> Ruling:
        proposal = remark.proposal if accepted else None
        return Ruling(remark=remark, accepted=accepted, reason=say(reason, draft.language), proposal=proposal)

    proposal = remark.proposal
    if proposal is not None and not _borne_out(proposal, draft):
        return ruled("reject_no_quote", accepted=False)
    sentence = next((one for one in draft.now if one.sentence_id == remark.sentence_id), None)
    match remark.fault:
        case Fault.MISSING if proposal is not None and _says_already(draft.now, proposal):
            return ruled("reject_said", accepted=False)
        case Fault.MISSING:
            return ruled("accept_missing", accepted=True)
        case Fault.UNGROUNDED if sentence is not None and grounded(sentence, draft):
            return ruled("reject_grounded", accepted=False)
        case Fault.UNGROUNDED:
            return ruled("accept_ungrounded", accepted=True)
        case Fault.WRONG:
            return ruled("accept_wrong", accepted=True)


def _borne_out(proposal: Sentence, draft: Draft) -> bool:
    """What the record holds was checked when noted, and a passage was read; else the turns quoted have to tell it."""
    if draft.known is None:
        read = {(one.turn, one.quote) for one in passages(draft.lines, draft.language)}
        return all((quote.turn, quote.words) in read for quote in proposal.quotes)
    if any(proposal.text == known.text for known in draft.known):
        return all(stands(quote, draft.said) for quote in proposal.quotes)
    return grounded(proposal, draft)


def _says_already(now: Sequence[Sentence], proposal: Sentence) -> bool:
    """ "None" of one kind is not "none" of another: the words it rests on tell them apart."""
    told = (proposal.part, proposal.text, proposal.quotes)
    return any((one.part, one.text, one.quotes) == told for one in now)


# --- by a language model ---------------------------------------------------------------------------------------------


class _Ruling(BaseModel):
    model_config = ConfigDict(extra="ignore")

    remark: int  # its number, from 1
    accepted: bool
    reason: str
    quote: str = ""  # the patient's words that bear it out
    text: str = ""  # the sentence as it accepts it; empty: as proposed


class _Rulings(BaseModel):
    model_config = ConfigDict(extra="ignore")

    rulings: Annotated[list[_Ruling], WrapValidator(those_right)] = []


def _accepted(put: Put, reply: BaseModel) -> tuple[Ruling, ...]:
    """A model's rulings; a remark without one is rejected, and so is what no words of the patient's bear out."""
    told = {one.remark: one for one in reply.rulings} if isinstance(reply, _Rulings) else {}
    return tuple(_of_model(put.draft, remark, told.get(place)) for place, remark in enumerate(put.remarks, 1))


def _of_model(draft: Draft, remark: Remark, told: _Ruling | None) -> Ruling:
    if told is None or not told.accepted:
        reason = told.reason if told else say("reject_no_ruling", draft.language)
        return Ruling(remark=remark, accepted=False, reason=reason)
    if (why := _not_decided(draft, remark, told)) is not None:
        return Ruling(remark=remark, accepted=False, reason=say(why, draft.language))
    proposal = remark.proposal
    if proposal is not None and told.text.strip():
        proposal = proposal.model_copy(update={"text": told.text.strip()})
    unsound = _unsound(proposal, draft) if proposal is not None else None
    if unsound is not None:
        facet = say(f"facet_{unsound}", draft.language)
        return Ruling(remark=remark, accepted=False, reason=say("reject_by_code", draft.language, facet=facet))
    return Ruling(remark=remark, accepted=True, reason=told.reason, proposal=proposal)


def _not_decided(draft: Draft, remark: Remark, told: _Ruling) -> str | None:
    """Why accepting decides nothing: no words of the talk are given for it, or the patient said what is to go."""
    sentence = next((one for one in draft.now if one.sentence_id == remark.sentence_id), None)
    if remark.proposal is None:
        return "reject_grounded" if sentence is not None and grounded(sentence, draft) else None
    said = draft.said
    if not any(stands(Quote(turn=turn, words=told.quote), said) for turn in said):
        return "reject_no_quote"
    told_already = remark.fault is Fault.MISSING and _says_already(draft.now, remark.proposal)
    return "reject_said" if told_already else None


def _unsound(proposal: Sentence, draft: Draft) -> str | None:
    """A model words freely: what code can read of it, names, numbers, side and polarity, has to be in the talk."""
    said = draft.said
    quoted = [said[quote.turn] for quote in proposal.quotes if quote.turn in said]
    return not_borne_out(proposal.text, quoted, [line.text for line in draft.lines])


DECIDER: Capability[Put, tuple[Ruling, ...]] = Capability(
    name="decider",
    embedded=decided,
    asked=lambda put: Asked(language=put.draft.language, blanks=blanks(put.draft) | {"remarks": listed(put.remarks)}),
    prompts=Path(__file__).parent / "prompts",
    answer=_Rulings,
    accepted=_accepted,
    tokens=TOKENS,
)
