"""Clauses of an utterance, and to which complaint a detail belongs."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from models.embedded.understanding.corrections import marks
from models.embedded.understanding.details import Detail
from models.embedded.understanding.lexicon import Mention
from models.facts import Details, Topic

_STOP = re.compile(r"[。！？；;!?\n…]+|[，,]|\.(?!\d)|\bbut\b|但是|可是|不过|然后|\band then\b")
_SENTENCE_END = re.compile(r"[。！？!?\n]|\.(?!\d)")
_JOINS = re.compile(
    r"^[\s，,、]*(?:和|跟|与|及|还有?|又|也|并且?|而且|以及|伴有?|and|with|plus|or|also|&)?[\s，,、]*(?:还|也|又|有|a|some|my|the|have)?\s*$"
)
_SHARED = frozenset({"duration", "sudden"})


class Clause(NamedTuple):
    start: int
    end: int


def clauses(lower: str) -> list[Clause]:
    cuts = [0, *(match.end() for match in _STOP.finditer(lower)), len(lower)]
    return [Clause(start, end) for start, end in pairwise(cuts) if lower[start:end].strip()]


def assign(lower: str, mentions: Sequence[Mention], found: Sequence[Detail]) -> tuple[list[Details], Details]:
    """Details for each mention, and those that belong to none. The first word on a matter stands unless taken back."""
    given: list[dict[str, Detail]] = [{} for _ in mentions]
    loose: dict[str, Detail] = {}
    taken_back = marks(lower)
    parts = clauses(lower)
    for detail in found:
        owners = _owners(lower, parts, mentions, detail)
        for place in owners:
            _keep(given[place], detail, taken_back)
        if not owners and not any(m.start <= detail.start and detail.end <= m.end for m in mentions):
            _keep(loose, detail, taken_back)
    return [_as_details(one) for one in given], _as_details(loose)


def _keep(fields: dict[str, Detail], detail: Detail, taken_back: list[tuple[int, int]]) -> None:
    earlier = fields.get(detail.kind)
    if detail.taken_back:
        if earlier is not None and earlier.value == detail.value:
            del fields[detail.kind]
        return
    if earlier is None or any(earlier.end <= start + 1 and end <= detail.start + 1 for start, end in taken_back):
        fields[detail.kind] = detail


def _as_details(fields: dict[str, Detail]) -> Details:
    return Details.model_validate({kind: detail.value for kind, detail in fields.items()}) if fields else Details()


def _owners(lower: str, parts: list[Clause], mentions: Sequence[Mention], detail: Detail) -> list[int]:
    inside = [place for place, m in enumerate(mentions) if m.start <= detail.start and detail.end <= m.end]
    if inside and all(mentions[place].topic is Topic.CONDITION for place in inside) and detail.kind != "side":
        return []  # high blood pressure is not a pressing pain
    if inside and detail.kind in ("side", "character", "severity"):
        return (
            inside[:1] if len({mentions[i].where for i in inside}) == 1 else [_nearest_place(mentions, inside, detail)]
        )
    if detail.kind in ("worse_with", "better_with"):
        inside = [place for place, m in enumerate(mentions) if m.start < detail.end and detail.start < m.end]
    if inside and detail.kind in ("worse_with", "better_with", "course", "frequency", "sudden"):
        # The mention is of the trigger itself (爬楼就厉害): what it says is said of the complaint before it.
        others = [place for place in range(len(mentions)) if place not in inside]
        return [place for place in others if place < inside[0]][-1:] or others[:1] or inside[:1]
    clause = next((part for part in parts if part.start <= detail.start < part.end), None)
    if clause is None:
        return []
    here = [place for place, m in enumerate(mentions) if m.end > clause.start and m.start < clause.end]
    if here:
        before = [place for place in here if mentions[place].start < detail.end]
        if detail.kind == "side":
            after = [
                place
                for place in here
                if detail.end <= mentions[place].start <= detail.end + 3 or _where_follows(mentions[place], detail)
            ]
            return after[:1] or before[-1:] or here[:1]
        if detail.kind in _SHARED:
            return _group(lower, mentions, before[-1]) if before else here
        if not before and detail.kind == "severity":
            return here[:1]
        return before[-1:] or here[:1]
    earlier = [place for place, m in enumerate(mentions) if m.end <= clause.start]
    if earlier:
        return _group(lower, mentions, earlier[-1]) if detail.kind in _SHARED else earlier[-1:]
    later = [place for place, m in enumerate(mentions) if m.start >= clause.end]
    if later and not _SENTENCE_END.search(lower[detail.end : mentions[later[0]].start].rstrip("。.")):
        return _forward_group(lower, mentions, later[0]) if detail.kind in _SHARED else later[:1]
    return later[:1]


def _where_follows(mention: Mention, detail: Detail) -> bool:
    return mention.where is not None and 0 <= mention.where[0] - detail.end <= 2


def _nearest_place(mentions: Sequence[Mention], inside: list[int], detail: Detail) -> int:
    return min(inside, key=lambda place: abs((mentions[place].where or (mentions[place].start, 0))[0] - detail.end))


def _group(lower: str, mentions: Sequence[Mention], last: int) -> list[int]:
    """The run of mentions listed together that ends with `last`: cough, runny nose and fever for three days."""
    group = [last]
    while group[0] > 0 and _JOINS.match(lower[mentions[group[0] - 1].end : mentions[group[0]].start]):
        group.insert(0, group[0] - 1)
    return group


def _forward_group(lower: str, mentions: Sequence[Mention], first: int) -> list[int]:
    group = [first]
    while group[-1] + 1 < len(mentions) and _JOINS.match(
        lower[mentions[group[-1]].end : mentions[group[-1] + 1].start]
    ):
        group.append(group[-1] + 1)
    return group
