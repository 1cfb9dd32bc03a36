"""Models behind an OpenAI-compatible server: vLLM first, llama.cpp's server, OpenAI itself."""

from collections.abc import Iterator
from typing import Any

import openai
from openai.types.chat import ChatCompletionChunk

from models.capability import Prompt
from models.language.model import Fault, ModelFailed, Piece

# What vLLM and llama.cpp understand and OpenAI refuses: a thinking model's thoughts would come before the JSON.
OWN_SERVERS: dict[str, Any] = {"chat_template_kwargs": {"enable_thinking": False}}
CONTEXT_WORDS = ("context length", "context size", "maximum context", "too many tokens", "exceed_context_size")
LONGEST_WAIT = 600.0  # seconds; a Retry-After beyond it is not believed


class OpenAiCompatible:
    """One model of one server. `url` ends in /v1."""

    def __init__(self, url: str, name: str, *, key: str = "") -> None:
        self.name = name
        self.server = url.rstrip("/")
        self._client = openai.OpenAI(base_url=self.server, api_key=key or "none", max_retries=0)
        self._extra = None if "api.openai.com" in url else OWN_SERVERS

    def stream(self, prompt: Prompt, *, seconds: float) -> Iterator[Piece]:
        began = False
        try:
            with self._client.chat.completions.create(**self._request(prompt, seconds)) as chunks:
                for piece in _pieces(chunks):
                    began = True
                    yield piece
        except openai.OpenAIError as error:
            failure = failed(error)
            if began and failure.fault is Fault.UNREACHABLE:
                failure = ModelFailed(Fault.BROKEN)
            raise failure from error

    def _request(self, prompt: Prompt, seconds: float) -> dict[str, Any]:
        return {
            "model": self.name,
            "messages": [message.model_dump() for message in prompt.messages],
            "max_tokens": prompt.tokens,
            "temperature": 0.0 if prompt.schema_ else 0.3,
            "stream": True,
            "stream_options": {"include_usage": True},
            "timeout": openai.Timeout(seconds, connect=min(seconds, 2.0)),
            "extra_body": self._extra,
            **_format(prompt),
        }

    def models(self, *, seconds: float) -> list[str]:
        """Names of the models the server offers. Raises ModelFailed."""
        try:
            return [model.id for model in self._client.models.list(timeout=seconds)]
        except openai.OpenAIError as error:
            raise failed(error) from error


def _format(prompt: Prompt) -> dict[str, Any]:
    if prompt.schema_ is None:
        return {}
    name = prompt.version.partition(".")[0]
    return {
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": name, "schema": dict(prompt.schema_), "strict": True},
        }
    }


def _pieces(chunks: "openai.Stream[ChatCompletionChunk]") -> Iterator[Piece]:
    """Raises ModelFailed when the stream ends without saying why: the server died or gave up in the middle."""
    ended = False
    for chunk in chunks:
        used = chunk.usage
        if used is not None:
            yield Piece(tokens_in=used.prompt_tokens, tokens_out=used.completion_tokens)
        for choice in chunk.choices:
            ended = ended or choice.finish_reason is not None
            yield Piece(choice.delta.content or "", cut=choice.finish_reason == "length")
    if not ended:
        raise ModelFailed(Fault.BROKEN)


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
