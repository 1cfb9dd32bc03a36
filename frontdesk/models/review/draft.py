"""What the two agents talk about: a draft of sentences with their evidence, the talk it came from, and the remarks."""

from enum import StrEnum

from frontdesk.models.facts import Language, Value


class Part(StrEnum):
    """The sections of a summary, in the order they are gone through (DERA, section 3)."""

    DEMOGRAPHICS = "demographics"  # and social
    INTENT = "intent"
    POSITIVES = "pertinent_positives"
    NEGATIVES = "pertinent_negatives"
    UNKNOWNS = "pertinent_unknowns"
    HISTORY = "history"


class Fault(StrEnum):
    """What can be wrong with a draft, the worst first: what is left out misleads more than what is said too much."""

    MISSING = "missing"
    WRONG = "wrong"
    UNGROUNDED = "ungrounded"


class Quote(Value):
    """Words of the patient, and the turn (from 1) they stand in."""

    turn: int
    words: str


class Sentence(Value):
    """One sentence of a summary. Without `quotes` it is the machine's own, or without evidence."""

    sentence_id: str
    part: Part
    text: str
    quotes: tuple[Quote, ...] = ()


class Line(Value):
    """One line of the talk; `turn` is the patient's, None of a line of the nurse."""

    turn: int | None
    text: str


class Remark(Value):
    """What the Researcher has against a draft, and what it should say. `sentence_id`: None for what is missing.

    `proposal` is None where the sentence should go.
    """

    part: Part
    fault: Fault
    sentence_id: str | None
    says: str
    proposal: Sentence | None = None


class Ruling(Value):
    """What the Decider makes of one remark: `proposal` is the sentence as it accepts it."""

    remark: Remark
    accepted: bool
    reason: str
    proposal: Sentence | None = None


class Exchange(Value):
    """One turn of the dialogue of the two."""

    speaker: str  # "researcher" or "decider"
    text: str


class Draft(Value):
    """The question both agents are asked: `known` is what the dialogue state holds, in the sentences of a summary; None
    where there is the talk and nothing else.

    `rulings` are those so far; the draft is what `sentences` become with the accepted ones.
    """

    language: Language
    sentences: tuple[Sentence, ...]
    known: tuple[Sentence, ...] | None
    lines: tuple[Line, ...]
    covered: frozenset[int] = frozenset()  # turns that something outside the draft keeps
    kept: tuple[str, ...] = ()  # what else the page says, such as the patient's words as words
    rulings: tuple[Ruling, ...] = ()
    exchanges: tuple[Exchange, ...] = ()

    @property
    def now(self) -> tuple[Sentence, ...]:
        """The sentences with every accepted ruling applied, in the order of their parts."""
        return applied(self.sentences, self.rulings)

    @property
    def said(self) -> dict[int, str]:
        """The patient's words by turn."""
        return {line.turn: line.text for line in self.lines if line.turn is not None}


def applied(sentences: tuple[Sentence, ...], rulings: tuple[Ruling, ...]) -> tuple[Sentence, ...]:
    standing = {one.sentence_id: one for one in sentences}
    for ruling in rulings:
        if not ruling.accepted:
            continue
        gone = ruling.remark.sentence_id
        if ruling.proposal is None:
            standing.pop(gone or "", None)
        elif gone in standing:
            standing[gone] = ruling.proposal.model_copy(update={"sentence_id": gone})
        else:
            new = ruling.proposal.sentence_id
            standing[new if new not in standing else f"{new}+"] = ruling.proposal
    order = list(Part)
    return tuple(sorted(standing.values(), key=lambda one: order.index(one.part)))
