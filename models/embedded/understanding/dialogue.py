"""Reads a whole dialogue: what the nurse asked decides what the patient's answers mean."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from models.embedded.everyday import with_everyday
from models.embedded.summarization import extend
from models.embedded.understanding.carried import blood_named
from models.embedded.understanding.lexicon import lexicon
from models.embedded.understanding.persons.people import people
from models.embedded.understanding.reading import understand
from models.embedded.understanding.replies.asked import FREE_TOPICS, asked_in
from models.embedded.understanding.words.writing import language_of, read
from models.facts import Answer, Details, Fact, Language, Person, Record, Sex, Topic, Understanding

_OF_SOMEBODY = re.compile(r"\b(?:she|he|they|her|his|their)\b|他|她")
_GOES_ON = re.compile(
    r"^\W*(?:(?:okay|well|oh|i see|i mean|um)\W+)*(?:and|or|how about|what about|any|anyone|anything|like|such as|"
    r"it could be|for example|那|还有|比如|像|别的)"
)
# What the nurse reads out and the patient agrees to: I see you take aspirin; it says you have asthma.
_READ_OUT = re.compile(
    r"\b(?:i see|it says|says here|i understand|i remember|your chart|my chart|records?|you have|you've"
    r"|you're (?:on|taking)|you take|you were|you had|so other than)\b|您(?:有|是|在吃|得过)|病历"
)
# A question that takes an illness for granted: when were you diagnosed with diabetes?
_TAKEN_FOR_GRANTED = re.compile(
    r"\b(?:when (?:were|was|did)|how long|since when|how (?:have|has|are|is)|how old were|what year)\b"
    r"|什么时候(?:得|查|发现|确诊)|(?:得|有|患)[^，。？]{0,8}(?:多久|几年|多少年)"
)
_ADDRESSED = {
    Sex.FEMALE: re.compile(r"\b(?:ma'am|madam|miss|mrs|ms)\b|女士|阿姨|大姐"),
    Sex.MALE: re.compile(r"\b(?:sir|mr|mister)\b|先生|大爷|大叔"),
}
_SENTENCES = re.compile(r"[^。！？!?.;；\n]+(?:[。！？!?;；\n]|\.(?!\d)|$)")
_AGREED_TO = frozenset({Topic.MEDICINE, Topic.CONDITION, Topic.ALLERGY, Topic.OPERATION})
_RUNS = frozenset({Topic.CONDITION, Topic.FINDING})
_HISTORY = frozenset({*FREE_TOPICS, "habit:smoking", "habit:drinking"}) - {"wish"}


class Spoken(NamedTuple):
    """One line of a dialogue, by the patient or somebody who speaks for them, or by the nurse or doctor."""

    patient: bool
    text: str


class Source(NamedTuple):
    turn: int  # from 1, over all lines
    quote: str


class Told(NamedTuple):
    """What a dialogue says; `record` in the order in which things were first said."""

    record: Record
    person: Person
    language: Language
    sources: dict[str, Source]  # of "age_months" and "sex"
    complaints: Record  # of the record, what was not merely an answer about history


def read_through(lines: Sequence[Spoken]) -> Told:
    reading = _Reading(language_of(" ".join(line.text for line in lines if line.patient)) or Language.ZH)
    for turn, line in enumerate(lines, start=1):
        (reading.hear if line.patient else reading.ask)(line.text, turn)
    return reading.told()


class _Reading:
    def __init__(self, language: Language) -> None:
        self.language = language
        self.record: dict[tuple[Topic, str], Fact] = {}
        self.order: dict[tuple[Topic, str], bool] = {}  # names as first said; whether in an answer about history
        self.person = Person()
        self.sources: dict[str, Source] = {}
        self.addressed: tuple[Sex, Source] | None = None
        self.asked: tuple[str, ...] = ("open",)
        self.question = ""
        self.said = ""  # by the patient, last, after what was asked
        self.granted: tuple[tuple[Topic, str], ...] = ()
        self.read_out: Record = ()

    def ask(self, words: str, turn: int) -> None:
        self.asked = _asked(words, self.asked) or _asked_of_blood(self.said, words)
        self.question = words
        lower = read(words).lower
        chinese = language_of(words) is Language.ZH
        named = [(m.topic, m.code) for m in lexicon().mentions(lower, chinese=chinese, english=not chinese)]
        self.granted = tuple(named[-1:]) if _TAKEN_FOR_GRANTED.search(lower) and self.asked != ("family",) else ()
        stated = understand(words).facts if _READ_OUT.search(lower) else ()
        self.read_out = tuple(
            fact.model_copy(update={"turn": turn})
            for fact in stated
            if fact.topic in _AGREED_TO and fact.code != "none"
        )
        # The finding asked about goes to the head, where a bare answer belongs.
        first = {name: self.record[name] for name in named if name in self.record and name[0] is Topic.FINDING}
        self.record = {**first, **self.record}
        for sex, spoken in _ADDRESSED.items():
            match = spoken.search(lower)
            if match and self.addressed is None:
                self.addressed = sex, Source(turn, read(words).words(*match.span()))

    def hear(self, words: str, turn: int) -> None:
        self.said = f"{self.question} {words}"
        for key in self.asked or (None,):
            heard = understand(words, language=self.language, asked=key)
            if key == "open" and not (heard.answer or heard.questions or heard.intents):
                heard = with_everyday(heard, words)
            if len(self.asked) > 1 and heard.answer is Answer.YES:
                heard = understand(words, language=self.language)  # yes to which of them is not known
            self._take(heard, key, words, turn)
        if self.granted and heard.answer is not Answer.NO:
            self._grant(heard, words, turn)
        if heard.answer is Answer.YES:
            self._agree()
        if self.asked == ("family",) and heard.answer is Answer.YES:
            self._in_family(words, turn)
        self._meet(heard, words, turn)

    def _agree(self) -> None:
        for fact in self.read_out:
            if fact.name not in self.record:
                self.record[fact.name] = fact
                self.order.setdefault(fact.name, True)

    def _in_family(self, words: str, turn: int) -> None:
        """ "Does diabetes run in your family?" "Yes, my father had it." """
        lower = read(self.question).lower
        chinese = language_of(self.question) is Language.ZH
        named = {m.code for m in lexicon().mentions(lower, chinese=chinese, english=not chinese) if m.topic in _RUNS}
        if len(named) == 1 and not any(f.topic is Topic.FAMILY and f.turn == turn for f in self.record.values()):
            fact = Fact(topic=Topic.FAMILY, code=named.pop(), quote=words.strip(), turn=turn)
            self.record[fact.name] = fact
            self.order.setdefault(fact.name, True)

    def _take(self, heard: Understanding, key: str | None, words: str, turn: int) -> None:
        if self.granted:  # "two years ago" is no illness
            heard = heard.model_copy(update={"facts": tuple(f for f in heard.facts if f.code not in f.quote)})
        facts, withdrawn = extend(tuple(self.record.values()), heard, asked=key, turn=turn)
        self.record |= {fact.name: fact for fact in facts}
        self.record = {name: fact for name, fact in self.record.items() if f"{name[0]}:{name[1]}" not in withdrawn}
        for name in self.record:
            self.order.setdefault(name, key in _HISTORY)

    def _grant(self, heard: Understanding, words: str, turn: int) -> None:
        for topic, code in self.granted:
            if topic in (Topic.FINDING, Topic.CONDITION) and (topic, code) not in self.record:
                said = Details(duration=heard.details.duration)
                self.record[topic, code] = Fact(topic=topic, code=code, quote=words.strip(), turn=turn, details=said)
                self.order.setdefault((topic, code), True)

    def _meet(self, heard: Understanding, words: str, turn: int) -> None:
        """Age and sex as the patient says them, or agrees to."""
        found = heard.person or Person()
        if heard.answer is Answer.YES and self.question.rstrip().endswith(("?", "？")):
            asked = people(read(self.question)).person or Person()
            found = Person(age_months=asked.age_months, sex=asked.sex).updated(found)
        for field in ("age_months", "sex"):
            if getattr(found, field) not in (None, getattr(self.person, field)):
                self.sources[field] = Source(turn, _sentence_with(words, field))
        self.person = self.person.updated(found)

    def told(self) -> Told:
        if self.person.sex is None and self.addressed:
            self.person = self.person.model_copy(update={"sex": self.addressed[0]})
            self.sources["sex"] = self.addressed[1]
        places = list(self.order)
        record = tuple(sorted(self.record.values(), key=lambda fact: places.index(fact.name)))
        own = tuple(fact for fact in record if not self.order[fact.name])
        return Told(record, self.person, self.language, self.sources, own)


def _asked(words: str, before: tuple[str, ...]) -> tuple[str, ...]:
    """What the nurse asks; after a question about the family the next ones often go on about it."""
    asked = asked_in(words)
    if before == ("family",):
        lower = words.lower()
        if not asked and _OF_SOMEBODY.search(lower):
            return before
        if asked and _GOES_ON.match(lower) and all(key.startswith(("condition:", "finding:")) for key in asked):
            return before
    if not asked and before and before[0] in _HISTORY and _GOES_ON.match(words.lower()):
        return before
    return asked


def _asked_of_blood(said: str, question: str) -> tuple[str, ...]:
    """ "Any blood?" after a cough or loose stools has been told."""
    before = read(said).lower
    named = [m for m in blood_named(f"{before}。{read(question).lower}", ()) if m.start > len(before)]
    return (f"finding:{named[-1].code}",) if named else ()


def _sentence_with(words: str, field: str) -> str:
    """The sentence that tells it, or all that was said."""
    for match in _SENTENCES.finditer(words):
        person = people(read(match[0])).person
        if person is not None and getattr(person, field) is not None:
            return match[0].strip()
    return words.strip()
