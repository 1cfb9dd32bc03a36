"""What a model's server can do, found out by asking it: names, streaming, JSON held to a schema, speed."""

import json
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from frontdesk.models.capability import Message, Prompt
from frontdesk.models.language.model import ModelFailed, Readable
from frontdesk.models.language.openai_compatible import OpenAiCompatible

SCHEMA = {
    "type": "object",
    "properties": {
        "floor": {"type": "integer", "enum": [3, 4]},
        "words": {"type": "array", "items": {"type": "string"}, "maxItems": 3},
    },
    "required": ["floor", "words"],
    "additionalProperties": False,
}
TALK = Prompt(
    version="check.talk@1",
    messages=(
        Message(role="system", content="You are a receptionist. Answer in one sentence of at most fifteen words."),
        Message(role="user", content="Good morning, is this the hospital?"),
    ),
    tokens=60,
)
CHINESE = TALK.model_copy(
    update={
        "messages": (
            Message(role="system", content="你是医院的导诊护士。用中文回答一句话，不超过二十个字。"),
            Message(role="user", content="早上好，请问这里是医院吗？"),
        )
    }
)
FORM = Prompt(
    version="check.form@1",
    messages=(
        Message(role="system", content="Answer with a poem about the sea."),  # JSON only if held to it
        Message(role="user", content="Eye department: floor 3. Skin department: floor 4. Where are the eyes?"),
    ),
    schema_=SCHEMA,
    tokens=80,
)


class Finding(NamedTuple):
    """One thing found out; `good` is None when it is neither good nor bad."""

    what: str
    said: str
    good: bool | None = None


class Timed(NamedTuple):
    """One reply with its times in seconds."""

    text: str
    first: float
    whole: float
    pieces: int
    read: int  # tokens of the prompt, 0 when the server does not tell
    tokens: int
    cut: bool


def timed(model: Readable, prompt: Prompt, *, seconds: float) -> Timed:
    """Raises ModelFailed."""
    began, first, text, pieces, read, tokens, cut = time.perf_counter(), 0.0, "", 0, 0, 0, False
    for piece in model.stream(prompt, seconds=seconds):
        if piece.text:
            first = first or time.perf_counter() - began
            pieces += 1
        text, cut = text + piece.text, cut or piece.cut
        read, tokens = read or piece.tokens_in, tokens or piece.tokens_out
    return Timed(text, first, time.perf_counter() - began, pieces, read, tokens, cut)


def abilities(model: Readable, *, budget: float, patience: float = 60.0) -> Iterator[Finding]:
    """What it can do, one finding after another; ends early when it does not answer at all."""
    try:
        if isinstance(model, OpenAiCompatible):
            yield _offered(model, patience)
        timed(model, TALK, seconds=patience)  # the first one may have to load
        talk = timed(model, _unseen(TALK), seconds=patience)
    except ModelFailed as failure:
        yield Finding("answers", failure.fault.value, False)
        return
    said = (
        f"first token {talk.first:.2f} s after {talk.read or 'some'} tokens not seen before, whole {talk.whole:.2f} s"
    )
    yield Finding("answers", said, talk.first <= budget)
    speed = f"{talk.tokens / max(talk.whole, 1e-6):.0f} tokens/s" if talk.tokens else "not told by the server"
    yield Finding("speed", speed)
    yield Finding("streams", f"{talk.pieces} pieces", talk.pieces > 1)
    yield _asked(model, "Chinese", CHINESE, patience, lambda reply: any("\u4e00" <= c <= "\u9fff" for c in reply.text))
    yield _asked(model, "holds to a JSON schema", FORM, patience, lambda reply: _fits(reply.text))
    yield _asked(
        model,
        "keeps to the length asked for",
        TALK.model_copy(update={"tokens": 3}),
        patience,
        lambda reply: reply.cut and reply.tokens <= 3,
    )


def _offered(model: OpenAiCompatible, patience: float) -> Finding:
    """Some servers answer to any name; a wrong one would show only when they serve a second model."""
    names = model.models(seconds=patience)
    return Finding(
        "offers it by this name", "yes" if model.name in names else f"it offers {names}", model.name in names
    )


def _unseen(prompt: Prompt) -> Prompt:
    """Of some length and new from its first word on: servers keep prompts that begin as an earlier one did."""
    number = f"This is conversation number {time.time_ns()}. "
    first = prompt.messages[0].model_copy(update={"content": number * 20 + prompt.messages[0].content})
    return prompt.model_copy(update={"messages": (first, *prompt.messages[1:])})


def _asked(model: Readable, what: str, prompt: Prompt, patience: float, good: Callable[[Timed], bool]) -> Finding:
    try:
        reply = timed(model, prompt, seconds=patience)
    except ModelFailed as failure:
        return Finding(what, failure.fault.value, False)
    fine = good(reply)
    return Finding(what, f"{'yes' if fine else 'no'}, {reply.whole:.2f} s", fine)


def _fits(text: str) -> bool:
    try:
        answer = json.loads(text)
    except ValueError:
        return False
    return isinstance(answer, dict) and set(answer) == {"floor", "words"} and answer["floor"] in (3, 4)
