"""The kiosk's conversation over HTTP; every answer is the whole SessionView."""

from collections.abc import Iterator
from contextlib import contextmanager

from apiflask import APIBlueprint
from flask import Response

from frontdesk.app.ledger.audit import Act, Entry, note
from frontdesk.app.ledger.presence import EVERY
from frontdesk.app.reception.errors import NoDraft
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.steps.consent_text import versions
from frontdesk.app.reception.turn.utterance import Utterance
from frontdesk.app.web import stream
from frontdesk.app.web.authorisation import current_kiosk
from frontdesk.app.web.document import EVENT_STREAM
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import (
    BookingRequest,
    ConsentRequest,
    CorrectionRequest,
    HereView,
    IdentityRequest,
    LanguageRequest,
    ResumeRequest,
    SessionView,
    SlipView,
    StartRequest,
    TurnRequest,
)
from frontdesk.app.web.session_view import session_view
from frontdesk.app.web.slip import make_slip

sessions = APIBlueprint("sessions", __name__, url_prefix="/api/sessions", tag="kiosk")


def view(state: State) -> SessionView:
    return session_view(state, parts())


@contextmanager
def one_turn() -> Iterator[None]:
    """One of the few that a kiosk may have under way. One too many is sent again by the kiosk, which waits a moment."""
    kiosk, turns = current_kiosk(), parts().turns
    if not turns.begins(kiosk):
        raise Refused(503, "too_many_turns", "Too many turns under way at this kiosk", headers={"Retry-After": "1"})
    try:
        yield
    finally:
        turns.ends(kiosk)


@sessions.post("")
@sessions.input(StartRequest)
@sessions.output(SessionView, 201)
def start(json_data: StartRequest) -> SessionView:
    """Start a session at this kiosk."""
    if not parts().flood.starts(current_kiosk()):
        raise Refused(429, "too_many_sessions", "Too many sessions at this kiosk", headers={"Retry-After": "60"})
    return view(parts().reception.start(kiosk=current_kiosk(), language=json_data.language, entry=json_data.entry))


@sessions.post("/here")
@sessions.output(HereView)
def here() -> HereView:
    """This kiosk is on; its screen says so every few seconds, whatever it shows."""
    parts().presence.here(current_kiosk())
    return HereView(again_seconds=int(EVERY.total_seconds()))


@sessions.post("/resume")
@sessions.input(ResumeRequest)
@sessions.output(SessionView)
def resume(json_data: ResumeRequest) -> SessionView:
    """Take up an unfinished session of the last hour."""
    whole = parts()
    try:
        state = whole.reception.resume(
            kiosk=current_kiosk(),
            number=json_data.patient_number,
            name=json_data.name,
            birth_date=json_data.birth_date,
            language=json_data.language,
        )
    except NoDraft:
        note(whole.engine, Entry(act=Act.REFUSED, what=("resume",)), at=whole.clock())
        raise
    return view(state)


@sessions.get("/<session_id>")
@sessions.output(SessionView)
def read(session_id: str) -> SessionView:
    """The session as it stands."""
    return view(parts().reception.log.state(session_id))


@sessions.get("/<session_id>/events")
@sessions.doc(responses=EVENT_STREAM)
def events(session_id: str) -> Response:
    """Follow the session: event "session", data SessionView, id the position; resumes with Last-Event-ID."""
    return stream.session_events(session_id)


@sessions.post("/<session_id>/consent")
@sessions.input(ConsentRequest)
@sessions.output(SessionView)
def consent(session_id: str, json_data: ConsentRequest) -> SessionView:
    """Agree to talk with the machine, or decline and be helped by a nurse."""
    if json_data.text and json_data.text not in versions():
        raise Refused(422, "invalid", "There is no such version of the text")
    return view(parts().reception.consent(session_id, agreed=json_data.agreed, text=json_data.text))


@sessions.post("/<session_id>/identity")
@sessions.input(IdentityRequest)
@sessions.output(SessionView)
def identity(session_id: str, json_data: IdentityRequest) -> SessionView:
    """Say who you are, or go on as a guest (all fields empty)."""
    reception = parts().reception
    if json_data.patient_number is None:
        return view(reception.as_guest(session_id))
    state = reception.identify(
        session_id, number=json_data.patient_number, name=json_data.name, birth_date=json_data.birth_date
    )
    return view(state)


@sessions.post("/<session_id>/language")
@sessions.input(LanguageRequest)
@sessions.output(SessionView)
def language(session_id: str, json_data: LanguageRequest) -> SessionView:
    """Go on in the other language."""
    return view(parts().reception.switch_language(session_id, json_data.language))


@sessions.post("/<session_id>/turns")
@sessions.input(TurnRequest)
@sessions.output(SessionView)
def turns(session_id: str, json_data: TurnRequest) -> SessionView:
    """Say something; the same turn_id again gives the same answer."""
    said = Utterance(**json_data.model_dump())
    with one_turn():
        return view(parts().reception.take_turn(session_id, said))


@sessions.post("/<session_id>/corrections")
@sessions.input(CorrectionRequest)
@sessions.output(SessionView)
def corrections(session_id: str, json_data: CorrectionRequest) -> SessionView:
    """Take back or reword one line of what was understood."""
    with one_turn():
        return view(parts().reception.correct(session_id, **json_data.model_dump()))


@sessions.post("/<session_id>/undo")
@sessions.output(SessionView)
def undo(session_id: str) -> SessionView:
    """Go back one answer."""
    return view(parts().reception.undo(session_id))


@sessions.post("/<session_id>/nurse")
@sessions.output(SessionView)
def nurse(session_id: str) -> SessionView:
    """Call a nurse."""
    return view(parts().reception.call_nurse(session_id))


@sessions.post("/<session_id>/booking")
@sessions.input(BookingRequest)
@sessions.output(SessionView)
def booking(session_id: str, json_data: BookingRequest) -> SessionView:
    """Book one of the times offered."""
    state = parts().reception.book(session_id, json_data.slot_id)
    parts().departments.changed()
    return view(state)


@sessions.delete("/<session_id>/booking")
@sessions.output(SessionView)
def cancelled_booking(session_id: str) -> SessionView:
    """Give the booked time back."""
    state = parts().reception.cancel_booking(session_id)
    parts().departments.changed()
    return view(state)


@sessions.post("/<session_id>/finish")
@sessions.output(SessionView)
def finish(session_id: str) -> SessionView:
    """End the session; a record worth keeping reaches the hospital's system."""
    return view(parts().reception.finish(session_id))


@sessions.post("/<session_id>/suspend")
@sessions.output(SessionView)
def suspend(session_id: str) -> SessionView:
    """Keep the draft and blank the screen."""
    return view(parts().reception.suspend(session_id))


@sessions.post("/<session_id>/slip")
@sessions.output(SlipView)
def slip(session_id: str) -> SlipView:
    """The slip to print, with a one-time link."""
    return make_slip(parts().reception.slip(session_id))
