"""How often a medicine is taken: words to letters, letters to pieces by a grammar, all the pieces to one rhythm."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from frontdesk.models.specialists.medication import rhythm_words as words
from frontdesk.models.specialists.medication.amounts import amount, least
from frontdesk.models.specialists.medication.dose_words import MG

MEALS, DAY, AWAKE = 3.0, 24.0, 16.0  # a day, hours, hours
WEEK = {"working_days": frozenset("12345"), "weekend": frozenset("67")}


class Rhythm(NamedTuple):
    """`doses` on a day it is taken, and `days` from one such day to the next (7 is weekly); None where not told.

    `total` are the days that the amount told is all of ("two a day", 三天四片), else None. `counts` are told part of
    the day by part, of tablets or in `milligrams`. `besides` is taken at some part of the day on top of the `doses`.
    """

    doses: float | None = None
    days: float | None = None
    total: float | None = None
    counts: tuple[float, ...] = ()
    milligrams: bool = False
    besides: tuple[float, ...] = ()


class Token(NamedTuple):
    letter: str
    start: int
    value: float = 0.0
    least: float = 0.0
    names: frozenset[str] = frozenset()  # moments of the day, days of the week


class Piece(NamedTuple):
    """One thing said of how often, of the kind its rule of the grammar is called by."""

    kind: str
    tokens: tuple[Token, ...]

    def of(self, letters: str) -> list[Token]:
        return [one for one in self.tokens if one.letter in letters]

    @property
    def period(self) -> float:
        """Days of the time unit told, with the number before it, one more where so many are left out (隔两天)."""
        at = next((i for i, one in enumerate(self.tokens) if one.letter in "DY"), None)
        if at is None:
            return 1.0
        before = self.tokens[at - 1] if at else None
        number = before.value if before and before.letter in "No" else 1.0
        return self.tokens[at].value * (number + bool(self.of("A")))


# The first rule that fits at a place counts.
_GRAMMAR = (
    ("latin", r"l"),
    ("lasting", r"fN?[DHS]|NDg"),
    ("days_of_week", r"w(?:,?w)*[pPc]*"),
    ("some_days", r"NDRD|NDVD|[VN]DND(?!N)"),
    ("times", r"(?:NX|O)[,@]?[VR]?N?[DY]|V?A?N?DV?[,@]?(?:NX|O)|k(?:O|NX)|tNX|NXt|Oq"),
    ("hours", r"[VA]+N?[HS](?:NX|O)?|h(?:NX|O)?|NS(?:NX|(?=N[Um]))|NHa"),
    ("interval", r"N[Um@]*iND|VAN?D|VoD|VND|AND|AD"),
    ("total", r"N[Um@]*[RV]D|N[Um@]*Y|(?:[VN]D|Y)_?N[Um]@?|[VN]DN(?=[,.]|$)"),
    ("meals", r"NU?@?e|eE?(?:N[Um]?)?"),
    ("parts", r"(?:N[Um@]*)?[pc]+(?:,?[pc]+)*|V?P[Pc]*(?:,?P[Pc]*)*E?(?:NX|N[Um]?(?!R|X|H|S|V?D))?"),
    ("daily", r"V[DY]|Y"),
    ("per_day", r"RD|ND(?=[,.@]|$)"),
    ("share", r"NX_?NX"),
    ("count", r"NX(?!N)"),
    ("other", r"."),
)
_RULES = re.compile("|".join(f"(?P<{name}>{rule})" for name, rule in _GRAMMAR))


def rhythm(lower: str) -> Rhythm:
    """What `lower`, small letters and half width with @ for the medicine, says of how often."""
    lower = words.CLAUSE.sub(lambda clause: clause[0] if _is_of_taking(clause[0]) else "", lower)
    pieces = list(_pieces(lower))
    total = next((piece for piece in pieces if piece.kind == "total"), None)
    days = _days(pieces, lower)
    if days is None and total is not None:
        days = total.period
    doses = _doses(pieces, lower)
    counts, milligrams = _counts(pieces)
    if doses is not None and doses < 1:  # "every 72 hours"
        days = 1.0 / doses
        doses = None
    if days is not None and days < 1:  # "fourteen times a week"
        doses, days = 1.0 / days if doses is None else doses, 1.0
    if days is None and (len(_moments(pieces)) > 1 or any(_is_daily(piece) for piece in pieces)):
        days = 1.0
    over = total.period if total and doses is None else None
    return Rhythm(doses, days, over, counts, milligrams, _besides(pieces, counts))


def _besides(pieces: list[Piece], counts: tuple[float, ...]) -> tuple[float, ...]:
    """Told of fewer parts of the day than there are doses, so no list of them: "four times, two at night"."""
    often = [piece for piece in pieces if piece.kind in ("times", "hours", "latin") and _interval(piece) is None]
    fewer = bool(often) and len(counts) < (_doses(often, "") or 0.0)
    return counts if fewer and pieces.index(often[0]) < _first_of_parts(pieces) else ()


def _first_of_parts(pieces: list[Piece]) -> int:
    return next((i for i, piece in enumerate(pieces) if piece.kind == "parts"), -1)


def _is_of_taking(clause: str) -> bool:
    """Not of what else is so often: "and I feel sick every day"."""
    if ("@" in clause and not words.DOES.search(clause)) or words.TAKEN.search(clause):
        return True
    letters = letters_of(clause)
    own = not clause.isascii() or words.SOMEBODY.search(clause)
    return "_" not in letters or not own or words.AN_AMOUNT.search(letters) is not None


def letters_of(lower: str) -> str:
    """The words as letters of the grammar."""
    return "".join(one.letter for one in _tokens(lower))


def dose_begins(lower: str) -> int | None:
    """Where the first word of an amount or a time stands."""
    return next((one.start for one in _tokens(lower) if one.letter not in "_,.@"), None)


def _pieces(lower: str) -> Iterator[Piece]:
    tokens = _tokens(lower)
    letters = "".join(one.letter for one in tokens)
    for match in _RULES.finditer(letters):
        yield Piece(match.lastgroup or "", tokens[match.start() : match.end()])


@lru_cache(maxsize=64)  # every medicine of an utterance asks for those of the same words
def _tokens(lower: str) -> tuple[Token, ...]:
    found: list[Token] = []
    at = 0
    while at < len(lower):
        match = _match(lower, at, found)
        if match is None:
            end = words.A_WORD.match(lower, at)
            token, at = Token("_", at), end.end() if end else at + 1
        else:
            token, at = _token(match, lower), max(match.end(), at + 1)
        if token.letter and not (token.letter == "_" and found and found[-1].letter == "_"):
            found.append(token)
    return tuple(
        one._replace(letter="p" if _is_listed(found, i) else "_") if one.letter == "b" else one
        for i, one in enumerate(found)
    )


def _match(lower: str, at: int, found: list[Token]) -> re.Match[str] | None:
    if [one.letter for one in found[-2:]] == ["w", ","] and (day := words.NEXT_WEEKDAY.match(lower, at)):
        return day  # "Mondays and Thursday"
    return words.LEXER.match(lower, at)


def _is_listed(found: list[Token], at: int) -> bool:
    """Whether a part of the day without "in the" stands beside another one, or behind its count."""
    before = next((one.letter for one in reversed(found[:at]) if one.letter != ","), "")
    after = next((one.letter for one in found[at + 1 :] if one.letter != ","), "")
    return before in tuple("pbNUO@") or after in ("p", "b")


def _token(match: re.Match[str], lower: str) -> Token:
    kind = match.lastgroup or "weekday"
    kind = kind if kind in words.LETTER else "weekday"
    letter, said, start = words.LETTER[kind], match[0], match.start()
    group = match.groupdict()
    match letter:
        case "N":
            value = amount(said)
            return Token("N" if value is not None else "_", start, value or 0.0, least(said) or 0.0)
        case "h":
            told = group["q"] or group["n_hourly"] or "1"
            return Token("h", start, amount(told) or 1.0, least(told) or 1.0)
        case "l":
            doses, days = next(value for name, value in words.LATIN.items() if group[name])
            return Token("l", start, doses, days)
        case "D":
            word = (group["en_period"] or group["zh_period"] or "").removeprefix("个")
            return Token("D", start, words.PERIODS[word])
        case "Y":
            return Token("Y", start, words.PERIODS.get(said, 1.0))
        case "o":
            return Token("o", start, words.NTH[group["nth"]])
        case "O":
            return Token("O", start, amount(said) or 1.0)
        case "w":
            return Token("w", start, names=WEEK.get(kind) or _weekdays(match))
        case "m":
            return Token("m", start, next((mg for unit, mg in MG.items() if re.fullmatch(unit, said)), 0.0))
        case "c":
            return Token("c", start, names=frozenset({said}))
        case "p" | "P":
            if words.OF_ONE_DAY.search(lower[:start]):
                return Token("_", start)
            bare = letter == "p" and words.BARE.fullmatch(said) is not None
            return Token("b" if bare else letter, start, _EVERY.match(said) is not None, names=frozenset({kind[3:]}))
        case _:
            return Token(letter, start)


_EVERY = re.compile(r"every|each|nightly")
_DAYS = {"mon": "1", "tue": "2", "wed": "3", "thu": "4", "fri": "5", "sat": "6", "sun": "7"}


def _weekdays(match: re.Match[str]) -> frozenset[str]:
    told = next(
        value for name, value in match.groupdict().items() if name.startswith("w") and name[1:].isdigit() and value
    )
    if told.isascii():
        return frozenset({_DAYS[told[:3]]})
    return frozenset(str("一二三四五六日".index("日" if day == "天" else day) + 1) for day in told)


def _is_daily(piece: Piece) -> bool:
    """Every day, each night; "in the morning" alone may be of one day a week."""
    if piece.kind == "parts":
        return any(one.letter == "V" or one.value for one in piece.tokens if one.letter in "VpP")
    return piece.kind in ("daily", "per_day", "total", "times", "latin", "hours") and piece.period == 1


def _days(pieces: list[Piece], lower: str) -> float | None:
    """From one day it is taken to the next: the days named, else the first interval told."""
    if pause := words.ON_AND_OFF.search(lower):
        on, off = amount(pause["on"]), amount(pause["off"])
        return (on + off) / on if on and off else None
    named = {day for piece in pieces for one in piece.of("w") for day in one.names}
    if len(named) > 1 or (named and not any(piece.kind == "times" and piece.period > 1 for piece in pieces)):
        return 7 / len(named)
    return next((days for piece in pieces if (days := _interval(piece)) is not None), None)


def _interval(piece: Piece) -> float | None:
    match piece.kind:
        case "latin":
            return piece.tokens[0].least if piece.tokens[0].least > 1 else None
        case "some_days":
            numbers, units = piece.of("N"), [one.value for one in piece.of("D")]
            count = numbers[0] if units[0] < units[1] else numbers[-1]
            return max(units) / count.value if count.value and units[0] != units[1] else None
        case "times":
            return piece.period / _count(piece) if piece.period > 1 and _count(piece) else None
        case "interval":
            return piece.period
        case "daily" if adverb := piece.of("Y"):
            return adverb[0].value if adverb[0].value > 1 else None
        case "daily" | "total":
            return piece.period if piece.period > 1 else None
        case _:
            return None


def _count(piece: Piece) -> float:
    """How many times: twice, or the number before "times"."""
    if once := piece.of("O"):
        return once[0].value
    at = next(i for i, one in enumerate(piece.tokens) if one.letter == "X")
    return piece.tokens[at - 1].value


def _doses(pieces: list[Piece], lower: str) -> float | None:
    """How many on a day it is taken: told as times, by the hours between them, by the parts of the day, by meals."""
    for piece in pieces:
        if piece.kind == "times" and piece.period == 1 and not any(one.value > 1 for one in piece.of("Y")):
            return _count(piece)
        if piece.kind == "latin":
            return piece.tokens[0].value
    if hours := [one for piece in pieces if piece.kind == "hours" for one in _between(piece)]:
        return (AWAKE if words.AWAKE.search(lower) else DAY) / hours[0]
    if moments := _moments(pieces):
        return float(len(moments))
    if any(piece.kind == "meals" for piece in pieces):
        return MEALS
    counted = (_count(piece) for piece in pieces if piece.kind == "count")
    return next((count for count in counted if count > 1), None)


def _between(piece: Piece) -> list[float]:
    """Hours between two doses, the fewest of a range."""
    hourly = piece.of("h")
    told = hourly or piece.of("N")[:1] if not piece.of("X") or len(piece.of("N")) > 1 else hourly
    return [one.least for one in told if one.least] or [1.0]


def _moments(pieces: list[Piece]) -> frozenset[str]:
    """The moments of the day named; evening and bedtime alone are one."""
    parts = [piece for piece in pieces if piece.kind == "parts"]
    found = frozenset(name for piece in parts for name in _moments_of(piece))
    return frozenset({"evening"}) if found == {"evening", "bedtime"} and not len(_counts(parts)[0]) > 1 else found


def _moments_of(piece: Piece) -> frozenset[str]:
    """A clock time beside a part of the day is that part; 早饭后 in the morning is one."""
    found: set[str] = set()
    for group in _between_commas(piece):
        named = [one for one in group if one.letter in "pP"] or [one for one in group if one.letter == "c"]
        found |= {name for one in named for name in one.names}
    return frozenset(found)


def _between_commas(piece: Piece) -> list[list[Token]]:
    groups: list[list[Token]] = [[]]
    for one in piece.tokens:
        groups.append([]) if one.letter == "," else groups[-1].append(one)
    return groups


def _counts(pieces: list[Piece]) -> tuple[tuple[float, ...], bool]:
    """How much at each moment, where it is told of every one; whether in milligrams."""
    parts = [piece for piece in pieces if piece.kind == "parts"]
    counts: dict[str, float] = {}
    for piece in parts:
        told, unit = piece.of("N"), piece.of("m")
        if not told or piece.of("X") or (unit and not unit[0].value):
            return (), False
        counts |= dict.fromkeys(_moments_of(piece), told[0].value * (unit[0].value if unit else 1.0))
    return tuple(counts.values()), bool(parts) and all(piece.of("m") for piece in parts)
