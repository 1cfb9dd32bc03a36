"""Every refusal as RFC 9457 problem details; one map from error to HTTP answer."""

import structlog
from apiflask import APIFlask, HTTPError
from flask import Response, request
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import BadRequest, HTTPException

from frontdesk.app.ledger.audit import Act, Entry, acting, note
from frontdesk.app.ledger.desk import ChangedSince
from frontdesk.app.ledger.devices import BadKioskName, KioskExists, KioskInUse, UnknownKiosk
from frontdesk.app.ledger.house import NoTextDraft
from frontdesk.app.ledger.staff import (
    CodeDue,
    DepartmentNeeded,
    KeptElsewhere,
    LastAdministrator,
    PasswordDue,
    TooManyTries,
    UnknownUser,
    UserExists,
    WeakPassword,
    WrongCode,
)
from frontdesk.app.reception.errors import (
    DamagedSession,
    NoDraft,
    NotNow,
    OutOfOrder,
    ReasonMissing,
    SessionEnded,
    UnknownSession,
)
from frontdesk.app.reception.steps.linking import NotCompared
from frontdesk.app.web.parts import parts
from frontdesk.app.web.schemas import LARGEST, Problem
from frontdesk.his_adapter.access import NotPermitted
from frontdesk.his_adapter.changes import Unfit
from frontdesk.his_adapter.errors import AlreadyBooked, HospitalAway, NotFound, NotSupported, SlotTaken, VersionConflict
from frontdesk.models.speech.synthesis.process import VoiceLost
from frontdesk.models.speech.synthesis.speaker import VoiceBusy
from frontdesk.models.speech.synthesis.voice import NoVoice

log = structlog.get_logger()

# What the engine and the hospital may raise: status, stable code, title.
KNOWN: dict[type[Exception], tuple[int, str, str]] = {
    UnknownSession: (404, "unknown_session", "There is no such session"),
    DamagedSession: (410, "damaged_session", "The session's record cannot be read"),
    SessionEnded: (410, "session_ended", "The session has ended"),
    OutOfOrder: (409, "out_of_order", "Not the next turn; read the session again"),
    NotNow: (409, "not_now", "The step does not fit where the session stands"),
    ReasonMissing: (
        422,
        "reason_missing",
        "Handing back one in danger and ending a damaged one need a reason",
    ),
    NoDraft: (404, "no_draft", "No unfinished session for these identifiers"),
    NotCompared: (404, "not_compared", "No patient has this number and birth date, or there were too many tries"),
    NotFound: (404, "not_found", "The hospital knows nothing by this name"),
    AlreadyBooked: (409, "already_booked", "The patient has another appointment at that time"),
    SlotTaken: (409, "slot_taken", "Someone else holds the slot"),
    VersionConflict: (409, "version_conflict", "The record was changed since it was read"),
    NotPermitted: (403, "not_permitted", "Not open to this role"),
    NotSupported: (409, "not_supported", "The hospital's system does not do this"),
    HospitalAway: (503, "hospital_away", "The hospital's system does not answer"),
    OperationalError: (503, "database_away", "The database does not answer"),
    CodeDue: (409, "code_due", "The second factor's code is asked for"),
    WrongCode: (403, "wrong_code", "The code is wrong, or was used before"),
    PasswordDue: (409, "new_password_due", "The password is a one-time one: choose one of your own"),
    WeakPassword: (422, "weak_password", "The password is too short or too easily guessed"),
    UserExists: (409, "user_exists", "The user name is taken"),
    UnknownUser: (404, "unknown_user", "There is no such account"),
    DepartmentNeeded: (422, "department_needed", "A doctor needs a department, and only a doctor has one"),
    KeptElsewhere: (409, "kept_elsewhere", "The hospital's identity provider keeps this password"),
    LastAdministrator: (409, "last_administrator", "Nobody would be left who may administer"),
    UnknownKiosk: (404, "unknown_kiosk", "There is no such kiosk"),
    KioskExists: (409, "kiosk_exists", "Another kiosk has this name"),
    KioskInUse: (409, "kiosk_in_use", "Somebody is being received there"),
    BadKioskName: (422, "bad_kiosk_name", "A kiosk's name is 1 to 40 characters, all of them to be read"),
    NoTextDraft: (404, "no_text_draft", "There is no draft of this text"),
    NoVoice: (404, "no_voice", "Nothing here can speak"),
    VoiceBusy: (503, "voice_busy", "More waits to be said than can be said in time"),
    VoiceLost: (503, "voice_lost", "The voice was lost over this sentence"),
}
CODES = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "not_json",
    422: "invalid",
}


