"""The reception nurses' board: who is here, who is in danger, and taking over."""

from functools import partial

from apiflask import APIBlueprint
from flask import Response

from frontdesk.app.ledger import deliveries
from frontdesk.app.ledger.audit import Act, Entry, note
from frontdesk.app.ledger.guesses import NUMBER
from frontdesk.app.ledger.shift import shift
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.steps.linking import NotCompared
from frontdesk.app.reception.usual_messages import usual_messages
from frontdesk.app.web import stream
from frontdesk.app.web.authorisation import current_staff
from frontdesk.app.web.board_schemas import ChartView, LinkRequest, ShiftView, UnlinkRequest, UsualMessage
from frontdesk.app.web.board_view import board_session, delivery_view, reading
from frontdesk.app.web.document import EVENT_STREAM
from frontdesk.app.web.glance import glance
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import (
    AcknowledgeRequest,
    BoardQuery,
    BoardSession,
    BoardView,
    DeliveryView,
    EndRequest,
    FollowQuery,
    MessageRequest,
    ReleaseRequest,
    RerouteRequest,
)
from frontdesk.models.identity import patient_number

board = APIBlueprint("board", __name__, url_prefix="/api/board", tag="board")


def view(state: State) -> BoardSession:
    parts().looks.at("session", patients=[state.patient_id], sessions=[state.session_id])
    return board_session(state, parts())


@board.get("")
@board.input(BoardQuery, location="query")
@board.output(BoardView)
def read(query_data: BoardQuery) -> Response:
    """Every session of now, worst first."""
    whole = parts()
    alarms = whole.reception.log.alarms_unwritten()
    now = whole.board.read(partial(reading, whole), seen=query_data.seen, alarms=alarms)
    whole.looks.at("board", patients=now.patients, sessions=now.sessions)
    return Response(now.body, content_type="application/json")


@board.get("/events")
@board.input(FollowQuery, location="query")
@board.doc(responses=EVENT_STREAM)
def events(query_data: FollowQuery) -> Response:
    """Follow all sessions: event "board", data {"session_id", "kind", "position"}; resumes with Last-Event-ID."""
    return stream.board_events(query_data.after)


@board.get("/sessions/<session_id>")
@board.output(BoardSession)
def session(session_id: str) -> BoardSession:
    """One session in full."""
    return view(parts().reception.log.state(session_id))


@board.post("/sessions/<session_id>/take-over")
@board.output(BoardSession)
def take_over(session_id: str) -> BoardSession:
    """Silence the machine and speak yourself; the patient is told who joined."""
    me = current_staff()
    return view(parts().reception.take_over(session_id, by=me.username, name=me.name))


@board.post("/sessions/<session_id>/release")
@board.input(ReleaseRequest)
@board.output(BoardSession)
def release(session_id: str, json_data: ReleaseRequest) -> BoardSession:
    """Hand the session back to the machine; one in danger with a reason, which lowers it unless said otherwise."""
    me = current_staff()
    state = parts().reception.release(
        session_id, by=me.username, name=me.name, reason=json_data.reason, lowers=json_data.lowers
    )
    return view(state)


@board.post("/sessions/<session_id>/end")
@board.input(EndRequest)
@board.output(BoardSession)
def end(session_id: str, json_data: EndRequest) -> BoardSession:
    """End a session whose patient is in a person's hands; what there is is handed over. If damaged, with a reason."""
    me = current_staff()
    return view(parts().reception.close(session_id, by=me.username, name=me.name, why=json_data.reason))


@board.post("/sessions/<session_id>/messages")
@board.input(MessageRequest)
@board.output(BoardSession)
def message(session_id: str, json_data: MessageRequest) -> BoardSession:
    """Say something to the patient; the same message_id again says it once."""
    me = current_staff()
    state = parts().reception.message(
        session_id, message_id=json_data.message_id, text=json_data.text, by=me.username, name=me.name
    )
    return view(state)


@board.post("/sessions/<session_id>/department")
@board.input(RerouteRequest)
@board.output(BoardSession)
def department(session_id: str, json_data: RerouteRequest) -> BoardSession:
    """Send the patient to another department."""
    me = current_staff()
    state = parts().reception.reroute(
        session_id, json_data.department_id, by=me.username, name=me.name, reason=json_data.reason
    )
    return view(state)


@board.get("/messages")
@board.output(list[UsualMessage])  # type: ignore[arg-type]
def messages() -> list[UsualMessage]:
    """What is said most often, in both languages."""
    return [UsualMessage(key=key, text=text) for key, text in usual_messages().items()]


@board.get("/shift")
@board.output(ShiftView)
def figures() -> ShiftView:
    """The shift by the hour; figures of nobody in particular."""
    return ShiftView(**dict(shift(parts().engine, parts().clock())))


@board.get("/sessions/<session_id>/chart")
@board.output(ChartView)
def chart(session_id: str) -> ChartView:
    """What the hospital holds on the session's patient, who has to be verified."""
    state = parts().reception.log.state(session_id)
    if state.patient_id is None:
        raise Refused(404, "not_verified", "Who the patient is is not known")
    return glance(parts(), state.patient_id, but=state.handed_over)


@board.post("/sessions/<session_id>/link")
@board.input(LinkRequest)
@board.output(BoardSession)
def link(session_id: str, json_data: LinkRequest) -> BoardSession:
    """Link a guest's session to a patient's chart; number and birth date are compared as at the kiosk."""
    whole = parts()
    number = json_data.patient_number
    try:
        state = whole.reception.link(
            session_id, number=number, birth_date=json_data.birth_date, by=current_staff().username
        )
    except NotCompared:
        aimed = patient_number(number)
        those = (aimed,) if NUMBER.fullmatch(aimed) else ()
        refused = Entry(act=Act.REFUSED, what=("link",), patients=those, sessions=(session_id,))
        note(whole.engine, refused, at=whole.clock())
        raise
    return view(state)


@board.post("/sessions/<session_id>/unlink")
@board.input(UnlinkRequest)
@board.output(BoardSession)
def unlink(session_id: str, json_data: UnlinkRequest) -> BoardSession:
    """Take back a link to the wrong chart; what was said stays."""
    me = current_staff()
    return view(parts().reception.unlink(session_id, by=me.username, name=me.name, reason=json_data.reason))


@board.post("/sessions/<session_id>/alerts/<alert_id>/acknowledge")
@board.input(AcknowledgeRequest)
@board.output(BoardSession)
def acknowledge(session_id: str, alert_id: str, json_data: AcknowledgeRequest) -> BoardSession:
    """Put your name to an alert, with what you found and do; found to be no danger it is lowered."""
    me = current_staff()
    state = parts().reception.acknowledge(
        session_id, alert_id, by=me.username, name=me.name, reason=json_data.reason, found=json_data.found
    )
    return view(state)


@board.post("/deliveries/<int:outbox_id>/again")
@board.output(DeliveryView)
def send_again(outbox_id: int) -> DeliveryView:
    """Try anew what could not be sent to the hospital's system; it goes within a second."""
    whole = parts()
    deliveries.send_again(whole.engine, outbox_id, whole.clock())
    return delivery_view(whole)
