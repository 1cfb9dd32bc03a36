"""Fine-tunes a base model into a nurse: transformers and TRL, with checkpoints from which a killed run goes on.

Several GPUs: `accelerate launch --config_file frontdesk/training/configs/zero3.yaml $(command -v frontdesk) train
nurse ...`.
"""

import json
import logging
import os
import shutil
import time
import warnings
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import torch
from datasets import Dataset
from datasets.utils.logging import disable_progress_bar as disable_progress_bars
from peft import LoraConfig, PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer, BitsAndBytesConfig, TrainerCallback
from transformers.trainer_callback import PrinterCallback
from transformers.utils.logging import disable_progress_bar
from trl import SFTConfig, SFTTrainer

from frontdesk.training.card import Figures, Run, write_card
from frontdesk.training.learnable import Example, held_out
from frontdesk.training.recipe import Recipe
from frontdesk.training.tokens import Fitted, Tokens, fitted

CHECKPOINTS, KEPT = "checkpoints", 2
WHOLE = "whole"  # a file in a checkpoint that was written to its end
RUN, ADAPTER = "run.json", "adapter"
LEAST = 2  # sequences to learn from

Tell = Callable[[str], None]


class NotTrained(Exception):
    """Why nothing was learnt, in one line."""


class _Sequences(NamedTuple):
    learnt: Fitted
    measured: Fitted


def finetune(
    examples: Sequence[Example], run: Run, *, out: Path, tell: Tell, others: Sequence[Example] = ()
) -> Figures:
    """Learns `examples` and the general `others`; the nurse, her curve and her card go into the folder `out`.

    A folder in which the same run was broken off goes on from its last whole checkpoint. Raises NotTrained, and
    Unlearnable where the base's chat template does not serve.
    """
    _quiet()
    recipe = run.recipe
    tokenizer = _tokenizer(run.base)
    learnt, apart = held_out(examples, share=recipe.held_out, seed=recipe.seed)
    sequences = _Sequences(
        fitted(tokenizer, [*learnt, *others], longest=recipe.tokens),
        fitted(tokenizer, apart, longest=recipe.tokens),
    )
    if len(sequences.learnt.tokens) < LEAST:
        raise NotTrained(f"{len(sequences.learnt.tokens)} examples fit into {recipe.tokens} tokens; nothing to learn")
    options = _options(recipe, sequences, out)
    with options.main_process_first(local=False):
        run, last = _opened(run, sequences, out)
    tell(_counted(sequences, recipe))
    if last is not None:
        tell(f"goes on from {last.name}")
    trainer = _trainer(run, options, sequences, tokenizer, tell)
    before = run.before if last is not None or trainer.is_deepspeed_enabled else _measured(trainer, sequences)
    if options.process_index == 0:
        _write(out, run._replace(before=before))
    began = time.monotonic()
    trainer.train(resume_from_checkpoint=str(last) if last else None)
    measured = _losses(trainer.state.log_history, "eval_loss")
    figures = Figures(
        losses=_losses(trainer.state.log_history, "loss"),
        measured=measured,
        before=before,
        after=measured[-1][1] if measured else None,
        steps=trainer.state.global_step,
        seconds=time.monotonic() - began,
        resumed=last is not None,
        sequences=len(sequences.learnt.tokens),
        held_out=len(sequences.measured.tokens),
        tokens=sum(len(one.input_ids) for one in sequences.learnt.tokens),
        learnt=sequences.learnt.learnt,
        shortened=sequences.learnt.shortened + sequences.measured.shortened,
        left_out=sequences.learnt.left_out + sequences.measured.left_out,
        hardware=_hardware(options),
    )
    _keep(trainer, tokenizer, run, out)
    if options.process_index == 0:
        write_card(out, run, figures)
        _write(out, run._replace(before=before, finished=True))
        shutil.rmtree(out / CHECKPOINTS)
        (out / "training_args.bin").unlink(missing_ok=True)  # a pickle that nobody needs
    return figures


def merged(base: str, adapter: Path, *, precision: str) -> Any:
    """The base with the adapter's changes in its weights."""
    model = AutoModelForCausalLM.from_pretrained(base, dtype=_kind(precision))
    return PeftModel.from_pretrained(model, adapter).merge_and_unload()


