"""What a browser may learn before it is paired: the hospital's name, and how to become a kiosk."""

from collections.abc import Sequence
from datetime import datetime
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from apiflask import APIBlueprint
from flask import Response, request

from frontdesk.app.hearing import setup_of
from frontdesk.app.settings import Pairing
from frontdesk.app.web.authorisation import DEVICE_SECONDS, kept_as_kiosk
from frontdesk.app.web.cookies import KIOSK_COOKIE, device_token, set_cookie
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused
from frontdesk.app.web.schemas import (
    DepartmentPlaceView,
    HospitalView,
    PairRequest,
    PlacesView,
    PlaceView,
    SpeechView,
    WayQuery,
    WayView,
)
from frontdesk.app.web.way import way_to
from frontdesk.his_adapter import opening
from frontdesk.his_adapter.records import Department, HospitalPlace, Opened
from frontdesk.models.facts import Language
from frontdesk.models.speech.recognition.engines import languages

hospital = APIBlueprint("hospital", __name__, url_prefix="/api", tag="kiosk")

OF_A_PLACE = {"department_id", "name", "building", "floor", "room", "directions"}


@hospital.get("/hospital")
@hospital.output(HospitalView)
def about() -> Response:
    """The hospital, and whether this browser is a kiosk."""
    whole, token = parts(), device_token(request.cookies)
    if whole.devices.kiosk_of(token) is not None:
        kept_as_kiosk(token)
        return _answer(None)
    if whole.settings.kiosk_pairing is Pairing.OPEN and _on_this_machine():
        return _answer(whole.devices.pair_next(now=whole.clock()))
    return _answer(None, paired=False)


@hospital.get("/places")
@hospital.output(PlacesView)
def places() -> PlacesView:
    """Where everything is, for who only asks."""
    whole = parts()
    directory = whole.hospital.directory
    texts = {policy.policy_id: policy.text for policy in directory.policies()}
    now = whole.clock()
    return PlacesView(
        places=[
            PlaceView(
                **place.model_dump(include=OF_A_PLACE - {"department_id"} | {"kind"}),
                texts=[texts[one] for one in place.policies if one in texts],
                **_hours(place, now),
            )
            for place in directory.info().places
        ],
        departments=[
            DepartmentPlaceView(**one.model_dump(include=OF_A_PLACE | {"department_id"}), **_hours(one, now))
            for one in directory.departments()
        ],
    )


def _hours(place: Opened, now: datetime) -> dict[str, Any]:
    """Whether it is open, as a view tells it; a place without hours is neither open nor closed."""
    if not place.openings:
        return {"open_now": None, "hours_today": "", "opens": None}
    stands = opening.standing(place, now)
    return {"open_now": stands.reached, "hours_today": opening.hours_on(place, now), "opens": stands.opens}


@hospital.get("/way")
@hospital.input(WayQuery, location="query")
@hospital.output(WayView)
def way(query_data: WayQuery) -> WayView:
    """The way from the kiosk to a department or a place. 404: there is none of that id or number."""
    directory = parts().hospital.directory
    info = directory.info()
    place = _asked(query_data, directory.departments(), info.places)
    if place is None:
        raise Refused(404, "not_found", "No such department or place")
    return way_to(
        place, info.floors, Language(query_data.language), large=query_data.large, step_free=query_data.step_free
    )


def _asked(
    query: WayQuery, departments: Sequence[Department], places: Sequence[HospitalPlace]
) -> Department | HospitalPlace | None:
    if query.place is not None:
        return places[query.place] if query.place < len(places) else None
    return next((one for one in departments if one.department_id == query.department_id), None)


@hospital.post("/kiosk/pair")
@hospital.input(PairRequest)
@hospital.output(HospitalView)
def pair(json_data: PairRequest) -> Response:
    """Become a kiosk with a one-time code from `frontdesk kiosk add`."""
    whole, address = parts(), request.remote_addr or ""
    tried = whole.tries.reserve("", address, now=whole.clock())
    token = whole.devices.pair(json_data.code, now=whole.clock())
    if token is None:
        raise Refused(403, "wrong_code", "The code is wrong, used or older than ten minutes")
    whole.tries.was_right(tried)
    return _answer(token)


def _answer(token: str | None, *, paired: bool = True) -> Response:
    settings = parts().settings
    info = parts().hospital.directory.info()
    view = HospitalView(
        name=info.name,
        emergency=info.emergency,
        paired=paired,
        idle_seconds=settings.idle_seconds,
        assisted_idle_seconds=settings.assisted_idle_seconds,
        warning_seconds=settings.warning_seconds,
        speech=_speech(),
        hearing=list(languages(setup_of(settings))),
        hearing_sends_after=settings.hearing_sends_after,
    )
    response = Response(view.model_dump_json(), content_type="application/json")
    if token is not None:
        set_cookie(response, KIOSK_COOKIE, token, seconds=DEVICE_SECONDS)
    return response


def _speech() -> SpeechView | None:
    settings = parts().settings
    if not parts().speech.there:
        return None
    return SpeechView(unasked=settings.speech == "on", speed=settings.speech_speed, volume=settings.speech_volume)


def _on_this_machine() -> bool:
    """A direct request from this machine, addressed to it by a local name; through a proxy nobody can tell."""
    if "Forwarded" in request.headers or "X-Forwarded-For" in request.headers:
        return False
    name = urlsplit(f"//{request.host}").hostname or ""
    return _loopback(request.remote_addr or "") and (name == "localhost" or _loopback(name))


def _loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
