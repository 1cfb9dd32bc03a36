"""The database and what stands in it: connections, backups, retention, deliveries, accounts."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from frontdesk.app.ledger import deliveries
from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.audit import Act
from frontdesk.app.ledger.audit_search import Wanted, search
from frontdesk.app.ledger.known_passwords import with_password
from frontdesk.app.ledger.retention import due, last_removed
from frontdesk.app.ledger.staff import Role
from frontdesk.app.retention_rules import rules_of
from frontdesk.app.settings import Settings
from frontdesk.commands.demonstration import PASSWORD, STAFF
from frontdesk.commands.diagnosis.machine import off_by
from frontdesk.commands.diagnosis.row import Given, Row, fault, look, off, ok
from frontdesk.database.engine import connect
from frontdesk.database.migrate import is_newer, newest, revision_of
from frontdesk.database.standing import file_of, standing
from frontdesk.his_adapter.connecting import BUILT_IN, is_demonstration, is_seeded

MIB = 2**20
BESIDE = 2  # connections that listen and hold locks, of each process
FULL = 0.9  # of the connections there are
BACKUP_LATE, BACKUP_MISSING = timedelta(hours=36), timedelta(days=7)
REMOVAL_LATE = timedelta(hours=3)  # the server removes every hour
DELIVERY_LATE = timedelta(hours=1)


def reached(settings: Settings) -> Row | None:
    """Why the database cannot be looked into; None where it can. It is neither made nor migrated."""
    if (file := file_of(settings.database_url)) and not Path(file).exists():
        return fault("database", f"there is no file {Path(file).name}", "frontdesk seed FOLDER makes it; or a restore")
    engine, ours = connect(settings.database_url), newest()
    try:
        theirs = revision_of(engine)
    except DBAPIError as error:
        return fault("database", f"does not answer ({_why(error)})", "is it running, and FRONTDESK_DATABASE_URL right?")
    finally:
        engine.dispose()
    if theirs != ours and not is_newer(theirs, ours):
        told = f"at migration {theirs or 'none'}, this version goes with {ours}"
        return look("database", told, "back up, then start the server: it migrates")
    return None


def _why(error: DBAPIError) -> str:
    """Without address and user."""
    told = str(error.orig).lower()
    causes = ("refused", "password", "does not exist", "timeout", "resolve", "locked", "no such file", "not a database")
    return next((cause for cause in causes if cause in told), type(error.orig).__name__)


def database(given: Given, engine: Engine) -> Iterator[Row]:
    settings, stands = given.settings, standing(engine)
    size = f"{stands.size / MIB:.0f} MiB"
    at = revision_of(engine)
    told = f"{stands.version}, migration {at}, {size}"
    if is_newer(at, newest()):
        todo = "as in a rolling upgrade, or after one was taken back: docs/install.md"
        yield look("database", f"{told}; this version goes with {newest()}", todo)
    else:
        yield ok("database", told)
    if stands.connections is None or stands.most is None or stands.ahead is None:
        return
    wanted = settings.workers * (settings.database_connections + BESIDE)
    told = f"{stands.connections} of {stands.most} in use; the workers here take up to {wanted}"
    if stands.connections >= FULL * stands.most:
        yield fault("connections", told, "raise max_connections, or lower FRONTDESK_DATABASE_CONNECTIONS")
    elif wanted > stands.most:
        yield look("connections", told, "raise max_connections, or lower FRONTDESK_DATABASE_CONNECTIONS or workers")
    else:
        yield ok("connections", told)
    yield off_by("clock", "the database's", -stands.ahead)


def backups(given: Given, engine: Engine) -> Iterator[Row]:
    """The trail tells of each, wherever it was written to."""
    if not is_seeded(engine) or is_demonstration(engine):
        yield off("backup", "nothing yet, or the demonstration: none is needed")
        return
    found, _ = search(engine, Wanted(act=Act.BACKUP), limit=1)
    if not found:
        yield fault("backup", "none was ever made", "frontdesk backup, every day (docs/install.md), kept elsewhere too")
        return
    told = f"the last {_ago(given.now - found[0].at)}"
    if given.now - found[0].at > BACKUP_MISSING:
        yield fault("backup", told, "frontdesk backup; then see why the timer does not")
    elif given.now - found[0].at > BACKUP_LATE:
        yield look("backup", told, "one a day: systemctl status frontdesk-backup.timer")
    else:
        yield ok("backup", told)


def retention(given: Given, engine: Engine) -> Iterator[Row]:
    rules = [one for one in rules_of(given.settings) if one.days]
    if not rules:
        yield off("retention", "everything is kept for ever: no FRONTDESK_KEEP_…_DAYS is set")
        return
    waiting = sum(one.rows for one in due(engine, rules, given.now - REMOVAL_LATE))
    last = max((one.at for one in last_removed(engine)), default=None)
    told = f"the last removal {_ago(given.now - last)}" if last else "nothing was removed yet"
    if waiting:
        told += f"; {waiting} rows are over their days since more than {REMOVAL_LATE.seconds // 3600} hours"
        yield fault("retention", told, "is the server running? frontdesk retention --remove does it now")
    else:
        yield ok("retention", f"{told}; nothing is overdue")


def outbox(given: Given, engine: Engine) -> Iterator[Row]:
    status = deliveries.status(engine)
    told = f"{status.delivered} delivered, {status.waiting} wait, {status.given_up} given up"
    if status.given_up:
        yield fault("deliveries", told, "frontdesk deliver lists them with the reason; --again ID tries one anew")
    elif status.since and given.now - status.since > DELIVERY_LATE:
        yield look(
            "deliveries", f"{told}; the oldest {_ago(given.now - status.since)}", "does the hospital's system answer?"
        )
    else:
        yield ok("deliveries", told)


def staff(given: Given, engine: Engine) -> Iterator[Row]:
    """Passwords that everybody knows are only ever given to the demonstration's own names."""
    accounts = Accounts(engine).enrolled(now=given.now)
    known = with_password(engine, PASSWORD, [one.username for one in STAFF])
    told = f"{sum(not one.disabled for one in accounts)} accounts, {known} with the demonstration's password"
    served = any(one.role is Role.ADMIN and not one.disabled and one.one_time_until is None for one in accounts)
    if known and is_demonstration(engine):
        yield look("accounts", told, "it is the demonstration: no real patient may meet it")
    elif known:
        yield fault("accounts", told, "frontdesk user password NAME, or disable NAME")
    elif not served:
        yield look(
            "accounts",
            f"{told}; nobody administers",
            "the server tells a one-time password as it starts (journalctl -u frontdesk)",
        )
    else:
        yield ok("accounts", told)
    lapsed = sum(
        one.one_time_until is not None and one.one_time_until < given.now for one in accounts if not one.disabled
    )
    if lapsed:
        yield look("accounts", f"{lapsed} never chose a password in time", "a new one: /admin, or disable them")


def hospital(given: Given, engine: Engine) -> Iterator[Row]:
    """The built-in one; another hospital's system is asked itself."""
    if given.settings.his != BUILT_IN:
        return
    if not is_seeded(engine):
        yield fault("hospital", "none is loaded", "frontdesk seed FOLDER")
    elif is_demonstration(engine):
        yield look("hospital", "the demonstration's", "for real patients: an empty database and frontdesk seed FOLDER")
    else:
        yield ok("hospital", "loaded, built in")


def _ago(time: timedelta) -> str:
    hours = time / timedelta(hours=1)
    return f"{hours:.0f} hours ago" if hours < 72 else f"{hours / 24:.0f} days ago"


LOOKS = (database, hospital, outbox, backups, retention, staff)
