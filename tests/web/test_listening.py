"""The kiosk's microphone: a WebSocket of a real server, with a scripted recogniser in the real process."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from apiflask import APIFlask
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from frontdesk.app.web import listening
from frontdesk.app.web.hearing import UNREAD
from frontdesk.evaluation.serving import Server, serving
from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.apart import Apart
from frontdesk.models.speech.recognition.engines import Setup
from tests.databases import SqliteTemplate
from tests.models.speech.scripted import script
from tests.models.speech.sounds import pcm, silence, voice
from tests.web.conftest import Kiosk as AppKiosk

FRAME = 3200  # bytes: a tenth of a second
SAID = pcm(silence(0.3), voice(1.5))
BEGIN = '{"type": "begin", "hold": true}'
QUIET = 1.2  # seconds that end an utterance here


class Kiosk:
    """A paired kiosk in a session, at the first question."""

    def __init__(self, server: Server) -> None:
        self.address = f"{server.host}:{server.port}"
        self.http = httpx.Client(base_url=f"http://{self.address}", headers={"X-Frontdesk": "1"}, timeout=60)
        assert self.http.get("/api/hospital").json()["paired"]
        self.session = self.http.post("/api/sessions", json={"language": "en", "entry": "unwell"}).json()
        self.post("consent", {"agreed": True})
        self.post("identity", {})

    def post(self, step: str, body: dict[str, Any]) -> dict[str, Any]:
        self.session = self.http.post(f"{self.path}/{step}", json=body).raise_for_status().json()
        return self.session

    @property
    def path(self) -> str:
        return f"/api/sessions/{self.session['session_id']}"

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def now(self) -> dict[str, Any]:
        session: dict[str, Any] = self.http.get(self.path).json()
        return session

    @contextmanager
    def microphone(
        self, path: str | None = None, *, origin: str | None = None, cookie: str | None = None, begins: bool = True
    ) -> Iterator[ClientConnection]:
        headers = {"Cookie": self.cookie if cookie is None else cookie}
        where = f"ws://{self.address}{path or self.path + '/listening'}"
        home = f"http://{self.address}" if origin is None else origin
        with connect(where, origin=home or None, additional_headers=headers) as socket:  # type: ignore[arg-type]
            if begins:
                tell(socket, type="begin")
                assert told(socket)["type"] == "ready"
            yield socket


def tell(socket: ClientConnection, **message: object) -> None:
    socket.send(json.dumps(message))


def told(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(timeout=60))
    return message


def final(socket: ClientConnection) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The final words, and all that was told before."""
    before = list[dict[str, Any]]()
    while (message := told(socket))["type"] != "final":
        before.append(message)
    return message, before


def final_in_a_quiet_room(socket: ClientConnection) -> dict[str, Any]:
    """The final words, however long they take."""
    while True:
        try:
            message: dict[str, Any] = json.loads(socket.recv(timeout=1.2))
        except TimeoutError:
            tell(socket, type="quiet", ms=500)
        else:
            if message["type"] == "final":
                return message


def says(socket: ClientConnection, sound: bytes = SAID) -> None:
    for at in range(0, len(sound), FRAME):
        socket.send(sound[at : at + FRAME])


def speaks(socket: ClientConnection, sound: bytes) -> None:
    """As fast as it is spoken."""
    for at in range(0, len(sound), FRAME):
        socket.send(sound[at : at + FRAME])
        time.sleep(0.1)


def says_complete_words(socket: ClientConnection) -> None:
    """The room is quiet once they are heard: a server that is behind would take the quiet for the end of a sentence."""
    speaks(socket, pcm(voice(1.5)))
    while told(socket).get("text") != "my head hurts":
        pass
    speaks(socket, pcm(silence(0.9)))


