# ruff: noqa: E501
"""What an instruction to change says: the field, what it held and what it shall hold, and what is left for the condition."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from his_adapter.hospinfo.departments import departments
from his_adapter.hospinfo.people import gendered
from his_adapter.hospinfo.script import Kind, Script, script
from his_adapter.hospinfo.values import AROUND, quoted, tidy
from his_adapter.hospinfo.vocabulary import pattern
from his_adapter.hospinfo.when import dated
from his_adapter.operation import Column

TARGET = r"(?:⟨P⟩|⟨N⟩)"
TARGETS = rf"{TARGET}(?:(?:,| and|, and|、|和) ?{TARGET})*"


class Change(NamedTuple):
    """`old` is what the field held, when it was said."""

    column: Column
    new: str
    old: str = ""


class Changes(NamedTuple):
    """`rest` is the instruction without what was read."""

    changes: tuple[Change, ...]
    rest: Script


def changes(said: Script, now: datetime, known: Sequence[str] = ()) -> Changes:
    said = _target_first(said)
    chinese = re.search(r"[\u4e00-\u9fff]", said.text) is not None
    for read in (_put_into, _replaced, _assigned_zh if chinese else _assigned, _stated):
        found = read(said)
        if found and found.changes:
            return found
    return _moved(said, now, known)


def _target_first(said: Script) -> Script:
    """ "... to V for P1005": the target goes to the front, so that it is no part of the value."""
    match = pattern(
        rf"(?:,? ?(?:for|of|on|in|to|under|from|at|into)(?: the| this)?(?: outpatient)?(?: ⟨record_en⟩)?(?: of| for| with| number)?"
        rf"(?: patients?)? ?(?P<t>{TARGETS})(?:'s)?(?: (?:⟨record_en⟩|chart|file))?| ?\((?P<u>{TARGET})\)"
        rf"|,? (?:where|with|whose) (?:the )?(?P<v>{TARGET}))[ .!]*(?:,? ?(?:please|thanks|thank you|now|pls))?[ .!]*$"
    ).search(said.text)
    if match is None or not pattern(r"\S ").search(said.text[: match.start()]):
        return said
    name = next(name for name in "tuv" if match[name])
    target, rest = said.part(*match.span(name)), said.part(0, match.start())
    return said._replace(text=target.text + "\n" + rest.text, places=(*target.places, (0, 0), *rest.places))


def _cut(said: Script, spans: Sequence[tuple[int, int]]) -> Script:
    for start, end in sorted(spans, reverse=True):
        said = said.without(start, end) if end > start else said
    return said


def _value(said: Script, start: int, end: int) -> str:
    return quoted(said.part(start, end)) or tidy(said.written(start, end))


def _one(said: Script, match: re.Match[str], column: Column | None = None) -> Changes | None:
    """A change read from groups v, f and perhaps old; the condition keeps the gap."""
    named = match.groupdict()
    field = column or (said.means(named["f"]) if named.get("f") else None)
    new = _value(said, *match.span("v"))
    if field is None or not new:
        return None
    old = _value(said, *match.span("old")) if named.get("old") else ""
    spans = [match.span(name) for name in ("f", "v", "old") if named.get(name)]
    return Changes((Change(field, new, old),), _cut(said, spans))


def _put_into(said: Script) -> Changes | None:
    """ "Add V to the F", 把V写到F里."""
    the = r"(?:the |his |her |their |its )?"
    for template in (
        rf"\b(?:add|append|insert|put|write|enter|record|include|attach|input|log|note)(?: down)? (?:a |an |the )?(?P<v>(?!⟨F⟩)[^\n]+?)(?: down)? (?:to|in|into|under|in to|onto|on|as|for) {the}[^\n,.:]{{0,20}}?(?P<f>⟨F⟩)(?![^\n]*(?:: ?\S))",
        r"(?:把|将)(?P<v>(?![^,]{0,12}⟨F⟩)[^\n]+?)(?:也)?(?:写|加|记|填|录|添|补|录入|添加|写入|登记|补充|放|更新|备注|记录)(?:到|入|进|在|至|进去)+[^,。]{0,16}?(?P<f>⟨F⟩)(?:里面?|中|上|栏|内|去)*",
    ):
        match = pattern(template).search(said.text)
        if match:
            return _one(said, match)
    return None


def _replaced(said: Script) -> Changes | None:
    """ "Replace A with V in the F"; "change A to V in the F"; 把F里的A换成V."""
    for template in (
        r"\b(?:replace|swap|substitute|change|correct|switch|exchange|edit|amend) (?:the )?(?P<old>(?!⟨F⟩|the ⟨F⟩|⟨P⟩|⟨N⟩)[^\n]+?) (?:with|by|for|to|into) (?P<v>[^\n]+?) (?:in|under|on|for|of) [^\n]{0,20}?(?P<f>⟨F⟩)",
        r"\b(?:replace|swap|substitute)[^\n]{0,30}?(?P<f>⟨F⟩)(?: (?:of|for|in) [^\n]{0,16}?⟨P⟩)? (?P<old>(?!of|for|with|by|in\b)[^\n]+?) (?:with|by) (?P<v>[^\n]+)",
        r"\b(?:replace|swap|substitute)[^\n]{0,30}?(?P<f>⟨F⟩)[^\n]{0,30}? (?:with|by) (?P<v>[^\n]+)",
        r"(?:用|拿)(?P<v>[^\n,]+?)(?:替换|代替|取代|覆盖)(?:掉)?[^,。]{0,16}?(?P<f>⟨F⟩)(?:里面?的|中的|的)?(?P<old>[^\n,。]*)",
    ):
        match = pattern(template).search(said.text)
        if match:
            return _one(said, match)
    return None


VERB_EN = r"(?:set|change|update|make|correct|amend|edit|put|record|modify|add|fix|revise)"
MARK_EN = (
    r",? ?(?:but )?(?:and |then |please |now )*(?:"
    + VERB_EN
    + r"(?: it| that| this| them)? (?:to|as)(?: be| read| say)?"
    r"|(?:(?<=[a-z0-9 \n)'\"])|(?<=[\ue000-\uf8ff]))\bto(?: be| read| say)?\b|\bas\b|\bwith\b|\binto\b"
    r"|\b(?:should|must|ought to|needs? to|has to|have to)(?: now| really| actually)? (?:be|read|say)(?: changed to| set to| updated to| corrected to)?"
    r"|(?:is|are|was)(?: now| actually| really|:)|\b(?:is|are|reads?|says?)\b|=>?|:|->|→) ?"
)
OLD_EN = r"(?:,? ?(?:from|instead of|rather than|is not|isn't|not) (?P<old>[^\n]+?)(?:,| but)?)?"
GAP_EN = r"(?P<gap>[^\n;:?=]{0,60}?)"
NEXT_EN = (
    r"(?:[,;.]? (?:and|then|also)|[,;.]) ?(?:and |then |also |please )*(?:"
    + VERB_EN
    + r" )?(?:the |his |her |their |its |for |⟨P⟩'?s? ?)*"
)


def _assigned(said: Script) -> Changes | None:
    head = rf"(?P<f>⟨F⟩){GAP_EN}(?<!⟨F⟩){OLD_EN}(?P<mark>{MARK_EN})"
    return _assignments(said, head, NEXT_EN, _plain_head(said))


def _plain_head(said: Script) -> str:
    """Without any mark: "update P1003: notes bring the ECG"."""
    return r"(?P<f>⟨F⟩)(?P<gap>)(?P<old>)(?P<mark>(?: of| for|,)? )(?=[^\n])(?!of |for |in )"


WRONG_ZH = r"(?:有误|(?:写|填|录|记)?错(?:误)?了?|不对|不正确|搞错了?)"
DONE_ZH = r"(?:更新|修改|更改|更正|改|调整|变更|设置|设定|设|纠正|订正|修正|替换|换)"
ADD_ZH = (
    r"(?:新?增加?|新增|添加|加上|加|补充|写上|写入|写明|写|记上|记录|记|注明|标注|标记|填上|填写|填|录入|登记|备注|标)"
)
MARK_ZH = (
    r"(?:,|,?(?:请|帮我|麻烦|统一|都|需要|要|需|应该?|给|现在|重新|,|一下|内容|新的?|把它|将其|新值|实际|其实|正确的?)+)?(?:⟨to_zh⟩|"
    rf"{DONE_ZH}(?:一下|下)?,?(?:内容|新值|新内容)?(?:为|成|是|:|到|至)|{ADD_ZH}(?:上|为|成|入|进|一下|下|一条|一句|一行|个|了|[:,])*|"
    rf"{DONE_ZH}(?:一下|下)?[:,]|(?:应该?|应当|其实|实际|现在|而)?(?:是|为)|:|=|{DONE_ZH}(?!的))[:]?"
)
GAP_ZH = r"(?P<gap>[^\n。;]{0,40}?)"
NEXT_ZH = r"(?:[,;。、]|(?=同时|然后|以及|并|和))(?:同时|另外|然后|以及|并且?|和|再|还有|也)*(?:把|将|其|在|给)*(?:⟨P⟩的?|他的|她的)?"


def _assigned_zh(said: Script) -> Changes | None:
    head = rf"(?P<f>⟨F⟩){GAP_ZH}(?P<old>)(?P<mark>{MARK_ZH})(?=[^\n])"
    return _assignments(said, head, NEXT_ZH, r"(?P<f>⟨F⟩)(?P<gap>)(?P<old>)(?P<mark>[:,]?)(?=[^\n的,。⟨])")


GAP_WORDS_ZH = re.compile(
    rf"字段|一栏|这?一?项|栏目?|内容|信息|里面?|中|上|内|给我|也|都|请|重新|统一|的|{WRONG_ZH}|[,，\s]|情况|目前|现在|当前|记录|写成了?|是|为|不是|而|原来|原先|由|从|原本|,"
)


def _assignments(said: Script, head: str, following: str, plain: str) -> Changes | None:
    for template in (head, plain):
        first = pattern(template).search(said.text)
        if first is None:
            continue
        found = [first]
        while (again := pattern(following + head).search(said.text, found[-1].end())) is not None:
            found.append(again)
        return _read(said, found)
    return None


def _read(said: Script, heads: Sequence[re.Match[str]]) -> Changes | None:
    done, cuts = [], []
    for place, head in enumerate(heads):
        end = heads[place + 1].start() if place + 1 < len(heads) else len(said.text)
        if (broken := said.text.find("\n", head.end(), end)) >= 0:
            end = broken
        new = _value(said, head.end(), end)
        old, gap = _old(said, head)
        column = said.means(head["f"])
        if new:
            done.append(Change(column, new, old))
        cuts += [(head.start("f"), head.end("f")), (head.start("mark"), end), *gap]
    return Changes(tuple(done), _cut(said, cuts)) if done else None


def _old(said: Script, head: re.Match[str]) -> tuple[str, list[tuple[int, int]]]:
    """What the field held, from "from A" or from the words between field and mark."""
    if head["old"]:
        return _value(said, *head.span("old")), [head.span("old")]
    start, end = head.span("gap")
    quote = pattern("⟨Q⟩").search(said.text, start, end)
    if quote:
        return str(said.means(quote[0])), [quote.span()]
    if re.search(r"[\u4e00-\u9fff]", said.text) and start < end and not pattern("⟨*⟩").search(said.text[start:end]):
        words = said.written(start, end)
        left = GAP_WORDS_ZH.sub("", words)
        if left and left in words:
            return left.strip(AROUND), [(start, end)]
    return "", []


def _stated(said: Script) -> Changes | None:
    """ "Note that ...", "record that P1003 is allergic to penicillin", 登记P1003对青霉素过敏."""
    for template in (
        r"(?:is |as |was |being |an? )*allerg(?:ic|y) to (?P<v>[^\n]+)",
        r"(?:has|have|with|add) (?:an? )?(?P<v>[a-z][a-z -]+?) (?:⟨F⟩|allergy)",
        r"对(?P<v>[^\n,。]+?)(?:⟨F⟩|过敏)",
    ):
        match = pattern(template).search(said.text)
        if match:
            return _one(said, match, Column.DRUG_ALLERGY_HISTORY)
    match = pattern(
        r"\b(?:⟨F⟩|note|record|write|add)(?: down)?(?: for| on| to)?(?: the)?(?: patient)? ?⟨P⟩? ?(?:that|:) (?P<v>[^\n]+)"
    ).search(said.text)
    return _one(said, match, Column.NOTES) if match else None


def _moved(said: Script, now: datetime, known: Sequence[str]) -> Changes:
    """ "Transfer P1004 from Cardiology to Neurology", 把P1004转到神经内科: what is named tells the field."""
    for template in (
        r"(?:from (?P<old>[^\n]+?) )?\b(?:to|as|into|with) (?P<v>[^\n]+)",
        r"(?:从(?P<old>[^\n]+?))?(?:⟨to_zh⟩|转入|转去|转诊到|改挂|挪到|推迟到|提前到|改约到?|安排到|改期到|换到|调到|调整到)(?P<v>[^\n]+)",
    ):
        match = pattern(template).search(said.text)
        column = _column(_value(said, *match.span("v")), now, known) if match else None
        if match and column and (found := _one(said, match, column)):
            return found
    return Changes((), said)


def _column(words: str, now: datetime, known: Sequence[str]) -> Column | None:
    there = script(("in " if words.isascii() else "到") + words)
    kinds: tuple[tuple[Column, Callable[[], Script], Kind], ...] = (
        (Column.DEPARTMENT, lambda: departments(there, known), Kind.DEPARTMENT),
        (Column.VISIT_DATE, lambda: dated(script(words), now), Kind.WHEN),
        (Column.GENDER, lambda: gendered(script(words)), Kind.GENDER),
    )
    for column, read, kind in kinds:
        if read().every(kind):
            return column
    return Column.AGE if re.fullmatch(r"\d+ ?(?:years?(?: old)?|months?|岁|个月)", words) else None


def several_targets(found: Changes) -> bool:
    """Whether one field is given two values: that is more than one operation."""
    columns = [change.column for change in found.changes]
    return len(columns) != len(set(columns))


def texts(found: Changes) -> Iterator[str]:
    yield from (change.new for change in found.changes)
