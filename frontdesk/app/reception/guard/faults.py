"""What a sentence of the nurse may not hold, given what is known: plain code, in every mode.

It keeps people safe; how a thing is said is hers.
"""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

import yaml

from frontdesk.models import allergies, parsers
from frontdesk.models.advice import SURE, advice
from frontdesk.models.allergies import NotBorne, not_borne
from frontdesk.models.capability import tells_rules
from frontdesk.models.facts import Fact, Language, Record, Side, Status, Topic, Value
from frontdesk.models.mentions import Mention, mentions
from frontdesk.models.nurse import NURSE
from frontdesk.models.parsers.content import content
from frontdesk.models.parsers.english import stem, tokens

NUMBER = re.compile(r"[A-Za-z]?\d+(?:[:：.\-]\d+)*")
CJK = re.compile(r"[\u4e00-\u9fff]")
LATIN = re.compile(r"[A-Za-z]{2,}")
TIME = re.compile(r"(\d{1,2}):(\d\d)")
CLOCK = re.compile(r"(\d{1,2})(?:点(?:(半)|(\d{1,2})分?|钟|整)?|\s?(?:[ap]\.?m\b|o.clock))", re.IGNORECASE)
HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
HOUR = rf"(\d{{1,2}}|{'|'.join(HOURS)})"
SPOKEN_CLOCK = re.compile(
    rf"\b(?:(?P<part>half|(?:a )?quarter) (?P<way>past|to) {HOUR}|{HOUR} o.clock|(?P<noon>noon|midday))\b",
    re.IGNORECASE,
)
PARTICLES = re.compile("[着了过个]")  # what they add to a verb, or to a count, makes no other fact
ENDS = re.compile(r"[。！？.!?\n]")
NO_LETTER = re.compile(r"[\W_]+")
END = re.compile(r"[?？]\s*[”\"'」]?\s*$")
ZH_ASKS = re.compile(r"(?:吗|呢|么)[。.]?\s*$")
NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
SAID_OF = (Topic.FINDING, Topic.CONDITION, Topic.MEDICINE, Topic.ALLERGY, Topic.PREGNANCY)
# A nurse may guess at these in sympathy.
FEELINGS = frozenset({"fatigue", "poor_sleep", "anxiety", "pain_somewhere", "unwell"})
OF_LINES = 4096  # lines of the facts that are known read: most are the hospital's, and the same in every turn
OF_PATIENT = re.compile(r"\byou(?:['’]ve| have| are|['’]re)\b|[您你](?:这)?(?:是|有|得|患)", re.IGNORECASE)
RUN = {Language.EN: 32, Language.ZH: 12}  # letters of her rules
PART = 3  # letters of a department's name that are no mere kind of department, 内科
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
FLOOR = re.compile(rf"\b({'|'.join(ORDINALS)}) floor\b", re.IGNORECASE)
DIGITS = "零一二三四五六七八九"
# One of something is seldom a count in Chinese (一下, 一点, 一天几次).
COUNTED = re.compile(
    r"[二两三四五六七八九十]{1,8}(?=(?:个)?(?:天|周|月|年|小时|钟头|分钟|块(?!青|紫|肿|疼|红|儿)|元|点|刻|楼|层|号|室|次))|一(?=楼|层|号|室|点半|点钟|刻)"
)


class Kind(StrEnum):
    MACHINE = "machine"  # instructions, labels, code, talk of itself as a machine, another language
    DIAGNOSIS = "diagnosis"
    SAFETY = "safety"  # a promise that it is harmless
    PRESCRIPTION = "prescription"
    DEPARTMENT = "department"
    DOCTOR = "doctor"
    FACT = "fact"  # a place, time, price or number that is nowhere in what is known
    OTHERS = "others"
    CREDENTIAL = "credential"  # what no nurse asks for: passwords, codes, card and account numbers
    CONTRADICTS = "contradicts"  # the record
    UNTOLD = "untold"  # says of the patient what nobody told
    QUESTIONS = "questions"  # a second one
    REPEATED = "repeated"  # a question that has been answered
    LONG = "long"


class Ground(Value):
    """What a line is held against. `facts`: all that was said, looked up or decided, in words; `told`: by the patient.

    `departments`: the names of all the hospital's departments; `answered`: what the nurse said before, `last` the
    line before this one; `nurse_comes`: one has been called, or is with these words.
    """

    language: Language
    facts: str
    told: str = ""
    record: Record = ()
    departments: tuple[str, ...] = ()
    answered: str = ""
    last: str = ""
    nurse_comes: bool = False


def asks(sentence: str, language: Language) -> bool:
    """The sentence puts a question."""
    return bool(END.search(sentence)) or (language is Language.ZH and bool(ZH_ASKS.search(sentence)))


