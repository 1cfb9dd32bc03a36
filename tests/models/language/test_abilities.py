"""What a server can do is found out by asking it; what it cannot is said."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from commands.main import frontdesk
from commands.model import vllm
from evaluation.model_server import NAME, Mode, ModelServer, well_behaved
from models.language.abilities import abilities
from models.language.openai_compatible import OpenAiCompatible


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


def test_serving_holds_json_free_of_padding() -> None:
    command = vllm(Path("/models/nurse"), host="127.0.0.1", port=8001, name="nurse")
    assert command[:3] == ["vllm", "serve", "/models/nurse"]
    assert command[command.index("--structured-outputs-config.disable_any_whitespace") + 1] == "true"
