"""When the machine should step back: the patient wants a person, or has lost patience."""

from frontdesk.app.reception.team.finding import Finding, Rank, Specialist, Wait
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Mood
from frontdesk.models.parsers import empty
from frontdesk.models.reading import DialogueAct

BORNE = 2  # times that impatience beside an answer does not stop the interview


def examine(turn: Turn) -> Finding | None:
    if turn.acts.does(DialogueAct.WANTS_PERSON) or turn.has_tapped("person", "now"):
        return _finding("wants_person", turn)
    if turn.acts.mood is Mood.ANGRY:
        return _finding("impatient", turn)
    if not turn.acts.does(DialogueAct.HURRIES):
        return None
    beside = turn.answers and not empty(turn.acts.rest)  # "none of these, I already said"
    borne = sum(f.what == "vexed" for f in turn.before.findings) < BORNE
    return _finding("vexed" if beside and borne else "impatient", turn)


def _finding(what: str, turn: Turn) -> Finding:
    return Finding(specialist="human_intervention", rank=Rank.HUMAN_INTERVENTION, what=what, quote=turn.text[:200])


SPECIALIST = Specialist("human_intervention", Wait.MUST, examine)
