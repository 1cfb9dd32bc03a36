"""Many wordings looked for at once, as `models.parsers.trie` has it."""

from models.parsers.trie import Hit, Trie, longest_apart

__all__ = ["Hit", "Trie", "longest_apart"]
