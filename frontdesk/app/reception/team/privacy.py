"""Somebody else's data, earlier records before identity is verified, and attempts to talk the machine round."""

from frontdesk.app.reception.team.finding import Finding, Rank, Specialist, Wait
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.reading import Addressee, DialogueAct


def examine(turn: Turn) -> Finding | None:
    if turn.acts.asks(Addressee.OTHERS_RECORDS):
        what = "others_data"
    elif turn.acts.does(DialogueAct.MANIPULATES):
        what = "manipulation"
    else:
        return None
    return Finding(specialist="privacy", rank=Rank.IDENTITY, what=what, quote=turn.text[:200])


SPECIALIST = Specialist("privacy", Wait.MUST, examine)
