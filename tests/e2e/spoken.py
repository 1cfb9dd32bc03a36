"""A patient at the kiosk who only speaks: each answer goes through the browser's microphone, tiles by their words.

Chromium's fake microphone reads its file anew each time that the kiosk opens the microphone, so that another sentence
can be put there before each press of the button.
"""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.kiosk import MOST_PAGES, ORDINARY, Kiosk

HEARD_MS = 60_000


class SpokenPatient:
    """`utter`: puts a sentence before the microphone."""

    def __init__(self, kiosk: Kiosk, utter: Callable[[str], None]) -> None:
        self.kiosk, self._utter = kiosk, utter
        self.said: list[tuple[str, str]] = []  # with what was heard of it

    def says(self, words: str) -> None:
        """Presses, speaks, and sends what was heard."""
        kiosk = self.kiosk
        kiosk.goes_to_the_questions()
        self._utter(words)
        kiosk.button(kiosk.word("hear.speak")).click()
        sends = kiosk.button(kiosk.word("talk.send")).or_(kiosk.button(kiosk.word("hear.yes")))
        expect(sends).to_be_enabled(timeout=HEARD_MS)
        self.said.append((words, kiosk.page.get_by_role("textbox").last.input_value()))
        kiosk.does("/turns", sends.click)
        assert kiosk.told["said"], "nothing was heard"

    def answers(self, **known: tuple[str, ...]) -> None:
        """Until nothing is asked: by the words of the tile that is known of a page, else of its ordinary one."""
        kiosk = self.kiosk
        for _ in range(MOST_PAGES):
            if kiosk.asked is None or kiosk.told["phase"] != "conversation":
                return
            self.says(self._tile(*known.get(kiosk.asked, ()), *ORDINARY))
        raise AssertionError(f"still asked after {MOST_PAGES} answers: {self.said}")

    def _tile(self, *keys: str) -> str:
        labels = self.kiosk.labels
        return labels[next(key for key in (*keys, *labels) if key in labels)]
