"""`python -m frontdesk.evaluation.turn_taking.barge_in SOUND --vosk DIR`: in Chromium, from the beginning of speech
to silence.

A fake microphone plays a sentence of SOUND while our voice speaks. The page itself notes when its microphone becomes
loud and when its loudspeaker falls silent.
"""

import shutil
import wave
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Annotated, Any, NamedTuple

import typer

from frontdesk.evaluation.hearing.spoken import Sentence, kept
from frontdesk.evaluation.turn_taking.__main__ import Lobby, lobby
from frontdesk.evaluation.turn_taking.kiosk import room, speech_alone
from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.recogniser import RATE

MOST = 300.0  # milliseconds
BEFORE, AFTER = 1.0, 8.0  # seconds of a quiet room
NOTES = """
const Real = window.Audio;
window.silent = window.sounding = window.loud = window.sent = window.told = null;
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if (JSON.parse(data).type === "speech") window.told ??= performance.now();
    });
  }
  send(data) {
    if (typeof data !== "string" && window.loud !== null) window.sent ??= performance.now();
    super.send(data);
  }
};
window.Audio = class extends Real {
  constructor() {
    super();
    this.addEventListener("playing", () => (window.sounding = performance.now()));
  }
  pause() {
    super.pause();
    window.silent ??= performance.now();
  }
};
const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = async (wanted) => {
  const stream = await ask(wanted);
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: 256 });
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(256);
  const look = () => {
    analyser.getFloatTimeDomainData(samples);
    if (samples.some((sample) => Math.abs(sample) > 0.02)) window.loud ??= performance.now();
    else setTimeout(look, 4);
  };
  window.silent = null;
  look();
  return stream;
};
"""


@contextmanager
def chromium(sound: Path) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        raise typer.BadParameter("no Chromium here")
    arguments = [
        "--no-sandbox",
        "--disable-gpu",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-audio-capture={sound}",
        "--autoplay-policy=no-user-gesture-required",
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()


class Parts(NamedTuple):
    """Milliseconds: until sound leaves the browser, until the server tells that it is speech, until silence."""

    gate: float
    server: float
    silence: float


def silenced(place: Lobby, browser: Any, sound: Path, sentence: Sentence) -> Parts | None:
    """None where our voice had ended before somebody spoke."""
    speech = speech_alone(sentence.pcm)
    with wave.open(str(sound), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(room(BEFORE, 1) + speech + room(AFTER, 2))
    place.prepare(sentence, speech)
    context = browser.new_context(base_url=f"http://{place.server.host}:{place.server.port}")
    page = context.new_page()
    page.add_init_script(NOTES)
    page.goto("/")
    for name in ("I feel unwell", "Yes, without a card"):
        page.get_by_role("button", name=name).click()
    page.get_by_role("button", name="Speak", exact=True).wait_for()
    page.get_by_role("button", name="Say it again").click()
    page.wait_for_function("() => window.sounding !== null")
    page.get_by_role("button", name="Speak", exact=True).click()
    page.wait_for_function("() => window.loud !== null && window.silent !== null", timeout=15_000)
    loud, sent, told, silent = page.evaluate("[window.loud, window.sent, window.told, window.silent]")
    context.close()
    return Parts(sent - loud, told - sent, silent - told) if silent > loud else None


def main(
    sound: Annotated[Path, typer.Argument(help="Sentences as `python -m frontdesk.evaluation.hearing` leaves them.")],
    vosk: Annotated[Path | None, typer.Option(help="A model of Vosk's, of whatever language.")] = None,
    whisper: Annotated[Path | None, typer.Option(help="A model of Whisper's.")] = None,
    sentences: int = 20,
) -> None:
    ours = [one for one in kept(sound) if one.language is Language.EN][:sentences]
    with TemporaryDirectory(prefix="frontdesk-barge-in-") as folder:
        microphone = Path(folder) / "microphone.wav"
        with lobby(Path(folder), vosk, whisper, "espeak", None) as place, chromium(microphone) as browser:
            found = [silenced(place, browser, microphone, one) for one in ours]
    parts = [one for one in found if one is not None]
    typer.echo(f"speech over our voice, {len(parts)} of {len(found)} (at most {MOST:.0f} ms p95)")
    rows = {"until silence": [sum(one) for one in parts]}
    rows |= {f"  {name}": [getattr(one, name) for one in parts] for name in Parts._fields}
    for name, row in rows.items():
        typer.echo(f"{name}: {median(row):.0f} ms median, {quantiles(row, n=20)[-1]:.0f} p95, {max(row):.0f} at most")


if __name__ == "__main__":
    typer.run(main)
