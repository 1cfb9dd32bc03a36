"""The words on our own controls, as the screens' catalogues have them."""

import json
from functools import cache
from pathlib import Path
from typing import cast

MESSAGES = Path(__file__).parents[2] / "kiosk_ui" / "src" / "messages"


@cache
def catalogue(screen: str, language: str) -> dict[str, str]:
    return cast(dict[str, str], json.loads((MESSAGES / screen / f"{language}.json").read_text("utf-8")))