class Refused(Exception):
    """A refusal of the web itself: not signed in, not allowed, too many tries."""

    def __init__(self, status: int, code: str, title: str, *, headers: dict[str, str] | None = None) -> None:
        super().__init__(title)
        self.problem = Problem(title=title, status=status, code=code)
        self.headers = headers or {}


class BadText(Exception):
    """A text that cannot be read as what it is meant for; the message says where, for whoever wrote it."""


def problem(answer: Problem, headers: dict[str, str] | None = None) -> Response:
    return Response(
        answer.model_dump_json(), answer.status, content_type="application/problem+json", headers=headers or {}
    )


def explain_errors(app: APIFlask) -> None:
    """Give every error of `app` its answer."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(RecursionError, _nested)
    app.before_request(_no_such_number)
    app.register_error_handler(HTTPError, _invalid)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)
    app.register_error_handler(Unfit, _unfit)
    app.register_error_handler(ChangedSince, _changed)
    app.register_error_handler(BadText, _bad_text)
    app.register_error_handler(TooManyTries, _too_many_tries)
    for kind, (status, code, title) in KNOWN.items():
        app.register_error_handler(kind, _known(status, code, title))


def _nested(_: RecursionError) -> Response:
    return problem(Problem(title="JSON nested too deeply", status=400, code="bad_request"))


def _no_such_number() -> None:
    if any(isinstance(value, int) and abs(value) > LARGEST for value in (request.view_args or {}).values()):
        raise Refused(404, "not_found", "No record has this number")


def _refused(error: Refused) -> Response:
    """What somebody who is known may not see or do is in the trail."""
    if error.problem.status == 403 and acting.get() != "anybody":
        refused = Entry(act=Act.REFUSED, what=(error.problem.code, _route()))
        note(parts().engine, refused, at=parts().clock())
    return problem(error.problem, error.headers)


def _known(status: int, code: str, title: str):  # type: ignore[no-untyped-def]
    def answer(error: Exception) -> Response:
        log.info("refused", route=_route(), status=status, code=code)
        return problem(Problem(title=title, status=status, code=code))

    return answer


def _too_many_tries(error: TooManyTries) -> Response:
    log.info("refused", route=_route(), status=429, code="too_many_tries")
    wait = {"Retry-After": str(int(error.pause.total_seconds()) + 1)}
    return problem(Problem(title="Too many failed tries; wait a little", status=429, code="too_many_tries"), wait)


def _unfit(error: Unfit) -> Response:
    log.info("refused", route=_route(), status=409, code=error.why)
    return problem(Problem(title="The change cannot be made", status=409, code=error.why.value))


def _changed(error: ChangedSince) -> Response:
    """Who asks may read these records, so they may be told what was changed in them."""
    log.info("refused", route=_route(), status=409, code="version_conflict")
    status, code, title = KNOWN[VersionConflict]
    return problem(Problem(title=title, status=status, code=code, conflicts=list(error.later)))


def _bad_text(error: BadText) -> Response:
    log.info("refused", route=_route(), status=422, code="bad_text")
    title = "The text cannot be read"
    return problem(Problem(title=title, status=422, code="bad_text", errors=[str(error)]))


def _invalid(error: HTTPError) -> Response:
    """Validation errors name the fields and what is wrong, never what was typed."""
    fields = [
        f"{location}.{field}: {message}"
        for location, found in error.detail.items()
        for field, messages in found.items()
        for message in messages
    ]
    code = CODES.get(error.status_code, "refused")
    return problem(Problem(title=error.message, status=error.status_code, code=code, errors=fields))


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    if error.response is not None or status < 400:  # a redirect, or an answer made already
        return error.get_response()  # type: ignore[return-value]
    code = "not_json" if isinstance(error, BadRequest) and request.content_length else CODES.get(status, "refused")
    kept = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After", "Location")}
    return problem(Problem(title=error.name, status=status, code=code), kept)


def _unexpected(error: Exception) -> Response:
    """The one place that sees what nobody foresaw; the trace goes to the log, never to the browser."""
    log.error("unexpected", route=_route(), error=type(error).__name__, where=_where(error))
    return problem(Problem(title="Something went wrong here", status=500, code="unexpected"))


def _where(error: Exception) -> list[str]:
    """The trace as file and line: messages and values may hold a patient's words."""
    places = []
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        places.append(f"{frame.f_globals.get('__name__')}:{trace.tb_lineno} {frame.f_code.co_name}")
        trace = trace.tb_next
    return places[-12:]


def _route() -> str:
    return request.url_rule.rule if request.url_rule else "none"
