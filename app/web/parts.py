"""What every route needs, built once in `create_app` and reached through the running application."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from threading import BoundedSemaphore
from typing import cast

from flask import current_app
from sqlalchemy import Engine

from app.clinician.guidelines import Guideline
from app.ledger.accounts import Accounts
from app.ledger.desk import Desk
from app.ledger.devices import Devices
from app.ledger.guesses import Guesses
from app.ledger.looks import Looks
from app.ledger.quality import Quality
from app.ledger.questions import Questions
from app.ledger.records.store import RecordStore
from app.ledger.slips import Slips
from app.ledger.used_tokens import UsedTokens
from app.reception.reception import Reception
from app.record_systems import RecordSystems
from app.settings import Settings
from app.web.caps import Flood, UnderWay
from app.web.department_view import Departments
from app.web.spoken import Speech
from his_adapter.hospital import Hospital
from his_adapter.trust.keys import Keys
from his_adapter.trust.smart import SmartServer
from models.language.load import Loads


@dataclass(frozen=True)
class Parts:
    settings: Settings
    engine: Engine
    reception: Reception
    hospital: Hospital
    records: RecordStore
    departments: Departments
    desk: Desk
    looks: Looks
    accounts: Accounts
    devices: Devices
    slips: Slips
    used_tokens: UsedTokens
    record_systems: RecordSystems
    key_sets: Mapping[str, Keys]  # by where they are read from
    smart_servers: tuple[SmartServer, ...]
    guesses: Guesses
    quality: Quality
    questions: Questions
    guidelines: tuple[Guideline, ...]
    flood: Flood
    clock: Callable[[], datetime]
    open_streams: UnderWay
    turns: UnderWay
    voices: UnderWay
    streams: BoundedSemaphore  # each open event stream holds a thread; some must stay free for answers
    speech: Speech
    loads: Loads  # of the models' servers
    migration: str


def parts() -> Parts:
    return cast(Parts, current_app.extensions["frontdesk"])
