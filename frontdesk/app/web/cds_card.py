"""The card that a record system shows of a patient who waits, in either language."""

import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from frontdesk.his_adapter.records import Level, Text, Visit
from frontdesk.models.facts import Language

SUMMARY = 140  # characters: fewer than these, says the standard
MARKED = re.compile(r"([\\`*_{}\[\]()<>#+\-.!|~&])")  # what means something in the standard's Markdown
GRAVITY = (Level.A, Level.B, Level.I, Level.C, Level.P, None)
INDICATORS = {Level.A: "critical", Level.B: "warning", Level.C: "warning", Level.I: "warning"}
WORDS: dict[Language, dict[Level | str | None, str]] = {
    Language.EN: {
        Level.A: "Emergency",
        Level.B: "Urgent, within 10 minutes",
        Level.C: "A nurse first",
        Level.P: "Private",
        Level.I: "Mask, separate way",
        None: "Routine",
        "summary": "{level}. Waiting at {department}: {complaint}",
        "detail": "- {time}, {department}: {complaint} ({level})",
        "unsaid": "no complaint told",
        "label": "Open the doctor's page",
        "labels": "Open the doctor's page: {department}",
        "source": "Frontdesk reception",
    },
    Language.ZH: {
        Level.A: "紧急",
        Level.B: "尽快，10分钟内",
        Level.C: "先见护士",
        Level.P: "私密",
        Level.I: "戴口罩走专道",
        None: "普通",
        "summary": "{level}。在{department}候诊：{complaint}",
        "detail": "- {time}，{department}：{complaint}（{level}）",
        "unsaid": "未说主诉",
        "label": "打开医生页面",
        "labels": "打开医生页面：{department}",
        "source": "预检接待",
    },
}


def card_of(
    visits: Sequence[Visit], departments: Mapping[str, Text], language: Language, *, home: str, launches: bool = False
) -> dict[str, Any]:
    """`visits` of one patient, at least one; the summary is of the most urgent, all are in the detail.

    `launches`: the record system can open the page itself, with the patient in context.
    """
    words = WORDS[language]
    gravest = min(visits, key=lambda one: GRAVITY.index(_level(one)))
    summary = words["summary"].format_map(_told(gravest, departments, language))
    detail = "\n".join(words["detail"].format_map(_escaped(_told(one, departments, language))) for one in visits)
    label = "label" if len(visits) == 1 else "labels"
    return {
        "summary": summary if len(summary) < SUMMARY else f"{summary[: SUMMARY - 2]}…",
        "detail": detail,
        "indicator": INDICATORS.get(level, "info") if (level := _level(gravest)) else "info",
        "source": {"label": words["source"], "url": home},
        "links": [{"label": words["label"], "url": f"{home}/launch", "type": "smart"}]
        if launches
        else [
            {
                "label": words[label].format_map(_told(one, departments, language)),
                "url": page_of(one, home),
                "type": "absolute",
            }
            for one in visits
        ],
    }


def page_of(visit: Visit, home: str) -> str:
    """The doctor's page of a visit."""
    asked = {"department": visit.department_id, "record": visit.record.outpatient_number or 0}
    return f"{home}/worklist?{urlencode(asked)}"


def _level(visit: Visit) -> Level | None:
    return visit.summary.level if visit.summary else None


def _told(visit: Visit, departments: Mapping[str, Text], language: Language) -> dict[str, str]:
    words, booked = WORDS[language], visit.appointment
    name = departments.get(visit.department_id, {}).get(language)
    return {
        "level": words[_level(visit)],
        "department": name or visit.record.department or visit.department_id,
        "complaint": " ".join(visit.record.chief_complaint.split()) or words["unsaid"],
        "time": f"{booked.slot.starts if booked else visit.record.visit_date:%H:%M}",
    }


def _escaped(told: dict[str, str]) -> dict[str, str]:
    """As words alone: what a patient says makes no link and no mark-up."""
    return {name: MARKED.sub(r"\\\1", text) for name, text in told.items()}
