"""`make bench`, second part: a real server beside a scripted model server of fixed latency, against the targets."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread

from frontdesk.app.assignment import PREFIX
from frontdesk.app.settings import Settings
from frontdesk.evaluation.bench import TURNS, Row, lost_events, report
from frontdesk.evaluation.browser import Browser
from frontdesk.evaluation.model_server import NAME, Mode
from frontdesk.evaluation.scripts import COMPLAINTS, answer
from frontdesk.evaluation.serving import Server, free_port, serving

FIRST, WHOLE = 0.2, 0.6  # seconds of one call: to the first token, in all
ALONE = 10  # receptions one after the other
PAGES_EACH = 4  # of them, after the complaint
TOGETHER = 50  # kiosks at once
THINKING = (4.0, 10.0)  # seconds a patient takes to answer
PAGES = 6  # that each of them answers
BUDGET = 3.0
QUESTIONS = {"zh": "验血在哪儿交费？", "en": "Where do I pay for a blood test?"}
OPEN = {
    "zh": "还没问的（最多再问5个）\ndanger: 现在有没有下面这些情况？",
    "en": "Still open (5)\ndanger: Is any of this so now?",
}
WORD = re.compile(r"\n(?:[\u4e00-\u9fff]{2}|\w+\W)")  # behind the decision line, and whole
EVERY = {field: "model" for field in Settings.model_fields if field.startswith(PREFIX)}


def main() -> int:
    with TemporaryDirectory(prefix="frontdesk-bench-") as folder:
        rows = measure(Path(folder))
    return report(rows)


def measure(folder: Path) -> list[Row]:
    url = f"sqlite:///{folder / 'frontdesk.db'}"
    with serving(url, folder / "first"):
        pass  # the first start makes and fills the database
    port = free_port()
    settings = {"model_url": f"http://127.0.0.1:{port}/v1", "model_name": NAME} | EVERY
    with serving(url, folder / "log", **settings) as server:
        server.wait_until_warm(folder / "log")
        with model(port):
            rows = [*speed(server, port), *together(server, folder / "log")]
        rows += killed(server, port)
    with serving(url, folder / "slow", **settings) as server:
        server.wait_until_warm(folder / "slow")
        rows += slow(server, port)
    return [*rows, Row("events lost or doubled", lost_events(url), 0, "")]


@contextmanager
def model(port: int, *, first: float = FIRST, whole: float = WHOLE, mode: Mode = Mode.ANSWERS) -> Iterator[int]:
    """The scripted model server in a process of its own; its process id."""
    command = [sys.executable, "-m", "frontdesk.evaluation.model_server", str(port), str(first), str(whole), mode.value]
    process = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(Path.cwd())})  # noqa: S603 ours
    try:
        _wait_for(port)
        yield process.pid
    finally:
        process.kill()
        process.wait()


def _wait_for(port: int) -> None:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        try:
            one_call(port, stream_only_first=False, path="/v1/models")
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the scripted model server does not start")


def one_call(port: int, *, stream_only_first: bool, path: str = "/v1/chat/completions") -> float:
    """Seconds of one bare call: to its first token, or to its end."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    body = {
        "model": NAME,
        "messages": [{"role": "user", "content": "<<How long has it been?>>"}],
        "max_tokens": 50,
        "stream": stream_only_first,
    }
    began = time.perf_counter()
    if path.endswith("models"):
        connection.request("GET", path)
    else:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    if stream_only_first:
        response.readline()
    else:
        response.read()
    seconds = time.perf_counter() - began
    connection.close()
    return seconds


