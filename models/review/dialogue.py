"""The talk of the two agents: remark, ruling, remark, until the Researcher is satisfied or the turns are used up."""

from collections.abc import Callable

from models.facts import Value
from models.review.decider import Put
from models.review.draft import Draft, Exchange, Ruling, Sentence
from models.review.researcher import Research
from models.review.words import say

MOST = 15  # turns of both together (DERA, section 3)


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
    satisfied = False
    while len(draft.exchanges) < most and not satisfied:
        found = research(draft)
        draft = _spoken(draft, "researcher", found.says)
        satisfied = not found.remarks
        if satisfied or len(draft.exchanges) >= most:
            break
        rulings = decide(Put(draft=draft, remarks=found.remarks))
        draft = draft.model_copy(update={"rulings": (*draft.rulings, *rulings)})
        draft = _spoken(draft, "decider", _answer(draft, rulings))
    return Reviewed(sentences=draft.now, exchanges=draft.exchanges, rulings=draft.rulings, satisfied=satisfied)


def _spoken(draft: Draft, speaker: str, text: str) -> Draft:
    return draft.model_copy(update={"exchanges": (*draft.exchanges, Exchange(speaker=speaker, text=text))})


def _answer(draft: Draft, rulings: tuple[Ruling, ...]) -> str:
    """Each remark with what became of it."""
    return "\n".join(
        f"{say('accepted' if one.accepted else 'rejected', draft.language)} {one.remark.says} {one.reason}".strip()
        for one in rulings
    )
