"""What an administrator changes, on both databases."""

from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.audit import Act, Broken, Entry, note, note_loaded, verify
from frontdesk.app.ledger.audit_search import Wanted, search
from frontdesk.app.ledger.credentials import Credentials
from frontdesk.app.ledger.devices import Devices
from frontdesk.app.ledger.holdings import holdings
from frontdesk.app.ledger.house import House, Kind, NoTextDraft, TextState
from frontdesk.app.ledger.presence import Presence
from frontdesk.app.ledger.records.loading import seed
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.ledger.second_factors import SecondFactors
from frontdesk.app.ledger.sign_offs import SignOffs
from frontdesk.app.ledger.staff import Account, LastAdministrator, Role
from frontdesk.app.ledger.tries import Tries
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.models.facts import Language
from tests.his_adapter.small_hospital import write_hospital

NINE = datetime(2026, 11, 23, 9)
OWN = "quite-another-battery"


def entered(engine: Engine, username: str, password: str, chosen: str = "") -> Account | None:
    second_factors = SecondFactors(engine)
    credentials = Credentials(engine, Accounts(engine), Tries(engine), second_factors)
    return credentials.sign_in(username, password, "10.0.0.1", now=NINE, chosen=chosen)


def test_the_first_administrator_is_made_once_and_told_anew_until_somebody_has_signed_in(engine: Engine) -> None:
    accounts = Accounts(engine)
    name, first = accounts.first_administrator(now=NINE) or pytest.fail("nobody was made")
    again, second = accounts.first_administrator(now=NINE) or pytest.fail("nobody has signed in yet")
    assert (name, again) == ("admin", "admin")
    assert entered(engine, name, first.password, OWN) is None, "the newest counts"
    assert entered(engine, name, second.password, OWN) is not None
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


@pytest.fixture
def hospital(engine: Engine, tmp_path: Path) -> Hospital:
    seed(engine, write_hospital(tmp_path / "hospital"), NINE.date())
    return hospital_behind(engine, lambda: NINE)


def test_a_text_goes_from_draft_to_published_to_withdrawn_and_the_trail_covers_each(
    engine: Engine, hospital: Hospital
) -> None:
    house = House(engine, hospital)
    before = hospital.directory.policies()[0]
    body = before.model_dump(mode="json", exclude={"policy_id"})
    with pytest.raises(NoTextDraft):
        house.publish_policy(before.policy_id, before, now=NINE)
    for title in ("first", "second"):
        house.save_draft(Kind.POLICY, before.policy_id, body | {"title": {"zh": title, "en": title}}, now=NINE)
    house.publish_policy(before.policy_id, before, now=NINE)
    assert hospital.directory.policies()[0].title[Language.EN] == "second", "the newest draft, in its old place"
    house.withdraw_policy(hospital.directory.policies()[0], now=NINE)
    assert before.policy_id not in [one.policy_id for one in hospital.directory.policies()]
    history = house.history(Kind.POLICY, before.policy_id)
    assert [one.state for one in history] == [TextState.WITHDRAWN, TextState.PUBLISHED, TextState.PUBLISHED]
    house.save_draft(Kind.POLICY, "new", body, now=NINE)
    house.discard_draft(Kind.POLICY, "new", now=NINE)
    house.save_draft(Kind.POLICY, "new", body, now=NINE)
    house.publish_policy("new", None, now=NINE)
    assert hospital.directory.policies()[-1].policy_id == "new"
    verify(engine)
    with engine.execution_options(writing=True).begin() as connection:
        connection.execute(text("update text_version set state = 'published' where state = 'withdrawn'"))
    with pytest.raises(Broken, match="text:"):
        verify(engine)


def test_a_department_changes_in_its_place_and_a_signature_is_covered(engine: Engine, hospital: Hospital) -> None:
    house, before = House(engine, hospital), hospital.directory.departments()[0]
    house.change_department(before.model_copy(update={"room": "Z9", "closed_on": (NINE.date(),)}), now=NINE)
    after = hospital.directory.departments()[0]
    assert (after.department_id, after.room, after.closed_on) == (before.department_id, "Z9", (NINE.date(),))
    signed = SignOffs(engine)
    signed.sign("red_flags", "a" * 64, clinician="Dr Zhou", username="zhou", now=NINE)
    assert [(one.content, one.clinician) for one in signed.all()] == [("red_flags", "Dr Zhou")]
    verify(engine)
    with engine.execution_options(writing=True).begin() as connection:
        connection.execute(text("update content_sign_off set clinician = 'Dr Who'"))
    with pytest.raises(Broken, match="sign_off:1"):
        verify(engine)


def test_what_is_kept_is_counted_with_the_oldest_of_it(engine: Engine) -> None:
    note(engine, Entry(act=Act.READ), at=NINE)
    told = {one.what: (one.rows, one.oldest) for one in holdings(engine)}
    assert told["audit"] == (1, NINE)
    assert told["sessions"] == told["sign_ins"] == (0, None)


def test_a_department_offers_no_time_on_a_day_on_which_it_is_closed(engine: Engine, hospital: Hospital) -> None:
    cardiology = next(one for one in hospital.directory.departments() if one.department_id == "cardiology")

    def first() -> date:
        return hospital.scheduling.free_slots("cardiology", NINE, limit=1)[0].starts.date()

    day = first()
    House(engine, hospital).change_department(cardiology.model_copy(update={"closed_on": (day,)}), now=NINE)
    assert first() > day


def test_the_folder_does_not_overwrite_what_a_person_published_or_withdrew(engine: Engine, tmp_path: Path) -> None:
    folder = write_hospital(tmp_path / "hospital")
    seed(engine, folder, NINE.date())
    hospital = hospital_behind(engine, lambda: NINE)
    first, *others = hospital.directory.policies()
    house = House(engine, hospital)
    body = first.model_dump(mode="json", exclude={"policy_id"}) | {"text": {"zh": "全天开放", "en": "Open all day"}}
    house.save_draft(Kind.POLICY, first.policy_id, body, now=NINE)
    house.publish_policy(first.policy_id, first, now=NINE)
    for one in others[:1]:
        house.withdraw_policy(one, now=NINE)
    loaded = seed(engine, folder, NINE.date())
    note_loaded(engine, at=NINE, by="operator")
    now = {one.policy_id: one for one in hospital_behind(engine, lambda: NINE).directory.policies()}
    assert now[first.policy_id].text[Language.EN] == "Open all day"
    assert not {one.policy_id for one in others[:1]} & set(now)
    assert set(loaded.stand) == {first.policy_id, *(one.policy_id for one in others[:1])}
    assert loaded.policies == len(others) - len(others[:1])
    verify(engine)


def test_a_renamed_kiosk_was_heard_under_its_new_name(engine: Engine) -> None:
    devices, presence = Devices(engine), Presence(engine, lambda: NINE)
    devices.pair(devices.code("One", now=NINE), now=NINE)
    presence.here("One")
    devices.rename("One", "Two", now=NINE)
    assert presence.last() == {"Two": NINE}
