"""Who somebody is does not help to receive them: names, numbers and addresses are taken out of what a model is told.

A word too many that goes costs the model a word, and the patient nothing: plain code has heard the whole of it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

import rjieba
import yaml

from frontdesk.app.reception.session.state import Line
from frontdesk.models.facts import Language
from frontdesk.models.knowledge.load import knowledge
from frontdesk.models.mentions import mentions
from frontdesk.models.parsers.english import tokens
from frontdesk.models.parsers.everyday import are_everyday, everyday_words
from frontdesk.models.parsers.folding import HAN, Span, fold
from frontdesk.models.parsers.trie import longest_apart
from frontdesk.models.specialists.medication.lexicon import names as medicines
from frontdesk.models.specialists.privacy.identifiers import Kind, identifiers

GONE = "…"
MASK, KEPT = "\ue000", "\ue001"  # where Unicode has characters that stand for nothing: what goes, and what surely stays
NUMBERS, DAYS, PLACES = "\ue002", "\ue003", "\ue004"
MASKS = {
    Kind.NUMBER: NUMBERS,
    Kind.EMAIL: NUMBERS,
    Kind.BIRTH_DATE: DAYS,
    Kind.DAY: DAYS,
    Kind.ADDRESS: PLACES,
}
GOES = f"{MASK}{NUMBERS}{DAYS}{PLACES}"
MASKED = re.compile(f"[{GOES}]+(?:[ ,·•-]+[{GOES}]+)*")
STANDS_FOR = {
    MASK: ("患者", "the patient"),
    NUMBERS: ("某号码", "a number"),
    DAYS: ("某日", "a date"),
    PLACES: ("某地址", "an address"),
}
OF_KIN = ("亲属", "a relative")
KIN = re.compile(
    r"(?i:\b(?:husband|wife|partner|son|daughter|boy|girl|lad|mum|mom|dad|mother|father|brother|sister|"
    r"grand\w+|aunt|uncle|friend|neighbou?r|baby|child)(?: is)? )$"
    r"|(?:[爸妈爷奶公婆哥姐弟妹爹娘夫妻]|父亲|母亲|爱人|老伴儿?|媳妇|儿子|女儿|闺女|孩子|孙子|孙女|宝宝|朋友|同事|邻居)(?:叫做?|是)?$"
)
QUOTED = re.compile(r"“[^”]*”")
NAMED_ZH = re.compile(rf"(叫|名字是|姓名是?[:：]?)(\s*[{HAN}·]{{1,4}})(?=[，。,.！!、\s]|$)")
SPACED_ZH = re.compile(rf"(叫|名字是|姓名是?[:：]?)\s*([{HAN}] [{HAN}]{{1,2}})(?=[，。,.！!、\s]|$)")
LATIN_ZH = re.compile(r"((?:叫|姓名[:：]?)\s*|(?<=[我他她])是\s*)([A-Z][A-Za-z'-]+(?:\s+[A-Z][A-Za-z'-]+)*)(?!\w)")
SURNAME_ALONE = re.compile(rf"((?:免贵姓|我姓|他姓|她姓|(?<![{HAN}])姓)\s*)([{HAN}])(?=的|[，。,.！!、\s]|$)")
ARRIVES = re.compile(rf"[{HAN}]{{2,4}}?(?:来|到了|在吗|介绍)")
STAFF_ZH = ("医生", "大夫", "主任", "教授", "护士", "专家", "医师")
_WHICH = r"(?:(?:sur|last |first |family |given |full |middle |maiden )?name)"
NAMED_EN = re.compile(
    rf"(?i:\b(?:(?:my|his|her|the) {_WHICH}(?:'s| is)|{_WHICH}(?: is|'s|:)|called|call me|go by|known as)\s+)"
    r"([^\W\d_][\w'-]*(?:\s+[A-Z][\w'-]*)*)((?:\s+[a-z]+)?)"
)
NAMED_AFTER_EN = re.compile(
    rf"\b([^\W\d_][\w'-]+(?:\s[A-Z][\w'-]+)*)(?=(?i: (?:is|was) (?:my|his|her|the) {_WHICH})\b)"
)
QUALIFIED_EN = re.compile(r"(?i:\b(?:sur|last |first |family |given |middle |maiden )name )([a-z][\w'-]+)")
BESIDE_KIN_EN = re.compile(
    r"(?i:\b(?:my|his|her|our) (?:\w+ )?(?:husband|wife|partner|son|daughter|boy|girl|mum|mom|dad|mother|father|"
    r"brother|sister|friend|neighbou?r|baby|child)), ([a-z][\w'-]+ [a-z][\w'-]+)(?=,|\.|$)"
)
SPEAKING_EN = re.compile(r"(?i:\b(this is|it's)\s+)([a-z'-]+ [a-z'-]+)(?=\s+(?:here|speaking)\b)")
CAPITALIZED = r"[A-Z][a-z'’]+(?:-?[A-Z][a-z]+)*(?![A-Za-z0-9])"
CAPITAL = re.compile(CAPITALIZED)
CAPITALS = re.compile(rf"(?<![A-Za-z0-9]){CAPITALIZED}(?:,? {CAPITALIZED})*")
PRESENT_EN = re.compile(r" from (?!(?:the|an?|my|his|her|our|this|that|these|those|all|[a-z]+ing)\b)| here\b")
LAST_WORD = re.compile(r"(\w+)\.? (?:some |the |my )?$")
WHOLE_NAME = "姓名字"  # as long as most are
AHEAD = 8  # characters in which words are told from a name
STAFF_EN = frozenset({"dr", "doctor", "nurse", "prof", "professor", "sister"})


def worded(text: str, kept: tuple[str, ...] = ()) -> str:
    """The same with words in place of what goes, so that it can be read, and said again, as a sentence."""
    return _anonymous(text, kept, worded=True)


def said(line: Line, kept: tuple[str, ...] = (), told: str = "") -> str:
    """A line of the talk for a model: what a record was quoted with is nothing it should read, or obey.

    A quote of what the patient `told` in this talk stays: the reason for a department.
    """
    if line.speaker == "patient":
        return worded(line.text, kept)
    return worded(QUOTED.sub(lambda quote: quote[0] if quote[0][1:-1] in told else "“…”", line.text), kept)


def anonymous(text: str, kept: tuple[str, ...] = ()) -> str:
    """The words without names, numbers of papers and telephones, birthdays and addresses.

    `kept` are names that are nobody's: of our departments, longest first.
    """
    return _anonymous(text, kept, worded=False)


@lru_cache(maxsize=1024)
def _anonymous(text: str, kept: tuple[str, ...], *, worded: bool) -> str:
    folded = fold(text)
    cut, at = list[str](), 0
    chinese = any(map(_is_han, text))
    for found in MASKED.finditer(_masked(folded.text, kept)):
        start, end = folded.original(*found.span())
        cut += [text[at:start], _stands_for(found[0][0], text[:start], chinese=chinese) if worded else GONE]
        at = end
    return "".join([*cut, text[at:]])


def _stands_for(mask: str, before: str, *, chinese: bool) -> str:
    """A word for what goes; a name behind a relative's is a relative's."""
    words = OF_KIN if mask == MASK and KIN.search(before) else STANDS_FOR[mask]
    return words[0] if chinese else words[1]


def names_in(text: str, kept: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The names of people in a text, as they are written there; of the staff none."""
    folded = fold(text)
    numbers = _covered(_keeping(folded.text, kept), ((one.start, one.end) for one in identifiers(folded.text)), KEPT)
    found = (folded.original(*one.span()) for one in MASKED.finditer(_without_names(numbers)))
    return tuple(text[start:end] for start, end in found)


