"""Signing in with the hospital's own accounts (OpenID Connect), and showing once more who one is."""

import re
from datetime import datetime, timedelta
from enum import StrEnum

import structlog
from apiflask import APIBlueprint
from flask import Response, redirect, render_template, request

from frontdesk.app.identity_provider import person_of
from frontdesk.app.ledger.audit import Act, Entry, acting, note
from frontdesk.app.ledger.provider_accounts import NotGranted
from frontdesk.app.ledger.sign_ins import Means, SignIn
from frontdesk.app.ledger.staff import LastAdministrator, UserExists
from frontdesk.app.ledger.tokens import new_token
from frontdesk.app.web.attempts import LASTS, Attempt, attempt_of, cookie_of, told
from frontdesk.app.web.cookies import STAFF_COOKIE, clear_cookie, cookie, set_cookie
from frontdesk.app.web.entering import entered
from frontdesk.app.web.parts import Provider, parts
from frontdesk.his_adapter.errors import HospitalAway
from frontdesk.his_adapter.trust.openid import Declined, TooWeak
from frontdesk.his_adapter.trust.openid import Entry as Admission
from frontdesk.his_adapter.trust.tokens import BadToken, over

log = structlog.get_logger()

provider = APIBlueprint("provider", __name__, url_prefix="/sign-in/provider", enable_openapi=False)
provider_logout = APIBlueprint("provider_logout", __name__, url_prefix="/sign-in/provider", enable_openapi=False)

PATH = "/sign-in/provider"
PAGES = re.compile(r"/(staff|board|worklist|records|reports|admin)(/[a-z-]{1,40})?")


class Why(StrEnum):
    """Why it ends without a sign-in; the template has the words."""

    NO_PROVIDER = "no_provider"
    NOT_HERE = "not_here"  # state: another browser, too late, made up
    USED = "used"
    DECLINED = "declined"
    NOT_BELIEVED = "not_believed"
    TOO_WEAK = "too_weak"
    AWAY = "away"
    NOT_GRANTED = "not_granted"
    NAME_TAKEN = "name_taken"
    SOMEBODY_ELSE = "somebody_else"


STATUS = {
    Why.NO_PROVIDER: 404,
    Why.AWAY: 503,
    Why.TOO_WEAK: 403,
    Why.NOT_GRANTED: 403,
    Why.NAME_TAKEN: 403,
    Why.SOMEBODY_ELSE: 403,
}


