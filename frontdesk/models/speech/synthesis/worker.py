"""The voices' process: says one sentence after the other, and ends with the process that started it."""

import json
import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from frontdesk.models.facts import Language
from frontdesk.models.speech.synthesis.engines import Chosen, voice
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence, Voice

NICE = 5  # a turn goes before a voice


def main(told: str, descriptor: str) -> None:
    os.nice(NICE)
    connection = Connection(int(descriptor))
    try:
        engine, speaks = voice(chosen_of(told))
    except NoVoice as error:
        connection.send_bytes(json.dumps({"missing": str(error)}).encode())
        return
    connection.send_bytes(json.dumps({"engine": engine}).encode())
    serve(connection, speaks)


def serve(connection: Connection, speaks: Voice) -> None:
    """A frame of JSON in; a frame of JSON and one of samples out."""
    while True:
        try:
            asked = json.loads(connection.recv_bytes())
        except EOFError:
            return
        audio = speaks.say(Sentence(asked["text"], Language(asked["language"]), asked["speed"]))
        connection.send_bytes(json.dumps({"rate": audio.rate}).encode())
        connection.send_bytes(audio.pcm)


def told_of(chosen: Chosen) -> str:
    """As `main` reads it."""
    folder = str(chosen.folder) if chosen.folder else None
    return json.dumps({"engine": chosen.engine, "folder": folder, "names": dict(chosen.names)})


def chosen_of(told: str) -> Chosen:
    read = json.loads(told)
    names = {Language(language): name for language, name in read["names"].items()}
    return Chosen(read["engine"], Path(read["folder"]) if read["folder"] else None, names)


if __name__ == "__main__":
    main(*sys.argv[1:])
