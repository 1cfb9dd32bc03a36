"""What doctors think of the summaries they get, and what had to be changed in them: for the quality report."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum

from pydantic import NaiveDatetime
from sqlalchemy import BigInteger, Column, Engine, Integer, select
from sqlalchemy.orm import Session
from sqlmodel import Field, SQLModel, col

from frontdesk.app.ledger.audit import Act, Entry, append
from frontdesk.app.ledger.records.tables import OutpatientRecordRow, PreVisitSummaryRow, SummaryRevisionRow
from frontdesk.app.ledger.records.visits import SIGNATURE, WRITTEN
from frontdesk.database.engine import reading, writing
from frontdesk.database.sealed import sealed_text
from frontdesk.his_adapter.errors import NotFound
from frontdesk.his_adapter.records import PreVisitSummary, Review, Section, SummaryState, Visit
from frontdesk.models.facts import Value

NUMBER = BigInteger().with_variant(Integer(), "sqlite")


class Reason(StrEnum):
    """What is wrong with a summary, or with one of its sentences."""

    UNTRUE = "untrue"  # the patient did not say so
    MISSING = "missing"
    UNCLEAR = "unclear"
    TOO_LONG = "too_long"
    WRONG_DEPARTMENT = "wrong_department"
    OTHER = "other"


class SummaryFeedbackRow(SQLModel, table=True):
    """One thumbs-down. The same person's next one on the same sentence takes its place."""

    __tablename__ = "summary_feedback"

    feedback_id: int | None = Field(default=None, sa_column=Column(NUMBER, primary_key=True, autoincrement=True))
    outpatient_number: int = Field(sa_type=BigInteger, index=True)
    statement_id: str  # empty: the summary as a whole
    section: str
    reason: str
    words: str = sealed_text("summary_feedback.words")
    username: str
    at: NaiveDatetime


class Marked(Value):
    """A sentence that a doctor marked as not right, and that says the same still."""

    statement_id: str
    reason: Reason
    words: str
    by: str  # the username
    at: datetime


class QualityReport(Value):
    """Counts over the summaries handed over since `since`; `words` are what doctors wrote, without whose they are."""

    since: datetime
    summaries: int
    signed: int
    disliked: int  # summaries with at least one thumbs-down
    reasons: dict[Reason, int]
    sections: dict[str, int]  # in which thumbs-downs fell; "whole" for those of no sentence
    edited: int  # summaries in which a person changed or added a sentence
    edits: dict[str, int]  # changed, struck and added sentences
    reviewed_by: dict[str, int]
    corrections: int  # remarks the Decider accepted before a doctor read the summary
    words: tuple[str, ...]


class Quality:
    def __init__(self, engine: Engine, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._now = clock

    def dislike(self, visit: Visit, username: str, reason: Reason, *, statement_id: str = "", words: str = "") -> None:
        """Raises NotFound for a sentence the summary does not have."""
        number, now = visit.record.outpatient_number or 0, self._now()
        with writing(self._engine) as session:
            row = _given(session, number, username, statement_id) or SummaryFeedbackRow(
                outpatient_number=number,
                statement_id=statement_id,
                section="",
                username=username,
                reason="",
                words="",
                at=now,
            )
            row.section, row.reason, row.words, row.at = _section(visit.summary, statement_id), reason, words, now
            session.add(row)
            session.flush()
            append(session.connection(), Entry(act=Act.UPDATE, what=("feedback",), records=(number,)), at=now)

    def marked(self, number: int) -> list[Marked]:
        """Sentences of a summary that somebody marked as not right and nobody has changed since, oldest first."""
        with reading(self._engine) as session:
            given = session.scalars(
                select(SummaryFeedbackRow)
                .where(col(SummaryFeedbackRow.outpatient_number) == number, col(SummaryFeedbackRow.statement_id) != "")
                .order_by(col(SummaryFeedbackRow.at))
            ).all()
            changes = session.scalars(
                select(SummaryRevisionRow).where(col(SummaryRevisionRow.outpatient_number) == number)
            ).all()
        last = {one.statement_id: one.at for one in sorted(changes, key=lambda one: one.at)}
        return [
            Marked(
                statement_id=one.statement_id, reason=Reason(one.reason), words=one.words, by=one.username, at=one.at
            )
            for one in given
            if one.statement_id not in last or last[one.statement_id] < one.at
        ]

    def report(self, since: datetime, until: datetime | None = None) -> QualityReport:
        """Of the summaries handed over from `since`, before `until` if one is given."""
        record = OutpatientRecordRow
        handed_over = [col(record.key).is_not(None), col(record.visit_date) >= since]
        handed_over += [col(record.visit_date) < until] if until else []
        numbers = select(col(record.outpatient_number)).where(*handed_over)
        with reading(self._engine) as session:
            states = session.scalars(select(col(record.state)).where(*handed_over)).all()
            reviews = session.scalars(
                select(col(PreVisitSummaryRow.body)).where(col(PreVisitSummaryRow.outpatient_number).in_(numbers))
            )
            reviewed = [Review.model_validate(one["review"]) for one in reviews if one.get("review") is not None]
            revisions = session.scalars(
                select(SummaryRevisionRow).where(
                    col(SummaryRevisionRow.outpatient_number).in_(numbers),
                    col(SummaryRevisionRow.statement_id).not_in((SIGNATURE, WRITTEN)),
                )
            ).all()
            given = session.scalars(
                select(SummaryFeedbackRow)
                .where(col(SummaryFeedbackRow.outpatient_number).in_(numbers))
                .order_by(col(SummaryFeedbackRow.feedback_id))
            ).all()
        return QualityReport(
            since=since,
            summaries=len(states),
            signed=sum(one == SummaryState.SIGNED for one in states),
            disliked=len({one.outpatient_number for one in given}),
            reasons=dict(Counter(Reason(one.reason) for one in given)),
            sections=dict(Counter(one.section for one in given)),
            edited=len({one.outpatient_number for one in revisions}),
            edits=dict(Counter(map(_kind, revisions))),
            reviewed_by=dict(Counter(one.by for one in reviewed)),
            corrections=sum(len(one.scratchpad) for one in reviewed),
            words=tuple(one.words for one in given if one.words),
        )


def _kind(revision: SummaryRevisionRow) -> str:
    return "added" if not revision.before else "changed" if revision.after else "struck"


def _given(session: Session, number: int, username: str, statement_id: str) -> SummaryFeedbackRow | None:
    return session.scalar(
        select(SummaryFeedbackRow).where(
            col(SummaryFeedbackRow.outpatient_number) == number,
            col(SummaryFeedbackRow.username) == username,
            col(SummaryFeedbackRow.statement_id) == statement_id,
        )
    )


def _section(summary: PreVisitSummary | None, statement_id: str) -> str:
    if not statement_id:
        return "whole"
    statements = summary.statements if summary else ()
    section: Section | None = next((one.section for one in statements if one.statement_id == statement_id), None)
    if section is None:
        raise NotFound(f"statement {statement_id}")
    return section.value
