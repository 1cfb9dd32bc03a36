"""Who waits for news: of one session, or of all of them."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock

EVERY = ""  # the session of whoever follows all of them


class Follower:
    """Told of news since it last waited, so that nothing which comes in between is missed."""

    def __init__(self) -> None:
        self._news = Event()

    def tell(self) -> None:
        self._news.set()

    def wait(self, seconds: float) -> bool:
        """Until there is news, or the time is up; True unless it is up."""
        there_is = self._news.wait(seconds)
        self._news.clear()
        return there_is


class News:
    """Wakes those alone whom it concerns: a hall has hundreds of open streams, and most news is of other sessions."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._followers: defaultdict[str, set[Follower]] = defaultdict(set)

    @contextmanager
    def following(self, session_id: str = EVERY) -> Iterator[Follower]:
        follower = Follower()
        with self._lock:
            self._followers[session_id].add(follower)
        try:
            yield follower
        finally:
            with self._lock:
                self._followers[session_id].discard(follower)
                if not self._followers[session_id]:
                    del self._followers[session_id]

    def tell(self, session_id: str) -> None:
        """Something happened in that session."""
        with self._lock:
            concerned = [*self._followers.get(session_id, ()), *self._followers.get(EVERY, ())]
        for follower in concerned:
            follower.tell()

    def tell_all(self) -> None:
        """Something may have happened anywhere."""
        with self._lock:
            concerned = [one for followers in self._followers.values() for one in followers]
        for follower in concerned:
            follower.tell()
