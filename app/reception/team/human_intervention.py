"""When the machine should step back: the patient wants a person, or has lost patience."""

from app.reception.listen import Turn
from app.reception.team.finding import Finding, Rank, Specialist, Wait
from models.facts import Intent, Mood, Topic


def examine(turn: Turn) -> Finding | None:
    heard = turn.heard
    angry = heard.mood is Mood.ANGRY
    if Intent.WANTS_PERSON in heard.intents and not angry:
        return _finding("wants_person", turn)
    asks_about_doctors = bool(heard.intents & {Intent.QUESTION, Intent.MEDICAL_QUESTION})
    says_what_for = any(fact.topic is Topic.REQUEST for fact in heard.facts)  # 片子拍好了，找医生看看
    if angry or (Intent.WANTS_DOCTOR in heard.intents and not (asks_about_doctors or says_what_for)):
        return _finding("impatient", turn)
    return None


def _finding(what: str, turn: Turn) -> Finding:
    return Finding(specialist="human_intervention", rank=Rank.HUMAN_INTERVENTION, what=what, quote=turn.text[:200])


SPECIALIST = Specialist("human_intervention", Wait.MUST, examine)
