"""Whether a turn was understood; a patient whom nobody understands several times running is shown to a nurse."""

from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Action
from frontdesk.app.reception.turn.spoken import CONFIRM, DANGER_AGAIN, Spoken, call
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Language, Status, Topic
from frontdesk.models.parsers import plain_reply
from frontdesk.models.speaking import join, say
from frontdesk.models.triage.hints import hints

RUNNING = 5
NOT_UNDERSTOOD = "not_understood"
# Decisions that say nothing of whether the words were understood, or that they were not; the others answer them.
OF_THE_INTERVIEW = frozenset(
    {"empty", "which_of_these", CONFIRM, DANGER_AGAIN, "question", "question_or_complaint"}
) | {
    *("named", "recommended", "sent", "unsure", "unsure_nurse"),
    NOT_UNDERSTOOD,
}
REASON = {Language.ZH: f"连续{RUNNING}次没有听懂患者", Language.EN: f"Not understood {RUNNING} times running"}


def is_understood(turn: Turn, spoken: Spoken) -> bool:
    """By a tap, a statement, words that name something known, a plain reply, or an answer beside the interview."""
    plain = turn.answers and (turn.by_model or plain_reply(turn.text))
    if turn.tapped or turn.corrects or plain or hints(turn.for_code):
        return True
    before = turn.before.record
    stated = (fact for fact in turn.record if fact.topic is not Topic.SAID and fact not in before)
    if turn.person != turn.before.person or any(f.status in (Status.PRESENT, Status.ABSENT) for f in stated):
        return True
    answered = not (spoken.why in OF_THE_INTERVIEW or spoken.why.startswith("next:"))
    return answered or bool(spoken.sources)


def with_a_nurse(services: Services, turn: Turn, spoken: Spoken) -> Spoken:
    """The answer; where it is one time too many that the patient was not understood, a nurse is called with it."""
    running = turn.before.not_understood + 1
    if running % RUNNING or is_understood(turn, spoken) or turn.heard_by.person_called:
        return spoken
    called = call(services, turn.text).model_copy(update={"reason": REASON, "turn": turn.number})
    asked = spoken.question.text[turn.language] if spoken.question else ""
    text = join(turn.language, say(NOT_UNDERSTOOD, turn.language), asked)
    before = (*spoken.before, called)
    return spoken.model_copy(update={"action": Action.PRIORITY, "why": NOT_UNDERSTOOD, "text": text, "before": before})
