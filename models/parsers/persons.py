"""Who is ill, how old, of which sex, and whether pregnant: only where it is plainly said."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from models.facts import Person, Relation, Sex
from models.parsers.corrections import only_corrects
from models.parsers.numbers import CHINESE, ENGLISH, number
from models.parsers.patterns import Cue, compiled, entries, scripts
from models.parsers.writing import read

_KIN, _PERSONS, _AGES = entries("relatives"), entries("persons"), entries("ages")
OLDEST = 115  # years
_CHILDREN_UNDER = 18


class _Called(NamedTuple):
    shape: re.Pattern[str]
    relation: Relation
    sex: Sex | None


class Relative(NamedTuple):
    """Somebody of the speaker's named from `start` to `end` of the normalised text."""

    start: int
    end: int
    relation: Relation
    sex: Sex | None


_NAMED = {
    "zh": "(?:我们?家?的?|俺家?的?|咱家?的?)?(?:#)",
    "en": r"\b(?:my|our|the|me)(?: [\w-]+){0,2}? (?:#)\b|(?<!'s )\b(?:#)(?='s\b| (?:is|has|can't|keeps|fell)\b)",
}


def _calls(language: str) -> tuple[_Called, ...]:
    return tuple(
        _Called(
            re.compile(_NAMED[language].replace("#", "|".join(one["words"]))),
            Relation(one["relation"]),
            Sex(one["sex"]) if "sex" in one else None,
        )
        for one in _KIN[language]
    )


_CALLED_ZH, _CALLED_EN = _calls("zh"), _calls("en")
_TOLD_ILL, _ON_BEHALF, _BROUGHT = compiled(_KIN["told_ill"]), compiled(_KIN["on_behalf"]), compiled(_KIN["brought"])
_ONLY_MENTIONED, _OWN = compiled(_KIN["only_mentioned"]), Cue(_KIN["own"])
_SELF = re.compile(r"\b(?:i|i'm|i've|my|me|myself)\b|我|俺|本人|自己")
_FILLERS = re.compile(
    r"[\W_]+|\b(?:it's|its|for|is|no|yes|um+|oh|the|one|who|ill)\b|是|给|嗯|呃|替|帮|为|的|看|来|看病|病"
)
_CLOSE = 40  # characters behind a relative that tell what they are named for


def relatives(lower: str) -> tuple[Relative, ...]:
    """Everyone of the speaker's who is named in a text in small letters, in its order."""
    chinese, english = scripts(lower)
    called = (*(_CALLED_ZH if chinese else ()), *(_CALLED_EN if english else ()))
    found: list[Relative] = []
    for one in called:
        for match in one.shape.finditer(lower):
            if all(match.end() <= other.start or other.end <= match.start() for other in found):
                found.append(Relative(match.start(), match.end(), one.relation, one.sex))
    return tuple(sorted(found))


def relation(text: str) -> tuple[Relation, str] | None:
    """Who is ill, with the words that name them; None where a relative is only mentioned, or it is not plain."""
    writing = read(text)
    found = _ill(writing.lower)
    if isinstance(found, Relative):
        return found.relation, writing.words(found.start, found.end)
    own = _SELF.search(writing.lower)
    return (Relation.SELF, writing.words(*own.span())) if found is Relation.SELF and own else None


def _ill(lower: str) -> Relative | Relation | None:
    named = relatives(lower)
    if not named:
        return Relation.SELF if _speaks_of_own(lower) else None
    ill = [one for one in named if _is_ill(lower, one)]
    if _opens_with(lower, named[0]) or (not ill and _is_a_childs(lower, named)):
        ill.append(named[0])
    if len({(one.relation, one.sex) for one in ill}) != 1:
        return None
    return None if _speaks_of_own(_without(lower, named)) else min(ill)


def _opens_with(lower: str, one: Relative) -> bool:
    """Whether they are who the text tells of from its first words: "Mum is 72, she forgets things"."""
    behind = lower[one.end : one.end + _CLOSE]
    if not _GREETING.fullmatch(lower, 0, one.start) or _ONLY_MENTIONED.match(behind) or _NO_SUBJECT.match(behind):
        return False
    return not _HAD_ONCE.match(behind) or _TOLD_ON.search(lower, one.end) is not None


