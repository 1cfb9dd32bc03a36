"""What the kiosk answers visitors: policies with their drafts, tried out before they are published."""

import re

from frontdesk.app.ledger.house import Kind, TextVersion, policy_of
from frontdesk.app.web.admin.blueprint import admin, editable, own_hospital
from frontdesk.app.web.admin.schemas import (
    NearText,
    PolicyBody,
    PolicyList,
    PolicyTold,
    PolicyVersionView,
    PolicyView,
    TriedOut,
    TryOutRequest,
)
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.records import Policy

POLICY_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


def _standing() -> dict[str, Policy]:
    return {one.policy_id: one for one in parts().hospital.directory.policies()}


def _told(policy: Policy) -> PolicyTold:
    return PolicyTold(**policy.model_dump(exclude={"policy_id"}))


def _of(version: TextVersion) -> PolicyTold:
    return _told(policy_of(version.text_id, version.body))


def _list() -> PolicyList:
    standing, drafts = _standing(), parts().house.drafts(Kind.POLICY)
    ids = dict.fromkeys((*standing, *drafts, *parts().house.latest(Kind.POLICY)))
    views = [
        PolicyView(
            policy_id=one,
            published=_told(standing[one]) if one in standing else None,
            draft=_of(drafts[one]) if one in drafts else None,
        )
        for one in ids
    ]
    return PolicyList(editable=own_hospital(), policies=views)


@admin.get("/policies")
@admin.output(PolicyList)
def policies() -> PolicyList:
    """Every policy with its draft, and those that were withdrawn."""
    return _list()


@admin.post("/policies/preview")
@admin.input(TryOutRequest)
@admin.output(TriedOut)
def preview(json_data: TryOutRequest) -> TriedOut:
    """What a kiosk would answer to a question were the draft published."""
    whole = parts()
    standing = _standing() | {json_data.policy_id: policy_of(json_data.policy_id, _body(json_data.draft))}
    policies = tuple(standing.values())
    found = whole.trial.answer(policies, json_data.question, json_data.language, now=whole.clock())
    first = found.ids[:1] or tuple(one.id for one in found.near[:1])
    return TriedOut(
        answered=found.answered,
        text=found.text,
        sources=list(found.sources),
        by_draft=first == (json_data.policy_id,),
        near=[NearText(policy_id=one.id, title=one.title) for one in found.near],
    )


@admin.get("/policies/<text_id>/history")
@admin.output(list[PolicyVersionView])  # type: ignore[arg-type]
def policy_history(text_id: str) -> list[PolicyVersionView]:
    """What was published or withdrawn, the newest first."""
    versions = parts().house.history(Kind.POLICY, text_id)
    return [
        PolicyVersionView(**one.model_dump(include={"version_id", "state", "at", "by"}), body=_of(one))
        for one in versions
    ]


@admin.post("/policies/<text_id>/draft")
@admin.input(PolicyBody)
@admin.output(PolicyList)
def draft_policy(text_id: str, json_data: PolicyBody) -> PolicyList:
    """Keep a draft, of a policy there is or of a new one; no kiosk says it yet."""
    editable()
    if not POLICY_ID.fullmatch(text_id):
        raise Refused(422, "bad_text_id", "An id is small letters, digits and hyphens")
    parts().house.save_draft(Kind.POLICY, text_id, _body(json_data), now=parts().clock())
    return _list()


@admin.post("/policies/<text_id>/discard")
@admin.output(PolicyList)
def discard_policy_draft(text_id: str) -> PolicyList:
    """Throw the draft away."""
    parts().house.discard_draft(Kind.POLICY, text_id, now=parts().clock())
    return _list()


@admin.post("/policies/<text_id>/publish")
@admin.output(PolicyList)
def publish_policy(text_id: str) -> PolicyList:
    """The draft is what kiosks answer from now on."""
    editable()
    parts().house.publish_policy(text_id, _standing().get(text_id), now=parts().clock())
    return _list()


@admin.post("/policies/<text_id>/withdraw")
@admin.output(PolicyList)
def withdraw_policy(text_id: str) -> PolicyList:
    """No kiosk answers by it any more; its history stays."""
    editable()
    before = _standing().get(text_id)
    if before is None:
        raise NotFound(f"policy {text_id}")
    if len(_standing()) == 1:
        raise Refused(409, "last_policy", "One policy stays")
    parts().house.withdraw_policy(before, now=parts().clock())
    return _list()


def _body(said: PolicyBody) -> dict[str, object]:
    return said.model_dump(mode="json")
