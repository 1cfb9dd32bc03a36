"""SMART App Launch: the hospital's record system opens the doctor's page of the patient it shows."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum

import structlog
from apiflask import APIBlueprint
from flask import Response, redirect, render_template

from frontdesk.app.ledger.audit import Act, Entry, acting, note
from frontdesk.app.ledger.sign_ins import Means
from frontdesk.app.ledger.staff import Role
from frontdesk.app.ledger.tokens import new_token
from frontdesk.app.web.attempts import LASTS, Attempt, attempt_of, cookie_of, told
from frontdesk.app.web.cds_card import page_of
from frontdesk.app.web.cookies import clear_cookie, set_cookie
from frontdesk.app.web.entering import entered
from frontdesk.app.web.parts import parts
from frontdesk.his_adapter.errors import HospitalAway, HospitalError, NotFound
from frontdesk.his_adapter.records import SummaryState, Visit
from frontdesk.his_adapter.trust.smart import Launched, SmartServer
from frontdesk.his_adapter.trust.tokens import BadToken

log = structlog.get_logger()

opening = APIBlueprint("launch", __name__, url_prefix="/launch", enable_openapi=False)

PATH, KIND = "/launch", "launch"


class Why(StrEnum):
    """Why a launch ends without the doctor's page; the template has the words."""

    UNKNOWN_ISSUER = "unknown_issuer"
    NO_LAUNCH = "no_launch"
    NOT_HERE = "not_here"  # state: another browser, too late, made up
    USED = "used"
    DECLINED = "declined"
    NOT_BELIEVED = "not_believed"
    AWAY = "away"
    UNKNOWN_DOCTOR = "unknown_doctor"
    NO_PATIENT = "no_patient"
    PATIENT_UNKNOWN = "patient_unknown"
    NOT_WAITING = "not_waiting"
    ANOTHER_DEPARTMENT = "another_department"


STATUS = {Why.AWAY: 503, Why.UNKNOWN_DOCTOR: 403, Why.ANOTHER_DEPARTMENT: 403, Why.NOT_WAITING: 404}


class Ended(Exception):
    """A launch that ends here."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


@opening.get("")
def launch() -> Response:
    """The record system leads a browser here, which goes on to its authorisation server."""
    server = next((one for one in parts().smart_servers if one.base == told("iss").rstrip("/")), None)
    if server is None:
        raise Ended(Why.UNKNOWN_ISSUER)
    if not told("launch"):
        raise Ended(Why.NO_LAUNCH)
    attempt = Attempt(new_token(), server.base, int(parts().clock().timestamp()))
    there = server.address(
        told("launch"), state=attempt.state, nonce=attempt.nonce, verifier=attempt.verifier, back=_back()
    )
    response = _elsewhere(there)
    set_cookie(response, cookie_of(KIND, attempt.state), attempt.secret, seconds=LASTS, lax=True)
    return response


@opening.get("/callback")
def come_back() -> Response:
    """Back from there: who it is and whom they have open; then the page of that patient."""
    whole, now, state = parts(), parts().clock(), told("state")
    server, attempt = _attempt(state, now)
    acting.set(f"record_system:{server.base}")
    if not whole.used_tokens.use("launch", state, until=now + timedelta(seconds=LASTS), now=now):
        raise Ended(Why.USED)
    mixed_up = told("iss") not in ("", server.endpoints().issuer)  # RFC 9207
    if mixed_up or not told("code"):
        raise Ended(Why.DECLINED)
    launched = server.launched(told("code"), nonce=attempt.nonce, verifier=attempt.verifier, back=_back(), now=now)
    acting.set(f"record_system:{server.base} {launched.user}")
    account = whole.accounts.able(server.username(launched) or "")
    if account is None or account.role is not Role.DOCTOR:
        raise _refused(Why.UNKNOWN_DOCTOR)
    entered(account, means=Means.RECORD_SYSTEM, what=("record_system",))
    try:
        response = _elsewhere(_page(server, launched, account.department_id, now.date()))
    except Ended as ended:  # who they are is known all the same: from here they can go on to their list
        response = _closed(ended.why)
    clear_cookie(response, cookie_of(KIND, state))
    return response


def _attempt(state: str, now: datetime) -> tuple[SmartServer, Attempt]:
    """Raises Ended where this browser was not sent out with this state just now."""
    servers = {one.base: one for one in parts().smart_servers}
    attempt = attempt_of(KIND, state, tuple(servers), now)
    if attempt is None:
        raise Ended(Why.NOT_HERE)
    return servers[attempt.issuer], attempt


def _page(server: SmartServer, launched: Launched, department_id: str | None, today: date) -> str:
    """The address of the patient's page. Raises Ended."""
    whole = parts()
    if launched.patient is None:
        raise Ended(Why.NO_PATIENT)
    try:
        number = server.patient_number(launched)
    except NotFound:
        raise Ended(Why.PATIENT_UNKNOWN) from None
    try:
        numbers = {number, whole.hospital.patients.patient(number).patient_id}
    except HospitalError:  # away, or not known there: the record is ours
        numbers = {number}
    visits = whole.records.of_day(numbers, today)
    own = [one for one in visits if one.department_id == department_id]
    if not own:
        raise _refused(Why.ANOTHER_DEPARTMENT) if visits else Ended(Why.NOT_WAITING)
    return page_of(_first(own), whole.settings.home)


def _first(visits: Sequence[Visit]) -> Visit:
    """The first that is not signed, else the last."""
    return next((one for one in visits if one.state is SummaryState.OPEN), visits[-1])


def _refused(why: Why) -> Ended:
    note(parts().engine, Entry(act=Act.REFUSED, what=("launch", why.value)), at=parts().clock())
    return Ended(why)


def _back() -> str:
    return f"{parts().settings.home}{PATH}/callback"


def _elsewhere(url: str) -> Response:
    return redirect(url)  # type: ignore[return-value]


def _closed(why: Why) -> Response:
    log.warning("launch_ended", why=why.value)
    page = render_template("launch_closed.html", why=why.value, home=parts().settings.home)
    return Response(page, STATUS.get(why, 400))


@opening.errorhandler(Ended)
def _ended(error: Ended) -> Response:
    return _closed(error.why)


@opening.errorhandler(BadToken)
def _not_believed(error: BadToken) -> Response:
    log.warning("launch_token_refused", why=str(error))
    return _closed(Why.NOT_BELIEVED)


@opening.errorhandler(HospitalError)
def _unfit(error: HospitalError) -> Response:
    log.warning("launch_failed", why=type(error).__name__)
    return _closed(Why.AWAY if isinstance(error, HospitalAway) else Why.DECLINED)


@opening.after_request
def _not_kept(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
