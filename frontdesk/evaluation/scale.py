"""Many kiosks, boards and worklists on several workers over one PostgreSQL, with workers killed if wanted.

`python -m frontdesk.evaluation.scale --database-url postgresql://... --workers 3 --kiosks 200 --boards 30`

Each kiosk takes a turn every ten seconds and asks again with the same turn's id until it is answered, as the screens
do; afterwards what each was told is held against the events in the database.
"""

import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from secrets import token_urlsafe
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread
from typing import Annotated, NamedTuple
from uuid import uuid4

import psutil
import typer

from frontdesk.app.ledger.accounts import Account, Accounts, Role
from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.reception.session.events import NurseSaid, PatientSaid, Recorded
from frontdesk.app.web.caps import STREAMS
from frontdesk.database.engine import connect
from frontdesk.evaluation.bench import Row, lost_events, report
from frontdesk.evaluation.browser import Answer, Browser, NotDone
from frontdesk.evaluation.scripts import AGE, COMPLAINTS, MOST_TURNS, SHRUGS, TEMPERATURE, tiles_of
from frontdesk.evaluation.serving import Server, serving

DANGER = {"zh": "胸口像被石头压着一样疼，还出冷汗", "en": "My chest feels crushed and I am sweating all over"}
DANGEROUS = 20  # every so many-th reception is one
PATIENCE_SECONDS = 60.0  # until a turn that is asked for again and again counts as an error
AGAIN_SECONDS = 0.5
WORKLIST_SECONDS = 30.0  # a worklist reads itself again
BOARD_SECONDS = 20.0  # a board does, too, beside what its events bring
PASSWORD = token_urlsafe()  # of the accounts that are made for this
AWAY = (OSError, HTTPException, json.JSONDecodeError)
BUSY = frozenset({502, 503, 504})
OVER = frozenset({"recommendation", "emergency", "private", "with_nurse", "ended"})


class Told(NamedTuple):
    """A turn that was acknowledged."""

    session_id: str
    turn_id: str
    reply: str
    seconds: float
    asked: int  # how often


class Load(NamedTuple):
    kiosks: int
    boards: int
    worklists: int
    every: float  # seconds between two turns of a kiosk
    seconds: float
    kill: float  # seconds between two workers that are killed; 0: none is


@dataclass
class Histories:
    """What all kiosks and boards were told."""

    lock: Lock = field(default_factory=Lock)
    turns: list[Told] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    abandoned: int = 0  # sessions that were cut off before the first turn, and begun anew
    alarms: dict[str, float] = field(default_factory=dict)  # when the kiosk was told, by session
    on_boards: dict[str, list[float]] = field(default_factory=dict)  # when each board was
    boards_read: list[float] = field(default_factory=list)  # seconds
    worklists_read: list[float] = field(default_factory=list)
    wrong_positions: int = 0  # of a board's events: doubled, or out of order
    killed: list[int] = field(default_factory=list)

    def failed(self, what: str) -> None:
        with self.lock:
            self.errors.append(what)


