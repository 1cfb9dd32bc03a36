"""Fields and their new values one after another: "change F from A to V and G to W", 把F从A改为V，G改为W."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from frontdesk.his_adapter.hospinfo.corrections import IDENTITY, last_said
from frontdesk.his_adapter.hospinfo.fields import strong
from frontdesk.his_adapter.hospinfo.languages import speaks_chinese
from frontdesk.his_adapter.hospinfo.script import Script
from frontdesk.his_adapter.hospinfo.together import Apart
from frontdesk.his_adapter.hospinfo.values import AROUND, NotAValue, quoted, tidy, told_in
from frontdesk.his_adapter.hospinfo.vocabulary import pattern, patterns
from frontdesk.his_adapter.operation import Column

THAT = re.compile(r"^that ", re.I)  # "write that she lives alone"
Span = tuple[int, int]


class Change(NamedTuple):
    """`old` is what the field held, when it was said."""

    column: Column
    new: str
    old: str = ""


class Changes(NamedTuple):
    """`rest` is the instruction without what was read."""

    changes: tuple[Change, ...]
    rest: Script


def assignments(said: Script) -> Changes | None:
    language = "zh" if speaks_chinese(said.text) else "en"
    for name in ("head", "plain"):
        first = patterns("changes", f"{name}_{language}")[0].search(said.text)
        if first is not None and (later := patterns("changes", "of_which_zh")[0].match(said.text, first.start())):
            first = patterns("changes", "head_zh")[0].search(said.text, later.start("f"))
        if first is not None:
            return _read(said, [first, *_following(said, first.end(), language)])
    return None


def value_of(said: Script, start: int, end: int) -> str:
    return quoted(said.part(start, end)) or tidy(THAT.sub("", tidy(last_said(said.written(start, end)))))


def new_value(said: Script, span: Span, column: Column) -> str:
    """What `column` is to hold. Raises Apart where the words speak of another patient: 青霉素，P1004也一样."""
    held = quoted(said.part(*span))
    words = said.text[slice(*span)]
    of_another = column not in IDENTITY and pattern("⟨P⟩|⟨N⟩").search(words)
    if held is None and (of_another or patterns("changes", "another_order")[0].search(words)):
        raise Apart(said.text)
    return told_in(column, held or value_of(said, *span), said.original)


def cut(said: Script, spans: Sequence[Span]) -> Script:
    """Without what stands in the spans, which do not overlap."""
    for start, end in sorted(spans, reverse=True):
        said = said.without(start, end) if end > start else said
    return said


def _following(said: Script, start: int, language: str) -> list[re.Match[str]]:
    """The further fields that are given a value; without a mark only those nobody names in passing."""
    marked = patterns("changes", f"next_{language}")[0].search(said.text, start)
    plain = patterns("changes", f"next_plain_{language}")[0].search(said.text, start)
    if plain and not strong().match(said.written(*plain.span("f")).lower()):
        plain = None
    nearest = min((m for m in (marked, plain) if m), key=lambda match: match.start("f"), default=None)
    return [nearest, *_following(said, nearest.end(), language)] if nearest else []


def _read(said: Script, heads: Sequence[re.Match[str]]) -> Changes | None:
    done, spans = [], []
    for head, end in zip(heads, [*(head.start() for head in heads[1:]), len(said.text)], strict=True):
        line_end = said.text.find("\n", head.end(), end)
        last = line_end if line_end >= 0 else end
        column = Column(said.means(head["f"]))
        new, (old, gap) = new_value(said, (head.end(), last), column), _old(said, head)
        if column is Column.AGE and patterns("changes", "more")[0].match(head["mark"]):
            raise NotAValue(new)  # a year more is no age
        if patterns("changes", "emptied")[0].match(new.lower()):
            done.append(Change(column, ""))
        elif new and not patterns("changes", "nothing")[0].match(new.lower()):
            done.append(Change(column, new, old))
        spans += [head.span("f"), (head.start("mark"), last), *gap]
    return Changes(tuple(done), cut(said, spans)) if done else None


def _old(said: Script, head: re.Match[str]) -> tuple[str, list[Span]]:
    """What the field held, from "from A" or from the words between field and mark; and where that stands."""
    if head["old"]:
        return value_of(said, *head.span("old")), [head.span("old")]
    start, end = head.span("gap")
    if start < end and patterns("changes", "arrow")[0].search(head["mark"]):
        return value_of(said, start, end), [(start, end)]
    quotation = pattern("⟨Q⟩").search(said.text, start, end)
    if quotation:
        return str(said.means(quotation[0])), [quotation.span()]
    if not patterns("changes", "becomes_zh")[0].search(head["mark"]) or said.text[start:end].startswith((",", "，")):
        return "", []
    if start < end and speaks_chinese(said.text) and not pattern("⟨*⟩").search(said.text, start, end):
        words = said.written(start, end)
        left = patterns("changes", "gap_words_zh")[0].sub("", words)
        if left and left in words:
            return left.strip(AROUND), [(start, end)]
    return "", []
