"""The demonstration: a made-up hospital, sign-ins whose password everybody knows, kiosks that pair themselves."""

from datetime import datetime

from sqlalchemy import Engine

from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.audit import note_loaded
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.staff import Account, Role
from frontdesk.app.settings import DEMONSTRATION
from frontdesk.his_adapter.connecting import is_demonstration, is_seeded
from frontdesk.models.bad_setting import BadSetting

PASSWORD = "frontdesk-demo"  # noqa: S105 published on purpose; accounts that have it exist in the demonstration only
STAFF = (
    Account(username="nurse", name="Nurse Lin (林护士)", role=Role.NURSE),
    Account(username="doctor", name="Dr Zhou (周医生)", role=Role.DOCTOR, department_id="cardiology"),
    Account(username="records", name="Records office (病案室)", role=Role.RECORDS_OFFICER),
    Account(username="admin", name="Office (办公室)", role=Role.ADMIN),
    Account(username="manager", name="Head of nursing (护理部)", role=Role.MANAGER),
)


class WrongDatabase(BadSetting):
    """The message is for the operator."""

    setting = "FRONTDESK_DATABASE_URL"


def refuse(engine: Engine, *, demo: bool) -> None:
    """Raises WrongDatabase where the demonstration meets a real hospital's data, or its sign-ins real patients."""
    if is_demonstration(engine) and not demo:
        raise WrongDatabase("the database is the demonstration's, whose passwords everybody knows: set another one")
    if demo and not is_demonstration(engine) and (is_seeded(engine) or Accounts(engine).all()):
        raise WrongDatabase("the database is a real hospital's: --demo is for an empty one")


def prepare(engine: Engine, *, now: datetime) -> None:
    """Load the made-up hospital into an empty database, and the sign-ins that are missing."""
    if not is_seeded(engine):
        seed(engine, DEMONSTRATION, now.date())
        note_loaded(engine, at=now, by="operator")
    accounts = Accounts(engine)
    there = {account.username for account in accounts.all()}
    for account in STAFF:
        if account.username not in there:
            accounts.add(account, PASSWORD, now=now, weak=True)


def sign_ins() -> str:
    """What to tell the person who started the demonstration."""
    lines = [f"    {a.username:<10}{PASSWORD}    {a.role}{_where(a)}" for a in STAFF]
    return "\n".join(["  Demonstration sign-ins (user, password, role):", *lines])


def _where(account: Account) -> str:
    return f", {account.department_id}" if account.department_id else ""
