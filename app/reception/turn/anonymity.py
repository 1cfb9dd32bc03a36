"""Who somebody is does not help to receive them: names, numbers and addresses are taken out of what a model is told.

A word too many that goes costs the model a word, and the patient nothing: plain code has heard the whole of it.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

import rjieba
import yaml

from app.reception.session.state import Line
from app.reception.turn.everyday_words import are_everyday, everyday_words
from models.facts import Language
from models.mentions import mentions
from models.parsers.trie import longest_apart
from models.specialists.medication.lexicon import names as medicines

GONE = "…"
PRIVATE_USE = 0xE000  # where Unicode has characters that stand for nothing
QUOTED = re.compile(r"“[^”]*”")
NUMBERS = re.compile(
    r"(?<![\d.])(?:[A-Za-z]{0,3}[-\s]?)?\d(?:[\d\s-]{4,})\d[Xx]?(?!\d)|(?<![A-Za-z0-9])[A-Za-z]{1,3}\d{4,}"
)
BIRTHDAYS = re.compile(r"(?:19|20)\d\d\s*[年/.\-]\s*\d{1,2}\s*[月/.\-]\s*\d{1,2}\s*[日号]?")
ADDRESSES = re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+")
HAN = "\u4e00-\u9fff"
NAMED_ZH = re.compile(rf"(叫|名字是|姓名是?[:：]?)(\s*[{HAN}·]{{1,4}})(?=[，。,.！!、\s]|$)")
LATIN_ZH = re.compile(r"((?:叫|是|姓名[:：]?)\s*)[A-Z][\w'-]+(?:\s+[A-Z][\w'-]+)*")
SURNAME_ALONE = re.compile(rf"((?:免贵姓|我姓|他姓|她姓|(?<![{HAN}])姓)\s*)[{HAN}](?=的|[，。,.！!、\s]|$)")
ARRIVES = re.compile(rf"[{HAN}]{{2,4}}?(?:来|到了|在吗|介绍)")
STAFF_ZH = ("医生", "大夫", "主任", "教授", "护士", "专家", "医师")
NAMED_EN = re.compile(
    r"(?i:\b((?:my|his|her|the) name(?:'s| is)|name(?: is|'s|:)|called|call me|go by|known as)\s+)"
    r"[^\W\d_][\w'-]*((?:\s+[A-Z][\w'-]*)*)((?:\s+[a-z]+)?)"
)
SPEAKING_EN = re.compile(r"(?i:\b(this is|it's)\s+)([a-z'-]+ [a-z'-]+)(?=\s+(?:here|speaking)\b)")
CAPITALIZED = r"[A-Z][a-z'’]+(?:-[A-Z][a-z]+)*(?![A-Za-z0-9])"
CAPITALS = re.compile(rf"(?<![A-Za-z0-9]){CAPITALIZED}(?:,? {CAPITALIZED})*")
PRESENT_EN = re.compile(r" from | here\b")
LAST_WORD = re.compile(r"(\w+)\.? (?:some |the |my )?$")
STAFF_EN = frozenset({"dr", "doctor", "nurse", "prof", "professor", "sister"})


def said(line: Line, kept: tuple[str, ...] = ()) -> str:
    """A line of the talk for a model: what a record was quoted with is nothing it should read, or obey."""
    return anonymous(line.text if line.speaker == "patient" else QUOTED.sub("“…”", line.text), kept)


@lru_cache(maxsize=1024)
def anonymous(text: str, kept: tuple[str, ...] = ()) -> str:
    """The words without names, numbers of papers and telephones, birthdays and addresses.

    `kept` are names that are nobody's: of our departments, longest first.
    """
    masks = {name: chr(PRIVATE_USE + place) for place, name in enumerate(kept)}
    for name, mask in masks.items():
        text = text.replace(name, mask)
    text = _without_names(text)
    for name, mask in masks.items():
        text = text.replace(mask, name)
    return text


def _without_names(text: str) -> str:
    text = NUMBERS.sub(GONE, BIRTHDAYS.sub(GONE, ADDRESSES.sub(GONE, text)))
    text = NAMED_ZH.sub(lambda found: found[0] if _begins_a_word(found[2], 0) else f"{found[1]}{GONE}", text)
    text = LATIN_ZH.sub(rf"\1{GONE}", text)
    text = _without_chinese_names(SURNAME_ALONE.sub(rf"\1{GONE}", text))
    text = NAMED_EN.sub(lambda found: f"{found[1]}{GONE}{found[3] if _is_known(found[3].strip()) else ''}", text)
    text = SPEAKING_EN.sub(lambda found: found[0] if _is_known(found[2]) else f"{found[1]} {GONE}", text)
    return CAPITALS.sub(_without_name, text)


@cache
def _words(name: str) -> frozenset[str]:
    table = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    words = table[name].split()
    return frozenset(words if name not in ("surnames", "everyday_surnames", "no_given_name") else "".join(words))


def _without_chinese_names(text: str) -> str:
    """Surname and given name, wherever a sentence or a word that announces one comes before."""
    kept, at = [], 0
    while at < len(text):
        end = _name_at(text, at)
        kept.append(GONE if end else text[at])
        at = end or at + 1
    return "".join(kept)


@lru_cache(maxsize=64)
def _of_illness(text: str) -> frozenset[int]:
    """Where a word begins that tells of illness: 高血压 begins with a surname and is none."""
    return frozenset(mention.start for mention in mentions(text))


@lru_cache(maxsize=64)
def _of_medicines(text: str) -> frozenset[int]:
    """Where a medicine begins, 华法林; inside a name there may be one, 许半夏."""
    return frozenset(hit.start for hit in longest_apart(medicines().zh.every(text)))


def _name_at(text: str, at: int) -> int:
    """Where the name that begins here ends; 0 when none does."""
    long = text[at : at + 2] in _words("compound")
    everyday = text[at] in _words("everyday_surnames")
    if not (long or everyday or text[at] in _words("surnames")):
        return 0
    announced = any(text[:at].endswith(word) for word in _words("announces"))
    if not announced and _is_ours(text, at):
        return 0
    after_stop = at == 0 or not _is_han(text[at - 1])
    if not announced and not (after_stop and (not everyday or _stands_alone(text, at) or ARRIVES.match(text, at))):
        return 0
    if not long and _begins_a_word(text, at) and not (announced or (at == 0 and _stands_alone(text, at))):
        return 0
    given = at + (2 if long else 1)
    end = given + _given(text[given : given + 2])
    if end == given or at in _of_illness(text) or at in _of_medicines(text):
        return 0
    if given + 1 in _of_illness(text):
        end = given + 1
    staff = any(text.startswith(STAFF_ZH, place) for place in (given, given + 1, end))
    return 0 if staff or given in _of_illness(text) else end


def _given(text: str) -> int:
    """How many of these characters may be a given name."""
    return next((n for n, char in enumerate(text) if not _is_han(char) or char in _words("no_given_name")), len(text))


def _begins_a_word(text: str, at: int) -> bool:
    """An everyday word: 方便, 马上; not one of the dictionary's own people."""
    for size in (2, 3, 4):
        word = text[at : at + size]
        if len(word) == size and rjieba.has_word(word) and not rjieba.tag(word)[0][1].startswith("nr"):
            return True
    return False


