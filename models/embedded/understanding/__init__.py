"""What a patient says, in Chinese and English, understood without a server: rules, wordings and a little arithmetic."""

from models.embedded.understanding.reading import understand
from models.embedded.understanding.words.writing import language_of, normalise

__all__ = ["language_of", "normalise", "understand"]
