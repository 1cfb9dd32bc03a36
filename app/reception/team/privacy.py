"""Somebody else's data, earlier records before identity is verified, and attempts to talk the machine round."""

from app.reception.team.finding import Finding, Rank, Specialist, Wait
from app.reception.turn.listen import Turn


def examine(turn: Turn) -> Finding | None:
    signals = turn.signals
    what = "others_data" if signals.others_data else "manipulation" if signals.manipulation else None
    if what is None:
        return None
    return Finding(specialist="privacy", rank=Rank.IDENTITY, what=what, quote=turn.text[:200])


SPECIALIST = Specialist("privacy", Wait.MUST, examine)
