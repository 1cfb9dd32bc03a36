"""Which chosen passwords are refused, and that nothing is asked about kinds of characters."""

from collections.abc import Callable, Iterator
from hashlib import sha1
from pathlib import Path
from time import process_time

import pytest
from structlog.testing import capture_logs
from zxcvbn.frequency_lists import FREQUENCY_LISTS

from frontdesk.app.context_words import PINYIN, PINYIN_TOO, PRODUCT, TRADE, context_words, password_rules
from frontdesk.app.ledger.breached_passwords import BadBreachedPasswords, BreachedPasswords, read
from frontdesk.app.ledger.password_rules import PasswordRules, words_of
from frontdesk.app.ledger.passwords import SHORTEST_PASSWORD
from frontdesk.app.ledger.records.store import hospital_behind
from frontdesk.app.ledger.staff import WeakPassword
from frontdesk.app.settings import Settings
from frontdesk.database.engine import connect
from frontdesk.his_adapter.hospital import Hospital
from tests.conftest import ROOT

OWN = ("wangfang", "王芳")
SETTINGS = Settings(public_url="https://desk.renji-hospital.example", _env_file=None)


@pytest.fixture
def demo(demo_sqlite_url: str) -> Iterator[Hospital]:
    engine = connect(demo_sqlite_url)
    yield hospital_behind(engine)
    engine.dispose()


def refused(rules: PasswordRules, *passwords: str, own: tuple[str, ...] = OWN) -> list[str]:
    """Those that are."""

    def is_refused(password: str) -> bool:
        try:
            rules.check(password, *own)
        except WeakPassword:
            return True
        return False

    return [one for one in passwords if is_refused(one)]


def test_none_of_the_commonest_that_are_long_enough_is_taken() -> None:
    commonest = FREQUENCY_LISTS["passwords"]
    assert len(commonest) >= 3000
    long = [one for one in commonest if len(one) >= SHORTEST_PASSWORD]
    assert len(long) > 1000
    assert refused(PasswordRules(), *long) == long


def test_what_everybody_here_would_try_first_counts_for_nothing(demo: Hospital) -> None:
    rules = password_rules(SETTINGS, demo.directory)
    name = next(iter(words_of(demo.directory.info().name["zh"])))
    tried = [
        "frontdesk-demo",
        "Frontdesk-2026",
        "kiosk.reception.1",
        "renji-hospital-1",
        "wangfang1985",
        "WangFang@2026",
        "王芳王芳王芳王芳王芳",
        f"{name}{name}",
        "woaini1314520",
        "Zhongguo@2026",
        "P@ssw0rd2026!",
        "qwertyuiop123",
        "cardiology2026",
    ]
    assert refused(rules, *tried) == tried
    assert refused(rules, "wangfang-lantern-orchard-9") == [], "what is left is hard enough"


def test_of_kinds_of_characters_nothing_is_asked() -> None:
    taken = [
        "correct horse battery",
        "lantern orchard velvet",
        "83920174656152",
        "我在花园里种了三棵柿子树",
        "🦀🌵🛶🥁🧵🪁🧲🪣🦉🎐",
    ]
    assert refused(PasswordRules(), *taken) == []


def test_the_words_are_of_the_product_the_trade_the_hospital_and_its_departments(demo: Hospital) -> None:
    words, directory = context_words(SETTINGS, demo.directory), demo.directory
    assert words >= {*PRODUCT, *TRADE, *PINYIN, *PINYIN_TOO, "renji"}
    for text in (directory.info().name, *(one.name for one in directory.departments())):
        assert all(any(word in words for word in words_of(name)) for name in text.values())


def test_the_words_are_written_down() -> None:
    text = (ROOT / "docs" / "sign-in.md").read_text("utf-8")
    assert [word for word in (*PRODUCT, *TRADE, *PINYIN, *PINYIN_TOO) if f"`{word}`" not in text] == []


def test_a_name_is_known_as_it_is_typed() -> None:
    assert set(words_of("Zhongshan Hospital")) == {"zhongshan", "hospital"}
    assert {"中山医院", "zhongshan", "yiyuan", "zhongshanyiyuan"} <= set(words_of("中山医院"))


def test_the_worst_password_takes_seconds_at_most() -> None:
    began = process_time()
    refused(PasswordRules(), "4@8({[<369!1|05$7+%2" * 10)
    assert process_time() - began < 60


# Breached ones

LEAKED = ["lantern orchard velvet", "quite another battery", "gar-den 47 lamps"]


def listed(*passwords: str) -> list[str]:
    """As Have I Been Pwned writes them, among a thousand others."""
    among = [*passwords, *(f"leaked-{number}" for number in range(1000))]
    hashes = sorted(sha1(one.encode(), usedforsecurity=False).hexdigest().upper() for one in among)
    return [f"{one}:{3 + number}" for number, one in enumerate(hashes)]


def one_file(folder: Path, lines: list[str]) -> Path:
    file = folder / "pwned-passwords-sha1-ordered-by-hash.txt"
    file.write_bytes("".join(f"{line}\r\n" for line in lines).encode())
    return file


def ranges(folder: Path, lines: list[str]) -> Path:
    (folder / "ranges").mkdir()
    for first in {"00000", "7FFFF", "FFFFF", *(line[:5] for line in lines)}:
        rest = "\r\n".join(line[5:] for line in lines if line.startswith(first))
        (folder / "ranges" / f"{first}.txt").write_text(rest, encoding="ascii")
    return folder / "ranges"


@pytest.mark.parametrize("kept_as", [one_file, ranges])
def test_a_password_on_the_list_is_refused_and_no_other(
    kept_as: Callable[[Path, list[str]], Path], tmp_path: Path
) -> None:
    rules = PasswordRules(breached=read(kept_as(tmp_path, listed(*LEAKED))))
    for password in LEAKED:
        with pytest.raises(WeakPassword, match="breached"):
            rules.check(password, *OWN)
    others = [f"lantern orchard velvet {number}" for number in range(5)] if kept_as is one_file else []
    assert refused(rules, *others) == []


def test_every_line_of_a_file_is_found_and_nothing_between(tmp_path: Path) -> None:
    lines = listed()
    found = read(one_file(tmp_path, lines))
    assert all(f"leaked-{number}" in found for number in range(1000))
    assert not any(f"kept-{number}" in found for number in range(1000))


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([], "HASH:COUNT"),
        (["password", "123456"], "HASH:COUNT"),
        (["0123456789ABCDEF0123456789ABCDEF:4"], "HASH:COUNT"),  # NTLM
        (listed()[::-1], "not ordered"),
        (sorted(listed(), key=lambda line: int(line.partition(":")[2]) % 7), "not ordered"),
    ],
)
def test_what_is_no_such_list_is_told_at_the_start(lines: list[str], why: str, tmp_path: Path) -> None:
    with pytest.raises(BadBreachedPasswords, match=why):
        read(one_file(tmp_path, lines))


def test_one_that_is_not_there_is_told_too(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(BadBreachedPasswords, match="cannot be read"):
            read(path)


def test_a_list_that_goes_away_keeps_nobody_out_and_the_journal_tells(tmp_path: Path) -> None:
    rules = PasswordRules(breached=BreachedPasswords(tmp_path / "gone"))
    with capture_logs() as journal:
        rules.check(LEAKED[0])
    assert [line["event"] for line in journal] == ["breached_passwords_unread"]
