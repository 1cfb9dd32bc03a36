"""The process in which `Apart`'s client works: `python -m frontdesk.models.language.counterpart DESCRIPTOR`, of
their socket.

It reads the model's replies and passes them on, and ends when the process that began it has ended.
"""

import os
import signal
import sys
import time
from collections import deque
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from threading import Event, Lock, Thread

from frontdesk.models.language.apart import Answers, Ask, Unwanted
from frontdesk.models.language.in_threads import InThreads
from frontdesk.models.language.model import Leave, Piece, Said

GATHERED = 0.07  # seconds: words that change oftener than that on a screen are read no sooner
NOTHING = Piece()


class Teller:
    """Passes on what is said: the first words of a reply at once, later ones of all replies together now and then."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = Lock()
        self._gathered: dict[int, Piece] = {}  # of the replies whose first words have gone
        self._some = Event()
        self.ended = deque[int]()
        Thread(target=self._now_and_then, daemon=True).start()

    def gather(self, number: int) -> None:
        """Not even the first words of this reply are in a hurry."""
        self._gathered[number] = NOTHING

    def tell(self, number: int, said: Said) -> None:
        with self._lock:
            if not isinstance(said, Piece):
                rest = self._gathered.pop(number, NOTHING)
                self._send([(number, rest), (number, said)] if rest != NOTHING else [(number, said)])
                self.ended.append(number)
            elif number in self._gathered:
                self._gathered[number] = _joined(self._gathered[number], said)
                self._some.set()
            else:
                self._send([(number, said)])
                if said.text.strip():
                    self._gathered[number] = NOTHING

    def _now_and_then(self) -> None:
        while self._some.wait():
            time.sleep(GATHERED)
            with self._lock:
                self._some.clear()
                ready = [(number, piece) for number, piece in self._gathered.items() if piece != NOTHING]
                self._gathered |= dict.fromkeys((number for number, _ in ready), NOTHING)
                if ready:
                    self._send(ready)

    def _send(self, answers: Answers) -> None:
        with suppress(OSError):  # nobody is there any more: this process is about to end
            self._connection.send(answers)


def _joined(one: Piece, next_: Piece) -> Piece:
    return Piece(
        one.text + next_.text,
        one.cut or next_.cut,
        next_.tokens_in or one.tokens_in,
        next_.tokens_out or one.tokens_out,
    )


def serve(connection: Connection) -> None:
    """Until the other side has ended: EOFError or OSError."""
    from frontdesk.models.language.openai_compatible import OpenAiCompatible

    place = connection.recv()
    model = InThreads(OpenAiCompatible(place.url, place.name, key=place.key), calls=place.calls)
    connection.send([])  # ready
    teller, calls = Teller(connection), dict[int, Leave]()
    while True:
        match connection.recv():
            case Ask(number, prompt, seconds):
                if prompt.schema_ is not None:
                    teller.gather(number)
                calls[number] = model.begin(prompt, seconds=seconds, put=partial(teller.tell, number))
            case Unwanted(number) if number in calls:
                calls[number]()
        while teller.ended:
            calls.pop(teller.ended.popleft(), None)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # at a terminal it is meant for the one who began us
    with suppress(EOFError, OSError):
        serve(Connection(int(sys.argv[1])))
    os._exit(0)  # not even a reply that is being read is waited for


if __name__ == "__main__":
    main()
