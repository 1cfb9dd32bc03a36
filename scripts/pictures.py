"""Takes the README's pictures from a running demonstration: python -m scripts.pictures."""

import os
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Page

from frontdesk.evaluation.serving import serving
from tests.e2e.axe import Axe
from tests.e2e.board import Board
from tests.e2e.chromium import KIOSK, Windows, chromium
from tests.e2e.kiosk import Kiosk
from tests.e2e.worklist import Worklist

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
MORNING = 10  # o'clock, when an outpatient clinic is open
DESK = {"width": 1600, "height": 900}  # a common desk screen, and pictures that load fast
LARGEST = 300_000  # bytes
OTHERS = (
    ("en", ("My chest is crushing and my left arm is numb, I'm sweating.",)),
    ("zh", ("皮肤起红疹子，很痒，一个星期了",)),
    ("en", ("I've told three people already! Just give me a doctor.",)),
    ("zh", ("牙疼了两天，右边下面那颗", "我41岁，女")),
    ("en", ("I have had a sore throat and a cough since Monday", "I am 29, female")),
)


def main() -> None:
    in_the_morning()
    os.environ["FRONTDESK_IDLE_SECONDS"] = os.environ["FRONTDESK_ASSISTED_IDLE_SECONDS"] = "900"
    PICTURES.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(f"sqlite:///{folder}/frontdesk.db", Path(folder) / "log") as server,
        chromium() as browser,
    ):
        lobby = Lobby(Windows(browser, f"http://{server.host}:{server.port}"))
        take(lobby.asking(), "kiosk")
        lobby.recommendation()
        lobby.fills()
        take(lobby.board(), "board")
        take(lobby.worklist(), "worklist")


def in_the_morning() -> None:
    """Moves this program, and what it starts, to where it is ten o'clock now."""
    hours = (MORNING - datetime.now(UTC).hour + 12) % 24 - 12
    os.environ["TZ"] = f"Etc/GMT{-hours:+d}"
    time.tzset()


def take(page: Page, name: str) -> None:
    path = PICTURES / f"{name}.png"
    page.screenshot(path=path)
    size = path.stat().st_size
    print(f"{path}: {size // 1000} kB")
    if size > LARGEST:
        raise SystemExit(f"{path} is larger than {LARGEST} bytes")


class Lobby:
    """A morning's patients, each at a kiosk of their own."""

    def __init__(self, windows: Windows) -> None:
        self.windows, self.axe = windows, Axe()

    def kiosk(self, language: str) -> Kiosk:
        return Kiosk(self.windows.open(KIOSK), self.axe, language=language)

    def asking(self) -> Page:
        """A page of danger signs that fit what was said."""
        kiosk = self.kiosk("zh").as_guest()
        kiosk.says("头疼，右边一跳一跳的，昨天开始")
        kiosk.to_page("danger")
        return kiosk.page

    def recommendation(self) -> Page:
        """An old man on his way to cardiology."""
        kiosk = self.waiting = self.kiosk("zh")
        kiosk.comes_in().agrees()
        kiosk.identifies("P1001", "1958-04-12")
        kiosk.says("胸口闷，好几天了，爬楼就厉害")
        kiosk.answers(lambda key: {"past_history": "高血压十来年，吃个白片片"}.get(key))
        return kiosk.page

    def fills(self) -> None:
        """Others of the same morning: one is done, one is in danger, the rest are in the middle."""
        done = self.kiosk("zh")
        done.comes_in().agrees()
        done.identifies("P1005", "1946-11-30")
        done.says("脚肿，走几步就喘，有半个月了")
        done.answers()
        done.books(2)
        done.finishes()
        for language, lines in OTHERS:
            kiosk = self.kiosk(language).as_guest()
            for line in lines:
                kiosk.says(line)

    def board(self) -> Page:
        board = Board(self.windows.open(DESK, locale="en-GB"), self.axe).comes()
        board.opens("My chest is crushing")
        return board.page

    def worklist(self) -> Page:
        """The old man's page, a sentence pointed at."""
        kiosk = self.waiting
        kiosk.books()
        kiosk.finishes()
        doctor = Worklist(self.windows.open(DESK), self.axe, language="zh").comes()
        doctor.opens("爬楼")
        doctor.part("past_history").get_by_role("link").first.focus()
        return doctor.page


if __name__ == "__main__":
    main()
