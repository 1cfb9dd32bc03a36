"""The hearing part of `frontdesk speech check`."""

import wave
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import typer

from app.hearing import setup_of
from app.settings import Settings
from models.facts import Language
from models.speech.recognition.checking import at_16_khz, checks

MARKS = {True: "ok", False: "NO", None: "--"}


class Sound(NamedTuple):
    """16-bit samples of one channel; `rate` a second."""

    pcm: bytes
    rate: int


def check_hearing(settings: Settings, spoken: Mapping[Language, Sound]) -> bool:
    """Prints what there is to hear with, and what is heard of `spoken`; whether nothing is missing."""
    sounds = {language: at_16_khz(*sound) for language, sound in spoken.items()}
    typer.echo(f"hearing: {settings.hearing or 'off'}")
    good = True
    for check in checks(setup_of(settings), sounds):
        typer.echo(f"  {MARKS[check.good]}  {check.what}: {check.told}")
        good = good and check.good is not False
    return good


def from_file(path: Path) -> Sound:
    """Of a WAV file. Raises typer.BadParameter where it is not of 16 bits and one channel."""
    with wave.open(str(path)) as file:
        if (file.getsampwidth(), file.getnchannels()) != (2, 1):
            raise typer.BadParameter(f"{path}: wanted are 16 bits and one channel")
        return Sound(file.readframes(file.getnframes()), file.getframerate())
