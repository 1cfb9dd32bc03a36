"""A person who is wanted, and a patient who has lost patience."""

from frontdesk.app.reception.record.pages import option, simple
from frontdesk.app.reception.record.statements import complaints_of, told
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import (
    Action,
)
from frontdesk.app.reception.session.questions import COMPLAINT
from frontdesk.app.reception.team.finding import Findings
from frontdesk.app.reception.turn.answers.beside import beside
from frontdesk.app.reception.turn.interviewing import going_on
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.spoken import Spoken, and_back, calls
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Mood
from frontdesk.models.parsers import asks_for_nurse
from frontdesk.models.reading import DialogueAct
from frontdesk.models.speaking import join, say
from frontdesk.models.speaking.titles import as_nurse
from frontdesk.models.triage.hints import hints


def wants_person(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """A person was asked for, or a specialist that must answer could not; the question stays on the screen."""
    if not any(f.what in ("wants_person", "failed") for f in findings):
        return None
    loud = turn.text.rstrip().endswith(("!", "！")) or "! " in turn.text or "！" in turn.text
    told_also = join(turn.language, *dict.fromkeys(reply.text for reply in known.enquiries if reply.answered))
    if asks_for_nurse(turn.for_code) and (where_she_is := _of_the_nurse(turn)):
        return and_back(turn, "nurse_asked_for", join(turn.language, where_she_is, told_also))
    angry = turn.acts.mood is Mood.ANGRY or turn.acts.does(DialogueAct.HURRIES) or loud
    upset = angry and "wants_person" not in turn.before.whys and turn.before.mood is not Mood.ANGRY
    sorry = say("soothe_angry", turn.language) if upset else ""
    text = join(turn.language, sorry, say("call_nurse", turn.language), told_also)
    tells = hints(turn.for_code) or complaints_of(turn.told)
    if turn.answers and turn.asked in COMPLAINT and tells:
        following = going_on(services, turn, findings, text)
        return following.model_copy(update={"before": (*calls(services, turn), *following.before)})
    question = None if turn.asked == "offer" else turn.question
    return Spoken(
        action=Action.PRIORITY, why="wants_person", text=text, question=question, before=calls(services, turn)
    )


def _of_the_nurse(turn: Turn) -> str:
    """Whether the nurse was called and has answered; empty where nobody was called."""
    state, language = turn.heard_by, turn.language
    if state.nurse_awaited:
        minutes = int((turn.now - min(alert.at for alert in state.nurse_awaited)).total_seconds() // 60)
        phrase = "nurse_waited_for" if minutes > 1 else "nurse_waited_for_now"
        return say(phrase, language, minutes=str(minutes))
    answered = [alert.acknowledged for alert in state.standing if alert.acknowledged]
    return say("nurse_knows", language, name=as_nurse(answered[-1].name, language)) if answered else ""


def impatient(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Out of patience: apologise once, offer a nurse now or the shortest way."""
    upset = any(f.what == "impatient" for f in findings)
    if not upset or any(f.what == "impatient" for f in turn.before.findings) or turn.before.recommended:
        return None
    if any(wish.department and not wish.refuses for wish in turn.wishes) and told(turn.record):
        return None  # 少废话，给我挂骨科，手腕疼: nothing is left to choose
    offer = simple("offer", "offer", (option("now", "option_nurse_now"), option("shortest", "option_shortest")))
    text = join(
        turn.language,
        say("soothe_angry", turn.language),
        beside(services, turn, findings, known),
        offer.text[turn.language],
    )
    return Spoken(action=Action.PRIORITY, why="impatient", text=text, question=offer)
