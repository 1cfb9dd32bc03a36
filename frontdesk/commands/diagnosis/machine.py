"""The machine: disk, clock, time zone, who may read the files, printers."""

import ctypes
import os
import shutil
import socket
import struct
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from frontdesk.app.settings import VAR
from frontdesk.commands.diagnosis.row import Given, Row, fault, look, off, ok
from frontdesk.database.standing import file_of

GIB = 2**30
LITTLE, SCARCE = 5 * GIB, GIB  # bytes left on a disk
TIMEX = 512  # bytes, more than struct timex has; zeros ask and change nothing
TIME_ERROR = 5  # what ntp_adjtime(3) returns of a clock that nothing keeps right
NTP_EPOCH = 2_208_988_800  # seconds from 1900, where NTP begins, to 1970 (RFC 5905)
NTP_PORT = 123
PATIENCE = 3.0  # seconds
CLOCK_OFF, CLOCK_WRONG = 2.0, 30.0  # seconds
QUEUED = 5  # print jobs
SECRETS = ("HIS_TOKEN_FILE", "HIS_KEY_FILE", "HIS_PASSWORD_FILE")


def disks(given: Given) -> Iterator[Row]:
    """Where the database, the backups and what is kept beside them are."""
    places = {
        "database": Path(file_of(given.settings.database_url) or VAR),
        "backups": given.settings.backup_folder,
        "temporary files": Path("/tmp"),  # noqa: S108 only its disk is asked
    }
    for what, place in places.items():
        free = shutil.disk_usage(_there(place)).free
        told = f"{what}: {free / GIB:.1f} GiB free"
        if free < SCARCE:
            yield fault("disk", told, "make room at once: a full disk stops every reception")
        elif free < LITTLE:
            yield look("disk", told, "make room, or a larger disk")
        else:
            yield ok("disk", told)


def _there(place: Path) -> Path:
    """It, or the nearest folder above that is there."""
    return next(one for one in (place.absolute(), *place.absolute().parents) if one.exists())


def clock(given: Given) -> Iterator[Row]:
    """Whether something keeps it right, and with an NTP server how far it is off."""
    if _is_kept_right():
        yield ok("clock", "kept right by NTP, says the kernel")
    else:
        yield look(
            "clock", "nothing keeps it right, says the kernel", "run chrony or systemd-timesyncd, here or on the host"
        )
    if given.time_server:
        yield _against(given.time_server)
    zone, offset = time.strftime("%Z"), time.strftime("%z")
    told = f"{zone} ({offset[:3]}:{offset[3:]}), {given.now:%Y-%m-%d %H:%M}"
    if offset == "+0000":
        yield look(
            "time zone", told, "every time on screens and papers is this one: set the hospital's (TZ, timedatectl)"
        )
    else:
        yield ok("time zone", told)


def _is_kept_right() -> bool:
    adjust = getattr(ctypes.CDLL(None), "ntp_adjtime", None)
    return adjust is not None and adjust(ctypes.create_string_buffer(TIMEX)) != TIME_ERROR


def _against(server: str) -> Row:
    """SNTP (RFC 4330)."""
    host, _, port = server.partition(":")
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
            line.settimeout(PATIENCE)
            began = time.time()
            line.sendto(b"\x23" + 47 * b"\0", (host, int(port or NTP_PORT)))
            answer = line.recv(48)
            middle = (began + time.time()) / 2
        seconds, parts = struct.unpack("!II", answer[40:48])
    except (OSError, ValueError, struct.error) as error:
        return look("clock", f"the time server does not answer ({type(error).__name__})", "is UDP 123 open to it?")
    ahead = middle - (seconds - NTP_EPOCH + parts / 2**32)
    return off_by("clock", "the time server's", ahead)


def off_by(part: str, whose: str, ahead: float) -> Row:
    """`ahead`: seconds by which our clock is before the other one."""
    told = f"{ahead:+.1f} s against {whose}"
    if abs(ahead) >= CLOCK_WRONG:
        return fault(part, told, "set the clocks right: tokens, slips and the order of events go by them")
    if abs(ahead) >= CLOCK_OFF:
        return look(part, told, "let both be kept right by the same NTP server")
    return ok(part, told)


def files(given: Given) -> Iterator[Row]:
    """Whether others on the machine read what is the server's alone, and the server what it has to."""
    open_, shut, seen = [], [], 0
    for what, path in _secret(given):
        try:
            mode = path.stat().st_mode
        except FileNotFoundError:
            if "FILE" in what:
                shut.append(f"{what} names no file")
            continue
        except OSError:
            shut.append(f"{what} cannot be looked at")
            continue
        seen += 1
        if mode & 0o007:
            open_.append(what)
        if not os.access(path, os.R_OK):
            shut.append(f"{what} cannot be read")
    if open_:
        yield fault("files", f"everybody on this machine may read: {', '.join(sorted(set(open_)))}", "chmod o-rwx")
    if shut:
        yield fault("files", "; ".join(shut), "run this as the server's user; put right owner, mode or path")
    if not (open_ or shut):
        yield ok("files", f"{seen} files with data or secrets, none readable by everybody")
    if os.geteuid() == 0:
        yield look("files", "this runs as root", "run it, and the server, as a user without rights elsewhere")


def _secret(given: Given) -> Iterator[tuple[str, Path]]:
    database = file_of(given.settings.database_url)
    for more in ("", "-wal") if database else ():
        yield f"the database{more}", Path(f"{database}{more}")
    yield ".env", Path(".env")
    for name in SECRETS:
        if path := given.environment.get(f"FRONTDESK_{name}"):
            yield f"FRONTDESK_{name}", Path(path)
    if given.settings.record_systems:
        yield "the FILE of FRONTDESK_RECORD_SYSTEMS", given.settings.record_systems
    folder = given.settings.backup_folder
    for backup in folder.glob("*.jsonl.gz") if folder.is_dir() and os.access(folder, os.X_OK) else ():
        yield "a backup", backup


def printers(given: Given) -> Iterator[Row]:
    """CUPS's queues on this machine; kiosks and boards print through the browser, on theirs."""
    told = _asked_of_cups("-p")
    if told is None:
        yield off("printers", "no CUPS on this machine")
        return
    queues = [line.split() for line in told.splitlines() if line.startswith("printer ")]
    if not queues:
        yield off("printers", "CUPS knows no printer")
    for words in queues:
        waiting = len((_asked_of_cups("-o", words[1]) or "").splitlines())
        line = f"{words[1]}: {'disabled' if 'disabled' in words else 'ready'}, {waiting} waiting"
        if "disabled" in words:
            yield fault("printers", line, f"look at paper and cable, then: cupsenable {words[1]}")
        elif waiting > QUEUED:
            yield look("printers", line, f"does it print? lpstat -o {words[1]}; cancel -a {words[1]}")
        else:
            yield ok("printers", line)


def _asked_of_cups(*what: str) -> str | None:
    program = shutil.which("lpstat")
    if program is None:
        return None
    try:
        done = subprocess.run(  # noqa: S603 no shell, and the words are ours
            [program, *what], capture_output=True, text=True, timeout=10, env=os.environ | {"LC_ALL": "C"}
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout
