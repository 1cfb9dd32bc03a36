"""What a doctor's question to the assistant wants: a classifier over intents."""

from models.intents.classifier import Intent, intents

__all__ = ["Intent", "intents"]