def fault(sentence: str, ground: Ground) -> Kind | None:
    """Why this sentence may not be said; None when it may."""
    return next(_faults(sentence, ground), None)


def _faults(sentence: str, ground: Ground) -> Iterator[Kind]:
    language = ground.language
    question = asks(sentence, language)
    machine = _hits(Kind.MACHINE, sentence, ground) or _found("elsewhere", sentence, language)
    if machine or _tells_rules(sentence) or _other_language(sentence, ground):
        yield Kind.MACHINE
    if _diagnoses(sentence, ground, question=question):
        yield Kind.DIAGNOSIS
    if _hits(Kind.SAFETY, sentence, ground):
        yield Kind.SAFETY
    if _prescribes(sentence, ground, question=question):
        yield Kind.PRESCRIPTION
    if _names_department(sentence, ground):
        yield Kind.DEPARTMENT
    if _hits(Kind.DOCTOR, sentence, ground):
        yield Kind.DOCTOR
    if _found(Kind.CREDENTIAL, sentence, ground.language):
        yield Kind.CREDENTIAL
    if _hits(Kind.OTHERS, sentence, ground) or _stranger(sentence, ground):
        yield Kind.OTHERS
    if _numbers(sentence, counted=not question) - _known_numbers(ground.facts) or _hits(Kind.FACT, sentence, ground):
        yield Kind.FACT
    if not ground.nurse_comes and _found("comes", sentence, language) and not _found("if", sentence, language):
        yield Kind.FACT
    if question and _bare(sentence) in {_bare(said) for said in ENDS.split(ground.answered)}:
        yield Kind.REPEATED
    if _found("defers", sentence, language) and _found("defers", ground.last, language):
        yield Kind.REPEATED
    if not question:
        yield from _claims(sentence, ground)
        yield from _advises(sentence, ground)


def _tells_rules(sentence: str) -> bool:
    """In either language: a model may be made to take the other's."""
    return any(tells_rules(sentence, NURSE.rules(one), letters=letters) for one, letters in RUN.items())


def _bare(words: str) -> str:
    return NO_LETTER.sub("", words.lower())


def _hits(kind: Kind | str, sentence: str, ground: Ground) -> bool:
    """A pattern of this kind holds, in words that are not among the facts."""
    found = [match.group() for pattern in _patterns(kind, ground.language) for match in pattern.finditer(sentence)]
    facts, plain = _plain(ground.facts) if found else ("", "")
    return any(words.strip().lower() not in facts and PARTICLES.sub("", words) not in plain for words in found)


@lru_cache(maxsize=64)
def _plain(facts: str) -> tuple[str, str]:
    """In small letters, and without particles as well."""
    lower = facts.lower()
    return lower, PARTICLES.sub("", lower)


def _other_language(sentence: str, ground: Ground) -> bool:
    """Another language than the talk's, but for names that are known."""
    if ground.language is Language.EN:
        return any(char not in ground.facts for char in CJK.findall(sentence))
    strange = [word for word in LATIN.findall(sentence) if word.lower() not in _plain(ground.facts)[0]]
    return len(strange) > 2 and len(CJK.findall(sentence)) < 4 * len(strange)


def _diagnoses(sentence: str, ground: Ground, *, question: bool) -> bool:
    """Names an illness that nobody spoke of; a question may, as long as it does not guess."""
    guesses = _found("guess", sentence, ground.language)
    if question and not guesses:
        return False
    named = {mention.code for mention in _mentions(sentence) if mention.topic is Topic.CONDITION and not mention.denied}
    told = ground.told if OF_PATIENT.search(sentence) else ground.facts  # a text of the hospital's says who has nothing
    known = {one.code for one in _mentioned_in(told) if one.topic is Topic.CONDITION}
    if named - known - {fact.code for fact in ground.record}:
        return True
    return _hits("illness", sentence, ground)


def _prescribes(sentence: str, ground: Ground, *, question: bool) -> bool:
    """Names a medicine that nobody named, or tells what to do about the illness."""
    if not question and _unheard_of(sentence, ground.facts):
        return True
    if question and not _found("offer", sentence, ground.language):
        return False
    if _changes_a_medicine(sentence, ground.language):
        return True
    return _hits(Kind.PRESCRIPTION, sentence, ground)


def _changes_a_medicine(sentence: str, language: Language) -> bool:
    """The words that change it stand beside its name, not inside: 曲马多吃了恶心 is no "more" of anything."""
    rest = sentence
    for words in _medicines(sentence).values():
        rest = rest.replace(words, " ")
    return _found("change", rest, language) and parsers.names_a_medicine(sentence)