def spoken_from(port: int, language: str) -> float:
    """Seconds until a bare call's decision line is over and its first word has come."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    body = {"model": NAME, "messages": [{"role": "user", "content": OPEN[language]}], "stream": True}
    began = time.perf_counter()
    connection.request("POST", "/v1/chat/completions", json.dumps(body), {"Content-Type": "application/json"})
    said = ""
    for raw in connection.getresponse():
        line = raw.decode().strip()
        if line.startswith("data: {"):
            said += (json.loads(line.removeprefix("data: "))["choices"] or [{}])[0].get("delta", {}).get("content", "")
        if WORD.search(said):
            break
    seconds = time.perf_counter() - began
    connection.close()
    return seconds


class Following:
    """The words on one kiosk's screen, and when the first of a turn's came."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.first = Event()
        self.came = 0.0
        self.text = ""
        self._connection = HTTPConnection(server.host, server.port, timeout=60)
        path = f"/api/sessions/{browser.session['session_id']}/events"
        self._connection.request("GET", path, headers={"Cookie": browser.cookie})
        self._response = self._connection.getresponse()
        Thread(target=self._follow, daemon=True).start()

    def expect(self) -> None:
        self.first.clear()

    def _follow(self) -> None:
        words = False
        try:
            for raw in self._response:
                line = raw.decode().rstrip("\n")
                if line.startswith("event: "):
                    words = line == "event: words"
                elif words and line.startswith("data: "):
                    self.text = json.loads(line.removeprefix("data: "))["text"]
                    if self.text and not self.first.is_set():
                        self.came = time.perf_counter()
                        self.first.set()
        except (OSError, ValueError, AttributeError):
            return


def first_words(browser: Browser, server: Server, said: str, *, then: str = "", pages: int = 0) -> list[float]:
    """Seconds to the first word of each answer: to what is said, and to what is tapped on the pages after it.

    `then` is the language of the one who taps. What no model answered is left out.
    """
    following, times = Following(browser, server), []
    for number in range(pages + 1):
        if browser.session["phase"] != "conversation":
            break
        following.expect()
        began = time.perf_counter()
        if number:
            answer(browser, then)
        else:
            browser.say(said)
        if following.first.wait(0.5):
            times.append(following.came - began)
    return times


def speed(server: Server, port: int) -> list[Row]:
    """Time to the first word, alone, beside the same calls made one after the other."""
    first = median(one_call(port, stream_only_first=True) for _ in range(10))
    speaks = median(spoken_from(port, language) for _ in range(5) for language in OPEN)
    whole = median(one_call(port, stream_only_first=False) for _ in range(10))
    plain: list[float] = []
    asked: list[float] = []
    for number in range(ALONE):
        language, complaint = COMPLAINTS[number % len(COMPLAINTS)]
        browser = Browser(server.host, server.port)
        browser.arrive(language)
        plain += first_words(browser, server, complaint, then=language, pages=PAGES_EACH)[number == 0 :]
        browser = Browser(server.host, server.port)
        browser.arrive(language)
        asked += first_words(browser, server, QUESTIONS[language])[number == 0 :]
    ours, ours_asked = median(plain), median(asked)
    print(f"one call: first token {first:.3f} s, first word behind its decision {speaks:.3f} s, whole {whole:.3f} s")
    print(f"first word of {len(plain)} plain turns {ours:.3f} s, of {len(asked)} with a question {ours_asked:.3f} s")
    one_by_one = sum(one_call(port, stream_only_first=False) for _ in range(2)) + one_call(port, stream_only_first=True)
    one_by_one_asked = one_by_one + one_call(port, stream_only_first=False)
    return [
        Row("first word, nothing to look up", ours, speaks + 0.3 * first, "s"),
        Row("first word when the HIS has to be asked", ours_asked, whole + speaks + 0.3 * first, "s"),
        Row("the same calls one after the other / ours, nothing asked", one_by_one / ours, 2.5, "x", at_least=True),
        Row("the same, when the HIS has to be asked", one_by_one_asked / ours_asked, 0.0, "x", at_least=True),
    ]


def together(server: Server, log: Path) -> list[Row]:
    """Our own time in a turn while many kiosks talk at once, each patient thinking a few seconds before answering."""
    before, busy = log.stat().st_size, processor_time(server)
    with ThreadPoolExecutor(TOGETHER) as pool:
        failures = [failure for failure in pool.map(lambda n: patient(server, n), range(TOGETHER)) if failure]
    for failure in failures[:3]:
        print(f"failed: {failure}")
    times = own_times(log.read_text()[before:])
    print(f"{TOGETHER} kiosks at once: {len(times)} turns, own time median {median(times):.1f} ms")
    each = 1000 * (processor_time(server) - busy) / len(times)
    print(f"processor time of all the server's processes, whatever else the machine does: {each:.1f} ms a turn")
    return [
        Row(f"own time in a turn, {TOGETHER} sessions at once, p95", quantiles(times, n=20)[-1], 60, "ms"),
        Row("errors among them", len(failures), 0, ""),
    ]


