"""`python -m frontdesk.evaluation.hearing SCRATCH --kokoro DIR --engine whisper --model-en DIR --model-zh DIR`."""

import asyncio
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Annotated

import numpy as np
import typer

from frontdesk.evaluation.hearing.errors import errors, tokens
from frontdesk.evaluation.hearing.noises import Noise, noises
from frontdesk.evaluation.hearing.spoken import Sentence, spoken
from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.apart import Apart, Listening
from frontdesk.models.speech.recognition.engines import Setup
from frontdesk.models.speech.recognition.messages import Kind
from frontdesk.models.speech.recognition.recogniser import RATE, Heard

FRAME = 3200  # bytes: a tenth of a second
AROUND = 1.0  # seconds of a quiet room before and after
MOST = {Language.EN: 0.08, Language.ZH: 0.15}


async def heard(recogniser: Apart, pcm: bytes, language: Language, *, tiles: Sequence[str] = ()) -> tuple[Heard, float]:
    """The words, with these on the screen, and the seconds they took once all sound was taken."""
    listening = await recogniser.listen(language, tiles)
    for at in range(0, len(pcm), FRAME):
        listening.hear(pcm[at : at + FRAME])
    await _taken(listening, len(pcm))
    began = perf_counter()
    listening.finish()
    while True:
        frame = await listening.told(seconds=1)
        if frame is not None and frame.kind is Kind.FINAL:
            return Heard(**frame.told), perf_counter() - began


async def _taken(listening: Listening, all_of_it: int) -> None:
    while True:
        frame = await listening.told(seconds=1)
        if frame is not None and frame.kind is Kind.ACTIVITY and frame.told["taken"] >= all_of_it:
            return


def room(seconds: float, seed: int) -> bytes:
    return bytes(np.random.default_rng(seed).normal(0, 20, int(seconds * RATE)).astype("<i2").tobytes())


async def of_sentences(recogniser: Apart, sentences: Sequence[Sentence], language: Language) -> None:
    wrong, length, waits, lost = Counter[str](), Counter[str](), list[float](), list[str]()
    asked = Counter[bool]()  # by whether they were wrong
    ours = [one for one in sentences if one.language is language]
    for number, one in enumerate(ours):
        said, seconds = await heard(recogniser, room(AROUND, number) + one.pcm + room(AROUND, -number % 99), language)
        reference = tokens(one.text, language)
        faults = errors(reference, tokens(said.text, language))
        wrong[one.voice] += faults
        asked[faults > 0] += said.doubtful
        length[one.voice] += len(reference)
        waits.append(seconds)
        if not all(word in said.text.lower() for word in one.complaint):
            lost.append(f"    {one.text} -> {said.text} ({said.confidence}{', asked' * said.doubtful}, {one.voice})")
    rate = wrong.total() / length.total()
    unit = "words" if language is Language.EN else "characters"
    typer.echo(f"{language}: {rate:.1%} of {length.total()} {unit} wrong (at most {MOST[language]:.0%})")
    typer.echo(f"  by voice: {', '.join(f'{voice} {wrong[voice] / length[voice]:.0%}' for voice in length)}")
    typer.echo(f"  end of speech to words: {median(waits):.2f} s median, {quantiles(waits, n=20)[-1]:.2f} s p95")
    typer.echo(f"  asked whether it is right: {asked[True]} that were wrong, {asked[False]} that were right")
    typer.echo("\n".join([f"  complaints lost: {len(lost)} of {len(ours)}", *lost]))


async def of_noises(recogniser: Apart, clips: Sequence[Noise], languages: Sequence[Language]) -> None:
    for language in languages:
        words = {clip.name: (await heard(recogniser, clip.pcm, language))[0] for clip in clips}
        found = [f"    {name}: {said.text} ({said.confidence})" for name, said in words.items() if said.text]
        typer.echo("\n".join([f"{language}: words in {len(found)} of {len(clips)} noises (asked: 0)", *found]))


def main(
    scratch: Annotated[Path, typer.Argument(help="Where the sound is kept from one time to the next.")],
    kokoro: Annotated[Path, typer.Option(help="The folder of Kokoro's weights and voices.")],
    engine: Annotated[str, typer.Option(help="vosk, sherpa, whisper or MODULE:NAME.")],
    model_en: Annotated[Path | None, typer.Option(help="The folder of its English model.")] = None,
    model_zh: Annotated[Path | None, typer.Option(help="The folder of its Chinese model.")] = None,
    threads: int = 1,
) -> None:
    """Errors, lost complaints, waiting, and words in noise."""
    models = {Language.EN: model_en, Language.ZH: model_zh}
    folders = {language: folder.absolute() for language, folder in models.items() if folder is not None}
    sentences = spoken(kokoro, scratch)
    clips = list(noises([one.pcm for one in sentences]))

    async def measure() -> None:
        recogniser = Apart(Setup(engine, folders, threads))
        for language in folders:
            await of_sentences(recogniser, sentences, language)
        await of_noises(recogniser, clips, list(folders))
        if recogniser.pid is not None and (status := Path(f"/proc/{recogniser.pid}/status")).exists():
            held = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
            typer.echo(f"memory of its process: {int(held.split()[1]) // 1024} MB, on {os.cpu_count()} cores")
        recogniser.close()

    asyncio.run(measure())


if __name__ == "__main__":
    typer.run(main)
