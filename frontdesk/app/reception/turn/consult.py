"""The team over one turn: every specialist looks, findings come back by rank."""

import structlog

from frontdesk.app.reception.team import (
    human_intervention,
    labs,
    medication,
    nutrition,
    policy,
    privacy,
    record_summary,
    records,
)
from frontdesk.app.reception.team.finding import Finding, Rank, Specialist, Wait
from frontdesk.app.reception.turn.utterance import Turn

TEAM: tuple[Specialist, ...] = (
    human_intervention.SPECIALIST,
    privacy.SPECIALIST,
    medication.SPECIALIST,
    labs.SPECIALIST,
    records.SPECIALIST,
    policy.SPECIALIST,
    record_summary.SPECIALIST,
    nutrition.SPECIALIST,
)

OF_WHAT_IS_TOLD = frozenset({medication.SPECIALIST, labs.SPECIALIST, nutrition.SPECIALIST})

log = structlog.get_logger(__name__)


def consult(turn: Turn, team: tuple[Specialist, ...] = TEAM) -> tuple[Finding, ...]:
    """What the team found, by rank, then name. A MUST specialist that fails calls a person; others are left out."""
    found = [finding for specialist in team if (finding := _ask(specialist, turn))]
    return tuple(sorted(found, key=lambda finding: (finding.rank, finding.specialist)))


def _ask(specialist: Specialist, turn: Turn) -> Finding | None:
    try:
        told = turn.model_copy(update={"text": turn.telling}) if specialist in OF_WHAT_IS_TOLD else turn
        return specialist.examine(told)
    except Exception as fault:  # one specialist's fault must not end the patient's turn
        log.error("specialist_failed", specialist=specialist.name, session=turn.session_id, fault=type(fault).__name__)
        if specialist.wait is Wait.MUST:
            return Finding(specialist=specialist.name, rank=Rank.HUMAN_INTERVENTION, what="failed")
        return None
