"""One model on several servers: the least busy is asked first, one that dies is taken out, and back once it answers.

A request that fails before its first word, or has none when half of its time is over while another server is less
busy, is tried on that one, once and within the same time. Whichever speaks first is heard, the other is left: nobody
hears a reply twice. Once words have come there is no other try.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock, RLock, Timer

import structlog

from frontdesk.models.capability import Prompt
from frontdesk.models.language.breaker import Breaker, try_once
from frontdesk.models.language.model import (
    OF_THE_SERVER,
    Fault,
    LanguageModel,
    Leave,
    ModelFailed,
    Piece,
    Put,
    Said,
    ServerState,
)

HALF = 0.5  # of the time of a request
LEAST = 0.2  # seconds that another try is worth

log = structlog.get_logger(__name__)


class Pool:
    """`models`: the same model, each with how many calls may be under way there; `patience`: seconds for a trial."""

    def __init__(
        self,
        models: Sequence[tuple[LanguageModel, int]],
        *,
        patience: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = models[0][0].name
        self.server = ", ".join(model.server for model, _ in models)
        self._clock = clock
        self._patience = patience
        self._lock = Lock()
        self._turns = 0
        self._servers = [_Server(model, calls, clock) for model, calls in models]
        self.health = _Health(self)

    def begin(self, prompt: Prompt, *, seconds: float, put: Put) -> Leave:
        self.try_those_due()
        return _Call(self, prompt, seconds, put).begin()

    def close(self) -> None:
        for server in self._servers:
            server.model.close()

    @property
    def states(self) -> tuple[ServerState, ...]:
        return tuple(
            ServerState(one.model.server, self.name, one.breaker.closed, one.under_way, one.calls)
            for one in self._servers
        )

    @property
    def any_well(self) -> bool:
        return any(one.breaker.closed for one in self._servers)

    def now(self) -> float:
        return self._clock()

    def take(self, *, but: "_Server | None" = None, idler: bool = False) -> "_Server | None":
        """The least busy that is well and has room, and a call more for it; `idler`: less busy than `but`."""
        with self._lock:
            free = [one for one in self._servers if one is not but and one.breaker.closed and one.has_room]
            if idler and but is not None:
                free = [one for one in free if one.under_way < but.under_way]
            if not free:
                return None
            chosen = min(free, key=lambda one: (one.under_way / one.calls, one.turn))
            self._turns += 1
            chosen.under_way, chosen.turn = chosen.under_way + 1, self._turns
            return chosen

    def give_back(self, server: "_Server") -> None:
        with self._lock:
            server.under_way -= 1

    def try_those_due(self) -> None:
        """One word of each server that has rested; nobody waits for it."""
        for server in self._servers:
            if server.breaker.trial_due():
                try_once(server.model, server.breaker, self._patience)


class _Server:
    def __init__(self, model: LanguageModel, calls: int, clock: Callable[[], float]) -> None:
        self.model, self.calls = model, calls
        self.breaker = Breaker(clock)
        self.under_way = self.turn = 0

    @property
    def has_room(self) -> bool:
        return self.under_way < self.calls

    def failed(self, failure: ModelFailed) -> None:
        """One that took too long may have been busy, twice running it hangs: as with a 500."""
        was_well = self.breaker.closed
        self.breaker.failed(ModelFailed(Fault.SERVER) if failure.fault is Fault.TIMEOUT else failure)
        if was_well and not self.breaker.closed:
            log.warning("model_server_out", server=self.model.server, fault=failure.fault.value)


class _Health:
    """A pool as its callers' breaker: open only while every server rests. What failed where is counted inside."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @property
    def closed(self) -> bool:
        return self._pool.any_well

    def trial_due(self) -> bool:
        """Never for who asks: the pool makes its own."""
        self._pool.try_those_due()
        return False

    def answered(self) -> None:
        pass

    def failed(self, failure: ModelFailed) -> None:
        pass


class _Try:
    """A request on one server."""

    def __init__(self, server: _Server) -> None:
        self.server = server
        self.over = False
        self.overtaken = False
        self.leave: Leave = lambda: None


class _Call:
    """A request on one server, perhaps on a second, and told as one."""

    def __init__(self, pool: Pool, prompt: Prompt, seconds: float, put: Put) -> None:
        self._pool, self._prompt, self._seconds, self._put = pool, prompt, seconds, put
        self._until = pool.now() + seconds
        self._lock = RLock()  # a model may say that it fails while it is asked
        self._tries: list[_Try] = []
        self._speaks: _Try | None = None
        self._left = self._told = False
        self._timer = Timer(HALF * seconds, self._look_for_another)
        self._timer.daemon = True

    def begin(self) -> Leave:
        server = self._pool.take()
        if server is None:
            self._end(ModelFailed(Fault.CROWDED if self._pool.any_well else Fault.RESTING))
            return lambda: None
        with self._lock:
            self._try_on(server)
            if not self._told:
                self._timer.start()
        return self._leave

    def _try_on(self, server: _Server) -> None:
        one = _Try(server)
        self._tries.append(one)
        seconds = max(self._until - self._pool.now(), LEAST)
        one.leave = server.model.begin(self._prompt, seconds=seconds, put=partial(self._said, one))

    def _said(self, one: _Try, said: Said) -> None:
        with self._lock:
            if isinstance(said, Piece):
                if self._speaks is None and not self._told and (said.text or said.cut):
                    self._is_heard(one)
                if self._speaks is one:
                    self._put(said)
                return
            one.over = True
            self._pool.give_back(one.server)
            self._count(one, said)
            if self._speaks is one or (self._speaks is None and not self._is_tried_again(one, said)):
                self._end(said)

    def _is_heard(self, one: _Try) -> None:
        """From now on this one alone."""
        self._speaks = one
        self._timer.cancel()
        for other in self._tries:
            if other is not one and not other.over:
                other.overtaken = self._tries.index(other) < self._tries.index(one)
                if other.overtaken:
                    other.server.failed(ModelFailed(Fault.TIMEOUT))
                other.leave()

    def _count(self, one: _Try, said: ModelFailed | None) -> None:
        if said is None or said.fault not in OF_THE_SERVER:
            if not one.overtaken:
                one.server.breaker.answered()
        else:
            one.server.failed(said)

    def _is_tried_again(self, one: _Try, said: ModelFailed | None) -> bool:
        """Whether somebody else may still speak."""
        if any(not other.over for other in self._tries):
            return True
        if said is None or said.fault not in OF_THE_SERVER or self._left or len(self._tries) > 1:
            return False
        return self._until - self._pool.now() >= LEAST and self._moves(one, said.fault.value, idler=False)

    def _look_for_another(self) -> None:
        with self._lock:
            if self._speaks is None and not self._left and not self._told and len(self._tries) == 1:
                self._moves(self._tries[0], "silent", idler=True)

    def _moves(self, one: _Try, why: str, *, idler: bool) -> bool:
        server = self._pool.take(but=one.server, idler=idler)
        if server is None:
            return False
        log.info("model_moved", model=self._pool.name, server=server.model.server, why=why)
        self._try_on(server)
        return True

    def _leave(self) -> None:
        with self._lock:
            self._left = True
            self._timer.cancel()
            for one in self._tries:
                if not one.over:
                    one.leave()

    def _end(self, said: ModelFailed | None) -> None:
        self._timer.cancel()
        if not self._told:
            self._told = True
            self._put(said)
