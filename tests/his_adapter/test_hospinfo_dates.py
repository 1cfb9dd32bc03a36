"""Dates and times as staff write them, against a Wednesday morning."""

from datetime import datetime
from typing import Any

import pytest

from frontdesk.his_adapter.hospinfo import Reason, Refused, parse
from frontdesk.his_adapter.operation import HisOperation

NOW = datetime(2026, 3, 18, 10, 30)

# What is said, the bound on `visit_date`, and its value; whole days are told by the day alone.
DATES = [
    ("today", "range 2026-03-18..2026-03-18"),
    ("on 1st March", "range 2026-03-01..2026-03-01"),
    ("on March 1st, 2025", "range 2025-03-01..2025-03-01"),
    ("on Mar 1", "range 2026-03-01..2026-03-01"),
    ("on 01/03/2026", "range 2026-03-01..2026-03-01"),
    ("on 2026.03.01", "range 2026-03-01..2026-03-01"),
    ("in March", "range 2026-03-01..2026-03-31"),
    ("in May", "range 2025-05-01..2025-05-31"),
    ("since May 2025", "gte 2025-05-01"),
    ("after March 2025", "gt 2025-03-31"),
    ("before 2025", "lt 2025-01-01"),
    ("in 2024 and 2025", "range 2024-01-01..2025-12-31"),
    ("between January and March 2025", "range 2025-01-01..2025-03-31"),
    ("from last Monday to last Friday", "range 2026-03-09..2026-03-13"),
    ("since last month", "gte 2026-02-01"),
    ("in the last three months", "gte 2025-12-18"),
    ("over the past week", "gte 2026-03-11"),
    ("within the last 10 days", "gte 2026-03-08"),
    ("this morning", "range 2026-03-18..2026-03-18T11:59"),
    ("yesterday afternoon", "range 2026-03-17T12:00..2026-03-17T17:59"),
    ("next week", "range 2026-03-23..2026-03-29"),
    ("tomorrow", "range 2026-03-19..2026-03-19"),
    ("last quarter", "range 2025-10-01..2025-12-31"),
    ("in the first half of 2025", "range 2025-01-01..2025-06-30"),
    ("on Sunday", "range 2026-03-15..2026-03-15"),
    ("three days ago", "range 2026-03-15..2026-03-15"),
    ("in week 9 of 2026", "range 2026-02-23..2026-03-01"),
    ("the Monday before last", "range 2026-03-09..2026-03-09"),
    ("on the third of last month", "range 2026-02-03..2026-02-03"),
    ("in the second half of January", "range 2026-01-16..2026-01-31"),
    ("in the last ten days of 2025", "range 2025-12-22..2025-12-31"),
    ("on the last day of last month", "range 2026-02-28..2026-02-28"),
    ("since three days ago", "gte 2026-03-15"),
    ("until yesterday", "lte 2026-03-17"),
    ("before today", "lt 2026-03-18"),
    ("from 1 March 2026 until today", "range 2026-03-01..2026-03-18"),
    ("from 5 March onwards", "gte 2026-03-05"),
    ("at 9:30 on 12 March 2026", "eq 2026-03-12T09:30"),
    ("after 14:00 today", "gt 2026-03-18T14:00"),
    ("on 12 March 2026 between 2pm and 4pm", "range 2026-03-12T14:00..2026-03-12T16:00"),
    ("year to date", "range 2026-01-01..2026-12-31"),
    ("in the week before last", "range 2026-03-02..2026-03-08"),
    ("last year", "range 2025-01-01..2025-12-31"),
    ("on or before 3 March", "lte 2026-03-03"),
    ("later than yesterday", "gt 2026-03-17"),
    ("今天", "range 2026-03-18..2026-03-18"),
    ("三月一号", "range 2026-03-01..2026-03-01"),
    ("2025年3月1日", "range 2025-03-01..2025-03-01"),
    ("二〇二五年三月", "range 2025-03-01..2025-03-31"),
    ("三月", "range 2026-03-01..2026-03-31"),
    ("五月份", "range 2025-05-01..2025-05-31"),
    ("2025年5月以来", "gte 2025-05-01"),
    ("2025年3月之后", "gt 2025-03-31"),
    ("2025年以前", "lt 2025-01-01"),
    ("2025年1月到3月", "range 2025-01-01..2025-03-31"),
    ("上周一到上周五", "range 2026-03-09..2026-03-13"),
    ("上个月以来", "gte 2026-02-01"),
    ("近三个月", "gte 2025-12-18"),
    ("最近一周", "gte 2026-03-11"),
    ("10天内", "gte 2026-03-08"),
    ("今天上午", "range 2026-03-18..2026-03-18T11:59"),
    ("昨天下午", "range 2026-03-17T12:00..2026-03-17T17:59"),
    ("下周", "range 2026-03-23..2026-03-29"),
    ("上季度", "range 2025-10-01..2025-12-31"),
    ("2025年上半年", "range 2025-01-01..2025-06-30"),
    ("周日", "range 2026-03-15..2026-03-15"),
    ("三天前", "range 2026-03-15..2026-03-15"),
    ("截至昨天", "lte 2026-03-17"),
    ("今天之前", "lt 2026-03-18"),
    ("从2026年3月1日到今天", "range 2026-03-01..2026-03-18"),
    ("3月5日起", "gte 2026-03-05"),
    ("2026年3月12日9点30分", "eq 2026-03-12T09:30"),
    ("今天14:00之后", "gt 2026-03-18T14:00"),
    ("3月12日下午2点到4点", "range 2026-03-12T14:00..2026-03-12T16:00"),
    ("上上周", "range 2026-03-02..2026-03-08"),
    ("去年", "range 2025-01-01..2025-12-31"),
    ("去年3月", "range 2025-03-01..2025-03-31"),
    ("3月3日及以前", "lte 2026-03-03"),
    ("周末", "range 2026-03-14..2026-03-15"),
    ("前年", "range 2024-01-01..2024-12-31"),
    ("半年内", "gte 2025-09-18"),
    ("本月初", "range 2026-03-01..2026-03-10"),
    ("2026年2月下旬", "range 2026-02-21..2026-02-28"),
    ("这个礼拜", "range 2026-03-16..2026-03-22"),
    ("星期一", "range 2026-03-16..2026-03-16"),
    ("26年3月2日", "range 2026-03-02..2026-03-02"),
    ("上个月5号", "range 2026-02-05..2026-02-05"),
    ("一个月前", "range 2026-02-18..2026-02-18"),
    ("20260302", "range 2026-03-02..2026-03-02"),
    ("晚于3月10日", "gt 2026-03-10"),
    ("早于3月10日", "lt 2026-03-10"),
]


