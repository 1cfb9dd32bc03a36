"""Examples as a base model reads them, cut by its chat template into what is given and what is learnt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from frontdesk.training.learnable import Example

NOT_LEARNT = -100  # torch's cross entropy leaves these out
NO_THOUGHTS = {"enable_thinking": False}  # as the product asks every server


class Unlearnable(ValueError):
    """The base's chat template cannot be learnt from."""


class Tokens(NamedTuple):
    """`labels` are the `input_ids` where a token carries loss, else NOT_LEARNT."""

    input_ids: list[int]
    labels: list[int]


@dataclass
class Fitted:
    """`shortened`: examples that lost their oldest talk; `left_out`: those too long all the same."""

    tokens: list[Tokens] = field(default_factory=list)
    shortened: int = 0
    left_out: int = 0

    @property
    def learnt(self) -> int:
        return sum(label != NOT_LEARNT for one in self.tokens for label in one.labels)


def fitted(tokenizer: Any, examples: Sequence[Example], *, longest: int) -> Fitted:
    """Every example whole, or a talk without its oldest exchanges; nothing is cut at its end. Raises Unlearnable."""
    found = Fitted()
    for example in examples:
        shorter = example
        made = tuple(tokens_of(tokenizer, example))
        while made and any(len(one.input_ids) > longest for one in made):
            fewer = _without_oldest(shorter)
            made = tuple(tokens_of(tokenizer, fewer)) if fewer else ()
            shorter = fewer or shorter
        found.tokens += made
        found.left_out += not made
        found.shortened += bool(made) and shorter is not example
    return found


def tokens_of(tokenizer: Any, example: Example) -> Iterator[Tokens]:
    """One sequence; one for each answer where the template writes an answer otherwise once more talk follows."""
    answers = [
        place
        for place, message in enumerate(example.messages)
        if message.role == "assistant" and place >= example.learnt
    ]
    spans = _spans(tokenizer, example, answers)
    if spans is not None:
        yield _tokens(tokenizer, _written(tokenizer, example, len(example.messages), answer=False), spans)
        return
    for place in answers:
        one = example._replace(messages=example.messages[: place + 1], learnt=place)
        spans = _spans(tokenizer, one, [place])
        if spans is None:
            raise Unlearnable("the base's chat template does not write an answer behind its prompt")
        yield _tokens(tokenizer, _written(tokenizer, one, place + 1, answer=False), spans)


def _spans(tokenizer: Any, example: Example, answers: Sequence[int]) -> list[tuple[int, int]] | None:
    """Where in the written talk each answer and its end mark stand; None where what precedes one is not its prompt."""
    whole = _written(tokenizer, example, len(example.messages), answer=False)
    spans = []
    for place in answers:
        given = _written(tokenizer, example, place, answer=True)
        through = _written(tokenizer, example, place + 1, answer=False).rstrip()
        if not (whole.startswith(through) and through.startswith(given)):
            return None
        spans.append((len(given), len(through)))
    return spans


def _tokens(tokenizer: Any, text: str, spans: Sequence[tuple[int, int]]) -> Tokens:
    """Prompt and answer are read apart, as a server does."""
    made, end = Tokens([], []), 0
    for begins, ends in spans:
        _extend(tokenizer, made, text[end:begins], learnt=False)
        _extend(tokenizer, made, text[begins:ends], learnt=True)
        if made.input_ids[-1] not in _marks(tokenizer):
            raise Unlearnable("the base's chat template ends an answer with no mark: it would never stop speaking")
        end = ends
    return made


def _extend(tokenizer: Any, made: Tokens, text: str, *, learnt: bool) -> None:
    ids = tokenizer(text, add_special_tokens=False)["input_ids"]
    made.input_ids.extend(ids)
    made.labels.extend(ids if learnt else [NOT_LEARNT] * len(ids))


def _marks(tokenizer: Any) -> set[int]:
    return {*tokenizer.all_special_ids, *tokenizer.added_tokens_decoder}


def _written(tokenizer: Any, example: Example, count: int, *, answer: bool) -> str:
    messages = [message.model_dump() for message in example.messages[:count]]
    written: str = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=answer, **NO_THOUGHTS)
    return written


def _without_oldest(example: Example) -> Example | None:
    """Without the first exchange; None where that is the only one, or the example may not be shortened."""
    begins = 1 if example.messages[0].role == "system" else 0
    if not example.shortens or len(example.messages) - begins <= 2:
        return None
    return example._replace(messages=(*example.messages[:begins], *example.messages[begins + 2 :]))
