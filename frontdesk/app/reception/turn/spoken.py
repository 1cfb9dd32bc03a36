"""What an answer consists of, before it is recorded, and the calls and questions that many answers share."""

import re

from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Action, AlertRaised, Event, Question, ScreeningItem
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.records import Level
from frontdesk.models.assertion import Assertion, lowered, scopes
from frontdesk.models.facts import Language, Value
from frontdesk.models.reading import Addressee
from frontdesk.models.speaking import join, say

SENTENCES = re.compile(r"(?<=[。？！?!\n])|(?<=\.)(?=\s)")
CONFIRM = "confirm"  # why a page comes once more, with what the words may mean ticked
DANGER_AGAIN = "danger_again"  # why danger signs are asked about once more


class Spoken(Value):
    """One answer: its words, the question it ends with, and the events it brings along."""

    action: Action
    why: str
    text: str
    question: Question | None = None
    sources: tuple[str, ...] = ()
    screening: tuple[ScreeningItem, ...] | None = None  # None: as they were
    pages_left: int | None = None
    before: tuple[Event, ...] = ()
    after: tuple[Event, ...] = ()


def calls(services: Services, turn: Turn) -> tuple[AlertRaised, ...]:
    """A call for a person, unless one is open already."""
    return () if turn.heard_by.person_called else (call(services, turn.text),)


def call(services: Services, quote: str) -> AlertRaised:
    return AlertRaised(
        alert_id=services.new_id(),
        rule="",
        level=Level.C,
        route="",
        reason={Language.ZH: "请求人工帮助", Language.EN: "Asks for a person"},
        quote=quote[:200],
    )


def and_back(turn: Turn, why: str, told_first: str) -> Spoken:
    """An answer, then the question that was on the screen."""
    text = join(turn.language, told_first, again(turn))
    return asked_again(turn, why, text)


def asked_again(turn: Turn, why: str, text: str, page: Question | None = None) -> Spoken:
    """An answer with the page that was on the screen, or `page` in its place."""
    left = turn.before.reply.pages_left if turn.before.reply else None
    question = page or turn.question
    return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why=why, text=text, question=question, pages_left=left)


def is_supposed(turn: Turn) -> bool:
    """Whether something is asked for the case that: "if it is 39 again tonight, do I go to Emergency?"."""
    asked = turn.acts.asks(Addressee.TRIAGE)
    sentences = [one for one in SENTENCES.split(turn.text) if any(words in one or one in words for words in asked)]
    told = (scope.kind for one in sentences for scope in scopes(lowered(one), turn.language))
    return Assertion.CONDITIONAL in told


def again(turn: Turn) -> str:
    """The question on the screen, put once more without its greeting."""
    if turn.question is None:
        return ""
    if turn.asked == "open":
        return say("open_again", turn.language, variant=turn.variant)
    return turn.question.text[turn.language]
