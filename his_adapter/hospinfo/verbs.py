# ruff: noqa: E501
"""Which of the four operations an instruction asks for, from its imperative, passive or noun."""

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from his_adapter.hospinfo.vocabulary import pattern
from his_adapter.operation import Verb

TARGET = r"(?:⟨P⟩|⟨N⟩)"
BE = r"(?:should|must|ought to|needs? to|has to|have to|had to|is to|are to|can|could|may|to|shall|will|wants? to|would) (?:now |also |please )?(?:be|get)(?: \w+ly)?"
HAVE = r"(?:want|need|like|have|get|wish|wants|needs|see)"


class Cue(StrEnum):
    """What a verb may do; `ADD` creates a record or changes a field, by what is added."""

    DELETE = "delete"
    CREATE = "create"
    UPDATE = "update"
    ADD = "add"
    SHOW = "show"


ENDS = {Cue.DELETE: Verb.DELETE, Cue.CREATE: Verb.CREATE, Cue.UPDATE: Verb.UPDATE, Cue.SHOW: Verb.SELECT}


def verb_of(text: str) -> Verb | None:
    """The operation that `text` (with ids and fields as letters) asks for; None when it asks for several."""
    chinese = re.search(r"[\u4e00-\u9fff]", text) is not None
    found = [_settled(cue, text[start:]) for cue, start in (_chinese(text) if chinese else _english(text))]
    first = found[0] if found else Verb.SELECT
    return first if all(verb is first for verb in found[1:]) else None


def _settled(cue: Cue, rest: str) -> Verb:
    """A field that is deleted is emptied; what is added to a field changes it, a record added is created."""
    if cue is Cue.SHOW:
        return Verb.SELECT
    record = _found(r"^.{0,12}?(?:⟨record_en⟩|⟨record_zh⟩|⟨N⟩|⟨people_en⟩|⟨people_zh⟩)", rest)
    field = _found(r"⟨F⟩", rest)
    if cue is Cue.DELETE:
        named = _found(r"⟨record_en⟩|⟨record_zh⟩|⟨N⟩", rest)
        return Verb.UPDATE if field and (not named or field.start() < named.start()) else Verb.DELETE
    if cue is Cue.ADD:
        record = _found(NEW_RECORD, rest)
        return Verb.CREATE if (record and not (field and field.start() < record.start())) or not field else Verb.UPDATE
    if cue is Cue.CREATE and field and _found(r"^[^,:⟨]*?(?:set|make|new) ", rest) and not _found(NEW_RECORD, rest):
        return Verb.UPDATE
    return ENDS[cue]


NEW_RECORD = r"^\w* ?(?:a |an |the |one |another |this |in |down |out |up )*(?:new |fresh |first |follow-up |outpatient |blank |today's |一[条份个次]|新的?|一下|为|给|⟨P⟩|的|,|:| for | )*(?:⟨record_en⟩|⟨record_zh⟩|(?:new )⟨people_en⟩|新?⟨people_zh⟩|patient)"


def _found(template: str, text: str) -> re.Match[str] | None:
    return pattern(template).search(text)


@cache
def _imperatives_en() -> tuple[tuple[Cue, re.Pattern[str]], ...]:
    after = r"(?![a-z-]|\?$)"
    return (
        (Cue.DELETE, pattern(rf"⟨delete_en⟩{after}")),
        (Cue.ADD, pattern(rf"(?!note,)(?:⟨add_en⟩{after}(?! (?:of|for ⟨P⟩$|number)))|⟨F⟩(?= that | down )")),
        (Cue.UPDATE, pattern(rf"⟨update_en⟩{after}")),
        (Cue.CREATE, pattern(rf"⟨create_en⟩{after}")),
        (Cue.SHOW, pattern(rf"⟨show_en⟩{after}")),
    )


@cache
def _elsewhere_en() -> tuple[tuple[Cue, re.Pattern[str]], ...]:
    """Passives, participles after "want", nouns, and statements of what should be there."""
    found = []
    for cue, group in ((Cue.DELETE, "deleted"), (Cue.UPDATE, "updated"), (Cue.CREATE, "created"), (Cue.ADD, "added")):
        found.append(
            (
                cue,
                pattern(
                    rf"\b(?:{BE} (?:⟨{group}_en⟩))|\b{HAVE} (?:[^.,;:]{{1,60}}? )??⟨{group}_en⟩(?= (?:to|from|as|into|with|for|in|on|at|please)\b|[.,;:!]|$)"
                ),
            )
        )
    found += [
        (Cue.DELETE, pattern(r"\b(?:deletion|removal|erasure|deleting|removing|erasing|get rid|cancellation)\b(?: of)?")),
        (Cue.UPDATE, pattern(r"\b(?:updat(?:e|ing)|chang(?:e|ing)|correct(?:ion|ing)|amend(?:ment|ing)|edit(?:ing)?|modif(?:ication|ying)|adjustment)s?\b(?: (?:of|to|for|in|on)|:| ⟨P⟩| ⟨N⟩|,)")),
        (Cue.CREATE, pattern(r"\b(?:creat(?:ion|ing)|registration|registering|opening|new (?:⟨record_en⟩|patient)|walk-in)\b")),
        (Cue.UPDATE, pattern(r"⟨F⟩[^.;]{0,50}? ?(?:should|must|ought to|needs to|has to) (?:now |really |actually )?(?:be|read|say)\b|⟨F⟩[^.;,]{0,40}? (?:is|are|reads?) (?:now|actually|wrong|incorrect|really|not)\b")),
        (Cue.UPDATE, pattern(r"(?:⟨F⟩[^.;?]{0,30}?(?:⟨P⟩|⟨N⟩)|(?:⟨P⟩|⟨N⟩)[^.;?]{0,30}?⟨F⟩)[^.;?,:]{0,20}? ?(?::|=>?|->|→) ?\S")),
    ]  # fmt: skip
    return tuple(found)


