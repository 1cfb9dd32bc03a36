"""What ships for several GPUs is what Accelerate and DeepSpeed read."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from frontdesk.training.recipe import recipe
from tests.conftest import ROOT, not_tested

CONFIGS = sorted((ROOT / "frontdesk" / "training" / "configs").glob("*.yaml"))
SHARDED = [path for path in CONFIGS if path.stem.startswith("zero3")]


def loaded(path: Path) -> dict[str, Any]:
    return dict(yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_the_papers_batch_is_made_on_as_many_gpus(path: Path) -> None:
    gpus = loaded(path)["num_processes"]
    for preset in ("paper", "lora", "qlora"):
        made = recipe(preset)
        assert made.gathered(gpus) * gpus * made.at_once == 32


def test_weights_are_parted_and_saved_whole() -> None:
    assert {path.stem for path in SHARDED} == {"zero3", "zero3_offload"}
    for path in SHARDED:
        settings = loaded(path)["deepspeed_config"]
        assert (settings["zero_stage"], settings["zero3_save_16bit_model"]) == (3, True)


@pytest.mark.finetune
@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_accelerate_launches_by_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = launched(path, monkeypatch)
    assert arguments.num_processes == loaded(path)["num_processes"]
    assert arguments.mixed_precision == "bf16"
    assert bool(arguments.use_deepspeed) == (path in SHARDED)


@pytest.mark.finetune
@pytest.mark.parametrize("path", SHARDED, ids=lambda path: path.stem)
def test_deepspeed_reads_what_accelerate_hands_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from accelerate.utils import DeepSpeedPlugin
    from accelerate.utils.launch import prepare_deepspeed_cmd_env
    from deepspeed.runtime.config import DeepSpeedConfig

    _, environment = prepare_deepspeed_cmd_env(launched(path, monkeypatch))
    for name, value in environment.items():
        if name.startswith(("ACCELERATE_", "DS_")):
            monkeypatch.setenv(name, value)
    plugin = DeepSpeedPlugin()
    plugin.deepspeed_config_process(
        must_match=False,
        **{
            "gradient_accumulation_steps": 1,
            "gradient_clipping": 1.0,
            "train_batch_size": 32,
            "train_micro_batch_size_per_gpu": 4,
            "zero_optimization.reduce_bucket_size": 5e8,
            "zero_optimization.stage3_prefetch_bucket_size": 5e7,
            "zero_optimization.stage3_param_persistence_threshold": 1e5,
        },
    )
    settings = {**plugin.deepspeed_config, "train_batch_size": 4}  # of this one process
    read = DeepSpeedConfig(settings)
    assert read.zero_optimization_stage == 3
    assert read.zero_config.gather_16bit_weights_on_model_save
    offload = read.zero_config.offload_optimizer
    assert (offload is not None and offload.device == "cpu") == (path.stem == "zero3_offload")


def launched(path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the launch command would start processes with, completed by the file."""
    from accelerate.commands import launch

    caught: list[Any] = []
    for launcher in ("deepspeed_launcher", "multi_gpu_launcher"):
        monkeypatch.setattr(launch, launcher, caught.append)
    launch.launch_command(launch.launch_command_parser().parse_args(["--config_file", str(path), "frontdesk"]))
    return caught[0]


@pytest.fixture(autouse=True)
def libraries(request: pytest.FixtureRequest) -> None:
    if request.node.get_closest_marker("finetune") and find_spec("deepspeed") is None:
        not_tested("fine-tuning: its libraries are not installed; scripts/finetune does it")
