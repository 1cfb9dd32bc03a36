"""Fine-tuning in earnest, with a tiny Qwen2 on the processor."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from frontdesk.models.capability import Message
from frontdesk.training import learnable
from frontdesk.training.card import CARD, PICTURE, WARNING, Figures, Run
from frontdesk.training.data import rows_beside
from frontdesk.training.learnable import Example
from frontdesk.training.recipe import recipe
from frontdesk.training.tokens import NOT_LEARNT, Unlearnable, fitted, tokens_of
from tests.conftest import ROOT, not_tested
from tests.training.talks import lines, rows_of, written
from tests.training.tiny_qwen import CHATML, END, make_tiny_qwen

pytestmark = pytest.mark.finetune

THINKING = (  # as Qwen3's: an answer that more talk follows is written without its empty thoughts
    "{% for one in messages %}{{ '<|im_start|>' + one['role'] + '\n' }}"
    "{% if one['role'] == 'assistant' and loop.last %}{{ '<think>\n\n</think>\n\n' }}{% endif %}"
    "{{ one['content'] + '<|im_end|>' + '\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n<think>\n\n</think>\n\n' }}{% endif %}"
)
ENDLESS = "{% for one in messages %}{{ one['role'] + ': ' + one['content'] + '\n' }}{% endfor %}" + (
    "{% if add_generation_prompt %}{{ 'assistant: ' }}{% endif %}"
)


@pytest.fixture(scope="module")
def conversations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, conversations: Path) -> Path:
    folder = make_tiny_qwen(tmp_path_factory.mktemp("base"), [rows_beside(conversations).read_text("utf-8")])
    (folder / CARD).write_text("---\nlicense: apache-2.0\n---\nA tiny one.\n")
    return folder


@pytest.fixture(scope="module")
def tokenizer(base: Path) -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(base)


def learn(conversations: Path, base: Path, out: Path, *changes: str) -> tuple[Figures, list[str]]:
    from frontdesk.training.finetune import finetune

    data, told = learnable.rows(conversations), list[str]()
    run = Run(str(base), recipe("tiny", changes), "rows", {"rows": len(data.examples)}, data.kinds)
    return finetune(data.examples, run, out=out, tell=told.append), told


def weights(folder: Path) -> dict[str, Any]:
    from safetensors.torch import load_file

    return dict(load_file(folder / "model.safetensors"))


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(bool((one[name] == other[name]).all()) for name in one)


def words(tokenizer: Any, example: Example) -> list[str]:
    """What carries loss, sequence by sequence."""
    return [
        tokenizer.decode([label for label in one.labels if label != NOT_LEARNT])
        for one in tokens_of(tokenizer, example)
    ]


def talk(*texts: str) -> tuple[Message, ...]:
    roles = ("system", *("user", "assistant") * len(texts))
    return tuple(Message.model_validate({"role": r, "content": t}) for r, t in zip(roles, texts, strict=False))


@pytest.fixture(scope="module")
def nurse(tmp_path_factory: pytest.TempPathFactory, conversations: Path, base: Path) -> tuple[Path, Figures, list[str]]:
    """All weights learnt, without a break."""
    out = tmp_path_factory.mktemp("run") / "nurse"
    return out, *learn(conversations, base, out)


def test_the_loss_falls(nurse: tuple[Path, Figures, list[str]]) -> None:
    _, figures, told = nurse
    assert figures.losses[-1][1] < 0.6 * figures.losses[0][1]
    assert figures.before is not None
    assert figures.after is not None
    assert figures.after < 0.6 * figures.before
    assert figures.steps == len(figures.losses) == 48
    progress = [line for line in told if line.startswith("step ")]
    assert progress[-1].startswith("step 48 of 48  loss ")
    assert progress[-1].endswith("  0 s left")


def test_card_and_picture_tell_of_the_run(nurse: tuple[Path, Figures, list[str]], base: Path) -> None:
    out, figures, _ = nurse
    card = (out / CARD).read_text("utf-8")
    assert card.startswith(f"---\nbase_model: {base.name}\n")
    assert "\nlicense: apache-2.0\n" in card
    for told in (
        WARNING,
        "| rate | 0.01 |",
        "- reading, zh: 8",
        f"| loss, first and last step | {figures.losses[0][1]:.4f}",
    ):
        assert told in card
    assert (out / PICTURE).read_bytes().startswith(b"\x89PNG")


def test_a_finished_nurse_can_be_loaded_and_is_not_learnt_over(
    nurse: tuple[Path, Figures, list[str]], conversations: Path, base: Path
) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    from frontdesk.training.finetune import NotTrained

    out, *_ = nurse
    AutoModelForCausalLM.from_pretrained(out)
    assert AutoTokenizer.from_pretrained(out).chat_template == CHATML
    with pytest.raises(NotTrained, match="a nurse that is finished"):
        learn(conversations, base, out)


def test_a_killed_run_goes_on_to_the_same_weights(
    nurse: tuple[Path, Figures, list[str]], conversations: Path, base: Path, tmp_path: Path
) -> None:
    out = tmp_path / "nurse"
    arguments = ["train", "nurse", str(conversations), "--base", str(base), "--out", str(out), "--preset", "tiny"]
    killed_once(out / "checkpoints" / "checkpoint-5" / "whole", arguments)
    half = out / "checkpoints" / "checkpoint-99"
    half.mkdir()  # what a kill in the middle of writing leaves
    (half / "trainer_state.json").write_text("{}")
    figures, told = learn(conversations, base, out)
    assert figures.resumed
    assert any(line.startswith("goes on from checkpoint-") for line in told)
    assert not half.exists()
    assert same(weights(out), weights(nurse[0]))
    assert figures.losses == nurse[1].losses


def killed_once(there: Path, arguments: list[str]) -> None:
    """Runs the command and kills it as soon as a file is there."""
    process = subprocess.Popen(
        [sys.executable, "-c", "from frontdesk.commands.main import run; run()", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    until = time.monotonic() + 200
    while not there.exists() and process.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    process.kill()
    said, _ = process.communicate()
    assert process.returncode == -signal.SIGKILL, said
    assert "step 1 of 48  loss " in said


def test_two_processes_learn_what_one_learns(
    nurse: tuple[Path, Figures, list[str]], conversations: Path, base: Path, tmp_path: Path
) -> None:
    """As `accelerate launch` starts them on several GPUs; the batch is parted between them."""
    program = tmp_path / "program.py"
    program.write_text("from frontdesk.commands.main import run\nrun()\n")
    launch = [sys.executable, "-m", "accelerate.commands.launch", "--cpu", "--num_processes", "2", str(program)]
    arguments = ["train", "nurse", str(conversations), "--base", str(base), "--out", str(tmp_path / "nurse")]
    settings = ["--preset", "tiny", "--set", "at_once=2"]
    done = subprocess.run(
        [*launch, *arguments, *settings],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.count("step 48 of 48  loss ") == 1  # one process speaks
    assert done.stdout.count("4 nurse, en") == 1
    assert done.stdout.endswith(f"{WARNING}\n")
    one, two = weights(nurse[0]), weights(tmp_path / "nurse")
    assert max(float((one[name] - two[name]).abs().max()) for name in one) < 0.01


def test_another_run_does_not_go_on_in_the_same_folder(conversations: Path, base: Path, tmp_path: Path) -> None:
    from frontdesk.training.finetune import NotTrained

    (tmp_path / "nurse").mkdir()
    (tmp_path / "nurse" / "notes.txt").write_text("mine")
    with pytest.raises(NotTrained, match="is not empty"):
        learn(conversations, base, tmp_path / "nurse")


def test_other_settings_do_not_go_on_from_a_checkpoint(
    nurse: tuple[Path, Figures, list[str]], conversations: Path, base: Path, tmp_path: Path
) -> None:
    from frontdesk.training.finetune import RUN, NotTrained

    there = json.loads((nurse[0] / RUN).read_text("utf-8"))
    (tmp_path / RUN).write_text(json.dumps({**there, "finished": False}))
    with pytest.raises(NotTrained, match="other settings"):
        learn(conversations, base, tmp_path, "rate=0.002")


def test_only_the_answer_of_a_row_carries_loss(tokenizer: Any, conversations: Path) -> None:
    for example in learnable.rows(conversations).examples:
        assert words(tokenizer, example) == [f"{example.messages[-1].content}{END}"]


def test_all_turns_of_the_nurse_and_nothing_else_carry_loss_in_a_plain_conversation(
    tokenizer: Any, conversations: Path
) -> None:
    examples = learnable.plain(conversations).examples
    assert words(tokenizer, examples[0]) == [f"多久了？{END}请进去。{END}"]


def test_what_is_learnt_from_is_what_a_server_is_asked(tokenizer: Any) -> None:
    example = Example(talk("s", "u", "a", "v", "b"), 4, "c", shortens=False)
    (made,) = tokens_of(tokenizer, example)
    asked = tokenizer.apply_chat_template(
        [one.model_dump() for one in example.messages[:4]], add_generation_prompt=True, return_dict=True
    )["input_ids"]
    assert made.input_ids[: len(asked)] == asked
    assert made.labels[: len(asked)] == [NOT_LEARNT] * len(asked)


def test_a_template_that_writes_old_answers_otherwise_gives_a_sequence_an_answer(tokenizer: Any) -> None:
    thinking = with_template(tokenizer, THINKING)
    made = list(tokens_of(thinking, Example(talk("s", "u", "a", "v", "b"), 0, "c", shortens=True)))
    assert words(thinking, Example(talk("s", "u", "a", "v", "b"), 0, "c", shortens=True)) == [f"a{END}", f"b{END}"]
    assert thinking.decode(made[1].input_ids).count("<think>") == 1


def test_a_template_without_an_end_is_refused(tokenizer: Any) -> None:
    with pytest.raises(Unlearnable, match="never stop"):
        list(tokens_of(with_template(tokenizer, ENDLESS), Example(talk("s", "u", "a"), 0, "c", shortens=False)))


def with_template(tokenizer: Any, template: str) -> Any:
    from copy import deepcopy

    other = deepcopy(tokenizer)
    other.chat_template = template
    return other


def test_a_row_that_is_too_long_is_left_out_whole(tokenizer: Any) -> None:
    long = Example(talk("s", "u " * 400, "an answer"), 2, "c", shortens=False)
    short = long._replace(messages=talk("s", "u", "an answer"))
    found = fitted(tokenizer, [long, short], longest=100)
    assert (found.left_out, found.shortened, len(found.tokens)) == (1, 0, 1)


def test_a_long_talk_loses_its_oldest_exchange_and_never_an_answer(tokenizer: Any) -> None:
    long = Example(talk("s", "old " * 100, "first", "new", "second"), 0, "c", shortens=True)
    found = fitted(tokenizer, [long], longest=100)
    assert (found.left_out, found.shortened) == (0, 1)
    assert tokenizer.decode(found.tokens[0].input_ids) == (
        f"<|im_start|>system\ns{END}\n<|im_start|>user\nnew{END}\n<|im_start|>assistant\nsecond{END}"
    )
    unanswerable = long._replace(messages=talk("s", "new " * 100, "second"))
    assert fitted(tokenizer, [unanswerable], longest=100).left_out == 1


def test_nothing_that_fits_is_said(base: Path, tmp_path: Path) -> None:
    from frontdesk.training.finetune import NotTrained

    path = written(tmp_path, count=2)
    long = [
        {**row, "messages": [{"role": "system", "content": "long " * 99}, row["messages"][-1]]} for row in rows_of(0)
    ]
    lines(rows_beside(path), long)
    with pytest.raises(NotTrained, match="0 examples fit into 64 tokens"):
        learn(path, base, tmp_path / "nurse", "tokens=64")


@pytest.mark.parametrize("preset", ["paper", "lora"])
def test_the_presets_run_where_there_is_no_gpu(preset: str, conversations: Path, base: Path, tmp_path: Path) -> None:
    from transformers import AutoModelForCausalLM

    from frontdesk.training.finetune import finetune

    data, told = learnable.rows(conversations), list[str]()
    run = Run(str(base), recipe(preset, ["batch=4", "warm_up=0", "epochs=1"]), "rows", {}, data.kinds)
    figures = finetune(data.examples, run, out=tmp_path / "nurse", tell=told.append)
    assert figures.steps == len(figures.losses) == 6
    assert str(AutoModelForCausalLM.from_pretrained(tmp_path / "nurse").dtype) == "torch.bfloat16"


@pytest.fixture(scope="module")
def low_rank(tmp_path_factory: pytest.TempPathFactory, conversations: Path, base: Path) -> Path:
    out = tmp_path_factory.mktemp("lora") / "nurse"
    learn(conversations, base, out, "lora_rank=8", "epochs=1")
    return out


def test_an_adapter_merges_to_the_same_logits(low_rank: Path, base: Path, tokenizer: Any) -> None:
    import torch
    from peft import PeftModel
    from transformers import AutoModelForCausalLM

    ids = torch.tensor([tokenizer("头疼三天, my knee hurts")["input_ids"]])
    plain = AutoModelForCausalLM.from_pretrained(base)
    with torch.no_grad():
        untouched = plain(ids).logits
        beside = PeftModel.from_pretrained(plain, low_rank / "adapter")(ids).logits
        within = AutoModelForCausalLM.from_pretrained(low_rank)(ids).logits
    assert torch.allclose(beside, within, atol=1e-4)
    assert not torch.allclose(untouched, within, atol=1e-2)


def test_an_adapter_is_learnt_on_weights_of_four_bits(conversations: Path, base: Path, tmp_path: Path) -> None:
    if find_spec("bitsandbytes") is None:
        not_tested("QLoRA: bitsandbytes is not installed; scripts/finetune does it")
    # measuring in between turns bitsandbytes' weights on a processor into a form that cannot be learnt on
    figures, _ = learn(conversations, base, tmp_path / "nurse", "lora_rank=8", "four_bit=true", "held_out=0")
    assert (figures.before, figures.after, figures.held_out) == (None, None, 0)
    assert figures.losses[-1][1] < figures.losses[0][1]
    assert "quantization_config" not in json.loads((tmp_path / "nurse" / "config.json").read_text("utf-8"))


def test_general_talk_is_learnt_beside_ours(conversations: Path, base: Path, tmp_path: Path) -> None:
    from frontdesk.training.finetune import finetune

    path = tmp_path / "general.jsonl"
    lines(path, [{"instruction": str(number), "output": "a"} for number in range(9)])
    data = learnable.rows(conversations)
    run = Run(str(base), recipe("tiny", ["epochs=1"]), "rows", {}, data.kinds)
    figures = finetune(data.examples, run, out=tmp_path / "nurse", tell=print, others=learnable.general(path))
    assert figures.sequences + figures.held_out == len(data.examples) + 9


def test_a_base_that_was_not_taught_to_talk_is_refused(
    conversations: Path, base: Path, tokenizer: Any, tmp_path: Path
) -> None:
    from frontdesk.training.finetune import NotTrained

    silent = with_template(tokenizer, "")
    silent.chat_template = None
    silent.save_pretrained(tmp_path / "silent")
    for folder, told in (
        (tmp_path / "silent", "no chat template"),
        (tmp_path / "nothing", "no model that can be read"),
    ):
        with pytest.raises(NotTrained, match=told):
            learn(conversations, folder, tmp_path / "nurse")


@pytest.fixture(autouse=True, scope="module")
def libraries() -> Iterator[None]:
    if find_spec("trl") is None:
        not_tested("fine-tuning: its libraries are not installed; scripts/finetune does it")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        yield
