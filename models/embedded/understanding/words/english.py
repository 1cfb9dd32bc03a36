"""English words in the plain form they are compared in, as `models.parsers.english` has them."""

from models.parsers.english import FILLERS, IRREGULAR, STOPS, Token, phrase, stem, tokens

__all__ = ["FILLERS", "IRREGULAR", "STOPS", "Token", "phrase", "stem", "tokens"]