def _masked(text: str, kept: tuple[str, ...]) -> str:
    """As long as `text`, with a mask in place of each character that goes."""
    masked = _keeping(text, kept)
    for one in identifiers(text):
        masked = _covered(masked, [(one.start, one.end)], MASKS[one.kind])
    return _without_names(masked)


def _keeping(text: str, kept: tuple[str, ...]) -> str:
    for name in kept:
        text = text.replace(name, KEPT * len(name))
    return text


def _covered(text: str, spans: Iterable[Span], mask: str = MASK) -> str:
    """With `mask` on these places, but for what is kept."""
    signs = list(text)
    for start, end in spans:
        signs[start:end] = [sign if sign == KEPT else mask for sign in signs[start:end]]
    return "".join(signs)


def _without_names(text: str) -> str:
    text = _covered(text, (m.span(2) for m in SPACED_ZH.finditer(text) if m[2][0] in _words("surnames")))
    text = _covered(text, (m.span(2) for m in NAMED_ZH.finditer(text) if not _begins_a_word(m[2].lstrip(), 0)))
    text = _covered(text, (m.span(2) for m in LATIN_ZH.finditer(text) if not is_known(m[2])))
    text = _covered(text, (m.span(2) for m in SURNAME_ALONE.finditer(text)))
    text = _covered(text, _chinese_names(text))
    text = _covered(text, _tagged_names(text))
    for match in NAMED_EN.finditer(text):
        if match[1].islower() and match[1] in (
            everyday_words(Language.EN) if "call" in match[0].lower() else _words("no_names")
        ):
            continue
        text = _covered(text, [match.span(1), *(() if is_known(match[2].strip()) else (match.span(2),))])
    text = _covered(text, (m.span(1) for m in NAMED_AFTER_EN.finditer(text) if not is_known(m[1])))
    for shape in (QUALIFIED_EN, BESIDE_KIN_EN):
        text = _covered(text, (m.span(1) for m in shape.finditer(text) if not any(map(is_known, m[1].split()))))
    text = _covered(text, (m.span(2) for m in SPEAKING_EN.finditer(text) if not is_known(m[2])))
    return _covered(text, [span for found in CAPITALS.finditer(text) for span in _names_of(found)])


