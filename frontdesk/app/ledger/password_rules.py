"""What a chosen password may not be: easily guessed, or known from a breach. Kinds of characters are no matter."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import pairwise
from threading import Lock

import structlog
from anyascii import anyascii

from frontdesk.app.ledger.breached_passwords import BreachedPasswords
from frontdesk.app.ledger.staff import WeakPassword

FEWEST_GUESSES = 10**8  # zxcvbn's own mark of what a tried-out password has to cost
SHORTEST_WORD = 3  # letters of a context word; shorter ones stand in too many others
LOOKED_AT = 40  # characters: what is easily guessed so far is not mended by more, and the time grows with them
WORD = re.compile(r"[^\W_]+")
SYLLABLE = re.compile(r"[A-Z][a-z]*")
ESTIMATING = Lock()  # up to a second of a processor where every character could stand for a letter

log = structlog.get_logger()


class PasswordRules:
    """`words`: what everybody in this hospital would try first, looked up when a password is chosen."""

    def __init__(self, words: Callable[[], Iterable[str]] = tuple, breached: BreachedPasswords | None = None) -> None:
        self._words = words
        self._breached = breached

    def check(self, password: str, *own: str) -> None:
        """`own`: names of whoever chooses it. Raises WeakPassword."""
        words = {*self._words(), *(word for name in own for word in words_of(name))}
        if _guesses(password, words) < FEWEST_GUESSES:
            raise WeakPassword(
                "the password is too easily guessed: names of yours, of the hospital and of this program count for "
                "nothing in it, and common words, dates and rows of keys for little"
            )
        if self._is_breached(password):
            raise WeakPassword("the password is on the list of breached ones: others try it first")

    def _is_breached(self, password: str) -> bool:
        """A list that was read at the start and is gone keeps nobody from a first sign-in; the journal tells."""
        if self._breached is None:
            return False
        try:
            return password in self._breached
        except OSError as error:
            log.error("breached_passwords_unread", why=type(error).__name__)
            return False


def words_of(name: str) -> Iterator[str]:
    """ "Zhongshan Hospital": each word; "中山医院": itself, and what is typed for it in pinyin."""
    for word in WORD.findall(name.casefold()):
        yield word
        if not word.isascii():
            syllables = [one.lower() for one in SYLLABLE.findall(anyascii(word))]
            yield "".join(syllables)
            yield from ("".join(pair) for pair in pairwise(syllables))


def _guesses(password: str, words: Iterable[str]) -> float:
    """Of whoever knows the words: the fewer of the whole password's and of what is left without them."""
    plain = password[:LOOKED_AT].casefold()
    longest_first = sorted((word for word in words if len(word) >= SHORTEST_WORD), key=len, reverse=True)
    rest = reduce(lambda left, word: left.replace(word, ""), longest_first, plain)
    return min(_estimated(password[:LOOKED_AT]), _estimated(rest))


def _estimated(password: str) -> float:
    """By zxcvbn (Wheeler 2016): 30,000 common passwords, words, names, dates, rows of keys, repetitions."""
    if not password:
        return 1
    from zxcvbn.matching import omnimatch  # 15 MB that most processes never need
    from zxcvbn.scoring import most_guessable_match_sequence

    with ESTIMATING:
        return float(most_guessable_match_sequence(password, omnimatch(password))["guesses"])
