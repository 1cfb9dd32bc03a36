"""One log line an answer: route, status and time; never an address with a token, a name or a word of the talk."""

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
    if rule.startswith("/assets"):
        return response
    took = round((perf_counter() - g.began) * 1000, 1) if "began" in g else None
    session_id = (request.view_args or {}).get("session_id")
    log.info("answered", method=request.method, route=rule, status=response.status_code, ms=took, session=session_id)
    return response