@pytest.mark.parametrize(("said", "meant"), DATES)
def test_a_date_is_resolved_against_now(said: str, meant: str) -> None:
    chinese = not said.isascii()
    read = parse(f"患者P1001 {said}的就诊" if chinese else f"visits of P1001 {said}", now=NOW)
    assert isinstance(read, HisOperation)
    assert {key: value for key, value in read.condition.items() if key != "patient_id"} == condition(meant)


def condition(meant: str) -> dict[str, Any]:
    """The condition that "range 2026-03-01..2026-03-05" and the like stand for."""
    bound, _, value = meant.partition(" ")
    if bound == "range":
        first, last = value.split("..")
        return {"visit_date__range": (at(first, "00:00"), at(last, "23:59"))}
    if bound == "eq":
        return {"visit_date": value}
    return {f"visit_date__{bound}": at(value, "23:59" if bound in ("gt", "lte") else "00:00")}


def at(value: str, minute: str) -> str:
    return value if "T" in value else f"{value}T{minute}"


@pytest.mark.parametrize(
    "said", ["visits of P1001 on 29 February 2025", "P1001在2026年2月30日的就诊", "delete P1001's record of 2026-13-01"]
)
def test_a_day_there_never_was_is_refused(said: str) -> None:
    refused = parse(said, now=NOW)
    assert isinstance(refused, Refused) and refused.reason is Reason.BAD_VALUE


@pytest.mark.parametrize(
    "instruction",
    [
        "visits in week 60 of 2026",
        "visits in the middle of last week",
        "visits on the penultimate day of February",
        "visits in the second week of January",
        "visits in week 3",
        "查一月前十天的就诊",
        "查二月后半个月的就诊",
    ],
)
def test_a_time_of_which_only_a_part_is_read_is_refused(instruction: str) -> None:
    answer = parse(instruction, now=NOW)
    assert isinstance(answer, Refused)
    assert answer.reason is Reason.BAD_VALUE
