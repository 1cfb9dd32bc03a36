"""What a server can do is found out by asking it; what it cannot is said."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from frontdesk.commands.main import frontdesk
from frontdesk.commands.model import adapters_of, vllm
from frontdesk.evaluation.model_server import NAME, Mode, ModelServer, well_behaved
from frontdesk.models.language.abilities import abilities
from frontdesk.models.language.openai_compatible import OpenAiCompatible


def able(request: dict[str, object]) -> str:
    if request.get("response_format"):
        return json.dumps({"floor": 3, "words": []})
    return "这里是医院，您好。" if "中文" in json.dumps(request, ensure_ascii=False) else well_behaved(request)


def test_a_server_that_can_do_everything_but_stop_is_told_so(server: ModelServer) -> None:
    server.reply = able
    found = {f.what: f.good for f in abilities(OpenAiCompatible(server.url, NAME), budget=3.0)}
    assert found.pop("keeps to the length asked for") is False  # the scripted server never does
    assert found.pop("speed") is None
    assert set(found.values()) == {True}


@pytest.mark.parametrize("mode", [Mode.NOT_JSON, Mode.WRONG_SHAPE])
def test_a_server_that_does_not_hold_to_a_schema_is_found_out(mode: Mode, server: ModelServer) -> None:
    server.mode = mode
    found = {f.what: f.good for f in abilities(OpenAiCompatible(server.url, NAME), budget=3.0)}
    assert found["holds to a JSON schema"] is False


def test_check_exits_with_one_line_of_why(server: ModelServer) -> None:
    answer = CliRunner().invoke(frontdesk, ["model", "check", "--url", server.url, "--name", "no-such-nurse"])
    assert answer.exit_code == 1
    assert f"NO  offers it by this name          it offers ['{NAME}']" in answer.output
    assert "no_model" in answer.output


def test_check_looks_at_each_of_several_addresses(server: ModelServer) -> None:
    gone = "http://127.0.0.1:9/v1"
    answer = CliRunner().invoke(frontdesk, ["model", "check", "--url", f"{gone},{server.url}?calls=4", "--name", NAME])
    assert answer.exit_code == 1
    assert f"{NAME} at {gone}\n  NO  answers                         unreachable" in answer.output
    assert f"{NAME} at {server.url}, 4 calls at once\n  ok  offers it by this name" in answer.output
    assert "addresses are well" in answer.output


def test_serving_holds_json_free_of_padding() -> None:
    command = vllm(Path("/models/nurse"), host="127.0.0.1", port=8001, name="nurse")
    assert command[:3] == ["vllm", "serve", "/models/nurse"]
    assert command[command.index("--structured-outputs-config.disable_any_whitespace") + 1] == "true"


def test_vllm_is_started_with_further_flags_and_reports_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, list[str], dict[str, str]]] = []
    monkeypatch.setattr("shutil.which", lambda _: "/opt/vllm")
    monkeypatch.setattr("os.execve", lambda *given: started.append(given))
    answer = CliRunner().invoke(frontdesk, ["model", "serve", "/models/nurse", "--", "--tensor-parallel-size", "4"])
    assert answer.exit_code == 0, answer.output
    ((program, command, environment),) = started
    assert program == "/opt/vllm"
    assert command == [
        *vllm(Path("/models/nurse"), host="127.0.0.1", port=8001, name="nurse"),
        "--tensor-parallel-size",
        "4",
    ]
    assert environment["VLLM_NO_USAGE_STATS"] == "1"


def test_an_adapter_is_served_by_its_name_with_room_for_its_rank(tmp_path: Path) -> None:
    for name, rank in (("night", 12), ("day", 8)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "adapter_config.json").write_text(json.dumps({"r": rank}))
    adapters = adapters_of([f"night={tmp_path / 'night'}", f"day={tmp_path / 'day'}"])
    command = vllm(Path("base"), host="127.0.0.1", port=8001, name="nurse", adapters=adapters)
    assert command[command.index("--max-lora-rank") + 1] == "16"
    assert command[-3:] == ["--lora-modules", f"night={tmp_path / 'night'}", f"day={tmp_path / 'day'}"]


@pytest.mark.parametrize(
    ("said", "config", "told"),
    [
        ("night", None, "night is not NAME=FOLDER"),
        ("night=FOLDER", None, "No such file"),
        ("night=FOLDER", {}, "holds no LoRA adapter"),
        ("night=FOLDER", {"r": 1024}, "rank 1024 is larger than vLLM takes"),
    ],
)
def test_what_is_no_adapter_is_said_in_one_line(said: str, config: object, told: str, tmp_path: Path) -> None:
    if config is not None:
        (tmp_path / "adapter_config.json").write_text(json.dumps(config))
    asked = ["model", "serve", "base", "--adapter", said.replace("FOLDER", str(tmp_path))]
    answer = CliRunner().invoke(frontdesk, asked)
    assert answer.exit_code == 1
    assert told in answer.output
    assert answer.output.count("\n") == 1
