"""What the server needs of others: the hospital's system, the model, voices and recognisers, certificates."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from time import perf_counter
from urllib.parse import urlsplit

import httpx

from frontdesk.app.assignment import capabilities, readable
from frontdesk.app.hearing import setup_of
from frontdesk.app.record_systems import BadRecordSystems, RecordSystems
from frontdesk.app.record_systems import read as read_record_systems
from frontdesk.app.settings import Settings
from frontdesk.app.web.spoken import chosen, speaker
from frontdesk.commands.diagnosis.row import Given, Row, State, fault, look, off, ok
from frontdesk.commands.his import lines
from frontdesk.commands.speech import SAMPLES
from frontdesk.his_adapter.connecting import BUILT_IN, WRITING, SeedError, UnknownSystem
from frontdesk.his_adapter.errors import HospitalAway, HospitalError
from frontdesk.models.speech.recognition.checking import checks
from frontdesk.models.speech.synthesis.engines import why_not
from frontdesk.models.speech.synthesis.process import VoiceLost
from frontdesk.models.speech.synthesis.speaker import VoiceBusy
from frontdesk.models.speech.synthesis.voice import NoVoice, Sentence

PATIENCE = 20.0  # seconds for a model's answer, which may have to load first
CONNECTING = 3.0  # seconds
SOON, NEAR = 7, 30  # days that a certificate has left


def hospital_system(given: Given) -> Iterator[Row]:
    """As `frontdesk his check` does; nothing is written."""
    settings = given.settings
    if settings.his != BUILT_IN and not settings.his.startswith(WRITING):
        yield _asked(settings, given.now)
    if settings.his.startswith(WRITING):
        yield _listened(settings.his)
    if settings.his_write:
        yield _reached(settings.his_write)


def _asked(settings: Settings, now: datetime) -> Row:
    part, todo = "hospital system", "frontdesk his check tells each"
    try:
        found = list(lines(settings.his, settings.his_folder, None, now))
    except (UnknownSystem, SeedError):
        return fault(part, "the address, its secret or the folder is wrong", todo)
    except HospitalAway:
        return fault(part, "does not answer", "receptions go on and deliveries wait: is it up, and let through?")
    except HospitalError as error:
        return fault(part, f"refuses ({type(error).__name__})", todo)
    faults = sum(one.fault for one in found)
    if faults:
        return look(part, f"answers; {faults} things lack", todo)
    return ok(part, "answers, nothing lacks")


def _listened(address: str) -> Row:
    """Whether somebody takes the feed: the server does, while it runs."""
    reached = _connects(*_place(address, 2575))
    if reached:
        return ok("hospital feed", "somebody listens for it")
    return look("hospital feed", "nobody listens for it", "start the server; then: FRONTDESK_HIS")


def _reached(address: str) -> Row:
    if _connects(*_place(address, 2575)):
        return ok("hospital listener", "takes connections")
    return fault("hospital listener", "does not answer", "records wait until it does: FRONTDESK_HIS_WRITE")


def model(given: Given) -> Iterator[Row]:
    """As `frontdesk model check` does, of each server that the settings name."""
    places = dict(_models(given.settings))
    if not places:
        yield off("model", "none: the embedded nurse alone")
    for (place, name), who in places.items():
        yield _able(given.settings, place, name, who)


def _models(settings: Settings) -> Iterator[tuple[tuple[str, str], str]]:
    if settings.model_url:
        yield (settings.model_url.rstrip("/"), settings.model_name), "the model"
    for capability, said in capabilities(settings).items():
        name, at, url = said.partition("@")
        if at:
            yield (url.rstrip("/"), name), f"the one for {capability}"


def _able(settings: Settings, place: str, name: str, who: str) -> Row:
    from frontdesk.models.language.abilities import abilities

    todo = "frontdesk model check; until then the embedded nurse answers"
    try:
        asked = readable(place, name, key=settings.model_key.get_secret_value())
        found = list(abilities(asked, budget=settings.model_budget_seconds, patience=PATIENCE))
    except ImportError:
        return fault("model", f"{who}: the library behind is not installed", "pip install 'frontdesk[model]'")
    except OSError:
        return fault("model", f"{who}: its folder holds no checkpoint", "FRONTDESK_MODEL_URL")
    wrong = [one.what for one in found if one.good is False]
    if "answers" in wrong and len(found) == 1:
        return fault("model", f"{who} does not answer ({found[0].said})", todo)
    if wrong:
        return look("model", f"{who} answers, but not well: {', '.join(wrong)}", todo)
    return ok("model", f"{who} answers, streams and holds to a schema")


def voice(given: Given) -> Iterator[Row]:
    """Says a sentence in each language, in a process as each worker has one."""
    settings = given.settings
    if settings.speech == "off":
        yield off("voice", "off (FRONTDESK_SPEECH)")
        return
    lacks = why_not(chosen(settings))
    speaks, began, mute = speaker(settings), perf_counter(), []
    try:
        for language, text in SAMPLES.items():
            try:
                speaks.say(Sentence(text, language))
            except (NoVoice, VoiceBusy, VoiceLost):
                mute.append(language.value)
    finally:
        speaks.close()
    if mute:
        told = f"nothing speaks {' or '.join(mute)}"
        severe = fault if settings.speech == "on" else look
        yield severe("voice", told, lacks or "frontdesk speech check")
    elif lacks:
        yield look("voice", f"{settings.speech_engine} cannot speak, another engine does", lacks)
    else:
        told = f"{settings.speech_engine} said a sentence in each language in {perf_counter() - began:.1f} s"
        yield ok("voice", told)


def hearing(given: Given) -> Iterator[Row]:
    if not given.settings.hearing:
        yield off("recogniser", "none: no microphone is offered")
        return
    found = list(checks(setup_of(given.settings), {}))
    wrong = [one.what for one in found if one.good is False]
    lacks = [one.what for one in found if one.good is None]
    if wrong:
        yield fault("recogniser", f"does not load: {', '.join(wrong)}", "frontdesk speech check")
    elif lacks:
        yield look("recogniser", f"no {', '.join(lacks)}", "the microphone is offered in the other language only")
    else:
        yield ok("recogniser", f"{given.settings.hearing} loads its models, with {given.settings.workers} processes")


def certificates(given: Given) -> Iterator[Row]:
    """Of whatever we reach, and are reached, by TLS: from here, with what each of them is trusted by."""
    for what, place in _by_tls(given.settings):
        try:
            context = ssl.create_default_context() if what in ("public address", "feed") else httpx.create_ssl_context()
            days = _days_left(*place, context)
        except ssl.SSLCertVerificationError as error:
            yield fault("certificate", f"{what}: {error.verify_message}", "renew it, or trust the hospital's authority")
        except (OSError, ssl.SSLError) as error:
            yield look(
                "certificate", f"{what}: no TLS to be had ({type(error).__name__})", "is it up, and reached from here?"
            )
        else:
            yield _row(what, days)


def _row(what: str, days: int) -> Row:
    told = f"{what}: {days} days left"
    state = State.FAULT if days < SOON else State.LOOK if days < NEAR else State.OK
    return Row(part="certificate", state=state, told=told, todo="" if state is State.OK else "renew it")


def _by_tls(settings: Settings) -> Iterator[tuple[str, tuple[str, int]]]:
    addresses = {
        "public address": settings.public_url,
        "hospital system": settings.his.partition("+")[2],
        "feed": settings.his_write.replace("mllps://", "https://"),
        **{f"model server {number}": place for number, ((place, _), _) in enumerate(_models(settings), start=1)},
    }
    for number, address in enumerate(_of_record_systems(settings), start=1):
        addresses[f"record system {number}"] = address
    for what, address in addresses.items():
        if address.startswith("https://"):
            yield what, _place(address, 443)


def _of_record_systems(settings: Settings) -> Iterator[str]:
    with suppress(BadRecordSystems):  # which is told where the settings are
        systems = read_record_systems(settings.record_systems) if settings.record_systems else RecordSystems()
        yield from (one.jwks for one in systems.cds_hooks)
        yield from (one.iss for one in systems.smart)


def _place(address: str, port: int) -> tuple[str, int]:
    parts = urlsplit(address)
    return parts.hostname or "", parts.port or port


def _connects(host: str, port: int) -> bool:
    with suppress(OSError), socket.create_connection((host, port), CONNECTING):
        return True
    return False


def _days_left(host: str, port: int, context: ssl.SSLContext) -> int:
    with (
        socket.create_connection((host, port), CONNECTING) as line,
        context.wrap_socket(line, server_hostname=host) as secured,
    ):
        ends = ssl.cert_time_to_seconds(str((secured.getpeercert() or {})["notAfter"]))
    return int((ends - datetime.now(UTC).timestamp()) // 86_400)


LOOKS = (hospital_system, model, voice, hearing, certificates)
