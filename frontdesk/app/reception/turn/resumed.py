"""The interview taken up again without an utterance: after a nurse has handed a session back."""

from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.interviewing import interview
from frontdesk.app.reception.turn.look_up import LookedUp
from frontdesk.app.reception.turn.spoken import Spoken
from frontdesk.app.reception.turn.utterance import Turn
from frontdesk.models.reading.dialogue_acts import DialogueActs


def goes_on(services: Services, state: State) -> Spoken:
    """The next page, the department, or the way there, as the record stands."""
    turn = Turn(
        session_id=state.session_id,
        before=state,
        heard_by=state,
        unwritten=(),
        text="",
        tapped=(),
        language=state.language,
        question=state.question,
        acts=DialogueActs(),
        answers=state.question is None,
        corrects=False,
        wishes=(),
        alarms=(),
        suspected=state.suspected,
        extension=None,
        record=state.record,
        person=state.person,
        now=services.now(),
    )
    return interview(services, turn, (), LookedUp())
