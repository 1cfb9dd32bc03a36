"""One's own security: the second factor, where one is signed in, and showing once more who one is."""

from apiflask import APIBlueprint
from flask import g, request
from segno import make

from frontdesk.app.ledger.sign_ins import Means, SignIn
from frontdesk.app.web.authorisation import current_staff, hand_out, is_second_factor_required
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import (
    CodeRequest,
    EnrolmentView,
    OwnSecurity,
    ProofRequest,
    Proved,
    RecoveryCodes,
    SignInView,
)

own_security = APIBlueprint("own_security", __name__, url_prefix="/api/security", tag="staff")

ON = Refused(409, "second_factor_on", "There is a second factor already")


def _sign_in() -> SignIn:
    sign_in: SignIn = g.sign_in
    return sign_in


def _view(one: SignIn) -> SignInView:
    return SignInView(
        sign_in_id=one.sign_in_id,
        means=one.means,
        browser=one.browser.name,
        address=one.browser.address,
        began=one.began,
        seen=one.seen,
        here=one.sign_in_id == _sign_in().sign_in_id,
    )


def _standing() -> OwnSecurity:
    whole, me = parts(), current_staff()
    standing = whole.second_factors.standing(me.username)
    return OwnSecurity(
        local=_sign_in().means is not Means.PROVIDER,
        second_factor_since=standing.since,
        second_factor_required=is_second_factor_required(me.role),
        recovery_codes=standing.recovery_codes,
        sign_ins=[_view(one) for one in whole.sign_ins.browsers(me.username, now=whole.clock())],
        at_once=whole.sign_ins.lasting.at_once,
    )


@own_security.get("")
@own_security.output(OwnSecurity)
def security() -> OwnSecurity:
    """How the own account is kept, and where it is signed in."""
    return _standing()


@own_security.post("/proof")
@own_security.input(ProofRequest)
@own_security.output(Proved)
def prove(json_data: ProofRequest) -> Proved:
    """Show once more who you are, with the password or a code of the second factor; the token is renewed."""
    whole, me, now = parts(), current_staff(), parts().clock()
    if json_data.code is not None:
        if not whole.second_factors.is_on(me.username):
            raise Refused(403, "wrong_code", "There is no second factor")
        whole.credentials.prove_code(_sign_in().account, json_data.code, now=now)
    elif whole.credentials.proved(me.username, json_data.password or "", request.remote_addr or "", now=now) is None:
        raise Refused(403, "wrong_password", "The password is wrong")
    hand_out(whole.sign_ins.stepped_up(_sign_in().sign_in_id, now=now))
    return Proved(seconds=int(whole.sign_ins.lasting.proof.total_seconds()))


@own_security.get("/proof")
@own_security.output(Proved)
def proof() -> Proved:
    """For how long what was shown last still counts; 0 where it does not."""
    proved, whole = _sign_in().proved, parts()
    until = proved + whole.sign_ins.lasting.proof if proved else whole.clock()
    return Proved(seconds=max(0, int((until - whole.clock()).total_seconds())))


@own_security.post("/here")
@own_security.output(Proved)
def here() -> Proved:
    """Somebody is at the browser: the sign-in does not run out for want of use."""
    return Proved(seconds=int(parts().sign_ins.lasting.idle.total_seconds()))


@own_security.post("/second-factor")
@own_security.output(EnrolmentView)
def begin_second_factor() -> EnrolmentView:
    """A secret for an authenticator, which counts once a code of it is confirmed."""
    begun = parts().second_factors.begin(current_staff().username, now=parts().clock())
    if begun is None:
        raise ON
    return EnrolmentView(secret=begun.secret, picture=make(begun.uri, error="m").svg_data_uri(scale=5, border=4))


@own_security.post("/second-factor/confirm")
@own_security.input(CodeRequest)
@own_security.output(RecoveryCodes)
def confirm_second_factor(json_data: CodeRequest) -> RecoveryCodes:
    """The first code was right: from now on it is asked for. The answer holds ten recovery codes, once."""
    whole, me, now = parts(), current_staff(), parts().clock()
    with whole.credentials.counted(me.username, now=now) as right:
        codes = whole.second_factors.confirm(me.username, json_data.code, now=now)
        if codes is None:
            raise Refused(403, "wrong_code", "The code is wrong")
        right()
    whole.sign_ins.end_of(me.username, now=now, keeping=_sign_in().sign_in_id)
    return RecoveryCodes(codes=list(codes))


@own_security.post("/second-factor/remove")
@own_security.output(OwnSecurity)
def remove_second_factor() -> OwnSecurity:
    """Do without a second factor, where the role does not need one."""
    whole, me = parts(), current_staff()
    if is_second_factor_required(me.role):
        raise Refused(409, "second_factor_required", "The role needs a second factor")
    whole.second_factors.remove(me.username, now=whole.clock())
    return _standing()


@own_security.post("/recovery-codes")
@own_security.output(RecoveryCodes)
def new_recovery_codes() -> RecoveryCodes:
    """Ten recovery codes in place of those there are, once."""
    whole, me = parts(), current_staff()
    if not whole.second_factors.is_on(me.username):
        raise Refused(409, "no_second_factor", "There is no second factor")
    return RecoveryCodes(codes=list(whole.second_factors.new_codes(me.username, now=whole.clock())))


@own_security.post("/sign-ins/end")
@own_security.output(OwnSecurity)
def end_others() -> OwnSecurity:
    """Sign out everywhere but here."""
    whole, me = parts(), current_staff()
    whole.sign_ins.end_of(me.username, now=whole.clock(), keeping=_sign_in().sign_in_id)
    return _standing()


@own_security.post("/sign-ins/<sign_in_id>/end")
@own_security.output(OwnSecurity)
def end_one(sign_in_id: str) -> OwnSecurity:
    """Sign one of the own browsers out."""
    whole, me = parts(), current_staff()
    if not whole.sign_ins.end_of(me.username, now=whole.clock(), only=sign_in_id):
        raise Refused(404, "not_found", "No such sign-in")
    return _standing()
