"""Staff signing in and out, and what every signed-in screen needs."""

from contextlib import suppress

from apiflask import APIBlueprint
from flask import Response, g, request

from frontdesk.app.ledger.sign_ins import Means
from frontdesk.app.web.authorisation import current_staff, me_of
from frontdesk.app.web.cookies import STAFF_COOKIE, clear_cookie, cookie
from frontdesk.app.web.entering import entered
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import DepartmentName, Me, NewPasswordRequest, SignedOut, SignInRequest, SignInWays
from frontdesk.his_adapter.errors import HospitalAway
from frontdesk.his_adapter.trust.openid import Declined
from frontdesk.his_adapter.trust.tokens import BadToken

sign_in = APIBlueprint("sign_in", __name__, url_prefix="/api", tag="staff")
signed_in = APIBlueprint("signed_in", __name__, url_prefix="/api", tag="staff")


@sign_in.get("/sign-in")
@sign_in.output(SignInWays)
def ways() -> SignInWays:
    """How one may sign in."""
    there = parts().provider
    return SignInWays(provider=None if there is None else dict(there.told.name))


@sign_in.post("/sign-in")
@sign_in.input(SignInRequest)
@sign_in.output(Me)
def enter(json_data: SignInRequest) -> Me:
    """Sign in; the answer sets the cookie."""
    account = parts().credentials.sign_in(
        json_data.username,
        json_data.password,
        request.remote_addr or "",
        now=parts().clock(),
        code=json_data.code or "",
        chosen=json_data.new_password or "",
    )
    if account is None:
        raise Refused(401, "wrong_sign_in", "User name or password is wrong")
    return me_of(entered(account, means=Means.PASSWORD))


@sign_in.post("/sign-out")
@sign_in.output(SignedOut)
def leave() -> Response:
    """Sign out; harmless when nobody is signed in."""
    ended = parts().sign_ins.end(cookie(STAFF_COOKIE))
    response = Response(SignedOut(leave=_leaving(ended)).model_dump_json(), content_type="application/json")
    clear_cookie(response, STAFF_COOKIE)
    return response


def _leaving(sign_in_id: str | None) -> str | None:
    """Where to sign out at the identity provider too; whoever it does not answer is signed out here."""
    whole = parts()
    id_token = whole.provider_accounts.left(sign_in_id)
    if id_token is None or whole.provider is None:
        return None
    with suppress(HospitalAway, BadToken, Declined):
        return whole.provider.openid.leaving(id_token, f"{whole.settings.home}/staff")
    return None


@signed_in.get("/me")
@signed_in.output(Me)
def me() -> Me:
    """Who is signed in."""
    return current_staff()


@signed_in.post("/password")
@signed_in.input(NewPasswordRequest)
@signed_in.output(Me)
def password(json_data: NewPasswordRequest) -> Me:
    """Change the own password; every other browser is signed out."""
    whole, now, whom = parts(), parts().clock(), current_staff()
    if whole.credentials.proved(whom.username, json_data.password, request.remote_addr or "", now=now) is None:
        raise Refused(403, "wrong_password", "The password there was is wrong")
    whole.accounts.set_password(whom.username, json_data.new_password, now=now, keeping=g.sign_in.sign_in_id)
    return whom


@signed_in.get("/departments")
@signed_in.output(list[DepartmentName])  # type: ignore[arg-type]
def departments() -> list[DepartmentName]:
    """The departments of the hospital."""
    return [
        DepartmentName(department_id=d.department_id, name=d.name) for d in parts().hospital.directory.departments()
    ]
