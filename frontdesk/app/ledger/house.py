"""The hospital's own departments and texts, changed by an administrator: each change with its entry in the trail."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Engine, delete, select
from sqlalchemy.orm import Session
from sqlmodel import col

from frontdesk.app.ledger.administration_tables import TextVersionRow
from frontdesk.app.ledger.audit import Act, Entry, acting, append
from frontdesk.app.ledger.digests import of_rows
from frontdesk.database.engine import reading, writing
from frontdesk.database.notices import tell
from frontdesk.his_adapter.connecting import change_department_within, change_policy_within, renew
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.records import Department, Policy
from frontdesk.models.facts import Value


class Kind(StrEnum):
    POLICY = "policy"
    GUIDELINE = "guideline"


class TextState(StrEnum):
    DRAFT = "draft"
    PUBLISHED = "published"
    WITHDRAWN = "withdrawn"


TEXTS_TOLD = "texts"  # the kind of notices: one was published or withdrawn
FOLDER = "folder"  # who wrote what stood there before the first change


class NoTextDraft(Exception):
    """There is no draft of this text."""


class TextVersion(Value):
    version_id: int
    kind: Kind
    text_id: str
    state: TextState
    at: datetime
    by: str
    body: dict[str, Any]


class House:
    def __init__(self, engine: Engine, hospital: Hospital) -> None:
        self._engine = engine
        self._hospital = hospital

    def change_department(self, department: Department, *, now: datetime) -> None:
        """Raises NotFound."""
        with writing(self._engine) as session:
            changed = change_department_within(session, department)
            if changed:
                what = ("department", "changed", department.department_id, *changed)
                append(session.connection(), Entry(act=Act.SETUP, what=what), at=now)
        renew(self._hospital)

    def drafts(self, kind: Kind) -> dict[str, TextVersion]:
        """By the text's id."""
        return {one.text_id: one for one in self._versions(kind) if one.state is TextState.DRAFT}

    def latest(self, kind: Kind) -> dict[str, TextVersion]:
        """What was published or withdrawn last, by the text's id."""
        return {one.text_id: one for one in self._versions(kind) if one.state is not TextState.DRAFT}

    def history(self, kind: Kind, text_id: str) -> list[TextVersion]:
        """What was published or withdrawn, the newest first."""
        those = (one for one in self._versions(kind) if one.text_id == text_id and one.state is not TextState.DRAFT)
        return list(reversed(list(those)))

    def save_draft(self, kind: Kind, text_id: str, body: dict[str, Any], *, now: datetime) -> None:
        """In place of the draft there was."""
        with writing(self._engine) as session:
            _without_draft(session, kind, text_id)
            _add(session, kind, text_id, TextState.DRAFT, body, acting.get(), now)
            _note(session, kind, "draft", text_id, (), now)

    def discard_draft(self, kind: Kind, text_id: str, *, now: datetime) -> None:
        with writing(self._engine) as session:
            _without_draft(session, kind, text_id)
            _note(session, kind, "discarded", text_id, (), now)

    def publish_policy(self, policy_id: str, before: Policy | None, *, now: datetime) -> None:
        """The draft stands from now on. `before`: what stands now. Raises NoTextDraft."""
        with writing(self._engine) as session:
            body, written = _published(session, Kind.POLICY, policy_id, _body(before), now)
            change_policy_within(session, policy_id, policy_of(policy_id, body))
            _note(session, Kind.POLICY, "published", policy_id, written, now)
        renew(self._hospital)

    def withdraw_policy(self, before: Policy, *, now: datetime) -> None:
        with writing(self._engine) as session:
            written = _withdrawn(session, Kind.POLICY, before.policy_id, _body(before) or {}, now)
            change_policy_within(session, before.policy_id, None)
            _note(session, Kind.POLICY, "withdrawn", before.policy_id, written, now)
        renew(self._hospital)

    def publish_guideline(self, guideline_id: str, before: dict[str, Any] | None, *, now: datetime) -> None:
        """The draft stands from now on. `before`: what stands now. Raises NoTextDraft."""
        with writing(self._engine) as session:
            _, written = _published(session, Kind.GUIDELINE, guideline_id, before, now)
            _note(session, Kind.GUIDELINE, "published", guideline_id, written, now)

    def withdraw_guideline(self, guideline_id: str, before: dict[str, Any], *, now: datetime) -> None:
        with writing(self._engine) as session:
            written = _withdrawn(session, Kind.GUIDELINE, guideline_id, before, now)
            _note(session, Kind.GUIDELINE, "withdrawn", guideline_id, written, now)

    def _versions(self, kind: Kind) -> Sequence[TextVersion]:
        with reading(self._engine) as session:
            query = select(TextVersionRow).where(col(TextVersionRow.kind) == kind)
            rows = session.scalars(query.order_by(col(TextVersionRow.version_id)))
            return [TextVersion.model_validate(row.model_dump()) for row in rows]


