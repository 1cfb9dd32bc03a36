"""Query generation: does this turn ask something the hospital's system has to be asked, and what exactly."""

from app.reception.listen import Turn
from app.reception.team.finding import Finding, Rank, Specialist, Wait
from models.facts import Intent


def examine(turn: Turn) -> Finding | None:
    """The questions about the hospital, as asked; medical questions are for the doctor."""
    heard = turn.heard
    if Intent.MEDICAL_QUESTION in heard.intents:
        return Finding(specialist="policy", rank=Rank.POLICY, what="medical_question", quote=turn.text[:200])
    if Intent.QUESTION not in heard.intents:
        return None
    return Finding(
        specialist="policy",
        rank=Rank.POLICY,
        what="question",
        quote=turn.text[:200],
        asks=heard.questions or (turn.text[:400],),
    )


SPECIALIST = Specialist("policy", Wait.MAY, examine)
