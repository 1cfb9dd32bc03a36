"""What a sentence of the nurse may not hold, given what it rests on: plain code, in every mode."""

import re
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path

import yaml

from app.reception.guard.vocabulary import claims, foreign_words
from models import parsers
from models.facts import Language, Topic, Value
from models.mentions import Mention, mentions

NUMBER = re.compile(r"[A-Za-z]?\d+(?:[:：.\-]\d+)*")
CJK = re.compile(r"[\u4e00-\u9fff]")
LATIN = re.compile(r"[A-Za-z]{2,}")
ZH_DEPARTMENT = re.compile(r"[\u4e00-\u9fff]{1,8}?(?:科(?!室|学|目|普)|门诊(?!楼|部|大厅)|中心|病房|诊室)")
NO_DEPARTMENT = re.compile(r"(?:什么|哪个|哪一?|挂|这个|那个|相关|对应|合适的?|专|本|百|分)科$|(?:看|来|在|挂|的)门诊$")
WHOSE = re.compile(r"^(?:your |您的?)")
NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")  # a capital in the middle of a sentence
BARE = re.compile(r"[a-z'’]+|\d+|[\u4e00-\u9fff]+")
CLAUSE = re.compile(r"[,，;；。.!！?？]")
AGAIN = 6  # letters: shorter ones, "thank you", may be said twice running
ECHOED = 10  # letters: shorter ones, "two weeks", are how people show that they heard
FIRST_PERSON = {Language.ZH: re.compile("我|俺|咱"), Language.EN: re.compile(r"\b(?:i|my|me|i'm|i've|mine)\b")}
STATES = {  # before an illness the patient spoke of: says whether it is one, unless it repeats what the patient has
    Language.ZH: re.compile(r"(?:不是|就是|这是|可能是|应该是|不一定是|属于|像是?|是)\s*$"),
    Language.EN: re.compile(r"\b(?:it|this|that|they|which|not|likely|probably|could|may|might)\b[^,.;]{0,20}$", re.I),
}


class Kind(StrEnum):
    STRANGE = "strange"  # no nurse's words: code, another language, talk about being a machine
    DIAGNOSIS = "diagnosis"
    PRESCRIPTION = "prescription"
    DEPARTMENT = "department"
    PHYSICIAN = "physician"
    SLOT = "slot"  # a time, place, number or price that is nowhere in what we know
    OTHERS = "others"  # data of a record, or of somebody else
    FOREIGN = "foreign"  # a word that is neither the nurse's own nor in what we know: it may say anything
    CLAIM = "claim"  # says how it is with the patient, who has not said so
    ECHO = "echo"  # the patient's words as if they were the nurse's own, or hers of the line before once more
    QUESTIONS = "questions"  # one too many, or another than was to be asked
    LONG = "long"
    MISSING = "missing"  # what had to be said was not


class Ground(Value):
    """What a reply rests on. `facts` is everything it may repeat: the embedded reply and what the patient said."""

    language: Language
    embedded: str
    question: str = ""  # how the embedded nurse words the one question to be asked; empty for none
    key: str = ""  # that question's key
    said: str = ""  # the patient's words of this turn
    must: tuple[str, ...] = ()  # what has to be in the reply
    tells: str = ""  # an answer that the reply may word anew but not leave out
    before: str = ""  # what the nurse said last
    facts: str
    has: tuple[str, ...] = ()  # illnesses the patient says they have, as codes or words
    departments: tuple[str, ...] = ()  # of the directory, as far as the facts name them


def fault(sentence: str, ground: Ground) -> Kind | None:
    """Why this sentence may not be said; None when it may."""
    language = ground.language
    if _hits(Kind.STRANGE, sentence, ground) or _other_language(sentence, language):
        return Kind.STRANGE
    if _diagnoses(sentence, ground) or _hits(Kind.DIAGNOSIS, sentence, ground):
        return Kind.DIAGNOSIS
    if _medicine(sentence, ground) or _hits(Kind.PRESCRIPTION, sentence, ground):
        return Kind.PRESCRIPTION
    if _hits(Kind.PHYSICIAN, sentence, ground):
        return Kind.PHYSICIAN
    if _department(sentence, ground):
        return Kind.DEPARTMENT
    if _hits(Kind.OTHERS, sentence, ground) or _stranger(sentence, ground):
        return Kind.OTHERS
    if _numbers(sentence) - _numbers(ground.facts) or _hits(Kind.SLOT, sentence, ground):
        return Kind.SLOT
    if _echoes(sentence, ground):
        return Kind.ECHO
    return Kind.FOREIGN if foreign_words(sentence, ground.facts, ground.language) else None


