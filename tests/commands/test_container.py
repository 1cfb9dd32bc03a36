"""The container's files as the real tools read them; no daemon is asked, and nothing is built."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from frontdesk.app.settings import SECRETS, Settings
from frontdesk.commands.model import vllm
from tests.conftest import ROOT

CONTAINER = ROOT / "container"
SET = {"TZ": "Asia/Shanghai", "FRONTDESK_PUBLIC_URL": "https://kiosk.example"}
PINNED = re.compile(r"[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[0-9a-f]{64})?")


def compose(*words: str, **told: str) -> subprocess.CompletedProcess[str]:
    """Docker's own, as a library from the index brings it."""
    return subprocess.run(
        [str(Path(sys.executable).with_name("docker-compose")), "--file", "compose.yaml", *words],
        cwd=CONTAINER,
        env={"PATH": os.environ["PATH"], "HOME": "/nowhere"} | told,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    done = compose("--profile", "vllm", "config", "--format", "json", **SET)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)["services"]
    return told


def test_compose_reads_the_file_and_the_model_comes_with_its_profile_only(services: dict[str, Any]) -> None:
    assert set(services) == {"application", "database", "model"}
    plain = json.loads(compose("config", "--format", "json", **SET).stdout)["services"]
    assert set(plain) == {"application", "database"}


@pytest.mark.parametrize("lacking", SET)
def test_what_has_no_default_is_asked_for(lacking: str) -> None:
    done = compose("config", **{name: value for name, value in SET.items() if name != lacking})
    assert done.returncode != 0 and lacking in done.stderr


def test_no_service_may_more_than_it_needs(services: dict[str, Any]) -> None:
    for name, service in services.items():
        assert service["cap_drop"] == ["ALL"] and service["security_opt"] == ["no-new-privileges:true"], name
        assert PINNED.fullmatch(service["image"]), name
        assert not service.get("privileged") and "docker.sock" not in str(service.get("volumes")), name
    for name in ("application", "database"):
        assert services[name]["read_only"] is True and int(services[name]["user"].split(":")[0]) > 0, name
    assert {port["host_ip"] for service in services.values() for port in service.get("ports", ())} == {"127.0.0.1"}
    assert set(services["database"]["networks"]) == set(services["model"]["networks"]) == {"inside"}


def test_each_service_says_whether_it_is_well(services: dict[str, Any]) -> None:
    """In the compose file: not every builder keeps what a container file says of it."""
    assert all(one["healthcheck"]["test"] and one["healthcheck"]["retries"] for one in services.values())
    assert services["application"]["depends_on"]["database"]["condition"] == "service_healthy"


def test_secrets_are_files_and_their_names_are_settings(services: dict[str, Any]) -> None:
    assert not [value for one in services.values() for value in one.get("environment", {}).values() if "://f" in value]
    names = [secret["source"].removeprefix("frontdesk_") for secret in services["application"]["secrets"]]
    assert names == ["database_url"] and set(names) <= set(Settings.model_fields)
    assert services["database"]["environment"]["POSTGRES_PASSWORD_FILE"] == f"{SECRETS}/database_password"


def test_what_is_set_there_is_a_setting_of_ours(services: dict[str, Any]) -> None:
    ours = [name for name in services["application"]["environment"] if name != "TZ"]
    assert {name.removeprefix("FRONTDESK_").lower() for name in ours} <= set(Settings.model_fields)


def test_the_model_is_served_as_the_command_would(services: dict[str, Any]) -> None:
    model = services["model"]
    wanted = vllm(Path("/models/nurse"), host="0.0.0.0", port=8001, name="nurse")
    assert [*model["entrypoint"], *model["command"]] == wanted
    version = re.search(r"^VERSION=(.+)$", (ROOT / "scripts" / "vllm").read_text(), re.MULTILINE)
    assert version and model["image"].endswith(f":v{version[1]}"), "the one our tests run against"


def test_hadolint_finds_nothing() -> None:
    done = subprocess.run(
        [str(Path(sys.executable).with_name("hadolint")), str(CONTAINER / "Containerfile")],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_the_image_is_of_the_wheel_and_of_nobody_who_may_much() -> None:
    text = (CONTAINER / "Containerfile").read_text()
    base = re.search(r"^ARG BASE=(.+)$", text, re.MULTILINE)
    assert base and PINNED.fullmatch(base[1])
    copied = re.findall(r"^COPY (?!--from)(\S+)", text, re.MULTILINE)
    assert copied == ["requirements.lock", "frontdesk-*.whl"], "what make wheel puts into dist"
    assert re.findall(r"^USER (\S+)", text, re.MULTILINE) == ["10001:10001"]
    told = yaml.safe_load((CONTAINER / "compose.yaml").read_text())["services"]["application"]
    assert told["user"] == "10001:10001" and told["image"] == f"frontdesk:{_version()}"


def _version() -> str:
    found = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert found
    return found[1]
