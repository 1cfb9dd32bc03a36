"""The hearing part of `frontdesk speech check`, as it is printed."""

from pathlib import Path

import numpy as np
import pytest

from frontdesk.app.settings import Settings
from frontdesk.commands.speech import hearing
from frontdesk.models.facts import Language
from frontdesk.models.speech.audio import Audio
from tests.models.speech.scripted import script
from tests.models.speech.sounds import pcm, silence, voice


def settings(**more: object) -> Settings:
    return Settings(_env_file=None, hearing="tests.models.speech.scripted:Scripted", **more)  # type: ignore[arg-type]


def test_it_says_what_it_heard_of_sound_of_another_rate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sound = np.frombuffer(pcm(silence(0.5), voice(2), silence(0.5)), "<i2")
    places = np.arange(len(sound) * 3 // 2) * 2 / 3
    faster = np.interp(places, np.arange(len(sound)), sound).astype("<i2").tobytes()  # 24 kHz
    folder = script(tmp_path / "en", "please go to room two")
    assert hearing(settings(hearing_model_en=folder), {Language.EN: Audio(faster, 24_000)})
    assert "ok  heard en: please go to room two (90% sure)" in capsys.readouterr().out


def test_what_is_missing_is_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not hearing(settings(hearing_model_zh=tmp_path), {})
    assert "NO  model zh: no script in" in capsys.readouterr().out
    assert hearing(Settings(_env_file=None), {})
    assert "hearing: off" in capsys.readouterr().out
