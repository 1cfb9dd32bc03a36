"""When the machine should step back: the patient wants a person, or has lost patience."""

from app.reception.team.finding import Finding, Rank, Specialist, Wait
from app.reception.turn.listen import Turn
from models.facts import Mood


def examine(turn: Turn) -> Finding | None:
    if turn.signals.wants_person or turn.has_tapped("person", "now"):
        return _finding("wants_person", turn)
    upset = turn.signals.impatient or turn.signals.mood is Mood.ANGRY
    return _finding("impatient", turn) if upset else None


def _finding(what: str, turn: Turn) -> Finding:
    return Finding(specialist="human_intervention", rank=Rank.HUMAN_INTERVENTION, what=what, quote=turn.text[:200])


SPECIALIST = Specialist("human_intervention", Wait.MUST, examine)
