"""The real vLLM on this processor, serving a tiny nurse that is fine-tuned on the spot."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from frontdesk.commands.main import frontdesk
from frontdesk.commands.model import vllm
from frontdesk.evaluation.simulation.personas import personas
from frontdesk.evaluation.simulation.play import converse, visit_of
from frontdesk.models.capability import Message, Prompt
from frontdesk.models.facts import Language
from frontdesk.models.language.abilities import CHINESE, FORM
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.load import Loads
from frontdesk.models.language.openai_compatible import OpenAiCompatible
from frontdesk.models.language.trace import Call
from frontdesk.models.notes import NOTES
from frontdesk.models.nurse import NURSE
from frontdesk.models.runner import Runner
from frontdesk.training import learnable
from frontdesk.training.card import Run
from frontdesk.training.desk import reception
from frontdesk.training.recipe import recipe
from tests.conftest import ROOT, not_tested
from tests.models.language.vllm_units import command
from tests.training.talks import written
from tests.training.tiny_qwen import make_tiny_qwen

pytestmark = [pytest.mark.vllm, pytest.mark.timeout(1200)]

NIGHT = "night-nurse"
SAID = Message(
    role="assistant", content="您好，这里是门诊大厅。"
)  # beside her rows, talk in the language she is asked for
FOR_THE_PROCESSOR = {
    "HF_HUB_OFFLINE": "1",
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "VLLM_CPU_OMP_THREADS_BIND": "nobind",
    "OMP_NUM_THREADS": "2",
}
ROWS = {
    "offers it by this name",
    "answers",
    "speed",
    "streams",
    "Chinese",
    "holds to a JSON schema",
    "keeps to the length asked for",
}
PARSES = """
import json, sys
from vllm.entrypoints.cli.serve import make_arg_parser, validate_parsed_serve_args
from vllm.utils.argparse_utils import FlexibleArgumentParser
read = make_arg_parser(FlexibleArgumentParser()).parse_args(json.loads(sys.argv[1]))
validate_parsed_serve_args(read)
asked = read.structured_outputs_config
print(json.dumps({
    "model": read.model_tag, "name": read.served_model_name, "longest": read.max_model_len,
    "adapters": [(one.name, one.path) for one in read.lora_modules or ()], "rank": read.max_lora_rank,
    "lora": read.enable_lora, "backend": asked["backend"] if isinstance(asked, dict) else asked.backend,
    "blanks": not (asked["disable_any_whitespace"] if isinstance(asked, dict) else asked.disable_any_whitespace),
    "generation": read.generation_config, "prefixes": read.enable_prefix_caching,
}))
"""


@pytest.fixture(scope="module")
def program() -> Path:
    found = Path(os.environ.get("FRONTDESK_TEST_VLLM", ROOT / ".vllm" / "bin" / "vllm"))
    if not found.exists():
        not_tested("the real vLLM: it is not installed; scripts/vllm does it")
    return found


CUTS = """
import json, sys
from vllm.entrypoints.cli.serve import make_arg_parser, validate_parsed_serve_args
from vllm.utils.argparse_utils import FlexibleArgumentParser
read = make_arg_parser(FlexibleArgumentParser()).parse_args(json.loads(sys.argv[1]))
validate_parsed_serve_args(read)
print(json.dumps([read.tensor_parallel_size, read.pipeline_parallel_size, read.distributed_executor_backend]))
"""


@pytest.mark.parametrize(("unit", "cut"), [("vllm.service", [4, 1, "mp"]), ("vllm-cluster.service", [4, 2, "ray"])])
def test_vllms_own_parser_takes_the_units_that_are_shipped(program: Path, unit: str, cut: list[object]) -> None:
    given = command(unit, PIPELINE="2")[2:]
    python = program.with_name("python")
    answer = subprocess.run([python, "-c", CUTS, json.dumps(given)], capture_output=True, text=True, check=True)
    assert json.loads(answer.stdout.splitlines()[-1]) == cut


@pytest.fixture(scope="module")
def nurse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny nurse with all weights learnt, and in `adapter` one of LoRA on the same base."""
    if find_spec("trl") is None:
        not_tested(
            "serving a fine-tuned nurse: the libraries of `finetune` are not installed; scripts/finetune does it"
        )
    from frontdesk.training.finetune import finetune

    folder = tmp_path_factory.mktemp("tiny")
    conversations = written(folder)
    texts = [path.read_text("utf-8") for path in (ROOT / "frontdesk" / "models").rglob("prompts/*.txt")]
    base = make_tiny_qwen(folder / "base", [*texts, conversations.read_text("utf-8")])
    data = learnable.rows(conversations)
    chinese = [learnable.Example((*CHINESE.messages, SAID), 2, "general:1", shortens=True)] * len(data.examples)
    for name, changes in (("nurse", ()), ("low rank", ("lora_rank=8", "epochs=1"))):
        run = Run(str(base), recipe("tiny", changes), "rows", {}, data.kinds)
        finetune(data.examples, run, out=folder / name, tell=print, others=chinese)
    (folder / "low rank" / "adapter").rename(folder / "nurse" / "adapter")
    return folder / "nurse"