def processor_time(server: Server) -> float:
    """Seconds, of all its processes."""
    return sum(times.user + times.system for times in (process.cpu_times() for process in server.processes()))


def patient(server: Server, number: int) -> str:
    random = Random(number)
    language, complaint = COMPLAINTS[number % len(COMPLAINTS)]
    try:
        time.sleep(random.uniform(0, THINKING[1]))
        browser = Browser(server.host, server.port)
        browser.arrive(language)
        browser.say(complaint)
        for _ in range(PAGES):
            time.sleep(random.uniform(*THINKING))
            if browser.session["phase"] != "conversation":
                break
            answer(browser, language)
    except Exception as error:  # whatever it is, it counts as a failure of the server
        return f"patient {number}: {type(error).__name__} {error}"
    return ""


def own_times(log: str) -> list[float]:
    """Milliseconds of each turn without the waiting for its model calls, as the server's journal tells."""
    lines = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    waited: dict[str, float] = {}
    times = []
    for line in lines:
        session = line.get("session", "")
        if line.get("event") in ("voiced", "asked_again"):
            waited[session] = waited.get(session, 0.0) + line["waited_ms"]
        elif line.get("route") == TURNS:
            times.append(line["ms"] - waited.pop(session, 0.0))
    return times


def killed(server: Server, port: int) -> list[Row]:
    """The model server dies in the middle of a sentence."""
    times, told = [], True
    for number in range(3):
        language, complaint = COMPLAINTS[number]
        browser = Browser(server.host, server.port)
        browser.arrive(language)
        with model(port, whole=2.0) as process:
            _until_it_speaks(server)
            following = Following(browser, server)
            thread = Thread(target=browser.say, args=(complaint,))
            thread.start()
            spoke = following.first.wait(5)
            os.kill(process, signal.SIGKILL)
            began = time.perf_counter()
            thread.join()
            times.append(time.perf_counter() - began)
        mode = json.loads(_get(server, "/status"))["mode"]
        complete = browser.session["question"] is not None and browser.session["reply"]["text"][-1] in ".?。？"
        told = told and spoke and complete and "away" in mode
    return [
        Row("killed in the middle of a sentence: answer complete after", max(times), 1, "s"),
        Row("... and the board told, every time", float(told), 1, "", at_least=True),
    ]


def slow(server: Server, port: int) -> list[Row]:
    """Ten seconds a token: the embedded answer at the budget, no further call, and back when the server is well."""
    browser = Browser(server.host, server.port)
    browser.arrive("en")
    with model(port, mode=Mode.SLOW):
        began = time.perf_counter()
        browser.say(COMPLAINTS[1][1])
        at_budget = time.perf_counter() - began
        began = time.perf_counter()
        answer(browser, "en")
        after = time.perf_counter() - began
    with model(port):
        recovered = _until_it_speaks(server)
    return [
        Row("slow server: the embedded answer after", at_budget, BUDGET + 0.3, "s"),
        Row("slow server: the next answer after", after, 0.3, "s"),
        Row("the server is well again: used again after", recovered, 15, "s"),
    ]


def _until_it_speaks(server: Server) -> float:
    """Seconds until the nurse speaks through the model; patients come meanwhile, as they do."""
    began = time.perf_counter()
    while time.perf_counter() - began < 90:
        browser = Browser(server.host, server.port)
        browser.arrive("en")
        browser.say(COMPLAINTS[1][1])
        if "away" not in json.loads(_get(server, "/status"))["mode"]:
            return time.perf_counter() - began
        time.sleep(0.5)
    return 90.0


def _get(server: Server, path: str) -> bytes:
    connection = HTTPConnection(server.host, server.port, timeout=10)
    connection.request("GET", path)
    body = connection.getresponse().read()
    connection.close()
    return body


if __name__ == "__main__":
    sys.exit(main())
