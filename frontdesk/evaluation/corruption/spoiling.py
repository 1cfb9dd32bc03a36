"""Summaries of the facts of a talk, spoilt at three levels as in DERA's corruption test, by the facts' own fields."""

import re
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from frontdesk.evaluation.corruption.cases import Error, ErrorKind, Fact, Kind, Polarity, Section, Spoilt, Talk, Written
from frontdesk.models.facts import Language

LEVELS = {"low": 3, "mid": 5, "high": 7}  # of ten statements, how many are corrupted
RARE = 3  # times as likely: the errors that few sentences can have
INVENTED = 0.3  # invented statements, for each that is corrupted
SIDES = (("left", "right"), ("Left", "Right"), ("左", "右"))
SPANS = (
    ("天", "周"),
    ("周", "个月"),
    ("个月", "天"),
    ("年", "个月"),
    ("days", "weeks"),
    ("weeks", "months"),
    ("months", "days"),
)
NOT_KNOWN = {Language.ZH: "：不清楚", Language.EN: ": does not know"}
NOT = {Language.ZH: re.compile("没有|没|不"), Language.EN: re.compile(r"\b(?:no|not)\b ?", re.IGNORECASE)}


class Spoiling(NamedTuple):
    """What one sentence is spoilt with: its fact, the `strangers` (facts of other talks alone), and the dice."""

    fact: Fact
    language: Language
    strangers: Sequence[Fact]
    dice: Random


def true_summary(talk: Talk) -> tuple[Written, ...]:
    return tuple(_written(fact) for fact in talk.counted)


def spoilt(talk: Talk, level: str, others: Sequence[Talk]) -> Spoilt:
    """The same talk and level are always spoilt alike. `others`: whose illnesses and findings are mixed in."""
    dice = Random(f"{talk.id}:{level}")
    strangers = _strangers(talk, others)
    summary: list[Written] = []
    errors: list[Error] = []
    for fact in talk.counted:
        if dice.random() >= LEVELS[level] / 10:
            summary.append(_written(fact))
            continue
        made = [_error(Spoiling(fact, talk.language, strangers, dice))]
        if strangers and dice.random() < INVENTED:
            made.append(Error(kind=ErrorKind.INVENTED, written=_written(dice.choice(strangers))))
        errors += made
        summary += [error.written for error in made if error.written is not None]
    return Spoilt(talk=talk, level=level, summary=tuple(summary), errors=tuple(errors))


def _strangers(talk: Talk, others: Sequence[Talk]) -> list[Fact]:
    """Facts of other talks in the same language that nothing in this one speaks of."""
    heard = " ".join([*(line.words for line in talk.lines), *(fact.text for fact in talk.facts)]).lower()
    return [
        fact
        for other in others
        if other.language is talk.language and other.id != talk.id
        for fact in other.counted
        if not any(part.lower() in heard for wording in fact.what for part in wording.split("…"))
    ]


def _error(one: Spoiling) -> Error:
    """One of the errors that this sentence can suffer; leaving it out is always one."""
    ways = [(kind, written) for kind, spoil in WAYS if (written := spoil(one)) is not None]
    rare = [way for way in ways if way[0] in (ErrorKind.NUMBER, ErrorKind.SIDE, ErrorKind.DURATION)]
    kind, written = one.dice.choice([(ErrorKind.OMITTED, None), *ways, *(RARE - 1) * rare])
    return Error(kind=kind, fact=one.fact, written=written)


def _negation(one: Spoiling) -> Written | None:
    fact = one.fact
    match fact.polarity:
        case Polarity.ABSENT if NOT[one.language].search(fact.text):
            said = _affirmed(fact.text, one.language)
            return Written(section=_as(fact, Section.POSITIVES), text=said)
        case Polarity.PRESENT if fact.kind is not Kind.FAMILY:
            return Written(section=_as(fact, Section.NEGATIVES), text=_denied(fact, one.language))
        case Polarity.UNKNOWN:
            what = fact.what[0].replace("…", " ")
            return Written(
                section=Section.NEGATIVES, text=f"没有{what}" if one.language is Language.ZH else f"No {what}"
            )
    return None


def _as(fact: Fact, section: Section) -> Section:
    return Section.HISTORY if fact.section is Section.HISTORY else section


def _affirmed(text: str, language: Language) -> str:
    if language is Language.ZH:
        return NOT[language].sub(lambda found: "有" if found[0] == "没有" else "", text, count=1)
    said = NOT[language].sub("", text, count=1)
    return said[0].upper() + said[1:]


def _denied(fact: Fact, language: Language) -> str:
    text = fact.text
    if language is Language.ZH:
        return text.replace("过敏", "不过敏", 1) if text.startswith("对") else f"没有{text}"
    for verb, denied in (("Takes ", "Does not take "), ("Allergic ", "Not allergic ")):
        if text.startswith(verb):
            return denied + text.removeprefix(verb)
    return f"No {text[0].lower()}{text[1:]}"


def _unsettled(one: Spoiling) -> Written | None:
    if one.fact.section is not Section.POSITIVES:
        return None
    return Written(section=Section.UNKNOWNS, text=one.fact.text + NOT_KNOWN[one.language])


def _number(one: Spoiling) -> Written | None:
    found = re.search(r"(?<![A-Za-z])\d+", one.fact.text) if one.fact.numbers else None
    if found is None:
        return None
    other = str(int(found[0]) + one.dice.choice((1, 2, 5, 10)))
    return _instead(one.fact, one.fact.text[: found.start()] + other + one.fact.text[found.end() :])


def _side(one: Spoiling) -> Written | None:
    for this, that in (*SIDES, *(pair[::-1] for pair in SIDES)):
        if one.fact.side is not None and this in one.fact.text:
            return _instead(one.fact, one.fact.text.replace(this, that, 1))
    return None


def _duration(one: Spoiling) -> Written | None:
    if one.fact.duration is None:
        return None
    pair = next((pair for pair in SPANS if pair[0] in one.fact.text), None)
    return _instead(one.fact, one.fact.text.replace(*pair, 1)) if pair else None


def _another(one: Spoiling) -> Written | None:
    """An illness, a medicine or an allergy of somebody else, in the place of the patient's own."""
    if one.fact.section is not Section.HISTORY or one.fact.polarity is not Polarity.PRESENT:
        return None
    alike = [
        other
        for other in one.strangers
        if other.section is Section.HISTORY and other.polarity is Polarity.PRESENT and _sort(other) == _sort(one.fact)
    ]
    return _written(one.dice.choice(alike)) if alike else None


def _sort(fact: Fact) -> tuple[Kind | None, bool]:
    return fact.kind, re.match("Takes |服用", fact.text) is not None


WAYS = (
    (ErrorKind.NEGATION, _negation),
    (ErrorKind.UNSETTLED, _unsettled),
    (ErrorKind.NUMBER, _number),
    (ErrorKind.SIDE, _side),
    (ErrorKind.DURATION, _duration),
    (ErrorKind.ANOTHER, _another),
)


def _instead(fact: Fact, text: str) -> Written:
    return _written(fact).model_copy(update={"text": text})


def _written(fact: Fact) -> Written:
    assert fact.section is not None
    return Written(section=fact.section, text=fact.text)
