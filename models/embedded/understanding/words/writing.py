"""The patient's writing, as `models.parsers.writing` has it."""

from models.parsers.writing import Writing, is_mash, language_of, normalise, read

__all__ = ["Writing", "is_mash", "language_of", "normalise", "read"]
