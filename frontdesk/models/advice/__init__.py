"""Whether a receptionist's sentence gives a diagnosis, a prescription or a promise of safety, whatever its words."""

from frontdesk.models.advice.classifier import SURE, Advice, Kind, advice

__all__ = ["SURE", "Advice", "Kind", "advice"]
