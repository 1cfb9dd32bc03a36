"""Somebody else's data, earlier records before identity is verified, and attempts to talk the machine round."""

from app.reception.listen import Turn
from app.reception.team.finding import Finding, Rank, Specialist, Wait
from models.facts import Intent


def examine(turn: Turn) -> Finding | None:
    for intent, what in ((Intent.OTHERS_DATA, "others_data"), (Intent.MANIPULATION, "manipulation")):
        if intent in turn.heard.intents:
            return Finding(specialist="privacy", rank=Rank.IDENTITY, what=what, quote=turn.text[:200])
    return None


SPECIALIST = Specialist("privacy", Wait.MUST, examine)
