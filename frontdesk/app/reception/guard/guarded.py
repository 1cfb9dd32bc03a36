"""The model's words on their way to the patient: whole sentences, shown as far as they are safe."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from frontdesk.app.reception.guard.faults import Ground, Kind, asks, fault, openings
from frontdesk.models.facts import Language
from frontdesk.models.speaking import join

MOST = 5  # sentences; she is told to say three, and what answers a question is not cut for its length
END_OF_SENTENCE = re.compile(
    r"[。！？!?]+[”\"」]?|\n+|(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<!\d)\.(?=\s)|(?<=\d)\.(?=\s)"
)
ALTERNATIVE = re.compile(r"or\b|还是|或者", re.IGNORECASE)
OPENING = 200  # characters that hold the longest of the harmless openings
SPACE = re.compile(r"\s+")


class Guarded:
    """One reply. `feed` takes pieces and `text` is what may be shown; `end` takes the last words.

    `faults` counts what was cut, `kept` how many of the model's sentences stand; `question` is the one it
    asks, `may_ask` whether there may be one, `parts` of how many sentences: "is it about you? A man or a woman?"
    """

    def __init__(self, ground: Ground, *, may_ask: bool = True, parts: int = 1) -> None:
        self._ground = ground
        self._may_ask = may_ask
        self._parts = parts
        self._rest = ""
        self._said: list[str] = []
        self._opening = ""
        self.question = ""
        self._asked = ""  # its last sentence
        self.faults: Counter[Kind] = Counter()
        self.over = False  # nothing more is wanted

    @property
    def kept(self) -> int:
        return len(self._said)

    @property
    def text(self) -> str:
        return join(self._ground.language, *self._said, self._opening)

    def feed(self, piece: str) -> bool:
        """True when there is more to show than before."""
        before, looked_at = self.text, max(len(self._rest) - 1, 0)  # a full stop counts once something stands behind it
        self._rest += piece
        while not self.over and (end := END_OF_SENTENCE.search(self._rest, looked_at)):
            sentence = SPACE.sub(" ", self._rest[: end.end()]).strip()
            self._rest, looked_at = self._rest[end.end() :], 0
            self._opening = ""
            if sentence:
                self._take(sentence)
        if not (self.over or self._said or self._opening):
            self._opening = _opening(self._rest[:OPENING].lstrip(), self._ground.language)
        return self.text != before

    def end(self, *, whole: bool = True) -> str:
        """The reply as it stands; the last words are taken if they came `whole`."""
        last, self._rest, self._opening = SPACE.sub(" ", self._rest).strip(), "", ""
        if whole and last and not self.over:
            stop = "。" if self._ground.language is Language.ZH else "."
            self._take(last if last[-1] in '。！？.!?”"' else last + stop)
        self.over = True
        return self.text

    def _take(self, sentence: str) -> None:
        asking = asks(sentence, self._ground.language)
        kind = fault(sentence, self._ground)
        goes_on = bool(self.question) and self._said[-1] == self._asked and self._goes_on(sentence)
        if kind is None and asking and ((self.question and not goes_on) or not self._may_ask):
            kind = Kind.QUESTIONS
        if kind is None and len(self._said) == MOST:
            kind = Kind.LONG
        if kind is not None:
            self.faults[kind] += 1
            self.over = kind in (Kind.MACHINE, Kind.LONG)
            return
        if asking:
            self._parts -= bool(self.question) and not goes_on_with(sentence)
            self.question = join(self._ground.language, self.question, sentence)
            self._asked = sentence
        self._said.append(sentence)

    def _goes_on(self, sentence: str) -> bool:
        return goes_on_with(sentence) or self._parts > 1


def goes_on_with(sentence: str) -> bool:
    """Another answer to the question before it: "Or can you not put weight on it?"."""
    return bool(ALTERNATIVE.match(sentence))


def guarded(pieces: Iterable[str], reply: Guarded) -> Iterator[str]:
    """What may be shown, each time there is more of it; stops reading once nothing more is wanted."""
    for piece in pieces:
        if reply.feed(piece):
            yield reply.text
        if reply.over:
            return


def warm_up(language: Language) -> None:
    """Loads what the guard reads by."""
    reply = Guarded(Ground(language=language, facts="?"))
    for word in ("好的，我明白了。您好吗？", "Thank you for that. Are you well?"):
        reply.feed(word)
    reply.end()


def _opening(text: str, language: Language) -> str:
    """The harmless words the reply begins with, as far as they have come."""
    fitting = (one for one in openings(language) if text.lower().startswith(one.lower()))
    longest = max(fitting, key=len, default="")
    after = text[len(longest) : len(longest) + 1]
    return "" if language is Language.EN and (after.isalnum() or after in "'’") else text[: len(longest)]
