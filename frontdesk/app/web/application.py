"""The web application: every part built once, every blueprint with its rule."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from threading import BoundedSemaphore, Event
from uuid import uuid4

from apiflask import APIFlask
from flask_compress import Compress
from werkzeug.middleware.proxy_fix import ProxyFix

from frontdesk.app import identity_provider, record_systems
from frontdesk.app.assignment import assigned
from frontdesk.app.configured import configured
from frontdesk.app.context_words import password_rules
from frontdesk.app.guideline_shelf import Shelf
from frontdesk.app.ledger.accounts import Accounts
from frontdesk.app.ledger.answering import Answering
from frontdesk.app.ledger.credentials import Credentials
from frontdesk.app.ledger.desk import Desk
from frontdesk.app.ledger.devices import Devices
from frontdesk.app.ledger.event_log import SqlEventLog
from frontdesk.app.ledger.flood import Flood
from frontdesk.app.ledger.guesses import Guesses
from frontdesk.app.ledger.house import TEXTS_TOLD, House
from frontdesk.app.ledger.looks import Looks
from frontdesk.app.ledger.outbox import OUTBOX_TOLD, written
from frontdesk.app.ledger.presence import Presence
from frontdesk.app.ledger.proof import migrated, reads, writes
from frontdesk.app.ledger.provider_accounts import ProviderAccounts
from frontdesk.app.ledger.quality import Quality
from frontdesk.app.ledger.questions import Questions
from frontdesk.app.ledger.record_table import RecordTable
from frontdesk.app.ledger.records.store import RecordStore, hospital_behind
from frontdesk.app.ledger.registry import Registry
from frontdesk.app.ledger.reports.reports import Reports
from frontdesk.app.ledger.revision import revision
from frontdesk.app.ledger.second_factors import SecondFactors
from frontdesk.app.ledger.sign_ins import Lasting, SignIns
from frontdesk.app.ledger.sign_offs import SignOffs
from frontdesk.app.ledger.slips import Slips
from frontdesk.app.ledger.staff import Role
from frontdesk.app.ledger.tries import Tries
from frontdesk.app.ledger.used_tokens import UsedTokens
from frontdesk.app.reception.reception import Reception
from frontdesk.app.reception.services import Services
from frontdesk.app.reception.session import notes
from frontdesk.app.reception.session.voices import Voices
from frontdesk.app.record_systems import RecordSystems
from frontdesk.app.settings import DEMONSTRATION, VECTORS, Settings
from frontdesk.app.trial import Trial
from frontdesk.app.watch.metrics import VOICE
from frontdesk.app.watch.readiness import Checks, Readiness
from frontdesk.app.watch.standing import DATABASE
from frontdesk.app.watch.watching import watching
from frontdesk.app.web import (
    assistant,
    board,
    cds_hooks,
    health,
    hospital,
    kiosk,
    launch,
    own_security,
    pages,
    personal,
    provider,
    records,
    reports,
    slip,
    speech,
    staff,
    worklist,
)
from frontdesk.app.web.admin import admin
from frontdesk.app.web.authorisation import anyone, authorise
from frontdesk.app.web.authorisation import kiosk as its_kiosk
from frontdesk.app.web.authorisation import staff as members
from frontdesk.app.web.caps import FREE_THREADS, SENTENCES, STREAMS, TURNS, UnderWay
from frontdesk.app.web.cards import Cards
from frontdesk.app.web.department_view import Departments
from frontdesk.app.web.document import publish
from frontdesk.app.web.journal import keep_journal
from frontdesk.app.web.parts import Parts, Provider
from frontdesk.app.web.problems import explain_errors
from frontdesk.app.web.security import secure
from frontdesk.app.web.shared import Shared
from frontdesk.app.web.spoken import Speech
from frontdesk.database import keys
from frontdesk.database.engine import connect
from frontdesk.database.locks import SharedLocks, locks_of
from frontdesk.database.notices import notices_of
from frontdesk.database.statements import tell_of_statements
from frontdesk.his_adapter.diagnoses import read as read_diagnoses
from frontdesk.his_adapter.enquiries import Enquiries
from frontdesk.his_adapter.trust.keys import Keys
from frontdesk.his_adapter.trust.openid import OpenIdProvider
from frontdesk.his_adapter.trust.smart import SmartServer
from frontdesk.models.language.load import Loads
from frontdesk.models.notes import NOTES
from frontdesk.models.triage import statistics

RULES = (
    (pages.pages, anyone),
    (pages.about, anyone),
    (health.health, anyone),
    (health.metrics, health.scraper),
    (slip.link, anyone),  # the token in the link is the key
    (hospital.hospital, anyone),
    (cds_hooks.discovery, anyone),
    (cds_hooks.services, cds_hooks.cds_client),
    (launch.opening, anyone),  # the record system's authorisation server says who it is
    (provider.provider, anyone),  # the hospital's identity provider says who it is
    (provider.provider_logout, anyone),  # its signed token says who left
    (kiosk.sessions, its_kiosk),
    (speech.speech, its_kiosk),
    (staff.sign_in, anyone),
    (staff.signed_in, members(*Role)),
    (own_security.own_security, members(*Role)),
    (board.board, members(Role.NURSE)),
    (worklist.reading, members(Role.NURSE, Role.DOCTOR, Role.RECORDS_OFFICER)),
    (assistant.asking, members(Role.NURSE, Role.DOCTOR, Role.RECORDS_OFFICER)),
    (assistant.keeping, members(Role.RECORDS_OFFICER)),
    (records.records, members(Role.NURSE, Role.DOCTOR, Role.RECORDS_OFFICER)),
    (records.patients, members(Role.NURSE, Role.DOCTOR, Role.RECORDS_OFFICER)),
    (personal.personal, members(Role.RECORDS_OFFICER)),
    (worklist.signing, members(Role.DOCTOR)),
    (admin, members(Role.ADMIN)),
    (reports.reports, members(Role.MANAGER, Role.ADMIN)),
)
COMPRESSED = {
    "COMPRESS_MIMETYPES": ["text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"],
    "COMPRESS_ALGORITHM": ["br", "gzip"],
    "COMPRESS_ALGORITHM_STREAMING": ["br", "deflate"],  # files
    "COMPRESS_MIN_SIZE": 1000,  # bytes
}


def bare_app() -> APIFlask:
    """Routes, rules, errors and headers without anything behind them; enough to publish the document."""
    app = APIFlask(
        __name__,
        title="Frontdesk",
        version="1",
        spec_path=None,
        docs_path=None,
        static_folder=None,  # type: ignore[arg-type]
        json_errors=False,
    )
    app.json.sort_keys = False  # type: ignore[attr-defined]
    keep_journal(app)  # first, so that the time it tells is all of it
    secure(app)
    authorise(app, RULES)
    explain_errors(app)
    publish(app)
    app.config |= COMPRESSED
    Compress(app)
    return app


def create_app(settings: Settings, *, clock: Callable[[], datetime] = datetime.now) -> APIFlask:
    """The application over a migrated database.

    Raises BadWeights where the hospital's triage weights do not fit, BadRecordSystems, BadIdentityProvider,
    BadBreachedPasswords, and ImportError where a setting needs a library that is not installed.
    """
    statistics.use(statistics.load(Path(settings.triage_weights)) if settings.triage_weights else None)
    app = bare_app()
    app.config["MAX_CONTENT_LENGTH"] = settings.body_limit
    app.extensions["frontdesk"] = _parts(settings, clock)
    if settings.trusted_proxies:
        of_each = {"x_for": settings.trusted_proxies, "x_proto": settings.trusted_proxies}
        app.wsgi_app = ProxyFix(app.wsgi_app, **of_each)  # type: ignore[method-assign]
    return app


def _parts(settings: Settings, clock: Callable[[], datetime]) -> Parts:
    keys.use(settings.keys_file)
    engine, watches = connect(settings.database_url, connections=settings.database_connections), watching(settings)
    if watches.tracing is not None:
        tell_of_statements(engine, watches.tracing.statement)
    notices, locks = notices_of(engine), locks_of(engine)
    guesses = Guesses(engine)
    his = hospital_behind(engine, clock, url=settings.his, folder=settings.his_folder, write=settings.his_write)
    systems = record_systems.read(settings.record_systems) if settings.record_systems else RecordSystems()
    house = House(engine, his)
    shelf = Shelf(settings.guidelines, house)
    notices.hear(TEXTS_TOLD, lambda _: shelf.renew(), missed=shelf.renew)
    notices.hear(OUTBOX_TOLD, lambda _: written(engine).set())
    models = assigned(settings, note=watches.called)
    answering = Answering(engine, locks) if isinstance(locks, SharedLocks) else None
    events = SqlEventLog(engine, his, notices=notices, heard=watches.metrics.recorded)
    services = Services(
        log=events,
        hospital=his,
        enquiries=Enquiries(his, folder=VECTORS),
        now=clock,
        new_id=lambda: uuid4().hex,
        models=models,
        guesses=guesses,
        voices=Voices(answering, events.news.tell),
        notes=notes.Desk(answering if models.assigned(NOTES.name) else None),
        watch=watches,
    )
    reception, warmed = Reception(services), Event()
    checks: Checks = {
        "nurse": lambda: warmed.is_set() and reception.is_well(),
        DATABASE: lambda: reads(engine),
        "writes": lambda: writes(engine),
        "migrations": lambda: migrated(engine),
    }
    if answering is not None:
        answering.hears(notices, services.voices)
    accounts, tries = Accounts(engine, password_rules(settings, his.directory)), Tries(engine)
    sign_ins = SignIns(engine, _lasting(settings))
    second_factors = SecondFactors(engine)
    return Parts(
        settings=settings,
        engine=engine,
        notices=notices,
        locks=locks,
        reception=reception,
        hospital=his,
        records=RecordStore(engine, his.directory),
        departments=Departments(his, clock),
        desk=Desk(engine, his, clock, services.new_id),
        record_table=RecordTable(engine, his, clock),
        registry=Registry(engine, his, clock, services.new_id),
        looks=Looks(engine, clock),
        accounts=accounts,
        tries=tries,
        second_factors=second_factors,
        credentials=Credentials(engine, accounts, tries, second_factors),
        sign_ins=sign_ins,
        provider=_provider(settings),
        provider_accounts=ProviderAccounts(engine, accounts, sign_ins),
        devices=Devices(engine),
        presence=Presence(engine, clock),
        cards=Cards(),
        board=Shared(),
        slips=Slips(engine),
        used_tokens=UsedTokens(engine),
        record_systems=systems,
        key_sets={one.jwks: Keys(one.jwks) for one in systems.cds_hooks},
        smart_servers=tuple(map(SmartServer, systems.smart)),
        guesses=guesses,
        quality=Quality(engine, clock),
        questions=Questions(engine, clock),
        shelf=shelf,
        house=house,
        trial=Trial(his, VECTORS),
        sign_offs=SignOffs(engine),
        configured=configured(settings),
        diagnoses=read_diagnoses(settings.diagnoses or DEMONSTRATION / "diagnoses.csv"),
        reports=Reports(engine, clock),
        flood=Flood(engine, clock, settings.kiosk_sessions),
        clock=clock,
        open_streams=UnderWay(locks, "streams", STREAMS),
        turns=UnderWay(locks, "turns", TURNS),
        voices=UnderWay(locks, "sentences", SENTENCES),
        streams=BoundedSemaphore(settings.threads - FREE_THREADS),
        speech=Speech(settings, lost=partial(watches.metrics.restarted, VOICE)),
        loads=Loads(services.models.servers, key=settings.model_key.get_secret_value()),
        migration=revision(engine),
        watching=watches,
        readiness=Readiness(checks),
        warmed=warmed,
    )


def _provider(settings: Settings) -> Provider | None:
    if settings.identity_provider is None:
        return None
    told = identity_provider.read(settings.identity_provider)
    openid = OpenIdProvider(
        told.issuer,
        told.client_id,
        secret_file=told.secret_file,
        scope=told.scope,
        strength=identity_provider.strength_of(told),
    )
    return Provider(told, openid)


def _lasting(settings: Settings) -> Lasting:
    return Lasting(
        at_once=settings.sign_ins_at_once,
        whole=timedelta(hours=settings.sign_in_hours),
        idle=timedelta(minutes=settings.sign_in_idle_minutes),
        proof=timedelta(minutes=settings.step_up_minutes),
    )