class Kiosk:
    """Receptions one after the other, a turn every `every` seconds, until `stop`."""

    def __init__(self, browser: Browser, number: int, every: float, stop: Event, histories: Histories) -> None:
        self._browser = browser
        self._number = number
        self._every = every
        self._stop = stop
        self._histories = histories

    def run(self) -> None:
        self._stop.wait(self._every * random.random())
        while not self._stop.is_set():
            try:
                self._receive()
            except AWAY:
                self._browser.close()
                with self._histories.lock:
                    self._histories.abandoned += 1
            except NotDone as refused:
                if refused.status not in BUSY:
                    self._histories.failed(str(refused))
                self._stop.wait(AGAIN_SECONDS)
            self._number += 1

    def _receive(self) -> None:
        language, complaint = COMPLAINTS[self._number % len(COMPLAINTS)]
        danger = self._number % DANGEROUS == 0
        self._browser.arrive(language)
        self._turn({"text": DANGER[language] if danger else complaint})
        while not self._stop.is_set() and self._browser.session["turns"] < MOST_TURNS:
            if self._browser.session["phase"] in OVER:
                break
            if not self._turn(said(self._browser.session, language)):
                return
        if self._browser.session["phase"] not in ("emergency", "private", "ended"):
            self._browser.step("finish")

    def _turn(self, words: Answer) -> bool:
        """Asked until it is answered; False where it never is."""
        session, turn_id = self._browser.session, uuid4().hex
        body = {"turn_id": turn_id, "number": session["turns"] + 1, "text": "", "option": None} | words
        path = f"/api/sessions/{session['session_id']}/turns"
        began, asked = time.monotonic(), 0
        while (seconds := time.monotonic() - began) < PATIENCE_SECONDS:
            asked += 1
            try:
                self._browser.session = self._browser.post(path, body)
            except AWAY:
                self._browser.close()
            except NotDone as refused:
                if refused.status not in BUSY:
                    self._histories.failed(f"{refused}")
                    return False
            else:
                self._note(turn_id, time.monotonic() - began, asked)
                self._stop.wait(max(self._every - (time.monotonic() - began), 0.0))
                return True
            time.sleep(AGAIN_SECONDS)
        self._histories.failed(f"no answer after {seconds:.0f} s")
        return False

    def _note(self, turn_id: str, seconds: float, asked: int) -> None:
        session = self._browser.session
        reply = session["reply"]["text"] if session["reply"] else ""
        with self._histories.lock:
            self._histories.turns.append(Told(session["session_id"], turn_id, reply, seconds, asked))
            if session["phase"] == "emergency":
                self._histories.alarms.setdefault(session["session_id"], time.monotonic())


def said(session: Answer, language: str) -> Answer:
    """As `scripts.answer`: keys in a number, taps the first tile, and sometimes says something instead."""
    question, turns = session["question"], session["turns"]
    pad = question["pad"] if question else None
    tiles = tiles_of(question)
    if pad == "temperature":
        return {"text": TEMPERATURE}
    if pad and turns % 2:
        return {"text": AGE}
    if tiles and turns % 4:
        return {"options": list(tiles), "means": "tapped"}
    return {"text": SHRUGS[language][turns % len(SHRUGS[language])]}


class Stream:
    """Follows events until `stop`, over a new connection with Last-Event-ID whenever one ends."""

    def __init__(self, server: Server, cookie: str, path: Callable[[], str], stop: Event) -> None:
        self._place = server.host, server.port
        self._cookie = cookie
        self._path = path  # may change: then a stream of the new one is opened
        self._stop = stop
        self.last = 0

    def follow(self, event: Callable[[int, Answer], None]) -> None:
        while not self._stop.is_set():
            with suppress(*AWAY, ValueError):
                self._once(event)
            self._stop.wait(AGAIN_SECONDS)

    def _once(self, event: Callable[[int, Answer], None]) -> None:
        connection = HTTPConnection(*self._place, timeout=15)
        headers = {"Cookie": self._cookie} | ({"Last-Event-ID": str(self.last)} if self.last else {})
        path = self._path()
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        position = 0
        while response.status == 200 and path == self._path() and not self._stop.is_set():
            line = response.readline()
            if not line:
                break
            if line.startswith(b"id: "):
                position = int(line[4:])
            elif line.startswith(b"data: ") and position:
                event(position, json.loads(line[6:]))
                self.last, position = max(self.last, position), 0
        connection.close()


def board(server: Server, cookie: str, after: int, stop: Event, histories: Histories) -> None:
    """Events as they come; the whole board is read whenever there was one, one reading at a time."""
    news, browser = Event(), Browser(server.host, server.port, cookie=cookie)
    stream = Stream(server, cookie, lambda: f"/api/board/events?after={after}", stop)

    def event(position: int, told: Answer) -> None:
        with histories.lock:
            histories.wrong_positions += position <= stream.last
            if told["kind"] == "alert_raised":
                histories.on_boards.setdefault(told["session_id"], []).append(time.monotonic())
        news.set()

    Thread(target=stream.follow, args=(event,), daemon=True).start()
    while not stop.is_set():
        news.wait(BOARD_SECONDS)
        news.clear()
        timed(browser, "/api/board", histories.boards_read, histories)


