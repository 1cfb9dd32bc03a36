"""Our cookies: no script reads them, no other site sends them, and behind HTTPS no other host puts one over them.

There each is Secure and has the prefix `__Host-`, which a browser takes only from this very host, over HTTPS, for its
whole path. Over plain HTTP it would take none, so the names are plain.
"""

from collections.abc import Mapping

from flask import Response, request

from frontdesk.app.web.parts import parts

STAFF_COOKIE = "frontdesk_staff"
KIOSK_COOKIE = "frontdesk_kiosk"
PREFIX = "__Host-"


def is_https() -> bool:
    return request.is_secure or parts().settings.public_url.startswith("https://")


def cookie(name: str) -> str:
    """What the browser has by this name; empty for nothing."""
    return request.cookies.get(_named(name), "")


def set_cookie(response: Response, name: str, value: str, *, seconds: int, lax: bool = False) -> None:
    """`lax`: other sites may send it, but in leading a browser here alone."""
    same = "Lax" if lax else "Strict"
    response.set_cookie(_named(name), value, max_age=seconds, httponly=True, samesite=same, secure=is_https())


def clear_cookie(response: Response, name: str) -> None:
    response.delete_cookie(_named(name), httponly=True, samesite="Strict", secure=is_https())


def device_token(cookies: Mapping[str, str]) -> str:
    """A kiosk's, by the name it had before prefixes too: whoever was paired then stays so."""
    return cookies.get(f"{PREFIX}{KIOSK_COOKIE}") or cookies.get(KIOSK_COOKIE, "")


def is_named_as_before() -> bool:
    """Whether this kiosk shows its token by the earlier name alone."""
    return is_https() and KIOSK_COOKIE in request.cookies and not cookie(KIOSK_COOKIE)


def _named(name: str) -> str:
    return f"{PREFIX}{name}" if is_https() else name
