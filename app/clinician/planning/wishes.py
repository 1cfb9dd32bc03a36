"""A question with several wishes in it, taken apart: the clauses that ask, each with what is told around it."""

import re
from collections.abc import Iterator, Sequence

from models.facts import Value
from models.intents import Intent, intents

CLAUSE = re.compile(r"[，。；;？?！!]+|,(?=\s)|\.(?=\s|$)|\s[-–—]\s")
JOINT = re.compile(r"\s+(?=and\b|also\b|plus\b)|(?<=\S)(?=以及|还有|另外|顺便|并且|和|，)", re.IGNORECASE)
QUOTED = re.compile(r"“[^”]+”|\"[^\"]+\"|「[^」]+」|『[^』]+』")
HIDDEN = "\ue000"  # in place of words in quotes
SHORTEST = 2  # characters of a clause
SURE = 0.5  # chance of its intent from which half of a clause is a wish by itself
MOST = 4  # wishes of a question; more are asked as one


class Wish(Value):
    """`around`: what is told beside it and asks nothing."""

    text: str
    around: str
    intents: tuple[tuple[Intent, float], ...]

    @property
    def whole(self) -> str:
        return f"{self.text} {self.around}".strip()


def wishes(question: str) -> tuple[Wish, ...]:
    """In the order they are asked; the whole question as one where no clause asks by itself."""
    clauses = [half for clause in _clauses(question) for half in _halves(clause)]
    likeliest = [intents(clause)[0][0] for clause in clauses]
    asking = [at for at, intent in enumerate(likeliest) if intent not in (Intent.CONTEXT, Intent.OTHER)]
    around = " ".join(clause for clause, intent in zip(clauses, likeliest, strict=True) if intent is Intent.CONTEXT)
    found: list[str] = []
    for before, at in zip([None, *asking], asking, strict=False):
        if before is not None and likeliest[before] is likeliest[at]:  # one wish in two clauses
            found[-1] = f"{found[-1]}, {clauses[at]}"
        else:
            found.append(clauses[at])
    if not 0 < len(found) <= MOST:
        return (Wish(text=question, around="", intents=intents(question)),)
    return tuple(Wish(text=text, around=around, intents=intents(text)) for text in found)


def _clauses(question: str) -> Iterator[str]:
    """Words in quotes are somebody's, and stay whole."""
    quotes = QUOTED.findall(question)
    for found in CLAUSE.split(QUOTED.sub(HIDDEN, question)):
        clause = found.strip()
        for _ in range(clause.count(HIDDEN)):
            clause = clause.replace(HIDDEN, quotes.pop(0), 1)
        if len(clause) >= SHORTEST:
            yield clause


def _halves(clause: str) -> Sequence[str]:
    """Cut at a conjunction where both sides want different things, and surely."""
    for joint in JOINT.finditer(clause):
        halves = clause[: joint.start()].strip(), clause[joint.end() :].strip()
        if not all(len(half) >= SHORTEST for half in halves):
            continue
        (first, sure), (second, as_sure) = (intents(half)[0] for half in halves)
        if first is not second and min(sure, as_sure) >= SURE and Intent.OTHER not in (first, second):
            return halves
    return (clause,)
