"""The Researcher: reads the talk section by section, and points at what a draft leaves out, gets wrong or invents."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any
from zlib import crc32

from pydantic import BaseModel, ConfigDict, ValidationError, WrapValidator
from pydantic_core.core_schema import ValidatorFunctionWrapHandler

from frontdesk.models import parsers
from frontdesk.models.capability import Asked, Capability
from frontdesk.models.facts import Value
from frontdesk.models.review.draft import Draft, Fault, Part, Quote, Remark, Sentence
from frontdesk.models.review.facets import adds, differences, facets, likeness
from frontdesk.models.review.from_talk import remarks_from_talk
from frontdesk.models.review.grounds import grounded, stands
from frontdesk.models.review.words import blanks, say

TOKENS = 1200  # the longest reply
SAME = 0.7  # likeness from which two sentences speak of the same
MOST = 40  # remarks of one reply that are read


class Research(Value):
    """The Researcher's turn. Without remarks it is satisfied."""

    remarks: tuple[Remark, ...] = ()
    says: str = ""


# --- in plain code ---------------------------------------------------------------------------------------------------


def researched(draft: Draft) -> Research:
    """The remarks on the first section that has any which were not put before."""
    put = {(ruling.remark.fault, ruling.remark.sentence_id, _proposed(ruling.remark)) for ruling in draft.rulings}
    found = [one for one in _remarks(draft) if (one.fault, one.sentence_id, _proposed(one)) not in put]
    for part in Part:
        remarks = tuple(one for one in found if one.part is part)
        if remarks:
            return Research(remarks=remarks, says=say("section", draft.language, part=part, count=len(remarks)))
    return Research(says=say("satisfied", draft.language))


def _proposed(remark: Remark) -> str:
    return remark.proposal.text if remark.proposal else ""


def _remarks(draft: Draft) -> Iterator[Remark]:
    if draft.known is None:
        yield from remarks_from_talk(draft)
    else:
        yield from _against(draft, draft.known)
        yield from _unheard(draft, draft.known)


def _against(draft: Draft, state: tuple[Sentence, ...]) -> Iterator[Remark]:
    """The draft against what the dialogue state holds."""
    now = draft.now
    pairs = _pairs(now, state)
    paired = {known.sentence_id for known in pairs.values()}
    for sentence in now:
        known = pairs.get(sentence.sentence_id)
        if known is not None:
            yield from _compared(sentence, known, draft)
        elif not grounded(sentence, draft):
            yield Remark(
                part=sentence.part,
                fault=Fault.UNGROUNDED,
                sentence_id=sentence.sentence_id,
                says=say("ungrounded", draft.language, text=sentence.text),
            )
    for known in state:
        if known.sentence_id not in paired:
            yield Remark(
                part=known.part,
                fault=Fault.MISSING,
                sentence_id=None,
                says=say("missing", draft.language, text=known.text, quote=_first(known)),
                proposal=known,
            )


def _unheard(draft: Draft, state: tuple[Sentence, ...]) -> Iterator[Remark]:
    """Answers that no sentence rests on, and that name something a doctor would want to read."""
    told = frozenset[str]().union(*(facets(one.text).names for one in (*draft.now, *state)))
    rested = {quote.turn for one in (*draft.now, *state) for quote in one.quotes} | draft.covered
    for turn, said in draft.said.items():
        heard = facets(said)
        if turn in rested or parsers.questions(said) or not (heard.names - told or (heard.hours and not heard.names)):
            continue
        part = Part.NEGATIVES if heard.denied else Part.POSITIVES
        proposal = Sentence(sentence_id=f"t{turn}", part=part, text=f"“{said}”", quotes=(Quote(turn=turn, words=said),))
        says = say("unheard", draft.language, quote=said)
        yield Remark(part=part, fault=Fault.MISSING, sentence_id=None, says=says, proposal=proposal)


