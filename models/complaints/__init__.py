"""Which complaints everyday words may tell: a classifier whose likeliest findings are offered as tiles."""

from models.complaints.classifier import nearest

__all__ = ["nearest"]
