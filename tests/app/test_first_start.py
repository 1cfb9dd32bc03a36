"""The first start makes an administrator, tells the password once, and leaves everybody else alone."""

from datetime import datetime
from pathlib import Path

from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.staff import Account, OneTime, Role
from frontdesk.app.settings import Settings
from frontdesk.commands import serve
from frontdesk.database.engine import connect
from tests.conftest import MONDAY
from tests.databases import SqliteTemplate
from tests.his_adapter.small_hospital import write_hospital


def test_the_first_start_of_a_hospital_makes_an_administrator(sqlite_template: SqliteTemplate, tmp_path: Path) -> None:
    with sqlite_template.copy(tmp_path) as url:
        engine, settings = connect(url), Settings(database_url=url, _env_file=None)
        seed(engine, write_hospital(tmp_path / "hospital"), MONDAY)
        accounts = Accounts(engine)
        accounts.add(Account(username="lin", name="Lin", role=Role.NURSE), "quite-another-battery", now=datetime.now())
        name, one_time = serve._prepare(settings, demo=False) or ("", None)
        assert [(one.username, one.role) for one in accounts.all()] == [("admin", Role.ADMIN), ("lin", Role.NURSE)]
        assert name == "admin" and one_time is not None
        assert serve._prepare(settings, demo=False, first=False) is None, "another worker leaves the password as it is"
        accounts.set_password("admin", "quite-another-battery", now=datetime.now())
        assert serve._prepare(settings, demo=False) is None
        engine.dispose()


def test_what_is_printed_at_the_start_names_the_administrator_and_where_to_sign_in() -> None:
    settings = Settings(public_url="https://kiosk.example", _env_file=None)
    first = ("admin", OneTime(password="K7QM-2XPA-9TRS", expires=datetime(2026, 11, 30, 9)))
    told = serve.announcement(settings, demo=False, first=first)
    assert "sign in at https://kiosk.example/staff as admin" in told
    assert "K7QM-2XPA-9TRS, until 2026-11-30 09:00" in told
    assert "First administrator" not in serve.announcement(settings, demo=False)
