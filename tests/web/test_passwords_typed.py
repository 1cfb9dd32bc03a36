"""What the front end's source says of passwords, and of what a browser keeps."""

import re
from collections.abc import Iterator

from tests.conftest import ROOT

FIELD = re.compile(r"<(?:Field|input)\b.*?/>", re.DOTALL)
OF_A_PASSWORD = re.compile(r"value=\{\w*[pP]assword\w*\}|sign_in\.password")
KEPT = re.compile(r"(?:local|session)Storage\.setItem\((?P<what>.+)\)")
PERSONAL = re.compile(r"patient|birth|born|phone|name\b|said|text|password|token", re.IGNORECASE)


def _source() -> Iterator[str]:
    for path in sorted((ROOT / "kiosk_ui" / "src").rglob("*.ts*")):
        yield path.read_text(encoding="utf-8")


def test_every_password_is_typed_hidden_and_may_be_pasted() -> None:
    fields = [field for text in _source() for field in FIELD.findall(text) if OF_A_PASSWORD.search(field)]
    assert len(fields) >= 2
    assert [field for field in fields if 'type="password"' not in field] == []
    assert not any("onPaste" in text for text in _source())


def test_what_a_browser_keeps_is_named_here_and_nobodys() -> None:
    kept = [found["what"] for text in _source() for found in KEPT.finditer(text)]
    assert kept
    assert [what for what in kept if PERSONAL.search(what)] == []
