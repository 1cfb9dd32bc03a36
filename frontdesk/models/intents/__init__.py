"""What a doctor's question to the assistant wants: a classifier over intents."""

from frontdesk.models.intents.classifier import Intent, intents

__all__ = ["Intent", "intents"]
