"""Which of the four operations an instruction asks for, from its imperative, passive or noun."""

import re
from collections.abc import Iterator
from enum import StrEnum

from frontdesk.his_adapter.hospinfo.languages import speaks_chinese
from frontdesk.his_adapter.hospinfo.orders import END_OF_CLAUSE, asks_about_change
from frontdesk.his_adapter.hospinfo.vocabulary import pattern, patterns
from frontdesk.his_adapter.operation import Verb

NEAR = 12  # characters on either side in which a second verb names whom it means


class Cue(StrEnum):
    """What a verb may do; `ADD` creates a record or changes a field, by what is added."""

    DELETE = "delete"
    ADD = "add"
    UPDATE = "update"
    CREATE = "create"
    SHOW = "show"


Cued = tuple[Cue, int]  # and where
VERBS = {Cue.DELETE: Verb.DELETE, Cue.CREATE: Verb.CREATE, Cue.UPDATE: Verb.UPDATE, Cue.SHOW: Verb.SELECT}
ELSEWHERE = (
    ("deleted_en", Cue.DELETE),
    ("updated_en", Cue.UPDATE),
    ("created_en", Cue.CREATE),
    ("added_en", Cue.ADD),
    ("stated_en", Cue.UPDATE),
)


def verb_of(text: str) -> Verb | None:
    """The operation that `text` (with ids and fields as letters) asks for; None when it asks for several."""
    if _find("put_it", text):  # "..., put that in the notes"
        return Verb.UPDATE
    if speaks_chinese(text):
        found = [_settled_zh(cue, text, start, place) for place, (cue, start) in enumerate(_chinese(text))]
    else:
        found = [_settled(cue, text[start:], text[:start]) for cue, start in _english(text)]
    first = found[0] if found else Verb.SELECT
    return first if all(verb is first for verb in found[1:]) else None


def _settled(cue: Cue, rest: str, lead: str = "") -> Verb:
    """A field that is deleted is emptied; what is added to a field changes it, a record added is created.

    `lead` is what stands before the verb: "In the notes of P1003 write: ...".
    """
    field = _find("field", rest)
    match cue:
        case Cue.DELETE:
            nouns = _nouns(_head(rest)) or _nouns(_head(END_OF_CLAUSE.split(lead)[-1]))
            return _deleted(nouns or [match[0] for match in [field] if match])
        case Cue.ADD:
            record = _find("new_record", rest)
            if field is None and _find("into_target_en", rest):
                return Verb.UPDATE
            if field is None:
                about_field = _find("allergic", rest) or _find("field", lead)
                return Verb.UPDATE if record is None and about_field else Verb.CREATE
            return Verb.CREATE if record and not _comes_first(field, record) else Verb.UPDATE
        case Cue.CREATE if field and rest.startswith("make ") and not _find("new_record", rest):
            return Verb.UPDATE
        case _:
            return VERBS[cue]


def _settled_zh(cue: Cue, text: str, start: int, place: int) -> Verb:
    if cue is Cue.DELETE:
        before, after = END_OF_CLAUSE.split(text[:start])[-1], END_OF_CLAUSE.split(text[start:])[0]
        return _deleted(_nouns(before + after) or _nouns(text[:start]))
    text = text[start if place else 0 :]
    if cue is not Cue.ADD:
        return _settled(cue, text)
    if _find("into_field_zh", text):
        return Verb.UPDATE
    field, record = _find("field", text), _find("record_zh", text)
    several = len(patterns("verbs", "field")[0].findall(text)) > 1
    return Verb.CREATE if field is None or several or (record and not _comes_first(field, record)) else Verb.UPDATE


def _deleted(nouns: list[str]) -> Verb:
    """What is deleted is the last thing of its phrase, 删除P1003就诊的备注; and a field is emptied."""
    return Verb.UPDATE if nouns and pattern("⟨F⟩").match(nouns[-1]) else Verb.DELETE


