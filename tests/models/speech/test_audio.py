"""Sound as a value."""

import wave
from io import BytesIO

import pytest

from frontdesk.models.speech.audio import Audio, NotSpeech, from_wav


def test_a_wav_file_holds_the_same_sound() -> None:
    audio = Audio(pcm=b"\x01\x00\xff\x7f" * 8000, rate=16000)
    assert from_wav(audio.wav()) == audio
    assert audio.seconds == 1.0


def test_what_is_no_16_bit_mono_is_refused() -> None:
    file = BytesIO()
    with wave.open(file, "wb") as stereo:
        stereo.setnchannels(2)
        stereo.setsampwidth(2)
        stereo.setframerate(8000)
        stereo.writeframes(b"\0" * 16)
    for wrong in (file.getvalue(), b"", b"RIFF", b"not a sound at all"):
        with pytest.raises(NotSpeech):
            from_wav(wrong)
