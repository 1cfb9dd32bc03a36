"""Medicines a patient names: the known ones by their standard English name, others only in the patient's words."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from models.embedded.understanding.cues import Cue, cues, pattern
from models.embedded.understanding.english import phrase, tokens
from models.embedded.understanding.medicine_states import (
    State,
    borne_well,
    reaction_to,
    reason_stopped,
    state_of,
)
from models.embedded.understanding.trie import Trie, longest_apart
from models.embedded.understanding.writing import Writing, read
from models.facts import Language
from models.knowledge.formulary import formulary

_CUES = cues("medicines")

UNKNOWN = "unknown: "  # before the patient's words for a medicine no list holds


class Medicine(NamedTuple):
    """A medicine spoken of from `start` to `end`; `dose` in the patient's words."""

    start: int
    end: int
    code: str
    dose: tuple[int, int] | None = None
    state: State = State.CURRENT
    reaction: tuple[int, int] | None = None  # where is told how it was borne
    stopped_for: tuple[int, int] | None = None


_DOSE_ZH = Cue(_CUES["dose_zh"])
_DOSE_EN = Cue(_CUES["dose_en"])
_UNKNOWN_ZH = Cue(_CUES["unknown_zh"])
_UNKNOWN_EN = Cue(_CUES["unknown_en"])
_BEGINS_WITH = pattern(_CUES["begins_with"])
_ANOTHER = pattern(_CUES["another"])
_NOT_TAKEN = frozenset(
    [
        "medicine",
        "pain",
        "again",
        "machine",
        "routine",
        "online",
        "marine",
        "caffeine",
        "wine",
        "fine",
        "line",
        "nine",
        "mine",
        "shine",
        "begin",
        "vain",
        "cabin",
        "gain",
        "main",
        "rain",
        "train",
        "certain",
        "mountain",
        "captain",
        "fountain",
        "chocolate",
        "late",
        "date",
        "rate",
        "state",
        "private",
        "plate",
        "water",
        "phone",
        "alone",
        "done",
        "gone",
        "bone",
        "stone",
        "human",
        "woman",
        "than",
        "plan",
        "clan",
        "protein",
        "vitamin",
        "vegan",
        "outside",
        "inside",
        "side",
        "wide",
        "ride",
        "guide",
        "decide",
        "provide",
        "alcohol",
        "school",
        "control",
        "pool",
        "cool",
        "wool",
        "decline",
        "examine",
        "trampoline",
        "climate",
        "donate",
    ]
)


class _Names:
    def __init__(self) -> None:
        self.zh: Trie[str, str] = Trie()
        self.en: Trie[str, str] = Trie()
        self.chinese: dict[str, str] = {}
        known = formulary()
        self.groups = {one.code for one in known.medicines.values() if one.group}
        for one in known.medicines.values():
            self.chinese[one.code] = one.zh
            self._add(one.code, (one.zh, *one.says.get(Language.ZH, ())), (one.code, *one.says.get(Language.EN, ())))
        for product in known.products:
            self.chinese.setdefault(product.code, product.zh or product.code)
            zh = (product.zh,) if product.zh else ()
            self._add(product.code, (*zh, *product.says.get(Language.ZH, ())), product.says.get(Language.EN, ()))

    def _add(self, code: str, zh: Sequence[str], en: Sequence[str]) -> None:
        for words in zh:
            self.zh.add(read(words).lower, code)
        for words in en:
            self.en.add(phrase(words), code)


@lru_cache(maxsize=1)
def names() -> _Names:
    return _Names()


def plain_name(code: str, language: Language) -> str:
    """The everyday name of a known medicine, as said to a patient; any other code as it is."""
    return names().chinese.get(code, code) if language is Language.ZH else code


def is_group(code: str) -> bool:
    """Whether the name is of a kind of medicine ("blood pressure pills"), which leaves open which one is taken."""
    return code in names().groups


def is_kind_of(group: str, code: str) -> bool:
    """Whether `group` names a kind of medicine and `code` one of that kind."""
    kind = formulary().medicines.get(group)
    return kind is not None and code != group and not formulary().counts_as(code).isdisjoint(kind.members)


def one_more(lower: str, start: int) -> int:
    """Where the name at `start` begins with the words that make it one more: 还有一种降压药."""
    another = _ANOTHER.search(lower, max(0, start - 16), start)
    return another.start() if another else start


def is_medicine(code: str) -> bool:
    return code in names().chinese or code.startswith(UNKNOWN)


_NO_CONTRACEPTIVE = "the pills"  # any, and not the pill


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
        spans = [(words[hit.start].start, words[hit.end - 1].end, hit.value) for hit in hits]
        found += [Medicine(*span) for span in spans if lower[span[0] : span[1]] != _NO_CONTRACEPTIVE]
    found += _unknown(writing, found, chinese=chinese, english=english)
    found = [one._replace(end=rest.end()) if (rest := _BEGINS_WITH.match(lower, one.end)) else one for one in found]
    doses = [*(_DOSE_ZH.finditer(lower) if chinese else ()), *(_DOSE_EN.finditer(lower) if english else ())]
    dosed = _dosed(lower, sorted(found), sorted(match.span() for match in doses))
    return _with_states(lower, dosed)


