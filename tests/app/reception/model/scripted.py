"""What a scripted model is told to say."""

from collections.abc import Callable
from typing import Any

from evaluation.model_server import well_behaved

Request = dict[str, Any]


def well_said(words: str) -> Callable[[Request], str]:
    """A nurse who says these words whatever she is told, and sends well-formed JSON where it is wanted."""
    return lambda request: well_behaved(request) if request.get("response_format") else f"ANSWER\n{words}"
