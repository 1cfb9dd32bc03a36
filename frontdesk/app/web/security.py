"""Headers on every answer, and writes taken only from our own pages."""

from apiflask import APIFlask
from flask import Response, request

from frontdesk.app.web.cookies import is_https
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused

# Neither scripts nor styles inline: what React Aria would write as a style element stands in theme/base.css, and what
# React sets of an element's style is nothing inline to a policy.
PAGE_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "media-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PAGES = ("text/html", "text/javascript", "image/svg+xml")  # what a browser may run; the rest is data
KIOSK = "/"  # the one page that listens
YEAR = 365 * 24 * 3600  # seconds
WITHOUT_COOKIES = {"cds_services", "provider_logout"}  # who asks proves who they are with each request
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
REFUSED = "camera=(), geolocation=(), payment=(), usb=(), display-capture=()"  # of what a browser may do


def secure(app: APIFlask) -> None:
    app.before_request(_own_pages_only)
    app.after_request(_with_headers)


def _own_pages_only() -> None:
    """Strict cookies stop other sites already; a page elsewhere on this host cannot set these marks either."""
    if request.method in ("GET", "HEAD", "OPTIONS") or request.blueprint in WITHOUT_COOKIES:
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site in ("cross-site", "same-site"):
        raise Refused(403, "cross_site", "Writes are taken from our own pages only")
    if not (request.is_json or "X-Frontdesk" in request.headers or site == "same-origin"):
        raise Refused(403, "cross_site", "A write needs a JSON body or the header X-Frontdesk: 1")


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    headers = response.headers
    headers.setdefault("Content-Security-Policy", PAGE_POLICY if response.mimetype in PAGES else DATA_POLICY)
    headers.setdefault("Permissions-Policy", f"{REFUSED}, microphone={'(self)' if request.path == KIOSK else '()'}")
    headers.setdefault("Cache-Control", "no-store")  # but for what says otherwise: the front end's files
    if is_https():
        whose = "; includeSubDomains" if parts().settings.hsts_subdomains else ""
        headers.setdefault("Strict-Transport-Security", f"max-age={YEAR}{whose}")
    return response
