"""The one door to language models: which answers what, how long it is waited for, and what happens when it fails."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from queue import SimpleQueue
from threading import BoundedSemaphore
from typing import Generic, NamedTuple, TypeVar

from frontdesk.models.capability import Capability, Prompt, Unfounded
from frontdesk.models.language.beside import Beside
from frontdesk.models.language.breaker import Breaker, Health, try_once
from frontdesk.models.language.in_threads import CALLS
from frontdesk.models.language.model import (
    WORTH_ANOTHER_TRY,
    Fault,
    LanguageModel,
    ModelFailed,
    Piece,
    Said,
    ServerState,
)
from frontdesk.models.language.pool import Pool
from frontdesk.models.language.trace import Call, Trace, journal, ms
from frontdesk.models.language.waiting import Patience, Stop, arriving

Q = TypeVar("Q")
A = TypeVar("A")

EMBEDDED = "embedded"
BUDGET = 3.0  # seconds until a model has answered, or begun to speak
WHOLE = 3  # times the budget, until a whole spoken reply, or one that nobody waits for, is given up
GAP = 0.8  # seconds between two words; longer, and the rest is said by the embedded nurse
OF_A_TOKEN = 10  # characters at most, on the mean: more than a reply may have in tokens it cannot have in those
BLANKS = 100  # white space running in JSON, after which nothing sensible comes


def nothing() -> None:
    """There is nothing to do while a model is waited for."""


class Answered(NamedTuple, Generic[A]):
    """`by` is the model's name, or "embedded"; `prompt` the version of the prompt it answered."""

    answer: A
    by: str = EMBEDDED
    prompt: str = ""
    fault: Fault | None = None  # why the model did not answer


