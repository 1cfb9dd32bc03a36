"""Kiosks, boards and worklists as their browsers are, and what each of them was told."""

import json
import random
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from http.client import HTTPConnection, HTTPException
from itertools import count
from secrets import token_urlsafe
from threading import Event, Lock, Thread
from typing import NamedTuple
from uuid import uuid4

from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.staff import Account, Role
from frontdesk.app.web.caps import STREAMS
from frontdesk.database.engine import connect
from frontdesk.evaluation.browser import Answer, Browser, NotDone
from frontdesk.evaluation.scale.faults import Faults, Happened, Relay, kill_now_and_then, strike
from frontdesk.evaluation.scripts import AGE, COMPLAINTS, MOST_TURNS, SHRUGS, TEMPERATURE, tiles_of
from frontdesk.evaluation.serving import Server

DANGER = {"zh": "胸口像被石头压着一样疼，还出冷汗", "en": "My chest feels crushed and I am sweating all over"}
DANGEROUS = 20  # every so many-th reception is one
PATIENCE_SECONDS = 60.0  # until what is asked for again and again counts as an error
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.8, 5.0  # between two tries, as at the screen
AGAIN_SECONDS = 0.5
COMING_SECONDS = 60.0  # within which the first patients come, so that receptions are at different places
MEMORY_SECONDS = 300.0  # after which memory is first looked at: caches are full then
WORKLIST_SECONDS = 30.0  # a worklist reads itself again
READING_SECONDS = 1.0  # between two readings of a board
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
    seconds: float  # at most
    receptions: int  # ended ones, after which it is over; 0: when the time is


@dataclass
class Histories:
    """What all kiosks and boards were told."""

    lock: Lock = field(default_factory=Lock)
    turns: list[Told] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    again: int = 0  # calls that were sent again
    alarms: dict[str, float] = field(default_factory=dict)  # when the kiosk was told, by session
    on_boards: dict[str, list[float]] = field(default_factory=dict)  # when each board was
    boards_read: list[float] = field(default_factory=list)  # seconds
    worklists_read: list[float] = field(default_factory=list)
    wrong_positions: int = 0  # of a board's events: doubled, or out of order
    ended: int = 0  # receptions
    seconds: float = 0.0
    memory: dict[int, int] = field(default_factory=dict)  # bytes of each process after MEMORY_SECONDS
    happened: Happened = field(default_factory=Happened)

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
        self._stop.wait(COMING_SECONDS * random.random() if self._every else 0)
        while not self._stop.is_set():
            try:
                self._receive()
            except NotDone as refused:
                self._histories.failed(str(refused))
            self._number += 1

    def _receive(self) -> None:
        language, complaint = COMPLAINTS[self._number % len(COMPLAINTS)]
        danger = self._number % DANGEROUS == 0
        began = {"language": language, "entry": "unwell"}
        self._browser.session = self._insist(partial(self._browser.post, "/api/sessions", began))
        self._step("consent", {"agreed": True})
        self._step("identity", {})
        self._turn({"text": DANGER[language] if danger else complaint})
        while not self._stop.is_set() and self._browser.session["turns"] < MOST_TURNS:
            if self._browser.session["phase"] in OVER:
                break
            self._turn(said(self._browser.session, language))
        if self._browser.session["phase"] not in ("emergency", "private", "ended"):
            self._step("finish", {})
        with self._histories.lock:
            self._histories.ended += 1

    def _turn(self, words: Answer) -> None:
        session, turn_id = self._browser.session, uuid4().hex
        body = {"turn_id": turn_id, "number": session["turns"] + 1, "text": "", "option": None} | words
        began, asked = time.monotonic(), count(1)

        def send() -> Answer:
            next(asked)
            return self._browser.post(f"/api/sessions/{session['session_id']}/turns", body)

        self._browser.session = self._insist(send)
        self._note(turn_id, time.monotonic() - began, next(asked) - 1)
        self._stop.wait(max(self._every - (time.monotonic() - began), 0.0))

    def _step(self, name: str, body: Answer) -> None:
        """Before it is sent again it is looked whether it had arrived."""
        path = f"/api/sessions/{self._browser.session['session_id']}"
        seen = self._browser.session["sequence"]

        def arrived() -> Answer | None:
            now = self._browser.get(path)
            return now if now["sequence"] > seen else None

        self._browser.session = self._insist(partial(self._browser.post, f"{path}/{name}", body), arrived)

    def _insist(self, send: Callable[[], Answer], arrived: Callable[[], Answer | None] = lambda: None) -> Answer:
        """Sent until it is answered, as the screen does; raises NotDone where it is refused or never answered."""
        began, pause, sent = time.monotonic(), FIRST_PAUSE_SECONDS, False
        while (seconds := time.monotonic() - began) < PATIENCE_SECONDS:
            try:
                before = arrived() if sent else None
                sent = True
                return before or send()
            except AWAY:
                self._browser.close()
            except NotDone as refused:
                if refused.status not in BUSY:
                    raise
            with self._histories.lock:
                self._histories.again += 1
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
        raise NotDone(f"no answer after {seconds:.0f} s", 0)

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

    def __init__(self, server: Server, browser: Browser, path: Callable[[], str], stop: Event) -> None:
        self._place = server.host, server.port
        self._browser = browser  # whose cookie it takes: a sign-in's is renewed now and then
        self._path = path  # may change: then a stream of the new one is opened; empty: of none
        self._stop = stop
        self.last = 0

    def follow(self, event: Callable[[int, Answer], None]) -> None:
        while not self._stop.is_set():
            if path := self._path():
                with suppress(*AWAY, ValueError):
                    self._once(path, event)
            self._stop.wait(AGAIN_SECONDS)

    def _once(self, path: str, event: Callable[[int, Answer], None]) -> None:
        connection = HTTPConnection(*self._place, timeout=15)
        headers = {"Cookie": self._browser.cookie} | ({"Last-Event-ID": str(self.last)} if self.last else {})
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