def code_of(socket: ClientConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            socket.recv(timeout=60)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("listening")


@pytest.fixture(scope="module")
def server(demo_sqlite_template: SqliteTemplate, folder: Path) -> Iterator[Server]:
    more = {
        "hearing": "tests.models.speech.scripted:Scripted",
        "hearing_model_en": str(script(folder / "en", "my head hurts")),
        "hearing_answer_quiet_seconds": str(QUIET),
        "request_seconds": "2",
    }
    with demo_sqlite_template.copy(folder) as url, serving(url, folder / "log", **more) as server:
        yield server


@pytest.fixture
def kiosk(server: Server, folder: Path) -> Kiosk:
    script(folder / "en", "my head hurts")
    return Kiosk(server)


def recogniser(server: Server) -> int:
    found = [
        one.pid for one in server.processes() if "frontdesk.models.speech.recognition.counterpart" in one.cmdline()
    ]
    assert len(found) == 1
    return found[0]


def test_the_kiosk_is_told_in_which_languages_it_may_offer_a_microphone(kiosk: Kiosk) -> None:
    assert kiosk.http.get("/api/hospital").json()["hearing"] == ["en"]


def test_words_come_back_while_they_are_spoken_and_whole_once_it_is_quiet(kiosk: Kiosk) -> None:
    with kiosk.microphone() as microphone:
        says(microphone)
        for _ in range(3):
            tell(microphone, type="quiet", ms=500)
        words, before = final(microphone)
        assert words == {
            "type": "final",
            "text": "my head hurts",
            "confidence": 0.9,
            "confirm": None,
            "taken": False,
            "more": False,
            "goes_on": False,
        }
        assert before[0] == {"type": "speech"}
        assert before[1] == {"type": "interrupts"}
        assert [one["text"] for one in before[2:]] == ["my", "my head", "my head hurts"]
        assert code_of(microphone) == 1000
    assert kiosk.now()["said"] is None, "words count once they are sent"


def test_complete_words_end_early_and_who_goes_on_is_heard_too(kiosk: Kiosk, folder: Path) -> None:
    script(folder / "en", "my head hurts")
    with kiosk.microphone() as microphone:
        speaks(microphone, pcm(voice(1.5)))
        while told(microphone)["type"] != "partial":  # else the first stream may read the other words
            pass
        script(folder / "en", "since yesterday")
        speaks(microphone, pcm(silence(0.9)))
        words = final_in_a_quiet_room(microphone)
        assert (words["text"], words["more"]) == ("my head hurts", True)
        speaks(microphone, pcm(voice(1.2), silence(0.4)))
        tell(microphone, type="end")
        words, before = final(microphone)
        assert (words["text"], words["goes_on"]) == ("since yesterday", True)
        assert {"type": "speech"} in before


def test_who_may_have_read_the_next_page_does_not_go_on_with_the_last(kiosk: Kiosk) -> None:
    with kiosk.microphone() as microphone:
        says_complete_words(microphone)
        assert final_in_a_quiet_room(microphone)["more"]
        time.sleep(UNREAD)
        speaks(microphone, pcm(voice(1.2), silence(0.4)))
        tell(microphone, type="end")
        assert final(microphone)[0]["goes_on"] is False


def test_after_complete_words_it_is_soon_over(kiosk: Kiosk) -> None:
    with kiosk.microphone() as microphone:
        says_complete_words(microphone)
        assert final(microphone)[0]["more"]
        for _ in range(4):
            tell(microphone, type="quiet", ms=500)
        assert code_of(microphone) == 1000


@pytest.mark.parametrize(
    ("words", "counts"),
    [
        ("uh huh", False),
        ("mm hmm okay", False),
        ("{ours}", False),
        ("my knee is swollen", True),
        ("no", True),
        ("{answer}", True),
    ],
)
def test_over_our_voice_only_what_is_said_to_us_counts(kiosk: Kiosk, folder: Path, words: str, counts: bool) -> None:
    question = kiosk.session["question"]
    ours, answer = kiosk.session["reply"]["text"], question["options"][0]["label"]
    script(folder / "en", words.format(ours=" ".join(ours.split()[:4]), answer=answer))
    with kiosk.microphone() as microphone:
        tell(microphone, type="voice", sounds=True)
        speaks(microphone, pcm(voice(1.5), silence(0.9)))
        assert told(microphone)["type"] == "speech", "our voice falls silent at once"
        assert told(microphone)["type"] == ("interrupts" if counts else "nothing")
        tell(microphone, type="end")
        assert final(microphone)[0]["text"] == "" or counts


def test_a_cough_over_our_voice_lets_it_go_on(kiosk: Kiosk) -> None:
    with kiosk.microphone() as microphone:
        tell(microphone, type="voice", sounds=True)
        speaks(microphone, pcm(silence(0.3), voice(0.2), silence(0.8)))
        assert [told(microphone)["type"] for _ in range(2)] == ["speech", "nothing"]


def test_who_is_not_spoken_to_hears_no_echo_twice(kiosk: Kiosk, folder: Path) -> None:
    script(folder / "en", " ".join(kiosk.session["reply"]["text"].split()[:4]))
    with kiosk.microphone() as microphone:
        tell(microphone, type="voice", sounds=True)
        speaks(microphone, pcm(voice(1.5), silence(0.9)))
        assert [told(microphone)["type"] for _ in range(2)] == ["speech", "nothing"]
        speaks(microphone, pcm(voice(1.5), silence(0.9)))
        assert told(microphone)["type"] == "nothing", "our voice is not even hushed by what is its echo"


def test_held_down_it_listens_over_every_pause(kiosk: Kiosk) -> None:
    with kiosk.microphone(begins=False) as microphone:
        tell(microphone, type="begin", hold=True)
        assert told(microphone)["type"] == "ready"
        says(microphone)
        for _ in range(4):
            tell(microphone, type="quiet", ms=500)
        time.sleep(1)
        says(microphone, pcm(voice(0.5)))
        tell(microphone, type="end")
        assert final(microphone)[0]["text"] == "my head hurts"


def test_an_answer_on_the_screen_needs_no_long_quiet(kiosk: Kiosk, folder: Path) -> None:
    label = kiosk.session["question"]["options"][0]["label"]
    script(folder / "en", label)
    with kiosk.microphone(begins=False) as microphone:
        tell(microphone, type="begin", assisted=True)  # six seconds else
        says(microphone)
        for _ in range(2):
            tell(microphone, type="quiet", ms=500)
        assert final(microphone)[0]["text"] == label
    assert label in json.loads((folder / "en" / "tiles.json").read_text()), "the engine may listen for it"


def test_silence_alone_gives_no_words(kiosk: Kiosk) -> None:
    with kiosk.microphone() as microphone:
        says(microphone, pcm(silence(1)))
        for _ in range(10):
            tell(microphone, type="quiet", ms=200)
        tell(microphone, type="end")
        words, before = final(microphone)
        assert (words["text"], before) == ("", [])


@pytest.mark.parametrize(
    ("words", "more", "confirm"),
    [
        ("my head hurts", {"confidence": 0.4}, "doubtful"),
        ("i take two aspirin", {}, "medicine"),
        ("for thirteen days", {}, "number"),
        ("my name is Ann Lee", {}, "name"),
    ],
)
def test_what_may_have_been_misheard_is_to_be_confirmed(
    kiosk: Kiosk, folder: Path, words: str, more: dict[str, object], confirm: str
) -> None:
    script(folder / "en", words, **more)
    with kiosk.microphone() as microphone:
        says(microphone)
        tell(microphone, type="end")
        assert final(microphone)[0]["confirm"] == confirm


def test_danger_alarms_while_it_is_being_spoken_and_the_words_are_kept_when_the_page_goes(
    kiosk: Kiosk, folder: Path
) -> None:
    script(folder / "en", "I can't breathe")
    with kiosk.microphone() as microphone:
        says(microphone)
        until = time.monotonic() + 10
        while kiosk.now()["phase"] != "emergency" and time.monotonic() < until:
            tell(microphone, type="quiet", ms=1)
            time.sleep(0.1)
        assert kiosk.now()["phase"] == "emergency"
        assert kiosk.now()["said"] is None
    until = time.monotonic() + 10
    while kiosk.now()["said"] is None and time.monotonic() < until:
        time.sleep(0.1)
    assert kiosk.now()["said"] == "I can't breathe"


def test_danger_in_the_final_words_does_not_wait_to_be_sent(kiosk: Kiosk, folder: Path) -> None:
    script(folder / "en", "I can't breathe")
    with kiosk.microphone() as microphone:
        says(microphone)
        tell(microphone, type="end")
        assert final(microphone)[0]["taken"]
    now = kiosk.now()
    assert (now["phase"], now["said"]) == ("emergency", "I can't breathe")


def test_danger_that_is_denied_is_none(kiosk: Kiosk, folder: Path) -> None:
    script(folder / "en", "no chest pain and I can breathe fine")
    with kiosk.microphone() as microphone:
        says(microphone, pcm(silence(0.3), voice(2.6)))
        for _ in range(15):
            tell(microphone, type="quiet", ms=10)
            time.sleep(0.1)
        tell(microphone, type="end")
        assert not final(microphone)[0]["taken"]
    assert kiosk.now()["phase"] == "conversation"


# --- who may, and how much -------------------------------------------------------------------------------------------


def test_a_page_elsewhere_is_refused(kiosk: Kiosk) -> None:
    for origin in ("https://evil.example", ""):
        with pytest.raises(InvalidStatus) as refused, kiosk.microphone(origin=origin):
            pass
        assert refused.value.response.status_code == 403
        assert json.loads(refused.value.response.body)["code"] == "cross_site"


def test_a_browser_without_a_device_token_is_refused(kiosk: Kiosk) -> None:
    with pytest.raises(InvalidStatus) as refused, kiosk.microphone(cookie="frontdesk_kiosk=guessed"):
        pass
    assert refused.value.response.status_code == 401


def test_another_kiosks_session_is_refused(kiosk: Kiosk, server: Server) -> None:
    other = Kiosk(server)
    with pytest.raises(InvalidStatus) as refused, kiosk.microphone(f"{other.path}/listening"):
        pass
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("path", ["/api/sessions/none/listening", "/api/sessions", "/"])
def test_what_is_no_session_is_refused(kiosk: Kiosk, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused, kiosk.microphone(path):
        pass
    assert refused.value.response.status_code == 404


def test_one_utterance_at_a_time(kiosk: Kiosk) -> None:
    with kiosk.microphone(), kiosk.microphone(begins=False) as second:
        assert code_of(second) == 4409
    with kiosk.microphone() as again:
        tell(again, type="end")
        assert final(again)[0]["text"] == ""


@pytest.mark.parametrize(
    "message",
    [b"\0", b"", b"\0" * 33_000, "{", '{"type": "shout"}', '{"type": "quiet", "ms": 5000}', '{"type": "begin"}'],
    ids=["half a sample", "nothing", "too much at once", "no JSON", "no message", "long quiet", "begun twice"],
)
def test_what_is_malformed_ends_it(kiosk: Kiosk, message: str | bytes) -> None:
    with kiosk.microphone() as microphone:
        microphone.send(message)
        assert code_of(microphone) == 4400


def test_sound_before_it_has_begun_is_malformed(kiosk: Kiosk) -> None:
    with kiosk.microphone(begins=False) as microphone:
        says(microphone, SAID[:FRAME])
        assert code_of(microphone) == 4400


def test_sound_faster_than_it_can_be_spoken_ends_it(kiosk: Kiosk) -> None:
    with kiosk.microphone() as microphone, pytest.raises(ConnectionClosed) as closed:
        says(microphone, bytes(400 * FRAME))
        microphone.recv(timeout=10)
        while True:
            microphone.recv(timeout=10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4413


def test_who_says_nothing_for_long_is_ended_and_not_before(kiosk: Kiosk) -> None:
    began = time.monotonic()
    with kiosk.microphone() as microphone:
        assert code_of(microphone) == 4408
    assert 4.5 < time.monotonic() - began < 10, "longer than a request may take"


def test_a_recogniser_that_dies_twice_is_told_and_begun_anew(kiosk: Kiosk, folder: Path, server: Server) -> None:
    script(folder / "en", "my head hurts", then="die")
    first = recogniser(server)
    with kiosk.microphone() as microphone:
        says(microphone)
        with pytest.raises(ConnectionClosed) as closed:
            final_in_a_quiet_room(microphone)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4500
    script(folder / "en", "my head hurts")
    time.sleep(2)  # it is not begun again and again
    with kiosk.microphone() as microphone:
        says(microphone)
        tell(microphone, type="end")
        assert final(microphone)[0]["text"] == "my head hurts"
    assert recogniser(server) != first


def test_a_recogniser_that_dies_in_a_sentence_costs_none_of_it(kiosk: Kiosk, folder: Path, server: Server) -> None:
    script(folder / "en", "my head hurts", then="die once")
    first = recogniser(server)
    with kiosk.microphone() as microphone:
        says(microphone)
        assert final_in_a_quiet_room(microphone)["text"] == "my head hurts"
    assert recogniser(server) != first


def test_killed_between_two_utterances_it_is_there_for_the_next(kiosk: Kiosk, server: Server) -> None:
    time.sleep(2)
    os.kill(recogniser(server), signal.SIGKILL)
    time.sleep(0.3)
    with kiosk.microphone() as microphone:
        says(microphone)
        tell(microphone, type="end")
        assert final(microphone)[0]["text"] == "my head hurts"


def test_how_sure_the_recogniser_was_is_recorded_with_the_words(kiosk: Kiosk, server: Server, folder: Path) -> None:
    body = {
        "turn_id": "spoken-turn",
        "number": 1,
        "text": "my head hurts",
        "means": "spoken",
        "heard": "my bed hurts",
        "confidence": 0.71,
    }
    assert kiosk.post("turns", body)["said"] == "my head hurts"


def test_words_of_nobody_stand_in_the_journal(kiosk: Kiosk, folder: Path) -> None:
    assert "head hurts" not in (folder / "log").read_text()


def test_an_utterance_without_end_is_ended(
    app: APIFlask, new_kiosk: Callable[[], AppKiosk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "WHOLE", 1.0)
    recogniser = Apart(Setup("tests.models.speech.scripted:Scripted", {Language.EN: script(tmp_path / "en", "x")}))
    kiosk = new_kiosk().start("en")
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {})
    cookie = kiosk.client.get_cookie("frontdesk_kiosk")
    assert cookie is not None
    headers = {"origin": "http://kiosk", "host": "kiosk", "cookie": f"frontdesk_kiosk={cookie.value}"}
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0.01)
        return {"type": "websocket.receive", "text": '{"type": "quiet", "ms": 1}' if sent[1:] else BEGIN}

    async def send(message: Any) -> None:
        sent.append(message)

    async def run() -> None:
        scope = {
            "type": "websocket",
            "path": f"{kiosk.path}/listening",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
        await listening.Microphones(app.extensions["frontdesk"], recogniser)(scope, receive, send)
        recogniser.close()

    asyncio.run(run())
    assert sent[-1] == {"type": "websocket.close", "code": 4408, "reason": "slow"}
