"""Several processes that hear: each utterance goes to the least busy; one that died is begun anew beside the others."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.apart import Apart, Listening, NotHearing
from frontdesk.models.speech.recognition.engines import Setup


class Several:
    """As an `Apart`, of which there are `processes`; `lost` is called for each that dies."""

    def __init__(self, setup: Setup, processes: int, *, lost: Callable[[], None] = lambda: None) -> None:
        self._all = tuple(Apart(setup, lost=lost) for _ in range(processes))
        self._loading: dict[Apart, asyncio.Task[None]] = {}

    @property
    def hearing(self) -> int:
        """How many hear now."""
        return sum(one.hears for one in self._all)

    @property
    def pids(self) -> list[int]:
        """Of those that have begun."""
        return [one.pid for one in self._all if one.pid is not None]

    def begin(self) -> None:
        """Raises NotHearing."""
        for one in self._all:
            one.begin()

    async def listen(self, language: Language, tiles: Sequence[str] = ()) -> Listening:
        """By one that hears now, else by one that is begun. Raises NotHearing where none can."""
        self._see_that_all_hear()
        fault = NotHearing("no process")
        for one in sorted(self._all, key=lambda one: (not one.hears, one.streams)):
            try:
                return await one.listen(language, tiles)
            except NotHearing as failed:
                fault = failed
        raise fault

    def _see_that_all_hear(self) -> None:
        """Beside whoever listens now: a process is known to hear, and to have died, once its models are waited for."""
        for one in self._all:
            if not one.hears and one not in self._loading:
                self._loading[one] = asyncio.create_task(self._load(one))

    async def _load(self, one: Apart) -> None:
        with suppress(NotHearing):
            await one.loaded()
        del self._loading[one]

    def close(self) -> None:
        for task in self._loading.values():
            task.cancel()
        for one in self._all:
            one.close()
