"""Food and drink told in a way the embedded ear misses; the amounts and the limits are plain code's."""

from typing import Literal

from pydantic import Field

from app.reception.second_look.look import Look, Noticed, Short, Utterance, capability, examined, noticed
from app.reception.team import nutrition
from models.facts import Language, Value


class Eaten(Value):
    quote: Short
    what: Short  # in plain words
    how_much: Short
    how_often: Short
    whose: Literal["patient", "other"]
    state: Literal["has", "avoids", "only_asks"]


class Foods(Value):
    foods: tuple[Eaten, ...] = Field(max_length=4)


def _accepted(utterance: Utterance, reply: Foods) -> Noticed:
    """Everything told is counted together, as one day's."""
    told = [(quote, said) for one in reply.foods if (quote := _own(utterance, one)) and (said := _said(utterance, one))]
    if not told:
        return Noticed()
    return noticed(nutrition.over(utterance.turn, " ".join(said for _, said in told), quote=told[0][0]))


def _own(utterance: Utterance, one: Eaten) -> str:
    """The patient's words, where they say that they themselves have it now."""
    quote = utterance.own(one.quote) if one.whose == "patient" and one.state == "has" else ""
    return quote if quote and utterance.holds(quote) else ""


def _said(utterance: Utterance, one: Eaten) -> str:
    """A plain sentence for our own reading: how much and how often in the patient's words, what in the model's."""
    much, often = utterance.own(one.how_much), utterance.own(one.how_often)
    if not much:
        return ""
    zh = utterance.turn.language is Language.ZH
    return f"我{often or '每天'}吃{much}{one.what}。" if zh else f"I have {much} {one.what} {often or 'a day'}."


NUTRITION = Look(capability("nutrition", Foods, _accepted, embedded=examined(nutrition.SPECIALIST)))
