"""Whether a sentence of a summary tells a fact: by the fact's own typed fields, and independent of any reviewer.

A sentence tells a fact when it stands in the fact's section, names it in one of its wordings, has its polarity
there, and says its side, numbers and duration. It may say more of these only where the talk does.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from frontdesk.evaluation.corruption.cases import Fact, Polarity, Section, Side, Talk, Written

CLAUSES = re.compile(r"[，。；;！？?!（）()]|,\s|\.(?!\d)|\bbut\b|但是?|不过(?!敏)")
NOT_KNOWN = re.compile(
    r"不清楚|不知道|不详|说不[准清好上]|不确定|不明|未知|没注意|没留意|没查过|没[量称测]|未[查测量]|待查|"
    r"not (?:sure|known|certain|clear|tested|measured|taken)|(?:does|do|did)(?: not|n't) know|unknown|unsure|uncertain|"
    r"unclear|(?:can|could)(?:not|n't| not) (?:say|tell|be certain)|never tested",
    re.IGNORECASE,
)
DENIED_BEFORE = re.compile(
    r"没有?|无|未|否认|并非|不(?![适舒断停])|"
    r"\b(?:no|not|never|without|den(?:y|ies|ied)|none|neither|nor|free of|negative for|absence of)\b|n't\b",
    re.IGNORECASE,
)
DENIED_BEHIND = re.compile(
    r"^(?:史|过敏|症状|[上里内中])?\s*[:：-]?\s*(?:没有|没|无(?!力)|否认|阴性|不(?![适舒断停止])|正常)|"
    r"^[a-z]{0,5}\s*(?:[:-]\s*(?:no|none|not|denied|absent|negative)\b|(?:denied|absent|negative|not)\b|"
    r"is fine|'s fine|tolerated|,\s*no(?=[,.;]|$))",
    re.IGNORECASE,
)
ANSWERED_NO = re.compile(
    r"^[^，。；,;.！!?？]*[?？]\s*(?:不|没|无|(?:no|none|not|never|neither|nothing)\b)", re.IGNORECASE
)
SIDES = {
    Side.LEFT: re.compile(r"左|\bleft\b", re.IGNORECASE),
    Side.RIGHT: re.compile(r"右|\bright\b", re.IGNORECASE),
    Side.BOTH: re.compile(r"双(?![氯胍])|两(?:只|个|条)?[侧边手眼耳腿膝脚肩臂]|\bboth\b|\bbilateral", re.IGNORECASE),
}
ZH_DIGITS = {one: value for value, one in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
EN_ONES = (  # noqa: SIM905
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
EN_WORDS = dict(zip(EN_ONES, range(20), strict=True)) | dict(zip(EN_TENS, range(20, 100, 10), strict=True))
UNITS = (
    (1.0, r"个?(?:小时|钟头)|(?:hours?|hrs?)\b"),
    (24.0, r"天|日(?!常)|days?\b"),
    (168.0, r"个?(?:周|星期|礼拜)|(?:weeks?|wks?)\b"),
    (720.0, r"个?多?月|months?\b"),
    (8760.0, r"年|(?:years?|yrs?)\b"),
)
DURATIONS = tuple((hours, re.compile(rf"(\d+(?:\.\d+)?)\s*(?:{unit})", re.IGNORECASE)) for hours, unit in UNITS)

USUAL = (1.0, 24.0)  # "one", "a day": said with nearly anything


class Named(NamedTuple):
    """Where a text names a fact. `between`: what stands between the parts of its wording."""

    start: int
    end: int
    between: str


class Told(NamedTuple):
    """How much of the facts a summary tells. `untrue`: sentences that tell none, or something else beside."""

    facts: tuple[Fact, ...]
    untrue: tuple[Written, ...]


class Matcher:
    """Holds sentences against the facts of one `talk`."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk

    @cached_property
    def _allowed(self) -> frozenset[float]:
        """Numbers and durations (hours) that the talk has."""
        texts = [*(line.words for line in self._talk.lines), *(fact.text for fact in self._talk.facts)]
        given = [number for fact in self._talk.facts for number in (*fact.numbers, fact.hours) if number is not None]
        return frozenset([*given, *(one for text in texts for one in (*numbers(text), *durations(text))), *USUAL])

    @cached_property
    def _sides(self) -> frozenset[Side]:
        texts = [*(line.words for line in self._talk.lines), *(fact.text for fact in self._talk.facts)]
        return frozenset(side for text in texts for side in sides(text))

    def told(self, summary: Iterable[Written]) -> Told:
        """Which facts the sentences tell; each fact counts once, a true sentence that repeats one counts nowhere."""
        facts: dict[Fact, None] = {}
        untrue: list[Written] = []
        for written in summary:
            those = self.tells(written)
            if not those or not self._nothing_else(written):
                untrue.append(written)
            else:
                facts.update(dict.fromkeys(fact for fact in those if fact.section is not None))
        return Told(tuple(facts), tuple(untrue))

    def tells(self, written: Written) -> list[Fact]:
        return [fact for fact in self._talk.facts if _in_section(fact, written) and self._says(written, fact)]

    def _nothing_else(self, written: Written) -> bool:
        """Whether each clause has right what facts it names, whatever their section, and has no numbers of its own."""
        for clause in clauses(written.text):
            named = [fact for fact in self._talk.facts if _names(clause, fact)]
            right = [fact for fact in named if self._in_clause(clause, written, fact)]
            if any(fact not in right and not _within(clause, fact, right) for fact in named):
                return False
        return self._allows(written.text)

    def _says(self, written: Written, fact: Fact) -> bool:
        text = written.text
        if not _said_rightly(text, fact, written.section):
            return False
        if not (self._has_side(text, fact) if fact.side else set(sides(text)) <= self._sides):
            return False
        return set(fact.numbers) <= set(numbers(text)) and (fact.hours is None or fact.hours in durations(text))

    def _in_clause(self, clause: str, written: Written, fact: Fact) -> bool:
        """A denial before a list reaches over its commas."""
        if not any(_said_rightly(text, fact, written.section) for text in (clause, written.text)):
            return False
        return fact.side is None or not sides(clause) or self._has_side(clause, fact)

    def _has_side(self, text: str, fact: Fact) -> bool:
        near = [found for clause in clauses(text) if _names(clause, fact) and (found := sides(clause))]
        said = set(near[0]) if near else set(sides(text))
        return said == {fact.side} or (fact.side is Side.BOTH and said >= {Side.LEFT, Side.RIGHT})

    def _allows(self, text: str) -> bool:
        return all(one in self._allowed for one in (*numbers(text), *durations(text)))


