"""One real server and one real browser for all journeys; what went wrong is told with the server's journal."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from frontdesk.evaluation.serving import Server, serving
from tests.e2e.admin import Admin
from tests.e2e.axe import Axe
from tests.e2e.board import Board
from tests.e2e.chromium import DESK, KIOSK, Windows, chromium
from tests.e2e.kiosk import Kiosk
from tests.e2e.worklist import Worklist

LOCALES = {"zh": "zh-CN", "en": "en-GB"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.journey)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """A journey that failed says what the server wrote, and leaves a picture of every window."""
    report = yield
    given: dict[str, Any] = getattr(item, "funcargs", {})
    windows = given.get("windows")
    if windows and report.when == "call" and report.failed:
        folder: Path = given["tmp_path"]
        for number, page in enumerate(windows.opened, start=1):
            picture = folder / f"window-{number}.png"
            page.screenshot(path=picture)
            report.sections.append((f"window {number}: {page.url}", str(picture)))
        report.sections.append(("the server", given["journal"].read_text()[-3000:]))
    return report


@pytest.fixture(scope="session")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("journeys") / "server.log"


@pytest.fixture(scope="session")
def hospital(journal: Path) -> Iterator[Server]:
    """The demonstration hospital, newly seeded, on a free port of this machine."""
    with serving(f"sqlite:///{journal.parent / 'frontdesk.db'}", journal) as server:
        server.wait_until_warm(journal)
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def axe() -> Axe:
    return Axe()


@pytest.fixture
def windows(browser: Browser, hospital: Server, tmp_path: Path) -> Iterator[Windows]:
    """The windows of this journey. What a page may never do fails it at its end."""
    windows = Windows(browser, f"http://{hospital.host}:{hospital.port}")
    yield windows
    windows.close()
    assert not windows.wrongs


@pytest.fixture
def new_kiosk(windows: Windows, axe: Axe) -> Callable[..., Kiosk]:
    """A kiosk in the lobby, at its first screen."""

    def new(language: str = "zh", size: dict[str, int] = KIOSK) -> Kiosk:
        return Kiosk(windows.open(size), axe, language=language)

    return new


@pytest.fixture
def new_board(windows: Windows, axe: Axe) -> Callable[..., Board]:
    def new(language: str = "en") -> Board:
        return Board(windows.open(DESK, locale=LOCALES[language]), axe, language=language)

    return new


@pytest.fixture
def new_worklist(windows: Windows, axe: Axe) -> Callable[..., Worklist]:
    def new(language: str = "en") -> Worklist:
        return Worklist(windows.open(DESK, locale=LOCALES[language]), axe, language=language)

    return new


@pytest.fixture
def new_admin(windows: Windows, axe: Axe) -> Callable[..., Admin]:
    def new(language: str = "en") -> Admin:
        return Admin(windows.open(DESK, locale=LOCALES[language]), axe, language=language)

    return new


@pytest.fixture
def kiosk(new_kiosk: Callable[..., Kiosk]) -> Kiosk:
    """A kiosk where the next patient speaks Chinese."""
    return new_kiosk("zh")


@pytest.fixture
def english_kiosk(new_kiosk: Callable[..., Kiosk]) -> Kiosk:
    return new_kiosk("en")


@pytest.fixture
def board(new_board: Callable[..., Board]) -> Board:
    """The nurse's board, signed in."""
    return new_board().comes()
