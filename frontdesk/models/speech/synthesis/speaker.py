"""Says sentences one after the other in the voices' process, those of danger first; a lost process is started anew."""

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from itertools import count
from queue import Full, PriorityQueue
from threading import Lock, Thread
from time import monotonic

from frontdesk.models.speech.audio import Audio
from frontdesk.models.speech.synthesis.kept import Kept
from frontdesk.models.speech.synthesis.process import VoiceLost, VoiceProcess
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence

WAITING = 32  # sentences, of all kiosks
PATIENCE = 8.0  # seconds after which whoever waits has read it
TRIES = 2
LOOK_AGAIN = 60.0  # seconds after which a missing voice is looked for again


class VoiceBusy(Exception):
    """More waits to be said than can be said in time."""


@dataclass(order=True)
class _Job:
    rank: tuple[int, int]
    sentence: Sentence = field(compare=False)
    said: Future[Audio] = field(compare=False)
    until: float = field(compare=False)


class Speaker:
    """`start`: starts a process; called when somebody first speaks, and again whenever the process was `lost`."""

    def __init__(
        self,
        start: Callable[[], VoiceProcess],
        *,
        kept: Kept | None = None,
        clock: Callable[[], float] = monotonic,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        self._start = start
        self._kept = kept
        self._clock = clock
        self._lost = lost
        self._queue: PriorityQueue[_Job] = PriorityQueue(WAITING)
        self._order = count()
        self._thread: Thread | None = None
        self._starting = Lock()
        self._process: VoiceProcess | None = None
        self._missing: tuple[NoVoice, float] | None = None  # and until when it is believed

    @property
    def process(self) -> VoiceProcess | None:
        """The one that runs."""
        return self._process

    def say(self, sentence: Sentence, *, urgent: bool = False, keep: bool = False) -> Audio:
        """Waits for its turn. `keep`: it is the same for everybody.

        Raises NoVoice, VoiceBusy, or VoiceLost where the process was lost over it twice.
        """
        if keep and self._kept is not None and (known := self._kept.get(sentence)) is not None:
            return known
        job = _Job((not urgent, next(self._order)), sentence, Future(), self._clock() + PATIENCE)
        try:
            self._queue.put_nowait(job)
        except Full:
            raise VoiceBusy from None
        self._see_that_it_runs()
        audio = job.said.result()
        process = self._process
        if keep and self._kept is not None and process is not None and process.engine == self._kept.engine:
            self._kept.put(sentence, audio)
        return audio

    def close(self) -> None:
        """Ends the process; the next sentence starts another one."""
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _see_that_it_runs(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = Thread(target=self._work, name="voice", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        while True:
            job = self._queue.get()
            try:
                if self._clock() > job.until:
                    raise VoiceBusy
                job.said.set_result(self._said(job.sentence))
            except Exception as error:  # who asked is told, and the next sentence is said
                job.said.set_exception(error)

    def _said(self, sentence: Sentence) -> Audio:
        for _ in range(TRIES - 1):
            try:
                return self._running().say(sentence)
            except VoiceLost:
                self._let_go()
        try:
            return self._running().say(sentence)
        except VoiceLost:
            self._let_go()
            raise

    def _let_go(self) -> None:
        self._process = None
        self._lost()

    def _running(self) -> VoiceProcess:
        if self._process is None:
            self._process = self._started()
        return self._process

    def _started(self) -> VoiceProcess:
        if self._missing is not None and self._clock() < self._missing[1]:
            raise self._missing[0]
        try:
            return self._start()
        except NoVoice as error:
            self._missing = (error, self._clock() + LOOK_AGAIN)
            raise