def _with_states(lower: str, found: list[Medicine]) -> list[Medicine]:
    """What is said before the first of a list holds for all of it: "I stopped metformin, lisinopril and aspirin"."""
    stated: list[Medicine] = []
    for place, one in enumerate(found):
        earlier = stated[-1] if stated else None
        ahead = found[place + 1].start + 1 if place + 1 < len(found) else len(lower)
        after, name = earlier.end if earlier else 0, (one.start, one.end)
        reaction = reaction_to(lower, after, name, ahead)
        state = State.NOT_BORNE if reaction else state_of(lower, after, name, ahead)
        if state is State.BORNE and (end := borne_well(lower, one.end, ahead)):
            reaction = one.start, end
        if earlier and state is State.CURRENT and _LISTED.fullmatch(lower, earlier.end, one.start):
            state = earlier.state
        why = reason_stopped(lower, one.end, ahead) if state is State.PAST else None
        stated.append(one._replace(state=state, reaction=reaction, stopped_for=why))
    for place in range(len(stated) - 2, -1, -1):  # "codeine and morphine make me sick", 头孢阿莫西林都吃过没事
        one, following = stated[place], stated[place + 1]
        if following.reaction and not one.reaction and _LISTED.fullmatch(lower, one.end, following.start):
            stated[place] = one._replace(state=following.state, reaction=(one.start, following.reaction[1]))
    last = {one.code: one.state for one in stated}
    return [  # "bisoprolol, no, they stopped the bisoprolol": that it is over holds, told last
        one._replace(state=last[one.code]) if last[one.code] in (State.PAST, State.NOT_TAKEN) else one for one in stated
    ]


_LISTED = re.compile(r"\s*(?:[、,和跟或]|\band\b|\bor\b)*\s*")


_A_NAME = re.compile(r"(?<![.!?] )(?<!^)\b(?!I\b|I'|Dr\b|Doctor\b|Mr|Yes\b|No\b)[A-Z][A-Za-z-]{3,}\b")
_SHORT_NAME = re.compile(r"[\w\u4e00-\u9fff .-]{2,24}")


_ABOUT_THE_NAME = re.compile("(?:好像|名字)?(?:就?叫|忘|记不)")  # 吸那个喷的药，叫沙什么: one medicine


_HOW_MUCH = re.compile(  # 两片, 一天三次
    r"(?:一天|每天|每次|一次|早晚|早上|晚上|饭后|饭前|各|吃|共)*[一二两三四五六半几\d]+(?:片|粒|颗|次|包|袋|丸|支|mg|ml|毫克|毫升)"
    r"|\d+ ?(?:times|x) (?:a|per) day|(?:once|twice) (?:a day|daily)"
)


def unlisted(words: str) -> list[str]:
    """The names no list holds in a reply to "what do you take", in the patient's words; only what looks like one."""
    named = _A_NAME.findall(words)
    if named:
        return list(dict.fromkeys(named))
    pieces = [piece.strip(" 。.") for piece in re.split(r"[、，,和]|\band\b", words)]
    pieces = [piece for piece in pieces if not (_ABOUT_THE_NAME.match(piece) or _HOW_MUCH.fullmatch(piece))]
    return [piece for piece in pieces if piece and _SHORT_NAME.fullmatch(piece) and len(piece.split()) <= 4]


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


_SENTENCE = re.compile(r"[。！？!?]|\.(?!\d)")
_CLAUSE = re.compile(r"[，,；;]|\b(?:and|but)\b")
_COUNT_BEFORE, _NUMBER_BEHIND = pattern(_CUES["count_before"]), pattern(_CUES["number_behind"])
_FARTHEST, _NEXT_CLAUSE = 40, 8  # characters to a dose, and as many more to one in another clause


def _dosed(lower: str, found: list[Medicine], doses: list[tuple[int, int]]) -> list[Medicine]:
    for dose in doses:
        near = [(_distance(lower, one, dose), place) for place, one in enumerate(found)]
        near = [(gap, place) for gap, place in near if gap is not None and _has_room(found[place], dose)]
        if near:
            _, place = min(near)
            start, end = found[place].dose or dose
            found[place] = found[place]._replace(dose=(min(start, dose[0]), max(end, dose[1])))
    return [_with_count(lower, one) for one in found]


def _distance(lower: str, one: Medicine, dose: tuple[int, int]) -> int | None:
    """Characters between the medicine and the dose, more where a clause ends between them; None if too many."""
    start, end = (one.end, dose[0]) if one.end <= dose[0] else (dose[1], one.start)
    if end < start or end - start > _FARTHEST or _SENTENCE.search(lower, start, end):
        return None
    ahead = start == dose[1]  # 一回5毫升，还有糖浆: what stands ahead of a clause is rarely of the name inside it
    apart = _CLAUSE.search(lower, start, end) is not None
    return end - start + 3 * ahead + _NEXT_CLAUSE * apart * (1 + ahead)


def _has_room(one: Medicine, dose: tuple[int, int]) -> bool:
    """No dose yet, or one that goes on: 早上一片晚上两片."""
    return one.dose is None or 0 <= dose[0] - one.dose[1] <= 1


def _with_count(lower: str, one: Medicine) -> Medicine:
    """With a bare number that is the dose or begins it: "two paracetamol", "levothyroxine 75", "co-codamol 30/500"."""
    number = _NUMBER_BEHIND.match(lower, one.end)
    told = number or _COUNT_BEFORE.search(lower, max(0, one.start - 24), one.start)
    if told is None or (one.dose and not (number and 0 <= one.dose[0] - number.end() <= _NEXT_CLAUSE)):
        return one
    start, end = told.span("it")
    return one._replace(dose=(start, one.dose[1] if one.dose else end))
