"""The answer to words on the page of what the doctor will read."""

from frontdesk.app.reception.record.clauses import rejects
from frontdesk.app.reception.record.corrected import is_reviewed
from frontdesk.app.reception.record.pages import read_back
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.events import Action
from frontdesk.app.reception.team.finding import Findings
from frontdesk.app.reception.turn.answers.beside import beside
from frontdesk.app.reception.turn.answers.changed import became
from frontdesk.app.reception.turn.interviewing import interview
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.spoken import Spoken
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.parsers import plain_reply
from frontdesk.models.reading import DialogueAct
from frontdesk.models.speaking import join, say

WHICH_LINE = "which_line"


def reviews(services: Services, turn: Turn, findings: Findings, known: LookedUp) -> Spoken | None:
    """Who changes lines sees the page again; who says that one is wrong and names none gets them as tiles, once."""
    if turn.tapped or not is_reviewed(turn.before):
        return None
    if any(became(turn)):
        answered = beside(services, turn, findings, known)
        rest = tuple(finding for finding in findings if finding.what != "medical_question")  # that is told already
        following = interview(services, turn, rest, known)
        return following.model_copy(update={"text": join(turn.language, answered, following.text)})
    wrong = turn.acts.does(DialogueAct.OBJECTS, DialogueAct.GOES_BACK) or rejects(turn.for_code)
    if not wrong or plain_reply(turn.for_code) or WHICH_LINE in turn.before.whys or not turn.record:
        return None
    page = read_back(turn.before.record, turn.text)
    text = say(WHICH_LINE, turn.language)
    return Spoken(action=Action.CONCLUSION, why=WHICH_LINE, text=text, question=page)
