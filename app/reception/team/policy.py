"""Query generation: does this turn ask something the hospital's system has to be asked, and what exactly."""

from app.reception.listen import Turn
from app.reception.team.finding import Finding, Rank, Specialist, Wait
from models.facts import Intent

SAYS_SOMETHING = 4  # characters; less is not looked up on the chance that it asks something


def examine(turn: Turn) -> Finding | None:
    """The questions about the hospital, as asked; medical questions are for the doctor.

    What nothing else was understood of may be a question too; it is answered only if the hospital's texts do.
    """
    heard = turn.heard
    if Intent.MEDICAL_QUESTION in heard.intents:
        return Finding(specialist="policy", rank=Rank.POLICY, what="medical_question", quote=turn.text[:200])
    perhaps = not turn.understood and turn.option is None and len(turn.text) >= SAYS_SOMETHING
    if Intent.QUESTION not in heard.intents and not perhaps:
        return None
    return Finding(
        specialist="policy",
        rank=Rank.POLICY,
        what="perhaps_question" if perhaps else "question",
        quote=turn.text[:200],
        asks=heard.questions or (turn.text[:400],),
    )


SPECIALIST = Specialist("policy", Wait.MAY, examine)
