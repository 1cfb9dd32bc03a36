"""Whether what is heard over our own voice is said to us: no sound of listening, and no echo of what we say."""

from rapidfuzz.fuzz import partial_ratio

from frontdesk.app.reception.session.state import State
from frontdesk.app.reception.session.voices import Voices
from frontdesk.models import parsers
from frontdesk.models.parsers.unfinished import only_listens

ECHO = 80.0  # percent of the words that stand in ours, in their order


def our_words(state: State, voices: Voices) -> str:
    """What our voice says now: the reply, that which is still being made, and the question."""
    under_way = voices.of(state.session_id)
    coming = under_way.wait("", seconds=0)[0] if under_way is not None else ""
    reply = state.reply.text if state.reply else ""
    question = state.question.text[state.language] if state.question else ""
    return " ".join(filter(None, (reply, coming, question)))


def speaks_to_us(words: str, state: State, ours: str) -> bool:
    """Who answers before we have ended uses our words too: an answer on the screen, or a plain yes or no, is none."""
    plain = _plain(words)
    if not plain or only_listens(words):
        return False
    labels = (option.label[state.language] for option in (state.question.options if state.question else ()))
    if plain in map(_plain, labels) or parsers.plain_reply(words) is not None:
        return True
    return len(plain) > len(ours) or partial_ratio(f" {plain} ", f" {_plain(ours)} ") < ECHO


def _plain(words: str) -> str:
    return " ".join("".join(sign if sign.isalnum() or sign == "'" else " " for sign in words.lower()).split())
