"""The presets of fine-tuning, and what may be changed of them."""

import pytest

from frontdesk.training.recipe import Recipe, presets, recipe


def test_the_papers_settings_are_the_paper_preset() -> None:
    paper = recipe("paper")
    assert (paper.batch, paper.rate, paper.schedule, paper.epochs) == (32, 1e-5, "cosine", 3)
    assert (paper.tokens, paper.warm_up, paper.decay, paper.precision) == (4096, 20, 0.05, "bf16")
    assert (paper.lora_rank, paper.four_bit) == (0, False)


def test_every_preset_can_be_read() -> None:
    made = {name: recipe(name) for name in presets()}
    assert set(made) == {"paper", "lora", "qlora", "tiny"}
    assert (made["lora"].lora_rank, made["lora"].four_bit) == (16, False)
    assert (made["qlora"].lora_rank, made["qlora"].four_bit) == (16, True)


def test_a_setting_is_changed_by_its_name() -> None:
    changed = recipe("lora", ["rate=5e-5", "epochs=1"])
    assert (changed.rate, changed.epochs, changed.lora_rank) == (5e-5, 1, 16)


@pytest.mark.parametrize(
    ("preset", "change", "told"),
    [
        ("largest", [], "no preset largest; there are paper, lora, qlora, tiny"),
        ("paper", ["speed=3"], "speed=3 is no setting"),
        ("paper", ["rate"], "rate is no setting"),
        ("paper", ["epochs=many"], "epochs: "),
        ("paper", ["four_bit=true"], "needs a lora_rank"),
    ],
)
def test_a_wrong_setting_is_said_in_one_line(preset: str, change: list[str], told: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$") as refused:
        recipe(preset, change)
    assert told in str(refused.value)


def test_a_batch_is_the_same_on_any_number_of_gpus() -> None:
    paper = recipe("paper")
    assert [paper.gathered(gpus) * gpus * paper.at_once for gpus in (1, 2, 8)] == [32, 32, 32]
    with pytest.raises(ValueError, match="cannot be made of 4 at once on 3 GPUs"):
        Recipe(batch=32, at_once=4).gathered(3)
