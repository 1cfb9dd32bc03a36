"""A real Chromium, and windows in it that notice what no page of ours may do."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, Request, expect, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
TELLS_OF_POLICY = """addEventListener("securitypolicyviolation", (broken) =>
  console.error(`policy: ${broken.effectiveDirective} of ${broken.blockedURI} in ${broken.sourceFile}`));"""
PATIENCE_MS = 15_000  # for one thing to appear, on a busy machine
REFUSED = "Failed to load resource"  # Chromium's own note of a 4xx that the page has dealt with
KIOSK = {"width": 1080, "height": 1920}
DESK = {"width": 1920, "height": 1080}


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """`more`: further arguments of its command line."""
    with sync_playwright() as playwright, _launched(playwright.chromium, *more) as browser:
        yield browser


@contextmanager
def beside(running: Browser, *more: str) -> Iterator[Browser]:
    """Another one, with arguments of its own: Playwright itself starts but once in a process."""
    with _launched(running.browser_type, *more) as browser:
        yield browser


@contextmanager
def _launched(kind: BrowserType, *more: str) -> Iterator[Browser]:
    program = next((found for name in NAMES if (found := shutil.which(name))), None)
    assert program, "the journeys need Chromium: apt-get install chromium"
    expect.set_options(timeout=PATIENCE_MS)
    browser = kind.launch(executable_path=program, args=[*ARGUMENTS, *more])
    yield browser
    browser.close()


@dataclass
class Windows:
    """The windows of one journey, each a browser of its own with its own cookies."""

    browser: Browser
    home: str
    opened: list[Page] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)

    def open(self, size: dict[str, int], *, locale: str = "zh-CN") -> Page:
        context = self.browser.new_context(
            base_url=self.home,
            viewport={"width": size["width"], "height": size["height"]},
            locale=locale,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(TELLS_OF_POLICY)
        page = context.new_page()
        self.opened.append(page)
        self._watch(page)
        return page

    def close(self) -> None:
        contexts: list[BrowserContext] = [page.context for page in self.opened]
        for context in contexts:
            context.close()

    def _watch(self, page: Page) -> None:
        """A script that fails, a policy that is broken, a call to somewhere else."""

        def asked(request: Request) -> None:
            if not request.url.startswith((self.home, "data:", "blob:")):
                self.wrongs.append(f"a request to {request.url}")

        page.on("request", asked)
        page.on("pageerror", lambda error: self.wrongs.append(f"a script failed: {error.stack or error}"))
        page.on(
            "console",
            lambda line: (
                self.wrongs.append(f"the console says: {line.text}")
                if line.type == "error" and not line.text.startswith(REFUSED)
                else None
            ),
        )
