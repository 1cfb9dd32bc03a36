"""`python -m frontdesk.evaluation.turn_taking SOUND --vosk DIR` (or `--whisper DIR`, `--voice kokoro --voice-folder
DIR`).

SOUND: sentences as `python -m frontdesk.evaluation.hearing` leaves them. Prints, through a real server and its
WebSocket, the end of speech to the first sound with its parts, whether who pauses is cut off, and what ten who speak
cost the others.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter
from typing import Annotated, NamedTuple

import typer

from frontdesk.evaluation.browser import Browser
from frontdesk.evaluation.hearing.spoken import Sentence, kept
from frontdesk.evaluation.serving import Server, serving
from frontdesk.evaluation.turn_taking.kiosk import first_sound, microphone, room, speech_alone, with_pause
from frontdesk.evaluation.turn_taking.known import PLACE, known
from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.recogniser import BYTES_A_SECOND

MOST = (0.8, 1.5)  # seconds from the end of speech to the first sound: median, p95
PAUSES = (0.6, 1.2)  # seconds
BEFORE = 0.6  # seconds of a quiet room
KIOSKS, OTHERS = 10, 60  # that speak at once; turns of others


class Parts(NamedTuple):
    """Seconds."""

    waiting: float
    recogniser: float
    turn: float
    voice: float


class Lobby:
    """A server that hears and speaks, and how the words of the next sentence get into it."""

    def __init__(self, server: Server, log: Path, prepare: Callable[[Sentence, bytes], None]) -> None:
        self.server, self.log, self.prepare = server, log, prepare

    def session(self, sentence: Sentence, sound: bytes) -> Browser:
        self.prepare(sentence, sound)
        browser = Browser(self.server.host, self.server.port)
        browser.arrive(sentence.language)
        return browser

    def recogniser(self) -> float:
        """Seconds from what was taken for the end to the words, of the last utterance."""
        lines = [line for line in self.log.read_text().splitlines() if '"event": "heard"' in line]
        return float(json.loads(lines[-1])["recogniser_ms"]) / 1000

    def memory(self) -> list[str]:
        named = {"recognition.counterpart": "recogniser", "synthesis.worker": "voice"}
        found = []
        for process in self.server.processes():
            command = " ".join(process.cmdline())
            what = next((name for part, name in named.items() if part in command), "server")
            found.append(f"{what} {process.memory_info().rss / 2**20:.0f} MB")
        return found


@contextmanager
def lobby(
    folder: Path, vosk: Path | None, whisper: Path | None, voice: str, voice_folder: Path | None
) -> Iterator[Lobby]:
    more = {"speech": "on", "speech_engine": voice}
    if voice_folder is not None:
        more["speech_folder"] = str(voice_folder.absolute())
    if vosk is not None:
        engine, models = PLACE, {one: known(folder / one, vosk.absolute()) for one in Language}
    elif whisper is not None:
        engine, models = "whisper", dict.fromkeys(Language, whisper.absolute())
    else:
        raise typer.BadParameter("--vosk or --whisper")
    more |= {"hearing": engine} | {f"hearing_model_{one}": str(model) for one, model in models.items()}

    def prepare(sentence: Sentence, sound: bytes) -> None:
        if vosk is not None:
            plain = sentence.text.strip("。.?？")
            known(models[sentence.language], vosk.absolute(), plain, seconds=len(sound) / BYTES_A_SECOND)

    log = folder / "log"
    with serving(f"sqlite:///{folder / 'frontdesk.db'}", log, **more) as server:
        server.wait_until_warm(log)
        yield Lobby(server, log, prepare)


def answered(place: Lobby, sentence: Sentence) -> Parts | None:
    """None where no words came."""
    sound = speech_alone(sentence.pcm)
    browser = place.session(sentence, sound)
    with microphone(place.server, browser) as heard:
        heard.says(room(BEFORE, 1))
        ended = heard.says(sound)
        heard.quiet_until(heard.finals)
        if not heard.finals() or not heard.finals()[0].message["text"]:
            return None
        final = heard.finals()[0]
        if final.message["taken"]:  # danger: the server has taken it
            browser.session = browser.get(f"/api/sessions/{browser.session['session_id']}")
        else:
            browser.say(final.message["text"])
        replied = perf_counter()
        spoken = first_sound(place.server, browser)
    browser.close()
    recogniser = place.recogniser()
    return Parts(final.at - ended - recogniser, recogniser, replied - final.at, spoken - replied)


class Paused(NamedTuple):
    """`early`: what was before the pause was taken for all of it; `lost`: what came behind was not heard."""

    early: bool
    lost: bool


def paused(place: Lobby, sentence: Sentence, seconds: float, seed: int) -> Paused:
    sound = speech_alone(sentence.pcm)
    browser = place.session(sentence, sound)
    with microphone(place.server, browser) as heard:
        heard.says(room(BEFORE, seed) + with_pause(sound, seconds, seed))
        ended = perf_counter()
        heard.quiet_until(lambda: not heard.is_open or (heard.finals() and not heard.finals()[-1].message["more"]))
        finals = heard.finals()
    browser.close()
    early = bool(finals) and finals[0].at < ended - 0.1
    return Paused(early, early and not any(one.at >= ended and one.message["text"] for one in finals))


def others(place: Lobby, turns: int) -> list[float]:
    """Seconds of each turn that somebody types."""
    took, said = list[float](), ("my knee hurts", "since yesterday", "no", "3")
    while len(took) < turns:
        browser = Browser(place.server.host, place.server.port)
        browser.arrive("en")
        for text in said:
            began = perf_counter()
            browser.say(text)
            took.append(perf_counter() - began)
        browser.close()
    return took


def speaking(place: Lobby, sentences: Sequence[Sentence], over: Event, voiced: list[float]) -> None:
    """Says one sentence after the other, and hears the answers."""
    for sentence in sentences:
        if over.is_set():
            return
        sound = speech_alone(sentence.pcm)
        browser = place.session(sentence, sound)
        with microphone(place.server, browser) as heard:
            heard.says(room(BEFORE, 1) + sound)
            heard.quiet_until(heard.finals)
            browser.say("my head hurts")
            began = perf_counter()
            try:
                voiced.append(first_sound(place.server, browser) - began)
            except RuntimeError:
                voiced.append(float("inf"))
        browser.close()


def main(
    sound: Annotated[Path, typer.Argument(help="Sentences as `python -m frontdesk.evaluation.hearing` leaves them.")],
    vosk: Annotated[Path | None, typer.Option(help="A model of Vosk's, of whatever language.")] = None,
    whisper: Annotated[Path | None, typer.Option(help="A model of Whisper's.")] = None,
    voice: Annotated[str, typer.Option(help="espeak or kokoro.")] = "espeak",
    voice_folder: Annotated[Path | None, typer.Option(help="Kokoro's weights.")] = None,
    sentences: Annotated[int, typer.Option(help="Of each language.")] = 40,
    what: Annotated[str, typer.Option(help="answers, pauses, together, or all.")] = "all",
) -> None:
    said = {language: [one for one in kept(sound) if one.language is language][:sentences] for language in Language}
    with (
        TemporaryDirectory(prefix="frontdesk-turns-") as folder,
        lobby(Path(folder), vosk, whisper, voice, voice_folder) as place,
    ):
        if what in ("answers", "all"):
            for language, ours in said.items():
                typer.echo(_of_answers(language, [answered(place, one) for one in ours]))
        if what in ("pauses", "all"):
            for language, ours in said.items():
                typer.echo(_of_pauses(place, language, ours))
        if what in ("together", "all"):
            typer.echo(_of_together(place, [one for ours in said.values() for one in ours]))
        typer.echo(f"memory: {', '.join(place.memory())}")


def _of_answers(language: Language, found: Sequence[Parts | None]) -> str:
    parts = [one for one in found if one is not None]
    rows = {"end of speech to first sound": [sum(one) for one in parts]}
    rows |= {f"  {name}": [getattr(one, name) for one in parts] for name in Parts._fields}
    told = [f"{name} {median(row):.2f} s median, {quantiles(row, n=20)[-1]:.2f} s p95" for name, row in rows.items()]
    return f"{language}, {len(parts)} of {len(found)} with words (at most {MOST[0]} and {MOST[1]} s)\n  " + "\n  ".join(
        told
    )


def _of_pauses(place: Lobby, language: Language, sentences: Sequence[Sentence]) -> str:
    chance = random.Random(7)
    found = [paused(place, one, chance.uniform(*PAUSES), number) for number, one in enumerate(sentences)]
    early, lost = sum(one.early for one in found), sum(one.lost for one in found)
    return f"{language}: of {len(found)} with a pause {early} ended in it, {lost} of them without what came behind it"


def _of_together(place: Lobby, sentences: Sequence[Sentence]) -> str:
    others(place, 8)
    alone = others(place, OTHERS)
    over, voiced = Event(), list[float]()
    threads = [
        Thread(target=speaking, args=(place, [*sentences[number::KIOSKS]] * 9, over, voiced))
        for number in range(KIOSKS)
    ]
    for thread in threads:
        thread.start()
    beside = others(place, OTHERS)
    over.set()
    for thread in threads:
        thread.join()
    before, after = (1000 * quantiles(row, n=20)[-1] for row in (alone, beside))
    refused = sum(one == float("inf") for one in voiced)
    return (
        f"{KIOSKS} kiosks speak: turns of others p95 {before:.0f} ms before, {after:.0f} ms beside them; "
        f"{len(voiced)} voices, median {median(voiced):.2f} s, {refused} refused"
    )


if __name__ == "__main__":
    typer.run(main)
