"""Medicines a patient names: the known ones by their standard English name, others only in the patient's words."""

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml

from models.embedded.understanding.english import phrase, tokens
from models.embedded.understanding.numbers import CHINESE, ENGLISH
from models.embedded.understanding.trie import Trie, longest_apart
from models.embedded.understanding.writing import Writing, read

UNKNOWN = "unknown: "  # before the patient's words for a medicine no list holds


class Medicine(NamedTuple):
    """A medicine spoken of from `start` to `end`; `dose` in the patient's words."""

    start: int
    end: int
    code: str
    dose: tuple[int, int] | None = None
    stopped: bool = False  # taken once, not any more


_FORM_ZH = r"片|粒|颗|丸|毫克|mg|毫升|ml|支|包|袋|滴|喷|个单位|单位|克|针|勺|瓶"
_DOSE_ZH = re.compile(
    rf"(?:每天|每日|一天|一日|天天|早晚各?|早上|晚上|睡前|每次|一次|每周|一周|饭前|饭后)?(?:吃|服|打|喝|要吃|得吃|各)?(?:{CHINESE}|半|几)(?:多|来)?(?:{_FORM_ZH})(?:的)?(?:[，、 ]?(?:每天|每日|一天|一日|每次|一次|每周|早晚)(?:各?吃?{CHINESE}(?:次|回|遍|顿|{_FORM_ZH}))?)?"
    rf"|(?:每天|每日|一天|一日|每周|一周)(?:吃|服|打|用)?{CHINESE}(?:次|回|遍|顿)(?:[，、 ]?(?:每次|一次)(?:吃)?(?:{CHINESE}|半)(?:{_FORM_ZH}))?"
)
_DOSE_EN = re.compile(
    rf"\b(?:(?:{ENGLISH}|a|half a|a couple of) )?(?:x ?)?\d+(?:\.\d+)? ?(?:s\b|mg|mcg|milligrams?|micrograms?|g\b|grams?|ml|units?|iu)(?:[,]? (?:(?:tablets?|pills?|capsules?|doses?) )?(?:{ENGLISH}|once|twice|three times|a couple of times)?(?: times?| tablets?| pills?)?,? ?(?:a|per|every|each) (?:day|night|morning|evening|week|\w+ hours|\d+ hours)| daily| nightly| twice daily| once daily)?"
    rf"|\b(?:{ENGLISH}|a|half a|a couple of) (?:tablets?|pills?|capsules?|puffs?|doses?|spoonfuls?|teaspoons?|drops|sachets?|injections?|shots?)(?: (?:once|twice|{ENGLISH} times))?(?: ?(?:a|per|every|each) (?:day|night|morning|evening|week|\w+ hours|\d+ hours)| daily)?"
    rf"|\b(?:once|twice|{ENGLISH} times|{ENGLISH}) (?:a|per|every|each) (?:day|night|week)\b|\b(?:once|twice) daily\b|\bevery (?:\w+|\d+) hours\b"
)
_UNKNOWN_ZH = re.compile(
    r"(?:在?吃|服|喝|用|开了|打)(?:着|了|过|的是|一种|一个|那种|那个|点|些|个)*(?P<words>(?:白|红|黄|蓝|绿|粉|小|大|圆|长|进口|医院开的|医生开的|大夫开的|叫)[^，。！？；,.\s]{0,8}?(?:片片|药片|药丸|胶囊|小药片|片|丸|药|粒))"
    r"|(?P<words2>(?:白|红|黄|蓝|绿|粉)(?:色)?的?(?:小)?(?:片片|药片|药丸|胶囊|片|丸))|(?:吃|服|喝)(?:着|了|过)*(?P<words3>(?:不知道|叫不出|记不得|记不清|忘了)[^，。]{0,6}(?:药|名)|一种[^，。]{0,6}药)|(?:吃|服|喝)(?:着|了|过)*(?P<words4>[\u4e00-\u9fff]{2,7}(?:片|胶囊|颗粒|口服液|丸|滴丸|缓释片|分散片))"
)
_UNKNOWN_EN = re.compile(
    r"\b(?:take|takes|taking|took|on|swallow|given|use|using)(?: (?:a|an|some|these|this|the|those|my|one of those))? (?P<words>(?:\w+ ){0,3}?(?:little |small |big )?(?:white|blue|red|yellow|green|pink|orange|brown|round|tiny|small|little|purple|water|heart)(?: \w+){0,2}? (?:pills?|tablets?|capsules?|medicines?|medications?|meds|one))\b"
    r"|\b(?P<words2>(?:some|a|one|those|these|my) (?:kind of |sort of |little |small )*(?:white|blue|red|yellow|green|pink|orange|round|tiny|heart|water|kidney|thyroid) (?:pills?|tablets?|capsules?|medicines?|meds|medication))\b|\b(?:take|taking|on)(?: a| some| my)? (?P<words3>(?:pill|tablet|medicine|medication|something|meds|pills|tablets)(?: for [^,.;!?]{3,30})?(?: (?:but )?(?:i )?(?:can't|don't|forgot)[^,.;!?]{0,30})?)"
    r"|\b(?:taking|i take|prescribed|was given|on) (?P<words4>[a-z]{4,}(?:in|ol|ide|ine|one|ate|am|il|an|ab|ir|cin|pril|statin|mab|zole|pam))\b(?= |,|\.|$)"
)
_NOT_TAKEN = frozenset(
    "medicine pain again machine routine online marine caffeine wine fine line nine mine shine begin vain cabin gain main rain train certain mountain captain fountain chocolate late date rate state private plate water phone alone done gone bone stone human woman than plan clan protein vitamin vegan outside inside side wide ride guide decide provide alcohol school control pool cool wool decline examine trampoline climate donate".split()
)


