"""The model's words on their way to the patient: shown as far as they are safe, mended or replaced where not."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from app.reception.guard.faults import Ground, Kind, claimed, fault, words
from app.reception.guard.questions import asks, covers, same
from models.facts import Language
from models.speaking import LONGEST, join, length

SENTENCE = re.compile(
    r"[^。！？!?\n]*?(?:[。！？!?]+[”\"」]?|\n+|(?<!\bDr)(?<!\bMr)(?<!\d)\.(?=\s)|(?<=\d)\.(?=\s))", re.DOTALL
)
SPACE = re.compile(r"\s+")


class Guarded:
    """One reply. `feed` takes pieces and `text` is what may be shown; `end` completes it in the embedded way.

    `faults` counts what was cut, `kept` how many of the model's sentences stand, `replaced` whether none of them does.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._rest = ""
        self._said: list[str] = []
        self._asked = not ground.question
        self._opening = ""
        self.faults: Counter[Kind] = Counter()
        self.kept = 0
        self.replaced = False
        self.over = False  # nothing more of the model's is wanted

    @property
    def text(self) -> str:
        return self._joined([*self._said, self._opening] if self._opening else self._said)

    def feed(self, piece: str) -> bool:
        """True when there is more to show than before."""
        before = self.text
        self._rest += piece
        while not self.over and (match := SENTENCE.match(self._rest)) and match.end():
            sentence, self._rest = SPACE.sub(" ", match.group()).strip(), self._rest[match.end() :]
            self._opening = ""
            if sentence:
                self._take(sentence)
        if not (self.over or self._said or self._opening):
            self._opening = _opening(self._rest.lstrip(), self._ground.language)
        return self.text != before

    def end(self, *, whole: bool = True) -> str:
        """The reply as it stands: the last words taken if they came `whole`, the question asked, what must be said."""
        last, self._rest, self._opening = SPACE.sub(" ", self._rest).strip(), "", ""
        if whole and last and not self.over:
            self._take(
                last if last[-1] in '。！？.!?”"' else last + ("。" if self._ground.language is Language.ZH else ".")
            )
        ground = self._ground
        told = covers(self.text, ground.tells, ground.language)
        complete = told and all(must.lower() in self.text.lower() for must in ground.must)
        if not complete and self.kept:
            self.faults[Kind.MISSING] += 1
        if not complete or not self.kept:
            self.replaced = True
            self._said = [ground.embedded]
        elif not self._asked:
            self._said.append(ground.question)
        self.over = True
        return self.text

    def _take(self, sentence: str) -> None:
        ground = self._ground
        if asks(sentence, ground.language):
            self._ask(sentence)
            return
        kind = fault(sentence, ground) or claimed(sentence, ground)
        if kind is None and self._asked and ground.question and sentence not in ground.question:
            kind = Kind.QUESTIONS  # talks on after the question
        if kind is None and not self._fits(sentence, "" if self._asked else ground.question):
            kind = Kind.LONG
        if kind is None:
            self._keep(sentence)
            return
        self.faults[kind] += 1
        self.over = kind in (Kind.STRANGE, Kind.LONG)

    def _ask(self, sentence: str) -> None:
        """The question that was to be asked, once, in the model's words if they are harmless; any other is cut."""
        ground = self._ground
        wrong = fault(sentence, ground)
        if self._asked or not same(sentence, ground):
            self.faults[wrong or Kind.QUESTIONS] += 1
            return
        if wrong is not None or not self._fits(sentence, ""):
            self.faults[wrong or Kind.LONG] += 1
            self._said.append(ground.question)
        else:
            self._keep(sentence)
        self._asked = True

    def _keep(self, sentence: str) -> None:
        self._said.append(sentence)
        self.kept += 1

    def _fits(self, sentence: str, question: str) -> bool:
        whole = self._joined([*self._said, sentence, question])
        return length(whole, self._ground.language) <= LONGEST[self._ground.language]

    def _joined(self, sentences: list[str]) -> str:
        return join(self._ground.language, *sentences)


def guarded(pieces: Iterable[str], reply: Guarded) -> Iterator[str]:
    """What may be shown, each time there is more of it; stops reading once nothing more is wanted."""
    for piece in pieces:
        if reply.feed(piece):
            yield reply.text
        if reply.over:
            return


def _opening(text: str, language: Language) -> str:
    """The harmless words the reply begins with, as far as they have come."""
    fitting = (one for one in words()["openings"][language] if text.lower().startswith(one.lower()))
    longest = max(fitting, key=len, default="")
    after = text[len(longest) : len(longest) + 1]
    return "" if language is Language.EN and (after.isalnum() or after == "'") else text[: len(longest)]