def _is_ours(text: str, at: int) -> bool:
    """An everyday word, 谢谢, 别怕, and no name that begins with one, 方向明."""
    own = everyday_words(Language.ZH)
    return any(text[at:end] in own and not _given(text[end : end + 1]) for end in (at + 2, at + 3, at + 4))


def _stands_alone(text: str, at: int) -> bool:
    """Two to four characters between stops: 陶然，头晕."""
    return bool(re.match(rf"[{HAN}]{{2,4}}(?=[，,\s])", text[at:]))


def _is_han(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff"


def _without_name(found: re.Match[str]) -> str:
    """A run of capitalised words without those that are somebody's; a sentence's first word only beside others."""
    run, before = re.split(r"(?<=[\w'’]),? ", found[0]), found.string[: found.start()]
    last = LAST_WORD.search(before)
    theirs = [
        _is_theirs(word, last_word) for last_word, word in zip([last[1] if last else "", *run], run, strict=False)
    ]
    first = not before.strip() or before.rstrip()[-1] in '.!?。！？\n“"（('
    if first and not any(theirs[1:]) and not (len(run) == 1 and PRESENT_EN.match(found.string, found.end())):
        theirs[0] = False  # every sentence begins with a capital
    if not any(theirs):
        return found[0]
    return " ".join([*(word for word, gone in zip(run, theirs, strict=True) if not gone), GONE])


def _is_theirs(word: str, before: str) -> bool:
    """No known word, nor the name of a medicine, a place or a doctor."""
    return not _is_known(word) and before.lower() not in STAFF_EN | _words("before_other_names")


@lru_cache(maxsize=4096)
def _is_known(words: str) -> bool:
    """Every one a word of the nurse's, of illness, or of medicine."""
    lower = words.lower().replace("’", "'")
    if all(word in _words("capitals") for word in lower.split()) or are_everyday(lower):
        return True
    return bool(mentions(lower)) or any(medicines().en.every(lower.split()))
