"""Many wordings looked for at once: a tree of characters or words, walked from every place of the text."""

from collections.abc import Hashable, Iterable, Sequence, Set
from typing import Generic, NamedTuple, TypeVar

V = TypeVar("V")
K = TypeVar("K", bound=Hashable)


class Hit(NamedTuple, Generic[V]):
    """`value` is named by the keys from `start` to `end` (exclusive), `skipped` of which are fillers."""

    start: int
    end: int
    value: V
    skipped: int = 0


class _Node(Generic[K, V]):
    __slots__ = ("next", "value")

    def __init__(self) -> None:
        self.next: dict[K, _Node[K, V]] = {}
        self.value: V | None = None


class Trie(Generic[K, V]):
    def __init__(self) -> None:
        self._root: _Node[K, V] = _Node()

    def add(self, keys: Iterable[K], value: V) -> None:
        """The first value given for a sequence of keys stays."""
        node = self._root
        for key in keys:
            node = node.next.setdefault(key, _Node())
        if node.value is None:
            node.value = value

    def longest_at(self, keys: Sequence[K], start: int, *, fillers: Set[K], most: int) -> Hit[V] | None:
        """The longest wording that begins at `start`; up to `most` fillers inside it are passed over."""
        first = self._root.next.get(keys[start])
        best: Hit[V] | None = None
        waiting = [(first, start + 1, 0)] if first else []
        while waiting:
            node, place, skipped = waiting.pop()
            if node.value is not None and (best is None or (place, -skipped) > (best.end, -best.skipped)):
                best = Hit(start, place, node.value, skipped)
            ahead = place
            while node.next and ahead < len(keys):
                following = node.next.get(keys[ahead])
                if following is not None:
                    waiting.append((following, ahead + 1, skipped + ahead - place))
                if keys[ahead] not in fillers or skipped + ahead - place >= most:
                    break
                ahead += 1
        return best

    def every(self, keys: Sequence[K], *, fillers: Set[K] = frozenset(), most: int = 0) -> list[Hit[V]]:
        """The longest wording from each place; hits may overlap."""
        root, last = self._root.next, len(keys) - 1
        found: list[Hit[V]] = []
        for place, key in enumerate(keys):
            first = root.get(key)
            if first is None:
                continue
            if first.value is None:  # most places end here: what follows goes on with no wording
                ahead = keys[place + 1] if place < last else None
                if ahead not in first.next and ahead not in fillers:
                    continue
            hit = self.longest_at(keys, place, fillers=fillers, most=most)
            if hit is not None:
                found.append(hit)
        return found


def longest_apart(hits: Iterable[Hit[V]]) -> list[Hit[V]]:
    """Of hits that overlap, the longest (the earliest of equals); in the order of the text."""
    ranked = sorted(hits, key=lambda hit: (hit.start - hit.end, hit.start))
    spoken_for = bytearray(max((hit.end for hit in ranked), default=0))
    taken: list[Hit[V]] = []
    for hit in ranked:
        if not any(spoken_for[hit.start : hit.end]):
            taken.append(hit)
            spoken_for[hit.start : hit.end] = b"1" * (hit.end - hit.start)
    return sorted(taken, key=lambda hit: hit.start)
