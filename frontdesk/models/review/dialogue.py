"""The talk of the two agents: remark, ruling, remark, until the Researcher is satisfied or the turns are used up."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, Self, TypeVar

from frontdesk.models.facts import Language, Value
from frontdesk.models.review.decider import Put
from frontdesk.models.review.draft import Draft, Exchange, Ruling, Sentence
from frontdesk.models.review.researcher import Research
from frontdesk.models.review.words import say

MOST = 15  # turns of both together (DERA, section 3)


class Said(Protocol):
    """A remark, whatever it is about."""

    @property
    def says(self) -> str: ...


class Ruled(Protocol):
    """What became of a remark."""

    @property
    def remark(self) -> Said: ...
    @property
    def accepted(self) -> bool: ...
    @property
    def reason(self) -> str: ...


class Discussed(Protocol):
    """A frozen draft that keeps its own discussion: of a summary, of a care plan."""

    @property
    def language(self) -> Language: ...
    @property
    def rulings(self) -> tuple[Ruled, ...]: ...
    @property
    def exchanges(self) -> tuple[Exchange, ...]: ...
    def model_copy(self, *, update: Mapping[str, Any] | None = None) -> Self: ...


D = TypeVar("D", bound=Discussed)
R = TypeVar("R", bound=Said)
R_co = TypeVar("R_co", bound=Said, covariant=True)


class Researched(Protocol[R_co]):
    """A turn of the Researcher. Without remarks it is satisfied."""

    @property
    def remarks(self) -> tuple[R_co, ...]: ...
    @property
    def says(self) -> str: ...


class Reviewed(Value):
    """The final sentences, and how they came about."""

    sentences: tuple[Sentence, ...]
    exchanges: tuple[Exchange, ...]
    rulings: tuple[Ruling, ...]
    satisfied: bool

    @property
    def scratchpad(self) -> tuple[str, ...]:
        """What the Decider accepted."""
        return tuple(ruling.remark.says for ruling in self.rulings if ruling.accepted)


def review(
    draft: Draft,
    research: Callable[[Draft], Research],
    decide: Callable[[Put], tuple[Ruling, ...]],
    *,
    most: int = MOST,
) -> Reviewed:
    """Raises whatever `research` and `decide` raise."""
    draft, satisfied = discussed(
        draft, research, lambda asked, remarks: decide(Put(draft=asked, remarks=remarks)), most=most
    )
    return Reviewed(sentences=draft.now, exchanges=draft.exchanges, rulings=draft.rulings, satisfied=satisfied)


def discussed(
    draft: D,
    research: Callable[[D], Researched[R]],
    decide: Callable[[D, tuple[R, ...]], tuple[Ruled, ...]],
    *,
    most: int = MOST,
) -> tuple[D, bool]:
    """The draft with its discussion, and whether the Researcher is satisfied. Raises what the two raise."""
    while len(draft.exchanges) < most:
        found = research(draft)
        draft = _spoken(draft, "researcher", found.says)
        if not found.remarks:
            return draft, True
        if len(draft.exchanges) >= most:
            break
        rulings = decide(draft, found.remarks)
        draft = draft.model_copy(update={"rulings": (*draft.rulings, *rulings)})
        draft = _spoken(draft, "decider", _answer(rulings, draft.language))
    return draft, False


def _spoken(draft: D, speaker: str, text: str) -> D:
    return draft.model_copy(update={"exchanges": (*draft.exchanges, Exchange(speaker=speaker, text=text))})


def _answer(rulings: tuple[Ruled, ...], language: Language) -> str:
    """Each remark with what became of it."""
    return "\n".join(
        f"{say('accepted' if one.accepted else 'rejected', language)} {one.remark.says} {one.reason}".strip()
        for one in rulings
    )
