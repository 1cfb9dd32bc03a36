"""CDS Hooks 2.0: the record system opens a patient (`patient-view`) and is told on one card who of them waits."""

from typing import Annotated, Any, cast

import structlog
from apiflask import APIBlueprint
from flask import Response, g, jsonify, request
from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from frontdesk.app.ledger.audit import acting
from frontdesk.app.record_systems import CdsClient
from frontdesk.app.web.cds_card import card_of
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import storable
from frontdesk.his_adapter.errors import HospitalError, NotFound
from frontdesk.his_adapter.trust.prefetched import number_in
from frontdesk.his_adapter.trust.tokens import BadToken, issuer_of, over, verified
from frontdesk.models.facts import Language

log = structlog.get_logger()

SERVICE = "frontdesk-waiting"
HOOK = "patient-view"
TITLES = {
    Language.EN: ("Waiting after reception", "Whether this patient waits, with what complaint and how urgent it is."),
    Language.ZH: ("预检后候诊", "这位患者是否正在候诊、主诉是什么、有多紧急。"),
}
LANGUAGES = [language.value for language in Language]
# Nothing here goes by cookies, so whichever page may ask: the token is what lets it.
CROSS_ORIGIN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type",
    "Access-Control-Max-Age": "600",
    "Vary": "Accept-Language",
    "Cache-Control": "no-store",
}

discovery = APIBlueprint("cds_discovery", __name__, url_prefix="/cds-services", enable_openapi=False)
services = APIBlueprint("cds_services", __name__, url_prefix="/cds-services", enable_openapi=False)

Short = Annotated[str, StringConstraints(min_length=1, max_length=200)]
FhirId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9\-.]{1,64}$")]
User = Annotated[
    str, StringConstraints(pattern=r"^(?:Practitioner|PractitionerRole|Patient|RelatedPerson)/[\w\-.]{1,64}$")
]
CLINICIANS = ("Practitioner/", "PractitionerRole/")


class Context(BaseModel):
    """Of `patient-view`; what else it has is not looked at."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    userId: User  # noqa: N815 the standard's names
    patientId: FhirId  # noqa: N815


class HookRequest(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    hook: Short
    hookInstance: Short  # noqa: N815
    fhirServer: str = ""  # noqa: N815
    context: Context
    prefetch: dict[str, Any] | None = None


def cds_client() -> None:
    """A record system that the hospital trusts, by the token it signed. A browser's preflight carries none."""
    if request.method == "OPTIONS":
        return
    token = request.authorization.token if request.authorization and request.authorization.type == "bearer" else None
    if not token:
        raise _unauthorised("no token", challenge="Bearer")
    try:
        client, claims = _believed(token)
    except BadToken as error:
        raise _unauthorised(str(error), challenge='Bearer error="invalid_token"') from None
    g.cds_client = client
    acting.set(f"record_system:{client.iss}")
    if not parts().used_tokens.use(client.iss, claims["jti"], until=over(claims), now=parts().clock()):
        raise _unauthorised("used before", challenge='Bearer error="invalid_token"')


def _believed(token: str) -> tuple[CdsClient, dict[str, Any]]:
    issuer = issuer_of(token)
    known = next((one for one in parts().record_systems.cds_hooks if one.iss == issuer), None)
    if known is None:
        raise BadToken("of nobody that is trusted")
    endpoint = f"{parts().settings.home}/cds-services/{SERVICE}"
    return known, verified(
        token, parts().key_sets[known.jwks], issuer=known.iss, audience=endpoint, now=parts().clock(), needed=("jti",)
    )


def _unauthorised(why: str, *, challenge: str) -> Refused:
    log.warning("cds_client_refused", why=why)
    return Refused(401, "token_refused", "The token is not taken", headers={"WWW-Authenticate": challenge})


@discovery.get("")
def offered() -> Response:
    """What there is; nobody's data, so it is open."""
    title, description = TITLES[_language(Language.EN)]
    service = {
        "hook": HOOK,
        "id": SERVICE,
        "title": title,
        "description": description,
        "prefetch": {"patient": "Patient/{{context.patientId}}"},
    }
    return jsonify({"services": [service] if parts().record_systems.cds_hooks else []})


@services.post(f"/{SERVICE}")
def waiting() -> Response:
    """At most one card; none where nobody of this number waits."""
    asked, whole = _asked(), parts()
    client = cast(CdsClient, g.cds_client)
    acting.set(f"record_system:{client.iss} {asked.context.userId}")
    if not asked.context.userId.startswith(CLINICIANS):
        return jsonify({"cards": []})
    visits = whole.records.waiting(_numbers(asked, client), whole.clock().date())
    if not visits:
        return jsonify({"cards": []})
    whole.looks.at(
        "card",
        patients=[one.record.patient_id for one in visits],
        records=[one.record.outpatient_number for one in visits],
    )
    departments = {one.department_id: one.name for one in whole.hospital.directory.departments()}
    launches = asked.fhirServer.rstrip("/") in {one.base for one in whole.smart_servers}
    card = card_of(visits, departments, _language(client.language), home=whole.settings.home, launches=launches)
    return jsonify({"cards": [card]})


def _asked() -> HookRequest:
    """Raises Refused, which names the fields and not what was said in them."""
    try:
        asked = HookRequest.model_validate(storable(request.get_json()))
    except ValidationError as error:
        wrong = ", ".join(".".join(map(str, one["loc"])) for one in error.errors())
        raise Refused(400, "bad_hook_request", f"Missing or not readable: {wrong}") from None
    if asked.hook != HOOK:
        raise Refused(400, "another_hook", f"The service answers to {HOOK} alone")
    return asked


def _numbers(asked: HookRequest, client: CdsClient) -> list[str]:
    """The numbers on cards of the patient in context; none where the hospital does not know them.

    Raises Refused (412) where neither prefetch nor the server of the patient tells.
    """
    patients, given = parts().hospital.patients, (asked.prefetch or {}).get("patient")
    number = number_in(given, asked.context.patientId, client.patients)
    try:
        if number is not None:
            return list(dict.fromkeys((number, patients.patient(number).patient_id)))
        return [patients.referred_to(f"{asked.fhirServer.rstrip('/')}/Patient/{asked.context.patientId}").patient_id]
    except NotFound:
        return [number] if number is not None else []
    except HospitalError:  # away, or not the server that we know
        if number is not None:
            return [number]
        raise _untold() from None


def _untold() -> Refused:
    return Refused(412, "patient_not_told", "Who the patient is was not told: send the prefetch `patient`")


def _language(otherwise: Language) -> Language:
    best = request.accept_languages.best_match(LANGUAGES)
    return Language(best) if best else otherwise


@discovery.after_request
@services.after_request
def _across_origins(response: Response) -> Response:
    response.headers.update(CROSS_ORIGIN)
    return response
