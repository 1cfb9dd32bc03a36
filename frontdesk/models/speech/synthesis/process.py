"""The voices' process as the server sees it: asked for a sentence, and ended where it dies or hangs."""

import json
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import Pipe
from typing import Any

from frontdesk.models.speech.audio import Audio
from frontdesk.models.speech.synthesis.engines import Chosen
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence
from frontdesk.models.speech.synthesis.worker import told_of

LOADING = 60.0  # seconds within which an engine is there
AT_LEAST, A_CHARACTER = 8.0, 0.25  # seconds that a sentence may take, ten times what it takes on a quiet machine


class VoiceLost(Exception):
    """The process died, or took too long."""


def command(chosen: Chosen) -> Sequence[str]:
    return (sys.executable, "-m", "frontdesk.models.speech.synthesis.worker", told_of(chosen))


class VoiceProcess:
    """Raises NoVoice where no engine can speak, VoiceLost where it does not come up.

    A program of its own and no fork: the engine's libraries, memory and faults never are the server's.
    """

    def __init__(self, command: Sequence[str], *, loading: float = LOADING) -> None:
        self._ours, theirs = Pipe()
        self._process = subprocess.Popen(  # noqa: S603 the words of the command are ours
            [*command, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        theirs.close()
        said = json.loads(self._frame(loading))
        if "missing" in said:
            self.end()
            raise NoVoice(said["missing"])
        self.engine: str = said["engine"]

    @property
    def pid(self) -> int:
        return self._process.pid

    def say(self, sentence: Sentence) -> Audio:
        """Raises VoiceLost; the process is ended then."""
        asked = {"text": sentence.text, "language": sentence.language, "speed": sentence.speed}
        seconds = AT_LEAST + A_CHARACTER * len(sentence.text)
        try:
            self._ours.send_bytes(json.dumps(asked).encode())
        except OSError as error:
            self.end()
            raise VoiceLost(type(error).__name__) from error
        told: dict[str, Any] = json.loads(self._frame(seconds))
        return Audio(pcm=self._frame(seconds), rate=told["rate"])

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._ours.close()

    def _frame(self, seconds: float) -> bytes:
        try:
            if self._ours.poll(seconds):
                return self._ours.recv_bytes()
            lost = "too slow"
        except (EOFError, OSError) as error:
            lost = type(error).__name__
        self.end()
        raise VoiceLost(lost)
