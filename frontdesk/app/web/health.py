"""For load balancers and Prometheus: whether this process lives, whether it is ready, and what it counts."""

import hmac

from apiflask import APIBlueprint
from flask import Response, jsonify, request
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, generate_latest

from frontdesk.app.ledger import deliveries
from frontdesk.app.ledger.presence import kiosks_heard
from frontdesk.app.watch.readiness import ready
from frontdesk.app.watch.standing import Standing
from frontdesk.app.web.parts import Parts, parts
from frontdesk.app.web.problems import Refused

health = APIBlueprint("health", __name__, url_prefix="/health", enable_openapi=False)
metrics = APIBlueprint("metrics", __name__, enable_openapi=False)


def scraper() -> None:
    """Prometheus, by the token of the setting; without one nobody."""
    token = parts().settings.metrics_token.get_secret_value()
    if not token:
        raise Refused(404, "not_found", "No metrics are shown: FRONTDESK_METRICS_TOKEN is not set")
    told = request.authorization.token if request.authorization and request.authorization.type == "bearer" else None
    if told is None or not hmac.compare_digest(told.encode(), token.encode()):
        raise Refused(401, "not_signed_in", "The metrics' token", headers={"WWW-Authenticate": "Bearer"})


@health.get("/live")
def live() -> Response:
    """It answers; of anything else it says nothing."""
    return jsonify(live=True)


@health.get("/ready")
def is_ready() -> tuple[Response, int]:
    """What a reception needs, tried now."""
    found = parts().readiness.look()
    return jsonify(ready=ready(found), checks=found), 200 if ready(found) else 503


@metrics.get("/metrics")
def page() -> Response:
    whole = parts()
    known = CollectorRegistry()
    known.register(standing(whole))
    told = whole.watching.metrics.page() + generate_latest(known)
    return Response(told, content_type=CONTENT_TYPE_PLAIN_0_0_4)


def standing(whole: Parts) -> Standing:
    return Standing(
        whole.readiness.look,
        lambda: whole.reception.log.live(since=whole.clock()),
        lambda: deliveries.backlog(whole.engine, whole.clock()),
        lambda: kiosks_heard(whole.devices.all(), whole.presence),
        whole.clock,
    )
