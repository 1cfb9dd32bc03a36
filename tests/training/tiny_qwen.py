"""A Qwen2 of 0.4 million random parameters with a tokenizer of its own, made on the spot."""

from collections.abc import Iterable
from pathlib import Path

CHATML = (
    "{% for one in messages %}{{ '<|im_start|>' + one['role'] + '\n' + one['content'] + '<|im_end|>' + '\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
END, PAD, BEGIN = "<|im_end|>", "<|endoftext|>", "<|im_start|>"
LONGEST = 32_768


def make_tiny_qwen(folder: Path, texts: Iterable[str], *, seed: int = 0, template: str = CHATML) -> Path:
    """A checkpoint as transformers and vLLM read it, its tokenizer learnt from `texts`."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.decoder = decoders.ByteLevel()
    learning = trainers.BpeTrainer(
        vocab_size=3000,
        special_tokens=[PAD, BEGIN, END],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    bpe.train_from_iterator(texts, learning)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=bpe, eos_token=END, pad_token=PAD, chat_template=template)
    tokenizer.save_pretrained(folder)
    torch.manual_seed(seed)
    config = Qwen2Config(
        vocab_size=len(tokenizer),
        hidden_size=64,
        intermediate_size=192,
        num_hidden_layers=4,
        num_attention_heads=2,  # of 32 each: vLLM's attention on a processor takes no smaller ones
        num_key_value_heads=1,
        max_position_embeddings=LONGEST,
        tie_word_embeddings=True,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
    )
    Qwen2ForCausalLM(config).save_pretrained(folder)
    return folder
