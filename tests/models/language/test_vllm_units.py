"""The units of docs/vllm run what `frontdesk model serve` runs, cut over GPUs and machines; without vLLM."""

from pathlib import Path

import pytest

from frontdesk.commands.model import vllm
from tests.models.language.vllm_units import UNITS, command, lines, settings


@pytest.mark.parametrize(
    ("unit", "cut"),
    [
        ("vllm.service", "--tensor-parallel-size 4 --distributed-executor-backend mp"),
        (
            "vllm-cluster.service",
            "--tensor-parallel-size 4 --pipeline-parallel-size 2 --distributed-executor-backend ray",
        ),
    ],
)
def test_a_unit_runs_what_model_serve_runs_cut_over_gpus(unit: str, cut: str) -> None:
    told = settings(PIPELINE="2")
    serves = vllm(Path(told["MODEL"]), host=told["LISTEN"], port=int(told["PORT"]), name=told["NAME"])
    assert command(unit, PIPELINE="2") == ["/opt/vllm/bin/vllm", *serves[1:], *cut.split()]


def test_the_workers_join_the_head_on_its_port_and_nothing_is_reported() -> None:
    head, worker = (command(f"ray-{which}.service", ADDRESS="10.20.0.12") for which in ("head", "worker"))
    port = head[head.index("--port") + 1]
    assert worker[worker.index("--address") + 1] == f"{settings()['HEAD']}:{port}"
    for run in (head, worker):
        assert {"--block", "--disable-usage-stats"} <= set(run)
        assert run[run.index("--node-ip-address") + 1] == "10.20.0.12"
        assert run[run.index("--num-gpus") + 1] == settings()["TENSOR"]


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_is_no_root_restarts_and_reports_nothing(unit: str) -> None:
    told = lines(unit)
    assert {("User", "vllm"), ("Restart", "always"), ("NoNewPrivileges", "yes")} <= set(told)
    assert ("Environment", "VLLM_NO_USAGE_STATS=1 HF_HUB_OFFLINE=1") in told
