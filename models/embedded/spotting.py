"""Which of many words stand in a text, found in one pass over it: most patterns need not be tried on most texts."""

from collections.abc import Iterable
from functools import lru_cache
from threading import Lock

from ahocorasick import Automaton


class Spotter:
    """The words that some patterns cannot match without. More may be added at any time."""

    def __init__(self) -> None:
        self._words: set[str] = set()
        self._automaton: Automaton | None = None
        self._one_at_a_time = Lock()

    def add(self, words: Iterable[str]) -> None:
        """Words of at least one letter."""
        with self._one_at_a_time:
            self._words.update(words)
            self._automaton = None

    def spotted(self, text: str) -> frozenset[str]:
        """Those that stand anywhere in `text`, inside other words too."""
        automaton = self._automaton
        return _spotted(self._made() if automaton is None else automaton, text)

    def _made(self) -> Automaton:
        """Never changed once made: another thread may be reading it."""
        with self._one_at_a_time:
            automaton = Automaton()
            for word in self._words:
                automaton.add_word(word, word)
            automaton.make_automaton()
            self._automaton = automaton
        return automaton


@lru_cache(maxsize=128)
def _spotted(automaton: Automaton, text: str) -> frozenset[str]:
    return frozenset(word for _, word in automaton.iter(text)) if len(automaton) else frozenset()
