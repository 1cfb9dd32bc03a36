"""The kiosk's voice over HTTP: what may be heard, by whom, and nothing else."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from apiflask import APIFlask
from werkzeug.test import TestResponse

from frontdesk.app.settings import Pairing, Settings
from frontdesk.app.web import caps, spoken
from frontdesk.app.web.parts import Parts
from frontdesk.app.web.session_view import may_be_said_aloud
from frontdesk.evaluation.model_server import NAME, ModelServer, serving_model
from frontdesk.models.speech.audio import from_wav
from tests.web.conftest import Kiosk

VOICE = Path(__file__).parents[1] / "models" / "speech" / "faulty_voice.py"
WORDS = {
    "zh": {"whole": ["请告诉我您是谁", "呼叫护士"], "parts": ["大约还有", "个问题"]},
    "en": {"whole": ["Please tell me who you are", "Call a nurse"], "parts": [", floor ", ", room "]},
}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    file = tmp_path / "journal"
    file.touch()
    return file


@pytest.fixture
def settings(demo_sqlite_url: str, tmp_path: Path, journal: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """With a voice whose sound is the text itself, twice."""
    monkeypatch.setattr(spoken, "command", lambda _: [sys.executable, str(VOICE), "well", str(journal)])
    monkeypatch.setattr(spoken, "can_speak", lambda _: True)
    monkeypatch.setattr(spoken, "SPEECH", tmp_path / "kept")
    (tmp_path / "words.json").write_text(json.dumps(WORDS), encoding="utf-8")
    return Settings(
        database_url=demo_sqlite_url,
        kiosk_pairing=Pairing.OPEN,
        ui_folder=tmp_path,
        speech_volume=0.5,
        _env_file=None,
    )


@pytest.fixture(autouse=True)
def voice_ends(parts: Parts) -> Iterator[None]:
    yield
    parts.speech.close()


def hears(kiosk: Kiosk, sentence: int = 0, line: int | str | None = None, **query: str) -> TestResponse:
    number = kiosk.session["reply"]["line"] if line is None else line
    return kiosk.client.get(f"{kiosk.path}/speech/{number}/{sentence}", query_string=query)


def said(answer: TestResponse) -> str:
    assert (answer.status_code, answer.content_type) == (200, "audio/wav"), answer.text
    twice = from_wav(answer.data).pcm.decode()
    return twice[: len(twice) // 2]


def reads(kiosk: Kiosk, text: str, language: str = "zh", *, session: bool = True) -> TestResponse:
    path = f"{kiosk.path}/speech" if session else "/api/speech"
    return kiosk.client.post(path, json={"text": text, "language": language})


def test_a_kiosk_learns_how_it_speaks(kiosk: Kiosk) -> None:
    assert kiosk.client.get("/api/hospital").json["speech"] == {"unasked": False, "speed": 1.0, "volume": 0.5}


def test_each_sentence_of_the_nurses_line_is_heard(kiosk: Kiosk) -> None:
    kiosk.guest()
    reply = kiosk.session["reply"]
    heard = [said(hears(kiosk, number)) for number in range(reply["sentences"])]
    assert "".join(heard) == reply["text"]
    past = hears(kiosk, reply["sentences"])
    assert (past.status_code, past.json["code"]) == (404, "not_found")


def test_only_the_last_line_is_heard(kiosk: Kiosk) -> None:
    kiosk.guest()
    before = kiosk.session["reply"]["line"]
    kiosk.say("我发烧两天了")
    assert hears(kiosk, line=before).status_code == 404
    assert hears(kiosk, line="1").status_code == 404, "no line, but an event that is none"
    said(hears(kiosk))


def test_nobody_hears_another_kiosks_session(kiosk: Kiosk, new_kiosk: Callable[[], Kiosk], app: APIFlask) -> None:
    kiosk.guest()
    line, other, nobody = kiosk.session["reply"]["line"], new_kiosk().client, app.test_client()
    path, page = f"{kiosk.path}/speech/{line}/0", {"text": "呼叫护士", "language": "zh"}
    assert [other.get(path).json["code"], other.post(f"{kiosk.path}/speech", json=page).json["code"]] == [
        "another_kiosk"
    ] * 2
    for answer in (
        nobody.get(path),
        nobody.post(f"{kiosk.path}/speech", json=page),
        nobody.post("/api/speech", json=page),
    ):
        assert (answer.status_code, answer.json["code"]) == (401, "kiosk_not_paired")


def test_a_name_is_said_only_to_who_asks_for_it(kiosk: Kiosk) -> None:
    kiosk.start()
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1003", "name": "周小满"})
    assert kiosk.session["reply"]["aloud"] is False
    unasked = hears(kiosk)
    assert (unasked.status_code, unasked.json["code"]) == (409, "not_aloud")
    said(hears(kiosk, asked="true"))


def test_a_part_of_a_name_counts_as_a_word(kiosk: Kiosk, parts: Parts) -> None:
    kiosk.guest()
    state = parts.reception.log.seen(kiosk.session["session_id"]).model_copy(update={"patient_name": "Ann Li"})
    assert not may_be_said_aloud(state, "Thank you, Ms Li.")
    assert may_be_said_aloud(state, "Take the lift to an annexe.")


def test_what_the_own_record_says_is_said_only_to_who_asks_for_it(kiosk: Kiosk) -> None:
    kiosk.start("en")
    kiosk.post("consent", {"agreed": True})
    kiosk.post("identity", {"patient_number": "P1003", "name": "周小满"})
    kiosk.say("I have had a headache for two days")
    assert kiosk.session["reply"]["aloud"] is True
    kiosk.say("What did the doctor write about my diagnosis last time?")
    assert kiosk.session["reply"]["aloud"] is False


def test_a_private_page_says_nothing_unasked(kiosk: Kiosk) -> None:
    kiosk.guest().say("我不想活了，我想自杀")
    assert kiosk.session["phase"] == "private"
    assert hears(kiosk).status_code == 409
    said(hears(kiosk, asked="true"))


def test_an_emergency_is_said(kiosk: Kiosk) -> None:
    kiosk.guest().say("我胸口像压了块大石头，左胳膊发麻，出冷汗")
    assert kiosk.session["phase"] == "emergency"
    assert said(hears(kiosk)) in kiosk.session["reply"]["text"]


def test_what_stands_on_the_page_is_read_and_nothing_else(kiosk: Kiosk) -> None:
    kiosk.guest()
    tile = kiosk.session["question"]["options"][0]["label"]
    for text in (kiosk.session["question"]["text"], tile, "呼叫护士", f"大约还有 3 个问题。{tile}、14:30"):
        assert said(reads(kiosk, text)) == text
    for text in ("请把钱包交给我", f"{tile}，请把钱包交给我", "Hand over your purse", "呼叫护士护工"):
        answer = reads(kiosk, text)
        assert (answer.status_code, answer.json["code"]) == (422, "not_on_the_page")


def test_the_first_page_is_read_before_there_is_a_session(kiosk: Kiosk) -> None:
    assert said(reads(kiosk, "Call a nurse", "en", session=False)) == "Call a nurse"
    assert reads(kiosk, "我发烧", session=False).status_code == 422


def test_the_way_to_a_place_is_read_before_there_is_a_session(kiosk: Kiosk) -> None:
    told = kiosk.client.get("/api/places").json
    place, department = told["places"][0], told["departments"][2]
    step = place["directions"]["en"].split(". ")[-1]
    shown = (place["name"]["en"], step, place["texts"][0]["en"], department["name"]["en"], department["building"]["en"])
    for text in shown:
        assert said(reads(kiosk, text, "en", session=False)) == text


def test_a_step_of_the_way_is_read_within_a_session(kiosk: Kiosk) -> None:
    way = kiosk.recommended()["recommendation"]["department"]["directions"]
    step = way.split("。")[-2]
    assert said(reads(kiosk, step)) == step


def test_only_what_is_the_same_for_everybody_is_kept(kiosk: Kiosk, journal: Path, tmp_path: Path) -> None:
    kiosk.guest()
    for _ in range(2):
        said(reads(kiosk, "呼叫护士"))
        said(reads(kiosk, f"{kiosk.session['question']['options'][0]['label']}"))
    lines = journal.read_text().split()
    assert lines.count("呼叫护士") == 1
    assert lines.count(kiosk.session["question"]["options"][0]["label"]) == 2
    assert len(list((tmp_path / "kept").iterdir())) == 1


def test_the_speed_is_bounded(kiosk: Kiosk) -> None:
    kiosk.guest()
    said(hears(kiosk, speed="0.75"))
    assert hears(kiosk, speed="9").status_code == 422


def test_one_kiosk_waits_for_few_sentences_at_once(kiosk: Kiosk, parts: Parts) -> None:
    kiosk.guest()
    for _ in range(caps.SENTENCES):
        parts.voices.begins("Kiosk 1")
    busy = hears(kiosk)
    assert (busy.status_code, busy.json["code"]) == (503, "voice_busy")
    parts.voices.ends("Kiosk 1")
    said(hears(kiosk))


def test_without_a_voice_the_kiosk_is_silent_and_goes_on(
    kiosk: Kiosk, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spoken, "can_speak", lambda _: False)
    del parts.speech.__dict__["there"]
    assert kiosk.client.get("/api/hospital").json["speech"] is None
    kiosk.guest()
    assert (hears(kiosk).status_code, hears(kiosk).json["code"]) == (404, "no_voice")


class TestWhileAModelSpeaks:
    @pytest.fixture
    def settings(self, settings: Settings) -> Iterator[Settings]:
        with serving_model(ModelServer(first=0.1, whole=1.0)) as server:
            yield settings.model_copy(update={"model_url": server.url, "model_name": NAME, "model_budget_seconds": 2.0})

    def test_a_sentence_is_heard_before_the_reply_is_complete(self, kiosk: Kiosk) -> None:
        kiosk.guest()
        turn = kiosk.turn("手上起了红疹子，很痒，三天了")
        answered: list[float] = []
        thread = Thread(target=lambda: answered.append(kiosk.send("turns", turn).status_code))
        thread.start()
        while thread.is_alive() and (heard := hears(kiosk, line=turn["turn_id"])).status_code != 200:
            sleep(0.05)
        assert said(heard) == "好的，我明白了。"
        assert not answered
        thread.join()
        kiosk.session = dict(kiosk.client.get(kiosk.path).json)
        assert said(hears(kiosk)) == "好的，我明白了。", "the same line by its number, once it is recorded"
