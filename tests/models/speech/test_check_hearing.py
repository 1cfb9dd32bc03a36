"""The hearing part of `frontdesk speech check`, as it is printed."""

import wave
from pathlib import Path

import numpy as np
import pytest
import typer

from app.settings import Settings
from commands.speech_hearing import Sound, check_hearing, from_file
from models.facts import Language
from tests.models.speech.scripted import script
from tests.models.speech.sounds import pcm, save, silence, voice


def settings(**more: object) -> Settings:
    return Settings(_env_file=None, hearing="tests.models.speech.scripted:Scripted", **more)  # type: ignore[arg-type]


def test_it_says_what_it_heard_of_sound_of_another_rate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = np.frombuffer(pcm(silence(0.5), voice(2), silence(0.5)), "<i2")
    places = np.arange(len(sound) * 3 // 2) * 2 / 3
    faster = np.interp(places, np.arange(len(sound)), sound).astype("<i2").tobytes()  # 24 kHz
    folder = script(tmp_path / "en", "please go to room two")
    assert check_hearing(settings(hearing_model_en=folder), {Language.EN: Sound(faster, 24_000)})
    assert "ok  heard en: please go to room two (90% sure)" in capsys.readouterr().out


def test_what_is_missing_is_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not check_hearing(settings(hearing_model_zh=tmp_path), {})
    assert "NO  model zh: no script in" in capsys.readouterr().out
    assert check_hearing(Settings(_env_file=None), {})
    assert "hearing: off" in capsys.readouterr().out


def test_a_file_is_read_with_its_rate(tmp_path: Path) -> None:
    assert from_file(save(tmp_path / "one.wav", b"\0\0" * 10)) == Sound(b"\0\0" * 10, 16_000)
    with wave.open(str(tmp_path / "two.wav"), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(16_000)
    with pytest.raises(typer.BadParameter):
        from_file(tmp_path / "two.wav")
