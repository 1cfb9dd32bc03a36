"""`frontdesk speech`: what can speak and hear here and what is missing, and the fixed phrases made beforehand."""

from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Annotated

import typer

from frontdesk.app.hearing import setup_of
from frontdesk.app.settings import Settings
from frontdesk.app.web.spoken import chosen, speaker
from frontdesk.models.facts import Language
from frontdesk.models.speech.audio import Audio
from frontdesk.models.speech.recognition.checking import at_16_khz, checks
from frontdesk.models.speech.synthesis.engines import ESPEAK, KOKORO, Chosen, why_not
from frontdesk.models.speech.synthesis.process import VoiceLost
from frontdesk.models.speech.synthesis.sentences import fixed
from frontdesk.models.speech.synthesis.speaker import Speaker
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence

speech = typer.Typer(no_args_is_help=True, help="What the kiosk speaks and hears with.")

LICENCES = {
    ESPEAK: "eSpeak NG: GPL-3.0, the system's own library",
    KOKORO: "Kokoro-82M: Apache-2.0; its English runs through eSpeak NG",
}
SAMPLES = {
    Language.ZH: "请您到2楼A203室，号码C02。体温37.8℃。",
    Language.EN: "Please go to floor 2, room A203, number C02.",
}
SPEEDS = (0.8, 1.0, 1.25)  # of the setting's, that the screen offers


MARKS = {True: "ok", False: "NO", None: "--"}


@speech.command()
def check() -> None:
    """Say which engines, models, voices and licences are there and what is missing; say a sentence, and hear it."""
    settings = Settings()
    spoken = _voices(settings)
    hears = hearing(settings, spoken)
    raise typer.Exit(0 if hears and len(spoken) == len(SAMPLES) else 1)


def hearing(settings: Settings, spoken: Mapping[Language, Audio]) -> bool:
    """Prints what there is to hear with, and what is heard of `spoken`; whether nothing is missing."""
    sounds = {language: at_16_khz(audio.pcm, audio.rate) for language, audio in spoken.items()}
    typer.echo(f"hearing: {settings.hearing or 'off'}")
    found = list(checks(setup_of(settings), sounds))
    for one in found:
        typer.echo(f"  {MARKS[one.good]}  {one.what}: {one.told}")
    return all(one.good is not False for one in found)


def _voices(settings: Settings) -> dict[Language, Audio]:
    """Prints what there is to speak with; the samples as they are spoken."""
    typer.echo(f"speaking: {settings.speech}, with {settings.speech_engine}")
    for engine in (ESPEAK, KOKORO):
        missing = why_not(Chosen(engine=engine, folder=settings.speech_folder))
        typer.echo(f"  {'ok' if missing is None else '--'}  {missing or LICENCES[engine]}")
    speaks = speaker(settings)
    try:
        said = {language: _said(speaks, Sentence(text, language)) for language, text in SAMPLES.items()}
        return {language: audio for language, audio in said.items() if audio is not None}
    finally:
        speaks.close()


def _said(speaks: Speaker, sentence: Sentence) -> Audio | None:
    began = perf_counter()
    try:
        audio = speaks.say(sentence)
    except (NoVoice, VoiceLost) as error:
        typer.echo(f"  NO  {sentence.language}: {error}")
        return None
    engine = next((one.engine for one in speaks.processes), "")
    typer.echo(
        f"  ok  {sentence.language}: {audio.seconds:.1f} s of speech in {perf_counter() - began:.2f} s by {engine}"
    )
    return audio


@speech.command()
def warm(
    speeds: Annotated[bool, typer.Option(help="Also slower and faster, as the screen offers them.")] = False,
) -> None:
    """Make the phrases that never change beforehand, so that the first patient does not wait for them."""
    settings = Settings()
    if settings.speech_kept_megabytes == 0:
        typer.echo("frontdesk: nothing is kept; set FRONTDESK_SPEECH_KEPT_MEGABYTES", err=True)
        raise typer.Exit(1)
    speaks, made, began = speaker(settings), 0, perf_counter()
    try:
        for sentence in _fixed(settings, SPEEDS if speeds else (1.0,)):
            speaks.say(sentence, keep=True)
            made += 1
    except (NoVoice, VoiceLost) as error:
        typer.echo(f"frontdesk: {error}", err=True)
        raise typer.Exit(1) from None
    finally:
        speaks.close()
    engine = chosen(settings).engine
    typer.echo(f"{made} phrases made with {engine} in {perf_counter() - began:.0f} s")


def _fixed(settings: Settings, speeds: tuple[float, ...]) -> Iterator[Sentence]:
    for language in Language:
        for text in sorted(fixed(language)):
            for speed in speeds:
                yield Sentence(text, language, round(settings.speech_speed * speed, 2))
