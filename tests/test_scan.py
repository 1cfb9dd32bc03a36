"""The scan of `make lint`, against a server that answers as OSV does, and a repository with a secret in it."""

import importlib.util
import json
import subprocess
from collections.abc import Iterator
from datetime import date
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TODAY = date(2026, 11, 23)


@pytest.fixture(scope="module")
def scan() -> ModuleType:
    spec = importlib.util.spec_from_file_location("scan", ROOT / "scripts" / "scan.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Osv(BaseHTTPRequestHandler):
    """Knows of one vulnerability: GHSA-x of jinja2 2.10."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
        told = [{"vulns": [{"id": "GHSA-x"}]} if _is_old(one) else {} for one in asked]
        body = json.dumps({"results": told}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


def _is_old(query: dict[str, Any]) -> bool:
    return bool(query == {"package": {"ecosystem": "PyPI", "name": "jinja2"}, "version": "2.10"})


@pytest.fixture(scope="module")
def osv() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Osv)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/v1/querybatch"
    server.shutdown()
    server.server_close()


def locked(scan: ModuleType, name: str = "jinja2", version: str = "2.10", licence: str = "MIT") -> Any:
    return scan.Package("PyPI", name, version, licence, True)


def test_a_known_vulnerability_counts_until_it_is_excepted_and_again_after_its_date(scan: ModuleType, osv: str) -> None:
    packages = [locked(scan, "flask", "3.1"), locked(scan)]
    excepted = {"package": "jinja2", "id": "GHSA-x", "reason": "we render no template of others"}
    (told,) = scan.vulnerable(packages, [], TODAY, osv)
    assert "jinja2 2.10" in told and "GHSA-x" in told
    assert not list(scan.vulnerable(packages, [excepted | {"until": TODAY}], TODAY, osv))
    assert list(scan.vulnerable(packages, [excepted | {"until": date(2026, 11, 22)}], TODAY, osv))


def test_where_nobody_answers_one_line_says_so_and_nothing_fails(
    scan: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not list(scan.vulnerable([locked(scan)], [], TODAY, "http://127.0.0.1:9/v1/querybatch"))
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("licence", "permitted"),
    [("MIT", True), ("MIT OR GPL-3.0", True), ("MIT AND GPL-3.0", False), ("(MIT OR CC0-1.0)", True), ("", True)],
)
def test_a_licence_has_to_be_on_the_list(scan: ModuleType, licence: str, permitted: bool) -> None:
    found = list(scan.unlicensed([locked(scan, licence=licence)], ["MIT"], []))
    assert (not found) is permitted


def test_both_lock_files_are_read_and_have_a_hash_for_each_package(scan: ModuleType) -> None:
    python = list(scan.python_packages(ROOT / "requirements-dev.lock"))
    npm = list(scan.npm_packages(ROOT / "kiosk_ui" / "package-lock.json"))
    assert {"flask", "ruff"} <= {one.name for one in python}
    assert {"react", "vite", "@rollup/rollup-linux-x64-gnu"} <= {one.name for one in npm}
    assert [str(one) for one in (*python, *npm) if not one.hashed] == []


def test_a_secret_is_found_that_the_baseline_does_not_know(scan: ModuleType, tmp_path: Path) -> None:
    key = "AKIA" + "Q3EGHIJKLMNOPQRS"
    (tmp_path / "settings.py").write_text(f'region = "x"\nkey = "{key}"\n')
    (tmp_path / "words.py").write_text("keyboard = True\n")
    subprocess.run("git init -q . && git add .", shell=True, cwd=tmp_path, check=True)
    (told,) = scan.new_secrets(tmp_path, {"results": {}})
    assert told.startswith("settings.py:2: AWS Access Key")
    known = {"type": "AWS Access Key", "hashed_secret": sha1(key.encode()).hexdigest(), "line_number": 7}
    assert not list(scan.new_secrets(tmp_path, {"results": {"settings.py": [known]}}))