def _unheard_of(sentence: str, facts: str) -> bool:
    """Names a medicine that is nowhere in what is known, be it as one taken or as one not borne."""
    named = _medicines(sentence)
    known = {code for line in facts.splitlines() for code in _medicines(line)} if named else set[str]()
    return any(code not in known and words.lower() not in _plain(facts)[0] for code, words in named.items())


@lru_cache(maxsize=OF_LINES)
def _medicines(text: str) -> dict[str, str]:
    return {medicine.code: medicine.words for medicine in parsers.medicines(text)}


def _names_department(sentence: str, ground: Ground) -> bool:
    """One of ours, or what sounds like one, that is not among the facts."""
    lower, facts = sentence.lower(), _plain(ground.facts)[0]
    spoken = [name for name in ground.departments if name.lower() in lower]
    longest = [name for name in spoken if not any(name != other and name in other for other in spoken)]
    if any(name.lower() not in facts for name in longest):
        return True
    for name in longest:
        sentence = re.sub(re.escape(name), " ", sentence, flags=re.IGNORECASE)
    named = (match.group() for one in _patterns(Kind.DEPARTMENT, ground.language) for match in one.finditer(sentence))
    return any(not _known_part(words.lower(), facts, ground.language) for words in named)


def _known_part(words: str, facts: str, language: Language) -> bool:
    """The words are among the facts; of Chinese, which sets no spaces, the end of them, where the name stands."""
    if words in facts:
        return True
    ends = range(len(words) - PART + 1) if language is Language.ZH else ()
    return any(words[at:] in facts for at in ends)


def _stranger(sentence: str, ground: Ground) -> bool:
    """A name in the middle of an English sentence that stands nowhere in what is known."""
    named = NAME.findall(sentence) if ground.language is Language.EN else []
    return any(name not in ground.facts and name not in _capitals() for name in named)


def _advises(sentence: str, ground: Ground) -> Iterator[Kind]:
    """What the classifier takes for advice; it has to be the surer, the more of the sentence is told or known."""
    found = advice(sentence)
    if found.chance >= SURE + (1 - SURE) * _share_known(sentence, ground.facts):
        yield Kind(found.kind.value)


def _share_known(sentence: str, facts: str) -> float:
    """How much of the sentence stands in the facts: its words of weight, pairs of Chinese characters."""
    words = content(sentence)
    known = frozenset[str]().union(*map(content, facts.splitlines()))
    return len(words & known) / max(len(words), 1)


def _claims(sentence: str, ground: Ground) -> Iterator[Kind]:
    """What a sentence says of the patient, by its statements' names: against the record, or told by nobody."""
    language = ground.language
    if _found("if", sentence, language):
        return
    yield from _claims_of_allergy(sentence, ground)
    stopped = {fact.code for fact in ground.record if fact.topic is Topic.MEDICINE and not _is_taken(fact)}
    if stopped & _medicines(sentence).keys() and _found("takes", sentence, language):
        yield Kind.CONTRADICTS
    standing = {fact.code: fact.status for fact in ground.record if fact.topic in SAID_OF}
    spoken = {mention.code for mention in _mentioned_in(ground.told)}
    of_patient, over, guesses = (_found(name, sentence, language) for name in ("patient", "over", "sympathy"))
    attributed = [stem(word) for word in _attributed(sentence, language)]
    if attributed and not frozenset[str]().union(*map(_stems, ground.facts.splitlines())).issuperset(attributed):
        yield Kind.UNTOLD
    if _other_side(sentence, ground.told):
        yield Kind.CONTRADICTS
    for mention in _mentions(sentence):
        if mention.topic not in SAID_OF or (guesses and mention.code in FEELINGS):
            continue
        status = standing.get(mention.code)
        denied = mention.denied or over
        if status is not None and status is (Status.PRESENT if mention.denied else Status.ABSENT) and not over:
            yield Kind.CONTRADICTS
        elif of_patient and not denied and status is None and not _told(mention, spoken, ground):
            yield Kind.UNTOLD


def _is_taken(fact: Fact) -> bool:
    return fact.status is Status.PRESENT and not fact.past


def _claims_of_allergy(sentence: str, ground: Ground) -> Iterator[Kind]:
    """An allergy that the record denies, or that nobody told; a side effect is none."""
    there = {fact.code: fact.status for fact in ground.record if fact.topic is Topic.ALLERGY}
    told = {one.code for line in ground.told.splitlines() for one in _allergies(line)}
    for one in _allergies(sentence):
        if there.get(one.code) is Status.ABSENT:
            yield Kind.CONTRADICTS
        elif one.code not in told | there.keys():
            yield Kind.UNTOLD


def _allergies(text: str) -> tuple[NotBorne, ...]:
    return tuple(one for one in not_borne(text) if one.kind is allergies.Kind.ALLERGY)


