"""`frontdesk` as an operator types it: within the tests' own process, or as one of its own."""

import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import NamedTuple

import pytest

from frontdesk.commands import main
from tests.conftest import ROOT


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def frontdesk(url: str, *arguments: str) -> Done:
    """Within this process, where everything is loaded already; what nobody foresaw ends the test."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv("FRONTDESK_DATABASE_URL", url)
        patch.setattr(sys, "argv", ["frontdesk", *arguments])
        patch.chdir(ROOT)
        with pytest.raises(SystemExit) as end:
            main.run()
    if isinstance(end.value.code, str):  # the last words of a process that ends with 1
        return Done(1, out.getvalue(), f"{err.getvalue()}{end.value.code}\n")
    return Done(int(end.value.code or 0), out.getvalue(), err.getvalue())


def process(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from frontdesk.commands.main import run; run()", *arguments],
        env=os.environ | {"FRONTDESK_DATABASE_URL": url},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
