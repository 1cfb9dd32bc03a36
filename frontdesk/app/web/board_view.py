"""The board: sessions as cards, worst first, and one session in full."""

from datetime import timedelta
from time import monotonic
from urllib.parse import urlsplit

from frontdesk.app.ledger import deliveries
from frontdesk.app.reception.record.medicines import cautions_of, medicines_of
from frontdesk.app.reception.record.sbar import sbar
from frontdesk.app.reception.record.wording import name_of, pick
from frontdesk.app.reception.session.events import ScreeningItem
from frontdesk.app.reception.session.log import Live
from frontdesk.app.reception.session.state import State
from frontdesk.app.web.cards import card_of, urgency
from frontdesk.app.web.kiosk_use import kiosk_views
from frontdesk.app.web.medicine_lines import caution_lines, medicine_lines
from frontdesk.app.web.parts import Parts
from frontdesk.app.web.schemas import (
    BoardLine,
    BoardSession,
    BoardView,
    CardState,
    DamagedView,
    DeliveryView,
    GivenUpView,
    MisuseView,
    ModelLoad,
    ModelServer,
    ScreeningItemView,
    Strip,
)
from frontdesk.app.web.session_view import understood_of
from frontdesk.app.web.shared import Reading
from frontdesk.his_adapter.errors import NotSent
from frontdesk.models.facts import Fact, Language, Topic
from frontdesk.models.runner import EMBEDDED

SHOWN = 20  # entries that could not be sent
DONE_KEPT = timedelta(hours=2)


def reading(parts: Parts) -> Reading:
    log, began = parts.reception.log, monotonic()
    # Before the sessions: who follows from here misses nothing.
    position, alarms = log.latest(), log.alarms_unwritten()
    live = log.live(since=parts.clock() - DONE_KEPT)
    view = board_view(live, parts, position=position)
    patients = [*(one.patient_id for one in live.states), *(one.patient_id for one in view.delivery.given_up)]
    return Reading(view.model_dump_json(), position, patients, [one.session_id for one in live.states], alarms, began)


def board_view(live: Live, parts: Parts, *, position: int) -> BoardView:
    now, departments = parts.clock(), {d.department_id: d for d in parts.hospital.directory.departments()}
    cards = sorted(parts.cards.of(live.states, departments), key=urgency)
    waiting = [card.waiting_since for card in cards if card.waiting_since is not None]
    strip = Strip(
        sessions=sum(card.state not in (CardState.DONE, CardState.UNFINISHED) for card in cards),
        waiting=len(waiting),
        longest_wait_seconds=max((int((now - since).total_seconds()) for since in waiting), default=0),
        mode=parts.reception.services.models.names or EMBEDDED,
        model_away=parts.reception.services.models.away,
        model_loads=_loads(parts),
        model_servers=model_servers(parts),
    )
    damaged = [DamagedView(**one._asdict()) for one in live.damaged]
    return BoardView(
        strip=strip,
        kiosks=kiosk_views(live.states, parts),
        cards=cards,
        damaged=damaged,
        misuse=_misuse(parts),
        delivery=delivery_view(parts),
        position=position,
    )


def _loads(parts: Parts) -> list[ModelLoad]:
    names = parts.reception.services.models.servers
    return [
        ModelLoad(server=shown(load.server), names=names[load.server], **load.model_dump(exclude={"server"}))
        for load in parts.loads.newest
    ]


def model_servers(parts: Parts) -> list[ModelServer]:
    states = parts.reception.services.models.states
    return [ModelServer(**one._asdict() | {"server": shown(one.server)}) for one in states]


def shown(server: str) -> str:
    """Host and port of an address, without what else may stand in it."""
    told = urlsplit(server)
    return told.netloc.rpartition("@")[2] if told.scheme.startswith("http") else server


def delivery_view(parts: Parts) -> DeliveryView:
    waiting, since = deliveries.waiting_since(parts.engine)
    given_up = [
        GivenUpView(
            outbox_id=one.outbox_id,
            kind=one.kind,
            outpatient_number=one.number,
            patient_id=one.subject,
            created=one.created,
            attempts=one.attempts,
            reason=one.reason or NotSent.FAILED,
        )
        for one in deliveries.given_up(parts.engine, limit=SHOWN)
    ]
    return DeliveryView(given_up=given_up, waiting=waiting, since=since)


def _misuse(parts: Parts) -> list[MisuseView]:
    guessing = [MisuseView(kiosk=one.kiosk, what="guessing") for one in parts.guesses.going_on(now=parts.clock())]
    return [*guessing, *(MisuseView(kiosk=kiosk, what="flooding") for kiosk in parts.flood.going_on())]


def board_session(state: State, parts: Parts) -> BoardSession:
    departments = {d.department_id: d for d in parts.hospital.directory.departments()}
    recommended = state.recommended
    return BoardSession(
        card=card_of(state, departments),
        lines=[BoardLine.model_validate(line.model_dump(include=set(BoardLine.model_fields))) for line in state.lines],
        understood={language: understood_of(state, language) for language in Language},
        screening={language: [_screening_item(one, language) for one in state.screening] for language in Language},
        tasks={language: [note.text[language] for note in state.notes] for language in Language},
        department=(
            {language: parts.departments.view(recommended.department_id, language) for language in Language}
            if recommended
            else None
        ),
        handed_over=state.handed_over,
        medicines=medicine_lines(medicines_of(state)),
        cautions=caution_lines(cautions_of(state)),
        sbar={language: sbar(state, language, now=parts.clock()) for language in Language},
    )


def _screening_item(one: ScreeningItem, language: Language) -> ScreeningItemView:
    sign, complaint = (Fact(topic=Topic.FINDING, code=code, quote="") for code in (one.sign, one.because))
    because = WORDS if one.because == "words" else (name_of(complaint, Language.ZH), name_of(complaint, Language.EN))
    return ScreeningItemView(sign=name_of(sign, language), because=pick(because, language), met=one.met)


WORDS = ("病人的话", "the patient's words")
