"""Danger that no red flag knows the words for: it brings a nurse, who alone can clear it."""

from app.reception.second_look.look import Look, Noticed, Short, Utterance, capability
from app.reception.team.finding import Finding, Rank
from models.capability import Unfounded
from models.facts import Value


class Danger(Value):
    danger: bool
    quote: Short


def _accepted(utterance: Utterance, reply: Danger) -> Noticed:
    """Nothing is filtered but words nobody said: a call too many is a nurse's look, one too few is worse."""
    if not reply.danger:
        return Noticed()
    quote = utterance.own(reply.quote)
    if not quote:
        raise Unfounded("not the patient's words")
    return _danger(quote)


def _embedded(utterance: Utterance) -> Noticed:
    """The red flags, which have spoken already."""
    flags = utterance.turn.flags
    return _danger(flags[0].quote) if flags else Noticed()


def _danger(quote: str) -> Noticed:
    finding = Finding(specialist="human_intervention", rank=Rank.HUMAN_INTERVENTION, what="danger", quote=quote[:200])
    return Noticed(findings=(finding,))


DANGER = Look(capability("danger", Danger, _accepted, embedded=_embedded))
