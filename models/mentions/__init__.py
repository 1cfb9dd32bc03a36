"""Which findings, requests and conditions an utterance speaks of: features to offer and to sort by, never a record."""

from models.mentions.asserted import without
from models.mentions.find import Mention, mentions

__all__ = ["Mention", "mentions", "without"]
