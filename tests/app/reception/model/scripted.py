"""What a scripted model is told to say."""

import json
from collections.abc import Callable
from typing import Any

from frontdesk.evaluation.model_server import well_behaved

Request = dict[str, Any]
NOTHING = json.dumps({"notes": []})


def well_said(words: str) -> Callable[[Request], str]:
    """A nurse who says these words whatever she is told, and sends well-formed JSON where it is wanted."""
    return lambda request: well_behaved(request) if request.get("response_format") else f"ANSWER\n{words}"


def plays(*replies: str, notes: str = NOTHING) -> Callable[[Request], str]:
    """A nurse who gives these replies one after the other, the last one for ever, and notes the same each time."""
    waiting = iter(replies)
    last = [""]

    def reply(request: Request) -> str:
        if request.get("response_format"):
            return notes
        last[0] = next(waiting, last[0])
        return last[0]

    return reply
