"""The audit trail: searched, and proved whole."""

import re

from frontdesk.app.ledger.audit import Act, Broken, Entry, Kept, note, verify
from frontdesk.app.ledger.audit_search import Wanted, search
from frontdesk.app.web.admin.blueprint import admin
from frontdesk.app.web.admin.schemas import AuditEntryView, AuditPage, AuditQuery, VerifiedView, VerifyRequest
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused

NOTED = re.compile(r"(\d{1,18}):([0-9a-f]{64})")


@admin.get("/audit")
@admin.input(AuditQuery, location="query")
@admin.output(AuditPage)
def audit(query_data: AuditQuery) -> AuditPage:
    """Entries that fit, the newest first; the search is an entry itself."""
    told = query_data.model_dump()
    wanted = Wanted(**told | {name: told[name] and told[name].replace(tzinfo=None) for name in ("since", "until")})
    entries, more = search(parts().engine, wanted)
    if wanted.before is None:
        patients = (wanted.patient,) if wanted.patient else ()
        note(parts().engine, Entry(act=Act.READ, what=("audit",), patients=patients), at=parts().clock())
    return AuditPage(entries=[_view(entry) for entry in entries], more=more)


@admin.post("/audit/verify")
@admin.input(VerifyRequest)
@admin.output(VerifiedView)
def verified(json_data: VerifyRequest) -> VerifiedView:
    """Read the whole trail and check every hash, and what it speaks of."""
    noted = NOTED.fullmatch(json_data.noted.strip())
    if json_data.noted.strip() and noted is None:
        raise Refused(422, "bad_noted", "What was noted is NUMBER:HASH")
    try:
        number, head = verify(parts().engine, noted=(int(noted[1]), noted[2]) if noted else None)
    except Broken as broken:
        return VerifiedView(whole=False, number=broken.number, head="", why=broken.why)
    return VerifiedView(whole=True, number=number, head=head, why="")


def _view(entry: Kept) -> AuditEntryView:
    lists = {name: entry.about.get(name, []) for name in ("what", "patients", "records", "sessions")}
    return AuditEntryView(number=entry.number, at=entry.at, by=entry.by, act=entry.act, **lists)