class Ended(Exception):
    """It ends here."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class Errand(Attempt):
    """A secret that also says what for: `SECRET.SIGN-IN.PAGE`, the sign-in where somebody shows again who they are."""

    @property
    def sign_in_id(self) -> str:
        return self.secret.split(".")[1]

    @property
    def then(self) -> str:
        return page_of(self.secret.split(".")[2])


@provider.get("")
def leave_for() -> Response:
    """Leads the browser to the provider."""
    there, now = _provider(), parts().clock()
    sign_in_id = _own(now).sign_in_id if told("again") else ""
    attempt = Attempt(f"{new_token()}.{sign_in_id}.{page_of(told('then'))}", there.told.issuer, int(now.timestamp()))
    address = there.openid.address(
        state=attempt.state,
        nonce=attempt.nonce,
        verifier=attempt.verifier,
        back=_back(),
        again=bool(sign_in_id),
        acr_values=there.told.acr_values,
    )
    response = _elsewhere(address)
    set_cookie(response, cookie_of("provider", attempt.state), attempt.secret, seconds=LASTS, lax=True)
    return response


@provider.get("/callback")
def come_back() -> Response:
    """Back from there: who it is; then the page that was wanted."""
    whole, there, now, state = parts(), _provider(), parts().clock(), told("state")
    found = attempt_of("provider", state, (there.told.issuer,), now)
    if found is None:
        raise Ended(Why.NOT_HERE)
    errand = Errand(*found)
    if not whole.used_tokens.use("provider", state, until=now + timedelta(seconds=LASTS), now=now):
        raise Ended(Why.USED)
    if told("iss") not in ("", there.told.issuer) or not told("code"):  # RFC 9207
        raise Ended(Why.DECLINED)
    acting.set("identity_provider")
    admission = there.openid.entry(
        told("code"),
        nonce=errand.nonce,
        verifier=errand.verifier,
        back=_back(),
        now=now,
        since=datetime.fromtimestamp(errand.at) if errand.sign_in_id else None,  # noqa: DTZ006
    )
    response = _shown(errand, admission) if errand.sign_in_id else _entered(errand, admission)
    clear_cookie(response, cookie_of("provider", state))
    return response


@provider_logout.post("/logout")
def logged_out() -> Response:
    """The provider says that somebody signed out there (Back-Channel Logout 1.0)."""
    whole, there, now = parts(), _provider(), parts().clock()
    claims = there.openid.logged_out(request.form.get("logout_token", ""), now=now)
    acting.set("identity_provider")
    issuer = there.told.issuer
    if whole.used_tokens.use(f"logout {issuer}", str(claims["jti"]), until=over(claims), now=now):
        session_name, subject = (str(claims.get(name) or "") or None for name in ("sid", "sub"))
        whole.provider_accounts.logged_out(issuer, session_name=session_name, subject=subject, now=now)
    return Response(status=200)


def _entered(errand: Errand, admission: Admission) -> Response:
    whole, there, now = parts(), _provider(), parts().clock()
    person = person_of(admission.claims, there.told)
    known = {one.department_id for one in whole.hospital.directory.departments()}
    if person.department_id is not None and person.department_id not in known:
        person = person.model_copy(update={"role": None})
    try:
        account = whole.provider_accounts.admitted(there.told.issuer, person, link=there.told.link, now=now)
    except (NotGranted, LastAdministrator):
        raise _refused(Why.NOT_GRANTED) from None
    except UserExists:
        raise _refused(Why.NAME_TAKEN) from None
    sign_in = entered(account, means=Means.PROVIDER, what=("identity_provider",))
    whole.provider_accounts.entered(
        sign_in,
        issuer=there.told.issuer,
        subject=person.subject,
        session_name=str(admission.claims.get("sid") or ""),
        id_token=admission.id_token,
        now=now,
    )
    return _elsewhere(f"{whole.settings.home}{errand.then}")


def _shown(errand: Errand, admission: Admission) -> Response:
    """The same person, in whose browser something waits for it."""
    whole, now = parts(), parts().clock()
    sign_in = whole.sign_ins.by_id(errand.sign_in_id, now=now)
    if sign_in is None or whole.provider_accounts.subject_of(sign_in.account.username) != admission.claims["sub"]:
        raise _refused(Why.SOMEBODY_ELSE)
    token = whole.sign_ins.stepped_up(errand.sign_in_id, now=now)
    response = Response(render_template("provider_shown.html"))
    if token is not None:
        left = int((sign_in.until - now).total_seconds())
        set_cookie(response, STAFF_COOKIE, token, seconds=left)
    return response


def _own(now: datetime) -> SignIn:
    """Of the browser that asks; it has to have come from the provider. Raises Ended."""
    sign_in = parts().sign_ins.of(cookie(STAFF_COOKIE), now=now)
    if sign_in is None or sign_in.means is not Means.PROVIDER:
        raise Ended(Why.NOT_HERE)
    return sign_in


def _provider() -> Provider:
    there = parts().provider
    if there is None:
        raise Ended(Why.NO_PROVIDER)
    return there


def page_of(path: str) -> str:
    return path if PAGES.fullmatch(path) else "/staff"


def _back() -> str:
    return f"{parts().settings.home}{PATH}/callback"


def _elsewhere(url: str) -> Response:
    return redirect(url)  # type: ignore[return-value]


def _refused(why: Why) -> Ended:
    note(parts().engine, Entry(act=Act.REFUSED, what=("identity_provider", why.value)), at=parts().clock())
    return Ended(why)


def _closed(why: Why) -> Response:
    log.warning("provider_sign_in_ended", why=why.value)
    if request.blueprint == provider_logout.name:
        return Response(status=400)
    page = render_template("provider_closed.html", why=why.value, home=parts().settings.home)
    return Response(page, STATUS.get(why, 400))


@provider.errorhandler(Ended)
@provider_logout.errorhandler(Ended)
def _ended(error: Ended) -> Response:
    return _closed(error.why)


@provider.errorhandler(BadToken)
@provider_logout.errorhandler(BadToken)
def _not_believed(error: BadToken) -> Response:
    log.warning("provider_token_refused", why=str(error))
    return _closed(Why.NOT_BELIEVED)


@provider.errorhandler(TooWeak)
def _too_weak(error: TooWeak) -> Response:
    log.warning("provider_sign_in_too_weak", why=str(error))
    return _closed(_refused(Why.TOO_WEAK).why)


@provider.errorhandler(Declined)
@provider_logout.errorhandler(Declined)
def _declined(error: Declined) -> Response:
    log.warning("provider_declined", why=str(error))
    return _closed(Why.DECLINED)


@provider.errorhandler(HospitalAway)
@provider_logout.errorhandler(HospitalAway)
def _away(error: HospitalAway) -> Response:
    log.warning("provider_away", why=str(error))
    return _closed(Why.AWAY)


@provider.after_request
@provider_logout.after_request
def _not_kept(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
