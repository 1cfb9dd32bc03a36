"""Where language models are assigned, they talk a summary over once it is handed over: no patient waits for them."""

from frontdesk.app.reception.record.reviewing import draft_of, kept_review, lines_of, statements_of
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.turn.anonymity import anonymous, said
from frontdesk.his_adapter.records import PreVisitSummary
from frontdesk.models.review import DECIDER, RESEARCHER, Draft, Quote, Sentence, review


def is_talked_over(services: Services) -> bool:
    """Whether both parts are a model's."""
    return all(services.models.assigned(one.name) for one in (RESEARCHER, DECIDER))


def talked_over(services: Services, state: State, summary: PreVisitSummary) -> PreVisitSummary:
    """The summary as the two models leave it, with their dialogue. Raises ModelFailed; then it stays as it is."""
    models = services.models
    draft = _anonymous(draft_of(state, summary.statements, summary.statements), state)
    reviewed = review(
        draft,
        lambda asked: models.attempt(RESEARCHER, asked, beside=True).answer,
        lambda put: models.attempt(DECIDER, put, beside=True).answer,
    )
    spoken = {line.number: line.text for line in state.lines if line.number}
    drafted = set(draft.sentences)
    sentences = tuple(one if one in drafted else _as_spoken(one, spoken) for one in reviewed.sentences)
    reviewed = reviewed.model_copy(update={"sentences": sentences})
    statements = statements_of(reviewed, draft, summary.statements)
    return summary.model_copy(update={"statements": statements, "review": kept_review(reviewed, models.names)})


def _anonymous(draft: Draft, state: State) -> Draft:
    """Without names, numbers and addresses: who somebody is does not help to check what they said."""
    lines = tuple(lines_of(state, lambda line: said(line) if line.speaker != "staff" else "…"))
    return draft.model_copy(
        update={
            "lines": lines,
            "sentences": tuple(map(_without_names, draft.sentences)),
            "kept": tuple(map(anonymous, draft.kept)),
            "known": tuple(map(_without_names, draft.known or ())),
        }
    )


def _as_spoken(sentence: Sentence, spoken: dict[int, str]) -> Sentence:
    """With the whole turn for a quote that had a name taken out of it."""
    whole = (
        quote if quote.words in spoken.get(quote.turn, "") else quote.model_copy(update={"words": spoken[quote.turn]})
        for quote in sentence.quotes
    )
    return sentence.model_copy(update={"quotes": tuple(whole)})


def _without_names(sentence: Sentence) -> Sentence:
    quotes = tuple(Quote(turn=quote.turn, words=anonymous(quote.words)) for quote in sentence.quotes)
    return sentence.model_copy(update={"text": anonymous(sentence.text), "quotes": quotes})