def worklist(server: Server, cookie: str, stop: Event, histories: Histories) -> None:
    browser = Browser(server.host, server.port, cookie=cookie)
    stop.wait(WORKLIST_SECONDS * random.random())
    while not stop.is_set():
        timed(browser, f"/api/worklist?day={date.today()}", histories.worklists_read, histories)  # noqa: DTZ011 local
        stop.wait(WORKLIST_SECONDS)


def timed(browser: Browser, path: str, times: list[float], histories: Histories) -> None:
    began = time.monotonic()
    try:
        browser.get(path)
    except AWAY:
        browser.close()
    except NotDone as refused:
        if refused.status not in BUSY:
            histories.failed(str(refused))
    else:
        with histories.lock:
            times.append(time.monotonic() - began)


def accounts_for(database_url: str, load: Load) -> tuple[list[str], str]:
    """User names of the nurses of the boards, of whom each follows a few, and of a doctor; made anew."""
    engine, now, run = connect(database_url), datetime.now(), uuid4().hex[:8]  # noqa: DTZ005 the hospital's local time
    nurses = [f"nurse-{run}-{number}" for number in range(-(-load.boards // STREAMS) or 1)]
    doctor = Account(username=f"doctor-{run}", name="Doctor", role=Role.DOCTOR, department_id="cardiology")
    for account in (doctor, *(Account(username=name, name=name, role=Role.NURSE) for name in nurses)):
        Accounts(engine).add(account, PASSWORD, now=now, weak=True)
    engine.dispose()
    return nurses, doctor.username


def signed_in(server: Server, username: str) -> str:
    browser = Browser(server.host, server.port, cookie="none=1")
    browser.post("/api/sign-in", {"username": username, "password": PASSWORD})
    browser.close()
    return browser.cookie


def kill_now_and_then(server: Server, every: float, stop: Event, histories: Histories) -> None:
    while not stop.wait(every):
        workers = server.workers()
        if len(workers) > 1:
            victim = random.choice(workers)
            with suppress(psutil.Error):
                victim.kill()
                histories.killed.append(victim.pid)


def drive(server: Server, database_url: str, load: Load) -> Histories:
    """All of them at once, for so long."""
    histories, stop = Histories(), Event()
    nurses, doctor = accounts_for(database_url, load)
    cookies, of_doctor = [signed_in(server, name) for name in nurses], signed_in(server, doctor)
    after = Browser(server.host, server.port, cookie=cookies[0]).get("/api/board")["position"]
    works: list[Thread] = []

    def work(target: Callable[..., object], *given: object) -> None:
        works.append(Thread(target=target, args=given, daemon=True))

    for number in range(load.kiosks):
        browser = Browser(server.host, server.port)
        work(Kiosk(browser, number, load.every, stop, histories).run)
        work(Stream(server, browser.cookie, partial(_events_of, browser), stop).follow, lambda *_: None)
    for number in range(load.boards):
        work(board, server, cookies[number % len(cookies)], after, stop, histories)
    for _ in range(load.worklists):
        work(worklist, server, of_doctor, stop, histories)
    if load.kill:
        work(kill_now_and_then, server, load.kill, stop, histories)
    for one in works:
        one.start()
    time.sleep(load.seconds)
    stop.set()
    until = time.monotonic() + PATIENCE_SECONDS
    for one in works:
        one.join(max(until - time.monotonic(), 0.0))
    return histories


def _events_of(browser: Browser) -> str:
    return f"/api/sessions/{browser.session.get('session_id', 'none')}/events"


def wrong(database_url: str, turns: Sequence[Told]) -> Counter[str]:
    """What the database holds of the turns that were acknowledged: `lost`, `doubled`, `answered wrongly`."""
    engine = connect(database_url)
    log = SqlEventLog(engine, hospital_behind(engine))
    told: dict[str, list[Told]] = {}
    for turn in turns:
        told.setdefault(turn.session_id, []).append(turn)
    found = Counter[str]()
    for session_id, those in told.items():
        found += wrong_of(log.history(session_id), those)
    engine.dispose()
    return found


def wrong_of(history: Sequence[Recorded], turns: Sequence[Told]) -> Counter[str]:
    heard = Counter(one.event.turn_id for one in history if isinstance(one.event, PatientSaid))
    answers = {one.event.turn_id: one.event.text for one in reversed(history) if isinstance(one.event, NurseSaid)}
    found = Counter[str]()
    for turn in turns:
        found["lost"] += not heard[turn.turn_id]
        found["doubled"] += heard[turn.turn_id] > 1
        found["answered wrongly"] += answers.get(turn.turn_id) != turn.reply
    return found


def rows(database_url: str, load: Load, histories: Histories) -> list[Row]:
    times = [turn.seconds * 1000 for turn in histories.turns]
    found = wrong(database_url, histories.turns)
    late = [
        seen - told
        for session_id, told in histories.alarms.items()
        for seen in histories.on_boards.get(session_id, [])[: load.boards]
    ]
    unseen = sum(load.boards > len(histories.on_boards.get(one, [])) for one in histories.alarms)
    return [
        Row("a turn, at the kiosk, p95", quantiles(times, n=20)[-1], 300, "ms"),
        Row("errors", len(histories.errors), 0, ""),
        *(Row(f"acknowledged turns {what}", found[what], 0, "") for what in ("lost", "doubled", "answered wrongly")),
        Row("events lost or doubled in the database", lost_events(database_url), 0, ""),
        Row("events of boards doubled or out of order", histories.wrong_positions, 0, ""),
        Row("alarms that a board did not have", unseen, 0, ""),
        Row("an alarm on the last board after the kiosk", max(late, default=0.0), 1, "s"),
    ]


def main(
    database_url: Annotated[str, typer.Option(help="PostgreSQL; the demonstration is loaded where it is empty.")],
    workers: int = 3,
    kiosks: int = 200,
    boards: int = 30,
    worklists: int = 50,
    every: Annotated[float, typer.Option(help="Seconds between two turns of a kiosk.")] = 10.0,
    minutes: float = 10.0,
    kill_every: Annotated[float, typer.Option(help="Seconds between two workers that are killed; 0: none.")] = 0.0,
) -> None:
    """Measure, and print each figure with its target; 1 where one is missed."""
    load = Load(kiosks, boards, worklists, every, 60 * minutes, kill_every)
    with TemporaryDirectory(prefix="frontdesk-scale-") as folder:
        log = Path(folder) / "log"
        with serving(database_url, log, workers=str(workers), speech="off", kiosk_sessions="10000") as server:
            server.wait_until_warm(log, many=workers)
            before = processor_seconds(server)
            histories = drive(server, database_url, load)
            spent = processor_seconds(server) - before
            memory = [round(one.memory_info().rss / 2**20) for one in server.processes()]
    turns = len(histories.turns)
    again = sum(turn.asked > 1 for turn in histories.turns)
    print(f"{turns} turns, {turns / load.seconds:.1f} a second, median {_ms(t.seconds for t in histories.turns)}")
    print(f"board read {len(histories.boards_read)} times, median {_ms(histories.boards_read)}")
    print(f"worklist read {len(histories.worklists_read)} times, median {_ms(histories.worklists_read)}")
    print(f"{len(histories.alarms)} alarms; {len(histories.killed)} workers killed; {again} turns asked for again")
    print(f"{histories.abandoned} sessions begun anew before or after their turns were cut off")
    print(f"processor of those that still run: {spent:.0f} s; memory in MB: {memory}; load {os.getloadavg()[0]:.1f}")
    for error in histories.errors[:5]:
        print(f"failed: {error}")
    raise typer.Exit(report(rows(database_url, load, histories)))


def processor_seconds(server: Server) -> float:
    return sum(one.cpu_times().user + one.cpu_times().system for one in server.processes())


def _ms(seconds: Iterable[float]) -> str:
    return f"{1000 * median([*seconds] or [0.0]):.0f} ms"


if __name__ == "__main__":
    typer.run(main)
