"""What they really came for, where they say so: "forget the throat, it's my mole I came about", 主要是肚子疼."""

from collections.abc import Sequence

from models.embedded.asking import is_complaint
from models.embedded.understanding.words.corrections import main_trouble
from models.facts import Fact, Record

SHARED = 2  # characters that a complaint's words and those that name it again have in common
SHORTEST = 4  # letters of a word that names it again


def came_for(record: Record, text: str) -> tuple[Fact, ...]:
    """The complaints that `text` says the visit is for; empty where it does not say."""
    lower = text.lower()
    span = main_trouble(lower)
    if span is None:
        return ()
    complaints = [fact for fact in record if is_complaint(fact)]
    named = [fact for fact in complaints if lower.find(fact.quote.lower(), span[0]) >= 0]
    return tuple(named or (fact for fact in complaints if _names_again(fact.quote.lower(), lower[slice(*span)])))


def _names_again(quote: str, words: str) -> bool:
    """ "It's the veins, not my heart" names the varicose veins told before."""
    if quote.isascii():
        return any(word in words.split() for word in quote.split() if len(word) >= SHORTEST)
    return any(quote[n : n + SHARED] in words for n in range(len(quote) - SHARED + 1))


def chief_first(record: Record, facts: Record, text: str) -> tuple[Record, tuple[str, ...]]:
    """`facts` with what they came for at their head and what was told before it after them, and the names withdrawn."""
    new = {fact.name for fact in facts}
    told = tuple(fact for fact in record if fact.name not in new)
    chief = came_for((*told, *facts), text)
    before = [fact for fact in told if is_complaint(fact)]
    if not chief or (facts[:1] == chief[:1] and not before):
        return facts, ()
    rest = [fact for fact in (*facts, *before) if fact not in chief]
    moved = [fact for fact in record if is_complaint(fact)]
    return (*chief, *rest), tuple(f"{fact.topic}:{fact.code}" for fact in moved)


def put_aside(record: Record, said: Sequence[tuple[int, str]]) -> frozenset[str]:
    """Codes of the complaints told in turns before the one that says what the visit is really for."""
    for number, text in reversed(said):
        if chief := came_for(record, text):
            kept = {fact.code for fact in chief}
            return frozenset(f.code for f in record if is_complaint(f) and f.turn < number and f.code not in kept)
    return frozenset()
