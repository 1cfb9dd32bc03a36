"""Which findings, requests and conditions an utterance speaks of: features to offer and to sort by, never a record."""

from frontdesk.models.mentions.asserted import (
    asserted,
    denied_by_name,
    not_of_now,
    told_as_past,
    told_lately,
    told_now,
    without,
)
from frontdesk.models.mentions.find import Mention, mentions

__all__ = [
    "Mention",
    "asserted",
    "denied_by_name",
    "mentions",
    "not_of_now",
    "told_as_past",
    "told_lately",
    "told_now",
    "without",
]
