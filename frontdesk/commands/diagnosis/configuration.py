"""What is set: names that mean nothing, files that are not there, and addresses that let others listen."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import ValidationError
from pydantic_settings import DotEnvSettingsSource

from frontdesk.app import identity_provider, record_systems
from frontdesk.app.clinician import guidelines
from frontdesk.app.configured import BESIDE
from frontdesk.app.ledger.breached_passwords import BadBreachedPasswords
from frontdesk.app.ledger.breached_passwords import read as read_list
from frontdesk.app.settings import LOCAL, Settings
from frontdesk.commands.diagnosis.row import Given, Row, fault, look, off, ok
from frontdesk.his_adapter import diagnoses
from frontdesk.models.bad_setting import BadSetting
from frontdesk.models.triage import statistics

PREFIX = "FRONTDESK_"
LIST_OLD = timedelta(days=366)
TESTS = "FRONTDESK_TEST_"
NAMED = (
    "his_folder",
    "record_systems",
    "identity_provider",
    "guidelines",
    "diagnoses",
    "speech_folder",
    "hearing_model_zh",
    "hearing_model_en",
)


# What `frontdesk serve` reads as it starts, and does not start without.
READERS: tuple[tuple[str, Callable[[Path], object]], ...] = (
    ("triage_weights", statistics.load),
    ("record_systems", record_systems.read),
    ("identity_provider", identity_provider.read),
    ("guidelines", guidelines.read),
    ("diagnoses", diagnoses.read),
)


def refused(error: ValidationError) -> list[Row]:
    """Of settings that cannot be read: a row for each, without what was set."""
    return [
        fault("settings", f"{PREFIX}{str(one['loc'][0]).upper()}: {one['msg']}", "docs/settings.md says what it takes")
        for one in error.errors()
    ]


def settings(given: Given) -> Iterator[Row]:
    told = given.settings
    strange = sorted(_strange(given.environment))
    lacking = sorted(_lacking(told))
    if strange:
        yield look("settings", f"no settings of ours: {', '.join(strange)}", "a slip of the pen? see docs/settings.md")
    if lacking:
        yield fault("settings", f"what these name is not there: {', '.join(lacking)}", "put it there, or take them out")
    elif unreadable := sorted(_unreadable(told)):
        yield fault("settings", f"what these name cannot be read: {', '.join(unreadable)}", "frontdesk serve says why")
    elif not strange:
        yield ok("settings", f"{len(told.model_fields_set)} set, the rest as they ship")
    if not (told.ui_folder / "index.html").is_file():
        yield fault("screens", "the front end is not there", "install the wheel; in a checkout: make install")
    yield _reached_by_browsers(told)


def breached_passwords(given: Given) -> Iterator[Row]:
    """`frontdesk serve` does not start with a list that cannot be searched."""
    path = given.settings.breached_passwords
    if path is None:
        yield off("passwords", "no list of breached ones: FRONTDESK_BREACHED_PASSWORDS")
        return
    try:
        read_list(path)
    except BadBreachedPasswords as error:
        yield fault("passwords", str(error), "the list of breached ones as docs/sign-in.md tells, or take it out")
        return
    written = datetime.fromtimestamp(path.stat().st_mtime)  # noqa: DTZ006 the hospital's local time
    told = f"held against a list of breached ones of {written:%Y-%m-%d}"
    if given.now - written > LIST_OLD:
        yield look("passwords", told, "a newer one: docs/sign-in.md")
    else:
        yield ok("passwords", told)


def _strange(environment: Mapping[str, str]) -> Iterator[str]:
    known = {f"{PREFIX}{name.upper()}" for name in (*Settings.model_fields, *BESIDE)}
    file = DotEnvSettingsSource(Settings).env_vars
    for name in {*map(str.upper, environment), *map(str.upper, file)}:
        if name.startswith(PREFIX) and name not in known and not name.startswith(TESTS):
            yield name


def _lacking(told: Settings) -> Iterator[str]:
    paths: Iterable[tuple[str, Path | None]] = [
        *((name, getattr(told, name)) for name in NAMED),
        ("triage_weights", Path(told.triage_weights) if told.triage_weights else None),
    ]
    for name, path in paths:
        if path is not None and not path.exists():
            yield f"{PREFIX}{name.upper()}"


def _unreadable(told: Settings) -> Iterator[str]:
    for name, read in READERS:
        if named := getattr(told, name):
            try:
                read(Path(named))
            except BadSetting:
                yield f"{PREFIX}{name.upper()}"


def _reached_by_browsers(told: Settings) -> Row:
    secured, todo = told.public_url.startswith("https://"), "a proxy with HTTPS in front: docs/install.md"
    if secured and not told.trusted_proxies:
        why = "every browser seems to come from the proxy, so limits by address count them as one"
        return look("addresses", f"HTTPS, no trusted proxy: {why}", "FRONTDESK_TRUSTED_PROXIES=1")
    if secured:
        return ok("addresses", "HTTPS, behind a proxy that is trusted")
    if told.host in ("0.0.0.0", "::") or told.host not in LOCAL:  # noqa: S104 compared, not bound
        return fault("addresses", "words and passwords cross the network in the clear", todo)
    return look("addresses", "this machine's browsers alone reach it", todo)
