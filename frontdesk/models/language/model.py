"""What every language model offers, and the ways in which it may fail."""

from collections.abc import Callable, Generator
from enum import StrEnum
from typing import NamedTuple, Protocol

from frontdesk.models.capability import Prompt


class Fault(StrEnum):
    """Why a call gave no answer. Those of the server keep later calls away from it for a while."""

    UNREACHABLE = "unreachable"  # connection refused, name unknown
    TIMEOUT = "timeout"
    BUSY = "busy"  # 429, 503: the server asks for patience
    SERVER = "server"  # 500 and the like
    BROKEN = "broken"  # the stream ended in the middle
    CLIENT = "client"  # what speaks to the server for us died
    NO_MODEL = "no_model"  # it does not serve the model we name, or not to us
    TOO_LONG = "too_long"  # the prompt does not fit
    REFUSED = "refused"  # it rejects the request as such
    CUT = "cut"  # the reply reached the length limit
    EMPTY = "empty"
    INVALID = "invalid"  # no JSON, or the wrong shape
    UNFOUNDED = "unfounded"  # against the question: asked again it would be said again
    CROWDED = "crowded"  # too many calls of our own under way
    LATE = "late"  # still at it when even what nobody waits for was given up; says nothing of the server
    RESTING = "resting"  # not attempted: the server failed a moment ago
    STOPPED = "stopped"  # the patient spoke again


OF_THE_SERVER = frozenset(
    {Fault.UNREACHABLE, Fault.TIMEOUT, Fault.BUSY, Fault.SERVER, Fault.BROKEN, Fault.CLIENT, Fault.NO_MODEL}
)
WORTH_ANOTHER_TRY = frozenset({Fault.CUT, Fault.EMPTY, Fault.INVALID})


class ModelFailed(Exception):
    """One call gave no answer. `wait` is how long the server asked to be left alone, in seconds."""

    def __init__(self, fault: Fault, *, wait: float | None = None) -> None:
        super().__init__(fault)
        self.fault = fault
        self.wait = wait


class Piece(NamedTuple):
    """Some words of a reply, as they come; the last piece may carry the counts and why it ended."""

    text: str = ""
    cut: bool = False  # ended by the length limit
    tokens_in: int = 0
    tokens_out: int = 0


Said = Piece | ModelFailed | None  # None: the reply is whole
Put = Callable[[Said], None]
Leave = Callable[[], None]


class ServerState(NamedTuple):
    """`well`: it is asked. How many calls are `under_way` and may be (`calls`) is counted where there are several."""

    server: str
    name: str
    well: bool
    under_way: int | None = None
    calls: int | None = None


class LanguageModel(Protocol):
    """`name` is what the server calls the model; `server` names the place it runs, for the breaker and the log."""

    name: str
    server: str

    def begin(self, prompt: Prompt, *, seconds: float, put: Put) -> Leave:
        """Asks and returns at once; what it returns ends the call when the rest of the reply is not wanted.

        `put` is given the reply piece by piece, JSON perhaps in one, from another thread, and at the very end, always
        and once, None or why it failed: also after the call was left. No single wait is longer than `seconds`.
        """
        ...

    def close(self) -> None:
        """Ends what works for it; it is not asked again."""
        ...


class Readable(Protocol):
    """A model whose reply is read by whoever asks, in their own thread."""

    name: str
    server: str

    def stream(self, prompt: Prompt, *, seconds: float) -> Generator[Piece, None, None]:
        """The reply piece by piece, JSON perhaps in one; closing the generator ends the call.

        No single wait is longer than `seconds`.

        Raises ModelFailed.
        """
        ...
