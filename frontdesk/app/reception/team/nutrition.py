"""What the patient eats and drinks, held against the day's limits of their illness: for the doctor, who advises."""

from frontdesk.app.reception.team.case import case_of
from frontdesk.app.reception.team.finding import Finding, Rank, Specialist, Wait
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Language
from frontdesk.models.reading.dialogue_acts import PRACTICAL
from frontdesk.models.specialists.nutrition import check, eaten

OVER = "over_limit"
TOLD = {Language.ZH: "自述的饮食：", Language.EN: "Food and drink as told: "}


def examine(turn: Turn) -> Finding | None:
    """The limits exceeded by what this turn tells; what is only asked about is not eaten."""
    words = turn.text
    for question in turn.acts.asks(*PRACTICAL):
        words = words.replace(question, " ")
    return over(turn, words, quote=turn.text)


def over(turn: Turn, words: str, *, quote: str) -> Finding | None:
    """The limits that `words`, in the turn's language, tell of exceeding; `quote` is what the patient said.

    A dish named without an amount is no reason to speak of limits.
    """
    case = case_of(turn)
    told = eaten(words, case)
    if not (told.stated or any(portion.said for portion in told.portions)):
        return None
    exceeded = [one.text for one in check(words, case) if one.verdict == "over"]
    if not exceeded:
        return None
    note = {language: TOLD[language] + " ".join(exceeded) for language in Language}
    return Finding(specialist="nutrition", rank=Rank.NUTRITION, what=OVER, quote=quote[:200], note=note)


SPECIALIST = Specialist("nutrition", Wait.MAY, examine)
