"""What asks who it is once more, unless shown lately: deleting, restoring, merging, exporting and administration."""

from flask import g

from frontdesk.app.ledger.sign_ins import SignIn
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused

READING = ("GET", "HEAD", "OPTIONS")
ADMINISTRATION = "admin"  # all that is written there, but for:
DRAFTS_AND_CHECKS = frozenset(
    {
        "admin.check_model",
        "admin.draft_guideline",
        "admin.draft_policy",
        "admin.preview",
        "admin.preview_guideline",
        "admin.verified",
    }
)
OTHERS = frozenset(  # exports, the own security, and of records what brings back or joins whole ones
    {
        "keeping.restore",
        "own_security.begin_second_factor",
        "own_security.new_recovery_codes",
        "own_security.remove_second_factor",
        "patients.merge",
        "personal.export",
        "personal.remove",
        "records.export",
        "reports.table",
    }
)
DELETING = frozenset({"assistant.confirm"})  # asks where what is confirmed is a deletion


def asks(endpoint: str, method: str) -> bool:
    """Whether every request to this route asks; `DELETING` decide by what they are given."""
    administers = endpoint.partition(".")[0] == ADMINISTRATION and method not in READING
    return endpoint in OTHERS or (administers and endpoint not in DRAFTS_AND_CHECKS)


def ask() -> None:
    """Raises Refused where whoever is signed in has not shown lately who they are."""
    sign_in: SignIn = g.sign_in
    whole = parts()
    if sign_in.proved is None or whole.clock() - sign_in.proved >= whole.sign_ins.lasting.proof:
        raise Refused(403, "step_up_needed", "Show once more who you are, then ask again")
