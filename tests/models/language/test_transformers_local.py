"""A checkpoint in a folder, run in this process: a tiny one with random weights, so the shape of replies counts."""

import json
from pathlib import Path

import pytest

from frontdesk.models.capability import Message, Prompt
from frontdesk.models.language.model import Fault, ModelFailed

pytest.importorskip("torch", reason="frontdesk[local-model] is not installed")
pytest.importorskip("xgrammar", reason="frontdesk[local-model] is not installed")

TEMPLATE = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant: "
SCHEMA = {
    "type": "object",
    "properties": {"danger": {"type": "boolean"}, "side": {"enum": ["left", "right"]}},
    "required": ["danger", "side"],
    "additionalProperties": False,
}


@pytest.fixture(scope="session")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

    folder = tmp_path_factory.mktemp("checkpoint")
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {letter: place for place, letter in enumerate(["<end>", *letters])}
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    whole = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="<end>", pad_token="<end>")
    whole.chat_template = TEMPLATE
    whole.save_pretrained(folder)
    config = Qwen2Config(
        vocab_size=len(vocabulary),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        max_position_embeddings=512,
        eos_token_id=0,
        pad_token_id=0,
        bos_token_id=0,
    )
    Qwen2ForCausalLM(config).save_pretrained(folder)
    return folder


def prompt(tokens: int, *, schema: dict[str, object] | None = None, words: str = "hello") -> Prompt:
    return Prompt(version="t@1", messages=(Message(role="user", content=words),), schema_=schema, tokens=tokens)


def test_a_reply_is_streamed_and_its_length_kept(checkpoint: Path) -> None:
    from frontdesk.models.language.transformers_local import TransformersLocal

    pieces = list(TransformersLocal(checkpoint).stream(prompt(20), seconds=30))
    assert len(pieces) > 1
    assert pieces[-1].tokens_out <= 20


def test_json_is_held_to_the_schema_even_by_random_weights(checkpoint: Path) -> None:
    from frontdesk.models.language.transformers_local import TransformersLocal

    model = TransformersLocal(checkpoint)
    reply = "".join(piece.text for piece in model.stream(prompt(100, schema=SCHEMA), seconds=30))
    answer = json.loads(reply)
    assert set(answer) == {"danger", "side"} and answer["side"] in ("left", "right")
    assert "".join(piece.text for piece in model.stream(prompt(100, schema=SCHEMA), seconds=30)) == reply


def test_a_prompt_longer_than_the_context_is_refused(checkpoint: Path) -> None:
    from frontdesk.models.language.transformers_local import TransformersLocal

    with pytest.raises(ModelFailed) as failure:
        list(TransformersLocal(checkpoint).stream(prompt(100, words="far too long " * 60), seconds=30))
    assert failure.value.fault is Fault.TOO_LONG