class _Names:
    def __init__(self) -> None:
        text = (Path(__file__).parent / "medicines.yaml").read_text(encoding="utf-8")
        self.zh: Trie[str, str] = Trie()
        self.en: Trie[str, str] = Trie()
        self.spelled: dict[str, str] = {}
        self.chinese: dict[str, str] = {}
        self.groups: set[str] = set()
        for entry in yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # noqa: S506
            code = entry["code"]
            if entry.get("group"):
                self.groups.add(code)
            self.chinese[code] = entry["zh"]
            for words in [entry["zh"], *entry["says"]["zh"]]:
                self.zh.add(read(words).lower, code)
            for words in [code, *entry["says"]["en"]]:
                self.en.add(phrase(words), code)
                self.spelled.setdefault(words, code)


@lru_cache(maxsize=1)
def names() -> _Names:
    return _Names()


def is_group(code: str) -> bool:
    """Whether the name is of a kind of medicine ("blood pressure pills"), which leaves open which one is taken."""
    return code in names().groups


def medicines(writing: Writing, *, chinese: bool, english: bool) -> list[Medicine]:
    """The medicines named in the text, in its order; each dose goes to the medicine it stands next to."""
    lower, known = writing.lower, names()
    found: list[Medicine] = []
    if chinese:
        found += [Medicine(hit.start, hit.end, hit.value) for hit in longest_apart(known.zh.every(lower))]
    if english:
        words = tokens(lower)
        stems = [token.stem for token in words]
        hits = longest_apart(known.en.every(stems))
        found += [Medicine(words[hit.start].start, words[hit.end - 1].end, hit.value) for hit in hits]
    found += _unknown(writing, found, chinese=chinese, english=english)
    doses = [*(_DOSE_ZH.finditer(lower) if chinese else ()), *(_DOSE_EN.finditer(lower) if english else ())]
    dosed = _dosed(lower, sorted(found), sorted(match.span() for match in doses))
    return [one._replace(stopped=_is_stopped(lower, one)) for one in dosed]


def _is_stopped(lower: str, one: Medicine) -> bool:
    before = re.split(r"[，。；,.;]|\band\b|\bbut\b", lower[max(0, one.start - 40) : one.start])[-1]
    after = re.split(r"[。；.;]", lower[one.end : one.end + 50])[0]
    return bool(
        re.search(r"停了|不吃了?|停用|停掉|\b(?:stopped|quit|no longer|used to|came off|gave up)\b", before)
        or _STOPPED_AFTER.match(after)
    )


_STOPPED_AFTER = re.compile(
    r"^[，, ]*(?:我|后来|现在|已经|早就|就|自己|但是|但|都|but i|i|and then|now)*[，, ]*(?:停了|停掉|不吃了|没再吃|没吃了|stopped|stopped (?:it|that|taking)|no longer take|not any ?more|quit|\(?finished|(?:\w+ ){0,6}(?:i am|i'm) (?:done|finished))"
)


_A_NAME = re.compile(r"(?<![.!?] )(?<!^)\b(?!I\b|I'|Dr\b|Doctor\b|Mr|Yes\b|No\b)[A-Z][A-Za-z-]{3,}\b")
_SHORT_NAME = re.compile(r"[\w\u4e00-\u9fff .-]{2,24}")


def unlisted(words: str) -> list[str]:
    """The names in a reply to "what do you take" that no list holds, in the patient's words; only what looks like one."""
    named = _A_NAME.findall(words)
    if named:
        return list(dict.fromkeys(named))
    pieces = [piece.strip(" 。.") for piece in re.split(r"[、，,和]|\band\b", words)]
    return [piece for piece in pieces if piece and _SHORT_NAME.fullmatch(piece) and len(piece.split()) <= 4]


def _unknown(writing: Writing, found: list[Medicine], *, chinese: bool, english: bool) -> list[Medicine]:
    patterns = ([_UNKNOWN_ZH] if chinese else []) + ([_UNKNOWN_EN] if english else [])
    extra: list[Medicine] = []
    for pattern in patterns:
        for match in pattern.finditer(writing.lower):
            group = next(name for name, words in match.groupdict().items() if words)
            start, end = match.span(group)
            if match[group] in _NOT_TAKEN or any(start < other.end and other.start < end for other in [*found, *extra]):
                continue
            extra.append(Medicine(start, end, UNKNOWN + writing.words(start, end)))
    return extra


_SENTENCE = re.compile(r"[。！？!?]|\.(?!\d)")


def _dosed(lower: str, found: list[Medicine], doses: list[tuple[int, int]]) -> list[Medicine]:
    for start, end in doses:
        near = [
            (start - one.end if one.end <= start else one.start - end + 3, place) for place, one in enumerate(found)
        ]
        near = [(gap, place) for gap, place in near if 0 <= gap <= 40 and found[place].dose is None]
        near = [
            (gap, place) for gap, place in near if not _SENTENCE.search(lower, *sorted((found[place].start, start)))
        ]
        if near:
            _, place = min(near)
            found[place] = found[place]._replace(dose=(start, end))
    return found
