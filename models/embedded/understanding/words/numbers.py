"""Numbers as people say them, as `models.parsers.numbers` has them."""

from models.parsers.numbers import CHINESE, ENGLISH, WORDS, number

__all__ = ["CHINESE", "ENGLISH", "WORDS", "number"]
