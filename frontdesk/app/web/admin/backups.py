"""Backups of the whole database, and how much is kept of what."""

from datetime import datetime

from frontdesk.app.ledger.audit import Act, Entry, note
from frontdesk.app.ledger.audit_search import Wanted, search
from frontdesk.app.ledger.backup import NAME, backup, check
from frontdesk.app.ledger.holdings import holdings
from frontdesk.app.ledger.retention import due, last_removed
from frontdesk.app.retention_rules import rules_of
from frontdesk.app.web.admin.blueprint import admin
from frontdesk.app.web.admin.schemas import BackupFile, BackupView, HoldingView
from frontdesk.app.web.parts import Parts, parts
from frontdesk.app.web.problems import Refused

SHOWN = 20
BACKING_UP = "backup"  # one at a time


def _view() -> BackupView:
    whole = parts()
    folder = whole.settings.backup_folder
    there = sorted(folder.glob("frontdesk-*.jsonl.gz"), reverse=True)[:SHOWN] if folder.is_dir() else []
    elsewhere, _ = search(whole.engine, Wanted(act=Act.BACKUP, by="operator"), limit=1)
    return BackupView(
        folder=str(folder),
        files=[
            BackupFile(name=one.name, at=datetime.fromtimestamp(one.stat().st_mtime), size=one.stat().st_size)  # noqa: DTZ006
            for one in there
        ],
        elsewhere=elsewhere[0].at if elsewhere else None,
        holdings=_holdings(whole),
    )


def _holdings(whole: Parts) -> list[HoldingView]:
    """What is kept, with the rule of each kind that has one, what is due by it and what was removed last."""
    rules = {one.kind.value: one for one in due(whole.engine, rules_of(whole.settings), whole.clock())}
    removed = {one.kind.value: one for one in last_removed(whole.engine)}
    views = []
    for one in holdings(whole.engine):
        rule, last = rules.get(one.what), removed.get(one.what)
        views.append(
            HoldingView(
                **one.model_dump(),
                days=rule.days if rule else None,
                due=rule.rows if rule else None,
                removed=last.rows if last else None,
                removed_at=last.at if last else None,
            )
        )
    return views


@admin.get("/backup")
@admin.output(BackupView)
def backups() -> BackupView:
    """The backups in the folder, and how much is kept of what."""
    return _view()


@admin.post("/backup")
@admin.output(BackupView)
def back_up() -> BackupView:
    """Write everything the database holds at this moment into a new file, and read it again."""
    whole = parts()
    folder, name = whole.settings.backup_folder, whole.clock().strftime(NAME)
    if not whole.locks.take(BACKING_UP):
        raise Refused(409, "backup_running", "A backup is being made")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        backup(whole.engine, folder / name)
        check(folder / name)
    except OSError:
        raise Refused(409, "backup_failed", "The folder cannot be written, or is full") from None
    finally:
        whole.locks.release(BACKING_UP)
    note(whole.engine, Entry(act=Act.BACKUP, what=(name,)), at=whole.clock())
    return _view()
