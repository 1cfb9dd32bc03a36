"""The slip: printed at the kiosk, or carried away on the patient's own telephone by a one-time link."""

import re
from datetime import datetime, timedelta

import segno
from apiflask import APIBlueprint
from flask import Response, render_template, request

from frontdesk.app.ledger.slips import Closed
from frontdesk.app.ledger.tokens import hashed, new_token
from frontdesk.app.reception.errors import NotNow
from frontdesk.app.reception.session.state import State
from frontdesk.app.web.cookies import cookie, set_cookie
from frontdesk.app.web.parts import parts
from frontdesk.app.web.schemas import SlipView, WayView
from frontdesk.app.web.way import way_to
from frontdesk.his_adapter.records import Department, FloorPlan
from frontdesk.models.facts import Language

link = APIBlueprint("slip", __name__, url_prefix="/slip", enable_openapi=False)

OPENER_COOKIE = "frontdesk_slip"  # and of which slip
AFTER = timedelta(days=1)
SENTENCE = re.compile(r"[^。.]+[。.]?")
STATUS = {Closed.UNKNOWN: 404, Closed.EXPIRED: 410, Closed.USED: 410}


def make_slip(state: State) -> SlipView:
    """Of a session with a department."""
    whole, named = parts(), state.recommended
    if named is None:
        raise NotNow("no department is named yet")
    now, lasting = whole.clock(), timedelta(minutes=whole.settings.slip_minutes)
    whole.looks.at("slip", patients=[state.patient_id], sessions=[state.session_id])
    department = whole.departments.view(named.department_id, state.language)
    token = whole.slips.link(state.session_id, now=now, lasting=lasting)
    url = f"{whole.settings.home}/slip/{token}"
    return SlipView(
        url=url,
        qr_svg=segno.make(url, error="m", micro=False).svg_inline(border=2, omitsize=True),
        expires=now + lasting,
        queue_number=state.booked.queue_number if state.booked else None,
        initials=initials(state.patient_name or ""),
        department=department.name,
        building=department.building,
        floor=department.floor,
        room=department.room,
        directions=department.directions,
        notice=None if state.booked else department.notice,
        starts=state.booked.starts if state.booked else None,
        physician=state.booked.physician[state.language] if state.booked else None,
    )


def _ways(department: Department, floors: tuple[FloorPlan, ...], language: Language) -> dict[str, WayView | None]:
    usual = way_to(department, floors, language)
    level = way_to(department, floors, language, step_free=True) if usual.step_free_differs else None
    return {"usual": usual, "level": level}


def kept_until(state: State, now: datetime) -> datetime:
    """For whoever opened it, a slip lasts until the day after the visit."""
    return max(now, state.booked.starts if state.booked else now) + AFTER


def steps(directions: str) -> list[str]:
    """The way, a sentence a step."""
    return [step.strip() for step in SENTENCE.findall(directions)]


def initials(name: str) -> str:
    """ "John Smith" is J. S.; a name without an alphabet keeps its first character: 王*."""
    if name.isascii():
        return " ".join(f"{part[0]}." for part in name.split())
    return f"{name[0]}{'*' * (len(name) - 1)}"


@link.get("/<token>")
def show(token: str) -> Response:
    """The slip on the telephone that opens the link first, in both languages, nothing of the conversation."""
    if request.method == "HEAD":  # a telephone's preview must not use the link up
        return Response(headers={"Cache-Control": "no-store"})
    whole, opener = parts(), _opener(token)
    now = whole.clock()
    opened = whole.slips.open(token, opener, now=now)
    if isinstance(opened, Closed):
        return Response(render_template("slip_closed.html", why=opened), STATUS[opened])
    state = whole.reception.log.state(opened)
    if state.recommended is None:
        return Response(render_template("slip_closed.html", why=Closed.UNKNOWN), 404)
    whole.looks.at("slip", patients=[state.patient_id], sessions=[state.session_id])
    until = kept_until(state, now)
    whole.slips.keep(token, until=until)
    info = whole.hospital.directory.info()
    named = state.recommended.department_id
    department = next(one for one in whole.hospital.directory.departments() if one.department_id == named)
    page = render_template(
        "slip.html",
        hospital=info.name,
        ways={language: _ways(department, info.floors, language) for language in Language},
        booked=state.booked,
        initials=initials(state.patient_name or ""),
        language=state.language,
        steps=steps,
        department={
            language: whole.departments.view(state.recommended.department_id, language) for language in Language
        },
    )
    response = Response(page)
    set_cookie(response, _cookie_of(token), opener, seconds=int((until - now).total_seconds()))
    return response


def _opener(token: str) -> str:
    """Of this browser; a slip opened before cookies had a prefix was kept by another name, for its own path."""
    return cookie(_cookie_of(token)) or request.cookies.get(OPENER_COOKIE) or new_token()


def _cookie_of(token: str) -> str:
    """One for each slip: a telephone may hold those of a family."""
    return f"{OPENER_COOKIE}_{hashed(token)[:8]}"
