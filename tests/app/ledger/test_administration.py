"""What an administrator changes, on both databases."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import Engine

from frontdesk.app.ledger.accounts import Account, Accounts, LastAdministrator, Role
from frontdesk.app.ledger.audit import Act, Entry, note, verify
from frontdesk.app.ledger.audit_search import Wanted, search
from frontdesk.app.ledger.devices import Devices

NINE = datetime(2026, 11, 23, 9)
LASTING = timedelta(hours=12)
OWN = "quite-another-battery"


def entered(accounts: Accounts, username: str, password: str, chosen: str = "") -> Account | None:
    done = accounts.sign_in(username, password, "10.0.0.1", now=NINE, lasting=LASTING, chosen=chosen)
    return done[0] if done else None


def test_the_first_administrator_is_made_once_and_told_anew_until_somebody_has_signed_in(engine: Engine) -> None:
    accounts = Accounts(engine)
    name, first = accounts.first_administrator(now=NINE) or pytest.fail("nobody was made")
    again, second = accounts.first_administrator(now=NINE) or pytest.fail("nobody has signed in yet")
    assert (name, again) == ("admin", "admin")
    assert entered(accounts, name, first.password, OWN) is None, "the newest counts"
    assert entered(accounts, name, second.password, OWN) is not None
    assert accounts.first_administrator(now=NINE) is None
    verify(engine)


def test_a_name_that_is_taken_is_left_to_whoever_has_it(engine: Engine) -> None:
    accounts = Accounts(engine)
    accounts.add(Account(username="admin", name="Lin", role=Role.NURSE), OWN, now=NINE)
    made = accounts.first_administrator(now=NINE)
    assert made and made[0] == "admin2"


def test_one_administrator_always_stays(engine: Engine) -> None:
    accounts = Accounts(engine)
    for name in ("one", "two"):
        accounts.add(Account(username=name, name=name, role=Role.ADMIN), OWN, now=NINE)
    accounts.disable("one", now=NINE)
    with pytest.raises(LastAdministrator):
        accounts.change(Account(username="two", name="two", role=Role.NURSE), now=NINE)
    accounts.disable("one", now=NINE, disabled=False)
    accounts.change(Account(username="two", name="two", role=Role.NURSE), now=NINE)
    assert [one.role for one in accounts.enrolled(now=NINE)] == [Role.ADMIN, Role.NURSE]


def test_a_renamed_kiosk_keeps_its_browsers_and_the_trail_is_whole(engine: Engine) -> None:
    devices = Devices(engine)
    token = devices.pair(devices.code("One", now=NINE), now=NINE)
    assert token is not None
    devices.rename("One", "Two", now=NINE)
    assert [(one.name, one.browsers, one.seen) for one in devices.all()] == [("Two", 1, NINE)]
    assert devices.kiosk_of(token) == "Two"
    assert Devices(engine).all()[0].seen == NINE, "after a restart: when it was paired"
    verify(engine)


def test_entries_are_found_by_what_they_are_about(engine: Engine) -> None:
    for hour, patient in enumerate(("P1", "P2", "P1")):
        entry = Entry(act=Act.READ, what=("P2",), patients=(patient,))
        note(engine, entry, at=NINE + timedelta(hours=hour), by=f"nurse:n{hour}")
    note(engine, Entry(act=Act.SIGN_IN), at=NINE, by="nurse:100%")

    def numbers(**wanted: object) -> list[int]:
        return [entry.number for entry in search(engine, Wanted.model_validate(wanted))[0]]

    assert numbers(patient="P1") == [3, 1]
    assert numbers(patient="P2") == [2], "not where the text only names it elsewhere"
    assert numbers(by="0%") == [4]
    assert numbers(act="read", since=NINE + timedelta(hours=1), until=NINE + timedelta(hours=2)) == [2]
    assert numbers(before=3) == [2, 1]
    assert search(engine, Wanted(), limit=3)[1] and not search(engine, Wanted(), limit=4)[1]
