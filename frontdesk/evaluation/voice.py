"""How long a line waits for its first sound, and what the voices' process holds: `python -m
frontdesk.evaluation.voice`.
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple

import psutil

from frontdesk.app.settings import Settings
from frontdesk.app.web.spoken import chosen
from frontdesk.models.facts import Language
from frontdesk.models.speaking import phrases
from frontdesk.models.speech.synthesis.engines import ESPEAK, KOKORO, Chosen
from frontdesk.models.speech.synthesis.process import VoiceProcess, command
from frontdesk.models.speech.synthesis.sentences import sentences
from frontdesk.models.speech.synthesis.speaker import Speaker
from frontdesk.models.speech.synthesis.voice import Sentence

LINES = 40  # of each language
SEED = 7


class Heard(NamedTuple):
    """Seconds from the line to its first sentence's sound, to all of it, and how long that sounds."""

    first: float
    whole: float
    sounds: float


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--engine", choices=[ESPEAK, KOKORO], default=ESPEAK)
    arguments.add_argument("--folder", type=Path, help="of Kokoro's weights; FRONTDESK_SPEECH_FOLDER")
    arguments.add_argument("--lines", type=int, default=LINES)
    given = arguments.parse_args()
    settings = chosen(Settings())
    print(*report(Chosen(given.engine, given.folder or settings.folder, settings.names), given.lines), sep="\n")


def report(voice: Chosen, lines: int) -> list[str]:
    """A row for each language, and one for the process."""
    began = perf_counter()
    speaker = Speaker(lambda: VoiceProcess(command(voice)))
    speaker.say(Sentence("One.", Language.EN))
    started = perf_counter() - began
    rows = [_row(language, [heard(speaker, line, language) for line in of(language, lines)]) for language in Language]
    if not speaker.processes:
        raise RuntimeError("the voices' process is gone")
    (process,) = speaker.processes
    megabytes = psutil.Process(process.pid).memory_info().rss / 2**20
    speaker.close()
    return [
        *rows,
        f"{process.engine}: {started:.2f} s to the first sound of a new process, {megabytes:.0f} MB resident",
    ]


def of(language: Language, lines: int) -> Sequence[str]:
    """Lines of the catalogue, always the same."""
    known = sorted(said for wordings in phrases(language).values() for said in wordings if "{" not in said)
    return random.Random(SEED).sample(known, lines)


def heard(speaker: Speaker, line: str, language: Language) -> Heard:
    began = perf_counter()
    seconds, sounds = [], 0.0
    for sentence in sentences(line):
        sounds += speaker.say(Sentence(sentence, language)).seconds
        seconds.append(perf_counter() - began)
    return Heard(seconds[0], seconds[-1], sounds)


def _row(language: Language, lines: Sequence[Heard]) -> str:
    first = [line.first for line in lines]
    share = sum(line.whole for line in lines) / sum(line.sounds for line in lines)
    return (
        f"{language}: {len(lines)} lines, to the first sound median {1000 * median(first):.0f} ms, "
        f"p95 {1000 * quantiles(first, n=20)[-1]:.0f} ms; {share:.3f} of the time it sounds"
    )


if __name__ == "__main__":
    main()
