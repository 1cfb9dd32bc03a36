"""The settings' rules of retention, kind by kind."""

from frontdesk.app.ledger.retention import Kind, Rule
from frontdesk.app.settings import Settings


def rules_of(settings: Settings) -> tuple[Rule, ...]:
    return (
        Rule(kind=Kind.SESSIONS, days=settings.keep_sessions_days),
        Rule(kind=Kind.DELIVERIES, days=settings.keep_deliveries_days),
        Rule(kind=Kind.QUESTIONS, days=settings.keep_questions_days),
    )