def _is_a_childs(lower: str, named: tuple[Relative, ...]) -> bool:
    """Whether the first clause speaks of a child and nobody else is named: 一直觉得孩子口渴."""
    first, behind = _CLAUSE_END.search(lower), lower[named[0].end : named[0].end + _CLOSE]
    if _ONLY_MENTIONED.match(behind) or _NO_SUBJECT.match(behind):
        return False
    return all(one.relation is Relation.CHILD for one in named) and (first is None or named[0].start < first.start())


_CLAUSE_END = re.compile(r"[，。；！？,;!?]|\.(?!\d)")
_GREETING = re.compile(rf"(?:\W|{'|'.join(_KIN['greeting'])})*")
_NO_SUBJECT = compiled(_KIN["no_subject"])
_HAD_ONCE = re.compile(r"^ had\b")  # of a family's history, unless it goes on about them
_TOLD_ON = re.compile(r"\b(?:he|she|his|her|him|they)\b")


def _speaks_of_own(lower: str) -> bool:
    return _OWN.search(_ASKS_FOR.sub(" ", lower)) is not None


_ASKS_FOR = compiled(_KIN["asks_for"])


def _without(lower: str, named: tuple[Relative, ...]) -> str:
    """The text with a blank in the place of each relative and of what is said to belong to them."""
    for one in reversed(named):
        lower = lower[: one.start] + " ~ " + lower[one.end :]
    return lower


def _is_ill(lower: str, one: Relative) -> bool:
    before, behind = lower[: one.start], lower[one.end : one.end + _CLOSE]
    if _ONLY_MENTIONED.match(behind):
        return False
    if _TOLD_ILL.match(behind) or not _FILLERS.sub("", before + behind):
        return True  # also a whole reply: "for my mother"
    return bool(_ON_BEHALF.search(before) and (scripts(lower)[1] or _BROUGHT.match(behind)))


def sex(text: str, *, asked: bool) -> Sex | None:
    lower = read(text).lower
    ill = _ill(lower)
    found = {one for one in Sex if (_ASKED_SEX if asked else _SAID_SEX)[one].search(_DENIED_SEX.sub(" ", lower))}
    if asked and not found:
        found = {one for one in Sex if _SAID_SEX[one].search(lower)}
    if found:
        return found.pop() if len(found) == 1 else None
    if not isinstance(ill, Relative) or ill.sex:
        return ill.sex if isinstance(ill, Relative) else None
    spoken = {one for one, pronoun in _PRONOUN.items() if pronoun.search(lower)}
    return spoken.pop() if len(spoken) == 1 else None


_PRONOUN = {
    Sex.FEMALE: re.compile(r"\b(?:she|her|hers|she's)\b|她(?!们|[爸妈爹娘奶爷姥外舅姑姨叔])"),
    Sex.MALE: re.compile(r"\b(?:he|him|his|he's)\b|(?<!其)他(?!们|[爸妈爹娘奶爷姥外舅姑姨叔])"),
}
_SAID_SEX = {Sex.MALE: Cue(_PERSONS["male"]), Sex.FEMALE: Cue(_PERSONS["female"])}
_ASKED_SEX = {Sex.MALE: Cue(_PERSONS["male_asked"]), Sex.FEMALE: Cue(_PERSONS["female_asked"])}
_DENIED_SEX = re.compile(r"\bnot an? (?:man|woman|male|female|boy|girl)\b|\bnot (?:male|female)\b|不是[男女]的?")


def pregnant(text: str) -> bool | None:
    """Whether the patient is pregnant, where it is plain; None for a perhaps and for somebody else's pregnancy."""
    lower = read(text).lower
    if relatives(lower) and not isinstance(_ill(lower), Relative):
        return None
    denied = _NOT_PREGNANT.search(lower) is not None
    told = _PREGNANT.search(_NOT_PREGNANT_ZH.sub(" ", lower)) is not None and not denied
    if not (denied or told) or _DOUBT.search(_PLAINLY.sub(" ", lower)):
        return None
    return told


_PREGNANT, _NOT_PREGNANT, _DOUBT = (
    Cue(_PERSONS["pregnant"]),
    Cue(_PERSONS["not_pregnant"]),
    Cue(_PERSONS["pregnancy_doubt"]),
)
_NOT_PREGNANT_ZH = re.compile(r"(?:没有?|未|不可能)怀(?:孕|上)?")
_PLAINLY = re.compile(r"不可能|没来得及")


