"""Medicines a patient names: the known ones by their standard English name, others only in the patient's words."""

import re

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.medicines.medicine_doses import with_doses
from models.embedded.understanding.medicines.medicine_names import UNKNOWN, names
from models.embedded.understanding.medicines.medicine_states import Medicine, with_states
from models.embedded.understanding.words.english import tokens
from models.embedded.understanding.words.trie import longest_apart
from models.embedded.understanding.words.writing import Writing

_CUES = cues("medicines")


def medicines(writing: Writing, *, chinese: bool, english: bool) -> list[Medicine]:
    """The medicines named in the text, in its order; each dose goes to the medicine it stands next to."""
    lower = writing.lower
    found = [*(_named_in_chinese(lower) if chinese else ()), *(_named_in_english(lower) if english else ())]
    found += _unknown(writing, found, chinese=chinese, english=english)
    found = [one._replace(end=rest.end()) if (rest := _BEGINS_WITH.match(lower, one.end)) else one for one in found]
    return with_states(lower, with_doses(lower, sorted(found), chinese=chinese, english=english))


_BEGINS_WITH = pattern(_CUES["begins_with"])


def _named_in_chinese(lower: str) -> list[Medicine]:
    return [Medicine(hit.start, hit.end, hit.value) for hit in longest_apart(names().zh.every(lower))]


def _named_in_english(lower: str) -> list[Medicine]:
    words = tokens(lower)
    hits = longest_apart(names().en.every([token.stem for token in words]))
    spans = [(words[hit.start].start, words[hit.end - 1].end, hit.value) for hit in hits]
    return [Medicine(*span) for span in spans if lower[span[0] : span[1]] != _NO_CONTRACEPTIVE]


_NO_CONTRACEPTIVE = "the pills"  # any, and not the pill


def _unknown(writing: Writing, found: list[Medicine], *, chinese: bool, english: bool) -> list[Medicine]:
    patterns = ([_UNKNOWN_ZH] if chinese else []) + ([_UNKNOWN_EN] if english else [])
    extra: list[Medicine] = []
    for shape in patterns:
        for match in shape.finditer(writing.lower):
            group = next(name for name, words in match.groupdict().items() if words)
            start, end = match.span(group)
            if match[group] in _NOT_TAKEN or any(start < other.end and other.start < end for other in [*found, *extra]):
                continue
            extra.append(Medicine(start, end, UNKNOWN + writing.words(start, end)))
    return extra


_UNKNOWN_ZH, _UNKNOWN_EN = Cue(_CUES["unknown_zh"]), Cue(_CUES["unknown_en"])
_NOT_TAKEN = frozenset(_CUES["not_taken"])


def unlisted(words: str) -> list[str]:
    """The names no list holds in a reply to "what do you take", in the patient's words; only what looks like one."""
    named = _A_NAME.findall(words)
    if named:
        return list(dict.fromkeys(named))
    pieces = [piece.strip(" 。.") for piece in re.split(r"[、，,和]|\band\b", words)]
    pieces = [piece for piece in pieces if not (_ABOUT_THE_NAME.match(piece) or _HOW_MUCH.fullmatch(piece))]
    return [piece for piece in pieces if piece and _SHORT_NAME.fullmatch(piece) and len(piece.split()) <= 4]


_A_NAME = re.compile(r"(?<![.!?] )(?<!^)\b(?!I\b|I'|Dr\b|Doctor\b|Mr|Yes\b|No\b)[A-Z][A-Za-z-]{3,}\b")
_SHORT_NAME = re.compile(r"[\w\u4e00-\u9fff .-]{2,24}")
_ABOUT_THE_NAME = re.compile("(?:好像|名字)?(?:就?叫|忘|记不)")  # 吸那个喷的药，叫沙什么: one medicine
_HOW_MUCH = re.compile(  # 两片, 一天三次
    r"(?:一天|每天|每次|一次|早晚|早上|晚上|饭后|饭前|各|吃|共)*[一二两三四五六半几\d]+(?:片|粒|颗|次|包|袋|丸|支|mg|ml|毫克|毫升)"
    r"|\d+ ?(?:times|x) (?:a|per) day|(?:once|twice) (?:a day|daily)"
)
