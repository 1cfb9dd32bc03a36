"""What the patient eats and drinks, held against the day's limits of their illness: for the doctor, who advises."""

from frontdesk.app.reception.record.clauses import rejects
from frontdesk.app.reception.team.case import case_of
from frontdesk.app.reception.team.finding import Finding, Rank, Specialist, Wait
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.facts import Language
from frontdesk.models.parsers.corrections import takes_back
from frontdesk.models.reading import DialogueAct
from frontdesk.models.reading.dialogue_acts import PRACTICAL
from frontdesk.models.specialists.nutrition import check, eaten
from frontdesk.models.specialists.nutrition.alcohol import notes

OVER, ALCOHOL = "over_limit", "alcohol"
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
    if not (told.stated or any(portion.said for portion in told.portions) or notes(words, case, turn.language)):
        return None
    alcohol = {language: notes(words, case, language) for language in Language}
    apart = ALCOHOL if alcohol[turn.language] else ""  # told with its working, and never summed
    exceeded = [one.text for one in check(words, case) if one.verdict == "over" and one.subject != apart]
    if not (exceeded or apart):
        return None
    note = {language: TOLD[language] + " ".join((*exceeded, *alcohol[language])) for language in Language}
    what, quote = (OVER, quote[:200]) if exceeded else (ALCOHOL, _put_right(turn) or quote[:200])
    return Finding(specialist="nutrition", rank=Rank.NUTRITION, what=what, quote=quote, note=note)


def _put_right(turn: Turn) -> str:
    """The words of what was told of alcohol before, where this turn corrects it: what is noted now replaces that."""
    corrects = rejects(turn.text) or takes_back(turn.text.lower()) or turn.acts.does(DialogueAct.OBJECTS)
    told = [one.quote for one in turn.before.findings if one.specialist == "nutrition" and one.what == ALCOHOL]
    return told[-1] if told and corrects else ""


SPECIALIST = Specialist("nutrition", Wait.MAY, examine)