def board(server: Server, browser: Browser, after: int, stop: Event, histories: Histories) -> None:
    """Events as they come; the whole board is read after one, as the screen does it: at once when it is an alarm, else
    a second after the last reading at the earliest.
    """
    news, urgent, seen = Event(), Event(), deque[int](maxlen=1)
    stream = Stream(server, browser, lambda: f"/api/board/events?after={after}", stop)

    def event(position: int, told: Answer) -> None:
        seen.append(position)
        with histories.lock:
            histories.wrong_positions += position <= stream.last
            if told["kind"] == "alert_raised":
                histories.on_boards.setdefault(told["session_id"], []).append(time.monotonic())
                urgent.set()
        news.set()

    Thread(target=stream.follow, args=(event,), daemon=True).start()
    while not stop.is_set():
        news.wait(BOARD_SECONDS)
        urgent.wait(READING_SECONDS)
        news.clear()
        urgent.clear()
        path = f"/api/board?seen={seen[-1]}" if seen else "/api/board"
        timed(browser, path, histories.boards_read, histories)


def worklist(browser: Browser, stop: Event, histories: Histories) -> None:
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


def accounts_for(database_url: str, load: Load) -> tuple[list[str], list[str]]:
    """User names of the nurses of the boards, of whom each follows a few, and of the doctors; made anew."""
    engine, now, run = connect(database_url), datetime.now(), uuid4().hex[:8]  # noqa: DTZ005 the hospital's local time
    nurses = [f"nurse-{run}-{number}" for number in range(-(-load.boards // STREAMS) or 1)]
    doctors = [f"doctor-{run}-{number}" for number in range(load.worklists)]
    a_doctor = Account(username="", name="Doctor", role=Role.DOCTOR, department_id="cardiology")
    of_doctors = (a_doctor.model_copy(update={"username": name}) for name in doctors)
    for account in (*of_doctors, *(Account(username=name, name=name, role=Role.NURSE) for name in nurses)):
        Accounts(engine).add(account, PASSWORD, now=now, weak=True)
    engine.dispose()
    return nurses, doctors


def signed_in(server: Server, username: str) -> Browser:
    """With a sign-in of its own."""
    browser = Browser(server.host, server.port, cookie="none=1")
    browser.post("/api/sign-in", {"username": username, "password": PASSWORD})
    return browser


def drive(server: Server, database_url: str, load: Load, faults: Faults, relay: Relay | None) -> Histories:
    """All of them at once, for so long or until so many receptions have ended, while the faults come about."""
    histories, stop = Histories(), Event()
    nurses, doctors = accounts_for(database_url, load)
    after = signed_in(server, nurses[0]).get("/api/board")["position"]
    works: list[Thread] = []

    def work(target: Callable[..., object], *given: object) -> None:
        works.append(Thread(target=target, args=given, daemon=True))

    for number in range(load.kiosks):
        browser = Browser(server.host, server.port)
        work(Kiosk(browser, number, load.every, stop, histories).run)
        work(Stream(server, browser, partial(_events_of, browser), stop).follow, lambda *_: None)
    for number in range(load.boards):
        work(board, server, signed_in(server, nurses[number % len(nurses)]), after, stop, histories)
    for doctor in doctors:
        work(worklist, signed_in(server, doctor), stop, histories)
    began = time.monotonic()

    def progress() -> float:
        over = (time.monotonic() - began) / load.seconds
        return max(over, histories.ended / load.receptions) if load.receptions else over

    if faults.kill_every:
        work(kill_now_and_then, server, faults.kill_every, stop, histories.happened)
    work(strike, faults, relay, progress, stop, histories.happened)
    for one in works:
        one.start()
    while progress() < 1 and not stop.wait(1):
        if not histories.memory and time.monotonic() - began > MEMORY_SECONDS:
            histories.memory = {one.pid: one.memory_info().rss for one in server.processes()}
    histories.seconds = time.monotonic() - began
    stop.set()
    until = time.monotonic() + PATIENCE_SECONDS
    for one in works:
        one.join(max(until - time.monotonic(), 0.0))
    return histories


def _events_of(browser: Browser) -> str:
    """Empty until a session has begun."""
    session_id = browser.session.get("session_id")
    return f"/api/sessions/{session_id}/events" if session_id else ""