def named_at(text: str, fact: Fact) -> Iterator[Named]:
    """Where `text` names the fact, in any of its wordings."""
    for wording in fact.what:
        parts = [re.escape(part) for part in wording.split("…")]
        start = r"\b" if wording[0].isascii() else ""
        for found in re.finditer(start + "(.*?)".join(parts), text, re.IGNORECASE):
            yield Named(found.start(), found.end(), "".join(found.groups()))


def clauses(text: str) -> list[str]:
    return [clause for clause in CLAUSES.split(text) if clause.strip()]


def sides(text: str) -> list[Side]:
    return [side for side, says in SIDES.items() if says.search(text)]


def numbers(text: str) -> list[float]:
    """All numbers, in digits or words; half a unit is 0.5."""
    return [float(one) for one in re.findall(r"(?<![A-Za-z\d.])\d+(?:\.\d+)?", in_digits(text))]


def durations(text: str) -> list[float]:
    """All spans of time, in hours."""
    digits = in_digits(text)
    return [float(many) * hours for hours, says in DURATIONS for many in says.findall(digits)]


def in_digits(text: str) -> str:
    """Words of number written in digits: "三十六度八" becomes "36.8度", "twice" "2 times", "半年" "6个月"."""
    for words, digits in (("半个月", "15天"), ("半年", "6个月"), ("半天", "12小时"), ("half a year", "6 months")):
        text = text.replace(words, digits)
    text = re.sub("[一1]天(?=[0-9一二两三四五六七八九十半])", "每天", text)  # how much a day, and no span of time
    text = re.sub(r"\ba fortnight\b", "2 weeks", text, flags=re.IGNORECASE)
    text = re.sub(r"\ba (?=(?:year|month|week|day)\b)", "1 ", text, flags=re.IGNORECASE)
    text = re.sub(r"\btwice\b|\bcouple of\b", "2", text, flags=re.IGNORECASE)
    text = re.sub(r"\bonce\b", "1", text, flags=re.IGNORECASE)
    text = re.sub(
        r"[零〇一二两三四五六七八九十百]+(?:[点度][零一二三四五六七八九](?![十个]))?", lambda m: _zh(m[0]), text
    )
    text = re.sub(
        rf"\b({'|'.join(EN_TENS)})[- ](one|two|three|four|five|six|seven|eight|nine)\b",
        _en_tens,
        text,
        flags=re.IGNORECASE,
    )
    words = "|".join(sorted(EN_WORDS, key=len, reverse=True))
    text = re.sub(rf"\b({words})\b", lambda m: str(EN_WORDS[m[1].lower()]), text, flags=re.IGNORECASE)
    text = re.sub(r"\b(19|20) (\d\d)\b", r"\1\2", text)  # a year
    text = re.sub(r"\b2 thousand(?: and)? (\d\d?)\b", lambda found: str(2000 + int(found[1])), text)
    return re.sub(r"(\d) point (\d)", r"\1.\2", text)


