"""The headers of every answer: what a browser may run of it, keep of it and tell of it."""

import re
from collections.abc import Callable, Iterator

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from frontdesk.app.settings import PACKAGE, Settings
from frontdesk.app.web.application import create_app
from frontdesk.app.web.security import PAGES
from tests.web.conftest import Kiosk

STREAM = re.compile("/events$")
OPEN = re.compile("^/(assets/|icon.svg|plain.css|$|board$|worklist$|records$|staff$|staff/security$|admin|reports$)")


def answers(client: FlaskClient, app: APIFlask) -> Iterator[tuple[str, TestResponse]]:
    """Of every route and method, whatever it says to a request without a body."""
    for rule in app.url_map.iter_rules():
        path = re.sub("<[^>]*>", "7", rule.rule)
        if STREAM.search(path):
            continue
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield f"{method} {rule.rule}", client.open(path, method=method, headers={"X-Frontdesk": "1"})
    yield "GET nothing", client.get("/nothing")


@pytest.mark.parametrize("who", ["nobody", "kiosk", "doctor", "admin"])
def test_every_route_forbids_what_is_inline_and_elsewhere_and_keeps_nothing_personal(
    app: APIFlask, kiosk: Kiosk, signed_in: Callable[..., FlaskClient], who: str
) -> None:
    kiosk.start()
    match who:
        case "nobody":
            client = app.test_client()
        case "kiosk":
            client = kiosk.client
        case _:
            client = signed_in(who, "cardiology" if who == "doctor" else None)
    wrong: list[str] = []
    for route, answer in answers(client, app):
        headers = answer.headers
        policy = dict(part.partition(" ")[::2] for part in headers.get("Content-Security-Policy", "").split("; "))
        as_meant = {
            "a policy": policy.get("default-src") == ("'self'" if answer.mimetype in PAGES else "'none'"),
            "nothing inline": "unsafe" not in str(policy) and "script-src" not in policy and "style-src" not in policy,
            "no frames": policy.get("frame-ancestors") == "'none'" and policy.get("base-uri") == "'none'",
            "its type": headers.get("X-Content-Type-Options") == "nosniff",
            "no referrer": headers.get("Referrer-Policy") == "no-referrer",
            "a window of its own": headers.get("Cross-Origin-Opener-Policy") == "same-origin",
            "for us alone": headers.get("Cross-Origin-Resource-Policy") == "same-origin",
            "who listens": ("microphone=(self)" in headers.get("Permissions-Policy", "")) == (route == "GET /"),
            "nothing kept": bool(OPEN.search(route.split()[1])) or headers.get("Cache-Control") == "no-store",
        }
        wrong += [f"{route} ({answer.status_code}): {name}" for name, holds in as_meant.items() if not holds]
    assert not wrong


@pytest.mark.parametrize("address", ["http://frontdesk.test", "https://frontdesk.test"])
def test_a_browser_that_came_by_https_comes_by_nothing_else(settings: Settings, address: str) -> None:
    app = create_app(settings.model_copy(update={"public_url": address}))
    told = app.test_client().get("/api/hospital").headers.get("Strict-Transport-Security", "")
    assert told == ("max-age=31536000" if address.startswith("https") else "")


def test_where_the_hospital_says_so_its_subdomains_too(settings: Settings) -> None:
    told = {"public_url": "https://frontdesk.test", "hsts_subdomains": True}
    app = create_app(settings.model_copy(update=told))
    headers = app.test_client().get("/api/hospital").headers
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"


def test_no_page_without_scripts_holds_a_style(app: APIFlask) -> None:
    for path in ("/slip/guessed", "/launch?iss=https://elsewhere.test"):
        page = app.test_client().get(path).text
        assert "<style" not in page and "style=" not in page
    assert app.test_client().get("/plain.css").mimetype == "text/css"


def test_no_page_of_ours_needs_what_the_policy_forbids() -> None:
    inline = re.compile(r"<style|<script(?! [^>]*src=)|\sstyle=|\son[a-z]+=", re.IGNORECASE)
    pages = sorted((PACKAGE / "app" / "web" / "templates").glob("*.html"))
    assert len(pages) > 3
    assert [page.name for page in pages if inline.search(page.read_text("utf-8"))] == []
