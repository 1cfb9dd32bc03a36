"""Somebody asks what stands in the hospital's records of them."""

from app.reception.listen import Turn
from app.reception.team.finding import Finding, Rank, Specialist, Wait
from models.facts import Intent


def examine(turn: Turn) -> Finding | None:
    """The words that ask; whether they are answered is decided by who asks, not here."""
    if Intent.OWN_RECORDS not in turn.heard.intents:
        return None
    return Finding(specialist="records", rank=Rank.POLICY, what="own_records", quote=turn.heard.questions[0][:200])


SPECIALIST = Specialist("records", Wait.MAY, examine)