class Runner:
    """Holds the models and one breaker for each of their servers. `assigned`: capability -> its model."""

    def __init__(
        self,
        assigned: Mapping[str, LanguageModel],
        *,
        budget: float = BUDGET,
        gap: float = GAP,
        calls: int = CALLS,
        clock: Callable[[], float] = time.monotonic,
        note: Callable[[Call], None] | None = None,
    ) -> None:
        self._assigned = dict(assigned)
        self._budget = budget
        self._gap = gap
        self._clock = clock
        self._note = note or journal
        self._breakers: dict[str, Health] = {
            model.server: model.health if isinstance(model, Pool) else Breaker(clock)
            for model in self._assigned.values()
        }
        self._free = BoundedSemaphore(calls)
        self._beside = Beside(calls)
        self.outcomes: Counter[tuple[str, str]] = Counter()  # (capability, outcome) -> how often

    def assigned(self, name: str) -> LanguageModel | None:
        """The model that answers the capability `name`, whether or not its server is well."""
        return self._assigned.get(name)

    @property
    def budget(self) -> float:
        """Seconds that a patient waits for a model."""
        return self._budget

    @property
    def mode(self) -> str:
        """For the board: "embedded", the models' names, or that they are away."""
        return f"{EMBEDDED} ({self.names} away)" if self.away else self.names or EMBEDDED

    @property
    def names(self) -> str:
        """Of the models assigned; empty when there is none."""
        return ", ".join(sorted({model.name for model in self._assigned.values()}))

    @property
    def servers(self) -> Mapping[str, str]:
        """Where the models run, each with the names of those there."""
        states = self.states
        return {
            server: ", ".join(sorted({one.name for one in states if one.server == server}))
            for server in sorted({one.server for one in states})
        }

    @property
    def states(self) -> tuple[ServerState, ...]:
        """Each server of each model, and whether it is asked."""
        models = {id(model): model for model in self._assigned.values()}.values()
        return tuple(
            one
            for model in models
            for one in (
                model.states
                if isinstance(model, Pool)
                else (ServerState(model.server, model.name, self._breakers[model.server].closed),)
            )
        )

    @property
    def away(self) -> bool:
        """Some model's server is being left alone."""
        return any(not breaker.closed for breaker in self._breakers.values())

    @property
    def speaks(self) -> bool:
        """Some capability is answered by a model."""
        return bool(self._assigned)

    def ask(self, capability: Capability[Q, A], question: Q, *, meanwhile: Callable[[], None] = nothing) -> Answered[A]:
        """The model's answer, or the embedded one within the same time budget; `meanwhile` is done while it thinks."""
        try:
            return self.attempt(capability, question, meanwhile=meanwhile)
        except ModelFailed as failure:
            return Answered(capability.embedded(question), fault=failure.fault)

    def attempt(
        self,
        capability: Capability[Q, A],
        question: Q,
        *,
        beside: bool = False,
        within: float | None = None,
        meanwhile: Callable[[], None] = nothing,
    ) -> Answered[A]:
        """The model's answer; the embedded one when no model is assigned. Raises ModelFailed.

        `beside`: no patient waits for it, so it may take longer, and taking too long is no reason to rest the server.
        `within`: seconds it may take at most, where that is less.
        """
        model = self._assigned.get(capability.name)
        if model is None:
            return Answered(capability.embedded(question))
        seconds = (WHOLE if beside else 1) * self._budget
        until = self._clock() + (seconds if within is None else min(seconds, within))
        prompt = capability.prompt(question)
        for last in (False, True):
            try:
                answer = self._reply(capability, question, model, prompt, until, beside, meanwhile)
                return Answered(answer, model.name, prompt.version)
            except ModelFailed as failure:
                if last or failure.fault not in WORTH_ANOTHER_TRY:
                    raise
        raise AssertionError("the second try returns or raises")

    def stream(
        self,
        capability: Capability[Q, A],
        question: Q,
        *,
        stop: Stop | None = None,
        meanwhile: Callable[[], None] = nothing,
    ) -> Iterator[str]:
        """The words of a spoken reply as they come; nothing when no model is assigned. Raises ModelFailed.

        `meanwhile` is done while the first is waited for. Closing the iterator ends the call.
        """
        model = self._assigned.get(capability.name)
        if model is None:
            return
        if stop:
            raise ModelFailed(Fault.STOPPED)
        prompt = capability.prompt(question)
        patience = Patience(self._budget, self._gap, WHOLE * self._budget)
        with self._traced(capability.name, prompt, model) as trace:
            said = False
            for piece in self._pieces(model, prompt, patience, trace, stop, meanwhile):
                if piece.text:
                    said = said or bool(piece.text.strip())
                    yield piece.text
                if piece.cut:
                    raise ModelFailed(Fault.CUT)
            if not said:
                raise ModelFailed(Fault.EMPTY)

    def at_work(self) -> AbstractContextManager[None]:
        """The block is a turn's own work: what is done beside the turns lets it go first."""
        return self._beside.turn()

    def patience(self, name: str) -> float:
        """Seconds after which what nobody waits for is given up; none where the server of `name` is left alone."""
        model = self._assigned.get(name)
        rests = model is not None and not self._breakers[model.server].closed
        return 0.0 if rests else WHOLE * self._budget

    def aside(self) -> AbstractContextManager[None]:
        """In this block the turn of this thread waits for somebody else."""
        return self._beside.aside()

    def later(self, look: Callable[[], None]) -> bool:
        """Runs `look` beside the turns; False when too much of that is waiting already, and it is left out."""
        taken = self._beside.submit(look)
        if not taken:
            self.outcomes["later", Fault.CROWDED.value] += 1
        return taken

    def close(self) -> None:
        """Ends the models too."""
        self._beside.close()
        for model in {id(model): model for model in self._assigned.values()}.values():
            model.close()

    def _reply(
        self,
        capability: Capability[Q, A],
        question: Q,
        model: LanguageModel,
        prompt: Prompt,
        until: float,
        beside: bool,
        meanwhile: Callable[[], None],
    ) -> A:
        """One try at a reply in JSON."""
        over = Fault.LATE if beside else Fault.TIMEOUT
        with self._traced(capability.name, prompt, model) as trace:
            left = max(until - self._clock(), 0.0)
            reply = ""
            for piece in self._pieces(model, prompt, Patience(left, left, left, over), trace, None, meanwhile):
                reply += piece.text
                if len(reply) - len(reply.rstrip()) > BLANKS:
                    raise ModelFailed(Fault.INVALID)
                if piece.cut:
                    raise ModelFailed(Fault.CUT)
            if not reply.strip():
                raise ModelFailed(Fault.EMPTY)
            if beside:
                self._beside.give_way()
            try:
                return capability.read(question, reply)
            except Unfounded as error:
                raise ModelFailed(Fault.UNFOUNDED) from error
            except ValueError as error:
                raise ModelFailed(Fault.INVALID) from error

    def _pieces(
        self,
        model: LanguageModel,
        prompt: Prompt,
        patience: Patience,
        trace: Trace,
        stop: Stop | None,
        meanwhile: Callable[[], None],
    ) -> Iterator[Piece]:
        """What the server sends, cut to length; no wait is longer than `patience`. Ended early, it leaves the call."""
        self._refuse_or_try(model)
        if not self._free.acquire(blocking=False):
            raise ModelFailed(Fault.CROWDED)
        pieces = SimpleQueue[Said]()

        def put(said: Said) -> None:
            if not isinstance(said, Piece):
                self._free.release()
            pieces.put(said)

        leave = model.begin(prompt, seconds=max(patience.first, 0.05), put=put)
        if stop is not None:
            stop.when(lambda: pieces.put(ModelFailed(Fault.STOPPED)))
        try:
            meanwhile()
            left = prompt.tokens * OF_A_TOKEN
            for piece in arriving(pieces, patience, clock=self._clock, aside=self._beside.aside):
                trace.heard(piece, self._clock())
                if len(piece.text) > left:
                    yield piece._replace(text=piece.text[:left], cut=True)
                    break
                left -= len(piece.text)
                yield piece
            self._breakers[model.server].answered()
        finally:
            leave()

    def _refuse_or_try(self, model: LanguageModel) -> None:
        """No patient waits for a server that failed a moment ago; now and then a trial finds out whether it is back."""
        breaker = self._breakers[model.server]
        if breaker.closed:
            return
        if breaker.trial_due():
            try_once(model, breaker, self._budget)
        raise ModelFailed(Fault.RESTING)

    @contextmanager
    def _traced(self, name: str, prompt: Prompt, model: LanguageModel) -> Iterator[Trace]:
        trace, outcome = Trace(self._clock()), "answered"
        try:
            yield trace
        except ModelFailed as failure:
            outcome = failure.fault.value
            self._breakers[model.server].failed(failure)
            raise
        except GeneratorExit:
            outcome = "left"
            raise
        finally:
            self.outcomes[name, outcome] += 1
            call = Call(
                capability=name,
                prompt=prompt.version,
                model=model.name,
                server=model.server,
                outcome=outcome,
                ms=ms(self._clock() - trace.began),
                **trace.measured(),
            )
            self._note(call)
