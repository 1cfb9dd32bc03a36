"""`python -m frontdesk.evaluation.turn_taking.memory`: what eSpeak NG and Vosk hold beside a server, without a model.

The voices' process after a sentence in each language, and the recogniser's with Vosk's library loaded and eight who
are listened to at once; what a model holds comes on top, and `--vosk FOLDER` loads one.
Pages that several processes share count by their share (PSS, on Linux).
"""

import asyncio
from pathlib import Path
from typing import Annotated

import psutil
import typer

from frontdesk.evaluation.turn_taking.kiosk import room
from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.apart import Apart
from frontdesk.models.speech.recognition.engines import Setup
from frontdesk.models.speech.recognition.recogniser import CannotHear, Heard
from frontdesk.models.speech.synthesis.engines import Chosen
from frontdesk.models.speech.synthesis.process import VoiceProcess, command
from frontdesk.models.speech.synthesis.voice import Sentence

MOST = 150.0  # MB, of both together without a model
MEGABYTE = 2**20
AT_ONCE = 8
NOTHING = "frontdesk.evaluation.turn_taking.memory:NoModel"


class NoModel:
    """Vosk's library without a model: streams that hear nothing. Raises CannotHear."""

    def __init__(self, folder: Path, language: Language, *, threads: int) -> None:
        try:
            import vosk
        except ImportError:
            raise CannotHear("vosk is not installed: pip install 'frontdesk[vosk]'") from None
        vosk.SetLogLevel(-1)

    def stream(self, tiles: object = ()) -> "NoModel":
        return self

    def hear(self, pcm: bytes) -> None:
        pass

    def paused(self) -> str:
        return ""

    def finish(self) -> Heard:
        return Heard("")


def _held(pid: int) -> float:
    return float(psutil.Process(pid).memory_full_info().pss) / MEGABYTE


def voice() -> float:
    """Megabytes of eSpeak NG's process."""
    process = VoiceProcess(command(Chosen()))
    for language, text in ((Language.EN, "Please go to floor 2, room A203."), (Language.ZH, "请您到2楼A203室。")):
        process.say(Sentence(text, language))
    held = _held(process.pid)
    process.end()
    return held


async def recogniser(setup: Setup) -> float:
    """Megabytes of the recogniser's process while it is spoken to."""
    apart = Apart(setup)
    listening = [await apart.listen(Language.EN) for _ in range(AT_ONCE)]
    for one in listening:
        one.hear(room(1, 1))
        one.finish()
    for one in listening:
        while await one.told(seconds=1) is not None:
            pass
    assert apart.pid is not None
    held = _held(apart.pid)
    apart.close()
    return held


def main(vosk: Annotated[Path | None, typer.Option(help="A model of Vosk's.")] = None) -> None:
    languages = dict.fromkeys(Language, vosk or Path())
    speaks, hears = voice(), asyncio.run(recogniser(Setup("vosk" if vosk else NOTHING, languages)))
    what = "with the model twice" if vosk else f"without a model (at most {MOST:.0f} MB together)"
    typer.echo(f"eSpeak NG {speaks:.0f} MB and Vosk {hears:.0f} MB, {speaks + hears:.0f} MB {what}")


if __name__ == "__main__":
    typer.run(main)
