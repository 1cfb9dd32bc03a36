"""A voices' process that is killed, or stands still, in the middle of a sentence."""

import os
import signal
from threading import Thread
from time import sleep

from frontdesk.models.facts import Language
from frontdesk.models.speech.audio import Audio
from frontdesk.models.speech.synthesis.engines import Chosen
from frontdesk.models.speech.synthesis.process import VoiceProcess, command
from frontdesk.models.speech.synthesis.speaker import Speaker
from frontdesk.models.speech.synthesis.voice import Sentence

LONG = Sentence("Please go to floor 2, room A203, and wait there until you are called.", Language.EN)


def said_although_lost(chosen: Chosen, how: signal.Signals, *, after: float) -> tuple[Audio, bool]:
    """What is heard of a long sentence whose process gets the signal `after` seconds; whether another one said it."""
    speaker = Speaker(lambda: VoiceProcess(command(chosen)))
    try:
        speaker.say(Sentence("One.", Language.EN))
        (first,) = speaker.processes

        def lose() -> None:
            sleep(after)
            os.kill(first.pid, how)

        losing = Thread(target=lose)
        losing.start()
        if after == 0:
            losing.join()
        audio = speaker.say(
            Sentence("Please go to floor 2, room A203, and wait there until you are called.", Language.EN)
        )
        losing.join()
        return audio, [one.pid for one in speaker.processes] != [first.pid]
    finally:
        speaker.close()
