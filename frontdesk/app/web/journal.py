"""One log line an answer: route, status, time, the session's id. Who looked at whom is in the audit trail.

Never an address with a token, a patient's name or a word of the talk.
"""

from time import perf_counter

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
        session_id = (request.view_args or {}).get("session_id")
        about = {"session": session_id} if session_id else {}
        log.info("answered", method=request.method, route=rule, status=response.status_code, ms=took, **about)
    return response