def _attributed(sentence: str, language: Language) -> Iterator[str]:
    """Nouns that the sentence says the patient has or spoke of: the cramps you have."""
    found = (match for pattern in _patterns("attributed", language) for match in pattern.finditer(sentence))
    return (match[1].lower() for match in found)


@lru_cache(maxsize=OF_LINES)
def _stems(text: str) -> frozenset[str]:
    return frozenset(token.stem for token in tokens(text.lower()))


def _told(mention: Mention, spoken: set[str], ground: Ground) -> bool:
    """Spoken of, or its words are those of one line, in whatever order: 闪了腰, 把腰闪了."""
    if mention.code in spoken or mention.words in ground.facts:
        return True
    own = _pieces(mention.words)
    of_weight = {word for word in own if not word.isascii()} | (_stems(" ".join(content(mention.words))) & own)
    return any(bool(of_weight) and of_weight <= _pieces(line) for line in ground.told.splitlines())


@lru_cache(maxsize=256)
def _pieces(text: str) -> frozenset[str]:
    """English stems, Chinese characters."""
    return _stems(text) | frozenset(CJK.findall(PARTICLES.sub("", text)))


def _other_side(sentence: str, told: str) -> bool:
    """The sentence has the left where only the right was told of, or the other way round."""
    side, sides = parsers.side(sentence), parsers.side(told)
    return side is not None and sides is not None and side is not sides and Side.BOTH not in (side, sides)


def _mentioned_in(facts: str) -> Iterator[Mention]:
    return (mention for line in facts.splitlines() for mention in _mentions(line))


@lru_cache(maxsize=OF_LINES)
def _mentions(text: str) -> tuple[Mention, ...]:
    return mentions(text)


def _numbers(text: str, *, counted: bool = True) -> set[str]:
    """Numbers in digits; those written in words too where something is `counted` by them."""
    if counted:
        text = COUNTED.sub(lambda match: str(_value(match.group())), text)
    text = SPOKEN_CLOCK.sub(_in_digits, text)
    text = CLOCK.sub(lambda match: f"{match[1]}:{'30' if match[2] else (match[3] or '0').zfill(2)}", text)
    text = FLOOR.sub(lambda match: f"{ORDINALS.index(match[1].lower()) + 1} floor", text)
    return {number.replace("：", ":").upper().lstrip("0") for number in NUMBER.findall(text)}


def _in_digits(spoken: re.Match[str]) -> str:
    """ "half past seven" and the like as 7:30."""
    if spoken["noon"]:
        return "12:00"
    named = next(hour for hour in (spoken[3], spoken[4]) if hour).lower()
    hour = HOURS.index(named) + 1 if named in HOURS else int(named)
    part = (spoken["part"] or "").lower()
    minutes = 0 if not part else 30 if part == "half" else 15
    if (spoken["way"] or "").lower() == "to":
        hour, minutes = hour - 1 or 12, 60 - minutes
    return f"{hour}:{minutes:02}"


@lru_cache(maxsize=64)
def _known_numbers(facts: str) -> frozenset[str]:
    """Those of the facts, ends of a span (8:00-17:30) for themselves, and times as they are spoken: 17:30 is 5:30."""
    numbers = {part for number in _numbers(facts) for part in (number, *number.split("-"))}
    times = [(int(found[1]), found[2]) for found in map(TIME.fullmatch, numbers) if found]
    spoken = {f"{hour - 12}:{minutes}" for hour, minutes in times if hour > 12}
    return frozenset(part.lstrip("0") for part in numbers | spoken)


def _value(numeral: str) -> int:
    """Of a Chinese numeral below a hundred."""
    tens, ten, ones = numeral.replace("两", "二").rpartition("十")
    return (DIGITS.index(tens[-1]) if tens else 1) * 10 * bool(ten) + (DIGITS.index(ones[-1]) if ones else 0)


def _found(name: str, sentence: str, language: Language) -> bool:
    return any(pattern.search(sentence) for pattern in _patterns(name, language))


@cache
def _patterns(name: str, language: Language) -> tuple[re.Pattern[str], ...]:
    listed = _words().get(name, {}).get(language, [])
    return tuple(re.compile(one, re.IGNORECASE if name != Kind.DOCTOR else 0) for one in listed)


def openings(language: Language) -> list[str]:
    """Harmless words that may be shown before their sentence is whole."""
    return _words()["openings"][language]


@cache
def _capitals() -> frozenset[str]:
    return frozenset(word for words in _words()["capitals"].values() for word in words)


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    text = (Path(__file__).parent / "words.yaml").read_text("utf-8")
    loaded: dict[str, dict[str, list[str]]] = yaml.load(text, Loader=yaml.CSafeLoader)
    return loaded
