"""Says sentences, those of danger first, each in a process that is free; a lost process is started anew."""

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
    """`start`: starts a process; called when somebody first speaks, and again whenever the process was `lost`.

    A further one, up to `processes`, is started when a sentence finds all of them speaking.
    """

    def __init__(
        self,
        start: Callable[[], VoiceProcess],
        *,
        processes: int = 1,
        kept: Kept | None = None,
        clock: Callable[[], float] = monotonic,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        self._start = start
        self._most = processes
        self._kept = kept
        self._clock = clock
        self._lost = lost
        self._queue: PriorityQueue[_Job] = PriorityQueue(WAITING)
        self._order = count()
        self._lock = Lock()
        self._free = 0  # of those that speak: they wait for a sentence
        self._processes: list[VoiceProcess | None] = []  # of each that speaks; None where it was lost
        self._missing: tuple[NoVoice, float] | None = None  # and until when it is believed

    @property
    def processes(self) -> list[VoiceProcess]:
        """Those that run."""
        return [one for one in self._processes if one is not None]

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
        self._see_that_somebody_speaks()
        audio = job.said.result()
        if keep and self._kept is not None and self._kept.engine in {one.engine for one in self.processes}:
            self._kept.put(sentence, audio)
        return audio

    def close(self) -> None:
        """Ends the processes; the next sentence starts another one."""
        for place, process in enumerate(self._processes):
            self._processes[place] = None
            if process is not None:
                process.end()

    def _see_that_somebody_speaks(self) -> None:
        with self._lock:
            if self._free < self._queue.qsize() and len(self._processes) < self._most:
                self._processes.append(None)
                self._free += 1
                Thread(target=self._work, args=(len(self._processes) - 1,), name="voice", daemon=True).start()

    def _work(self, place: int) -> None:
        while True:
            job = self._queue.get()
            with self._lock:
                self._free -= 1
            try:
                if self._clock() > job.until:
                    raise VoiceBusy
                job.said.set_result(self._said(place, job.sentence))
            except Exception as error:  # who asked is told, and the next sentence is said
                job.said.set_exception(error)
            with self._lock:
                self._free += 1

    def _said(self, place: int, sentence: Sentence) -> Audio:
        for _ in range(TRIES - 1):
            try:
                return self._running(place).say(sentence)
            except VoiceLost:
                self._let_go(place)
        try:
            return self._running(place).say(sentence)
        except VoiceLost:
            self._let_go(place)
            raise

    def _let_go(self, place: int) -> None:
        self._processes[place] = None
        self._lost()

    def _running(self, place: int) -> VoiceProcess:
        process = self._processes[place]
        if process is None:
            process = self._processes[place] = self._started()
        return process

    def _started(self) -> VoiceProcess:
        if self._missing is not None and self._clock() < self._missing[1]:
            raise self._missing[0]
        try:
            return self._start()
        except NoVoice as error:
            self._missing = (error, self._clock() + LOOK_AGAIN)
            raise
