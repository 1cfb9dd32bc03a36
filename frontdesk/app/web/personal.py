"""Data protection: what is held about one patient told, exported, and erased as far as the law lets go of it."""

from typing import Any, Literal

from apiflask import APIBlueprint
from flask import Response, json
from pydantic import Field

from frontdesk.app.ledger.erasure import CannotErase, KeptRecord, Obstacle, Plan, erase, planned
from frontdesk.app.ledger.personal import exported
from frontdesk.app.personal_page import page
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import Reply, Request

personal = APIBlueprint("personal", __name__, url_prefix="/api/patients/<patient_id>/personal", tag="records")

FILE: Any = {
    "200": {
        "description": "Everything that is held",
        "content": {"application/json": {"schema": {"type": "object"}}, "text/html": {"schema": {"type": "string"}}},
    }
}


class ErasureView(Reply):
    """What an erasure removes, keeps and waits for; rows by table."""

    numbers: list[str]
    rows: dict[str, int]
    kept: list[KeptRecord]
    obstacles: list[Obstacle]
    backups: int


class ExportForm(Request):
    form: Literal["json", "page"] = "json"


class ErasureRequest(Request):
    """`number`: typed once more. `rows`: as the preview told them."""

    number: str = Field(min_length=1, max_length=64)
    reason: Literal["asked", "withdrawn"]
    rows: dict[str, int]


@personal.get("")
@personal.output(ErasureView)
def preview(patient_id: str) -> ErasureView:
    """What is held, and what erasing would do; nothing is written."""
    whole = parts()
    plan = planned(whole.engine, patient_id, years=whole.settings.keep_records_years, now=whole.clock())
    whole.looks.at("personal", patients=plan.numbers)
    return _view(plan)


@personal.get("/export")
@personal.input(ExportForm, location="query")
@personal.doc(responses=FILE)
def export(patient_id: str, query_data: ExportForm) -> Response:
    """Everything that is held about one patient, as JSON or as a page; it is in the audit trail."""
    whole = parts()
    held = exported(whole.engine, patient_id, now=whole.clock(), form=query_data.form)
    is_page = query_data.form == "page"
    body = page(held) if is_page else json.dumps(held, ensure_ascii=False, indent=2)
    name = f"personal_{whole.clock():%Y%m%dT%H%M}.{'html' if is_page else 'json'}"
    sent = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    kind = "text/html" if is_page else "application/json"
    return Response(body, content_type=f"{kind}; charset=utf-8", headers=sent)


@personal.post("/erase")
@personal.input(ErasureRequest)
@personal.output(ErasureView)
def remove(patient_id: str, json_data: ErasureRequest) -> ErasureView:
    """Erase what the law lets go of; refused where it is not what was previewed."""
    whole = parts()
    years, now = whole.settings.keep_records_years, whole.clock()
    plan = planned(whole.engine, patient_id, years=years, now=now)
    if json_data.number != patient_id or json_data.rows != plan.rows:
        raise Refused(409, "not_as_seen", "Something else is held by now: look at the preview again")
    try:
        plan = erase(whole.engine, patient_id, years=years, now=now, reason=json_data.reason)
    except CannotErase as refused:
        raise Refused(409, "cannot_erase", f"Has to be over first: {refused}") from None
    for session_id in plan.sessions:
        whole.reception.log.forget(session_id)
    return _view(plan)


def _view(plan: Plan) -> ErasureView:
    folder = parts().settings.backup_folder
    backups = sum(1 for one in folder.glob("*") if one.is_file()) if folder.is_dir() else 0
    return ErasureView(
        numbers=list(plan.numbers),
        rows=dict(plan.rows),
        kept=list(plan.kept),
        obstacles=list(plan.obstacles),
        backups=backups,
    )
