"""A voices' process for tests: it dies at "die", hangs at "hang", takes a while for "slow", and keeps a journal."""

import json
import os
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path

how, journal, descriptor = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
connection = Connection(descriptor)


def note(line: str) -> None:
    with journal.open("a") as file:
        file.write(f"{line}\n")


note("started")
if how == "missing":
    connection.send_bytes(json.dumps({"missing": "nothing to speak with"}).encode())
    sys.exit()
connection.send_bytes(json.dumps({"engine": "espeak"}).encode())
recovered = how == "once" and journal.read_text().count("started") > 1
while True:
    try:
        text = json.loads(connection.recv_bytes())["text"]
    except EOFError:
        break
    note(text)
    if text == "die" and not recovered:
        os._exit(1)
    if text == "hang" and not recovered:
        time.sleep(60)
    if text == "slow":
        time.sleep(0.3)
    connection.send_bytes(json.dumps({"rate": 8000}).encode())
    connection.send_bytes(text.encode() * 2)
