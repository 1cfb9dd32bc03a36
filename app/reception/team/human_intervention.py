"""When the machine should step back: the patient wants a person, or has lost patience."""

from app.reception.team.finding import Finding, Rank, Specialist, Wait
from app.reception.turn.listen import Turn
from models.facts import Mood


def examine(turn: Turn) -> Finding | None:
    if turn.signals.wants_person or turn.has_tapped("person", "now"):
        return _finding("wants_person", turn)
    answers_it = turn.answers and bool(turn.reading.answers)  # "none of these, I already said"
    upset = turn.signals.mood is Mood.ANGRY or (turn.signals.impatient and not answers_it)
    return _finding("impatient", turn) if upset else None


def _finding(what: str, turn: Turn) -> Finding:
    return Finding(specialist="human_intervention", rank=Rank.HUMAN_INTERVENTION, what=what, quote=turn.text[:200])


SPECIALIST = Specialist("human_intervention", Wait.MUST, examine)
