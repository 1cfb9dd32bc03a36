"""The trace of a call to a model: what it cost and how it ended, and nothing of what was asked and said."""

from typing import Any

import structlog

from frontdesk.models.facts import Value
from frontdesk.models.language.model import Piece

log = structlog.get_logger(__name__)


class Call(Value):
    """One call. Times in milliseconds."""

    capability: str
    prompt: str
    model: str
    server: str
    outcome: str  # "answered", "left" (no more was wanted), or a Fault
    tokens_in: int = 0
    tokens_out: int = 0
    first_ms: float | None = None
    ms: float = 0.0


class Trace:
    """What is measured of a call under way, begun at `began` seconds of the clock."""

    def __init__(self, began: float) -> None:
        self.began = began
        self._first: float | None = None
        self._tokens = (0, 0)

    def heard(self, piece: Piece, now: float) -> None:
        if piece.text:
            self._first = self._first or ms(now - self.began)
        if piece.tokens_in or piece.tokens_out:
            self._tokens = (piece.tokens_in, piece.tokens_out)

    def measured(self) -> dict[str, Any]:
        return {"first_ms": self._first, "tokens_in": self._tokens[0], "tokens_out": self._tokens[1]}


def ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


def journal(call: Call) -> None:
    log.info("model_called", **call.model_dump(exclude_none=True))