def _tokenizer(base: str) -> Any:
    try:
        tokenizer = AutoTokenizer.from_pretrained(base)
    except (OSError, ValueError) as error:
        raise NotTrained(f"{base} is no model that can be read: {str(error).splitlines()[0]}") from error
    if not tokenizer.chat_template:
        raise NotTrained(f"{base} has no chat template: name a model that was taught to talk (-Instruct, -Chat)")
    return tokenizer


def _options(recipe: Recipe, sequences: _Sequences, out: Path) -> SFTConfig:
    processes = int(os.environ.get("WORLD_SIZE", "1"))
    try:
        gathered = recipe.gathered(processes)
    except ValueError as error:
        raise NotTrained(str(error)) from error
    return SFTConfig(
        output_dir=str(out / CHECKPOINTS),
        per_device_train_batch_size=recipe.at_once,
        per_device_eval_batch_size=recipe.at_once,
        gradient_accumulation_steps=gathered,
        learning_rate=recipe.rate,
        lr_scheduler_type=recipe.schedule,
        num_train_epochs=recipe.epochs,
        warmup_steps=recipe.warm_up,
        weight_decay=recipe.decay,
        bf16=recipe.precision == "bf16",
        use_cpu=not torch.accelerator.is_available(),
        gradient_checkpointing=recipe.checkpointing,
        seed=recipe.seed,
        data_seed=recipe.seed,
        save_strategy="steps" if recipe.save_every else "epoch",
        save_steps=recipe.save_every or 500,
        save_total_limit=KEPT,
        eval_strategy="epoch" if sequences.measured.tokens else "no",
        logging_steps=1,
        logging_first_step=True,
        report_to="none",
        disable_tqdm=True,
        max_length=None,  # what is too long has been left out; TRL would cut its answer off
        packing=False,
        dataloader_pin_memory=torch.accelerator.is_available(),
        # with every weight learnt in bf16 their fp32 copies are what the optimiser changes
        model_init_kwargs={"dtype": _kind(recipe.precision) if recipe.lora_rank else torch.float32},
    )


def _trainer(run: Run, options: SFTConfig, sequences: _Sequences, tokenizer: Any, tell: Tell) -> SFTTrainer:
    recipe = run.recipe
    four_bit = BitsAndBytesConfig(
        load_in_4bit=True,
        bnb_4bit_quant_type="nf4",
        bnb_4bit_use_double_quant=True,
        bnb_4bit_compute_dtype=_kind(recipe.precision),
    )
    low_rank = LoraConfig(
        r=recipe.lora_rank or 1,
        lora_alpha=recipe.lora_alpha,
        lora_dropout=recipe.lora_dropout,
        target_modules="all-linear",
        task_type="CAUSAL_LM",
    )
    trainer = SFTTrainer(
        model=run.base,
        args=options,
        train_dataset=_dataset(sequences.learnt.tokens),
        eval_dataset=_dataset(sequences.measured.tokens) if sequences.measured.tokens else None,
        processing_class=tokenizer,
        quantization_config=four_bit if recipe.four_bit else None,
        peft_config=low_rank if recipe.lora_rank else None,
        callbacks=[_Whole(), _Progress(tell)],
    )
    trainer.remove_callback(PrinterCallback)
    return trainer


class _Whole(TrainerCallback):  # type: ignore[misc]  # the library has no types
    """Marks a checkpoint once all of it is written: one that a kill cut off is not gone on from."""

    def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        if state.is_world_process_zero:
            (Path(args.output_dir) / f"checkpoint-{state.global_step}" / WHOLE).touch()