@pytest.fixture(scope="module")
def address(program: Path, nurse: Path) -> Iterator[str]:
    """Served by `frontdesk model serve` itself."""
    port = _free_port()
    arguments = ["model", "serve", str(nurse), "--port", str(port), "--adapter", f"{NIGHT}={nurse / 'adapter'}"]
    process = subprocess.Popen(
        [sys.executable, "-c", "from frontdesk.commands.main import run; run()", *arguments, "--", "--enforce-eager"],
        env=os.environ
        | FOR_THE_PROCESSOR
        | {"PYTHONPATH": str(ROOT), "PATH": f"{program.parent}:{os.environ['PATH']}"},
        stdout=(log := nurse.with_name("vllm.log")).open("wb"),
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        _wait(process, f"http://127.0.0.1:{port}/health", log)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(60)


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def _wait(process: "subprocess.Popen[bytes]", url: str, log: Path) -> None:
    until = time.monotonic() + 400
    while time.monotonic() < until and process.poll() is None:
        try:
            if httpx.get(url, timeout=2).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(1)
    raise AssertionError(log.read_text("utf-8", errors="replace")[-3000:])


def test_vllm_accepts_every_flag_that_is_passed(program: Path, tmp_path: Path) -> None:
    (tmp_path / "adapter_config.json").write_text(json.dumps({"r": 24}))
    command = vllm(Path("/models/nurse"), host="127.0.0.1", port=8001, name="nurse", adapters={NIGHT: tmp_path})
    done = subprocess.run(
        [program.with_name("python"), "-c", PARSES, json.dumps(command[2:])],
        env=os.environ | FOR_THE_PROCESSOR | {"PYTHONPATH": ""},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "model": "/models/nurse",
        "name": ["nurse"],
        "longest": 8192,
        "adapters": [[NIGHT, str(tmp_path)]],
        "rank": 32,
        "lora": True,
        "backend": "xgrammar",
        "blanks": False,
        "generation": "vllm",
        "prefixes": True,
    }


def test_every_row_of_the_check_is_answered(address: str) -> None:
    answer = CliRunner().invoke(frontdesk, ["model", "check", "--url", address, "--name", "nurse"])
    print(answer.output)
    marks = {line[6:38].strip(): line[2:4] for line in answer.output.splitlines()[1:]}
    assert set(marks) == ROWS
    assert {what for what, mark in marks.items() if mark == "NO"} <= {"answers"}  # within the budget, on any machine


def test_json_comes_without_a_blank(address: str) -> None:
    reply = "".join(piece.text for piece in OpenAiCompatible(address, "nurse").stream(FORM, seconds=120))
    assert json.dumps(json.loads(reply), separators=(",", ":"), ensure_ascii=False) == reply


def test_words_are_streamed(address: str) -> None:
    prompt = Prompt(version="test@1", messages=(Message(role="user", content="头疼三天"),), tokens=20)
    assert len([piece for piece in OpenAiCompatible(address, "nurse").stream(prompt, seconds=120) if piece.text]) > 1


def test_an_adapter_answers_by_its_name(address: str) -> None:
    served = OpenAiCompatible(address, NIGHT)
    assert {NIGHT, "nurse"} <= set(served.models(seconds=30))
    prompt = Prompt(version="test@1", messages=(Message(role="user", content="头疼三天"),), tokens=20)
    assert "".join(piece.text for piece in served.stream(prompt, seconds=120))


def test_its_metrics_page_says_how_busy_it_is(address: str) -> None:
    clock = iter((0.0, 0.0, 10.0, 10.0))
    loads = Loads([address], clock=lambda: next(clock))
    loads.look()
    assert [(load.running, load.waiting, load.tokens_per_second) for load in loads.newest] == [(0, 0, None)]
    prompt = Prompt(version="test@1", messages=(Message(role="user", content="头疼三天"),), tokens=8)
    made = sum(piece.tokens_out for piece in OpenAiCompatible(address, "nurse").stream(prompt, seconds=120))
    loads.look()
    (load,) = loads.newest
    assert load.tokens_per_second == made / 10
    assert load.cache is not None


@pytest.mark.parametrize("language", list(Language))
def test_a_tiny_nurse_takes_a_whole_reception(language: Language, address: str) -> None:
    """Her answers fail, and the embedded way completes each turn."""
    calls: list[Call] = []
    model = InThreads(OpenAiCompatible(address, "nurse"))
    runner = Runner({NURSE.name: model, NOTES.name: model}, budget=30, gap=15, note=calls.append)
    patient = next(one for one in personas() if one.language is language and one.outcome == "department")
    with reception(runner) as desk:
        began = time.monotonic()
        talk = converse(desk, patient, seed=1)
        seconds = time.monotonic() - began
        assert talk.state.recommended is not None
        assert talk.state.closed
        assert talk.state.handed_over is not None
        assert visit_of(desk, talk.state.handed_over).record is not None
    asked = {call.capability for call in calls}
    outcomes = {f"{call.capability} {call.outcome}" for call in calls}
    print(f"{language}: {len(talk.exchanges)} turns, {len(calls)} calls, {seconds:.0f} s, {sorted(outcomes)}")
    assert asked == {NURSE.name, NOTES.name}
    assert all(call.tokens_in > 500 for call in calls if call.tokens_in)
