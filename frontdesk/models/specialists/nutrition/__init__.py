"""What an utterance says is eaten and drunk, held against the day's limits of the patient's illnesses."""

from frontdesk.models.specialists.nutrition.check import check
from frontdesk.models.specialists.nutrition.eaten import eaten

__all__ = ["check", "eaten"]