@cache
def _words(name: str) -> frozenset[str]:
    table = yaml.load(Path(__file__).with_suffix(".yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)
    words = table[name].split()
    return frozenset(words if name not in ("surnames", "everyday_surnames", "no_given_name") else "".join(words))


def _chinese_names(text: str) -> Iterator[Span]:
    """Surname and given name, wherever a sentence or a word that announces one comes before."""
    at = 0
    while at < len(text):
        if end := _name_at(text, at):
            yield at, end
        at = end or at + 1


def _tagged_names(text: str) -> Iterator[Span]:
    """What a tagger of Chinese takes for somebody's name: surname and two characters, in one word or in two."""
    tagged = _tagged(text)
    for place, (start, end, tag) in enumerate(tagged):
        _, behind, next_tag = tagged[place + 1] if place + 1 < len(tagged) else (0, 0, "")
        whole = end if end - start == len(WHOLE_NAME) else behind if tag == next_tag == "nr" else start
        if tag.startswith("nr") and whole - start == len(WHOLE_NAME) and _may_be_named(text, start, whole):
            yield start, whole


def _may_be_named(text: str, start: int, end: int) -> bool:
    if text[start] not in _words("surnames") | _words("everyday_surnames"):
        return False
    told = _of_illness(text) | _of_medicines(text)
    return _given(text[start + 1 : end]) == end - start - 1 and told.isdisjoint(range(start, end))


@lru_cache(maxsize=64)
def _tagged(text: str) -> tuple[tuple[int, int, str], ...]:
    """The words of a Chinese text, where they stand, and what they are; none of a text without Chinese."""
    found, at = list[tuple[int, int, str]](), 0
    for word, tag in rjieba.tag(text) if any(map(_is_han, text)) else ():
        found.append((at, at + len(word), tag))
        at += len(word)
    return tuple(found)


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
    before = re.sub(f"[{GOES}]", GONE, text[:at])
    announced, introduced = (before.endswith(tuple(_words(name))) for name in ("announces", "introduces"))
    if not introduced and (_is_ours(text, at) or _inside_a_word(text, at)):
        return 0
    after_stop, arrives = at == 0 or not _is_han(text[at - 1]), _stands_alone(text, at) or ARRIVES.match(text, at)
    if not announced and not (after_stop and (not everyday or arrives)):
        return 0
    if not (announced or arrives) and _given_a_thing(text, at + 1):
        return 0
    alone = _stands_alone(text, at) and (at == 0 or not everyday)
    if not long and _begins_a_word(text, at) and not (announced or (alone and _is_whole(text, at))):
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


def begins_no_given_name(char: str) -> bool:
    return char in _words("no_given_name")


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
    first, *others = rjieba.cut(text[at : at + AHEAD]) or [""]
    if len(first) > 1 and (first in own or rjieba.has_word(first)) and others and len(others[0]) > 1:
        return not rjieba.tag(first)[0][1].startswith("nr") or first in own
    return any(text[at:end] in own and not _given(text[end : end + 1]) for end in (at + 2, at + 3, at + 4))


def _inside_a_word(text: str, at: int) -> bool:
    """An everyday word began before it: 童 of 儿童."""
    words = (text[start:end] for start, end, tag in _tagged(text) if start < at < end and not tag.startswith("nr"))
    return any(map(rjieba.has_word, words))


def _given_a_thing(text: str, at: int) -> bool:
    """What would be the given name is a thing: 戴项链."""
    return any(start == at and end == at + 2 and tag == "n" for start, end, tag in _tagged(text))


def _stands_alone(text: str, at: int) -> bool:
    """Two to four characters between stops: 陶然，头晕."""
    return bool(re.match(rf"[{HAN}]{{2,4}}(?=[，,\s])", text[at:]))


def _is_whole(text: str, at: int) -> bool:
    """All of what stands between the stops may be the name: 陶然，but not 应酬多，."""
    alone = re.match(rf"[{HAN}]{{2,4}}", text[at:])
    return alone is not None and _given(alone[0][1:]) == min(len(alone[0]) - 1, 2) == len(alone[0]) - 1


def _is_han(char: str) -> bool:
    return "\u4e00" <= char <= "\u9fff"


def _names_of(found: re.Match[str]) -> list[Span]:
    """The words of a run of capitalised ones that are somebody's; a sentence's first word only beside others."""
    run, before = list(CAPITAL.finditer(found.string, *found.span())), found.string[: found.start()]
    last = LAST_WORD.search(before)
    words = [one[0] for one in run]
    theirs = [_is_theirs(word, beside) for beside, word in zip([last[1] if last else "", *words], words, strict=False)]
    first = not before.strip() or before.rstrip()[-1] in '.!?。！？\n“"（('
    if first and not any(theirs[1:]) and not (len(run) == 1 and PRESENT_EN.match(found.string, found.end())):
        theirs[0] = False  # every sentence begins with a capital
    return [one.span() for one, gone in zip(run, theirs, strict=True) if gone]


def _is_theirs(word: str, before: str) -> bool:
    """No known word, nor the name of a medicine, a place or a doctor."""
    return not is_known(word) and before.lower() not in STAFF_EN | _words("before_other_names")


@cache
def _specialties() -> frozenset[str]:
    return frozenset(
        word for one in knowledge().specialties.values() for word in (one.en.lower(), *one.en.lower().split())
    )


@lru_cache(maxsize=4096)
def is_known(words: str) -> bool:
    """Every one a word of the nurse's, of illness, or of medicine."""
    lower = words.lower().replace("’", "'").removesuffix("'s")
    if lower in _specialties() or all(word in _words("capitals") for word in lower.split()) or are_everyday(lower):
        return True
    return bool(mentions(lower)) or any(medicines().en.every([one.stem for one in tokens(lower)]))
