"""The table of records over HTTP: sorted, paged and filtered by the server, exported, and limited to its reader."""

import csv
from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text, update
from sqlmodel import col

from frontdesk.app.ledger.audit import entries, verify
from frontdesk.app.ledger.records.store import OursFirst
from frontdesk.app.ledger.records.tables import OutpatientRecordRow
from frontdesk.app.web.parts import Parts
from frontdesk.his_adapter.access import Narrowed
from frontdesk.his_adapter.errors import HospitalAway
from frontdesk.his_adapter.hospital import Feature
from frontdesk.his_adapter.matching import years_of
from frontdesk.his_adapter.nothing import NoRecords
from frontdesk.his_adapter.records import OutpatientRecord


@pytest.fixture
def officer(signed_in: Callable[..., FlaskClient]) -> FlaskClient:
    return signed_in("records_officer")


def asked(client: FlaskClient, **query: object) -> dict:  # type: ignore[type-arg]
    answer = client.get("/api/records", query_string=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json)


def numbers(page: dict) -> list[int]:  # type: ignore[type-arg]
    return [row["outpatient_number"] for row in page["rows"]]


def column(page: dict, name: str) -> list[str]:  # type: ignore[type-arg]
    return [row["fields"][name] for row in page["rows"]]


def test_pages_follow_one_another_without_gap_or_double(officer: FlaskClient) -> None:
    first, second = (asked(officer, size=30, page=page) for page in (1, 2))
    whole = asked(officer, size=60)
    assert numbers(first) + numbers(second) == numbers(whole)
    assert first["total"] == whole["total"] > 60
    dates = [row["visit_date"] for row in whole["rows"]]
    assert dates == sorted(dates, reverse=True)


def test_ages_are_sorted_as_ages_and_names_by_their_sound_with_the_empty_last(
    officer: FlaskClient, parts: Parts
) -> None:
    with parts.engine.begin() as connection:
        connection.execute(text("update outpatient_record set name = '' where outpatient_number = 20001"))
    ages = [years_of(age) for age in column(asked(officer, sort="age", descending=False, size=100), "age")]
    assert ages == sorted(ages, key=lambda age: age or 0)
    pages = [asked(officer, sort="name", descending=False, size=100, page=page) for page in (1, 2, 3)]
    names = [name for page in pages for name in column(page, "name")]
    assert names.index("陈桂花") < names.index("林松涛") < names.index("王芳")
    assert numbers(pages[-1])[-1] == 20001


def test_words_are_looked_for_as_numbers_as_names_or_in_the_field_that_is_named(officer: FlaskClient) -> None:
    by_patient, by_name = asked(officer, q="p1001"), asked(officer, q="林松涛")
    assert (by_patient["read_as"], by_name["read_as"]) == ("patient_id", "name")
    assert numbers(by_patient) == numbers(by_name) != []
    by_number = asked(officer, q="20001")
    assert (by_number["read_as"], numbers(by_number)) == ("outpatient_number", [20001])
    told = asked(officer, q="hypertension", field="past_history")
    assert told["total"] and all(
        "高血压" in one or "hypertension" in one.lower() for one in column(told, "past_history")
    )
    assert officer.get("/api/records?q=abc&field=outpatient_number").status_code == 422


def test_a_department_and_days_narrow_it_exactly(officer: FlaskClient) -> None:
    page = asked(officer, department_id="cardiology", size=100)
    assert page["total"] and set(column(page, "department")) <= {"心血管内科", "Cardiology"}
    day = page["rows"][0]["visit_date"][:10]
    of_day = asked(officer, since=day, until=day)
    assert of_day["total"] and {row["visit_date"][:10] for row in of_day["rows"]} == {day}


def test_a_doctor_sees_the_own_department_and_is_refused_another(signed_in: Callable[..., FlaskClient]) -> None:
    doctor = signed_in("doctor", "cardiology")
    page = asked(doctor, size=100)
    assert page["own_department"] and set(column(page, "department")) <= {"心血管内科", "Cardiology"}
    for path in ("/api/records", "/api/records/export"):
        assert doctor.get(f"{path}?department_id=dermatology").status_code == 403
    theirs = numbers(asked(signed_in("records_officer"), department_id="dermatology"))[0]
    assert doctor.get(f"/api/records/{theirs}").status_code == 404


def test_an_export_holds_the_chosen_columns_of_all_that_fits_and_no_formula(officer: FlaskClient, parts: Parts) -> None:
    with parts.engine.begin() as connection:
        for number, words in ((20001, '=HYPERLINK("http://x")'), (20002, " ＝1+1"), (20003, '血压, "高"\n第二行')):
            of_it = update(OutpatientRecordRow).where(col(OutpatientRecordRow.outpatient_number) == number)
            connection.execute(of_it.values(notes=words))
    answer = officer.get(
        "/api/records/export?columns=outpatient_number,notes&language=en&sort=outpatient_number&descending=false"
    )
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    body = answer.get_data(as_text=True)
    assert body.startswith("\ufeff")
    assert officer.get("/api/records/export?columns=password").status_code == 422
    heading, *rows = csv.reader(StringIO(body[1:]))
    assert heading == ["Outpatient number", "Notes"]
    assert len(rows) == asked(officer)["total"]
    notes = dict(rows)  # type: ignore[arg-type]
    assert notes["20001"] == '\'=HYPERLINK("http://x")'
    assert notes["20002"] == "' ＝1+1"
    assert notes["20003"] == '血压, "高"\n第二行'


def test_what_is_shown_and_what_is_exported_is_in_the_trail(officer: FlaskClient, parts: Parts) -> None:
    asked(officer, q="P1001")
    officer.get("/api/records/export?q=P1001&columns=name")
    verify(parts.engine)
    shown, exported = list(entries(parts.engine))[-2:]
    assert (shown.act, shown.about["patients"]) == ("read", ["P1001"])
    assert (exported.act, exported.about["what"], exported.about["patients"]) == ("export", ["name"], ["P1001"])
    assert exported.about["records"] == shown.about["records"]


def test_more_than_an_export_takes_is_refused_and_says_so(
    officer: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("frontdesk.app.ledger.record_table.MOST_EXPORT", 10)
    answer = officer.get("/api/records/export")
    assert (answer.status_code, answer.get_json(force=True)["code"]) == (409, "too_many_to_export")


class Theirs(NoRecords):
    """A hospital's system that finds and cannot sort."""

    supports = frozenset({Feature.FIND})
    away = False

    def find(self, narrowed: Narrowed, *, limit: int) -> list[OutpatientRecord]:
        if self.away:
            raise HospitalAway("no answer")
        at = "2026-11-20T08:00"
        return [OutpatientRecord.model_validate({"patient_id": "H7", "name": "Abe", "visit_date": at}, strict=False)]


def test_a_system_that_cannot_sort_is_sorted_here_and_said_to_be(officer: FlaskClient, parts: Parts) -> None:
    theirs = Theirs()
    behind = replace(parts.hospital, records=OursFirst(parts.records, theirs))
    parts.record_table._hospital = behind
    page = asked(officer, sort="name", descending=False)
    assert page["among"] == page["total"]
    assert (page["rows"][0]["name"], page["rows"][0]["here"]) == ("Abe", False)
    theirs.away = True
    page = asked(officer)
    assert (page["away"], page["among"]) == (True, None)
    assert page["rows"]
