"""Which complaints everyday words may tell: a classifier whose likeliest findings are offered as tiles."""

from frontdesk.models.complaints.asides import behind_denials, without_asides
from frontdesk.models.complaints.classifier import WORTH_OFFERING, embed_together, likeness, nearest

__all__ = ["WORTH_OFFERING", "behind_denials", "embed_together", "likeness", "nearest", "without_asides"]
