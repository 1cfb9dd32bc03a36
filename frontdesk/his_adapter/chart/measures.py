"""Numbers of an examination that the catalogue of tests does not know, each under the name it is written with."""

import re
from collections.abc import Iterator
from functools import lru_cache

from frontdesk.models.facts import Value
from frontdesk.models.specialists.labs_vitals.readings import hear

CLAUSE = re.compile(r"[，,；;。、\n]|\.(?!\d)")
TOKEN = re.compile(
    r"(?P<word>[A-Za-z]+(?:[-/]?[A-Za-z0-9]+)*|[\u3400-\u9fff]+)"
    r"|(?P<number>\d+(?:\.\d+)?) ?(?P<unit>%|‰|[a-zA-Zμµ°]+(?:/[a-zA-Zμµ²0-9.]+)?|[分个次周天年月])?"
    r"|(?P<other>\S)"
)
NUMBER = re.compile(r"\d+(?:\.\d+)?")
JOINED = frozenset("-~×^/<>")  # beside a number: a span, a size or a power, not one value
HEAD = 2  # characters of a Chinese name that say what it is: the last ones
SHORT = 3  # letters of an English word that may stand for a name by itself


class Measure(Value):
    """`places`: decimals, as it is written."""

    name: str
    value: float
    places: int
    unit: str

    def named_in(self, question: str) -> Iterator[str]:
        """The words of the question that name it: a word of its name, or the noun that a Chinese name ends in."""
        asked = {word.lower().removesuffix("s"): word for found in TOKEN.finditer(question) if (word := found["word"])}
        for word in self.name.split():
            if word.isascii():
                one = word.lower().removesuffix("s")
                yield from [asked[one]] if len(word) >= SHORT and one in asked else []
            elif word in question:
                yield word
            elif len(word) > HEAD and word[-HEAD:] in question:
                yield word[-HEAD:]


def places(value: float, text: str) -> int:
    """How many decimals `text` writes the value with; as many as it needs where the text has it in other words."""
    written = next((one for one in NUMBER.findall(text) if float(one) == value), f"{value:.6g}")
    return len(written.partition(".")[2])


@lru_cache(maxsize=1024)
def measures(text: str) -> tuple[Measure, ...]:
    """Those of `text`, in its order; what the catalogue reads is left to it."""
    clauses = (clause for clause in CLAUSE.split(text) if clause.strip())
    return tuple(one for clause in clauses if not hear(clause).readings for one in _measures(clause))


def _measures(clause: str) -> Iterator[Measure]:
    """The words before a number are its name; a number beside another is no value by itself."""
    name: list[str] = []
    tokens = list(TOKEN.finditer(clause))
    for at, token in enumerate(tokens):
        if token["word"]:
            name.append(token["word"])
        elif token["number"] and name:
            beside = {other["other"] for other in tokens[max(0, at - 1) : at + 2] if other["other"]}
            if not beside & JOINED:
                value = float(token["number"])
                yield Measure(name=" ".join(name), value=value, places=places(value, clause), unit=token["unit"] or "")
            name = []
