"""The kiosk's browser as `frontdesk install kiosk` starts it, but without a screen."""

import os
import signal
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest
from typer.testing import CliRunner

from frontdesk.commands.main import frontdesk
from tests.e2e.chromium import ARGUMENTS

PAGE = b"""<script>
const told = [new AudioContext().state, location.pathname].join();
fetch("/told", { method: "POST", body: told });
</script>"""


class Server(BaseHTTPRequestHandler):
    told: Queue[str] = Queue()

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(PAGE)

    def do_POST(self) -> None:
        self.told.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_it_shows_the_server_and_may_sound_before_it_was_touched(address: str, tmp_path: Path) -> None:
    written = CliRunner().invoke(frontdesk, ["install", "kiosk", "--server", address, "--root", str(tmp_path)])
    assert written.exit_code == 0, written.output
    browser = subprocess.Popen(
        [tmp_path / "usr/local/lib/frontdesk-kiosk/browser", "--headless=new", *ARGUMENTS],
        env=os.environ | {"HOME": str(tmp_path), "FRONTDESK_KIOSK_PLATFORM": "headless"},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert Server.told.get(timeout=30) == "running,/"
    finally:
        os.killpg(browser.pid, signal.SIGKILL)
        browser.wait(10)