def _english(text: str) -> list[tuple[Cue, int]]:
    found: list[tuple[Cue, int]] = []
    for start in _clauses(text):
        for cue, expression in _imperatives_en():
            match = expression.match(text, start)
            if match is None:
                continue
            if not found or (
                cue is not Cue.SHOW
                and _found(rf"^(?:[a-z']+ ){{1,6}}?(?:{TARGET}|it\b|them\b|him\b|her\b|this\b|that\b)", text[start:])
            ):
                found.append((cue, match.start()))
            break
    if not found or (found[0][0] is Cue.SHOW and found[0][1] == 0 and not text.startswith(("show", "list"))):
        for cue, expression in _elsewhere_en():
            match = expression.search(text)
            if match:
                return [(cue, match.start())]
    return found


def _clauses(text: str) -> Iterator[int]:
    """Where something may begin to be told: the start, and after signs and joining words, past all politeness."""
    for match in pattern(r"^|[,:;.!?] ?| - |(?<= and)(?= )|(?<= then)(?= )|(?<=please)(?= )|(?<= to)(?= )").finditer(
        text
    ):
        polite = pattern(r"(?:[ ,.:;!-]*(?:⟨polite_en⟩)(?=[ ,.:;!-]))*[ ,.:;!-]*").match(text, match.end())
        yield polite.end() if polite else match.end()


@cache
def _cues_zh() -> tuple[tuple[Cue, re.Pattern[str]], ...]:
    not_done = r"(?!(?:过|了)?的(?:⟨record_zh⟩|⟨people_zh⟩))"
    return (
        (Cue.DELETE, pattern(rf"⟨delete_zh⟩{not_done}")),
        (Cue.UPDATE, pattern(rf"⟨update_zh⟩{not_done}")),
        (Cue.CREATE, pattern(rf"⟨create_zh⟩{not_done}|^新(?:的)?(?:患者|病人|就诊|病历|档案)")),
        (Cue.ADD, pattern(rf"⟨add_zh⟩{not_done}|(?:^|(?<=[,。请帮把给为]))(?:记录|备注)(?:一下|下|:|(?=⟨P⟩|⟨F⟩))")),
        (Cue.UPDATE, pattern(r"⟨F⟩[^,。?]{0,20}?(?:应该?是|应当是|应为|不是[^,。]{1,20},?(?:而是|是)|:.)|⟨F⟩[^,。?]{0,6}(?:错了|写错|不对|有误)")),
    )  # fmt: skip


def _chinese(text: str) -> list[tuple[Cue, int]]:
    shown = _found(r"⟨show_zh⟩|[?？]|吗$|呢$|⟨show_en⟩", text)
    found = sorted(
        {(match.start(), cue) for cue, expression in _cues_zh() for match in [expression.search(text)] if match},
        key=lambda those: (those[0], list(Cue).index(those[1])),
    )
    if not found:
        return [(Cue.SHOW, shown.start())] if shown else []
    start, cue = found[0]
    if shown and shown.start() < start and not _found(r"^[^,。;]*?(?:把|将|给)", text[:start]):
        later = _found(
            r"(?:[,。;]|然后|并且?|再|接着|之后)(?:请|帮我|再|就|把|将|给|顺便|然后)*(?:⟨delete_zh⟩|⟨update_zh⟩|⟨create_zh⟩|[^,。;]{0,16}(?:⟨delete_zh⟩|改[为成]))",
            text[shown.start() :],
        )
        return [(Cue.SHOW, shown.start()), (cue, start)] if later else [(Cue.SHOW, shown.start())]
    others = {Cue.DELETE, Cue.CREATE, Cue.UPDATE} - {cue, Cue.ADD}
    for at, other in found[1:]:
        if (
            other in others
            and cue is not Cue.ADD
            and _found(
                r"(?:[,。;]|然后|并且?|再|接着)(?:请|帮我|再|就|把|将|给|顺便|然后|为)*[^,。;]{0,12}$", text[:at]
            )
            and _found(rf"{TARGET}|它|他|她|该", text[at - 12 if at > 12 else 0 : at + 12])
        ):
            return [(cue, start), (other, at)]
    return [(cue, start)]
