"""A model that is read piece by piece, with threads of its own that read it."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event

import structlog

from frontdesk.models.capability import Prompt
from frontdesk.models.language.model import Fault, Leave, ModelFailed, Put, Readable, Said

CALLS = 64  # under way at once

log = structlog.get_logger(__name__)


class InThreads:
    """At most `calls` are read at once; what comes beyond that waits."""

    def __init__(self, model: Readable, *, calls: int = CALLS) -> None:
        self.name = model.name
        self.server = model.server
        self._model = model
        self._threads = ThreadPoolExecutor(calls, thread_name_prefix="model")

    @property
    def readable(self) -> Readable:
        """The model itself, to be read by whoever waits for it."""
        return self._model

    def begin(self, prompt: Prompt, *, seconds: float, put: Put) -> Leave:
        left = Event()
        self._threads.submit(self._read, prompt, seconds, put, left)
        return left.set

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _read(self, prompt: Prompt, seconds: float, put: Put, left: Event) -> None:
        end: Said = None
        try:
            with closing(self._model.stream(prompt, seconds=seconds)) as pieces:
                for piece in pieces:
                    if left.is_set():
                        break
                    put(piece)
        except ModelFailed as failure:
            end = failure
        except Exception as fault:  # a model in process may raise anything; the patient is answered all the same
            log.error("model_broke", model=self.name, fault=type(fault).__name__)
            end = ModelFailed(Fault.SERVER)
        put(end)
