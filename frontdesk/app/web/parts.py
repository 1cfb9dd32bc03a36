"""What every route needs, built once in `create_app` and reached through the running application."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from threading import BoundedSemaphore, Event
from typing import cast

from flask import current_app
from sqlalchemy import Engine

from frontdesk.app.clinician.guidelines import Guideline
from frontdesk.app.configured import Configured
from frontdesk.app.guideline_shelf import Shelf
from frontdesk.app.identity_provider import IdentityProvider
from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.credentials import Credentials
from frontdesk.app.ledger.desk import Desk
from frontdesk.app.ledger.devices import Devices
from frontdesk.app.ledger.flood import Flood
from frontdesk.app.ledger.guesses import Guesses
from frontdesk.app.ledger.house import House
from frontdesk.app.ledger.looks import Looks
from frontdesk.app.ledger.presence import Presence
from frontdesk.app.ledger.provider_accounts import ProviderAccounts
from frontdesk.app.ledger.quality import Quality
from frontdesk.app.ledger.questions import Questions
from frontdesk.app.ledger.record_table import RecordTable
from frontdesk.app.ledger.records.store import RecordStore
from frontdesk.app.ledger.registry import Registry
from frontdesk.app.ledger.reports.reports import Reports
from frontdesk.app.ledger.second_factors import SecondFactors
from frontdesk.app.ledger.sign_ins import SignIns
from frontdesk.app.ledger.sign_offs import SignOffs
from frontdesk.app.ledger.slips import Slips
from frontdesk.app.ledger.tries import Tries
from frontdesk.app.ledger.used_tokens import UsedTokens
from frontdesk.app.reception.reception import Reception
from frontdesk.app.record_systems import RecordSystems
from frontdesk.app.settings import Settings
from frontdesk.app.trial import Trial
from frontdesk.app.watch.readiness import Readiness
from frontdesk.app.watch.watching import Watching
from frontdesk.app.web.caps import UnderWay
from frontdesk.app.web.cards import Cards
from frontdesk.app.web.department_view import Departments
from frontdesk.app.web.shared import Shared
from frontdesk.app.web.spoken import Speech
from frontdesk.database.locks import Locks
from frontdesk.database.notices import Notices
from frontdesk.his_adapter.diagnoses import Diagnoses
from frontdesk.his_adapter.hospital import Hospital
from frontdesk.his_adapter.trust.keys import Keys
from frontdesk.his_adapter.trust.openid import OpenIdProvider
from frontdesk.his_adapter.trust.smart import SmartServer
from frontdesk.models.language.load import Loads


@dataclass(frozen=True)
class Provider:
    """The hospital's own accounts of staff."""

    told: IdentityProvider
    openid: OpenIdProvider


@dataclass(frozen=True)
class Parts:
    settings: Settings
    engine: Engine
    notices: Notices  # of other processes over the same database
    locks: Locks  # between them
    reception: Reception
    hospital: Hospital
    records: RecordStore
    departments: Departments
    desk: Desk
    record_table: RecordTable
    registry: Registry
    looks: Looks
    accounts: Accounts
    tries: Tries
    second_factors: SecondFactors
    credentials: Credentials
    sign_ins: SignIns
    provider: Provider | None
    provider_accounts: ProviderAccounts
    devices: Devices
    presence: Presence
    cards: Cards
    board: Shared
    slips: Slips
    used_tokens: UsedTokens
    record_systems: RecordSystems
    key_sets: Mapping[str, Keys]  # by where they are read from
    smart_servers: tuple[SmartServer, ...]
    guesses: Guesses
    quality: Quality
    questions: Questions
    shelf: Shelf  # the guidelines as they are published
    house: House
    trial: Trial
    sign_offs: SignOffs
    configured: tuple[Configured, ...]
    diagnoses: Diagnoses
    reports: Reports
    flood: Flood
    clock: Callable[[], datetime]
    open_streams: UnderWay
    turns: UnderWay
    voices: UnderWay
    streams: BoundedSemaphore  # each open event stream holds a thread; some must stay free for answers
    speech: Speech
    loads: Loads  # of the models' servers
    migration: str
    watching: Watching
    readiness: Readiness
    warmed: Event  # the embedded nurse is loaded

    @property
    def guidelines(self) -> tuple[Guideline, ...]:
        return self.shelf.guidelines()


def parts() -> Parts:
    return cast(Parts, current_app.extensions["frontdesk"])
