"""What a review makes of a spoilt summary: concept F1 of four sections, what it put right and what it damaged."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from frontdesk.evaluation.corruption.cases import Error, ErrorKind, Fact, Said, Section, Spoilt, Written
from frontdesk.evaluation.corruption.matching import Matcher, Told
from frontdesk.models.facts import Language, Value

SECTIONS = tuple(Section)
DERA = {  # Table 1 of Nair et al. 2023: mean GPT-F1 of four sections, of GPT-4 over 500 encounters; before, after
    "low": (85.18, 96.71),
    "mid": (77.42, 95.97),
    "high": (66.12, 93.45),
}

Reviewer = Callable[[Sequence[Said], Sequence[Written], Language], Sequence[Written]]


class Tally(Value):
    """Concepts of one section: those that are told, that are left out, and sentences that tell none."""

    told: int = 0
    left_out: int = 0
    untrue: int = 0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(**{name: getattr(self, name) + getattr(other, name) for name in Tally.model_fields})

    @property
    def f1(self) -> float:
        """From 0 to 1; 1 where there is nothing to tell and nothing told."""
        whole = 2 * self.told + self.left_out + self.untrue
        return 2 * self.told / whole if whole else 1.0


class Measured(Value):
    """One summary, and what its review made of it."""

    spoilt: Spoilt
    reviewed: tuple[Written, ...]

    @cached_property
    def _before(self) -> Told:
        return Matcher(self.spoilt.talk).told(self.spoilt.summary)

    @cached_property
    def _after(self) -> Told:
        return Matcher(self.spoilt.talk).told(self.reviewed)

    @property
    def before(self) -> dict[Section, Tally]:
        return _tallied(self.spoilt.talk.counted, self._before)

    @property
    def after(self) -> dict[Section, Tally]:
        return _tallied(self.spoilt.talk.counted, self._after)

    @property
    def damaged(self) -> tuple[Fact, ...]:
        """What the summary told before its review, and tells no more."""
        return tuple(fact for fact in self._before.facts if fact not in self._after.facts)

    @property
    def untrue(self) -> tuple[Written, ...]:
        return self._after.untrue

    @property
    def left_out(self) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.spoilt.talk.counted if fact not in self._after.facts)

    def put_right(self, error: Error) -> bool:
        """What was wrong stands no more, and what is true is told."""
        gone = error.written is None or error.written not in self.reviewed
        return gone and (error.fact is None or error.fact in self._after.facts)


class Level(Value):
    """All summaries of one level. F1 is the mean of the sections, from 0 to 1; `put_right`: put right, of how many."""

    summaries: int
    sections: dict[Section, tuple[float, float]]  # before, after
    before: float
    after: float
    left_out: int
    untrue: int
    true_before: int
    damaged: int
    put_right: dict[str, tuple[int, int]]


def measured(spoilt: Spoilt, review: Reviewer) -> Measured:
    """The reviewer is given the words of the talk and the summary; not the facts, nor what was done to them."""
    reviewed = review(spoilt.talk.lines, spoilt.summary, spoilt.talk.language)
    return Measured(spoilt=spoilt, reviewed=tuple(reviewed))


def level_of(done: Sequence[Measured]) -> Level:
    before, after = _summed(one.before for one in done), _summed(one.after for one in done)
    return Level(
        summaries=len(done),
        sections={section: (round(before[section].f1, 4), round(after[section].f1, 4)) for section in SECTIONS},
        before=_mean(before),
        after=_mean(after),
        left_out=sum(tally.left_out for tally in after.values()),
        untrue=sum(tally.untrue for tally in after.values()),
        true_before=sum(tally.told for tally in before.values()),
        damaged=sum(len(one.damaged) for one in done),
        put_right=_put_right(done),
    )


def _put_right(done: Sequence[Measured]) -> dict[str, tuple[int, int]]:
    right, all_ = Counter[str](), Counter[str]()
    for one in done:
        for error in one.spoilt.errors:
            kinds = {error.kind.value} | ({ErrorKind.ALLERGY.value} if error.about_allergy else set())
            all_.update(kinds)
            right.update(kinds if one.put_right(error) else ())
    return {kind.value: (right[kind], all_[kind]) for kind in ErrorKind if all_[kind]}


def _tallied(facts: Iterable[Fact], told: Told) -> dict[Section, Tally]:
    facts = tuple(facts)
    return {
        section: Tally(
            told=sum(fact.section is section for fact in told.facts),
            left_out=sum(fact.section is section and fact not in told.facts for fact in facts),
            untrue=sum(written.section is section for written in told.untrue),
        )
        for section in SECTIONS
    }


def _summed(those: Iterable[dict[Section, Tally]]) -> dict[Section, Tally]:
    total = dict.fromkeys(SECTIONS, Tally())
    for tallies in those:
        total = {section: total[section].plus(tallies[section]) for section in SECTIONS}
    return total


def _mean(tallies: dict[Section, Tally]) -> float:
    return round(sum(tally.f1 for tally in tallies.values()) / len(tallies), 4)
