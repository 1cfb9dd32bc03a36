"""The throwaway PostgreSQL server of the tests."""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from sqlalchemy import make_url

from tests.conftest import ROOT, not_tested
from tests.databases import end_abandoned_postgres, postgres_binaries

STARTS_AND_IS_KILLED = """
import os, signal
from tests.databases import postgres_binaries, throwaway_postgres
with throwaway_postgres(postgres_binaries()) as url:
    print(url, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_server_left_behind_by_a_run_that_was_cut_short_is_ended_by_the_next() -> None:
    if postgres_binaries() is None:
        not_tested("PostgreSQL: not installed here")
    run = subprocess.run([sys.executable, "-c", STARTS_AND_IS_KILLED], cwd=ROOT, capture_output=True, text=True)
    folder = Path(str(make_url(run.stdout.strip()).query["host"]))
    server = psutil.Process(int((folder / "data" / "postmaster.pid").read_text().split()[0]))

    end_abandoned_postgres()

    with pytest.raises(psutil.NoSuchProcess):
        server.wait(timeout=1)
        psutil.Process(server.pid)
    assert not folder.exists()
