"""The built front ends, and what the server says of itself."""

from importlib.metadata import version
from pathlib import Path

from apiflask import APIBlueprint
from flask import Response, current_app, send_from_directory

from frontdesk.app.settings import PACKAGE
from frontdesk.app.web.document import document
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import StatusView

pages = APIBlueprint("pages", __name__, enable_openapi=False)
about = APIBlueprint("about", __name__, tag="about")

YEAR = 365 * 24 * 3600


@about.get("/status")
@about.output(StatusView)
def status() -> StatusView:
    """What runs here."""
    models = parts().reception.services.models
    return StatusView(
        version=version("frontdesk"),
        commit=commit_of(PACKAGE),
        migration=parts().migration,
        mode=models.mode,
        model_servers=len(models.states),
        model_servers_well=sum(one.well for one in models.states),
    )


@about.get("/api/openapi.json")
@about.doc(hide=True)
def openapi() -> Response:
    return Response(document(current_app), content_type="application/json")  # type: ignore[arg-type]


@pages.get("/")
def kiosk() -> Response:
    return _page("index.html")


@pages.get("/board")
def board() -> Response:
    return _page("board.html")


@pages.get("/worklist")
def worklist() -> Response:
    return _page("worklist.html")


@pages.get("/records")
def records() -> Response:
    """The table of records, patients' own data, what was done to both."""
    return _page("records.html")


@pages.get("/staff")
@pages.get("/staff/security")
def staff() -> Response:
    """Where every member of staff begins."""
    return _page("staff.html")


@pages.get("/admin")
@pages.get("/admin/<section>")
def admin(section: str = "") -> Response:
    """Each section has an address of its own; the page knows which it is."""
    return _page("admin.html")


@pages.get("/reports")
def reports() -> Response:
    return _page("reports.html")


@pages.get("/icon.svg")
def icon() -> Response:
    return _page("icon.svg")


@pages.get("/plain.css")
def plain() -> Response:
    """The style of pages without scripts."""
    return _file(Path(__file__).with_name("templates"), "plain.css")


@pages.get("/assets/<path:name>")
def assets(name: str) -> Response:
    """Scripts, styles and fonts; their names change with their content."""
    response = send_from_directory(parts().settings.ui_folder / "assets", name, max_age=YEAR)
    response.cache_control.immutable = True
    return response


def _page(name: str) -> Response:
    folder = parts().settings.ui_folder.resolve()
    if not (folder / name).is_file():
        raise Refused(503, "front_end_missing", "The front end is not built; run make install")
    return _file(folder, name)


def _file(folder: Path, name: str) -> Response:
    """Kept by the browser, and asked for whether it is still the same."""
    response = send_from_directory(folder, name)
    response.cache_control.no_cache = True
    return response


def commit_of(root: Path) -> str:
    """The commit a work tree stands on, read without git; "unknown" outside one."""
    head = root / ".git" / "HEAD"
    if not head.is_file():
        return "unknown"
    told = head.read_text().strip()
    if not told.startswith("ref: "):
        return told[:12]
    name = told.removeprefix("ref: ")
    loose, packed = root / ".git" / name, root / ".git" / "packed-refs"
    if loose.is_file():
        return loose.read_text().strip()[:12]
    lines = packed.read_text().splitlines() if packed.is_file() else []
    return next((line.split()[0][:12] for line in lines if line.endswith(f" {name}")), "unknown")
