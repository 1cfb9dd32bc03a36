"""What patients say is sealed wherever it is kept, and the keys are turned over while the server runs."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from sqlalchemy import make_url
from typer.testing import CliRunner

from frontdesk.app.ledger.audit import verify
from frontdesk.app.ledger.backup import backup
from frontdesk.app.settings import Settings
from frontdesk.app.web.parts import Parts
from frontdesk.commands.main import frontdesk
from frontdesk.database.engine import connect
from frontdesk.database.keys import use
from frontdesk.evaluation.bench import lost_events
from frontdesk.evaluation.browser import Browser
from frontdesk.evaluation.serving import serving
from tests.web.conftest import Kiosk

WORDS = "我被一只紫色的獾咬了，还头晕"
WRITTEN = "伤口用铁线莲水洗过"
DOUBTED = "獾没有咬她，是鹅"


@pytest.fixture
def told(kiosk: Kiosk, parts: Parts, signed_in: Callable[..., FlaskClient]) -> int:
    """A record whose patient, doctor and reader left words that are found nowhere else."""
    kiosk.recommended()
    kiosk.say(WORDS)
    department = kiosk.session["recommendation"]["department"]["department_id"]
    kiosk.post("finish")
    doctor = signed_in("doctor", department)
    (entry,) = doctor.get("/api/worklist").json["entries"]
    number = int(entry["outpatient_number"])
    path, page = f"/api/worklist/{number}", doctor.get(f"/api/worklist/{number}").json
    first = page["summary"]["statements"][0]["statement_id"]
    edit = {"statement_id": first, "text": WRITTEN, "version": page["version"]}
    assert doctor.post(f"{path}/edits", json=edit).status_code == 200
    disliked = {"reason": "untrue", "words": DOUBTED}
    assert doctor.post(f"{path}/dislikes", json=disliked).status_code < 300
    return number


def test_no_byte_of_what_was_said_is_in_the_file_its_log_or_a_backup(
    told: int, parts: Parts, settings: Settings, tmp_path: Path
) -> None:
    visit = parts.records.visit(told)
    assert WORDS in visit.model_dump_json() and WRITTEN in visit.model_dump_json()
    backup(parts.engine, tmp_path / "backup.gz")
    file = Path(str(make_url(settings.database_url).database))
    kept = [one.read_bytes() for one in (file, *file.parent.glob(f"{file.name}-*"))]
    kept.append(gzip.decompress((tmp_path / "backup.gz").read_bytes()))
    assert len(kept) >= 3 and any(b"s1." in one for one in kept)
    for words in (WORDS, WRITTEN, DOUBTED, "獾", "铁线莲"):
        for written in (words.encode(), words.encode("unicode_escape"), words.encode("utf-16-le")):
            assert not any(written in one for one in kept), words
    verify(parts.engine)


def test_the_keys_are_turned_over_while_the_server_runs(
    demo_sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    own.write_bytes(use(Path(Settings(_env_file=None).keys_file)).path.read_bytes())
    monkeypatch.setenv("FRONTDESK_KEYS_FILE", str(own))

    def keys(*arguments: str) -> str:
        done = CliRunner().invoke(frontdesk, ["keys", *arguments])
        assert done.exit_code == 0, done.output
        return done.output

    monkeypatch.setenv("FRONTDESK_DATABASE_URL", demo_sqlite_url)
    with serving(demo_sqlite_url, tmp_path / "log", speech="off") as server:
        browsers = [Browser(server.host, server.port) for _ in range(2)]
        for browser in browsers:
            browser.arrive("zh")

        def all_say(text: str) -> None:
            turns = [browser.session["turns"] + 1 for browser in browsers]
            assert [browser.say(text)["turns"] for browser in browsers] == turns

        all_say(WORDS)
        (old,) = re.findall(r"^[0-9a-f]{8}", keys("show"), re.MULTILINE)
        new = keys("add").split()[0]
        all_say("头也疼")
        keys("use", new)
        all_say("昨天开始的")
        assert CliRunner().invoke(frontdesk, ["keys", "drop", old]).exit_code == 1, "something is sealed with it"
        assert f"sealed with {new}" in keys("reseal")
        keys("drop", old)
        all_say("没有发烧")
        assert old not in keys("show") and re.match(rf"{new}.* seals and opens .*everything", keys("show"))
        assert lost_events(demo_sqlite_url) == 0
        engine = connect(demo_sqlite_url)
        verify(engine)
        engine.dispose()
