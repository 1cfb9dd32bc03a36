"""What an utterance names, laid out by its clauses."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence

from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.words.clauses import Clause, Division
from models.facts import Topic


class Layout:
    """The mentions by clause, so that a long story is not searched anew for every detail.

    Mentions are meant by their places in the order they stand in.
    """

    def __init__(self, lower: str, mentions: Sequence[Mention], denied: Collection[int]) -> None:
        self.mentions, self.denied = mentions, denied
        self._division = Division(lower)
        self._starts = [mention.start for mention in mentions]
        self._here: list[list[int]] = [[] for _ in self._division.clauses]
        for place, mention in enumerate(mentions):
            for number in self._division.touched(mention.start, mention.end):
                self._here[number].append(place)
        with_any = (clause for clause, here in zip(self._division.clauses, self._here, strict=True) if here)
        self.first_clause = next(with_any, None)  # that names something

    def clause_at(self, place: int) -> tuple[Clause, list[int]] | None:
        """The clause at a place of the text, with the mentions in it."""
        number = self._division.number_at(place)
        return None if number is None else (self._division.clauses[number], self._here[number])

    def near(self, start: int, end: int) -> list[int]:
        """The mentions in the clauses that [start, end) touches, in order."""
        return sorted({place for number in self._division.touched(start, end) for place in self._here[number]})

    def before(self, start: int) -> int | None:
        """The last mention that ends by `start`."""
        return next((place for place in self._back_from(start) if self.mentions[place].end <= start), None)

    def told_before(self, start: int) -> int | None:
        """The last mention that ends by `start` and is not denied."""
        told = (place for place in self._back_from(start) if place not in self.denied)
        return next((place for place in told if self.mentions[place].end <= start), None)

    def _back_from(self, start: int) -> range:
        return range(bisect_right(self._starts, start) - 1, -1, -1)

    def told_after(self, end: int) -> int | None:
        """The first mention that begins at `end` or later and is not denied."""
        places = range(bisect_left(self._starts, end), len(self._starts))
        return next((place for place in places if place not in self.denied), None)

    def complaint_at(self, place: int) -> int:
        """The complaint at the place, or the last before it where what is named there only tells when it comes."""
        before = range(place - 1, -1, -1) if self.mentions[place].code in _CIRCUMSTANCES else ()
        told = (one for one in before if one not in self.denied and self.mentions[one].topic is Topic.FINDING)
        return next(told, place)

    def told_of(self, group: list[int]) -> list[int]:
        """Those of a group that are not denied, unless the last of them is."""
        return group if group[-1] in self.denied else [place for place in group if place not in self.denied]


_CIRCUMSTANCES = frozenset({"exertion_trigger", "at_rest"})