def _en_tens(found: re.Match[str]) -> str:
    return str(EN_WORDS[found[1].lower()] + EN_WORDS[found[2].lower()])


def _zh(words: str) -> str:
    """A Chinese number in digits, or `words` where they are none, such as "三四"."""
    whole, mark, tenth = re.fullmatch(r"(.+?)(?:([点度])(.))?", words).groups()  # type: ignore[union-attr]
    value = _zh_whole(whole)
    if value is None:
        return words
    return f"{value}.{ZH_DIGITS[tenth]}" + ("度" if mark == "度" else "") if mark else str(value)


def _zh_whole(words: str) -> int | None:
    if all(one in ZH_DIGITS for one in words):
        if len(words) == 1:
            return ZH_DIGITS[words]
        return int("".join(str(ZH_DIGITS[one]) for one in words)) if len(words) == 4 else None  # a year
    found = re.fullmatch(
        r"(?:([一二两三四五六七八九])?百零?)?(?:([一二三四五六七八九])?(十))?([一二三四五六七八九])?", words
    )
    if found is None:
        return None
    hundreds, tens, ten, ones = found.groups()
    value = 100 * ZH_DIGITS.get(hundreds, 1) if "百" in words else 0
    return value + (10 * ZH_DIGITS.get(tens or "一", 1) if ten else 0) + (ZH_DIGITS[ones] if ones else 0)


def _in_section(fact: Fact, written: Written) -> bool:
    if fact.section is None or fact.section is written.section:
        return True
    return fact.polarity is Polarity.ANY and {fact.section, written.section} == {Section.POSITIVES, Section.NEGATIVES}


def _within(text: str, fact: Fact, others: Iterable[Fact]) -> bool:
    """Whether the fact is named only in the words of another one, as an illness in "his mother has it"."""
    spans = [at for other in others for at in named_at(text, other)]
    return all(any(span.start <= at.start and at.end <= span.end for span in spans) for at in named_at(text, fact))


def _names(text: str, fact: Fact) -> bool:
    return next(named_at(text, fact), None) is not None


def _said_rightly(text: str, fact: Fact, section: Section) -> bool:
    return any(_has_polarity(text, at, fact, section) for at in named_at(text, fact))


def _has_polarity(text: str, at: Named, fact: Fact, section: Section) -> bool:
    said = polarity(text, at, section)
    return said is fact.polarity or (fact.polarity is Polarity.ANY and said is not Polarity.UNKNOWN)


def polarity(text: str, at: Named, section: Section) -> Polarity:
    """Of what is named `at`. A section of what is not known says so of all that stands in it."""
    if section is Section.UNKNOWNS or NOT_KNOWN.search(text):
        return Polarity.UNKNOWN
    before = CLAUSES.split(text[: at.start])[-1] + at.between
    behind = text[at.end :]
    denied = DENIED_BEFORE.search(before) or DENIED_BEHIND.match(behind) or ANSWERED_NO.match(behind)
    return Polarity.ABSENT if denied else Polarity.PRESENT
