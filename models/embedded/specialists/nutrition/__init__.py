"""What an utterance says is eaten and drunk, held against the day's limits of the patient's illnesses."""

from models.embedded.specialists.nutrition.check import check

__all__ = ["check"]
