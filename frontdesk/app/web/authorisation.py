"""Who may call what: one rule for each blueprint, attached where it is registered."""

from collections.abc import Callable
from datetime import timedelta
from typing import cast

from apiflask import APIBlueprint, APIFlask
from flask import Blueprint, Response, current_app, g, request

from frontdesk.app.ledger.audit import acting
from frontdesk.app.ledger.desk import Member
from frontdesk.app.ledger.sign_ins import Means, SignIn
from frontdesk.app.ledger.staff import Role
from frontdesk.app.web.cookies import (
    KIOSK_COOKIE,
    STAFF_COOKIE,
    cookie,
    device_token,
    is_named_as_before,
    set_cookie,
)
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import Me
from frontdesk.app.web.step_up import READING, ask, asks
from frontdesk.his_adapter.access import Doctor, Nurse, RecordsOfficer

Rule = Callable[[], None]  # returns when the request may go on; raises Refused

DEVICE_SECONDS = 400 * 24 * 3600  # the longest a browser keeps a cookie
WITHOUT_SECOND_FACTOR = ("signed_in", "own_security")  # open to who still has to set one up


def anyone() -> None:
    """Public on purpose."""


def kiosk() -> None:
    """A paired kiosk; where the route names a session, one that this kiosk started or resumed."""
    token = device_token(request.cookies)
    name = parts().devices.kiosk_of(token)
    if name is None:
        raise Refused(401, "kiosk_not_paired", "This browser holds no kiosk's device token")
    session_id = (request.view_args or {}).get("session_id")
    if session_id is not None and parts().reception.log.seen(session_id).kiosk != name:
        raise Refused(403, "another_kiosk", "The session belongs to another kiosk")
    parts().devices.saw(name, now=parts().clock())
    g.kiosk = name
    kept_as_kiosk(token)
    acting.set(f"kiosk:{name}")


def staff(*roles: Role) -> Rule:
    """A member of staff who is signed in, in one of `roles`."""

    def rule() -> None:
        whole, now = parts(), parts().clock()
        sign_in = whole.sign_ins.of(cookie(STAFF_COOKIE), now=now)
        if sign_in is None:
            raise Refused(401, "not_signed_in", "Sign in first")
        account = sign_in.account
        acting.set(f"{account.role}:{account.username}")
        if account.role not in roles:
            raise Refused(403, "not_permitted", f"Not open to the role {account.role}")
        g.sign_in, g.me = sign_in, me_of(sign_in)
        hand_out(sign_in.renewed)
        if request.method not in READING:
            whole.sign_ins.here(sign_in.sign_in_id, sign_in.seen, now=now)
        if g.me.second_factor_due and request.blueprint not in WITHOUT_SECOND_FACTOR:
            raise Refused(403, "second_factor_due", "The role needs a second factor: set one up first")
        if asks(request.endpoint or "", request.method):
            ask()

    return rule


def me_of(sign_in: SignIn) -> Me:
    whole, account = parts(), sign_in.account
    local = sign_in.means is Means.PASSWORD  # elsewhere they have shown a second factor, or not, to others
    return Me(
        **account.model_dump(exclude={"disabled"}),
        seconds_left=int((sign_in.until - whole.clock()).total_seconds()),
        idle_seconds=int(whole.sign_ins.lasting.idle.total_seconds()),
        second_factor_due=local
        and is_second_factor_required(account.role)
        and not whole.second_factors.is_on(account.username),
    )


def is_second_factor_required(role: Role) -> bool:
    return role in parts().settings.roles_with_second_factor


def hand_out(token: str | None) -> None:
    """The answer gives the browser this token in place of the one it has."""
    if token is not None:
        g.staff_token = token


def _with_token(response: Response) -> Response:
    if "staff_token" in g and "sign_in" in g:
        left: timedelta = g.sign_in.until - parts().clock()
        set_cookie(response, STAFF_COOKIE, g.staff_token, seconds=int(left.total_seconds()))
    return response


def kept_as_kiosk(token: str) -> None:
    """A kiosk paired before its cookie had a prefix is given the same token by the present name, once.

    The earlier one stays beside it, for a version that is put back.
    """
    if is_named_as_before():
        g.device_token = token


def _with_device_token(response: Response) -> Response:
    if "device_token" in g:
        set_cookie(response, KIOSK_COOKIE, g.device_token, seconds=DEVICE_SECONDS)
    return response


def current_kiosk() -> str:
    return cast(str, g.kiosk)


def current_staff() -> Me:
    return cast(Me, g.me)


def current_member() -> Member:
    """Who is signed in, as a principal of the records. Raises Refused for a role that has none."""
    me = current_staff()
    match me.role:
        case Role.NURSE:
            return Member(principal=Nurse(username=me.username), name=me.name)
        case Role.RECORDS_OFFICER:
            return Member(principal=RecordsOfficer(username=me.username), name=me.name)
        case Role.DOCTOR if me.department_id is not None:
            named = (d.name for d in parts().hospital.directory.departments() if d.department_id == me.department_id)
            names = tuple(name for those in named for name in those.values())
            doctor = Doctor(username=me.username, department_id=me.department_id, departments=names)
            return Member(principal=doctor, name=me.name)
        case _:
            raise Refused(403, "not_permitted", f"Records are not open to the role {me.role}")


def authorise(app: APIFlask, rules: tuple[tuple[APIBlueprint, Rule], ...]) -> None:
    """Register each blueprint with its rule; a request to anything without one is refused."""
    app.extensions["rules"] = {blueprint.name: rule for blueprint, rule in rules}
    app.before_request(_check)
    app.after_request(_with_token)
    app.after_request(_with_device_token)
    for blueprint, _ in rules:
        app.register_blueprint(cast(Blueprint, blueprint))


def rule_of(app: APIFlask, endpoint: str) -> Rule | None:
    """The rule that guards `endpoint`; None when there is none."""
    rules: dict[str, Rule] = app.extensions["rules"]
    return rules.get(endpoint.rpartition(".")[0])


def _check() -> None:
    acting.set("anybody")  # threads are used again
    if request.endpoint is None:
        return  # no such route or method: the router's own 404 or 405 follows
    rule = rule_of(cast(APIFlask, current_app), request.endpoint)
    if rule is None:
        raise Refused(403, "no_rule", "The route has no authorisation rule")
    rule()
