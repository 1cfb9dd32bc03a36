"""To which of the complaints named in an utterance a detail belongs."""

import re
from collections.abc import Sequence

from models.embedded.understanding.cues import cues, pattern
from models.embedded.understanding.details.details import Detail
from models.embedded.understanding.details.layout import Layout
from models.embedded.understanding.lexicon import Mention
from models.embedded.understanding.words.clauses import Clause
from models.facts import Topic
from models.knowledge.load import knowledge

_CUES = cues("details")
_SHARED = frozenset({"duration", "sudden"})
_SENTENCE_END = re.compile(r"[。！？!?\n]|\.(?!\d)")


def owners(lower: str, layout: Layout, detail: Detail) -> list[int]:
    """Places of the mentions the detail belongs to."""
    told = (layout.complaint_at(place) for place in _told_of(lower, layout, detail))
    owners = [place for place in dict.fromkeys(told) if not _is_of_a_pain(lower, layout, place, detail)]
    if detail.kind == "duration" and _LATELY.search(lower, detail.start, detail.end):
        owners = [place for place in owners if layout.mentions[place].topic is not Topic.CONDITION]
    if detail.kind != "side" or not owners:
        return owners
    next_told = layout.told_after(detail.end)
    if next_told is not None and not _SENTENCE_END.search(lower, detail.end, layout.mentions[next_told].start):
        owners.append(next_told)
    return [place for place in owners if _has_side(lower, layout.mentions[place], detail)][:1]


_LATELY = re.compile(r"最近|近来|这阵|这段|\b(?:lately|recently|these days)\b")  # an illness one has is older


def _is_of_a_pain(lower: str, layout: Layout, place: int, detail: Detail) -> bool:
    """Whether a degree is told of a pain in a clause of its own: 疼得一身汗，还吐了一次 grades no vomiting."""
    if detail.kind != "severity" or layout.mentions[place].code not in _PAINLESS:
        return False
    clause, here = layout.clause_at(detail.start) or (None, [])
    return clause is not None and not here and _OF_PAIN.search(lower, clause.start, clause.end) is not None


_PAINLESS, _OF_PAIN = frozenset(_CUES["painless"]), pattern(_CUES["of_pain"])


def _has_side(lower: str, mention: Mention, detail: Detail) -> bool:
    """Whether it can be on one side, and the organ named with the side is its own."""
    finding = knowledge().findings.get(mention.code)
    if finding is None or (mention.start <= detail.start and detail.end <= mention.end):
        return True
    if mention.code in _NO_SIDE or finding.site in _NO_SIDE_SITES:
        return False
    organ = next((site for site, words in _ORGANS.items() if words.match(lower, detail.end)), None)
    return organ is None or finding.site in (None, organ)


_NO_SIDE, _NO_SIDE_SITES = frozenset(_CUES["sideless"]), frozenset(_CUES["sideless_sites"])
_ORGANS = {site: pattern(words) for site, words in _CUES["organs"].items()}


def _told_of(lower: str, layout: Layout, detail: Detail) -> list[int]:
    named = _of_what_it_names(layout, detail)
    at = layout.clause_at(detail.start)
    if named is not None or at is None:
        return named or []
    clause, here = at
    if here:
        return _in_its_clause(lower, layout, here, detail)
    before = _of_those_before(lower, layout, clause, detail)
    return _of_those_after(lower, layout, clause, detail) if before is None else before


def _of_what_it_names(layout: Layout, detail: Detail) -> list[int] | None:
    """The mention that the detail is part of; None where it stands apart, or is told of the clause all the same."""
    near = [(place, layout.mentions[place]) for place in layout.near(detail.start, detail.end)]
    inside = [place for place, one in near if one.start <= detail.start and detail.end <= one.end]
    if inside and all(layout.mentions[place].topic is Topic.CONDITION for place in inside) and detail.kind != "side":
        return []  # high blood pressure is not a pressing pain
    if detail.kind in _OF_TRIGGERS:
        triggers = [place for place, one in near if one.start < detail.end and detail.start < one.end]
        return [_complaint_of(layout, triggers)] if triggers else None
    if inside and detail.kind in ("side", "character", "severity"):
        one_place = len({layout.mentions[place].where for place in inside}) == 1
        return inside[:1] if one_place else [_nearest(layout.mentions, inside, detail)]
    return inside[:1] if inside and detail.kind in ("frequency", "course", "sudden") else None


_OF_TRIGGERS = frozenset({"worse_with", "better_with", "began_with"})


def _complaint_of(layout: Layout, triggers: list[int]) -> int:
    """What is said of a trigger (爬楼就厉害) is said of the complaint before it."""
    complaint = layout.told_before(layout.mentions[triggers[0]].start)
    if complaint is not None:
        return complaint
    others = (place for place in range(len(layout.mentions)) if place not in triggers and place not in layout.denied)
    return next(others, triggers[0])


def _nearest(mentions: Sequence[Mention], inside: list[int], detail: Detail) -> int:
    return min(inside, key=lambda place: abs((mentions[place].where or (mentions[place].start, 0))[0] - detail.end))


def _in_its_clause(lower: str, layout: Layout, here: list[int], detail: Detail) -> list[int]:
    mentions = layout.mentions
    before = [place for place in here if mentions[place].start < detail.end]
    if detail.kind == "side":
        after = [place for place in here if _follows(mentions[place], detail)]
        return after[:1] or before[-1:] or here[:1]
    if detail.kind in _SHARED:
        return layout.told_of(_group(lower, mentions, before[-1])) if before else here
    return before[-1:] or here[:1]


def _follows(mention: Mention, detail: Detail) -> bool:
    """Whether it begins right behind the side that is told, or its place does."""
    named = detail.end <= mention.start <= detail.end + 3
    return named or (mention.where is not None and 0 <= mention.where[0] - detail.end <= 2)


def _of_those_before(lower: str, layout: Layout, clause: Clause, detail: Detail) -> list[int] | None:
    """Of what was named last, where it is not denied; what is denied may have ended."""
    earlier = layout.before(clause.start)
    if earlier in layout.denied and not _ENDED.search(lower, clause.start, clause.end):
        earlier = layout.told_before(clause.start)
    if earlier is None:
        return None
    return layout.told_of(_group(lower, layout.mentions, earlier)) if detail.kind in _SHARED else [earlier]


_ENDED = pattern(_CUES["ended"])


def _of_those_after(lower: str, layout: Layout, clause: Clause, detail: Detail) -> list[int]:
    later = layout.told_after(clause.end)
    if later is None:
        return []
    apart = _SENTENCE_END.search(lower[detail.end : layout.mentions[later].start].rstrip("。."))
    if detail.kind in _SHARED and not apart:
        return _forward_group(lower, layout.mentions, later)
    return [] if apart and detail.kind == "severity" else [later]


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


_JOINS = re.compile(
    r"^[\s，,、]*(?:和|跟|与|及|还有?|又|也|并且?|而且|以及|伴有?|and|with|plus|or|also|&)?[\s，,、]*(?:还|也|又|有|a|some|my|the|have)?\s*$"
)
