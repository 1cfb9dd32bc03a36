"""axe-core over the pages that journeys meet: nothing serious or critical, and contrast of 7:1."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "kiosk_ui" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = {"serious", "critical"}
LOOK = """async () => {
  const found = await axe.run(document, {
    preload: false, // of style sheets, which no rule here asks for
    resultTypes: ["violations"],
    rules: {
      "color-contrast": { enabled: false }, // the next one asks for more
      "color-contrast-enhanced": { enabled: true },
      "target-size": { enabled: true },
    },
  });
  return found.violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help, nodes: nodes.map(({ html, failureSummary }) => `${html}\\n      ${failureSummary}`),
  }));
}"""


class Axe:
    """Looks at every kind of page once in a run, however many journeys meet it."""

    def __init__(self) -> None:
        self._script = AXE.read_text()
        self._seen: set[tuple[str, ...]] = set()

    def look(self, page: Page, *kind: str) -> None:
        """Fails on a grave violation; `kind` names what the page shows."""
        if kind in self._seen:
            return
        page.evaluate("() => document.getAnimations().forEach((one) => one.finish())")
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(self._script)  # by the debugger, which the page's content policy does not concern
        grave = [found for found in page.evaluate(LOOK) if found["impact"] in GRAVE]
        assert not grave, f"axe on {' / '.join(kind)}:\n" + "\n".join(map(_told, grave))
        self._seen.add(kind)


def _told(violation: dict[str, Any]) -> str:
    places = "\n    ".join(violation["nodes"][:5])
    return f"  {violation['impact']} {violation['id']}: {violation['help']}\n    {places}"
