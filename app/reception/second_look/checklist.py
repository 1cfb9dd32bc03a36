"""Whether the question on the screen was answered, where the embedded ear could not tell; code reads the answer."""

from typing import Literal

from app.reception.answering import PERSON_FIELDS, answered
from app.reception.listen import Turn
from app.reception.questions import OPEN
from app.reception.second_look.look import Look, Noticed, Short, Utterance, capability
from models.embedded.specialists.labs_vitals.spoken import numbers
from models.embedded.summarization import extend
from models.embedded.understanding import understand
from models.facts import Fact, Language, Status, Value

SHORT_REPLIES = {
    Language.ZH: {"yes": "是的", "no": "没有", "unsure": "不清楚"},
    Language.EN: {"yes": "yes", "no": "no", "unsure": "I am not sure"},
}


class Answered(Value):
    answer: Literal["yes", "no", "unsure", "told", "not_answered"]
    quote: Short
    plain: Short  # what was told, in a few plain words


def _accepted(utterance: Utterance, reply: Answered) -> Noticed:
    """What the answer, put plainly, says to the same question. Numbers must be the patient's own."""
    turn, quote = utterance.turn, utterance.own(reply.quote)
    if reply.answer == "not_answered" or not quote or turn.asked is None:
        return Noticed()
    words = SHORT_REPLIES[turn.language].get(reply.answer, reply.plain)
    if not _values(words) <= _values(turn.text):
        return Noticed()
    heard = understand(words, language=turn.language, asked=turn.asked, now=turn.now)
    facts, _ = extend(turn.record, heard, asked=turn.asked, turn=turn.number)
    return Noticed(
        facts=tuple(_quoted(fact, quote, turn) for fact in facts if _may_be_added(fact, turn.asked)),
        person=heard.person if turn.asked in PERSON_FIELDS else None,
    )


def _values(words: str) -> set[float]:
    return {number.value for number in numbers(words.lower())}


def _may_be_added(fact: Fact, asked: str) -> bool:
    """A sign asked about is closed by the patient's own plain no alone, never by a model's reading of one."""
    return fact.status is Status.PRESENT or not asked.startswith("finding:")


def _quoted(fact: Fact, quote: str, turn: Turn) -> Fact:
    """The patient's words, for a fact that this turn brought; what is only refined keeps where it was first said."""
    if any(one.name == fact.name for one in turn.record):
        return fact
    return fact.model_copy(update={"quote": quote, "turn": turn.number})


def _embedded(utterance: Utterance) -> Noticed:
    turn = utterance.turn
    if turn.extension is None or not answered(turn):
        return Noticed()
    return Noticed(facts=turn.extension.facts, person=turn.extension.person)


def _is_open(turn: Turn) -> bool:
    return turn.asked is not None and turn.asked not in OPEN and not answered(turn)


CHECKLIST = Look(capability("checklist", Answered, _accepted, embedded=_embedded), worth=_is_open)
