"""Sound as speech engines take and give it: 16-bit mono samples with their rate, and the same as a WAV file."""

import wave
from dataclasses import dataclass
from io import BytesIO

BYTES = 2  # a sample: signed, little-endian


class NotSpeech(ValueError):
    """A file that is no 16-bit mono PCM in WAV."""


@dataclass(frozen=True)
class Audio:
    """`pcm`: samples, 16 bits each, little-endian, one channel; `rate`: samples a second."""

    pcm: bytes
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.pcm) / BYTES / self.rate

    def wav(self) -> bytes:
        """As a WAV file."""
        file = BytesIO()
        with wave.open(file, "wb") as written:
            written.setnchannels(1)
            written.setsampwidth(BYTES)
            written.setframerate(self.rate)
            written.writeframes(self.pcm)
        return file.getvalue()


def from_wav(file: bytes) -> Audio:
    """The sound in a WAV file. Raises NotSpeech for what is no WAV, or has other samples."""
    try:
        with wave.open(BytesIO(file)) as read:
            shape = (read.getnchannels(), read.getsampwidth())
            audio = Audio(read.readframes(read.getnframes()), read.getframerate())
    except (wave.Error, EOFError, RuntimeError) as error:  # the last: a chunk is said to be longer than the file
        raise NotSpeech(str(error) or "cut off") from error
    if shape != (1, BYTES):
        raise NotSpeech(f"{shape[0]} channels of {8 * shape[1]} bits")
    if audio.rate <= 0 or len(audio.pcm) % BYTES:
        raise NotSpeech("no rate, or half a sample")
    return audio