def policy_of(policy_id: str, body: dict[str, Any]) -> Policy:
    return Policy.model_validate({**body, "policy_id": policy_id})


def _body(policy: Policy | None) -> dict[str, Any] | None:
    return policy.model_dump(mode="json", exclude={"policy_id"}) if policy else None


def _rows(kind: Kind, text_id: str):  # type: ignore[no-untyped-def]
    return select(TextVersionRow).where(col(TextVersionRow.kind) == kind, col(TextVersionRow.text_id) == text_id)


def _published(
    session: Session, kind: Kind, text_id: str, before: dict[str, Any] | None, now: datetime
) -> tuple[dict[str, Any], list[TextVersionRow]]:
    """What stands from now on, and the rows that say so. Raises NoTextDraft."""
    draft = session.scalar(_rows(kind, text_id).where(col(TextVersionRow.state) == TextState.DRAFT))
    if draft is None:
        raise NoTextDraft(text_id)
    body: dict[str, Any] = draft.body
    written = _kept_before(session, kind, text_id, before, now)
    _without_draft(session, kind, text_id)
    return body, [*written, _add(session, kind, text_id, TextState.PUBLISHED, body, acting.get(), now)]


def _withdrawn(
    session: Session, kind: Kind, text_id: str, before: dict[str, Any], now: datetime
) -> list[TextVersionRow]:
    written = _kept_before(session, kind, text_id, before, now)
    return [*written, _add(session, kind, text_id, TextState.WITHDRAWN, before, acting.get(), now)]


def _kept_before(
    session: Session, kind: Kind, text_id: str, before: dict[str, Any] | None, now: datetime
) -> list[TextVersionRow]:
    """What the hospital's folder said is kept before its first change."""
    earlier = session.scalar(_rows(kind, text_id).where(col(TextVersionRow.state) != TextState.DRAFT).limit(1))
    if before is None or earlier is not None:
        return []
    return [_add(session, kind, text_id, TextState.PUBLISHED, before, FOLDER, now)]


def _add(
    session: Session, kind: Kind, text_id: str, state: TextState, body: dict[str, Any], by: str, now: datetime
) -> TextVersionRow:
    row = TextVersionRow(kind=kind, text_id=text_id, state=state, at=now, by=by, body=body)
    session.add(row)
    session.flush()
    return row


def _without_draft(session: Session, kind: Kind, text_id: str) -> None:
    those = (col(TextVersionRow.kind) == kind) & (col(TextVersionRow.text_id) == text_id)
    session.execute(delete(TextVersionRow).where(those, col(TextVersionRow.state) == TextState.DRAFT))


def _note(
    session: Session, kind: Kind, act: str, text_id: str, written: Iterable[TextVersionRow], now: datetime
) -> None:
    session.flush()
    connection = session.connection()
    covers = tuple(map(str, of_rows(connection, "text", [row.version_id for row in written])))
    tell(connection, TEXTS_TOLD)
    append(connection, Entry(act=Act.SETUP, what=(kind, act, text_id), covers=covers), at=now)
