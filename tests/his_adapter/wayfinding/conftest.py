"""The demonstration hospital's places, and a floor drawn for one question at a time."""

from datetime import date
from pathlib import Path

import pytest

from frontdesk.his_adapter.folder.reading import Seed, read_folder

DEMONSTRATION = Path(__file__).parents[3] / "hospital" / "demo"


@pytest.fixture(scope="session")
def seed() -> Seed:
    return read_folder(DEMONSTRATION, date(2026, 11, 30))
