"""Who is ill, how old, of which sex, and whether pregnant: only where it is plainly said."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from frontdesk.models.ages import GROWN_UP_FROM
from frontdesk.models.facts import Person, Relation, Sex
from frontdesk.models.parsers.corrections import Told, only_corrects, settled, takes_back
from frontdesk.models.parsers.numbers import CHINESE, ENGLISH, number
from frontdesk.models.parsers.patterns import Cue, compiled, entries, scripts
from frontdesk.models.parsers.writing import read

_KIN, _PERSONS, _AGES = entries("relatives"), entries("persons"), entries("ages")
_NOUNS = {"man": _PERSONS["man"], "woman": _PERSONS["woman"], "vocative": _AGES["vocative"]}


def _filled(alternatives: list[str]) -> list[str]:
    """With the nouns for men, women and whoever is spoken to."""
    for name, nouns in _NOUNS.items():
        alternatives = [one.replace(f"{{{name}}}", nouns) for one in alternatives]
    return alternatives


OLDEST = 115  # years


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
    "en": (
        r"\b(?:me|(?:my|our|the)(?: (?!(?:and|or|to|with|from|for|is|was|but|when|since|by|of)\b)[\w-]+){0,4}?) (?:#)\b"
        r"|(?<!'s )(?<!his )(?<!her )(?<!their )\b(?:#)(?='s\b| (?:is|has|can't|keeps|fell)\b)"
    ),
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


@lru_cache(maxsize=1024)  # every reader asks who else is named in the same words
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


@lru_cache(maxsize=512)
def relation(text: str, *, asked: bool = False) -> tuple[Relation, str] | None:
    """Who is ill, with the words that name them; None where a relative is only mentioned, or it is not plain.

    `asked`: it replies to whom asks who is ill, and may be no more than "me" or "husband".
    """
    writing = read(text)
    found = _replied(writing.lower) if asked else None
    if asked and found is None:
        replies = [found for _, clause in _clauses(writing.lower) if (found := _replied(clause)) is Relation.SELF]
        found = replies[0] if len(replies) == 1 else None
    found = found or _ill(writing.lower)
    if isinstance(found, Relative):
        return found.relation, writing.words(found.start, found.end)
    own = _SELF.search(writing.lower)
    return (Relation.SELF, writing.words(*own.span())) if found is Relation.SELF and own else None


def _replied(lower: str) -> Relative | Relation | None:
    """Who is named by the whole of a reply that names nobody else."""
    if _ONESELF.fullmatch(lower):
        return Relation.SELF
    bare = _BARE_KIN.fullmatch(lower)
    if bare is None or "my " in lower:
        return None
    found = relatives(f"my {bare['kin']}")
    if len(found) != 1 or found[0][:2] != (0, len(f"my {bare['kin']}")) or _OWN_PLACE.search(lower):
        return None
    return found[0]._replace(start=bare.start("kin"), end=bare.end("kin"))


_AROUND_WHO = rf"(?:\W|{'|'.join(_KIN['around_who'])})*"
_ONESELF = re.compile(rf"{_AROUND_WHO}(?:{'|'.join(_KIN['oneself'])}){_AROUND_WHO}")
_BARE_KIN = re.compile(rf"{_AROUND_WHO}(?P<kin>[a-z][a-z -]*?)\W*")
_OWN_PLACE = re.compile(r"\b(?:i'm|i am|his|her)\b")  # "I'm his mum"


def _ill(lower: str) -> Relative | Relation | None:
    named = _put_right(lower, relatives(lower))
    if named is None:
        return None
    if not named and _A_CHILD.search(lower):
        return None
    if not named:
        return Relation.SELF if _speaks_of_own(lower) and not _OF_SOMEBODY.search(lower) else None
    ill = [one for one in named if _is_ill(lower, one)]
    if _opens_with(lower, named[0]) or (not ill and _is_a_childs(lower, named)):
        ill.append(named[0])
    if len({_who(one) for one in ill}) != 1:
        return None
    besides = [one for one in named if _who(one) != _who(ill[0]) and not _only_mentioned(lower, one)]
    rest = _without(lower, named)
    return None if besides or _BESIDES.search(_ASKS_FOR.sub(" ", rest)) or _speaks_of_own(rest) else min(ill)


_A_CHILD = re.compile(
    r"\b(?:an?|one|two|three) (?:[\w-]+ )?(?:(?:grand)?daughter|(?:grand)?son|toddler|child|kids?|boy|girl)s?\b"
)


def _put_right(lower: str, named: tuple[Relative, ...]) -> tuple[Relative, ...] | None:
    """Without whom somebody else is named in the place of; None where it is not certain which of them is meant."""
    kept = list(named[:1])
    for one in named[1:]:
        between = lower[kept[-1].end : one.start]
        if only_corrects(between):
            kept.pop()
        elif takes_back(between):
            return None
        kept.append(one)
    return tuple(kept)


def _who(one: Relative) -> tuple[Relation, Sex | None]:
    return one.relation, one.sex


def of_another(lower: str, start: int, end: int) -> bool:
    """Whether the clause around what stands from `start` to `end` tells of a relative who is not the one who is ill."""
    clause = max((stop.end() for stop in _CLAUSE_END.finditer(lower, 0, start)), default=0)
    stop = _CLAUSE_END.search(lower, end)
    named = [one for one in relatives(lower) if clause <= one.start and (stop is None or one.end <= stop.start())]
    ill = _ill(lower) if named else None
    return any(
        not (isinstance(ill, Relative) and _who(one) == _who(ill)) and not _only_mentioned(lower, one) for one in named
    )


def _only_mentioned(lower: str, one: Relative) -> bool:
    """Whether they are named for something else than their own trouble: who says so, who is carried."""
    behind = lower[one.end : one.end + _CLOSE]
    return bool(_MENTIONED_BEFORE.search(lower, 0, one.start) or _ONLY_MENTIONED.match(behind))


def _opens_with(lower: str, one: Relative) -> bool:
    """Whether they are who the text tells of from its first words: "Mum is 72, she forgets things"."""
    behind = lower[one.end : one.end + _CLOSE]
    if not _GREETING.fullmatch(lower, 0, one.start) or _only_mentioned(lower, one) or _NO_SUBJECT.match(behind):
        return False
    if one.relation is Relation.CHILD:
        return True
    return not _HAD_ONCE.match(behind) or _TOLD_ON.search(lower, one.end) is not None


def _is_a_childs(lower: str, named: tuple[Relative, ...]) -> bool:
    """Whether the first clause speaks of a child and nobody else is named: 一直觉得孩子口渴."""
    if lower.isascii() or _SELF.search(_without(lower, named)):
        return False
    first, behind = _CLAUSE_END.search(lower), lower[named[0].end : named[0].end + _CLOSE]
    if _only_mentioned(lower, named[0]) or _NO_SUBJECT.match(behind) or _SPEAKER.search(lower, 0, named[0].start):
        return False
    return all(one.relation is Relation.CHILD for one in named) and (first is None or named[0].start < first.start())


_CLAUSE_END = re.compile(r"[，。；！？,;!?]|\.(?!\d)")
_GREETING = re.compile(rf"(?:\W|{'|'.join(_KIN['greeting'])})*")
_NO_SUBJECT, _MENTIONED_BEFORE = compiled(_KIN["no_subject"]), compiled(_KIN["mentioned_before"])
_OF_SOMEBODY, _BESIDES = Cue(_KIN["of_somebody"]), Cue(_KIN["besides"])
_HAD_ONCE = re.compile(r"^ had\b")  # of a family's history, unless it goes on about them
_TOLD_ON = re.compile(r"\b(?:he|she|his|her|him|they)\b")


def _speaks_of_own(lower: str) -> bool:
    told = _ASKS_FOR.sub(" ", lower)
    if _OWN.search(told):
        return True
    for speaker in _SPEAKER.finditer(told):
        stop = _CLAUSE_END.search(told, speaker.end())
        if _TROUBLE.search(told, speaker.end(), stop.start() if stop else len(told)):
            return True
    return False


_ASKS_FOR, _SPEAKER = compiled(_KIN["asks_for"]), Cue(_KIN["speaker"])
_TROUBLE = Cue(entries("times")["complaint"])


def _without(lower: str, named: tuple[Relative, ...]) -> str:
    """The text with a blank in the place of each relative and of what is said to belong to them."""
    for one in reversed(named):
        lower = lower[: one.start] + " ~ " + lower[one.end :]
    return lower


def _is_ill(lower: str, one: Relative) -> bool:
    before, behind = lower[: one.start], lower[one.end : one.end + _CLOSE]
    if _ON_BEHALF.search(before) and (scripts(lower)[1] or _BROUGHT.match(behind)):
        return not _ONLY_MENTIONED.match(behind) or _BROUGHT.match(behind) is not None
    if _only_mentioned(lower, one):
        return False
    # Also a whole reply: "for my mother".
    return bool(_TOLD_ILL.match(behind) or not _FILLERS.sub("", before + behind))


def sex(text: str, *, asked: bool) -> Sex | None:
    lower = read(text).lower.replace("i'm ", "i am ")  # no m for male
    ill = _ill(lower)
    found = {one for one in Sex if (_ASKED_SEX if asked else _SAID_SEX)[one].search(_DENIED_SEX.sub(" ", lower))}
    if asked and not found:
        found = {one for one in Sex if _SAID_SEX[one].search(lower)}
    if found:
        return found.pop() if len(found) == 1 else None
    if ill is Relation.SELF or not relatives(lower):
        return own_sex(text)
    if not isinstance(ill, Relative) or ill.sex:
        return ill.sex if isinstance(ill, Relative) else None
    spoken = {one for one, pronoun in _PRONOUN.items() if pronoun.search(lower)}
    return spoken.pop() if len(spoken) == 1 else None


def own_sex(text: str) -> Sex | None:
    """The sex that whoever speaks says is theirs, on whatever page: 我是老太太, "I'm a man"."""
    lower = _DENIED_SEX.sub(" ", read(text).lower.replace("i'm ", "i am "))
    found = [one for one in Sex if _OWN_SEX[one].search(lower)]
    return found[0] if len(found) == 1 else None


_PRONOUN = {
    Sex.FEMALE: re.compile(r"\b(?:she|her|hers|she's)\b|她(?!们|[爸妈爹娘奶爷姥外舅姑姨叔])"),
    Sex.MALE: re.compile(r"\b(?:he|him|his|he's)\b|(?<!其)他(?!们|[爸妈爹娘奶爷姥外舅姑姨叔])"),
}
_SAID_SEX = {Sex.MALE: Cue(_filled(_PERSONS["male"])), Sex.FEMALE: Cue(_filled(_PERSONS["female"]))}
_ASKED_SEX = {Sex.MALE: Cue(_filled(_PERSONS["male_asked"])), Sex.FEMALE: Cue(_filled(_PERSONS["female_asked"]))}
_OWN_SEX = {Sex.MALE: Cue(_filled(_PERSONS["male_own"])), Sex.FEMALE: Cue(_filled(_PERSONS["female_own"]))}
_DENIED_SEX = re.compile(r"\bnot an? (?:man|woman|male|female|boy|girl)\b|\bnot (?:male|female)\b|不是[男女]的?")


@lru_cache(maxsize=512)
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
    lower = read(text).lower
    told = sorted(_told_ages(lower))
    if asked and (still := _NOW.search(lower)):
        return int(number(still["y9"]) or 0) * 12
    if not told and asked:
        return _bare_age(lower, child=child)
    kept = settled(lower, told, others=_NO_AGE)
    if not kept or len({one.value for one in kept}) != 1 or _is_anothers(lower, kept[0], child=child):
        return None
    return kept[0].value


_SHAPES_ZH, _SHAPES_EN = compiled(_AGES["zh"]), [compiled([one]) for one in _filled(_AGES["en"])]
_NOW = compiled(_AGES["now"])
_BEFORE, _BEHIND = compiled(_AGES["not_now_before"]), compiled(_AGES["not_now_behind"])
_NO_AGE = re.compile(r"[左右]|\b(?:left|right|both)\b")
_FILLED = rf"(?:{'|'.join(_filled(_AGES['asked_around']))})*"
_BARE = re.compile(
    rf"{_FILLED}(?P<count>{CHINESE}|{ENGLISH})(?P<half>半| and a half)?"
    rf" ?(?P<unit>个半?月|months?|mths?|周|weeks?|天|days?|岁半?)?{_FILLED}"
)
_TWO_NUMBERS = re.compile(r"[一二三四五六七八九]{2}[十百]")  # 三四十: thirty or forty


def _told_ages(lower: str) -> Iterator[Told[int]]:
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
                yield Told(*match.span(), months)


def _months(match: re.Match[str]) -> int | None:
    told = {name.rstrip("0123456789"): words for name, words in match.groupdict().items() if words}
    if "halfyear" in told:
        return 6
    if "month" in told:
        return 1
    unit = next(name for name in ("y", "m", "w", "d") if name in told)
    count = number(told[unit])
    if count is None or (unit == "y" and count > OLDEST) or count % 1 or _TWO_NUMBERS.search(told[unit]):
        return None
    if "plus" in told:
        return int(count * 12 + (number(told["plus"]) or 0))
    count += 0.5 if "half" in told else 0
    return int(count * {"y": 12, "m": 1, "w": 1 / 4.345, "d": 1 / 30.4}[unit])


def _bare_age(lower: str, *, child: bool) -> int | None:
    """The age that is all one clause says, in a reply of which no other clause might say another."""
    if match := _BARE.fullmatch(lower):
        return _in_months(match, child=child)
    clauses = [(start, match) for start, clause in _clauses(lower) if (match := _BARE.fullmatch(clause))]
    if len(clauses) != 1 or clauses[0][1]["unit"] not in (None, "岁", "岁半"):
        return None
    start, match = clauses[0]
    if settled(lower, [Told(start, start + match.end(), 0)], others=_NO_AGE) is None:
        return None
    return _in_months(match, child=child)


def _clauses(lower: str) -> Iterator[tuple[int, str]]:
    start = 0
    for stop in _CLAUSE_END.finditer(lower):
        yield start, lower[start : stop.start()]
        start = stop.end()
    yield start, lower[start:]


def _in_months(match: re.Match[str], *, child: bool) -> int | None:
    count = number(match["count"])
    if count is None or count % 1 or _TWO_NUMBERS.search(match["count"]):
        return None
    unit = match["unit"] or ""
    count += 0.5 if match["half"] or "半" in unit else 0
    if "月" in unit or unit.startswith(("month", "mth")):
        return int(count)
    if unit.startswith(("周", "week", "天", "day")):
        return int(count / (4.345 if unit.startswith(("周", "week")) else 30.4)) if child else None
    return int(count * 12) if count <= OLDEST else None


_I_AM = re.compile(r"\b(?:i'm|i am|im|i)\W*(?:a |an |just |now )*$|(?:^|[，。；])(?:我|本人)(?:今年|现在|是|，)*$")


def _is_anothers(lower: str, age: Told[int], *, child: bool) -> bool:
    """Whether it is of a relative who is not the one who is ill, or of a parent whose child is."""
    told = lower[age.start : age.end]
    of_self = bool(_I_AM.search(lower[: age.start]) or told.startswith(("i'm", "i am", "im ", "我")))
    grown = age.value >= 12 * GROWN_UP_FROM
    named = relatives(lower)
    ill = _ill(lower)
    if child and not isinstance(ill, Relative):
        return of_self or grown
    if not named or of_self:
        return child
    if not isinstance(ill, Relative) or (grown and ill.relation is Relation.CHILD and ill.sex is None):
        return True  # a baby of thirty: the age is who asks for it
    return any(_who(one) != _who(ill) for one in named)


@lru_cache(maxsize=512)
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
