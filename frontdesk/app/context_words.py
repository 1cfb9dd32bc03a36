"""The words that somebody who knows this hospital would try first in a password (docs/sign-in.md lists them)."""

from urllib.parse import urlsplit

from frontdesk.app.ledger.breached_passwords import read
from frontdesk.app.ledger.password_rules import PasswordRules, words_of
from frontdesk.app.settings import Settings
from frontdesk.his_adapter.errors import HospitalAway
from frontdesk.his_adapter.hospital import Directory
from frontdesk.his_adapter.records import Text

PRODUCT = ("frontdesk", "kiosk", "reception")
TRADE = ("hospital", "clinic", "doctor", "nurse", "patient", "medical", "admin", "password", "welcome")
# What people in China begin a password with, where zxcvbn's list has little: I love you, password, hospital ...
PINYIN = ("woaini", "woaiwojia", "aini", "wodemima", "mima", "woshi", "nihao", "yiyuan", "yisheng", "hushi", "binren")
PINYIN_TOO = ("zhongguo", "beijing", "shanghai", "baobao", "laopo", "laogong", "shengri", "5201314", "1314", "520")
ASIDE = {"www", "com", "org", "net", "the", "and", "for", "of"}


def password_rules(settings: Settings, directory: Directory) -> PasswordRules:
    """Raises BadBreachedPasswords."""
    breached = read(settings.breached_passwords) if settings.breached_passwords else None
    return PasswordRules(lambda: context_words(settings, directory), breached)


def context_words(settings: Settings, directory: Directory) -> frozenset[str]:
    """Those of the product and the trade, and of this hospital by its names and address."""
    words = {*PRODUCT, *TRADE, *PINYIN, *PINYIN_TOO}
    words |= set(words_of(urlsplit(settings.public_url).hostname or ""))
    for name in _names(directory):
        words |= {word for text in name.values() for word in words_of(text)}
    return frozenset(words - ASIDE)


def _names(directory: Directory) -> list[Text]:
    """Of the hospital and its departments; none while its system is away."""
    try:
        return [directory.info().name, *(one.name for one in directory.departments())]
    except HospitalAway:
        return []