def _compared(sentence: Sentence, known: Sentence, draft: Draft) -> Iterator[Remark]:
    """A sentence against the one of the record that speaks of the same."""
    if sentence.text == known.text and sentence.part is known.part:
        return
    differs = [] if sentence.text == known.text else differences(sentence.text, known.text)
    if sentence.part is not known.part:
        differs.append("part")
    grounds = [known.text, *(draft.said.get(quote.turn, "") for quote in known.quotes)]
    if not differs and adds(sentence.text, *grounds):
        differs.append("words")
    if differs:
        told = say("and", draft.language).join(say(f"facet_{name}", draft.language) for name in differs)
        yield Remark(
            part=sentence.part,
            fault=Fault.WRONG,
            sentence_id=sentence.sentence_id,
            says=say("wrong", draft.language, text=sentence.text, known=known.text, differs=told, quote=_first(known)),
            proposal=known,
        )


def _pairs(now: tuple[Sentence, ...], known: tuple[Sentence, ...]) -> dict[str, Sentence]:
    """The sentence of the record that each sentence of the draft speaks of, the likest first."""
    scored = sorted(
        ((_score(one, other), one, other) for one in now for other in known),
        key=lambda those: those[0],
        reverse=True,
    )
    pairs: dict[str, Sentence] = {}
    taken: set[str] = set()
    for score, one, other in scored:
        if score < SAME:
            break
        if one.sentence_id not in pairs and other.sentence_id not in taken:
            pairs[one.sentence_id] = other
            taken.add(other.sentence_id)
    return pairs


def _score(one: Sentence, other: Sentence) -> float:
    same_quote = bool(set(one.quotes) & set(other.quotes))
    if one.text == other.text:
        return 2.0 + (one.part is other.part) + same_quote
    return likeness(one.text, other.text, same_quote=same_quote) + 0.05 * (one.part is other.part)


def _first(sentence: Sentence) -> str:
    return sentence.quotes[0].words if sentence.quotes else ""


# --- by a language model ---------------------------------------------------------------------------------------------


def those_right(value: Any, read: ValidatorFunctionWrapHandler) -> Any:
    """A remark that is malformed costs that remark alone."""
    right = []
    for entry in value[:MOST] if isinstance(value, list) else []:
        try:
            right += read([entry])
        except ValidationError:
            continue
    return right


class _Remark(BaseModel):
    model_config = ConfigDict(extra="ignore")

    section: Part
    fault: Fault
    sentence: str = ""  # its id; empty for what is missing
    says: str
    text: str = ""  # the sentence as it should be; empty where it should go
    turn: int = 0
    quote: str = ""


class _Research(BaseModel):
    model_config = ConfigDict(extra="ignore")

    remarks: Annotated[list[_Remark], WrapValidator(those_right)] = []
    satisfied: bool = False


def _accepted(draft: Draft, reply: BaseModel) -> Research:
    """A model's remarks; one about a sentence there is not, or resting on words nobody said, is left out."""
    if not isinstance(reply, _Research):
        return Research()
    remarks = tuple(one for remark in reply.remarks if (one := _remark(draft, remark)) is not None)
    return Research(remarks=remarks, says=" ".join(one.says for one in remarks) or say("satisfied", draft.language))


def _remark(draft: Draft, told: _Remark) -> Remark | None:
    there = {one.sentence_id: one for one in draft.now}
    sentence = there.get(told.sentence)
    if told.fault is not Fault.MISSING and sentence is None:
        return None
    proposal = None
    if told.fault is not Fault.UNGROUNDED:
        quote = Quote(turn=told.turn, words=told.quote.strip())
        if not told.text.strip() or not stands(quote, draft.said):
            return None
        new = f"r{len(draft.rulings) + 1}.{told.turn}.{crc32(told.text.encode()) % 1000}"
        proposal = Sentence(
            sentence_id=sentence.sentence_id if sentence else new,
            part=told.section,
            text=told.text.strip(),
            quotes=(quote,),
        )
    return Remark(
        part=told.section,
        fault=told.fault,
        sentence_id=sentence.sentence_id if sentence and told.fault is not Fault.MISSING else None,
        says=told.says.strip(),
        proposal=proposal,
    )


RESEARCHER: Capability[Draft, Research] = Capability(
    name="researcher",
    embedded=researched,
    asked=lambda draft: Asked(language=draft.language, blanks=blanks(draft)),
    prompts=Path(__file__).parent / "prompts",
    answer=_Research,
    accepted=_accepted,
    tokens=TOKENS,
)
