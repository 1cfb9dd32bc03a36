"""The keys that personal data is sealed with, in a file outside the database; the first one seals, every one opens."""

import os
from binascii import Error as NotBase64
from binascii import a2b_base64, b2a_base64
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import NamedTuple

import structlog
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from frontdesk.models.bad_setting import BadSetting

log = structlog.get_logger()

MARK = "s1."  # of what is sealed: this way, by the key of the id that follows
BYTES = 32  # of a key: AES-256
NONCE = 12  # bytes, random for each value: NIST SP 800-38D allows 2**32 values a key
HEAD = "# Keys of Frontdesk: the first seals, all open. Keep a copy apart from the database and its backups."


class KeysError(BadSetting):
    """The keys do not fit the database, or their file cannot be used; the message is for the operator."""


class Tampered(ValueError):
    """What is stored is not what was sealed there; the message names the column and no content."""


class Key(NamedTuple):
    made: datetime
    secret: bytes

    @property
    def key_id(self) -> str:
        """Eight hexadecimal digits of its SHA-256: of another key they differ."""
        return sha256(self.secret).hexdigest()[:8]

    @property
    def line(self) -> str:
        return f"{self.made.isoformat(timespec='seconds')} {_base64(self.secret)}"


def made_now() -> Key:
    return Key(datetime.now().replace(microsecond=0), AESGCM.generate_key(BYTES * 8))  # noqa: DTZ005 local time


class Keyring:
    """The keys of one file, read again when it changes, so that a running server follows a rotation."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._read_as: tuple[int, int] | None = None  # which version of the file the keys are
        self._keys: tuple[Key, ...] = ()
        self._ciphers: dict[str, AESGCM] = {}
        self._first = ""

    @property
    def keys(self) -> tuple[Key, ...]:
        """None where there is no file. Raises KeysError for a file that cannot be read."""
        self._look()
        return self._keys

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(key.key_id for key in self.keys)

    def seal(self, text: str, where: str) -> str:
        """`where`: the column, which it is bound to. Raises KeysError where there is no key."""
        self._look()
        cipher = self._ciphers.get(self._first)
        if cipher is None:
            raise KeysError(f"there is no key in {self.path} (FRONTDESK_KEYS_FILE)")
        nonce = os.urandom(NONCE)
        return f"{MARK}{self._first}.{_base64(nonce + cipher.encrypt(nonce, text.encode(), where.encode()))}"

    def open(self, sealed: object, where: str) -> str:
        """Raises Tampered for what was not sealed there, or with a key that is not here."""
        if not isinstance(sealed, str) or not sealed.startswith(MARK):
            raise Tampered(f"{where}: a value is not sealed")
        _, key_id, content = [*sealed.split(".", 2), "", ""][:3]
        try:
            whole = a2b_base64(content, strict_mode=True)
            return self._cipher(key_id).decrypt(whole[:NONCE], whole[NONCE:], where.encode()).decode()
        except Tampered:
            raise
        except (InvalidTag, NotBase64, ValueError) as fault:
            raise Tampered(f"{where}: a value was tampered with") from fault

    def make(self) -> None:
        """A file with one new key, unless another process was first. Raises KeysError where it cannot be written."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._write([made_now()], first=True)
        except OSError as error:
            raise KeysError(f"{self.path} cannot be written: {error.strerror} (FRONTDESK_KEYS_FILE)") from None

    def write(self, keys: Iterable[Key]) -> None:
        """In the place of the file there is, whole or not at all."""
        self._write(keys, first=False)

    def _write(self, keys: Iterable[Key], *, first: bool) -> None:
        new = self.path.with_name(f"{self.path.name}.{token_hex(4)}.new")
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write("\n".join([HEAD, *(key.line for key in keys), ""]))
            file.flush()
            os.fsync(file.fileno())
        if not first:
            new.replace(self.path)
            return
        with suppress(FileExistsError):
            os.link(new, self.path)
        new.unlink()

    def _cipher(self, key_id: str) -> AESGCM:
        if key_id not in self._ciphers:
            self._look()
        try:
            return self._ciphers[key_id]
        except KeyError:
            log.error("key_missing", key=key_id[:8])
            raise Tampered(f"a value is sealed with the key {key_id[:8]}, which is not in {self.path}") from None

    def _look(self) -> None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return  # what was read goes on, until the next start is refused
        version = (found.st_mtime_ns, found.st_ino)
        if version != self._read_as:
            with self._lock:
                self._read(version)

    def _read(self, version: tuple[int, int]) -> None:
        try:
            lines = self.path.read_text(encoding="ascii").splitlines()
            keys = tuple(_key(line) for line in lines if line.strip() and not line.startswith("#"))
        except OSError as error:
            raise KeysError(f"{self.path} cannot be read: {error.strerror} (FRONTDESK_KEYS_FILE)") from None
        except ValueError:
            raise KeysError(f"{self.path} is no file of keys: a line of it is damaged (FRONTDESK_KEYS_FILE)") from None
        self._ciphers = {key.key_id: AESGCM(key.secret) for key in keys}
        self._keys, self._first, self._read_as = keys, keys[0].key_id if keys else "", version


def _key(line: str) -> Key:
    made, _, secret = line.partition(" ")
    key = Key(datetime.fromisoformat(made), a2b_base64(secret, strict_mode=True))
    if len(key.secret) != BYTES:
        raise ValueError("no key of 32 bytes")
    return key


def _base64(content: bytes) -> str:
    return b2a_base64(content, newline=False).decode("ascii")


_used: list[Keyring] = []


def use(path: Path) -> Keyring:
    """From now on this process seals and opens with the keys of this file: it works for one installation."""
    if not _used or _used[-1].path != path:
        _used[:] = [Keyring(path)]
    return _used[-1]


@contextmanager
def using(path: Path) -> Iterator[None]:
    """`use`, until the end of the block: for a database that is thrown away there."""
    before = list(_used)
    use(path)
    try:
        yield
    finally:
        _used[:] = before


def used() -> Keyring:
    """Raises KeysError where `use` did not name a file before."""
    if not _used:
        raise KeysError("no file of keys was named")
    return _used[-1]
