"""Triage of the embedded nurse: knowledge of findings and a compact statistical model, combined."""

from frontdesk.models.triage.decision import Triage, Urgency, triage

__all__ = ["Triage", "Urgency", "triage"]
