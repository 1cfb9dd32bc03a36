"""The review of a summary before it is handed over: its statements as a draft, and the outcome as statements again."""

from collections.abc import Callable, Iterable, Iterator

from frontdesk.app.reception.record.wording import pick
from frontdesk.app.reception.session.questions import CHOICE
from frontdesk.app.reception.session.state import Line as Spoken
from frontdesk.app.reception.session.state import State
from frontdesk.his_adapter.records import Evidence, Review, ReviewTurn, Section, Statement
from frontdesk.models.review import DECIDER, RESEARCHER, Draft, Line, Part, Quote, Reviewed, Sentence, review
from frontdesk.models.runner import EMBEDDED

ASIDE = (
    Section.RED_FLAGS,
    Section.STORY,
    Section.WORDS,
    Section.FAMILY,
    Section.FOLLOW_UP,
)  # kept beside what is reviewed
PARTS = {
    Section.PERSON: Part.DEMOGRAPHICS,
    Section.COMPLAINT: Part.INTENT,
    Section.WISHES: Part.INTENT,
    Section.POSITIVES: Part.POSITIVES,
    Section.NEGATIVES: Part.NEGATIVES,
    Section.NOT_KNOWN: Part.UNKNOWNS,
    Section.PAST_HISTORY: Part.HISTORY,
    Section.MEDICINES: Part.HISTORY,
    Section.ALLERGIES: Part.HISTORY,
    Section.INTOLERANCES: Part.HISTORY,
}  # all others are the machine's own, such as what stood on no screen, or the patient's words as words
NONE = ("无", "none")  # says of what only beside its section's name
SECTIONS = {
    Part.DEMOGRAPHICS: Section.PERSON,
    Part.INTENT: Section.WISHES,
    Part.POSITIVES: Section.POSITIVES,
    Part.NEGATIVES: Section.NEGATIVES,
    Part.UNKNOWNS: Section.NOT_KNOWN,
    Part.HISTORY: Section.PAST_HISTORY,
}  # where a sentence goes that the review adds or moves


def draft_of(state: State, statements: Iterable[Statement], known: Iterable[Statement]) -> Draft:
    """`statements` as a draft to be reviewed; `known` are those that the dialogue state makes."""
    statements = tuple(statements)
    return Draft(
        language=state.language,
        sentences=tuple(_sentences(statements)),
        known=tuple(_sentences(known)),
        lines=tuple(lines_of(state, lambda line: line.text)),
        covered=frozenset(_covered(state, statements)),
        kept=tuple(one.text for one in statements if one.section in ASIDE),
    )


def lines_of(state: State, words: Callable[[Spoken], str]) -> Iterator[Line]:
    """The talk, each line in the `words` it may be read in; before an answer stands what could be tapped."""
    for line in state.lines:
        turn = None if line.undone else line.number
        if turn is not None and (tiles := _tiles(state, turn)):
            yield Line(turn=None, text=pick((f"（屏幕上可点：{tiles}）", f"(On the screen: {tiles})"), state.language))
        yield Line(turn=turn, text=words(line))


def _tiles(state: State, turn: int) -> str:
    question = next((question for before, question in reversed(state.questions) if before < turn), None)
    return "; ".join(option.label[state.language] for option in question.options) if question else ""


def _covered(state: State, statements: Iterable[Statement]) -> Iterator[int]:
    """Turns that the page keeps elsewhere, that take something back, or that chose a department."""
    yield from (turn.turn for turn in state.extended if turn.withdrawn)
    yield from (evidence.turn for one in statements if one.section not in PARTS for evidence in one.evidence)
    for turn in range(1, state.turns + 1):
        asked = next((question.key for before, question in reversed(state.questions) if before < turn), None)
        if asked in CHOICE:
            yield turn


def in_code(draft: Draft) -> Reviewed:
    return review(draft, RESEARCHER.embedded, DECIDER.embedded)


def statements_of(reviewed: Reviewed, draft: Draft, before: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """`before` with the outcome of the review of its `draft` in place; what was not reviewed stays as it was."""
    drafted = {one.sentence_id: one for one in draft.sentences}
    final = {one.sentence_id: one for one in reviewed.sentences}
    kept = [one for one in before if one.statement_id not in drafted or one.statement_id in final]
    changed = [_changed(one, drafted.get(one.statement_id), final.get(one.statement_id)) for one in kept]
    new = [_new(sentence) for key, sentence in final.items() if key not in drafted]
    return (*changed, *new)


def kept_review(reviewed: Reviewed, by: str = EMBEDDED) -> Review:
    return Review(
        by=by,
        turns=tuple(ReviewTurn(speaker=one.speaker, text=one.text) for one in reviewed.exchanges),
        scratchpad=reviewed.scratchpad,
        satisfied=reviewed.satisfied,
    )


def _sentences(statements: Iterable[Statement]) -> Iterator[Sentence]:
    for one in statements:
        if one.section in PARTS:
            quotes = tuple(Quote(turn=evidence.turn, words=evidence.quote) for evidence in one.evidence)
            text = one.written if one.text in NONE and one.written else one.text
            yield Sentence(sentence_id=one.statement_id, part=PARTS[one.section], text=text, quotes=quotes)


def _changed(statement: Statement, drafted: Sentence | None, sentence: Sentence | None) -> Statement:
    if sentence is None or sentence == drafted:
        return statement
    section = statement.section if sentence.part is PARTS[statement.section] else SECTIONS[sentence.part]
    evidence = _evidence(sentence)
    gone = dict.fromkeys(("written", "translated", "coded"))
    return statement.model_copy(update={"section": section, "text": sentence.text, "evidence": evidence, **gone})


def _new(sentence: Sentence) -> Statement:
    return Statement(
        statement_id=sentence.sentence_id,
        section=SECTIONS[sentence.part],
        text=sentence.text,
        evidence=_evidence(sentence),
    )


def _evidence(sentence: Sentence) -> tuple[Evidence, ...]:
    return tuple(Evidence(turn=quote.turn, quote=quote.words) for quote in sentence.quotes)