class _Progress(TrainerCallback):  # type: ignore[misc]
    """A line a step: its loss, and how long the rest will take at the pace so far."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._began, self._first = 0.0, 0

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self._began, self._first = time.monotonic(), state.global_step

    def on_log(self, args: Any, state: Any, control: Any, logs: dict[str, float] | None = None, **_: Any) -> None:
        done = state.global_step - self._first
        if logs and "loss" in logs and done:
            left = (time.monotonic() - self._began) / done * (state.max_steps - state.global_step)
            step = f"step {state.global_step} of {state.max_steps}"
            self._tell(f"{step}  loss {logs['loss']:.4f}  {duration(left)} left")
        elif logs and "eval_loss" in logs:
            self._tell(f"on what is held out: loss {logs['eval_loss']:.4f}")


def duration(seconds: float) -> str:
    """In the unit that fits: "40 s", "12 min", "3.5 h"."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _opened(run: Run, sequences: _Sequences, out: Path) -> tuple[Run, Path | None]:
    """The run as the folder knows it, and its last whole checkpoint. Raises NotTrained for another's folder."""
    data = sha256(json.dumps([one.tokens for one in sequences]).encode()).hexdigest()
    run = run._replace(data=data)
    written = out / RUN
    if not written.exists():
        if out.exists() and any(out.iterdir()):
            raise NotTrained(f"{out} is not empty and holds no run of this command: name another folder")
        _write(out, run)
        return run, None
    there = Run.read(written)
    if there.finished:
        raise NotTrained(f"{out} holds a nurse that is finished: name another folder")
    if (there.base, there.recipe, there.data) != (run.base, run.recipe, run.data):
        raise NotTrained(f"{out} holds a run with another base, other settings or other data: name another folder")
    return there, _last(out / CHECKPOINTS)


def _last(checkpoints: Path) -> Path | None:
    """What was cut off while it was written is taken away."""
    found = sorted(checkpoints.glob("checkpoint-*"), key=lambda path: int(path.name.rpartition("-")[2]))
    for broken in [path for path in found if not (path / WHOLE).exists()]:
        shutil.rmtree(broken)
        found.remove(broken)
    return found[-1] if found else None


def _write(out: Path, run: Run) -> None:
    """At once or not at all."""
    out.mkdir(parents=True, exist_ok=True)
    new = out / f"{RUN}.new"
    new.write_text(run.written(), encoding="utf-8")
    new.replace(out / RUN)


def _measured(trainer: SFTTrainer, sequences: _Sequences) -> float | None:
    """Mean loss of a token of what is held out."""
    return float(trainer.evaluate()["eval_loss"]) if sequences.measured.tokens else None


def _keep(trainer: SFTTrainer, tokenizer: Any, run: Run, out: Path) -> None:
    """Weights and tokenizer in `out`; of LoRA the adapter too, in a folder of its own."""
    recipe = run.recipe
    if recipe.lora_rank:
        trainer.save_model(str(out / ADAPTER))
        if trainer.is_world_process_zero():
            merged(run.base, out / ADAPTER, precision=recipe.precision).save_pretrained(out)
    else:
        if recipe.precision == "bf16" and not trainer.is_deepspeed_enabled:
            trainer.accelerator.unwrap_model(trainer.model).to(torch.bfloat16)
        trainer.save_model(str(out))
    if trainer.is_world_process_zero():
        tokenizer.save_pretrained(out)


def _dataset(tokens: Sequence[Tokens]) -> Dataset:
    return Dataset.from_list([one._asdict() for one in tokens])


def _losses(history: Sequence[dict[str, float]], key: str) -> tuple[tuple[int, float], ...]:
    return tuple((int(entry["step"]), float(entry[key])) for entry in history if key in entry)


def _counted(sequences: _Sequences, recipe: Recipe) -> str:
    learnt, measured = sequences
    tokens = sum(len(one.input_ids) for one in learnt.tokens)
    lines = [
        f"{len(learnt.tokens)} examples of {tokens:,} tokens, {learnt.learnt:,} of which carry loss; "
        f"{len(measured.tokens)} examples of other conversations held out"
    ]
    if left_out := learnt.left_out + measured.left_out:
        lines.append(f"left out, longer than {recipe.tokens} tokens: {left_out}")
    if shortened := learnt.shortened + measured.shortened:
        lines.append(f"without their oldest talk, to fit: {shortened}")
    return "\n".join(lines)


def _kind(precision: str) -> torch.dtype:
    return torch.bfloat16 if precision == "bf16" else torch.float32


def _hardware(options: SFTConfig) -> str:
    if not torch.cuda.is_available():
        return f"processor, {torch.get_num_threads()} threads"
    return f"{options.world_size} × {torch.cuda.get_device_name(0)}"


def _quiet() -> None:
    """What the libraries say of themselves is not progress."""
    logging.getLogger("transformers").setLevel(logging.ERROR)
    disable_progress_bar()
    disable_progress_bars()
    warnings.filterwarnings("ignore", category=FutureWarning)
