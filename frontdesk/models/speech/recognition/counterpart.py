"""The process that hears: `python -m frontdesk.models.speech.recognition.counterpart DESCRIPTOR`, of its socket.

It loads the models, judges which sound is speech, and recognises it; it ends when the server that began it has ended.
"""

import os
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread

from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.activity import Activity, silero
from frontdesk.models.speech.recognition.engines import Setup, load
from frontdesk.models.speech.recognition.messages import HEAD, Frame, Kind, head, setup_of, telling
from frontdesk.models.speech.recognition.recogniser import CannotHear, Heard, Recogniser

PAUSE = 0.25  # seconds of quiet at which the words so far are told
POLITE = 5  # how far turns of the server go before us on a busy machine


class Line:
    """The socket, read by one thread and written by those of the streams. Raises EOFError and OSError."""

    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected
        self._lock = Lock()

    def read(self) -> Frame:
        length, kind, stream = head(self._exactly(HEAD.size))
        return Frame(kind, stream, self._exactly(length))

    def send(self, frame: Frame) -> None:
        with self._lock:
            self._socket.sendall(frame.packed())

    def _exactly(self, length: int) -> bytes:
        read = bytearray()
        while len(read) < length:
            piece = self._socket.recv(length - len(read))
            if not piece:
                raise EOFError
            read += piece
        return bytes(read)


class Hearing:
    """One utterance, in a thread of its own."""

    def __init__(self, line: Line, number: int, recogniser: Recogniser, tiles: Sequence[str]) -> None:
        self._line, self._number, self._tiles = line, number, tiles
        self._recogniser = recogniser
        self.frames = SimpleQueue[Frame]()
        Thread(target=self._run, name=f"hearing-{number}", daemon=True).start()

    def _run(self) -> None:
        try:
            heard = self._heard()
        except Exception as error:  # of an engine, whatever it is: this utterance is lost, no other
            self._tell(Kind.FAILED, why=type(error).__name__)
            return
        if heard is not None:
            self._tell(Kind.FINAL, **heard._asdict())

    def _heard(self) -> Heard | None:
        """None where nobody wants it any more."""
        activity, stream, taken = Activity(silero()), self._recogniser.stream(self._tiles), 0
        held, paused = b"", True  # what has come since the words were told at a pause
        while (frame := self.frames.get()).kind is Kind.AUDIO:
            speech = activity.speech_of(frame.body)
            held += speech
            paused = paused and (activity.seen.quiet >= PAUSE or not held)
            partial = stream.hear(held) if held and not paused else None
            held = held if paused else b""
            taken += len(frame.body)
            self._tell(Kind.ACTIVITY, taken=taken, **activity.seen._asdict())
            if partial is not None:
                self._tell(Kind.PARTIAL, text=partial.text)
            if not paused and activity.seen.quiet >= PAUSE and self.frames.empty():
                paused = True
                self._tell(Kind.PAUSED, text=stream.paused())
        if frame.kind is not Kind.FINISH:
            return None
        return stream.finish() if activity.seen.spoke else Heard("")

    def _tell(self, kind: Kind, **told: object) -> None:
        with suppress(OSError):  # nobody is there any more: this process is about to end
            self._line.send(telling(kind, self._number, **told))


def loaded(setup: Setup) -> tuple[dict[Language, Recogniser], dict[Language, str]]:
    """The recognisers, and why a language has none."""
    there, missing = dict[Language, Recogniser](), dict[Language, str]()
    for language in setup.models:
        try:
            silero()
            there[language] = load(setup, language)
        except CannotHear as error:
            missing[language] = str(error)
    return there, missing


def serve(line: Line) -> None:
    """Until the other side has ended: EOFError or OSError."""
    recognisers, missing = loaded(setup_of(line.read()))
    line.send(telling(Kind.SETUP, 0, languages=list(recognisers), missing=missing))
    streams = dict[int, Hearing]()
    while True:
        frame = line.read()
        if frame.kind is Kind.OPEN:
            told = frame.told
            recogniser = recognisers[Language(told["language"])]
            streams[frame.stream] = Hearing(line, frame.stream, recogniser, told["tiles"])
        elif frame.stream in streams:
            streams[frame.stream].frames.put(frame)
            if frame.kind in (Kind.FINISH, Kind.CLOSE):
                del streams[frame.stream]


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # at a terminal it is meant for the one who began us
    os.nice(POLITE)
    with suppress(EOFError, OSError):
        serve(Line(socket.socket(fileno=int(sys.argv[1]))))
    os._exit(0)  # not even an utterance that is being read is waited for


if __name__ == "__main__":
    main()
