"""What is held about a patient as a page that anybody can read, in both languages; the JSON beside it has it all."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from frontdesk.app.ledger.record_table import NAMES
from frontdesk.models.facts import Language

ZH, EN = Language.ZH, Language.EN
STYLE = """body{font:16px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#111}
h2{margin-top:2.5rem;border-bottom:2px solid #111}h3{margin-top:1.5rem}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid #bbb;overflow-wrap:anywhere}
th{width:14rem;font-weight:600}"""
WHO = {"patient_said": "患者 Patient", "nurse_said": "分诊台 Reception", "staff_said": "护士 Nurse"}
FIELDS = {
    "patient_id": "患者编号 Patient number",
    "name": "姓名 Name",
    "sex": "性别 Sex",
    "birth_date": "出生日期 Date of birth",
    "phone": "电话 Telephone",
    "kiosk": "自助机 Kiosk",
    "started": "开始 Began",
    "touched": "最后 Last",
    "deleted_reason": "删除原因 Deleted because",
}


def page(held: Mapping[str, Any]) -> str:
    """HTML of an export of `personal.exported`."""
    numbers = "、".join(held["numbers"])
    body = [
        f"<h1>个人资料 Personal data · {escape(numbers)}</h1>",
        f"<p>截至 As of {escape(held['exported_at'])}</p>",
        "<h2>登记 Register</h2>",
        *(_table(one) for one in (*held["patient"], *held["received_patient"])),
        *_counted("预约 Appointments", [*held["appointment"], *held["received_appointment"]]),
        f"<h2>会话 Sessions ({len(held['sessions'])})</h2>",
        *(part for one in held["sessions"] for part in _session(one)),
        f"<h2>门诊记录 Records ({len(held['records'])})</h2>",
        *(part for one in held["records"] for part in _record(one)),
        *_counted("发往医院系统 Sent to the hospital's system", held["deliveries"]),
        "<h2>谁看过、谁改过 Who read or wrote it</h2>",
        _rows([(one["at"], one["by"], one["act"], ", ".join(map(str, one["what"]))) for one in held["looked"]]),
        "<p>全部内容在同时导出的 JSON 文件中。All of it is in the JSON file exported beside this page.</p>",
    ]
    head = f'<meta charset="utf-8"><title>Personal data {escape(numbers)}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="zh"><head>{head}</head><body>{"".join(body)}</body></html>'


def _session(one: Mapping[str, Any]) -> Iterable[str]:
    yield f"<h3>{escape(one['session_id'])}</h3>"
    yield _table({name: one[name] for name in ("kiosk", "started", "touched")})
    yield f"<p>{escape(consent_line(one['consent']))}</p>"
    said = [(event["at"], WHO[event["kind"]], event["text"]) for event in one["events"] if event["kind"] in WHO]
    yield _rows(said)


def consent_line(consent: Mapping[str, Any] | None) -> str:
    if consent is None:
        return "未同意记录 No consent was given"
    text, language = consent.get("text") or "?", consent.get("language") or "?"
    words = " ".join(consent.get("words", ()))
    return f"已同意 Consent given {consent['at']}, 版本 version {text} ({language}): {words}"


def _record(one: Mapping[str, Any]) -> Iterable[str]:
    yield f"<h3>{one['outpatient_number']}</h3>"
    yield _rows([(f"{names[ZH]} {names[EN]}", str(one[column])) for column, names in NAMES.items() if one[column]])
    summary = next(iter(one.get("pre_visit_summary", ())), None)
    if summary:
        yield "<p>摘要 Summary</p>"
        yield _rows([(line["section"], line["text"]) for line in summary["body"]["statements"]])


def _counted(title: str, rows: list[Mapping[str, Any]]) -> Iterable[str]:
    if rows:
        yield f"<h2>{escape(title)} ({len(rows)})</h2>"
        yield from map(_table, rows)


def _table(one: Mapping[str, Any]) -> str:
    return _rows([(FIELDS.get(name, name), str(value)) for name, value in one.items() if value not in (None, "")])


def _rows(rows: Iterable[Iterable[str]]) -> str:
    return f"<table>{''.join(map(_row, rows))}</table>"


def _row(cells: Iterable[str]) -> str:
    first, *rest = map(escape, cells)
    return f"<tr><th>{first}</th>{''.join(f'<td>{one}</td>' for one in rest)}</tr>"
