"""Somebody asks what stands in the hospital's records of them."""

from frontdesk.app.reception.team.finding import Finding, Rank, Specialist, Wait
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.reading import Addressee


def examine(turn: Turn) -> Finding | None:
    """The words that ask; whether they are answered is decided by who asks, not here."""
    if not turn.acts.asks(Addressee.RECORDS):
        return None
    return Finding(specialist="records", rank=Rank.POLICY, what="own_records", quote=turn.text[:200])


SPECIALIST = Specialist("records", Wait.MAY, examine)
