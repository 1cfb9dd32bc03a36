"""Models behind an OpenAI-compatible server: vLLM first, llama.cpp's server, OpenAI itself."""

import json
from collections.abc import Generator, Iterator
from typing import Any

import httpx2
import openai

from frontdesk.models.capability import Prompt
from frontdesk.models.language.model import Fault, ModelFailed, Piece

# What vLLM and llama.cpp understand and OpenAI refuses: a thinking model's thoughts would come before the JSON.
OWN_SERVERS: dict[str, Any] = {"chat_template_kwargs": {"enable_thinking": False}}
CONTEXT_WORDS = ("context length", "context size", "maximum context", "too many tokens", "exceed_context_size")
DATA, DONE = "data: ", "data: [DONE]"
LONGEST = 4 * 2**20  # bytes of a reply that came in one
LONGEST_WAIT = 600.0  # seconds; a Retry-After beyond it is not believed


class OpenAiCompatible:
    """One model of one server. `url` ends in /v1."""

    def __init__(self, url: str, name: str, *, key: str = "") -> None:
        self.name = name
        self.server = url.rstrip("/")
        self._client = openai.OpenAI(base_url=self.server, api_key=key or "none", max_retries=0)
        self._extra = {} if "api.openai.com" in url else OWN_SERVERS

    def stream(self, prompt: Prompt, *, seconds: float) -> Generator[Piece, None, None]:
        try:
            yield from self._stream(prompt, seconds)
        except ModelFailed as failure:
            if failure.fault is not Fault.UNREACHABLE:
                raise
            # A kept connection may have been closed by the server a moment ago; a server that is gone refuses again.
            yield from self._stream(prompt, seconds)

    def _stream(self, prompt: Prompt, seconds: float) -> Generator[Piece, None, None]:
        began = False
        try:
            created = self._client.chat.completions.with_streaming_response.create(**self._request(prompt, seconds))
            with created as response:
                for piece in _whole(_read(response.iter_bytes())) if prompt.schema_ else _pieces(response.iter_lines()):
                    began = True
                    yield piece
        except openai.OpenAIError as error:
            raise _in_time(failed(error), began) from error
        except httpx2.TimeoutException as error:
            raise ModelFailed(Fault.TIMEOUT) from error
        except httpx2.TransportError as error:
            raise ModelFailed(Fault.BROKEN) from error

    def _request(self, prompt: Prompt, seconds: float) -> dict[str, Any]:
        """What is long goes as `extra_body`, sent as it is: the client walks through all other parameters first."""
        messages = [{"role": message.role, "content": message.content} for message in prompt.messages]
        return {
            "model": self.name,
            "messages": [],
            "max_tokens": prompt.tokens,
            "temperature": 0.0 if prompt.schema_ else 0.3,
            "timeout": openai.Timeout(seconds, connect=min(seconds, 2.0)),
            "extra_body": {"messages": messages, **_format(prompt), **self._extra},
        }

    def models(self, *, seconds: float) -> list[str]:
        """Names of the models the server offers. Raises ModelFailed."""
        try:
            return [model.id for model in self._client.models.list(timeout=seconds)]
        except openai.OpenAIError as error:
            raise failed(error) from error


def _format(prompt: Prompt) -> dict[str, Any]:
    """Words are streamed; JSON nobody reads as it comes, and each piece of a stream costs time."""
    if prompt.schema_ is None:
        return {"stream": True, "stream_options": {"include_usage": True}}
    name = prompt.version.partition(".")[0]
    return {
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": name, "schema": dict(prompt.schema_), "strict": True},
        }
    }


def _read(chunks: Iterator[bytes]) -> bytes:
    """Raises ModelFailed for more than any reply has."""
    reply = bytearray()
    for chunk in chunks:
        reply += chunk
        if len(reply) > LONGEST:
            raise ModelFailed(Fault.BROKEN)
    return bytes(reply)


def _whole(reply: bytes) -> Generator[Piece, None, None]:
    """A reply that came in one. Raises ModelFailed when it is no chat completion."""
    try:
        read = json.loads(reply)
        choice, used = read["choices"][0], read.get("usage") or {}
        text, cut = choice["message"].get("content") or "", choice.get("finish_reason") == "length"
    except (ValueError, AttributeError, TypeError, LookupError) as error:
        raise ModelFailed(Fault.BROKEN) from error
    yield Piece(text, cut, used.get("prompt_tokens", 0), used.get("completion_tokens", 0))


def _pieces(lines: Iterator[str]) -> Generator[Piece, None, None]:
    """The events of a streamed chat, read here: the client's own objects for each token cost as much as our turn.

    Raises ModelFailed when the stream ends without saying why: the server died or gave up in the middle.
    """
    ended = False
    for line in lines:
        if not line.startswith(DATA) or line == DONE:
            continue
        try:
            chunk = json.loads(line.removeprefix(DATA))
            used = chunk.get("usage") or {}
            for choice in chunk.get("choices", ()):
                finish = choice.get("finish_reason")
                ended = ended or finish is not None
                yield Piece((choice.get("delta") or {}).get("content") or "", cut=finish == "length")
            if used:
                yield Piece(tokens_in=used.get("prompt_tokens", 0), tokens_out=used.get("completion_tokens", 0))
        except (ValueError, AttributeError, TypeError) as error:
            raise ModelFailed(Fault.BROKEN) from error
    if not ended:
        raise ModelFailed(Fault.BROKEN)


def _in_time(failure: ModelFailed, began: bool) -> ModelFailed:
    """A connection lost after the first words is a broken stream."""
    return ModelFailed(Fault.BROKEN) if began and failure.fault is Fault.UNREACHABLE else failure


def failed(error: openai.OpenAIError) -> ModelFailed:
    """The house's word for what the client raised."""
    match error:
        case openai.APITimeoutError():
            return ModelFailed(Fault.TIMEOUT)
        case openai.APIConnectionError():
            return ModelFailed(Fault.UNREACHABLE)
        case openai.APIStatusError():
            return _refused(error)
        case _:
            return ModelFailed(Fault.BROKEN)  # an error, or no JSON, in the middle of the stream


def _refused(error: openai.APIStatusError) -> ModelFailed:
    status = error.status_code
    if status in (429, 503):
        return ModelFailed(Fault.BUSY, wait=_seconds(error.response.headers.get("Retry-After", "")))
    if status >= 500:
        return ModelFailed(Fault.SERVER)
    if status in (401, 403, 404):
        return ModelFailed(Fault.NO_MODEL)
    said = str(error).lower()
    return ModelFailed(Fault.TOO_LONG if any(words in said for words in CONTEXT_WORDS) else Fault.REFUSED)


def _seconds(written: str) -> float | None:
    """A Retry-After in seconds; a date in it is not worth reading."""
    return min(float(written), LONGEST_WAIT) if written.strip().isdecimal() else None
