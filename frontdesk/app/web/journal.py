"""One log line an answer: route, status, time, the session's id. Who looked at whom is in the audit trail.

Never an address with a token, a patient's name or a word of the talk.
"""

from time import perf_counter

import structlog
from apiflask import APIFlask
from flask import Response, g, request

from frontdesk.app.web.parts import parts

OFTEN = ("/assets", "/health", "/metrics")  # told of where they fail

log = structlog.get_logger()


def keep_journal(app: APIFlask) -> None:
    """And count and trace each answer."""
    app.before_request(_begin)
    app.after_request(_end)
    app.teardown_request(_left)


def _begin() -> None:
    g.began = perf_counter()
    tracing = parts().watching.tracing
    if tracing is not None and not _rule().startswith(OFTEN):
        g.traced = tracing.request(request.method, _rule())


def _end(response: Response) -> Response:
    rule = _rule()
    parts().watching.metrics.answered(request.blueprint or "none", response.status_code)
    if "traced" in g:
        g.pop("traced")(response.status_code)
    if not rule.startswith(OFTEN) or response.status_code >= 400:
        took = round((perf_counter() - g.began) * 1000, 1) if "began" in g else None
        session_id = (request.view_args or {}).get("session_id")
        about = {"session": session_id} if session_id else {}
        log.info("answered", method=request.method, route=rule, status=response.status_code, ms=took, **about)
    return response


def _left(_error: BaseException | None) -> None:
    if "traced" in g:
        g.pop("traced")(None)


def _rule() -> str:
    return request.url_rule.rule if request.url_rule else "none"