def age_months(text: str, *, asked: bool, child: bool) -> int | None:
    """The age of who is ill in months; `child` where that is a child. None where two ages are told, or another's."""
    writing = read(text)
    lower = writing.lower
    told = list(_told_ages(lower))
    if not told and asked:
        return _bare_age(lower, child=child)
    kept: list[tuple[int, int, int]] = []
    for one in told:
        if kept and only_corrects(lower[kept[-1][1] : one[0]]):
            kept.pop()
        kept.append(one)
    if len({months for *_, months in kept}) != 1 or _is_anothers(lower, kept[0], child=child):
        return None
    return kept[0][2]


_SHAPES_ZH, _SHAPES_EN = compiled(_AGES["zh"]), [compiled([one]) for one in _AGES["en"]]
_BEFORE, _BEHIND = compiled(_AGES["not_now_before"]), compiled(_AGES["not_now_behind"])
_FILLED = rf"(?:{'|'.join(_AGES['asked_around'])})*"
_BARE = re.compile(
    rf"{_FILLED}(?P<count>{CHINESE}|{ENGLISH})(?P<half>半| and a half)?"
    rf" ?(?P<unit>个半?月|months?|mths?|周|weeks?|天|days?|岁半?)?{_FILLED}"
)


def _told_ages(lower: str) -> Iterator[tuple[int, int, int]]:
    chinese, english = scripts(lower)
    shapes = [*([_SHAPES_ZH] if chinese else []), *(_SHAPES_EN if english else [])]
    seen: set[int] = set()
    for shape in shapes:
        for match in shape.finditer(lower):
            months = _months(match)
            if months is None or _BEFORE.search(lower[: match.start()]) or _BEHIND.match(lower, match.end()):
                continue
            number_at = next(match.start(name) for name, words in match.groupdict().items() if words)
            if number_at not in seen:
                seen.add(number_at)
                yield match.start(), match.end(), months


def _months(match: re.Match[str]) -> int | None:
    told = {name.rstrip("0123456789"): words for name, words in match.groupdict().items() if words}
    if "halfyear" in told:
        return 6
    if "month" in told:
        return 1
    unit = next(name for name in ("y", "m", "w", "d") if name in told)
    count = number(told[unit])
    if count is None or (unit == "y" and count > OLDEST) or count % 1:
        return None
    if "plus" in told:
        return int(count * 12 + (number(told["plus"]) or 0))
    count += 0.5 if "half" in told else 0
    return int(count * {"y": 12, "m": 1, "w": 1 / 4.345, "d": 1 / 30.4}[unit])


def _bare_age(lower: str, *, child: bool) -> int | None:
    match = _BARE.fullmatch(lower)
    count = number(match["count"]) if match else None
    if match is None or count is None or count % 1:
        return None
    unit = match["unit"] or ""
    count += 0.5 if match["half"] or "半" in unit else 0
    if "月" in unit or unit.startswith(("month", "mth")):
        return int(count)
    if unit.startswith(("周", "week", "天", "day")):
        return int(count / (4.345 if unit.startswith(("周", "week")) else 30.4)) if child else None
    return int(count * 12) if count <= OLDEST else None


_I_AM = re.compile(r"\b(?:i'm|i am|im|i)\W*(?:a |an |just |now )*$|(?:^|[，。；])(?:我|本人)(?:今年|现在|是|，)*$")


def _is_anothers(lower: str, age: tuple[int, int, int], *, child: bool) -> bool:
    """Whether it is of a relative who is not the one who is ill, or of a parent whose child is."""
    told = lower[age[0] : age[1]]
    of_self = bool(_I_AM.search(lower[: age[0]]) or told.startswith(("i'm", "i am", "im ", "我今年")))
    named = relatives(lower)
    ill = _ill(lower)
    if child and not isinstance(ill, Relative):
        return of_self or age[2] >= 12 * _CHILDREN_UNDER
    if not named or of_self:
        return child
    if not isinstance(ill, Relative):
        return True
    return any((one.relation, one.sex) != (ill.relation, ill.sex) for one in named)


def person_of(text: str) -> Person:
    """All that one utterance plainly tells of who is ill."""
    who = relation(text)
    months = age_months(text, asked=False, child=who is not None and who[0] is Relation.CHILD)
    named = None if who is None or who[0] is Relation.SELF else who[1]
    return Person(
        relation=who[0] if who else None,
        words=named,
        age_months=months,
        sex=sex(text, asked=False),
        pregnant=pregnant(text),
    )
