"""A page of several tiles that the words left open."""

from frontdesk.app.reception.record.screening import fits
from frontdesk.app.reception.record.understood import guessed
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    Question,
)
from frontdesk.app.reception.team.finding import Findings
from frontdesk.app.reception.turn.interviewing import acknowledgement
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.spoken import CONFIRM, DANGER_AGAIN, Spoken, asked_again
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Answer
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.parsers import plain_reply
from frontdesk.models.speaking import join, say


def which_of_these(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A page of several comes once more: with what the words may mean ticked, or with what they leave open."""
    if turn.answers or turn.tapped or turn.question is None or not turn.question.several:
        return None
    yes = plain_reply(turn.for_code) is Answer.YES
    page = guessed(turn.question, turn.reading, turn.text) if turn.asked != "danger" else None
    if not (yes or page or turn.asked == "danger"):
        return None
    why = DANGER_AGAIN if turn.asked == "danger" else CONFIRM if page else "which_of_these"
    phrase = "which_of_these" if yes else why
    text = join(turn.language, acknowledgement(turn, findings), say(phrase, turn.language))
    return asked_again(turn, why, text, page or _left_open(turn.question, turn))


def _left_open(question: Question, turn: Turn) -> Question:
    """The tiles of which nothing is known yet, and that whoever is ill may have, as far as that is known by now."""
    told = {fact.code for fact in turn.told if fact.asked == question.key}
    codes = {option.key: option.key.rpartition(":")[2] for option in question.options}
    left = tuple(one for one in question.options if codes[one.key] not in told and _may_be_had(codes[one.key], turn))
    return question.model_copy(update={"options": left}) if left else question


def _may_be_had(code: str, turn: Turn) -> bool:
    known = knowledge()
    if code in known.signs:
        return fits(known.signs[code], turn.person, turn.record)
    return code not in known.findings or known.findings[code].may_be_had_by(turn.person)
