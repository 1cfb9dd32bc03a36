"""The reports over HTTP: who may, what is downloaded, what is said of bad dates, and who looked."""

import csv
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from frontdesk.app.ledger.audit import entries
from frontdesk.app.ledger.reports.table import BOM
from frontdesk.app.settings import Settings
from frontdesk.app.web.parts import Parts
from tests.web.conftest import Kiosk

TODAY = "2026-11-23"


@pytest.fixture
def manager(signed_in: Callable[..., FlaskClient]) -> FlaskClient:
    return signed_in("manager")


def tables(client: FlaskClient, query: str = "") -> dict[str, Any]:
    answer = client.get(f"/api/reports{query}")
    assert answer.status_code == 200, answer.text
    return {table["key"]: table for table in answer.json["tables"]}


def test_a_reception_is_in_the_report_of_its_day_with_its_department(kiosk: Kiosk, manager: FlaskClient) -> None:
    department = kiosk.recommended()["recommendation"]["department"]["name"]
    kiosk.post("finish")
    told = tables(manager)
    assert [row[1] for row in told["outcomes"]["rows"]][:2] == [1, 1]
    assert [row[0]["zh"] for row in told["departments"]["rows"]] == [department]
    assert tables(manager, "?of=day&day=2026-11-22")["outcomes"]["rows"][0][1] == 0


def test_a_table_is_downloaded_as_a_spreadsheet_reads_it(kiosk: Kiosk, manager: FlaskClient) -> None:
    kiosk.recommended()
    kiosk.post("finish")
    answer = manager.get("/api/reports/tables/waits?language=zh")
    text = answer.data.decode()
    assert (answer.content_type, text[0]) == ("text/csv; charset=utf-8", BOM)
    assert 'filename="waits_20261123T0000_20261124T0000.csv"' in answer.headers["Content-Disposition"]
    heading, first, *_, last = csv.reader(StringIO(text[1:]))
    assert heading == ["项目", "次数", "中位数（秒）", "九成以内（秒）", "最长（秒）"]
    assert first[:2] == ["开始到交给医生", "1"]
    assert last == ["候诊到进诊室", "", "", "", ""], "not measured is empty, and no 0"
    assert manager.get("/api/reports/tables/nothing").status_code == 404


def test_no_patient_is_in_it_and_only_management_reads_questions_nobody_could_answer(
    kiosk: Kiosk, manager: FlaskClient, signed_in: Callable[..., FlaskClient]
) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1003", "name": "周小满"})
    kiosk.say("我叫周小满，电话13812345678，你们这里能修手机吗？")
    whole = manager.get("/api/reports").text
    assert not any(one in whole for one in ("周小满", "P1003", "13812345678"))
    ((question, often),) = tables(manager)["questions"]["rows"]
    assert ("修手机" in question, often) == (True, 1)
    admin = signed_in("admin")
    assert "修手机" not in admin.get("/api/reports").text
    assert admin.get("/api/reports/tables/questions").status_code == 404


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?of=day&day=2026-11-24", "period_in_the_future"),
        ("?of=days&day=2026-11-02&until=2026-11-01", "period_reversed"),
        ("?of=days&day=2026-11-02", "period_without_end"),
        ("?of=days&day=2020-01-01&until=2026-11-01", "period_too_long"),
        ("?of=shift&shift=09:30", "no_such_shift"),
        ("?of=month", "invalid"),
        ("?day=2026-02-30", "invalid"),
        ("?day=yesterday", "invalid"),
    ],
)
def test_bad_dates_get_an_error_that_says_what_is_wrong(manager: FlaskClient, query: str, code: str) -> None:
    answer = manager.get(f"/api/reports{query}")
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert manager.get(f"/api/reports/tables/waits{query}").status_code == 422


def test_who_looked_at_which_report_is_in_the_trail(manager: FlaskClient, parts: Parts) -> None:
    manager.get(f"/api/reports?of=shift&day={TODAY}&shift=08:00")
    manager.get("/api/reports/tables/waits?of=week")
    looks = [(one.by, one.about["what"]) for one in entries(parts.engine) if one.act == "read"]
    by = "manager:manager-None"
    assert looks == [
        (by, ["report", "shift", "2026-11-23T08:00/2026-11-23T16:00"]),
        (by, ["report", "week", "2026-11-23T00:00/2026-11-30T00:00", "waits"]),
    ]


def test_shifts_are_the_hospitals_own(manager: FlaskClient) -> None:
    assert manager.get("/api/reports").json["shifts"] == ["00:00", "08:00", "16:00"]
    starts = Settings(shifts="21:00, 07:30", _env_file=None).shift_starts
    assert [f"{one:%H:%M}" for one in starts] == ["07:30", "21:00"]
    with pytest.raises(ValueError, match="HH:MM"):
        Settings(shifts="8-16", _env_file=None)
