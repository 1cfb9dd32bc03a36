"""Events that were accepted and that the database has not taken yet, by session."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock

from frontdesk.app.reception.session.events import Event
from frontdesk.app.reception.session.state import State, ahead


@dataclass(eq=False)
class Batch:
    """What one step brought. `promised`: it was answered as recorded, so that it has to be written in any case."""

    events: tuple[Event, ...]
    after: int
    at: datetime
    promised: bool = False


class Unwritten:
    def __init__(self) -> None:
        self._lock = Lock()
        self._batches: dict[str, list[Batch]] = {}
        self.promises = 0  # grows with each

    def of(self, session_id: str) -> Sequence[Batch]:
        return tuple(self._batches.get(session_id, ()))

    def put(self, session_id: str, batch: Batch) -> None:
        with self._lock:
            self._batches.setdefault(session_id, []).append(batch)

    def promise(self, session_id: str, batch: Batch) -> bool:
        """False when it is settled already."""
        with self._lock:
            batch.promised = batch in self._batches.get(session_id, ())
            self.promises += batch.promised
            return batch.promised

    def settle(self, session_id: str, batch: Batch, *, unless_promised: bool = False) -> bool:
        """It is written, or refused; False when that cannot be because it was promised."""
        with self._lock:
            if unless_promised and batch.promised:
                return False
            left = [one for one in self._batches[session_id] if one is not batch]
            self._batches[session_id] = left
            if not left:
                del self._batches[session_id]
            return True

    def over(self, state: State) -> State:
        """The session as it will stand."""
        for batch in self.of(state.session_id):
            if batch.after == state.sequence:
                state = ahead(state, batch.events, at=batch.at)
        return state