def _nouns(phrase: str) -> list[str]:
    """Fields, records and whoever is named, in their order."""
    return [match[0] for match in patterns("verbs", "noun")[0].finditer(phrase)]


def _head(phrase: str) -> str:
    """An English phrase without what a preposition adds to it."""
    return patterns("verbs", "preposition_en")[0].split(phrase)[0]


def _comes_first(one: re.Match[str], other: re.Match[str] | None) -> bool:
    return other is None or one.start() < other.start()


def _find(name: str, text: str) -> re.Match[str] | None:
    return next((match for p in patterns("verbs", name) if (match := p.search(text))), None)


def _english(text: str) -> list[Cued]:
    """The first verb that begins a clause, and any later one that has somebody or something of its own to work on."""
    found: list[Cued] = []
    for start in _clauses(text):
        cue = _imperative(text, start)
        if cue and (not found or (cue is not Cue.SHOW and _has_own_target(found[0][0], text[start:]))):
            found.append((cue, start))
    if found and (found[0][0] is not Cue.SHOW or _find("surely_shown_en", text[found[0][1] :])):
        return found
    if _find("asked_en", text):
        return found
    elsewhere = ((cue, _find(name, text)) for name, cue in ELSEWHERE)
    return next(([(cue, match.start())] for cue, match in elsewhere if match), found)


def _has_own_target(first: Cue, rest: str) -> bool:
    """A second change of the same record is one operation; a change after a look is another."""
    return _find("another_target_en", rest) is not None or (
        first is Cue.SHOW and _find("another_field_en", rest) is not None
    )


def _imperative(text: str, start: int) -> Cue | None:
    """The verb of most letters that a clause begins with: "set up" before "set"."""
    matches = [(cue, match) for cue in Cue if (match := patterns("verbs", f"{cue}_en")[0].match(text, start))]
    return max(matches, key=lambda those: those[1].end(), default=(None, None))[0]


def _clauses(text: str) -> Iterator[int]:
    """Where something may begin to be told: the start, and after signs and joining words, past all politeness."""
    (clauses,), (politeness,) = patterns("verbs", "clauses_en"), patterns("verbs", "politeness_en")
    for match in clauses.finditer(text):
        polite = politeness.match(text, match.end())
        yield polite.end() if polite else match.end()


def _chinese(text: str) -> list[Cued]:
    """The first verb wherever it stands, unless something is to be shown; and a second one with its own object."""
    matches = [(match, cue) for cue in Cue if cue is not Cue.SHOW and (match := _find(f"{cue}_zh", text))]
    matches.sort(key=lambda those: (those[0].start(), -those[0].end()))
    found: list[Cued] = [(cue, match.start()) for match, cue in matches]
    shown, stated = _find("show_zh", text), _find("stated_zh", text)
    if stated and asks_about_change(text, *stated.span()):
        return []
    if stated and not (shown and shown.start() < stated.start()) and not _surely_other(found):
        return [(Cue.UPDATE, stated.start())]
    if not found or asks_about_change(text, *matches[0][0].span()):
        return [(Cue.SHOW, shown.start())] if shown else []
    first = found[0]
    if shown and shown.start() < first[1] and not _find("takes_in_hand_zh", text[: first[1]]):
        later = _find("another_zh", text[shown.start() :])
        return [(Cue.SHOW, shown.start()), first] if later else [(Cue.SHOW, shown.start())]
    return [first, *(other for other in found[1:] if _stands_alone(first[0], other, text))]


def _surely_other(found: list[Cued]) -> bool:
    return bool(found) and found[0][0] in (Cue.CREATE, Cue.DELETE)


def _stands_alone(first: Cue, other: Cued, text: str) -> bool:
    cue, at = other
    if Cue.ADD in (first, cue):
        return False
    around = text[max(0, at - NEAR) : at + NEAR]
    return _find("then_zh", text[:at]) is not None and _find("somebody_zh", around) is not None
