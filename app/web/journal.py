"""One log line an answer: route, status, time, and which member of staff looked at whose session or visit.

Never an address with a token, a patient's name or a word of the talk.
"""

from time import perf_counter
from typing import Any

import structlog
from apiflask import APIFlask
from flask import Response, g, request

log = structlog.get_logger()


def keep_journal(app: APIFlask) -> None:
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    g.began = perf_counter()


def _end(response: Response) -> Response:
    rule = request.url_rule.rule if request.url_rule else "none"
    if not rule.startswith("/assets"):
        took = round((perf_counter() - g.began) * 1000, 1) if "began" in g else None
        log.info("answered", method=request.method, route=rule, status=response.status_code, ms=took, **_about())
    return response


def _about() -> dict[str, Any]:
    """The ids of what was asked for, and who asked."""
    named = request.view_args or {}
    ids = {"session": named.get("session_id"), "visit": named.get("number"), "by": g.me.username if "me" in g else None}
    return {name: value for name, value in ids.items() if value is not None}
