"""A fine-tuned checkpoint in a folder, run in this process by transformers, on the CPU or a GPU."""

import json
from collections.abc import Generator
from functools import cache
from pathlib import Path
from queue import Empty
from threading import Event, Lock, Thread
from typing import Any

import torch
import xgrammar
from transformers import AutoModelForCausalLM, AutoTokenizer, StoppingCriteria, TextIteratorStreamer

from frontdesk.models.capability import Prompt
from frontdesk.models.language.model import Fault, ModelFailed, Piece


class TransformersLocal:
    """One checkpoint; one reply at a time, others wait for it. Raises OSError when the folder holds no checkpoint."""

    def __init__(self, folder: Path, name: str = "") -> None:
        self.name = name or folder.name
        self.server = str(folder)
        self._tokenizer: Any = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        device = "cuda" if torch.cuda.is_available() else "cpu"
        kind = torch.bfloat16 if device == "cuda" else torch.float32
        self._model: Any = AutoModelForCausalLM.from_pretrained(folder, torch_dtype=kind, local_files_only=True).to(
            device
        )
        self._longest = getattr(self._model.config, "max_position_embeddings", 4096)
        vocabulary = xgrammar.TokenizerInfo.from_huggingface(self._tokenizer, vocab_size=self._model.config.vocab_size)
        self._compiler = xgrammar.GrammarCompiler(vocabulary)
        self._grammar = cache(self._compiled)
        self._one_at_a_time = Lock()

    def stream(self, prompt: Prompt, *, seconds: float) -> Generator[Piece, None, None]:
        if not self._one_at_a_time.acquire(timeout=seconds):
            raise ModelFailed(Fault.CROWDED)
        try:
            yield from self._generate(prompt, seconds)
        finally:
            self._one_at_a_time.release()

    def _generate(self, prompt: Prompt, seconds: float) -> Generator[Piece, None, None]:
        inputs = self._tokenizer.apply_chat_template(
            [message.model_dump() for message in prompt.messages],
            add_generation_prompt=True,
            return_tensors="pt",
            return_dict=True,
        ).to(self._model.device)
        given = int(inputs["input_ids"].shape[1])
        if given + prompt.tokens > self._longest:
            raise ModelFailed(Fault.TOO_LONG)
        streamer = TextIteratorStreamer(self._tokenizer, skip_prompt=True, skip_special_tokens=True, timeout=seconds)
        unwanted, made = _Unwanted(), _Count()
        options: dict[str, Any] = {
            "max_new_tokens": prompt.tokens,
            "do_sample": False,
            "streamer": streamer,
            "stopping_criteria": [unwanted, made],
            "logits_processor": self._held_to(prompt),
        }
        worker = Thread(target=self._run, args=({**inputs, **options}, streamer), daemon=True)
        worker.start()
        try:
            yield from (Piece(text) for text in streamer)
        except Empty:
            raise ModelFailed(Fault.TIMEOUT) from None
        finally:
            unwanted.event.set()
            worker.join()
        yield Piece(cut=made.tokens >= prompt.tokens, tokens_in=given, tokens_out=made.tokens)

    def _run(self, arguments: dict[str, Any], streamer: TextIteratorStreamer) -> None:
        try:
            with torch.inference_mode():
                self._model.generate(**arguments)
        finally:
            streamer.end()

    def _held_to(self, prompt: Prompt) -> list[Any]:
        """What keeps every token within the reply's JSON schema."""
        if prompt.schema_ is None:
            return []
        grammar = self._grammar(json.dumps(prompt.schema_, sort_keys=True))
        return [xgrammar.contrib.hf.LogitsProcessor(grammar)]

    def _compiled(self, schema: str) -> Any:
        return self._compiler.compile_json_schema(schema, any_whitespace=False)


class _Unwanted(StoppingCriteria):  # type: ignore[misc]
    def __init__(self) -> None:
        self.event = Event()

    def __call__(self, input_ids: Any, scores: Any, **more: Any) -> bool:
        return self.event.is_set()


class _Count(StoppingCriteria):  # type: ignore[misc]
    """Counts the tokens made; never stops anything."""

    def __init__(self) -> None:
        self.tokens = 0

    def __call__(self, input_ids: Any, scores: Any, **more: Any) -> bool:
        self.tokens += 1
        return False
