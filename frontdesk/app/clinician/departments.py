"""Departments that a question names, and whether the records that a doctor may see are theirs."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

from frontdesk.app.clinician.task import Chart
from frontdesk.models.facts import Language

WANTS = (
    r"(?:那边|的?医生|大夫)?(?:\s*(?:also|now|would|will|is|are|team))*\s*(?:想|要|打算|准备|计划|wants?\b"
    r"|wish|ask|plan|like|going to|considering)"
)


class Department(NamedTuple):
    """One row of `departments.yaml`."""

    code: str
    name: dict[Language, str]
    words: re.Pattern[str]


@cache
def departments() -> dict[str, Department]:
    rows = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return {
        code: Department(
            code, {Language.EN: row["en"], Language.ZH: row["zh"]}, re.compile(row["words"], re.IGNORECASE)
        )
        for code, row in rows.items()
    }


def named_in(question: str) -> tuple[Department, ...]:
    return tuple(one for one in departments().values() if one.words.search(question))


def unseen_in(question: str, chart: Chart) -> tuple[Department, ...]:
    """Those named of which no record is among the chart's; not what a department only wants to do."""
    return tuple(
        one
        for one in named_in(question)
        if not any(one.words.search(record.department) for record in chart.records)
        and not re.search(rf"(?:{one.words.pattern}){WANTS}", question, re.IGNORECASE)
    )
