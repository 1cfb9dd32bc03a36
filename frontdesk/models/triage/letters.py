"""Letters for the statistical model: a complaint among greetings, history, medicines, tests and questions."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import yaml

from frontdesk.models.facts import Language, Person, Relation
from frontdesk.models.triage.persons import Chances, moved, specialties

FOLDER = Path(__file__).parent / "texts"
_SURE = 0.95  # the chance a letter gives its own specialty
_CHILD = Person(relation=Relation.CHILD, age_months=60)
_SHUFFLED = 0.3  # share of the letters that do not begin with what they are about
_VAGUE = 0.25  # the chance that who is just unwell belongs to general practice
_ADVICE = 0.6  # the chance that who asks for advice of this form belongs to general practice, whatever it names
_WRITTEN = 2  # how often whole letters written by hand are learnt
_NOTHING = 8  # how often each sentence that tells nothing is learnt
_SLOTS = {"med": "medicine", "ill": "ill", "test": "test", "done": "done"}

Said = dict[str, list[str]]


class Example(NamedTuple):
    text: str
    chances: Chances


def sure_of(code: str, *, sure: float = _SURE) -> Chances:
    codes = specialties()
    chances = np.full(len(codes), (1 - sure) / (len(codes) - 1))
    chances[codes.index(code)] = sure
    return chances


@cache
def said(kind: str, language: Language) -> Said:
    """The sentences ("kiosk") or whole letters ("letters") written by hand, by specialty."""
    found = _yaml(f"{kind}.{language}.yaml")
    return {code: lines.strip().splitlines() for code, lines in found.items()}


@cache
def terms(language: Language) -> dict[str, dict[str, list[str]]]:
    """By specialty, what patients name: "ill", "medicine", "test", "done"."""
    comma = "，" if language is Language.ZH else ", "
    return {
        code: {kind: words.split(comma) for kind, words in kinds.items()}
        for code, kinds in _yaml(f"terms.{language}.yaml").items()
    }


@cache
def doctors(language: Language) -> dict[str, list[str]]:
    """What the doctors and departments of each specialty are called."""
    comma = "，" if language is Language.ZH else ", "
    return {code: names.split(comma) for code, names in _yaml("doctors.yaml")[language].items()}


@cache
def _shared(language: Language) -> dict[str, Counter[str]]:
    """For each term the specialties that list it."""
    found: dict[str, Counter[str]] = {}
    for code, kinds in terms(language).items():
        for words in kinds.values():
            for word in words:
                found.setdefault(word, Counter())[code] += 1
    return found


def _yaml(name: str) -> Any:
    return yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))


def letters(random: Random, *, rounds: int) -> Iterator[Example]:
    """`rounds` letters for each specialty and language, and everything written by hand in several dresses."""
    frames, often = _yaml("frames.yaml"), _yaml("often.yaml")
    nothing, vague = _yaml("nothing.yaml"), _yaml("vague.yaml")
    for language in Language:
        desk = Desk(random, language, frames[language])
        yield from desk.telling_nothing(nothing[language].strip().splitlines())
        for text in vague[language].strip().splitlines():
            yield from [Example(text, sure_of("general_practice", sure=_VAGUE))] * _NOTHING
        for code in specialties():
            for _ in range(int(rounds * often.get(code, 1.0))):
                yield desk.letter(code)
            yield from desk.named(code)
            yield from desk.asked_for(code)
            yield from desk.advised(code)
            for text in said("kiosk", language)[code]:
                yield from desk.dressed(text, code)
            for text in said("letters", language).get(code, ()) * _WRITTEN:
                yield from desk.shortened(text, code)


class Desk(NamedTuple):
    """Where letters in one language are put together."""

    random: Random
    language: Language
    frames: Said

    def letter(self, code: str) -> Example:
        """A complaint of one specialty among much that belongs to others or to none."""
        random, frames = self.random, self.frames
        child = random.random() < 0.12
        about = [self._core(code) for _ in range(random.choice((1, 1, 2, 2, 3)))]
        rest = [random.choice(frames["plain"]) for _ in range(random.choice((0, 0, 1, 2, 3)))]
        rest += [self._aside(self._other(code)) for _ in range(random.choice((0, 0, 1, 1, 2)))]
        middle = about + rest
        if random.random() < _SHUFFLED:
            random.shuffle(middle)
        elif random.random() < 0.5:
            middle = [about[0], *random.sample(middle[1:], len(middle) - 1)]
        ask = self._filled(random.choice(frames["ask"]), code)
        end = random.choice(frames["end"])
        title = random.random() < 0.25
        parts = [random.choice(frames["opener"]), self._aged(frames["child" if child else "person"]), *middle]
        parts = [f"{ask} ", *parts] if title else parts
        parts += [ask if random.random() < 0.4 and not title else "", " " if self.language is Language.EN else "", end]
        chances = sure_of(code)
        return Example(self._typed("".join(parts)), moved(chances, _CHILD) if child else chances)

    def named(self, code: str) -> Iterator[Example]:
        """Each term of a specialty in two frames; one that several specialties list is shared between them."""
        for kind, words in terms(self.language)[code].items():
            slot = next(slot for slot, field in _SLOTS.items() if field == kind)
            frames = [f for name in ("about", "ask") for f in self.frames[name] if f"{{{slot}}}" in f]
            for word in words:
                shared = _shared(self.language)[word]
                chances = np.mean([sure_of(other) for other in shared.elements()], axis=0)
                yield Example(word, chances)
                for frame in self.random.sample(frames, 2):
                    yield Example(frame.format(**{slot: word}), chances)

    def asked_for(self, code: str) -> Iterator[Example]:
        """The doctors of a specialty asked for by name."""
        for doctor in doctors(self.language)[code]:
            for frame in self.random.sample(self.frames["doctor"], 4):
                yield Example(frame.format(doctor=doctor), sure_of(code))

    def advised(self, code: str) -> Iterator[Example]:
        """Questions whose form makes them a general practitioner's though they name a specialty's illness or drug."""
        frames, chances = self.frames, _ADVICE * sure_of("general_practice") + (1 - _ADVICE) * sure_of(code)
        for frame in frames["advice"]:
            second = self._filled("{med}", self._other(code))
            text = self._filled(frame.replace("{med2}", second), code)
            yield Example(text, chances)
            parts = (frames["opener"], frames["person"], [text], [" "], frames["plain"], frames["end"])
            yield Example(self._typed("".join(self._aged(part) for part in parts)), chances)

    def telling_nothing(self, written: list[str]) -> Iterator[Example]:
        """Words that go with every complaint: all specialties stay as likely as before."""
        codes = specialties()
        alike = np.full(len(codes), 1 / len(codes))
        empty = [frame for name in ("opener", "person", "plain", "when", "end") for frame in self.frames[name] if frame]
        for text in [*written, *empty]:
            for _ in range(_NOTHING):
                yield Example(text.format(n=self.random.randint(19, 72)).strip(" ，,"), alike)
        for _ in range(_NOTHING * len(written)):
            yield Example(" ".join(self.random.sample(written, 2)), alike)

    def dressed(self, text: str, code: str) -> Iterator[Example]:
        """A sentence as it stands, with a greeting and a question, with another of its kind, mistyped."""
        random, frames = self.random, self.frames
        stop = "。" if self.language is Language.ZH else ". "
        chances = sure_of(code)
        yield Example(text, chances)
        yield Example(text, chances)
        yield Example(self._typed(text), chances)
        yield Example(f"{random.choice(frames['opener'])}{text}{stop}{random.choice(frames['end'])}", chances)
        yield Example(f"{self._aged(frames['person'])}{text}{stop}{random.choice(frames['plain'])}", chances)
        other = random.choice(said("kiosk", self.language)[code])
        yield Example(f"{text}{stop}{other}", chances)

    def shortened(self, text: str, code: str) -> Iterator[Example]:
        """A letter whole, and with some of its sentences left out."""
        stop = "，" if self.language is Language.ZH else ". "
        parts = text.split(stop)
        yield Example(text, sure_of(code))
        yield Example(text, sure_of(code))
        for _ in range(3):
            kept = [part for part in parts if self.random.random() < 0.7]
            if len(kept) > 1:
                yield Example(self._typed(stop.join(kept)), sure_of(code))

    def _core(self, code: str) -> str:
        frames, stop = self.frames, "。" if self.language is Language.ZH else ". "
        draw = self.random.random()
        if draw < 0.55:
            return self.random.choice(said("kiosk", self.language)[code]) + stop
        if draw < 0.65:
            return f"{self.random.choice(frames['when'])}{self.random.choice(said('kiosk', self.language)[code])}{stop}"
        if draw < 0.72:
            return self.random.choice(frames["doctor"]).format(doctor=self.random.choice(doctors(self.language)[code]))
        return self._filled(self.random.choice(frames["about"]), code)

    def _aside(self, code: str) -> str:
        """Something of another specialty, said in passing."""
        if self.random.random() < 0.15:
            doctor = self.random.choice(doctors(self.language)[code])
            return self.random.choice(self.frames["seen"]).format(doctor=doctor)
        return self._filled(self.random.choice(self.frames["beside"]), code)

    def _other(self, code: str) -> str:
        return self.random.choice([other for other in specialties() if other != code])

    def _filled(self, frame: str, code: str) -> str:
        """The frame with terms of the specialty; where it has none of that kind, an illness's question stands."""
        own = terms(self.language)[code]
        return frame.format(**{slot: self.random.choice(own.get(kind, own["ill"])) for slot, kind in _SLOTS.items()})

    def _aged(self, frames: list[str]) -> str:
        frame = self.random.choice(frames)
        months = "个月" in frame or "months" in frame
        ages = (2, 11) if months else (2, 11) if frame in self.frames["child"] else (19, 72)
        return frame.format(n=self.random.randint(*ages))

    def _typed(self, text: str) -> str:
        """Now and then with a slip: a letter lost, doubled or swapped, no capitals, no stops."""
        draw = self.random.random()
        if draw < 0.75 or len(text) < 8:
            return text
        if draw < 0.82:
            return text.lower().replace(".", "").replace("，", "").replace("。", " ")
        at = self.random.randrange(1, len(text) - 2)
        slips = (text[at + 1], text[at], text[at + 1] + text[at], text[at] * 2 + text[at + 1])
        return text[:at] + self.random.choice(slips) + text[at + 2 :]