def claimed(sentence: str, ground: Ground) -> Kind | None:
    """Whether a sentence that asks nothing says of the patient what they have not told.

    One that answers them speaks of the hospital and is not held to that.
    """
    if sentence in ground.question:
        return None
    told = ground.facts.replace(ground.question, " ") if ground.question else ground.facts
    return Kind.CLAIM if not ground.tells and claims(sentence, told.lower(), ground.language) else None


def _echoes(sentence: str, ground: Ground) -> bool:
    """Says of itself what the patient said of themselves, or hands a whole sentence back as it came."""
    said, words = _bare(ground.said), _bare(sentence)
    parts = [_bare(part) for part in CLAUSE.split(sentence)]
    first = any(len(part) > 2 and part in said and FIRST_PERSON[ground.language].search(part) for part in parts)
    again = len(words) >= AGAIN and words in _bare(ground.before) and words not in _bare(ground.embedded)
    return first or again or (len(words) >= ECHOED and words in said)


def _bare(text: str) -> str:
    return " ".join(BARE.findall(text.lower()))


def _hits(kind: Kind, sentence: str, ground: Ground) -> bool:
    """A pattern of this kind holds, in words that the facts do not have."""
    facts = ground.facts.lower()
    found = (match.group() for pattern in _patterns()[kind, ground.language] for match in pattern.finditer(sentence))
    return any(not _told(words.lower(), facts) for words in found)


def _told(words: str, facts: str) -> bool:
    """The words stand in the facts, or what they say of "you" does, or their end from the second character on."""
    said = WHOSE.sub("", words.strip())
    if said in facts:
        return True
    return bool(CJK.match(said)) and any(said[start:] in facts for start in range(1, len(said) - 2))


def _other_language(sentence: str, language: Language) -> bool:
    chinese, latin = len(CJK.findall(sentence)), len(LATIN.findall(sentence))
    return chinese > 0 if language is Language.EN else latin > 2 and chinese < 2 * latin


def _diagnoses(sentence: str, ground: Ground) -> bool:
    """Names an illness that nobody spoke of, or says of one that was asked about whether it is there."""
    lower = sentence.lower()
    illnesses = [mention for mention in _mentions(sentence) if mention.topic is Topic.CONDITION]
    if not illnesses:
        return False
    spoken = {(m.topic, m.code) for m in _mentions(ground.facts)}
    for mention in illnesses:
        words = mention.words.lower()
        if (mention.topic, mention.code) not in spoken and words not in ground.facts.lower():
            return True
        before = STATES[ground.language].search(lower[: mention.start])
        if before and not ({mention.code, words} & set(ground.has)) and words not in ground.embedded.lower():
            return True
    return False


@lru_cache(maxsize=256)  # the facts of a turn are held against every sentence of its answer
def _mentions(text: str) -> tuple[Mention, ...]:
    return mentions(text)


def _medicine(sentence: str, ground: Ground) -> bool:
    """Names a medicine that neither the patient nor the embedded nurse named."""
    named = _medicines(sentence)
    return bool(named - _medicines(ground.facts)) if named else False


@lru_cache(maxsize=256)
def _medicines(text: str) -> frozenset[str]:
    return frozenset(medicine.code for medicine in parsers.medicines(text))


def _department(sentence: str, ground: Ground) -> bool:
    if ground.language is Language.EN:
        return _hits(Kind.DEPARTMENT, sentence, ground)
    for match in ZH_DEPARTMENT.finditer(sentence):
        named = match.group()
        known = any(
            named.endswith(name) or name in sentence[: match.end()][-len(name) :] for name in ground.departments
        )
        if not (known or NO_DEPARTMENT.search(named) or named in ground.facts):
            return True
    return False


def _stranger(sentence: str, ground: Ground) -> bool:
    """A name in the middle of an English sentence that stands nowhere in the facts."""
    return ground.language is Language.EN and any(name not in ground.facts for name in NAME.findall(sentence))


def _numbers(text: str) -> set[str]:
    return {number.replace("：", ":").upper() for number in NUMBER.findall(text)}


@cache
def _patterns() -> dict[tuple[str, Language], list[re.Pattern[str]]]:
    written = words()
    return {
        (kind, language): [re.compile(one, re.IGNORECASE if kind != "physician" else 0) for one in listed]
        for kind, by_language in written.items()
        if kind != "openings"
        for language, listed in ((Language(code), patterns) for code, patterns in by_language.items())
    }


@cache
def words() -> dict[str, dict[str, list[str]]]:
    text = (Path(__file__).parent / "words.yaml").read_text("utf-8")
    loaded: dict[str, dict[str, list[str]]] = yaml.load(text, Loader=yaml.CSafeLoader)
    return loaded
