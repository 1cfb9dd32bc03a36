"""The cue words of `cues.yaml` as compiled expressions."""

import re
from pathlib import Path

from frontdesk.models.specialists import cues

FILE = Path(__file__).with_suffix(".yaml")


def cue(name: str, *, ending: str = "") -> re.Pattern[str]:
    return cues.cue(FILE, name, ending)
