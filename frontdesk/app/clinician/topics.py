"""What a question is about: medicines and their classes, tests, examinations, habits, findings, else its own words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import rjieba
import yaml

from frontdesk.his_adapter.chart import Line
from frontdesk.his_adapter.chart.reading import examinations, examined_in, habits, habits_in
from frontdesk.models.facts import Language, Value
from frontdesk.models.facts import Topic as Told
from frontdesk.models.knowledge.formulary import SUBSTANCES, formulary, plain_name
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.writing import read
from frontdesk.models.specialists.labs_vitals.catalogue import find
from frontdesk.models.specialists.labs_vitals.named import mentions_of as tests_in
from frontdesk.models.specialists.labs_vitals.told import PRESSURE, PRESSURE_WORDS
from frontdesk.models.specialists.medication.mentions import mentions as medicines_in

FOLDER = Path(__file__).parent
FLAGS = re.IGNORECASE | re.ASCII
TEXTS = 20_000  # kept: the sentences of some hundred patients
LATIN = re.compile(r"[A-Za-z][A-Za-z0-9*'/+-]*|\d+[A-Za-z]+\d*")
HAN = re.compile(r"[\u3400-\u9fff]")
ASKING = re.compile(r"^[后前再复还]?[查做测问]")
SHORTEST = {True: 3, False: 2}  # characters of a word that is looked for by itself; True for Latin letters
WHOLE = 3  # characters of a Chinese medicine's name that say which it is
DYE = re.compile(r"\bcontrast\b|造影剂|增强(?=CT|MR|扫描)", FLAGS)


TAKEN = re.compile(
    r"\b(?:take\w*|taking|tablets?|supplement\w*|dose|mg|infusion|give|prescrib\w*|start\w*|stop\w*)\b"
    r"|[吃服用补片剂开停]",
    FLAGS,
)


UNKNOWN = {  # of words that no list knows, where nothing is found
    Language.EN: "“{asked}” is not a word known here: it was only looked for as written, and no sentence you may see"
    " has it. Please ask with the whole word.",
    Language.ZH: "“{asked}”这个词这里不认识，只按字面找过，您能看到的病历里没有这几个字；请写全称再问。",
}


class TopicKind(StrEnum):
    MEDICINE = "medicine"
    TEST = "test"
    EXAMINATION = "examination"
    HABIT = "habit"
    FINDING = "finding"
    WORDS = "words"


class Named(NamedTuple):
    """What a text names, by codes: of the formulary with its classes, the catalogue, the knowledge."""

    medicines: frozenset[str]
    tests: frozenset[str]
    findings: frozenset[str]


OF_PATIENTS = frozenset({Told.FINDING, Told.CONDITION, Told.PREGNANCY})


class Topic(Value):
    """`codes`: any of them counts; of a medicine its class or itself, of words the words."""

    kind: TopicKind
    code: str
    words: str
    codes: frozenset[str]

    @property
    def known(self) -> bool:
        """Whether a list knows it: of what is only looked for as written, nothing found says nothing of the patient."""
        return self.kind is not TopicKind.WORDS

    def called(self, language: Language) -> str:
        match self.kind:
            case TopicKind.MEDICINE if self.code in classes():
                return classes()[self.code].name[language]
            case TopicKind.MEDICINE:
                return plain_name(self.code, language)
            case TopicKind.EXAMINATION:
                return examinations()[self.code].name[language]
            case TopicKind.HABIT:
                return habits()[self.code].name[language]
            case TopicKind.TEST:
                return _test(self.code, language)
            case TopicKind.FINDING:
                return finding_name(self.code, language) or self.words
        return self.words

    def in_text(self, text: str) -> bool:
        match self.kind:
            case TopicKind.MEDICINE:
                return not self.codes.isdisjoint(named(text).medicines) or self._within_name(text)
            case TopicKind.TEST:
                return not self.codes.isdisjoint(named(text).tests)
            case TopicKind.EXAMINATION:
                return self.code in examined_in(text) or not self.codes.isdisjoint(named(text).tests)
            case TopicKind.HABIT:
                return self.code in habits_in(text)
            case TopicKind.FINDING:
                known = not self.codes.isdisjoint(named(text).findings) or self.words.lower() in text.lower()
                return known or any(words.search(text) for words in otherwise(self.code))
        low = text.lower()
        held = [word for word in self.codes if word in low]
        return bool(held) and 2 * len(held) >= len(self.codes)

    def _within_name(self, text: str) -> bool:
        """Whether a longer Chinese name holds it: 奥美拉唑 in 艾司奥美拉唑."""
        return len(self.words) >= WHOLE and HAN.match(self.words) is not None and self.words in text

    def in_line(self, line: Line) -> bool:
        return self.in_text(line.text)


class Class(NamedTuple):
    name: dict[Language, str]
    words: re.Pattern[str]


@cache
def classes() -> dict[str, Class]:
    """Classes of medicines by the formulary's names."""
    rows = yaml.load((FOLDER / "medicine_classes.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return {
        code: Class({Language.EN: row["en"], Language.ZH: row["zh"]}, re.compile(row["words"], FLAGS))
        for code, row in rows.items()
    }


@lru_cache(maxsize=TEXTS)
def named(text: str) -> Named:
    writing = read(text)
    tests = tests_in(writing.lower)
    codes = [code for one in medicines_in(writing) if one.named for code in one.named.codes]
    kinds = {kind for code in codes for kind in (code, *formulary().counts_as(code), *_members(code))}
    kinds.update(code for code, one in classes().items() if one.words.search(text))
    kinds.update(["contrast"] if DYE.search(text) else [])
    findings = {
        one.code for one in mentions(text) if not any(test.start <= one.start and one.end <= test.end for test in tests)
    }
    return Named(frozenset(kinds), frozenset(one.test for one in tests), frozenset(findings))


def _members(code: str) -> tuple[str, ...]:
    return formulary().medicines[code].members if code in formulary().medicines else ()


@lru_cache(maxsize=512)
def topics(text: str) -> tuple[Topic, ...]:
    """In that order: medicines, habits, examinations, tests, findings; its own words where it names none of these."""
    medicines, tests = list(_medicines(text)), list(_tests(text))
    of_tests = [one for one in tests if not _within(one, medicines)]
    examined = [one for one in _examined(text) if not _within(one, of_tests)]
    medicines = [one for one in medicines if not _is_measured(one, of_tests, text)]
    circumstances = list(_habits(text))
    others = (*medicines, *of_tests, *examined)
    findings = [one for one in _findings(text) if not any(_overlap(one, other) for other in others)]
    findings = [] if circumstances else findings
    found = tuple(dict.fromkeys([*medicines, *circumstances, *examined, *of_tests, *findings]))
    return found or tuple(_words(text))


def _overlap(one: Topic, other: Topic) -> bool:
    """Whether a finding is only said in the words of a test or a medicine: "on warfarin", 血红蛋白低."""
    said, others = one.words.lower(), other.words.lower()
    return others in said or said in others


def _is_measured(one: Topic, tests: Sequence[Topic], text: str) -> bool:
    """Whether a mineral is named as what is measured, and not as what is taken."""
    same = any(one.words.lower() in test.words.lower() for test in tests)
    return same and not TAKEN.search(text)


def _within(one: Topic, others: Iterable[Topic]) -> bool:
    """Whether its words are part of another's: the iron in "iron tablets", hepatitis C in its antibody."""
    return any(one.words.lower() in other.words.lower() and one.words != other.words for other in others)


def medicines_named(text: str) -> tuple[Topic, ...]:
    return tuple(one for one in topics(text) if one.kind is TopicKind.MEDICINE)


def _medicines(text: str) -> Iterator[Topic]:
    writing, single = read(text), set[str]()
    groups = [(code, found) for code, group in classes().items() if (found := group.words.search(text))]
    for one in medicines_in(writing):
        if any(one.words.lower() != found[0].lower() and one.words.lower() in found[0].lower() for _, found in groups):
            continue  # the steroid of an inhaled steroid
        if one.named is None or one.words.lower() in ("inhaler", "吸入剂"):
            continue
        code = one.named.codes[0]
        if any(group in formulary().counts_as(code) and _same(found[0], one.words) for group, found in groups):
            continue  # "HRT" is any of its members, not the one that is also sold by that name
        members = frozenset(_members(code))
        as_class = next((name for name in classes() if name in members), None) if len(members) == 1 else None
        single.add(one.words.lower())
        codes = members or frozenset(one.named.codes)
        yield Topic(kind=TopicKind.MEDICINE, code=as_class or code, words=one.words, codes=codes)
    for code, found in groups:
        wider = any(found[0] != other[0] and found[0] in other[0] for _, other in groups)
        if not wider and not any(found[0].lower() in words for words in single):
            yield Topic(kind=TopicKind.MEDICINE, code=code, words=found[0], codes=frozenset({code}))
    if found := DYE.search(text):
        yield Topic(
            kind=TopicKind.MEDICINE, code="contrast", words=found[0], codes=frozenset({"contrast"} & SUBSTANCES)
        )


def _same(one: str, other: str) -> bool:
    return one.lower() == other.lower()


def _habits(text: str) -> Iterator[Topic]:
    for code in habits_in(text):
        yield Topic(kind=TopicKind.HABIT, code=code, words=text, codes=frozenset({code}))


def _examined(text: str) -> Iterator[Topic]:
    for code in examined_in(text):
        thing = examinations()[code]
        found = thing.words.search(text)
        yield Topic(kind=TopicKind.EXAMINATION, code=code, words=found[0] if found else code, codes=thing.tests)


def _tests(text: str) -> Iterator[Topic]:
    writing = read(text)
    for one in tests_in(writing.lower):
        words = writing.words(one.start, one.end)
        yield Topic(kind=TopicKind.TEST, code=one.test, words=words, codes=frozenset({one.test}))


def _findings(text: str) -> Iterator[Topic]:
    tests = tests_in(read(text).lower)
    for one in mentions(text):
        within = any(test.start <= one.start and one.end <= test.end for test in tests)
        if one.topic in OF_PATIENTS and not within:
            yield Topic(kind=TopicKind.FINDING, code=one.code, words=one.words, codes=frozenset({one.code}))
    known = {one.code for one in mentions(text)}
    spans = [(one.start, one.end) for one in mentions(text)]
    for code, words in _otherwise().items():
        found = words.search(text)
        if code not in known and found and not any(a < found.end() and found.start() < b for a, b in spans):
            yield Topic(kind=TopicKind.FINDING, code=code, words=found[0], codes=frozenset({code}))


def otherwise(code: str) -> tuple[re.Pattern[str], ...]:
    """How doctors write a finding in other words; nothing where no row tells."""
    rows = _otherwise()
    return (rows[code],) if code in rows else ()


@cache
def _otherwise() -> dict[str, re.Pattern[str]]:
    rows = yaml.load((FOLDER / "said_otherwise.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return {code: re.compile(words, FLAGS) for code, words in rows.items()}


def _words(text: str) -> Iterator[Topic]:
    """The words that are left of a question, each line of its own language together."""
    latin = [word for word in LATIN.findall(text) if word.lower() not in _stop("stop_en")]
    han = [
        word
        for word, tag in rjieba.tag(text)
        if HAN.search(word) and word not in _stop("stop_zh") and not ASKING.search(word) and tag[0] not in "ruypc"
    ]
    words = [word for word in (*latin, *han) if len(word) >= SHORTEST[word.isascii()] or word.isupper()]
    if words:
        said = "".join(han) if han and not latin else " ".join(words)
        yield Topic(kind=TopicKind.WORDS, code="words", words=said, codes=frozenset(word.lower() for word in words))


@cache
def _stop(name: str) -> frozenset[str]:
    rows = yaml.load((FOLDER / "topics.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    return frozenset(rows[name].split())


def is_put_with(word: str) -> bool:
    """Whether questions are put with it, whatever they are about."""
    return word in _stop("stop_en") or word in _stop("stop_zh")


def _test(code: str, language: Language) -> str:
    if code == PRESSURE:
        return PRESSURE_WORDS[0] if language is Language.ZH else PRESSURE
    test = find(code)
    return test.called(language) if test else code


def finding_name(code: str, language: Language) -> str:
    """Of an illness or a finding of the knowledge; empty of any other code."""
    known = knowledge()
    one = known.conditions.get(code) or known.findings.get(code)
    return (one.zh if language is Language.ZH else one.en) if one else ""
