"""Questions to the hospital and to a doctor."""

from frontdesk.app.reception.record.pages import FINISH, MORE, UNWELL, simple
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    Action,
    Entry,
    Option,
    Question,
)
from frontdesk.app.reception.session.questions import BETWEEN, COMPLAINT
from frontdesk.app.reception.team.finding import Findings
from frontdesk.app.reception.turn.answers.beside import asks_only, beside
from frontdesk.app.reception.turn.interviewing import going_on, passed_on
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.spoken import Spoken, again, and_back
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.his_adapter.enquiries import Enquiry
from frontdesk.models.facts import Language
from frontdesk.models.parsers import empty
from frontdesk.models.reading import Addressee
from frontdesk.models.reading.dialogue_acts import PRACTICAL
from frontdesk.models.speaking import join, say

OFFERED = 3  # texts that may be meant


def enquiries(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Questions about the hospital, answered with their sources; then back to where the talk was."""
    replies = known.enquiries
    if not replies:
        return None
    answered = any(reply.answered for reply in replies)
    if not answered and not turn.acts.asks(*PRACTICAL):
        return None  # what may have been a question tells of something else
    words = beside(services, turn, findings, known)
    sources = tuple(dict.fromkeys(source for reply in replies for source in reply.sources))
    if turn.answers and not asks_only(turn):
        return going_on(services, turn, findings, words).model_copy(update={"sources": sources})
    question = back(turn)
    if question is not None and question.key == "anything_else":
        question = _perhaps_meant(replies) or question
    text = join(turn.language, words, again(turn) if question == turn.question else _asked(question, turn.language))
    left = turn.before.reply.pages_left if turn.before.reply and question == turn.question else None
    return Spoken(
        action=Action.ADMINISTRATIVE_ANSWER,
        why="question",
        text=text,
        question=question,
        sources=sources,
        pages_left=left,
    )


def medical(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """What only a doctor can tell is passed on; beside a complaint the interview says so in its next words."""
    only_asks = turn.acts.asks(Addressee.DOCTOR) and empty(turn.acts.rest)
    if not only_asks or turn.asked in COMPLAINT:
        return None
    return and_back(turn, "medical_question", passed_on(turn, findings)).model_copy(
        update={"action": Action.MEDICAL_ANSWER}
    )


def visitors_words(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Somebody who came to ask says what is no question: the way into the interview is offered, not taken."""
    if turn.tapped or turn.asked not in BETWEEN or turn.before.entry is not Entry.QUESTION or not asks_only(turn):
        return None
    if not turn.answers:
        return None
    question = anything_else()
    text = join(turn.language, say("question_or_complaint", turn.language), question.text[turn.language])
    return Spoken(action=Action.ADMINISTRATIVE_ANSWER, why="question_or_complaint", text=text, question=question)


def back(turn: Turn) -> Question | None:
    """The question that was open; for one who only asks, whether there is anything else."""
    if turn.before.recommended and turn.question is None:
        return None
    return anything_else() if asks_only(turn) or turn.question is None else turn.question


def anything_else() -> Question:
    return simple("anything_else", "anything_else", (MORE, UNWELL, FINISH))


def opening_question() -> Question:
    return simple("open_question", "open_question", (UNWELL,))


def _perhaps_meant(replies: tuple[Enquiry, ...]) -> Question | None:
    """The titles of the texts nearest to what was asked, when none surely answers."""
    near = {near.id: near for reply in replies for near in reply.near}
    if not near or any(reply.answered for reply in replies):
        return None
    options = (Option(key=f"ask:{meant.id}", label=meant.title) for meant in near.values())
    return simple("meant", "question_meant", (*list(options)[:OFFERED], MORE, UNWELL, FINISH))


def _asked(question: Question | None, language: Language) -> str:
    return question.text[language] if question else ""
