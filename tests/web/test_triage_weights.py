"""A hospital's own triage weights, named in the settings."""

from pathlib import Path

import pytest

from frontdesk.app.settings import Settings
from frontdesk.app.web.application import create_app
from frontdesk.models.triage.statistics import BadWeights


def test_weights_that_do_not_fit_stop_the_start(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    path.write_bytes(b"not weights")
    with pytest.raises(BadWeights, match=r"weights\.npz holds no weights"):
        create_app(Settings(triage_weights=str(path)))
