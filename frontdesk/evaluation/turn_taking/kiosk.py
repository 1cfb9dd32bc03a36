"""A kiosk before which somebody speaks: sound in real time over the WebSocket of a session, words and voice back."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from threading import Thread
from time import perf_counter, sleep
from typing import Any, NamedTuple

import numpy as np
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from frontdesk.evaluation.browser import Browser
from frontdesk.evaluation.serving import Server
from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND, RATE

FRAME = BYTES_A_SECOND // 10
LOUD = 0.05  # of the loudest: what is fainter at the end is no speech any more


class Told(NamedTuple):
    at: float  # seconds of perf_counter
    message: dict[str, Any]


class Microphone:
    """What is told over one connection, with when."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.told: list[Told] = []
        self._reading = Thread(target=self._read, daemon=True)
        self._reading.start()

    def _read(self) -> None:
        with suppress(ConnectionClosed):
            for message in self._socket:
                self.told.append(Told(perf_counter(), json.loads(message)))

    @property
    def is_open(self) -> bool:
        return self._reading.is_alive()

    def finals(self) -> list[Told]:
        return [one for one in self.told if one.message["type"] == "final"]

    def says(self, sound: bytes) -> float:
        """As fast as it is spoken; when the last of it was sent."""
        began = perf_counter()
        for number, at in enumerate(range(0, len(sound), FRAME)):
            sleep(max(0.0, began + number * 0.1 - perf_counter()))
            with suppress(ConnectionClosed):
                self._socket.send(sound[at : at + FRAME])
        return perf_counter()

    def quiet_until(self, over: Any, *, seconds: float = 15.0) -> None:
        """A quiet room, until `over()`."""
        until, number = perf_counter() + seconds, 0
        while not over() and self.is_open and perf_counter() < until:
            self.says(room(0.1, number))
            sleep(0.1)
            number += 1


@contextmanager
def microphone(server: Server, browser: Browser) -> Iterator[Microphone]:
    at = f"{server.host}:{server.port}"
    path = f"ws://{at}/api/sessions/{browser.session['session_id']}/listening"
    origin = Origin(f"http://{at}")
    with connect(path, origin=origin, additional_headers={"Cookie": browser.cookie}) as socket:
        socket.send('{"type": "begin"}')
        heard = Microphone(socket)
        while not heard.told and heard.is_open:
            sleep(0.01)
        yield heard


def first_sound(server: Server, browser: Browser) -> float:
    """When the first sentence of the reply was there as sound, in seconds of perf_counter."""
    session = browser.session
    path = f"/api/sessions/{session['session_id']}/speech/{session['reply']['line']}/0?speed=1&asked=true"
    connection = HTTPConnection(server.host, server.port, timeout=60)
    connection.request("GET", path, headers={"Cookie": browser.cookie, "X-Frontdesk": "1"})
    answer = connection.getresponse()
    if answer.status != 200 or not answer.read():
        raise RuntimeError(f"no sound: {answer.status}")
    at = perf_counter()
    connection.close()
    return at


def room(seconds: float, seed: int) -> bytes:
    return bytes(np.random.default_rng(seed).normal(0, 20, int(seconds * RATE)).astype("<i2").tobytes())


def speech_alone(pcm: bytes) -> bytes:
    """Without the silence around it, so that its end is the end of speech."""
    samples = np.frombuffer(pcm, "<i2").astype(np.float64)
    loud = np.flatnonzero(_strength(samples) > LOUD * _strength(samples).max())
    return pcm[2 * int(loud[0]) : 2 * (int(loud[-1]) + 1)]


def with_pause(pcm: bytes, seconds: float, seed: int) -> bytes:
    """With a pause at the faintest place of its middle."""
    strength = _strength(np.frombuffer(pcm, "<i2").astype(np.float64))
    start, end = int(0.35 * len(strength)), int(0.7 * len(strength))
    at = 2 * (start + int(np.argmin(strength[start:end])))
    return pcm[:at] + room(seconds, seed) + pcm[at:]


def _strength(samples: Any) -> Any:
    return np.sqrt(np.convolve(samples**2, np.ones(RATE // 50) / (RATE // 50), "same"))
